"""The shades of maps: eight that can be told apart, in order, wherever there are colors for them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from textual.color import Color

from tutor.look.shades import ON_DARK, ON_LIGHT, shade_styles
from tutor.look.themes import DARK, LIGHT
from tutor.surroundings import Colors

STEPS = (0, 95, 135, 175, 215, 255)


@pytest.mark.parametrize(("shades", "ground"), [(ON_DARK, DARK.background), (ON_LIGHT, LIGHT.background)])
def test_each_shade_is_farther_from_the_ground(shades: tuple[str, ...], ground: str | None) -> None:
    """The weakest differs from it already: a blank is masked, and a weak weight is not."""
    assert ground is not None
    assert len(shades) == 8
    light = [brightness(color) for color in (ground, *shades)]
    assert all(abs(b - light[0]) > abs(a - light[0]) + 0.02 for a, b in pairwise(light))


def brightness(color: str) -> float:
    """How bright a color is seen, from 0 to 1, roughly even in steps (ITU-R BT.709 on the coded values)."""
    red, green, blue, *_ = Color.parse(color)
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


@pytest.mark.parametrize("shade", [*ON_DARK, *ON_LIGHT])
def test_every_shade_is_one_of_the_256_colors(shade: str) -> None:
    """A step of the cube or a gray, so that terminals of 256 show eight and not six."""
    red, green, blue, *_ = Color.parse(shade)
    assert {red, green, blue} <= set(STEPS) or (red == green == blue and (red - 8) % 10 == 0)


@pytest.mark.parametrize(("colors", "count"), [("none", 0), ("16", 0), ("256", 8), ("true", 8)])
@pytest.mark.parametrize("light", [True, False])
def test_where_there_are_shades(colors: Colors, count: int, light: bool) -> None:
    assert len(shade_styles(colors, light=light)) == count
