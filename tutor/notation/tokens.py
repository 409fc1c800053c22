"""A typed text as tokens, with every bracket matched. It knows no values."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from tutor.notation.characters import Source

DEEPEST = 40
"""How many brackets may stand inside one another."""

NUMBER, WORD, OPERATOR, OPEN, CLOSE, PERCENT, BLANK, OTHER = [
    "number",
    "word",
    "operator",
    "open",
    "close",
    "%",
    "_",
    "other",
]
COMMA, SEMICOLON, BAR, LINE_END = ",", ";", "|", "\n"

FUNCTIONS = ("sqrt", "√", "exp", "ln", "log2")
ROOTS = ("sqrt", "√")
CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
EMPTY_WORDS = ("null", "none")

PYTHON_WORDS = {"log": "ln"}
"""What Python's modules call otherwise than it is called here."""

TOKEN = re.compile(
    r"""
    (?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+(?![0-9]))?)
  | (?P<python>(?:np|numpy|math|torch|jnp)\.(?:sqrt|exp|log2|log|pi|e|inf)(?![\w.]))
  | (?P<word>log2(?![0-9])|log10(?![0-9])|[^\W\d_]+|[√∞])
  | (?P<other>\.{2,})
  | (?P<operator>\*\*|[-+*/^·])
  | (?P<open>[(\[{<])
  | (?P<close>[)\]}>])
  | (?P<separator>[,;|\n])
  | (?P<percent>%)
  | (?P<blank>_+)
  | (?P<gap>[ ]+)
  | (?P<rest>.)
    """,
    re.VERBOSE | re.DOTALL,
)


class Unreadable(Exception):
    """Why a text cannot be read: the piece at fault, where it starts, and what was expected instead."""

    def __init__(self, piece: str, at: int, why: str) -> None:
        super().__init__(why)
        self.piece = piece
        self.at = at
        self.why = why


class Token(NamedTuple):
    """One token. `gap` says that a blank stands before it."""

    kind: str
    text: str
    start: int
    end: int
    gap: bool


@dataclass(slots=True)
class Scan:
    """The tokens of one text. `partner` leads from an opening bracket to its closing one, by index.

    `lists` holds the brackets that enclose a list rather than a part of a calculation: all but ( ), and ( )
    that separate numbers.
    """

    tokens: list[Token] = field(default_factory=list)
    partner: dict[int, int] = field(default_factory=dict)
    lists: set[int] = field(default_factory=set)


def scan(source: Source) -> Scan:
    """Cut a text into tokens and match its brackets; Unreadable where they do not match or lie too deep."""
    result = Scan()
    stack: list[int] = []
    gap = False
    for found in TOKEN.finditer(source.text):
        kind = found.lastgroup
        if kind == "gap":
            gap = True
            continue
        token = _token(kind or OTHER, found[0], found.start(), gap)
        index = len(result.tokens)
        _note_list(result, stack, token)
        result.tokens.append(token)
        gap = False
        if token.kind == OPEN:
            _open(result, stack, token, index)
        elif token.kind == CLOSE:
            _close(result, stack, token, index)
    if stack:
        token = result.tokens[stack[-1]]
        raise Unreadable(token.text, token.start, f"this bracket is not closed by {CLOSING[token.text]}")
    return result


def _token(kind: str, text: str, start: int, gap: bool) -> Token:
    end = start + len(text)
    if kind == "separator":
        kind = text
    elif kind == "percent":
        kind = PERCENT
    elif kind == "blank" or (kind == "word" and text.casefold() in EMPTY_WORDS):
        kind = BLANK
    elif kind == "rest":
        kind = OTHER
    elif kind == "word":
        text = text.casefold()
    elif kind == "python":
        name = text.rpartition(".")[2]
        kind, text = WORD, PYTHON_WORDS.get(name, name)
    return Token(kind, text, start, end, gap)


def _open(result: Scan, stack: list[int], token: Token, index: int) -> None:
    if len(stack) >= DEEPEST:
        raise Unreadable(token.text, token.start, "there are too many brackets inside one another")
    if token.text != "(":
        result.lists.add(index)
    stack.append(index)


def _close(result: Scan, stack: list[int], token: Token, index: int) -> None:
    if not stack:
        raise Unreadable(token.text, token.start, "no bracket was opened for this one")
    start = stack.pop()
    opened = result.tokens[start]
    if CLOSING[opened.text] != token.text:
        raise Unreadable(
            token.text, token.start, f"the bracket {opened.text} was opened, so {CLOSING[opened.text]} must close it"
        )
    result.partner[start] = index
    if start in result.lists and stack and not _called(result, stack[-1]):
        result.lists.add(stack[-1])


def _note_list(result: Scan, stack: list[int], token: Token) -> None:
    """Round brackets are a list's as soon as something separates numbers inside them."""
    if not stack or _called(result, stack[-1]):
        return
    before = result.tokens[-1]
    side_by_side = token.gap and ends_operand(before) and starts_operand(token)
    if (
        token.kind in (COMMA, SEMICOLON, BAR)
        or side_by_side
        or (token.kind == LINE_END and before.kind != OPEN and ends_operand(before))
    ):
        result.lists.add(stack[-1])


def _called(result: Scan, index: int) -> bool:
    """True for the bracket of exp( ) and its like, which holds one number."""
    return index > 0 and result.tokens[index].text == "(" and result.tokens[index - 1].text in FUNCTIONS


def ends_operand(token: Token) -> bool:
    """True where a number may end with this token."""
    return token.kind in (NUMBER, CLOSE, PERCENT, BLANK) or (token.kind == WORD and token.text not in FUNCTIONS)


def starts_operand(token: Token) -> bool:
    """True where a number may begin with this token, signs aside."""
    return token.kind in (NUMBER, WORD, OPEN, BLANK)
