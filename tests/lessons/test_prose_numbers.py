"""Every decimal number in a lesson's prose is worked out anew, or said to be made up."""

from __future__ import annotations

import re

import pytest

from tests.lessons.course import COURSE, each, texts
from tests.lessons.printed import DECIMAL, NUMBER, fits
from tests.lessons.prose import Numbers, by_unit
from tutor.lessons.model import Lesson, Step

PROSE = by_unit()
SECTIONS = re.compile(r"\bsections? \d+(?:\.\d+)*(?:(?:, | and | to |–)\d+(?:\.\d+)*)*")
"""Where to look in a paper: 3.2.1 is no number."""


def prose(step: Step) -> str:
    return SECTIONS.sub("", "\n".join(texts(step)))


def numbers_of(step: Step) -> Numbers:
    lesson = next(lesson for lesson in COURSE.lessons if step in lesson.steps)
    return PROSE.get(lesson.slug, Numbers(computed={}, stated={}))


@each([step for lesson in COURSE.lessons for step in lesson.steps])
def test_every_decimal_number_in_prose_is_recomputed(step: Step) -> None:
    numbers, left = numbers_of(step), prose(step)
    for printed, values in numbers.computed.get(step.id, {}).items():
        assert printed in prose(step), f"{printed!r} is no longer on this page"
        found = NUMBER.findall(printed)
        assert len(found) == len(values)
        assert all(map(fits, found, values)), f"{printed!r} should be {values}"
        left = left.replace(printed, " ")
    for printed in numbers.stated.get(step.id, ()):
        assert printed in prose(step), f"{printed!r} is no longer on this page"
        left = left.replace(printed, " ")
    assert DECIMAL.findall(left) == []


@pytest.mark.parametrize("lesson", COURSE.lessons, ids=[lesson.slug for lesson in COURSE.lessons])
def test_a_unit_with_decimal_numbers_has_its_table(lesson: Lesson) -> None:
    if any(DECIMAL.search(prose(step)) for step in lesson.steps):
        module = f"tests/lessons/prose/{lesson.slug.replace('-', '_')}.py"
        assert lesson.slug in PROSE, f"write {module}"


def test_the_tables_name_only_pages_of_their_units() -> None:
    ids = {lesson.slug: {step.id for step in lesson.steps} for lesson in COURSE.lessons}
    astray = {(unit, page) for unit, numbers in PROSE.items() for page in numbers.pages - ids.get(unit, set())}
    assert astray == set()


@pytest.mark.parametrize(
    ("text", "left"),
    [("(Vaswani et al. 2017, section 3.2.1)", []), ("sections 3.1 and 3.2.3; 0.5", ["0.5"]), ("3.5 nats", ["3.5"])],
)
def test_a_section_of_a_paper_is_no_number(text: str, left: list[str]) -> None:
    assert DECIMAL.findall(SECTIONS.sub("", text)) == left
