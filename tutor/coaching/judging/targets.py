"""Grading shifted targets: which token each position of a row is to predict."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.coaching.judging.wording import listed
from tutor.coaching.verdict import Verdict

SEPARATORS = re.compile(r"[\s,;|\[\](){}]+")
QUOTES = "\"'“”‘’`"
BLANK = "_"
"""A target that is not filled in yet."""


def typed_tokens(text: str) -> tuple[str, ...]:
    """The tokens of a typed row, without what parts or surrounds them."""
    words = (word.strip(QUOTES) for word in SEPARATORS.split(text))
    return tuple(word for word in words if word)


def grade_targets(tokens: Sequence[str], text: str) -> Verdict:
    """Judge a typed row of targets. `tokens` is the whole sequence; every token but the first is a target."""
    wanted = tuple(tokens[1:])
    typed = typed_tokens(text)
    if not typed:
        return Verdict(
            status="unreadable", message=f"Nothing is filled in yet. Type {len(wanted)} tokens, blanks between them."
        )
    echo = f"[{', '.join(typed)}]"
    codes = _codes(tokens, typed)
    cells = tuple(None if a == BLANK else _same(a, b) for a, b in zip(typed, wanted, strict=False))
    if len(typed) != len(wanted):
        message = _explained(tokens, codes) if codes else _counted(tokens, typed)
        return Verdict(status="shape", message=message, mistakes=codes, read=echo)
    if all(cells):
        return Verdict(status="right", message="Right.", cells=cells, read=echo)
    if codes:
        return Verdict(
            status="mistake" if len(codes) == 1 else "ambiguous",
            message=_explained(tokens, codes),
            cells=cells,
            mistakes=codes,
            read=echo,
        )
    wrong = [i for i, good in enumerate(cells) if good is False]
    if not wrong:
        blank = listed([f"position {i + 1}" for i, cell in enumerate(cells) if cell is None])
        return Verdict(
            status="partial", message=f"Right as far as it goes. Still blank: {blank}.", cells=cells, read=echo
        )
    i = wrong[0]
    few = any(cells) and 2 * len(wrong) <= sum(cell is not None for cell in cells)
    message = f"Position {i + 1} holds {tokens[i]}. Which token comes next? Not {typed[i]}."
    return Verdict(status="cells" if few else "wrong", message=message, cells=cells, read=echo)


def _same(a: str, b: str) -> bool:
    return a.casefold() == b.casefold()


def _all_same(a: Sequence[str], b: Sequence[str]) -> bool:
    return len(a) == len(b) and all(map(_same, a, b))


def _codes(tokens: Sequence[str], typed: Sequence[str]) -> tuple[str, ...]:
    """The shifts that give this row. A shift leaves one end open; anything, or nothing, may stand there."""
    if _all_same(typed, tokens[1:]):
        return ()
    found = []
    if _all_same(typed, tokens[:-1]):
        found.append("target-same")
    length = len(tokens) - 1
    before, after = tokens[:-2], tokens[2:]
    if before and _all_same(typed[1:] if len(typed) == length else typed, before):
        found.append("target-previous")
    if after and _all_same(typed[:-1] if len(typed) == length else typed, after):
        found.append("target-two-ahead")
    return tuple(found)


SHIFTS = {
    "target-same": "you gave each position its own token",
    "target-previous": "you gave each position the token before it",
    "target-two-ahead": "you went two tokens ahead",
}


def _explained(tokens: Sequence[str], codes: Sequence[str]) -> str:
    todo = f"The target is the next token: at {tokens[0]} it is {tokens[1]}"
    if len(codes) > 1:
        return f"{listed([SHIFTS[code] for code in codes], joiner='or').capitalize()}: which was it? {todo}."
    said = SHIFTS[codes[0]]
    return f"{said[0].upper()}{said[1:]}. {todo}."


def _counted(tokens: Sequence[str], typed: Sequence[str]) -> str:
    inputs = listed(tokens[:-1])
    return (
        f"You gave {len(typed)} token{'s' * (len(typed) > 1)}; one target for each of the {len(tokens) - 1} inputs "
        f"is wanted ({inputs}). {tokens[0]} is never a target."
    )
