"""Ids as rows of a table, positions added to them, and what the order of tokens changes, as lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from tutor.coaching.labs.token_vectors import NAMES, WIDTH, by_token, entered, kept, order, output
from tutor.coaching.labs.tokens import TokensLab
from tutor.maths.checks import count
from tutor.maths.positions import sinusoids
from tutor.maths.tokens import words
from tutor.notation.printer import number, vector
from tutor.rendering.labs.line import BLANK, Line, Role, line, pad, width_of, wrapped
from tutor.rendering.labs.token_glyphs import phrase, piece

ROWS_AROUND = 3
PIECE_COLUMN = 10
CELL = 9
NEXT_POSITIONS = 5

LOOKUP_INTRO = "A row with 1 at the id's place, else 0, times E: what comes out? Guess."
POSITIONS_INTRO = "The same token one position later: what changes? Its row of E does not."
ORDER_INTRO = "The first two tokens change places. New numbers, or the same ones moved?"
BEFORE_SWAP = "Guess the three output rows in the order y x z; then swap."
FORMULA = "d = 4, position p from 0, in radians: sin p, cos p, sin(p/100), cos(p/100)"


# Lookup


def lookup_view(lab: TokensLab, width: int) -> list[Line]:
    """The table around the chosen id, beside the one-hot row, and both results."""
    lines = [*wrapped(LOOKUP_INTRO, width), *wrapped(_table_said(lab), width, "muted")]
    lines.append(line((f"  one-hot    id  {pad('piece', PIECE_COLUMN)} row of E", "muted")))
    vocabulary = lab.learned.vocabulary()
    size = len(vocabulary)
    first = max(1, min(lab.row - ROWS_AROUND, size - 2 * ROWS_AROUND))
    last = min(size, first + 2 * ROWS_AROUND)
    lines += _left_out(1, first - 1)
    for each in range(first, last + 1):
        here = each == lab.row
        name = pad(piece(vocabulary[each - 1]), PIECE_COLUMN)
        text = f"{'▸' if here else ' '}    {int(here)}  ×  {each:>4}  {name} {_whole_row(lab.table[each - 1])}"
        lines.append(line((text, "accent" if here else "")))
    lines += _left_out(last + 1, size)
    return [*lines, BLANK, *wrapped(_looked_up_said(lab), width), *wrapped(_own_ids(lab), width, "muted")]


def lookup_spoken(lab: TokensLab) -> list[str]:
    """The chosen id, its piece and its row, found both ways."""
    name = piece(lab.learned.vocabulary()[lab.row - 1])
    return [
        LOOKUP_INTRO,
        _table_said(lab),
        f"Chosen: id {lab.row}, piece {name}, row {vector(lab.looked_up()[0].tolist())}.",
        f"One-hot: 1 at place {lab.row}, 0 at the other {len(lab.table) - 1}.",
        _looked_up_said(lab),
        _own_ids(lab),
    ]


def _left_out(first: int, last: int) -> list[Line]:
    if last < first:
        return []
    which = f"id {first}" if first == last else f"ids {first} to {last}"
    return [line((f"     0  ×  {which}", "muted"))]


def _table_said(lab: TokensLab) -> str:
    merges = count(lab.taken, "merge")
    return f"E is {len(lab.table)}×{WIDTH}, a row for each piece after {merges}; drawn here, not learned."


def _looked_up_said(lab: TokensLab) -> str:
    picked, product = lab.looked_up()
    same = "✓ row" if np.array_equal(picked, product) else "✗ not row"
    return f"One-hot × E = {vector(product.tolist())} {same} {lab.row} of E. All others are times 0."


def _own_ids(lab: TokensLab) -> str:
    """The ids of the learner's own text, each of which picks a row."""
    ids = {each: place for place, each in enumerate(lab.learned.vocabulary(), 1)}
    own = [str(ids.get(each, "?")) for word in lab.own_words() for each in word]
    shown = " ".join(own[:12]) + (" …" if len(own) > 12 else "")
    name = phrase(" ".join(words(lab.to_cut)))
    short = name if len(name) <= 20 else f"{name[:20]}…"
    return f"Your text, {short}: ids {shown}; {count(sum(each != '?' for each in own), 'row')} of E."


def _whole_row(row: Iterable[float]) -> str:
    return "[" + ", ".join(f"{number(x):>2}" for x in row) + "]"


# Positions


def positions_view(lab: TokensLab, width: int) -> list[Line]:
    """The vectors of some positions, and the chosen one added to the chosen token's row."""
    lines = [*wrapped(POSITIONS_INTRO, width), *wrapped(FORMULA, width, "muted"), BLANK]
    first = max(0, lab.position - NEXT_POSITIONS + 2)
    for place, row in enumerate(sinusoids(NEXT_POSITIONS, WIDTH, start=first), first):
        here = place == lab.position
        head = f"{'▸' if here else ' '} position {place:>5}"
        lines.append(line((head + _figures(row), "accent" if here else "")))
    name = piece(lab.learned.vocabulary()[lab.row - 1])
    picked, _ = lab.looked_up()
    added = sinusoids(1, WIDTH, start=lab.position)[0]
    lines.append(BLANK)
    lines.append(line(f"{pad(f'  {name}, id {lab.row}', 16)}", _figures(picked)))
    lines.append(line(f"{pad(f'+ position {lab.position}', 16)}", _figures(added)))
    lines.append(line((f"{pad('= enters as', 16)}{_figures(picked + added)}", "mark")))
    return [*lines, BLANK, *wrapped(_positions_said(), width)]


