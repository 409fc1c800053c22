"""Bytes that are no UTF-8, as terminals set to Latin-1 send them, and more keys than can be handled."""

from __future__ import annotations

import asyncio
import os
import queue
import signal
import threading
from collections.abc import Callable, Iterator

import pytest
from textual.app import App
from textual.message import Message

from tests.terminal import Terminal
from tests.test_through_terminal import READY, press
from tutor.look import keyboard
from tutor.look.keyboard import AHEAD, TolerantDriver


@pytest.mark.parametrize("data", [b"\xe9", b"\xff\xfe", b"\xe2\x88", b"\xed\xa0\x80", b"\x80\x1b[A"])
@pytest.mark.parametrize(
    ("keys", "there"),
    [(["p"], "enter submit"), (["w", "tab"], "esc calculate"), (["?"], "q back"), ([], READY)],
    ids=["practice", "workbench", "help", "home"],
)
def test_bytes_that_are_no_text_end_nothing(data: bytes, keys: list[str], there: str) -> None:
    """What was typed stays, and what comes after them is taken as ever."""
    with Terminal() as t:
        t.wait_for(READY)
        for key in keys:
            t.send(key)
            t.wait_for("tab form" if key == "w" else there)
        t.wait_for(there)
        typing = keys in (["p"], ["w", "tab"])
        if typing:
            press(t, "4", "2")
            t.wait_for("42")
        os.write(t.fileno(), data)
        t.quiet(0.1)
        if typing:
            press(t, "7")
            t.wait_for("7")
            assert "42" in t.screen()
        press(t, "ctrl+q")
        assert t.exit_code() == 0
        assert t.left_behind() == []


@pytest.mark.parametrize("sequence", ["\x1b[97;177:2;1u", "\x1b[1114112;1u", "\x1b[97;5;99999999999999999999u"])
def test_a_sequence_with_odd_numbers_ends_nothing(sequence: str) -> None:
    """What broke: a key with the kind of its event, as some terminals report it, ended the tutor; so did others.

    What comes right before and after it is taken.
    """
    with Terminal() as t:
        t.wait_for(READY)
        press(t, "p")
        t.wait_for("enter submit")
        t.send(f"4{sequence}2{sequence}")
        t.wait_for("42")
        press(t, "ctrl+q")
        assert t.exit_code() == 0
        assert t.left_behind() == []


def test_a_sign_in_two_pieces_is_one_sign() -> None:
    """A slow line may part the three bytes of √."""
    first, rest = "√".encode()[:1], "√".encode()[1:]
    with Terminal() as t:
        t.wait_for(READY)
        press(t, "p")
        t.wait_for("enter submit")
        press(t, "1", "/")
        os.write(t.fileno(), first)
        t.quiet(0.3)
        os.write(t.fileno(), rest)
        press(t, "2")
        t.wait_for("1/√2")
        press(t, "ctrl+q")
        assert t.exit_code() == 0


class Slow(App[None]):
    """An app, or a screen of it, that does what it is asked for only when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: queue.Queue[Callable[[], object]] = queue.Queue()

    def call_later(self, callback: Callable[..., object], *args: object, **kwargs: object) -> bool:
        self.asked.put(callback)
        return True


class Counting(TolerantDriver):
    """Counts what it would hand on."""

    count = 0

    def process_message(self, message: Message) -> None:
        self.count += 1


@pytest.fixture
def as_before() -> Iterator[None]:
    """The driver's signal handlers are the test's no more."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("as_before")
async def test_what_comes_faster_than_it_is_handled_waits_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """What broke: a file poured into a terminal without bracketed paste took gigabytes of memory."""
    monkeypatch.setattr(keyboard, "LOOKS", 10_000)
    app = Slow()
    driver = Counting(app)
    driver.fileno, writer = os.pipe()
    thread = threading.Thread(target=driver.run_input_thread)
    thread.start()
    try:
        os.write(writer, b"7" * (2 * AHEAD + 44))
        for handed_on in (AHEAD, 2 * AHEAD):
            behind_them = await asyncio.to_thread(app.asked.get, timeout=10)
            assert driver.count == handed_on
            # The app comes to it and puts the sign behind what it has handed on; then that has been handled too.
            behind_them()
            (await asyncio.to_thread(app.asked.get, timeout=10))()
        while driver.count < 2 * AHEAD + 44:
            await asyncio.to_thread(thread.join, 0.01)
        assert app.asked.empty()
    finally:
        driver.exit_event.set()
        thread.join(10)
        os.close(writer)
        os.close(driver.fileno)


def test_a_long_text_without_brackets_arrives_whole() -> None:
    """More than may wait, at once; what comes after it as well."""
    with Terminal() as t:
        t.wait_for(READY)
        press(t, "w", "tab")
        t.wait_for("esc calculate")
        t.send("7" * (AHEAD + 44))
        t.send("ctrl+a")
        t.send("5 ")
        t.wait_for("Q 1×3", timeout=60)
        press(t, "ctrl+q")
        assert t.exit_code() == 0
