"""What is said and what is typed, before anything is known of lessons."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tests.plain.talking import CTRL_C, Script
from tutor.plain.talk import LONGEST_PROMPT, Cut, Talk
from tutor.plain.words import BACK, GLOSSARY, NEXT, answer, command, number_in

WORDS = (NEXT, BACK, GLOSSARY)


def test_lines_are_wrapped_by_cells_and_keep_what_fits() -> None:
    """東 is two wide; a line that fits keeps its blanks, one that does not its indentation."""
    script = Script(())
    Talk(script, width=20).say("a   b", "東" * 15, "  one two three four five six seven", "x" * 45)
    assert script.said[0] == "a   b"
    assert max(map(cell_len, script.said)) <= 20
    assert "".join(script.said[1:3]) == "東" * 15
    assert script.said[3:5] == ["  one two three", "    four five six"]
    assert script.text.endswith("x" * 20 + "\n" + "x" * 20 + "\n" + "x" * 5)


def test_nothing_that_a_terminal_acts_on_is_said() -> None:
    script = Script(())
    Talk(script).say("a\x1b[31mb\x07\tc")
    assert script.said == ["a\\x1b[31mb\\x07    c"]


def test_ascii() -> None:
    """Text and prompts."""
    script = Script([""])
    talk = Talk(script, ascii=True)
    talk.say("1/√d_k, −∞ and 東")
    talk.ask("√d_k")
    assert script.said == ["1/sqrt(d_k), -inf and <U+6771>", "sqrt(d_k)> "]


def test_ctrl_c_says_how_to_quit_and_asks_again() -> None:
    script = Script([CTRL_C, "next"])
    assert Talk(script).ask("page 1") == "next"
    assert script.said == ["page 1> ", "To quit, type quit. Every answer is kept as you give it.", "page 1> next"]


def test_what_arrow_keys_leave_in_a_line_is_taken_out() -> None:
    """A terminal that edits its own lines puts them there as they are."""
    assert Talk(Script(["0.5\x1b[D\x1b[3~ 1\x1bOA\x7f"])).ask("x") == "0.5 1"
    with pytest.raises(Cut) as cut:
        Talk(Script([], unfinished="0.\x1b[D5")).ask("x")
    assert cut.value.text == "0.5"


def test_a_prompt_is_one_short_line() -> None:
    script = Script([""])
    Talk(script).ask("a\nb" + "x" * 100)
    assert script.prompts[0].startswith("a\\nb")
    assert len(script.prompts[0]) == LONGEST_PROMPT + len("> ")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("next", ("next", "")),
        ("  NEXT ", ("next", "")),
        ("n", ("next", "")),
        ("next one", ("", "")),
        ("glossary soft max", ("glossary", "soft max")),
        ("g softmax", ("glossary", "softmax")),
        ("", ("", "")),
        ("= next", ("", "")),
        ("0.5", ("", "")),
    ],
)
def test_a_command_is_told_from_an_answer(line: str, found: tuple[str, str]) -> None:
    """What nothing may follow is no command with something behind it. What broke: an empty line was `page`."""
    assert command(line, (*WORDS, BACK)) == found


def test_an_answer_that_is_a_commands_word() -> None:
    assert answer("= next") == "next"
    assert answer(" 0.5 1") == " 0.5 1"


@pytest.mark.parametrize(("text", "number"), [("3", 3), (" 1 ", 1), ("0", None), ("4", None), ("x", None), ("", None)])
def test_a_number_within_bounds(text: str, number: int | None) -> None:
    assert number_in(text, 3) == number
    assert number_in("9" * 10_000, 3) is None
