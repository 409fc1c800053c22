"""Bars of blocks, as long as a number is large."""

from __future__ import annotations

EIGHTHS = " ▏▎▍▌▋▊▉"


def bar(share: float, width: int) -> str:
    """A bar that fills `share` of so many cells, to an eighth of a cell; what is not 0 shows at least that much."""
    eighths = min(8 * width, max(0, round(share * width * 8)))
    if share > 0 and eighths == 0:
        eighths = 1
    whole, rest = divmod(eighths, 8)
    return "█" * whole + (EIGHTHS[rest] if rest else "")


def signed(value: float, low: float, high: float, width: int) -> str:
    """A bar from 0 to `value` on a line of so many cells that reaches from `low` to `high`; │ marks 0.

    `low` is at most 0 and `high` at least 0. The line has one cell more, for the mark.
    """
    span = high - low or 1.0
    left = round(width * -low / span)
    if value < 0:
        cells = min(left, max(1, round(width * -value / span)))
        return " " * (left - cells) + "█" * cells + "│"
    return " " * left + "│" + bar(value / (high or 1.0), width - left)
