"""Stage tables: what each of them shows, in windows of any matrix, and as text that reads back."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from tests.rendering.probe import HOSTILE, PROBE
from tutor.maths.attention import attend
from tutor.maths.problem import matrix
from tutor.notation.printer import number
from tutor.notation.reader import read
from tutor.rendering import tables
from tutor.rendering.layout import TABLES, Window, cell_span, stage_layout
from tutor.rendering.tables import PLAIN, Palette, StageSource, as_text, stage_lines, stage_table

EMPTY_ROW = replace(PROBE, mask=matrix([[1, 1, 1], [0, 0, 0], [1, 0, 0]]))

GOLDEN = {
    "scores": """\
     k1  k2  k3
  q1  3   1   1
  q2  0   2   3
  q3  2   1   4""",
    "scaled": """\
         k1      k2      k3
  q1 1.5000  0.5000  0.5000
  q2 0.0000  1.0000  1.5000
  q3 1.0000  0.5000  2.0000""",
    "masked": """\
         k1      k2      k3
  q1 1.5000      −∞      −∞
  q2 0.0000  1.0000      −∞
  q3 1.0000  0.5000  2.0000""",
    "shifted": """\
          k1       k2       k3
  q1  0.0000       −∞       −∞
  q2 -1.0000   0.0000       −∞
  q3 -1.0000  -1.5000   0.0000""",
    "exponentials": """\
         k1      k2      k3        Σ
  q1 1.0000       0       0   1.0000
  q2 0.3679  1.0000       0   1.3679
  q3 0.3679  0.2231  1.0000   1.5910""",
    "row_sum": """\
      total
  q1 1.0000
  q2 1.3679
  q3 1.5910""",
    "weights": """\
         k1      k2      k3        Σ
  q1 1.0000       0       0   1.0000
  q2 0.2689  0.7311       0   1.0000
  q3 0.2312  0.1402  0.6285   1.0000""",
    "output": """\
         c1      c2
  q1 1.0000  0.0000
  q2 0.2689  1.4621
  q3 2.1168  0.9090""",
}


def rendered(renderable: object, width: int = 80) -> str:
    """What rich prints, without styles."""
    page = StringIO()
    Console(file=page, width=width, color_system=None).print(renderable)
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines())


def rows_of(text: str, *, stage: str) -> np.ndarray:
    """A table's text as the reader reads it. A shifted row may hold −∞, as a masked one may."""
    reading = read(text, stage="masked" if stage == "shifted" else stage)
    assert reading.status == "read", reading.reason
    return np.array(reading.cells, dtype=float).reshape(-1, reading.shape[-1] if reading.shape else 1)


@pytest.mark.parametrize("stage", TABLES)
def test_each_stage_of_the_probe(stage: str) -> None:
    """Whole stages as integers, others with four decimals, hidden cells −∞ before softmax and 0 after it."""
    assert as_text(PROBE.solve(), stage) == GOLDEN[stage]


@pytest.mark.parametrize("stage", TABLES)
def test_rich_prints_the_same_lines(stage: str) -> None:
    """`stage_table` is the table of `as_text`, for a console."""
    trace = PROBE.solve()
    layout = stage_layout(trace, stage)
    assert rendered(stage_table(trace, layout, layout.whole)) == GOLDEN[stage]


@pytest.mark.parametrize("stage", TABLES)
def test_ascii_is_ascii(stage: str) -> None:
    """Nothing but ASCII, the marker of the current row included."""
    trace = PROBE.solve()
    layout = stage_layout(trace, stage, tokens=("東京", "naïve", "−∞"), ascii=True)
    assert as_text(trace, stage, ascii=True).isascii()
    assert rendered(stage_table(trace, layout, layout.whole, current=(1, 0))).isascii()


def test_lines_are_cropped_not_wrapped() -> None:
    """In a window too narrow for one cell, every row is still one line."""
    trace = PROBE.solve()
    layout = stage_layout(trace, "weights")
    assert rendered(stage_table(trace, layout, Window(0, 0, 3, 1)), width=8).count("\n") == 3


def test_ascii_words() -> None:
    """−∞ is -inf, Σ is sum."""
    assert "-inf" in as_text(PROBE.solve(), "masked", ascii=True)
    assert as_text(PROBE.solve(), "weights", ascii=True).splitlines()[0].split() == ["k1", "k2", "k3", "sum"]


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("stage", TABLES)
@pytest.mark.parametrize("problem", [PROBE, EMPTY_ROW, replace(PROBE, mask="none", softcap=1.5, temperature=0.5)])
def test_text_reads_back_as_the_numbers_that_it_shows(problem: object, stage: str, ascii: bool) -> None:
    """Row names, header and Σ go, −∞ and 0 stay."""
    trace = problem.solve()  # type: ignore[attr-defined]
    values = getattr(trace, stage).reshape(3, -1)
    read_back = rows_of(as_text(trace, stage, ascii=ascii), stage=stage)
    finite = np.isfinite(values)
    assert read_back.shape == values.shape
    assert (read_back[~finite] == values[~finite]).all()
    assert np.abs(read_back[finite] - values[finite]).max() <= 0.5e-4 + 1e-12


