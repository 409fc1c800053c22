"""Tables, problems, masks and verdicts as sentences and rows to be read out: no boxes, no columns, no colors.

`row q2: k1 0.2689, k2 0.7311, k3 masked; sum 1`. Screen readers, braille lines and dumb terminals get these.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from tutor.coaching.asking.asked import Heard
from tutor.coaching.verdict import Verdict
from tutor.maths.problem import Matrix, Problem
from tutor.notation.printer import number, rounded
from tutor.rendering.labels import token_name
from tutor.rendering.labs.line import text_of
from tutor.rendering.labs.line import wrapped as wrapped_words
from tutor.rendering.layout import hidden_cells, plane, stage_layout
from tutor.rendering.matrices import settings

if TYPE_CHECKING:
    from tutor.maths.attention import Trace

MASKED = "masked"
MOST_CELLS = 300
"""So many cells are read out at once; of a larger table the first rows, and the others by their names."""

MARKS = {True: "right", False: "wrong", None: "blank"}
COSTS_NOTHING = frozenset({"unreadable", "ask", "shape", "partial"})
SAYS_ITS_READING = frozenset({"unreadable", "ask", "shape"})
"""The statuses whose message is about the reading itself."""

NOT_THIS = "Not this"
"""How some messages begin; nobody has to hear twice that it is not right."""

INSET = 2
SHORTEST_REST = 10
"""Cells that a line has to have beside its indentation; else it begins at the left."""


def wrapped(text: str, width: int) -> Iterator[str]:
    """The lines of a text at a width in cells. What fits stays as it is; what does not keeps its indentation."""
    for line in text.split("\n"):
        if cell_len(line) <= width:
            yield line.rstrip()
            continue
        words = line.lstrip(" ")
        inset = len(line) - len(words)
        if inset > width - SHORTEST_REST:
            inset = 0
        for place, part in enumerate(wrapped_words(words, width - inset - (INSET if inset else 0))):
            hanging = inset + (INSET if inset and place else 0)
            yield " " * hanging + text_of(part)


def stage_rows(
    trace: Trace,
    stage: str,
    *,
    head: int = 0,
    tokens: Sequence[str] = (),
    only: Sequence[int] | None = None,
    veiled: Collection[int] = (),
) -> tuple[str, ...]:
    """A stage row by row, every number with the name of its key. `head`, `only` and `veiled` count from 0.

    A key that softmax never saw is masked. `veiled` rows are the learner's to work out. Of a stage with more than
    `MOST_CELLS` cells the first rows are told, and how many more there are; `only` names the rows wanted.
    """
    layout = stage_layout(trace, stage, head=head, tokens=tokens)
    fitting = max(1, MOST_CELLS // max(layout.n_columns, 1))
    rows = list(only) if only is not None else list(range(min(layout.n_rows, fitting)))
    values = plane(trace, stage, head)
    hidden = hidden_cells(trace, stage, head, values)
    lines = []
    for i in rows:
        if i in veiled:
            lines.append(f"row {layout.row_names[i]}: yours to work out")
            continue
        shown = [MASKED if hidden is not None and hidden[i, j] else rounded(float(x)) for j, x in enumerate(values[i])]
        told = ", ".join(f"{name} {text}" for name, text in zip(layout.column_names, shown, strict=True))
        sum_of_row = f"; sum {rounded(float(values[i].sum()))}" if layout.has_sum else ""
        lines.append(f"row {layout.row_names[i]}: {told}{sum_of_row}")
    rest = layout.n_rows - len(rows)
    if only is None and rest:
        lines.append(f"And {rest} more row{'s' * (rest > 1)}: row {layout.n_rows} reads the last one.")
    return tuple(lines)


def problem_rows(problem: Problem) -> tuple[str, ...]:
    """Q, K, V and the masks row by row, and everything else that decides the attention."""
    lines: list[str] = []
    for name, rows, heads in (
        ("Q", problem.q, problem.heads),
        ("K", problem.k, problem.key_heads),
        ("V", problem.v, problem.key_heads),
    ):
        lines += _matrix_rows(name, name.lower(), rows, heads=heads)
    if not isinstance(problem.mask, str):
        lines += _matrix_rows("mask", "q", problem.mask)
    if problem.add_mask is not None:
        lines += _matrix_rows("added mask", "q", problem.add_mask)
    lines += [f"{name}: {value}" for name, value in settings(problem)]
    if problem.tokens:
        lines.append("tokens: " + ", ".join(f"{i} {token_name(token)}" for i, token in enumerate(problem.tokens, 1)))
    return tuple(lines)


def _matrix_rows(name: str, letter: str, rows: Matrix, *, heads: int = 1) -> Iterator[str]:
    width = len(rows[0]) if rows else 0
    yield f"{name}, {len(rows)}×{width}:"
    fitting = max(1, MOST_CELLS // max(width, 1))
    per_head = max(1, width // heads)
    for i, row in enumerate(rows[:fitting], 1):
        parts = [row[start : start + per_head] for start in range(0, width, per_head)]
        told = "; ".join(
            (f"head {h} " if len(parts) > 1 else "") + ", ".join(number(x) for x in part)
            for h, part in enumerate(parts, 1)
        )
        yield f"row {letter}{i}: {told}"
    rest = len(rows) - fitting
    if rest > 0:
        yield f"And {rest} more row{'s' * (rest > 1)}."


def grid_rows(
    queries: Sequence[str],
    keys: Sequence[str],
    cells: Sequence[Sequence[bool | None]],
    marks: Sequence[bool | None] = (),
) -> tuple[str, ...]:
    """A mask of 1 and 0 row by row; `marks`, row by row, say which cells are wrong."""
    lines = []
    for i, (query, row) in enumerate(zip(queries, cells, strict=True)):
        told = []
        for j, (key, cell) in enumerate(zip(keys, row, strict=True)):
            place = i * len(keys) + j
            wrong = " wrong" if place < len(marks) and marks[place] is False else ""
            told.append(f"{key} {'blank' if cell is None else int(cell)}{wrong}")
        lines.append(f"row {query}: {', '.join(told)}")
    return tuple(lines)


def heard_text(heard: Heard | None, names: Sequence[str], cells: Sequence[bool | None] = ()) -> str:
    """How a text was understood, each number with the name of what it answers; once it is judged, with its mark.

    A single number has none: the verdict says the same.
    """
    if heard is None:
        return ""
    if heard.whole:
        return f"I read {heard.whole}. {heard.reason}".strip()
    if heard.reason:
        return heard.reason
    parts = []
    for i, name in enumerate(names):
        text = heard.cells[i] if i < len(heard.cells) else "blank"
        told = len(names) > 1 and i < len(cells) and not (cells[i] is None and text == "blank")
        mark = f" {MARKS[cells[i]]}" if told else ""
        parts.append(f"{name} {text}{mark}".strip())
    aside = f" {heard.aside}" if heard.aside else ""
    return f"I read {', '.join(parts)}{aside}."


def verdict_text(verdict: Verdict) -> str:
    """What the learner is told, beginning with whether it is right."""
    if verdict.passed:
        return verdict.message if verdict.message.startswith("Right") else f"Right. {verdict.message}"
    if verdict.status in COSTS_NOTHING and not verdict.counted:
        return verdict.message
    if verdict.message.startswith(NOT_THIS):
        return f"Not right{verdict.message.removeprefix(NOT_THIS)}"
    return verdict.message if verdict.message.startswith("Not right") else f"Not right. {verdict.message}"
