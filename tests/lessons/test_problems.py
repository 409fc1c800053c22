"""Numbers in lesson files: what fits becomes a `Problem`, and each misfit is one line that names its place."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tutor.lessons.fields import Section
from tutor.lessons.listing import Fault
from tutor.lessons.problems import read_problem
from tutor.lessons.syntax import parse
from tutor.maths.problem import Problem

PLAIN = "Q = [[0, 1]]\nK = [[1, 0], [0, 1]]\nV = [[6, 0], [0, 3]]\n"


def read(text: str) -> tuple[object, list[str]]:
    """The problem in a TOML text, and its faults as an author reads them."""
    faults: list[Fault] = []
    problem = read_problem(Section(parse(text), Path("a.toml"), faults, None, "problem p"))
    return problem, [str(fault) for fault in faults]


def test_only_the_numbers_are_needed() -> None:
    expected = Problem(q=((0.0, 1.0),), k=((1.0, 0.0), (0.0, 1.0)), v=((6.0, 0.0), (0.0, 3.0)))
    assert read(PLAIN) == (expected, [])


def test_every_key_reaches_the_problem() -> None:
    text = (
        "Q = [[1, 2, 3, 4]]\nK = [[1, 0, 1, 0], [0, 1, 0, 1.5]]\nV = [[6, 0], [0, 3]]\n"
        "mask = [[1, 0]]\nadd_mask = [[0, -inf]]\nscale = 0.25\ntemperature = 2\nsoftcap = 30\nheads = 2\n"
        'd_model = 8\ntokens = ["red", "fox"]\n'
    )
    problem, faults = read(text)
    assert faults == []
    assert problem == Problem(
        q=((1.0, 2.0, 3.0, 4.0),),
        k=((1.0, 0.0, 1.0, 0.0), (0.0, 1.0, 0.0, 1.5)),
        v=((6.0, 0.0), (0.0, 3.0)),
        mask=((1.0, 0.0),),
        add_mask=((0.0, -math.inf),),
        scale=0.25,
        temperature=2.0,
        softcap=30.0,
        heads=2,
        d_model=8,
        tokens=("red", "fox"),
    )


GROUPED = "Q = [[1, 0, 2, 1]]\nK = [[1, 0], [0, 1]]\nV = [[6, 0], [0, 3]]\nheads = 2\nkv_heads = 1\n"


def test_query_heads_may_share_key_heads() -> None:
    problem, faults = read(GROUPED)
    assert faults == []
    assert isinstance(problem, Problem)
    assert (problem.heads, problem.kv_heads, problem.d_k, problem.d_v) == (2, 1, 2, 2)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (GROUPED.replace("kv_heads = 1", "kv_heads = 3"), "kv_heads: is 3, which 2 heads cannot share evenly"),
        (
            GROUPED.replace("[1, 0, 2, 1]", "[1, 0]"),
            "K: has 2 columns, but Q has 2: 2 heads of queries and 1 of keys are equally long",
        ),
        (
            GROUPED.replace("kv_heads = 1", "kv_heads = 65"),
            "kv_heads: expected a whole number from 1 to 64, found the number 65",
        ),
    ],
)
def test_key_heads_that_do_not_fit(text: str, line: str) -> None:
    assert read(text)[1][0] == f"a.toml: problem p, {line}"


def test_a_causal_mask_may_have_an_offset() -> None:
    problem, faults = read(PLAIN + 'mask = "causal"\noffset = 1\n')
    assert faults == []
    assert isinstance(problem, Problem)
    assert (problem.mask, problem.offset) == ("causal", 1)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (PLAIN.replace("Q = [[0, 1]]\n", ""), "Q: missing; expected rows of numbers, such as [[0, 1], [1, 0]]"),
        (
            PLAIN.replace("[[0, 1]]", "[0, 1]"),
            "Q: expected rows of numbers, such as [[0, 1], [1, 0]], found one list; "
            "for a single row put brackets around it: [[0, 1]]",
        ),
        (
            PLAIN.replace("[[0, 1]]", '"0 1"'),
            'Q: expected rows of numbers, such as [[0, 1], [1, 0]], found the text "0 1"',
        ),
        (PLAIN.replace("[[0, 1]]", "[]"), "Q: expected rows of numbers, such as [[0, 1], [1, 0]], found an empty list"),
        (PLAIN.replace("[[0, 1]]", "[[]]"), "Q: row 1: expected a list of numbers, found an empty list"),
        (PLAIN.replace("[[0, 1]]", "[[0, 1], 2]"), "Q: row 2: expected a list of numbers, found the number 2"),
        (PLAIN.replace("[[0, 1]]", "[[0, 1], [2]]"), "Q: row 2 has 1 number, row 1 has 2"),
        (PLAIN.replace("[[0, 1]]", "[[0, nan]]"), "Q: row 1, column 2: expected a finite number, found the number nan"),
        (PLAIN.replace("[6, 0]", "[6, inf]"), "V: row 1, column 2: expected a finite number, found the number inf"),
        (PLAIN.replace("[[0, 1]]", '[[0, "1"]]'), 'Q: row 1, column 2: expected a finite number, found the text "1"'),
        (PLAIN.replace("[[0, 1]]", "[[0, true]]"), "Q: row 1, column 2: expected a finite number, found true"),
        (
            PLAIN.replace("[[0, 1]]", f"[[0, {10**400}]]"),
            "Q: row 1, column 2: expected a finite number, found a very large number",
        ),
        (
            PLAIN.replace("[[0, 1]]", "[[0, 1e200]]").replace("[1, 0]", "[1e200, 0]"),
            "Q: the scores with K are too large to be worked out",
        ),
        (PLAIN.replace("[[0, 1]]", "[[0, 1, 2]]"), "K: has 2 columns, but Q has 3: queries and keys are equally long"),
        (PLAIN.replace("[[6, 0], [0, 3]]", "[[6, 0]]"), "V: has 1 row, but K has 2: each key has its value"),
        (
            PLAIN.replace("[[0, 1]]", f"[{'[0, 1],' * 65}]"),
            "Q: is 65×2; a lesson's matrix has at most 64 rows or columns",
        ),
        (
            PLAIN + "heads = 2\n" + "d_model = 0",
            "d_model: expected a whole number from 1 to 100000, found the number 0",
        ),
        (
            PLAIN.replace("[[6, 0], [0, 3]]", "[[6], [0]]") + "heads = 2",
            "heads: V has 1 column, which 2 heads cannot share evenly",
        ),
        (PLAIN + "heads = 0", "heads: expected a whole number from 1 to 64, found the number 0"),
        (
            PLAIN + 'mask = "casual"',
            'mask: expected "none", "causal" or rows of 1 (may attend) and 0 (hidden), found the text "casual"',
        ),
        (
            PLAIN + "mask = true",
            'mask: expected "none", "causal" or rows of 1 (may attend) and 0 (hidden), found true',
        ),
        (PLAIN + "mask = [[1, 0], [1, 1]]", "mask: is 2×2, but Q has 1 and K 2 rows: expected 1×2"),
        (PLAIN + "mask = [[1, 2]]", "mask: row 1, column 2: expected 1 (may attend) or 0 (hidden), found 2"),
        (PLAIN + "mask = [[1, -inf]]", "mask: row 1, column 2: expected a finite number, found the number -inf"),
        (
            PLAIN + "add_mask = [[0, inf]]",
            "add_mask: row 1, column 2: expected a finite number or -inf, found the number inf",
        ),
        (PLAIN + "scale = nan", "scale: expected a finite number, found the number nan"),
        (PLAIN + "temperature = 0", "temperature: expected a finite number above 0, found the number 0"),
        (PLAIN + "softcap = -1.5", "softcap: expected a finite number above 0, found the number -1.5"),
        (PLAIN + "offset = 1", "offset: warning: changes nothing without a causal mask"),
        (PLAIN + 'tokens = ["a"]', "tokens: expected one for each row of K, so 2; found 1"),
        (PLAIN + "temprature = 2", "temprature: unknown key; did you mean temperature?"),
        ("seed_level = 5", "seed_level: expected a whole number from 1 to 4, found the number 5"),
        ("seed_level = 1\nheads = 2", "heads: the numbers are drawn here; leave this out, or leave out seed_level"),
    ],
)
def test_one_fault_is_one_line(text: str, line: str) -> None:
    _, faults = read(text)
    place, _, message = line.partition(": ")
    assert faults == [f"a.toml: problem p, {place}: {message}"]


def test_a_small_letter_for_a_matrix_is_told_twice() -> None:
    assert read(PLAIN.replace("Q =", "q ="))[1] == [
        "a.toml: problem p, q: unknown key; did you mean Q?",
        "a.toml: problem p, Q: missing; expected rows of numbers, such as [[0, 1], [1, 0]]",
    ]


def test_every_cell_that_is_no_number_is_told() -> None:
    _, faults = read(PLAIN.replace("[[0, 1]]", '[["a", nan]]'))
    assert faults == [
        'a.toml: problem p, Q: row 1, column 1: expected a finite number, found the text "a"',
        "a.toml: problem p, Q: row 1, column 2: expected a finite number, found the number nan",
    ]


def test_a_faulty_problem_is_none_and_a_warning_keeps_it() -> None:
    assert read(PLAIN + "scale = nan")[0] is None
    assert isinstance(read(PLAIN + "offset = 1")[0], Problem)
