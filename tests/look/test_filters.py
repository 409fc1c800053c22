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


@pytest.mark.parametrize(
    ("parts", "plain"),
    [
        (["Zoë 東", " ", " " * 20], "Zo<U+00EB> <U+6771>" + " " * 8),
        (["Zoe\u0308", " " * 20], "Zoe<U+0308>" + " " * 12),
        (["né", " " * 7, "|"], "n?" + " " * 7 + "|"),
        (["né", " " * 8, "|"], "n<U+00E9> |"),
        (["né東", " " * 9, "|"], "n<U+00E9>??  |"),
        (["né", "    k", "     Σ" + " " * 20 + "|"], "n?    k     S" + " " * 20 + "|"),
        (["né", "        k  東", " " * 7, "|"], "n<U+00E9> k  <U+6771> |"),
        (["①½α", " " * 8], "11/2alpha" + " " * 2),
        (["\u200bé", " " * 8], "<U+00E9> "),
        (["▸ 東", " " * 8, "─┐"], "> <U+6771>  -+"),
    ],
)
def test_ascii_names_a_letter_where_blanks_give_way(parts: list[str], plain: str) -> None:
    """What broke: ë and 東 in a field were ? and ??, so that nobody saw what stood there; elsewhere they were named.

    A number is seven or eight cells wide; what stands to the right of the blanks stays in its column, a single blank,
    which may be the caret, is left, and no blank before a letter gives way for it.
    """
    before = [Segment(part, Style(bold=i == 0)) for i, part in enumerate(parts)]
    found = AsciiOnly().apply(before, BLACK)
    assert "".join(segment.text for segment in found) == plain
    assert [segment.style for segment in found] == [segment.style for segment in before]
    assert sum(segment.cell_length for segment in found) == sum(segment.cell_length for segment in before)


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


@pytest.mark.parametrize(
    ("style", "system", "codes"),
    [
        ("#ffffff on #5f87af", ColorSystem.TRUECOLOR, "38;5;231;48;5;67"),
        ("#ffffff on #5f87af", ColorSystem.EIGHT_BIT, "38;5;231;48;5;67"),
        ("#303030 on #4e4e4e", ColorSystem.EIGHT_BIT, "38;5;236;48;5;239"),
        ("#ffffff on #000000", ColorSystem.STANDARD, "97;40"),
        ("#123456 on #5f87af", ColorSystem.TRUECOLOR, "38;2;18;52;86;48;5;67"),
        ("bright_red on default", ColorSystem.TRUECOLOR, "91;49"),
    ],
)
def test_what_each_kind_of_terminal_is_sent(style: str, system: ColorSystem, codes: str) -> None:
    """By xterm's table: 16 + 36·red + 6·green + blue in steps of the cube, 232 on for grays; 16 colors by their own."""
    [found] = FewerSegments().apply(segments(("a", style)), BLACK)
    assert found.style is not None
    assert found.style.render("a", color_system=system) == f"\x1b[{codes}ma\x1b[0m"


def test_without_colors_none_comes_back() -> None:
    """The filters in the order in which the app has them."""
    parts = Uncolored().apply(segments(("a", "bold #ffffff on #5f87af"), ("b", "#303030")), BLACK)
    found = FewerSegments().apply(parts, BLACK)
    rendered = "".join(x.style.render(x.text, color_system=ColorSystem.TRUECOLOR) for x in found if x.style)
    assert rendered == "\x1b[1ma\x1b[0mb"


def test_what_a_segment_means_is_kept() -> None:
    """A link's action rides on a style; two that differ only in it stay two."""
    one, other = (Style.parse("#ffffff on #5f87af") + Style.from_meta({"@click": name}) for name in ("one", "other"))
    found = FewerSegments().apply([Segment("a", one), Segment("b", other)], BLACK)
    assert [(x.text, x.style.meta) for x in found if x.style] == [("a", {"@click": "one"}), ("b", {"@click": "other"})]
