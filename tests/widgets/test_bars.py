"""The lines at the top and at the bottom, at every width."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tests.screens.driving import settle
from tests.screens.looking import screen_lines
from tests.widgets.holding import Holder
from tutor.widgets.bars import KeyBar, TopBar, cut, key_line, title_line

KEYS = (("q", "back"), ("n", "next"), ("h", "hint"), ("s", "show"), ("?", "help"))


def test_both_texts_stand_at_the_ends_of_the_line() -> None:
    """Blanks fill what is between."""
    assert title_line("left", "right", 20).plain == "left           right"


def test_a_long_title_is_cut_before_the_place_goes() -> None:
    """What broke: at 60 columns, and at 80 with a mark, the page number went and the title stayed."""
    line = title_line("1 Attention mixes value vectors: Three vectors for each position", "✓ page 2 of 20", 58).plain
    assert line.endswith("  ✓ page 2 of 20")
    assert line.startswith("1 Attention mixes value vectors: Three ve…")
    assert len(line) == 58


def test_a_place_that_takes_more_than_half_goes_first() -> None:
    """In a very narrow window the title is what is left."""
    assert title_line("Workbench", "n 3   d_k 4   d_v 2", 24).plain.strip() == "Workbench"
    assert title_line("Work", "n 3   d_k 4   d_v 2", 25).plain == "Work  n 3   d_k 4   d_v 2"


@pytest.mark.parametrize("width", range(11))
def test_a_title_never_exceeds_its_width(width: int) -> None:
    """Wide characters are two cells: a learner may be called 東京 or Zoë."""
    for left in ("", "a", "attn-tutor", "attn-tutor · 東京の学習者", "東京東京東京"):
        for right in ("", "x", "0 of 46 pages", "東京"):
            assert title_line(left, right, width).cell_length <= width


def test_a_wide_name_keeps_the_place_on_the_line() -> None:
    """What broke: characters were counted, not cells, so the line was too long and its end was lost."""
    line = title_line("attn-tutor · 東京の学習者", "0 of 46 pages", 40)
    assert line.cell_length == 40
    assert line.plain.endswith("0 of 46 pages")


def test_cutting_says_that_there_was_more() -> None:
    """The … takes a cell of its own; a wide character that would be halved goes whole."""
    assert cut("abcdef", 6) == "abcdef"
    assert cut("abcdef", 4) == "abc…"
    assert cut("東京東京", 4) == "東…"
    assert cut("abc", 0) == ""


def test_keys_are_left_out_whole_and_from_the_end() -> None:
    """The way out is the last to go, help the last but one."""
    assert key_line(KEYS, 60).plain == "q back  n next  h hint  s show  ? help"
    assert key_line(KEYS, 37).plain == "q back  n next  h hint  ? help"
    assert key_line(KEYS, 14).plain == "q back  ? help"
    assert key_line(KEYS, 13).plain == "q back"
    assert key_line(KEYS, 0).plain == "q back"
    assert key_line((), 10).plain == ""


def test_wide_labels_count_as_wide() -> None:
    """A label in another script takes two cells a character."""
    keys = (("q", "戻る"), ("n", "次の頁"), ("?", "help"))
    for width in range(10, 40):
        line = key_line(keys, width)
        assert line.cell_length <= width or line.plain == "q 戻る"


@pytest.mark.parametrize("width", [1, 2, 3, 5, 10, 30])
async def test_bars_in_a_narrow_window(width: int) -> None:
    """No width is too small to draw, and the way out comes first."""
    app = Holder(TopBar("attn-tutor", "0 of 46 pages"), KeyBar(KEYS))
    async with app.run_test(size=(width, 5)) as pilot:
        await settle(pilot)
        lines = screen_lines(app)
    assert all(cell_len(line) <= width for line in lines)
    if width >= 10:
        assert lines[-1].startswith(" q back")


async def test_a_message_stands_there_whole_until_it_is_taken_back() -> None:
    """What broke: a message longer than the line lost its end, which said what to do. It now takes two lines."""
    long = "This is what you submitted. Change it, or esc and h for a hint, s to see it worked out."
    bar = KeyBar(KEYS)
    app = Holder(bar)
    async with app.run_test(size=(60, 6)) as pilot:
        bar.say(long)
        await settle(pilot)
        assert " ".join(" ".join(screen_lines(app)).split()) == long
        bar.say("Short.")
        await settle(pilot)
        assert screen_lines(app)[-2:] == [" " + "─" * 58, " Short."]
        bar.say("")
        await settle(pilot)
        assert screen_lines(app)[-1].startswith(" q back")


async def test_a_message_that_two_lines_do_not_hold_ends_in_dots() -> None:
    """A path may be as long as it likes."""
    bar = KeyBar(KEYS)
    app = Holder(bar)
    async with app.run_test(size=(20, 4)) as pilot:
        bar.say("Saved as /a/folder/whose/name/is/very/long/indeed/attention.txt")
        await settle(pilot)
        assert screen_lines(app)[-1].endswith("…")
        assert screen_lines(app)[-2].startswith(" Saved as")


async def test_setting_the_same_again_paints_nothing() -> None:
    """Only a change costs bytes."""
    painted = []

    class Watched(KeyBar):
        def refresh(self, *args: object, **kwargs: object) -> Watched:
            painted.append(args)
            return super().refresh(*args, **kwargs)  # type: ignore[arg-type]

    bar = Watched(KEYS)
    async with Holder(bar).run_test() as pilot:
        await settle(pilot)
        painted.clear()
        bar.set(KEYS)
        bar.say("")
        assert painted == []
        bar.set(KEYS[:2])
        assert len(painted) == 1
