"""A matrix with a current cell, whatever its size."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Region

from tests.screens.driving import press, settle
from tests.screens.looking import screen_lines
from tests.widgets.holding import Holder
from tutor.widgets.matrix_view import MatrixView, lighter

CELL = 7
NAME = 8

Window = tuple[int, int, int, int]


@dataclass
class Numbers:
    """A matrix whose cell (i, j) holds i·1000 + j; a window is (top, left, rows, columns). It counts its drawings."""

    n_rows: int
    n_columns: int
    cell: int = CELL
    drawn: int = 0

    def window(self, row: int, column: int, width: int, height: int, before: Window | None) -> Window:
        rows, columns = max(1, min(self.n_rows, height - 1)), max(1, min(self.n_columns, (width - NAME) // self.cell))
        top, left = (before[0], before[1]) if before else (0, 0)
        top = min(max(top, row - rows + 1), row)
        left = min(max(left, column - columns + 1), column)
        return top, left, rows, columns

    def draw(self, window: Window) -> Text:
        self.drawn += 1
        top, left, rows, columns = window
        lines = [" " * NAME + "".join(f"{f'k{j + 1}':>{self.cell}}" for j in range(left, left + columns))]
        for i in range(top, top + rows):
            cells = "".join(f"{i * 1000 + j:>{self.cell - 1}} " for j in range(left, left + columns))
            lines.append(f"  {f'q{i + 1}':<{NAME - 2}}" + cells)
        return Text("\n".join(lines))

    def span(self, window: Window, row: int, column: int) -> tuple[int, int, int]:
        x = NAME + (column - window[1]) * self.cell
        return 1 + row - window[0], x, x + self.cell


class Watched(MatrixView):
    """Says which of its lines were drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []

    def render_line(self, y: int) -> object:  # type: ignore[override]
        self.lines.append(y)
        return super().render_line(y)


async def test_the_cell_is_marked_by_brackets_and_its_row_by_a_pointer() -> None:
    """Glyphs, so that no color is needed."""
    view = MatrixView()
    app = Holder(view)
    async with app.run_test(size=(40, 6)) as pilot:
        view.set_source(Numbers(3, 3))
        await press(pilot, ["down", "right"])
        assert screen_lines(app)[:4] == [
            "             k1     k2     k3",
            "  q1         0      1      2",
            "▸ q2      1000  [1001]  1002",
            "  q3      2000   2001   2002",
        ]


async def test_moving_stops_at_the_edges_and_tells_where_it_is() -> None:
    """Home and End jump along the row; rows and columns are counted from 0."""
    view = MatrixView()
    app = Holder(view)
    async with app.run_test(size=(60, 20)) as pilot:
        view.set_source(Numbers(15, 5))
        for key, place in (
            ("left", (0, 0)), ("end", (0, 4)), ("right", (0, 4)), ("pagedown", (10, 4)), ("pagedown", (14, 4)),
            ("home", (14, 0)), ("up", (13, 0)), ("pageup", (3, 0)), ("pageup", (0, 0)),
        ):  # fmt: skip
            await press(pilot, [key])
            assert (view.row, view.column) == place, key
        assert [(x.row, x.column) for x in app.of(MatrixView.Moved)][:2] == [(0, 4), (10, 4)]


async def test_up_and_down_at_the_edges_are_left_for_the_page() -> None:
    """Left and right are not: they would only scroll what is round it by accident."""
    view = MatrixView()
    app = Holder(view)
    async with app.run_test() as pilot:
        view.set_source(Numbers(2, 2))
        await press(pilot, ["up", "left", "down", "down", "end", "right"])
        assert app.keys_passed == ["up", "down"]


async def test_a_move_draws_only_the_lines_it_touches() -> None:
    """From row 1 to row 2: lines 1 and 2; along a row: that line. The picture is not made again."""
    view, source = Watched(), Numbers(8, 5)
    app = Holder(view)
    async with app.run_test(size=(60, 12)) as pilot:
        view.set_source(source)
        await settle(pilot)
        view.lines.clear()
        drawn = source.drawn
        await press(pilot, ["down"])
        assert sorted(set(view.lines)) == [1, 2]
        view.lines.clear()
        await press(pilot, ["right"])
        assert sorted(set(view.lines)) == [2]
        assert source.drawn == drawn


