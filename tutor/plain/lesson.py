"""A lesson, page after page, and what comes after its last one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.plain.pages import open_page
from tutor.plain.pages.base import Page
from tutor.plain.results import ResultsPlace
from tutor.plain.words import BACK, NEXT, PAGE, number_in

if TYPE_CHECKING:
    from tutor.plain.tutor import PlainTutor


def play(tutor: PlainTutor) -> None:
    """Go through the session's lesson from its open page, and on from lesson to lesson, until the learner is home."""
    while True:
        page = open_page(tutor)
        page.tell()
        by = _stay(page)
        if tutor.session.turn(by):
            continue
        if by < 0:
            tutor.talk.say("This is the first page.")
        elif by == 1 and not ResultsPlace(tutor).leave():
            return


def _stay(page: Page) -> int:
    """On one page until the learner goes on or back. Returns by how many pages."""
    while True:
        word, rest = page.ask()
        if word == NEXT.word:
            if not page.forward():
                return 1
        elif word == BACK.word:
            if not page.backward():
                return -1
        elif word == PAGE.word:
            by = _jump(page, rest)
            if by:
                return by
        else:
            on = page.do(word, rest) if word else page.take(rest)
            if on and not page.forward():
                return 1


def _jump(page: Page, rest: str) -> int:
    """By how many pages one has to go to the page that is named; 0, and why, where there is none such."""
    lesson = page.session.lesson
    assert lesson is not None
    number = number_in(rest, len(lesson.steps))
    if number is None:
        page.talk.say(f"Name a page from 1 to {len(lesson.steps)}: page 1")
        return 0
    by = number - 1 - page.session.index
    if not by:
        page.talk.say("This is that page.")
    return by
