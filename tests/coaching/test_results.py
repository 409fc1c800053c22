"""What came of a lesson, from a journal written by hand."""

from __future__ import annotations

from pathlib import Path

from tests.lessons.sample import SOUND, lesson_of
from tests.records.lines import line, put, session
from tutor.coaching.results import Results, results
from tutor.records.progress import fold
from tutor.records.recorded import read_events


def found(folder: Path, *lines: bytes) -> Results:
    """The sound lesson's results after these events. Its pages: read, walk, weights, again, choose, say."""
    lesson, faults = lesson_of(folder, SOUND)
    assert lesson is not None, faults
    put(folder / "state", "20270115T080000-1", session(1.0), *lines)
    return results(lesson, fold(read_events(folder / "state", learner=None).events))


def answer(t: float, step: str, status: str, *mistakes: str) -> bytes:
    return line(t, "answer", step=step, raw="x", status=status, mistakes=list(mistakes), cells=[])


ALL_RIGHT = (
    line(2, "done", step="read"),
    line(3, "done", step="walk"),
    answer(4, "weights", "right"),
    answer(5, "again", "rounded"),
    answer(6, "choose", "right"),
    line(7, "explain", step="say", raw="words", ticked=[1]),
    line(8, "done", step="say"),
)


def test_nothing_done(tmp_path: Path) -> None:
    """Every asked page is open, the pages to read are unread."""
    nothing = found(tmp_path)
    assert not nothing.finished
    assert nothing.unread == (1, 2)
    assert [x.open for x in nothing.outcomes] == [True] * 4


def test_all_right(tmp_path: Path) -> None:
    """By objective, in their order; pages of none come last. Own words count as right: nobody judges them."""
    done = found(tmp_path, *ALL_RIGHT)
    assert done.finished
    assert done.unread == ()
    assert [x.objective for x in done.objectives] == ["Mix two values.", "Say why.", None]
    assert [[y.place for y in x.outcomes] for x in done.objectives] == [[3], [6], [4, 5]]
    assert [(x.right, x.first_try, x.reached, x.look_again) for x in done.objectives] == [
        (1, 1, True, ()),
        (1, 1, True, ()),
        (2, 2, True, ()),
    ]


def test_right_at_last_is_right_but_no_first_try(tmp_path: Path) -> None:
    """Mistakes are counted by their codes, the most frequent first."""
    some = found(
        tmp_path,
        answer(2, "weights", "mistake", "no-scaling"),
        answer(3, "weights", "mistake", "no-scaling"),
        answer(4, "weights", "ambiguous", "argmax", "uniform"),
        answer(5, "weights", "right"),
        answer(6, "again", "mistake", "argmax"),
    )
    first = some.objectives[0]
    assert (first.right, first.first_try, first.reached) == (1, 0, True)
    assert some.mistakes == (("no-scaling", 2), ("argmax", 1))


def test_what_was_shown_is_closed_and_to_be_looked_at_again(tmp_path: Path) -> None:
    """The lesson is finished all the same."""
    shown = found(tmp_path, *(x for x in ALL_RIGHT if b"weights" not in x), line(9, "shown", step="weights"))
    assert shown.finished
    assert shown.objectives[0].look_again == (3,)
    assert not shown.objectives[0].reached


def test_a_page_unread_keeps_the_lesson_open(tmp_path: Path) -> None:
    """Though every question is answered."""
    open_ = found(tmp_path, *ALL_RIGHT[1:])
    assert not open_.finished
    assert open_.unread == (1,)
