"""Problem.solve: plain numbers in, heads as blocks of columns, and refusals that name the place."""

from __future__ import annotations

import math
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tests.maths import plain
from tutor.maths.problem import Problem, matrix

IDENTITY = ((1, 0), (0, 1))
CHAPTER: dict[str, Any] = {"q": ((0, 1),), "k": IDENTITY, "v": ((6, 0), (0, 3))}

Q = [[1, 0, 2, 1], [0, 2, -1, 1], [3, 1, 1, 0]]
K = [[2, 0, 1, 0], [0, 1, 1, -2], [1, 1, 0, 1]]
V = [[1, 0, 5, 2, 0, 1], [0, 2, 1, 1, 3, 0], [3, 1, 0, 0, 1, 4]]


def columns(rows: list[list[float]], start: int, stop: int) -> list[list[float]]:
    return [row[start:stop] for row in rows]


def test_one_head_is_two_dimensional() -> None:
    trace = Problem(**CHAPTER).solve()
    np.testing.assert_allclose(trace.output, [[1.981431, 2.009285]], atol=5e-7)
    assert trace.scores.shape == (1, 2)


def test_head_h_owns_the_hth_block_of_columns() -> None:
    problem = Problem(q=matrix(Q), k=matrix(K), v=matrix(V), heads=2, mask="causal")
    trace = problem.solve()
    assert (problem.d_k, problem.d_v) == (2, 3)
    for head in range(2):
        q, k = (columns(rows, 2 * head, 2 * head + 2) for rows in (Q, K))
        alone = plain.attention(q, k, columns(V, 3 * head, 3 * head + 3), causal=True)
        np.testing.assert_allclose(trace.weights[head], alone.weights, rtol=1e-12)
        np.testing.assert_allclose(trace.output[head], alone.output, rtol=1e-12)
    assert trace.scale == pytest.approx(1 / math.sqrt(2))


@pytest.mark.parametrize("shared", [1, 2])
def test_query_head_i_uses_key_head_i_over_the_size_of_a_group(shared: int) -> None:
    """Four query heads of two columns; with two key heads 1 and 2 share the first, 3 and 4 the second."""
    q = [[1, 0, 0, 2, 1, 1, 2, 0], [0, 1, 1, 0, 2, 1, 0, 2], [1, 1, 2, 1, 0, 1, 1, 0]]
    k, v = ([row[: 2 * shared] for row in rows] for rows in (K, V))
    problem = Problem(q=matrix(q), k=matrix(k), v=matrix(v), heads=4, kv_heads=shared, mask="causal")
    trace = problem.solve()
    assert (problem.key_heads, problem.d_k, problem.d_v) == (shared, 2, 2)
    assert (trace.q.shape, trace.k.shape, trace.scores.shape) == ((4, 3, 2), (shared, 3, 2), (4, 3, 3))
    for head, own in enumerate([0, 0, 0, 0] if shared == 1 else [0, 0, 1, 1]):
        keys, values = (columns(rows, 2 * own, 2 * own + 2) for rows in (k, v))
        alone = plain.attention(columns(q, 2 * head, 2 * head + 2), keys, values, causal=True)
        np.testing.assert_allclose(trace.weights[head], alone.weights, rtol=1e-12)
        np.testing.assert_allclose(trace.output[head], alone.output, rtol=1e-12)


@pytest.mark.parametrize(
    ("heads", "shared", "line"),
    [
        (2, 2, "the queries have 4 numbers each, the keys 2"),
        (4, 3, "K has 2 columns, which 3 heads cannot share evenly"),
        (3, 2, "Q has 4 columns, which 3 heads cannot share evenly"),
        (1, 2, "the queries have 4 numbers each, the keys 1"),
        (4, 2, None),
        (2, 1, None),
    ],
)
def test_heads_that_do_not_fit_are_refused(heads: int, shared: int, line: str | None) -> None:
    problem = Problem(q=((1, 0, 2, 1),), k=((1, 2),), v=((1, 2),), heads=heads, kv_heads=shared)
    if line is None:
        assert problem.solve().scores.shape == (heads, 1, 1)
        return
    with pytest.raises(ValueError, match=line):
        problem.solve()


