"""The line that asks for a larger window."""

from __future__ import annotations

import pytest
from textual.geometry import Size

from tests.screens.driving import settle
from tests.screens.looking import screen_lines
from tests.widgets.holding import Holder
from tutor.widgets.cover import Cover, too_small


@pytest.mark.parametrize(
    ("width", "height", "small"),
    [(80, 24, False), (60, 20, False), (59, 20, True), (60, 19, True), (1, 1, True), (300, 80, False)],
)
def test_what_is_too_small(width: int, height: int, small: bool) -> None:
    """60×20 can be used; a column or a line less cannot."""
    assert too_small(Size(width, height)) is small


@pytest.mark.parametrize(
    ("size", "said"), [((40, 12), "enlarge the window (now 40x12)"), ((7, 2), "enlarge"), ((1, 1), "e")]
)
async def test_what_it_says(size: tuple[int, int], said: str) -> None:
    """The size as it is now, cut to the width that there is."""
    cover = Cover()
    app = Holder(cover)
    async with app.run_test(size=size) as pilot:
        cover.display = True
        await settle(pilot)
        assert screen_lines(app)[0] == said
        assert not any(screen_lines(app)[1:])
