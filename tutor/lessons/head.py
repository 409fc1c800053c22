"""The keys above the first table of a lesson file: what the home screen shows of a lesson."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.lessons.fields import Section

HEAD_KEYS = ("title", "slug", "objectives", "minutes", "needs", "sources")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What a lesson says of itself. `slug` is "" where it was faulty."""

    slug: str
    title: str
    objectives: tuple[str, ...]
    minutes: int | None
    needs: tuple[str, ...]
    sources: tuple[str, ...]


def read_head(section: Section, *, default_slug: str) -> Head:
    """The head of a lesson, with what does not fit noted in the section's faults."""
    named = "slug" in section.data
    slug = section.text("slug") if named else default_slug
    if not (slug.strip() and section.is_id(slug, "slug" if named else "slug (from the file's name)")):
        slug = ""
    needs = tuple(name.replace("_", "-") for name in section.texts("needs"))
    if slug and slug in needs:
        section.note("needs", "names this lesson itself")
    return Head(
        title=section.text("title", needed=True, one_line=True),
        slug=slug,
        objectives=section.texts("objectives", at_least=1, needed=True),
        minutes=section.whole("minutes", low=1, high=600),
        needs=needs,
        sources=section.texts("sources"),
    )
