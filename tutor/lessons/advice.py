"""Warnings: what a lesson file may do, but what makes its lesson worse. None keeps a lesson out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from tutor.lessons.blocks import unspoken
from tutor.lessons.calculations import CALCULATIONS
from tutor.lessons.fields import Section
from tutor.lessons.model import (
    AskingStep,
    ChoiceStep,
    DrawnProblem,
    ExplainStep,
    Fault,
    Lesson,
    NumberStep,
    Step,
    VectorStep,
)
from tutor.lessons.numbers import NAMED

WORDS_OF_A_PAGE = 90
CHARACTERS_OF_A_TITLE = 45
CAUSAL_LEVEL = 2

FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(\s*\w+:")
MARKED = re.compile(r"(?<![\w*)\]}])(\*{1,2})(?![\s*])[^*]*(?<!\s)\1(?![\w*(\[{])|`[^`]+`")
"""Emphasis or code as Markdown has it; a product, `2*3*4`, is none."""
BY_PLACE = re.compile(r"\b[Oo]ptions? (?:[A-H]|[1-9])\b|\b(?:first|second|third|fourth|last) option\b")


def advise(lesson: Lesson, data: Mapping[str, object], faults: list[Fault]) -> None:
    """Note the warnings of a sound lesson; `data` is the file that it was read from."""
    section = Section(data, lesson.path, faults)
    if len(lesson.title) > CHARACTERS_OF_A_TITLE:
        _warn(
            section,
            "title",
            f"has {len(lesson.title)} characters; the home screen has room for {CHARACTERS_OF_A_TITLE}",
        )
    for step in lesson.steps:
        _advise_step(Section({}, lesson.path, faults, step.id), step)
    _advise_whole(section, lesson)


def _warn(section: Section, key: str, message: str) -> None:
    section.note(key, message, level="warning")


def _advise_step(section: Section, step: Step) -> None:
    words = sum(any(c.isalpha() for c in word) for word in FENCED.sub("", step.body).split())
    if words > WORDS_OF_A_PAGE:
        _warn(section, "body", f"has {words} words; a page holds about {WORDS_OF_A_PAGE}")
    if LINK.search(step.body):
        _warn(section, "body", "has a link, which opens nowhere; say in words where to look")
    for key in ("prompt", "model", "hints", "checklist"):
        _advise_plain(section, key, getattr(step, key, ()))
    for place in unspoken(step):
        _warn(section, "spoken", f"block {place} of body can't be read out as it is; say in words what it shows")
    if isinstance(step, AskingStep) and len({_plain(hint) for hint in step.hints}) < len(step.hints):
        _warn(section, "hints", "two of them say the same")
    if isinstance(step, VectorStep):
        _advise_vector(section, step)
    elif isinstance(step, NumberStep):
        _advise_number(section, step)
    elif isinstance(step, ChoiceStep):
        _advise_choice(section, step)


def _advise_plain(section: Section, key: str, texts: str | Iterable[str]) -> None:
    for text in (texts,) if isinstance(texts, str) else texts:
        if found := MARKED.search(text):
            _warn(section, key, f"has {found[0]} as Markdown, which is only read in body; here it is shown as typed")


def _advise_vector(section: Section, step: VectorStep) -> None:
    if isinstance(step.problem, DrawnProblem):
        if step.ask_for == "masked" and step.problem.level != CAUSAL_LEVEL:
            _warn(section, "ask_for", f"only at seed_level {CAUSAL_LEVEL} is something hidden in every drawn problem")
        return
    if step.problem.heads > 1:
        _warn(section, "problem", f"has {step.problem.heads} heads; this page asks for the first one only")
    if step.ask_for == "masked" and step.problem.mask == "none" and step.problem.add_mask is None:
        _warn(section, "ask_for", "nothing is hidden in this problem, so the masked scores are the scaled ones")


def _advise_number(section: Section, step: NumberStep) -> None:
    _advise_plain(section, "mistakes", [wrong.why for wrong in step.mistakes])
    if len({_plain(wrong.why) for wrong in step.mistakes}) < len(step.mistakes):
        _warn(section, "mistakes", "two of them have the same why")
    shown = NAMED.search(step.body) if step.compute else None
    if shown and shown[1] in CALCULATIONS[step.compute].takes:
        _warn(section, "body", f"names {shown[0]}, which is filled in only in the prompt and the hints")


def _advise_choice(section: Section, step: ChoiceStep) -> None:
    if len({_plain(option.why) for option in step.options}) < len(step.options):
        _warn(section, "options", "two of them have the same why")
    for place, option in enumerate(step.options, start=1):
        _advise_plain(section, f"option {place}", (option.text, option.why))
        named = BY_PLACE.search(option.why)
        if named:
            _warn(
                section, f"option {place}, why", f"says {named[0]!r}; options may be shuffled, so name it by its text"
            )


def _advise_whole(section: Section, lesson: Lesson) -> None:
    tables = section.data.get("problem")
    named = {step.get("problem") for step in _tables(section.data.get("steps"))}
    for name in tables if isinstance(tables, dict) else ():
        if name not in named:
            _warn(section, f"problem {name}", "is used by no step")
    objectives = {step.objective for step in lesson.steps if step.objective}
    for place in range(1, len(lesson.objectives) + 1) if objectives else ():
        if place not in objectives:
            _warn(section, f"objectives {place}", "is the objective of no step")
    if sum(isinstance(step, ExplainStep) for step in lesson.steps) > 1:
        _warn(section, "steps", "more than one asks for an explanation in own words; one a lesson is enough")
    fixed = [step for step in lesson.steps if isinstance(step, ChoiceStep) and not step.shuffle]
    if len(fixed) > 2 and all(step.options[0].correct for step in fixed):
        _warn(section, "steps", "in every choice the first option is the right one; move some, or write shuffle = true")


def _tables(value: object) -> list[dict[str, object]]:
    return [table for table in value if isinstance(table, dict)] if isinstance(value, list) else []


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
