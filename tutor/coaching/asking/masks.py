"""A question whose answer is a mask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tutor.coaching.asking.asked import NOTHING, Heard
from tutor.coaching.catalogue.grids import MaskTask
from tutor.coaching.judging.masks import Grid, grade_mask, grid_of, grid_text, row_worked
from tutor.coaching.verdict import Verdict
from tutor.lessons.model import MaskStep

RULES = {
    "causal": "Key j is open to query i where j ≤ i.",
    "strict": "Key j is open to query i where j < i: only what comes before.",
    "padding": "Every query may attend every real key; the columns of padding are 0.",
    "causal-padding": "Both count: j ≤ i, and key j is no padding.",
    "window": "Key j is open to query i where j ≤ i, and at most {before} before it.",
    "all": "Nothing is hidden: 1 everywhere.",
    "rows": "1 where the query may attend the key, 0 where it may not.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskQuestion:
    """The cells of a mask, to be set: rows are queries, columns keys, 1 may attend."""

    prompt: str
    task: MaskTask
    hints: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return "mask"

    @property
    def form(self) -> str:
        return "rows are queries, columns are keys; 1 may attend, 0 is hidden"

    @property
    def placeholder(self) -> str:
        return f"{self.task.n} rows of {self.task.n}, such as 1 0; 1 1"

    @property
    def names(self) -> tuple[str, ...]:
        """The keys, once for each row."""
        return self.task.keys * self.task.n

    @property
    def seed(self) -> int | None:
        return None

    @property
    def digits(self) -> int | None:
        return None

    def cells(self, raw: str) -> Grid | None:
        """A text as cells; None where it is no such grid."""
        typed = grid_of(raw, self.task.n)
        return None if isinstance(typed, str) else typed

    def hear(self, raw: str) -> Heard | None:
        if not raw.strip():
            return None
        typed = grid_of(raw, self.task.n)
        return Heard(reason=typed) if isinstance(typed, str) else Heard(whole=grid_text(typed))

    def judge(self, raw: str, *, earlier: Mapping[str, str] = NOTHING, reading: int | None = None) -> Verdict:
        return grade_mask(self.task, raw)

    def ladder(self) -> tuple[str, ...]:
        """The author's hints; one row worked out; the whole."""
        example = f"For example, {row_worked(self.task, min(1, self.task.n - 1))}."
        rule = RULES[self.task.want].format(before=self.task.window - 1)
        return (*self.hints, example, f"{rule} Row by row: {grid_text(self.task.rows)}.")


def mask_question(step: MaskStep) -> MaskQuestion:
    """The question of a page. Without tokens the rows are q1, q2 … and the columns k1, k2 …"""
    places = range(1, step.n + 1)
    task = MaskTask(
        want=step.want,
        rows=step.rows,
        queries=step.tokens or tuple(f"q{i}" for i in places),
        keys=step.tokens or tuple(f"k{j}" for j in places),
        keep=step.keep,
        size=step.size,
    )
    return MaskQuestion(prompt=step.prompt, task=task, hints=step.hints)
