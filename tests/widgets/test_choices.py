"""The list of choices: moved through by keys, chosen from by Enter."""

from __future__ import annotations

import pytest
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from tests.screens.driving import press, settle
from tests.screens.looking import screen_lines
from tests.widgets.holding import Holder
from tutor.widgets.choices import Choices, Item


def items(*texts: str) -> tuple[Item, ...]:
    """Choices with these texts; one that begins with # is a heading."""
    return tuple(Item(f"id{i}", Content(x.removeprefix("#")), heading=x.startswith("#")) for i, x in enumerate(texts))


LETTERS = items("#Head", "alpha", "beta", "#", "#More", "gamma", "#Tail")


async def test_the_cursor_starts_on_the_first_choice_and_skips_headings() -> None:
    """Down twice from alpha is gamma: two headings lie between."""
    choices = Choices(LETTERS)
    app = Holder(choices)
    async with app.run_test(size=(30, 10)) as pilot:
        await settle(pilot)
        assert choices.current == LETTERS[1]
        await press(pilot, ["down", "down"])
        assert choices.current == LETTERS[5]
        await press(pilot, ["up"])
        assert choices.current == LETTERS[2]
        assert [x.item.id for x in app.of(Choices.Highlighted)] == ["id2", "id5", "id2"]
        assert screen_lines(app)[:7] == ["  Head", "  alpha", "▸ beta", "", "  More", "  gamma", "  Tail"]


async def test_home_end_and_pages_stop_at_the_ends() -> None:
    """Pages are eight choices long and never leave the list."""
    choices = Choices(items(*(f"n{i}" for i in range(20))))
    app = Holder(choices)
    async with app.run_test(size=(20, 6)) as pilot:
        for key, index in (
            ("pagedown", 8),
            ("pagedown", 16),
            ("pagedown", 19),
            ("pageup", 11),
            ("home", 0),
            ("end", 19),
        ):
            await press(pilot, [key])
            assert choices.index == index, key


async def test_a_key_at_either_end_is_left_for_the_page() -> None:
    """Up on the first choice and down on the last one scroll what is round the list."""
    choices = Choices(LETTERS)
    app = Holder(choices)
    async with app.run_test() as pilot:
        await press(pilot, ["up", "down", "down", "down"])
        assert choices.current == LETTERS[5]
        assert app.keys_passed == ["up", "down"]


async def test_choosing() -> None:
    """Enter takes the choice under the cursor; the space bar takes none, so that nobody answers by leaning on it."""
    choices = Choices(LETTERS)
    app = Holder(choices)
    async with app.run_test() as pilot:
        await press(pilot, ["down", "space"])
        assert not app.of(Choices.Chosen)
        await press(pilot, ["enter"])
        assert [x.item for x in app.of(Choices.Chosen)] == [LETTERS[2]]


async def test_nothing_is_chosen_before_one_has_looked() -> None:
    """Unset, the cursor stands nowhere: Enter says so, down goes to the first choice, up to the last."""
    choices = Choices(LETTERS, unset=True)
    app = Holder(choices)
    async with app.run_test() as pilot:
        await press(pilot, ["enter"])
        assert choices.current is None
        assert "▸" not in "".join(screen_lines(app))
        assert len(app.of(Choices.Unset)) == 1
        assert not app.of(Choices.Chosen)
        await press(pilot, ["down"])
        assert choices.current == LETTERS[1]
    other = Choices(LETTERS, unset=True)
    async with Holder(other).run_test() as pilot:
        await press(pilot, ["up"])
        assert other.current == LETTERS[5]


async def test_a_list_without_choices() -> None:
    """Nothing to choose: the keys pass through and nothing is posted."""
    choices = Choices(items("#only", "#headings"))
    empty = Choices()
    app = Holder(choices, empty)
    async with app.run_test() as pilot:
        for one in (choices, empty):
            one.focus()
            await press(pilot, ["down", "up", "enter", "home"])
            one.go_to(0)
            one.go_to(5)
        assert not app.of(Choices.Chosen)
        assert not app.of(Choices.Highlighted)
        assert "▸" not in "".join(screen_lines(app))
        assert empty.current is None


async def test_new_choices_keep_the_cursor_by_id() -> None:
    """The choice with the same id stays current wherever it now stands; else the place is kept."""
    choices = Choices(LETTERS)
    app = Holder(choices)
    async with app.run_test() as pilot:
        await press(pilot, ["down"])
        turned = tuple(reversed(LETTERS))
        choices.set_items(turned, keep="id2")
        assert choices.current == LETTERS[2]
        choices.set_items(LETTERS, keep="gone")
        assert choices.current == LETTERS[5], "place 4 is a heading now: the next choice"
        choices.set_items(LETTERS[:2])
        assert choices.current == LETTERS[1]
        choices.set_items(())
        assert choices.current is None
        await settle(pilot)
        choices.set_items(LETTERS)
        await settle(pilot)
        assert choices.current == LETTERS[1]


