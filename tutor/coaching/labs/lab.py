"""What every laboratory is: a frozen value with parts, moves and at most one field, for any front end to show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self

from tutor.lessons.labs import LabName


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """One thing that can be done: a key on a screen, a word where lines are typed.

    `move` is what `Lab.press` takes and the word of the plain form, `key` Textual's name of the key (several with
    commas between), `shown` what people read, `label` the footer's word, `what` a sentence for the help screen.
    Without a `label` it is not in the footer: there another one's `shown` stands for both, such as ↑↓.
    With `drawn` it is for the eyes alone, such as a pointer: there is no such move where things are read out.
    """

    move: str
    key: str
    shown: str
    label: str
    what: str
    drawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A line to type into. `text` is what stands in it at first, `help` a word or two where it is empty.

    With `numbers` only these can be typed: a word is a mistyped move.
    """

    prompt: str
    text: str = ""
    help: str = ""
    numbers: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a move had to say, in a sentence or two.

    With `stays`, what was typed was not taken, and stands there to be mended.
    """

    text: str
    kind: Literal["good", "bad", "note"] = "note"
    stays: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lab:
    """A laboratory at one moment. Every move gives the next value; none raises, none changes this one."""

    name: ClassVar[LabName]
    title: ClassVar[str]
    parts: ClassVar[tuple[str, ...]]
    """What `n` and `b` go through; one at least."""
    pace: ClassVar[float] = 0.0
    """Seconds at least between two states of `work`, so that eyes can follow."""

    part: int = 0
    said: Said | None = None

    def go(self, by: int) -> Self:
        """The part so many on; the same value where there is none."""
        place = self.part + by
        return replace(self, part=place, said=None) if 0 <= place < len(self.parts) else self

    def controls(self) -> tuple[Control, ...]:
        """What can be done now beside going through the parts, the most important first."""
        return ()

    def press(self, move: str) -> Self:
        """Do this; where it does not fit now, say so."""
        return self

    def field(self) -> Field | None:
        """The line that can be typed into on this part, if there is one."""
        return None

    @property
    def asked(self) -> str:
        """What the field asks for; empty where there is none. Another question begins with another text in it."""
        field = self.field()
        return field.prompt if field is not None else ""

    def enter(self, text: str) -> Self:
        """Take what was typed into the field; what can't be read changes nothing, and is said."""
        return self

    def work(self) -> Iterator[Self] | None:
        """Long work that the last move began: its states one after another, the last one done. Each takes at most
        about 50 ms to reach. None where there is nothing to do."""
        return None
