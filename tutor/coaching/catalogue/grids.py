"""The mistakes of a mask: each makes its wrong grid for any mask that may be asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tutor.lessons.grids import Rows
from tutor.lessons.model import MaskWant

Rule = Callable[[int, int], bool]

CAUSAL_WANTS = ("causal", "strict", "causal-padding", "window")


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskTask:
    """The mask that is asked for. `queries` and `keys` are the names of its rows and columns."""

    want: MaskWant
    rows: Rows
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    keep: int | None = None
    size: int | None = None

    @property
    def n(self) -> int:
        return len(self.rows)

    @property
    def real(self) -> int:
        """How many keys are no padding."""
        return self.n if self.keep is None else self.keep

    @property
    def window(self) -> int:
        """How many keys a window holds, the query's own included."""
        return self.n if self.size is None else self.size


@dataclass(frozen=True, slots=True)
class WrongMask:
    """One mistake's grid: what was done (completes "you …"), and what to do."""

    code: str
    rows: Rows
    deed: str
    todo: str


def wrong_masks(task: MaskTask) -> list[WrongMask]:
    """Every mistake's grid, the right one left out; of mistakes with the same grid the likeliest only."""
    found: dict[Rows, WrongMask] = {}
    for wrong in (*_SLIPS.get(task.want, _no_slips)(task), *_anywhere(task)):
        if wrong.rows != task.rows and any(map(any, wrong.rows)):
            found.setdefault(wrong.rows, wrong)
    return list(found.values())


def _grid(task: MaskTask, allowed: Rule) -> Rows:
    return tuple(tuple(allowed(i, j) for j in range(task.n)) for i in range(task.n))


def _no_slips(_task: MaskTask) -> Iterator[WrongMask]:
    return iter(())


def _own(task: MaskTask) -> str:
    """Two cells of the diagonal in words."""
    (q1, q2), (k1, k2) = task.queries[:2], task.keys[:2]
    return f"{q1} on {k1}, {q2} on {k2}, and so on"


COMES_AFTER = "set 0 wherever the key comes after the query, and 1 elsewhere"


def _of_order(task: MaskTask, within: Rule, *, also: str = "") -> Iterator[WrongMask]:
    """The slips of a causal mask, with what else the mask hides left right."""

    def wrong(code: str, allowed: Rule, deed: str, todo: str) -> WrongMask:
        return WrongMask(code, _grid(task, lambda i, j: allowed(i, j) and within(i, j)), deed, todo)

    after = f"{task.keys[1]} comes after {task.queries[0]}, so row {task.queries[0]} may not use it"
    yield wrong(
        "diagonal-masked", lambda i, j: j < i, "hid each query's own key",
        f"A query may attend its own key: set 1 on the diagonal, {_own(task)}",
    )  # fmt: skip
    yield wrong(
        "one-key-too-far", lambda i, j: j <= i + 1, "let each query see one key too far",
        f"{after}. In each row the last 1 stands on the diagonal{also}",
    )  # fmt: skip
    yield wrong(
        "mask-reversed", lambda i, j: j >= i, "allowed the keys that come after, and hid those before",
        f"{after}: {COMES_AFTER}{also}",
    )  # fmt: skip
    yield wrong(
        "mask-reversed-strict", lambda i, j: j > i, "set 1 just where a key is hidden",
        f"1 means that the query may attend the key. {after}: turn every cell over{also}",
    )  # fmt: skip
    yield wrong(
        "only-itself", lambda i, j: i == j, "let each query attend its own key alone",
        f"The keys before it are open too: row {task.queries[1]} may use {task.keys[0]}",
    )  # fmt: skip


def _causal(task: MaskTask) -> Iterator[WrongMask]:
    yield from _of_order(task, lambda _i, _j: True)


def _strict(task: MaskTask) -> Iterator[WrongMask]:
    own = f"Here a query may use only what comes before it: set 0 on the diagonal, {_own(task)}"
    yield WrongMask("diagonal-allowed", _grid(task, lambda i, j: j <= i), "let each query see its own key", own)
    after = (
        f"Row {task.queries[1]} may use {task.keys[0]} and nothing else: 1 only where the key comes before the query"
    )
    yield WrongMask("mask-reversed-strict", _grid(task, lambda i, j: j > i), "allowed the keys that come after", after)
    yield WrongMask(
        "mask-reversed", _grid(task, lambda i, j: j >= i), "set 1 just where a key is hidden",
        f"1 means that the query may attend the key. {after}",
    )  # fmt: skip
    yield WrongMask("one-key-too-few", _grid(task, lambda i, j: j < i - 1), "stopped one key too early", after)
    yield WrongMask("only-itself", _grid(task, lambda i, j: i == j), "let each query attend its own key alone", own)


def _padding_words(task: MaskTask) -> str:
    first, *more = task.keys[task.real :]
    return f"{first} is padding" if not more else f"{first} to {more[-1]} are padding"


