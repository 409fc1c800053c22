"""The tokens laboratory: a text cut in four ways, merges learned one by one, ids as rows, positions, and order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from tutor.coaching.labs.lab import Control, Field, Lab, Said
from tutor.coaching.labs.token_controls import CONTROLS
from tutor.coaching.labs.token_texts import (
    OWN,
    SAMPLES,
    TO_CUT,
    TRAININGS,
    Scheme,
    bounded,
    counted,
    english_steps,
    schemes,
    steps_of,
)
from tutor.coaching.labs.token_vectors import Numbers, table_of
from tutor.lessons.labs import LabName, LabValue
from tutor.maths.checks import count
from tutor.maths.positions import look_up, one_hot
from tutor.maths.tokens import Learning, Merge, Pieces, words
from tutor.notation.visible import printable

LARGEST_POSITION = 9999

FEW_MERGES = 2
"""How many are used at first: so few that more of them soon change something."""

LADDER = (0, 1, 2, 5, 10, 20, 50, 100, 200)
"""How many merges of the English text one can choose to use, and all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensLab(Lab):
    """What is looked at: `text` in four ways, `to_cut` with the merges so far; ids count from 1, positions from 0."""

    name: ClassVar[LabName] = "tokens"
    title: ClassVar[str] = "Tokens"
    parts: ClassVar[tuple[str, ...]] = ("text", "merges", "lookup", "positions", "order")

    text: str = SAMPLES[0]
    to_cut: str = TO_CUT
    looked: bool = False
    """Whether the counts of the first part are on show; before, they are to be guessed."""
    used: int = FEW_MERGES
    """Merges of the English text that cut `text`, at most."""
    training: str = next(iter(TRAININGS))
    counting: bool = False
    """Whether the pairs' counts, and with them the next merge, are on show; else they are to be guessed."""
    taken: int = 0
    """Merges learned so far on the part of that name."""
    chosen: int = 1
    position: int = 1
    swapped: bool = False
    positioned: bool = False
    masked: bool = False

    # What is looked at

    @property
    def on(self) -> str:
        """The name of the part that is open."""
        return self.parts[self.part]

    @property
    def merges_used(self) -> int:
        """How many merges of the English text cut `text`."""
        return min(self.used, len(english_steps()) - 1)

    def cuts(self) -> tuple[Scheme, ...]:
        """`text` as characters, bytes, words and pieces."""
        return schemes(self.text, merges=self.merges_used)

    @property
    def steps(self) -> tuple[Learning, ...]:
        """Every step of learning from the training text."""
        return steps_of(TRAININGS[self.training] or self.to_cut)

    @property
    def learned(self) -> Learning:
        """Learning after the merges so far."""
        return self.steps[self.taken]

    def own_words(self) -> tuple[Pieces, ...]:
        """Each word of `to_cut`, cut by the merges so far."""
        return tuple(self.learned.cut(word) for word in words(self.to_cut))

    @property
    def table(self) -> Numbers:
        """The embedding table: a row for each piece of the vocabulary so far. (vocabulary, 4)"""
        return table_of(len(self.learned.vocabulary()))

    @property
    def row(self) -> int:
        """The id that is looked up, counted from 1; where merges were taken back, the last one that is left."""
        return min(self.chosen, len(self.table))

    def looked_up(self) -> tuple[Numbers, Numbers]:
        """The chosen row, picked from the table, and as one-hot times the table. Each (4,)."""
        ids = [self.row - 1]
        return look_up(ids, self.table)[0], (one_hot(ids, len(self.table)) @ self.table)[0]

    # What can be done

    def controls(self) -> tuple[Control, ...]:
        return CONTROLS[self.on]

    def press(self, move: str) -> Self:
        lab = replace(self, said=None, looked=self.looked or self.on == "text")
        match self.on, move:
            case "text", "look":
                return replace(lab, looked=not self.looked)
            case "text", ("more" | "fewer") as way:
                return lab._with_merges(more=way == "more")
            case "text", "sample":
                known = SAMPLES.index(self.text) if self.text in SAMPLES else -1
                lab = replace(lab, text=SAMPLES[(known + 1) % len(SAMPLES)])
                return lab._saying(counted(lab.cuts()))
            case "merges", "counts":
                return replace(lab, counting=not self.counting)
            case "merges", _:
                return lab._learning(move)
            case (("lookup" | "positions"), ("after" | "before") as way):
                return lab._at_row(self.row + (1 if way == "after" else -1))
            case "positions", ("later" | "earlier") as way:
                return lab._at(self.position + (1 if way == "later" else -1))
            case "order", "swap":
                return replace(lab, swapped=not self.swapped)
            case "order", "add":
                return replace(lab, positioned=not self.positioned)
            case "order", "mask":
                return replace(lab, masked=not self.masked)
            case _:
                return self._saying("That does nothing on this part.")

    def field(self) -> Field | None:
        match self.on:
            case "text":
                return Field(
                    prompt="Your text, one line", text=_typable(self.text), help="a name, another language, an emoji"
                )
            case "merges":
                return Field(prompt="Your text", text=_typable(self.to_cut), help="some words")
            case "lookup":
                return Field(prompt="An id or a piece", help=f"1 to {len(self.table)}, or a piece")
            case "positions":
                return Field(prompt="A position", help=f"0 to {LARGEST_POSITION}", numbers=True)
            case _:
                return None

    def enter(self, text: str) -> Self:
        lab = replace(self, said=None)
        match self.on:
            case "text" | "merges":
                return lab._with_text(text)
            case "lookup":
                return lab._row_of(text)
            case "positions":
                number = _whole(text)
                if number is None:
                    return lab._saying(f"A position is a whole number from 0 to {LARGEST_POSITION}.", bad=True)
                return lab._at(number)
            case _:
                return lab._saying("Nothing is typed on this part.")

    # How it is done

    def _saying(self, text: str, *, bad: bool = False) -> Self:
        return replace(self, said=Said(text=text, kind="bad" if bad else "note"))

    def _with_text(self, text: str) -> Self:
        taken, bound = bounded(text)
        if not words(taken):
            return self._saying("Type a text with something in it beside blanks.", bad=True)
        lab = replace(self, text=taken, to_cut=taken, looked=True)
        if self.training == OWN:
            lab = replace(lab, taken=0)
        if self.on == "text":
            said = counted(lab.cuts())
        else:
            own = lab.own_words()
            said = f"{count(len(own), 'word')}, {count(sum(map(len, own)), 'token')} with the merges so far."
        return lab._saying(f"{bound} {said}".strip())

    def _with_merges(self, *, more: bool) -> Self:
        last = len(english_steps()) - 1
        rungs = sorted({*(rung for rung in LADDER if rung < last), last})
        at = rungs.index(self.merges_used) + (1 if more else -1)
        if not 0 <= at < len(rungs):
            return self._saying(
                f"All {last} merges of the English text are used."
                if more
                else "No merge is used: every piece is one byte."
            )
        lab = replace(self, used=rungs[at])
        before, now = (len(each.cuts()[-1].pieces) for each in (self, lab))
        same = f"still {count(now, 'piece')}" if before == now else f"{count(now, 'piece')}, {before} before"
        return lab._saying(f"{count(lab.used, 'merge')} used: {same}.")

    def _learning(self, move: str) -> Self:
        match move:
            case "merge":
                if self.taken + 1 == len(self.steps):
                    return self._saying("No pair occurs twice any more: there is nothing left worth a merge.")
                lab = replace(self, taken=self.taken + 1)
                return lab._saying(_merge_said(self.learned, lab.learned))
            case "undo":
                if not self.taken:
                    return self._saying("There is no merge to take back: every piece is a letter.")
                undone = self.learned.merges[-1]
                return replace(self, taken=self.taken - 1)._saying(
                    f"Taken back: {_joining(undone)}. Merges so far: {self.taken - 1}."
                )
            case "all":
                last = len(self.steps) - 1
                before, now = self.steps[0].length(), self.steps[last].length()
                lab = replace(self, taken=last)
                return lab._saying(f"{count(last, 'merge')}: {count(before, 'letter')} became {count(now, 'piece')}.")
            case "restart":
                return replace(self, taken=0)._saying("From the letters again.")
            case "training":
                names = tuple(TRAININGS)
                lab = replace(self, taken=0, training=names[(names.index(self.training) + 1) % len(names)])
                long = sum(word.times for word in lab.learned.words)
                return lab._saying(f"Learning from {lab.training}: {count(long, 'word')}, from the letters again.")
        return self._saying("That does nothing on this part.")

    def _at_row(self, row: int) -> Self:
        last = len(self.table)
        if 1 <= row <= last:
            return replace(self, chosen=row)
        text = f"Ids are 1 to {last} here; more merges (part merges) make more of them."
        return replace(self, said=Said(text=text, stays=True))

    def _row_of(self, text: str) -> Self:
        number = _whole(text)
        vocabulary = self.learned.vocabulary()
        if number is not None and 1 <= number <= len(vocabulary):
            return self._at_row(number)
        if text.strip() in vocabulary:
            return self._at_row(vocabulary.index(text.strip()) + 1)
        asked = printable(text.strip()[:24])
        known = f"ids are 1 to {len(vocabulary)}, and {printable(vocabulary[-1])} is a piece"
        return self._saying(f"{asked or 'That'} is no id and no piece here: {known}.", bad=True)

    def _at(self, position: int) -> Self:
        if 0 <= position <= LARGEST_POSITION:
            return replace(self, position=position)
        text = f"Positions are 0 to {LARGEST_POSITION} here; the first token has position 0."
        return replace(self, said=Said(text=text, stays=True))


