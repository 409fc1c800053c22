"""Own probabilities, one of them moved by the arrows: what moves more, the product, the mean loss or perplexity?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, log
from sys import float_info
from typing import Self

from tutor.coaching.labs import typed
from tutor.coaching.labs.lab import Control, Field, Said
from tutor.coaching.labs.part import Part
from tutor.maths.language import Link, Unit, chain, mean_loss, surprise
from tutor.notation.fitted import power
from tutor.notation.printer import exact, number

RUNGS = (0.0001, 0.001, 0.01, *(place / 20 for place in range(1, 21)))
"""Where the arrows stop: twentieths, and below them next to nothing."""

EXAMPLE = (0.5, 0.25, 0.125)

ROOM = 12
"""Cells for a number in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers(Part):
    """The probabilities as they were typed and as they are now; the arrows move the one at `place`.

    `unit` is what a change of the loss is told in.
    """

    typed: tuple[float, ...] = EXAMPLE
    now: tuple[float, ...] = EXAMPLE
    place: int = 0
    unit: Unit = "nats"

    def before(self, unit: Unit) -> Link:
        """What the typed ones come to."""
        return chain(self.typed, unit=unit)[-1]

    def after(self, unit: Unit) -> Link:
        """What they come to now."""
        return chain(self.now, unit=unit)[-1]

    def controls(self) -> tuple[Control, ...]:
        return (
            Control(move="more", key="right", shown="→", label="more", what="Make this probability larger."),
            Control(move="less", key="left", shown="←", label="less", what="Make this probability smaller."),
            Control(move="up", key="up", shown="↑", label="token", what="The arrows then change the token above."),
            Control(move="down", key="down", shown="↓", label="token", what="The arrows then change the token below."),
            Control(
                move="even", key="e", shown="e", label="even out", what="Make all equal, with the same product as now."
            ),
            Control(move="reset", key="r", shown="r", label="reset", what="Back to the probabilities as typed."),
        )

    def press(self, move: str) -> tuple[Self, Said | None]:
        match move:
            case "up" | "down":
                place = self.place + (1 if move == "down" else -1)
                return replace(self, place=min(max(place, 0), len(self.now) - 1)), None
            case "more" | "less":
                return self._moved(up=move == "more")
            case "even":
                return self._even()
            case "reset":
                return replace(self, now=self.typed), None
        return self, Said(text=f'There is no move "{move}" here.')

    def _moved(self, *, up: bool) -> tuple[Self, Said | None]:
        p = self.now[self.place]
        rungs = [x for x in RUNGS if (x > p if up else x < p)]
        if not rungs:
            end = (
                "1 is certain; there is no more."
                if up
                else "Smaller still costs more still: at 0 the loss is infinite."
            )
            return self, Said(text=end)
        other = min(rungs) if up else max(rungs)
        now = (*self.now[: self.place], other, *self.now[self.place + 1 :])
        factor = power(log(other) - log(p), ROOM, digits=3)
        deed = f"Token {self.place + 1} went from {exact(p)} to {exact(other)}: the product is {factor} times as large"
        change = number(abs(surprise(other, self.unit) - surprise(p, self.unit)))
        return replace(self, now=now), Said(
            text=f"{deed}, the sum of losses {change} {self.unit} {'smaller' if up else 'larger'}."
        )

    def _even(self) -> tuple[Self, Said | None]:
        """All at the geometric mean, which is 1 ÷ perplexity."""
        mean = mean_loss(map(surprise, self.now))
        share = min(max(self.now), max(min(self.now), exp(-mean)))
        now = (share,) * len(self.now)
        text = (
            f"All are 1 ÷ {power(mean, ROOM)} = {number(share)} now, and nothing else moved. So perplexity is the "
            "number of equally likely tokens that would be as surprising."
        )
        if share < float_info.min:
            text = f"All are {number(share)} now, as nearly as a float holds a number so small."
        return replace(self, now=now), Said(text=text)

    def field(self) -> Field:
        return Field(
            prompt="Your probabilities", text=" ".join(map(exact, self.typed)), help="p = 0.5 0.25 0.125", numbers=True
        )

    def enter(self, text: str) -> tuple[Self, Said | None]:
        row = typed.probabilities(text)
        if isinstance(row, Said):
            return self, row
        return replace(self, typed=row, now=row, place=0), None
