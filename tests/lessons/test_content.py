"""The course's own pages: their numbers, their coverage of the objectives, their size, and their manners."""

from __future__ import annotations

import contextlib
import io
import math
import re
import tempfile
from pathlib import Path
from typing import get_args

import pytest

from tests.lessons.plain_attention import dot, masked, mix, scaled, scores, softmax
from tests.lessons.prose_numbers import COMPUTED, STATED
from tutor.cli import main
from tutor.coaching.grading import grade
from tutor.lessons.files import OWN
from tutor.lessons.loader import load_course, load_lesson
from tutor.lessons.model import KINDS, ChoiceStep, ExplainStep, Fault, Lesson, Phase, Step, TextStep, VectorStep
from tutor.maths.problem import Problem

COURSE = load_course()
STEPS = [step for lesson in COURSE.lessons for step in lesson.steps]
CHOICES = [step for step in STEPS if isinstance(step, ChoiceStep)]
GUIDE = Path(__file__).parents[2] / "docs" / "writing-lessons.md"


def examples_of_the_guide() -> tuple[list[Step], list[Fault]]:
    """The examples of the guide, loaded: the first is a whole file, and each other may be added to it."""
    blocks = re.findall(r"^```toml\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    steps: dict[str, Step] = {}
    faults: list[Fault] = []
    with tempfile.TemporaryDirectory() as folder:
        for place, block in enumerate(blocks):
            path = Path(folder) / f"{place:02}_example.toml"
            path.write_text(f"{blocks[0]}\n{block}" if place else block, encoding="utf-8")
            lesson, found = load_lesson(path)
            faults += found
            steps |= {step.id: step for step in (lesson.steps if lesson else ())}
    return list(steps.values()), faults


GUIDE_STEPS, GUIDE_FAULTS = examples_of_the_guide()
VECTORS = [
    step for step in (*STEPS, *GUIDE_STEPS) if isinstance(step, VectorStep) and isinstance(step.problem, Problem)
]

DECIMAL = re.compile(r"(?<![\w.])[−-]?\d+\.\d+")
NUMBER = re.compile(r"(?<![\w.])[−-]?(?:\d+(?:\.\d+)?|∞)")
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
NAMED_ROW = re.compile(r"\b([qkv]\d*) = \[([^\[\]]*)\]")
BRACKETED = re.compile(r"\[([^\[\]]*)\]")


def each(steps: list[Step] | list[ChoiceStep] | list[VectorStep]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("step", steps, ids=[step.id for step in steps])


def texts(step: Step) -> list[str]:
    """Every text of a page that a learner reads."""
    found = [step.title, step.body]
    found += [getattr(step, name, "") for name in ("prompt", "model")]
    found += [text for name in ("hints", "checklist") for text in getattr(step, name, ())]
    found += [text for option in getattr(step, "options", ()) for text in (option.text, option.why)]
    return found


def as_number(printed: str) -> float:
    return float(printed.replace("−", "-").replace("∞", "inf"))


def decimals(printed: str) -> int:
    return len(printed.partition(".")[2])


def numbers(text: str) -> list[float]:
    return [as_number(printed) for printed in NUMBER.findall(text)]


def fits(printed: str, value: float) -> bool:
    """True where a printed number is the value, rounded to as many decimals as are printed."""
    shown = as_number(printed)
    if math.isinf(shown) or math.isinf(value):
        return shown == value
    return abs(shown - value) <= 0.5 * 10.0 ** -decimals(printed) + 1e-12


def test_the_course_is_sound() -> None:
    assert [str(fault) for fault in COURSE.faults] == []


def test_the_strict_check_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert (main(["--no-save", "check", "--strict"]), capsys.readouterr().out.splitlines()[:-1]) == (0, [])


@each(STEPS)
def test_every_decimal_number_in_prose_is_recomputed(step: Step) -> None:
    prose = "\n".join(texts(step))
    left = prose
    for printed, values in COMPUTED.get(step.id, {}).items():
        assert printed in prose, f"{printed!r} is no longer on this page"
        found = NUMBER.findall(printed)
        assert len(found) == len(values)
        assert all(map(fits, found, values)), f"{printed!r} should be {values}"
        left = left.replace(printed, " ")
    for printed in STATED.get(step.id, ()):
        assert printed in prose, f"{printed!r} is no longer on this page"
        left = left.replace(printed, " ")
    assert DECIMAL.findall(left) == []


def test_the_table_of_numbers_names_only_pages_that_exist() -> None:
    assert {*COMPUTED, *STATED} <= {step.id for step in STEPS}


def given_row(step: VectorStep) -> tuple[Problem, list[bool]]:
    """The problem of a page, and which keys the asked query may use."""
    problem = step.problem
    assert isinstance(problem, Problem)
    i = step.row - 1
    if problem.mask == "none":
        return problem, [True] * problem.n_k
    if problem.mask == "causal":
        return problem, [j <= i for j in range(problem.n_k)]
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


def run_program(page: str, names: dict[str, object]) -> tuple[dict[str, object], str]:
    """Run the program on a page; its names afterward, and what it printed."""
    step = next(step for step in STEPS if step.id == page)
    program = re.search(r"^```python\n(.*?)^```", step.body, re.DOTALL | re.MULTILINE)
    assert program
    printed = io.StringIO()
    space = {"dot": dot, "exp": math.exp, "sqrt": math.sqrt, **names}
    with contextlib.redirect_stdout(printed):
        exec(program[1], space)
    return space, printed.getvalue().strip()


def test_the_program_prints_what_its_right_option_says() -> None:
    step = next(step for step in CHOICES if step.id == "program-predict")
    names = {"q": [1, 2], "K": [[1, 0], [0, 1], [1, 1]], "V": [[1, 2, 3, 4]] * 3}
    _, printed = run_program("program-predict", names)
    assert printed == next(option.text for option in step.options if option.correct)


def test_the_programs_on_the_small_example() -> None:
    """The sound program gives the small example's output; the one with the planted bug what its page says."""
    names: dict[str, object] = {"q": [0, 1], "K": [[1, 0], [0, 1]], "V": [[6, 0], [0, 3]]}
    right, _ = run_program("program-stages", names)
    wrong, _ = run_program("program-bug", names)
    assert right["out"] == pytest.approx([1.9814, 2.0093], abs=1e-4)
    assert wrong["out"] == pytest.approx([2.2652, 1.8674], abs=1e-4)


def phases(objective: str) -> set[Phase]:
    return {
        step.stage
        for lesson in COURSE.lessons
        for step in lesson.steps
        if step.stage and step.objective and lesson.objectives[step.objective - 1] == objective
    }


@pytest.mark.parametrize("objective", sorted({text for lesson in COURSE.lessons for text in lesson.objectives}))
def test_each_objective_goes_from_worked_to_quiz(objective: str) -> None:
    assert phases(objective) == set(get_args(Phase))


def test_the_three_objectives_of_the_course() -> None:
    assert {text for lesson in COURSE.lessons for text in lesson.objectives} == {
        "Identify the shapes of Q, K, V, and the score matrix.",
        "Calculate a normalized weighted sum of values.",
        "Explain the causal training shift and its limits.",
    }


@each(STEPS)
def test_a_page_is_short(step: Step) -> None:
    words = [word for word in FENCED.sub("", step.body).split() if any(c.isalpha() for c in word)]
    assert len(words) <= 90
    assert len(str(getattr(step, "prompt", "")).split()) <= 50
    wide = [line for block in FENCED.findall(step.body) for line in block.splitlines() if len(line) > 56]
    wide += [line for line in step.body.splitlines() if line.startswith("|") and len(line) > 60]
    assert wide == []


@pytest.mark.parametrize("lesson", COURSE.lessons, ids=[lesson.slug for lesson in COURSE.lessons])
def test_a_question_comes_every_page_or_two(lesson: Lesson) -> None:
    reading = "".join("t" if isinstance(step, TextStep) else "." for step in lesson.steps)
    assert "tt" not in reading
    assert sum(isinstance(step, ExplainStep) for step in lesson.steps) <= 1
    assert lesson.minutes
    assert lesson.sources


@each(STEPS)
def test_prose_has_no_links_no_markup_and_no_stray_emphasis(step: Step) -> None:
    plain = FENCED.sub("", step.body)
    assert not re.search(r"\]\(|https?:|</?[a-z]+>|&\w+;|!\[", plain)
    without_code = re.sub(r"`[^`\n]*`", "", plain)
    assert not re.search(r"(?<!\w)_|_(?!\w)|\\|~", without_code)
    assert len(re.findall(r"\*+", without_code)) % 2 == 0
    assert not re.search(r"\d\s*\*\s*\d", without_code)
    others = [text for text in texts(step) if text != step.body]
    assert not [text for text in others if "`" in text or "**" in text]


@each(CHOICES)
def test_every_option_has_its_own_explanation(step: ChoiceStep) -> None:
    assert len({option.why for option in step.options}) == len(step.options)
    assert all(option.code for option in step.options if not option.correct)
    assert len({option.code for option in step.options}) == len(step.options)


@each(CHOICES)
def test_no_explanation_speaks_of_a_place_in_the_list(step: ChoiceStep) -> None:
    place = re.compile(
        r"\b(?:options?|answers?|choices?) (?:[a-h]\b|\d|above|below)|"
        r"\b(?:first|second|third|fourth|fifth|last|other|previous|next) (?:options?|answers?|choices?)\b",
        re.IGNORECASE,
    )
    assert not [option.why for option in step.options if place.search(option.why)]


def test_neither_place_nor_length_gives_the_right_option_away() -> None:
    right = [next(i for i, option in enumerate(step.options) if option.correct) for step in CHOICES]
    longest = [max(range(len(step.options)), key=lambda i: len(step.options[i].text)) for step in CHOICES]
    assert max(right.count(place) for place in set(right)) <= len(CHOICES) * 0.45
    assert sum(a == b for a, b in zip(right, longest, strict=True)) <= len(CHOICES) * 0.45


def test_the_course_is_the_projects_own_folder() -> None:
    assert {lesson.path.parent for lesson in COURSE.lessons} == {OWN}


def test_every_example_of_the_guide_loads() -> None:
    assert [str(fault) for fault in GUIDE_FAULTS] == []


def test_the_guide_shows_every_kind_of_page() -> None:
    assert {step.kind for step in GUIDE_STEPS} == set(KINDS)
