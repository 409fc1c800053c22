"""A small class counted by hand: by learner, objective, mistake, option and text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.coaching.class_report import (
    ClassReport,
    LearnerRow,
    MistakeRow,
    ObjectiveRow,
    OptionCount,
    class_report,
    questions_of,
)
from tutor.lessons.loader import load_files
from tutor.lessons.model import Course
from tutor.records.collected import Gathered, Source
from tutor.records.events import Event
from tutor.records.report import learned

LESSON = """
title = "Tiny"
slug = "tiny"
objectives = ["Weigh.", "Mix.", "Nothing asks for this."]
[problem.small]
Q = [[0, 1]]
K = [[1, 0], [0, 1]]
V = [[6, 0], [0, 3]]
[[steps]]
id = "tiny-read"
kind = "text"
objective = 1
body = "Read this."
[[steps]]
id = "tiny-row"
was = ["tiny-old"]
kind = "vector"
objective = 1
problem = "small"
ask_for = "weights"
prompt = "Which weights?"
hints = ["Scale first.", "Then softmax."]
[[steps]]
id = "tiny-choice"
kind = "choice"
objective = 2
prompt = "What is mixed?"
options = [
  { text = "The keys", why = "Keys are only compared.", code = "keys-mixed-here" },
  { text = "The values", correct = true, why = "The output is a sum of values." },
]
[[steps]]
id = "tiny-say"
kind = "explain"
prompt = "Why?"
model = "Because."
checklist = ["names the values", "names the weights"]
"""


@pytest.fixture
def course(tmp_path: Path) -> Course:
    path = tmp_path / "01_tiny.toml"
    path.write_text(LESSON)
    return load_files([path])


def answer(t: float, step: str, raw: str, status: str, *codes: str) -> Event:
    return Event(t, "answer", {"step": step, "raw": raw, "status": status, "mistakes": list(codes)})


def event(t: float, kind: str, **fields: object) -> Event:
    return Event(t, kind, fields)


ADA = (
    event(1, "session"),
    event(2, "done", step="tiny-read"),
    answer(3, "tiny-old", "0 1", "mistake", "no-scaling"),
    event(4, "hint", step="tiny-row", rung=2),
    answer(5, "tiny-row", "0.33 0.67", "right"),
    answer(6, "tiny-choice", "The values", "right"),
    event(7, "explain", step="tiny-say", raw="draft", ticked=[]),
    event(8, "explain", step="tiny-say", raw="Values are mixed.", ticked=[1, 7]),
    answer(9, "practice-1-scores", "1", "wrong"),
    event(10, "draft", step="workbench", raw=""),
    event(11, "draft", step="workbench-scores-row-1-head-1", raw="0 1"),
)
BO = (
    event(1, "session"),
    answer(2, "tiny-row", "0 1", "mistake", "no-scaling"),
    answer(3, "tiny-row", "0 1", "mistake", "no-scaling"),
    event(4, "shown", step="tiny-row"),
    answer(5, "tiny-choice", "The keys", "wrong", "keys-mixed-here"),
    event(6, "shown", step="tiny-choice"),
    answer(7, "tiny-choice", "The values", "right"),
    answer(8, "pack-gone", "1", "mistake", "code-of-the-pack"),
)
CY = (
    event(1, "session"),
    answer(2, "tiny-row", "0.33 0.67", "right"),
    answer(3, "tiny-choice", "An option of an older file", "wrong"),
)


def report(course: Course) -> ClassReport:
    people = []
    for name, events in (("cy", CY), ("Bo", BO), ("ada", ADA)):
        source = Source(path=Path(name), shown=name, label=name)
        gathered = Gathered(source=source, learner=None, events=events)
        people.append(learned(gathered, name=name, aliases=course.aliases, questions=questions_of(course)))
    return class_report(course, people)


def figures(row: LearnerRow) -> tuple[int, ...]:
    return (row.done, row.reached, row.tried, row.first_try, row.attempts, row.hints, row.shown)


def test_by_learner_in_the_order_of_their_names(course: Course) -> None:
    """Ada: four pages, of two with an answer one right at once. Bo: two pages, none right at once, one shown.

    A question that Bo answered wrong is closed by that, which is no wish to be shown anything.
    """
    found = report(course)
    assert (found.pages, found.objectives) == (4, 2)
    assert [row.learned.name for row in found.learners] == ["ada", "Bo", "cy"]
    ada, bo, cy = found.learners
    assert figures(ada) == (3, 2, 2, 1, 3, 2, 0)
    assert figures(bo) == (2, 1, 2, 0, 4, 0, 1)
    assert figures(cy) == (1, 1, 2, 1, 2, 0, 0)
    assert [(row.practice, row.elsewhere) for row in found.learners] == [(1, 0), (0, 1), (0, 0)]


def test_by_objective_only_those_that_pages_ask_for(course: Course) -> None:
    weigh, mix = report(course).by_objective
    assert weigh == ObjectiveRow(
        lesson="tiny", number=1, objective="Weigh.", pages=1, begun=3, reached=2, tried=3, first_try=1
    )
    assert mix == ObjectiveRow(
        lesson="tiny", number=1, objective="Mix.", pages=1, begun=3, reached=2, tried=3, first_try=1
    )


def test_by_mistake_how_many_met_it_and_how_many_got_past(course: Course) -> None:
    """Ada and Bo met no-scaling three times; Ada was right after it. Bo's code of another pack stands last."""
    assert report(course).by_mistake == (
        MistakeRow(code="no-scaling", words="not scaled by √d_k", learners=2, times=3, past=1),
        MistakeRow(code="keys-mixed-here", words="keys mixed here", learners=1, times=1, past=1),
        MistakeRow(code="unknown", words="mistakes that this course does not name", learners=1, times=1, past=0),
    )


def test_by_option_every_choice_and_the_first_ones(course: Course) -> None:
    (question,) = report(course).questions
    assert (question.lesson, question.step, question.answered) == ("tiny", "tiny-choice", 3)
    assert question.options == (
        OptionCount(text="The keys", correct=False, code="keys-mixed-here", chosen=1, first=1),
        OptionCount(text="The values", correct=True, code=None, chosen=2, first=1),
        OptionCount(text="", correct=False, code=None, chosen=1, first=1),
    )


def test_the_words_of_each_learner_the_last_ones_with_what_they_ticked(course: Course) -> None:
    (words,) = report(course).words
    assert (words.learned.name, words.text, words.ticked) == ("ada", "Values are mixed.", ("names the values",))


def test_nobody_is_a_class_too(course: Course) -> None:
    found = class_report(course, [])
    assert (found.learners, found.by_mistake, found.words) == ((), (), ())
    assert [row.begun for row in found.by_objective] == [0, 0]
    assert [option.chosen for option in found.questions[0].options] == [0, 0]


def test_a_flood_of_made_up_codes_is_one_row(course: Course) -> None:
    flood = [answer(t, "tiny-row", "1", "mistake", f"made-up-{t}") for t in range(2, 3000)]
    source = Source(path=Path("x"), shown="x", label="x")
    events = (event(1, "session"), *flood)
    gathered = Gathered(source=source, learner=None, events=events)
    who = learned(gathered, name="x", aliases=course.aliases, questions=questions_of(course))
    (row,) = class_report(course, [who]).by_mistake
    assert (row.code, row.learners, row.times, row.past) == ("unknown", 1, 2998, 0)
