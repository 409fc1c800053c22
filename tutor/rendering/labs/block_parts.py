"""What each part of the block laboratory shows, as names, shapes and numbers, before any layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.coaching.labs.block import BlockLab
from tutor.coaching.labs.block_questions import N
from tutor.coaching.labs.small_block import D_FF, D_MODEL, HEADS, MATRICES, WORDS
from tutor.notation.printer import number

Numbers = NDArray[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A named row of numbers of the token looked at. `hidden` numbers are asked for first; `parted` by head."""

    name: str
    cells: tuple[str, ...]
    hidden: bool = False
    heads: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part: its formula and where it comes from, rows, matrices, and the shape of the result.

    `note` is shown always; `shape` and `then` with the result, since they answer what is asked.
    """

    formula: str
    source: str
    rows: tuple[Row, ...]
    matrices: tuple[str, ...] = ()
    shape: str
    note: str = ""
    then: str = ""


def part_of(lab: BlockLab) -> Part:
    """The part of the walk that is open."""
    return BUILDERS[lab.part](lab)


def four(x: float) -> str:
    """A number to four decimals; what is left of a 0 after the rounding of floats is 0."""
    return number(round(float(x), 4))


def matrix(name: str) -> tuple[tuple[str, ...], ...]:
    """One of the model's matrices, cell by cell."""
    return tuple(tuple(map(number, row)) for row in MATRICES[name])


def _row(lab: BlockLab, name: str, cells: Numbers | Sequence[float], *, asked: bool = False, heads: int = 1) -> Row:
    return Row(name=name, cells=tuple(map(four, cells)), hidden=asked and not lab.shown, heads=heads)


def _x(lab: BlockLab) -> Part:
    run, t = lab.run, lab.token
    word = WORDS[lab.words[t]]
    return Part(
        formula=f"x = embedding of {word} + vector of position {t + 1}, counted from 1",
        source="Vaswani et al. 2017, 3.4 and 3.5; positions learned, as in the small model",
        rows=(
            _row(lab, "embedding", run.tokens[t]),
            _row(lab, f"position {t + 1}", run.positions[t]),
            _row(lab, "x", run.block.x[t], asked=True),
        ),
        shape=f"{D_MODEL} numbers; X of all three tokens {N}×{D_MODEL}",
    )


NORM = "(x − mean) ÷ √(variance + 0.00001) · gain + bias"
GAIN = "Here gain is 1 and bias 0."


def _norm(lab: BlockLab) -> Part:
    block, t = lab.run.block, lab.token
    shape = f"{D_MODEL} numbers, as before"
    if lab.norm == "post":
        return Part(
            formula="post-norm: x becomes LayerNorm(x + Sublayer(x))",
            source="Vaswani et al. 2017, 3.1",
            rows=(_row(lab, "x", block.x[t]), _row(lab, "read", block.read[t], asked=True)),
            shape=shape,
            then="No norm here; it comes after the addition.",
        )
    return Part(
        formula=f"read = LayerNorm(x) = {NORM}",
        source="Ba et al. 2016; before the sublayer as in GPT-2 (Radford et al. 2019, 2.3)",
        rows=(
            _row(lab, "x", block.x[t]),
            *_moments(lab, block.x[t]),
            _row(lab, "read", block.read[t], asked=True),
        ),
        shape=shape,
        note=GAIN,
        then="x itself goes past the norm, to the addition.",
    )


def _moments(lab: BlockLab, row: Numbers) -> tuple[Row, Row]:
    return _row(lab, "mean", [float(row.mean())]), _row(lab, "variance", [float(row.var())])


def _projections(lab: BlockLab) -> Part:
    block, t = lab.run.block, lab.token
    return Part(
        formula="q = read·W_Q, k = read·W_K, v = read·W_V",
        source="Vaswani et al. 2017, 3.2.2; no biases",
        rows=(
            _row(lab, "read", block.read[t]),
            *(
                _row(lab, name, x[t], asked=True, heads=HEADS)
                for name, x in (("q", block.q), ("k", block.k), ("v", block.v))
            ),
        ),
        matrices=("W_Q", "W_K", "W_V"),
        shape=f"Q, K, V of all three tokens {N}×{D_MODEL}; each of {HEADS} heads owns {D_MODEL // HEADS} columns",
    )


def _heads(lab: BlockLab) -> Part:
    block, t = lab.run.block, lab.token
    return Part(
        formula="weights = softmax(q·k ÷ √2) over allowed keys; output = Σ weight · v",
        source="Vaswani et al. 2017, 3.2.1 and 3.2.3; d_k = 2 a head",
        rows=(_row(lab, "outputs", block.heads[t], asked=True, heads=HEADS),),
        shape=f"each head: weights {N}×{N}, output {N}×{D_MODEL // HEADS}",
    )


def _joined(lab: BlockLab) -> Part:
    block, t = lab.run.block, lab.token
    return Part(
        formula="result = heads side by side · W_O",
        source="Vaswani et al. 2017, 3.2.2; no bias",
        rows=(
            _row(lab, "heads", block.heads[t], heads=HEADS),
            _row(lab, "result", block.attention[t], asked=True),
        ),
        matrices=("W_O",),
        shape=f"{N}×{D_MODEL} · {D_MODEL}×{D_MODEL} = {N}×{D_MODEL} for all three tokens",
    )