async def test_a_large_matrix_draws_windows_only() -> None:
    """1,024×1,024: leaving the window draws the next one, and the current cell is always in it."""
    view, source = MatrixView(), Numbers(1024, 1024, cell=10)
    app = Holder(view)
    async with app.run_test(size=(62, 11)) as pilot:
        view.set_source(source)
        await settle(pilot)
        assert source.drawn == 1
        for key, value in (("end", 1023), ("home", 0), ("pagedown", 10_000), ("right", 10_001)):
            await press(pilot, [key])
            assert f"[{value}]" in "\n".join(screen_lines(app)), key
        view.go_to(1023, 1023)
        await settle(pilot)
        assert "[1024023]" in "\n".join(screen_lines(app))
        assert source.drawn < 10


async def test_another_source_keeps_the_cell_as_far_as_it_has_it() -> None:
    """From row 8 of 8 to a matrix of two rows."""
    view = MatrixView()
    app = Holder(view)
    async with app.run_test() as pilot:
        view.set_source(Numbers(8, 5))
        view.go_to(7, 4)
        view.set_source(Numbers(2, 5))
        assert (view.row, view.column) == (1, 4)
        view.go_to(99, -5)
        assert (view.row, view.column) == (1, 0)
        await settle(pilot)
        view.set_source(None)
        await press(pilot, ["down", "end"])
        assert "".join(screen_lines(app)).strip() == ""


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (5, 2), (7, 3), (300, 80)])
async def test_every_size(size: tuple[int, int]) -> None:
    """No size is too small to draw, nor to move in; the cell survives."""
    view = MatrixView()
    app = Holder(view)
    async with app.run_test(size=(40, 10)) as pilot:
        view.set_source(Numbers(9, 9))
        await press(pilot, ["down", "right"])
        await pilot.resize_terminal(*size)
        await press(pilot, ["right", "down", "end", "home", "up"])
        await pilot.resize_terminal(40, 10)
        assert (view.row, view.column) == (1, 0)
        assert "[1000]" in "\n".join(screen_lines(app))


async def test_no_room_at_all() -> None:
    """A view of no height draws nothing and breaks nothing."""
    view = MatrixView()
    view.styles.height = 0
    app = Holder(view)
    async with app.run_test() as pilot:
        view.set_source(Numbers(3, 3))
        await press(pilot, ["down", "right"])
        assert (view.row, view.column) == (1, 1)


async def test_a_click_makes_a_cell_current() -> None:
    """Anywhere within the cell's own place; beside the numbers nothing happens."""
    view = MatrixView()
    app = Holder(view)
    async with app.run_test(size=(40, 6)) as pilot:
        view.set_source(Numbers(3, 3))
        await settle(pilot)
        await pilot.click(MatrixView, offset=(NAME + CELL + 2, 3))
        assert (view.row, view.column) == (2, 1)
        await pilot.click(MatrixView, offset=(1, 1))
        await pilot.click(MatrixView, offset=(NAME + 1, 0))
        assert (view.row, view.column) == (2, 1)


class Page(Holder):
    """A matrix on a page that is longer than the window."""

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield from self.held


async def test_the_cell_stays_in_view_on_a_page_that_scrolls() -> None:
    """What broke: with sixteen rows on a page at 60×20 the current row was below the window."""
    view = MatrixView()
    view.styles.height = "auto"
    app = Page(view)
    async with app.run_test(size=(40, 6)) as pilot:
        view.set_source(Numbers(16, 2))
        await settle(pilot)
        for row in range(1, 16):
            await press(pilot, ["down"])
            await pilot.pause()
            assert f"[{row * 1000}]" in "\n".join(screen_lines(app)), row


