"""Each kind of page is whole: a class, keys and a reader, a view, a plain form, an answer, a place in the guide."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.journey import keys_for
from tests.lessons.asked_sample import ASKED
from tests.lessons.sample import SOUND, lesson_of
from tutor.coaching.asking.asked import Asked
from tutor.coaching.question import question_of
from tutor.lessons.model import KINDS, AskingStep, Step
from tutor.lessons.schema import KIND_KEYS, READERS
from tutor.plain.pages import PAGES as PLAIN_PAGES
from tutor.rendering.lesson_text import ANSWERS, PAGES, lesson_text
from tutor.screens.pages import VIEWS, view_class
from tutor.screens.pages.base import PageView

GUIDE = (Path(__file__).parents[1] / "docs" / "writing-lessons.md").read_text(encoding="utf-8")
HEADINGS = re.findall(r"^### (\w+): ", GUIDE, re.MULTILINE)
NOT_JUDGED = {"choice", "explain"}
"""These ask something, and have ways of their own to answer it."""


@pytest.fixture
def steps(tmp_path: Path) -> list[Step]:
    """A sound page of every kind."""
    found: list[Step] = []
    for text in (SOUND, ASKED):
        lesson, faults = lesson_of(tmp_path, text)
        assert lesson is not None, faults
        found += lesson.steps
    assert {step.kind for step in found} == set(KINDS), "a new kind needs a page in a sample"
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_whole(kind: str) -> None:
    """Whoever adds a kind is told here what else it needs."""
    assert KINDS[kind].kind == kind
    assert kind in READERS
    assert kind in KIND_KEYS
    assert "body" in KIND_KEYS[kind]
    assert kind in VIEWS
    assert issubclass(view_class(kind), PageView)
    assert kind in PLAIN_PAGES
    assert kind in PAGES
    assert (kind in ANSWERS) == KINDS[kind].asks
    assert HEADINGS.count(kind) == 1
    assert f'kind = "{kind}"' in GUIDE


def test_nothing_speaks_of_a_kind_that_there_is_not() -> None:
    for found in (READERS, KIND_KEYS, VIEWS, PAGES, ANSWERS, HEADINGS):
        assert set(found) <= set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_of_a_kind_stands_in_the_guide(kind: str) -> None:
    """In backquotes where it is explained, or in an example."""
    missing = [key for key in KIND_KEYS[kind] if not re.search(rf"`{key}\b|^{key} = ", GUIDE, re.MULTILINE)]
    assert missing == []


@pytest.mark.parametrize("kind", sorted({kind for kind, cls in KINDS.items() if cls.asks} - NOT_JUDGED))
def test_what_is_asked_is_judged_hinted_and_shown(kind: str, steps: list[Step]) -> None:
    """Grading and a ladder for each, and the same form toward session and screen."""
    for step in steps:
        if step.kind == kind:
            assert isinstance(step, AskingStep)
            question: Asked = question_of(step)
            assert question.names
            assert question.label
            assert question.judge("").counted is False
            assert len(question.ladder()) >= 3
            assert question.ladder()[-1] != question.ladder()[-2]


def test_a_learner_who_knows_can_answer_every_kind(steps: list[Step]) -> None:
    """The journeys have keys for each page, and a page that asks needs more than one key."""
    for step in steps:
        keys = list(keys_for(step))
        assert keys
        assert len(keys) > 1 or not step.asks


def test_every_kind_is_shown_as_text(tmp_path: Path) -> None:
    """Prompts with their numbers, no braces left, and an answer for each page that asks."""
    for text in (SOUND, ASKED):
        lesson, _ = lesson_of(tmp_path, text)
        assert lesson is not None
        shown = lesson_text(lesson)
        assert "{" not in shown
        assert shown.count("\npage ") == len(lesson.steps) + sum(step.asks for step in lesson.steps)
