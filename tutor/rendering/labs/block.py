"""The block laboratory as lines: where one stands in the block, the numbers there, and the count of parameters."""

from __future__ import annotations

from itertools import chain

from tutor.coaching.labs.asked import Choice
from tutor.coaching.labs.block import COUNT, PARTS, BlockLab
from tutor.coaching.labs.small_block import HEADS, WORDS
from tutor.rendering.labs import block_count
from tutor.rendering.labs.block_parts import Part, Row, keys_of, matrix, part_of
from tutor.rendering.labs.line import Line, Role, line, pad, width_of, wrapped

ROOMY = 70
"""From this width on the way through the block has room for blanks."""

Piece = tuple[str, int]
"""A stop on the way through the block, and the part that it belongs to; −1 for the lines between."""

NAMES = ("x", "norm", "QKV", "heads", "W_O", "add", "norm", "net", "add", "logits")
SAID = {"pre": "pre-norm, as the small model", "post": "post-norm, as the paper"}

TRY = "Now change something: e, l the word beside it · ↑↓ the token · p the norm."


def view(lab: BlockLab, width: int) -> tuple[Line, ...]:
    """What a screen shows of the part that is open, at most `width` cells wide."""
    if lab.counting:
        return (*block_count.sizes(lab, width), *_choice(lab, width), *block_count.counts(lab, width))
    part = part_of(lab)
    lines = [*_way(lab, width), _where(lab), *_formula(part, width)]
    if PARTS[lab.part] == "heads":
        lines += _heads(lab, width)
    else:
        lines += chain.from_iterable(_row(row, width) for row in part.rows)
    lines += _choice(lab, width)
    if part.note:
        lines += wrapped(part.note, width, "muted")
    if lab.shown:
        lines += wrapped(f"shape: {part.shape}", width)
        lines += wrapped(f"reached by: {', '.join(lab.reached())} (found by trying other words). {part.then}", width)
        lines += wrapped(TRY, width, "muted")
    if part.matrices:
        lines += _matrices(part.matrices)
    return tuple(lines)


def _way(lab: BlockLab, width: int) -> list[Line]:
    """The block from left to right; under it, which stretch each residual connection goes past."""
    pre = lab.norm == "pre"
    order = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9) if pre else (0, 2, 3, 4, 5, 6, 7, 8, 9)
    branch_after, sums = ((0, 5), (5, 8)) if pre else ((0, 6), (5, 8))
    roomy = width >= ROOMY
    pieces: list[tuple[str, Role]] = []
    column, opened = 0, 0
    past = ""
    for place in order:
        extra = ("norm", place) if place == 9 or (place == 8 and not pre) else None
        marked = place == lab.part or (not pre and place == 6 and lab.part == 1)
        name = f"▸{NAMES[place]}" if marked else NAMES[place]
        if place == 9 and pre and extra:
            pieces.append(("norm ─ " if roomy else "norm─", ""))
            column += len(pieces[-1][0])
        pieces.append((name, "accent" if marked else ""))
        if place in sums:
            middle = column + len(name) - 1
            past = past.ljust(opened) + "└" + "─" * (middle - opened - 1) + "┘"
        column += len(name)
        if not pre and place == 8:
            pieces.append((" ─ norm" if roomy else "─norm", ""))
            column += len(pieces[-1][0])
        if place != 9:
            joint = "┬" if place in branch_after else "─"
            opened = column + roomy if place in branch_after else opened
            pieces.append((f" {joint} " if roomy else joint, ""))
            column += len(pieces[-1][0])
    return [tuple(pieces), line((past, "muted"))]


def _where(lab: BlockLab) -> Line:
    """Which token is looked at, and where normalization stands."""
    parts: list[str | tuple[str, Role]] = []
    for place, word in enumerate(lab.words):
        here = place == lab.token
        parts.append((f"{'▸' if here else ' '}{WORDS[word]} ", "bold" if here else "muted"))
    return line(*parts, f"· {SAID[lab.norm]}")


def _formula(part: Part, width: int) -> list[Line]:
    """The formula and its source, on one line where there is room."""
    whole = line((part.formula, "bold"), "  ", (f"({part.source})", "muted"))
    if width_of(whole) <= width:
        return [whole]
    return [*wrapped(part.formula, width, "bold"), *wrapped(f"({part.source})", width, "muted")]


NAME_WIDTH = 11
CELL = 8


def _row(row: Row, width: int) -> list[Line]:
    """A name and its numbers under each other's columns; as many on a line as fit, all or half of them."""
    bars = 2 * (row.heads - 1)
    fits = NAME_WIDTH + CELL * len(row.cells) + bars <= width
    many = len(row.cells) if fits else len(row.cells) // 2
    own = len(row.cells) // row.heads
    lines = []
    for first in range(0, len(row.cells), many):
        parts: list[str | tuple[str, Role]] = [pad(row.name if first == 0 else "", NAME_WIDTH)]
        for place in range(first, min(first + many, len(row.cells))):
            if place % own == 0 and place:
                parts.append((" │", "muted"))
            text = "?" if row.hidden else row.cells[place]
            parts.append((pad(text, CELL, "right"), "accent" if row.hidden else ""))
        lines.append(line(*parts))
    return lines


