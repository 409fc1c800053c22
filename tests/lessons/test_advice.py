"""Warnings: told in one line, and the lesson is in all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lessons.sample import SOUND, bent, lesson_of

BODY = "A row of **weights** [0.3302, 0.6698].\n"


def choice(name: str, right: int) -> str:
    """One more choice with the right option in a given place."""
    options = [f'{{ text = "{i}", why = "w{i}"{", correct = true" if i == right else ""} }}' for i in (1, 2, 3)]
    return f'[[steps]]\nid = "{name}"\nkind = "choice"\nprompt = "?"\noptions = [{", ".join(options)}]\n'


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (BODY, "word " * 91, "step read: body: warning: has 91 words; a page holds about 90"),
        (
            BODY,
            "See [this](https://example.org).",
            "step read: body: warning: has a link, which opens nowhere; say in words where to look",
        ),
        ('"A small lesson"', f'"{"x" * 46}"', "title: warning: has 46 characters; the home screen has room for 45"),
        (
            '["Multiply.", "Add."]',
            '["Multiply 2*3*4.", "*Add.*"]',
            "step again: hints: warning: has *Add.* as Markdown, which is only read in body; here it is shown as typed",
        ),
        (
            '"Keys are only compared."',
            '"Keys are only **compared**."',
            "step choose: option 1: warning: has **compared** as Markdown, which is only read in body; "
            "here it is shown as typed",
        ),
        ('["Multiply.", "Add."]', '["Add.", " add. "]', "step again: hints: warning: two of them say the same"),
        (
            '"Keys are only compared."',
            '"The output is a sum of  values."',
            "step choose: options: warning: two of them have the same why",
        ),
        (
            '"Keys are only compared."',
            '"Option B is right."',
            "step choose: option 1, why: warning: says 'Option B'; options may be shuffled, so name it by its text",
        ),
        (
            "seed_level = 2",
            "seed_level = 2\n[problem.spare]\nseed_level = 1",
            "problem spare: warning: is used by no step",
        ),
        ("objective = 2\n", "", "objectives 2: warning: is the objective of no step"),
        (
            'ask_for = "weights"',
            'ask_for = "masked"',
            "step weights: ask_for: warning: nothing is hidden in this problem, "
            "so the masked scores are the scaled ones",
        ),
        (
            "V = [[6, 0], [0, 3]]",
            "V = [[6, 0], [0, 3]]\nheads = 2",
            "step weights: problem: warning: has 2 heads; this page asks for the first one only",
        ),
    ],
)
def test_a_warning_is_one_line_and_keeps_the_lesson(tmp_path: Path, old: str, new: str, line: str) -> None:
    lesson, faults = lesson_of(tmp_path, bent(old, new))
    assert faults == [f"01_small.toml: {line}"]
    assert lesson is not None


@pytest.mark.parametrize(
    "body",
    ["word " * 90, "| 1 | 2 |\n" * 60, "word\n```\n" + "code " * 200 + "\n```\n", "[0, 1](not a link)", "`x[1](2)`"],
)
def test_a_body_that_fits_a_page_is_not_warned_of(tmp_path: Path, body: str) -> None:
    """Numbers, table bars and code are not counted as words."""
    assert lesson_of(tmp_path, bent(BODY, body))[1] == []


def test_two_pages_to_explain_in_own_words_are_one_too_many(tmp_path: Path) -> None:
    more = '[[steps]]\nid = "x"\nkind = "explain"\nprompt = "?"\nmodel = "m"\nchecklist = ["c"]\n'
    assert lesson_of(tmp_path, SOUND + more)[1] == [
        "01_small.toml: steps: warning: more than one asks for an explanation in own words; one a lesson is enough"
    ]


def test_a_right_option_that_always_comes_first_is_warned_of(tmp_path: Path) -> None:
    always = SOUND + choice("x", 1) + choice("y", 1) + choice("z", 1)
    mixed = SOUND + choice("x", 1) + choice("y", 1) + choice("z", 2)
    assert lesson_of(tmp_path, mixed)[1] == []
    assert lesson_of(tmp_path, always)[1] == [
        "01_small.toml: steps: warning: in every choice the first option is the right one; "
        "move some, or write shuffle = true"
    ]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_masked_scores_of_drawn_numbers_are_asked_where_something_is_always_hidden(tmp_path: Path, level: int) -> None:
    """Level 2 is causal; of the other levels' problems, some or all hide nothing."""
    text = bent('ask_for = "scores"', 'ask_for = "masked"').replace("seed_level = 2", f"seed_level = {level}")
    warning = "step again: ask_for: warning: only at seed_level 2 is something hidden in every drawn problem"
    assert lesson_of(tmp_path, text)[1] == ([] if level == 2 else [f"01_small.toml: {warning}"])
