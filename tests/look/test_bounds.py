"""A window of any size that a connection may claim: no more is drawn than a large screen has."""

from __future__ import annotations

import pytest
from textual import events
from textual.geometry import Size

from tests.screens.conftest import Start, course, start  # noqa: F401  # fixtures
from tests.screens.driving import press, settle
from tutor.look.bounds import bounded


@pytest.mark.parametrize(
    ("told", "drawn"), [((80, 24), (80, 24)), ((500, 200), (500, 200)), ((501, 24), (500, 24)), ((1, 65535), (1, 200))]
)
def test_as_much_of_it_as_is_drawn(told: tuple[int, int], drawn: tuple[int, int]) -> None:
    assert bounded(Size(*told)) == Size(*drawn)


async def test_no_size_that_is_claimed_takes_all_memory(start: Start) -> None:  # noqa: F811
    """What broke: 65535 by 65535, which any SSH client may say, filled gigabytes of a shared machine.

    From the start, later, and back: each screen is as large as is drawn, and keys still work.
    """
    app = start()
    async with app.run_test(size=(65535, 65535)) as pilot:
        await settle(pilot)
        assert app.size == app.screen.size == Size(500, 200)
        await press(pilot, ["w"])
        for told, drawn in (((80, 24), (80, 24)), ((9999, 30), (500, 30)), ((60, 20), (60, 20))):
            app.post_message(events.Resize(Size(*told), Size(*told)))
            await pilot.pause(0.05)
            await settle(pilot)
            assert app.size == app.screen.size == Size(*drawn)
        await press(pilot, ["q", "q"])
        assert app.return_code == 0
