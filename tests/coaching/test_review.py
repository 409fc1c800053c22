"""What comes back, after how many days, and in which order. Days are counted by hand, from noon to noon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.coaching.small_course import (
    DAY,
    HOUR,
    SMALL,
    answer,
    choice,
    course,
    explain,
    opened,
    shown,
    text,
    unit,
    vector,
)
from tutor.coaching.asking.numbers import NumberQuestion
from tutor.coaching.question import Question, question_of
from tutor.coaching.review import draw_of, draws, due, fresh
from tutor.lessons.loader import load_course
from tutor.lessons.model import ChoiceStep, Course, DrawnProblem, Lesson, NumberStep, Step, VectorStep
from tutor.maths.problem import STAGES, Problem
from tutor.records.events import Event
from tutor.records.progress import fold

START = 1_800_000_000.0
"""The first day's hour of learning."""

ONE = course(unit(1, "one", choice("a")))


def ids(found: Course, events: list[Event], *, day: float, most: int = 3) -> list[str]:
    """What is due so many days after the start."""
    return [item.step.id for item in due(found, fold(events), START + day * DAY, most=most)]


def back_on(events: list[Event], *, since: int = 0, until: int = 60) -> int | None:
    """The first day, at the same hour, on which page a is due."""
    return next((day for day in range(since, until) if ids(ONE, events, day=day)), None)


def at(day: float, status: str = "right") -> Event:
    return answer(START + day * DAY, "a", status)


# When a page comes back


@pytest.mark.parametrize("first", [at(0, "wrong"), at(0, "mistake"), at(0, "cells"), shown(START, "a")])
def test_what_went_wrong_or_was_shown_comes_back_after_one_day(first: Event) -> None:
    assert back_on([first]) == 1


def test_right_at_the_second_try_of_an_evening_still_went_wrong() -> None:
    assert back_on([at(0, "wrong"), at(0.01)]) == 1


@pytest.mark.parametrize("status", ["right", "rounded", "carried"])
def test_what_was_right_at_once_comes_back_after_three_days(status: str) -> None:
    assert back_on([at(0, status)]) == 3


def test_the_waits_grow_by_one_three_seven_and_thirty_days() -> None:
    """Wrong on day 0; then right each time that it is due: days 1, 4, 11, 41."""
    events = [at(0, "wrong")]
    met = []
    for _ in range(5):
        day = back_on(events, since=met[-1] if met else 0, until=200)
        assert day is not None
        met.append(day)
        events.append(at(day))
    assert met == [1, 4, 11, 41, 71]


def test_right_at_once_then_right_again_waits_seven_days() -> None:
    assert back_on([at(0), at(3)], since=3) == 10


def test_a_mistake_at_any_time_begins_anew() -> None:
    assert back_on([at(0), at(3), at(10, "mistake")], since=10) == 11
    assert back_on([at(0), at(3), at(5, "wrong"), at(6)], since=6) == 9


def test_a_right_answer_before_its_time_changes_nothing() -> None:
    """An evening's practice is not remembering."""
    assert back_on([at(0), *[at(0.01 * i) for i in range(1, 40)]]) == 3
    assert back_on([at(0, "wrong"), at(0.1), at(0.2), at(0.3)]) == 1


def test_a_right_answer_just_before_its_time_does_not_hide_the_one_that_counts() -> None:
    """Due after 20 hours: right at 19.9, then right at 20.1, which is within the same hour and counts."""
    events = [answer(START + hours * HOUR, "a") for hours in (19.5, 19.9, 20.1)]
    assert back_on([at(0, "wrong"), *events]) == 4


def test_who_learns_a_little_earlier_the_next_day_finds_it_due() -> None:
    assert ids(ONE, [at(0, "wrong")], day=1 - 3 / 24) == ["a"]
    assert ids(ONE, [at(0, "wrong")], day=1 - 5 / 24) == []


@pytest.mark.parametrize("status", ["unreadable", "ask", "shape", "partial"])
def test_what_costs_no_attempt_brings_nothing_back(status: str) -> None:
    assert back_on([opened(START, "one", "a"), at(0, status)]) is None


