"""What numbers a page may have worked out: each calculation, its inputs, and what is wrong with those of a file."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from tutor.lessons.fields import Section, found
from tutor.lessons.model import Input
from tutor.lessons.problems import as_number

Form = Literal["row", "number", "whole"]

LONGEST_ROW = 16
LARGEST = 1e6
LEAST_PROBABILITY = 1e-300
COLDEST, HOTTEST = 0.01, 100.0
LARGEST_POSITION = 10_000
LARGEST_WIDTH = 1024
SUM_SLACK = 0.005


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


def read_inputs(section: Section, name: str) -> tuple[tuple[str, Input], ...]:
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
