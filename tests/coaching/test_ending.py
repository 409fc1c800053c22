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


def test_what_was_only_shown_is_nothing_that_one_can_do_now() -> None:
    """One page of the first objective was right, none of the second; the third is only read.

    What broke: each objective was listed, whatever came of it.
    """
    events = [answer(1, "a"), answer(2, "b", "wrong"), shown(3, "b"), shown(4, "c"), answer(5, "d", "wrong")]
    assert ending(COURSE, fold(events)).can == ("Mix.", "Know the words.")
    assert ending(COURSE, fold([*events, answer(6, "d")])).can == ("Mix.", "Mask.", "Know the words.")
