"""The end of a lesson: what was reached, which pages are worth another look, and what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.coaching.ending import ending, is_done
from tutor.coaching.ways import Way, next_lesson, ways_on
from tutor.plain.place import Place
from tutor.plain.words import BACK, NEXT, Word, number_in
from tutor.rendering.outcome import (
    COURSE_DONE,
    hardest,
    headline,
    look_again,
    met_most,
    mistakes_met,
    objective_count,
    objective_name,
    score,
)
from tutor.rendering.outcome import NEXT as NEXT_AFTER_ALL

if TYPE_CHECKING:
    from tutor.plain.tutor import PlainTutor

LAST = Word(BACK.word, "the last page of the lesson", short=BACK.short)
MORE = Word("more", "all ways on")
MOST_PAGES = 5
"""So many pages that one might go back to are named."""

FIRST_WAY = Word(NEXT.word, "the first way in the list", short=NEXT.short)


class ResultsPlace(Place):
    """What came of the lesson that was open, and the ways on, by number."""

    words = (FIRST_WAY, LAST, MORE)
    enter = "the first way in the list"
    whole = False
    """True once all ways have been asked for."""

    def __init__(self, tutor: PlainTutor) -> None:
        super().__init__(tutor)
        session = tutor.session
        lesson = session.lesson
        assert lesson is not None
        self.session, self.lesson = session, lesson
        self.found = session.results()
        self.following = next_lesson(lesson, session.course, session.progress)
        title = self.following.title if self.following else None
        done = is_done(session.course, session.progress)
        self.ways: tuple[Way, ...] = ways_on(self.found, session.course, next_title=title, course_done=done)

    @property
    def prompt(self) -> str:
        return f"results, 1 to {len(self.ways)}"

    def tell(self) -> None:
        found = self.found
        self.talk.gap()
        number = "" if self.lesson.made_up else f"{self.lesson.number} "
        self.talk.say(f"{number}{self.lesson.title}, results.")
        self.talk.say(headline(found), score(found))
        for objective in found.objectives:
            reached = "reached" if objective.reached else "not yet reached"
            self.talk.say(f"{objective_name(objective)} {objective_count(objective)}, {reached}.")
        if met := mistakes_met(found):
            self.talk.say(f"Mistakes met: {met}")
        self.talk.say("Ways on:")
        self._tell_ways(len(self.ways) if self.whole else MOST_PAGES)

    def _tell_end(self) -> None:
        """The end of the course."""
        end = ending(self.session.course, self.session.progress)
        hard, most, again = hardest(end), met_most(end), look_again(end)
        self.talk.say(COURSE_DONE, f"Hardest for you: {hard}" if hard else "", f"Met most: {most}" if most else "")
        self.talk.say(f"Next: {NEXT_AFTER_ALL}")
        if again:
            self.talk.say("Look again at:", *again)
        if end.can:
            self.talk.say("You can now:", *end.can)

    def _tell_ways(self, most: int) -> None:
        """The ways, of those back to pages so many; the others by their numbers."""
        pages = [i for i, way in enumerate(self.ways, 1) if way.id.startswith("page:")]
        left = pages[most:] if len(pages) > most + 1 else []
        for i, way in enumerate(self.ways, 1):
            if i not in left:
                self.talk.say(f"{i}) {way.text}{f', {way.why}' if way.why else ''}")
            elif i == left[0]:
                self.talk.say(f"{i} to {left[-1]}) back to {len(left)} more pages; more names them")

    def leave(self) -> bool:
        """Take a way. True where a page of a lesson is open then, False where the learner is to go home."""
        self.tell()
        while True:
            word, rest = self.ask()
            if word == LAST.word:
                if not self.lesson.made_up:
                    self.session.open(self.lesson, self.lesson.steps[-1].id)
                    return True
                self.talk.say("This is over; choose a way on.")
            elif word == MORE.word:
                self.whole = True
                self._tell_ways(len(self.ways))
            elif (number := 1 if word or not rest.strip() else number_in(rest, len(self.ways))) is None:
                self.talk.say(f"Choose a way by a number from 1 to {len(self.ways)}.")
            elif self.ways[number - 1].id == "course":
                self._tell_end()
            elif not self._looked_again(self.ways[number - 1]):
                return self._take(self.ways[number - 1])

    def _looked_again(self, way: Way) -> bool:
        """True for a way to a page of another lesson, which has been gone then, there and back."""
        match way.id.split(":"):
            case ["page", slug, step_id] if slug != self.lesson.slug and (lesson := self.session.course.named(slug)):
                self.talk.say("return comes back to these results.")
                self.tutor.look_again(lesson, step_id)
                self.tell()
                return True
            case _:
                return False

    def _take(self, way: Way) -> bool:
        session = self.session
        match way.id.split(":"):
            case ["next"] if self.following is not None:
                session.open(self.following)
            case ["quiz"]:
                quiz, seed = self.tutor.stay.mixed_quiz()
                session.run(quiz, again=seed)
            case ["page", _, step_id]:
                session.open(self.lesson, step_id)
            case ["question", place]:
                session.go_to(int(place))
            case ["again"]:
                session.open_again(self.lesson)
            case _:
                return False
        return True
