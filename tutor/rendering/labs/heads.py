"""The heads laboratory as lines: a table of weights, a table of habits, a table of losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.coaching.labs.heads import MOSTLY, SENTENCES, HeadsLab, loss_without, measured, named, own_loss, strongest
from tutor.maths.heads import KINDS, PLACES, Habit, Kind, Place
from tutor.maths.tiny_gpt import Head
from tutor.notation.printer import number
from tutor.rendering.labs.line import BLANK, Line, Role, line, pad, wrapped

PLACE_WORDS: dict[Place, str] = {
    "previous": "the previous token",
    "first": "the first token",
    "itself": "its own token",
    "same": "the same word earlier",
    "noun": "the first noun, where a verb comes next",
}
COLUMNS: dict[Place, str] = {
    "previous": "previous",
    "first": "first",
    "itself": "itself",
    "same": "same word",
    "noun": "its noun",
}
KIND_WORDS: dict[Kind, str] = {"verb": "verb", "word again": "word after and", "other": "the rest"}

SHORT: dict[Place, tuple[str, str]] = {
    "previous": ("token", "before"),
    "first": ("first", "token"),
    "itself": ("", "itself"),
    "same": ("same", "word"),
    "noun": ("its", "noun"),
}
"""The same in columns of 7 cells, in two lines."""
WIDE_COLUMN = 10
"""Cells in which each has room on one line."""

NAME_ROOM, NUMBER_ROOM = 8, 3
MOST_CELLS = 7

SHADES = ((0.8, "█"), (0.6, "▓"), (0.4, "▒"), (0.2, "░"))
LEAST = 0.005
"""A weight that would be printed as 0."""
LEAST_OF_ONE = 0.05
"""The same where there is room for one decimal."""

NO_STORY = (
    "A token may be in two of these places, or in none. And this says where weight goes: not why, nor what the model"
    " would do without it."
)

SEVERAL = 2
"""So many keys of a row are named."""


def view(lab: HeadsLab, width: int) -> tuple[Line, ...]:
    """What the screen shows of the open part."""
    return tuple((_weights, _habits, _without)[lab.part](lab, width))


def spoken(lab: HeadsLab) -> tuple[str, ...]:
    """The same, read out."""
    return tuple((_said_weights, _said_habits, _said_without)[lab.part](lab))


# The weights of one head over one sentence.


def _weights(lab: HeadsLab, width: int) -> Iterator[Line]:
    rows, tokens = lab.weights, lab.tokens
    left, numbered = NAME_ROOM, False
    cell = min(MOST_CELLS, (width - left) // len(tokens))
    if max(map(len, tokens)) >= cell:
        # A name that is cut may be another one's: foxes would be fox. Keys are named by their rows' numbers then.
        left, numbered = NAME_ROOM + NUMBER_ROOM, True
        cell = min(MOST_CELLS, (width - left) // len(tokens))
    columns = "  rows queries, columns keys by number" if numbered else "  rows queries, columns keys, blank masked"
    yield line((_capital(named(lab.current)), "bold"), (columns, "muted"))
    heads = map(str, range(1, len(tokens) + 1)) if numbered else tokens
    yield line(" " * left, *((pad(head, cell, "right"), "muted") for head in heads))
    for i, token in enumerate(tokens):
        here = i == lab.row
        number_of = f"{i + 1:>2} " if numbered else ""
        name = pad(("▸ " if here else "  ") + number_of + token, left)
        cells = (_cell(float(w), cell, shades=lab.shades) for w in rows[i, : i + 1])
        yield line((name, "bold" if here else ""), *cells)
    yield from wrapped(f"{_row_in_words(lab)} {_measured_sentence(lab.current)}", width, "accent")


def _cell(weight: float, width: int, *, shades: bool) -> tuple[str, Role]:
    if shades:
        shade = next((mark for least, mark in SHADES if weight >= least), "·")
        return pad(
            shade * min(2, width - 1) if shade != "·" else shade, width, "right"
        ), "accent" if weight >= MOSTLY else ""
    if weight < (LEAST if width > 3 else LEAST_OF_ONE):
        return pad("·", width, "right"), "muted"
    digits = 2 if width > 3 else 1
    text = f"{weight:.{digits}f}"
    if width < 5:
        text = text.removeprefix("0") if weight < 1 - 0.5 * 10**-digits else f"{1:.{digits - 1}f}"
    return pad(text, width, "right"), "accent" if weight >= MOSTLY else ""


def _row_in_words(lab: HeadsLab) -> str:
    row = lab.weights[lab.row, : lab.row + 1]
    order = sorted(range(len(row)), key=lambda key: -float(row[key]))[:SEVERAL]
    keys = ", ".join(f"“{lab.tokens[key]}” {_share_of(float(row[key]))}" for key in order if row[key] >= LEAST)
    return f"Here “{lab.tokens[lab.row]}” looks at {keys}."


def _measured_sentence(head: Head) -> str:
    """What this head mostly looks at, as measured; never why."""
    most = strongest(head)
    weight, even = (_share_of(x) for x in (most.weight, most.even))
    verb = "mostly looks at" if most.weight >= MOSTLY else "gives no place half its weight, and most to"
    return (
        f"{_capital(named(head))} {verb} {PLACE_WORDS[most.place]}: {weight} of it on average over {SENTENCES}"
        f" sentences (even weights: {even})."
    )


def _said_weights(lab: HeadsLab) -> Iterator[str]:
    yield f"{_capital(named(lab.current))}. Rows are queries; what is not named is masked."
    rows = lab.weights
    for i, token in enumerate(lab.tokens):
        cells = (f"k{j + 1} {key} {_share_of(float(rows[i, j]))}" for j, key in enumerate(lab.tokens[: i + 1]))
        yield f"row q{i + 1} {token}: {', '.join(cells)}"
    yield _measured_sentence(lab.current)


# What every head looks at on average.


def _habits(lab: HeadsLab, width: int) -> Iterator[Line]:
    left, cell = 17, min(11, (width - 17) // len(PLACES))
    yield from wrapped(_question(), width, "muted")
    yield BLANK
    for heads in zip(*((SHORT[place] if cell < WIDE_COLUMN else (COLUMNS[place],)) for place in PLACES), strict=True):
        yield line(" " * left, *((pad(head, cell, "right"), "muted") for head in heads))
    for place, head in enumerate(lab.heads):
        here = place == lab.head
        name = pad(("▸ " if here else "  ") + named(head), left)
        cells = (_share(habit, cell) for habit in measured()[head])
        yield line((name, "bold" if here else ""), *cells)
    even = measured()[lab.heads[0]]
    yield line(
        (pad("  even weights", left), "muted"),
        *((pad(_share_of(habit.even), cell, "right"), "muted") for habit in even),
    )
    yield BLANK
    yield from wrapped(_measured_sentence(lab.current), width, "accent")
    yield BLANK
    yield from wrapped(NO_STORY, width)


def _question() -> str:
    return (
        f"Mean weight on five places, over {SENTENCES} sentences; the first noun only where a verb comes next, after a"
        " place. Say first: what must the row of a head look like that"
        " always looks at the token before?"
    )


def _share(habit: Habit, width: int) -> tuple[str, Role]:
    mark = "█" if habit.weight >= MOSTLY else ""
    return pad(mark + _share_of(habit.weight), width, "right"), "accent" if mark else ""


def _said_habits(lab: HeadsLab) -> Iterator[str]:
    yield _question()
    for head in lab.heads:
        cells = (f"{COLUMNS[x.place]} {_share_of(x.weight)}" for x in measured()[head])
        yield f"{named(head)}: {', '.join(cells)}"
    even = (f"{COLUMNS[x.place]} {_share_of(x.even)}" for x in measured()[lab.heads[0]])
    yield f"even weights: {', '.join(even)}"
    yield _measured_sentence(lab.current)


# The loss without some heads.


def _without(lab: HeadsLab, width: int) -> Iterator[Line]:
    yield from wrapped(
        "Switch a head off: it then adds zero. Which kind of word suffers, and which does not?", width, "muted"
    )
    yield BLANK
    for place, head in enumerate(lab.heads, start=1):
        off = head in lab.off
        yield line(
            (f"  {place}  ", "accent"),
            (pad(named(head), 16), "muted" if off else ""),
            ("off" if off else "on", "bad" if off else "good"),
        )
    yield BLANK
    yield from _losses(lab, width)
    yield BLANK
    yield from wrapped(f"{_floor()} {_cost(lab)}", width)


def _losses(lab: HeadsLab, width: int) -> Iterator[Line]:
    left, cell = 17, min(16, (width - 26) // 2)
    yield line(
        pad("  nats per token", left), *((pad(name, cell, "right"), "muted") for name in ("all heads on", "as set now"))
    )
    for name, before, now in _rows(lab):
        more = now - before
        role: Role = "bad" if more >= 0.05 else ""
        yield line(
            pad(f"  {name}", left),
            pad(number(before, fixed=True), cell, "right"),
            (pad(number(now, fixed=True), cell, "right"), role),
            (f"   {_change(more)}" if lab.off else "", role),
        )


def _rows(lab: HeadsLab) -> Iterator[tuple[str, float, float]]:
    before, now = loss_without(frozenset()), loss_without(lab.off)
    for kind in KINDS:
        yield KIND_WORDS[kind], before.by_kind[kind], now.by_kind[kind]
    yield "all tokens", before.all, now.all


def _floor() -> str:
    return f"The grammar's own chances cost {number(own_loss(), fixed=True)} on these {SENTENCES} sentences."


def _cost(lab: HeadsLab) -> str:
    if not lab.off:
        return ""
    before, now = loss_without(frozenset()), loss_without(lab.off)
    heads = _listed([named(head) for head in sorted(lab.off)])
    more = now.all - before.all
    return f"Without {heads} the loss is {number(abs(more))} nats {'lower' if more < 0 else 'higher'}."


def _said_without(lab: HeadsLab) -> Iterator[str]:
    for place, head in enumerate(lab.heads, start=1):
        yield f"{place}: {named(head)} is {'off' if head in lab.off else 'on'}"
    for name, before, now in _rows(lab):
        yield f"loss of {name}: {number(before, fixed=True)} with all heads, {number(now, fixed=True)} as set now"
    yield f"{_floor()} {_cost(lab)}".strip()


def _change(more: float) -> str:
    """How much more or less, with its sign; what rounds to nothing has none."""
    size = _share_of(abs(more))
    return size if size == _share_of(0) else f"{'−' if more < 0 else '+'}{size}"


def _share_of(x: float) -> str:
    """A weight as people say it: to two decimals."""
    return number(x, digits=2, fixed=True)


def _listed(words: Sequence[str]) -> str:
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
