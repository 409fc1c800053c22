"""The line at the top that says where one is, and the lines at the bottom that say which keys go on."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.widget import Widget

from tutor.widgets.wording import ascii_only, words

GAP = "  "


def title_line(left: str, right: str, width: int) -> Content:
    """`left` and `right` on one line of `width` cells: where both do not fit, `left` is cut, down to half the line.

    Below that `right` goes.
    """
    room = max(width, 0)
    if cell_len(right) > room // 2 and cell_len(left) + cell_len(right) + len(GAP) > room:
        right = ""
    left = cut(left, room - cell_len(right) - len(GAP) if right else room)
    filler = " " * max(room - cell_len(left) - cell_len(right), 0)
    return Content.assemble((left, "bold"), filler, (right, "$text-muted"))


def cut(text: str, width: int) -> str:
    """`text` in at most `width` cells; an … tells that there was more."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""


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
    return sum(cell_len(key) + 1 + cell_len(label) for key, label in keys) + len(GAP) * (len(keys) - 1)


def _rest(lines: Sequence[Content], width: int) -> str:
    return cut(" ".join(line.plain.strip() for line in lines), width)


class TopBar(Widget):
    """One line: where one is on the left, how far on the right."""

    DEFAULT_CSS = "TopBar { dock: top; height: 1; padding: 0 1; }"

    def __init__(self, left: str = "", right: str = "", *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.left, self.right, self.short = left, right, ""

    def set(self, left: str, right: str, *, short: str = "") -> None:
        """Show these two texts; `short` in place of `left` where that does not fit beside `right`."""
        if (left, right, short) != (self.left, self.right, self.short):
            self.left, self.right, self.short = left, right, short
            self.refresh()

    def render(self) -> Content:
        ascii, width = ascii_only(self.app), self.content_size.width
        left, right = words(self.left, ascii=ascii), words(self.right, ascii=ascii)
        if self.short and cell_len(left) + len(GAP) + cell_len(right) > width:
            left = words(self.short, ascii=ascii)
        return title_line(left, right, width)


class KeyBar(Widget):
    """A rule, and under it the keys that work now. A long message takes the rule's line as well."""

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
        width, ascii = self.content_size.width, ascii_only(self.app)
        rule = Content.styled("─" * max(width, 0), "$rule")
        if self.message and width > 0:
            said = Content.styled(words(self.message, ascii=ascii), "bold").wrap(width)
            if len(said) > 1:
                return Content("\n").join([said[0], Content.styled(_rest(said[1:], width), "bold")])
            line = said[0]
        else:
            line = key_line([(words(key, ascii=ascii), words(label, ascii=ascii)) for key, label in self.keys], width)
        return Content("\n").join([rule, line])
