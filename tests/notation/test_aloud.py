"""Tables, blocks of columns and raised signs in words."""

from __future__ import annotations

import pytest

from tutor.notation.aloud import block_aloud, raised_aloud, row_aloud, table_aloud


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("plain text", "plain text"),
        ("eˣ is above 0", "e to the x is above 0"),
        ("e²⁺³ = e² · e³", "e to the (2+3) = e to the 2 · e to the 3"),
        ("ln e⁵ and e⁻¹, then 10³⁰⁸.", "ln e to the 5 and e to the -1, then 10 to the 308."),
        ("1 − x²/2, d_model².", "1 − x squared/2, d_model squared."),
        ("QKᵀ, KᵀQ", "QK transposed, K transposed Q"),
        ("−log₂ p, log₁₀ p", "−log base 2 p, log base 10 p"),
        ("P(tᵢ | t₁ … tᵢ₋₁)", "P(t i | t1 … t(i-1))"),
    ],
)
def test_raised_signs_are_words(text: str, said: str) -> None:
    """Many screen readers skip them, so that e² and e come out alike."""
    assert raised_aloud(text) == said


def test_names_and_values_are_told_apart() -> None:
    """What broke: "row a: 1: 1, 2: 2"."""
    assert table_aloud(["place", "1", "2"], [["a", "1", "-2"], ["b", "3", ""]]) == (
        "columns: place, 1, 2",
        "row a: place 1 is 1, place 2 is -2",
        "row b: place 1 is 3",
    )
    assert table_aloud(["", "key 1", "sum"], [["score", "3", "4"]]) == ("row score: key 1 is 3, sum 4",)
    assert table_aloud(["p", "0.7", "mean"], [["loss", "0.36", "0.4"]])[1] == "row loss: p 0.7 is 0.36, mean 0.4"


def test_a_first_row_without_a_name_is_told_by_its_number() -> None:
    """There is nothing above it that it could go on."""
    assert table_aloud(["a", "b"], [["", "x"], ["", "y"]]) == ("columns: a, b", "row 1: b x", "row 2: b y")
    assert table_aloud(["", ""], [["", "x"]]) == ("row 1: x",)


def test_a_gap_among_the_names_makes_them_a_row() -> None:
    assert table_aloud(["weight", "0.2", "?"], [["value", "12", "50"]]) == (
        "row weight: column 1 is 0.2, column 2 is ?",
        "row value: column 1 is 12, column 2 is 50",
    )


def test_a_text_of_two_columns_goes_on_in_its_row() -> None:
    rows = [["answer", "Done: deleted, as the"], ["", "keeper allowed."], ["world", "Gone."]]
    assert table_aloud(["", ""], rows) == ("row answer: Done: deleted, as the keeper allowed.", "row world: Gone.")


def test_cells_with_commas_are_parted_by_semicolons() -> None:
    assert row_aloud(["token", "input", "output"], ["x", "1, 0", "0.5"], place=1) == "row x: input 1, 0; output 0.5"
    assert row_aloud(["", ""], ["", "alone"], place=2) == "row 2: alone"
    assert row_aloud(["", "", ""], ["row 1", "0.1", "PAD"], place=1) == "row 1: 0.1, PAD"


@pytest.mark.parametrize(
    ("block", "said"),
    [
        ("1 0 1\n0 1 1\n", ("row 1: 1, 0, 1", "row 2: 0, 1, 1")),
        ("1.5   0\n−2    ?\n", ("row 1: 1.5, 0", "row 2: −2, ?")),
        ("        START  red\nSTART     1    0\nred       1    1\n",
         ("row START: START 1, red 0", "row red: START 1, red 1")),
        ("card    p of runs\nwaits   0.494\nruns    0.483\n",
         ("columns: card, p of runs", "row waits: p of runs: 0.494", "row runs: p of runs: 0.483")),
        ("sent  4  s en t\nthe   2  t h e\n", ("row sent: 4, s en t", "row the: 2, t h e")),
        ("q   = [2, 1]\nk1  = [0, 1]\n", ("row q: [2, 1]", "row k1: [0, 1]")),
        ("sin  0.1 -0.2\ncos  0.3  0.4\n", ("row sin: 0.1, -0.2", "row cos: 0.3, 0.4")),
        ("row 1   {a}   PAD\nrow 2   {b}   {c}\n", ("row 1: {a}, PAD", "row 2: {b}, {c}")),
        ("one line alone\n\nT = 1  0.5\nT = 2  0.4\n", ("one line alone", "row T = 1: 0.5", "row T = 2: 0.4")),
        ("seed 4   waits\nseed 5   sleeps   p: 0.1\n", ("row seed 4: waits", "row seed 5: sleeps, p: 0.1")),
        ("no columns at all\n  and none here\n", ("no columns at all", "  and none here")),
        ("5\n", ("5",)),
        ("1\n2\n", ("1", "2")),
    ],
)  # fmt: skip
def test_a_block_in_columns_is_read_as_rows(block: str, said: tuple[str, ...]) -> None:
    assert block_aloud(block) == said


@pytest.mark.parametrize(
    "block",
    [
        "a·b  =   2  +  -4  =  -2\n",
        "W = 1   0     x = 3\n    0  -1         4\n",
        "[ sin p   cos p ]\n",
        "[0 1]  ·   2  3\n           4  5\n",
    ],
)
def test_a_drawing_has_to_be_put_into_words(block: str) -> None:
    assert block_aloud(block) is None