async def test_long_choices_wrap_under_their_own_text() -> None:
    """What broke: the lines of an explanation began under the option's letter, left of its first line."""
    text = Content("✗ a  one two three four\n     why it is not so at all")
    app = Holder(Choices((Item("x", text, indent=5),)))
    async with app.run_test(size=(23, 8)) as pilot:
        await settle(pilot)
        assert screen_lines(app)[:6] == [
            "▸ ✗ a  one two three",
            "       four",
            "       why it is not",
            "       so at all",
            "",
            "",
        ]


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5, 8, 20, 80])
async def test_every_width(width: int) -> None:
    """Wide characters, empty texts and long words fit in any width; the list is as high as its lines."""
    app = Holder(Choices(items("東京の学習者", "", "a-word-that-is-very-long-indeed", "#")), Choices(LETTERS))
    async with app.run_test(size=(width, 30)) as pilot:
        await press(pilot, ["down", "down", "enter"])
        shown = "".join(screen_lines(app)).replace(" ", "")
        if width >= 20:
            assert "東京の学習者" in shown
            assert "a-word-that-is-very-long-indeed" in shown.replace("▸", "")


async def test_resizing_keeps_the_choice() -> None:
    """The cursor stays on its choice and in view, from 80 columns to 3 and back."""
    choices = Choices(items(*(f"choice number {i}" for i in range(12))))
    app = Holder(choices)
    async with app.run_test(size=(80, 6)) as pilot:
        await press(pilot, ["end"])
        for width, height in ((20, 4), (3, 3), (80, 1), (80, 24)):
            await pilot.resize_terminal(width, height)
            assert choices.index == 11
        assert screen_lines(app)[11] == "▸ choice number 11"


async def test_a_long_list_says_that_there_is_more() -> None:
    """Arrows at the right edge, and the current choice is always in view."""
    choices = Choices(items(*(f"n{i}" for i in range(30))))
    choices.styles.height = "1fr"
    app = Holder(choices)
    async with app.run_test(size=(20, 5)) as pilot:
        await settle(pilot)
        assert screen_lines(app)[-1].endswith("↓")
        for step in range(29):
            await press(pilot, ["down"])
            assert f"▸ n{step + 1}" in "\n".join(screen_lines(app))
        assert screen_lines(app)[0].endswith("↑")
        assert not screen_lines(app)[-1].endswith("↓")


async def test_moving_draws_two_choices() -> None:
    """The choice that is left and the one that is entered, and no other line."""
    drawn: list[int] = []

    class Watched(Choices):
        def render_line(self, y: int) -> object:  # type: ignore[override]
            drawn.append(y)
            return super().render_line(y)

    app = Holder(Watched(items("a", "b", "c", "d")))
    async with app.run_test() as pilot:
        await settle(pilot)
        drawn.clear()
        await press(pilot, ["down"])
        assert sorted(set(drawn)) == [0, 1]
        drawn.clear()
        await press(pilot, ["down"])
        assert sorted(set(drawn)) == [1, 2]


async def test_a_click_chooses_what_it_means() -> None:
    """A first click puts the cursor there, a second one chooses; a heading takes none."""
    choices = Choices(LETTERS)
    app = Holder(choices)
    async with app.run_test() as pilot:
        await pilot.click(Choices, offset=(3, 2))
        assert choices.current == LETTERS[2]
        assert not app.of(Choices.Chosen)
        await pilot.click(Choices, offset=(3, 4))
        assert choices.current == LETTERS[2]
        await pilot.click(Choices, offset=(3, 2))
        assert [x.item for x in app.of(Choices.Chosen)] == [LETTERS[2]]


class Page(Holder):
    """A list at the end of a page that is longer than the window."""

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield from self.held


async def test_the_cursor_stays_in_view_on_a_page_that_scrolls() -> None:
    """What broke: at 60×20 the third option of a question was below the window, and stayed there when chosen."""
    choices = Choices(items(*(f"first\nsecond line {i}" for i in range(12))))
    app = Page(choices)
    async with app.run_test(size=(40, 7)) as pilot:
        await settle(pilot)
        for i in range(1, 12):
            await press(pilot, ["down"])
            await pilot.pause()
            shown = [line[:20].rstrip() for line in screen_lines(app)]
            assert shown[shown.index("▸ first") + 1] == f"  second line {i}"
        for i in reversed(range(11)):
            await press(pilot, ["up"])
            await pilot.pause()
            shown = [line[:20].rstrip() for line in screen_lines(app)]
            assert shown[shown.index("▸ first") + 1] == f"  second line {i}"


async def test_what_follows_the_cursor_is_told_before_anything_is_painted() -> None:
    """`follow` is called once a move, with the new choice already current."""
    told = []
    choices = Choices(LETTERS)
    choices.follow = lambda: told.append(choices.index)
    async with Holder(choices).run_test() as pilot:
        await press(pilot, ["down", "down", "down"])
    assert told == [2, 5]
