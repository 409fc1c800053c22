"""The block laboratory's count of parameters as lines: a row for each part, with its share."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.coaching.labs.block import BlockLab
from tutor.coaching.labs.block_count import SETTINGS
from tutor.maths.block import Sizes
from tutor.rendering.labs.line import Line, Role, line, pad, width_of, wrapped

BAR = 12
"""Cells of the longest bar."""
ROOMY = 70

NAMED = {"": "", "paper": "One stack of the paper's base model.", "shipped": "The small trained model."}
CONVENTION = "No biases in attention and unembedding. A norm has a gain and a bias."


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """One line of the table: a part, how its number comes about, and the number."""

    name: str
    product: str
    number: int


def table(lab: BlockLab) -> tuple[Counted, ...]:
    """The parts of the model with their counts."""
    by_part, sizes = lab.count.parts(), lab.count.sizes
    return tuple(
        Counted(name=name, product=product, number=sum(by_part[part] for part in parts))
        for name, product, parts in _lines(sizes)
    )


def _lines(sizes: Sizes) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    d, layers, words = sizes.d_model, sizes.layers, sizes.vocabulary
    norms = 2 * layers + (sizes.norm == "pre")
    return (
        ("embedding", f"{words}·{d}", ("embedding",)),
        ("positions", f"{sizes.positions}·{d}" if sizes.positions else "computed", ("positions",)),
        ("W_Q W_K W_V", f"{layers}·3·{d}·{d}", ("W_Q", "W_K", "W_V")),
        ("W_O", f"{layers}·{d}·{d}", ("W_O",)),
        ("W_1 W_2", f"{layers}·2·{d}·{sizes.d_ff}", ("W_1", "W_2")),
        ("b_1 b_2", f"{layers}·({sizes.d_ff}+{d})", ("b_1 and b_2",)),
        ("norms", f"{norms}·2·{d}", ("norms",)),
        ("unembedding", "shared" if sizes.shared else f"{d}·{words}", ("unembedding",)),
    )


def inside(lab: BlockLab) -> int:
    """Attention and feed-forward network of all blocks, without biases and norms."""
    return sum(one.number for one in table(lab) if one.name.startswith("W_"))


def sizes(lab: BlockLab, width: int) -> list[Line]:
    """The sizes, the one that can be changed marked, and what follows from them."""
    return [*_settings(lab, width), *wrapped(_facts(lab), width, "muted")]


def counts(lab: BlockLab, width: int) -> list[Line]:
    """The table of parts."""
    rows, total = table(lab), lab.count.total()
    largest = max(one.number for one in rows)
    lines = [_counted(one, largest, width) for one in rows]
    lines.append(line((_cells("all", "", total, width), "bold")))
    return [*lines, *wrapped(f"Attention and net without biases: {inside(lab):,}. {CONVENTION}", width, "muted")]


def _settings(lab: BlockLab, width: int) -> list[Line]:
    """The four sizes on one line, or two where they are long."""
    pieces: list[tuple[str, Role]] = []
    for name in SETTINGS:
        here = name == lab.count.setting
        value: int = getattr(lab.count.sizes, name)
        pieces.append((f"{'▸' if here else ' '}{name} {value:,}  ", "bold" if here else ""))
    whole = line(*pieces)
    return [whole] if width_of(whole) <= width else [line(*pieces[:2]), line(*pieces[2:])]


def _facts(lab: BlockLab) -> str:
    """What follows from the sizes."""
    sizes = lab.count.sizes
    times = sizes.d_ff / sizes.d_model
    wide = f"each head is {sizes.d_model // sizes.heads} wide"
    norm = "pre-norm, a norm more at the end" if sizes.norm == "pre" else "post-norm, as the paper"
    return f"{NAMED[lab.count.named]} d_ff {sizes.d_ff:,} = {times:g}·d_model · {wide} · {norm}".strip()


def _counted(one: Counted, largest: int, width: int) -> Line:
    bar = "█" * round(BAR * one.number / largest)
    return line(_cells(one.name, one.product, one.number, width), (f" {bar}" if width >= ROOMY else "", "accent"))


def _cells(name: str, product: str, number: int, width: int) -> str:
    """A line's three columns."""
    return pad(name, 12) + pad(product, 24 if width >= ROOMY else 22) + pad(f"{number:,}", 18, "right")


def spoken(lab: BlockLab) -> list[str]:
    """The sizes and the count as sentences."""
    count, sizes = lab.count, lab.count.sizes
    said = [
        f"Sizes: d_model {sizes.d_model:,}, heads {sizes.heads:,}, layers {sizes.layers:,}, "
        f"vocabulary {sizes.vocabulary:,}; plus and minus change {count.setting}.",
        f"{_facts(lab)}. {CONVENTION}",
    ]
    said += [f"{one.name}: {one.product}, {one.number:,}" for one in table(lab)]
    said.append(f"All: {count.total():,} parameters; attention and net without biases {inside(lab):,}.")
    return said
