"""The course's own pages: their numbers, their coverage of the objectives, their size, and their manners."""

from __future__ import annotations

import contextlib
import io
import math
import re
import shlex
import textwrap
from collections.abc import Iterable
from typing import get_args

import pytest

from tests.lessons.course import CHOICES, COURSE, DRAWN, FENCED, STEPS, each, texts
from tests.lessons.plain_attention import dot
from tutor.cli import main
from tutor.coaching.question import body_of, question_of
from tutor.lessons.files import OWN
from tutor.lessons.model import ChoiceStep, ExplainStep, Lesson, NumberStep, Phase, Step, TextStep


def test_the_course_is_sound() -> None:
    assert [str(fault) for fault in COURSE.faults] == []


def test_the_strict_check_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert (main(["--no-save", "check", "--strict"]), capsys.readouterr().out.splitlines()[:-1]) == (0, [])


CITED = re.compile(r"\b([A-Z][a-z]+)(?: et al\.| and [A-Z][a-z]+| Team)?,? ((?:19|20)\d\d)\b")


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


def run_command(page: str, capsys: pytest.CaptureFixture[str], *, learner: str | None = None) -> str:
    """Run the shell command on a page; what it printed."""
    step = next(step for step in STEPS if step.id == page)
    command = re.search(r"^```\nattn-tutor (.*?)^```", body_of(step, learner=learner), re.DOTALL | re.MULTILINE)
    assert command
    assert main(shlex.split(command[1].replace("\\\n", " "))) == 0
    return capsys.readouterr().out


def test_the_commands_print_what_their_pages_say(capsys: pytest.CaptureFixture[str]) -> None:
    worked = run_command("further-experiment-worked", capsys)
    assert "0.3775  0.6225" in worked
    for learner in ("ada", "grace", "emmy", "mary"):
        step = next(step for step in STEPS if step.id == "further-experiment-run")
        assert isinstance(step, NumberStep)
        answer = question_of(step, learner=learner).value
        assert f"{answer:.4f}".rstrip("0") in run_command(step.id, capsys, learner=learner)


UNITS = (
    "before-you-start",
    "tokens",
    "chain-rule",
    "attention-mixes-values",
    "softmax",
    "causal-mask",
    "heads-and-block",
    "scores-to-text",
    "likelihood",
    "practice-exercise",
    "check-understanding",
    "going-further",
)
SHARED = ("practice-exercise", "check-understanding")
"""Units that practice and ask what others teach: their objectives are those of others."""

each_unit = pytest.mark.parametrize("lesson", COURSE.lessons, ids=[lesson.slug for lesson in COURSE.lessons])


def test_the_course_has_its_twelve_units_in_order() -> None:
    assert tuple(lesson.slug for lesson in COURSE.lessons) == UNITS


def test_the_course_asks_enough_and_draws_enough() -> None:
    """At least 80 pages ask something, and at least 30 of them ask for numbers that are drawn by a seed."""
    numeric = [step for step in DRAWN if not getattr(step, "ask_for", "").startswith("shape:")]
    assert sum(step.asks for step in STEPS) >= 80
    assert len(numeric) >= 30
    for lesson in COURSE.lessons:
        if lesson.slug != "check-understanding":
            assert sum(step in numeric for step in lesson.steps) >= 3, lesson.slug
            assert sum(step in DRAWN for step in lesson.steps) >= 4, lesson.slug


def reached(lessons: Iterable[Lesson], objective: str) -> set[Phase]:
    return {
        step.stage
        for lesson in lessons
        for step in lesson.steps
        if step.stage and step.objective and lesson.objectives[step.objective - 1] == objective
    }


@pytest.mark.parametrize(
    ("slug", "objective"),
    [(lesson.slug, text) for lesson in COURSE.lessons if lesson.slug not in SHARED for text in lesson.objectives],
)
def test_each_objective_goes_from_worked_to_quiz_within_its_unit(slug: str, objective: str) -> None:
    assert reached([lesson for lesson in COURSE.lessons if lesson.slug == slug], objective) == set(get_args(Phase))


def test_the_units_that_share_objectives_share_those_of_the_course() -> None:
    """The chapter's three objectives are on the first screens, word for word, and reached more than once."""
    three = {
        "Identify the shapes of Q, K, V, and the score matrix.",
        "Calculate a normalized weighted sum of values.",
        "Explain the causal training shift and its limits.",
    }
    taught = {text for lesson in COURSE.lessons if lesson.slug not in SHARED for text in lesson.objectives}
    shared = {text for lesson in COURSE.lessons if lesson.slug in SHARED for text in lesson.objectives}
    assert three <= taught
    assert shared <= three
    assert all("quiz" in reached([lesson], text) for lesson in COURSE.lessons for text in lesson.objectives)


@each_unit
def test_a_unit_ends_with_its_quiz(lesson: Lesson) -> None:
    """Three to six questions, after which nothing else is asked; the chapter's own quiz has its two."""
    asked = ["q" if step.stage == "quiz" else "." for step in lesson.steps if step.asks]
    count = asked.count("q")
    assert asked[-count:] == ["q"] * count
    assert 3 <= count <= 6 or (lesson.slug, count) == ("check-understanding", 2)


