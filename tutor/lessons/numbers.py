"""The number pages of a lesson file: an answer as an expression, or what it is worked out from."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tutor.lessons.fields import Section, found, listed
from tutor.lessons.model import Input, NumberStep, WrongAnswer
from tutor.lessons.problems import as_number
from tutor.notation.reader import read

Form = Literal["row", "number", "whole"]

LONGEST_ROW = 16
LARGEST = 1e6
LEAST_PROBABILITY = 1e-300
COLDEST, HOTTEST = 0.01, 100.0
LARGEST_POSITION = 10_000
LARGEST_WIDTH = 1024
SUM_SLACK = 0.005
LOG_UNITS = ("nats", "bits")
MISTAKE_KEYS = ("answer", "code", "why")
NAMED = re.compile(r"\{([a-z_]+)\}")
"""Where a prompt shows an input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calculation:
    """What one kind of computed number takes: its inputs, those that may be left out, and whether it has a log."""

    takes: Mapping[str, Form]
    optional: tuple[str, ...] = ()
    has_log: bool = False


CALCULATIONS: Mapping[str, Calculation] = {
    "dot": Calculation(takes={"a": "row", "b": "row"}),
    "length": Calculation(takes={"a": "row"}),
    "joint": Calculation(takes={"p": "row"}),
    "loss": Calculation(takes={"p": "row"}, has_log=True),
    "perplexity": Calculation(takes={"p": "row"}),
    "surprise": Calculation(takes={"p": "number"}, has_log=True),
    "softmax": Calculation(
        takes={"logits": "row", "temperature": "number", "index": "whole"}, optional=("temperature", "index")
    ),
    "weight": Calculation(takes={"scores": "row", "index": "whole"}, optional=("index",)),
    "mixed": Calculation(takes={"weights": "row", "values": "row"}),
    "entropy": Calculation(takes={"p": "row"}, has_log=True),
    "sinusoid": Calculation(takes={"position": "whole", "index": "whole", "d": "whole"}),
}
"""By the name under `compute`."""

INPUT_KEYS = tuple(dict.fromkeys(key for one in CALCULATIONS.values() for key in one.takes))
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
    for key in (*INPUT_KEYS, "draw"):
        if key in section.data:
            section.note(key, "belongs to compute; a page with an answer has no inputs")
    answer, value = _expression(section, "answer")
    return replace(
        step,
        answer=answer,
        value=value,
        unit=_unit(section),
        mistakes=_mistakes(section, value, step.digits),
    )


def _expression(section: Section, key: str) -> tuple[str, float | None]:
    """A text that learners might type, and the number that it comes to."""
    text = section.text(key, needed=True)
    if not text.strip():
        return "", None
    got = read(text, expect=(), stage="number", blanks=False)
    if got.status != "read" or got.cells[0] is None:
        section.note(key, f"cannot be read as one number: {(got.reason or 'it is empty').rstrip('.')}")
        return text, None
    return text, got.cells[0]


def _unit(section: Section) -> str:
    unit = section.text("unit", one_line=True)
    if "%" in unit:
        section.note("unit", "leave % out: ask for a number from 0 to 1, which may be typed as a percentage too")
    return unit


def _mistakes(section: Section, right: float | None, digits: int) -> tuple[WrongAnswer, ...]:
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
        wrong = _mistake(section.inside(table, f"mistake {place}"))
        if wrong is None:
            continue
        if right is not None and same_at(wrong.value, right, digits):
            section.note(f"mistake {place}", f"{wrong.answer} is the right answer, to {_decimals(digits)}")
        for other, earlier in enumerate(mistakes, start=1):
            if same_at(wrong.value, earlier.value, digits):
                section.note(f"mistake {place}", f"gives the same answer as mistake {other}")
        mistakes.append(wrong)
    return tuple(mistakes)


def _mistake(section: Section) -> WrongAnswer | None:
    section.only(MISTAKE_KEYS, "a mistake")
    answer, value = _expression(section, "answer")
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
    inputs = () if drawn else _inputs(section, name)
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


def _inputs(section: Section, name: str) -> tuple[tuple[str, Input], ...]:
    """The inputs that are there and sound; where all are, they have to fit together too."""
    calculation = CALCULATIONS[name]
    before = len(section.faults)
    inputs: dict[str, Input] = {}
    for key, form in calculation.takes.items():
        if key not in section.data:
            if key not in calculation.optional:
                section.note(key, f"missing; expected {EXPECTED[form]}, or draw = true")
            continue
        value = _READ[form](section, key)
        if value is not None:
            inputs[key] = value
    if len(section.faults) == before and name in _FITTING:
        _FITTING[name](section, inputs)
    return tuple(inputs.items())


