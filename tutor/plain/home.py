"""The list of lessons and tools, by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.coaching.labs.opening import INTRODUCTION, TITLES
from tutor.coaching.offers import TOOLS, is_begun, missed_in, place_in, worth_another_look
from tutor.coaching.review import due
from tutor.lessons.labs import LABS
from tutor.lessons.listing import Outline, as_named
from tutor.plain.place import Place
from tutor.plain.words import NEXT, Word, number_in
from tutor.records.progress import Progress

if TYPE_CHECKING:
    from tutor.plain.tutor import PlainTutor

GO_ON = Word(NEXT.word, "go on where you were", short=NEXT.short)
PROGRESS = Word("progress", "how far you are, lesson by lesson")


def standing(outline: Outline, progress: Progress) -> str:
    """How far a lesson is, in words."""
    done = sum(progress.is_done(step) for step in outline.step_ids)
    total = len(outline.step_ids)
    if total and done == total:
        missed = missed_in(outline, progress)
        return f"done, {missed} for review" if missed else "done"
    if is_begun(outline, progress):
        return f"{done} of {total} pages done"
    return f"{total} {'page' if total == 1 else 'pages'}{f', about {outline.minutes} min' if outline.minutes else ''}"


class HomePlace(Place):
    """Lessons by their numbers, tools by the numbers after them and by their words."""

    words = (GO_ON, PROGRESS, *(Word(id, f"{title}: {what}") for id, title, what in TOOLS))
    enter = "go on where you were"
    prompt = "home, a number or Enter"

    def __init__(self, tutor: PlainTutor) -> None:
        super().__init__(tutor)
        last = max((x.number for x in tutor.stay.outlines), default=0)
        self.tools = {last + i: id for i, (id, _, _) in enumerate(TOOLS, 1)}

    def _tell_place(self) -> None:
        """How far one is, and where one goes on."""
        outlines, progress = self.tutor.stay.outlines, self.tutor.progress
        total = sum(len(x.step_ids) for x in outlines)
        done = sum(progress.is_done(step) for x in outlines for step in x.step_ids)
        self.talk.gap()
        self.talk.say(f"The course, {done} of {total} pages done.")
        place = place_in(outlines, progress)
        if place is not None:
            word = "goes on with" if progress.place else "starts with"
            page = f", page {place[1] + 1} of {len(place[0].step_ids)}" if progress.place else ""
            self.talk.say(f"Enter {word} {place[0].title}{page}.")

    def tell(self) -> None:
        self._tell_place()
        again = self._due()
        if again:
            self.talk.say(f"{worth_another_look(again)}: type review.")
        outlines, progress = self.tutor.stay.outlines, self.tutor.progress
        self.talk.say(*(f"{x.number}) {x.title}: {standing(x, progress)}" for x in outlines))
        for number, (id, title, what) in zip(self.tools, TOOLS, strict=True):
            self.talk.say(f"{number}) {title}: {worth_another_look(again) if again and id == 'review' else what}")

    def _tell_progress(self) -> None:
        """How far one is in each lesson that was begun."""
        outlines, progress = self.tutor.stay.outlines, self.tutor.progress
        self._tell_place()
        begun = [x for x in outlines if is_begun(x, progress)]
        self.talk.say(*(f"{x.number}) {x.title}: {standing(x, progress)}" for x in begun))
        again = self._due()
        self.talk.say("" if begun else "No lesson has been begun.", f"{worth_another_look(again)}." if again else "")

    def _due(self) -> int:
        """How many pages are worth another look today."""
        tutor = self.tutor
        return len(due(tutor.session.course, tutor.progress, tutor.surroundings.clock()))

    def play(self) -> None:
        """Here until the learner leaves. The whole list is read out once; after that, when it is asked for."""
        while True:
            if self.tutor.knows_list:
                self._tell_place()
                self.talk.say("read lists everything there is.")
            else:
                self.tell()
                self.tutor.knows_list = True
            while not self._opened(*self.ask()):
                pass

    def help(self) -> None:
        self.talk.say("A number, a lesson's name or its beginning: open it.")
        super().help()

    def _opened(self, word: str, rest: str) -> bool:
        """Open what a line names. False, and why, where it names nothing."""
        typed = rest.strip()
        if word == PROGRESS.word:
            self._tell_progress()
            return False
        if word == GO_ON.word or not (word or typed):
            self.tutor.continue_course()
            return True
        if not word:
            word = self.tools.get(number_in(as_named(typed), max(self.tools)) or 0, "")
        if word:
            self._open_tool(word)
            return True
        lesson = self.tutor.session.course.find(typed)
        if lesson is None:
            self.talk.say(f'There is no lesson "{typed}". Type a number from 1 to {max(self.tools)}; ? for help.')
            return False
        self.tutor.open_lesson(lesson)
        return True

    def _open_tool(self, id: str) -> None:
        if id == "workbench":
            self.tutor.open_workbench()
        elif id == "practice":
            self.tutor.open_practice()
        elif id == "quiz":
            self.tutor.open_quiz()
        elif id == "review":
            self.tutor.open_review()
        else:
            LabsPlace(self.tutor).play()


class LabsPlace(Place):
    """The laboratories, by number."""

    prompt = "laboratories, a number or home"

    def tell(self) -> None:
        self.talk.gap()
        self.talk.say(f"Laboratories. {INTRODUCTION}")
        self.talk.say(*(f"{i}) {': '.join(TITLES[name])}" for i, name in enumerate(LABS, 1)))

    def play(self) -> None:
        """Here until the learner goes home."""
        self.tell()
        while True:
            _, rest = self.ask()
            typed = rest.strip().casefold()
            name = next((x for i, x in enumerate(LABS, 1) if typed in (str(i), x, TITLES[x][0].casefold())), None)
            if name is None:
                self.talk.say(f"Choose a laboratory by a number from 1 to {len(LABS)}.")
            else:
                self.tutor.open_lab(name)
                self.tell()
