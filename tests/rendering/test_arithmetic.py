"""Each cell's own arithmetic in words and numbers, written here by hand for the probe problem."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from tests.rendering.probe import PROBE
from tutor.maths.attention import Trace, attend
from tutor.maths.problem import STAGES, Problem, matrix
from tutor.rendering.arithmetic import cell_arithmetic, empty_rows_note, stage_caption
from tutor.rendering.layout import TABLES

HIDDEN = -math.inf
EMPTY_ROW = replace(PROBE, mask=matrix([[1, 1, 1], [0, 0, 0], [1, 0, 0]]))


@pytest.mark.parametrize(
    ("stage", "row", "column", "expected"),
    [
        ("scores", 1, 2, "q2·k3 = 0·1 + 2·1 + 0·0 + 1·1 = 3"),
        ("scaled", 1, 2, "q2 on k3: 3 × 1/√4 = 3 × 0.5 = 1.5"),
        ("masked", 1, 1, "k2 is allowed for q2: 1 stays 1"),
        ("masked", 1, 2, "k3 is hidden from q2: −∞ before softmax gives it weight 0"),
        ("shifted", 1, 1, "q2 on k2: 1 − 1 = 0 (the row's largest allowed score)"),
        ("shifted", 1, 0, "q2 on k1: 0 − 1 = -1 (1 is the row's largest)"),
        ("shifted", 1, 2, "k3 is hidden from q2: −∞ stays −∞"),
        ("exponentials", 1, 1, "q2 on k2: e^(1−1) = e^0 = 1"),
        ("exponentials", 1, 0, "q2 on k1: e^(0−1) = e^-1 = 0.3679"),
        ("exponentials", 1, 2, "k3 is hidden from q2: e^−∞ = 0"),
        ("row_sum", 1, 0, "q2: 0.3679 + 1 = 1.3679 (hidden keys add 0)"),
        ("row_sum", 2, 0, "q3: 0.3679 + 0.2231 + 1 = 1.5910"),
        ("row_sum", 0, 0, "q1 has one permitted key, so the sum is its exponential, 1"),
        ("weights", 1, 1, "q2 on k2: score 1 is the row's largest, e^(1−1) = 1, ÷ (0.3679 + 1) ≈ 0.7311"),
        ("weights", 1, 0, "q2 on k1: score 0, e^(0−1) = 0.3679, ÷ (0.3679 + 1) ≈ 0.2689"),
        ("weights", 1, 2, "k3 is hidden from q2: e^−∞ = 0, and 0 ÷ the row's sum = 0"),
        (
            "weights",
            0,
            0,
            "q1 on k1: score 1.5 is the row's largest, e^(1.5−1.5) = 1, ÷ itself, the only permitted key = 1",
        ),
        ("output", 1, 0, "q2, column 1: 0.2689·1 + 0.7311·0 = 0.2689 (hidden keys left out)"),
        ("output", 2, 1, "q3, column 2: 0.2312·0 + 0.1402·2 + 0.6285·1 ≈ 0.9090"),
    ],
)
def test_the_probe_cell_by_cell(stage: str, row: int, column: int, expected: str) -> None:
    assert cell_arithmetic(PROBE.solve(), stage, row, column) == expected


@pytest.mark.parametrize("stage", ["scores", "scaled", "shifted", "row_sum", "output"])
def test_each_equals_sign_holds_for_the_printed_numbers(stage: str) -> None:
    """What broke: 0.7311·10 + 0.2689·0 = 7.3106, and 0.3536 − 0.7071 = -0.3536, which nobody finds who checks it."""
    draw = np.random.default_rng(5)
    told = {"=": 0, "≈": 0}
    for _ in range(60):
        q, k, v = (draw.integers(-2, 3, size=size) * 0.5 for size in ((3, 3), (4, 3), (4, 2)))
        text = cell_arithmetic(attend(q, k, v), stage, int(draw.integers(3)), 0 if stage == "row_sum" else 1)
        found = re.search(r"(?:: | = )(?P<sum>[^:=≈]*) (?P<sign>[=≈]) (?P<result>-?[0-9.]+)(?: \(.*\))?$", text)
        assert found is not None, text
        printed = found["sum"].translate(str.maketrans("·×−", "**-"))
        gives = eval(printed)  # our own text, of digits and signs alone
        off = abs(gives - float(found["result"]))
        if not math.isclose(off, 0.5e-4, rel_tol=1e-6):  # a tie is rounded either way
            assert (off < 0.5e-4) is (found["sign"] == "="), text
        told[found["sign"]] += 1
    assert told["="]
    assert told["≈"] or stage == "scores"


def test_ascii_has_words_for_signs() -> None:
    """· ÷ × √ − ∞ as one types them."""
    trace = PROBE.solve()
    assert cell_arithmetic(trace, "scores", 1, 2, ascii=True) == "q2*k3 = 0*1 + 2*1 + 0*0 + 1*1 = 3"
    assert cell_arithmetic(trace, "scaled", 1, 2, ascii=True) == "q2 on k3: 3 * 1/sqrt(4) = 3 * 0.5 = 1.5"
    every = [
        cell_arithmetic(trace, stage, row, 0, ascii=True) + stage_caption(trace, stage, ascii=True)
        for stage in TABLES
        for row in range(3)
    ]
    assert all(text.isascii() for text in every)


def test_negative_numbers_stand_in_parentheses() -> None:
    """q = [−1, 2], k = [3, −0.5]: −3 − 1 = −4."""
    trace = attend([[-1.0, 2.0]], [[3.0, -0.5], [0.0, 0.0]], [[-1.0], [0.0]], scale=-0.5)
    assert cell_arithmetic(trace, "scores", 0, 0) == "q1·k1 = (-1)·3 + 2·(-0.5) = -4"
    assert cell_arithmetic(trace, "scaled", 0, 0) == "q1 on k1: -4 × (-0.5) = 2"


def test_a_scale_of_one_is_no_root() -> None:
    assert cell_arithmetic(replace(PROBE, scale=1.0).solve(), "scaled", 1, 2) == "q2 on k3: 3 × 1 = 3"


def test_temperature_divides_the_shifted_score() -> None:
    """Row 2 at temperature 2: (0 − 1) ÷ 2 = −0.5, e^−0.5 = 0.6065, sum 1.6065, weight 0.3775."""
    trace = replace(PROBE, temperature=2.0).solve()
    assert cell_arithmetic(trace, "shifted", 1, 0) == "q2 on k1: (0 − 1) ÷ 2 = -0.5 (1 is the row's largest)"
    assert cell_arithmetic(trace, "exponentials", 1, 0) == "q2 on k1: e^((0−1)÷2) = e^-0.5 = 0.6065"
    weight = cell_arithmetic(trace, "weights", 1, 0)
    assert weight == "q2 on k1: score 0, e^((0−1)÷2) = 0.6065, ÷ (0.6065 + 1) = 0.3775"


def test_soft_cap_and_added_mask_are_written_out() -> None:
    """2·tanh(1.5 ÷ 2) = 1.2703; with −1 added 0.2703. With nothing to cap, only the sum."""
    added = matrix([[0, 0, 0], [0, 0, -1], [0, 0, 0]])
    capped = replace(PROBE, mask="none", softcap=2.0, add_mask=added).solve()
    assert cell_arithmetic(capped, "masked", 1, 2) == "k3 is allowed for q2: 2·tanh(1.5 ÷ 2) + (-1) = 0.2703"
    assert cell_arithmetic(capped, "masked", 0, 0) == "k1 is allowed for q1: 2·tanh(1.5 ÷ 2) = 1.2703"
    plain = replace(PROBE, mask="none", add_mask=added).solve()
    assert cell_arithmetic(plain, "masked", 1, 2) == "k3 is allowed for q2: 1.5 + (-1) = 0.5"
    assert cell_arithmetic(plain, "masked", 1, 1) == "k2 is allowed for q2: 1 stays 1"


@pytest.mark.parametrize("stage", ["shifted", "exponentials", "row_sum", "weights", "output"])
def test_an_empty_row_is_said_in_words(stage: str) -> None:
    expected = "q2 has no permitted key: its weights and output are zeros by convention"
    assert cell_arithmetic(EMPTY_ROW.solve(), stage, 1, 0) == expected


def test_empty_rows_are_named() -> None:
    """None, one, two and many rows; people count from 1."""
    assert empty_rows_note(PROBE.solve()) is None
    one = empty_rows_note(EMPTY_ROW.solve())
    assert one == "q2 has no permitted key: its weights and output are zeros by convention."
    rest = "have no permitted key: their weights and output are zeros by convention."
    assert empty_rows_note(replace(PROBE, offset=-2).solve()) == f"q1 and q2 {rest}"
    many = attend(np.ones((9, 1)), np.ones((9, 1)), np.ones((9, 1)), causal=True, offset=-8)
    assert empty_rows_note(many) == f"q1, q2, q3, q4, q5 and 3 more {rest}"


def test_a_hidden_value_that_is_not_a_number_is_left_out() -> None:
    """The sum of the output holds allowed keys only, so a hidden NaN does not show."""
    trace = attend([[1.0]], [[1.0], [1.0]], [[6.0], [math.nan]], mask=np.array([[True, False]]))
    assert cell_arithmetic(trace, "output", 0, 0) == "q1, column 1: 1·6 = 6 (hidden keys left out)"


def test_query_heads_that_share_a_key_head() -> None:
    """Four query heads over two key heads: head 3 (from 1) uses key head 2, whose key is 5 and value 7."""
    q = np.array([1.0, 2.0, 3.0, 4.0]).reshape(4, 1, 1)
    trace = attend(q, np.array([[[1.0]], [[5.0]]]), np.array([[[2.0]], [[7.0]]]))
    assert cell_arithmetic(trace, "scores", 0, 0, head=2) == "q1·k1 = 3·5 = 15"
    assert cell_arithmetic(trace, "output", 0, 0, head=2) == "q1, column 1: 1·7 = 7"


@pytest.fixture(scope="module")
def long() -> Trace:
    """64 queries and keys of 64 numbers."""
    draw = np.random.default_rng(3)
    q, k, v = (draw.normal(size=(64, 64)).round(2) for _ in range(3))
    return attend(q, k, v, causal=True)


@pytest.mark.parametrize("stage", TABLES)
@pytest.mark.parametrize("width", [60, 76, 100])
def test_long_sums_are_abridged_to_two_lines(long: Trace, stage: str, width: int) -> None:
    for row, column in ((0, 0), (30, 0), (63, 0)):
        assert len(cell_arithmetic(long, stage, row, column, width=width)) <= 2 * width


def test_an_abridged_sum_says_how_much_is_missing(long: Trace) -> None:
    """Shown terms and the ones counted are all there are, and the result is that of the whole sum."""
    text = cell_arithmetic(long, "scores", 5, 2)
    shown = text.split(" = ")[1].split(" + ")
    more = int(re.fullmatch(r"(\d+) more", shown[-1])[1])  # type: ignore[index]
    assert shown[-2] == "…"
    assert len(shown) - 2 + more == 64
    assert shown[0] == f"{product(long.q[5, 0])}·{product(long.k[2, 0])}"
    assert float(text.rpartition(" = ")[2]) == pytest.approx(float(long.q[5] @ long.k[2]), abs=1e-4)


def product(x: float) -> str:
    """A factor as it is written: two decimals at most, negative ones in parentheses."""
    return f"{x:g}" if x >= 0 else f"({x:g})"


def test_a_long_softmax_gives_its_sum(long: Trace) -> None:
    text = cell_arithmetic(long, "weights", 63, 1)
    total = float(np.exp(long.masked[63] - long.masked[63].max()).sum())
    assert f"÷ {total:.4f}".rstrip("0") in text
    assert "the sum of the row's 64 exponentials" in text


def test_a_sum_that_fits_is_whole(long: Trace) -> None:
    """Row 4 has four allowed keys of 64: nothing is left out but what is hidden."""
    assert "more" not in cell_arithmetic(long, "output", 3, 0)
    assert cell_arithmetic(long, "row_sum", 3, 0).count(" + ") == 3


@pytest.mark.parametrize("stage", [*TABLES])
def test_captions_are_short_and_say_what_rows_and_columns_are(stage: str) -> None:
    caption = stage_caption(PROBE.solve(), stage)
    assert len(caption) <= 76
    assert caption.startswith(stage.replace("_", " "))
    if stage in STAGES:
        assert "rows are queries, columns are" in caption


def test_captions_know_the_problem() -> None:
    """The factor, what the mask does, the cap and the temperature are named where there are any."""
    trace = PROBE.solve()
    assert stage_caption(trace, "scaled").startswith("scaled: scores × 1/√4, which is 0.5;")
    assert "hidden keys get −∞" in stage_caption(trace, "masked")
    other: Problem = replace(PROBE, mask="none", softcap=3.0, temperature=2.0, scale=0.3)
    assert "no key is hidden" in stage_caption(other.solve(), "masked")
    assert "±3" in stage_caption(other.solve(), "masked")
    assert "temperature 2" in stage_caption(other.solve(), "shifted")
    assert stage_caption(other.solve(), "scaled").startswith("scaled: scores × 0.3;")