def _heads(lab: BlockLab, width: int) -> list[Line]:
    """Each head as a small table: a line for each key."""
    wide = width >= ROOMY
    pair, single = (16, 8) if wide else (15, 8)
    lines: list[Line] = []
    for head in range(HEADS):
        query, keys, output = keys_of(lab, head)
        title = f"head {head + 1}  q = {', '.join(query)}"
        lines.append(line((title, "bold"), f"   output = {', '.join(output)}"))
        columns = ("", "k", *(("q·k",) if wide else ()), "scaled", "weight", "v")
        lines.append(line((_table_row(columns, pair, single, wide), "muted")))
        for key in keys:
            weight = "hidden" if key.hidden else key.weight
            cells = (key.word, _pair(key.key), *((key.score,) if wide else ()), key.scaled, weight)
            text = _table_row((*cells, _pair(key.value)), pair, single, wide)
            lines.append(line((text, "muted" if key.hidden else "")))
    return lines


def _pair(cells: tuple[str, ...]) -> str:
    """The numbers of a key or value of one head, under each other from line to line."""
    return " ".join(cell.rjust(7) for cell in cells)


def _table_row(cells: tuple[str, ...], pair: int, single: int, wide: bool) -> str:
    """The cells of a line of a head's table; the second and the last hold two numbers each."""
    widths = (6, pair, *((single,) if wide else ()), single, single, pair)
    return pad(cells[0], widths[0]) + " ".join(
        pad(cell, size, "right") for cell, size in zip(cells[1:], widths[1:], strict=True)
    )


def _choice(lab: BlockLab, width: int) -> list[Line]:
    """A question answered by one key; one that is typed stands at its field."""
    asked = lab.question()
    if lab.shown or not isinstance(asked, Choice):
        return []
    lines = wrapped(asked.ask, width, "bold")
    options = list(zip(asked.keys, asked.options, strict=False))
    whole = line("   ".join(f"{key} {option.text}" for key, option in options))
    if width_of(whole) <= width:
        return [*lines, whole]
    for key, option in options:
        lines += wrapped(f"{key}  {option.text}", width)
    return lines


def _matrices(names: tuple[str, ...]) -> list[Line]:
    """Matrices side by side, each under its name."""
    blocks = []
    for name in names:
        rows = matrix(name)
        texts = [" ".join(cell.rjust(2) for cell in row) for row in rows]
        blocks.append([name.rjust(min(len(name) + 1, len(texts[0]))), *texts])
    height = max(map(len, blocks))
    lines: list[Line] = []
    for place in range(height):
        cells = [pad(block[place] if place < len(block) else "", len(block[1])) for block in blocks]
        lines.append(line(("    ".join(cells).rstrip(), "muted" if place == 0 else "")))
    return lines


def spoken(lab: BlockLab) -> tuple[str, ...]:
    """The same as sentences and rows to be read out."""
    said = block_count.spoken(lab) if lab.part == COUNT else _spoken_part(lab)
    if lab.shown:
        return tuple(said)
    asked = lab.question()
    said.append(f"Question: {asked.ask}")
    if isinstance(asked, Choice):
        said += [f"{key}: {option.text}" for key, option in zip(asked.keys, asked.options, strict=False)]
    return tuple(said)


def _spoken_part(lab: BlockLab) -> list[str]:
    part = part_of(lab)
    words = ", ".join(WORDS[word] for word in lab.words)
    said = [
        f"Part {lab.part + 1}, {PARTS[lab.part]}, {SAID[lab.norm]}.",
        f"Tokens {words}; looking at token {lab.token + 1}, {WORDS[lab.words[lab.token]]}.",
        f"{part.formula}. {part.source}.",
    ]
    if PARTS[lab.part] == "heads":
        for head in range(HEADS):
            said += _spoken_head(lab, head)
    else:
        said += [f"{row.name}: {'asked for' if row.hidden else ', '.join(row.cells)}" for row in part.rows]
    if part.note:
        said.append(part.note)
    if lab.shown:
        said.append(f"Shape: {part.shape}.")
        said.append(f"Reached by {', '.join(lab.reached())}, found by trying other words. {part.then}".rstrip())
    for name in part.matrices:
        said += [f"{name} row {number}: {', '.join(row)}" for number, row in enumerate(matrix(name), 1)]
    return said


def _spoken_head(lab: BlockLab, head: int) -> list[str]:
    query, keys, output = keys_of(lab, head)
    said = [f"head {head + 1}: q {', '.join(query)}"]
    for key in keys:
        weight = "hidden by the mask" if key.hidden else "asked for" if key.weight == "?" else key.weight
        said.append(
            f"key {key.word}: k {', '.join(key.key)}; q·k {key.score}; scaled {key.scaled}; weight {weight}; "
            f"v {', '.join(key.value)}"
        )
    said.append(f"head {head + 1} output: {'asked for' if '?' in output else ', '.join(output)}")
    return said
