"""Which sources stand on which page, all of a lesson's at its end, and what the course's own pages name."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.lessons.asked_sample import ASKED
from tests.lessons.course import COURSE, STEPS
from tests.lessons.sample import SOUND, bent, lesson_of
from tutor.lessons.model import ChoiceStep, Lesson, Option, StepperStep, TextStep
from tutor.lessons.sources import all_sources, sources_on
from tutor.maths.problem import Problem

SMALL = Problem(q=((0.0, 1.0),), k=((1.0, 0.0), (0.0, 1.0)), v=((6.0, 0.0), (0.0, 3.0)))
ONE = Option(text="a", why="b", correct=True)
READ = TextStep(id="read", body="x")
WATCHED = StepperStep(id="watched", problem=SMALL, stage="worked")
ALONE = StepperStep(id="alone", problem=SMALL, stage="faded")
ASKS = ChoiceStep(id="asks", prompt="?", options=(ONE, replace(ONE, text="c", correct=False)))
LESSON = Lesson(
    slug="x",
    number=1,
    title="X",
    objectives=(),
    steps=(READ, WATCHED, ALONE, ASKS),
    sources=("Head 1999",),
    path=Path("x"),
)


@pytest.mark.parametrize("step", LESSON.steps, ids=[step.id for step in LESSON.steps])
def test_a_page_with_sources_of_its_own_shows_those_alone(step: TextStep) -> None:
    own = replace(step, sources=("Own 2001", "Own 2002"))
    assert sources_on(own, LESSON) == ("Own 2001", "Own 2002")
    assert sources_on(own, replace(LESSON, sources=())) == ("Own 2001", "Own 2002")
    assert sources_on(own, None) == ("Own 2001", "Own 2002")


def test_the_heads_list_stands_where_something_is_stated() -> None:
    """On pages to read and on worked ones, as long as they name nothing themselves."""
    assert [sources_on(step, LESSON) for step in LESSON.steps] == [("Head 1999",), ("Head 1999",), (), ()]
    assert [sources_on(step, None) for step in LESSON.steps] == [(), (), (), ()]


def test_all_of_a_lessons_sources_each_once_in_order() -> None:
    steps = (replace(READ, sources=("B 2", "A 1")), replace(WATCHED, sources=("A 1", "C 3", "Head 1999")), ASKS)
    assert all_sources(replace(LESSON, steps=steps)) == ("Head 1999", "B 2", "A 1", "C 3")
    assert all_sources(replace(LESSON, sources=(), steps=steps)) == ("B 2", "A 1", "C 3", "Head 1999")
    assert all_sources(replace(LESSON, sources=())) == ()


@pytest.mark.parametrize("text", [SOUND, ASKED], ids=["sound", "asked"])
def test_every_kind_of_page_may_have_them(tmp_path: Path, text: str) -> None:
    """Each page is given one of its own; nothing is found fault with, and each has it."""
    without = text.replace('sources = ["Shannon 1948, introduction", "Vaswani et al. 2017, section 3"]\n', "")
    pages = without.split('[[steps]]\nid = "')
    written = pages[0] + "".join(
        f'[[steps]]\nsources = ["Source of {i}"]\nid = "{page}' for i, page in enumerate(pages[1:], start=1)
    )
    lesson, faults = lesson_of(tmp_path, written)
    assert faults == []
    assert lesson is not None
    assert [step.sources for step in lesson.steps] == [(f"Source of {i}",) for i in range(1, len(pages))]


def test_a_misspelled_key_is_told_what_was_meant(tmp_path: Path) -> None:
    _, faults = lesson_of(tmp_path, bent('sources = ["Shannon', 'source = ["Shannon'))
    assert faults == ["01_small.toml: step read: source: unknown key; did you mean sources?"]


NUMBER = r"\d+(?:\.\d+)*"
PAPER = re.compile(
    r"(?P<who>[A-Z]\w+(?: et al\.| Team|, [A-Z]\w+ and [A-Z]\w+| and [A-Z]\w+)? (?:19|20)\d\d), (?P<title>[A-Z].+?), "
    rf"(?:introduction|function \w+|(?:section|table|equation)s? {NUMBER}(?:(?:, | and | to ){NUMBER})*"
    r"(?:, equation \d+| and its footnote \d+)?)(?: \([\w ]+\))?"
)
PROGRAM = re.compile(
    r"(?P<who>PyTorch|ONNX|Tensor2Tensor) (?:pull requests? \d+(?: and \d+)?"
    r"|documentation, \w+(?: and \w+)?(?: \(\w+\))?|source code, \w+\.py, function \w+)"
)
WHOLE = "Jelinek et al. 1977, Perplexity: a measure of the difficulty of speech recognition tasks"
"""Half a page long: there is no section to name."""

COURSE_SOURCES = sorted({source for step in STEPS for source in step.sources} - {WHOLE})


@pytest.mark.parametrize("source", COURSE_SOURCES)
def test_a_source_of_the_course_says_who_when_what_and_where(source: str) -> None:
    """Authors, year, title and the place in it; of a program the request, the page or the function."""
    assert PAPER.fullmatch(source) or PROGRAM.fullmatch(source)


def test_a_paper_has_one_title_in_the_whole_course() -> None:
    found = [match for source in COURSE_SOURCES for match in [PAPER.fullmatch(source)] if match]
    titles = {(match["who"], match["title"]) for match in found}
    assert len(titles) == len({who for who, _ in titles}) > 20


BEHIND = {
    "before-you-start": "Vaswani",
    "tokens": "Sennrich Vaswani Yergeau",
    "chain-rule": "Bengio Jelinek Shannon",
    "attention-mixes-values": "Vaswani",
    "softmax": "Goodfellow IEEE PyTorch Radford",
    "causal-mask": "Devlin ONNX PyTorch Rush Tensor2Tensor Vaswani",
    "heads-and-block": "Ba Clark Radford Vaswani Xiong",
    "scores-to-text": "Fan Hinton Holtzman Vaswani",
    "likelihood": "Bengio Maynez",
    "practice-exercise": "Vaswani",
    "check-understanding": "Vaswani",
    "going-further": "Ainslie Beltagy Gemma Jain Jiang Kobayashi PyTorch Shazeer Vaswani Wiegreffe",
}


def test_no_unit_has_lost_its_sources() -> None:
    """By the first word of each."""
    named = {
        lesson.slug: " ".join(sorted({re.split("[ ,]", source)[0] for source in all_sources(lesson)}))
        for lesson in COURSE.lessons
    }
    assert named == BEHIND
