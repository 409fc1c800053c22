"""The three numbers of a text, typed and judged as on a page: joint probability, mean loss, perplexity."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, Self

from tutor.coaching.asking.drawing import draw, separable, tells
from tutor.coaching.asking.number_problem import NumberProblem
from tutor.coaching.asking.numbers import NumberQuestion
from tutor.coaching.labs.lab import Control, Field, Said
from tutor.coaching.labs.part import Part
from tutor.coaching.verdict import Verdict
from tutor.maths.language import Unit, joint

STEPS = ("joint", "loss", "perplexity")
DIGITS = range(3, 9)
"""Decimals that may be asked: as few as leave two figures of the right answer."""

UNIT = re.compile(r"(?<=[\d.)\s])\s*(nat|bit)s?(?: per token)?\s*\.?\s*$", re.IGNORECASE)

HOW = {
    "joint": "The probability of the whole text is the product of its tokens' probabilities.",
    "loss": "Each token costs {sign}; add these up and divide by how many tokens there are.",
    "perplexity": "Perplexity is e to the mean loss in nats, or 2 to the mean loss in bits.",
}
"""The first hint to each step: the way, without numbers."""

SEEDS = 40
"""Seeds tried after one whose numbers would hide a mistake."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """An answer that was judged, or shown where `verdict` is None."""

    raw: str
    verdict: Verdict | None = None

    @property
    def closed(self) -> bool:
        """True where the step is over."""
        return self.verdict is None or self.verdict.passed


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers(Part):
    """Probabilities to work with, the last answer to each step begun, and the unit that the loss is asked in.

    `seed` is that of the probabilities where they were drawn; None for a learner's own.
    """

    probabilities: tuple[float, ...]
    seed: int | None = None
    unit: Unit = "nats"
    given: tuple[Given, ...] = ()
    hinted: int = 0
    """How many hints to the step that is asked have been given."""

    @property
    def step(self) -> int:
        """The place of the step that is asked now; 3 once all are over."""
        return sum(answer.closed for answer in self.given)

    @property
    def done(self) -> bool:
        return self.step == len(STEPS)

    def question(self, step: int) -> NumberQuestion:
        """What is asked at a step."""
        return question(self.probabilities, STEPS[step], self.unit)

    def name(self, step: int) -> str:
        """What a step asks for, with its unit."""
        return f"mean loss per token, in {self.unit}" if STEPS[step] == "loss" else self.question(step).label

    def controls(self) -> tuple[Control, ...]:
        other = Control(
            move="another", key="a", shown="a", label="another", what="Draw other probabilities and begin again."
        )
        own = Control(
            move="own", key="o", shown="o", label="own", what="Begin again with the probabilities of the part before."
        )
        if self.done:
            return (other, own)
        ask = (
            Control(move="hint", key="h", shown="h", label="hint", what="A hint to this step; the next one says more."),
            Control(
                move="show", key="s", shown="s", label="show", what="Show this step worked out, and go on to the next."
            ),
        )
        if self._doubtful:
            yes = Control(move="yes", key="y", shown="y", label="yes", what="Yes, the first reading is meant.")
            return (yes, *ask, other, own)
        return (*ask, other, own)

    @property
    def _doubtful(self) -> bool:
        """True where the last answer had two readings, or one to confirm."""
        last = self.given[-1].verdict if self.given else None
        return last is not None and last.status == "ask"

    def press(self, move: str) -> tuple[Self, Said | None]:
        match move:
            case "another":
                seed = 1 if self.seed is None else self.seed + 1
                other = drawn(seed, self.unit, other_than=self.probabilities)
                return replace(self, probabilities=other.probabilities, seed=other.seed, given=(), hinted=0), None
            case "hint" | "show" if self.done:
                return self, Said(text="All three are done. Draw another, or take your own probabilities.")
            case "hint":
                return self._hint()
            case "show":
                return self._closed(Given(raw="")), Said(text=self._ladder()[-1])
            case "yes":
                if self._doubtful:
                    return self._judged(self.given[-1].raw, reading=1)
                return self, Said(text="Nothing waits for a yes.")
        return self, Said(text=f'There is no move "{move}" here.')

    def field(self) -> Field | None:
        if self.done:
            return None
        asked = self.question(self.step)
        return Field(prompt=f"The {self.name(self.step)}, {asked.form}", help=asked.placeholder, numbers=True)

    def enter(self, text: str) -> tuple[Self, Said | None]:
        if self.done:
            return self, Said(text="All three are done. Draw another, or take your own probabilities.")
        number, unit = without_unit(text)
        if unit and STEPS[self.step] != "loss":
            said = f"This is asked without a unit: a probability and a perplexity have none. You typed {unit}."
            return self, Said(text=said, stays=True)
        if unit and unit != self.unit:
            said = f"This step asks for {self.unit}, and you typed {unit}; u changes the unit of the question."
            return self, Said(text=said, stays=True)
        return self._judged(number)

    def _judged(self, text: str, *, reading: int | None = None) -> tuple[Self, Said | None]:
        earlier = {step: answer.raw for step, answer in zip(STEPS, self.given, strict=False) if answer.raw}
        earlier.pop(STEPS[self.step], None)
        verdict = self.question(self.step).judge(text, earlier=earlier, reading=reading)
        kind: Literal["good", "bad", "note"] = "good" if verdict.passed else "bad" if verdict.counted else "note"
        message = f"{verdict.message} I read {verdict.read}." if verdict.read else verdict.message
        said = Said(text=message, kind=kind, stays=not verdict.passed)
        return self._closed(Given(raw=text, verdict=verdict)), said

    def _closed(self, answer: Given) -> Self:
        """This answer in the place of the step that is asked; another step has its hints before it."""
        hinted = 0 if answer.closed else self.hinted
        return replace(self, given=(*self.given[: self.step], answer), hinted=hinted)

    def _hints(self) -> tuple[str, ...]:
        """The hints to the step that is asked: first how it goes, then the same worked out for other numbers."""
        return (HOW[STEPS[self.step]].format(sign="−ln p" if self.unit == "nats" else "−log₂ p"), *self._ladder()[:-1])

    def _ladder(self) -> tuple[str, ...]:
        return self.question(self.step).ladder()

    def _hint(self) -> tuple[Self, Said | None]:
        hints = self._hints()
        if self.hinted == len(hints):
            return self, Said(text=f"There are no more than these {len(hints)} hints; s shows the step worked out.")
        return replace(self, hinted=self.hinted + 1), Said(text=hints[self.hinted])


def without_unit(text: str) -> tuple[str, Unit | None]:
    """A typed number without the unit behind it, and that unit; None where there is none."""
    found = UNIT.search(text)
    if found is None:
        return text, None
    return text[: found.start()], "nats" if found[1].casefold() == "nat" else "bits"


def question(probabilities: tuple[float, ...], step: str, unit: Unit) -> NumberQuestion:
    """One of the steps for these probabilities, with as few decimals as tell something of the right answer."""
    problem = NumberProblem(compute=step, inputs=(("p", probabilities),), unit=unit if step == "loss" else "nats")
    asked = NumberQuestion(prompt="", problem=problem, unit=unit if step == "loss" else "")
    digits = next((d for d in DIGITS if tells(asked.right(), d)), DIGITS[-1])
    return replace(asked, digits=digits)


def tellable(probabilities: tuple[float, ...]) -> bool:
    """True where the joint probability has two figures in the decimals that may be asked."""
    return joint(probabilities) * 10.0 ** DIGITS[-1] >= 10


def drawn(seed: int, unit: Unit, *, other_than: tuple[float, ...] = ()) -> Answers:
    """Three probabilities drawn by a seed, or by the next one on which every mistake shows at every step.

    They are not those of `other_than`, in no order.
    """
    for later in range(seed, seed + SEEDS):
        row = draw("loss", later, unit=unit).row("p")
        asked = [question(row, step, unit) for step in STEPS]
        fresh = sorted(row) != sorted(other_than)
        if fresh and all(each.problem is not None and separable(each.problem, each.digits) for each in asked):
            break
    return Answers(probabilities=row, seed=later, unit=unit)
