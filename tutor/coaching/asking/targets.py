"""A question whose answer is a row of shifted targets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tutor.coaching.asking.asked import NOTHING, Heard
from tutor.coaching.judging.targets import grade_targets, typed_tokens
from tutor.coaching.judging.wording import listed
from tutor.coaching.verdict import Verdict
from tutor.lessons.model import TargetsStep


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetQuestion:
    """The target of each input, to be typed in words. `tokens` is the whole row."""

    prompt: str
    tokens: tuple[str, ...]
    hints: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return "targets"

    @property
    def form(self) -> str:
        return f"one token for each input: {' '.join(self.tokens[:-1])}"

    @property
    def placeholder(self) -> str:
        return f"{len(self.names)} tokens with a blank between them"

    @property
    def names(self) -> tuple[str, ...]:
        """The inputs; each arrow leads to its target."""
        return tuple(f"{token} →" for token in self.tokens[:-1])

    @property
    def seed(self) -> int | None:
        return None

    @property
    def digits(self) -> int | None:
        return None

    def hear(self, raw: str) -> Heard | None:
        typed = typed_tokens(raw)
        if not typed:
            return None
        count = len(self.names)
        if len(typed) > count:
            return Heard(whole=" ".join(typed), reason=f"{len(typed)} tokens, and {count} are wanted")
        return Heard(cells=typed)

    def judge(self, raw: str, *, earlier: Mapping[str, str] = NOTHING, reading: int | None = None) -> Verdict:
        return grade_targets(self.tokens, raw)

    def ladder(self) -> tuple[str, ...]:
        """The author's hints; the last pair, since the first is in every message; the whole."""
        *_, before, last = self.tokens
        first = self.tokens[0]
        pairs = listed([f"{a} → {b}" for a, b in zip(self.tokens, self.tokens[1:], strict=False)])
        return (
            *self.hints,
            f"For example, the last input is {before}, and what comes next is {last}: its target.",
            f"{first} is an input only, {last} a target only. {pairs}. So {' '.join(self.tokens[1:])}.",
        )


def target_question(step: TargetsStep) -> TargetQuestion:
    """The question of a page."""
    return TargetQuestion(prompt=step.prompt, tokens=step.tokens, hints=step.hints)
