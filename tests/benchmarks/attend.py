"""`attend` beside the least that NumPy can do, beside PyTorch where that is installed, and how both grow."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.measuring import Table, median, timed, torch_says
from tutor.maths.attention import attend
from tutor.maths.stages import KEPT

D = 64
SIZES = (64, 512, 2048)

Array = NDArray[np.floating]
Call = Callable[[Array, Array, Array], object]


def products(q: Array, k: Array, v: Array) -> Array:
    """Two products of matrices and one pass of exponentials: no attention is cheaper where all weights are there."""
    scores = q @ k.T
    np.exp(scores, out=scores)
    return scores @ v


def in_place(q: Array, k: Array, v: Array) -> Array:
    """Causal attention in one buffer of n×n, nothing kept."""
    scores = q @ k.T
    scores *= q.dtype.type(1 / np.sqrt(D))
    scores[~np.tri(len(q), dtype=bool)] = -np.inf
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores @ v


def whole(q: Array, k: Array, v: Array) -> object:
    return attend(q, k, v, causal=True)


def output(q: Array, k: Array, v: Array) -> object:
    return attend(q, k, v, causal=True, keep=("output",))


def looked_at(q: Array, k: Array, v: Array) -> object:
    """A whole trace of which every stage is then asked for."""
    trace = attend(q, k, v, causal=True)
    return [getattr(trace, name) for name in KEPT]


CALLS: dict[str, Call] = {
    "two products, exp": products,
    "NumPy in place": in_place,
    "attend": whole,
    'keep=("output",)': output,
    "attend, each stage asked for": looked_at,
}


def run(n: int) -> list[Table]:
    """In turn, n times each; PyTorch afterwards, with one thread as NumPy has."""
    table = Table(
        f"attend: causal, d = {D}, one thread",
        ("n, type", *(f"{name} ms" for name in CALLS), "torch fused ms", "torch with weights ms", "attend ÷ floor",
         "attend ÷ torch with weights"),
        note="the floor is two products and exp; a whole trace works scores and the like out when they are asked for",
    )  # fmt: skip
    for size in SIZES:
        torch = torch_says("attend", str(size), str(n))
        for dtype in (np.float32, np.float64):
            took = _milliseconds(list(CALLS.values()), arrays_of(size, dtype), n)
            name = np.dtype(dtype).name
            fused, weights = torch.get(f"fused {name}"), torch.get(f"with weights {name}")
            ratio = took[2] / weights if weights else None
            table.rows.append((f"{size} {name}", *took, fused, weights, took[2] / took[0], ratio))
    return [table, _growth(n), _memory()]


def _milliseconds(calls: Sequence[Call], arrays: Sequence[Array], n: int) -> list[float]:
    """The median of each call; they take turns, and the first round does not count."""
    rounds = [[timed(partial(call, *arrays)) for call in calls] for _ in range(n + 1)][1:]
    return [1000 * median(column) for column in zip(*rounds, strict=True)]


def arrays_of(size: int, dtype: type[np.floating]) -> list[Array]:
    rng = np.random.default_rng(7)
    return [rng.standard_normal((size, D)).astype(dtype) for _ in range(3)]


def _growth(n: int) -> Table:
    """Twice the tokens are four times the cells; what is well above four grows faster than the work."""
    table = Table("attend: growth with n, float32", ("n", "attend ms", "× half", 'keep=("output",) ms', "× half "))
    before: list[float] | None = None
    for size in (128, 256, 512, 1024, 2048, 4096):
        took = _milliseconds([whole, output], arrays_of(size, np.float32), n)
        ratios = [now / then for now, then in zip(took, before, strict=True)] if before else [None, None]
        table.rows.append((str(size), took[0], ratios[0], took[1], ratios[1]))
        before = took
    return table


def _memory() -> Table:
    """The most that NumPy holds at once during a call, and so what the call keeps; the libraries' own is not in it."""
    table = Table("attend: peak memory of the arrays, float32, MiB", ("n", *CALLS), note="n = 2048: 16 MiB a table")
    for size in SIZES[1:]:
        arrays = arrays_of(size, np.float32)
        peaks = []
        for call in CALLS.values():
            tracemalloc.start()
            call(*arrays)
            peaks.append(tracemalloc.get_traced_memory()[1] / 2**20)
            tracemalloc.stop()
        table.rows.append((str(size), *peaks))
    return table
