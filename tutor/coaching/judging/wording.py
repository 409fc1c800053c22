"""How feedback names rows, keys and numbers, everywhere the same."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from tutor.coaching.judging.worked import Floats, WorkedRow
from tutor.notation.printer import printed, rounded

SHOWN = 6
"""So many numbers of a longer row are written out in a message."""

STAGE_NAMES = {
    "scores": "scores",
    "scaled": "scaled scores",
    "masked": "masked scores",
    "weights": "weights",
    "output": "output",
}

CELL_NAMES = {
    "scores": "the score on k{}",
    "scaled": "the scaled score on k{}",
    "masked": "the masked score on k{}",
    "weights": "the weight on k{}",
    "output": "component {}",
}

PERCENT_ROOM = 1.5
"""How far percentages that were rounded may add up from 100."""

COUNTS = ("no", "one", "two", "three", "four")


def num(x: float) -> str:
    """A number to four decimals; trailing zeros go only where nothing was rounded away."""
    return rounded(float(x))


def decimals_asked(digits: int) -> str:
    """Three decimals are, to be followed by "asked"."""
    return f"{counted(digits, 'decimal')} {'is' if digits == 1 else 'are'}" if digits else "whole numbers are"


def coarse_but_right(decimals: int, digits: int, where: str = "", *, several: bool = True) -> str:
    """What is said of right numbers with too few decimals to pass. `where` names the cells."""
    these = "These are the right numbers" if several else "This is the right number"
    more = counted(digits - decimals, "more digit")
    at = f" at {where}" if where else ""
    return f"{these}, rounded too coarsely: {more}{at}, please. {sentence(decimals_asked(digits))} asked."


def as_percent(values: Sequence[float] | Floats, whose: str, what: str) -> str | None:
    """What is said of numbers that were typed as percentages, without a sign for it; None of any others.

    `whose` begins the sentence, as in "Your row adds", `what` should add up to 1.
    """
    total = float(sum(values))
    if min(values) < 0 or not abs(total - 100) <= PERCENT_ROOM or len(values) > SHOWN:
        return None
    signed, plain = " ".join(f"{num(x)}%" for x in values), " ".join(num(x / 100) for x in values)
    return f"{whose} up to {num(total)}, and {what} add up to 1. As percentages type {signed}, or {plain}."


def counted(count: int, noun: str) -> str:
    """One decimal, three decimals."""
    return f"{COUNTS[count] if count < len(COUNTS) else count} {noun}{'s' * (count != 1)}"


def rounded_but_right(digits: int, where: str = "") -> str:
    """What is said of a right answer with a digit less than asked: it passes. `where` names the cells."""
    at = f" at {where}" if where else ""
    return f"Right, so you may go on. {sentence(decimals_asked(digits))} asked here: next time one more digit{at}."


def term(x: float) -> str:
    """A number as a factor or a power: in parentheses where it is negative."""
    return f"({num(x)})" if x < 0 else num(x)


def row(values: Iterable[float]) -> str:
    """Numbers in brackets, the first few of a long row."""
    cells = [num(x) for x in values]
    if len(cells) > SHOWN:
        cells = [*cells[:SHOWN], "…"]
    return f"[{', '.join(cells)}]"


def query_name(worked: WorkedRow) -> str:
    """The asked query: q2."""
    return f"q{worked.i + 1}"


def key_names(places: Iterable[int], *, joiner: str = "and") -> str:
    """Keys by their places from 0: k3, k4 and k5, or k4 to k9."""
    spots = [int(j) + 1 for j in places]
    names = [f"k{j}" for j in spots]
    if len(spots) > 3 and spots == list(range(spots[0], spots[-1] + 1)):
        return f"{names[0]} to {names[-1]}"
    return listed(names, joiner=joiner)


def cell_names(places: Iterable[int], stage: str) -> str:
    """Cells of a row by their places from 0: k1 and k3, or component 2 of an output."""
    if stage != "output":
        return key_names(places)
    spots = [str(int(c) + 1) for c in places]
    return f"component{'s' * (len(spots) > 1)} {listed(spots)}"


def cell_name(place: int, stage: str) -> str:
    """What stands in one cell, by its place from 0: the weight on k3. k3 itself is a key."""
    return CELL_NAMES[stage].format(place + 1)


def opening(name: str) -> str:
    """A name at the start of a sentence. k3 and q2 stay small: K and Q are matrices."""
    return sentence(name) if name.startswith(("component", "the ")) else name


def sentence(words: str) -> str:
    """Words with a capital at the start."""
    return f"{words[:1].upper()}{words[1:]}"


def listed(words: Sequence[str], *, joiner: str = "and") -> str:
    """Words with commas and a last `joiner`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joiner} {words[-1]}"


def hidden_keys(worked: WorkedRow) -> str:
    """The keys that the asked query may not attend."""
    return key_names([j for j, seen in enumerate(worked.visible) if not seen])


def visible_keys(worked: WorkedRow) -> str:
    """The keys that the asked query may attend."""
    places = [j for j, seen in enumerate(worked.visible) if seen]
    return key_names(places) if places else "no key"


def masked_name(worked: WorkedRow) -> str:
    """What softmax is taken of: the masked scores, or the scaled ones where no mask changes them."""
    return STAGE_NAMES["scaled" if worked.plain_masking and not worked.hides else "masked"]


def root_of(size: int) -> str:
    """√4 = 2, √3 = 1.7321."""
    return f"√{size} = {num(math.sqrt(size))}"


def product_sum(left: Sequence[float] | Floats, right: Sequence[float] | Floats) -> str:
    """A dot product written out: 0×1 + 2×1."""
    terms = [f"{term(a)}×{term(b)}" for a, b in zip(left, right, strict=True)]
    if len(terms) > SHOWN:
        terms = [*terms[:SHOWN], "…"]
    return " + ".join(terms)


def as_printed(values: Iterable[float]) -> Floats:
    """The numbers that a reader finds where these are printed by `num`."""
    return np.array([printed(float(x)) for x in values])
