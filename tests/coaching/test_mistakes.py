"""The catalogue: each rule against the figures worked out by hand, and against a second implementation."""

from __future__ import annotations

import math
import random
import re

import numpy as np
import pytest

from tests.coaching import drawn, rules
from tests.coaching.probe import PROBE
from tutor.coaching.judging.worked import work
from tutor.coaching.mistakes import CATALOGUE, wrong_rows
from tutor.maths.problem import STAGES, Problem, matrix

INF = math.inf

BY_HAND = [
    # code, step, row, answer
    ("no-scaling", "scaled", 2, [0, 2, 3]),
    ("divided-by-dk", "scaled", 2, [0, 0.5, 0.75]),
    ("multiplied-by-root-dk", "scaled", 2, [0, 4, 6]),
    ("root-of-key-count", "scaled", 2, [0, 1.1547, 1.7321]),
    ("root-of-dv", "scaled", 2, [0, 1.4142, 2.1213]),
    ("transposed", "scaled", 2, [0.5, 1, 0.5]),
    ("cosine", "scaled", 2, [0, 0.6325, 0.7746]),
    ("mask-ignored", "weights", 1, [0.5761, 0.2119, 0.2119]),
    ("mask-ignored", "weights", 2, [0.1220, 0.3315, 0.5465]),
    ("masked-score-zero", "weights", 1, [0.6914, 0.1543, 0.1543]),
    ("masked-score-zero", "weights", 2, [0.2119, 0.5761, 0.2119]),
    ("masked-after-softmax", "weights", 2, [0.1220, 0.3315, 0]),
    ("diagonal-masked", "weights", 2, [1, 0, 0]),
    ("one-key-too-far", "weights", 1, [0.7311, 0.2689, 0]),
    ("mask-reversed", "weights", 2, [0, 0.3775, 0.6225]),
    ("mask-reversed-strict", "weights", 2, [0, 0, 1]),
    ("small-negative", "weights", 1, [0.8590, 0.0705, 0.0705]),
    ("small-negative", "weights", 1, [0.7870, 0.1065, 0.1065]),
    ("no-exponential", "weights", 2, [0, 1, 0]),
    ("softmax-over-columns", "weights", 2, [0.1220, 0.6225, 0]),
    ("softmax-over-all", "weights", 2, [0.0501, 0.1362, 0]),
    ("not-normalized", "weights", 2, [1, 2.7183, 0]),
    ("wrong-base", "weights", 2, [0.3333, 0.6667, 0]),
    ("wrong-base", "weights", 2, [0.25, 0.75, 0]),
    ("wrong-base", "weights", 2, [0.0909, 0.9091, 0]),
    ("sigmoid", "weights", 2, [0.5, 0.7311, 0]),
    ("argmax", "weights", 2, [0, 1, 0]),
    ("negated", "weights", 2, [0.7311, 0.2689, 0]),
    ("uniform", "weights", 2, [0.5, 0.5, 0]),
    ("uniform", "weights", 2, [0.3333, 0.3333, 0.3333]),
    ("divided-by-max", "weights", 2, [0.3679, 1, 0]),
    ("divided-by-count", "weights", 2, [0.3333, 0.9061, 0]),
    ("softmax-twice", "weights", 2, [0.3865, 0.6135, 0]),
    ("log-softmax", "weights", 2, [-1.3133, -0.3133, -INF]),
    ("squared", "weights", 2, [0, 1, 0]),
    ("shifted-no-exponential", "weights", 2, [1, 0, 0]),
    ("summed-values", "output", 2, [1, 2]),
    ("averaged-values", "output", 2, [0.5, 1]),
    ("mixed-scores", "output", 2, [0, 2]),
    ("mixed-exponentials", "output", 2, [1, 5.4366]),
    ("transposed-weights", "output", 2, [0.4207, 1.6024]),
    ("best-value-only", "output", 2, [0, 2]),
    ("no-scaling", "weights", 2, [0.1192, 0.8808, 0]),
    ("no-scaling", "output", 2, [0.1192, 1.7616]),
    ("mask-ignored", "output", 2, [1.7614, 1.2095]),
    ("other-row", "scores", 2, [3, 1, 1]),
    ("other-row", "weights", 2, [0.2312, 0.1402, 0.6285]),
    ("other-step", "weights", 2, [0, 1, -INF]),
    ("other-step", "scores", 2, [0, 1, 1.5]),
    ("transposed", "scores", 2, [1, 2, 1]),
]


