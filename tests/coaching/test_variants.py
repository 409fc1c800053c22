"""Drawn problems: what every one of them promises, checked by the second implementation of the rules."""

from __future__ import annotations

import math
import random

import pytest

from tests.coaching import rules
from tests.coaching.probe import CHAPTER, PROBE
from tutor.coaching import variants
from tutor.coaching.grading import grade
from tutor.coaching.judging.worked import work
from tutor.coaching.separability import indistinct, indistinct_codes
from tutor.coaching.variants import LEVELS, Variant, asked_stages, draw
from tutor.maths.problem import Problem, matrix


def check(variant: Variant) -> None:
    """Every promise about one drawn problem."""
    problem = variant.problem
    plain = rules.head_of(problem, variant.head)
    assert all(x == int(x) and -2 <= x <= 3 for rows in (problem.q, problem.k, problem.v) for row in rows for x in row)
    assert len({problem.n_q, problem.d_k, problem.d_v}) == 3
    assert len({problem.n_k, problem.d_k, problem.d_v}) == 3
    stages = rules.right(plain)
    asked = stages["scores"][variant.row - 1]
    seen = rules.allowed(plain)[variant.row - 1]
    assert len(set(asked)) == len(asked)
    assert all(ok or s != 0 for s, ok in zip(asked, seen, strict=True))
    assert sum(seen) >= 3
    if problem.n_q == problem.n_k:
        assert stages["scores"] != rules.transpose(stages["scores"])
    for step in variant.stages:
        right = stages[step][variant.row - 1]
        room = [2 * t for t in rules.tolerance(plain, variant.row, step, variant.digits)]
        for code, answer in rules.wrong_answers(plain, variant.row, step):
            # A problem without minus signs is as good as one with them.
            if code != "sign-dropped":
                assert not rules.close(answer, right, room), (variant.seed, variant.level, step, code)
    check_level(variant)


def check_level(variant: Variant) -> None:
    """What sets the four levels apart."""
    problem = variant.problem
    whole = math.isqrt(problem.d_k) ** 2 == problem.d_k
    match variant.level:
        case 1:
            assert problem.mask == "none"
            assert whole
            assert problem.heads == 1
            assert 1 < variant.row < problem.n_q
        case 2:
            assert (problem.mask, problem.n_q, problem.n_k, variant.row) == ("causal", 5, 5, 3)
            assert (problem.d_k, problem.d_v) == (4, 2)
        case 3:
            assert not whole
        case _:
            assert problem.heads == 2 or (problem.n_q != problem.n_k and problem.offset)
            assert variant.head <= problem.heads


@pytest.mark.parametrize("level", LEVELS)
def test_promises(level: int) -> None:
    """A few seeds of each level."""
    for seed in range(1, 9):
        check(draw(seed, level))


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_promises_of_two_hundred(level: int) -> None:
    """The first 200 seeds of each level."""
    for seed in range(1, 201):
        check(draw(seed, level))


def test_pinned() -> None:
    """The same seed is the same problem on every machine, and in every version to come."""
    first = draw(7, 1).problem
    assert first.q == matrix([[-1, 2, 1, 1], [0, 3, 3, 0], [1, -2, 2, 1]])
    assert first.k == matrix([[3, 2, -1, 0], [2, -2, 0, -1], [-2, -2, 2, -2]])
    assert first.v == matrix([[-1, 0], [3, -2], [0, 1]])
    assert draw(7, 2).problem.q[2] == (-1, 3, 1, 3)
    assert draw(7, 3).problem.k[3] == (-2, 0, -2)
    assert draw(7, 4).problem.v[4] == (2, -2)
    assert draw(7, 1) == draw(7, 1)
    assert len({draw(seed, 1).problem.q for seed in range(20)}) == 20


def test_only_the_stream_that_python_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but `random()` of a seeded stream is used."""

    real = random.Random

    class Promised:
        def __init__(self, seed: int) -> None:
            self.random = real(seed).random

    expected = draw(3, 4)
    monkeypatch.setattr(variants.random, "Random", Promised)
    assert draw(3, 4) == expected


def test_forms_alternate() -> None:
    """Level 4 has both the offset and the two heads, and asks either head."""
    drawn = [draw(seed, 4) for seed in range(1, 25)]
    assert {(v.problem.heads, v.head) for v in drawn} == {(1, 1), (2, 1), (2, 2)}
    assert {v.problem.mask for v in (draw(seed, 3) for seed in range(1, 12))} == {"none", "causal"}


def test_levels_that_are_not_there() -> None:
    """One sentence for the caller."""
    for level in (0, 5):
        with pytest.raises(ValueError, match="no level"):
            draw(1, level)


def test_any_seed() -> None:
    """Negative and huge seeds draw as well."""
    for seed in (0, -1, 2**63, 10**40):
        assert draw(seed, 2).seed == seed


def test_never_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing fits, the search ends with a sentence."""
    monkeypatch.setattr(variants, "shows_mistakes", lambda *_: False)
    monkeypatch.setattr(variants, "DRAWS_PER_SEED", 5)
    with pytest.raises(ValueError, match="take another seed"):
        draw(1, 1)


def test_common_mistakes_are_named_on_drawn_problems() -> None:
    """On a drawn problem the usual mistakes get exactly their code, at the step where they are made."""
    for level in LEVELS:
        for seed in (1, 2, 3):
            variant = draw(seed, level)
            plain = rules.head_of(variant.problem, variant.head)
            for step in variant.stages:
                for code, answer in rules.wrong_answers(plain, variant.row, step):
                    if code in rules.RARE or code == "other-row" or (-math.inf in answer and step == "scores"):
                        continue
                    text = " ".join(f"{x:.3f}" for x in answer)
                    verdict = grade(variant.problem, step, text, row=variant.row, head=variant.head)
                    assert code in verdict.mistakes, (level, seed, step, code, verdict)
                    assert set(verdict.mistakes) <= {code, "other-row", "swapped"}


def test_steps_that_are_asked() -> None:
    """Masking is a step only where something is masked."""
    assert "masked" not in asked_stages(CHAPTER)
    assert "masked" in asked_stages(PROBE)


def test_what_cannot_show_on_the_chapters_example() -> None:
    """One query, K = I, d = 2: most mistakes show, but several that need a second row or a size do not."""
    assert indistinct(CHAPTER, "scores", 1) == ("key-not-transposed", "cosine")
    assert "root-of-key-count" in indistinct(CHAPTER, "scaled", 1)
    assert "root-of-dv" in indistinct(CHAPTER, "weights", 1)
    assert "no-scaling" not in indistinct(CHAPTER, "scaled", 1)
    masked = Problem(q=matrix([[1, 0]]), k=CHAPTER.k, v=matrix([[2, 0], [0, 4]]), mask=matrix([[1, 0]]))
    assert {"no-scaling", "argmax", "uniform"} <= set(indistinct(masked, "weights", 1))


def test_twins() -> None:
    """Two equal cells hide their order; and twice the tolerance hides more than once."""
    problem = Problem(q=matrix([[1, 0]]), k=matrix([[2, 1], [2, 0], [1, 1]]), v=matrix([[1, 2]] * 3))
    assert "swapped" in indistinct(problem, "scores", 1)
    near = Problem(q=matrix([[1.0, 0.0]]), k=matrix([[0.5, 1], [0.5007, 0], [1, 1]]), v=matrix([[1, 2]] * 3))
    assert "swapped" not in indistinct_codes(work(near, 1), "scores", 3)
    assert "swapped" in indistinct_codes(work(near, 1), "scores", 3, factor=2.0)
