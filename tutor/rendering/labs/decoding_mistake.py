"""The last part of the decoding laboratory as lines: the search for a confident mistake, and what becomes of it."""

from __future__ import annotations

from tutor.coaching.judging.wording import sentence
from tutor.coaching.labs.decoding import DecodingLab
from tutor.coaching.labs.decoding_search import Mistake, named
from tutor.maths.checks import count
from tutor.maths.grammar import START, VOCABULARY
from tutor.maths.language import counts, tempered
from tutor.notation.fitted import fitted
from tutor.notation.printer import number
from tutor.rendering.labs.bars import bar
from tutor.rendering.labs.line import BLANK, Line, Role, line, pad, wrapped

HEATS = (0.0, 0.5, 1.0, 2.0, 5.0)
"""Temperatures at which a mistake is looked at, beside the one that is set."""

TRIES = 1000
T_COLUMN, P_COLUMN = 11, 8

UNSEARCHED = (
    "The search takes some seconds. It goes through the beginnings of the grammar's sentences, up to the verb; then "
    "through beginnings with one adjective too many, where the rule for the verb is the same: it agrees with the "
    "first noun."
)


def named_heat(temperature: float) -> str:
    """A temperature as T = 0.5; 0 is named as what it is."""
    return f"T = {fitted(temperature, 12)}{' (greedy)' if temperature == 0 else ''}"


def mistake_view(lab: DecodingLab, width: int) -> list[Line]:
    """The mistake that is looked at, and what right and wrong words get at several temperatures."""
    search = lab.search
    if search is None:
        return wrapped(UNSEARCHED, width)
    lines = [row for text in _searched(lab) for row in wrapped(text, width)]
    if not search.done and search.total:
        lines.append(line((bar(search.tried / search.total, width), "accent")))
    mistake = lab.mistake
    if mistake is None or lab.pending:
        return lines
    lines += [BLANK, *wrapped(_number(lab, mistake), width, "muted")]
    lines += wrapped(f"{START} {' '.join(mistake.prefix)} …", width, "bold")
    first, *more = wrapped(named(mistake), width - 2)
    lines += [line(("✗ ", "bad"), *first), *(line("  ", *row) for row in more)]
    names = ("right", "wrong", "rest") if not mistake.inside else ("right", "wrong")
    lines.append(line((pad("", T_COLUMN + 2) + "".join(pad(name, P_COLUMN, "right") for name in names), "bold")))
    room = width - T_COLUMN - 4 - P_COLUMN * len(names)
    for heat in _heats(lab):
        here = heat == lab.temperature
        shares = _shares(mistake, heat)
        figures = "".join(pad(number(p, fixed=True), P_COLUMN, "right") for p in shares)
        row = pad(f"T {fitted(heat, T_COLUMN - 3)}", T_COLUMN)
        role: Role = "accent" if here else ""
        lines.append(line(("▸ " if here else "  ", "accent"), (f"{row}{figures}  {bar(shares[1], room)}", role)))
    return [*lines, *(row for text in _verdict(lab, mistake) for row in wrapped(text, width))]


def _shares(mistake: Mistake, heat: float) -> tuple[float, ...]:
    """What right and wrong words get at a temperature; outside the grammar also the rest, so that they sum to 1."""
    right, wrong = (mistake.share(words, heat) for words in (mistake.right, mistake.wrong))
    return (right, wrong) if mistake.inside else (right, wrong, max(0.0, 1 - right - wrong))


def _number(lab: DecodingLab, mistake: Mistake) -> str:
    """Which mistake this is, and what prefix it has."""
    found = lab.search.found if lab.search is not None else ()
    return f"{lab.place + 1} of {len(found)}, {mistake.kind}:" if len(found) > 1 else f"{sentence(mistake.kind)}:"


def _heats(lab: DecodingLab) -> tuple[float, ...]:
    return tuple(sorted({*HEATS, lab.temperature}))


def _searched(lab: DecodingLab) -> list[str]:
    """How far the search is, and how sure the model is of wrong words inside the grammar."""
    search = lab.search
    if search is None:
        return [UNSEARCHED]
    if not search.done:
        how = "Searching" if lab.pending else "Stopped"
        far = f" of {search.total:,}" if search.total else ""
        return [f"{how}: {search.tried:,}{far} beginnings; {count(len(search.found), 'mistake')} so far."]
    tried = f"Searched: {search.inside:,} beginnings inside the grammar, {search.outside:,} with an adjective too many."
    best = search.best_inside
    if best is None or any(mistake.inside for mistake in search.found):
        return [tried]
    return [tried, f"Inside, no wrong word comes first; together they get {number(best.p, fixed=True)} at most."]


def _verdict(lab: DecodingLab, mistake: Mistake) -> list[str]:
    """What is left of the probability, what temperature does to the mistake, counted in draws, and what follows."""
    rest = [] if mistake.inside else ["right, wrong: the verbs of either number; rest: all other words."]
    wrong = _draws(lab, mistake)
    kept = all(mistake.share(mistake.wrong, heat) > mistake.share(mistake.right, heat) for heat in _heats(lab))
    drawn = f"Seed {lab.seed}: wrong in {wrong:,} of {TRIES:,} draws at T = {fitted(lab.temperature, 12)}."
    always = (
        "At each T here wrong words outweigh the right ones." if kept else "Greedy takes the wrong word every time."
    )
    return [*rest, f"{drawn} {always} Probable is not true."]


def _draws(lab: DecodingLab, mistake: Mistake) -> int:
    """How many of the draws at this temperature take a wrong word."""
    shares = tempered(mistake.logits, lab.temperature)
    found = counts(shares, seed=lab.seed, draws=TRIES)
    return sum(found[VOCABULARY.index(word)] for word in mistake.wrong)


def mistake_said(lab: DecodingLab) -> list[str]:
    """The same, read out."""
    lines = _searched(lab)
    mistake = lab.mistake
    if mistake is None or lab.pending:
        return lines
    lines.append(f"{_number(lab, mistake)} {START} {' '.join(mistake.prefix)} … {named(mistake)}")
    for heat in _heats(lab):
        right, wrong, *rest = (number(p, fixed=True) for p in _shares(mistake, heat))
        lines.append(
            f"{named_heat(heat)}: right words {right}, wrong words {wrong}{''.join(f', rest {p}' for p in rest)}"
        )
    return [*lines, *_verdict(lab, mistake)]
