"""What is said and what is typed: wrapped lines out, one line in. Knows nothing of lessons."""

from __future__ import annotations

import re
from typing import Protocol

from rich.cells import cell_len, set_cell_size

from tutor.notation.aloud import raised_aloud
from tutor.notation.transliteration import plain
from tutor.notation.visible import printable, visible
from tutor.rendering.spoken import wrapped

WIDTH = 80
NARROWEST, WIDEST = 20, 200
LONGEST_PROMPT, CUT, END = 60, "...", "> "

QUIT_HINT = "To quit, type quit. Every answer is kept as you give it."

KEY_CODES = re.compile("\x1b(?:\\[[0-9;]*[A-Za-z~]|O.)?|[\x08\x7f]")
"""What arrow keys and the like leave in a line that is read as it is. Other such characters are for the reader."""


class Leave(Exception):  # nothing is wrong
    """The learner leaves the tutor."""


class Cut(Leave):
    """No line can come any more. `text` is what had been typed of the last one, without its end."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.text = text


class Interrupted(Exception):
    """Ctrl+C while a line was waited for."""


class Lines(Protocol):
    """The two ends of a conversation: a terminal, a pipe, a connection, a list in a test."""

    def read(self, prompt: str) -> str:
        """The next line, without its end. Raises `Cut` where none can come, `Interrupted` at Ctrl+C."""

    def write(self, line: str) -> None:
        """Write one line, given without its end."""

    def interrupted(self) -> bool:
        """True once for each Ctrl+C outside `read`, and from the moment on that the conversation is to end."""


class Talk:
    """Says texts at a width, in ASCII where asked, and asks for lines."""

    def __init__(self, lines: Lines, *, width: int = WIDTH, ascii: bool = False) -> None:
        self.lines = lines
        self.width = max(NARROWEST, min(width, WIDEST))
        self.ascii = ascii

    def say(self, *texts: str) -> None:
        """Write these texts, one under the other; empty ones are left out."""
        for text in texts:
            if text:
                shown = visible(plain(text) if self.ascii else text)
                for line in wrapped(shown.replace("\t", "    "), self.width):
                    self.lines.write(line)

    def tell(self, *texts: str) -> None:
        """The same for what a lesson says: raised signs, which many screen readers skip, are put into words."""
        self.say(*map(raised_aloud, texts))

    def gap(self) -> None:
        """An empty line."""
        self.lines.write("")

    def ask(self, prompt: str) -> str:
        """The next line. What keys such as the arrows leave in it is taken out; Ctrl+C says how to quit."""
        shown = printable(plain(prompt) if self.ascii else prompt)
        most = min(LONGEST_PROMPT, self.width - len(END))
        if cell_len(shown) > most:
            shown = set_cell_size(shown, most - len(CUT)) + CUT
        while True:
            try:
                return KEY_CODES.sub("", self.lines.read(shown + END))
            except Interrupted:
                self.say(QUIT_HINT)
            except Cut as cut:
                raise Cut(KEY_CODES.sub("", cut.text)) from None
