"""Many learners at once: each one's work is whole and nobody else's, and nothing of them stays when they have gone."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from tests.server.classroom import PATIENCE, Client, connect, sit_down, to_the_number
from tutor.app import TutorApp
from tutor.server.driver import MOST_COLUMNS, MOST_ROWS
from tutor.server.log import Log
from tutor.server.rules import Patience, Rules
from tutor.server.serving import serve
from tutor.surroundings import Surroundings


class House:
    """A server in this very process, so that one can see what it keeps."""

    def __init__(self, state: Path) -> None:
        self.state = state
        self.port = 0
        self.notes: list[dict[str, object]] = []

    def ended(self) -> list[dict[str, object]]:
        """The sessions that have ended."""
        return [note for note in self.notes if note["event"] == "end"]

    async def all_gone(self, count: int) -> None:
        """Wait until so many sessions have ended."""
        async with asyncio.timeout(PATIENCE):
            while len(self.ended()) < count:
                await asyncio.sleep(0.01)

    def events(self, name: str) -> list[dict[str, object]]:
        """Everything that was recorded of a learner; a line that is not whole fails."""
        files = sorted((self.state / name / "journal").glob("*.jsonl"))
        return [json.loads(line) for file in files for line in file.read_text().splitlines()]


@asynccontextmanager
async def house_in(folder: Path, **patience: float) -> AsyncIterator[House]:
    """An open server, until the block is left."""
    house, stop, ready = House(folder / "class"), asyncio.Event(), asyncio.Event()
    streams = sys.stdout, sys.stderr

    def settle() -> None:
        sys.stdout, sys.stderr = streams

    def is_ready(port: int, _fingerprint: str) -> None:
        house.port = port
        ready.set()

    rules = Rules(
        state=house.state,
        port=0,
        open=True,
        max_sessions=100,
        patience=Patience(**patience),
        base=Surroundings(),
        settle=settle,
        progress=lambda *_: "",
    )
    log = Log(lambda line: house.notes.append(json.loads(line)), time.time)
    task = asyncio.create_task(serve(rules, log, ready=is_ready, stop=stop))
    waiting = asyncio.create_task(ready.wait())
    try:
        await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        assert ready.is_set(), task
        yield house
    finally:
        stop.set()
        await task
        gc.unfreeze()


def apps() -> int:
    """How many apps are alive."""
    gc.collect()
    return sum(isinstance(each, TutorApp) for each in gc.get_objects())


async def answer(house: House, name: str, text: str) -> tuple[asyncssh.SSHClientConnection, Client]:
    """A learner answers a page of the first lesson, key by key, and is judged right."""
    _, connection, client = await to_the_number(house.port, name, text)
    client.chan.write(b"\r")
    await client.until("✓".encode())
    return connection, client


async def type_at_once(folder: Path, count: int) -> None:
    """So many learners at once, each with an answer of their own that is right, and some who are cut off then."""
    answers = {f"learner{i}": f"1/sqrt(2)+{i}-{i}" for i in range(count)}
    before = sys.stdout, sys.stderr
    async with house_in(folder) as house:
        people = await asyncio.gather(*(answer(house, name, text) for name, text in answers.items()))
        # They leave in another order than they came.
        for number, (connection, client) in enumerate(reversed(people)):
            if number % 3:
                client.chan.write(b"\x11")
                await asyncio.wait_for(client.is_closed.wait(), PATIENCE)
                assert client.exit == 0
                assert client.seen.endswith(b"\x1b[0m")
            connection.abort()
        await house.all_gone(count)
        assert (sys.stdout, sys.stderr) == before
        for name, text in answers.items():
            events = house.events(name)
            assert [event["raw"] for event in events if event["type"] == "answer"] == [text]
            assert {event["learner"] for event in events if event["type"] == "session"} == {name}
            assert (events[0]["type"], events[-1]["type"]) == ("session", "end")
        assert all("1/sqrt" not in json.dumps(note) for note in house.notes)
        for _, client in people:
            client.seen = b""


async def test_ten_at_once(tmp_path: Path) -> None:
    await type_at_once(tmp_path, 10)


@pytest.mark.slow
async def test_thirty_at_once(tmp_path: Path) -> None:
    await type_at_once(tmp_path, 30)


async def test_nothing_stays_of_those_who_were_cut_off(tmp_path: Path) -> None:
    """Fifty learners vanish, each in the middle of something: no app, no task and no turned-aside stream is left."""
    before = sys.stdout, sys.stderr
    async with house_in(tmp_path) as house:
        tasks = len(asyncio.all_tasks())
        for turn in range(5):
            people = await asyncio.gather(*(sit_down(house.port, f"learner{i}") for i in range(10)))
            for _, client in people:
                client.chan.write(b"w")
            for connection, client in people:
                await client.until(lambda seen: b"scores" in seen)
                connection.abort()
            del people, connection, client
            await house.all_gone(10 * (turn + 1))
        async with asyncio.timeout(PATIENCE):
            while apps() or len(asyncio.all_tasks()) > tasks:
                await asyncio.sleep(0.05)
        assert (sys.stdout, sys.stderr) == before
        assert {note["why"] for note in house.ended()} == {"connection lost"}


async def test_a_client_that_reads_nothing_costs_the_others_nothing(tmp_path: Path) -> None:
    """Its screens are dropped, and after a while it is itself; somebody else works on meanwhile."""
    async with house_in(tmp_path, stuck=1.0) as house:
        stuck, client = await sit_down(house.port, "stuck", window=16_384)
        client.chan.pause_reading()
        other, working = await sit_down(house.port, "other")
        # One screen of this size is more than its window and what may wait for it. Keys would not do: on a busy machine
        # a screen that is opened and left again is never drawn.
        client.chan.change_terminal_size(MOST_COLUMNS, MOST_ROWS)
        async with asyncio.timeout(PATIENCE):
            while not house.ended():
                working.seen = b""
                working.chan.write(b"w")
                await working.until(b"scores")
                working.seen = b""
                working.chan.write(b"q")
                await working.until(b" quit")
        assert [(note["learner"], note["why"]) for note in house.ended()] == [("stuck", "stuck")]
        assert house.events("stuck") == [] or house.events("stuck")[-1]["type"] == "end"
        stuck.abort()
        other.abort()


async def test_a_flood_of_keys_waits_in_its_own_connection(tmp_path: Path) -> None:
    """Somebody sends a megabyte of anything and size after size; the others' keys are answered while it still waits."""
    async with house_in(tmp_path) as house:
        wild, client = await sit_down(house.port, "wild")
        other, working = await sit_down(house.port, "other")
        # None of them is a key that leaves: where a session has ended, nothing waits.
        noise = bytes(range(128, 256)) * 8192
        client.chan.write(noise)
        for turn in range(6):
            for size in range(1, 100):
                client.chan.change_terminal_size(size, 100 - size)
            working.seen = b""
            working.chan.write(b"w" if turn % 2 == 0 else b"q")
            await working.until(b"scores" if turn % 2 == 0 else b" quit")
        assert house.ended() == []
        assert client.chan.get_write_buffer_size() > 0
        wild.abort()
        other.abort()
        await house.all_gone(2)


async def test_who_does_nothing_is_sent_home(tmp_path: Path) -> None:
    """On a busy machine that is before the first screen; it ends in the same way."""
    async with house_in(tmp_path, idle=0.5) as house:
        connection = await connect(house.port, "ada")
        _, client = await connection.create_session(
            Client, term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        await asyncio.wait_for(client.is_closed.wait(), PATIENCE)
        assert "You have not typed for a long time" in client.seen.decode()
        assert client.exit == 0
        assert house.ended()[0]["why"] == "idle"
        connection.abort()


async def test_a_paste_is_one_event_however_long(tmp_path: Path) -> None:
    """A hundred thousand characters in brackets: cut, and nobody waits; the session goes on."""
    async with house_in(tmp_path) as house:
        connection, client = await sit_down(house.port, "ada")
        client.chan.write(b"w")
        await client.until(b"scores")
        client.chan.write(b"\t\x1b[200~" + b"1 " * 50_000 + b"\x1b[201~")
        client.chan.write(b"\x1b")
        await asyncio.sleep(0)
        client.seen = b""
        client.chan.write(b"\x11")
        await asyncio.wait_for(client.is_closed.wait(), PATIENCE)
        assert client.exit == 0
        connection.abort()
