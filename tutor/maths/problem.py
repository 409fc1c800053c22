"""One attention calculation stated in plain numbers, before any of it is worked out.

It imports NumPy only when it is solved, so that lessons can be listed without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tutor.maths.attention import Trace

Vector = tuple[float, ...]
Matrix = tuple[Vector, ...]
Mask = Literal["none", "causal"] | Matrix

STAGES = ("scores", "scaled", "masked", "weights", "output")
"""The five stages that a learner is asked for, in the order in which they are worked out."""

SOFTMAX_STEPS = ("shifted", "exponentials", "row_sum", "weights")
"""What softmax does inside: subtract the row's largest, exponentiate, sum, divide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Q, K and V with everything that decides their attention.

    `q` is (n_q, heads·d_k), `k` (n_k, kv_heads·d_k), `v` (n_k, kv_heads·d_v): head h owns the h-th block of
    columns. `kv_heads` None is as many as `heads`; with fewer, neighboring query heads share one key head and its
    values: query head i, from 0, uses key head i // (heads / kv_heads). `mask` is "none", "causal" or an (n_q, n_k)
    matrix in which 1 may attend and 0 is hidden; `add_mask` (n_q, n_k) is added to the scaled scores. `scale`
    multiplies the scores; None is 1/√d_k.
    `offset` is how many keys come before query 1 under a causal mask; None means that nobody said, and 0
    is used. Rows, keys and heads are counted from 1 wherever people see them, from 0 in `Trace`.
    """

    q: Matrix
    k: Matrix
    v: Matrix
    mask: Mask = "none"
    add_mask: Matrix | None = None
    offset: int | None = None
    scale: float | None = None
    temperature: float = 1.0
    softcap: float = 0.0
    heads: int = 1
    kv_heads: int | None = None
    d_model: int | None = None
    tokens: tuple[str, ...] = ()
    seed: int | None = None
    level: int | None = None

    @property
    def n_q(self) -> int:
        return len(self.q)

    @property
    def n_k(self) -> int:
        return len(self.k)

    @property
    def key_heads(self) -> int:
        """How many heads K and V have: as many as Q, or fewer that are shared."""
        return self.heads if self.kv_heads is None else self.kv_heads

    @property
    def d_k(self) -> int:
        """Columns of one head's queries and keys."""
        return len(self.q[0]) // self.heads

    @property
    def d_v(self) -> int:
        """Columns of one head's values."""
        return len(self.v[0]) // self.key_heads

    def solve(self) -> Trace:
        """Every stage, by `attend`. 2-D arrays for one head, a first axis of heads for several.

        Where key heads are shared, k and v have fewer of them than q and every stage.

        Raises ValueError with one sentence where shapes do not fit or the scores overflow.
        """
        from tutor.maths.attention import solve

        return solve(self)


def matrix(rows: Sequence[Sequence[float]]) -> Matrix:
    """Rows of any sequence type as a tuple of tuples of floats."""
    return tuple(tuple(float(x) for x in row) for row in rows)