EXPECTED: Mapping[Form, str] = {
    "row": "a list of numbers, such as [0.5, 0.25, 0.8]",
    "number": "a number",
    "whole": "a whole number",
}


def _row(section: Section, key: str) -> tuple[float, ...] | None:
    values = section.data[key]
    if not isinstance(values, list) or not values:
        section.note(key, f"expected {EXPECTED['row']}, found {found(values)}")
        return None
    numbers = [as_number(value) for value in values]
    for place, (number, value) in enumerate(zip(numbers, values, strict=True), start=1):
        if number is None or not abs(number) <= LARGEST:
            section.note(key, f"number {place}: expected a number within ±{LARGEST:,.0f}, found {found(value)}")
            return None
    if len(numbers) > LONGEST_ROW:
        section.note(key, f"has {len(numbers)} numbers; a page shows at most {LONGEST_ROW}")
        return None
    return tuple(number for number in numbers if number is not None)


def _number(section: Section, key: str) -> float | None:
    number = as_number(section.data[key])
    if number is None or not abs(number) <= LARGEST:
        section.note(key, f"expected a number within ±{LARGEST:,.0f}, found {found(section.data[key])}")
        return None
    return number


def _whole(section: Section, key: str) -> float | None:
    whole = section.whole(key, low=0 if key == "position" else 1, high=LARGEST_POSITION)
    return None if whole is None else float(whole)


_READ: Mapping[Form, Callable[[Section, str], Input | None]] = {"row": _row, "number": _number, "whole": _whole}


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


def _as_row(value: Input) -> tuple[float, ...]:
    return value if isinstance(value, tuple) else (value,)


def _equally_long(first: str, second: str) -> Callable[[Section, Mapping[str, Input]], None]:
    def check(section: Section, inputs: Mapping[str, Input]) -> None:
        a, b = len(_as_row(inputs[first])), len(_as_row(inputs[second]))
        if a != b:
            section.note(second, f"has {b} number{'s' * (b > 1)}, but {first} has {a}: expected as many")

    return check


def _probabilities(section: Section, inputs: Mapping[str, Input]) -> None:
    for place, p in enumerate(_as_row(inputs["p"]), start=1):
        if not LEAST_PROBABILITY <= p <= 1:
            where = "" if isinstance(inputs["p"], float) else f"number {place}: "
            tiny = f"; the least that can be worked with is {LEAST_PROBABILITY:g}" if 0 < p < 1 else ""
            section.note("p", f"{where}expected a probability above 0 and at most 1, found {p:g}{tiny}")


def _distribution(section: Section, inputs: Mapping[str, Input]) -> None:
    _probabilities(section, inputs)
    total = math.fsum(_as_row(inputs["p"]))
    if abs(total - 1) > SUM_SLACK:
        section.note("p", f"adds up to {total:g}; the probabilities of all the outcomes add up to 1")


def _softmax(section: Section, inputs: Mapping[str, Input]) -> None:
    key = "logits" if "logits" in inputs else "scores"
    count = len(_as_row(inputs[key]))
    if count < 2:
        section.note(key, "has 1 number; softmax of one is always 1, so expected at least 2")
    heat, index = inputs.get("temperature", 1.0), inputs.get("index")
    if isinstance(heat, float) and not COLDEST <= heat <= HOTTEST:
        section.note("temperature", f"expected a number from {COLDEST:g} to {HOTTEST:g}, found {heat:g}")
    if isinstance(index, float) and index > count:
        section.note("index", f"is {index:g}, but {key} has {count} numbers")


def _mixed(section: Section, inputs: Mapping[str, Input]) -> None:
    _equally_long("weights", "values")(section, inputs)
    total = math.fsum(_as_row(inputs["weights"]))
    if min(_as_row(inputs["weights"])) < 0 or abs(total - 1) > 4 * SUM_SLACK:
        section.note("weights", f"expected weights from 0 to 1 that add up to 1; these add up to {total:g}")


def _sinusoid(section: Section, inputs: Mapping[str, Input]) -> None:
    width, index = inputs["d"], inputs["index"]
    assert isinstance(width, float)
    assert isinstance(index, float)
    if width % 2 or width > LARGEST_WIDTH:
        section.note("d", f"expected an even whole number from 2 to {LARGEST_WIDTH}, found {width:g}")
    elif index > width:
        section.note("index", f"is {index:g}, but there are {width:g} components")


_FITTING: Mapping[str, Callable[[Section, Mapping[str, Input]], None]] = {
    "dot": _equally_long("a", "b"),
    "joint": _probabilities,
    "loss": _probabilities,
    "perplexity": _probabilities,
    "surprise": _probabilities,
    "softmax": _softmax,
    "weight": _softmax,
    "mixed": _mixed,
    "entropy": _distribution,
    "sinusoid": _sinusoid,
}
