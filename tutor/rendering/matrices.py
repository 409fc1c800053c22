"""What a problem gives: Q, K, V and its masks as small aligned blocks side by side, and its settings in words.

Plain text, and free of NumPy, so that a page can show its problem before anything is worked out.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence

from rich.cells import cell_len

from tutor.maths.problem import Matrix, Problem
from tutor.notation.printer import number, plain
from tutor.rendering.labels import left, right, token_name

MOST_ROWS = 8
GAP = 4
MEANING = "1 = may attend, 0 = hidden"


def problem_text(problem: Problem, *, width: int = 76, rows: int = MOST_ROWS, ascii: bool = False) -> str:
    """The matrices side by side as far as `width` goes, then under each other; of more than `rows` rows the first.

    Masks of numbers stand beside them; everything else that decides the attention follows in one line.
    """
    blocks = [
        _block(name, name.lower(), matrix, heads=heads, width=width, most=rows, ascii=ascii)
        for name, matrix, heads in (
            ("Q", problem.q, problem.heads),
            ("K", problem.k, problem.key_heads),
            ("V", problem.v, problem.key_heads),
        )
    ]
    if not isinstance(problem.mask, str):
        blocks.append(_block("mask", "q", problem.mask, width=width, most=rows, ascii=ascii))
    if problem.add_mask is not None:
        blocks.append(_block("added", "q", problem.add_mask, width=width, most=rows, ascii=ascii))
    words = [f"{name}: {value}" for name, value in settings(problem, ascii=ascii)]
    if problem.tokens:
        shown = [f"{i} {token_name(token, ascii=ascii)}" for i, token in enumerate(problem.tokens[:MOST_ROWS], 1)]
        rest = len(problem.tokens) - len(shown)
        words.append("tokens: " + ", ".join(shown) + (f", {rest} more" if rest else ""))
    wrapped = [textwrap.fill(line, width, subsequent_indent="  ") for line in words]
    return "\n".join([*_side_by_side(blocks, width), *wrapped])


def settings(problem: Problem, *, ascii: bool = False) -> tuple[tuple[str, str], ...]:
    """Everything besides the matrices that decides the attention, as names and values: mask, scale and so on."""
    pairs = [("mask", _mask_in_words(problem)), ("scale", _scale_in_words(problem))]
    if problem.temperature != 1:
        pairs.append(("temperature", number(problem.temperature)))
    if problem.softcap:
        pairs.append(("soft cap", number(problem.softcap)))
    if problem.key_heads != problem.heads:
        pairs.append(("heads", f"{problem.heads}, {sharing(problem)}"))
    elif problem.heads > 1:
        pairs.append(("heads", f"{problem.heads}, each with its own columns"))
    return tuple((name, plain(value) if ascii else value) for name, value in pairs)


def sharing(problem: Problem) -> str:
    """How many key heads the query heads share."""
    return f"sharing {problem.key_heads} key head{'s' if problem.key_heads != 1 else ''}"


def _mask_in_words(problem: Problem) -> str:
    parts = []
    if problem.mask == "causal":
        offset = problem.offset or 0
        last = f"i {'+' if offset > 0 else '−'} {abs(offset)}" if offset else "i"
        parts.append(f"causal, query i may attend keys 1 to {last}")
    elif problem.mask != "none":
        parts.append(MEANING)
    if problem.add_mask is not None:
        parts.append("what is added to the scaled scores stands above")
    return "; ".join(parts) or "none, every query may attend every key"


def _scale_in_words(problem: Problem) -> str:
    if problem.scale is not None:
        return number(problem.scale)
    return f"1/√d_k = 1/√{problem.d_k} = {number(1 / math.sqrt(problem.d_k))}"


def _block(
    name: str, letter: str, matrix: Matrix, *, width: int, most: int, heads: int = 1, ascii: bool = False
) -> list[str]:
    """One matrix under its name and shape, its rows named."""
    shape = f"{len(matrix)}×{len(matrix[0]) if matrix else 0}"
    shown = matrix if len(matrix) <= most else matrix[: most - 1]
    labels = [f"{letter}{i}" for i in range(1, len(shown) + 1)]
    label_width = max(map(len, labels), default=0)
    columns = [[number(x, ascii=ascii) for x in column] for column in zip(*shown, strict=True)]
    per_head = max(1, len(columns) // heads)
    lines = [left(label, label_width) for label in labels]
    for place, column in enumerate(columns):
        gap = " | " if place and place % per_head == 0 else " "
        column_width = max(map(len, column))
        if len(lines[0]) + len(gap) + column_width > width - 2:
            lines = [f"{line} …" for line in lines]
            break
        lines = [line + gap + right(text, column_width) for line, text in zip(lines, column, strict=True)]
    if len(shown) < len(matrix):
        lines.append(f"… {len(matrix) - len(shown)} more rows")
    lines.insert(0, f"{name} {shape}")
    return [plain(line) for line in lines] if ascii else lines


def _side_by_side(blocks: Sequence[list[str]], width: int) -> list[str]:
    """Blocks next to each other while they fit, then a new row of blocks after an empty line."""
    lines: list[str] = []
    row: list[list[str]] = []
    for block in blocks:
        if row and sum(map(_width, [*row, block])) + GAP * len(row) > width:
            lines += [*_joined(row), ""]
            row = []
        row.append(block)
    return lines + _joined(row)


def _joined(row: Sequence[list[str]]) -> list[str]:
    height = max(map(len, row), default=0)
    padded = [[left(line, _width(block)) for line in block + [""] * (height - len(block))] for block in row]
    return [(" " * GAP).join(parts).rstrip() for parts in zip(*padded, strict=True)]


def _width(block: Sequence[str]) -> int:
    return max(map(cell_len, block), default=0)
