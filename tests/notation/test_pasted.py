"""Text copied from our own screens and from Python reads as the numbers in it."""

from __future__ import annotations

import math

import pytest

from tutor.notation.reader import read
from tutor.notation.reading import Shape

INF = math.inf
IDENTITY = (1.0, 0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("text", "shape", "cells"),
    [
        ("array([[1., 0.],\n       [0., 1.]])", (2, 2), IDENTITY),
        ("np.array([[1, 0], [0, 1]])", (2, 2), IDENTITY),
        ("np.array([[1, 0], [0, 1]], dtype=np.float32)", (2, 2), IDENTITY),
        ("array([[1., 0.],\n       [0., 1.]], dtype=float32)", (2, 2), IDENTITY),
        ("[[1. 0.]\n [0. 1.]]", (2, 2), IDENTITY),
        ("tensor([[1., 0.],\n        [0., 1.]], device='cuda:0')", (2, 2), IDENTITY),
        ("tensor([[1., 0.], [0., 1.]], grad_fn=<SoftmaxBackward0>)", (2, 2), IDENTITY),
        ("torch.tensor([[1, 0], [0, 1]], requires_grad=True)", (2, 2), IDENTITY),
        ("Parameter containing:\ntensor([[1., 0.],\n        [0., 1.]], requires_grad=True)", (2, 2), IDENTITY),
        ("weights = np.array([[1, 0], [0, 1]])", (2, 2), IDENTITY),
        ("tensor([0., 1.])", (2,), (0.0, 1.0)),
        ("np.array([0, 1])", (2,), (0.0, 1.0)),
        ("Array([0., 1.], dtype=float32)", (2,), (0.0, 1.0)),
        ("[np.float64(0.33), np.float64(0.67)]", (2,), (0.33, 0.67)),
        ("[0.33 0.67\n 0.5 ]", (3,), (0.33, 0.67, 0.5)),
        ("array([0.33, 0.67,\n       0.5 ])", (3,), (0.33, 0.67, 0.5)),
        ("[[0.1 0.2\n  0.3]\n [0.4 0.5\n  0.6]]", (2, 3), (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)),
        ("[[[1, 0], [0, 1]]]", (2, 2), IDENTITY),
        ("0.3302379, 6.6976e-01", (2,), (0.3302379, 0.66976)),
        ("┌───┬───┐\n│ 1 │ 0 │\n├───┼───┤\n│ 0 │ 1 │\n└───┴───┘", (2, 2), IDENTITY),
        ("+---+---+\n| 1 | 0 |\n+---+---+\n| 0 | 1 |\n+---+---+", (2, 2), IDENTITY),
    ],
)
def test_arrays_are_read_as_they_are_printed(text: str, shape: Shape, cells: tuple[float, ...]) -> None:
    reading = read(text)
    assert (reading.status, reading.shape, reading.cells) == ("read", shape, cells), reading.reason


@pytest.mark.parametrize(
    "text",
    [
        "[0.5, -np.inf]",
        "0.5 -math.inf",
        "np.array([0.5, -np.inf])",
        "[0.5, float('-inf')]",
        '0.5 float("-inf")',
        "0.5 -float('inf')",
        "[0.5, -float('infinity')]",
        "[np.float64(0.5), -np.float64('inf')]",
    ],
)
def test_minus_infinity_as_python_people_write_it(text: str) -> None:
    """At the steps that know hidden keys; anywhere else it is no finite number."""
    assert read(text, expect=(2,), stage="masked").cells == (0.5, -INF)
    refused = read(text, expect=(2,), stage="scores")
    assert (refused.status, "not a finite number" in (refused.reason or "")) == ("unreadable", True)


@pytest.mark.parametrize("text", ["np.inf 0", "float('inf') 0", "math.dist(1) 0", "float(1) 0", "math.log10(2) 0"])
def test_no_other_python_is_read(text: str) -> None:
    assert read(text, expect=(2,), stage="masked").status == "unreadable"


def test_calculations_in_a_pasted_array_are_shown_as_they_were_typed() -> None:
    reading = read("np.array([np.sqrt(2), 0])")
    assert (reading.shape, reading.echo, reading.sources) == ((2,), "[1.4142, 0]", ("np.sqrt(2)", None))


def test_a_sum_at_the_end_is_said_where_nothing_else_told_of_it() -> None:
    """What broke: 0.33 0.67 1 was right for two weights, without a word on the 1."""
    typed = read("0.33 0.67 1", expect=(2,), stage="weights")
    assert (typed.status, typed.cells) == ("read", (0.33, 0.67))
    assert typed.note == "the last number is read as the sum"
    assert typed.echo == "[0.33, 0.67] (the last number is read as the sum)"
    again = read(typed.echo, expect=(2,), stage="weights")
    assert (again.status, again.cells, again.note) == ("read", (0.33, 0.67), "")
    for copied in ("q2 0.33 0.67 1.0000", "k1 k2 Σ\n0.33 0.67 1"):
        reading = read(copied, expect=(2,), stage="weights")
        assert (reading.cells, reading.note) == ((0.33, 0.67), "")
    assert read("0.33 0.67 0.9", expect=(2,), stage="weights").status == "shape"
    assert read("0.33 0.67 1", expect=(2,), stage="output").status == "shape"


