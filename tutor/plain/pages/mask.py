"""A page that asks for the cells of a mask: all of it on one line, or one row a line."""

from __future__ import annotations

import re

from tutor.coaching.asking.masks import MaskQuestion
from tutor.coaching.judging.masks import Grid, grid_text
from tutor.plain.pages.asking import ON, UNCHANGED, AskingPage
from tutor.plain.words import Word, number_in
from tutor.rendering.spoken import grid_rows

SET_ROW = Word("row", "change this row: row 2 1 1 0", follows="NUMBER CELLS")
CLEAR = Word("clear", "begin again with the first row")
CELLS = re.compile(r"[01](?:[\s,]*[01])*")


class MaskPage(AskingPage):
    """The question, and the rows typed so far."""

    words = (*AskingPage.words, SET_ROW, CLEAR)
    rows: tuple[tuple[bool, ...], ...] = ()
    """The rows typed so far, from the first on."""

    @property
    def asked(self) -> MaskQuestion:
        """What is asked, by its own type."""
        question = self.session.question
        assert isinstance(question, MaskQuestion)
        return question

    @property
    def label(self) -> str:
        if self.standing.closed and not self.rows:
            return super().label
        if not self.rows:
            return f"mask, or row {self.asked.task.queries[0]}"
        return f"mask, row {self.asked.task.queries[len(self.rows)]}"

    def tell_task(self) -> None:
        question = self.asked
        self.talk.tell(question.prompt, f"{question.label}: {question.form}.")
        self.talk.say(
            f"queries, one row each: {', '.join(question.task.queries)}",
            f"keys, one cell each: {', '.join(question.task.keys)}",
            f"Type {question.placeholder}; or one row a line.",
        )
        page = self.standing
        cells = question.cells(page.raw) if page.raw else None
        if cells is not None:
            marks = page.verdict.cells if page.verdict is not None and page.raw == page.judged else ()
            self.talk.say("It stands so:", *grid_rows(question.task.queries, question.task.keys, cells, marks))
        if page.raw == page.judged and page.verdict is not None:
            self.say_verdict(page.verdict)
        self.tell_hints()

    def keep(self, text: str) -> None:
        row = self._row(text)
        self._keep_rows((*self.rows, row) if row is not None else self.rows)

    def do(self, word: str, rest: str) -> bool:
        if word == CLEAR.word:
            self.rows = ()
            self.talk.say("From the first row.")
            return False
        if word != SET_ROW.word:
            return super().do(word, rest)
        number, _, typed = rest.replace(":", " ").partition(" ")
        row, n = self._row(typed), self.asked.task.n
        place = number_in(number, n)
        if row is None or place is None:
            self.talk.say(f"That needs a row from 1 to {n}, and its {n} cells: row 1 {' '.join('1' * n)}")
            return False
        rows = [list(x) for x in self.asked.cells(self.standing.raw) or ((False,) * n,) * n]
        rows[place - 1] = list(row)
        return self._submit(tuple(map(tuple, rows)))

    def take(self, line: str) -> bool:
        page = self.standing
        if not line.strip():
            if page.closed and not self.rows:
                return True
            self.talk.say("Type the mask, or its next row; or hint, or show. next leaves it open.")
            return False
        cells = self.asked.cells(line)
        if cells is not None:
            self.rows = ()
            return self._submit(cells)
        row = self._row(line)
        if row is None:
            heard = self.asked.hear(line)
            self.talk.say(heard.reason if heard is not None else "Nothing is filled in yet.")
            return False
        self.rows = (*self.rows, row)
        if len(self.rows) < self.asked.task.n:
            self._keep_rows(self.rows)
            return False
        cells, self.rows = self.rows, ()
        return self._submit(cells)

    def _row(self, line: str) -> tuple[bool, ...] | None:
        """One row of cells; None where the line is none."""
        digits = [c for c in line if c in "01"]
        fits = CELLS.fullmatch(line.strip().strip("[]();").strip()) and len(digits) == self.asked.task.n
        return tuple(c == "1" for c in digits) if fits else None

    def _keep_rows(self, rows: tuple[tuple[bool, ...], ...]) -> None:
        """The rows so far, with blank ones for those to come."""
        n = self.asked.task.n
        blank: Grid = ((None,) * n,) * (n - len(rows))
        if rows:
            self.session.draft(grid_text((*rows, *blank)))

    def _submit(self, cells: Grid) -> bool:
        raw, page = grid_text(cells), self.standing
        if raw == page.judged and page.verdict is not None:
            self.talk.say(ON if page.closed else UNCHANGED)
            return False
        verdict = self.session.submit(raw)
        self.talk.say(*grid_rows(self.asked.task.queries, self.asked.task.keys, cells, verdict.cells))
        self.say_verdict(verdict)
        return False
