"""Numbers that an author lets be drawn: how texts are filled, what is drawn, and every fault as an author reads it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.lessons.sample import lesson_of
from tutor.cli import main
from tutor.coaching.asking.drawing import answer_shows, draw_answer
from tutor.coaching.asking.proof import doubts
from tutor.coaching.question import body_of, question_of, seed_of
from tutor.lessons.drawn import choose_from, fill, filled, first_of, typed, worked_out
from tutor.lessons.model import NumberStep, WrongAnswer

SHARE = NumberStep(
    id="share", prompt="{a} and {b}: {a + b} in all.", body="One is {b/(a + b)}.", hints=("By {whole}.", "Divide."),
    answer="{b}/{whole}", value=0.8, draw=True,
    mistakes=(WrongAnswer(answer="{a}/{whole}", value=0.2, code="other-cell", why="That is {a} of {whole}."),),
    pools=((("a", (1.0, 2.0, 3.0)), ("b", (4.0, 5.0, -7.0)), ("whole", "a + b")),),
)  # fmt: skip


def test_a_name_in_braces_is_its_number_and_a_calculation_its_result() -> None:
    numbers = {"n": 3.0, "p": 0.25, "k1": -2.0}
    assert filled("{n} of {p}, {k1}; { n + 1 }, {-ln(p)}, {2^n}, {k1*n}, none", numbers) == (
        "3 of 0.25, -2; 4, 1.3863, 8, -6, none"
    )


def test_an_answer_is_written_as_one_would_type_it() -> None:
    assert typed("{a} - {b}^2 + exp({c})", {"a": 3.0, "b": -2.0, "c": 0.5}) == "3 - (-2)^2 + exp(0.5)"
    assert worked_out("3 - (-2)^2 + 2*n", {"n": 0.5}) == 0.0
    with pytest.raises(ValueError, match=r"^names \{d\}, but what is drawn is a or b$"):
        typed("{d}", {"a": 1.0, "b": 2.0})


def test_decimals_show_no_trace_of_binary_fractions() -> None:
    assert worked_out("0.1 + 0.2", {}) == 0.3
    assert filled("{a}", {"a": worked_out("1 - 0.25 - 0.35", {})}) == "0.4"


def test_calculations_come_from_the_numbers_before_them() -> None:
    stream = random.Random(5)
    for _ in range(50):
        numbers = choose_from(SHARE.pools, stream.random)
        assert numbers["a"] in (1, 2, 3)
        assert numbers["whole"] == numbers["a"] + numbers["b"]
    assert first_of(SHARE.pools) == {"a": 1, "b": 4, "whole": 5}


def test_of_several_tables_one_is_taken_whole() -> None:
    pools = ((("u", (0.1, 0.2)), ("token", (1.0,))), (("u", (0.8, 0.9)), ("token", (2.0,))))
    stream = random.Random(1)
    seen = {tuple(choose_from(pools, stream.random).values()) for _ in range(100)}
    assert seen == {(0.1, 1), (0.2, 1), (0.8, 2), (0.9, 2)}


def test_a_filled_page_states_everything() -> None:
    page = fill(SHARE, {"a": 2.0, "b": 4.0, "whole": 6.0})
    assert (page.prompt, page.body, page.hints) == ("2 and 4: 6 in all.", "One is 0.6667.", ("By 6.", "Divide."))
    assert (page.answer, page.value) == ("4/6", pytest.approx(2 / 3))
    (wrong,) = page.mistakes
    assert (wrong.answer, wrong.value, wrong.why) == ("2/6", pytest.approx(1 / 3), "That is 2 of 6.")


def test_each_learner_has_numbers_of_their_own_and_another_draw_others() -> None:
    ada = question_of(SHARE, learner="ada")
    assert ada == question_of(SHARE, learner="ada")
    assert ada.seed == seed_of(SHARE, learner="ada")
    assert len({question_of(SHARE, learner=str(i)).prompt for i in range(30)}) > 3
    assert all(
        question_of(SHARE, learner="ada", again=i).prompt != question_of(SHARE, learner="ada", again=i + 1).prompt
        for i in range(20)
    )
    assert body_of(SHARE, learner="ada") == ada.body


def test_what_cannot_be_told_apart_or_worked_out_is_not_drawn() -> None:
    """b = a makes the mistake right; a + b = 0 divides by zero."""
    step = replace(SHARE, pools=((("a", (2.0, 1.0)), ("b", (2.0, -2.0, 3.0)), ("whole", "a + b")),))
    pages = [draw_answer(step, seed) for seed in range(60)]
    assert {page.prompt.split(":")[0] for page in pages} == {"2 and 3", "1 and 2", "1 and -2", "1 and 3"}
    assert all(map(answer_shows, pages))


def test_whole_numbers_one_apart_can_be_told_apart() -> None:
    count = NumberStep(
        id="n", prompt="{n}", hints=("a", "b"), answer="{n} + 1", value=6.0, digits=0, draw=True,
        mistakes=(WrongAnswer(answer="{n}", value=5.0, code="x", why="y"),), pools=((("n", (5.0, 6.0, 7.0, 8.0)),),),
    )  # fmt: skip
    assert list(doubts(count)) == []


def test_lists_on_which_nothing_can_be_told_are_doubted() -> None:
    alike = replace(SHARE, pools=((("a", (2.0,)), ("b", (2.0,)), ("whole", "a + b")),))
    assert [key for key, _ in doubts(alike)] == ["draw"]
    few = replace(SHARE, pools=((("a", (1.0,)), ("b", (2.0, 3.0)), ("whole", "a + b")),))
    assert [why for _, why in doubts(few)] == ["gives fewer than 4 pages that differ; put more numbers into the lists"]


PAGE = """\
title = "T"
objectives = ["O"]

