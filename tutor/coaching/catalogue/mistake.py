"""What a mistake is: a code, a rule that makes its wrong answer for any problem, and an explanation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tutor.coaching.judging.worked import Floats, WorkedRow


@dataclass(frozen=True, slots=True, eq=False)
class WrongRow:
    """One wrong answer: `values` as they stand at the asked stage, `line` where the mistake was made.

    `detail` tells the formulas of one code apart. A `rare` one speaks only where nothing else fits.
    """

    values: Floats
    line: Floats
    detail: str = ""
    rare: bool = False


Rule = Callable[[WorkedRow, str], Iterable[WrongRow]]
Explanation = Callable[[WorkedRow, str, WrongRow], str]
Recognition = Callable[[WorkedRow, str, Floats, Floats], WrongRow | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """One entry of the catalogue.

    `deed` completes "you …"; `deed_of` says it of one of the answers, where they differ. `rule` yields this
    mistake's answers for the asked row of a stage, and none where the mistake cannot be made. `recognize`, for
    mistakes with countless answers, looks at an answer itself, with the tolerance of each cell. `explain` ends
    in what to do next.
    """

    code: str
    deed: str
    steps: tuple[str, ...]
    rule: Rule
    explain: Explanation
    rare: bool = False
    recognize: Recognition | None = None
    deed_of: Callable[[WrongRow], str] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A wrong line at the stage where its mistake is made, before anything follows from it."""

    values: Floats
    detail: str = ""
    rare: bool = False


Lines = Callable[[WorkedRow], Iterable[Line]]


def following(lines: Lines, start: str) -> Rule:
    """A rule: the wrong lines at stage `start`, and what follows rightly from them at the later stages."""

    def rule(worked: WorkedRow, stage: str) -> Iterator[WrongRow]:
        for line in lines(worked):
            yield WrongRow(worked.follow(line.values, start, stage), line.values, line.detail, line.rare)

    return rule


def nothing(_worked: WorkedRow, _stage: str) -> tuple[WrongRow, ...]:
    """The rule of a mistake that is only ever recognized."""
    return ()