def positions_spoken(lab: TokensLab) -> list[str]:
    """The chosen token, the chosen position, and their sum."""
    picked, _ = lab.looked_up()
    added = sinusoids(1, WIDTH, start=lab.position)[0]
    name = piece(lab.learned.vocabulary()[lab.row - 1])
    return [
        POSITIONS_INTRO,
        FORMULA,
        f"position {lab.position}: {vector(added.tolist(), fixed=True)}",
        f"{name}, id {lab.row}: {vector(picked.tolist())}",
        f"sum, what enters: {vector((picked + added).tolist(), fixed=True)}",
        _positions_said(),
    ]


def _positions_said() -> str:
    return f"Added, not appended: still {WIDTH} numbers, of what the token is and where."


def _figures(row: Iterable[float]) -> str:
    return "".join(f"{number(x, fixed=True):>{CELL}}" for x in row)


# Order


def order_view(lab: TokensLab, width: int) -> list[Line]:
    """What enters and comes out at each place now, and each token's numbers in both orders."""
    lines = [*wrapped(ORDER_INTRO, width), *wrapped(_settings(lab), width, "bold"), BLANK]
    lines.append(line((f"row  token  {pad('enters (Q, K and V)', 20)}output", "muted")))
    inputs, outputs = _now(lab)
    for place, token in enumerate(order(swapped=lab.swapped)):
        text = f"{place + 1:>3}  {NAMES[token]:<5}  {pad(_pair(inputs[place]), 20)}"
        lines.append(line(text, (_pair(outputs[place]), "accent")))
    if not lab.swapped:
        return [*lines, BLANK, *wrapped(BEFORE_SWAP, width)]
    lines += [BLANK, line((f"token  {pad('output in x y z', 19)}output in y x z", "muted"))]
    here, there = _both(lab)
    for token, same in enumerate(_kept(lab)):
        role: Role = "" if same else "mark"
        mark = "= same" if same else "≠ changed"
        text = f"{NAMES[token]:<5}  {pad(_pair(here[token]), 19)}{pad(_pair(there[token]), 18)}"
        lines.append(line(text, (mark if width_of(line(text + mark)) <= width else mark[0], role)))
    return [*lines, BLANK, *wrapped(_conclusion(lab), width)]


def order_spoken(lab: TokensLab) -> list[str]:
    """Row by row what comes out, then token by token in both orders."""
    inputs, outputs = _now(lab)
    lines = [ORDER_INTRO, _settings(lab)]
    for place, token in enumerate(order(swapped=lab.swapped)):
        lines.append(f"row {place + 1}, {NAMES[token]}: enters {_pair(inputs[place])}, output {_pair(outputs[place])}")
    if not lab.swapped:
        return [*lines, BEFORE_SWAP]
    here, there = _both(lab)
    for token, same in enumerate(_kept(lab)):
        word = "the same" if same else "changed"
        lines.append(f"{NAMES[token]}: in x y z {_pair(here[token])}, in y x z {_pair(there[token])}; {word}")
    return [*lines, _conclusion(lab)]


def _now(lab: TokensLab) -> tuple[Sequence[Sequence[float]], Sequence[Sequence[float]]]:
    inputs = entered(swapped=lab.swapped, positioned=lab.positioned)
    return inputs.tolist(), output(swapped=lab.swapped, positioned=lab.positioned, masked=lab.masked).tolist()


def _both(lab: TokensLab) -> list[Sequence[Sequence[float]]]:
    return [by_token(swapped=each, positioned=lab.positioned, masked=lab.masked).tolist() for each in (False, True)]


def _kept(lab: TokensLab) -> tuple[bool, ...]:
    return kept(positioned=lab.positioned, masked=lab.masked)


def _settings(lab: TokensLab) -> str:
    names = " ".join(NAMES[token] for token in order(swapped=lab.swapped))
    positions = "positions added" if lab.positioned else "no positions"
    return f"Order {names} · {positions} · {'causal mask' if lab.masked else 'no mask'}"


def _conclusion(lab: TokensLab) -> str:
    """What is seen at these settings, and why."""
    changed = [name for name, same in zip(NAMES, _kept(lab), strict=True) if not same]
    if not changed:
        return "No token's numbers changed: outputs moved along with their tokens. Nothing here knows a place."
    what = f"{' and '.join(changed)} changed." if len(changed) < len(NAMES) else "All three changed."
    if lab.positioned:
        return f"{what} Each token's vector now says where it stands, so order counts."
    stays = [name for name in NAMES if name not in changed]
    rest = f" {' and '.join(stays)}, the last, sees all three in either order." if stays else ""
    return f"{what} Under the mask a token sees only itself and what stands before it.{rest}"


def _pair(row: Sequence[float]) -> str:
    return vector(row, fixed=True)
