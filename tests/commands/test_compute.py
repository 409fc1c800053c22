"""`attn-tutor compute`: the numbers, the JSON, the tables, and one line for whatever cannot be worked out."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tests.maths import plain
from tutor.cli import main
from tutor.commands import UsageError
from tutor.commands.compute import solved

CHAPTER = ["--q", "0 1", "--k", "1 0; 0 1", "--v", "6 0; 0 3"]
SQUARE = ["--q", "1 0; 0 1", "--k", "1 0; 0 1", "--v", "2 0; 0 4"]

KEYS = [
    "shapes",
    "scale",
    "temperature",
    "offset",
    "softcap",
    "mask",
    "add_mask",
    "scores",
    "scaled",
    "masked",
    "weights",
    "output",
    "empty_rows",
]


@pytest.fixture
def compute(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command; its exit code, standard output and standard error."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["compute", *words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def found(compute: Any) -> Any:
    """Run the command with --json; the object."""

    def run(*words: str) -> dict[str, Any]:
        code, out, err = compute(*words, "--json")
        assert (code, err) == (0, "")
        assert out.count("\n") == 1
        result: dict[str, Any] = json.loads(out)
        return result

    return run


@pytest.fixture
def refused(compute: Any) -> Any:
    """Run the command; the one line with which it refuses."""

    def run(*words: str) -> str:
        code, out, err = compute(*words)
        assert (code, out) == (2, "")
        assert err.startswith("attn-tutor: ")
        assert err.count("\n") == 1
        return str(err)

    return run


def near(expected: Any) -> Any:
    """Rows within half of the sixth decimal."""
    return [pytest.approx(row, abs=5e-7) for row in expected]


class TestJson:
    def test_the_chapters_example(self, found: Any) -> None:
        result = found(*CHAPTER)
        assert list(result) == KEYS
        assert result["shapes"] == {"q": [1, 2], "k": [2, 2], "v": [2, 2], "scores": [1, 2], "output": [1, 2]}
        assert result["scale"] == pytest.approx(0.7071067811865475, abs=1e-15)
        assert [result[key] for key in ("temperature", "offset", "softcap")] == [1, 0, 0]
        assert (result["mask"], result["add_mask"], result["empty_rows"]) == ("none", None, [])
        assert result["scores"] == [[0, 1]]
        assert result["scaled"] == result["masked"] == near([[0, 0.707107]])
        assert result["weights"] == near([[0.330238, 0.669762]])
        assert result["output"] == near([[1.981431, 2.009285]])

    def test_without_arguments_it_is_the_same(self, found: Any) -> None:
        assert found() == found(*CHAPTER)

    def test_full_precision(self, found: Any) -> None:
        """Enough digits that the very float comes back."""
        expected = plain.attention([[0, 1]], [[1, 0], [0, 1]], [[6, 0], [0, 3]])
        assert found()["weights"][0] == pytest.approx(expected.weights[0], abs=1e-15)

    def test_a_typed_mask(self, found: Any) -> None:
        result = found(*CHAPTER, "--mask", "1 0")
        assert result["mask"] == [[1, 0]]
        assert result["masked"] == [[0, "-inf"]]
        assert (result["weights"], result["output"]) == ([[1, 0]], [[6, 0]])

    def test_a_row_without_a_key(self, found: Any) -> None:
        result = found(*SQUARE, "--mask", "1 1; 0 0")
        assert result["weights"] == near([[0.669762, 0.330238], [0, 0]])
        assert result["output"] == near([[1.339523, 1.320954], [0, 0]])
        assert result["masked"][1] == ["-inf", "-inf"]
        assert result["empty_rows"] == [2]

    def test_large_scores(self, found: Any) -> None:
        result = found("--q", "1", "--k", "1000; 1001", "--v", "1; 0", "--scale", "1")
        assert result["scores"] == [[1000, 1001]]
        assert result["weights"] == near([[0.268941, 0.731059]])

    def test_causal(self, found: Any) -> None:
        result = found("--q", "1 0; 0 1; 1 1", "--k", "1 0; 0 1; 1 1", "--v", "6 0; 0 3; 3 3", "--mask", "causal")
        assert result["mask"] == "causal"
        assert result["output"] == near([[6, 0], [1.981431, 2.009285], [3, 2.255235]])

    def test_an_offset(self, found: Any) -> None:
        result = found(*CHAPTER, "--mask", "causal", "--offset", "1")
        assert result["offset"] == 1
        assert result["weights"] == near([[0.330238, 0.669762]])
        assert found(*CHAPTER, "--mask", "causal", "--offset", "-1")["empty_rows"] == [1]

    @pytest.mark.parametrize(
        ("scale", "output"),
        [
            ("none", [1.613649, 2.193176]),
            ("1", [1.613649, 2.193176]),
            ("1/2", [2.265244, 1.867378]),
            ("√2", [1.173422, 2.413289]),
            ("1/√8", [2.475126, 1.762437]),
            ("1/sqrt(2)", [1.981431, 2.009285]),
        ],
    )
    def test_the_scale(self, found: Any, scale: str, output: list[float]) -> None:
        assert found(*CHAPTER, "--scale", scale)["output"] == near([output])

    def test_an_added_mask(self, found: Any) -> None:
        result = found(*CHAPTER, "--add-mask", "0 -2")
        assert result["add_mask"] == [[0, -2]]
        assert result["weights"] == near([[0.784636, 0.215364]])

    @pytest.mark.parametrize("infinity", ["-inf", "−∞"])
    def test_an_added_minus_infinity_hides(self, found: Any, infinity: str) -> None:
        result = found(*CHAPTER, "--add-mask", f"0 {infinity}")
        assert (result["add_mask"], result["weights"]) == ([[0, "-inf"]], [[1, 0]])

    def test_an_added_minus_a_billion_hides_nothing_alone(self, found: Any) -> None:
        result = found(*CHAPTER, "--add-mask", "-1e9 -1e9")
        assert result["empty_rows"] == []
        assert result["weights"] == near([[0.330238, 0.669762]])

    def test_a_minus_as_people_type_it(self, found: Any) -> None:
        assert found(*CHAPTER, "--mask", "causal", "--offset", "−1")["offset"] == -1

    def test_temperature_and_soft_cap(self, found: Any) -> None:
        result = found(*CHAPTER, "--temperature", "1/2", "--softcap", "2", "--scale", "none")
        expected = plain.attention([[0, 1]], [[1, 0], [0, 1]], [[6, 0], [0, 3]], scale=1, temperature=0.5, softcap=2)
        assert (result["temperature"], result["softcap"]) == (0.5, 2)
        assert result["masked"] == near(expected.masked)
        assert result["output"] == near(expected.output)

    def test_several_heads_add_an_axis(self, found: Any) -> None:
        result = found(
            "--q",
            "0 1 1 0; 1 1 1 1",
            "--k",
            "1 0 2 1; 0 1 0 1",
            "--v",
            "6 0; 0 3",
            "--heads",
            "2",
            "--mask",
            "1 0; 0 0",
        )
        assert result["shapes"] == {
            "q": [2, 2, 2],
            "k": [2, 2, 2],
            "v": [2, 2, 1],
            "scores": [2, 2, 2],
            "output": [2, 2, 1],
        }
        assert result["scores"] == [[[0, 1], [1, 1]], [[2, 0], [3, 1]]]
        assert result["masked"][1] == [[pytest.approx(1.414214, abs=5e-7), "-inf"], ["-inf", "-inf"]]
        assert result["output"] == [[[6], [0]], [[0], [0]]]
        assert result["empty_rows"] == [[1, 2], [2, 2]]

    def test_minus_zero_never_appears(self, compute: Any) -> None:
        """A score of 0 times a scale of −1 is −0 in floating point."""
        words = ["--q", "-0 0", "--k", "1 -1; 1 1", "--v", "-0; -0", "--scale", "-1"]
        for mask in (["--add-mask", "-0 -0"], ["--mask", "1 0"], []):
            _, out, _ = compute(*words, *mask, "--json")
            assert "-0.0" not in out

    def test_values_that_begin_with_a_minus(self, found: Any) -> None:
        assert found("--q", "-1,0", "--k", "-2 0", "--v", "-3")["scores"] == [[2]]


class TestTables:
    def test_every_stage_with_names_and_four_decimals(self, compute: Any) -> None:
        code, out, err = compute(*CHAPTER)
        assert (code, err) == (0, "")
        lines = [line.split() for line in out.splitlines()]
        assert ["q1", "0.3302", "0.6698", "1.0000"] in lines
        assert ["q1", "1.9814", "2.0093"] in lines
        assert ["k1", "k2", "Σ"] in lines
        assert [line[0] for line in lines if line and line[0].endswith(":")] == [
            "scores:",
            "scaled:",
            "masked:",
            "weights:",
            "output:",
        ]

    def test_the_formula_of_the_scale(self, compute: Any) -> None:
        assert "1/√d_k = 1/√2 = 0.7071" in compute(*CHAPTER)[1]
        assert "scale 0.5 " in compute(*CHAPTER, "--scale", "1/2")[1]

    def test_digits(self, compute: Any) -> None:
        assert "1.98 " in compute(*CHAPTER, "--digits", "2")[1]
        assert "0.3302384507" in compute(*CHAPTER, "--digits", "10")[1]

    def test_what_a_mask_means_is_said(self, compute: Any) -> None:
        assert "mask 1 0   (1 = may attend, 0 = hidden)" in compute(*CHAPTER, "--mask", "1 0")[1]
        assert "query i may attend key j where j ≤ i + 1" in compute(*CHAPTER, "--mask", "causal", "--offset", "1")[1]

    def test_hidden_cells(self, compute: Any) -> None:
        lines = [line.split() for line in compute(*SQUARE, "--mask", "1 0; 1 1")[1].splitlines()]
        assert ["q1", "0.7071", "−∞"] in lines
        assert ["q1", "1.0000", "0", "1.0000"] in lines

    def test_an_empty_row_is_said_in_words(self, compute: Any) -> None:
        out = compute(*SQUARE, "--mask", "1 1; 0 0")[1]
        assert "q2 has no permitted key: its weights and output are zeros" in out

    def test_which_position_query_one_was_given(self, compute: Any) -> None:
        line = "query 1 stands at position 1"
        assert line in compute(*CHAPTER, "--mask", "causal")[1]
        assert "--offset 1 would put the last query at the last key" in compute(*CHAPTER, "--mask", "causal")[1]
        assert line not in compute(*CHAPTER, "--mask", "causal", "--offset", "0")[1]
        assert line not in compute(*SQUARE, "--mask", "causal")[1]
        assert line not in compute(*CHAPTER)[1]

    def test_heads_one_after_the_other(self, compute: Any) -> None:
        out = compute("--q", "0 1", "--k", "1 0; 0 1", "--v", "6 0; 0 3", "--heads", "2", "--mask", "0 0")[1]
        assert "2 heads, each with d_k = 1 and d_v = 1" in out
        assert out.index("head 1 of 2") < out.index("head 2 of 2")
        assert out.count("q1 has no permitted key") == 2

    def test_a_large_mask_is_named_by_its_size(self, compute: Any) -> None:
        row = " ".join(["1"] * 30)
        out = compute("--q", "1", "--k", ";".join(["1"] * 30), "--v", ";".join(["1"] * 30), "--mask", row)[1]
        assert "mask 1×30   (1 = may attend, 0 = hidden)" in out

    def test_ascii(self, compute: Any) -> None:
        words = [*SQUARE, "--mask", "1 1; 0 0", "--add-mask", "0 -inf; 0 0", "--softcap", "3", "--offset", "2"]
        out = compute(*words, "--ascii")[1]
        assert out.isascii()
        assert "1/sqrt(d_k) = 1/sqrt(2) = 0.7071" in out
        assert "-inf" in out


class TestRefusals:
    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (["--q", "0 1"], "--k and --v missing"),
            (["--q", "0 1 2", *CHAPTER[2:]], "the queries have 3 numbers each, the keys 2"),
            ([*CHAPTER[:4], "--v", "6 0"], "2 keys but 1 value"),
            ([*CHAPTER[:4], "--v", "6 0; nan 3"], '--v "6 0; nan 3": row 2, column 1 is not a finite number'),
            (["--q", "[[0, inf]]", *CHAPTER[2:]], "row 1, column 2 is not a finite number"),
            ([*CHAPTER[:2], "--k", "[[1,0],[−∞,1]]", *CHAPTER[4:]], "row 2, column 1 is not a finite number"),
            (["--q", "0 1", "--k", "", "--v", ""], "--k is empty: add at least one key"),
            (["--q", "0 1", "--k", "[]", "--v", "[]"], "--k is empty: add at least one key"),
            (["--q", "0 _", *CHAPTER[2:]], "blank"),
            (["--q", "[[1, 2], [3]]", *CHAPTER[2:]], "row 2 has 1 number, row 1 has 2"),
            (["--q", "import os", *CHAPTER[2:]], '--q "import os"'),
            (
                [*SQUARE, "--mask", "1 0"],
                "the mask is 1×2; with a row for each query and a column for each key it is 2×2",
            ),
            ([*CHAPTER, "--mask", "1 2"], "mask row 1, column 2 is 2"),
            ([*CHAPTER, "--mask", "cusal"], '--mask "cusal" is neither none, causal nor rows of 1 and 0'),
            ([*CHAPTER, "--add-mask", "0"], "the added mask is 1×1"),
            ([*CHAPTER, "--add-mask", "0 inf"], "row 1, column 2 is not a finite number"),
            ([*CHAPTER, "--heads", "3"], "Q has 2 columns, which 3 heads cannot share evenly"),
            ([*CHAPTER, "--heads", "2000000"], "Q has 2 columns, which 2000000 heads cannot share evenly"),
            ([*CHAPTER, "--heads", "0"], '--heads "0" is out of range: it takes 1 or more'),
            ([*CHAPTER, "--heads", "two"], '--heads "two" is not a whole number'),
            ([*CHAPTER, "--heads", "1_0"], '--heads "1_0" is not a whole number'),
            ([*CHAPTER, "--offset", "0.5"], '--offset "0.5" is not a whole number'),
            ([*CHAPTER, "--digits", "99"], "it takes 0 to 15"),
            ([*CHAPTER, "--scale", "1/0"], '--scale "1/0"'),
            ([*CHAPTER, "--scale", "1 2"], '--scale "1 2"'),
            ([*CHAPTER, "--temperature", "0"], "greedy"),
            ([*CHAPTER, "--temperature", ""], "--temperature is empty: give it a value, such as 2, or leave it out"),
            ([*CHAPTER, "--mask", " "], "--mask is empty: give it a value, such as causal, or leave it out"),
            ([*CHAPTER[:2], "--k", "1,0;0,1", *CHAPTER[4:]], '[[1, 0], [0, 1]]: type "1; 0.1" or "1 0; 0 1"'),
            (["--from", ""], "--from names no file"),
            ([*CHAPTER, "--temperature", "-1"], "temperature must be above 0, not -1"),
            ([*CHAPTER, "--temperature", "0,5"], "0.5"),
            ([*CHAPTER, "--softcap", "-1"], "softcap must be 0 (off) or above"),
            (["--q", "1e200", "--k", "1e200", "--v", "1"], "the score of query 1 and key 1 overflows to infinity"),
            ([*CHAPTER, "--from", "x.npz"], "leave out --q, or leave out --from"),
            (["--frm", "x"], "--frm"),
        ],
    )
    @pytest.mark.parametrize("form", [[], ["--json"]])
    def test_one_line_and_nothing_else(self, refused: Any, words: list[str], sentence: str, form: list[str]) -> None:
        assert sentence in refused(*words, *form)

    def test_more_scores_than_can_be_printed(self, refused: Any) -> None:
        column = ";".join(["1"] * 1025)
        assert "1025×1025 scores are too many to print" in refused("--q", column, "--k", column, "--v", column)
        rows = ";".join(["1 1"] * 750)
        words = ["--q", rows, "--k", rows, "--v", rows, "--heads", "2"]
        assert "2 heads of 750×750 scores are too many to print" in refused(*words)

    def test_an_output_that_overflows(self) -> None:
        """Of the largest floats, rounding may make more than there is."""
        overflowing = argparse.Namespace(solve=lambda: argparse.Namespace(output=np.array([[1.0, np.inf]])))
        with pytest.raises(UsageError, match=r"^the output overflows to infinity: make the numbers in V smaller$"):
            solved(overflowing)  # type: ignore[arg-type]


def test_json_loads_neither_rich_nor_textual() -> None:
    """They would more than double the time until the object is there."""
    code = (
        "import sys; from tutor.cli import main; main(['compute', '--json'])\n"
        "sys.exit(bool({'rich', 'textual'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0


def test_query_heads_may_share_a_key_head(capsys: pytest.CaptureFixture[str]) -> None:
    """Query head 2 is [0, 2]: with the one key head its scores are 0 and 2."""
    numbers = ["--q", "1 0 0 2", "--k", "1 0; 0 1", "--v", "1 2; 3 4", "--heads", "2", "--kv-heads", "1"]
    assert main(["compute", *numbers]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Q 1×4   K 2×2   V 2×2   2 heads, each with d_k = 2 and d_v = 2, sharing 1 key head\n")
    assert main(["compute", *numbers, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["scores"] == [[[1.0, 0.0]], [[0.0, 2.0]]]
    assert (found["shapes"]["q"], found["shapes"]["k"]) == ([2, 1, 2], [1, 2, 2])
    assert main(["compute", *numbers[:-1], "3"]) == 2
    assert capsys.readouterr().err == "attn-tutor: K has 2 columns, which 3 heads cannot share evenly\n"
