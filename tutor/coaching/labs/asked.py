"""A question in a laboratory, answered by a digit or typed, and what is said to an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor.coaching.labs.lab import Said
from tutor.notation.reader import read

NEAR = 6e-4
"""How far a typed number may lie from the right one: three decimals are enough."""


DIGITS = "123456789"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One answer to choose, and the sentence that judges it."""

    text: str
    why: str
    right: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A question answered by one key."""

    ask: str
    options: tuple[Option, ...]
    keys: str = DIGITS
    """What answers, an option each: other signs where digits are typed into a field."""

    def place(self, key: str) -> int:
        """The option that a key stands for, counted from 1; 0 where it stands for none."""
        return self.keys.find(key) + 1 if key else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A question answered by a number or a shape. `mistakes` are wrong answers, each with the sentence it gets."""

    ask: str
    kind: Literal["number", "shape"]
    right: tuple[float, ...]
    why: str
    mistakes: tuple[tuple[tuple[float, ...], str], ...]
    otherwise: str


Question = Choice | Typed


def choose(asked: Choice, digit: int) -> Said:
    """What is said to the option with this digit, counted from 1."""
    if not 1 <= digit <= len(asked.options):
        return Said(text=f"The options are {asked.keys[0]} to {asked.keys[len(asked.options) - 1]}.")
    option = asked.options[digit - 1]
    return Said(text=option.why, kind="good" if option.right else "bad")


def judge(asked: Typed, text: str) -> Said:
    """What is said to a typed answer; what can't be read costs nothing."""
    shape = asked.kind == "shape"
    reading = read(text, expect=(len(asked.right),) if shape else (), stage=asked.kind)
    if reading.status != "read" or None in reading.cells:
        wanted = "Type a shape, rows first, for example 2×4." if shape else "Type one number, for example 0.5."
        return Said(text=reading.reason or wanted, stays=True)
    typed = tuple(cell for cell in reading.cells if cell is not None)
    if _same(typed, asked.right):
        return Said(text=asked.why, kind="good")
    why = next((why for wrong, why in asked.mistakes if _same(typed, wrong)), asked.otherwise)
    return Said(text=why, kind="bad")


def _same(typed: tuple[float, ...], wanted: tuple[float, ...]) -> bool:
    return len(typed) == len(wanted) and all(abs(a - b) <= NEAR for a, b in zip(typed, wanted, strict=True))
