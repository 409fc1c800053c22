"""The log: a line for everything while it is a class, a number once it is a flood; never what was typed."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter

import pytest

from tutor.server import log as log_module
from tutor.server.log import AGAIN, BURST, Faults, Log


class Book:
    """A log and what stands in it, at a time that a test moves."""

    def __init__(self) -> None:
        self.t = 1_800_000_000.0
        self.lines: list[dict[str, object]] = []
        self.log = Log(lambda line: self.lines.append(json.loads(line)), lambda: self.t)

    def count(self, event: str) -> int:
        return Counter(line["event"] for line in self.lines)[event]


def test_a_line_is_one_object_whatever_is_in_it() -> None:
    written: list[str] = []
    Log(written.append, lambda: 1_800_000_000.0)("login", learner='a"\n\x1b[2J\u2028ö', key=None)
    assert json.loads(written[0]) == {
        "t": "2027-01-15T08:00:00.000+00:00", "event": "login", "learner": 'a"\n\x1b[2J\u2028ö', "key": None
    }  # fmt: skip
    assert written[0].isascii()
    assert written[0].isprintable()


def test_a_flood_of_refusals_is_a_number() -> None:
    book = Book()
    for number in range(1000):
        book.log("refused", why="wrong code", learner=f"name{number}", **{"from": f"10.0.0.{number % 250} 1"})
    assert book.count("refused") == BURST
    book.log("refused", why="unknown key")
    assert book.lines[-1]["why"] == "unknown key", "another kind has its own share"
    book.log.tell()
    assert {**book.lines[-1], "t": 0} == {
        "t": 0, "event": "left out", "of": "refused", "why": "wrong code", "count": 1000 - BURST
    }  # fmt: skip
    book.log.tell()
    assert book.count("left out") == 1, "said once"
    book.t += AGAIN
    book.log("refused", why="wrong code")
    assert book.lines[-1]["event"] == "refused"


def test_a_class_that_comes_in_is_noted_whole() -> None:
    """One who comes and goes without end takes no line from the others."""
    book = Book()
    for _ in range(500):
        book.log("session", learner="wild")
    for number in range(40):
        book.log("session", learner=f"learner{number}")
    assert book.count("session") == BURST + 40


async def test_it_is_said_though_nothing_more_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "TOLD_EVERY", 0.01)
    book = Book()
    for _ in range(BURST + 7):
        book.log("refused", why="wrong code")
    async with asyncio.timeout(120):
        while not book.count("left out"):
            await asyncio.sleep(0)
    assert book.lines[-1]["count"] == 7


def test_of_a_fault_only_its_kind_is_noted() -> None:
    book, faulty = Book(), logging.getLogger("tests.faulty")
    faulty.propagate = False
    faulty.addHandler(Faults(book.log, "ssh fault"))
    faulty.warning("my secret %s", "name")
    try:
        raise ValueError("another secret")
    except ValueError:
        faulty.exception("a third secret")
    assert [(line["event"], line["why"]) for line in book.lines] == [
        ("ssh fault", "WARNING"), ("ssh fault", "ValueError")
    ]  # fmt: skip
    assert "secret" not in json.dumps(book.lines)