def test_minus_infinity_is_read_as_python_and_json_print_it() -> None:
    assert read("[0.0, -inf]", expect=(2,), stage="masked").cells == (0.0, -INF)
    assert read('[0.0, "-inf"]', expect=(2,), stage="masked").cells == (0.0, -INF)
    assert read("tensor([0., -inf])", expect=(2,), stage="masked").cells == (0.0, -INF)


WEIGHTS = """            k1        k2        k3         Σ
   q1     1.0000     0         0        1.0000
 ▸ q2     0.2689   [0.7311]    0        1.0000
   q3     0.2312    0.1402    0.6285    1.0000"""
WEIGHTS_ROWS = ((1.0, 0.0, 0.0), (0.2689, 0.7311, 0.0), (0.2312, 0.1402, 0.6285))


@pytest.mark.parametrize(
    "table",
    [
        WEIGHTS,
        f"weights: rows are queries, columns are keys\n{WEIGHTS}",
        f"scaled: scores × 1/√2, which is 0.7071; rows are queries\n{WEIGHTS}\n",
        WEIGHTS.replace("Σ", "sum").replace("▸", ">"),
        f"{WEIGHTS}\n   ─────────────",
        WEIGHTS.replace("q2     0.2689   [0.7311]", "q2   [0.2689]    0.7311 "),
        WEIGHTS.replace("▸ q2     0.2689", "▸ q2[0.2689]"),
        WEIGHTS.replace("k1", "START")
        .replace("k2", "red")
        .replace("k3", "fox")
        .replace("q1", "START")
        .replace("q2", "red"),
        WEIGHTS.replace("k3", "log").replace("q3", "log").replace("q1", "<s>").replace("k1", "<s>"),
    ],
)
@pytest.mark.parametrize("stage", ["weights", None])
def test_a_whole_table_of_ours_is_its_matrix(table: str, stage: str | None) -> None:
    reading = read(table, expect=(3, 3), stage=stage)
    assert reading.status == "read", reading.reason
    assert reading.rows() == WEIGHTS_ROWS
    assert read(table, stage="weights").rows() == WEIGHTS_ROWS


@pytest.mark.parametrize(
    "line",
    [
        " ▸ q2     0.2689   [0.7311]    0        1.0000",
        "▸ q2 0.2689 [0.7311] 0 1.0000",
        "> q2[0.2689] 0.7311       0   1.0000",
        "   q2     0.2689    0.7311    0        1.0000",
        "q2 0.2689 0.7311 0",
        "q2: 0.2689 0.7311 0",
        "q2 | 0.2689 0.7311 0 | 1.0000",
        "q2 │ 0.2689 0.7311 0 │ 1.0000",
        "query 2   0.2689   0.7311   0",
        "red 0.2689  0.7311       0   1.0000",
        "New York   0.2689   0.7311    0   1.0000",
        "q2 red   0.2689   0.7311    0   1.0000",
        "▸ log   0.2689   [0.7311]    0   1.0000",
        "▸ . 0.2689 0.7311 0 1.0000",
        "▸ 0.2689 0.7311 0",
        "0.2689 0.7311 0 1.0000",
        "k1: 0.2689, k2: 0.7311, k3: 0",
        "k1=0.2689 k2=0.7311 k3=0",
        "k1 0.2689   k2 0.7311   k3 0",
        "✗ k1 0.2689   ✓ k2 0.7311   ✓ k3 0",
        "I read   k1 0.2689   k2 0.7311   k3 0",
        "I read [0.2689, 0.7311, 0]",
        "  q2  [0.2689  ] [0.7311  ] [0       ]         I read [0.2689, 0.7311, 0]",
        "         k1         k2         k3\n   q2  [0.2689  ] [0.7311  ] [0       ]",
    ],
)
def test_a_row_copied_from_our_screens_is_its_numbers(line: str) -> None:
    reading = read(line, expect=(3,), stage="weights")
    assert (reading.status, reading.cells) == ("read", (0.2689, 0.7311, 0.0)), reading.reason


def test_hidden_scores_copied_from_a_table_read_back() -> None:
    assert read(" ▸ q1   0.0000   −∞   −∞", expect=(3,), stage="masked").cells == (0.0, -INF, -INF)
    assert read("> q1   0.0000   -inf   -inf", expect=(3,), stage="masked").cells == (0.0, -INF, -INF)
    table = "          the      END\n  the  2.5308     -inf\n> END[-5.0616] -1.6290"
    assert read(table, expect=(2, 2), stage="masked").rows() == ((2.5308, -INF), (-5.0616, -1.629))


