"""Pressing what `tests.journey` says: keys one by one, texts as one paste, as quick as the app takes them.

`Pilot.press` waits for the processor to be idle after each key, which costs 50 ms and more on a busy machine.
Here a key is sent as the terminal's driver sends it, and then everything that it set off is waited for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual import events
from textual.pilot import Pilot

from tests.journey import TEXT

CHARACTERS = {
    "enter": "\r", "tab": "\t", "space": " ", "escape": "\x1b", "backspace": "\x7f", "question_mark": "?",
    "full_stop": ".", "minus": "-", "slash": "/", "left_square_bracket": "[", "right_square_bracket": "]",
}  # fmt: skip
"""What a terminal sends with the keys whose names are not their characters."""

NAMES = {character: name for name, character in CHARACTERS.items()}

ROUNDS = 3
"""How often every widget is waited for: a key's message, what it posts to a screen, and what that one mounts."""


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until every widget has handled what was sent to it, and what came of that."""
    for _ in range(ROUNDS):
        await pilot.pause(0)


def key_event(key: str) -> events.Key:
    """The event of one key, by Textual's name or as its character."""
    name = NAMES.get(key, key)
    return events.Key(name, CHARACTERS.get(name) or (key if len(key) == 1 else None))


async def press(pilot: Pilot[Any], keys: Iterable[str]) -> None:
    """Press these keys; a text goes to the field that has the focus, as a terminal's paste does."""
    for key in keys:
        if key.startswith(TEXT):
            await paste(pilot, key.removeprefix(TEXT))
        else:
            pilot.app.post_message(key_event(key))
            await settle(pilot)


async def paste(pilot: Pilot[Any], text: str) -> None:
    """Paste a text where the focus is."""
    assert pilot.app.focused is not None, f"nothing takes {text!r}"
    pilot.app.post_message(events.Paste(text))
    await settle(pilot)
