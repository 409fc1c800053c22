"""A problem's matrices side by side, and its settings in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from tests.rendering.probe import HOSTILE, PROBE
from tutor.maths import masks
from tutor.maths.problem import Problem, matrix
from tutor.rendering import matrices
from tutor.rendering.matrices import problem_text, settings

GOLDEN = """\
Q 3×4         K 3×4         V 3×2
q1 1 0 1 0    k1 2 0 1 0    v1 1 0
q2 0 2 0 1    k2 0 1 1 0    v2 0 2
q3 1 1 0 2    k3 1 1 0 1    v3 3 1
mask: causal, query i may attend keys 1 to i
scale: 1/√d_k = 1/√4 = 0.5"""


def test_the_probe() -> None:
    assert problem_text(PROBE) == GOLDEN


def test_matrices_stand_under_each_other_where_they_must() -> None:
    """In 30 cells two blocks of 13 and 10 fit, three do not."""
    lines = problem_text(PROBE, width=30).splitlines()
    assert lines[0] == "Q 3×4         K 3×4"
    assert lines[4:6] == ["", "V 3×2"]


def test_heads_masks_and_tokens() -> None:
    """A bar between the heads' columns; both masks as numbers; tokens with their places."""
    problem = replace(
        PROBE,
        heads=2,
        mask=matrix([[1, 1, 1], [0, 0, 0], [1, 0, 0]]),
        add_mask=matrix([[0, 0, 0], [0, -1, float("-inf")], [0, 0, 0]]),
        tokens=HOSTILE,
    )
    text = problem_text(problem)
    assert "q2 0 2 | 0 1" in text
    assert "v3 3 | 1" in text
    assert "q2 0 0 0    q2 0 -1 −∞" in text
    words = " ".join(text.split())
    assert "mask: 1 = may attend, 0 = hidden; what is added to the scaled scores stands above" in words
    assert text.splitlines()[-1] == "tokens: 1 [red fox], 2 [/], 3 [@click=a…"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"mask": "none"}, ("mask", "none, every query may attend every key")),
        ({"offset": 2}, ("mask", "causal, query i may attend keys 1 to i + 2")),
        ({"offset": -1}, ("mask", "causal, query i may attend keys 1 to i − 1")),
        ({"scale": 0.25}, ("scale", "0.25")),
        ({"temperature": 0.5}, ("temperature", "0.5")),
        ({"softcap": 30.0}, ("soft cap", "30")),
        ({"heads": 2}, ("heads", "2, each with its own columns")),
        ({"heads": 4, "kv_heads": 2}, ("heads", "4, sharing 2 key heads")),
        ({"heads": 4, "kv_heads": 1}, ("heads", "4, sharing 1 key head")),
    ],
)
def test_settings_in_words(change: dict[str, object], expected: tuple[str, str]) -> None:
    assert expected in settings(replace(PROBE, **change))  # type: ignore[arg-type]


def test_a_mask_means_the_same_everywhere() -> None:
    """The words here are those of the masks themselves, which need NumPy, as this page does not."""
    assert matrices.MEANING == masks.MEANING


def test_what_is_usual_is_not_mentioned() -> None:
    """Temperature 1, no cap and one head need no line."""
    assert [name for name, _ in settings(PROBE)] == ["mask", "scale"]


def test_a_large_problem_is_abridged_and_says_so() -> None:
    """64 rows of 40 numbers: seven rows, as many columns as fit, and how many rows more."""
    rows = matrix([[i + j / 10 for j in range(40)] for i in range(64)])
    text = problem_text(Problem(q=rows, k=rows, v=rows), width=76)
    assert max(map(cell_len, text.splitlines())) <= 76
    assert text.count("… 57 more rows") == 3
    assert text.splitlines()[1].endswith(" …")
    assert "Q 64×40" in text


def test_ascii() -> None:
    """×, √, … and any token in ASCII."""
    rows = matrix([[1.5] * 40] * 20)
    assert problem_text(Problem(q=rows, k=rows, v=rows, tokens=("東京",) * 20), ascii=True).isascii()
    assert "scale: 1/sqrt(d_k) = 1/sqrt(4) = 0.5" in problem_text(PROBE, ascii=True)
