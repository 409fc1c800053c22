"""The workbench for the numbers of a file, key by key: heads, masks, stages, the map, jumps, and coming back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from tests.exports import arrays, weights
from tests.journey import TEXT
from tests.screens.conftest import Start
from tests.screens.driving import press, settle
from tests.screens.looking import screen_lines, screen_text
from tests.screens.test_keys import check_footer
from tutor.app import TutorApp
from tutor.maths.exported import Exported, Head
from tutor.rendering.looked import first_look
from tutor.screens import matrices
from tutor.screens.matrices import MatricesScreen
from tutor.screens.workbench import WorkbenchScreen


def exported(n: int = 40, **more: Any) -> Exported:
    made = {name: more.pop(name) for name in ("heads", "key_heads", "d", "dtype") if name in more}
    return Exported(**{"name": "x.npz", "dtype": "float64", **arrays(n, **made), **more})


@asynccontextmanager
async def opened(
    start: Start, numbers: Exported, *, size: tuple[int, int] = (80, 24), **outside: Any
) -> AsyncIterator[tuple[TutorApp, Pilot[Any]]]:
    app = start(**outside)
    app.looked = first_look(numbers)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        yield app, pilot


def the_screen(app: TutorApp) -> MatricesScreen:
    assert isinstance(app.screen, MatricesScreen)
    return app.screen


async def wait(app: TutorApp, pilot: Pilot[Any]) -> None:
    """Until the threads are done with what they were given."""
    with suppress(WorkerCancelled):  # one that another has taken the place of
        await app.workers.wait_for_complete()
    await app.workers.wait_for_complete()
    await settle(pilot)


async def test_it_opens_with_the_weights_of_the_first_head(start: Start) -> None:
    """What was loaded, the row's largest weights and the first numbers, beside plain Python."""
    numbers = exported(heads=4, key_heads=2)
    expected = weights(numbers.q[0].tolist(), numbers.k[0].tolist())
    async with opened(start, numbers) as (app, _):
        lines = screen_lines(app)
        assert lines[0].endswith("4 heads   n 40   d_k 4   d_v 4")
        assert lines[1] == " x.npz: Q 4×40×4, K 2×40×4, V 2×40×4; float64; no mask"
        assert "[softmax]" in lines[2]
        assert lines[3].startswith(" head 1 of 4 · weights")
        row = lines[6].split("  ")[1].split() + lines[6].split()[2:4]
        assert row[0] == "q2"
        assert f"{expected[1][0]:.4f}" in lines[6]
        assert f"[{expected[0][0]:.4f}]" in lines[5]
        best = max(range(40), key=lambda j: expected[0][j])
        assert any(f"row's largest weights: k{best + 1} {expected[0][best]:.4f}" in line for line in lines)
        check_footer(app)


async def test_heads_by_key(start: Start) -> None:
    """t goes on and T back, round and round, at the same cell and stage."""
    numbers = exported(heads=3)
    async with opened(start, numbers) as (app, pilot):
        await press(pilot, ["down", "right"])
        for key, head in (("t", 2), ("t", 3), ("t", 1), ("T", 3), ("T", 2)):
            await press(pilot, [key])
            expected = weights(numbers.q[head - 1].tolist(), numbers.k[head - 1].tolist())
            assert f"head {head} of 3" in screen_text(app), key
            assert f"[{expected[1][1]:.4f}]" in screen_text(app), key


async def test_one_head_only(start: Start) -> None:
    async with opened(start, exported(heads=1)) as (app, pilot):
        assert "head 1" not in screen_text(app)
        await press(pilot, ["t"])
        assert "There is one head only." in screen_text(app)


async def test_the_causal_mask_on_and_off(start: Start) -> None:
    numbers = exported()
    async with opened(start, numbers) as (app, pilot):
        assert "masked blank" not in screen_text(app)
        await press(pilot, ["m", "down", "down"])
        expected = weights(numbers.q[0].tolist(), numbers.k[0].tolist(), causal=True)
        assert "causal mask" in screen_lines(app)[1]
        assert f"[{expected[2][0]:.4f}]" in screen_text(app)
        await press(pilot, ["m"])
        assert "no mask" in screen_lines(app)[1]