def start(values: Mapping[str, LabValue]) -> TokensLab:
    """The laboratory at what a lesson's page sets: `text`, and `part` by its name. What does not fit is said."""
    lab = TokensLab()
    unfit = []
    text = values.get("text", lab.text)
    taken, bound = bounded(text) if isinstance(text, str) else ("", "")
    if words(taken):
        lab = replace(lab, text=taken, said=Said(text=bound) if bound else None)
    else:
        unfit.append("text")
    part = values.get("part", lab.on)
    if isinstance(part, str) and part in lab.parts:
        lab = replace(lab, part=lab.parts.index(part))
    else:
        unfit.append("part")
    if unfit:
        what = " and ".join(unfit)
        lab = replace(lab, said=Said(text=f"The page's value for {what} does not fit; the usual one stands here."))
    return lab


def _merge_said(before: Learning, after: Learning) -> str:
    """What a merge joined, and by which rule it was chosen where others occurred as often."""
    merge = after.merges[-1]
    tied = sum(times == merge.times for times in before.counts().values())
    tie = f"; {tied} pairs tie, the one first met goes first" if tied > 1 else ""
    return f"Merge {len(after.merges)}: {_joining(merge)}, {merge.times} times{tie}."


def _joining(merge: Merge) -> str:
    return f"{printable(' + '.join(merge.pair))} → {printable(merge.piece)}"


def _typable(text: str) -> str:
    """What can stand in a field: nothing of a text with joiners or control characters, which fields draw badly."""
    return text if text.isprintable() else ""


def _whole(text: str) -> int | None:
    """A whole number as people type it, or None."""
    digits = text.strip().removeprefix("+")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None
