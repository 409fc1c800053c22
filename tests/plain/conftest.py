"""The course, loaded once, and a small one with a page of every kind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.lessons.asked_sample import ASKED
from tests.lessons.sample import SOUND, lesson_of
from tutor.lessons.loader import load_course
from tutor.lessons.model import KINDS, Course


@pytest.fixture(scope="session")
def course() -> Course:
    """The package's own course; it never changes."""
    return load_course()


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Two lessons with a page of every kind."""
    lessons = []
    for number, text in enumerate((SOUND, ASKED), start=1):
        lesson, faults = lesson_of(tmp_path_factory.mktemp("lesson"), text)
        assert lesson is not None, faults
        lessons.append(replace(lesson, number=number, slug=f"lesson-{number}"))
    assert {step.kind for lesson in lessons for step in lesson.steps} == set(KINDS)
    return Course(lessons=tuple(lessons))
