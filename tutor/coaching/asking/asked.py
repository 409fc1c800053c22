"""What every question says of itself, whatever its kind: a session and a screen need to know no more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from tutor.coaching.verdict import Verdict
from tutor.notation.printer import cell, explained
from tutor.notation.reading import Reading

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """How a text is understood while it is typed.

    `cells` stand under the question's names, one by one; `whole` stands by itself where there are more of them
    than names. `aside` is what typed expressions come to, and what else was made of the text. `reason` is why
    there is nothing more to show.
    """

    cells: tuple[str, ...] = ()
    whole: str = ""
    aside: str = ""
    reason: str = ""


class Asked(Protocol):
    """One question. Each kind is a frozen class of its own.

    `prompt` is what the page asks, its numbers filled in. `label` and `form` stand over the box, `placeholder` in it.
    `names` are those of the cells that are asked. `seed` is that of drawn numbers, None for stated ones; `digits` the
    decimals that are asked, None where it is no number.
    """

    @property
    def prompt(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def form(self) -> str: ...

    @property
    def placeholder(self) -> str: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def seed(self) -> int | None: ...

    @property
    def digits(self) -> int | None: ...

    def hear(self, raw: str) -> Heard | None:
        """How this text is understood; None while there is nothing to say of it."""

    def judge(self, raw: str, *, earlier: Mapping[str, str] = NOTHING, reading: int | None = None) -> Verdict:
        """What the grader says of this text. `earlier` are this learner's own lines before it, by name."""

    def ladder(self) -> tuple[str, ...]:
        """The hints, each saying more than the one before; the last shows the whole worked out."""


def heard_numbers(got: Reading, names: int) -> Heard | None:
    """How numbers were read, as a question with so many names shows it."""
    if got.status in ("unreadable", "ask"):
        return Heard(reason=got.reason) if got.reason else None
    if len(got.cells) > names:
        return Heard(whole=got.echo, reason=got.reason or "")
    return Heard(cells=shown_cells(got), aside=aside_of(got))


def shown_cells(reading: Reading) -> tuple[str, ...]:
    """Each cell as the echo writes it."""
    return tuple(cell(x, decimals) for x, decimals in zip(reading.cells, reading.decimals, strict=True))


def aside_of(reading: Reading) -> str:
    """What else was made of a text, `(a column)`, and what typed expressions come to: `(1/√2 = 0.7071)`."""
    note = f"({reading.note})" if reading.note else ""
    return " ".join(filter(None, (note, explained(reading).removeprefix(reading.echo).strip())))
