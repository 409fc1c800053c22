"""Quizzes made up on the spot, over a course made by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.coaching.small_course import answer, choice, course, explain, opened, text, unit, vector
from tutor.coaching.quiz import mixed, page_behind, review_lesson
from tutor.coaching.results import results
from tutor.coaching.review import DAY, Item, due
from tutor.lessons.loader import load_course
from tutor.lessons.model import Course, DrawnProblem, Lesson, NumberStep, Step, VectorStep
from tutor.records.events import Event
from tutor.records.progress import Place, Progress, fold

SEEDS = range(30)


def questions(slug: str, count: int) -> list[str]:
    return [f"{slug}-q{i}" for i in range(1, count + 1)]


def quiz_unit(number: int, slug: str, count: int) -> Lesson:
    """A unit with a page to read, a page that no quiz asks, and so many quiz questions."""
    asked = (choice(id, objective=1, stage="quiz") for id in questions(slug, count))
    return unit(number, slug, text(f"{slug}-read"), choice(f"{slug}-alone", stage="alone"), *asked)


FIVE = course(*(quiz_unit(i, slug, 4) for i, slug in enumerate(("ant", "bee", "cat", "dog", "eel"), start=1)))


def units_of(lesson: Lesson) -> list[str]:
    return [step.id.split("-")[0] for step in lesson.steps]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_quiz_is_spread_over_the_units(seed: int) -> None:
    """Eight of twenty questions, each once, all at the stage quiz, one or two of each unit, no two neighbors alike."""
    quiz = mixed(FIVE, Progress(), seed)
    ids = [step.id for step in quiz.steps]
    assert len(set(ids)) == len(ids) == 8
    assert all(step.stage == "quiz" for step in quiz.steps)
    assert set(Counter(units_of(quiz)).values()) == {1, 2}
    assert all(a != b for a, b in pairwise(units_of(quiz)))


def test_the_same_seed_gives_the_same_quiz_and_another_another() -> None:
    assert mixed(FIVE, Progress(), 5) == mixed(FIVE, Progress(), 5)
    assert len({tuple(step.id for step in mixed(FIVE, Progress(), seed).steps) for seed in SEEDS}) > 20


def test_every_question_has_its_turn() -> None:
    """Over many seeds no question is left out."""
    met = {step.id for seed in range(100) for step in mixed(FIVE, Progress(), seed).steps}
    assert met == {id for slug in ("ant", "bee", "cat", "dog", "eel") for id in questions(slug, 4)}


@pytest.mark.parametrize("seed", SEEDS)
def test_units_that_are_half_done_come_first_then_others_before_where_one_works(seed: int) -> None:
    """Of bee and dog three pages of six are done; ant and cat stand before dog, eel after it."""
    progress = fold(half_done("bee", "dog"))
    assert set(units_of(mixed(FIVE, progress, seed))) == {"bee", "dog"}
    assert Counter(units_of(mixed(FIVE, progress, seed, count=10))) == {"bee": 4, "dog": 4, "ant": 1, "cat": 1}
    assert Counter(units_of(mixed(FIVE, progress, seed, count=50))) == {"ant": 4, "bee": 4, "cat": 4, "dog": 4}
    begun = fold([answer(1, "bee-alone", "wrong"), answer(2, "ant-alone")])
    assert Counter(units_of(mixed(FIVE, begun, seed))) == {"ant": 4, "bee": 4}


def half_done(*slugs: str) -> list[Event]:
    """Three of the six pages of each unit: the one that no quiz asks, and two questions, answered right."""
    pages = [page for slug in slugs for page in (f"{slug}-alone", f"{slug}-q1", f"{slug}-q2")]
    return [answer(i, page) for i, page in enumerate(pages)]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_page_looked_at_further_on_brings_no_question_of_its_unit(seed: int) -> None:
    """What broke: a learner in unit 4 had looked at a page of unit 12, and was asked about that unit."""
    peeked = opened(50, "eel", "eel-read")
    assert set(units_of(mixed(FIVE, fold([*half_done("ant", "bee"), peeked]), seed))) == {"ant", "bee"}
    assert set(units_of(mixed(FIVE, fold([answer(1, "ant-alone"), peeked]), seed))) == {"ant"}
    assert len(set(units_of(mixed(FIVE, fold([peeked]), seed)))) == 5


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_not_yet_right_comes_first_within_a_unit(seed: int) -> None:
    """Half of each unit was right; one of the right ones went wrong later, and counts as not right."""
    events = half_done("ant", "bee", "cat", "dog", "eel")
    events.append(answer(20, "cat-q2", "wrong"))
    asked = {step.id for step in mixed(FIVE, fold(events), seed, count=10).steps}
    assert asked.isdisjoint({"ant-q1", "ant-q2", "bee-q1", "bee-q2", "cat-q1"})
    assert len(asked & {"cat-q2", "cat-q3", "cat-q4"}) == 2


@pytest.mark.parametrize("seed", SEEDS)
def test_a_unit_that_is_all_right_yields_to_one_that_is_not(seed: int) -> None:
    done = [answer(i, id) for slug in ("ant", "bee", "cat") for i, id in enumerate(questions(slug, 4), start=1)]
    progress = fold([*done, *half_done("dog", "eel")])
    assert set(units_of(mixed(FIVE, progress, seed, count=2))) == {"dog", "eel"}


@pytest.mark.parametrize("seed", SEEDS)
def test_one_large_unit_is_kept_apart_as_far_as_can_be(seed: int) -> None:
    """Five of one unit, two and one of others: the five stand at every other place, with one pair at most."""
    found = course(quiz_unit(1, "ant", 5), quiz_unit(2, "bee", 2), quiz_unit(3, "cat", 1))
    names = units_of(mixed(found, Progress(), seed))
    pairs = [a for a, b in pairwise(names) if a == b]
    assert Counter(names) == {"ant": 5, "bee": 2, "cat": 1}
    assert pairs == ["ant"]


@pytest.mark.parametrize(("count", "asked"), [(0, 0), (1, 1), (20, 20), (100, 20)])
def test_a_quiz_is_no_longer_than_wished_or_than_there_is(count: int, asked: int) -> None:
    assert len(mixed(FIVE, Progress(), 1, count=count).steps) == asked


def test_a_course_without_questions_gives_no_steps() -> None:
    assert mixed(course(unit(1, "one", text("read"), choice("a"), explain("b"))), Progress(), 1).steps == ()


def test_a_lesson_of_questions_only_is_asked_too() -> None:
    """Such as the chapter's own quiz, whose pages may leave the stage unsaid."""
    found = course(unit(1, "one", choice("a"), choice("b")), unit(2, "two", text("read"), choice("c")))
    assert {step.id for step in mixed(found, Progress(), 1).steps} == {"a", "b"}


