"""The laboratory on the chain rule: a text walked, own probabilities, the three numbers typed, and padding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import field as value_by
from typing import Any, ClassVar, Self

from tutor.coaching.labs import typed
from tutor.coaching.labs.chain_answers import Answers, drawn, tellable
from tutor.coaching.labs.chain_numbers import Numbers
from tutor.coaching.labs.chain_padding import Padding
from tutor.coaching.labs.chain_walk import Walk
from tutor.coaching.labs.lab import Control, Field, Lab, Said
from tutor.coaching.labs.part import Part
from tutor.lessons.labs import LabName, LabValue
from tutor.maths.language import Unit

HOLDERS = ("walk", "numbers", "answers", "padding")
"""Which attribute holds each part."""

FIRST_SEED = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainLab(Lab):
    """The four parts, and the unit that all of them use."""

    name: ClassVar[LabName] = "chain"
    title: ClassVar[str] = "The chain rule"
    parts: ClassVar[tuple[str, ...]] = ("walk a text", "your numbers", "your answers", "padding")

    unit: Unit = "nats"
    walk: Walk = value_by(default_factory=Walk)
    numbers: Numbers = value_by(default_factory=Numbers)
    answers: Answers = value_by(default_factory=lambda: drawn(FIRST_SEED, "nats"))
    padding: Padding = value_by(default_factory=Padding)

    @property
    def shown(self) -> Part:
        """The part on show."""
        part: Part = getattr(self, HOLDERS[self.part])
        return part

    def controls(self) -> tuple[Control, ...]:
        other = "bits" if self.unit == "nats" else "nats"
        unit = Control(
            move="unit", key="u", shown="u", label=other, what=f"Give losses in {other}; perplexity stays the same."
        )
        return (*self.shown.controls(), *(() if isinstance(self.shown, Padding) else (unit,)))

    def press(self, move: str) -> Self:
        if move == "unit" and not isinstance(self.shown, Padding):
            return self._in("bits" if self.unit == "nats" else "nats")
        if move == "own" and isinstance(self.shown, Answers):
            return self._own()
        return self._with(*self.shown.press(move))

    def field(self) -> Field | None:
        return self.shown.field()

    def enter(self, text: str) -> Self:
        return self._with(*self.shown.enter(text))

    def _with(self, part: Part, said: Said | None) -> Self:
        changed: dict[str, Any] = {HOLDERS[self.part]: part}
        return replace(self, said=said, **changed)

    def _in(self, unit: Unit) -> Self:
        """In another unit; a loss that was answered in the old one is asked again."""
        answers = replace(self.answers, unit=unit, given=self.answers.given[:1], hinted=0)
        numbers = replace(self.numbers, unit=unit)
        said = "1 bit is ln 2 = 0.6931 nats, one halving. Perplexity is the same in both: e^nats = 2^bits."
        return replace(self, unit=unit, numbers=numbers, answers=answers, said=Said(text=said))

    def _own(self) -> Self:
        """The learner's own probabilities, to be answered for."""
        now = self.numbers.now
        if not tellable(now):
            text = "Your probabilities multiply to so little that no decimals would show it. Take larger or fewer ones."
            return replace(self, said=Said(text=text))
        answers = replace(self.answers, probabilities=now, seed=None, given=(), hinted=0)
        return replace(self, answers=answers, said=Said(text=f'These are the ones from the part "{self.parts[1]}".'))


def start(values: Mapping[str, LabValue]) -> ChainLab:
    """The laboratory at `p` and `unit` of a page; with `p` it opens at the part that moves probabilities."""
    unit: Unit = "bits" if values.get("unit") == "bits" else "nats"
    lab = ChainLab(unit=unit, numbers=Numbers(unit=unit), answers=drawn(FIRST_SEED, unit))
    p = values.get("p")
    if p is None:
        return lab
    row = p if isinstance(p, tuple) else (p,)
    if not all(isinstance(x, int | float) for x in row):
        return replace(lab, said=Said(text="p has to be a row of probabilities; here is an example instead."))
    floats = tuple(float(x) for x in row)
    problem = typed.unfit(floats)
    if problem is not None:
        return replace(lab, said=problem)
    return replace(lab, part=1, numbers=Numbers(typed=floats, now=floats, unit=unit))
