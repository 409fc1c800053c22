"""The number pages of a lesson file: an answer as an expression, or what it is worked out from."""

from __future__ import annotations

import re
from dataclasses import replace

from tutor.lessons.calculations import CALCULATIONS, INPUT_KEYS, Calculation, read_inputs
from tutor.lessons.drawn import Numbers, check_filled, first_of, read_pools, typed
from tutor.lessons.fields import Section, found, listed
from tutor.lessons.model import NumberStep, WrongAnswer
from tutor.notation.reader import read

LOG_UNITS = ("nats", "bits")
MISTAKE_KEYS = ("answer", "code", "why")
NAMED = re.compile(r"\{([a-z_]+)\}")
"""Where a prompt shows an input."""


NUMBER_KEYS = ("prompt", "hints", "answer", "mistakes", "compute", *INPUT_KEYS, "draw", "digits", "unit", "body")


def read_number(section: Section, name: str) -> NumberStep:
    """One number page, its faults noted."""
    prompt = section.text("prompt", needed=True)
    hints = section.texts("hints", at_least=2, needed=True)
    digits = section.whole("digits", low=0, high=6)
    step = NumberStep(id=name, prompt=prompt, hints=hints, digits=3 if digits is None else digits)
    if "answer" not in section.data and "compute" not in section.data:
        section.note("answer", f'missing; expected answer = "1/√2", or compute = {listed(tuple(CALCULATIONS))}')
        return step
    if "answer" in section.data and "compute" in section.data:
        section.note("compute", "the page has an answer already; write one of the two")
    return _computed(section, step) if "compute" in section.data else _answered(section, step)


def _answered(section: Section, step: NumberStep) -> NumberStep:
    for key in INPUT_KEYS:
        if key in section.data:
            section.note(key, "belongs to compute; a page with an answer has no inputs")
    pools = read_pools(section)
    if "draw" in section.data and not pools:
        # What names the drawn numbers cannot be read without them.
        return step
    numbers = first_of(pools) if pools else {}
    answer, value = _expression(section, "answer", numbers)
    spoken = section.data.get("spoken")
    whole = replace(
        step,
        answer=answer,
        value=value,
        unit=_unit(section),
        # A draw takes numbers on which the mistakes show.
        mistakes=_mistakes(section, None if pools else value, step.digits, numbers),
        body=body if isinstance(body := section.data.get("body"), str) else "",
        spoken=tuple(x for x in spoken if isinstance(x, str)) if isinstance(spoken, list) else (),
        draw=bool(pools),
        pools=pools,
    )
    if pools:
        check_filled(section, whole)
    return whole


def _expression(section: Section, key: str, numbers: Numbers) -> tuple[str, float | None]:
    """A text that learners might type, and the number that it comes to with the drawn numbers."""
    text = section.text(key, needed=True)
    if not text.strip():
        return "", None
    try:
        written = typed(text, numbers) if numbers else text
    except ValueError as error:
        section.note(key, str(error))
        return text, None
    got = read(written, expect=(), stage="number", blanks=False)
    if got.status != "read" or got.cells[0] is None:
        section.note(key, f"cannot be read as one number: {(got.reason or 'it is empty').rstrip('.')}")
        return text, None
    return text, got.cells[0]


def _unit(section: Section) -> str:
    unit = section.text("unit", one_line=True)
    if "%" in unit:
        section.note("unit", "leave % out: ask for a number from 0 to 1, which may be typed as a percentage too")
    return unit


def _mistakes(section: Section, right: float | None, digits: int, numbers: Numbers) -> tuple[WrongAnswer, ...]:
    """Its wrong answers; none may pass for the right one, or for another. Drawn ones are told apart when drawn."""
    expected = 'a list of { answer = "…", code = "…", why = "…" }'
    tables = section.data.get("mistakes", [])
    if not isinstance(tables, list):
        section.note("mistakes", f"expected {expected}, found {found(tables)}")
        return ()
    mistakes: list[WrongAnswer] = []
    for place, table in enumerate(tables, start=1):
        if not isinstance(table, dict):
            section.note(f"mistake {place}", f"expected {expected.removeprefix('a list of ')}, found {found(table)}")
            continue
        wrong = _mistake(section.inside(table, f"mistake {place}"), numbers)
        if wrong is None:
            continue
        if right is not None and same_at(wrong.value, right, digits):
            section.note(f"mistake {place}", f"{wrong.answer} is the right answer, to {_decimals(digits)}")
        for other, earlier in enumerate(mistakes, start=1) if not numbers else ():
            if same_at(wrong.value, earlier.value, digits):
                section.note(f"mistake {place}", f"gives the same answer as mistake {other}")
        mistakes.append(wrong)
    return tuple(mistakes)


def _mistake(section: Section, numbers: Numbers) -> WrongAnswer | None:
    section.only(MISTAKE_KEYS, "a mistake")
    answer, value = _expression(section, "answer", numbers)
    code, why = section.text("code", needed=True), section.text("why", needed=True)
    if code.strip():
        section.is_id(code, "code")
    return None if value is None else WrongAnswer(answer=answer, value=value, code=code, why=why)


def same_at(a: float, b: float, digits: int) -> bool:
    """True where two numbers cannot be told apart at so many decimals; whole ones always can."""
    room = 1.02 * 10.0**-digits
    if not digits and float(a).is_integer() and float(b).is_integer():
        room = 0.0
    return abs(a - b) <= room


def _decimals(digits: int) -> str:
    return "the whole number" if not digits else f"{digits} decimal{'s' * (digits > 1)}"


def _computed(section: Section, step: NumberStep) -> NumberStep:
    if "mistakes" in section.data:
        section.note("mistakes", "belongs to answer; the mistakes of a computed number are known")
    name = section.one_of("compute", tuple(CALCULATIONS))
    if name is None:
        return step
    calculation = CALCULATIONS[name]
    owner = f"compute = {name} takes {' and '.join(calculation.takes)}"
    for key in INPUT_KEYS:
        if key in section.data and key not in calculation.takes:
            section.note(key, f"is no input here; {owner}")
    drawn = section.flag("draw")
    inputs = () if drawn else read_inputs(section, name)
    if drawn:
        for key in calculation.takes:
            if key in section.data:
                section.note(key, "the numbers are drawn here; leave this out, or leave out draw")
    _check_prompt(section, step, calculation, drawn=drawn)
    return replace(
        step,
        compute=name,
        inputs=inputs,
        draw=drawn,
        unit=(section.one_of("unit", LOG_UNITS) or "nats") if calculation.has_log else _unit(section),
    )


def _check_prompt(section: Section, step: NumberStep, calculation: Calculation, *, drawn: bool) -> None:
    """What stands in braces is an input that there is; drawn ones are all shown, since nothing else tells them."""
    there = [key for key in calculation.takes if drawn or key in section.data]
    for key, text in (("prompt", step.prompt), *((f"hints {i}", hint) for i, hint in enumerate(step.hints, start=1))):
        for name in NAMED.findall(text):
            if name not in there:
                inputs = f"the inputs are {' and '.join(there)}" if there else "there are no inputs"
                section.note(key, f"names {{{name}}}, but {inputs}")
    for name in calculation.takes if drawn and step.prompt else ():
        if name not in calculation.optional and name not in NAMED.findall(step.prompt):
            section.note("prompt", f"does not show {{{name}}}; its numbers are drawn, so nothing else shows them")
