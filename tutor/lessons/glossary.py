"""The glossary: every term of the course in a sentence or two, with the page that teaches it, and the search in it.

Its file lies in a folder of its own, so that nobody takes it for a lesson.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tutor.lessons.fields import Section, found, shown
from tutor.lessons.files import read_text, why_not
from tutor.lessons.listing import Fault, Outline
from tutor.lessons.syntax import parse

OWN = Path(__file__).parent / "words" / "glossary.toml"
"""The program's own glossary."""

KEYS = ("name", "also", "text", "lesson", "step")

MOST_WORDS = 45

LEAST_OF_A_WORD = 3
"""Letters of a word that is looked for apart from the words beside it; shorter ones stand in every text."""

BETWEEN_WORDS = re.compile(r"[\s\-–_/]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One entry. `also` are its other names; `lesson` is the slug of the unit that teaches it, `step` its page there.

    `step` is None where the unit as a whole teaches it. `order` is its place in the file, which is that of the course.
    """

    name: str
    text: str
    lesson: str
    also: tuple[str, ...] = ()
    step: str | None = None
    order: int = field(default=0, compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        """All its names, the first one first."""
        return (self.name, *self.also)


@dataclass(frozen=True, slots=True, kw_only=True)
class Glossary:
    """The sound entries, in the order of the alphabet, and the faults of the others."""

    terms: tuple[Term, ...] = ()
    faults: tuple[Fault, ...] = field(default=())


def load_glossary(path: Path = OWN) -> Glossary:
    """The entries of a glossary file; nothing in it raises, every fault is one line with entry and key."""
    try:
        data = parse(read_text(path))
    except OSError as error:
        return Glossary(faults=(Fault(path=path, message=why_not(error)),))
    except ValueError as error:
        return Glossary(faults=(Fault(path=path, message=str(error)),))
    faults: list[Fault] = []
    section = Section(data, path, faults)
    section.only(("terms",), "a glossary")
    tables = data.get("terms")
    if not isinstance(tables, list) or not tables:
        section.note("terms", "expected at least one [[terms]]")
        tables = []
    terms: list[Term] = []
    owners: dict[str, str] = {}
    for place, table in enumerate(tables, start=1):
        if not isinstance(table, dict):
            section.note("terms", f"number {place}: expected a table, found {found(table)}")
            continue
        term = _read_term(table, section, place, owners)
        if term is not None:
            terms.append(term)
    return Glossary(terms=tuple(sorted(terms, key=_place_in_alphabet)), faults=tuple(faults))


def _read_term(table: Mapping[str, object], file: Section, place: int, owners: dict[str, str]) -> Term | None:
    """One entry; None, and what is wrong with it among the faults, where it is not sound."""
    own: list[Fault] = []
    name = table.get("name")
    section = Section(table, file.path, own, within=f"term {shown(name) if isinstance(name, str) else f'#{place}'}")
    section.only(KEYS, "a term")
    term = Term(
        name=section.text("name", needed=True, one_line=True),
        also=section.texts("also"),
        text=section.text("text", needed=True, one_line=True),
        lesson=section.text("lesson", needed=True),
        step=section.text("step") or None,
        order=place,
    )
    for key in ("lesson", "step"):
        if isinstance(table.get(key), str) and str(table[key]).strip():
            section.is_id(str(table[key]), key)
    words = len(term.text.split())
    if words > MOST_WORDS:
        section.note("text", f"has {words} words; expected {MOST_WORDS} at most")
    for each in term.names:
        known = simple(each)
        if known and known in owners:
            section.note("name" if each == term.name else "also", f"{shown(each)} is a name of {owners[known]} already")
        elif known:
            owners[known] = shown(term.name)
    file.faults += own
    return None if own else term


def _place_in_alphabet(term: Term) -> tuple[str, str]:
    return simple(term.name), term.name


def simple(text: str) -> str:
    """A name as it is searched: small letters, one blank for whatever stands between words."""
    return BETWEEN_WORDS.sub(" ", text.casefold()).strip()


def search(terms: Sequence[Term], typed: str) -> tuple[Term, ...]:
    """The terms that a typed text fits, best first: by name, by other names, then by the words of the text.

    In each of these, what begins with the typed text comes before what has it inside, and of what fits alike what is
    taught sooner. Nothing typed fits all.
    """
    wanted = simple(typed)
    if not wanted:
        return tuple(terms)
    fits = [(fit, term.order, term) for term in terms if (fit := _fit(term, wanted)) is not None]
    return tuple(term for _, _, term in sorted(fits, key=lambda found: found[:2]))


def other_name(term: Term, typed: str) -> str | None:
    """The other name by which a term was found, where its own name does not say why."""
    wanted = simple(typed)
    if not wanted or wanted in simple(term.name):
        return None
    fits = [(fit, name) for name in term.also if (fit := _fit_of(simple(name), wanted)) is not None]
    return min(fits, key=lambda found: found[0])[1] if fits else None


def place_of(term: Term, outlines: Sequence[Outline]) -> str:
    """The lesson, and the page where there is one, that teach a term; "" where the course has none."""
    outline = next((x for x in outlines if x.slug == term.lesson), None)
    if outline is None:
        return ""
    step = dict(outline.was).get(term.step or "", term.step)
    page = f", page {outline.step_ids.index(step) + 1}" if step in outline.step_ids else ""
    return f"{outline.number} {outline.title}{page}"


def _fit(term: Term, wanted: str) -> tuple[int, int] | None:
    """How well a term fits, smaller is better: where it was found, then how."""
    for where, names in enumerate(((term.name,), term.also)):
        fits = [fit for name in names if (fit := _fit_of(simple(name), wanted)) is not None]
        if fits:
            return where, min(fits)
    text = simple(term.text)
    if _begins_in(text, wanted):
        return 2, 0
    words = wanted.split()
    if all(len(word) >= LEAST_OF_A_WORD and _begins_in(text, word) for word in words):
        return 2, 1
    return None


def _begins_in(text: str, wanted: str) -> bool:
    """True where a word of the text begins with what is wanted."""
    return re.search(rf"(?<!\w){re.escape(wanted)}", text) is not None


def _fit_of(name: str, wanted: str) -> int | None:
    """0 for the whole name, 1 for its beginning, 2 for the beginning of a word in it, 3 for anything inside."""
    if name == wanted:
        return 0
    if name.startswith(wanted):
        return 1
    if f" {wanted}" in name:
        return 2
    return 3 if wanted in name else None