def test_numbers_are_asked_afresh() -> None:
    found = course(unit(1, "one", text("read"), VectorStep(**_fields(vector("v")), stage="quiz")))
    (step,) = mixed(found, Progress(), 1).steps
    assert isinstance(step, VectorStep)
    assert step.problem == DrawnProblem(level=1)


def _fields(step: VectorStep) -> dict[str, object]:
    return {name: getattr(step, name) for name in ("id", "problem", "ask_for", "prompt", "hints")}


# Objectives and results

MERGED = course(
    unit(1, "one", choice("a", objective=2), choice("b", objective=1), objectives=("Mix.", "Mask.")),
    unit(2, "two", choice("c"), objectives=("Mask.",)),
    unit(3, "three", choice("d"), choice("e", objective=2), objectives=("Loss.", "Shift.")),
)


def lesson_of_all(found: Course) -> Lesson:
    return review_lesson(
        [
            Item(lesson=lesson, step=step, strength=0, since=0.0, again=1)
            for lesson in found.lessons
            for step in lesson.steps
        ]
    )


def test_objectives_are_merged_in_the_order_of_the_questions() -> None:
    """One text, one objective; a step of none belongs to its lesson's only one, and to none where there are two."""
    lesson = lesson_of_all(MERGED)
    assert lesson.objectives == ("Mask.", "Mix.", "Shift.")
    assert [(step.id, step.objective) for step in lesson.steps] == [
        ("a", 1), ("b", 2), ("c", 1), ("d", None), ("e", 3),
    ]  # fmt: skip