def test_the_chapters_own_quiz_is_choices_alone_and_always_the_same() -> None:
    lesson = next(lesson for lesson in COURSE.lessons if lesson.slug == "check-understanding")
    assert [step.id for step in lesson.steps] == ["quiz-only-first-key", "quiz-which-positions"]
    assert lesson.is_quiz


@each_unit
def test_a_unit_needs_only_units_before_it(lesson: Lesson) -> None:
    before = [other.slug for other in COURSE.lessons if other.number < lesson.number]
    assert [name for name in lesson.needs if name not in before] == []


@each(STEPS)
def test_a_page_is_short(step: Step) -> None:
    body = body_of(step)
    words = [word for word in FENCED.sub("", body).split() if any(c.isalpha() for c in word)]
    assert len(words) <= 90
    assert len(str(getattr(step, "prompt", "")).split()) <= 50
    wide = [line for block in FENCED.findall(body) for line in block.splitlines() if len(line) > 56]
    wide += [line for line in body.splitlines() if line.startswith("|") and len(line) > 60]
    assert wide == []


@each_unit
def test_a_question_comes_every_page_or_two(lesson: Lesson) -> None:
    reading = "".join("t" if isinstance(step, TextStep) else "." for step in lesson.steps)
    assert "tt" not in reading
    assert sum(isinstance(step, ExplainStep) for step in lesson.steps) <= 1
    assert lesson.minutes


@each_unit
def test_a_claim_from_a_paper_names_one_of_the_units_sources(lesson: Lesson) -> None:
    """The first author's name and the year, as in (Vaswani et al. 2017, section 3.2.1).

    What stands on a page from the start has its source there; what an explanation names, somewhere in the unit.
    """
    assert lesson.sources == ()
    everywhere = [source for step in lesson.steps for source in step.sources]
    assert everywhere
    missing = {
        (step.id, name, year)
        for step in lesson.steps
        for text in texts(step)
        for name, year in CITED.findall(text)
        for there in [step.sources if text in (step.body, getattr(step, "prompt", "")) else everywhere]
        if not any(source.startswith(name) and year in source for source in there)
    }
    assert missing == set()


def test_the_papers_behind_the_course_are_named() -> None:
    """The chapter's own reference is in every unit that teaches attention, by section."""
    for slug in ("attention-mixes-values", "causal-mask", "heads-and-block", "practice-exercise", "going-further"):
        lesson = next(lesson for lesson in COURSE.lessons if lesson.slug == slug)
        sources = [source for step in lesson.steps for source in step.sources]
        assert any(re.match(r"Vaswani et al\. 2017, Attention Is All You Need, sections? 3", x) for x in sources)
    assert sum(bool(CITED.search("\n".join(texts(step)))) for step in STEPS) >= 20


@each(STEPS)
def test_prose_has_no_links_no_markup_and_no_stray_emphasis(step: Step) -> None:
    plain = FENCED.sub("", body_of(step))
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
    assert not [text for text in texts(step) if place.search(text)]


def test_neither_place_nor_length_gives_the_right_option_away() -> None:
    right = [next(i for i, option in enumerate(step.options) if option.correct) for step in CHOICES]
    longest = [max(range(len(step.options)), key=lambda i: len(step.options[i].text)) for step in CHOICES]
    assert max(right.count(place) for place in set(right)) <= len(CHOICES) * 0.45
    assert sum(a == b for a, b in zip(right, longest, strict=True)) <= len(CHOICES) * 0.45


def test_the_course_is_the_projects_own_folder() -> None:
    assert {lesson.path.parent for lesson in COURSE.lessons} == {OWN}


@each_unit
def test_the_home_screen_has_room_for_what_a_unit_says_of_itself(lesson: Lesson) -> None:
    """Minutes, what comes before, and every objective, uncut: two lines at 80×24, three at 60×20."""
    numbers = {other.slug: str(other.number) for other in COURSE.lessons}
    before = f"   after {', '.join(numbers[slug] for slug in lesson.needs)}" if lesson.needs else ""
    text = " · ".join((f"about {lesson.minutes} min{before}", *lesson.objectives))
    assert len(textwrap.wrap(text, 76)) <= 2
    assert len(textwrap.wrap(text, 56)) <= 3


ALONE_THEN_QUIZ = {
    ("softmax-weight-drawn", "softmax-quiz-weight"),
    ("causal-fresh-weights", "causal-quiz-weights"),
}
"""A skill practised alone, and asked once more in the quiz of the same unit, with other numbers."""


def test_no_page_or_quiz_repeats_another() -> None:
    """No two pages have the same words, drawn numbers aside, over the same calculation or the same options."""
    asked: dict[tuple[str, str], list[str]] = {}
    for step in STEPS:
        prompt = re.sub(r"\{[^}]*\}|\s+", " ", getattr(step, "prompt", "").lower())
        if prompt:
            what = step.compute if isinstance(step, NumberStep) else getattr(step, "ask_for", "")
            asked.setdefault((prompt, what or step.body + repr(getattr(step, "options", ""))), []).append(step.id)
    assert {tuple(ids) for ids in asked.values() if len(ids) > 1} == ALONE_THEN_QUIZ
