"""Text is at least 4.5:1 in both themes, on what is really drawn; and the theme that is asked for is the one shown."""

from __future__ import annotations

import asyncio

import pytest
from textual.geometry import Region

from tests.screens.driving import press, settle
from tutor.app import TutorApp
from tutor.lessons.loader import load_course
from tutor.look.themes import DARK, LIGHT
from tutor.surroundings import Surroundings

LEAST = 4.5
DRAWN = set("─▎█▸│↑↓▁▂▃▄▅▆▇▌ ")
"""Lines and bars are no text."""

Color = tuple[int, int, int]


def luminance(color: Color) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [x / 255 / 12.92 if x <= 10 else ((x / 255 + 0.055) / 1.055) ** 2.4 for x in color]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: Color, b: Color) -> float:
    """The contrast ratio of WCAG 2: 1 for the same color, 21 for black on white."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure() -> None:
    """Black on white is 21:1, and #767676 on white the lightest gray that passes."""
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((0x76, 0x76, 0x76), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


def pale_texts(app: TutorApp) -> list[str]:
    """What stands on the screen with too little contrast."""
    found = []
    for widget in app.screen.walk_children(with_self=False):
        if widget.children or not widget.display or not widget.size.area:
            continue
        for strip in widget.render_lines(Region(0, 0, widget.region.width, widget.region.height)):
            for segment in strip:
                style = segment.style
                if set(segment.text) <= DRAWN or style is None or style.color is None or style.bgcolor is None:
                    continue
                a, b = tuple(style.color.get_truecolor()), tuple(style.bgcolor.get_truecolor())
                if contrast(a, b) < LEAST:
                    found.append(f"{type(widget).__name__} {segment.text.strip()!r}: {contrast(a, b):.2f}")
    return found


async def seen(app: TutorApp) -> list[str]:
    """The same, asked in the app's own context, in which its colors have their values."""
    found: list[str] = []
    done = asyncio.Event()

    def look() -> None:
        found.extend(pale_texts(app))
        done.set()

    app.call_later(look)
    await done.wait()
    return found


@pytest.mark.parametrize("light", [False, True])
async def test_everything_can_be_read(light: bool) -> None:
    """On the main screens, in fields and tables, after right and wrong answers, with hints."""
    course = load_course()
    app = TutorApp(Surroundings(light=light), course=course)
    pale = []
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        pale += await seen(app)
        for keys in (["w", "n", "n"], ["tab"], ["escape", "e"], ["q", "p"], ["9", "enter"], ["escape", "p", "q"]):
            await press(pilot, keys)
            pale += await seen(app)
        for kind in ("vector", "choice", "explain", "mask", "stepper"):
            lesson, step = next((x, s) for x in course.lessons for s in x.steps if s.kind == kind)
            await app.open_lesson(lesson.slug, step.id)
            await settle(pilot)
            pale += await seen(app)
            await press(pilot, ["down", "1", "enter", "escape", "h"])
            pale += await seen(app)
    assert pale == []


@pytest.mark.parametrize(("light", "theme"), [(False, DARK), (True, LIGHT)])
async def test_the_theme_that_is_asked_for_is_shown_from_the_first_frame(light: bool, theme: object) -> None:
    """What broke: Textual's own dark theme was shown until one pressed d, whatever the terminal was."""
    app = TutorApp(Surroundings(light=light))
    async with app.run_test() as pilot:
        await settle(pilot)
        wanted = (theme.background, theme.foreground)  # type: ignore[attr-defined]
        assert (app.screen.styles.background.hex.lower(), app.screen.styles.color.hex.lower()) == wanted
        assert app.has_class("-light-mode") is light