def answers(problem: Problem, step: str, row: int, code: str) -> list[list[float]]:
    return [wrong.values.tolist() for mistake, wrong in wrong_rows(work(problem, row), step) if mistake.code == code]


@pytest.mark.parametrize(("code", "step", "row", "answer"), BY_HAND)
def test_worked_out_by_hand(code: str, step: str, row: int, answer: list[float]) -> None:
    """The figures of the probe, to four decimals."""
    made = answers(PROBE, step, row, code)
    assert any(rules.close(answer, a, [0.00025] * len(a)) for a in made), made


def _same(a: list[float], b: list[float]) -> bool:
    return len(a) == len(b) and all(
        x == y or math.isclose(x, y, rel_tol=1e-9, abs_tol=1e-9) for x, y in zip(a, b, strict=True)
    )


def test_against_a_second_implementation() -> None:
    """On random problems each description's answer is made by the rule of that code, and the rules make no others."""
    stream = random.Random(11)
    checked: set[str] = set()
    for _ in range(40):
        one = drawn.draw(stream)
        worked = work(one.problem, one.row)
        for step in STAGES:
            made = wrong_rows(worked, step)
            described = rules.wrong_answers(one.plain, one.row, step)
            for code, answer in described:
                if _same(answer, worked.right(step).tolist()):
                    continue
                assert any(m.code == code and _same(answer, w.values.tolist()) for m, w in made), (code, step, one)
                checked.add(code)
            for mistake, wrong in made:
                values = wrong.values.tolist()
                usual = not wrong.rare and mistake.code != "offset-ignored"
                if usual and not _same(values, worked.right(step).tolist()):
                    assert any(c == mistake.code and _same(a, values) for c, a in described), (mistake.code, step, one)
    unseen = set(CATALOGUE) - checked
    assert unseen == {
        "swapped",
        "products-not-added",
        "added-before-scaling",
        "offset-ignored",
        "temperature-ignored",
        "multiplied-by-temperature",
    }


def test_rare_codes_are_those_of_the_specification() -> None:
    """Rare mistakes speak only where no other fits; which ones are rare is agreed."""
    assert {code for code, mistake in CATALOGUE.items() if mistake.rare} == rules.RARE | {
        "offset-ignored",
        "sign-dropped",
    }


def test_each_code_speaks_only_at_its_steps() -> None:
    """A rule is never asked for at a step before the one at which its mistake is made."""
    worked = work(PROBE, 2)
    for code in ("mask-ignored", "small-negative"):
        assert not {m.code for m, _ in wrong_rows(worked, "scaled")} & {code}
    assert "no-scaling" not in {m.code for m, _ in wrong_rows(worked, "scores")}
    assert "not-normalized" not in {m.code for m, _ in wrong_rows(worked, "output")}


def test_rules_that_do_not_apply_are_silent() -> None:
    """Masks without a mask, Sᵀ of a row that has no column, QK where it cannot be multiplied, widths nobody named."""
    one_row = Problem(q=matrix([[1, 2, 0]]), k=matrix([[1, 0, 1], [0, 1, 1]]), v=matrix([[6, 0], [0, 3]]))
    for step in STAGES:
        codes = {m.code for m, _ in wrong_rows(work(one_row, 1), step)}
        assert not codes & {
            "mask-ignored",
            "masked-score-zero",
            "diagonal-masked",
            "masked-query-row",
            "transposed",
            "transposed-weights",
            "key-not-transposed",
            "used-values-as-keys",
            "root-of-dmodel",
            "mixed-queries",
            "softmax-over-all",
            "temperature-ignored",
        }


def test_no_key_at_all() -> None:
    """A row with no permitted key makes no NaN and no warning, at any step."""
    empty = Problem(q=PROBE.q, k=PROBE.k, v=PROBE.v, mask=matrix([[1, 1, 1], [0, 0, 0], [1, 0, 1]]))
    for step in STAGES:
        for mistake, wrong in wrong_rows(work(empty, 2), step):
            assert not np.isnan(wrong.values).any(), mistake.code
            assert mistake.explain(work(empty, 2), step, wrong)


