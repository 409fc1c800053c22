"""The course's own pages: their numbers, their coverage of the objectives, their size, and their manners."""

from __future__ import annotations

import contextlib
import io
import math
import re
from typing import get_args

import pytest

from tests.lessons.course import CHOICES, COURSE, FENCED, STEPS, each, texts
from tests.lessons.plain_attention import dot
from tutor.cli import main
from tutor.lessons.files import OWN
from tutor.lessons.model import ChoiceStep, ExplainStep, Lesson, Phase, Step, TextStep


def test_the_course_is_sound() -> None:
    assert [str(fault) for fault in COURSE.faults] == []


def test_the_strict_check_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert (main(["--no-save", "check", "--strict"]), capsys.readouterr().out.splitlines()[:-1]) == (0, [])


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