def _of_padding(task: MaskTask, within: Rule) -> Iterator[WrongMask]:
    """The slips about which keys are padding, with the order left right."""

    def wrong(code: str, allowed: Rule, deed: str, todo: str) -> WrongMask:
        return WrongMask(code, _grid(task, lambda i, j: allowed(i, j) and within(i, j)), deed, todo)

    real = task.real
    padding = _padding_words(task)
    columns = f"{padding}: hide {'that column' if task.n - real == 1 else 'those columns'}, in every row"
    yield wrong("padding-ignored", lambda _i, _j: True, "left the padding open", columns)
    rows = f"A mask hides keys, which are columns, not queries, which are rows. {columns}"
    yield wrong("masked-query-row", lambda i, _j: i < real, "hid the rows of the padding", rows)
    yield wrong(
        "masked-query-row", lambda i, j: i < real and j < real, "hid the rows of the padding too",
        f"A mask hides keys, which are columns. Nobody reads the rows of padding, and an empty row has no softmax. "
        f"{columns}, and leave the rows as the others",
    )  # fmt: skip
    yield wrong(
        "mask-reversed", lambda _i, j: j >= real, "allowed the padding and hid the rest", f"1 may attend. {columns}"
    )
    yield wrong("padding-off-by-one", lambda _i, j: j < real + 1, "left one key of the padding open", columns)
    yield wrong("padding-off-by-one", lambda _i, j: j < real - 1, "hid one real key", f"{columns}, and no other")


def _padding(task: MaskTask) -> Iterator[WrongMask]:
    yield from _of_padding(task, lambda _i, _j: True)
    first, last = task.queries[0], task.keys[task.real - 1]
    free = f"Nothing is said here of order: each query may attend every real key, so {first} may use {last} too"
    yield WrongMask("causal-not-asked", _grid(task, lambda i, j: j <= i), "hid what comes after", free)
    both = _grid(task, lambda i, j: j <= i and j < task.real)
    yield WrongMask("causal-not-asked", both, "hid what comes after, beside the padding", free)


def _causal_padding(task: MaskTask) -> Iterator[WrongMask]:
    yield from _of_padding(task, lambda i, j: j <= i)
    todo = f"Both masks count: {_padding_words(task)}, and no query may see what comes after it"
    yield WrongMask("causal-ignored", _grid(task, lambda _i, j: j < task.real), "hid the padding alone", todo)
    yield from _of_order(task, lambda _i, j: j < task.real, also=f"; and {_padding_words(task)}")
    yield from _of_order(task, lambda _i, _j: True, also=f"; and {_padding_words(task)}")


def _window(task: MaskTask) -> Iterator[WrongMask]:
    size = task.window
    keys = f"{size} key{'s' * (size > 1)}"
    seen = " and ".join(key for key, allowed in zip(task.keys, task.rows[-1], strict=True) if allowed)
    todo = f"The window holds {keys}: the query's own{_before(size)}. So {task.queries[-1]} may use {seen}"
    yield WrongMask("window-ignored", _grid(task, lambda i, j: j <= i), "left all earlier keys open", todo)
    wider = _grid(task, lambda i, j: i - size - 1 < j <= i)
    yield WrongMask("window-too-wide", wider, "counted the window without the query's own key", todo)
    yield WrongMask("window-too-narrow", _grid(task, lambda i, j: i - size + 1 < j <= i), "left one key out", todo)
    both_ways = _grid(task, lambda i, j: abs(i - j) < size)
    after = f"A causal window never holds what comes after. {todo}"
    yield WrongMask("window-not-causal", both_ways, "opened the window to both sides", after)
    ahead = _grid(task, lambda i, j: i <= j < i + size)
    yield WrongMask("mask-reversed", ahead, "opened the window to what comes after", after)
    shifted = _grid(task, lambda i, j: i - size <= j < i)
    own = f"A query may attend its own key: set 1 on the diagonal. {todo}"
    yield WrongMask("diagonal-masked", shifted, "hid each query's own key", own)
    yield from _of_order(task, lambda i, j: i - size < j)


def _before(size: int) -> str:
    if size == 1:
        return ", and nothing else"
    return " and the one before it" if size == 2 else f" and the {size - 1} before it"


def _all(task: MaskTask) -> Iterator[WrongMask]:
    open_ = "Nothing is hidden here: every query may attend every key, so set 1 everywhere"
    yield WrongMask("causal-not-asked", _grid(task, lambda i, j: j <= i), "hid what comes after", open_)
    yield WrongMask("diagonal-masked", _grid(task, lambda i, j: i != j), "hid each query's own key", open_)
    yield WrongMask("only-itself", _grid(task, lambda i, j: i == j), "let each query attend its own key alone", open_)


def _anywhere(task: MaskTask) -> Iterator[WrongMask]:
    everything = _grid(task, lambda _i, _j: True)
    if task.want in CAUSAL_WANTS:
        todo = f"Then {task.queries[0]} sees {task.keys[1]}, which comes after it: {COMES_AFTER}"
    else:
        todo = "Set 0 where the page says that a key is hidden"
    yield WrongMask("mask-ignored", everything, "let every query attend every key", todo)
    turned = _grid(task, lambda i, j: task.rows[j][i])
    lay = "Rows are queries and columns are keys: read the grid row by row, and turn yours over its diagonal"
    yield WrongMask("transposed", turned, "took the rows for keys and the columns for queries", lay)
    inverted = _grid(task, lambda i, j: not task.rows[i][j])
    yield WrongMask(
        "mask-inverted", inverted, "set 1 just where a key is hidden",
        "1 means that the query may attend the key: turn every cell over",
    )  # fmt: skip


_SLIPS: dict[str, Callable[[MaskTask], Iterator[WrongMask]]] = {
    "causal": _causal,
    "strict": _strict,
    "padding": _padding,
    "causal-padding": _causal_padding,
    "window": _window,
    "all": _all,
}