def _added(lab: BlockLab) -> Part:
    block, t = lab.run.block, lab.token
    return Part(
        formula="sum = x + attention",
        source="Vaswani et al. 2017, 3.1: the residual connection",
        rows=(
            _row(lab, "x", block.x[t]),
            _row(lab, "attention", block.attention[t]),
            _row(lab, "sum", block.added[t], asked=True),
        ),
        shape=f"{D_MODEL} numbers, as x",
    )


def _second_norm(lab: BlockLab) -> Part:
    block, t = lab.run.block, lab.token
    pre = lab.norm == "pre"
    return Part(
        formula=f"{'read' if pre else 'x'} = LayerNorm(sum)",
        source="GPT-2 (Radford et al. 2019, 2.3)" if pre else "Vaswani et al. 2017, 3.1",
        rows=(
            _row(lab, "sum", block.added[t]),
            *_moments(lab, block.added[t]),
            _row(lab, "read" if pre else "x", block.read_again[t], asked=True),
            _row(lab, "goes on", block.middle[t], asked=True),
        ),
        shape=f"{D_MODEL} numbers, as before",
        note=GAIN,
        then="The net reads it; the sum itself goes past." if pre else "The net reads it, and it is what goes on.",
    )


def _net(lab: BlockLab) -> Part:
    block, t = lab.run.block, lab.token
    return Part(
        formula="net = max(0, read·W_1 + b_1)·W_2 + b_2",
        source="Vaswani et al. 2017, 3.3; here both biases are 0",
        rows=(
            _row(lab, "read", block.read_again[t]),
            _row(lab, "hidden", block.hidden[t]),
            _row(lab, "cut", block.active[t], asked=True),
            _row(lab, "net", block.feed_forward[t], asked=True),
        ),
        matrices=("W_1", "W_2"),
        shape=f"{D_MODEL} → {D_FF} → {D_MODEL} numbers; W_1 {D_MODEL}×{D_FF}, W_2 {D_FF}×{D_MODEL}",
    )


def _second_sum(lab: BlockLab) -> Part:
    block, t = lab.run.block, lab.token
    kept = "sum" if lab.norm == "pre" else "x"
    return Part(
        formula=f"{'out' if lab.norm == 'pre' else 'sum'} = {kept} + net",
        source="Vaswani et al. 2017, 3.1: the residual connection",
        rows=(
            _row(lab, kept, block.middle[t]),
            _row(lab, "net", block.feed_forward[t]),
            _row(lab, "out" if lab.norm == "pre" else "sum", block.added_again[t], asked=True),
        ),
        shape=f"{D_MODEL} numbers, as x",
    )


def _logits(lab: BlockLab) -> Part:
    run, t = lab.run, lab.token
    pre = lab.norm == "pre"
    named = "out" if pre else "sum"
    return Part(
        formula=f"logits = LayerNorm({named})·W_U",
        source="pre-norm: one norm more after the last block" if pre else "Vaswani et al. 2017, 3.1 and 3.4",
        rows=(
            _row(lab, named, run.block.added_again[t]),
            _row(lab, "norm", run.final[t]),
            _row(lab, "logits", run.logits[t], asked=True),
        ),
        matrices=("W_U",),
        shape=f"{N}×{D_MODEL} · {D_MODEL}×{len(WORDS)} = {N}×{len(WORDS)} for all three tokens",
        note=f"Columns: {', '.join(WORDS)}.",
        then=f"The largest is at {WORDS[int(np.argmax(run.logits[t]))]}; nobody has trained these weights.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key as one head sees it; what the mask hides has no weight."""

    word: str
    key: tuple[str, ...]
    score: str
    scaled: str
    weight: str
    value: tuple[str, ...]
    hidden: bool


def keys_of(lab: BlockLab, head: int) -> tuple[tuple[str, ...], tuple[Key, ...], tuple[str, ...]]:
    """One head for the token looked at: its query, a line for each key, and its output; weights may be asked for."""
    trace, t = lab.run.block.trace, lab.token

    def texts(x: Numbers, *, asked: bool = False) -> tuple[str, ...]:
        return tuple("?" if asked and not lab.shown else four(one) for one in np.atleast_1d(x))

    keys = tuple(
        Key(
            word=WORDS[lab.words[j]],
            key=texts(trace.k[head, j]),
            score=texts(trace.scores[head, t, j])[0],
            scaled=texts(trace.scaled[head, t, j])[0],
            weight=texts(trace.weights[head, t, j], asked=True)[0],
            value=texts(trace.v[head, j]),
            hidden=lab.shown and not bool(trace.allowed[head, t, j]),
        )
        for j in range(N)
    )
    return texts(trace.q[head, t]), keys, texts(trace.output[head, t], asked=True)


BUILDERS = (_x, _norm, _projections, _heads, _joined, _added, _second_norm, _net, _second_sum, _logits)
