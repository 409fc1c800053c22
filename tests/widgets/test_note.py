"""Lines of text that change often."""

from __future__ import annotations

from types import SimpleNamespace

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tests.screens.driving import settle
from tests.screens.looking import screen_lines
from tests.widgets.holding import Holder
from tutor.widgets.note import Note


class Watched(Note):
    """A note that says which of its lines were drawn."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.drawn: list[int] = []

    def render_line(self, y: int) -> object:  # type: ignore[override]
        self.drawn.append(y)
        return super().render_line(y)


async def test_brackets_are_shown_as_they_stand() -> None:
    """A text is never taken for markup."""
    app = Holder(Note("[red]1[/red] [/] [@click=app.quit]x[/] \\["))
    async with app.run_test(size=(60, 3)) as pilot:
        await settle(pilot)
        assert screen_lines(app)[0] == "[red]1[/red] [/] [@click=app.quit]x[/] \\["


async def test_it_wraps_and_grows() -> None:
    """Another text takes as many lines as it needs; what stands below moves."""
    note = Note("one two three")
    app = Holder(note, Note("below"))
    async with app.run_test(size=(10, 6)) as pilot:
        await settle(pilot)
        assert screen_lines(app)[:3] == ["one two", "three", "below"]
        note.show("one")
        await settle(pilot)
        assert screen_lines(app)[:2] == ["one", "below"]
        note.show("")
        await settle(pilot)
        assert screen_lines(app)[0] == "below"


async def test_only_lines_that_differ_are_drawn() -> None:
    """The second of three lines changes: the others stay as they are."""
    note = Watched("aaa\nbbb\nccc")
    app = Holder(note)
    async with app.run_test(size=(20, 5)) as pilot:
        await settle(pilot)
        note.drawn.clear()
        note.show("aaa\nbxb\nccc")
        await settle(pilot)
        assert set(note.drawn) == {1}
        assert screen_lines(app)[:3] == ["aaa", "bxb", "ccc"]
        note.drawn.clear()
        note.show("aaa\nbxb\nccc")
        await settle(pilot)
        assert note.drawn == []


async def test_the_same_words_in_another_color_are_drawn() -> None:
    """A verdict may change its color alone."""
    note = Watched("word")
    app = Holder(note)
    async with app.run_test(size=(20, 3)) as pilot:
        await settle(pilot)
        note.drawn.clear()
        note.show(Content.styled("word", "bold"))
        await settle(pilot)
        assert note.drawn == [0]


async def test_a_wide_character_in_the_way() -> None:
    """What differs is found in cells, not in characters."""
    note = Note("東京 1")
    app = Holder(note)
    async with app.run_test(size=(20, 3)) as pilot:
        await settle(pilot)
        note.show("東京 2")
        await settle(pilot)
        assert screen_lines(app)[0].replace(" ", "") == "東京2"


async def test_signs_become_words_where_there_is_only_ascii() -> None:
    """What broke: √d_k came out as Vd_k and −∞ as -I, one character for one."""
    note = Note(Content.assemble("by ", ("√d_k", "bold"), ": [0.7071, −∞] 1 → 2 ✓"))
    app = Holder(note)
    app.surroundings = SimpleNamespace(ascii=True)  # type: ignore[attr-defined]
    async with app.run_test(size=(60, 3)) as pilot:
        await settle(pilot)
        assert screen_lines(app)[0] == "by sqrt(d_k): [0.7071, -inf] 1 -> 2 ok"


async def test_a_text_may_depend_on_the_width() -> None:
    """A function is asked again when the width changes."""
    app = Holder(Note(lambda width: Content("#" * width)))
    async with app.run_test(size=(7, 3)) as pilot:
        await settle(pilot)
        assert screen_lines(app)[0] == "#######"
        await pilot.resize_terminal(4, 3)
        assert screen_lines(app)[0] == "####"


async def test_out_of_view_and_of_a_height_of_its_own_it_is_not_laid_out() -> None:
    """Scrolled out, a note has no width: each of its texts had the whole screen laid out anew."""
    note, layouts = Note("one"), []
    note.styles.height = 2
    app = Holder(VerticalScroll(Static("\n" * 20), note))
    async with app.run_test(size=(20, 5)) as pilot:
        await settle(pilot)
        app.screen.screen_layout_refresh_signal.subscribe(app.screen, layouts.append)
        note.show("two")
        await settle(pilot)
        assert layouts == []
        app.query_one(VerticalScroll).scroll_end(animate=False)
        await settle(pilot)
        assert "two" in screen_lines(app)[3]
