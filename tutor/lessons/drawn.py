"""Numbers that an author lets be drawn: lists to choose from, calculations with them, and the texts that show both.

Which of them a learner gets is not decided here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tutor.lessons.fields import Section, found, listed
from tutor.lessons.model import NumberStep, Pool
from tutor.lessons.problems import as_number
from tutor.notation.expressions import CONSTANTS, INFINITE
from tutor.notation.printer import exact, number
from tutor.notation.reader import read
from tutor.notation.tokens import EMPTY_WORDS, FUNCTIONS

Numbers = Mapping[str, float]

BRACED = re.compile(r"\{([^{}]*)\}")
"""Where a text shows a drawn number, or a calculation with some."""

WORD = re.compile(r"[a-z][a-z0-9]*")
TAKEN = frozenset({*FUNCTIONS, *CONSTANTS, *INFINITE, *EMPTY_WORDS})
"""Words that mean something in a calculation already."""

SHOWN_DIGITS = 4
KEPT_DIGITS = 12
"""Of a calculation with decimals: beyond them stand only the traces of binary fractions, 0.1 + 0.2."""

LARGEST = 1e9
EXPECTED = "draw = { n = [3, 4, 5] }, a list of numbers to choose from for each name"


def choose_from(pools: Sequence[Pool], random: Callable[[], float]) -> dict[str, float]:
    """The numbers of one draw: a pool, then a number from each of its lists. `random` gives numbers from 0 to 1.

    Raises ValueError, one sentence, where a calculation has no result.
    """
    numbers: dict[str, float] = {}
    for name, source in pools[int(random() * len(pools))]:
        numbers[name] = worked_out(source, numbers) if isinstance(source, str) else source[int(random() * len(source))]
    return numbers


def first_of(pools: Sequence[Pool]) -> dict[str, float]:
    """The first number of each list in the first pool."""
    return choose_from(pools, lambda: 0.0)


def worked_out(calculation: str, numbers: Numbers) -> float:
    """What a calculation with names comes to, to 12 decimals. Raises ValueError where it can't be read."""
    got = read(WORD.sub(lambda word: _term(word[0], numbers), calculation), expect=(), stage="number", blanks=False)
    if got.status != "read" or got.cells[0] is None:
        raise ValueError(f"cannot be read as one number: {(got.reason or 'it is empty').rstrip('.')}")
    value = round(got.cells[0], KEPT_DIGITS)
    return value + 0.0


def filled(text: str, numbers: Numbers) -> str:
    """A text with each brace filled in: a name by its number, a calculation by its result to four decimals."""

    def shown(brace: re.Match[str]) -> str:
        inside = brace[1].strip()
        return exact(numbers[inside]) if inside in numbers else number(worked_out(inside, numbers), digits=SHOWN_DIGITS)

    return BRACED.sub(shown, text)


def typed(answer: str, numbers: Numbers) -> str:
    """An answer with the numbers in it, as one would type it: negative ones in brackets."""

    def term(brace: re.Match[str]) -> str:
        name = brace[1].strip()
        if name not in numbers:
            raise ValueError(f"names {{{name}}}, but what is drawn is {listed(list(numbers))}")
        return _term(name, numbers)

    return BRACED.sub(term, answer)


def _term(word: str, numbers: Numbers) -> str:
    if word not in numbers:
        return word
    written = exact(numbers[word])
    return f"({written})" if written.startswith("-") else written


def fill(step: NumberStep, numbers: Numbers) -> NumberStep:
    """The page with these numbers in all its texts, its answer and its mistakes worked out from them.

    Raises ValueError where a calculation has no result.
    """

    def value(answer: str) -> tuple[str, float]:
        written = typed(answer, numbers)
        return written, worked_out(written, {})

    answer, right = value(step.answer)
    mistakes = [(wrong, *value(wrong.answer)) for wrong in step.mistakes]
    return replace(
        step,
        prompt=filled(step.prompt, numbers),
        body=filled(step.body, numbers),
        hints=tuple(filled(hint, numbers) for hint in step.hints),
        answer=answer,
        value=right,
        mistakes=tuple(
            replace(wrong, answer=text, value=x, why=filled(wrong.why, numbers)) for wrong, text, x in mistakes
        ),
        pools=(),
    )


def read_pools(section: Section) -> tuple[Pool, ...]:
    """What is drawn for a page, its faults noted; none where there is no table of it."""
    if "draw" not in section.data:
        return ()
    tables = section.data["draw"]
    if isinstance(tables, bool):
        section.note("draw", f"an answer takes its numbers from lists: expected {EXPECTED}")
        return ()
    tables = [tables] if isinstance(tables, dict) else tables
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) and table for table in tables):
        section.note("draw", f"expected {EXPECTED}; found {found(section.data['draw'])}")
        return ()
    pools = [_pool(section.inside(table, "draw" if len(tables) == 1 else f"draw {i}"))
             for i, table in enumerate(tables, start=1)]  # fmt: skip
    names = [{name for name, _ in pool} for pool in pools]
    if any(other != names[0] for other in names):
        section.note("draw", "the tables have different names; a page shows the same ones whichever is drawn")
    return tuple(pools) if all(pools) else ()


def _pool(section: Section) -> Pool:
    """The lists of one table; empty where one of them is faulty."""
    pool: list[tuple[str, tuple[float, ...] | str]] = []
    before = len(section.faults)
    for name, source in section.data.items():
        if not WORD.fullmatch(name) or name in TAKEN:
            rule = "means something in a calculation already" if name in TAKEN else "is no name"
            section.note(name, f"{rule}; expected small letters and digits, such as n or k1")
        elif isinstance(source, str):
            pool.append((name, section.checked_text(source, name, one_line=True)))
        elif fit := _fit(source if isinstance(source, list) else [source]):
            pool.append((name, fit))
        else:
            section.note(name, f'expected a list of numbers, or a calculation such as "n + 1"; found {found(source)}')
    if len(section.faults) == before:
        try:
            first_of([tuple(pool)])
        except ValueError as error:
            section.note(None, f"with the first number of each list, a calculation {error}")
    return tuple(pool) if len(section.faults) == before else ()


def _fit(values: Sequence[object]) -> tuple[float, ...]:
    """Numbers to choose from; none where one of them is no number that can be worked with."""
    numbers = [as_number(value) for value in values]
    fit = tuple(x for x in numbers if x is not None and math.isfinite(x) and abs(x) <= LARGEST)
    return fit if len(fit) == len(numbers) else ()


def check_filled(section: Section, step: NumberStep) -> None:
    """Note each text that can't be filled in, and a page on which nothing that is drawn is shown."""
    numbers = first_of(step.pools)
    texts = [("prompt", step.prompt), ("body", step.body)]
    texts += [(f"spoken {i}", spoken) for i, spoken in enumerate(step.spoken, start=1)]
    texts += [(f"hints {i}", hint) for i, hint in enumerate(step.hints, start=1)]
    texts += [(f"mistake {i}, why", wrong.why) for i, wrong in enumerate(step.mistakes, start=1)]
    for key, text in texts:
        for inside in BRACED.findall(text):
            try:
                worked_out(inside, numbers)
            except ValueError as error:
                section.note(key, f"{{{inside}}} {error}; what is drawn is {listed(list(numbers))}")
    if not BRACED.search(step.prompt + step.body):
        section.note("prompt", f"shows nothing of what is drawn, {listed(list(numbers))}, and the body neither")
