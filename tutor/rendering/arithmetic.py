"""One cell of one stage, written out with its own numbers, and each stage in one line.

Rows, columns and heads are counted from 0 here, as in `Trace`; the text counts from 1, as people do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tutor.notation.printer import equality, plain, printed
from tutor.notation.printer import rounded as short
from tutor.rendering.layout import plane

if TYPE_CHECKING:
    from tutor.maths.attention import Trace

WIDTH = 76
ROOM_TO_WRAP = 10
HIDDEN = "−∞"


def cell_arithmetic(
    trace: Trace,
    stage: str,
    row: int,
    column: int,
    *,
    head: int = 0,
    ascii: bool = False,
    width: int = WIDTH,
    first: int = 0,
) -> str:
    """How the number in this cell comes about, in about two lines of `width` characters.

    Sums too long for that keep their first terms and say how many more there are. `first` is the row that the trace
    begins with, where it has only some of them. Raises ValueError where the trace did not keep a stage that the
    sentence needs.
    """
    room = 2 * width - ROOM_TO_WRAP
    cell = _Cell(trace=trace, head=head, row=row - first, column=column, room=room, first=first)
    text = EMPTY.format(cell.q) if stage in AFTER_MASK and cell.is_empty else WRITTEN[stage](cell)
    return plain(text) if ascii else text


def stage_caption(trace: Trace, stage: str, *, ascii: bool = False) -> str:
    """What a stage does and how its table is laid out, in one short line."""
    text = f"{stage.replace('_', ' ')}: {CAPTIONS[stage]}"
    if stage == "scaled":
        text = text.format(_factor(trace, equal=True))
    elif stage == "masked":
        text = text.format(_mask_in_words(trace))
    elif stage == "shifted" and trace.temperature != 1:
        text += f", after ÷ temperature {short(trace.temperature)}"
    return plain(text) if ascii else text


def empty_rows_note(trace: Trace, *, head: int = 0) -> str | None:
    """One sentence on the queries that may attend nothing; None where there are none."""
    allowed: Any = trace.allowed if trace.allowed.ndim == 2 else trace.allowed[head]
    rows = [f"q{i + 1}" for i, any_key in enumerate(allowed.any(axis=1).tolist()) if not any_key]
    if not rows:
        return None
    if len(rows) == 1:
        return EMPTY.format(rows[0]) + "."
    shown = rows if len(rows) <= 6 else [*rows[:5], f"{len(rows) - 5} more"]
    named = f"{', '.join(shown[:-1])} and {shown[-1]}"
    return f"{named} have no permitted key: their weights and output are zeros by convention."


EMPTY = "{} has no permitted key: its weights and output are zeros by convention"

AFTER_MASK = frozenset({"shifted", "exponentials", "row_sum", "weights", "output"})

CAPTIONS = {
    "scores": "q·k for each pair; rows are queries, columns are keys",
    "scaled": "scores × {}; rows are queries, columns are keys",
    "masked": "{}; rows are queries, columns are keys",
    "shifted": "minus the largest allowed score of its row",
    "exponentials": "e to the power of shifted; rows are queries, columns are keys",
    "row_sum": "the exponentials of each row, added up",
    "weights": "exponential ÷ its row's sum; rows are queries, columns are keys",
    "output": "weights × V; rows are queries, columns are those of V",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    """One cell and the row it stands in."""

    trace: Trace
    head: int
    row: int
    column: int
    room: int
    first: int

    @property
    def q(self) -> str:
        return f"q{self.first + self.row + 1}"

    @property
    def k(self) -> str:
        return f"k{self.column + 1}"

    @property
    def name(self) -> str:
        return f"{self.q} on {self.k}"

    def row_of(self, stage: str) -> Any:
        """The whole row of a stage, as an array."""
        return plane(self.trace, stage, self.head)[self.row]

    def at(self, stage: str) -> float:
        return float(self.row_of(stage)[self.column])

    @property
    def allowed(self) -> Any:
        allowed = self.trace.allowed
        return (allowed if allowed.ndim == 2 else allowed[self.head])[self.row]

    @property
    def is_hidden(self) -> bool:
        return not self.allowed[self.column]

    @property
    def is_empty(self) -> bool:
        return not self.allowed.any()

    def key_head(self, array: Any) -> Any:
        """Keys or values of the head that this query head uses: several query heads may share one."""
        if array.ndim == 2:
            return array
        return array[self.head // (self.trace.q.shape[0] // array.shape[0])]


def _scores(cell: _Cell) -> str:
    q = (cell.trace.q if cell.trace.q.ndim == 2 else cell.trace.q[cell.head])[cell.row]
    k = cell.key_head(cell.trace.k)[cell.column]
    pairs = list(zip(q.tolist(), k.tolist(), strict=True))
    terms = (f"{_factor_text(a)}·{_factor_text(b)}" for a, b in pairs)
    end = _result(_dot(pairs), cell.at("scores"))
    return _sum(f"{cell.q}·{cell.k} = ", terms, len(q), end, cell.room)


def _scaled(cell: _Cell) -> str:
    score, scaled = short(cell.at("scores")), short(cell.at("scaled"))
    if cell.trace.scale == 1:
        return f"{cell.name}: {score} × 1 = {scaled}"
    named, value = _factor(cell.trace, equal=False), _factor_text(cell.trace.scale)
    middle = "" if named == value else f" × {named} = {score}"
    end = _result(printed(cell.at("scores")) * printed(cell.trace.scale), cell.at("scaled"))
    return f"{cell.name}: {score}{middle} × {value}{end}"


def _masked(cell: _Cell) -> str:
    if cell.is_hidden:
        return f"{cell.k} is hidden from {cell.q}: {HIDDEN} before softmax gives it weight 0"
    score, masked, cap = cell.at("scaled"), cell.at("masked"), cell.trace.softcap
    text, capped, worked = short(score), score, printed(score)
    if cap:
        capped = cap * math.tanh(score / cap)
        text = f"{short(cap)}·tanh({short(score)} ÷ {short(cap)})"
        worked = printed(cap) * math.tanh(worked / printed(cap))
    added = masked - capped
    if abs(added) > 1e-9 * max(1.0, abs(capped)):
        text += f" + {_factor_text(added)}"
        worked += printed(added)
    elif not cap:
        return f"{cell.k} is allowed for {cell.q}: {text} stays {short(masked)}"
    return f"{cell.k} is allowed for {cell.q}: {text}{_result(worked, masked)}"


def _shifted(cell: _Cell) -> str:
    if cell.is_hidden:
        return f"{cell.k} is hidden from {cell.q}: {HIDDEN} stays {HIDDEN}"
    score, largest = cell.at("masked"), float(cell.row_of("masked").max())
    why = "the row's largest allowed score" if score == largest else f"{short(largest)} is the row's largest"
    text = f"{short(score)} − {_factor_text(largest)}"
    if cell.trace.temperature != 1:
        text = f"({text}) ÷ {short(cell.trace.temperature)}"
    return f"{cell.name}: {text}{_result(_exponent(cell), cell.at('shifted'))} ({why})"


def _exponentials(cell: _Cell) -> str:
    if cell.is_hidden:
        return f"{cell.k} is hidden from {cell.q}: e^{HIDDEN} = 0"
    shifted = cell.at("shifted")
    end = _result(math.exp(printed(shifted)), cell.at("exponentials"))
    return f"{cell.name}: {_power(cell)} {equality(_exponent(cell), shifted)} e^{short(shifted)}{end}"


def _row_sum(cell: _Cell) -> str:
    numbers = cell.row_of("exponentials")[cell.allowed].tolist()
    total = float(cell.row_of("row_sum")[0])
    if len(numbers) == 1:
        return f"{cell.q} has one permitted key, so the sum is its exponential, {short(total)}"
    note = "" if len(numbers) == len(cell.allowed) else " (hidden keys add 0)"
    end = f"{_result(math.fsum(map(printed, numbers)), total)}{note}"
    return _sum(f"{cell.q}: ", map(short, numbers), len(numbers), end, cell.room)


def _weights(cell: _Cell) -> str:
    if cell.is_hidden:
        return f"{cell.k} is hidden from {cell.q}: e^{HIDDEN} = 0, and 0 ÷ the row's sum = 0"
    score, largest = cell.at("masked"), float(cell.row_of("masked").max())
    rank = " is the row's largest" if score == largest else ""
    power, weight = cell.at("exponentials"), cell.at("weights")
    start = f"{cell.name}: score {short(score)}{rank}, {_power(cell)}{_result(math.exp(_exponent(cell)), power)}, ÷ "
    numbers = cell.row_of("exponentials")[cell.allowed].tolist()
    brief = f"{cell.name}: {_power(cell)}{_result(math.exp(_exponent(cell)), power)}, ÷ "
    if len(numbers) == 1:
        end = f"itself, the only permitted key{_result(1.0, weight)}"
        return f"{start if len(start + end) <= cell.room else brief}{end}"
    if len(numbers) <= cell.room:
        end = _result(printed(power) / math.fsum(map(printed, numbers)), weight)
        divided = f"{start}({' + '.join(map(short, numbers))}){end}"
        if len(divided) <= cell.room:
            return divided
    total = float(cell.row_of("row_sum")[0])
    end = _result(printed(power) / printed(total), weight)
    told = f"{start}{short(total)}, the sum of the row's {len(numbers)} exponentials{end}"
    if len(told) <= cell.room:
        return told
    return f"{cell.name}: {_power(cell)} ÷ {short(total)}{_result(math.exp(_exponent(cell)) / printed(total), weight)}"


def _output(cell: _Cell) -> str:
    allowed = cell.allowed
    weights = cell.row_of("weights")[allowed].tolist()
    values = cell.key_head(cell.trace.v)[:, cell.column][allowed].tolist()
    pairs = list(zip(weights, values, strict=True))
    terms = (f"{short(w)}·{_factor_text(x)}" for w, x in pairs)
    note = "" if len(weights) == len(allowed) else " (hidden keys left out)"
    end = f"{_result(_dot(pairs), cell.at('output'))}{note}"
    return _sum(f"{cell.q}, column {cell.column + 1}: ", terms, len(weights), end, cell.room)


WRITTEN: dict[str, Callable[[_Cell], str]] = {
    "scores": _scores,
    "scaled": _scaled,
    "masked": _masked,
    "shifted": _shifted,
    "exponentials": _exponentials,
    "row_sum": _row_sum,
    "weights": _weights,
    "output": _output,
}


def _sum(start: str, terms: Iterable[str], count: int, end: str, room: int) -> str:
    """start a + b + c end, in `room` characters; where that is too little, the first terms and how many more."""
    rest = f" + … + {count} more"
    space = room - len(start) - len(end)
    kept: list[str] = []
    used = 0
    for term in terms:
        kept.append(term)
        used += len(term) + 3
        if used - 3 > space:
            break
    else:
        return f"{start}{' + '.join(kept)}{end}"
    while len(kept) > 1 and len(" + ".join(kept)) + len(rest) > space:
        kept.pop()
    return f"{start}{' + '.join(kept)} + … + {count - len(kept)} more{end}"


def _power(cell: _Cell) -> str:
    """e^(score − largest), with the temperature where there is one."""
    text = f"{short(cell.at('masked'))}−{_factor_text(float(cell.row_of('masked').max()))}"
    if cell.trace.temperature != 1:
        text = f"({text})÷{short(cell.trace.temperature)}"
    return f"e^({text})"


def _exponent(cell: _Cell) -> float:
    """What score − largest, ÷ the temperature, gives with the numbers as they are printed."""
    difference = printed(cell.at("masked")) - printed(float(cell.row_of("masked").max()))
    return difference / printed(cell.trace.temperature)


def _dot(pairs: Iterable[tuple[float, float]]) -> float:
    """What the products give, added up, with the numbers as they are printed."""
    return math.fsum(printed(a) * printed(b) for a, b in pairs)


def _result(worked: float, result: float) -> str:
    """The end of a calculation: = and the result, or ≈ where its printed numbers give something else."""
    return f" {equality(worked, result)} {short(result)}"


def _factor_text(x: float) -> str:
    """A number behind an operator: in parentheses where it is negative."""
    text = short(x)
    return f"({text})" if text.startswith("-") else text


def _factor(trace: Trace, *, equal: bool) -> str:
    """What the scores are multiplied by: 1/√4 where it is 1/√d_k, and with `equal` its value too."""
    d_k = trace.q.shape[-1]
    value = _factor_text(trace.scale)
    if d_k == 1 or not math.isclose(trace.scale, 1 / math.sqrt(d_k), rel_tol=1e-12):
        return value
    return f"1/√{d_k}, which is {value}" if equal else f"1/√{d_k}"


def _mask_in_words(trace: Trace) -> str:
    parts = []
    if trace.softcap:
        parts.append(f"capped at ±{short(trace.softcap)}")
    parts.append("no key is hidden" if trace.allowed.all() else f"hidden keys get {HIDDEN}")
    return ", ".join(parts)
