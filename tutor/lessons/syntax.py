"""The TOML of a lesson file, parsed; where it cannot be, one sentence with line, column and what was expected."""

from __future__ import annotations

import re
import tomllib

from tutor.lessons.fields import shown
from tutor.notation.visible import printable

MOST_DOTS = 32
"""In one key. tomllib's time and memory grow with the square of it, up to all of the machine's."""

PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")
BARE_WORD = re.compile(r"[^,\]}\n#\"']+")

STRINGS = (
    r"'''.*?'{3,5}"
    r'|"""(?:[^"\\]++|\\.|"{1,2}+(?!"))*+"{3,5}'
    r"|'(?!'')[^'\n]*'"
    r'|"(?!"")(?:[^"\\\n]++|\\.)*+"'
    r"|#[^\n]*"
)
"""Whole strings of the four kinds, and comments. With re.DOTALL."""

OPENED = re.compile(rf"(?:{STRINGS})|(?P<quotes>'''|\"\"\"|'|\")", re.DOTALL)

KEY = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
DEEP_KEY = re.compile(rf"(?<![\w-]){KEY}(?:[ \t]*+\.[ \t]*+{KEY}){{{MOST_DOTS}}}")

QUOTES = "text stands in quotes"

WANTED = (
    ("Invalid value", f"expected a value; {QUOTES}"),
    ("Invalid initial character for a key part", 'expected a key, such as title = "…"'),
    ("Invalid statement", 'expected a key, such as title = "…"'),
    ("Expected '=' after a key", "expected = after a key"),
    ("Expected newline or end of document", f"expected the end of the line; {QUOTES}"),
    ("Expected ']", "expected the closing brackets of a header"),
    ("Unclosed array", f"expected a comma or ] in the list; {QUOTES}"),
    ("Unclosed inline table", f"expected a comma or }} in the table; {QUOTES}"),
    ("Duplicate inline table key", "this key is there twice in one table"),
    ("Cannot ", "this key or table is there already, or is not a table"),
    ("Unterminated string", "the text before has no closing quotes"),
    ('Expected "', "the text before has no closing quotes"),
    ("Illegal character '\\n'", "the text before has no closing quote; several lines stand between '''"),
    ("Illegal character", "this character cannot stand there as it is"),
    ("Found invalid character", "this character cannot stand there as it is"),
    ("Unescaped '\\'", "in \"…\" a \\ begins an escape; between '…' it is a plain character"),
    ("Invalid hex value", "expected the digits of a \\u escape"),
    ("Escaped character", "this escape is no character"),
    ("Invalid date", "this is no date; text stands in quotes"),
)
"""How what tomllib says begins, and the same in an author's words."""


def parse(text: str) -> dict[str, object]:
    """The tables of a TOML text whose lines end in line feeds. Raises ValueError with a sentence."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") >= MOST_DOTS and DEEP_KEY.search(line):
            raise ValueError(f"line {number}: a key has more than {MOST_DOTS} dots")
    try:
        # With a last line feed, what is wrong in the last line has a place too.
        return tomllib.loads(f"{text}\n")
    except tomllib.TOMLDecodeError as error:
        sentence = _sentence(str(error), text)
    except RecursionError:
        sentence = "lists or tables are nested too deeply to be read"
    except ValueError:
        # Python refuses to turn thousands of digits into a number.
        sentence = "has a number with too many digits to be read"
    raise ValueError(sentence)


def _sentence(said: str, text: str) -> str:
    place = PLACE.search(said)
    reason = said[: place.start()] if place else said
    wanted = next((words for start, words in WANTED if reason.startswith(start)), printable(reason))
    if place is None or place["line"] is None:
        opened = next((match for match in OPENED.finditer(text) if match["quotes"]), None)
        if opened:
            line = text.count("\n", 0, opened.start()) + 1
            return f"line {line}: the text that begins here has no closing {opened['quotes']}"
        last = text.rstrip().count("\n") + 1
        return f"line {last}: the file ends too soon: {wanted}"
    line, column = int(place["line"]), int(place["column"])
    rest = f"{text}\n".split("\n")[line - 1][column - 1 :].strip()
    word = BARE_WORD.match(rest)
    begins = printable(rest if len(rest) <= 24 else f"{rest[:23]}…")
    if word and wanted.endswith(QUOTES) and reason == "Invalid value":
        wanted += f": {shown(word[0].strip())}"
    return f"line {line}, column {column}: {f'found {begins}: ' if rest else ''}{wanted}"
