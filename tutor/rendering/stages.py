"""The way through the stages of a calculation, one at a time, with softmax open or closed: for any front end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tutor.maths.problem import STAGES

WORDS = {"scores": "scores", "scaled": "scale", "masked": "mask", "weights": "softmax", "output": "mix"}
"""What each stage is called where they stand in a row."""

INSIDE = {"shifted": "subtract", "exponentials": "exponentiate", "row_sum": "sum", "weights": "divide"}
"""The four steps of softmax, once it is opened."""

OPENED = ("scores", "scaled", "masked", "shifted", "exponentials", "row_sum", "weights", "output")


def stages_to(until: str, *, inside: bool) -> tuple[str, ...]:
    """The stages up to `until`, with softmax as one step or as four."""
    every = OPENED if inside else STAGES
    return every[: every.index(until) + 1] if until in every else every


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """Where one is: the stage, whether softmax is open, and which of the heads, counted from 0."""

    stage: str = "scores"
    until: str = "output"
    inside: bool = False
    head: int = 0
    heads: int = 1

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages that one goes through now."""
        return stages_to(self.until, inside=self.inside)

    @property
    def is_last(self) -> bool:
        """True at the last of them."""
        return self.stage == self.stages[-1]

    @property
    def word(self) -> str:
        """What the stage is called."""
        return INSIDE[self.stage] if self.inside and self.stage in INSIDE else WORDS[self.stage]

    @property
    def place(self) -> str:
        """Which stage of how many."""
        return f"stage {self.stages.index(self.stage) + 1} of {len(self.stages)}"

    def step(self, by: int) -> Walk | None:
        """The stage so many on; None where there is none."""
        place = self.stages.index(self.stage) + by
        return replace(self, stage=self.stages[place]) if 0 <= place < len(self.stages) else None

    def toggled(self) -> Walk:
        """Softmax opened, at its first step; or closed again. The same where it is none of the stages."""
        if "weights" not in self.stages:
            return self
        if not self.inside:
            return replace(self, inside=True, stage="shifted")
        return replace(self, inside=False, stage="weights" if self.stage in INSIDE else self.stage)

    def next_head(self) -> Walk:
        """The next head; after the last one, the first."""
        return replace(self, head=(self.head + 1) % self.heads)

    def at_head(self, head: int) -> Walk:
        """At the same stage of this head, counted from 0."""
        return replace(self, head=head)

    def at(self, stage: str) -> Walk:
        """At this stage, with softmax open where it lies inside."""
        return replace(self, stage=stage, inside=stage in INSIDE and stage != "weights")
