"""Lines in plain ASCII whose columns stay where they were."""

from __future__ import annotations

import pytest

from tutor.rendering.labs.ascii_lines import in_ascii
from tutor.rendering.labs.line import Line, line, text_of


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (line("√2    1.4142"), "sqrt(2) 1.4142"),
        (line("−ln p      sum"), "-ln p      sum"),
        (line(("✓ ", "good"), "all    right"), "ok all   right"),
        (line("−log₂ p  x     y"), "-log_2 p x     y"),
        (line("√2  √3  0.5        end"), "sqrt(2) sqrt(3) 0.5 end"),
        (line("東京   1"), "<U+6771><U+4EAC> 1"),
        (line("▸ a   ███"), "> a   ###"),
        (line("no signs   at all"), "no signs   at all"),
    ],
)
def test_a_gap_gives_way_to_what_grew_before_it(before: Line, after: str) -> None:
    (found,) = in_ascii([before])
    assert text_of(found) == after


def test_roles_stay_on_their_words() -> None:
    (found,) = in_ascii([line(("∞", "bad"), "    ", ("1", "mark"))])
    assert found == (("inf", "bad"), ("  ", ""), ("1", "mark"))
