"""Markdown of lesson pages: everything is shown as typed, nothing is followed, nothing is colored."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO

import pytest
from rich.console import Console

from tutor.rendering.prose import markdown, markdown_text

PAGE = """\
# A title

Some **bold**, *slanted* and `code [x]` text.

- one
- two

1. first
2. second

> quoted

```
     k1   k2
q1    0   −∞
```

| a | b |
|---|---|
| 1 | 2 |
"""


def test_a_page_as_plain_text() -> None:
    """Lists keep their marks, code its columns, a heading stands at the left."""
    assert markdown_text(PAGE).splitlines()[:15] == [
        "A title",
        "",
        "Some bold, slanted and code [x] text.",
        "",
        " • one",
        " • two",
        "",
        " 1 first",
        " 2 second",
        "",
        "▌ quoted",
        "",
        "       k1   k2",
        "  q1    0   −∞",
        "",
    ]


def test_a_table_takes_no_more_lines_than_it_says_something_on() -> None:
    """What broke: an empty line over and under each table, and two more where its columns have no names."""
    assert markdown_text("Before\n\n| a | b |\n|---|--:|\n| 1 | 20 |\n| x | *3* |\n\nAfter").splitlines() == [
        "Before",
        "",
        "a   b",
        "─────",
        "1  20",
        "x   3",
        "",
        "After",
    ]
    assert markdown_text("| | |\n|---|---|\n| task | Two foxes |\n| answer | One |").splitlines() == [
        "task    Two foxes",
        "answer  One",
    ]


@pytest.mark.parametrize(
    "typed",
    [
        "[red fox]",
        "[START red fox]",
        "[/]",
        "[d_k]",
        "[@click=app.quit]x[/]",
        "[0, 1]",
        "<red>",
        "</b>",
        "a < b > c",
        "<script>x</script>",
        "2·3·4",
        "[#fff]",
        "\\[x\\]",
    ],
)
def test_markup_and_tags_are_shown_as_typed(typed: str) -> None:
    """Neither rich's markup, nor Textual's, nor HTML is eaten; only Markdown's own backslash is."""
    shown = typed.replace("\\", "")
    assert markdown_text(f"before {typed} after") == f"before {shown} after"
    assert typed in markdown_text(f"```\n{typed}\n```")


def test_a_block_of_html_is_text() -> None:
    assert markdown_text("<div>\nx\n</div>").split() == ["<div>", "x", "</div>"]


@pytest.mark.parametrize(
    "text", ["[here](https://example.org/x)", "<https://example.org/x>", "![here](https://example.org/x)"]
)
def test_a_link_is_its_address_and_nothing_to_click(text: str) -> None:
    """No terminal hyperlink: followed, it would open something on the host."""
    page = StringIO()
    Console(file=page, width=76, force_terminal=True, color_system="truecolor").print(markdown(text))
    assert "https://example.org/x" in page.getvalue()
    assert "\x1b]8" not in page.getvalue()


def test_there_are_no_colors() -> None:
    """Bold, dim, italic and underlined at most, so that a light terminal is readable too."""
    page = StringIO()
    Console(file=page, width=76, force_terminal=True, color_system="truecolor").print(
        markdown(PAGE + "\n[a](b)\n\n---\n")
    )
    codes = {code for part in page.getvalue().split("\x1b[")[1:] for code in part.partition("m")[0].split(";")}
    assert codes <= {"0", "1", "2", "3", "4"}
    assert "1" in codes


def test_ascii_is_ascii_and_lies_straight() -> None:
    """Signs are spelled before the text is laid out, so a code block's columns and the wrapping hold."""
    text = markdown_text(PAGE + "\nj ≤ i, √d_k, QKᵀ, 2·3·4, “x” … naïve 東京\n\n[√](http://x/é)\n", ascii=True)
    assert text.isascii()
    assert "j <= i, sqrt(d_k), QK^T, 2*3*4" in text
    assert " * one" in text


@pytest.mark.parametrize("width", [20, 40, 76])
def test_text_is_wrapped(width: int) -> None:
    lines = markdown_text("word " * 60 + "\n\n- " + "item " * 30, width=width, ascii=True).splitlines()
    assert max(map(len, lines)) <= width
    assert " ".join(lines).count("word") == 60


def test_no_lexer_is_loaded() -> None:
    """Code is shown plain: a lexer costs a slow terminal its first page, and colors that clash with the theme."""
    code = (
        "import sys; from tutor.rendering.prose import markdown_text; markdown_text('```python\\nx = 1\\n```\\n`y`'); "
        "print([m for m in sys.modules if m.startswith('pygments.lexers.') and not m.endswith('_mapping')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
