"""`attn-tutor show`: which lesson, how wide, in which letters."""

from __future__ import annotations

import pytest

from tutor.cli import main
from tutor.lessons.loader import load_course


@pytest.mark.parametrize("name", ["1", "attention-mixes-values", "Attention mixes", "ATTENTION MIXES VALUE VECTORS"])
def test_a_lesson_by_number_slug_or_start_of_its_title(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    lesson = load_course().find(name)
    assert lesson is not None
    assert main(["show", name]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{lesson.number} {lesson.title}\n===")
    assert shown.count("\n\npage ") == 2 * len(lesson.steps) - sum(not step.asks for step in lesson.steps)


def test_a_title_needs_no_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    """Several words are one title."""
    assert main(["show", "a", "causal", "mask"]) == 0
    assert "A causal mask" in capsys.readouterr().out.splitlines()[0]


def test_an_unknown_lesson_lists_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    """One line on standard error, exit 2."""
    assert main(["show", "no such [lesson]"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith('attn-tutor: there is no lesson "no such [lesson]"; the lessons are 1 ')
    assert said.err.count("\n") == 1


def test_the_lesson_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show"]) == 2
    assert "LESSON" in capsys.readouterr().err


def test_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    """--ascii, and a locale that promises no more."""
    assert main(["--ascii", "show", "causal-mask"]) == 0
    shown = capsys.readouterr().out
    assert shown.isascii()
    assert "-inf" in shown


def test_a_pipe_gets_80_columns_whatever_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written into a file does not depend on the window it was written from."""
    main(["show", "1"])
    usual = capsys.readouterr().out
    monkeypatch.setenv("COLUMNS", "40")
    main(["show", "1"])
    assert capsys.readouterr().out == usual


def test_a_terminal_gets_its_own_width(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["show", "1"]) == 0
    prose = [line for line in capsys.readouterr().out.splitlines() if line[:1].isalpha()]
    assert 40 < max(map(len, prose)) <= 50
