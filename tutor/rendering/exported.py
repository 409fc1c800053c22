"""Words about matrices that come from a file: what was loaded, and where most of a query's weight goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from rich.cells import cell_len

from tutor.notation.printer import number, plain
from tutor.notation.visible import printable
from tutor.rendering.arithmetic import stage_caption
from tutor.rendering.labels import token_name
from tutor.rendering.layout import plane

if TYPE_CHECKING:
    from tutor.maths.attention import Trace
    from tutor.maths.exported import Exported
    from tutor.rendering.shaded import ShadedSource
    from tutor.rendering.stages import Walk

LONGEST_FILE = 24
MOST_NAMED = 12


def loaded_words(exported: Exported, *, offset: int | None, ascii: bool = False) -> str:
    """The file, the shapes, the type that the numbers are stored and worked out in, and the mask, in a line."""
    shapes = ", ".join(f"{name} {shape_of(getattr(exported, name.lower()).shape)}" for name in "QKV")
    worked = exported.working_type
    stored = f"{exported.dtype}, worked out in {worked}" if worked != exported.dtype else worked
    words = f"{file_name(exported)}: {shapes}; {stored}; {mask_words(exported, offset)}"
    return plain(words) if ascii else words


def file_name(exported: Exported) -> str:
    """The file's name, its middle left out where it is long."""
    name = printable(exported.name)
    half = LONGEST_FILE // 2
    return name if len(name) <= LONGEST_FILE else f"{name[: half - 1]}…{name[-half:]}"


def shape_of(shape: tuple[int, ...]) -> str:
    """Heads × tokens × columns; one head is no word."""
    return "×".join(str(size) for size in (shape[1:] if shape[0] == 1 else shape))


def mask_words(exported: Exported, offset: int | None) -> str:
    """The mask that is used, one of `Exported.offsets`."""
    own = "the file's mask" if exported.mask is not None else ""
    if offset is None:
        return own or "no mask"
    causal = "causal mask"
    if exported.n_q < exported.n_k:
        causal += ", the last query at the last key" if offset else ", query 1 at key 1"
    return f"{own} and {causal}" if own else causal


def largest_words(
    trace: Trace,
    row: int,
    *,
    tokens: tuple[str, ...] = (),
    width: int,
    ascii: bool = False,
    digits: int = 4,
    first: int = 0,
) -> str:
    """The largest weights of a row, counted from 0, from the largest down: as many as fit in `width` cells, or one.

    A key is told by its number, with its token behind it where that is known. What all others share ends the line.
    `first` is the row that the trace begins with, where it has only some of them.
    """
    weights = plane(trace, "weights")[row - first].astype(np.float64)
    named = tokens if len(tokens) == len(weights) else ()
    positive = int(np.count_nonzero(weights))
    if not positive:
        return "none, since no key is permitted"
    # Of equals the earlier key comes first.
    order = np.argsort(-weights, kind="stable")[: min(MOST_NAMED, positive)]
    left = float(weights.sum())
    text = best = ""
    for place, key in enumerate(order.tolist(), start=1):
        token = f" {token_name(named[key], ascii=ascii)}" if named else ""
        text += f"{', ' if place > 1 else ''}k{key + 1}{token} {number(weights[key], digits=digits, fixed=True)}"
        left -= float(weights[key])
        rest = f"; rest {number(max(left, 0.0), digits=digits, fixed=True)}" if positive > place else ""
        if best and cell_len(text + rest) > width:
            break
        best = text + rest
    return best


def map_caption(source: ShadedSource, walk: Walk, *, width: int) -> str:
    """The head, what the stage does, and what its shades mean, in a line: as much of it as there is room for."""
    head = f"head {walk.head + 1} of {walk.heads} · " if walk.heads > 1 else ""
    what = stage_caption(source.head.some, walk.stage, ascii=source.layout.ascii)
    short = what.partition(";")[0]
    if source.fits(width):
        ways: tuple[str, ...] = (head + what, head + short)
    else:
        stage, legends = what.partition(":")[0], source.legend()
        ways = (f"{head}{short} · {legends[0]}", *(f"{head}{stage} · {legend}" for legend in legends))
    dot = plain if source.layout.ascii else str
    return next((way for way in map(dot, ways) if len(way) <= width), dot(ways[-1])[: max(width, 0)])
