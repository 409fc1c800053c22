"""How feedback names rows, keys and numbers, everywhere the same."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from tutor.coaching.worked import Floats, WorkedRow
from tutor.notation.printer import number

SHOWN = 6
"""So many numbers of a longer row are written out in a message."""

STAGE_NAMES = {
    "scores": "scores",
    "scaled": "scaled scores",
    "masked": "masked scores",
    "weights": "weights",
    "output": "output",
}


def num(x: float) -> str:
    """A number to four decimals."""
    return number(float(x))


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


def opening(name: str) -> str:
    """A name at the start of a sentence. k3 and q2 stay small: K and Q are matrices."""
    return f"{name[:1].upper()}{name[1:]}" if name.startswith("component") else name


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


def root_of(size: int) -> str:
    """√4 = 2, √3 = 1.7321."""
    return f"√{size} = {num(math.sqrt(size))}"


def product_sum(left: Sequence[float] | Floats, right: Sequence[float] | Floats) -> str:
    """A dot product written out: 0×1 + 2×1."""
    terms = [f"{term(a)}×{term(b)}" for a, b in zip(left, right, strict=True)]
    if len(terms) > SHOWN:
        terms = [*terms[:SHOWN], "…"]
    return " + ".join(terms)
