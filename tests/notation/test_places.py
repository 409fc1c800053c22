"""Typed places in a table: by numbers, by letters, by tokens."""

from __future__ import annotations

import pytest

from tutor.notation.places import place_in

TOKENS = ("START", "red", "fox", "red", "17")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("q17 k3", (16, 2)),
        ("17 3", (16, 2)),
        ("17,3", (16, 2)),
        (" 17 ; 3 ", (16, 2)),
        ("Q17 K3", (16, 2)),
        ("k3 q17", (16, 2)),
        ("query 17 key 3", (16, 2)),
        ("17 on 3", (16, 2)),
        ("q2 c1", (1, 0)),
        ("9", (8, 5)),
        ("q9", (8, 5)),
        ("k9", (4, 8)),
        ("1 64", (0, 63)),
        ("032 1", (31, 0)),
    ],
)
def test_numbers(text: str, place: tuple[int, int]) -> None:
    """Counted from 1; what is left out stays as it was."""
    assert place_in(text, (64, 64), here=(4, 5)) == place


@pytest.mark.parametrize(
    ("text", "here", "place"),
    [
        ("fox red", (0, 0), (2, 1)),
        ("fox red", (0, 1), (2, 3)),
        ("fox red", (0, 3), (2, 1)),
        ("Fox START", (2, 0), (2, 0)),
        ("red", (0, 2), (1, 2)),
        ("red 2", (1, 0), (3, 1)),
        ("17 red", (0, 4), None),
        ("'17' red", (0, 4), (4, 1)),
        ('"17" "17"', (0, 4), (4, 4)),
    ],
)
def test_tokens(text: str, here: tuple[int, int], place: tuple[int, int] | None) -> None:
    """The next one from where one is, round and round; in quotes a number is a token too."""
    if place is None:
        with pytest.raises(ValueError, match="there is no row 17: the rows are 1 to 5"):
            place_in(text, (5, 5), here=here, names=(TOKENS, TOKENS))
    else:
        assert place_in(text, (5, 5), here=here, names=(TOKENS, TOKENS)) == place


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "name a row and a column, such as q17 k3, or 17 3"),
        ("1 2 3", "name a row and a column"),
        ("q1 q2", "both of them are a row"),
        ("q65 k1", "there is no row 65: the rows are 1 to 64"),
        ("0 1", "there is no row 0"),
        ("1 65", "there is no column 65: the columns are 1 to 64"),
        ("1 " + "9" * 5000, "there is no column 9{20}: "),
        ("-1 1", "no row is called -1"),
        ("1.5 1", "no row is called 1.5"),
        ("fox 1", "no row is called fox: name a row and a column"),
        ("x" * 500 + " 1", "no row is called x{20}…"),
    ],
)
def test_what_is_no_place(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        place_in(text, (64, 64))


def test_a_token_that_is_not_there() -> None:
    with pytest.raises(ValueError, match=r"^no column is called blue$"):
        place_in("fox blue", (5, 5), names=(TOKENS, TOKENS))