def test_an_empty_row_is_zeros_with_a_sum_of_zero() -> None:
    """No weight is invented where nothing may be attended."""
    row = as_text(EMPTY_ROW.solve(), "weights").splitlines()[2]
    assert row.split() == ["q2", "0", "0", "0", "0"]


def test_a_tiny_weight_is_not_a_hidden_one() -> None:
    """A weight that underflows to 0 shows 0.0000, a hidden key 0; so the two are told apart without color."""
    trace = attend([[2000.0]], [[1.0], [0.0], [1.0]], [[1.0], [2.0], [3.0]], mask=np.array([[True, True, False]]))
    assert trace.weights.tolist() == [[1.0, 0.0, 0.0]]
    assert as_text(trace, "weights").splitlines()[1].split() == ["q1", "1.0000", "0.0000", "0", "1.0000"]


def test_negative_zero_never_shows() -> None:
    """−0.00001 rounds to 0.0000, not to −0.0000."""
    trace = attend([[-0.00001, 0.5]], [[1.0, 0.0], [0.0, 1.0]], [[1.0], [1.0]])
    assert as_text(trace, "scores").splitlines()[1].split() == ["q1", "0.0000", "0.5000"]


def test_heads_are_separate_tables() -> None:
    """Head 2 of the probe owns columns 3 and 4 of Q and K: q1 = [1, 0], k2 = [1, 0]."""
    trace = replace(PROBE, heads=2).solve()
    assert as_text(trace, "scores", head=0).splitlines()[1].split() == ["q1", "2", "0", "1"]
    assert as_text(trace, "scores", head=1).splitlines()[1].split() == ["q1", "1", "1", "0"]


def test_a_stage_that_was_not_kept_says_so() -> None:
    """One sentence, not an attribute error."""
    trace = attend([[1.0]], [[1.0]], [[1.0]], keep=("weights", "output"))
    with pytest.raises(ValueError, match="scores was not kept"):
        as_text(trace, "scores")


def test_markup_in_token_names_is_shown_as_typed() -> None:
    """Regression of a trap: as plain strings, [red fox] vanishes, [/] crashes and [@click=…] acts."""
    trace = PROBE.solve()
    layout = stage_layout(trace, "weights", tokens=HOSTILE)
    header, _, second, third = rendered(stage_table(trace, layout, layout.whole)).splitlines()
    assert header.split()[:3] == ["[red", "fox]", "[/]"]
    assert "[@click=a…" in header
    assert second.startswith("  [/]        ")
    assert third.startswith("  [@click=a… ")
    spans = [span for line in stage_lines(trace, layout, layout.whole) for span in line.spans]
    assert all("click" not in str(span.style) for span in spans)


def test_wide_tokens_keep_the_columns_aligned() -> None:
    """Two-cell characters are measured in terminal cells: every line has the same width up to its Σ."""
    trace = PROBE.solve()
    layout = stage_layout(trace, "weights", tokens=("東京", "fox", "🦊"))
    lines = list(stage_lines(trace, layout, layout.whole))
    assert {line.cell_len for line in lines} == {layout.width_of(3)}


def test_the_current_cell_is_bracketed_and_its_row_marked() -> None:
    """By glyphs, not only by style: the design's ▸ q2 and [0.7311]."""
    trace = PROBE.solve()
    layout = stage_layout(trace, "weights")
    lines = [line.plain for line in stage_lines(trace, layout, layout.whole, current=(1, 1))]
    assert lines[2] == "▸ q2 0.2689 [0.7311]      0   1.0000"
    assert lines[1] == GOLDEN["weights"].splitlines()[1]


def test_masked_cells_are_dim_and_others_are_not() -> None:
    """The palette's style for hidden cells goes to those cells alone."""
    trace = PROBE.solve()
    layout = stage_layout(trace, "masked")
    line = list(stage_lines(trace, layout, layout.whole, palette=Palette(masked="strike")))[2]
    struck = [line.plain[span.start : span.end].strip() for span in line.spans if span.style == "strike"]
    assert struck == ["−∞"]
    assert PLAIN.masked == "dim"


