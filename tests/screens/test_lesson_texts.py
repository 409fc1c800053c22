"""Every text of a lesson stands on the screen as it was typed, at 80×24 and at 60×20, hostile ones too."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.screens import hostile
from tests.screens.conftest import Start
from tests.screens.driving import paste, press, settle
from tests.screens.looking import screen_text, squeezed, whole_page
from tutor.app import TutorApp
from tutor.coaching.session import Session
from tutor.lessons.loader import load_lesson
from tutor.lessons.model import AskingStep, ChoiceStep, Course, ExplainStep, Lesson, NumberStep, Step
from tutor.lessons.sources import sources_on
from tutor.screens.lesson import LessonScreen

RULE = re.compile(r"\|?[-:| ]+\|")
SIGN = re.compile(r"`([^`]*)`|\*\*|(?<!\w)\*|\*(?!\w)")
"""A span of code, whose stars are its own, or a sign of emphasis."""
NUMBERED = re.compile(r"\d\.")
"""The numbers of a list: shown without their dots."""


def without_signs(found: re.Match[str]) -> str:
    """What is shown of one sign: the code of a span, nothing of an emphasis."""
    return found[1] or ""


def words(body: str) -> Counter[str]:
    """The words of a Markdown text, its signs left out; code as it stands."""
    found: list[str] = []
    fenced = False
    for line in body.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            found += line.split()
        elif not RULE.fullmatch(line.strip()):
            cells = line.strip().strip("|").split("|") if line.strip().startswith("|") else [line]
            plain = [word for cell in cells for word in SIGN.sub(without_signs, cell).split()]
            found += [word for word in plain if word and word not in "-*" and not NUMBERED.fullmatch(word)]
    return Counter(found)


def fixed_texts(step: Step, session: Session) -> list[str]:
    """The texts of the open page that are plain and shown as typed; those with drawn numbers, as they were drawn."""
    found = [getattr(step, name, "") for name in ("prompt", "model")]
    found += [text for name in ("hints", "checklist") for text in getattr(step, name, ())]
    found += [text for option in getattr(step, "options", ()) for text in (option.text, option.why)]
    if isinstance(step, NumberStep):
        found = [session.question.prompt, *session.ladder()[: len(step.hints)]]
        assert not any("{" in text for text in found), found
    return [text for text in (*found, *sources_on(step, session.lesson)) if text]


async def see_all(app: TutorApp, pilot: Pilot[Any], step: Step) -> str:
    """The page of the session's open step with all that it can show: hints, reasons, the model answer."""
    session = app.session
    if isinstance(step, ChoiceStep):
        session.choose(next(i for i, option in enumerate(step.options) if not option.correct))
    elif isinstance(step, ExplainStep):
        session.explain("Words of my own.")
    elif isinstance(step, AskingStep):
        for _ in session.ladder():
            session.hint()
    assert isinstance(app.screen, LessonScreen)
    await app.screen.show_page()
    await settle(pilot)
    return await whole_page(pilot, app.screen.scroll)


async def lost_texts(app: TutorApp, pilot: Pilot[Any], lesson: Lesson, pages: list[Step]) -> list[str]:
    """What of these pages' texts is not on their screens. Bodies count word by word, all others as one text."""
    lost = []
    for step in pages:
        if app.session.lesson is not lesson:
            await app.open_lesson(lesson.slug, step.id)
        app.session.open(lesson, step.id)
        shown = squeezed(await see_all(app, pilot, step))
        missing = words(app.session.body) - Counter(shown.split())
        lost += [f"{step.id}: {sorted(missing)}"] if missing else []
        lost += [f"{step.id}: {text}" for text in fixed_texts(step, app.session) if squeezed(text) not in shown]
        lost += [] if step.title[:20] in screen_text(app) else [f"{step.id}: {step.title}"]
    return lost


def weight(step: Step) -> int:
    """How much there is to read on a page."""
    return len(step.body) + sum(len(x) for x in vars_of(step))


def vars_of(step: Step) -> list[str]:
    options = getattr(step, "options", ())
    return [getattr(step, "prompt", ""), *getattr(step, "hints", ()), *(x.text + x.why for x in options)]


def fullest(course: Course) -> dict[str, list[Step]]:
    """The page with most to read of each lesson, and of each kind of page; by lesson."""
    found = {lesson.slug: {max(lesson.steps, key=weight).id} for lesson in course.lessons}
    for kind in {step.kind for lesson in course.lessons for step in lesson.steps}:
        pages = [(lesson, step) for lesson in course.lessons for step in lesson.steps if step.kind == kind]
        lesson, step = max(pages, key=lambda page: weight(page[1]))
        found[lesson.slug].add(step.id)
    return {x.slug: [step for step in x.steps if step.id in found[x.slug]] for x in course.lessons}


