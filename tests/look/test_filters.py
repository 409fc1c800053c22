"""The last step before the terminal."""

from __future__ import annotations

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from tutor.look.filters import AsciiOnly, FewerSegments, Uncolored

BLACK = Color(0, 0, 0)


def segments(*parts: tuple[str, str]) -> list[Segment]:
    return [Segment(text, Style.parse(style)) for text, style in parts]


def shown(found: list[Segment]) -> list[tuple[str, str]]:
    return [(segment.text, str(segment.style)) for segment in found]


def test_no_color_sends_no_color() -> None:
    """What broke: with NO_COLOR every piece of text still came with the codes for the terminal's default colors."""
    found = Uncolored().apply(segments(("a", "bold red on blue"), ("b", "default on default"), ("c", "reverse")), BLACK)
    assert shown(found) == [("a", "bold"), ("b", "none"), ("c", "reverse")]
    assert Uncolored().apply([Segment("d")], BLACK) == [Segment("d")]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("abc", "abc"),
        ("▸ ✓ ✗ ·", "> + x ."),
        ("─│┌┘", "-|++"),
        ("q·k ÷ √d_k", "q.k / Vd_k"),
        ("▂▃▄▅▆▇█", "___####"),
        ("東京", "????"),
        ("Zoë", "Zo?"),
    ],
)
def test_ascii_takes_the_same_cells(text: str, plain: str) -> None:
    """One cell for one cell, so that nothing moves; words such as sqrt were put in before."""
    [found] = AsciiOnly().apply([Segment(text)], BLACK)
    assert found.text == plain
    assert found.cell_length == Segment(text).cell_length


def test_neighbors_of_one_style_are_one() -> None:
    """And blanks take their neighbor's style where only their background shows."""
    found = FewerSegments().apply(segments(("a", "red"), ("b", "red"), ("  ", "blue"), ("c", "bold")), BLACK)
    assert shown(found) == [("ab  ", "red"), ("c", "bold")]


@pytest.mark.parametrize("style", ["reverse", "underline", "red on blue"])
def test_blanks_that_show_more_than_their_background_stay(style: str) -> None:
    """A reversed or underlined blank is seen, and so is one on another background."""
    found = FewerSegments().apply(segments(("a", "red"), ("  ", style)), BLACK)
    assert shown(found) == [("a", "red"), ("  ", style)]


@pytest.mark.parametrize(
    ("color", "code"),
    [
        ("#000000", "16"),
        ("#5f87af", "67"),
        ("#ffffff", "231"),
        ("#080808", "232"),
        ("#1c1c1c", "234"),
        ("#eeeeee", "255"),
    ],
)
def test_a_color_with_a_number_is_sent_by_it(color: str, code: str) -> None:
    """The 256 colors by xterm's own table: six steps a channel, then 24 grays. What is seen is the same."""
    [found] = FewerSegments().apply(segments(("a", f"bold {color} on {color}")), BLACK)
    assert found.style is not None
    assert found.style.render("a", color_system=ColorSystem.TRUECOLOR) == f"\x1b[1;38;5;{code};48;5;{code}ma\x1b[0m"
    assert found.style.color is not None
    assert found.style.color.get_truecolor().hex == color


def test_other_colors_are_sent_as_they_are() -> None:
    parts = segments(("a", "#123456 on #5f87b0"), ("b", "red"), ("c", ""))
    assert FewerSegments().apply(parts, BLACK) == parts
