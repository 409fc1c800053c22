"""Any laboratory as lines: what it says, its field, and its moves by their words."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tutor.coaching.labs.lab import Lab
from tutor.notation.reader import read
from tutor.plain.place import Place
from tutor.plain.words import BACK, NEXT, Word, answer
from tutor.rendering.labs.showing import spoken

if TYPE_CHECKING:
    from tutor.plain.tutor import PlainTutor

STOP = "stop"
"""The move that tells a laboratory that its long work has been ended early."""

EVERY = 5.0
"""Seconds between two lines about long work."""

PART = Word(NEXT.word, "the next part", short=NEXT.short)
PART_BACK = Word(BACK.word, "the part before", short=BACK.short)
LEAVE = Word("leave", "leave the laboratory")
WORD = re.compile("[A-Za-z]+(?:-[A-Za-z]+)*")
BEGINNINGS = {"good": "Right. ", "bad": "Not so: ", "note": ""}


class LabPlace(Place):
    """One laboratory, kept in the stay so that it is found again as it was left."""

    def __init__(self, tutor: PlainTutor, lab: Lab, kept_as: str) -> None:
        super().__init__(tutor)
        self.lab = lab
        self.kept_as = kept_as

    @property
    def words(self) -> tuple[Word, ...]:  # type: ignore[override]  # they change with the laboratory
        parts = (PART, PART_BACK) if len(self.lab.parts) > 1 else ()
        own = tuple(
            Word(x.move, x.what.rstrip("."), short=x.shown if x.shown != x.move and not x.shown.isupper() else "")
            for x in self.lab.controls()
            if not x.drawn
        )
        return (*parts, *own, LEAVE)

    @property
    def prompt(self) -> str:
        field = self.lab.field()
        part = f", {self.lab.parts[self.lab.part]}" if len(self.lab.parts) > 1 else ""
        return f"{self.lab.title}{part}, {field.prompt.rstrip('.:') if field is not None else 'a move'}"

    def tell(self) -> None:
        lab = self.lab
        self.talk.gap()
        part = f", part {lab.part + 1} of {len(lab.parts)}: {lab.parts[lab.part]}" if len(lab.parts) > 1 else ""
        self.talk.say(f"Laboratory: {lab.title}{part}.")
        self._tell_state()

    def play(self) -> None:
        """In the laboratory until the learner leaves it."""
        self.tell()
        self._tell_words()
        while True:
            word, rest = self.ask()
            if word == LEAVE.word:
                return
            if word == PART.word:
                self._go(1, "This is the last part: back goes back, leave leaves.")
            elif word == PART_BACK.word:
                self._go(-1, "This is the first part: next goes on, leave leaves.")
            elif word:
                self._show(self.lab.press(word))
            elif self._is_mistyped(rest):
                self.talk.say(f"{rest.strip()} is no move here, and no number.")
                self._tell_words()
            elif (field := self.lab.field()) is not None:
                self._show(self.lab.enter(answer(rest) or field.text))
            elif not rest.strip():
                enter = next((x.move for x in self.lab.controls() if "enter" in x.key.split(",") and not x.drawn), None)
                if enter is not None:
                    self._show(self.lab.press(enter))
                else:
                    self._go(1, "This is the last part: back goes back, leave leaves.")
            else:
                self.talk.say("That is no move here.")
                self._tell_words()

    def _is_mistyped(self, line: str) -> bool:
        """Whether a line is a word, where only numbers can be typed and no number is a word."""
        field, word = self.lab.field(), line.strip()
        if field is None or not field.numbers or not WORD.fullmatch(word):
            return False
        return read(word).status == "unreadable"

    def _tell_words(self) -> None:
        self.talk.say(f"Moves: {', '.join(word.word for word in self.words)}. ? explains them.")

    def _tell_state(self) -> None:
        """What there is to see now, what the last move said, and what can be typed."""
        self.talk.say(*spoken(self.lab, ascii=self.talk.ascii))
        said = self.lab.said
        if said is not None:
            self.talk.say(f"{'' if said.text.startswith('Right') else BEGINNINGS[said.kind]}{said.text}")
        field = self.lab.field()
        if field is not None:
            text = f" Now: {field.text}." if field.text else ""
            self.talk.say(f"{field.prompt.rstrip('.:')}{f' ({field.help})' if field.help else ''}.{text}")

    def _go(self, by: int, end: str) -> None:
        lab = self.lab.go(by)
        if lab is self.lab:
            self.talk.say(end)
        else:
            self._put(lab)
            self.tell()
            self._tell_words()

    def _show(self, lab: Lab) -> None:
        """Show what a move has led to, and do the long work that it asks for."""
        before = self.lab
        self._put(lab)
        states = lab.work() if lab is not before else None
        if states is not None:
            self._work(states)
        self._tell_state()

    def _put(self, lab: Lab) -> None:
        self.lab = lab
        self.tutor.labs[self.kept_as] = lab

    def _work(self, states: Iterator[Lab]) -> None:
        """Long work to its end, or to Ctrl+C, with a line every so often."""
        self.talk.say("Working; Ctrl+C stops.")
        last = time.monotonic()
        for state in states:
            self._put(state)
            if self.talk.lines.interrupted():
                self._put(self.lab.press(STOP))
                return
            # What the last state says comes with all that is told then.
            if time.monotonic() - last >= EVERY and state.work() is not None:
                last = time.monotonic()
                self.talk.say(f"Still at it. {state.said.text if state.said else ''}".rstrip())
