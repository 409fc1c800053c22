"""Lines from what a client sends: as it comes from a pipe, or edited on a terminal, where each key has to be echoed."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len

from tutor.notation.visible import is_text

LONGEST = 20_000
"""Characters of one line; what is longer is cut."""

INTERRUPT, ERASE_LINE, ERASE_WORD, END = "\x03", "\x15", "\x17", "\x04"
ERASE = ("\x7f", "\x08")
TAB = "\t"


@dataclass(frozen=True, slots=True)
class Line:
    """One line that was ended."""

    text: str


Typed = Line | Literal["interrupt", "end"]


class LineTyping:
    """The line that is being typed. `echo` writes to the client's terminal; None where there is none."""

    def __init__(self, echo: Callable[[str], None] | None) -> None:
        self._echo = echo
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._last = ""
        self._sequence = ""
        self.text = ""
        """What has been typed of it so far."""

    def feed(self, data: bytes) -> Iterator[Typed]:
        """What these bytes come to."""
        for character in self._decoder.decode(data):
            typed = self._pipe(character) if self._echo is None else self._key(character, self._echo)
            if typed is not None:
                yield typed

    def _pipe(self, character: str) -> Typed | None:
        if character != "\n":
            self._add(character)
            return None
        return self._ended()

    def _key(self, character: str, echo: Callable[[str], None]) -> Typed | None:
        before, self._last = self._last, character
        if self._swallow(character):
            return None
        if character == "\n" and before == "\r":
            return None
        if character in "\r\n":
            echo("\r\n")
            return self._ended()
        if character == INTERRUPT:
            self.text = ""
            echo("^C\r\n")
            return "interrupt"
        if character == END:
            # Twice in a row it ends with a line begun, as it does where the terminal keeps the line.
            return "end" if not self.text or before == END else None
        if character in ERASE:
            self._erase(1, echo)
        elif character == ERASE_LINE:
            self._erase(len(self.text), echo)
        elif character == ERASE_WORD:
            self._erase(len(self.text) - self.text.rstrip().rfind(" ") - 1, echo)
        elif (is_text(character) or character == TAB) and len(self.text) < LONGEST:
            # Rows pasted from a table are parted by tabs, which no backspace would take back.
            shown = " " if character == TAB else character
            self._add(shown)
            echo(shown)
        return None

    def _swallow(self, character: str) -> bool:
        """True within what arrow keys and the like send: nothing of it belongs to a line."""
        if not self._sequence:
            self._sequence = character if character == "\x1b" else ""
            return bool(self._sequence)
        first = len(self._sequence) == 1
        if first and character not in "[O":
            self._sequence = ""
            return False
        self._sequence = self._sequence + character if first or not "@" <= character <= "~" else ""
        return True

    def _ended(self) -> Line:
        line, self.text = Line(self.text.rstrip("\r")), ""
        return line

    def _add(self, character: str) -> None:
        if len(self.text) < LONGEST:
            self.text += character

    def _erase(self, count: int, echo: Callable[[str], None]) -> None:
        if not self.text or count < 1:
            return
        kept, gone = self.text[:-count], self.text[-count:]
        self.text = kept
        width = cell_len(gone)
        echo("\b" * width + " " * width + "\b" * width)
