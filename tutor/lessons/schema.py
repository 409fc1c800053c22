"""What may stand in a lesson file: from plain tables to the model, with one reader for each kind of step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import get_args

from tutor.lessons.blocks import read_spoken
from tutor.lessons.fields import Section, found, near
from tutor.lessons.grids import LAB_KEYS, MASK_KEYS, TARGET_KEYS, read_lab, read_mask, read_targets
from tutor.lessons.head import HEAD_KEYS, read_head
from tutor.lessons.model import (
    KINDS,
    Apart,
    ChoiceStep,
    DrawnProblem,
    ExplainStep,
    Fault,
    Lesson,
    Option,
    Phase,
    Step,
    StepperStep,
    TextStep,
    VectorStep,
)
from tutor.lessons.numbers import NUMBER_KEYS, read_number
from tutor.lessons.problems import read_problem
from tutor.lessons.sources import read_sources
from tutor.maths.problem import STAGES, Problem

STEP_KEYS = ("id", "kind", "title", "was", "objective", "stage", "spoken", "sources", "apart")
KIND_KEYS: Mapping[str, tuple[str, ...]] = {
    "text": ("body",),
    "stepper": ("problem", "body", "until", "given"),
    "vector": (
        "problem",
        "ask_for",
        "prompt",
        "hints",
        "row",
        "digits",
        "body",
        "accepts_indistinct",
        "given",
        "before",
    ),
    "number": NUMBER_KEYS,
    "mask": MASK_KEYS,
    "targets": TARGET_KEYS,
    "choice": ("prompt", "options", "body", "shuffle"),
    "explain": ("prompt", "model", "checklist", "body"),
    "lab": LAB_KEYS,
}
OPTION_KEYS = ("text", "correct", "why", "code")
ASKABLE = (*STAGES, *(f"shape:{stage}" for stage in STAGES))
PHASES: tuple[str, ...] = get_args(Phase)
APART: tuple[Apart, ...] = get_args(Apart)
MOST_OPTIONS = 8

Problems = Mapping[str, Problem | DrawnProblem | None]
"""The problems of a file by name; None stands for one that is faulty."""

STAND_IN = DrawnProblem(level=1)
"""Takes the place of a faulty problem, so that the rest of its step is still checked. Its lesson is left out."""


def read_lesson(
    data: Mapping[str, object], *, path: Path, number: int, default_slug: str, faults: list[Fault]
) -> Lesson:
    """A lesson out of a parsed file. Its faults go to `faults`; where one is an error, the lesson is not to be used."""
    section = Section(data, path, faults)
    section.only((*HEAD_KEYS, "problem", "steps"), "a lesson")
    head = read_head(section, default_slug=default_slug)
    problems = _read_problems(section)
    return Lesson(
        slug=head.slug,
        number=number,
        title=head.title,
        objectives=head.objectives,
        steps=_read_steps(section, problems, objectives=len(head.objectives)),
        minutes=head.minutes,
        needs=head.needs,
        sources=head.sources,
        path=path,
    )


def _read_problems(section: Section) -> Problems:
    tables = section.data.get("problem", {})
    if not isinstance(tables, dict):
        section.note("problem", f"expected tables such as [problem.small], found {found(tables)}")
        return {}
    if any(key in tables for key in ("Q", "K", "V", "seed_level")):
        section.note("problem", "a problem has a name: write [problem.small] in place of [problem]")
        return {}
    problems: dict[str, Problem | DrawnProblem | None] = {}
    for name, table in tables.items():
        problems[name] = None
        if isinstance(table, dict):
            problems[name] = read_problem(section.inside(table, f"problem {name}"))
        else:
            section.note(f"problem.{name}", f"expected a table with Q, K and V, found {found(table)}")
    return problems


def _read_steps(section: Section, problems: Problems, *, objectives: int) -> tuple[Step, ...]:
    tables = section.data.get("steps")
    if isinstance(tables, dict):
        section.note("steps", "each step begins with [[steps]], in two pairs of brackets")
        return ()
    if not isinstance(tables, list) or not tables:
        section.note("steps", "expected at least one [[steps]]")
        return ()
    steps = []
    places: dict[str, int] = {}
    for place, table in enumerate(tables, start=1):
        if not isinstance(table, dict):
            section.note("steps", f"number {place}: expected a table, found {found(table)}")
            continue
        step = _read_step(Section(table, section.path, section.faults, f"#{place}"), problems, objectives)
        for name in (step.id, *step.was) if step else ():
            if name and name in places:
                here = Section(table, section.path, section.faults, step.id if step else None)
                here.note("id", f"{name} is used twice in this file: by step {places[name]} and by step {place}")
            places[name] = place
        if step:
            steps.append(step)
    return tuple(steps)


def _read_step(section: Section, problems: Problems, objectives: int) -> Step | None:
    name = section.text("id", needed=True)
    if not name.strip() or not section.is_id(name, "id"):
        name = ""
    section.step = name or section.step
    kind = section.one_of("kind", tuple(KINDS), needed=True)
    if kind is None:
        return None
    section.only((*STEP_KEYS, *KIND_KEYS[kind]), f"a {kind} step")
    phase = section.one_of("stage", PHASES)
    apart = section.one_of("apart", APART)
    was = section.ids("was")
    if name and name in was:
        section.note("was", "names the step's own id; list only ids that it had before")
        was = ()
    step = READERS[kind](section, name, problems)
    return replace(
        step,
        title=section.text("title", one_line=True),
        was=was,
        objective=section.whole("objective", low=1, high=objectives) if objectives else None,
        stage=next((word for word in get_args(Phase) if word == phase), None),
        body=section.text("body", needed=kind == "text"),
        spoken=read_spoken(section),
        sources=read_sources(section),
        apart=next((word for word in APART if word == apart), "all"),
    )


def _text(_section: Section, name: str, _problems: Problems) -> Step:
    return TextStep(id=name)


def _stepper(section: Section, name: str, problems: Problems) -> Step:
    until = section.one_of("until", STAGES) or "output"
    given = section.texts("given")
    for i, stage in enumerate(given, start=1):
        if stage and section.checked_word(stage, f"given {i}", STAGES):
            if STAGES.index(stage) > STAGES.index(until):
                section.note(f"given {i}", f"{stage} comes after {until}, the last stage of this page")
            if stage in given[: i - 1]:
                section.note(f"given {i}", f"{stage} is there twice")
    return StepperStep(id=name, problem=_problem(section, problems), until=until, given=given)


def _vector(section: Section, name: str, problems: Problems) -> Step:
    problem = _problem(section, problems)
    drawn = isinstance(problem, DrawnProblem)
    row = section.whole("row", low=1, high=64 if isinstance(problem, DrawnProblem) else problem.n_q)
    if drawn and problem is not STAND_IN and row is not None:
        section.note("row", "the row is drawn with the numbers; leave it out")
    digits = section.whole("digits", low=1, high=6)
    ask_for = section.one_of("ask_for", ASKABLE, needed=True) or "output"
    return VectorStep(
        id=name,
        problem=problem,
        ask_for=ask_for,
        given=_given(section, ask_for),
        before=_before(section, problems, problem),
        prompt=section.text("prompt", needed=True),
        hints=section.texts("hints", at_least=2, needed=True),
        row=row or 1,
        digits=3 if digits is None else digits,
        accepts_indistinct=section.ids("accepts_indistinct"),
    )


def _given(section: Section, ask_for: str) -> str:
    """The stage whose line the prompt states: one before the asked one."""
    given = section.one_of("given", STAGES) or ""
    if given and ask_for in STAGES and STAGES.index(given) >= STAGES.index(ask_for):
        section.note("given", f"{given} does not come before {ask_for}, which is asked")
        return ""
    return given


def _before(section: Section, problems: Problems, problem: Problem | DrawnProblem) -> Problem | None:
    """The problem whose answer is a likely slip: a stated one of the same sizes."""
    name = section.text("before")
    if not name.strip() or isinstance(problem, DrawnProblem):
        return None
    old = problems.get(name)
    if not isinstance(old, Problem):
        section.note("before", f"no problem with stated numbers has the name {name}")
    elif (old.n_q, old.n_k, old.d_v, old.heads) != (problem.n_q, problem.n_k, problem.d_v, problem.heads):
        section.note("before", f"{name} has other sizes than the problem that is asked")
    else:
        return old
    return None


def _problem(section: Section, problems: Problems) -> Problem | DrawnProblem:
    name = section.text("problem", needed=True)
    if not name.strip():
        return STAND_IN
    if name not in problems:
        guess = near(name, tuple(problems))
        there = f"did you mean {guess}?" if guess else f"write [problem.{name}] above the steps"
        section.note("problem", f"no problem has the name {name}; {there}")
        return STAND_IN
    return problems[name] or STAND_IN


def _choice(section: Section, name: str, _problems: Problems) -> Step:
    return ChoiceStep(
        id=name,
        prompt=section.text("prompt", needed=True),
        options=_options(section),
        shuffle=section.flag("shuffle"),
    )


def _options(section: Section) -> tuple[Option, ...]:
    expected = 'a list of { text = "…", why = "…" }'
    if section.missing("options", expected):
        return ()
    tables = section.data["options"]
    if not isinstance(tables, list):
        section.note("options", f"expected {expected}, found {found(tables)}")
        return ()
    if not 2 <= len(tables) <= MOST_OPTIONS:
        section.note("options", f"expected 2 to {MOST_OPTIONS} options, found {len(tables)}")
    options = []
    for place, table in enumerate(tables, start=1):
        if isinstance(table, dict):
            options.append(_option(section.inside(table, f"option {place}")))
        else:
            section.note(f"option {place}", f"expected {{ text = … }}, found {found(table)}")
    _check_right(section, options)
    return tuple(options)


def _option(section: Section) -> Option:
    section.only(OPTION_KEYS, "an option")
    correct = section.flag("correct")
    code = section.text("code")
    if code.strip():
        section.is_id(code, "code")
        if correct:
            section.note("code", "names a misconception, but this option is the right one")
    return Option(
        text=section.text("text", needed=True),
        why=section.text("why", needed=True),
        correct=correct,
        code=code or None,
    )


def _check_right(section: Section, options: list[Option]) -> None:
    right = [str(place) for place, option in enumerate(options, start=1) if option.correct]
    if not right:
        section.note("options", "no option is right; write correct = true in exactly one")
    elif len(right) > 1:
        section.note("options", f"options {' and '.join(right)} are right; write correct = true in exactly one")
    seen: dict[str, int] = {}
    for place, option in enumerate(options, start=1):
        text = " ".join(option.text.split())
        if text and text in seen:
            section.note("options", f"options {seen[text]} and {place} have the same text")
        seen.setdefault(text, place)


def _explain(section: Section, name: str, _problems: Problems) -> Step:
    return ExplainStep(
        id=name,
        prompt=section.text("prompt", needed=True),
        model=section.text("model", needed=True),
        checklist=section.texts("checklist", at_least=1, needed=True),
    )


READERS: Mapping[str, Callable[[Section, str, Problems], Step]] = {
    "text": _text,
    "stepper": _stepper,
    "vector": _vector,
    "number": lambda section, name, _problems: read_number(section, name),
    "mask": lambda section, name, _problems: read_mask(section, name),
    "targets": lambda section, name, _problems: read_targets(section, name),
    "choice": _choice,
    "explain": _explain,
    "lab": lambda section, name, _problems: read_lab(section, name),
}
