"""What stands on an app's screen, as text."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from textual.app import App

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
