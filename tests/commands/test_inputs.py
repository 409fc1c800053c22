"""Options as a problem: the words of the workbench under the options' names, and what only a command line has."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pytest

from tests.coaching.refused import FORM, REFUSED, UNFIT
from tutor.cli import main
from tutor.commands import UsageError
from tutor.commands.inputs import add_problem_arguments, one_number, problem_from, rows_of, whole_number
from tutor.maths.problem import Problem

ON_COMMAND_LINE = {
    "q": "--q",
    "k": "--k",
    "v": "--v",
    "mask": "--mask",
    "add_mask": "--add-mask",
    "scale": "--scale",
    "temperature": "--temperature",
    "offset": "--offset",
    "softcap": "--softcap",
    "heads": "--heads",
    "kv_heads": "--kv-heads",
}

CHAPTER = Problem(q=((0.0, 1.0),), k=((1.0, 0.0), (0.0, 1.0)), v=((6.0, 0.0), (0.0, 3.0)))


def options(texts: dict[str, str]) -> list[str]:
    return [word for field, text in texts.items() for word in (ON_COMMAND_LINE[field], text)]


def stated(*words: str) -> Problem:
    """The problem that these words of a command line state."""
    parser = argparse.ArgumentParser()
    add_problem_arguments(parser)
    return problem_from(parser.parse_args([f"{a}={b}" for a, b in zip(words[::2], words[1::2], strict=True)]))


def refusal(*words: str) -> str:
    with pytest.raises(UsageError) as caught:
        stated(*words)
    return str(caught.value)


@pytest.mark.parametrize(("field", "text", "sentence"), [case for case in REFUSED if case[0] in ON_COMMAND_LINE])
def test_the_words_of_the_workbench(field: str, text: str, sentence: str) -> None:
    assert refusal(*options({**FORM, field: text})) == sentence.format(**ON_COMMAND_LINE)


@pytest.mark.parametrize(("changes", "sentence"), UNFIT)
def test_the_words_of_the_calculation(
    capsys: pytest.CaptureFixture[str], changes: dict[str, str], sentence: str
) -> None:
    assert main(["compute", *options({**FORM, **changes})]) == 2
    assert capsys.readouterr() == ("", f"attn-tutor: {sentence}\n")


def test_the_chapters_example_without_numbers() -> None:
    assert stated() == CHAPTER
    assert stated("--mask", "Causal", "--offset", "1") == Problem(
        q=CHAPTER.q, k=CHAPTER.k, v=CHAPTER.v, mask="causal", offset=1
    )


def test_every_option_reaches_the_problem() -> None:
    problem = stated(
        "--q", "1 2", "--k", "3 4", "--v", "5 6", "--heads", "2", "--mask", "1", "--add-mask", "-inf",
        "--scale", "none", "--temperature", "1/2", "--offset", "-1", "--softcap", "2",
    )  # fmt: skip
    assert problem == Problem(
        q=((1.0, 2.0),),
        k=((3.0, 4.0),),
        v=((5.0, 6.0),),
        heads=2,
        mask=((1.0,),),
        add_mask=((-np.inf,),),
        scale=1.0,
        temperature=0.5,
        offset=-1,
        softcap=2.0,
    )


def test_an_option_given_empty_is_refused() -> None:
    """In a form nothing typed is the usual value; on a command line it is a variable that was not set."""
    for option in ON_COMMAND_LINE.values():
        if option not in ("--q", "--k", "--v"):
            for nothing in ("", " "):
                sentence = refusal(option, nothing)
                assert sentence.startswith(f"{option} is empty: give it a value, such as ")
                assert sentence.endswith(", or leave it out")
    assert refusal("--q", "", "--k", "", "--v", "") == "--q is empty: add at least one query, such as 0 1"


def test_the_example_of_each_rule_is_a_value_of_it() -> None:
    """What the refusal proposes is taken."""
    chapter = ["--q", "0 1", "--k", "1 0; 0 1", "--v", "6 0; 0 3"]
    for option in ON_COMMAND_LINE.values():
        if option not in ("--q", "--k", "--v"):
            example = refusal(option, "").partition("such as ")[2].partition(", or leave")[0]
            assert stated(*chapter, option, example.strip('"')).solve().output.shape


def test_numbers_go_together() -> None:
    assert refusal("--k", "1") == "--q, --k and --v go together: --q and --v missing"


def test_numbers_from_a_file_under_the_same_rules(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    np.savez(path, q=[[1 / 3]], k=[[2.0]], v=[[3.0]])
    assert stated("--from", str(path), "--mask", "0") == Problem(
        q=((1 / 3,),), k=((2.0,),), v=((3.0,),), mask=((0.0,),)
    )
    assert refusal("--from", str(path), "--heads", "two") == '--heads "two" is not a whole number such as 2'
    assert stated("--from", str(path)).mask == "none"
    assert refusal("--from", str(path), "--v", "1") == (
        "--from already brings Q, K and V: leave out --v, or leave out --from"
    )


def test_a_mask_from_a_file_unless_one_is_typed(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    np.savez(path, q=[[1]], k=[[2], [3]], v=[[4], [5]], mask=[[True, False]])
    assert stated("--from", str(path)).mask == ((1.0, 0.0),)
    assert stated("--from", str(path), "--mask", "causal").mask == "causal"
    assert stated("--from", str(path), "--mask", "none").mask == "none"


def test_percentages_where_probabilities_are_asked() -> None:
    assert rows_of("--probabilities", "50% 25%", stage="probability") == ((0.5, 0.25),)
    with pytest.raises(UsageError, match=r'--logits "50% 25%": .* no percentage; write 0\.5'):
        rows_of("--logits", "50% 25%")
    with pytest.raises(UsageError, match=r'--probabilities "50% _": Number 2 is blank'):
        rows_of("--probabilities", "50% _", stage="probability")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("9007199254740993", 9007199254740993),
        ("−9007199254740993", -9007199254740993),
        ("[9007199254740993]", 9007199254740993),
        ("９００７１９９２５４７４０９９３", 9007199254740993),
        ("9007199254740993.0", 9007199254740993),
        ("1e23", 100000000000000000000000),
        ("2^10", 1024),
        ("5.", 5),
        (".5e1", 5),
        ("1e3", 1000),
    ],
)
def test_whole_numbers_keep_every_digit(text: str, number: int) -> None:
    """They went through floats, which make 9007199254740992 of the first; 1e23 came out as 99999999999999991611392."""
    assert whole_number("--seed", text) == number


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3^40", "too large to be worked out to its last digit: type its digits"),
        ("2^53", "too large to be worked out to its last digit: type its digits"),
        ("9007199254740993.5", "not a whole number such as 2"),
        ("1e400", "not a whole number such as 2"),
        ("1e-400", "not a whole number such as 2"),
        ("1e-99999", "not a whole number such as 2"),
        ("1_000", "not a whole number such as 2"),
    ],
)
def test_a_whole_number_is_never_made_up(text: str, why: str) -> None:
    with pytest.raises(UsageError) as caught:
        whole_number("--seed", text)
    assert str(caught.value) == f'--seed "{text}" is {why}'


def test_other_options_are_read_in_the_same_words() -> None:
    """Rows, numbers and whole numbers of options that are no part of a problem."""
    assert rows_of("--logits", "2 1 0.1") == ((2.0, 1.0, 0.1),)
    assert one_number("--temperature", "1/4") == 0.25
    assert whole_number("--row", "2", least=1, most=3) == 2
    for call, sentence in (
        (lambda: rows_of("--logits", ""), "--logits is empty: add at least one number, such as 0.5"),
        (lambda: rows_of("--logits", "1 nan"), '--logits "1 nan": row 1, column 2 is not a finite number'),
        (lambda: one_number("--temperature", ""), "--temperature is empty: add at least one number, such as 0.5"),
        (lambda: whole_number("--row", ""), "--row is not a whole number such as 2"),
        (lambda: whole_number("--row", "4", most=3, least=1), '--row "4" is out of range: it takes 1 to 3'),
    ):
        with pytest.raises(UsageError) as caught:
            call()
        assert str(caught.value) == sentence