[[steps]]
id = "x"
kind = "number"
prompt = "{n} of {n + 1}?"
hints = ["a", "b {n}"]
answer = "{n} + 1"
digits = 0
mistakes = [ { answer = "{n}", code = "c", why = "W {n}." } ]

[steps.draw]
n = [3, 4, 5]
m = "n*2"
"""

FAULTS = [
    ('answer = "{n} + 1"', 'answer = "{k} + 1"', "answer: names {k}, but what is drawn is n or m"),
    (
        'answer = "{n} + 1"',
        'answer = "{n} +"',
        'answer: cannot be read as one number: I can\'t read "+" (at character 3): a number is missing after +',
    ),
    ('"{n} of {n + 1}?"', '"Of {k}?"', None),
    ('"{n} of {n + 1}?"', '"How many?"', "prompt: shows nothing of what is drawn, n or m, and the body neither"),
    (
        "n = [3, 4, 5]",
        "n = []",
        'draw, n: expected a list of numbers, or a calculation such as "n + 1"; found an empty list',
    ),
    (
        "n = [3, 4, 5]",
        "n = [3, nan]",
        'draw, n: expected a list of numbers, or a calculation such as "n + 1"; found a list',
    ),
    (
        "n = [3, 4, 5]",
        "n = [3, 4, 5]\nexp = [1]",
        "draw, exp: means something in a calculation already; expected small letters and digits, such as n or k1",
    ),
    (
        "n = [3, 4, 5]",
        "n = [3, 4, 5]\nK = [1]",
        "draw, K: is no name; expected small letters and digits, such as n or k1",
    ),
]


@pytest.mark.parametrize(("old", "new", "line"), FAULTS)
def test_a_fault_of_what_is_drawn(tmp_path: Path, old: str, new: str, line: str | None) -> None:
    assert PAGE.count(old) == 1
    lesson, faults = lesson_of(tmp_path, PAGE.replace(old, new))
    assert lesson is None
    if line is not None:
        assert faults == [f"01_small.toml: step x: {line}"]
    else:
        assert len(faults) == 1
        assert faults[0].startswith("01_small.toml: step x: prompt: {k} cannot be read as one number: ")
        assert faults[0].endswith("; what is drawn is n or m")


def test_a_calculation_without_a_result(tmp_path: Path) -> None:
    _, faults = lesson_of(tmp_path, PAGE.replace('"n*2"', '"1/(n - 3)"'))
    assert len(faults) == 1
    assert faults[0].startswith(
        "01_small.toml: step x: draw: with the first number of each list, a calculation cannot be"
    )


def test_tables_with_other_names(tmp_path: Path) -> None:
    text = PAGE.replace('[steps.draw]\nn = [3, 4, 5]\nm = "n*2"\n', "")
    _, faults = lesson_of(tmp_path, text + "draw = [ { n = [3, 4] }, { k = 2 } ]\n")
    assert faults[0] == (
        "01_small.toml: step x: draw: the tables have different names; a page shows the same ones whichever is drawn"
    )
    lesson, faults = lesson_of(tmp_path, text + "draw = [ { n = [3, 4] }, { n = 7 } ]\n")
    assert faults == []
    assert lesson is not None
    assert isinstance(lesson.steps[0], NumberStep)
    assert lesson.steps[0].pools == ((("n", (3.0, 4.0)),), (("n", (7.0,)),))


@pytest.mark.parametrize("drawn", ["3", "[3]", "[]", '["n"]', "[{}]"])
def test_what_is_no_table(tmp_path: Path, drawn: str) -> None:
    """What broke: an empty list passed, and the page had no answer."""
    text = PAGE.replace('[steps.draw]\nn = [3, 4, 5]\nm = "n*2"\n', f"draw = {drawn}\n")
    lesson, faults = lesson_of(tmp_path, text)
    assert lesson is None
    assert faults[0].startswith("01_small.toml: step x: draw: expected ")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("digits = 0", "digits = 0\na = [1, 2]", "a: belongs to compute; a page with an answer has no inputs"),
        ('[ { answer = "{n}", code = "c", why = "W {n}." } ]', "3", "mistakes: expected a list of { answer = "),
        ('[ { answer = "{n}", code = "c", why = "W {n}." } ]', "[3]", "mistake 1: expected { answer = "),
        ('answer = "{n}"', 'answer = "{n} +"', "mistake 1, answer: "),
    ],
)
def test_a_fault_of_a_page_with_an_answer(tmp_path: Path, old: str, new: str, line: str) -> None:
    assert PAGE.count(old) == 1
    lesson, faults = lesson_of(tmp_path, PAGE.replace(old, new))
    assert lesson is None
    assert [fault for fault in faults if fault.startswith(f"01_small.toml: step x: {line}")], faults


def test_a_sound_page_as_it_is_read_shown_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lesson, faults = lesson_of(tmp_path, PAGE)
    assert faults == []
    assert lesson is not None
    step = lesson.steps[0]
    assert isinstance(step, NumberStep)
    assert step.pools == ((("n", (3.0, 4.0, 5.0)), ("m", "n*2")),)
    assert (step.draw, step.answer, step.value, step.mistakes[0].value) == (True, "{n} + 1", 4.0, 3.0)
    assert main(["--no-save", "--lessons", str(tmp_path), "show", "small"]) == 0
    assert "{" not in capsys.readouterr().out
