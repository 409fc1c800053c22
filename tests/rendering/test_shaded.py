"""A large stage as shades and numbers: which shade, which part, where each cell stands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from rich.console import Console
from rich.style import Style

from tests.exports import arrays, weights
from tutor.maths.exported import Head
from tutor.rendering.layout import stage_layout, weights_layout
from tutor.rendering.shaded import GLYPHS, SHADES, MapWindow, ShadedSource, shades_by_halves, shades_by_steps

STYLES = tuple(f"on color({100 + i})" for i in range(SHADES))


def head_of(n: int, *, causal: bool = False, mask: Any = None, **more: Any) -> Head:
    made = arrays(n, heads=1, **more)
    return Head(made["q"][0], made["k"][0], made["v"][0], mask=mask, offset=0 if causal else None)


def source_of(head: Head, stage: str = "weights", *, shades: tuple[str, ...] = (), **more: Any) -> ShadedSource:
    return ShadedSource(head, stage_layout(head.whole, stage, **more), shades)


def drawn(source: ShadedSource, window: MapWindow, width: int) -> list[list[tuple[str, Style]]]:
    console = Console(width=width, color_system="256", legacy_windows=False)
    lines = console.render_lines(source.draw(window), console.options.update(width=width), pad=True)
    return [[(segment.text, segment.style or Style()) for segment in line] for line in lines]


def text_of(line: list[tuple[str, Style]]) -> str:
    return "".join(text for text, _ in line)


def halves(x: float, largest: float) -> int:
    """The shade by a loop: how often the largest has to be halved until it is no more than x; the eighth ends it."""
    for times in range(1, SHADES):
        if x >= largest / 2**times:
            return SHADES - times
    return 0


@pytest.mark.parametrize(
    ("share", "shade"), [(1, 7), (0.5, 7), (0.499, 6), (0.25, 6), (0.126, 5), (1 / 128, 1), (0.0078, 0), (0, 0)]
)
def test_shades_by_halves(share: float, shade: int) -> None:
    assert shades_by_halves(np.array([share * 0.3]), np.array([0.3]))[0] == shade


@pytest.mark.parametrize(("x", "shade"), [(-4, 0), (-3.01, 0), (-3, 1), (-0.01, 3), (0, 4), (3, 7), (4, 7)])
def test_shades_by_steps(x: float, shade: int) -> None:
    """From −4 to 4 each shade is 1 wide."""
    assert shades_by_steps(np.array([x]), -4.0, 4.0)[0] == shade


def test_the_largest_floats_overflow_nothing() -> None:
    with np.errstate(all="raise"):
        assert shades_by_steps(np.array([-1.7e308, 0.0, 1.7e308]), -1.7e308, 1.7e308).tolist() == [0, 4, 7]


def test_glyphs_of_a_causal_head() -> None:
    """Each row beside plain Python: shares of its own largest; what is hidden is blank."""
    made = arrays(30, heads=1)
    expected = weights(made["q"][0].tolist(), made["k"][0].tolist(), causal=True)
    source = source_of(head_of(30, causal=True))
    window = source.window(0, 0, 60, 40, None)
    assert (window.first, window.numbers.rows, window.cell) == (0, 30, 1)
    assert window.across > 20
    for i, line in enumerate(drawn(source, window, 60)[1:]):
        row = expected[i]
        wanted = "".join(" " if j > i else GLYPHS[halves(row[j], max(row))] for j in range(window.across))
        assert text_of(line)[window.at : window.at + window.across] == wanted, i


def test_numbers_beside_the_map_are_those_of_the_neighborhood() -> None:
    """The same four decimals as anywhere, the rows by name, and no background under them."""
    made = arrays(40, heads=1)
    expected = weights(made["q"][0].tolist(), made["k"][0].tolist())
    source = source_of(head_of(40), shades=STYLES)
    window = source.window(20, 30, 78, 14, None)
    assert window.numbers.top <= 20 < window.numbers.top + window.numbers.rows
    lines = drawn(source, window, 78)
    for i in range(window.numbers.rows):
        row = window.numbers.top + i
        columns = range(window.numbers.left, window.numbers.left + window.numbers.columns)
        left = text_of(lines[1 + i])[: window.at].split()
        assert left == [f"q{row + 1}", *(f"{expected[row][j]:.4f}" for j in columns)]
        start = 0
        for text, style in lines[1 + i]:
            assert style.bgcolor is None or (start >= window.at and text.isspace())
            start += len(text)


def test_neighbors_of_one_shade_are_one_piece() -> None:
    """A table of equal weights is one background a row."""
    same = Head(np.ones((64, 2)), np.ones((64, 2)), np.ones((64, 2)))
    source = source_of(same, shades=STYLES)
    window = source.window(0, 0, 78, 14, None)
    for line in drawn(source, window, 78)[1:]:
        assert [text for text, style in line if style.bgcolor is not None] == [" " * window.across * window.cell]
        assert all(style.bgcolor is None or style.bgcolor.number == 107 for _, style in line)


def test_all_numbers_where_there_is_room() -> None:
    """Then there is no map, and the sums stand at the right."""
    source = source_of(head_of(6))
    assert source.fits(78)
    window = source.window(0, 0, 78, 14, None)
    assert window.across == 0
    lines = [text_of(line) for line in drawn(source, window, 78)]
    assert lines[0].split() == [*(f"k{j}" for j in range(1, 7)), "Σ"]
    assert all(line.split()[-1] == "1.0000" for line in lines[1:])


def test_no_room_for_a_map() -> None:
    """As many numbers as there is room for, and at least one."""
    source = source_of(head_of(40))
    assert source.window(0, 0, 20, 5, None).across == 0
    assert source.window(39, 39, 1, 1, None).numbers.columns == 1


@pytest.mark.parametrize("width", [1, 20, 30, 58, 78, 200])
@pytest.mark.parametrize("stage", ["scores", "weights", "row_sum", "output"])
def test_every_cell_can_be_shown(width: int, stage: str) -> None:
    """The window holds the cell that it is asked for, lies inside the table, and stays while it holds the next."""
    source = source_of(head_of(50), stage)
    window = None
    rows, columns = source.n_rows, source.n_columns
    for row, column in [(0, 0), (49, 0), (25, columns - 1), (26, columns - 1), (0, columns // 2)]:
        before, window = window, source.window(row, column, width, 12, window)
        numbers = window.numbers
        assert numbers.top <= row < numbers.top + numbers.rows <= rows
        assert numbers.left <= column < numbers.left + numbers.columns <= columns
        if window.across:
            assert window.first <= column < window.first + window.across <= columns
        if before is not None and (row, column) == (26, columns - 1):
            assert window == before


def test_a_cell_that_leaves_comes_back_into_the_middle() -> None:
    """So that the moves after it draw nothing anew."""
    source = source_of(head_of(60))
    first = source.window(0, 0, 78, 14, None)
    bottom = first.numbers.rows
    after = source.window(bottom, 0, 78, 14, first)
    assert after.numbers.top == bottom - first.numbers.rows // 2
    assert after.numbers.left == first.numbers.left


def test_where_cells_stand() -> None:
    """The number's place for the columns with numbers, the shade's for the others on the map."""
    source = source_of(head_of(64))
    window = source.window(0, 0, 78, 14, None)
    lines = [text_of(line) for line in drawn(source, window, 78)]
    y, x0, x1 = source.span(window, 2, 1)
    assert lines[y][x0:x1].strip() == lines[y].split()[2]
    y, x0, x1 = source.span(window, 3, 10)
    assert (y, x0, x1) == (4, window.at + 10, window.at + 11)
    assert source.span(window, 3, 63)[1:] == (0, 0)


def test_the_header_says_which_part_it_is() -> None:
    """First and last column by name, and a mark above those whose numbers stand beside the map."""
    source = source_of(head_of(64), ascii=True)
    window = source.window(0, 30, 78, 14, None)
    header = text_of(drawn(source, window, 78)[0])[window.at :]
    assert header.split()[0] == f"k{window.first + 1}"
    assert header.split()[-1] == f"k{window.first + window.across}"
    start = window.numbers.left - window.first
    assert header[start : start + window.numbers.columns] == "=" * window.numbers.columns


def test_legends() -> None:
    """By hand: the scores of these run from −2 to 6."""
    q, k = np.array([[1.0], [-1.0]] * 20), np.array([[2.0], [6.0], *[[-1.0]] * 38])
    q[1::2] *= 1 / 3
    assert source_of(Head(q, k, k), "scores", shades=STYLES).legend() == ("8 shades from -2 to 6",)
    causal = Head(q, k, k, offset=0)
    words, shorter = "shades ≥ 1/2, 1/4, 1/8 … of the row's largest", "8 shades, each half of the next"
    assert source_of(causal, shades=STYLES).legend() == (f"{words}, masked blank", words, shorter)
    assert source_of(Head(q, k, k), shades=STYLES).legend() == (words, shorter)
    assert source_of(Head(q * 0, k, k), "scores").legend() == ("one shade: all are 0",)


def test_the_legend_of_characters_names_them() -> None:
    """The strongest is @, down from which each is half: a tenth of the largest is between * and +."""
    head = head_of(30)
    words = "@ ≥ 1/2, # ≥ 1/4, * ≥ 1/8 … of the row's largest"
    assert source_of(head).legend() == (words, ".:-=+*#@, each half of the next")
    assert [GLYPHS[halves(x, 1.0)] for x in (0.5, 0.25, 0.125, 0.1)] == ["@", "#", "*", "+"]
    k = np.array([[-2.0], [6.0], *[[0.0]] * 38])
    assert source_of(Head(np.ones((20, 1)), k, k), "scores").legend() == (".:-=+*#@ from -2 to 6",)
    assert all(text.isascii() for text in source_of(head, ascii=True).legend())


def test_an_empty_row_is_blank() -> None:
    hidden = np.ones((30, 30), dtype=bool)
    hidden[4] = False
    head = head_of(30, mask=hidden)
    for stage in ("masked", "shifted", "exponentials", "weights"):
        source = source_of(head, stage)
        window = source.window(0, 0, 78, 14, None)
        line = text_of(drawn(source, window, 78)[5])
        assert line[window.at :].strip() == "", stage


@pytest.mark.parametrize("causal", [False, True])
def test_rows_on_show_are_drawn_before_the_others_are_worked_out(causal: bool) -> None:
    """A part of the middle, beside plain Python, from a head of which nothing else is known."""
    made = arrays(60, heads=1)
    expected = weights(made["q"][0].tolist(), made["k"][0].tolist(), causal=causal)
    head = head_of(60, causal=causal)
    source = ShadedSource(head, weights_layout(head.allowed, hides=head.hides))
    window = source.window(30, 2, 78, 14, None)
    for i, line in enumerate(drawn(source, window, 78)[1:]):
        row = window.numbers.top + i
        numbers = text_of(line)[: window.at].split()
        columns = range(window.numbers.left, window.numbers.left + window.numbers.columns)
        assert numbers == [f"q{row + 1}", *(f"{expected[row][j]:.4f}" for j in columns)]
        shown = range(window.first, window.first + window.across)
        wanted = (" " if causal and j > row else GLYPHS[halves(expected[row][j], max(expected[row]))] for j in shown)
        assert text_of(line)[window.at :][: window.across] == "".join(wanted)
    assert not head.is_whole
