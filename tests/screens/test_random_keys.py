"""Whatever is pressed, pasted and resized, in whatever order: the app goes on, and what was typed is still there."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.screens.conftest import Start
from tests.screens.driving import key_event, paste, press, settle
from tests.screens.hostile import STRINGS
from tutor.lessons.model import Course, Step
from tutor.screens.lesson import LessonScreen
from tutor.screens.pages.explain import OwnWords
from tutor.screens.workbench import WorkbenchScreen
from tutor.widgets.fields import LineField

MOVES = "up down left right home end pageup pagedown enter escape tab shift+tab space"
COMMANDS = "q n b h s a i x p e c d w r l g ? 1 2 3 4"
CONTROLS = (
    "ctrl+n ctrl+p ctrl+z ctrl+c ctrl+s ctrl+a ctrl+e ctrl+k ctrl+u ctrl+w ctrl+d ctrl+x ctrl+v f1 f6 f7 backspace "
    "delete shift+up ctrl+home super+c"
)
TYPED = "0 . - / [ ] ( ) , √ −"
KEYS = (*MOVES.split() * 3, *COMMANDS.split() * 2, *CONTROLS.split(), *TYPED.split())

PASTES = (
    *STRINGS,
    *("1 0; 0 1", "1 0\n0 1", "1 0\r\n0 1\r\n", "0.3302 0.6698", "−∞ 東京", "1/√2", "0 0.7071", "nan inf 1e400"),
    *("causal", "", "\n\n", "x" * 3000, "\x1b[31m\x00\x07", "1" * 400, "🦊" * 50),
)

SIZES = ((80, 24), (60, 20), (59, 19), (40, 12), (1, 1), (300, 80))


async def play(start: Start, state: Path, seed: int, presses: int) -> None:
    """So many keys, pastes and sizes by this seed; a learner who leaves comes back."""
    rng = random.Random(seed)
    done: list[object] = []
    while len(done) < presses:
        app = start(
            state=state,
            seed=seed,
            colors=rng.choice(["true", "256", "16", "none"]),
            ascii=rng.random() < 0.2,
            kiosk=rng.random() < 0.1,
            learner=rng.choice([None, "ada", "[/b]"]),
        )
        try:
            async with app.run_test(size=(80, 24)) as pilot:
                await settle(pilot)
                while app.is_running and len(done) < presses and app.return_code is None:
                    chance = rng.random()
                    if chance < 0.02:
                        done.append(rng.choice(SIZES))
                        await pilot.resize_terminal(*done[-1])  # type: ignore[misc]
                    elif chance < 0.1 and app.focused is not None:
                        done.append("paste " + rng.choice(PASTES))
                        await paste(pilot, str(done[-1])[6:])
                    else:
                        done.append(rng.choice(KEYS))
                        app.post_message(key_event(str(done[-1])))
                        # Fast fingers do not wait for the screen.
                        if rng.random() < 0.6:
                            await settle(pilot)
                await settle(pilot)
        except BaseException as error:
            error.add_note(f"seed {seed}, after {len(done)}: {done[-40:]}")
            raise


@pytest.mark.parametrize("seed", range(3))
async def test_random_keys(start: Start, tmp_path: Path, seed: int) -> None:
    """A few hundred, in every run of the tests."""
    await play(start, tmp_path / "state", seed, 120)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 108))
async def test_thousands_of_random_keys(start: Start, tmp_path: Path, seed: int) -> None:
    """Three thousand in all."""
    await play(start, tmp_path / "state", seed, 400)


AWAY = "n b q w p d question_mark g r l x ctrl+n ctrl+p f1 enter down up tab pagedown ctrl+c end home"
"""Keys that go elsewhere and that change no text, pressed outside fields."""


def first_of(course: Course, kind: str) -> tuple[str, Step]:
    """The first page of a kind, and its lesson."""
    return next((lesson.slug, step) for lesson in course.lessons for step in lesson.steps if step.kind == kind)


async def wander(start: Start, course: Course, state: Path, kind: str, seed: int, steps: int) -> None:
    """Type something, wander about without touching it, come back, also on another day: it is still there."""
    rng = random.Random(seed)
    slug, step = first_of(course, kind)
    text = f"{seed} half an answer"
    way: list[str] = []
    app = start(state=state, seed=seed)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await app.open_lesson(slug, step.id)
        await settle(pilot)
        await paste(pilot, text)
        for _ in range(steps):
            if app.return_code is not None:
                break
            way.append(rng.choice(AWAY.split()))
            await press(pilot, ["escape"] if app.focused is not None and app.focused.has_class("-field") else [])
            if way[-1] == "q" and len(app.screen_stack) == 1:
                continue
            await press(pilot, way[-1:])
        await press(pilot, ["ctrl+q"])
    again = start(state=state, seed=seed)
    async with again.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await again.open_lesson(slug, step.id)
        await settle(pilot)
        assert isinstance(again.screen, LessonScreen)
        if kind == "explain":
            assert again.screen.query_one(OwnWords).text == text, way
        else:
            assert again.screen.query_one(LineField).value == text, way


@pytest.mark.parametrize("kind", ["vector", "number", "targets", "explain"])
async def test_what_was_typed_is_there_after_wandering_about(
    start: Start, course: Course, tmp_path: Path, kind: str
) -> None:
    """Nothing that is not submitted is lost by leaving the page, the lesson or the program."""
    await wander(start, course, tmp_path / "state", kind, 1, 20)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 4))
@pytest.mark.parametrize("kind", ["vector", "number", "targets", "explain"])
async def test_what_was_typed_is_there_after_wandering_far(
    start: Start, course: Course, tmp_path: Path, kind: str, seed: int
) -> None:
    """The same, longer and by many ways."""
    await wander(start, course, tmp_path / "state", kind, seed, 60)


async def test_the_workbench_and_practice_keep_what_was_typed(start: Start) -> None:
    """What broke: leaving the workbench or practice threw away what stood in their fields."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w", "tab", "ctrl+k"])
        await paste(pilot, "1 2\n3 oops")
        await press(pilot, ["escape", "q", "p"])
        await paste(pilot, "1 2 ")
        await press(pilot, ["escape", "q", "w"])
        assert isinstance(app.screen, WorkbenchScreen)
        assert app.screen.form().q == "1 2\n3 oops"
        assert app.screen.has_class("-misfit")
        await press(pilot, ["q", "p"])
        assert app.screen.query_one(LineField).value == "1 2 "