def test_results_of_a_made_up_lesson_go_by_those_objectives() -> None:
    events: list[Event] = [answer(1, "a"), answer(2, "b", "wrong"), answer(3, "c"), answer(4, "d"), answer(5, "e")]
    found = results(lesson_of_all(MERGED), fold(events))
    assert [(x.objective, len(x.outcomes), x.right) for x in found.objectives] == [
        ("Mask.", 2, 2), ("Mix.", 1, 0), ("Shift.", 1, 1), (None, 1, 1),
    ]  # fmt: skip


def test_made_up_lessons_have_names_of_their_own() -> None:
    review = lesson_of_all(MERGED)
    assert (review.slug, review.title, review.number) == ("review", "Review", 0)
    quiz = mixed(FIVE, Progress(), 1)
    assert (quiz.slug, quiz.title, quiz.number, quiz.path) == ("mixed-quiz", "Mixed quiz", 0, Path("mixed-quiz"))
    assert FIVE.find(quiz.slug) is None


# The page to go back to

TAUGHT = course(
    unit(
        1,
        "one",
        text("intro"),
        text("mix-read", objective=1),
        text("mix-worked", objective=1, stage="worked"),
        text("mask-read", objective=2),
        choice("mix-quiz", objective=1, stage="quiz"),
        text("mix-after", objective=1, stage="worked"),
        choice("mask-quiz", objective=2, stage="quiz"),
        choice("loose", stage="quiz"),
        objectives=("Mix.", "Mask."),
    ),
    unit(2, "two", choice("alone"), choice("alone-mask", objective=2), objectives=("Else.", "Mask.")),
    unit(
        3,
        "three",
        text("far-window-worked", objective=1, stage="worked"),
        text("far-cap-worked", objective=1, stage="worked"),
        choice("far-quiz-window", objective=1, stage="quiz"),
        choice("far-quiz-other", objective=1, stage="quiz"),
        objectives=("Far.",),
    ),
)


@pytest.mark.parametrize(
    ("question", "page"),
    [
        ("mix-quiz", ("one", "mix-worked")),
        ("mask-quiz", ("one", "mask-read")),
        ("loose", ("one", "mix-after")),
        ("alone", ("two", "alone")),
        ("alone-mask", ("one", "mask-read")),
        ("far-quiz-window", ("three", "far-window-worked")),
        ("far-quiz-other", ("three", "far-cap-worked")),
    ],
)
def test_a_question_leads_back_to_the_page_that_shows_it(question: str, page: tuple[str, str]) -> None:
    """Worked before read, of its own objective; a lesson of questions leads to an earlier one; else itself.

    What broke: of several worked pages it was always the last, so a question on windows led to the page on caps.
    """
    assert page_behind(TAUGHT, question) == Place(*page)


def test_no_page_is_behind_what_is_not_there() -> None:
    assert page_behind(TAUGHT, "nowhere") is None


def test_every_question_of_the_course_leads_to_a_page_of_the_course() -> None:
    found = load_course()
    for step in mixed(found, Progress(), 1, count=1000).steps:
        page = page_behind(found, step.id)
        assert page is not None
        lesson = found.find(page.lesson)
        assert lesson is not None
        assert lesson.place_of(page.step) is not None


# Numbers drawn anew, over the course

WHOLE = load_course()
VISITED = fold([opened(i, lesson.slug, lesson.steps[0].id) for i, lesson in enumerate(WHOLE.lessons)])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("progress", [Progress(), VISITED], ids=["new", "visited"])
def test_half_of_a_quiz_has_numbers_drawn_anew(seed: int, progress: Progress) -> None:
    """What broke: one of eight had; and the chapter's own quiz, just answered, came once more."""
    quiz = mixed(WHOLE, progress, seed)
    owners = [found[0] for step in quiz.steps if (found := WHOLE.step(step.id))]
    assert len(owners) == 8
    assert sum(drawn_anew(step) for step in quiz.steps) >= 4
    assert len({owner.slug for owner in owners}) == 8
    assert not any(owner.is_quiz for owner in owners)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_just_answered_is_left_out(seed: int) -> None:
    before = {step.id for step in mixed(WHOLE, VISITED, seed).steps}
    after = mixed(WHOLE, VISITED, seed, answered=before)
    assert before.isdisjoint(step.id for step in after.steps)
    assert sum(drawn_anew(step) for step in after.steps) >= 4


