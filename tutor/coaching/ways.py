"""Where one can go from the end of a lesson."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.coaching.quiz import is_question, page_behind
from tutor.coaching.results import Outcome, Results
from tutor.lessons.model import Course, Lesson
from tutor.records.progress import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way: what it is called, and why one might take it.

    Its id is `next`, `quiz`, `course` for the end of the course, `home`, `again`, `page:SLUG:STEP`, or `question:N`
    for a question of this very run.
    """

    id: str
    text: str
    why: str = ""


def next_lesson(lesson: Lesson, course: Course, progress: Progress) -> Lesson | None:
    """The lesson to go on with: the first after this one that is not done, else the first before it; None where none.

    None after a lesson that is in no file.
    """
    if lesson.made_up:
        return None
    others = sorted((x for x in course.lessons if x.slug != lesson.slug), key=lambda x: x.number < lesson.number)
    return next((x for x in others if not all(progress.is_done(step.id) for step in x.steps)), None)


def ways_on(found: Results, course: Course, *, next_title: str | None, course_done: bool = False) -> tuple[Way, ...]:
    """Pages to look at again, the next lesson, home. Every way stands once.

    Open pages come first, and after a quiz those behind what went wrong. A lesson of questions alone, the last one,
    and one with none to go on to lead to a mixed quiz as well, if there are questions; once the course is done,
    each leads to its end.
    """
    ways = []
    last = course.lessons[-1:] == (found.lesson,)
    questions = any(is_question(lesson, step) for lesson in course.lessons for step in lesson.steps)
    if next_title is not None:
        ways.append(Way(id="next", text=f"Next lesson: {next_title}"))
    if questions and not found.lesson.made_up and (found.lesson.is_quiz or last or next_title is None):
        ways.append(Way(id="quiz", text="Mixed quiz: up to eight questions over your units, most numbers drawn anew"))
    if course_done and not found.lesson.made_up:
        end = Way(id="course", text="The whole course is done: what you can do now")
        ways.insert(0 if last else len(ways), end)
    missed = {x.place: _why(x) for x in found.outcomes if not x.passed}
    missed |= dict.fromkeys(found.unread, "not read yet")
    back = [_way_back(found, course, place, missed[place]) for place in sorted(missed)]
    ways += {way.id: way for way in back}.values()
    # A page of another lesson may be read first; the question itself is still to be answered.
    quiz = found.lesson.is_quiz or found.lesson.made_up
    ways += [_to_question(x.place) for x in found.outcomes if quiz and x.open]
    ways.append(Way(id="home", text="Home"))
    if not found.lesson.made_up:
        ways.append(Way(id="again", text="This lesson again, from its first page"))
    if found.finished and not found.went_wrong:
        return tuple(ways)
    return tuple(sorted(ways, key=lambda way: not way.id.startswith(("page:", "question:"))))


def _why(outcome: Outcome) -> str:
    """Why one might go back to a page. A question that is answered wrong shows its answer, and counts as wrong."""
    if outcome.shown:
        return "not right" if outcome.step.kind == "choice" else "was shown"
    return "still open"


def _way_back(found: Results, course: Course, place: int, why: str) -> Way:
    """To the page itself; after a question, to the page that shows what it asks."""
    step = found.lesson.steps[place - 1]
    behind = page_behind(course, step.id) if found.lesson.is_quiz or found.lesson.made_up else None
    target = course.step(behind.step) if behind is not None else None
    if behind is None or target is None:
        name = f": {step.title}" if step.title else ""
        return Way(id=f"page:{found.lesson.slug}:{step.id}", text=f"Back to page {place}{name}", why=why)
    lesson, page = target
    name = f": {page.title}" if page.title else f", page {lesson.steps.index(page) + 1}"
    return Way(
        id=f"page:{behind.lesson}:{behind.step}",
        text=f"Look again at {lesson.number} {lesson.title}{name}",
        why=f"question {place} {why}",
    )


def _to_question(place: int) -> Way:
    """To a question that is still open, where it stands."""
    return Way(id=f"question:{place}", text=f"Answer question {place}", why="still open")
