"""The programs run, and print the numbers of a second implementation, whatever the problem has."""

from __future__ import annotations

import importlib.util
import math
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.maths.plain import attention
from tests.rendering.probe import PROBE
from tutor.maths.problem import Problem, matrix
from tutor.rendering.programs import LANGUAGES, Language, program

NO = -math.inf
OWN_MASK = matrix([[1, 1, 1], [0, 0, 0], [1, 0, 0]])
ADDED = matrix([[0, 0, 0], [-2, -1, NO], [0, 0, 0.5]])
GROUPED = Problem(
    q=matrix([[1, 0, 0, 2, 1, 1, 2, 0], [0, 1, 1, 0, 2, 1, 0, 2]]),
    k=matrix([[2, 0, 0, 1], [0, 2, 1, 0]]),
    v=matrix([[1, 0], [0, 2]]),
    heads=4,
    kv_heads=2,
)

PROBLEMS = {
    "causal": PROBE,
    "unmasked": replace(PROBE, mask="none"),
    "own mask with an empty row": replace(PROBE, mask=OWN_MASK),
    "offset and temperature": replace(PROBE, offset=1, temperature=2.0),
    "empty first row": replace(PROBE, offset=-1),
    "added": replace(PROBE, mask="none", add_mask=ADDED),
    "all at once": replace(PROBE, heads=2, mask=OWN_MASK, add_mask=ADDED, softcap=2.0, temperature=0.5, scale=0.3),
    "grouped queries": replace(GROUPED, mask="causal"),
    "cross attention": Problem(q=matrix([[0.5, -1.25]]), k=matrix([[1, 0], [0, 1]]), v=matrix([[6, 0, 1], [0, 3, 1]])),
}

NUMBER = re.compile(r"-inf|-?\d+\.?\d*(?:e[-+]?\d+)?")

RUNNERS: list[Language] = ["python", "numpy", *(["torch"] if importlib.util.find_spec("torch") else [])]


def expected(problem: Problem) -> list[float]:
    """All numbers that a program prints, head by head and stage by stage."""
    numbers: list[float] = []
    masked = problem.mask != "none" or problem.add_mask is not None or bool(problem.softcap)
    hidden = set()
    if not isinstance(problem.mask, str):
        hidden = {(i, j) for i, row in enumerate(problem.mask) for j, x in enumerate(row) if x == 0}
    for head in range(problem.heads):
        shared = head // (problem.heads // (problem.kv_heads or problem.heads))
        part, keys = (slice(h * problem.d_k, (h + 1) * problem.d_k) for h in (head, shared))
        values = slice(shared * problem.d_v, (shared + 1) * problem.d_v)
        result = attention(
            [list(row[part]) for row in problem.q],
            [list(row[keys]) for row in problem.k],
            [list(row[values]) for row in problem.v],
            hidden=hidden,
            added=[list(row) for row in problem.add_mask] if problem.add_mask else None,
            causal=problem.mask == "causal",
            offset=problem.offset or 0,
            scale=problem.scale,
            temperature=problem.temperature,
            softcap=problem.softcap,
        )
        numbers += [head + 1] if problem.heads > 1 else []
        for stage in ("scores", "scaled", *(["masked"] if masked else []), "weights", "output"):
            numbers += [x for row in getattr(result, stage) for x in row]
    return numbers


def run(code: str) -> str:
    """What a program prints; a warning or an error fails."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("language", RUNNERS)
@pytest.mark.parametrize("name", PROBLEMS)
def test_a_program_prints_the_right_numbers(name: str, language: Language) -> None:
    printed = run(program(PROBLEMS[name], language)).replace("dtype=torch.float64", "")
    numbers = [float(x) for x in NUMBER.findall(printed)]
    right = expected(PROBLEMS[name])
    assert len(numbers) == len(right)
    for got, wanted in zip(numbers, right, strict=True):
        assert got == wanted or abs(got - wanted) <= 0.51e-4


def test_the_published_example() -> None:
    """q = [0, 1], two keys: weights 0.3302 and 0.6698, output [1.9814, 2.0093]."""
    problem = Problem(q=matrix([[0, 1]]), k=matrix([[1, 0], [0, 1]]), v=matrix([[6, 0], [0, 3]]))
    assert "[0.3302, 0.6698]" in run(program(problem, "python"))
    assert "[1.9814, 2.0093]" in run(program(problem, "python"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PROBLEMS)
def test_every_program_compiles_and_holds_only_what_it_needs(name: str, language: Language) -> None:
    problem = PROBLEMS[name]
    code = program(problem, language)
    compile(code, name, "exec")
    assert ("temperature" in code) == (problem.temperature != 1)
    assert ("softcap" in code) == bool(problem.softcap)
    assert ("allowed" in code) == (problem.mask != "none")
    assert ("added" in code) == (problem.add_mask is not None)
    assert ("head" in code) == (problem.heads > 1)
    assert ("no permitted key" in code) == ("empty" in name or name == "all at once")
    assert max(map(len, code.splitlines())) <= 120


def test_a_plain_program_imports_only_what_it_uses() -> None:
    """No unused name in the import line."""
    for problem in PROBLEMS.values():
        code = program(problem, "python")
        start, _, rest = code.partition("\n\n")
        for name in start.rpartition("import ")[2].split(", "):
            assert re.search(rf"\b{name}\b", rest), name


def test_numbers_are_kept_exactly() -> None:
    """The learner's own numbers, not rounded ones."""
    problem = Problem(q=matrix([[0.123456789]]), k=matrix([[-0.0]]), v=matrix([[1e-7]]))
    code = program(problem, "numpy")
    assert "0.123456789" in code
    assert "K = np.array([[0]]" in code
    assert "V = np.array([[1e-7]]" in code


def test_a_problem_without_solution_has_no_program() -> None:
    """Shapes that don't fit are one sentence, as everywhere."""
    with pytest.raises(ValueError, match=r"2 keys|keys 1|numbers"):
        program(Problem(q=matrix([[1, 2]]), k=matrix([[1]]), v=matrix([[1]])), "python")