def test_what_was_just_answered_comes_where_there_is_nothing_else() -> None:
    everything = {id for slug in ("ant", "bee", "cat", "dog", "eel") for id in questions(slug, 4)}
    assert len(mixed(FIVE, Progress(), 1, answered=everything).steps) == 8
    assert {step.id for step in mixed(FIVE, Progress(), 1, count=3, answered=everything - {"bee-q2"}).steps} >= {
        "bee-q2"
    }


def drawn_anew(step: Step) -> bool:
    if isinstance(step, NumberStep):
        return step.draw
    return isinstance(step, VectorStep) and isinstance(step.problem, DrawnProblem)


@pytest.mark.parametrize("seed", SEEDS)
def test_half_is_drawn_where_the_units_have_so_much(seed: int) -> None:
    """Two of four have numbers to draw, whichever unit has its turn first; of six, three, and each question once."""
    both = unit(2, "bee", *(page(f"bee-{i}", stage="quiz") for i, page in enumerate((choice, choice, vector, vector))))
    found = course(unit(1, "ant", vector("ant-1", stage="quiz")), both, *(quiz_unit(i, f"c{i}", 1) for i in (3, 4)))
    assert sum(drawn_anew(step) for step in mixed(found, Progress(), seed, count=4).steps) == 2
    quiz = mixed(found, Progress(), seed, count=6)
    assert len({step.id for step in quiz.steps}) == 6
    assert sum(drawn_anew(step) for step in quiz.steps) == 3


@pytest.mark.parametrize("seed", SEEDS)
def test_one_page_with_numbers_to_draw_is_asked_once(seed: int) -> None:
    """Four of ten have such numbers; the unit that has one beside two others may give way with it only once."""
    bee = unit(2, "bee", choice("bee-1", stage="quiz"), choice("bee-2", stage="quiz"), vector("bee-3", stage="quiz"))
    alone = (unit(i, f"a{i}", vector(f"a{i}-1", stage="quiz")) for i in (1, 3, 4))
    quiz = mixed(course(*alone, bee, quiz_unit(5, "dog", 5)), Progress(), seed, count=10)
    assert len({step.id for step in quiz.steps}) == len(quiz.steps) == 10
    assert sum(drawn_anew(step) for step in quiz.steps) == 4


def test_two_pages_of_a_unit_do_not_give_way_to_the_same_one() -> None:
    """Twelve of nineteen, of which five have numbers to draw. In some orders of the units one of them has its first
    two turns while just enough are drawn; later both pages may give way, and the unit has one to give.
    """
    drawn, plain = (1, 0, 1, 1, 1, 1), (2, 4, 3, 2, 2, 1)
    units = [
        unit(
            n, f"u{n}",
            *(vector(f"u{n}-v{i}", stage="quiz") for i in range(drawn[n])),
            *(choice(f"u{n}-c{i}", stage="quiz") for i in range(plain[n])),
        )
        for n in range(6)
    ]  # fmt: skip
    for seed in range(200):
        ids = [step.id for step in mixed(course(*units), Progress(), seed, count=12).steps]
        assert len(set(ids)) == len(ids) == 12


def test_a_page_apart_from_its_lesson_has_no_text_that_leads_up_to_it() -> None:
    """What broke: a review said "turn three pages with n", and told what it asked. One page does not come at all."""
    kept = replace(choice("kept", stage="quiz"), body="The table.", sources=("B 2",))
    bare = replace(
        choice("bare", stage="quiz"), body="Read this first.", spoken=("Read.",), sources=("A 1",), apart="question"
    )
    gone = replace(choice("gone", stage="quiz"), body="How the box works.", apart="nothing")
    found = course(unit(1, "one", text("read"), kept, bare, gone))
    bodies = {step.id: (step.body, step.spoken, step.sources) for step in mixed(found, Progress(), 1).steps}
    assert bodies == {"kept": ("The table.", (), ("B 2",)), "bare": ("", (), ())}
    wrong = fold([answer(i, id, "wrong") for i, id in enumerate(("kept", "bare", "gone"))])
    review = review_lesson(due(found, wrong, 10 * DAY))
    assert {step.id: step.body for step in review.steps} == {"kept": "The table.", "bare": ""}