async def test_another_matrix_as_high_is_painted_without_laying_the_screen_out() -> None:
    """Steps from stage to stage were laid out anew, each of them; only another height needs that."""
    view, layouts = MatrixView(), []
    view.styles.height = "auto"
    app = Holder(view)
    async with app.run_test(size=(40, 12)) as pilot:
        view.set_source(Numbers(3, 3))
        await settle(pilot)
        app.screen.screen_layout_refresh_signal.subscribe(app.screen, layouts.append)
        view.set_source(Numbers(3, 2, cell=9))
        await settle(pilot)
        assert layouts == []
        assert screen_lines(app)[0].split() == ["k1", "k2"]
        view.set_source(Numbers(5, 2))
        await settle(pilot)
        assert layouts
        assert screen_lines(app)[5].split() == ["q5", "4000", "4001"]


async def test_other_colors_are_drawn_at_once() -> None:
    """The lines are kept with their colors, and drawn anew where these change."""
    view = MatrixView()
    app = Holder(view)
    async with app.run_test(size=(40, 6)) as pilot:
        view.set_source(Numbers(3, 3))
        await settle(pilot)
        before = app.screen.get_style_at(30, 2).bgcolor
        app.screen.styles.background = "#204060"
        app.screen.update_node_styles()
        await settle(pilot)
        assert app.screen.get_style_at(30, 2).bgcolor != before
        assert str(app.screen.get_style_at(30, 2).bgcolor.get_truecolor().hex) == "#204060"


async def test_another_part_paints_only_what_differs() -> None:
    """From one window to the next the names of the rows stay, and nothing of them is painted."""
    view, source = MatrixView(), Beside(30, 40)
    app = Holder(view)
    async with app.run_test(size=(60, 12)) as pilot:
        view.set_source(source)
        await settle(pilot)
        regions: list[Region] = []
        view.refresh = lambda *some, **more: regions.extend(some) or MatrixView.refresh(view, *some, **more)  # type: ignore[method-assign]
        await press(pilot, ["right"] * 4)
        assert not any(region.width == view.size.width for region in regions)
        regions.clear()
        await press(pilot, ["right"] * 8)
        assert source.drawn > 1
        wide = [region for region in regions if region.width > CELL]
        assert wide
        assert all(region.right <= NAME + 6 * CELL for region in wide)
        lines = screen_lines(app)
        assert "[12]" in lines[1]
        assert all(line.endswith("same") for line in lines[1:12])


class Beside(Numbers):
    """The same, with a part at the right that never changes."""

    def window(self, row: int, column: int, width: int, height: int, before: Window | None) -> Window:
        return Numbers.window(self, row, column, NAME + 6 * self.cell, height, before)

    def draw(self, window: Window) -> Text:
        lines = Numbers.draw(self, window).plain.split("\n")
        return Text("\n").join(Text(line) + Text(" same", "bold") for line in lines)


@pytest.mark.parametrize("key", ["tab", "shift+tab"])
async def test_the_focus_paints_only_the_marks(key: str) -> None:
    """Textual paints all of a widget when the focus comes or goes: here it is the pointer and the cell."""
    view, other = Watched(), MatrixView()
    app = Holder(view, other)
    async with app.run_test(size=(60, 20)) as pilot:
        view.set_source(Numbers(5, 3))
        other.set_source(Numbers(3, 3))
        await press(pilot, ["down"])
        view.lines.clear()
        await press(pilot, [key, key])
        assert set(view.lines) == {2}


async def test_another_matrix_of_the_same_kind_shows_the_same_part() -> None:
    view = MatrixView()
    app = Holder(view)
    async with app.run_test(size=(60, 12)) as pilot:
        view.set_source(Numbers(100, 100))
        await press(pilot, ["pagedown", "pagedown", "up"])
        before = screen_lines(app)[1].split()[0]
        view.set_source(Numbers(100, 100))
        await settle(pilot)
        assert screen_lines(app)[1].split()[0] == before == "q11"


def test_blanks_carry_no_color_of_text() -> None:
    """A background is sent with them, and nothing else."""
    line = [Segment("  ", Style.parse("red on blue")), Segment("x ", Style.parse("red on blue"))]
    assert [lighter(segment).style for segment in line] == [Style.parse("on blue"), Style.parse("red on blue")]
    assert lighter(Segment(" ", Style.parse("red underline"))).style == Style.parse("red underline")
