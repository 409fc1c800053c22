"""Stylesheets, one for each set of colors: the apps of one process that look alike read theirs only once."""

from __future__ import annotations

from collections.abc import Mapping

from textual.css.stylesheet import Stylesheet


class Sheets:
    """The stylesheets of a process. What an app adds to one, the others find there; colors stay as they are."""

    def __init__(self) -> None:
        self._sheets: dict[frozenset[tuple[str, str]], Stylesheet] = {}

    def with_colors(self, variables: Mapping[str, str], before: Stylesheet) -> Stylesheet:
        """The one in which the variables have these values, with all rules of the one `before`."""
        key = frozenset(variables.items())
        sheet = self._sheets.get(key)
        if sheet is None:
            sheet = self._sheets[key] = Stylesheet(variables=dict(variables))
        for place, source in before.source.items():
            if not sheet.has_source(*place):
                content, is_default, tie_breaker, scope = source
                sheet.add_source(content, place, is_default, tie_breaker, scope)
        return sheet
