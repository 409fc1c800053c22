"""What comes in from a client becomes keys: an escape that nothing follows is the key itself, whatever came before."""

from __future__ import annotations

import asyncio

import pytest
from textual import events
from textual.message import Message

from tutor.server.driver import Keyboard


class Seen:
    """Stands for a driver: keeps the keys that it is handed."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.news = asyncio.Event()

    def resize(self, columns: int, rows: int) -> None:
        """A size is no key."""

    def process_message(self, message: Message) -> None:
        if isinstance(message, events.Key):
            self.keys.append(message.key)
            self.news.set()


@pytest.mark.parametrize("apart", [0.0, 0.03, 0.08, 0.3])
async def test_a_lone_escape_is_a_key(apart: float) -> None:
    """Enter, a moment, Esc, and then nothing: Esc comes by itself, and a letter afterwards is that letter."""
    seen, keyboard = Seen(), Keyboard((80, 24), full=lambda _: None)
    keyboard.attach(seen)  # type: ignore[arg-type]
    keyboard.feed(b"\r")
    asyncio.get_running_loop().call_later(apart, keyboard.feed, b"\x1b")
    async with asyncio.timeout(5):
        while seen.keys[-1:] != ["escape"]:
            seen.news.clear()
            await seen.news.wait()
        keyboard.feed(b"q")
        while seen.keys != ["enter", "escape", "q"]:
            seen.news.clear()
            await seen.news.wait()
    keyboard.detach()
