"""What a terminal sends, as keys and pastes. Textual's parser ends at a sequence with odd numbers in it; this goes on.

Such sequences come from terminals set to something else, from lines with a fault, in pastes, and from those who try.
So does a paste without an end, of which no more is gathered than a field could take.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

# The parser of keys, by the name that another driver has for it: its own module is private.
from textual.drivers.web_driver import XTermParser  # type: ignore[attr-defined]
from textual.message import Message

from tutor.look.pastes import Pastes

SEQUENCES = re.compile("(\x1b\\[[0-?]*[ -/]*[@-~])")
"""The sequences that stand for keys, the mouse and answers, each with numbers in it."""


LONGEST_PASTE = 20_000
"""Characters of one paste: no field takes more."""


class TolerantParser:
    """Textual's parser, begun anew after what it stumbles over."""

    def __init__(self) -> None:
        self._parser = XTermParser()
        self._pastes = Pastes(LONGEST_PASTE)

    def feed(self, text: str) -> Iterator[Message]:
        """What this text means, together with what came before it."""
        # To the parser an empty text is the end; what it stumbles over is at most one piece of it.
        for piece in filter(None, SEQUENCES.split(self._pastes.through(text))):
            yield from self._understood(self._parser.feed(piece))

    def tick(self) -> Iterator[Message]:
        """What was begun means by itself, where nothing more comes: a lone Esc."""
        return self._understood(self._parser.tick())

    def _understood(self, messages: Iterable[Message]) -> Iterator[Message]:
        """These messages, as far as the parser comes with what they are made from."""
        try:
            yield from messages
        except (ValueError, OverflowError, LookupError):
            self._parser = XTermParser()
