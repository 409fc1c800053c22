"""Markdown of a lesson's page as a rich renderable: nothing in it is run, dropped or followed.

HTML is text like any other, so `<red>` is shown as typed; a link shows its address and opens nothing; code is
not colored, so that no lexer is ever loaded. Importing this costs some 30 ms (markdown-it and, through rich,
Pygments): not for the home screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO
from typing import Any, ClassVar

from rich.box import SIMPLE
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.markdown import (
    BlockQuote,
    CodeBlock,
    Heading,
    HorizontalRule,
    ListItem,
    Markdown,
    MarkdownElement,
    TableElement,
)
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from tutor.notation.aloud import block_aloud, raised_aloud, table_aloud
from tutor.notation.printer import plain

WIDEST = 76

NO_LANGUAGE = ("", "text")
"""What rich calls the language of a block that names none."""

STYLES = {
    **{f"markdown.h{level}": "bold" for level in range(1, 7)},
    "markdown.code": "bold",
    "markdown.code_block": "none",
    "markdown.block_quote": "italic",
    "markdown.list": "none",
    "markdown.item.bullet": "none",
    "markdown.item.number": "none",
    "markdown.link": "underline",
    "markdown.link_url": "none",
    "markdown.table.border": "dim",
    "markdown.table.header": "bold",
    "markdown.hr": "dim",
}
"""No colors: rich's own are for dark terminals, and a page has to be read on light ones too."""


def markdown(text: str, *, ascii: bool = False) -> RenderableType:
    """A lesson's Markdown (paragraphs, emphasis, lists, code, tables), as wide as its place, up to 76 cells."""
    return _Prose(text, ascii=ascii, widest=WIDEST)


def markdown_text(text: str, *, width: int = WIDEST, ascii: bool = False) -> str:
    """The same as plain text, wrapped at `width`, without styles."""
    return _written(_Prose(text, ascii=ascii, widest=width), width)


def spoken_prose(text: str, *, width: int = WIDEST, ascii: bool = False) -> str:
    """The same to be read out: no boxes, no rules, no columns; a table is one line a row, each cell with its name."""
    return _written(_Spoken(text, ascii=ascii, widest=width), width)


def _written(prose: _Prose, width: int) -> str:
    page = StringIO()
    console = Console(file=page, width=width, height=25, color_system=None, force_terminal=False, legacy_windows=False)
    console.print(prose)
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines()).strip("\n")


class _Heading(Heading):
    """A heading at the left, like all other text."""

    LEVEL_ALIGN: ClassVar = {}


class _Code(CodeBlock):
    """Code as typed, set in by two cells."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        code = Text(str(self.text).rstrip("\n"), self.style, overflow="fold")
        yield Padding(code, (0, 0, 0, 2))


class _Table(TableElement):
    """A table without an edge, whose lines would stay empty; nor a header, where it names no column."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        header = self.header.row.cells if self.header is not None and self.header.row is not None else []
        rows = self.body.rows if self.body is not None else []
        named = any(cell.content.plain.strip() for cell in header)
        table = Table(
            box=SIMPLE, style="markdown.table.border", header_style="markdown.table.header",
            show_edge=False, show_header=named, pad_edge=False, collapse_padding=True,
        )  # fmt: skip
        for cell in header:
            table.add_column(cell.content)
        for row in rows:
            table.add_row(*(cell.content for cell in row.cells))
        yield table


class _Prose(Markdown):
    spoken: ClassVar[bool] = False
    """True where signs that a screen reader skips are put into words."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _Heading,
        "fence": _Code,
        "code_block": _Code,
        "html_block": _Code,
        "table_open": _Table,
    }

    def __init__(self, text: str, *, ascii: bool, widest: int) -> None:
        super().__init__(text, hyperlinks=False)
        self.ascii = ascii
        self.widest = widest
        _make_plain(self.parsed, ascii=ascii, spoken=self.spoken)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        with console.use_theme(Theme(STYLES)):
            options = options.update(width=min(options.max_width, self.widest))
            segments = list(super().__rich_console__(console, options))
        for segment in segments:
            if self.ascii and isinstance(segment, Segment):
                segment = Segment(plain(segment.text), segment.style)
            yield segment


class _SpokenTable(TableElement):
    """A table as one line a row: row days: sun 5, rain 2."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        header = self.header.row.cells if self.header is not None and self.header.row is not None else []
        rows = self.body.rows if self.body is not None else []
        cells = [[cell.content.plain.strip() for cell in row.cells] for row in rows]
        for told in table_aloud([cell.content.plain.strip() for cell in header], cells):
            yield Text(told, overflow="fold")


class _SpokenCode(CodeBlock):
    """A block in columns as rows; a program, and what has no columns, line by line as typed."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        block = str(self.text).rstrip("\n")
        told = block_aloud(block) if self.lexer_name in NO_LANGUAGE else None
        for line in told if told is not None else block.split("\n"):
            yield Text(line, overflow="fold")


class _SpokenItem(ListItem):
    """A point of a list behind a hyphen."""

    def render_bullet(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = console.render_lines(self.elements, options.update(width=options.max_width - 2), style=self.style)
        for place, line in enumerate(lines):
            yield Segment("  " if place else "- ")
            yield from line
            yield Segment("\n")


class _SpokenQuote(BlockQuote):
    """A quotation as what it says."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text("Quote:")
        yield self.elements


class _NoRule(HorizontalRule):
    """A line across the page, which says nothing."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text()


class _Spoken(_Prose):
    spoken = True

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **_Prose.elements,
        "fence": _SpokenCode,
        "code_block": _SpokenCode,
        "table_open": _SpokenTable,
        "list_item_open": _SpokenItem,
        "blockquote_open": _SpokenQuote,
        "hr": _NoRule,
    }


def _make_plain(tokens: Iterable[Any], *, ascii: bool, spoken: bool) -> None:
    """Tags and pictures become text, in the tokens that markdown-it made; and all text ASCII or words, where asked.

    That is done before the text is laid out, since signs such as ∞ get wider, and after it is parsed, since a
    sign that becomes * would mean emphasis.
    """
    for token in tokens:
        if token.type == "html_inline":
            token.type = "text"
        elif token.type == "image":
            token.type, token.tag = "text", ""
            token.content, token.children = f"{token.content} ({token.attrs.get('src', '')})", None
        if token.children:
            _make_plain(token.children, ascii=ascii, spoken=spoken)
            if ascii:
                token.children = _each_once(token.children)
        if spoken and token.content:
            token.content = raised_aloud(token.content)
        if ascii and token.content:
            token.content = plain(token.content)
        if ascii and "href" in token.attrs:
            token.attrs["href"] = plain(str(token.attrs["href"]))


def _each_once(tokens: list[Any]) -> list[Any]:
    """Without the second of two forms of one sign that are the same in ASCII: `√2` or `sqrt(2)`."""
    kept: list[Any] = []
    for token in tokens:
        again = len(kept) > 1 and kept[-1].content == " or " and kept[-2].type == token.type == "code_inline"
        if again and kept[-2].content == token.content:
            kept.pop()
        else:
            kept.append(token)
    return kept
