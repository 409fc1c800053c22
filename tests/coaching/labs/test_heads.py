"""The heads laboratory without a screen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tutor.coaching.labs.heads import HeadsLab, all_heads, loss_without, measured, named, start, strongest
from tutor.maths.pretrained import load
from tutor.maths.tiny_gpt import forward


def test_heads_are_gone_through_and_come_round() -> None:
    lab, seen = HeadsLab(), []
    for _ in range(5):
        seen.append(named(lab.current))
        lab = lab.press("head")
    assert seen == ["layer 1 head 1", "layer 1 head 2", "layer 2 head 1", "layer 2 head 2", "layer 1 head 1"]


def test_the_head_before() -> None:
    assert named(HeadsLab().press("head-back").current) == "layer 2 head 2"
    assert named(HeadsLab(part=1).press("head").press("head-back").current) == "layer 1 head 1"


def test_it_opens_at_the_row_that_predicts_the_verb() -> None:
    """What comes after "near the dog" has to agree with foxes: that is the row to look at, and not the verb's own."""
    lab = HeadsLab()
    assert (lab.tokens[lab.row], lab.tokens[lab.row + 1]) == ("dog", "run")


def test_weights_are_those_of_the_model() -> None:
    lab = HeadsLab(head=2, words=("the", "dogs", "run"))
    model = load()
    ids = [0, model_id("the"), model_id("dogs"), model_id("run")]
    expected = forward(model.weights, model.config, ids).traces[1].weights[0]
    assert np.array_equal(lab.weights, expected)
    assert lab.weights.sum(axis=1) == pytest.approx(np.ones(4), abs=1e-5)
    assert np.all(np.triu(lab.weights, 1) == 0), "what is later is masked"


def model_id(word: str) -> int:
    from tutor.maths.grammar import VOCABULARY

    return VOCABULARY.index(word)


def test_rows_stop_at_both_ends() -> None:
    lab = replace(HeadsLab(words=("the", "dogs", "run")), row=0)
    assert lab.press("up").row == 0
    for _ in range(9):
        lab = lab.press("down")
    assert lab.row == 3


@pytest.mark.parametrize(("typed", "words"), [
    ("The DOGS  run", ("the", "dogs", "run")), ("fox", ("fox",)), ("and and and", ("and", "and", "and")),
])  # fmt: skip
def test_a_sentence_of_ones_own(typed: str, words: tuple[str, ...]) -> None:
    lab = HeadsLab().enter(typed)
    assert lab.words == words
    assert lab.said is None
    assert lab.row <= len(words)


@pytest.mark.parametrize(("typed", "says"), [
    ("", "Type a few words"), ("the wolf runs", "wolf"), ("the " * 30, "30 words are too many"), ("[red] fox", "[red]"),
])  # fmt: skip
def test_what_cannot_be_taken_changes_nothing(typed: str, says: str) -> None:
    lab = HeadsLab().enter(typed)
    assert lab.words == HeadsLab().words
    assert lab.said is not None
    assert lab.said.kind == "bad"
    assert says in lab.said.text


def test_heads_are_switched_off_and_on() -> None:
    lab = replace(HeadsLab(), part=2).press("1").press("4")
    assert lab.off == {(0, 0), (1, 1)}
    assert loss_without(lab.off).all > loss_without(frozenset()).all
    assert lab.press("4").off == {(0, 0)}
    assert lab.press("all").off == frozenset()


def test_the_strongest_habit_is_the_largest() -> None:
    for head in all_heads():
        assert strongest(head).weight == max(x.weight for x in measured()[head])


def test_a_head_of_the_model_looks_at_the_token_before() -> None:
    """What a page of the course says: one of them attends mostly to the previous token."""
    assert any(strongest(head).place == "previous" and strongest(head).weight > 0.5 for head in all_heads())


def test_start_values() -> None:
    lab = start({"text": "the cat sleeps", "layer": 2.0, "head": 1.0})
    assert lab.words == ("the", "cat", "sleeps")
    assert lab.current == (1, 0)
    assert start({"layer": 9.0}).said is not None
    assert start({}) == HeadsLab()
