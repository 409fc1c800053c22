"""Tables, problems, masks and verdicts as they are read out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from tests.rendering.probe import PROBE
from tutor.coaching.asking.asked import Heard
from tutor.coaching.presets import PRESETS
from tutor.coaching.verdict import Verdict
from tutor.maths.problem import Problem, matrix
from tutor.rendering.prose import spoken_prose
from tutor.rendering.spoken import (
    MOST_CELLS,
    grid_rows,
    heard_text,
    problem_rows,
    stage_rows,
    verdict_text,
    wrapped,
)

CAUSAL = next(x.problem for x in PRESETS if x.id == "causal")
EMPTY = next(x.problem for x in PRESETS if x.id == "empty-row")


def test_a_row_as_the_specification_has_it() -> None:
    """Row 2 of the probe under a causal mask, by its published numbers."""
    rows = stage_rows(PROBE.solve(), "weights")
    assert rows[1] == "row q2: k1 0.2689, k2 0.7311, k3 masked; sum 1"


@pytest.mark.parametrize(
    ("stage", "row"),
    [
        ("scores", "row q2: k1 0, k2 2, k3 3"),
        ("scaled", "row q2: k1 0, k2 1, k3 1.5"),
        ("masked", "row q2: k1 0, k2 1, k3 masked"),
        ("shifted", "row q2: k1 -1, k2 0, k3 masked"),
        ("exponentials", "row q2: k1 0.3679, k2 1, k3 masked; sum 1.3679"),
        ("row_sum", "row q2: total 1.3679"),
        ("output", "row q2: c1 0.2689, c2 1.4621"),
    ],
)
def test_every_stage(stage: str, row: str) -> None:
    assert stage_rows(PROBE.solve(), stage)[1] == row


def test_tokens_name_rows_and_keys() -> None:
    rows = stage_rows(CAUSAL.solve(), "weights", tokens=CAUSAL.tokens)
    assert rows[0] == "row START: START 1, red masked, fox masked; sum 1"


def test_a_row_with_no_permitted_key() -> None:
    assert stage_rows(EMPTY.solve(), "weights")[1] == "row q2: k1 masked, k2 masked; sum 0"


def test_a_hidden_row_and_a_row_alone() -> None:
    rows = stage_rows(PROBE.solve(), "weights", veiled=(1,))
    assert rows[1] == "row q2: yours to work out"
    assert "0.7311" not in "".join(rows)
    assert stage_rows(PROBE.solve(), "scores", only=(2,))[0].startswith("row q3: ")


def test_a_large_table_is_read_in_part() -> None:
    """The first rows, and how many more there are."""
    n = 40
    problem = Problem(q=matrix([[1.0]] * n), k=matrix([[1.0]] * n), v=matrix([[1.0]] * n))
    rows = stage_rows(problem.solve(), "scores")
    assert len(rows) == MOST_CELLS // n + 1
    assert rows[-1] == f"And {n - MOST_CELLS // n} more rows: row {n} reads the last one."
    assert stage_rows(problem.solve(), "scores", only=(n - 1,))[0].startswith("row q40: ")


def test_a_large_problem_is_read_in_part() -> None:
    """300 cells of each matrix: all rows of Q, the first 300 of K's 301, two of V's four."""
    ones = matrix([[1.0]])
    problem = Problem(q=ones, k=ones * 301, v=matrix([[1.0] * 150]) * 301)
    rows = problem_rows(problem)
    assert rows[:4] == ("Q, 1×1:", "row q1: 1", "K, 301×1:", "row k1: 1")
    assert rows[303:305] == ("And 1 more row.", "V, 301×150:")
    assert rows[307] == "And 299 more rows."
    scores = stage_rows(Problem(q=ones * 301, k=ones, v=ones).solve(), "scores")
    assert scores[-1] == "And 1 more row: row 301 reads the last one."


def test_a_problem() -> None:
    assert problem_rows(CAUSAL) == (
        "Q, 3×4:", "row q1: 1, 0, 1, 0", "row q2: 0, 2, 0, 1", "row q3: 1, 1, 0, 2",
        "K, 3×4:", "row k1: 2, 0, 1, 0", "row k2: 0, 1, 1, 0", "row k3: 1, 1, 0, 1",
        "V, 3×2:", "row v1: 1, 0", "row v2: 0, 2", "row v3: 3, 1",
        "mask: causal, query i may attend keys 1 to i", "scale: 1/√d_k = 1/√4 = 0.5", "tokens: 1 START, 2 red, 3 fox",
    )  # fmt: skip


def test_masks_and_heads() -> None:
    """Each head's columns by themselves; masks of numbers row by row."""
    problem = replace(CAUSAL, tokens=(), heads=2, mask=matrix([[1, 0, 0]] * 3), add_mask=matrix([[0, -2, 0]] * 3))
    rows = problem_rows(problem)
    assert "row q1: head 1 1, 0; head 2 1, 0" in rows
    assert "mask, 3×3:" in rows
    assert "row q1: 1, 0, 0" in rows
    assert "added mask, 3×3:" in rows
    assert "row q1: 0, -2, 0" in rows


