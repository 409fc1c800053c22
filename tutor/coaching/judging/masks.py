"""Grading a mask: a grid of 1 and 0, however it was typed, judged cell by cell."""

from __future__ import annotations

import re

from tutor.coaching.catalogue.grids import MaskTask, wrong_masks
from tutor.coaching.verdict import Verdict
from tutor.lessons.grids import Rows
from tutor.notation.reader import read

Grid = tuple[tuple[bool | None, ...], ...]
"""Cells of a mask; None where one was left blank."""

BARE = re.compile(r"[01\s,;|\[\](){}]*")
TRUTH = re.compile(r"\b(true|false)\b", re.IGNORECASE)


def grid_text(rows: Grid) -> str:
    """A grid as it is written down: 1 0 0; 1 1 0; 1 1 1."""
    return "; ".join(" ".join("_" if cell is None else str(int(cell)) for cell in row) for row in rows)


def grid_of(text: str, n: int) -> Grid | str:
    """The n×n cells of a typed or pasted mask; or the reason why it is none."""
    if BARE.fullmatch(text):
        # Whatever parts them: n² digits of 1 and 0 are the mask.
        digits = [c == "1" for c in text if c in "01"]
        if len(digits) == n * n:
            return _in_rows(digits, n)
    got = read(TRUTH.sub(lambda word: "1" if word[0].lower() == "true" else "0", text), expect=(n, n))
    if got.status == "unreadable" and "finite" in (got.reason or ""):
        return "A mask of −∞ and 0 is added to scores. Here 1 may attend and 0 is hidden."
    if got.status != "read":
        return got.reason or "Nothing is filled in yet."
    for place, x in enumerate(got.cells):
        if x is not None and x not in (0.0, 1.0):
            return f"A cell of a mask is 1 or 0; in row {place // n + 1}, column {place % n + 1} I read {x:g}."
    return _in_rows([None if x is None else x == 1 for x in got.cells], n)


def _in_rows(cells: list[bool] | list[bool | None], n: int) -> Grid:
    return tuple(tuple(cells[i * n : (i + 1) * n]) for i in range(n))


def grade_mask(task: MaskTask, text: str) -> Verdict:
    """Judge a typed mask. `cells` of the verdict are the grid's, row by row."""
    n = task.n
    typed = grid_of(text, n)
    if isinstance(typed, str):
        shaped = "wanted" in typed
        return Verdict(status="shape" if shaped else "unreadable", message=typed)
    echo = grid_text(typed)
    if not any(cell for row in typed for cell in row):
        message = "Nothing is set to 1 yet. Go to a cell and press space: 1 where the row's query may attend the key."
        return Verdict(status="unreadable", message=message, read=echo)
    cells = tuple(
        None if a is None else a == b
        for row, right in zip(typed, task.rows, strict=True)
        for a, b in zip(row, right, strict=True)
    )
    if all(cells):
        return Verdict(status="right", message="Right.", cells=cells, read=echo)
    for wrong in wrong_masks(task):
        if wrong.rows == typed:
            message = f"You {wrong.deed}. {wrong.todo}."
            return Verdict(status="mistake", message=message, cells=cells, mistakes=(wrong.code,), read=echo)
    off = [place for place, good in enumerate(cells) if good is False]
    if not off:
        blank = sum(cell is None for cell in cells)
        message = f"Right as far as it goes. {blank} cell{'s are' if blank > 1 else ' is'} still blank."
        return Verdict(status="partial", message=message, cells=cells, read=echo)
    few = 2 * len(off) <= sum(cell is not None for cell in cells)
    return Verdict(status="cells" if few else "wrong", message=_pointed(task, off), cells=cells, read=echo)


def _pointed(task: MaskTask, off: list[int]) -> str:
    """The first wrong cell with its reason, and how many others there are."""
    i, j = divmod(off[0], task.n)
    belongs = "1 belongs there" if task.rows[i][j] else "0 belongs there"
    more = len(off) - 1
    others = f" So {'is one other cell' if more == 1 else f'are {more} other cells'}." if more else ""
    return f"Row {i + 1}, column {j + 1} is off: {reason(task, i, j)}, so {belongs}.{others}"


def reason(task: MaskTask, i: int, j: int) -> str:
    """Why a query may or may not attend a key; from 0."""
    query, key = task.queries[i], task.keys[j]
    if task.want in ("padding", "causal-padding") and j >= task.real:
        return f"{key} is padding"
    if task.rows[i][j]:
        match task.want:
            case "all":
                return "nothing is hidden here"
            case "padding":
                return f"{key} is a real key, open to every query"
            case "rows":
                return f"{query} may attend {key}"
        return f"{query} may attend its own key" if i == j else f"{key} comes before {query}{_and_near(task)}"
    if task.want == "rows":
        return f"{query} may not attend {key}"
    if task.want == "strict" and i == j:
        return f"here {query} may not see itself"
    return f"{key} comes after {query}" if j > i else f"{key} lies outside the window of {task.window}"


def _and_near(task: MaskTask) -> str:
    return f" and lies within the window of {task.window}" if task.want == "window" else ""


def row_worked(task: MaskTask, i: int) -> str:
    """One row with its reasons in short: "row 2, red: START and red may be attended, so 1 1 0"."""
    seen = [name for name, allowed in zip(task.keys, task.rows[i], strict=True) if allowed]
    keys = " and ".join([", ".join(seen[:-1]), seen[-1]] if len(seen) > 1 else seen) or "no key"
    row: Rows = (task.rows[i],)
    return f"row {i + 1}, {task.queries[i]}, may attend {keys}, so {grid_text(row)}"
