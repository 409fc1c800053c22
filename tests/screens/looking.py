"""What stands on an app's screen, as text."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from html import unescape
from typing import Any

from textual.app import App
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from tests.screens.driving import settle

TEXT = re.compile(r'<text class="[^"]*" x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>')
CELL, LINE, FIRST_LINE = 12.2, 24.4, 20.0
"""The size of one cell in Textual's own screenshots, and where the first line stands."""


def screen_lines(app: App[Any]) -> list[str]:
    """The screen line by line, from Textual's public screenshot; trailing blanks are gone."""
    svg = app.export_screenshot()
    lines: list[list[str]] = [[] for _ in range(app.size.height)]
    for x, y, text in TEXT.findall(svg):
        row = lines[round((float(y) - FIRST_LINE) / LINE)]
        column = round(float(x) / CELL)
        plain = unescape(text).replace("\u00a0", " ")
        row.extend(" " * (column - len(row)))
        row[column : column + len(plain)] = list(plain)
    return ["".join(line).rstrip() for line in lines]


def screen_text(app: App[Any]) -> str:
    """The whole screen as one text."""
    return "\n".join(screen_lines(app))


def squeezed(text: str) -> str:
    """A text without its line breaks and its runs of blanks: how it was wrapped does not count."""
    return " ".join(text.split())


async def pages_of(pilot: Pilot[Any], scroll: VerticalScroll) -> AsyncIterator[str]:
    """The lines of a page from its beginning to its end, as they stand on the screen while one scrolls through it."""
    seen = 0
    scroll.scroll_home(animate=False)
    await settle(pilot)
    while True:
        region = scroll.scrollable_content_region
        lines = [line[region.x : region.right] for line in screen_lines(pilot.app)[region.y : region.bottom]]
        top = scroll.scroll_offset.y
        assert top <= seen, "lines were jumped over"
        for line in lines[seen - top :]:
            yield line.rstrip()
        seen = top + region.height
        if top >= scroll.max_scroll_y:
            return
        scroll.scroll_to(y=min(seen, scroll.max_scroll_y), animate=False)
        await settle(pilot)


async def whole_page(pilot: Pilot[Any], scroll: VerticalScroll) -> str:
    """Everything that stands on a page, scrolled through to its end."""
    return "\n".join([line async for line in pages_of(pilot, scroll)])
