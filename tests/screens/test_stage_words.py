"""The line that says which stage is shown."""

from __future__ import annotations

import pytest

from tutor.maths.problem import STAGES
from tutor.rendering.stages import OPENED, WORDS
from tutor.screens.stage_view import strip_of_stages


def strip(stage: str, stages: tuple[str, ...], *, inside: bool = False, width: int = 78) -> str:
    return strip_of_stages(stage, stages, inside=inside, width=width).plain


def test_the_current_stage_is_in_brackets() -> None:
    """As drawn in the design, with the place at the right."""
    line = strip("weights", STAGES)
    assert line.startswith("scores ─ scale ─ mask ─ [softmax] ─ mix")
    assert line.endswith("stage 4 of 5")
    assert len(line) == 78


def test_softmax_opens_into_its_four_steps() -> None:
    """Subtract, exponentiate, sum, divide, in softmax's place."""
    assert strip("row_sum", OPENED, inside=True).startswith(
        "scores ─ scale ─ mask ─ subtract ─ exponentiate ─ [sum] ─ divide ─ mix"
    )


def test_a_shorter_walk_has_fewer_stages() -> None:
    """A page may stop at the weights."""
    assert strip("scaled", STAGES[:4]).startswith("scores ─ [scale] ─ mask ─ softmax  ")
    assert strip("scaled", STAGES[:4]).endswith("stage 2 of 4")


@pytest.mark.parametrize("stage", OPENED)
@pytest.mark.parametrize("width", [20, 30, 56, 66, 78])
def test_the_current_stage_is_never_cut_off(stage: str, width: int) -> None:
    """What broke: at 60 columns, with softmax open, the last two stages were outside the window."""
    line = strip(stage, OPENED, inside=True, width=width)
    start, end = line.index("["), line.index("]")
    assert end < width
    assert start < end


def test_the_place_is_left_out_where_it_does_not_fit() -> None:
    """The stages themselves are worth more."""
    assert strip("scores", STAGES, width=40) == "[scores] ─ scale ─ mask ─ softmax ─ mix"
    assert set(WORDS) == set(STAGES)
