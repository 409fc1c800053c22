"""What the end of a lesson says, from results made by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.screens.conftest import Start
from tests.screens.driving import press, settle
from tests.screens.looking import screen_lines, screen_text
from tutor.coaching.ending import Ending
from tutor.coaching.results import ObjectiveResult, Outcome, Results
from tutor.coaching.ways import ways_on
from tutor.lessons.model import ChoiceStep, Course, Lesson, Option, Step, TextStep
from tutor.rendering.outcome import NEXT
from tutor.screens.results import farewell, summary, way_items

OPTIONS = (Option(text="x", why="w", correct=True), Option(text="y", why="v"))
A = ChoiceStep(id="a", prompt="?", options=OPTIONS, title="[First]")
B = ChoiceStep(id="b", prompt="?", options=OPTIONS)
C = TextStep(id="c", title="To read", body="text")


def lesson(*steps: Step) -> Lesson:
    return Lesson(slug="x", number=1, title="X", objectives=("Mix.", "Mask."), steps=steps, path=Path("x.toml"))


def outcome(place: int, step: Step, *, passed: bool = False, first_try: bool = False, shown: bool = False) -> Outcome:
    return Outcome(place=place, step=step, passed=passed, first_try=first_try, shown=shown)


def results(of: Lesson, *outcomes: Outcome, unread: tuple[int, ...] = ()) -> Results:
    """One objective for each outcome, in turn."""
    objectives = tuple(ObjectiveResult(objective=of.objectives[i % 2], outcomes=(x,)) for i, x in enumerate(outcomes))
    return Results(lesson=of, objectives=objectives, mistakes=(), unread=unread)


def test_all_right() -> None:
    """Each objective with its mark and its count."""
    text = summary(results(lesson(A, B), outcome(1, A, passed=True, first_try=True), outcome(2, B, passed=True))).plain
    assert text.splitlines() == [
        "✓ Lesson finished.",
        "2 questions: 2 right, 1 of them at the first try.",
        "",
        "✓ Mix.   1 of 1",
        "✓ Mask.   1 of 1",
    ]


def test_something_is_open() -> None:
    """Pages to answer, where there are others too; what was shown is not right."""
    found = results(lesson(C, A, B), outcome(2, A, shown=True), outcome(3, B), unread=(1,))
    assert summary(found).plain.splitlines()[:2] == [
        "Not finished yet: some pages are still open.",
        "2 pages to answer: 0 right, 0 of them at the first try.",
    ]
    assert "· Mix.   0 of 1" in summary(found).plain


def test_a_quiz_that_went_wrong_says_so() -> None:
    """What broke: with none of its questions right it was headed by a tick."""
    found = results(lesson(A, B), outcome(1, A, shown=True), outcome(2, B, shown=True))
    assert summary(found).plain.splitlines()[:2] == [
        "Finished, but 2 of 2 questions went wrong. Look again before you go on.",
        "2 questions: 0 right, 0 of them at the first try.",
    ]


def test_the_end_of_the_course_says_what_is_to_be_looked_at_again() -> None:
    """Before what one can do, each with its unit; no list without anything in it."""
    unit = lesson(A)
    end = Ending(can=("Mix.",), again=((unit, "Mask."),), hard=((unit, A),), mistakes=(("argmax", 2),))
    assert farewell(end).plain.splitlines() == [
        "✓ The whole course is done.",
        "Hardest for you: 1 [First]",
        "Met most: all weight on the largest",
        f"Next: {NEXT}",
        "Look again at:",
        "  · 1 Mask.",
        "You can now:",
        "  · Mix.",
    ]
    none = farewell(Ending(can=(), again=(), hard=(), mistakes=())).plain
    assert "Look again" not in none
    assert "You can now" not in none


async def test_the_end_of_the_course_takes_the_place_of_the_score_when_it_is_chosen(start: Start) -> None:
    """The unit's own score first. What broke: the end stood over it, and it fell below the fold."""
    app = start(of=Course(lessons=(lesson(A, C),)))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.open_lesson("x", "a")
        await settle(pilot)
        await press(pilot, ["a", "enter", "n", "n"])
        await settle(pilot)
        assert screen_lines(app)[2].strip() == "✓ Lesson finished."
        assert "You can now" not in screen_text(app)
        await press(pilot, ["enter"])
        await settle(pilot)
        assert screen_lines(app)[2].strip() == "✓ The whole course is done."
        assert "You can now:" in screen_text(app)


def test_one_is_not_many() -> None:
    """A single question is a question."""
    assert "1 question: 1 right" in summary(results(lesson(A), outcome(1, A, passed=True))).plain


def test_mistakes_are_counted() -> None:
    """The five that were met most."""
    found = replace(results(lesson(A), outcome(1, A)), mistakes=(("no-scaling", 2), ("argmax", 1)))
    assert summary(found).plain.endswith("Mistakes met: not scaled by √d_k ×2; all weight on the largest")


def test_ways_on_when_all_is_right() -> None:
    """The next lesson first; then home, and this one again."""
    found = results(lesson(C, A), outcome(2, A, passed=True))
    items = way_items(ways_on(found, Course(lessons=()), next_title="[Next]"))
    assert [(item.id, item.text.plain) for item in items] == [
        ("next", "Next lesson: [Next]"),
        ("home", "Home"),
        ("again", "This lesson again, from its first page"),
    ]


def test_a_quiz_and_the_last_lesson_lead_on_to_the_mixed_quiz() -> None:
    """After the next lesson, where there is one, so that Enter goes on; a quiz that is in no file has had it."""
    quiz, last = results(lesson(A), outcome(1, A, passed=True)), results(lesson(C, A), outcome(2, A, passed=True))
    course = Course(lessons=(quiz.lesson,))
    assert [way.id for way in ways_on(quiz, course, next_title="Next")] == ["next", "quiz", "home", "again"]
    assert [way.id for way in ways_on(last, course, next_title=None)] == ["quiz", "home", "again"]
    made_up = replace(quiz, lesson=replace(quiz.lesson, number=0))
    assert [way.id for way in ways_on(made_up, course, next_title=None)] == ["home"]
    without = Course(lessons=(last.lesson,))
    assert [way.id for way in ways_on(last, without, next_title=None)] == ["home", "again"]


def test_ways_back_come_first_while_something_is_open() -> None:
    """What broke: a page that was only to be read, and was not, kept the lesson open and was named nowhere."""
    found = results(lesson(A, C, B), outcome(1, A, shown=True), outcome(3, B), unread=(2,))
    items = way_items(ways_on(found, Course(lessons=(found.lesson,)), next_title="Next"))
    assert [item.text.plain for item in items[:3]] == [
        "Back to page 1: [First]   not right",
        "Back to page 2: To read   not read yet",
        "Back to page 3   still open",
    ]
    assert [item.id for item in items] == ["page:x:a", "page:x:c", "page:x:b", "next", "home", "again"]


def test_a_question_that_is_still_open_has_a_way_to_it() -> None:
    """What broke: a quiz said that a question was open, and led to a page of another lesson only."""
    found = results(lesson(A, B), outcome(1, A, shown=True), outcome(2, B))
    quiz = replace(found, lesson=replace(found.lesson, number=0))
    ways = [(way.id, way.text) for way in ways_on(quiz, Course(lessons=()), next_title=None)]
    assert ("question:2", "Answer question 2") in ways
    assert not any(id == "question:1" for id, _ in ways)