def test_nothing_is_due_before_anything_was_done() -> None:
    assert due(ONE, fold([]), START) == ()


def test_only_pages_with_a_verdict_come_back() -> None:
    """Pages to read and one's own words have none; pages that are not in the course have no place."""
    found = course(unit(1, "one", text("read"), explain("say"), choice("a")))
    events = [shown(START, "read"), shown(START, "say"), at(0, "wrong"), answer(START, "practice-weights", "wrong")]
    assert ids(found, events, day=9) == ["a"]


def test_a_reset_forgets_it() -> None:
    assert back_on([at(0, "wrong"), Event(START + 1, "reset", {"all": True})]) is None


# Which ones, and in which order

FOUR = course(
    unit(1, "one", *(choice(f"one-{i}") for i in range(1, 6))),
    unit(2, "two", *(choice(f"two-{i}") for i in range(1, 6))),
    unit(3, "three", *(choice(f"three-{i}") for i in range(1, 6))),
    unit(4, "four", *(choice(f"four-{i}") for i in range(1, 6))),
)


def wrong(*steps: str) -> list[Event]:
    return [answer(START + i, step, "wrong") for i, step in enumerate(steps)]


def test_at_most_three_and_each_of_another_unit() -> None:
    events = wrong("one-1", "one-2", "one-3", "two-1", "two-2", "three-1", "four-1")
    firsts = {"one-1", "two-1", "three-1", "four-1"}
    orders = {tuple(ids(FOUR, events, day=day)) for day in range(2, 30)}
    assert all(len(set(order)) == 3 and set(order) <= firsts for order in orders)
    # Not that of the course each day: who knows what comes next need not look for what is asked.
    assert {order[0] for order in orders} == firsts


def test_with_two_units_they_alternate() -> None:
    for day in range(2, 12):
        first, second, third = ids(FOUR, wrong("one-1", "one-2", "one-3", "two-4"), day=day)
        assert (*sorted((first, second)), third) == ("one-1", "two-4", "one-2")
    assert ids(FOUR, wrong("two-5", "two-3", "two-1", "two-2"), day=2) == ["two-5", "two-3", "two-1"]


def test_what_went_wrong_comes_before_what_was_right_long_ago() -> None:
    """And among equals what has waited longest."""
    events = [
        answer(START, "one-1"),
        answer(START + DAY, "two-1"),
        answer(START + 30 * DAY, "four-2", "wrong"),
        answer(START + 31 * DAY, "three-2", "wrong"),
    ]
    assert ids(FOUR, events, day=40) == ["four-2", "three-2", "one-1"]
    assert ids(FOUR, events, day=40, most=10) == ["four-2", "three-2", "one-1", "two-1"]


def test_all_that_went_wrong_comes_before_anything_that_was_right() -> None:
    """What broke: by turns of units, the second page that went wrong waited behind what was right long ago."""
    events = [answer(START, "two-1"), answer(START, "three-1"), *wrong("one-1", "one-2", "one-3", "one-4")]
    assert ids(FOUR, events, day=9, most=4) == ["one-1", "one-2", "one-3", "one-4"]
    assert set(ids(FOUR, events, day=9, most=6)[4:]) == {"two-1", "three-1"}


def test_most_may_be_another_number() -> None:
    events = wrong("one-1", "two-1", "three-1", "four-1")
    assert [len(ids(FOUR, events, day=2, most=most)) for most in (0, 1, 2, 9)] == [0, 1, 2, 4]


def test_an_item_says_where_it_is_from_and_how_well_it_is_known() -> None:
    events = [answer(START, "one-1", "wrong"), answer(START, "two-1"), answer(START + 3 * DAY, "two-1")]
    first, second = due(FOUR, fold(events), START + 20 * DAY)
    assert (first.lesson.slug, first.step.id, first.strength, first.since) == ("one", "one-1", 0, START + 20 * HOUR)
    assert (second.lesson.slug, second.strength, second.since) == ("two", 2, START + 10 * DAY - 4 * HOUR)


# Fresh numbers


def afresh(step: Step, *others: Step) -> Step:
    """The page asked again, in a lesson of it and these."""
    return fresh(step, unit(1, "one", step, *others))