async def test_a_mask_of_the_files_own_is_not_changed(start: Start) -> None:
    mask = np.tri(40, dtype=bool)
    async with opened(start, exported(mask=mask)) as (app, pilot):
        before = screen_lines(app)[:-1]
        await press(pilot, ["m"])
        assert "These numbers have the file's mask." in screen_text(app)
        assert screen_lines(app)[:-2] == before[:-1]


async def test_the_stages(start: Start) -> None:
    """b to the first one, n to the last; x opens softmax; at both ends a word says so."""
    async with opened(start, exported()) as (app, pilot):
        seen = []
        for key in ("b", "b", "b", "b", "n", "n", "n", "n", "n"):
            await press(pilot, [key])
            seen.append(the_screen(app).at.walk.stage)
        assert seen == ["masked", "scaled", "scores", "scores", "scaled", "masked", "weights", "output", "output"]
        assert "This is the last stage" in screen_text(app)
        await press(pilot, ["b", "x"])
        assert "[subtract]" in screen_text(app)
        await press(pilot, ["n", "n"])
        assert "[sum]" in screen_text(app)
        check_footer(app)


async def test_a_head_is_worked_out_when_it_is_looked_at(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """And then not again, nor is a stage's picture: it is the same object."""
    asked: list[int] = []
    taken = Exported.head

    def noted(self: Exported, head: int, offset: int | None) -> Head:
        asked.append(head)
        return taken(self, head, offset)

    monkeypatch.setattr(Exported, "head", noted)
    async with opened(start, exported(heads=4)) as (app, pilot):
        await press(pilot, ["n", "b"])
        assert asked == [0]
        first = the_screen(app).table.source
        await press(pilot, ["n", "b"])
        assert the_screen(app).table.source is first
        await press(pilot, ["t", "T", "t", "T", "T"])
        assert asked == [0, 1, 3]


async def test_a_jump(start: Start) -> None:
    """j opens a field; a place goes there, with what stands round it; Esc stays."""
    numbers = exported()
    expected = weights(numbers.q[0].tolist(), numbers.k[0].tolist())
    async with opened(start, numbers) as (app, pilot):
        await press(pilot, ["j"])
        assert "Jump to" in screen_text(app)
        check_footer(app)
        await press(pilot, [f"{TEXT}q17 k30", "enter"])
        assert (the_screen(app).table.row, the_screen(app).table.column) == (16, 29)
        assert "Jump to" not in screen_text(app)
        assert f"[{expected[16][29]:.4f}]" in screen_text(app)
        assert "q17 on k30:" in screen_text(app)
        await press(pilot, ["j", f"{TEXT}1 1", "escape", "right"])
        assert (the_screen(app).table.row, the_screen(app).table.column) == (16, 30)


async def test_a_jump_to_nowhere_says_why_and_keeps_the_field(start: Start) -> None:
    async with opened(start, exported()) as (app, pilot):
        await press(pilot, ["j", f"{TEXT}q41 k1", "enter"])
        assert "There is no row 41: the rows are 1 to 40." in screen_text(app)
        await press(pilot, ["backspace"])
        assert "Jump to" in screen_text(app)
        assert "There is no row" not in screen_text(app)


async def test_a_jump_by_tokens(start: Start) -> None:
    tokens = ("START", "[red]", "fox", "[red]", *(f"w{i}" for i in range(36)))
    async with opened(start, exported(tokens=tokens)) as (app, pilot):
        await press(pilot, ["j"])
        assert "or by name: START w35" in screen_text(app)
        await press(pilot, [f"{TEXT}fox [red]", "enter"])
        assert (the_screen(app).table.row, the_screen(app).table.column) == (2, 1)
        assert "▸ fox" in screen_text(app)
        await press(pilot, ["j", f"{TEXT}fox [red]", "enter"])
        assert (the_screen(app).table.row, the_screen(app).table.column) == (2, 3)


async def test_copy_and_save(start: Start, tmp_path: Path) -> None:
    """c: the whole row by name; s: the whole stage of this head, as text that reads back."""
    numbers = exported(heads=2)
    expected = weights(numbers.q[1].tolist(), numbers.k[1].tolist())
    async with opened(start, numbers) as (app, pilot):
        await press(pilot, ["t", "down", "c"])
        header, row = app.clipboard.splitlines()
        assert header.split() == [*(f"k{j}" for j in range(1, 41)), "Σ"]
        assert row.split()[:-1] == ["q2", *(f"{x:.4f}" for x in expected[1])]
        await press(pilot, ["s"])
        await wait(app, pilot)
        assert "Saved as" in screen_text(app)
        lines = (tmp_path / "weights_head_2.txt").read_text(encoding="utf-8").splitlines()
        assert [line.split()[1:-1] for line in lines[1:]] == [[f"{x:.4f}" for x in row] for row in expected]


async def test_a_large_head_is_worked_out_in_a_thread(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two presses the last one counts, and until a head is there, the one before stays."""
    monkeypatch.setattr(matrices, "AT_ONCE", 0)
    numbers = exported(heads=4)
    async with opened(start, numbers) as (app, pilot):
        await press(pilot, ["n"])
        await wait(app, pilot)
        screen = the_screen(app)
        assert "head 1 of 4" in screen_text(app)
        screen.action_head()
        screen.action_head()
        assert screen.awaited is not None
        assert screen.awaited.which == (2, None)
        assert screen.at.walk.head == 0
        await wait(app, pilot)
        assert screen.awaited is None
        row = weights(numbers.q[2].tolist(), numbers.k[2].tolist())[0]
        mixed = sum(row[j] * numbers.v[2][j][0] for j in range(40))
        assert "head 3 of 4" in screen_text(app)
        assert f"[{mixed:.4f}]" in screen_text(app)
        await press(pilot, ["T", "T"])
        await wait(app, pilot)
        assert "head 1 of 4" in screen_text(app)


async def test_the_rows_on_show_of_a_large_head_are_there_at_once(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another head, another mask and a jump wait for no thread; a stage that is about all numbers waits for it."""
    monkeypatch.setattr(matrices, "AT_ONCE", 0)
    monkeypatch.setattr(MatricesScreen, "_solve", lambda *_: None)
    numbers = exported(heads=2)
    async with opened(start, numbers) as (app, pilot):
        await press(pilot, ["t", "m", "j", f"{TEXT}30 12", "enter"])
        screen = the_screen(app)
        expected = weights(numbers.q[1].tolist(), numbers.k[1].tolist(), causal=True)
        assert f"[{expected[29][11]:.4f}]" in screen_text(app)
        best = max(range(40), key=lambda j: expected[29][j])
        assert f"k{best + 1} {expected[29][best]:.4f}" in screen_text(app)
        assert "q30 on k12:" in screen_text(app)
        assert "head 2 of 2" in screen_text(app)
        assert screen.head is not None
        assert not screen.head.is_whole
        await press(pilot, ["n"])
        assert "Working out head 2 of 2 …" in screen_text(app)
        assert "[softmax]" in screen_text(app)
        screen.post_message(screen.Solved(screen.head))
        await settle(pilot)
        assert "[mix]" in screen_text(app)
        assert "Working out" not in screen_text(app)


async def test_what_a_thread_brings_changes_nothing_on_the_screen(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matrices, "AT_ONCE", 0)
    async with opened(start, exported(heads=2)) as (app, pilot):
        await press(pilot, ["t", "down", "right"])
        before = screen_lines(app)
        await wait(app, pilot)
        head = the_screen(app).head
        assert head is not None
        assert head.is_whole
        await press(pilot, ["down", "up"])
        assert screen_lines(app) == before


async def test_a_head_that_cannot_be_worked_out(start: Start) -> None:
    """Its sentence stands there; the other heads go on, and no key of the table does anything meanwhile."""
    made = arrays(30, dtype=np.float32)
    made["q"][1] = made["k"][1] = 1e30
    async with opened(start, exported(30, **made)) as (app, pilot):
        await press(pilot, ["t"])
        assert "✗ head 2 of 2: the score of query 1 and key 1 overflows to infinity" in screen_text(app)
        await press(pilot, ["n", "x", "x", "b", "j", "c", "s", "d", "d", "down"])
        assert "overflows" in screen_text(app)
        await press(pilot, ["t"])
        assert "head 1 of 2" in screen_text(app)
        assert "q1" in screen_text(app)


async def test_back_home_and_to_numbers_of_ones_own(start: Start) -> None:
    """q leads to the first screen, and w back to the same place; i opens the form."""
    async with opened(start, exported(heads=3)) as (app, pilot):
        await press(pilot, ["t", "n", "j", f"{TEXT}9 3", "enter", "q"])
        assert "q quit" in screen_text(app)
        await press(pilot, ["w"])
        screen = the_screen(app)
        assert (screen.at.walk.head, screen.at.walk.stage) == (1, "output")
        assert (screen.table.row, screen.table.column) == (8, 2)
        await press(pilot, ["i"])
        assert isinstance(app.screen, WorkbenchScreen)
        await press(pilot, ["q"])
        assert isinstance(app.screen, MatricesScreen)


async def test_a_small_file_has_no_map(start: Start) -> None:
    """All numbers stand there, with their sums, and the arithmetic has its two lines."""
    async with opened(start, exported(5, tokens=("a", "b", "c", "d", "e"))) as (app, pilot):
        lines = screen_lines(app)
        assert lines[4].split() == ["a", "b", "c", "d", "e", "Σ"]
        assert "shade" not in screen_text(app)
        await press(pilot, ["question_mark"])
        assert "Jump to a cell" in screen_text(app)


@pytest.mark.parametrize("colors", ["none", "16"])
async def test_without_colors_the_shades_are_characters(start: Start, colors: str) -> None:
    async with opened(start, exported(causal=True), colors=colors) as (app, _):
        assert any("@" in line or "#" in line for line in screen_lines(app)[5:19])


async def test_plain_ascii(start: Start) -> None:
    async with opened(start, exported(causal=True, tokens=tuple(f"ö{i}" for i in range(40))), ascii=True) as (
        app,
        pilot,
    ):
        for key in ("n", "b", "b", "b", "j", "escape", "x", "m", "t"):
            await press(pilot, [key])
            text = screen_text(app)
            assert text.isascii(), [c for c in text if not c.isascii()]


async def test_dark_and_light(start: Start) -> None:
    """The shades change with the ground that they stand on."""
    async with opened(start, exported()) as (app, pilot):
        x = max(i for i, c in enumerate(screen_lines(app)[4]) if c != " ")
        dark = app.screen.get_style_at(x, 6).bgcolor
        await press(pilot, ["d"])
        light = app.screen.get_style_at(x, 6).bgcolor
        assert dark != light
        await press(pilot, ["d"])
        assert app.screen.get_style_at(x, 6).bgcolor == dark


@pytest.mark.parametrize("size", [(1, 1), (10, 5), (60, 20), (61, 21), (100, 40), (300, 80)])
async def test_sizes(start: Start, size: tuple[int, int]) -> None:
    """No exception anywhere; at 60×20 the words stand whole."""
    async with opened(start, exported(heads=2), size=size) as (app, pilot):
        for key in ("down", "end", "pagedown", "n", "x", "t", "j", "escape", "m"):
            await press(pilot, [key])
        if size == (60, 20):
            check_footer(app)
            assert "row's largest weights: k" in screen_text(app)


async def test_a_resize_keeps_the_cell_and_what_is_typed(start: Start) -> None:
    async with opened(start, exported()) as (app, pilot):
        await press(pilot, ["j", f"{TEXT}20 30", "enter", "j", "7"])
        for size in ((60, 20), (30, 8), (120, 40), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await press(pilot, [f"{TEXT} 9", "enter"])
        assert (the_screen(app).table.row, the_screen(app).table.column) == (6, 8)