def test_a_blank_cell_of_a_form_stays_blank() -> None:
    assert read("  q2  [0.268   ] [        ] [0       ]", expect=(3,), stage="weights").cells == (0.268, None, 0.0)


def test_a_problem_block_is_its_matrix() -> None:
    assert read("K 2×3\nk1 1 0 2\nk2 0 1 -1", expect=(2, 3)).rows() == ((1.0, 0.0, 2.0), (0.0, 1.0, -1.0))
    assert read("Q 2×2\nq1 1 |  0\nq2 2 | -1").rows() == ((1.0, 0.0), (2.0, -1.0))


@pytest.mark.parametrize("rule", ["---", "-- --", "=====", "----+----"])
def test_a_line_drawn_between_rows_is_no_number(rule: str) -> None:
    assert read(f"1 2\n{rule}\n3 4").rows() == ((1.0, 2.0), (3.0, 4.0))


@pytest.mark.parametrize(
    "text",
    [
        "[0, 0.7071]   (1/√2 = 0.7071)",
        "[0, 0.7071]   (1/√2 = 0.7071)  ",
        "I read [0, 0.7071]   (1/√2 = 0.7071)",
        "I read   k1 0   k2 0.7071   (1/√2 = 0.7071)",
        "2 numbers: [0, 0.7071]   (1/√2 = 0.7071)",
        "[0, 0.7071] (a column)   (1/sqrt(2) = 0.7071)",
    ],
)
def test_what_explains_a_reading_is_no_part_of_it(text: str) -> None:
    assert read(text, expect=(2,)).cells == (0.0, 0.7071)


def test_a_matrix_that_the_command_printed_reads_back() -> None:
    assert read("2×2, 2 rows of 2 numbers: [[1, 2], [3, 4]]").rows() == ((1.0, 2.0), (3.0, 4.0))


def test_a_sum_goes_only_where_it_is_one() -> None:
    """Three wanted, four typed: the fourth goes if it is the sum of the others, and not otherwise."""
    assert read("0.2 0.3 0.5 1", expect=(3,), stage="weights").status == "read"
    assert read("0.2 0.3 0.5 0.9", expect=(3,), stage="weights").status == "shape"
    assert read("0.2 0.3 0.5 1", expect=(3,), stage="scores").status == "shape"
    assert read("0.2 0.3 0.5 1", expect=(4,), stage="weights").cells == (0.2, 0.3, 0.5, 1.0)


@pytest.mark.parametrize(
    "text",
    [
        "import os\n1",
        "import os\nprint 1",
        "print 1",
        "print(1)",
        "foo\n1 2",
        "foo - 1 2",
        "sqrt(2)\nx1 1",
        "1 2x\nq2 3 4",
        "x1 1 2",
        "exp 1 2",
        "lambda: 1",
        "__import__('os').system('true')",
        "().__class__.__bases__[0].__subclasses__()",
        "1 .real",
        "[i for i in 1]",
        "open('/etc/passwd')",
        "eval('1')",
        "f'{1}'",
        "1 if 1 else 2",
        "Q 1×2    K 2×2\nq1 0 1   v1 1 0",
    ],
)
def test_code_and_prose_are_no_numbers(text: str) -> None:
    assert read(text).status == "unreadable"
    assert read(text, expect=(2,), stage="weights").status == "unreadable"


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        ("     k1\nlog  0.5\nred  0.25", ((0.5,), (0.25,))),  # one column: a word alone names no cells
        ("scores\n▸ fox 1 2\n  log 2 3", ((1.0, 2.0), (2.0, 3.0))),  # the mark says that it is a table
    ],
)
def test_a_table_may_have_words_of_calculations_for_tokens(table: str, rows: tuple[tuple[float, ...], ...]) -> None:
    """Where names of columns or a mark tell that it is one, every row begins with a name."""
    assert read(table).rows() == rows


@pytest.mark.parametrize("table", ["   k1 k2\nfox 1 2\nred", "▸ fox"])
def test_a_name_without_numbers_is_not_passed_over(table: str) -> None:
    """A row would be missing, and nobody would be told."""
    reading = read(table)
    assert reading.status == "unreadable"
    assert f'"{table.split()[-1]}"' in (reading.reason or "")


@pytest.mark.parametrize("line", ["fox   0.5", "fox | 0.5"])
def test_a_wide_gap_makes_a_word_the_name_of_its_one_number(line: str) -> None:
    """After a single blank the number might be an argument."""
    assert read(line).cells == (0.5,)
    assert read("fox 0.5").status == "unreadable"
