"""The papers and documents that a lesson is taken from: those of each page, and those of its head for all pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tutor.lessons.fields import Section
    from tutor.lessons.model import Lesson, Step


def read_sources(section: Section) -> tuple[str, ...]:
    """The list under a page's `sources`: at least one text of one line, each of them once; nothing without the key."""
    if "sources" not in section.data:
        return ()
    sources = section.texts("sources", at_least=1)
    for place, source in enumerate(sources, start=1):
        if "\n" in source:
            section.note(f"sources {place}", "expected one line of text, found several")
        elif source.strip() and source in sources[: place - 1]:
            section.note(f"sources {place}", "is there twice")
    return sources


def sources_on(step: Step, lesson: Lesson | None) -> tuple[str, ...]:
    """What stands at the foot of a page: its own sources.

    A page without any that states something, one to read or a worked one, has those of its lesson's head.
    """
    if step.sources or lesson is None:
        return step.sources
    return lesson.sources if step.kind == "text" or step.stage == "worked" else ()


def all_sources(lesson: Lesson) -> tuple[str, ...]:
    """Every source of a lesson, once: those of its head, then those of its pages in order."""
    named = (*lesson.sources, *(source for step in lesson.steps for source in step.sources))
    return tuple(dict.fromkeys(named))
