"""Q, K, V and a mask in a text, as people, spreadsheets and programs lay them out."""

from __future__ import annotations

import numpy as np
import pytest

from tutor.commands import UsageError
from tutor.commands.filetext import Stated, from_text

Q, K, V = ((0.0, 1.0),), ((1.0, 0.0), (0.0, 1.0)), ((6.0, 0.0), (0.0, 3.0))


def refusal(text: str) -> str:
    with pytest.raises(UsageError) as caught:
        from_text("--from x", text)
    sentence = str(caught.value)
    assert sentence.startswith("--from x")
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize(
    "text",
    [
        "Q,\n0,1\nK,\n1,0\n0,1\nV,\n6,0\n0,3\n",
        "Q;\r\n0;1\r\n\r\nK;\r\n1;0\r\n0;1\r\n\r\nV;\r\n6;0\r\n0;3\r\n",
        "q =\n0 1\nk =\n1 0; 0 1\nv =\n6 0\n0 3",
        '"V"\n6\t0\n0\t3\n"Q"\n0\t1\n"K"\n1\t0\n0\t1\n',
        "# Q\n0 1\n\n# K\n1 0\n0 1\n\n# V\n6 0\n0 3",
        "# from a notebook\nQ\n0 1\n# the keys\nK\n1 0\n0 1\nV\n6 0\n0 3",
    ],
)
def test_a_heading_above_each_matrix(text: str) -> None:
    assert from_text("--from x", text) == Stated(Q, K, V)


@pytest.mark.parametrize(
    "text",
    [
        "Q = [[0,1]]\nK = [[1,0],[0,1]]\nV = [[6,0],[0,3]]",
        "Q = [[0, 1]]\nK = [[1, 0],\n     [0, 1]]\n\nV = [\n  [6, 0],\n  [0, 3],\n]\n",
        "Q = np.array([[0, 1]])\nK = np.array([[1, 0],\n  [0, 1]], dtype=float32)\nV = np.array([[6, 0], [0, 3]])",
        "q = torch.tensor([[0., 1.]])\nk = tensor([[1., 0.],\n        [0., 1.]])\nv = tensor([[6, 0],\n  [0, 3]])",
        "q: 0 1\nk: 1 0\n   0 1\nv: 6 0\n   0 3",
        "q: 0 1\nk: 1 0; 0 1\nv: 6 0; 0 3",
        "Q = [0 1];\nK = [1 0; 0 1];\nV = [6 0; 0 3];",
        "q := [0, 1]\nk := ((1, 0), (0, 1))\nv := {{6, 0}, {0, 3}}",
        "'q': 0 1\n'k': [[1, 0], [0, 1]]\nV\n6 0\n0 3",
        "Q = [[0. 1.]]\nK = [[1. 0.]\n [0. 1.]]\nV = [[6. 0.]\n [0. 3.]]",
    ],
)
def test_a_name_beside_each_matrix(text: str) -> None:
    """As one assigns it in Python or MATLAB, or writes it down, on one line or several."""
    assert from_text("--from x", text) == Stated(Q, K, V)


def test_a_single_line_is_read_as_an_option_is() -> None:
    """Beside its name, 1; 2 is a column; in the rows under a heading, as a spreadsheet saves them, it is a row."""
    assert from_text("--from x", "q: 0\nk: 1; 2\nv: [3, 4; 5, 6]").k == ((1.0,), (2.0,))
    assert from_text("--from x", "Q\n0;1\nK\n1;2\nV\n3;4").k == ((1.0, 2.0),)


def test_a_printed_matrix_longer_than_one_field_takes() -> None:
    """40 × 30 numbers of full precision, as NumPy prints them: rows in brackets, wrapped over lines."""
    k = np.random.default_rng(3).normal(size=(40, 30))
    with np.printoptions(precision=17, threshold=10**6):
        text = f"q = {np.ones((1, 30))}\nk = {k}\nv = {np.ones((40, 1))}\n"
    assert len(text) > 20_000
    assert from_text("--from x", text).k == tuple(map(tuple, k.tolist()))


@pytest.mark.parametrize(
    ("text", "mask"),
    [
        ("mask: causal", "causal"),
        ("mask = 'None'", "none"),
        ("mask\ncausal", "causal"),
        ("mask = [[1, 0]]", ((1.0, 0.0),)),
        ("Mask\n1,0\n", ((1.0, 0.0),)),
    ],
)
def test_a_mask(text: str, mask: object) -> None:
    assert from_text("--from x", f"q: 0 1\nk: 1 0; 0 1\n{text}\nv: 6 0; 0 3") == Stated(Q, K, V, mask)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,0\n0,1\n", "line 1 stands under no heading"),
        ("import numpy as np\nQ = [[1]]", "line 1 stands under no heading"),
        ("", "it has no numbers for Q and K and V"),
        ("Q\n1\nK\n1\nV\n", "it has no numbers for V"),
        ("Q\n1\nQ\n2\n", "line 3 begins Q a second time"),
        ("Q\n1\nq: 2\n", "line 3 begins Q a second time"),
        ("mask: none\nmask: causal", "line 2 begins the mask a second time"),
        ("Q\n1 nan\nK\n1 0\nV\n1\n", "line 2: \"1 nan\": row 1, column 2 is not a finite number"),
        ("Q\n1 0\nK\n1 zero\nV\n1\n", "line 4"),
        ("Q\n1 0\nK\n1,,0\nV\n1\n", "line 4"),
        ("Q = [[1, 0]]\n\nK = [[1, 0],\n [0]]\nV = [[1]]", "K from line 3 on"),
        ("q: 1\nk: 1\nv: one\n", "line 3"),
        ("q: 1\nk: 1\nv: 1\nmask: 2", "row 1, column 1 of the mask is 2; a mask holds only 1"),
        ("q: 1\nk: 1\nv: 1\nmask: cusal", "line 4"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(text: str, sentence: str) -> None:
    assert sentence in refusal(text)


def test_a_long_matrix_says_which_of_its_rows() -> None:
    rows = ",\n ".join(["[1, 0.1234567890123456]"] * 600 + ["[1, one]"])
    assert 'row 601 of K: "1, one"' in refusal(f"Q = [[1, 0]]\nK = [{rows}]\nV = [[1]]")


@pytest.mark.parametrize("separator", [",", " ", ", ", "\t"])
def test_rows_as_programs_write_them(separator: str) -> None:
    """Every digit that NumPy writes comes back: the same numbers, whatever their size and sign."""
    rows = np.random.default_rng(3).standard_normal((3, 4)) * [[1.0], [1e-30], [1e200]]
    lines = "\n".join(separator.join(f"{x:.18e}" for x in row) for row in rows)
    assert from_text("--from x", f"Q\n{lines}\nK\n{lines}\nV\n{lines}").k == tuple(map(tuple, rows.tolist()))


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("1.0e400,1.0", "this is too large; it is not a finite number"),
        ("1.0,,1.0", "Number 2 is blank"),
        ("1.0,2.0.0", "this is not one number"),
        ("1.0,2.0x", "x"),
    ],
)
def test_what_only_looks_like_such_a_row(row: str, sentence: str) -> None:
    """It is refused in the same words as anything that is typed."""
    assert sentence in refusal(f"Q\n{row}\nK\n1 1\nV\n1")
