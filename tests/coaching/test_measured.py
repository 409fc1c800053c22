"""Diagnosis measured on problems that are not ours, by rules that are not ours: right names, and none by chance."""

from __future__ import annotations

import math
import random

import pytest

from tests.coaching import drawn, rules
from tutor.coaching.grading import grade
from tutor.maths.problem import STAGES


def separable_share(problems: int, seed: int) -> tuple[int, int, list[str]]:
    """How many separable wrong answers there were, how many got exactly their code, and which did not."""
    stream = random.Random(seed)
    total, hits, misses = 0, 0, []
    for _ in range(problems):
        one = drawn.draw(stream)
        for step in STAGES:
            described = rules.wrong_answers(one.plain, one.row, step)
            right = rules.right(one.plain)[step][one.row - 1]
            for digits in (3, 4):
                apart = [2 * t for t in rules.tolerance(one.plain, one.row, step, digits)]
                for code, answer in described:
                    if -math.inf in answer and step in ("scores", "output"):
                        continue
                    rivals = {c for c, other in described if c != code and rules.close(answer, other, apart)}
                    if rules.close(answer, right, apart) or _is_shuffled(answer, right, one, step, apart):
                        continue
                    if rivals - (set() if code in rules.RARE else rules.RARE):
                        continue
                    total += 1
                    text = drawn.typed(answer, digits)
                    verdict = grade(one.problem, step, text, row=one.row, digits=digits)
                    hits += verdict.mistakes == (code,)
                    if verdict.mistakes != (code,):
                        misses.append(f"{code} at {step}: {verdict.status} {verdict.mistakes}")
    return total, hits, misses


def _is_shuffled(answer: list[float], right: list[float], one: drawn.Drawn, step: str, apart: list[float]) -> bool:
    """True where the answer is the right row in another order, which is a mistake of its own."""
    keep = rules.allowed(one.plain)[one.row - 1] if step in ("masked", "weights") else [True] * len(right)
    if any(x != y for x, y, ok in zip(answer, right, keep, strict=True) if not ok):
        return False
    cells = [sorted(x for x, ok in zip(row, keep, strict=True) if ok) for row in (answer, right)]
    return rules.close(*cells, apart[: sum(keep)])


def test_separable_mistakes_get_their_name() -> None:
    """At least 98 % of wrong answers that only one description gives are named exactly so."""
    total, hits, misses = separable_share(6, 5)
    assert total > 600
    assert hits >= 0.98 * total, misses


@pytest.mark.slow
def test_separable_mistakes_get_their_name_at_length() -> None:
    """The same on many more problems."""
    total, hits, misses = separable_share(40, 6)
    assert hits >= 0.98 * total, misses


def named_share(answers: int, seed: int) -> float:
    """Which part of random wrong answers gets any code. Hidden cells are filled rightly, the others are random."""
    stream = random.Random(seed)
    named = total = 0
    while total < answers:
        one = drawn.draw(stream)
        keep = rules.allowed(one.plain)[one.row - 1]
        for step in STAGES:
            right = rules.right(one.plain)[step][one.row - 1]
            free = keep if step in ("masked", "weights") else [True] * len(right)
            if not any(free):
                continue
            for spread in (0.5, 2.0):
                answer = [
                    x + stream.choice((-1, 1)) * stream.uniform(0.05, spread) if ok else x
                    for x, ok in zip(right, free, strict=True)
                ]
                verdict = grade(one.problem, step, drawn.typed(answer, stream.choice((2, 3, 4))), row=one.row)
                assert not verdict.passed
                named += bool(verdict.mistakes)
                total += 1
    return named / total


def test_random_answers_get_no_name() -> None:
    """Fewer than one in a hundred."""
    assert named_share(400, 8) < 0.01


@pytest.mark.slow
def test_random_answers_get_no_name_at_length() -> None:
    """The same on many more answers."""
    assert named_share(4_000, 9) < 0.01
