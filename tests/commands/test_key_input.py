"""Lines typed at a terminal that is read key by key."""

from __future__ import annotations

import pytest

from tutor.plain.typing_line import Line, LineTyping


def typed(data: bytes) -> tuple[list[object], str, str]:
    """What bytes come to, what is left in the line, and what was echoed."""
    echoed: list[str] = []
    line = LineTyping(echoed.append)
    found = [x.text if isinstance(x, Line) else x for x in line.feed(data)]
    return found, line.text, "".join(echoed)


@pytest.mark.parametrize(
    ("data", "found", "left"),
    [
        (b"1/2\r", ["1/2"], ""),
        (b"1\r\n2\r", ["1", "2"], ""),
        (b"1\n\n", ["1", ""], ""),
        (b"1\t2\t3\r", ["1 2 3"], ""),
        (b"one two\x17x", [], "one x"),
        (b"one\x15x", [], "x"),
        ("é東\x7f\x7fe".encode(), [], "e"),
        (b"\x1b[D\x1bOA\x1b[200~a", [], "a"),
        (b"\x04", ["end"], ""),
        (b"1/sq\x04", [], "1/sq"),
        (b"1/sq\x04\x04", ["end"], "1/sq"),
        (b"1/sq\x04x\x04", [], "1/sqx"),
    ],
)
def test_a_line_is_edited(data: bytes, found: list[str], left: str) -> None:
    """What broke: the tabs between pasted cells were dropped, and 1 and 2 became 12."""
    assert typed(data)[:2] == (found, left)


def test_the_echo_has_no_escape_byte() -> None:
    """東 takes two cells back."""
    _, _, echoed = typed("東\x7fa\x1b[D\tb\x15".encode())
    assert echoed == "東\b\b  \b\ba b\b\b\b   \b\b\b"


def test_a_character_that_comes_in_two_pieces() -> None:
    line = LineTyping(lambda _: None)
    assert list(line.feed("√".encode()[:2])) == []
    assert list(line.feed("√".encode()[2:] + b"2\r")) == [Line("√2")]
