"""The end of a lesson, and of the course, in sentences: for any front end."""

from __future__ import annotations

from tutor.coaching.catalogue.labels import counted_labels, label
from tutor.coaching.ending import Ending
from tutor.coaching.results import ObjectiveResult, Results

COURSE_DONE = "The whole course is done."
NEXT = "a mixed quiz, and an experiment of your own, in the workbench or with attn-tutor compute in a shell."


def headline(found: Results) -> str:
    """Whether the lesson is finished; of a quiz, how much of it went wrong."""
    if not found.finished:
        return "Not finished yet: some pages are still open."
    if found.went_wrong:
        asked = len(found.outcomes)
        wrong = f"{found.went_wrong} of {asked} questions" if asked > 1 else "the question"
        return f"Finished, but {wrong} went wrong. Look again before you go on."
    return f"{found.lesson.title} finished." if found.lesson.made_up else "Lesson finished."


def score(found: Results) -> str:
    """How many pages ask something, and how many of them were answered right."""
    asked = len(found.outcomes)
    right = sum(x.passed for x in found.outcomes)
    first = sum(x.first_try for x in found.outcomes)
    noun, plural = ("question", "questions") if found.lesson.is_quiz else ("page to answer", "pages to answer")
    return f"{asked} {noun if asked == 1 else plural}: {right} right, {first} of them at the first try."


def objective_name(result: ObjectiveResult) -> str:
    """An objective in its own words; what the pages are called that belong to none."""
    return result.objective or "Other pages"


def objective_count(result: ObjectiveResult) -> str:
    """How many of its pages were answered right."""
    return f"{result.right} of {len(result.outcomes)}"


def mistakes_met(found: Results) -> str:
    """The mistakes met most, with how often; "" where there were none."""
    return counted_labels(found.mistakes[:5]) if found.mistakes else ""


def look_again(end: Ending) -> tuple[str, ...]:
    """The objectives that were not reached, each with its lesson's number."""
    return tuple(f"{lesson.number} {objective}" for lesson, objective in end.again)


def hardest(end: Ending) -> str:
    """The pages that were hardest in the course; "" where none was."""
    return "; ".join(f"{lesson.number} {step.title or lesson.title}" for lesson, step in end.hard)


def met_most(end: Ending) -> str:
    """The mistakes met most in the course; "" where there were none."""
    return ", ".join(label(code) for code, _ in end.mistakes)