async def test_the_fullest_pages_of_the_course_show_every_text(start: Start, course: Course) -> None:
    """Of each lesson and of each kind, at 60×20, where room is scarce; the slow tests look at all pages."""
    app = start()
    lost = []
    async with app.run_test(size=(60, 20)) as pilot:
        await settle(pilot)
        pages = fullest(course)
        for lesson in course.lessons:
            lost += await lost_texts(app, pilot, lesson, pages[lesson.slug])
    assert lost == []


async def test_the_sources_of_a_page_stand_at_its_foot(start: Start) -> None:
    """Below everything else, on a page to read, on one that asks and on a worked one; no other page has any."""
    app = start()
    async with app.run_test(size=(120, 50)) as pilot:
        await settle(pilot)
        for slug, page, foot in (
            (
                "chain-rule",
                "chain-worked",
                "Source: Bengio et al. 2003, A Neural Probabilistic Language Model, section 1",
            ),
            ("causal-mask", "causal-polarity", "Source: PyTorch documentation, scaled_dot_product_attention and "),
            (
                "causal-mask",
                "softmax-empty-worked",
                "Sources: PyTorch pull requests 131060 and 133882; ONNX pull request 8068",
            ),
            ("chain-rule", "chain-start", ""),
        ):
            await app.open_lesson(slug, page)
            await settle(pilot)
            assert isinstance(app.screen, LessonScreen)
            last = list(app.screen.scroll.children)[-1]
            assert (last.id == "sources") is bool(foot)
            shown = squeezed(screen_text(app))
            assert foot in shown if foot else "Source" not in shown


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_every_text_of_the_course_is_on_its_page(start: Start, course: Course, size: tuple[int, int]) -> None:
    """Every page of every lesson is opened and scrolled to its end."""
    app = start()
    lost = []
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for lesson in course.lessons:
            lost += await lost_texts(app, pilot, lesson, list(lesson.steps))
    assert lost == []


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 50)])
async def test_texts_that_look_like_markup_are_shown_literally(
    start: Start, tmp_path: Path, size: tuple[int, int]
) -> None:
    """In titles, bodies, prompts, options, reasons, hints, tokens, a learner's name, and answers that are echoed."""
    lesson, faults = load_lesson(hostile.lesson_file(tmp_path))
    assert lesson is not None, faults
    folders = (tmp_path,)
    app = start(of=Course(lessons=(lesson,)), lesson_folders=folders, learner="[@click=app.quit]Zoë[/] [red]")
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        assert "[@click=app.quit]Zoë[/] [red]" in screen_text(app)
        assert await lost_texts(app, pilot, lesson, list(lesson.steps)) == []


async def test_tokens_and_answers_that_look_like_markup(start: Start, tmp_path: Path) -> None:
    """As names of rows and columns, in the echo of an answer, in what is said of it, and in the workbench's fields."""
    lesson, faults = load_lesson(hostile.lesson_file(tmp_path))
    assert lesson is not None, faults
    app = start(of=Course(lessons=(lesson,)))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await app.open_lesson(lesson.slug, "hostile-stepper")
        await settle(pilot)
        for _ in range(5):
            for token in hostile.TOKENS[:2]:
                assert screen_text(app).count(token) >= 2, token
            # A long one is cut where it names a row, but stands whole in the problem.
            assert hostile.TOKENS[2] in screen_text(app)
            await press(pilot, ["n"])
        await app.open_lesson(lesson.slug, "hostile-vector")
        await settle(pilot)
        for raw in hostile.STRINGS[::3]:
            assert isinstance(app.screen, LessonScreen)
            await press(pilot, ["ctrl+u"])
            await paste(pilot, raw)
            assert raw in screen_text(app)
        await press(pilot, ["enter"])
        assert raw in screen_text(app)
        await press(pilot, ["ctrl+u"])
        await paste(pilot, "0.1 0.2 0.3")
        await press(pilot, ["enter"])
        for token in hostile.TOKENS:
            assert f"✗ {token} 0." in screen_text(app)
        await app.open_workbench()
        await settle(pilot)
        for raw in hostile.STRINGS[1::4]:
            await press(pilot, ["tab", "ctrl+a"])
            await paste(pilot, raw)
            assert raw[:6] in screen_text(app)
            await press(pilot, ["escape"])