def test_what_overflows_is_nobodys_answer() -> None:
    """e^1000 is no number that a row could hold; beside it e^0 = 1 is one, and the row is passed over all the same."""
    huge = Problem(q=matrix([[1]]), k=matrix([[1000], [0]]), v=matrix([[1], [0]]), scale=1.0)
    for step in STAGES:
        for mistake, wrong in wrong_rows(work(huge, 1), step):
            assert (np.isfinite(wrong.values) | (wrong.values == -INF)).all(), (mistake.code, step)
    assert answers(huge, "weights", 1, "not-normalized") == []
    assert answers(huge, "weights", 1, "argmax") == [[1, 0]]


def test_a_zero_key_has_no_angle() -> None:
    """The cosine with a key of zeros is 0, not a division by zero."""
    problem = Problem(q=matrix([[1, 1]]), k=matrix([[0, 0], [1, 0]]), v=matrix([[1, 0], [0, 1]]))
    assert rules.close(answers(problem, "scaled", 1, "cosine")[0], [0, 0.70710678], [1e-6] * 2)


def test_root_of_the_models_width() -> None:
    """q=[0,1] with model width 8: the output [2.475126, 1.762437] of the public case."""
    problem = Problem(q=matrix([[0, 1]]), k=matrix([[1, 0], [0, 1]]), v=matrix([[6, 0], [0, 3]]), d_model=8)
    assert rules.close(answers(problem, "output", 1, "root-of-dmodel")[0], [2.475126, 1.762437], [1e-6] * 2)


def test_heads_have_a_width_together() -> None:
    """With two heads the model's width is both together, unless it is stated; the other head is another row."""
    rows = matrix([[1, 2, 0, 1], [0, 1, 1, 1], [2, 0, 1, 0]])
    problem = Problem(q=rows, k=rows, v=rows, heads=2)
    worked = work(problem, 1, 2)
    scores = worked.right("scores")
    assert scores.tolist() == [1, 1, 0]
    width = next(w.values for m, w in wrong_rows(worked, "scaled") if m.code == "root-of-dmodel")
    assert np.allclose(width, scores / 2)
    details = [w.detail for m, w in wrong_rows(worked, "scores") if m.code == "other-row"]
    assert details == ["row 2", "row 3", "head 1"]


def test_mask_added_before_scaling() -> None:
    """Scores [0, 1] with [0, −2] added: scaled first [0.7846, 0.2154], added first [0.6698, 0.3302]."""
    problem = Problem(
        q=matrix([[0, 1]]), k=matrix([[1, 0], [0, 1]]), v=matrix([[6, 0], [0, 3]]), add_mask=matrix([[0, -2]])
    )
    assert np.allclose(work(problem, 1).right("weights"), [0.784636, 0.215364], atol=1e-6)
    assert rules.close(answers(problem, "weights", 1, "added-before-scaling")[0], [0.669762, 0.330238], [1e-6] * 2)
    assert rules.close(answers(problem, "weights", 1, "mask-ignored")[0], [0.330238, 0.669762], [1e-6] * 2)


def test_offset_left_out() -> None:
    """Three keys come before query 1: counted as position 1 it would see key 1 alone."""
    problem = Problem(q=PROBE.q[:1], k=PROBE.k, v=PROBE.v, mask="causal", offset=2)
    assert answers(problem, "weights", 1, "offset-ignored") == [[1, 0, 0]]


def test_temperature() -> None:
    """Scaled scores [0, 2] at temperature 2 are [0, 1]; left out and multiplied give base e² and e⁴."""
    problem = Problem(q=matrix([[2]]), k=matrix([[0], [1]]), v=matrix([[1], [0]]), temperature=2.0)

    def two(x: float) -> list[float]:
        return [1 / (1 + math.exp(x)), math.exp(x) / (1 + math.exp(x))]

    assert rules.close(answers(problem, "weights", 1, "temperature-ignored")[0], two(2), [1e-9] * 2)
    assert rules.close(answers(problem, "weights", 1, "multiplied-by-temperature")[0], two(4), [1e-9] * 2)


def test_explanations() -> None:
    """Each says what was done and what to do, in at most three lines, with no template left open."""
    stream = random.Random(3)
    for _ in range(12):
        one = drawn.draw(stream)
        worked = work(one.problem, one.row)
        for step in STAGES:
            for mistake, wrong in wrong_rows(worked, step):
                text = mistake.explain(worked, step, wrong)
                assert text.endswith((".", "?")), text
                assert not re.search(r"\.\.|  |[{}]|invalid|\bnan\b", text), text
                assert len(text) <= 230, (len(text), text)
                assert mistake.deed[0].islower()
