"""Names of rows and columns."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tutor.rendering.labels import left, names, right, token_name


def test_tokens_name_only_what_they_fit() -> None:
    """Three tokens name three rows; four rows are q1 to q4."""
    assert names("q", 3, tokens=("START", "red", "fox")) == ("START", "red", "fox")
    assert names("q", 4, tokens=("START", "red", "fox")) == ("q1", "q2", "q3", "q4")
    assert names("k", 0) == ()


@pytest.mark.parametrize(
    ("token", "name"),
    [
        ("[red fox]", "[red fox]"),
        ("a\nb\tc", "a\\nb\\tc"),
        ("\x1b[31m", "\\x1b[31m"),
        ("extraordinary", "extraordi…"),
        ("東京都渋谷区", "東京都渋…"),
        ("\u202ered", "\\u202ered"),
        ("", '""'),
        ("  ", '"  "'),
        (" a", " a"),
    ],
)
def test_a_token_is_one_short_line(token: str, name: str) -> None:
    """As typed where it can be printed, its code where it can't, never wider than ten cells."""
    assert token_name(token) == name
    assert cell_len(token_name(token)) <= 10


@pytest.mark.parametrize("token", ["東京", "naïve 🦊", "−∞", "extraordinary"])
def test_ascii_names(token: str) -> None:
    """Never a byte beyond ASCII, never wider than ten."""
    assert token_name(token, ascii=True).isascii()
    assert len(token_name(token, ascii=True)) <= 10


def test_text_is_set_by_its_width_in_cells() -> None:
    """A two-cell character counts as two; what is too long stays whole."""
    assert right("東", 4) == "  東"
    assert left("東", 4) == "東  "
    assert right("12345", 3) == left("12345", 3) == "12345"
