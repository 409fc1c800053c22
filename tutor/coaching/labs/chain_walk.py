"""A text walked token by token through a table of next tokens: the chain rule as it grows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, Self

from tutor.coaching.labs.lab import Control, Field, Said
from tutor.coaching.labs.part import Part
from tutor.maths import grammar
from tutor.maths.language import Link, Unit, chain
from tutor.notation.printer import number
from tutor.notation.visible import visible

Source = Literal["table", "grammar"]

START, END = "START", "END"
AFTER: Mapping[str, Mapping[str, float]] = {
    START: {"red": 0.5, "the": 0.3, "fox": 0.2},
    "the": {"red": 0.4, "fox": 0.35, "hen": 0.25},
    "red": {"hen": 0.4, "red": 0.35, "fox": 0.25},
    "fox": {"slept": 0.5, "ran": 0.375, END: 0.125},
    "hen": {"slept": 0.5, "ran": 0.25, END: 0.25},
    "ran": {END: 0.7, "the": 0.2, "red": 0.1},
    "slept": {END: 0.9, "the": 0.1},
}
"""A small table of next tokens, each by the token before it alone."""

EXAMPLES: Mapping[Source, tuple[str, ...]] = {
    "table": ("red", "fox", END),
    "grammar": ("the", "red", "fox", "runs", grammar.END),
}
"""A text that each table allows."""

MARKS = ((START, grammar.START), (END, grammar.END))
"""How the start and the end may be typed; either spelling stands for the mark of the table in use."""

GRAMMAR_MARKS = (grammar.START, grammar.END, grammar.PAD)

LONGEST = grammar.LONGEST - 1
"""Tokens of one walk: the grammar's longest sentence, whose start is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk(Part):
    """A prefix, without its start, and the next token that is pointed at."""

    source: Source = "table"
    prefix: tuple[str, ...] = ()
    place: int = 0

    @property
    def start(self) -> str:
        """The mark that is given and never predicted."""
        return START if self.source == "table" else grammar.START

    @property
    def end(self) -> str:
        """The mark that closes a text, and is predicted."""
        return END if self.source == "table" else grammar.END

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Every token of the table in use, its marks last."""
        if self.source == "table":
            found = dict.fromkeys(token for row in AFTER.values() for token in row if token != END)
            return (*found, START, END)
        return (*(token for token in grammar.VOCABULARY if token not in GRAMMAR_MARKS), *GRAMMAR_MARKS)

    @property
    def ended(self) -> bool:
        return self.prefix[-1:] == (self.end,)

    def after(self, prefix: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
        """Every token that may follow these, with its probability, the likeliest first."""
        if prefix[-1:] == (self.end,):
            return ()
        if self.source == "table":
            found = AFTER[prefix[-1] if prefix else START]
        else:
            found = grammar.next_distribution((self.start, *prefix))
        return tuple(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    @property
    def following(self) -> tuple[tuple[str, float], ...]:
        """What may come next."""
        return self.after(self.prefix)

    def links(self, unit: Unit) -> tuple[Link, ...]:
        """The chain so far."""
        return chain([dict(self.after(self.prefix[:i]))[token] for i, token in enumerate(self.prefix)], unit=unit)

    def controls(self) -> tuple[Control, ...]:
        other = "the grammar" if self.source == "table" else "the small table"
        choose = (
            Control(
                move="take",
                key="right",
                shown="→",
                label="take",
                what="Take the token that is pointed at: it is appended to the text.",
            ),
            Control(move="up", key="up", shown="↑", label="token", what="Point at the token above."),
            Control(move="down", key="down", shown="↓", label="token", what="Point at the token below."),
        )
        undo = Control(move="undo", key="left", shown="←", label="undo", what="Take the last token away again.")
        return (
            *(() if self.ended else choose),
            *((undo,) if self.prefix else ()),
            Control(move="table", key="t", shown="t", label="table", what=f"Walk through {other} instead."),
        )

    def press(self, move: str) -> tuple[Self, Said | None]:
        match move:
            case "up" | "down":
                if self.ended:
                    return self, _closed()
                place = self.place + (1 if move == "down" else -1)
                return replace(self, place=min(max(place, 0), len(self.following) - 1)), None
            case "take":
                return self._take()
            case "undo":
                if not self.prefix:
                    return self, Said(text=f"Nothing to take away: {self.start} is given.")
                places = [token for token, _ in self.after(self.prefix[:-1])]
                return replace(self, prefix=self.prefix[:-1], place=places.index(self.prefix[-1])), None
            case "table":
                source: Source = "grammar" if self.source == "table" else "table"
                return replace(self, source=source, prefix=(), place=0), None
        return self, Said(text=f'There is no move "{move}" here.')

    def _take(self) -> tuple[Self, Said | None]:
        if self.ended:
            return self, _closed()
        if len(self.prefix) == LONGEST:
            return self, Said(text=f"{LONGEST} tokens are enough for one walk. Take some away first.")
        token, p = self.following[self.place]
        return replace(self, prefix=(*self.prefix, token), place=0), _step_said(token, p)

    def field(self) -> Field:
        return Field(prompt="Or a text to walk at once", help=self._example)

    @property
    def _example(self) -> str:
        return " ".join(EXAMPLES[self.source])

    def enter(self, text: str) -> tuple[Self, Said | None]:
        spelled = {token.casefold(): token for token in self.vocabulary}
        for mark, spellings in zip((self.start, self.end), MARKS, strict=True):
            spelled |= {spelling.casefold(): mark for spelling in spellings}
        words = [spelled.get(word.casefold(), word) for word in text.replace(",", " ").split()]
        if words and words[0] == self.start:
            words = words[1:]
        if not words:
            return self, Said(text=f"Type tokens with blanks between them, such as {self._example}.", kind="bad")
        if len(words) > LONGEST:
            return self, Said(text=f"{LONGEST} tokens are enough for one walk; these are {len(words)}.", kind="bad")
        strange = [word for word in dict.fromkeys(words) if word not in self.vocabulary]
        if strange:
            return self, self._unknown(strange)
        for i, word in enumerate(words):
            known = [token for token, _ in self.after(tuple(words[:i]))]
            if word not in known:
                return self, self._impossible(word, tuple(words[:i]), known)
        return replace(self, prefix=tuple(words), place=0), None

    def _unknown(self, strange: list[str]) -> Said:
        """Words that the vocabulary has not: to them the table gives no probability at all, not even 0."""
        some = ", ".join(visible(word) for word in strange[:3]) + (", …" if len(strange) > 3 else "")
        has = ", ".join(token for token in self.vocabulary if token not in (self.start, grammar.PAD))
        return Said(text=f"The vocabulary of {NAMED[self.source]} has no {some}; it has {has}.", kind="bad")

    def _impossible(self, word: str, before: tuple[str, ...], known: list[str]) -> Said:
        prefix = " ".join((self.start, *before))
        if not known:
            return Said(text=f"{self.end} closes the text; nothing comes after it.", kind="bad")
        some = ", ".join(known[:6]) + (", …" if len(known) > 6 else "")
        never = f'p("{visible(word)}" | {prefix}) is 0 in {NAMED[self.source]}, and then so is the whole product.'
        return Said(text=f"{never} Possible here: {some}.", kind="bad")


ABOUT: Mapping[Source, str] = {
    "table": "A small table: it looks at the last token alone.",
    "grammar": "The exact probabilities of a small grammar: they depend on the whole prefix.",
}

NAMED: Mapping[Source, str] = {"table": "this table", "grammar": "this grammar"}


def _closed() -> Said:
    return Said(text="The text is closed. ← takes the last token away.")


def _step_said(token: str, p: float) -> Said | None:
    if p == 1:
        return Said(text=f"{token} was certain: p = 1 costs nothing, and the product stays.")
    return Said(text=f"The product was multiplied by {number(p)}.")
