"""The workbench in plain lines for matrices from a file: many heads and tokens, heard a row or a cell at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tutor.maths.exported import Exported, Kept
from tutor.notation.places import LIKE
from tutor.plain.place import Place
from tutor.plain.words import BACK, INSIDE, NEXT, Word, number_in
from tutor.rendering.arithmetic import cell_arithmetic, empty_rows_note, stage_caption
from tutor.rendering.exported import largest_words, loaded_words, mask_words
from tutor.rendering.looked import first_look
from tutor.rendering.spoken import MOST_CELLS, stage_rows
from tutor.rendering.tables import as_text

if TYPE_CHECKING:
    from tutor.maths.attention import Trace
    from tutor.plain.tutor import PlainTutor
    from tutor.rendering.stages import Walk

STAGE_ON = Word(NEXT.word, "the next stage", short=NEXT.short)
STAGE_BACK = Word(BACK.word, "the stage before", short=BACK.short)
JUMP = Word("jump", f"go to a cell and write its arithmetic out: {LIKE}, or tokens by name", follows="CELL", short="j")
ROW = Word("row", "read a row, all of it; alone, the one that you are in", follows="NUMBER")
LARGEST = Word("largest", "the largest weights of a row; alone, of the one that you are in", follows="NUMBER")
HEAD = Word("head", "another head; alone, the next one", follows="NUMBER", short="t")
MASK_RULE = Word("mask", "with the causal mask or without it", short="m")
SAVE = Word("save", "save this stage of this head as a text file")
OWN = Word("own", "the workbench for numbers that you type")


class MatricesPlace(Place):
    """A file's heads, one at a time: the stage, and the cell that one is in."""

    words = (STAGE_ON, STAGE_BACK, JUMP, ROW, LARGEST, INSIDE, HEAD, MASK_RULE, SAVE, OWN)
    enter = "the next stage"

    def __init__(self, tutor: PlainTutor, exported: Exported) -> None:
        super().__init__(tutor)
        self.exported = exported
        self.at = first_look(exported)
        self._kept = Kept()

    @property
    def prompt(self) -> str:
        walk = self.at.walk
        head = f", head {walk.head + 1}" if walk.heads > 1 else ""
        return f"workbench{head}, {walk.word}, {walk.place}"

    def tell(self) -> None:
        self.talk.gap()
        self.talk.say(f"Workbench. {loaded_words(self.exported, offset=self.at.rule)}.")
        self._tell_stage()

    def play(self) -> None:
        """Here until the learner goes home."""
        self.tell()
        while True:
            word, rest = self.ask()
            if not word and rest.strip():
                self.talk.say("That is no command here; ? lists them.")
            elif word == OWN.word:
                self.tutor.open_form()
            elif word == HEAD.word:
                self._head(rest)
            elif word == MASK_RULE.word:
                self._next_mask()
            else:
                trace = self._trace()
                if trace is not None:
                    self._do(trace, word, rest)

    def _trace(self) -> Trace | None:
        """The head that one is at; None, and why, where it cannot be worked out."""
        head = self._kept.of(self.exported, self.at.which)
        if head.trouble:
            self.talk.say(f"Head {self.at.walk.head + 1} cannot be worked out: {head.trouble}.")
            return None
        return head.whole

    def _do(self, trace: Trace, word: str, rest: str) -> None:
        if word == STAGE_BACK.word:
            self._step(-1)
        elif word == INSIDE.word:
            self._go(self.at.walk.toggled())
        elif word == JUMP.word:
            self._jump(trace, rest)
        elif word == SAVE.word:
            text = as_text(trace, self.at.walk.stage, head=self.at.walk.head, ascii=self.talk.ascii)
            self.talk.say(self.tutor.save(self.at.file_name, f"{text}\n"))
        elif word in (ROW.word, LARGEST.word):
            self._row(trace, word, rest)
        else:
            self._step(1)

    def _tell_stage(self) -> None:
        """What the stage is, and its rows where they are few enough to be listened to."""
        trace, walk = self._trace(), self.at.walk
        if trace is None:
            return
        head = f", head {walk.head + 1} of {walk.heads}" if walk.heads > 1 else ""
        self.talk.say(f"{walk.place}{head}. {stage_caption(trace, walk.stage)}.")
        rows, columns = self.at.shape
        if rows * columns <= MOST_CELLS:
            self.talk.say(*stage_rows(trace, walk.stage, head=walk.head, tokens=self.exported.tokens))
        else:
            self.talk.say(f"{rows} rows of {columns}: row 1 reads one, largest 1 where most of its weight goes.")
        empty = empty_rows_note(trace)
        if empty is not None and walk.stage not in ("scores", "scaled"):
            self.talk.say(empty)

    def _step(self, by: int) -> None:
        walk = self.at.walk.step(by)
        if walk is None:
            self.talk.say("This is the last stage: back goes back." if by > 0 else "This is the first stage.")
        else:
            self._go(walk)

    def _go(self, walk: Walk) -> None:
        self.at = replace(self.at, walk=walk)
        self._tell_stage()

    def _head(self, rest: str) -> None:
        heads = self.exported.heads
        head = number_in(rest, heads) if rest else self.at.turned(1)[0] + 1
        if heads == 1:
            self.talk.say("There is one head only.")
        elif head is None:
            self.talk.say(f"Name a head from 1 to {heads}.")
        else:
            self._go(self.at.walk.at_head(head - 1))

    def _next_mask(self) -> None:
        self.at = self.at.at(self.at.ruled)
        used = mask_words(self.exported, self.at.rule)
        if len(self.exported.offsets) == 1:
            self.talk.say(f"These numbers have {used}.")
        else:
            self.talk.say(f"Now: {used}.")
            self._tell_stage()

    def _jump(self, trace: Trace, rest: str) -> None:
        try:
            self.at = self.at.jumped(rest)
        except ValueError as error:
            self.talk.say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            return
        walk, column = self.at.walk, min(self.at.column, self.at.shape[1] - 1)
        width = self.talk.width
        self.talk.say(cell_arithmetic(trace, walk.stage, self.at.row, column, head=walk.head, width=width))

    def _row(self, trace: Trace, word: str, rest: str) -> None:
        count, walk = self.exported.n_q, self.at.walk
        row = number_in(rest.strip().casefold().lstrip("q"), count) if rest else self.at.row + 1
        if row is None:
            self.talk.say(f"Name a row from 1 to {count}.")
            return
        self.at = replace(self.at, row=row - 1)
        tokens = self.exported.tokens
        if word == LARGEST.word:
            largest = largest_words(trace, row - 1, tokens=tokens, width=2 * self.talk.width)
            self.talk.say(f"q{row} largest weights: {largest}.")
        else:
            self.talk.say(*stage_rows(trace, walk.stage, head=walk.head, tokens=tokens, only=(row - 1,)))
