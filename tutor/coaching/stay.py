"""One learner's stay in the tutor, in whichever front end: what was recorded, the journal that goes on, the session.

The home screen needs only what is here; the course itself and the session are loaded when they are first needed.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Literal

from tutor import __version__
from tutor.lessons.outline import outline_course
from tutor.notation.visible import printable
from tutor.records.journal import Journal
from tutor.records.progress import Progress
from tutor.records.snapshot import Known, keep, read_known

if TYPE_CHECKING:
    from tutor.coaching.session import Session
    from tutor.lessons.model import Course, Lesson
    from tutor.surroundings import Surroundings

NOT_KEPT_HERE = "Progress is not being kept just now; tell your teacher."
"""Said in a kiosk, whose learners can do nothing about a folder."""


class Stay:
    """What one learner has done so far and does now. It changes as its session does; nothing else of it does."""

    def __init__(
        self, surroundings: Surroundings, *, front_end: Literal["app", "plain"], course: Course | None = None
    ) -> None:
        self.surroundings = surroundings
        self.outlines = outline_course(surroundings.lesson_folders)
        known = read_known(
            surroundings.state,
            learner=surroundings.learner,
            aliases={old: now for x in self.outlines for old, now in x.was},
            version=__version__,
        )
        self._recorded = known.progress
        self._note = known.note
        self._left_out = ""
        self._unkept: Known | None = known
        """What a snapshot can be made of; None once that is done."""
        self.journal = Journal(
            surroundings.state,
            clock=surroundings.clock,
            learner=surroundings.learner,
            version=__version__,
            front_end=front_end,
            after=self._recorded.latest,
        )
        self.journal.prepare()
        self.first_time = surroundings.state is not None and not known.events
        """True until a lesson is opened, for one who has never been here."""
        self._course = course
        self._session: Session | None = None
        self._making_session = threading.Lock()
        self._quizzes = 0

    @property
    def session(self) -> Session:
        """The learner's session. Made when it is first needed: the home screen does without."""
        # The thread that warms up and a learner who is quick with Enter may both be the first to need it.
        with self._making_session:
            if self._session is None:
                from tutor.coaching.session import Session

                self._session = Session(
                    load=self._load,
                    journal=self.journal,
                    progress=self._recorded,
                    learner=self.surroundings.learner,
                    seed=self.surroundings.seed,
                )
            return self._session

    def _load(self) -> Course:
        from tutor.lessons.loader import load_course

        course = self._course if self._course is not None else load_course(self.surroundings.lesson_folders)
        # Only now is it known that a file whose beginning is sound has a fault further on.
        faulty = {fault.path for fault in course.faults if fault.level == "error"}
        self.outlines = tuple(x for x in self.outlines if x.path not in faulty)
        if faulty:
            names = ", ".join(sorted(printable(path.name) for path in faulty))
            self._left_out = f"Left out, since they have faults: {names}. attn-tutor check FOLDER names each."
        return course

    @property
    def progress(self) -> Progress:
        """What this learner has done so far."""
        return self._session.progress if self._session is not None else self._recorded

    def keep_snapshot(self) -> None:
        """Make the next start quicker, where what is recorded has become much; once the first screen is there."""
        known, self._unkept = self._unkept, None
        if known is not None:
            keep(self.surroundings.state, known)

    def next_quiz(self) -> int:
        """The seed of the next mixed quiz: another one each time."""
        self._quizzes += 1
        return self.surroundings.seed + self._quizzes

    def mixed_quiz(self) -> tuple[Lesson, int]:
        """A mixed quiz over the units without what was just answered, and the draw for its numbers."""
        from tutor.coaching.quiz import mixed

        session, seed = self.session, self.next_quiz()
        return mixed(session.course, session.progress, seed, answered=session.answered), seed

    @property
    def trouble(self) -> str:
        """Why progress is not being kept, in a sentence for this learner; empty while it is."""
        problem = self.journal.problem or ""
        return NOT_KEPT_HERE if problem and self.surroundings.kiosk else problem

    def notice(self) -> str:
        """What has to be said once about saving or lessons; nothing most of the time."""
        note = self.surroundings.note or self.trouble or self._note or self._left_out
        if note:
            return note
        if self.first_time:
            # Behind a kiosk there is no way to that folder.
            if self.surroundings.kiosk:
                return "What you type is kept; a teacher may read it."
            return f"What you type is kept in {self.surroundings.state}; a teacher may read it there."
        return ""
