"""The small problem on which every mistake has been worked out by hand; causal, row 2 unless said."""

from __future__ import annotations

from tutor.coaching.grading import grade
from tutor.coaching.verdict import Verdict
from tutor.maths.problem import Problem, matrix

Q = matrix([[1, 0, 1, 0], [0, 2, 0, 1], [1, 1, 0, 2]])
K = matrix([[2, 0, 1, 0], [0, 1, 1, 0], [1, 1, 0, 1]])
V = matrix([[1, 0], [0, 2], [3, 1]])

PROBE = Problem(q=Q, k=K, v=V, mask="causal")
CHAPTER = Problem(q=matrix([[0, 1]]), k=matrix([[1, 0], [0, 1]]), v=matrix([[6, 0], [0, 3]]))


def judge(stage: str, text: str, *, problem: Problem = PROBE, row: int = 2, digits: int = 3, **more: str) -> Verdict:
    """A verdict on the probe's row 2, with earlier lines by their step."""
    return grade(problem, stage, text, row=row, digits=digits, earlier=more)
