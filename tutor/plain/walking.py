"""One calculation, stage by stage, read out; the workbench and worked pages share it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from tutor.maths.problem import Problem
from tutor.plain.talk import Talk
from tutor.plain.words import CELL, HEAD, INSIDE, ROW, number_in
from tutor.rendering.arithmetic import cell_arithmetic, empty_rows_note, stage_caption
from tutor.rendering.layout import plane
from tutor.rendering.spoken import stage_rows
from tutor.rendering.stages import Walk

if TYPE_CHECKING:
    from tutor.maths.attention import Trace


class Walking:
    """A problem, where one is in it, and what the words say that look at it."""

    def __init__(self, talk: Talk, problem: Problem, walk: Walk, *, trace: Trace | None = None) -> None:
        self.talk = talk
        self.problem = problem
        self.walk = walk
        self.trace = trace if trace is not None else problem.solve()

    def tell(self, *, veiled: Collection[int] = ()) -> None:
        """The stage that one is at: what it does, and its rows. `veiled` rows, from 0, are left out."""
        walk = self.walk
        caption = stage_caption(self.trace, walk.stage)
        empty = empty_rows_note(self.trace, head=walk.head)
        head = f", head {walk.head + 1} of {walk.heads}" if walk.heads > 1 else ""
        self.talk.say(f"{walk.place}{head}. {caption}.")
        self.talk.say(
            *stage_rows(self.trace, walk.stage, head=walk.head, tokens=self.problem.tokens, veiled=veiled),
        )
        if empty is not None and walk.stage not in ("scores", "scaled"):
            self.talk.say(empty)

    def step(self, by: int) -> bool:
        """Go a stage on or back, without a word; False where there is none."""
        walk = self.walk.step(by)
        if walk is None:
            return False
        self.walk = walk
        return True

    def do(self, word: str, rest: str) -> bool:
        """`row`, `cell`, `inside`, `head`. False for any other word."""
        if word == ROW.word:
            self.read_row(rest)
        elif word == CELL.word:
            self._read_cell(rest)
        elif word == INSIDE.word:
            walk = self.walk.toggled()
            if walk == self.walk:
                self.talk.say("Softmax is not among the stages here.")
            else:
                self.walk = walk
                self.tell()
        elif word == HEAD.word:
            if self.walk.heads == 1:
                self.talk.say("There is one head only.")
            else:
                self.walk = self.walk.next_head()
                self.tell()
        else:
            return False
        return True

    def row_in(self, text: str) -> int | None:
        """The row, from 0, that is meant by 2 or q2; None, and why, where there is none."""
        rows = plane(self.trace, self.walk.stage, self.walk.head).shape[0]
        return self._place(text, "q", rows, "row")

    def read_row(self, rest: str) -> None:
        """Read one row of the stage."""
        row = self.row_in(rest)
        if row is not None:
            walk = self.walk
            self.talk.say(
                *stage_rows(self.trace, walk.stage, head=walk.head, tokens=self.problem.tokens, only=(row,)),
            )

    def _read_cell(self, rest: str) -> None:
        first, _, second = rest.replace(",", " ").partition(" ")
        row = self.row_in(first)
        if row is None:
            return
        columns = plane(self.trace, self.walk.stage, self.walk.head).shape[1]
        column = self._place(second or ("1" if columns == 1 else ""), "kc", columns, "column")
        if column is not None:
            self.talk.say(
                cell_arithmetic(self.trace, self.walk.stage, row, column, head=self.walk.head, width=self.talk.width)
            )

    def _place(self, text: str, letters: str, count: int, what: str) -> int | None:
        number = number_in(text.strip().casefold().lstrip(letters), count)
        if number is not None:
            return number - 1
        self.talk.say(f"Name a {what} from 1 to {count}." if count > 1 else f"There is {what} 1 only.")
        return None