@pytest.mark.parametrize(("row", "column"), [(0, 0), (1, 1), (2, 2), (2, 0)])
@pytest.mark.parametrize("stage", ["scores", "masked", "weights"])
def test_cell_span_is_where_the_cell_is_drawn(stage: str, row: int, column: int) -> None:
    """What stands in the span is the number, and one blank on either side at least."""
    trace = PROBE.solve()
    layout = stage_layout(trace, stage)
    lines = [line.plain for line in stage_lines(trace, layout, layout.whole)]
    y, x0, x1 = cell_span(layout, layout.whole, row, column)
    cell = lines[y].ljust(80)[x0:x1]
    assert cell[0] == cell[-1] == " "
    assert cell.split() == [GOLDEN[stage].splitlines()[row + 1].split()[column + 1]]


@pytest.fixture(scope="module")
def large() -> object:
    """1,024 queries and keys, causal, from a fixed seed."""
    draw = np.random.default_rng(7)
    q, k, v = (draw.normal(size=(1024, 8)) for _ in range(3))
    return attend(q, k, v, causal=True)


def test_a_window_of_a_large_matrix(large) -> None:  # type: ignore[no-untyped-def]
    """Only the window's rows and columns, under their own names, with the numbers of those places."""
    layout = stage_layout(large, "scaled")
    window = Window(700, 300, 3, 4)
    header, *rows = [line.plain.split() for line in stage_lines(large, layout, window)]
    assert header == ["k301", "k302", "k303", "k304"]
    assert [row[0] for row in rows] == ["q701", "q702", "q703"]
    shown = np.array([[float(x) for x in row[1:]] for row in rows])
    assert np.abs(shown - large.scaled[700:703, 300:304]).max() <= 0.5e-4 + 1e-12


def test_a_window_crosses_the_diagonal(large) -> None:  # type: ignore[no-untyped-def]
    """Hidden cells are found in the window's own place; the Σ is the whole row's."""
    layout = stage_layout(large, "weights")
    rows = [line.plain.split() for line in stage_lines(large, layout, Window(500, 499, 2, 4))][1:]
    assert [row[3:] for row in rows] == [["0", "0", "1.0000"], [rows[1][3], "0", "1.0000"]]
    assert rows[1][3] != "0"


def test_every_window_is_as_wide_as_the_layout_says(large) -> None:  # type: ignore[no-untyped-def]
    """Widths are fixed, so that cells stay where they are while one moves about."""
    layout = stage_layout(large, "weights")
    for top, left in ((0, 0), (1010, 1010), (512, 3)):
        lines = list(stage_lines(large, layout, Window(top, left, 8, 6)))
        assert {line.cell_len for line in lines} == {layout.width_of(6)}


def test_only_the_window_is_formatted(large, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    """Of a million numbers, those in the window and the sums of its rows."""
    formatted: list[float] = []

    def counted(x: float, *, digits: int, fixed: bool, ascii: bool) -> str:
        formatted.append(x)
        return number(x, digits=digits, fixed=fixed, ascii=ascii)

    layout = stage_layout(large, "weights")
    monkeypatch.setattr(tables, "number", counted)
    list(stage_lines(large, layout, Window(600, 10, 16, 8)))
    assert len(formatted) == 16 * 8 + 16


def test_the_source_of_a_matrix_view() -> None:
    """Size, window, picture and places, as a widget asks for them."""
    trace = PROBE.solve()
    source = StageSource(trace, stage_layout(trace, "weights"))
    assert (source.n_rows, source.n_columns) == (3, 3)
    window = source.window(2, 1, 21, 2, None)
    assert window == Window(2, 1, 1, 1)
    assert rendered(source.draw(window)) == "         k2        Σ\n  q3 0.1402   1.0000"
    assert source.span(window, 2, 1) == (1, 4, 12)


@given(
    st.lists(
        st.lists(st.floats(-1e12, 1e12) | st.floats(-3, 3) | st.integers(-3, 3), min_size=3, max_size=3),
        min_size=2,
        max_size=2,
    )
)
def test_no_number_is_wider_than_its_cell(rows: list[list[float]]) -> None:
    """The widths come from the smallest and largest numbers alone; every number must still fit."""
    trace = attend([[1.0]], [[1.0], [1.0]], rows)
    layout = stage_layout(trace, "output")
    for line in stage_lines(trace, layout, layout.whole):
        assert line.cell_len <= layout.width_of(3)
    scores = attend(np.array(rows).T, [[1.0, 0.0], [0.0, 1.0]], [[1.0], [1.0]])
    layout = stage_layout(scores, "scores")
    assert {len(line.plain.rstrip()) for line in stage_lines(scores, layout, layout.whole)} == {layout.width_of(2) - 1}