def test_a_page_with_stated_numbers_comes_back_with_drawn_ones() -> None:
    """Nothing that the author said of the stated numbers is left; what is asked stays."""
    found = course(unit(1, "one", vector("v", ask_for="output", objective=1)))
    (item,) = due(found, fold([answer(START, "v", "wrong")]), START + DAY)
    assert isinstance(item.step, VectorStep)
    assert (item.step.id, item.step.ask_for, item.step.objective) == ("v", "output", 1)
    assert item.step.problem == DrawnProblem(level=1)
    assert "0.7071" not in f"{item.step.prompt} {item.step.body} {item.step.hints} {item.step.title}"


def test_the_numbers_of_two_days_differ_and_of_one_day_agree() -> None:
    found = course(unit(1, "one", vector("v")))
    progress = fold([answer(START, "v", "wrong")])
    seen = []
    for now in (START + DAY, START + DAY + 60, START + 2 * DAY):
        (item,) = due(found, progress, now)
        assert isinstance(item.step, VectorStep)
        question = question_of(item.step, learner="ada", again=item.again)
        seen.append((question.problem, question.row))
    assert seen[0] == seen[1]
    assert seen[0] != seen[2]


@pytest.mark.parametrize("stage", [*STAGES, "shape:scores", "shape:output"])
@pytest.mark.parametrize("mask", ["none", "causal"])
def test_each_stage_can_be_asked_afresh(stage: str, mask: str) -> None:
    """The drawn question asks the same stage of a problem with that mask, and can show its answer worked out."""
    q = ((1.0, 0.0), (0.0, 1.0))
    problem = Problem(q=q, k=q, v=((2.0, 0.0), (0.0, 4.0)), mask="causal" if mask == "causal" else "none")
    step = afresh(vector("v", problem, ask_for=stage))
    assert isinstance(step, VectorStep)
    assert step.prompt
    question = question_of(step, learner=None, again=5)
    assert question.stage == stage
    assert question.seed is not None
    assert (question.problem.mask == "causal") is (mask == "causal" or stage == "masked")
    assert len(question.ladder()) == 4


@pytest.mark.parametrize(
    "own",
    [
        Problem(q=SMALL.q, k=SMALL.k, v=SMALL.v, mask=((1, 0),)),
        Problem(q=SMALL.q, k=SMALL.k, v=SMALL.v, temperature=2.0),
        Problem(q=SMALL.q, k=SMALL.k, v=SMALL.v, scale=1.0),
        Problem(q=SMALL.q, k=SMALL.k, v=SMALL.v, softcap=5.0),
        Problem(q=SMALL.q, k=SMALL.k, v=SMALL.v, mask="causal", offset=1),
        Problem(q=SMALL.q, k=SMALL.k, v=SMALL.v, heads=2),
    ],
    ids=["mask", "temperature", "scale", "softcap", "offset", "heads"],
)
def test_a_problem_of_its_own_kind_comes_back_as_it_stands(own: Problem) -> None:
    """No level draws problems like it, and another question would be asked."""
    step = vector("v", own)
    assert afresh(step) is step


DRAWN = NumberStep(
    id="drawn", objective=1, stage="alone", title="Alone", prompt="{n}?", hints=("a", "b"), answer="{n}", value=1.0,
    draw=True, pools=((("n", (1.0, 2.0, 3.0)),),),
)  # fmt: skip
OWN_KIND = Problem(q=SMALL.q, k=SMALL.k, v=SMALL.v, mask=((1, 0),))


def test_a_page_whose_numbers_are_its_own_has_a_drawn_one_in_its_place() -> None:
    """Of the same lesson and toward the same objective, under its own id, so that the answer counts for it."""
    stated = NumberStep(id="s", objective=1, stage="faded", prompt="1/2?", hints=("a", "b"), answer="1/2", value=0.5)
    for step in (stated, replace(vector("v", OWN_KIND), objective=1)):
        assert afresh(step, DRAWN) == replace(DRAWN, id=step.id, stage=step.stage)
        assert afresh(step, replace(DRAWN, objective=2)) is step
        assert afresh(replace(step, objective=None), replace(DRAWN, objective=None)).objective is None


