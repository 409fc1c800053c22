"""Pages that ask for a row, in the course and in the guide for authors: prompts, hints, answers; and the guide."""

from __future__ import annotations

import math
import re
import tempfile
from pathlib import Path

import pytest

from tests.lessons.plain_attention import masked, mix, scaled, scores, softmax
from tests.lessons.printed import DECIMAL, NUMBER, fits, numbers
from tutor.cli import main
from tutor.coaching.grading import grade
from tutor.coaching.question import SHAPE, question_of
from tutor.lessons.loader import load_course, load_lesson
from tutor.lessons.model import KINDS, DrawnProblem, Fault, Step, VectorStep
from tutor.maths.problem import Matrix, Problem

GUIDE = (Path(__file__).parents[2] / "docs" / "writing-lessons.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)


def examples_of_the_guide() -> tuple[list[Step], list[Fault]]:
    """The examples of the guide, loaded: the first is a whole file, and each other may be added to it."""
    steps: dict[str, Step] = {}
    faults: list[Fault] = []
    with tempfile.TemporaryDirectory() as folder:
        for place, block in enumerate(EXAMPLES):
            path = Path(folder) / f"{place:02}_example.toml"
            path.write_text(f"{EXAMPLES[0]}\n{block}" if place else block, encoding="utf-8")
            lesson, found = load_lesson(path)
            faults += found
            steps |= {step.id: step for step in (lesson.steps if lesson else ())}
    return list(steps.values()), faults


COURSE_STEPS = [step for lesson in load_course().lessons for step in lesson.steps]
GUIDE_STEPS, GUIDE_FAULTS = examples_of_the_guide()
STATED = [
    step for step in (*COURSE_STEPS, *GUIDE_STEPS) if isinstance(step, VectorStep) and isinstance(step.problem, Problem)
]
VECTORS = [step for step in STATED if not step.ask_for.startswith(SHAPE)]
SHAPES = [step for step in STATED if step.ask_for.startswith(SHAPE)]
DRAWN = [step for step in COURSE_STEPS if isinstance(step, VectorStep) and isinstance(step.problem, DrawnProblem)]

NAMED_ROW = re.compile(r"\b([qkv]\d*) = \[([^\[\]]*)\]")
BRACKETED = re.compile(r"\[([^\[\]]*)\]")
NAMED_SHAPE = re.compile(r"\b([QKV]) is (\d+)×(\d+)")


def each(steps: list[VectorStep]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("step", steps, ids=[step.id for step in steps])


def given_row(step: VectorStep) -> tuple[Problem, list[bool]]:
    """The problem of a page, and which keys the asked query may use."""
    problem = step.problem
    assert isinstance(problem, Problem)
    i = step.row - 1
    if problem.mask == "none":
        return problem, [True] * problem.n_k
    if problem.mask == "causal":
        return problem, [j <= i + (problem.offset or 0) for j in range(problem.n_k)]
    return problem, [cell == 1 for cell in problem.mask[i]]


def lines(step: VectorStep) -> dict[str, list[float]]:
    """The asked row at every stage, by the plain calculation."""
    problem, allowed = given_row(step)
    q = problem.q[step.row - 1]
    after = {"scores": scores(q, problem.k), "scaled": scaled(q, problem.k)}
    after["masked"] = masked(after["scaled"], allowed)
    after["weights"] = softmax(after["masked"])
    after["output"] = mix(after["weights"], problem.v)
    return after


def states_line(step: VectorStep, line: list[float]) -> bool:
    """True where the prompt states this line, in brackets and without a name."""
    unnamed = NAMED_ROW.sub("", step.prompt)
    rows = [NUMBER.findall(row) for row in BRACKETED.findall(unnamed)]
    return any(len(row) == len(line) and all(map(fits, row, line)) for row in rows)


@each(VECTORS)
def test_the_rows_in_a_prompt_are_those_of_the_problem(step: VectorStep) -> None:
    problem, _ = given_row(step)
    rows = {f"q{i}": row for i, row in enumerate(problem.q, start=1)}
    rows |= {f"k{i}": row for i, row in enumerate(problem.k, start=1)}
    rows |= {f"v{i}": row for i, row in enumerate(problem.v, start=1)}
    rows["q"] = problem.q[step.row - 1]
    for name, row in NAMED_ROW.findall(step.prompt):
        assert tuple(numbers(row)) == rows[name], name


@each(VECTORS)
def test_a_prompt_states_all_that_its_answer_needs(step: VectorStep) -> None:
    """Either the line before is there, or the query and every key; and the values where they are mixed."""
    problem, allowed = given_row(step)
    line = lines(step)
    named = {name for name, _ in NAMED_ROW.findall(step.prompt)}
    keys = {f"k{j}" for j in range(1, problem.n_k + 1)}
    query = bool(named & {"q", f"q{step.row}"}) and (problem.n_q == 1 or f"q{step.row}" in named)
    before = {"scaled": ["scores"], "masked": ["scaled"], "weights": ["masked", "scaled"], "output": ["weights"]}
    assert (query and keys <= named) or any(states_line(step, line[stage]) for stage in before.get(step.ask_for, []))
    if step.ask_for == "output":
        assert {f"v{j}" for j in range(1, problem.n_k + 1)} <= named
    if step.ask_for != "output" and not all(allowed):
        assert re.search("mask|hidden|−∞", step.prompt)
    if problem.n_q > 1:
        assert re.search(rf"\b[Rr]ow {step.row}\b", step.prompt)


@each(VECTORS)
def test_a_prompt_says_how_many_decimals(step: VectorStep) -> None:
    words = {1: "One decimal", 2: "Two decimals", 3: "Three decimals", 4: "Four decimals"}
    whole = all(x == round(x) for x in lines(step)[step.ask_for] if math.isfinite(x))
    assert words[step.digits] in step.prompt or (whole and "whole numbers" in step.prompt)


@each(VECTORS)
def test_the_plain_answer_is_graded_right(step: VectorStep) -> None:
    """Rounded to the decimals that the page wants, and written out in full."""
    problem, _ = given_row(step)
    answer = lines(step)[step.ask_for]
    for text in ("; ".join(f"{x:.{step.digits}f}" for x in answer), " ".join(map(repr, answer))):
        verdict = grade(problem, step.ask_for, text, row=step.row, digits=step.digits)
        assert (verdict.status, verdict.cells) == ("right", (True,) * len(answer)), verdict.message


@each(VECTORS)
def test_no_hint_gives_the_answer(step: VectorStep) -> None:
    answer = lines(step)[step.ask_for]
    shown = [printed for hint in step.hints for printed in DECIMAL.findall(hint)]
    assert not [printed for printed in shown if any(fits(printed, x) for x in answer)]
    assert not [hint for hint in step.hints for row in BRACKETED.findall(hint) if NUMBER.search(row)]
    assert len(step.hints) >= 2


def sizes(matrix: Matrix) -> tuple[int, int]:
    return len(matrix), len(matrix[0])


@each(SHAPES)
def test_a_page_that_asks_for_a_shape_states_those_of_q_k_and_v(step: VectorStep) -> None:
    problem = step.problem
    assert isinstance(problem, Problem)
    stated = {name: (int(rows), int(columns)) for name, rows, columns in NAMED_SHAPE.findall(step.prompt)}
    assert stated == {"Q": sizes(problem.q), "K": sizes(problem.k), "V": sizes(problem.v)}


@each(SHAPES)
def test_a_shape_by_the_rule_is_graded_right_and_no_hint_gives_it(step: VectorStep) -> None:
    """Scores, scaled, masked and weights are queries × keys; the output is queries × the width of a value."""
    problem = step.problem
    assert isinstance(problem, Problem)
    (rows, _), (keys, width) = sizes(problem.q), sizes(problem.v)
    columns = width if step.ask_for == f"{SHAPE}output" else keys
    for text in (f"{rows}×{columns}", f"{rows} by {columns}", f"({rows}, {columns})"):
        assert grade(problem, step.ask_for, text, row=1).status == "right"
    assert not [hint for hint in step.hints if re.search(r"\d\s*(×|by)\s*\d", hint)]


@each(DRAWN)
def test_a_page_with_drawn_numbers_cites_none_and_says_which_row(step: VectorStep) -> None:
    """The page itself names the row, and two learners get different numbers."""
    assert not DECIMAL.search(step.prompt)
    assert not BRACKETED.search("".join((step.prompt, *step.hints)))
    if not step.ask_for.startswith(SHAPE):
        assert re.search(r"\brow\b", step.prompt)
        assert "hree decimals" in step.prompt
    one, other = (question_of(step, learner=name).problem for name in ("ada", "grace"))
    assert (one.q, one.k, one.v) != (other.q, other.k, other.v)


@pytest.mark.parametrize(("page", "row", "expected"), [
    ("small-scores", "scores", [0, 1]),
    ("small-scaled", "scaled", [0, 0.7071]),
    ("small-weights", "weights", [0.3302, 0.6698]),
    ("small-output", "output", [1.9814, 2.0093]),
    ("exercise-scaled", "scaled", [0.7071, 0]),
    ("exercise-weights", "weights", [0.6698, 0.3302]),
    ("exercise-output", "output", [1.3395, 1.3210]),
    ("exercise-masked", "masked", [0.7071, -math.inf]),
    ("exercise-masked-weights", "weights", [1, 0]),
    ("exercise-masked-output", "output", [2, 0]),
    ("three-weights", "weights", [0.1220, 0.3315, 0.5465]),
])  # fmt: skip
def test_pages_ask_for_the_published_answers(page: str, row: str, expected: list[float]) -> None:
    step = next(step for step in VECTORS if step.id == page)
    assert step.ask_for == row
    assert lines(step)[row] == pytest.approx(expected, abs=0.51e-4)


def test_the_causal_problem_is_one_on_which_mistakes_show() -> None:
    """Five positions, row 3; no two scores of the row alike and none of them zero."""
    step = next(step for step in VECTORS if step.id == "five-masked")
    problem, allowed = given_row(step)
    row = lines(step)["scores"]
    assert (problem.n_q, problem.d_k, problem.d_v, step.row, sum(allowed)) == (5, 4, 2, 3, 3)
    assert len(set(row)) == 5
    assert 0 not in row
    assert {x for matrix in (problem.q, problem.k, problem.v) for r in matrix for x in r} <= set(range(-2, 4))


def test_every_example_of_the_guide_loads() -> None:
    assert [str(fault) for fault in GUIDE_FAULTS] == []


def test_the_guide_shows_every_kind_of_page() -> None:
    assert {step.kind for step in GUIDE_STEPS} == set(KINDS)


def test_the_examples_of_the_guide_together_pass_the_strict_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "10_two_keys.toml").write_text("\n".join(EXAMPLES), encoding="utf-8")
    code = main(["--no-save", "check", "--strict", str(tmp_path)])
    assert (code, capsys.readouterr().out) == (0, "1 lesson, 0 faults, 0 warnings\n")


@pytest.mark.parametrize(
    "slips",
    [
        (("prompt =", "promt ="), ("V = [[4, 0], [0, 2]]", "V = [[4, 0]]")),
        (('title = "Two keys, one query"', "title = Two keys, one query"),),
    ],
    ids=["keys and shapes", "quotes"],
)
def test_the_faults_that_the_guide_shows_are_those_that_are_printed(
    slips: tuple[tuple[str, str], ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = EXAMPLES[0]
    for sound, faulty in slips:
        assert sound in text
        text = text.replace(sound, faulty)
    (tmp_path / "10_two_keys.toml").write_text(text, encoding="utf-8")
    assert main(["--no-save", "check", str(tmp_path)]) == 1
    assert capsys.readouterr().out.rpartition("1 lesson")[0] in GUIDE
