"""Stylesheets that the apps of one process share: rules are read once, and colors stay each learner's own."""

from __future__ import annotations

from textual.css.stylesheet import Stylesheet

from tests.screens.driving import settle
from tutor.app import TutorApp
from tutor.look.sheets import Sheets
from tutor.surroundings import Surroundings

RED, BLUE = {"ink": "#ff0000"}, {"ink": "#0000ff"}
TEXT = "Home { color: $ink; }"


def red() -> Stylesheet:
    sheet = Stylesheet(variables=RED)
    sheet.add_source(TEXT, ("home", ""))
    return sheet


def test_one_sheet_for_each_set_of_colors() -> None:
    """The same values, in whatever order, are the same sheet."""
    sheets, both = Sheets(), {"ink": "#ff0000", "ground": "#000000"}
    first = sheets.with_colors(both, Stylesheet())
    assert sheets.with_colors(dict(reversed(both.items())), Stylesheet()) is first
    assert sheets.with_colors({**both, "ink": "#0000ff"}, Stylesheet()) is not first


def test_another_sheet_has_the_rules_in_its_own_colors() -> None:
    """What was read for one set of colors holds for another; what was read later is brought along."""
    sheets, before = Sheets(), red()
    blue = sheets.with_colors(BLUE, before)
    assert "#0000FF" in blue.css
    assert "#FF0000" not in blue.css
    assert "#FF0000" in before.css
    before.add_source("Later { color: $ink; }", ("later", ""))
    assert sheets.with_colors(BLUE, before) is blue
    assert "Later" in blue.css
    assert blue.css.count("Home") == 1


async def test_one_who_turns_to_light_leaves_the_other_in_the_dark() -> None:
    """Two apps of one process: they share until one of them changes its colors, and again when both have."""
    sheets = Sheets()
    ada, bob = (TutorApp(Surroundings(colors="true", learner=name), sheets=sheets) for name in ("ada", "bob"))
    assert ada.stylesheet is bob.stylesheet
    async with ada.run_test(size=(80, 24)) as first:
        await settle(first)
        dark = ada.screen.styles.background
        async with bob.run_test(size=(80, 24)) as second:
            ada.switch_light()
            await settle(first)
            assert ada.screen.styles.background != dark
            bob.stylesheet.update(bob)
            await settle(second)
            assert bob.screen.styles.background == dark
            bob.switch_light()
            await settle(second)
            assert bob.screen.styles.background == ada.screen.styles.background
            assert bob.stylesheet is ada.stylesheet
