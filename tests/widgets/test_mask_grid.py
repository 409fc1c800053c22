"""The grid of ones and zeros: moved through by arrows, set by Space, 1 and 0, submitted by Enter."""

from __future__ import annotations

from textual import events, on
from textual.message import Message

from tests.screens.driving import press, settle
from tests.screens.looking import screen_lines
from tests.widgets.holding import Holder
from tutor.widgets.mask_grid import MaskGrid


class GridHolder(Holder):
    """Keeps what a grid posts."""

    @on(MaskGrid.Changed)
    @on(MaskGrid.Submitted)
    @on(MaskGrid.Pasted)
    def keep_grid(self, event: Message) -> None:
        self.heard.append(event)


class Watched(MaskGrid):
    """Remembers which lines were painted."""

    def __init__(self, *names: str) -> None:
        super().__init__(names, names)
        self.lines: list[int] = []

    def render_line(self, y: int) -> object:  # type: ignore[override]
        self.lines.append(y)
        return super().render_line(y)


def digits(grid: MaskGrid) -> list[str]:
    return ["".join(str(int(cell)) for cell in row) for row in grid.cells]


async def test_names_stand_over_their_columns_and_the_current_cell_in_brackets() -> None:
    """Glyphs, so that no color is needed; a long name makes its column wider."""
    grid = MaskGrid(("START", "red"), ("START", "red"))
    app = GridHolder(grid)
    async with app.run_test(size=(40, 6)) as pilot:
        await settle(pilot)
        assert screen_lines(app)[:3] == ["       START red", "START [0]    0", "red    0     0"]
        await press(pilot, ["down", "right", "space"])
        assert screen_lines(app)[:3] == ["       START red", "START  0     0", "red    0    [1]"]


async def test_space_turns_over_and_digits_set() -> None:
    """1 on a 1 changes nothing, and says nothing."""
    grid = MaskGrid(("a", "b"), ("a", "b"))
    app = GridHolder(grid)
    async with app.run_test() as pilot:
        await settle(pilot)
        for key, cells, changes in (
            ("1", ["10", "00"], 1), ("1", ["10", "00"], 1), ("0", ["00", "00"], 2), ("0", ["00", "00"], 2),
            ("space", ["10", "00"], 3), ("space", ["00", "00"], 4),
        ):  # fmt: skip
            await press(pilot, [key])
            assert (digits(grid), len(app.of(MaskGrid.Changed))) == (cells, changes), key


async def test_moving_stops_at_the_edges() -> None:
    """Home and End jump along the row; up and down at the edges are the page's."""
    grid = MaskGrid(("a", "b", "c"), ("a", "b", "c"))
    app = GridHolder(grid)
    async with app.run_test() as pilot:
        for key, place in (
            ("left", (0, 0)), ("end", (0, 2)), ("right", (0, 2)), ("down", (1, 2)), ("home", (1, 0)), ("down", (2, 0)),
            ("down", (2, 0)), ("right", (2, 1)),
        ):  # fmt: skip
            await press(pilot, [key])
            assert (grid.row, grid.column) == place, key
        assert app.keys_passed == ["down"]
        await press(pilot, ["up", "up", "up"])
        assert app.keys_passed == ["down", "up"]


async def test_only_what_a_key_touches_is_painted() -> None:
    """A step down touches two lines, a cell turned over one."""
    grid = Watched("a", "b", "c", "d")
    app = GridHolder(grid)
    async with app.run_test(size=(60, 12)) as pilot:
        await settle(pilot)
        for keys, lines in ((["down"], [1, 2]), (["right"], [2]), (["space"], [2]), (["down", "1"], [2, 3])):
            grid.lines.clear()
            await press(pilot, keys)
            assert sorted(set(grid.lines)) == lines, keys


async def test_marks_stand_beside_cells_until_the_cell_is_changed() -> None:
    """✓ and ✗; the others have none."""
    grid = MaskGrid(("a", "b"), ("a", "b"))
    app = GridHolder(grid)
    async with app.run_test(size=(30, 5)) as pilot:
        grid.put(((True, False), (None, True)))
        grid.mark({(0, 0): True, (0, 1): False, (1, 1): True})
        await settle(pilot)
        assert screen_lines(app)[1:3] == ["a [1]✓  0 ✗", "b  0    1 ✓"]
        await press(pilot, ["right", "space"])
        assert screen_lines(app)[1:3] == ["a  1 ✓ [1]", "b  0    1 ✓"]
        grid.mark({})
        await settle(pilot)
        assert screen_lines(app)[1:3] == ["a  1   [1]", "b  0    1"]


async def test_enter_submits_and_a_paste_is_handed_on() -> None:
    """The grid reads no text itself; letters are left for the page."""
    grid = MaskGrid(("a", "b"), ("a", "b"))
    app = GridHolder(grid)
    async with app.run_test() as pilot:
        await press(pilot, ["enter", "h", "n"])
        assert len(app.of(MaskGrid.Submitted)) == 1
        assert app.keys_passed == ["h", "n"]
        app.post_message(events.Paste("1 0; 1 1"))
        await settle(pilot)
        assert [x.text for x in app.of(MaskGrid.Pasted)] == ["1 0; 1 1"]
        assert digits(grid) == ["00", "00"]


async def test_a_click_turns_a_cell_over() -> None:
    """And nothing happens between the cells or on the names."""
    grid = MaskGrid(("a", "b"), ("a", "b"))
    app = GridHolder(grid)
    async with app.run_test(size=(30, 5)) as pilot:
        await settle(pilot)
        await pilot.click(MaskGrid, offset=(8, 2))
        assert (digits(grid), grid.row, grid.column) == (["00", "01"], 1, 1)
        await pilot.click(MaskGrid, offset=(0, 1))
        await pilot.click(MaskGrid, offset=(8, 0))
        await pilot.click(MaskGrid, offset=(25, 1))
        assert digits(grid) == ["00", "01"]


async def test_full_width_names_keep_their_columns() -> None:
    """Full-width characters take two cells each, in names as in headings."""
    grid = MaskGrid(("東京", "x"), ("東京", "x"))
    app = GridHolder(grid)
    async with app.run_test(size=(30, 5)) as pilot:
        await press(pilot, ["right", "1"])
        lines = screen_lines(app)
        assert lines[2].startswith("x     0    0")
