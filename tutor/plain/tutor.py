"""The tutor in plain lines: the list of lessons, and which place comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.coaching.looking_up import come_back, looking_up
from tutor.coaching.offers import NO_QUESTIONS, NOTHING_DUE, place_in
from tutor.coaching.stay import Stay
from tutor.lessons.glossary import load_glossary, other_name, place_of, search
from tutor.plain.home import HomePlace
from tutor.plain.lesson import play
from tutor.plain.place import GoHome, Place, Return
from tutor.plain.talk import WIDTH, Leave, Lines, Talk
from tutor.plain.words import AGAIN, EXIT, GLOSSARY, HOME, LIST, MENU, QUIT, RETURN, VISIT
from tutor.records.export import saved
from tutor.records.profiles import known_learners, profiles_line

if TYPE_CHECKING:
    from tutor.coaching.entering import Form
    from tutor.coaching.labs.lab import Lab
    from tutor.coaching.session import Session
    from tutor.lessons.glossary import Glossary, Term
    from tutor.lessons.labs import LabName, LabValue
    from tutor.lessons.model import Course, Lesson
    from tutor.maths.exported import Exported
    from tutor.maths.problem import Problem
    from tutor.records.progress import Progress
    from tutor.surroundings import Surroundings

MOST_FOUND = 8


class PlainTutor:
    """One learner's tutor in plain lines. Everything from outside comes in `surroundings` and `lines`."""

    def __init__(
        self, surroundings: Surroundings, lines: Lines, *, width: int = WIDTH, course: Course | None = None
    ) -> None:
        self.surroundings = surroundings
        self.talk = Talk(lines, width=width, ascii=surroundings.ascii)
        self.stay = Stay(surroundings, front_end="plain", course=course)
        self.bench: tuple[Problem, Form] | None = None
        """The workbench as it was left in this stay."""
        self.exported: Exported | None = None
        """Matrices from a file that was named at the start: the workbench is about them."""
        self.labs: dict[str, Lab] = {}
        """The laboratories as they were left in this stay; one opened from a page of a lesson has its own."""
        self.knows_list = False
        """True once the list of lessons has been read out."""
        self._glossary: Glossary | None = None
        self.explained: set[type[Place]] = set()
        """The kinds of places whose words have been explained."""
        self._term: Term | None = None
        self._not_found = ""
        """What was looked up last, where no term was found."""
        self._visits = 0
        self._in_lesson = False
        self._trouble = ""

    @property
    def session(self) -> Session:
        """The learner's session."""
        return self.stay.session

    @property
    def progress(self) -> Progress:
        """What this learner has done so far."""
        return self.stay.progress

    @property
    def is_visiting(self) -> bool:
        """True on a page that was visited from the glossary, or from the results of a quiz."""
        return self._visits > 0

    def run(self, lesson: Lesson | None = None) -> None:
        """From the list of lessons, from this lesson, or from a file's numbers, until the learner leaves."""
        bench = self.exported is not None and lesson is None
        try:
            self._greet()
            while True:
                try:
                    if lesson is not None:
                        first, lesson = lesson, None
                        self.open_lesson(first)
                    elif bench:
                        bench = False
                        self.open_workbench()
                    else:
                        HomePlace(self).play()
                except GoHome:
                    pass
        except Leave:
            pass
        finally:
            self.stay.journal.close()

    def farewell(self) -> None:
        """The last words: whether what was typed is kept."""
        kept = self.surroundings.state is not None and self.stay.journal.problem is None
        self.talk.say("Goodbye. What you typed is kept." if kept else "Goodbye.")

    def _greet(self) -> None:
        learner = f", {self.surroundings.learner}" if self.surroundings.learner else ""
        self.talk.say(f"attn-tutor{learner}, in plain lines. ? says what can be typed, at any time.")
        self._trouble = self.stay.trouble
        learners = known_learners(self.surroundings.state)
        self.talk.say(self.stay.notice(), profiles_line(learners, self.surroundings.learner))
        self.stay.keep_snapshot()

    def say_trouble(self) -> None:
        """Say once when saving stops, and when it works again."""
        trouble = self.stay.trouble
        if trouble != self._trouble:
            self._trouble = trouble
            self.talk.say(trouble or "Progress is being kept again.")

    # Which place comes next.

    def open_lesson(self, lesson: Lesson, step_id: str | None = None) -> None:
        """A lesson at a page: the one named, else where this learner left it."""
        self.stay.first_time = False
        self.session.open(lesson, step_id)
        self._play()

    def look_again(self, lesson: Lesson, step_id: str) -> None:
        """A page of another lesson than the open one. At `return` that one is open again, a run as it stood."""
        aside = self.session.set_aside()
        self._visits += 1
        try:
            self.open_lesson(lesson, step_id)
        except Return:
            pass
        finally:
            self._visits -= 1
        self.session.take_up(aside)

    def continue_course(self) -> None:
        """The page to go on with."""
        place = place_in(self.stay.outlines, self.progress)
        lesson = self.session.course.named(place[0].slug) if place is not None else None
        if place is None or lesson is None:
            self.talk.say("There is no sound lesson; attn-tutor check says what is wrong with the others.")
        else:
            self.open_lesson(lesson, place[0].step_ids[place[1]])

    def open_quiz(self) -> None:
        """A mixed quiz over the units, another one each time."""
        quiz, seed = self.stay.mixed_quiz()
        self._run(quiz, again=seed)

    def open_review(self) -> None:
        """What is worth another look today, with fresh numbers."""
        from tutor.coaching.quiz import review_lesson
        from tutor.coaching.review import draw_of, due

        now = self.surroundings.clock()
        items = due(self.session.course, self.progress, now)
        if items:
            self._run(review_lesson(items), again=draw_of(now))
        else:
            self.talk.say(NOTHING_DUE)

    def _run(self, lesson: Lesson, *, again: int) -> None:
        if lesson.steps:
            self.session.run(lesson, again=again)
            self._play()
        else:
            self.talk.say(NO_QUESTIONS)

    def _play(self) -> None:
        before, self._in_lesson = self._in_lesson, True
        try:
            play(self)
        finally:
            self._in_lesson = before

    def open_practice(self) -> None:
        """Practice, at the problem that was left open."""
        from tutor.plain.practice import PracticePlace

        PracticePlace(self).play()

    def open_workbench(self) -> None:
        """The workbench: for the numbers of a file where one was named, else for those that are typed."""
        if self.exported is None:
            self.open_form()
            return
        from tutor.plain.matrices import MatricesPlace

        MatricesPlace(self, self.exported).play()

    def open_form(self) -> None:
        """The workbench for numbers that are typed, as it was left."""
        from tutor.plain.workbench import WorkbenchPlace

        if self.bench is None:
            self.bench = self.session.workbench()
        WorkbenchPlace(self, *(self.bench or ())).play()

    def open_lab(self, name: LabName, start: tuple[tuple[str, LabValue], ...] = ()) -> None:
        """A laboratory, at the values that a page sets; as it was left, where this has been done before."""
        from tutor.coaching.labs.opening import open_lab
        from tutor.plain.lab import LabPlace

        kept_as = f"{name} {start}"
        LabPlace(self, self.labs.get(kept_as) or open_lab(name, dict(start)), kept_as).play()

    def save(self, name: str, text: str) -> str:
        """Save a text where this learner may. Returns the sentence that says where, or why not."""
        return saved(self.surroundings.exports, name, text, kiosk=self.surroundings.kiosk)

    # What works everywhere.

    def everywhere(self, word: str, rest: str, place: Place) -> None:
        """Do what a word asks that works everywhere."""
        if word in (QUIT.word, EXIT.word):
            raise Leave
        if word in (HOME.word, MENU.word, LIST.word):
            self.knows_list = self.knows_list and word != LIST.word
            raise GoHome
        if word == RETURN.word:
            raise Return
        if word == AGAIN.word:
            place.tell()
        elif word == GLOSSARY.word:
            self._look_up(rest)
        elif word == VISIT.word:
            self._visit(place)

    def _look_up(self, wanted: str) -> None:
        """Say what a word means, and which other words fit; without a word, all there are."""
        if self._glossary is None:
            self._glossary = load_glossary()
        terms = self._glossary.terms
        if not terms:
            why = "; ".join(str(fault) for fault in self._glossary.faults[:1])
            self.talk.say(f"The glossary cannot be read: {why}")
            return
        if not wanted:
            self.talk.say(f"{len(terms)} words: {'; '.join(term.name for term in terms)}.")
            self.talk.say("glossary and a part of a word says what it means.")
            return
        found = search(terms, wanted)
        self._not_found = "" if found else wanted
        if not found:
            self._term = None
            self.talk.say("No term has this in its name or text. Try fewer letters.")
            return
        term = self._term = found[0]
        other = other_name(term, wanted)
        also = f", also {', '.join(term.also)}" if term.also else ""
        self.talk.tell(f"{term.name}{f' ({other})' if other and not term.also else also}: {term.text}")
        where = place_of(term, self.stay.outlines)
        if where:
            self.talk.say(f"Taught in {where}; visit goes there.")
        others = [x.name for x in found[1 : MOST_FOUND + 1]]
        if others:
            more = f"; {len(found) - 1 - MOST_FOUND} more" if len(found) - 1 > MOST_FOUND else ""
            self.talk.say(f"Also found: {'; '.join(others)}{more}.")

    def _visit(self, place: Place) -> None:
        """Go to the page that teaches the term looked up last, and come back to this place."""
        if self._term is None:
            why = f'No term was found for "{self._not_found}". ' if self._not_found else ""
            self.talk.say(f"{why}Look {'another' if why else 'a'} word up first: glossary softmax")
            return
        before = looking_up(self.session, self._term, in_lesson=self._in_lesson)
        if before is None:
            self.talk.say("The lesson that teaches it is not in this course.")
            return
        self._visits += 1
        try:
            self.talk.say("return comes back.")
            self.open_lesson(before.lesson, before.step)
        except Return:
            pass
        finally:
            self._visits -= 1
            come_back(self.session, before)
        place.tell()
