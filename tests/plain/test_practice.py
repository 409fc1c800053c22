"""Practice in plain lines: a problem step by step, its hints, showing, own wrong lines, levels, and the account."""

from __future__ import annotations

from pathlib import Path

from tests.journey import right_row
from tests.plain.talking import Script, events, talk_through, told
from tutor.coaching.practice import begin
from tutor.lessons.model import Course

SEED = 8
"""The first draw of a stay whose seed is 7."""


def rows(level: int = 1) -> list[str]:
    """The right row of each step of the first problem, by the second implementation of the rules."""
    practice = begin(SEED, level)
    return [right_row(practice.question_at(line.stage)) for line in practice.lines]


def practise(course: Course, lines: list[str], **more: object) -> Script:
    return talk_through(course, ["practice", *lines], **more)  # type: ignore[arg-type]


def test_a_problem_right_from_its_first_step_to_its_account(small: Course, tmp_path: Path) -> None:
    """Enter goes on after each; then the account, and Enter for another problem."""
    lines = [line for row in rows() for line in (row, "")]
    said = practise(small, [*lines, ""], state=tmp_path)
    assert "Practice, level 1: no mask, √d_k whole." in said.text
    assert said.prompts[1] == "practice, step 1 of 4, scores of q2> "
    assert said.text.count("Right.") == 4
    assert "Worked through.\nRight the first time: scores, scaled scores, weights, output." in said.text
    assert said.text.count("Practice, level 1") == 2
    assert told([x for x in events(tmp_path) if x["type"] == "answer"], "step", "status", "seed") == [
        (f"practice-1-{stage}", "right", SEED) for stage in ("scores", "scaled", "weights", "output")
    ]


def test_hints_showing_and_a_line_that_was_wrong(small: Course, tmp_path: Path) -> None:
    said = practise(small, ["", "next", "hint", "show", "show", "1 2 3", "", "1 1 1", "1 1 1", "next"], state=tmp_path)
    assert "Type the numbers first; or hint, or show." in said.text
    assert "Try this step first" in said.text
    assert "Hint 1: " in said.text
    assert said.text.count("Worked out: ") == 1
    assert "This step is done: Enter goes on." in said.text
    assert "scores, shown: [" in said.text
    assert "This is what you submitted." in said.text
    assert "scaled scores, yours, not right: 1 1 1" in said.text
    assert [x["type"] for x in events(tmp_path)][1:] == ["hint", "shown", "answer", "end"]


def test_a_step_that_is_right_is_not_shown(small: Course, tmp_path: Path) -> None:
    """What broke: `show` after a right step said nothing at all."""
    said = practise(small, [rows()[0], "show"], state=tmp_path)
    assert said.text.rpartition("> show\n")[2].startswith("Already right: it stays so.\nEnter goes on.")
    assert "shown" not in [x["type"] for x in events(tmp_path)]


def test_the_last_hint_shows_the_step(small: Course) -> None:
    said = practise(small, ["h"] * 5)
    assert said.text.count("The next hint shows the answer.") == 1
    assert "Worked out: " in said.text
    assert said.text.endswith("Enter goes on.")


def test_levels_and_another(small: Course) -> None:
    said = practise(small, ["level", "level 4", "level 5", "another", "read"])
    told_levels = [line for line in said.said if line.startswith("Practice, level")]
    assert [line[:17] for line in told_levels] == [f"Practice, level {n}" for n in (1, 2, 4, 4, 4)]
    assert "The levels are 1 to 4." in said.text


def test_what_was_begun_is_there_on_another_day(small: Course, tmp_path: Path) -> None:
    """The same problem, at its step, with the line that was not ended."""
    practise(small, [rows()[0], ""], state=tmp_path, unfinished="0.5 1")
    assert told(events(tmp_path), "type", "raw", "seed")[-2] == ("draft", "0.5 1", SEED)
    said = practise(small, ["submit"], state=tmp_path)
    assert said.prompts[1].startswith("practice, step 2 of 4")
    assert "You had typed, and not submitted: 0.5 1" in said.text
    assert [x["status"] for x in events(tmp_path) if x["type"] == "answer"] == ["right", "shape"]


def test_a_reading_is_chosen_by_number(small: Course, tmp_path: Path) -> None:
    said = practise(small, ["1,5 2,5 3", "1"], state=tmp_path)
    assert "1) [1.5, 2.5, 3]" in said.text
    assert [(x["raw"], x["status"] == "ask") for x in events(tmp_path) if x["type"] == "answer"] == [
        ("1,5 2,5 3", True), ("1,5 2,5 3", False)
    ]  # fmt: skip


def test_an_answer_over_several_lines_is_kept_until_its_bracket_is_closed(small: Course, tmp_path: Path) -> None:
    """The beginning is there again on another day."""
    practise(small, ["[0.5", "1"], state=tmp_path)
    assert told(events(tmp_path), "type", "raw")[-2] == ("draft", "[0.5\n1")
    said = practise(small, ["submit"], state=tmp_path)
    assert "You had typed, and not submitted: [0.5 1" in said.flat()
    first, *others, last = rows()[0].split()
    whole = practise(small, [f"[{first},", *(f"{x}," for x in others), f"{last}]"])
    assert "Right." in whole.text


def test_words_that_have_nothing_to_do(small: Course) -> None:
    """Nothing is typed yet; and after the account only Enter goes on."""
    assert "Nothing waits to be submitted." in practise(small, ["submit"]).text
    lines = [line for row in rows() for line in (row, "")]
    said = practise(small, [*lines, "hint", "1 2 3"])
    assert said.text.count("This problem is done: Enter gives another one.") == 2
