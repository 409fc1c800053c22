"""The end of the course, over a course made by hand."""

from __future__ import annotations

from tests.coaching.small_course import answer, choice, course, shown, text, unit
from tutor.coaching.ending import ending
from tutor.records.progress import fold

COURSE = course(
    unit(
        1,
        "one",
        text("read", objective=3),
        choice("a", objective=1),
        choice("b", objective=1),
        choice("c", objective=2),
        choice("d", objective=2),
        objectives=("Mix.", "Mask.", "Know the words."),
    )
)


def test_only_what_mostly_ended_right_is_what_one_can_do_now() -> None:
    """One of two is not most; the third objective is only read. What is not reached is named with its lesson.

    What broke: one right answer among many that went wrong was enough for "You can now".
    """
    half = [answer(1, "a"), answer(2, "b", "wrong"), shown(3, "b"), shown(4, "c"), answer(5, "d", "wrong")]
    end = ending(COURSE, fold(half))
    assert end.can == ("Know the words.",)
    assert [(lesson.number, objective) for lesson, objective in end.again] == [(1, "Mix."), (1, "Mask.")]
    assert ending(COURSE, fold([*half, answer(6, "b")])).can == ("Mix.", "Know the words.")


def test_the_latest_answer_to_each_page_counts() -> None:
    """Three pages: two right at last are most of them, until one of these goes wrong later."""
    three = course(unit(1, "one", *(choice(id, objective=1) for id in "abc")))
    most = [answer(1, "a", "wrong"), answer(2, "a"), answer(3, "b"), shown(4, "c")]
    assert ending(three, fold(most)).can == ("Know it.",)
    assert ending(three, fold([*most, answer(5, "a", "wrong")])).can == ()


def test_an_objective_in_the_same_words_is_counted_over_its_lessons() -> None:
    """Two of two in unit 1 and none of two in unit 2 are half of four; it is named once, with unit 1."""
    both = course(
        unit(1, "one", choice("a", objective=1), choice("b", objective=1)),
        unit(2, "two", choice("c", objective=1), choice("d", objective=1)),
    )
    events = [answer(1, "a"), answer(2, "b"), shown(3, "c"), shown(4, "d")]
    end = ending(both, fold(events))
    assert (end.can, [(lesson.number, x) for lesson, x in end.again]) == ((), [(1, "Know it.")])
    assert ending(both, fold([*events, answer(5, "d")])).can == ("Know it.",)
