"""From typed texts to a problem, or to the first text that does not fit, in one sentence.

The workbench and the shell commands share it, so that both read and refuse the same things in the same words.
Whether the numbers fit each other is not asked here: `Problem.solve` says that, for everybody.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from tutor.maths.problem import Mask, Matrix, Problem
from tutor.notation.characters import normalized, quoted
from tutor.notation.printer import exact
from tutor.notation.reader import NOTHING, read
from tutor.notation.reading import Reading
from tutor.notation.whole import has_lost_digits, whole

LABELS = {
    "q": "Q",
    "k": "K",
    "v": "V",
    "mask": "mask",
    "add_mask": "the added mask",
    "scale": "scale",
    "temperature": "temperature",
    "offset": "offset",
    "softcap": "softcap",
    "heads": "heads",
    "kv_heads": "kv_heads",
    "d_model": "d_model",
}
"""What the fields are called on the screen."""

MASK_EXAMPLE = 'rows of 1 and 0 (1 = may attend) such as "1 0; 1 1"'

ROWS_WANTED = {
    "q": "one query, such as 0 1",
    "k": "one key, such as 1 0",
    "v": "one value, such as 6 0",
    "mask": "one row, such as 1 0",
    "add_mask": "one row, such as 0 -2",
}

LONGEST_QUESTION = 200

DEFAULT_SCALE = re.compile(r"1/(√|sqrt)(d_?[kₖ]|\(d_?[kₖ]\))")
"""The usual scale as people type it, in small letters."""

MINUS_INFINITY = re.compile(r"""(?<![\w.])(["']?)-(?:inf(?:inity)?|∞)(?!\w)\1""", re.IGNORECASE)
NOT_FINITE = re.compile(r"""(?<![\w.])(["']?)[-+]?(?:nan|inf(?:inity)?|∞)(?!\w)\1""", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What was typed, field by field. An empty text stands for the usual value; Q, K and V have none."""

    q: str = ""
    k: str = ""
    v: str = ""
    mask: str = ""
    add_mask: str = ""
    scale: str = ""
    temperature: str = ""
    offset: str = ""
    softcap: str = ""
    heads: str = ""
    kv_heads: str = ""
    d_model: str = ""


class Misfit(ValueError):
    """One sentence about one field, without its full stop: what was read, what was expected."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


@dataclass(frozen=True, slots=True)
class Typed:
    """The text of one field, the field's name in the form, and what its reader knows it as."""

    field: str
    label: str
    text: str

    @property
    def usual(self) -> bool:
        """True where nothing was typed, which stands for the usual value."""
        return not self.word

    @property
    def word(self) -> str:
        """The text as a word to compare: plain characters, small letters, no blanks around."""
        return normalized(self.text).text.strip().casefold()

    def misfit(self, trouble: str) -> Misfit:
        """The label, the text where there is one, and what is wrong with it."""
        lines = (line.strip().rstrip(";") for line in self.text.strip().splitlines())
        shown = "" if _is_empty(self.text) else f" {quoted('; '.join(lines))}"
        return Misfit(self.field, f"{self.label}{shown}{trouble}")


def enter(
    form: Form, *, labels: Mapping[str, str] = LABELS, matrices: tuple[Matrix, Matrix, Matrix] | None = None
) -> Problem:
    """The problem that a form states. Raises `Misfit` for the first field that cannot be read.

    `labels` says what each field is called where it was typed. `matrices` are Q, K and V where they were not
    typed but come from elsewhere.
    """
    typed = {name: Typed(name, labels[name], getattr(form, name)) for name in LABELS}
    q, k, v = matrices or (rows_in(typed["q"]), rows_in(typed["k"]), rows_in(typed["v"]))
    return Problem(
        q=q,
        k=k,
        v=v,
        heads=1 if typed["heads"].usual else whole_in(typed["heads"], least=1),
        kv_heads=None if typed["kv_heads"].usual else whole_in(typed["kv_heads"], least=1),
        mask=_mask(typed["mask"], adding=labels["add_mask"]),
        add_mask=_added(typed["add_mask"]),
        scale=_scale(typed["scale"]),
        temperature=1.0 if typed["temperature"].usual else number_in(typed["temperature"]),
        softcap=0.0 if typed["softcap"].usual else number_in(typed["softcap"]),
        offset=None if typed["offset"].usual else whole_in(typed["offset"]),
        d_model=None if typed["d_model"].usual else whole_in(typed["d_model"], least=1),
    )


def form_of(problem: Problem) -> Form:
    """The form that states this problem, as it would be typed."""
    return Form(
        q=_lines(problem.q),
        k=_lines(problem.k),
        v=_lines(problem.v),
        mask=problem.mask if isinstance(problem.mask, str) else _line(problem.mask),
        add_mask="" if problem.add_mask is None else _line(problem.add_mask),
        scale="" if problem.scale is None else exact(problem.scale),
        temperature="" if problem.temperature == 1 else exact(problem.temperature),
        softcap="" if not problem.softcap else exact(problem.softcap),
        offset="" if problem.offset is None else str(problem.offset),
        heads="" if problem.heads == 1 else str(problem.heads),
        kv_heads="" if problem.kv_heads is None else str(problem.kv_heads),
        d_model="" if problem.d_model is None else str(problem.d_model),
    )


def shape_of(text: str) -> tuple[str, str | None]:
    """A matrix field's shape while it is typed, as ("3×4", None), or ("", why it can't be read yet)."""
    if _is_empty(text):
        return "", "empty"
    reading = read(text)
    if reading.status != "read":
        return "", _why(text, reading)
    rows = reading.rows()
    return f"{len(rows)}×{len(rows[0])}", None


def rows_in(typed: Typed, *, stage: str | None = None) -> Matrix:
    """A typed matrix; a vector or a number is one row. `stage` is what the reader takes it for. Raises `Misfit`."""
    return _filled(typed, read(typed.text, stage=stage, blanks=False))


def number_in(typed: Typed) -> float:
    """A typed number, 1/√2 as well as 0.7071. Raises `Misfit`."""
    ((number,),) = _filled(typed, read(typed.text, expect=(), blanks=False))
    return number


def whole_in(typed: Typed, *, least: int | None = None, most: int | None = None) -> int:
    """A typed whole number within bounds. Raises `Misfit`."""
    reading = read(typed.text, expect=(), blanks=False)
    number = reading.cells[0] if reading.status == "read" else None
    found = None if number is None else whole(typed.text, number)
    if found is None:
        lost = number is not None and has_lost_digits(typed.text, number)
        why = (
            "too large to be worked out to its last digit: type its digits" if lost else "not a whole number such as 2"
        )
        raise typed.misfit(f" is {why}")
    if (least is not None and found < least) or (most is not None and found > most):
        bounds = f"{least} or more" if most is None else f"{least} to {most}"
        raise typed.misfit(f" is out of range: it takes {bounds}")
    return found


def _mask(typed: Typed, *, adding: str) -> Mask:
    """The word none or causal, or rows of 1 and 0. `adding` is what the field for numbers to add is called."""
    if typed.usual or typed.word == "none":
        return "none"
    if typed.word == "causal":
        return "causal"
    reading = read(typed.text)
    if reading.status != "read" and MINUS_INFINITY.search(normalized(typed.text).text):
        # Somebody typed an added mask, and is told so below.
        hiding = read(typed.text, stage="masked", blanks=False)
        reading = hiding if hiding.status == "read" else reading
    if reading.status != "read" and any(c.isalpha() for c in typed.text):
        raise typed.misfit(f" is neither none, causal nor {MASK_EXAMPLE}")
    rows = _filled(typed, reading)
    for i, row in enumerate(rows, 1):
        for j, cell in enumerate(row, 1):
            if cell not in (0, 1):
                what = f"row {i}, column {j} is {exact(cell)}"
                rule = f"a mask holds only 1 (may attend) and 0 (hidden); numbers to add go into {adding}"
                raise Misfit(typed.field, f"{typed.label} {what}; {rule}")
    return rows


def _added(typed: Typed) -> Matrix | None:
    """The rows of an added mask, in which −∞ hides; None where there is none."""
    if typed.usual or typed.word == "none":
        return None
    reading = read(typed.text, stage="masked", blanks=False)
    rows = _filled(typed, reading)
    # For the step "masked", −1e9 stands for −∞ too; added to scores it is only a number.
    finite = read(MINUS_INFINITY.sub("_", normalized(typed.text).text), blanks=True)
    if finite.status != "read" or finite.shape != reading.shape:
        return rows
    return tuple(
        tuple(hidden if x is None else x for x, hidden in zip(*both, strict=True))
        for both in zip(finite.rows(), rows, strict=True)
    )


def _scale(typed: Typed) -> float | None:
    if typed.usual or DEFAULT_SCALE.fullmatch(typed.word.replace(" ", "")):
        return None
    return 1.0 if typed.word == "none" else number_in(typed)


def _filled(typed: Typed, reading: Reading) -> Matrix:
    """The rows of a reading, or the one sentence that says why there are none."""
    if reading.status == "read":
        # `read` leaves no cell blank unless it is told that it may.
        return _numbers(reading)
    if _is_empty(typed.text):
        raise typed.misfit(f" is empty: add at least {ROWS_WANTED.get(typed.field, 'one number, such as 0.5')}")
    if reading.status == "ask":
        raise typed.misfit(f" {_question(reading)}")
    text = MINUS_INFINITY.sub("0", normalized(typed.text).text) if typed.field == "add_mask" else typed.text
    raise typed.misfit(f": {_why(text, reading)}")


def _question(reading: Reading) -> str:
    """What a text may mean, and how each of that is typed so that it means nothing else."""
    meant = " or ".join(one.echo for one in reading.readings)
    typed = " or ".join(f'"{_line(_numbers(one))}"' for one in reading.readings)
    if len(meant) + len(typed) > LONGEST_QUESTION:
        return "can be read in more than one way: put blanks between numbers, and points before decimals"
    return f"may mean {meant}: type {typed}"


def _numbers(reading: Reading) -> Matrix:
    return tuple(tuple(cell for cell in row if cell is not None) for row in reading.rows())


def _why(text: str, reading: Reading) -> str:
    """Why a text was not read. A number that is not finite is named by row and column, where people look for it."""
    marked, count = NOT_FINITE.subn("_", normalized(text).text)
    rest = read(marked, blanks=True) if count else reading
    if rest.status == "read" and rest.cells.count(None) == count:
        at = rest.cells.index(None)
        width = len(rest.rows()[0])
        return f"row {at // width + 1}, column {at % width + 1} is not a finite number"
    return "nothing is filled in" if reading.reason == NOTHING else (reading.reason or "").rstrip(".")


def _is_empty(text: str) -> bool:
    """True where there is nothing but blanks, brackets and what separates."""
    return not normalized(text).text.strip(" \n[](){},;")


def _lines(rows: Matrix) -> str:
    return "\n".join(" ".join(exact(x) for x in row) for row in rows)


def _line(rows: Matrix) -> str:
    return _lines(rows).replace("\n", "; ")


def packed(form: Form) -> str:
    """A form as one text, for the journal."""
    return json.dumps(asdict(form), ensure_ascii=False)


def unpacked(text: str) -> Form | None:
    """The form in such a text; None where there is none in it."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    if not isinstance(found, dict):
        return None
    known = {x.name for x in fields(Form)}
    return Form(**{name: value for name, value in found.items() if name in known and isinstance(value, str)})