def test_a_mask_and_added_numbers_act_together() -> None:
    keep, added = ((1, 1, 0), (1, 0, 1), (0, 0, 0)), ((0, -2, 1), (0.5, 0, -math.inf), (1, 1, 1))
    trace = Problem(q=matrix(Q), k=matrix(K), v=matrix(V), mask=matrix(keep), add_mask=matrix(added)).solve()
    hidden = {(0, 2), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)}
    expected = plain.attention(Q, K, V, hidden=hidden, added=[[0, -2, 1], [0.5, 0, 0], [1, 1, 1]])
    np.testing.assert_allclose(trace.weights, expected.weights, rtol=1e-12)
    assert trace.empty_rows == (2,)


def test_a_finite_penalty_is_added_after_the_scale() -> None:
    np.testing.assert_allclose(
        Problem(**CHAPTER, add_mask=((0, -2),)).solve().weights, [[0.784636, 0.215364]], atol=5e-7
    )


def test_options_reach_the_calculation() -> None:
    problem = Problem(
        q=matrix(Q), k=matrix(K), v=matrix(V), mask="causal", offset=1, scale=0.3, temperature=2, softcap=4
    )
    expected = plain.attention(Q, K, V, causal=True, offset=1, scale=0.3, temperature=2, softcap=4)
    np.testing.assert_allclose(problem.solve().output, expected.output, rtol=1e-12)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"v": ((6, 0), (math.nan, 3))}, "V row 2, column 1 is not a finite number"),
        ({"k": ((1, 0), (0, math.inf))}, "K row 2, column 2 is not a finite number"),
        ({"q": ((-math.inf, 1),)}, "Q row 1, column 1 is not a finite number"),
        ({"k": ((1, 0), (0,))}, "K row 2 has 1 number, row 1 has 2"),
        ({"k": ((1, 0), (0, 1), (1,))}, "K row 3 has 1 number, row 1 has 2"),
        ({"q": ()}, "Q has no rows: add at least one query"),
        ({"k": (), "v": ()}, "add at least one key"),
        ({"q": ((1, 2, 3),)}, "the queries have 3 numbers each, the keys 2"),
        ({"v": ((6, 0),)}, "2 keys but 1 value"),
        ({"heads": 2, "v": ((6, 0, 1), (0, 3, 1))}, "V has 3 columns, which 2 heads cannot share evenly"),
        ({"heads": 3}, "Q has 2 columns, which 3 heads cannot share evenly"),
        ({"heads": 0}, "0 heads"),
        ({"mask": ((1, 0), (1, 1))}, "the mask is 2×2; with a row for each query and a column for each key it is 1×2"),
        ({"mask": ((1, 0.5),)}, "mask row 1, column 2 is 0.5"),
        ({"add_mask": ((0,),)}, "the added mask is 1×1"),
        ({"add_mask": ((0, math.nan),)}, "the added mask row 1, column 2 is not a finite number"),
        ({"add_mask": ((0, math.inf),)}, "the added mask row 1, column 2 is not a finite number"),
        ({"temperature": 0}, "greedy"),
        ({"q": ((1e200, 0),), "k": ((1e200, 0), (0, 1))}, "the score of query 1 and key 1 overflows to infinity"),
    ],
)
def test_a_refusal_is_one_sentence_with_the_place(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        Problem(**{**CHAPTER, **change}).solve()
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_matrix_makes_floats() -> None:
    assert matrix([[1, 2], (3, 4)]) == ((1.0, 2.0), (3.0, 4.0))
    assert all(type(x) is float for row in matrix([[1, 2]]) for x in row)


def test_stating_a_problem_loads_no_numpy() -> None:
    """Lessons are listed without it."""
    code = "import sys, tutor.maths.problem; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
