"""The part of a session that is about practice: the same answers, hints and showings, on drawn problems."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tutor.coaching.asking.asked import Asked
from tutor.coaching.verdict import Verdict
from tutor.records.events import Event
from tutor.records.journal import Journal
from tutor.records.progress import Progress

if TYPE_CHECKING:
    from tutor.coaching.practice import Practice


class Practising:
    """Tells the journal, keeps `progress` current, and holds the problem that is practised. `seed` starts the draws."""

    def __init__(self, *, journal: Journal, progress: Progress, seed: int) -> None:
        self.journal = journal
        self.progress = progress
        self.seed = seed
        self.practice: Practice | None = None
        self.answered: set[str] = set()
        """The steps with an answer in this stay."""
        self._drawn = 0
        self._has_said_order = False

    def practise(self, level: int | None = None) -> None:
        """A fresh practice problem: of the same level as the last, unless one is named; at first the one left open."""
        from tutor.coaching.practice import begin, fading_after, resumed

        last = self.practice
        if last is None and level is None:
            self.practice = resumed(self.progress)
            if self.practice is not None:
                return
        wanted = level or (last.variant.level if last is not None else 1)
        stays = last is not None and last.finished and wanted == last.variant.level
        self._drawn += 1
        seed = (self.seed + self._drawn) % 1_000_000
        self.practice = begin(seed, wanted, fading_after(last)) if stays and last else begin(seed, wanted)

    def answer_practice(self, raw: str, *, reading: int | None = None) -> Verdict:
        """Judge a line of the practice problem."""
        from tutor.coaching.practice import judged

        practice = self._practice
        verdict = self.once(practice.question.judge(raw, earlier=practice.earlier, reading=reading))
        self.tell_answer(practice.step_id, practice.question, raw, verdict, tries=practice.line.tries)
        self.practice = judged(practice, raw, verdict)
        return verdict

    def once(self, verdict: Verdict) -> Verdict:
        """The verdict without the remark on hiding before softmax, once that has been said in this stay."""
        from tutor.coaching.judging.remarks import MASK_FIRST

        if MASK_FIRST not in verdict.message:
            return verdict
        again, self._has_said_order = self._has_said_order, True
        return replace(verdict, message=verdict.message.replace(f" {MASK_FIRST}", "")) if again else verdict

    def draft_practice(self, raw: str) -> None:
        """What stands in the field of the open line, not submitted: there again when practice is come back to."""
        practice = self.practice
        if practice is not None and not practice.finished and raw != practice.line.typed:
            self.tell(self.journal.drafted(practice.step_id, raw, seed=practice.variant.seed))
            self.practice = practice.with_line(draft=raw)

    def hint_practice(self) -> None:
        """One hint more on the open line; the last one shows it."""
        line = self._practice.line
        rung = line.rungs + 1
        if rung >= len(self.practice_ladder()):
            self.show_practice()
        elif not line.closed:
            self.tell(self.journal.hinted(self._practice.step_id, rung))
            self.practice = self._practice.with_line(rungs=rung)

    def show_practice(self) -> None:
        """Show the open line worked out; the next problem leaves it blank. A line that is right stays so."""
        if self._practice.line.closed:
            return
        self.tell(self.journal.shown(self._practice.step_id, seed=self._practice.variant.seed))
        self.practice = self._practice.with_line(shown=True)

    def go_on_practice(self) -> None:
        """To the next line of the practice problem."""
        from tutor.coaching.practice import go_on

        self.practice = go_on(self._practice)

    def practice_ladder(self) -> tuple[str, ...]:
        """All hints of the open line, the last of which shows it worked out."""
        return self._practice.question.ladder()

    @property
    def _practice(self) -> Practice:
        assert self.practice is not None, "practise first"
        return self.practice

    def tell(self, event: Event) -> None:
        """Count an event that the journal has written down."""
        self.progress = self.progress.after(event)
        if event.type == "answer":
            self.answered.add(str(event.fields["step"]))

    def tell_answer(self, step_id: str, question: Asked, raw: str, verdict: Verdict, *, tries: int) -> None:
        """Write an answer down, and count it. `tries` were made before it."""
        self.tell(
            self.journal.answered(
                step_id,
                raw=raw,
                status=verdict.status,
                mistakes=verdict.mistakes,
                cells=verdict.cells,
                seed=question.seed,
                digits=question.digits,
                try_=tries + 1,
            )
        )