def test_shared_key_heads() -> None:
    """Two query heads on one key head: its columns are one piece, and who shares it is said."""
    rows = problem_rows(replace(CAUSAL, tokens=(), heads=2, kv_heads=1, k=matrix([[1, 2]] * 3)))
    assert "row q1: head 1 1, 0; head 2 1, 0" in rows
    assert "row k1: 1, 2" in rows
    assert "row v1: 1, 0" in rows
    assert any("key head" in row for row in rows)


def test_a_mask_and_what_is_wrong_with_it() -> None:
    cells = ((True, None), (False, True))
    assert grid_rows(("a", "b"), ("a", "b"), cells, (True, None, True, False)) == (
        "row a: a 1, b blank",
        "row b: a 0, b 1 wrong",
    )


def test_how_an_answer_was_read() -> None:
    names = ("k1", "k2")
    assert heard_text(None, names) == ""
    assert heard_text(Heard(cells=("0.5", "1")), names) == "I read k1 0.5, k2 1."
    assert heard_text(Heard(cells=("0.5",)), names, (True, None)) == "I read k1 0.5 right, k2 blank."
    assert heard_text(Heard(cells=("1", "2"), aside="(a column)"), names, (False, True)) == (
        "I read k1 1 wrong, k2 2 right (a column)."
    )
    assert heard_text(Heard(cells=("7",)), ("",), (False,)) == "I read 7."
    assert heard_text(Heard(whole="[1, 2, 3]", reason="two are wanted"), names) == "I read [1, 2, 3]. two are wanted"
    assert heard_text(Heard(reason="Not a number."), names) == "Not a number."


def test_a_verdict_begins_with_what_it_is() -> None:
    """In words; what cost nothing is neither right nor wrong."""
    assert verdict_text(Verdict(status="right", message="Right. Well.")) == "Right. Well."
    assert verdict_text(Verdict(status="carried", message="As it follows.")) == "Right. As it follows."
    assert verdict_text(Verdict(status="mistake", message="No root.")) == "Not right. No root."
    assert verdict_text(Verdict(status="shape", message="Two are wanted.")) == "Two are wanted."
    assert verdict_text(Verdict(status="shape", message="Keys.", mistakes=("mixed-keys",))) == "Not right. Keys."


@pytest.mark.parametrize("width", [1, 5, 20, 80])
def test_no_line_is_wider(width: int) -> None:
    """But for one wide character where there is room for none."""
    text = "  one two three\n東京 🦊 " + "x" * 50
    assert max(map(cell_len, wrapped(text, width))) <= max(width, 2)
    assert "".join("".join(wrapped(text, width)).split()) == "".join(text.split())


# Prose


def test_a_table_in_a_page_is_read_row_by_row() -> None:
    """Cells with the names of their columns; where a name is more than a word, with a colon."""
    text = "| | sun | T = 2 |\n|-|-|-|\n| days | 5 | 2 |\n| [x] | | `a` |\n"
    assert spoken_prose(text) == "row days: sun 5, T = 2: 2\nrow [x]: T = 2: a"


def test_a_table_with_a_corner_says_its_columns() -> None:
    text = "| place | 1 | 2 |\n|-|-|-|\n| a | 1, 0 | 2 |\n"
    assert spoken_prose(text) == "columns: place, 1, 2\nrow a: place 1 is 1, 0; place 2 is 2"


def test_rows_without_names() -> None:
    assert spoken_prose("| | |\n|-|-|\n| task | Eat, or not? |\n| | alone |\n") == "row task: Eat, or not? alone"


def test_lists_quotes_and_rules_have_no_marks_of_their_own() -> None:
    text = "- one\n- two\n\n> said\n\n---\n\n`code` and **more**"
    assert spoken_prose(text).split("\n") == ["- one", "- two", "", "Quote:", "said", "", "", "code and more"]


def test_prose_in_ascii() -> None:
    assert spoken_prose("| | √2 |\n|-|-|\n| −∞ | ×3 |\n\n- 1/√d_k", ascii=True).isascii()


def test_it_is_said_once_that_it_is_not_right() -> None:
    """What broke: "Not right. Not this."."""
    verdict = Verdict(status="wrong", message="Not this. Multiply first.")
    assert verdict_text(verdict) == "Not right. Multiply first."
    assert verdict_text(Verdict(status="wrong", message="Not this yet. Try.")) == "Not right yet. Try."