def test_the_page_in_its_place_is_of_its_kind_where_there_is_one_and_near() -> None:
    stated = NumberStep(id="s", objective=1, prompt="1/2?", hints=("a", "b"), answer="1/2", value=0.5)
    row = VectorStep(
        id="row", objective=1, problem=DrawnProblem(level=1), ask_for="weights", prompt="p", hints=("a", "b")
    )
    quiz, far = replace(DRAWN, id="quiz", stage="quiz"), replace(DRAWN, id="far", title="Far")
    lesson = unit(1, "one", far, row, text("t"), stated, row, quiz)
    assert fresh(stated, lesson) == replace(far, id="s", stage=None)


def test_only_a_shape_gives_way_where_problems_like_its_own_are_drawn() -> None:
    """Drawn matrices are all equally large, so a shape would have one answer each time; other stages would not."""
    step = vector("v", objective=1)
    assert afresh(replace(step, ask_for="shape:scores"), DRAWN) == replace(DRAWN, id="v", stage=None)
    for stage in ("scores", "weights", "output"):
        again = afresh(replace(step, ask_for=stage), DRAWN)
        assert isinstance(again, VectorStep)
        assert (again.ask_for, again.problem) == (stage, DrawnProblem(level=1))


def test_what_is_drawn_already_and_what_has_no_numbers_stays() -> None:
    drawn = VectorStep(id="d", problem=DrawnProblem(level=3), ask_for="weights", prompt="p", hints=("a", "b"))
    assert afresh(drawn, DRAWN) is drawn
    question = choice("c")
    assert afresh(question, DRAWN) is question


AS_THEY_STAND = {"start-first-answer": "it asks how a calculation is typed, and nothing is learned by other numbers"}
"""The only pages of the course that ask for numbers and come back with the same ones, each with the reason."""


def numeric_pages() -> list[tuple[Lesson, VectorStep | NumberStep]]:
    found = load_course()
    return [
        (lesson, step) for lesson in found.lessons for step in lesson.steps if isinstance(step, VectorStep | NumberStep)
    ]


def test_what_review_brings_for_every_page_with_numbers_has_fresh_ones() -> None:
    """On thirty days at least four sets of numbers."""
    stay = set()
    for lesson, step in numeric_pages():
        again = fresh(step, lesson)
        assert isinstance(again, VectorStep | NumberStep)
        assert (again.id, again.objective) == (step.id, step.objective)
        if not draws(again):
            stay.add(step.id)
            continue
        days = [question_of(again, learner="ada", again=draw_of(START + day * DAY)) for day in range(30)]
        assert len({numbers_on(question) for question in days}) >= 4, step.id
    assert stay == set(AS_THEY_STAND)


def numbers_on(question: Question | NumberQuestion) -> str:
    """What makes two questions the same."""
    if isinstance(question, NumberQuestion):
        return f"{question.prompt} {question.body}"
    return f"{question.problem} {question.row} {question.head}"


def test_every_quiz_question_with_numbers_draws_them() -> None:
    """A unit quiz that is taken twice has other numbers the second time."""
    assert [step.id for _, step in numeric_pages() if step.stage == "quiz" and not draws(step)] == []


def test_every_asked_page_of_the_course_can_come_back() -> None:
    """All of it wrong on one day: three come back at once, and in the end each but what an author keeps out."""
    found = load_course()
    steps = [step for lesson in found.lessons for step in lesson.steps if step.asks and step.kind != "explain"]
    asked = [step for step in steps if step.apart != "nothing"]
    assert {step.id for step in steps} - {step.id for step in asked} == {"start-first-answer"}
    progress = fold([answer(START, step.id, "wrong") for step in asked])
    three = due(found, progress, START + DAY)
    assert len({item.lesson.slug for item in three}) == min(3, len(found.lessons))
    everything = due(found, progress, START + DAY, most=10_000)
    assert sorted(item.step.id for item in everything) == sorted(step.id for step in asked)
    assert any(isinstance(item.step, ChoiceStep) for item in everything)
