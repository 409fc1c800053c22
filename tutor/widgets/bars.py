"""The line at the top that says where one is, and the lines at the bottom that say which keys go on."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

GAP = "  "


def title_line(left: str, right: str, width: int) -> Content:
    """`left` and `right` on one line of `width` cells; where both do not fit, `right` goes first."""
    room = max(width, 0)
    if len(left) + len(right) + 2 > room:
        right = right if len(left) + len(right) + 1 <= room else ""
    if len(left) > room:
        left = left[: max(room - 1, 0)] + "…" if room else ""
    filler = " " * max(room - len(left) - len(right), 0)
    return Content.assemble((left, "bold"), filler, (right, "$text-muted"))


def key_line(keys: Sequence[tuple[str, str]], width: int) -> Content:
    """As many `(key, what it does)` pairs as fit in `width` cells, whole ones only.

    The first pair is the way out and the last one is help: they are the last to be left out.
    """
    if not keys:
        return Content("")
    kept = list(keys)
    while len(kept) > 1 and _length(kept) > width:
        del kept[-2 if len(kept) > 2 else -1]
    parts: list[str | tuple[str, str]] = []
    for i, (key, label) in enumerate(kept):
        if i:
            parts.append(GAP)
        parts += [(key, "bold $accent"), (f" {label}" if key else label, "$text-muted")]
    return Content.assemble(*parts)


def _length(keys: Sequence[tuple[str, str]]) -> int:
    return sum(len(key) + 1 + len(label) for key, label in keys) + len(GAP) * (len(keys) - 1)


class TopBar(Widget):
    """One line: where one is on the left, how far on the right."""

    DEFAULT_CSS = "TopBar { dock: top; height: 1; padding: 0 1; }"

    def __init__(self, left: str = "", right: str = "", *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.left, self.right = left, right

    def set(self, left: str, right: str) -> None:
        """Show these two texts."""
        if (left, right) != (self.left, self.right):
            self.left, self.right = left, right
            self.refresh()

    def render(self) -> Content:
        return title_line(self.left, self.right, self.content_size.width)


class KeyBar(Widget):
    """A rule, and under it the keys that work now."""

    DEFAULT_CSS = "KeyBar { dock: bottom; height: 2; padding: 0 1; }"

    def __init__(self, keys: Sequence[tuple[str, str]] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.keys = tuple(keys)
        self.message = ""

    def set(self, keys: Sequence[tuple[str, str]]) -> None:
        """Show these keys."""
        if tuple(keys) != self.keys:
            self.keys = tuple(keys)
            self.refresh()

    def say(self, message: str) -> None:
        """Show one short message in place of the keys, until the next key is pressed."""
        if message != self.message:
            self.message = message
            self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        rule = Content.styled("─" * max(width, 0), "$rule")
        line = Content.styled(self.message[:width], "bold") if self.message else key_line(self.keys, width)
        return Content("\n").join([rule, line])
