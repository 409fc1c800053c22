"""Lines at random, from everywhere to everywhere: no exception, no line too long, every journal whole."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.plain.talking import CTRL_C, events, talk_through
from tutor.lessons.model import Course

WORDS = """next next next n back b page|2 page|17 page|99 hint h show s another a read help ? home menu glossary
glossary|soft g|q visit return submit sources row|1 row|9 cell|1|1 cell|2|9 inside head predict predict|2 predict|next
predict|1|weights stop preset preset|4 preset|7 code|numpy save form level level|3 anew clear open leave merge more
workbench practice quiz review labs 1 2 3 4 5 6 7 9 12 15 16 17 99 x"""
TYPED = """0.5 1/2 0,5 1,5|2 [1|2 3] 0.3302|0.6698 1|0|0 1|1|0 1|0;0|1 k v q|=|1|0;0|1 k|=|3 mask|=|causal
scale|=|none heads|=|2 temperature|=|0 v|1|2;3|4 softcap|=|9 red|END a|few|words 3×4 1e999 nan -inf √2 = =|next
list progress 東京|🦊 (((("""


@pytest.mark.parametrize("seed", [1, 2, pytest.param(0, marks=pytest.mark.slow)])
def test_random_lines(course: Course, seed: int, tmp_path: Path) -> None:
    """Seeded. A long stay where it is slow."""
    rng = random.Random(seed)
    count = 600 if seed else 6_000
    choices = [*WORDS.split() * 2, *TYPED.split(), "", "", "", CTRL_C, "\x1b[A"]
    lines = [rng.choice(choices).replace("|", " ") for _ in range(count)]
    width = rng.choice([20, 40, 80])
    said = talk_through(
        course, lines, state=tmp_path, unfinished="0.5 1", width=width, seed=seed, exports=tmp_path, ascii=seed == 2
    )
    assert len(said.prompts) == count + 1
    assert [line for line in said.written if cell_len(line) > width] == []
    assert seed != 2 or all(line.isascii() for line in said.written)
    assert len(said.text) < 40_000_000
    assert events(tmp_path)[-1]["type"] == "end"
