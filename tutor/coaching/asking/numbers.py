"""A question whose answer is one number, or one row of probabilities."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tutor.coaching.asking.asked import NOTHING, Heard, heard_numbers
from tutor.coaching.asking.number_problem import PROBABILITIES, NumberProblem, right_values, said
from tutor.coaching.verdict import Verdict
from tutor.lessons.calculations import CALCULATIONS
from tutor.lessons.model import NumberStep, WrongAnswer
from tutor.lessons.numbers import NAMED
from tutor.maths.language import Unit
from tutor.notation.printer import number
from tutor.notation.reader import read

LABELS = {
    "dot": "dot product",
    "length": "length",
    "joint": "joint probability",
    "loss": "loss",
    "perplexity": "perplexity",
    "surprise": "surprise",
    "softmax": "probability",
    "weight": "weight",
    "mixed": "mix",
    "entropy": "entropy",
    "sinusoid": "component",
}
TIMES = re.compile(r"(?<=[\d)])(?<!\b0)\s*[xX]\s*(?=[\d(√.])")
"""An x between two numbers; 0x10 is another way to write numbers, and no product."""

ROW_LABELS = {"softmax": "probabilities", "weight": "weights"}


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberQuestion:
    """One number to type, to `digits` decimals.

    Either `problem` is worked out, or `answer` is right and comes to `value`. `body` is the page's text, and `seed`
    that of its numbers, where they are drawn.
    """

    prompt: str
    body: str = ""
    hints: tuple[str, ...] = ()
    digits: int = 3
    unit: str = ""
    problem: NumberProblem | None = None
    answer: str = ""
    value: float = 0.0
    mistakes: tuple[WrongAnswer, ...] = ()
    seed: int | None = None

    @property
    def label(self) -> str:
        name = "answer"
        if self.problem is not None:
            names = ROW_LABELS if self.problem.is_row else LABELS
            name = names[self.problem.compute]
        return f"{name} in {self.unit}" if self.unit else name

    @property
    def form(self) -> str:
        if not self.digits:
            return "a whole number"
        return f"{self.digits} decimal{'s' * (self.digits > 1)}"

    @property
    def placeholder(self) -> str:
        if self.problem is not None and self.problem.is_row:
            return f"{len(self.names)} numbers with a blank between them; 2/3 and √5 are fine"
        return "a number, or a calculation such as 2^10" if not self.digits else "a number; 2/3, √5 and ln(3) are fine"

    @property
    def names(self) -> tuple[str, ...]:
        if self.problem is None or not self.problem.is_row:
            return ("",)
        letter = "t" if self.problem.compute == "softmax" else "k"
        return tuple(f"{letter}{i}" for i in range(1, len(self.problem.logits) + 1))

    @property
    def read_as(self) -> str:
        """The context that the reader is given."""
        if self.problem is not None:
            return "probability" if self.problem.compute in PROBABILITIES else "number"
        return "probability" if not self.unit and 0 <= self.value <= 1 else "number"

    def hear(self, raw: str) -> Heard | None:
        if not raw.strip():
            return None
        raw = with_times(raw)
        expect = (len(self.names),) if self.problem is not None and self.problem.is_row else ()
        return heard_numbers(read(raw, expect=expect, stage=self.read_as, blanks=bool(expect)), len(self.names))

    def judge(self, raw: str, *, earlier: Mapping[str, str] = NOTHING, reading: int | None = None) -> Verdict:
        from tutor.coaching.judging.numbers import grade_answer, grade_calculation

        raw = with_times(raw)
        if self.problem is not None:
            return grade_calculation(self.problem, raw, digits=self.digits, earlier=earlier, reading=reading)
        return grade_answer(
            self.value, raw, read_as=self.read_as, digits=self.digits, mistakes=self.mistakes, reading=reading
        )

    def ladder(self) -> tuple[str, ...]:
        """The author's hints; for a calculation the same with other numbers; and the whole."""
        if self.problem is not None:
            from tutor.coaching.asking.number_worked import example, worked

            return (*self.hints, example(self.problem), f"{worked(self.problem, self.digits)}.")
        result = number(self.value, digits=self.digits)
        same = re.sub(r"\s", "", self.answer) == result
        return (*self.hints, f"The answer is {result}." if same else f"{self.answer} = {result}.")

    def right(self) -> tuple[float, ...]:
        """The right number, or the right row."""
        return right_values(self.problem) if self.problem is not None else (self.value,)


def with_times(raw: str) -> str:
    """A typed number in which x stands for times, with the sign for it: 3x10 is 3*10. No key is hidden here."""
    return TIMES.sub("*", raw)


def number_question(step: NumberStep, *, seed: int) -> NumberQuestion:
    """The question of a page; `seed` counts where its numbers are drawn."""
    if not step.compute:
        if step.pools:
            from tutor.coaching.asking.drawing import draw_answer

            step = draw_answer(step, seed)
        return NumberQuestion(
            prompt=step.prompt,
            body=step.body,
            hints=step.hints,
            digits=step.digits,
            unit=step.unit,
            answer=step.answer,
            value=step.value or 0.0,
            mistakes=step.mistakes,
            seed=seed if step.draw else None,
        )
    problem = (
        _drawn(step, seed)
        if step.draw
        else NumberProblem(compute=step.compute, inputs=step.inputs, unit=log_unit(step))
    )
    return NumberQuestion(
        prompt=filled(step.prompt, problem),
        body=step.body,
        hints=tuple(filled(hint, problem) for hint in step.hints),
        digits=step.digits,
        unit=step.unit,
        problem=problem,
        seed=seed if step.draw else None,
    )


def log_unit(step: NumberStep) -> Unit:
    """The unit of the calculation's logarithms."""
    return "bits" if CALCULATIONS[step.compute].has_log and step.unit == "bits" else "nats"


def _drawn(step: NumberStep, seed: int) -> NumberProblem:
    from tutor.coaching.asking.drawing import draw

    named = NAMED.findall(step.prompt)
    optional = [name for name in CALCULATIONS[step.compute].optional if name in named]
    return draw(step.compute, seed, named=optional, unit=log_unit(step), digits=step.digits)


def filled(text: str, problem: NumberProblem) -> str:
    """A text with each {name} replaced by the input of that name."""
    inputs = dict(problem.inputs)
    return NAMED.sub(lambda found: said(inputs[found[1]]) if found[1] in inputs else found[0], text)
