"""Where one can go from the end of a lesson, over a course made by hand."""

from __future__ import annotations

from tests.coaching.small_course import answer, choice, course, shown, text, unit
from tutor.coaching.results import results
from tutor.coaching.ways import next_lesson, ways_on
from tutor.records.events import Event
from tutor.records.progress import Progress, fold

READ, QUIZ, LAST = (
    unit(1, "read", text("a"), choice("b", objective=1)),
    unit(2, "quiz", choice("c", objective=1), choice("d", objective=1)),
    unit(3, "last", text("e")),
)
COURSE = course(READ, QUIZ, LAST)


def done(*ids: str) -> list[Event]:
    return [Event(float(i), "done", {"step": id}) for i, id in enumerate(ids, start=1)]


def test_the_next_lesson_is_one_that_is_not_done() -> None:
    """After this one, else before it. What broke: a lesson long done was offered as the next."""
    assert next_lesson(READ, COURSE, Progress()) == QUIZ
    assert next_lesson(READ, COURSE, fold([answer(1, "c"), answer(2, "d")])) == LAST
    assert next_lesson(LAST, COURSE, fold([answer(1, "c"), answer(2, "d")])) == READ
    assert next_lesson(READ, COURSE, fold([*done("e"), answer(5, "c"), answer(6, "d")])) is None


def test_after_a_quiz_with_wrong_answers_the_page_behind_comes_first() -> None:
    """Enter takes the first way: back to what was missed; with all right, to the next lesson."""
    wrong = results(QUIZ, fold([shown(1, "c"), shown(2, "d")]))
    ways = ways_on(wrong, COURSE, next_title="Last")
    assert [way.id for way in ways] == ["page:read:a", "next", "quiz", "home", "again"]
    right = results(QUIZ, fold([answer(1, "c"), answer(2, "d")]))
    assert ways_on(right, COURSE, next_title="Last")[0].id == "next"


def test_the_end_of_the_course_is_a_way_once_it_is_done() -> None:
    """First after the last lesson, later after the others. What broke: it stood over every unit's own score."""
    last, read = (results(lesson, fold([*done("a", "e"), answer(3, "b")])) for lesson in (LAST, READ))
    assert [way.id for way in ways_on(last, COURSE, next_title=None, course_done=True)][:2] == ["course", "quiz"]
    assert [way.id for way in ways_on(read, COURSE, next_title=None, course_done=True)][:2] == ["quiz", "course"]
    assert "course" not in [way.id for way in ways_on(last, COURSE, next_title=None)]
