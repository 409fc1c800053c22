"""The results in plain lines: what is told of a lesson or a run, and every way on from there."""

from __future__ import annotations

from pathlib import Path

from tests.plain.talking import Script, talk_through
from tutor.lessons.model import ChoiceStep, Course, Lesson, Option, TextStep

QUIZ = ["quiz", "show", *["next"] * 8]
"""A mixed quiz of eight questions, the first one shown, up to its results."""


def way(said: Script, words: str) -> str:
    """The number of the way on with these words."""
    return next(line.partition(")")[0] for line in said.said if f") {words}" in line)


def test_back_to_a_question_of_a_quiz(course: Course) -> None:
    """The second question, which is still open; of the quiz itself there is no last page to go back to."""
    number = way(talk_through(course, QUIZ), "Answer question 2")
    said = talk_through(course, [*QUIZ, "last", number])
    assert said.prompts[-1].startswith("question 2 of 8")


def test_mistakes_that_were_met_and_another_quiz(small: Course, course: Course) -> None:
    """q = [0, 1] on the keys of the identity: 0.5 0.5 is the same weight for each."""
    lines = ["page 3", "0.5 0.5", "page 6", "next"]
    said = talk_through(small, lines, lesson=small.lessons[0])
    assert "Mistakes met: equal weights" in said.text
    assert said.prompts[-1].startswith("results, ")
    unit = course.lessons[-1]
    to_results = [f"page {len(unit.steps)}", "next"]
    number = way(talk_through(course, to_results, lesson=unit), "Mixed quiz")
    said = talk_through(course, [*to_results, number], lesson=unit)
    assert said.prompts[-1].startswith("question 1 of ")


def test_the_end_of_the_course_is_told_when_it_is_chosen(tmp_path: Path) -> None:
    """The score first; after the end the ways are still open."""
    options = (Option(text="yes", why="It is.", correct=True), Option(text="no", why="It is not."))
    steps = (ChoiceStep(id="a", prompt="Is it?", options=options, objective=1), TextStep(id="b", body="The end."))
    lesson = Lesson(slug="x", number=1, title="X", objectives=("Know it.",), steps=steps, path=tmp_path / "x.toml")
    said = talk_through(Course(lessons=(lesson,)), ["1", "", "next", "next", "1", "home"], lesson=lesson)
    assert said.text.index("Lesson finished.") < said.text.index("The whole course is done.\n")
    assert "You can now:" in said.text
    assert said.prompts[-1].startswith("home, ")


def test_nothing_but_a_way_is_taken(course: Course) -> None:
    said = talk_through(course, [*QUIZ, "99", "hint", "home"])
    assert said.text.count("Choose a way by a number from 1 to ") == 2
    assert said.prompts[-1].startswith("home, ")
