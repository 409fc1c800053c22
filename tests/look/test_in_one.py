"""All filters of an app as one: what it gives, and when it is another one."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import Monochrome

from tutor.look.filters import AsciiOnly, FewerSegments
from tutor.look.in_one import Chain, InOne

BLACK = Color(0, 0, 0)


def test_a_chain_is_its_filters_one_after_the_other() -> None:
    """Plain characters and no colors first: only then are these two neighbors of one style, and one segment."""
    [made] = InOne(colored=False, ascii=True).after(())
    found = made.apply([Segment("✓", Style.parse("bold red")), Segment("·ok", Style.parse("bold blue"))], BLACK)
    assert [(segment.text, str(segment.style)) for segment in found] == [("+.ok", "bold")]


def test_only_what_is_asked_for_is_in_it() -> None:
    """Colors and signs stay as they are where the terminal has them."""
    [made] = InOne(colored=True, ascii=False).after(())
    assert isinstance(made, Chain)
    assert [type(each) for each in made.filters] == [FewerSegments]
    [made] = InOne(colored=True, ascii=True).after(())
    assert isinstance(made, Chain)
    assert [type(each) for each in made.filters] == [AsciiOnly, FewerSegments]


def test_it_is_the_same_until_the_others_change() -> None:
    """Textual keeps what a filter has done by the filter: a new one each time would have every line done anew."""
    ours, gray = InOne(colored=True, ascii=False), Monochrome()
    first = ours.after((gray,))
    assert ours.after((gray,))[0] is first[0]
    other = ours.after((Monochrome(),))
    assert other[0] is not first[0]
    assert ours.after(())[0] is not other[0]
