"""Looking a word up: from every screen, by what one types, to the page that teaches it, and back to where one was."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.screens.conftest import Start
from tests.screens.driving import press, settle
from tests.screens.looking import screen_lines, screen_text
from tutor.app import TutorApp
from tutor.lessons.glossary import Term, load_glossary
from tutor.lessons.listing import Outline
from tutor.lessons.loader import load_files
from tutor.lessons.model import ChoiceStep, Course
from tutor.records.progress import Place
from tutor.screens.glossary import GlossaryScreen, entry_text, taught_in, term_items
from tutor.screens.home import HomeScreen
from tutor.screens.lesson import LessonScreen
from tutor.screens.results import ResultsScreen

ATTENTION, CAUSAL = "attention-mixes-values", "causal-mask"
FIELD_PAGE = "small-scaled"


def glossary(app: TutorApp) -> GlossaryScreen:
    assert isinstance(app.screen, GlossaryScreen)
    return app.screen


def page_of(app: TutorApp) -> tuple[str, str]:
    """The lesson and page that the session has open."""
    assert app.session.lesson is not None
    return app.session.lesson.slug, app.session.step.id


async def open_at(pilot: Pilot[Any], slug: str, step_id: str) -> None:
    """Open a page, and wait until it is ready to be typed on."""
    app = pilot.app
    assert isinstance(app, TutorApp)
    await app.open_lesson(slug, step_id)
    await settle(pilot)


async def look_up(pilot: Pilot[Any], typed: str, *, key: str = "g") -> None:
    """Open the glossary, type, and go to the page."""
    await press(pilot, [key, f"text:{typed}", "enter"])
    await settle(pilot)


# What is shown


def outline(slug: str, *steps: str, was: tuple[tuple[str, str], ...] = ()) -> Outline:
    return Outline(
        slug=slug, number=4, title="Mixing", objectives=(), minutes=None, needs=(), step_ids=steps, was=was,
        path=Path("x"),
    )  # fmt: skip


TERM = Term(name="mask", also=("look-ahead", "-inf"), text="It hides.", lesson="mixing", step="two")


def test_an_entry_names_its_page() -> None:
    outlines = [outline("other", "two"), outline("mixing", "one", "two")]
    assert entry_text(TERM, outlines).plain.split("\n") == [
        "mask   also: look-ahead, -inf", "It hides.", "▸ 4 Mixing, page 2",
    ]  # fmt: skip


def test_a_page_that_was_renamed_or_is_gone_is_no_trouble() -> None:
    assert taught_in(TERM, [outline("mixing", "one", "new", was=(("two", "new"),))]) == "▸ 4 Mixing, page 2"
    assert taught_in(TERM, [outline("mixing", "one")]) == "▸ 4 Mixing"
    assert taught_in(TERM, [outline("other", "two")]) == ""


def test_a_line_says_by_which_other_name_a_term_was_found() -> None:
    assert [item.text.plain for item in term_items([TERM], "look")] == ["mask  look-ahead"]
    assert [item.text.plain for item in term_items([TERM], "mas")] == ["mask"]
    assert [item.text.plain for item in term_items([TERM])] == ["mask"]


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_every_entry_is_shown_whole(start: Start, size: tuple[int, int]) -> None:
    """Its text and page fit in below the list, which keeps at least six lines; none stands across two."""
    app = start()
    async with app.run_test(size=size) as pilot:
        await press(pilot, ["g", "escape", "home"])
        screen = glossary(app)
        assert screen.choices.size.height >= 6
        for i, term in enumerate(screen.glossary.terms):
            assert screen.term == term
            lines = screen.entry.lines
            assert " ".join(" ".join(lines).split()).endswith(
                " ".join(entry_text(term, app.stay.outlines).plain.split())[-40:]
            )
            assert len(lines) <= screen.entry.size.height, term.name
            if i < len(screen.glossary.terms) - 1:
                screen.choices.action_move(1)
                await pilot.pause(0)
        assert screen.choices.virtual_size.width <= size[0]


async def test_on_a_plain_terminal_everything_is_ascii(start: Start) -> None:
    app = start(ascii=True, colors="none")
    async with app.run_test(size=(60, 20)) as pilot:
        await press(pilot, ["g"])
        for typed in ("scaled", "feed", "mask", "transpose"):
            await press(pilot, [f"text:{typed}"])
            assert screen_text(app).isascii()
            await press(pilot, ["ctrl+u"])


# Searching


async def test_the_list_follows_what_is_typed(start: Start) -> None:
    """Names first, the best one chosen; the count on top; Backspace takes it back."""
    app = start()
    async with app.run_test() as pilot:
        await press(pilot, ["g"])
        total = len(load_glossary().terms)
        assert f"{total} terms" in screen_lines(app)[0]
        await press(pilot, ["m", "a", "s", "k"])
        assert [x.name for x in glossary(app).found[:3]] == ["mask", "causal mask", "padding mask"]
        assert screen_lines(app)[0].endswith(f"{len(glossary(app).found)} of {total} terms")
        assert "Says which query may use which key." in screen_text(app)
        await press(pilot, ["down"])
        assert "Lets position i use keys 1 to i" in screen_text(app)
        await press(pilot, ["i", "backspace"])
        assert glossary(app).term is not None
        assert glossary(app).term.name == "mask"
        assert glossary(app).field.value == "mask"


async def test_nothing_found_says_so_and_enter_does_nothing(start: Start) -> None:
    app = start()
    async with app.run_test() as pilot:
        await press(pilot, ["g", "text:zzzz", "enter", "up", "down"])
        assert "No term has this" in screen_text(app)
        await press(pilot, ["backspace"] * 4)
        assert "No term has this" not in screen_text(app)


async def test_letters_are_typed_in_the_field_and_commands_outside(start: Start) -> None:
    """q, g and ? are letters in the field; after Esc, g goes back into it and q closes."""
    app = start()
    async with app.run_test() as pilot:
        await press(pilot, ["g", "q", "g", "question_mark"])
        assert glossary(app).field.value == "qg?"
        await press(pilot, ["escape", "g"])
        assert glossary(app).in_field
        await press(pilot, ["escape", "q"])
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize("way", [["escape", "escape"], ["escape", "q"], ["ctrl+g"], ["tab", "escape"]])
async def test_ways_out(start: Start, way: list[str]) -> None:
    app = start()
    async with app.run_test() as pilot:
        await press(pilot, ["g", *way])
        assert isinstance(app.screen, HomeScreen)


async def test_help_is_about_the_glossary(start: Start) -> None:
    app = start()
    async with app.run_test() as pilot:
        await press(pilot, ["g", "f1"])
        assert "Open the page that teaches the term" in screen_text(app)
        await press(pilot, ["q"])
        assert glossary(app).in_field


# From every screen

WAYS: dict[str, list[str]] = {
    "home": [],
    "help": ["question_mark"],
    "workbench": ["w"],
    "workbench menu": ["w", "e"],
    "practice": ["p", "escape"],
}


@pytest.mark.parametrize("place", WAYS)
async def test_it_opens_over_every_screen_and_leads_back(start: Start, place: str) -> None:
    app = start()
    async with app.run_test() as pilot:
        await press(pilot, WAYS[place])
        below, shown = app.screen, screen_lines(app)
        await press(pilot, ["g"])
        assert isinstance(app.screen, GlossaryScreen)
        await press(pilot, ["escape", "q"])
        assert app.screen is below
        assert screen_lines(app) == shown


async def test_it_opens_over_every_kind_of_page(start: Start, course: Course) -> None:
    """Ctrl+G everywhere, in fields and questions too; and back to the same page."""
    app = start()
    kinds = {step.kind: (lesson.slug, step.id) for lesson in course.lessons for step in lesson.steps}
    assert len(kinds) >= 5
    async with app.run_test() as pilot:
        for slug, step_id in kinds.values():
            await open_at(pilot, slug, step_id)
            shown = screen_lines(app)
            await press(pilot, ["ctrl+g"])
            assert isinstance(app.screen, GlossaryScreen), step_id
            await press(pilot, ["ctrl+g"])
            assert screen_lines(app) == shown, step_id
            app.pop_screen()
            await settle(pilot)


async def test_practice_keeps_what_was_typed(start: Start) -> None:
    app = start()
    async with app.run_test() as pilot:
        await press(pilot, ["p", "text:1 2", "ctrl+g", "text:score", "enter"])
        await settle(pilot)
        assert isinstance(app.screen, LessonScreen)
        await press(pilot, ["escape", "q", "escape", "q"])
        assert type(app.screen).__name__ == "PracticeScreen"
        await press(pilot, ["space", "3"])
        assert "1 2 3" in screen_text(app)


# To the page and back


async def test_from_a_field_to_a_page_and_back_to_what_was_typed(start: Start) -> None:
    """The letters go on where they stopped; the answer is judged on the page that it was typed on."""
    app = start()
    async with app.run_test() as pilot:
        await open_at(pilot, ATTENTION, FIELD_PAGE)
        await press(pilot, ["text:0 0.70"])
        await look_up(pilot, "causal mask", key="ctrl+g")
        assert page_of(app) == (CAUSAL, "causal-rule")
        assert "Who may look at whom" in screen_text(app)
        await press(pilot, ["q"])
        assert glossary(app).field.value == "causal mask"
        await press(pilot, ["escape", "q"])
        assert page_of(app) == (ATTENTION, FIELD_PAGE)
        assert isinstance(app.screen, LessonScreen)
        assert app.screen.in_field
        await press(pilot, ["7", "1"])
        assert "0 0.7071" in screen_text(app)
        await press(pilot, ["enter"])
        assert app.session.progress.record(FIELD_PAGE).answer == "0 0.7071"
        assert app.session.progress.record(FIELD_PAGE).passed
        assert app.session.progress.place == Place(ATTENTION, FIELD_PAGE)


async def test_turning_pages_there_and_finishing_that_lesson_changes_nothing_here(start: Start) -> None:
    """From a page, look a word up, go to the end of that lesson and its results; q twice is still the way back."""
    app = start()
    async with app.run_test() as pilot:
        await open_at(pilot, ATTENTION, FIELD_PAGE)
        await press(pilot, ["text:0 0.7"])
        await look_up(pilot, "leak", key="ctrl+g")
        lesson = app.session.lesson
        assert lesson is not None
        await press(pilot, ["ctrl+n"] * (len(lesson.steps) - app.session.index))
        await settle(pilot)
        assert isinstance(app.screen, ResultsScreen)
        await press(pilot, ["q", "escape", "q"])
        assert page_of(app) == (ATTENTION, FIELD_PAGE)
        assert "0 0.7" in screen_text(app)


async def test_the_page_itself_answered_meanwhile_is_shown_as_it_is_now(start: Start) -> None:
    """The looked-up lesson is the same one, and the very page below was answered there."""
    app = start()
    async with app.run_test() as pilot:
        await open_at(pilot, ATTENTION, FIELD_PAGE)
        await press(pilot, ["text:0 0.7"])
        await look_up(pilot, "weighted sum", key="ctrl+g")
        assert page_of(app) == (ATTENTION, "small-output")
        await press(pilot, ["ctrl+p", "ctrl+p"])
        assert page_of(app) == (ATTENTION, FIELD_PAGE)
        await press(pilot, ["0", "7", "enter"])
        assert app.session.page.verdict is not None
        await press(pilot, ["escape", "q", "escape", "q"])
        assert page_of(app) == (ATTENTION, FIELD_PAGE)
        assert "0 0.707" in screen_text(app)
        assert "✓ Right" in screen_text(app) or app.session.page.verdict.message in " ".join(screen_text(app).split())


async def test_one_look_up_within_another(start: Start) -> None:
    """Each q takes one step back, to the page that was open there."""
    app = start()
    async with app.run_test() as pilot:
        await open_at(pilot, ATTENTION, FIELD_PAGE)
        await press(pilot, ["text:0 0.7"])
        await look_up(pilot, "causal mask", key="ctrl+g")
        await look_up(pilot, "score", key="ctrl+g")
        assert page_of(app) == (ATTENTION, "small-scores")
        await press(pilot, ["escape", "q", "escape", "q"])
        assert page_of(app) == (CAUSAL, "causal-rule")
        await press(pilot, ["q", "escape", "q"])
        assert page_of(app) == (ATTENTION, FIELD_PAGE)
        assert "0 0.7" in screen_text(app)


async def test_from_the_results_and_back_to_their_lesson(start: Start) -> None:
    app = start()
    async with app.run_test() as pilot:
        await open_at(pilot, CAUSAL, app.session.course.find(CAUSAL).steps[-1].id)  # type: ignore[union-attr]
        await press(pilot, ["escape", "ctrl+n"])
        await settle(pilot)
        assert isinstance(app.screen, ResultsScreen)
        await look_up(pilot, "score")
        assert page_of(app)[0] == ATTENTION
        await press(pilot, ["escape", "q", "escape", "q"])
        assert isinstance(app.screen, ResultsScreen)
        await press(pilot, ["b"])
        await settle(pilot)
        assert page_of(app)[0] == CAUSAL


async def test_a_word_looked_up_in_the_middle_of_a_quiz_leaves_the_quiz_as_it_was(start: Start) -> None:
    """A mixed quiz is in no file, and its pages are its own: question, answers and count are there again."""
    app = start()
    async with app.run_test() as pilot:
        await app.open_quiz()
        await settle(pilot)
        session = app.session
        assert session.lesson is not None
        quiz, first = session.lesson, session.step
        if isinstance(first, ChoiceStep):
            session.choose(0)
        else:
            session.show()
        await press(pilot, ["ctrl+n"])
        before = [session.page, session.index, session.results()]
        shown = screen_lines(app)
        await look_up(pilot, "softmax", key="ctrl+g")
        assert page_of(app) == ("softmax", "softmax-rows")
        await press(pilot, ["escape", "q", "escape", "q"])
        assert session.lesson is quiz
        assert [session.page, session.index, session.results()] == before
        assert screen_lines(app) == shown
        assert app.progress.place is None or app.progress.place.lesson == "softmax"


async def test_a_look_from_home_moves_no_place(start: Start) -> None:
    """Continue, and the page at which the looked-up lesson had been left, stay where they were."""
    app = start()
    async with app.run_test() as pilot:
        await open_at(pilot, CAUSAL, "shift-worked")
        await press(pilot, ["q"])
        await open_at(pilot, ATTENTION, FIELD_PAGE)
        await press(pilot, ["escape", "q"])
        await look_up(pilot, "causal mask")
        assert page_of(app) == (CAUSAL, "causal-rule")
        await press(pilot, ["q", "escape", "q"])
        assert app.progress.place == Place(ATTENTION, FIELD_PAGE)
        assert app.progress.places[CAUSAL] == "shift-worked"
        assert "Continue: Attention mixes value vectors" in screen_text(app)


async def test_who_goes_on_learning_there_continues_there(start: Start) -> None:
    app = start()
    async with app.run_test() as pilot:
        await open_at(pilot, ATTENTION, FIELD_PAGE)
        await press(pilot, ["escape", "q"])
        await look_up(pilot, "causal mask")
        await press(pilot, ["ctrl+n", "ctrl+n"])
        there = page_of(app)[1]
        assert there != "causal-rule"
        await press(pilot, ["escape", "q", "escape", "q"])
        assert isinstance(app.screen, HomeScreen)
        assert app.progress.place == Place(CAUSAL, there)


async def test_a_first_look_before_any_lesson(start: Start) -> None:
    """Nothing was open before, so there is nothing to go back to but home."""
    app = start()
    async with app.run_test() as pilot:
        await look_up(pilot, "softmax")
        assert page_of(app)[0] == "softmax"
        await press(pilot, ["escape", "q", "escape", "q"])
        assert isinstance(app.screen, HomeScreen)


async def test_quitting_from_deep_within_keeps_what_was_typed(start: Start, tmp_path: Path) -> None:
    app = start(state=tmp_path)
    async with app.run_test() as pilot:
        await open_at(pilot, ATTENTION, FIELD_PAGE)
        await press(pilot, ["text:0 0.7"])
        await look_up(pilot, "causal mask", key="ctrl+g")
        await press(pilot, ["ctrl+q"])
    again = start(state=tmp_path)
    async with again.run_test() as pilot:
        await pilot.pause()
        assert again.progress.record(FIELD_PAGE).typed == "0 0.7"


async def test_a_term_whose_lesson_is_not_there_says_so(start: Start, tmp_path: Path) -> None:
    """A course of one lesson of one's own: the terms are there, their pages are not."""
    path = tmp_path / "own.toml"
    path.write_text('title = "Own"\nobjectives = ["See."]\n[[steps]]\nid = "own"\nkind = "text"\nbody = "Words."\n')
    app = start(of=load_files([path]))
    async with app.run_test() as pilot:
        await look_up(pilot, "softmax")
        assert isinstance(app.screen, GlossaryScreen)
        assert "The lesson that teaches it is not in this course." in screen_lines(app)[-1]


async def test_enter_pressed_twice_opens_one_page(start: Start) -> None:
    """The second Enter may come while the page is on its way."""
    app = start()
    async with app.run_test() as pilot:
        await press(pilot, ["g", "text:softmax"])
        for key in _keys("enter", "enter"):
            app.post_message(key)
        await settle(pilot)
        assert [type(x).__name__ for x in app.screen_stack] == ["HomeScreen", "GlossaryScreen", "LessonScreen"]


def _keys(*names: str) -> Iterable[Any]:
    from tests.screens.driving import key_event

    return [key_event(name) for name in names]
