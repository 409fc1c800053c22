"""The workbench in plain lines for the numbers of a file: rows, largest weights, jumps, heads and masks by words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tests.exports import arrays, weights
from tests.plain.talking import NOW, Script
from tutor.lessons.model import Course
from tutor.maths.exported import Exported
from tutor.plain.tutor import PlainTutor
from tutor.surroundings import Surroundings


def exported(n: int = 20, **more: Any) -> Exported:
    made = {name: more.pop(name) for name in ("heads", "key_heads", "d", "dtype") if name in more}
    return Exported(**{"name": "x.npz", "dtype": "float64", **arrays(n, **made), **more})


def talk(course: Course, numbers: Exported, lines: list[str], **outside: Any) -> Script:
    script = Script(lines)
    tutor = PlainTutor(Surroundings(clock=lambda: NOW, seed=7, **outside), script, width=200, course=course)
    tutor.exported = numbers
    tutor.run()
    return script


def test_it_begins_with_what_was_loaded(small: Course) -> None:
    said = talk(small, exported(heads=4, key_heads=2), [])
    assert "Workbench. x.npz: Q 4×20×4, K 2×20×4, V 2×20×4; float64; no mask." in said.text
    assert "stage 4 of 5, head 1 of 4. weights: " in said.text
    assert "20 rows of 20: row 1 reads one, largest 1" in said.text
    assert said.prompts == ["workbench, head 1, softmax, stage 4 of 5> "]


def test_rows_and_largest_weights(small: Course) -> None:
    """Beside plain Python; without a number it is the row that one is in."""
    numbers = exported()
    expected = weights(numbers.q[0].tolist(), numbers.k[0].tolist())[2]
    said = talk(small, numbers, ["row q3", "largest", "largest 99"])
    order = sorted(range(20), key=lambda j: (-expected[j], j))
    assert f"q3 largest weights: k{order[0] + 1} {expected[order[0]]:.4f}" in said.text
    row = next(line for line in said.flat().split("row q3: ")[1:])
    assert row.startswith(f"k1 {expected[0]:.4f}, k2 {expected[1]:.4f}, ")
    assert "Name a row from 1 to 20." in said.text


def test_a_jump_writes_the_cell_out(small: Course) -> None:
    said = talk(small, exported(heads=1), ["b", "b", "b", "jump 3 5", "j k2", "j q99 1", "j"])
    assert "q3·k5 = " in said.text
    assert "q3·k2 = " in said.text
    assert "There is no row 99: the rows are 1 to 20." in said.text
    assert "Name a row and a column, such as q17 k3, or 17 3." in said.text


def test_tokens_by_name(small: Course) -> None:
    said = talk(small, exported(3, tokens=("START", "red", "fox")), ["jump fox red", "largest", "n", "jump fox red"])
    assert "q3 on k2: " in said.text
    assert "row fox: START " in said.text
    assert "No column is called red" in said.text


def test_heads_and_masks(small: Course) -> None:
    numbers = exported(heads=3)
    expected = weights(numbers.q[2].tolist(), numbers.k[2].tolist(), causal=True)
    said = talk(small, numbers, ["head 3", "mask", "jump 2 1", "head", "head 4", "mask"])
    assert "head 3 of 3" in said.text
    assert "Now: causal mask." in said.text
    assert f"= {expected[1][0]:.4f}" in said.text or f"≈ {expected[1][0]:.4f}" in said.text
    assert "head 1 of 3" in said.text
    assert "Name a head from 1 to 3." in said.text
    assert "Now: no mask." in said.text


def test_one_head_with_a_mask_of_its_own(small: Course) -> None:
    said = talk(small, exported(heads=1, mask=np.tri(20, dtype=bool)), ["t", "m"])
    assert "There is one head only." in said.text
    assert "These numbers have the file's mask." in said.text


def test_stages_and_their_ends(small: Course) -> None:
    said = talk(small, exported(), ["n", "", "inside", "b", "b", "b", "b", "b", "b", "x y"])
    assert "This is the last stage: back goes back." in said.text
    assert "subtract, stage 4 of 8" in said.text
    assert "This is the first stage." in said.text
    assert "That is no command here; ? lists them." in said.text


def test_a_head_that_cannot_be_worked_out(small: Course) -> None:
    made = arrays(4, dtype=np.float32)
    made["q"][1] = made["k"][1] = 1e30
    said = talk(small, exported(4, **made), ["head 2", "row 1", "head 1", "row 1"])
    assert "Head 2 cannot be worked out: the score of query 1 and key 1 overflows to infinity" in said.text
    assert said.text.count("row q1: ") == 3


def test_home_and_back_and_numbers_of_ones_own(small: Course) -> None:
    """The list of lessons comes with home; workbench leads back to the file, own to the form."""
    said = talk(small, exported(), ["home", "workbench", "own", "q = 1 1"])
    assert said.text.count("Workbench. x.npz") == 2
    assert said.prompts[-1].startswith("workbench, scores")


def test_saving(small: Course, tmp_path: Path) -> None:
    talk(small, exported(), ["head 2", "save"], exports=tmp_path)
    assert len((tmp_path / "weights_head_2.txt").read_text(encoding="utf-8").splitlines()) == 21
