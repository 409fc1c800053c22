"""`attn-tutor read`: exit codes, JSON and words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tutor.cli import main


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any], str]:
    """The exit code, the object on standard output and what stood on standard error."""
    code = main(["read", "--json", *words])
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    return code, json.loads(out), err


def test_a_reading_is_one_object_in_full_precision(capsys: pytest.CaptureFixture[str]) -> None:
    code, found, err = as_json(capsys, "[1/√2, 0]")
    assert code == 0
    assert err == ""
    assert found == {
        "status": "read",
        "values": [0.7071067811865475, 0.0],
        "shape": [2],
        "echo": "[0.7071, 0]",
        "readings": [],
        "reason": None,
    }


@pytest.mark.parametrize(
    ("words", "values", "shape"),
    [
        (["-1/2"], -0.5, []),
        (["-1,0"], [-1.0, 0.0], [2]),
        (["-inf", "--for", "masked"], "-inf", []),
        (["0 -inf", "--expect", "2", "--for", "weights"], [0.0, "-inf"], [2]),
        (["1 2; 3 4"], [[1.0, 2.0], [3.0, 4.0]], [2, 2]),
        (["1 2; 3 4", "--expect", "2x2"], [[1.0, 2.0], [3.0, 4.0]], [2, 2]),
        (["0;1", "--expect", "2"], [0.0, 1.0], [2]),
        (["0.5", "--expect", "1"], 0.5, []),
        (["[0.5]", "--expect", "1"], 0.5, []),
        (["0 1", "--expect", "1×2"], [[0.0, 1.0]], [1, 2]),
        (["0.268, , 0", "--expect", "3", "--for", "weights"], [0.268, None, 0.0], [3]),
        (["1, , 2"], [1.0, None, 2.0], [3]),
        (["33.02%", "--for", "probability"], 0.3302, []),
        (["3×2", "--for", "shape"], [3.0, 2.0], [2]),
        (["0", "-1", "2"], [0.0, -1.0, 2.0], [3]),
    ],
)
def test_values_are_nested_by_their_shape(
    capsys: pytest.CaptureFixture[str], words: list[str], values: object, shape: list[int]
) -> None:
    code, found, _ = as_json(capsys, *words)
    assert (code, found["status"], found["values"], found["shape"]) == (0, "read", values, shape)


def test_a_question_exits_1_with_its_readings(capsys: pytest.CaptureFixture[str]) -> None:
    code, found, err = as_json(capsys, "0,33 0,67", "--expect", "2")
    assert (code, err, found["status"], found["values"]) == (1, "", "ask", None)
    assert found["readings"] == [{"values": [0.33, 0.67], "shape": [2], "echo": "[0.33, 0.67]"}]
    assert "[0.33, 0.67]" in found["reason"]


def test_another_shape_exits_1_with_its_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    code, found, _ = as_json(capsys, "1 2 3", "--expect", "2")
    assert (code, found["status"], found["values"], found["shape"]) == (1, "shape", [1.0, 2.0, 3.0], [3])
    assert "3 numbers" in found["reason"]
    assert "2 numbers" in found["reason"]


@pytest.mark.parametrize("text", ["nan", "1 e-3", "--1", "-inf", "[[1,2],[3]]", ""])
def test_unreadable_exits_2_with_one_line_and_still_an_object(capsys: pytest.CaptureFixture[str], text: str) -> None:
    code, found, err = as_json(capsys, "--", text) if text == "--1" else as_json(capsys, text)
    assert (code, found["status"], found["values"]) == (2, "unreadable", None)
    assert err == f"attn-tutor: {found['reason']}\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [(["33%"], True), (["33% 67%"], True), (["33%", "--for", "scores"], False), (["33% zero"], False)],
)
def test_where_percentages_are_read_is_said(capsys: pytest.CaptureFixture[str], words: list[str], told: bool) -> None:
    """Where only the sign is in the way, since nothing says what the number is for."""
    code, found, err = as_json(capsys, *words)
    assert (code, err) == (2, f"attn-tutor: {found['reason']}\n")
    assert ("--for weights" in found["reason"]) is told


def test_unreadable_prints_nothing_else_without_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "x1"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith('attn-tutor: I can\'t read "x1" (at character 1): ')
    assert err.count("\n") == 1


def test_the_reading_in_words_reads_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "0, 1/√2"]) == 0
    out = capsys.readouterr().out
    assert out == "2 numbers: [0, 0.7071]   (1/√2 = 0.7071)\n"
    code, found, _ = as_json(capsys, out)
    assert (code, found["values"]) == (0, [0.0, 0.7071])


def test_a_question_in_words_numbers_its_readings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "16,000"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Do you mean 16000 or 16 or [16, 0]?")
    assert lines[1:] == ["  1  16000", "  2  16", "  3  [16, 0]"]


def test_another_shape_in_words_shows_what_was_understood(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "1 2 3", "--expect", "2"]) == 1
    assert capsys.readouterr().out.splitlines()[0] == "3 numbers: [1, 2, 3]"


@pytest.mark.parametrize(
    "words",
    [
        ["1", "--expect", "0"],
        ["1", "--expect", "two"],
        ["1", "--expect", "2x"],
        ["1", "--expect", "99999"],
        ["1", "--for", "loss"],
        [],
    ],
)
def test_a_wrong_option_is_one_line(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(["read", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
