"""Drawn inputs: the same for one seed, nice, never degenerate, and each mistake away from the right answer."""

from __future__ import annotations

import random
from itertools import combinations, pairwise
from types import SimpleNamespace

import pytest

from tutor.coaching.asking import drawing
from tutor.coaching.asking.drawing import draw
from tutor.coaching.asking.number_problem import NumberProblem, right_values
from tutor.coaching.catalogue.numbers import slips
from tutor.coaching.question import question_of, seed_of
from tutor.lessons.calculations import CALCULATIONS
from tutor.lessons.model import NumberStep, TextStep

SEEDS = range(40)

DRAWN = [
    ("dot", (), "nats"), ("length", (), "nats"), ("joint", (), "nats"), ("loss", (), "nats"), ("loss", (), "bits"),
    ("perplexity", (), "nats"), ("surprise", (), "nats"), ("surprise", (), "bits"), ("softmax", (), "nats"),
    ("softmax", ("temperature", "index"), "nats"), ("softmax", ("index",), "nats"), ("weight", (), "nats"),
    ("weight", ("index",), "nats"), ("mixed", (), "nats"), ("entropy", (), "nats"), ("entropy", (), "bits"),
    ("sinusoid", (), "nats"),
]  # fmt: skip

each = pytest.mark.parametrize(("compute", "named", "unit"), DRAWN)


def drawn(compute: str, seed: int, named: tuple[str, ...], unit: str) -> NumberProblem:
    return draw(compute, seed, named=named, unit=unit)  # type: ignore[arg-type]


def test_every_calculation_can_be_drawn() -> None:
    assert {compute for compute, _, _ in DRAWN} == set(CALCULATIONS)


@each
def test_a_seed_always_gives_the_same_numbers(compute: str, named: tuple[str, ...], unit: str) -> None:
    """And others do not: at least half of them differ."""
    first = [drawn(compute, seed, named, unit) for seed in SEEDS]
    assert first == [drawn(compute, seed, named, unit) for seed in SEEDS]
    assert len({problem.inputs for problem in first}) >= 5


@each
def test_every_mistake_can_be_told_from_the_right_answer(compute: str, named: tuple[str, ...], unit: str) -> None:
    """Twice half a last digit away from it, and the common mistakes as far from each other."""
    for seed in SEEDS:
        problem = drawn(compute, seed, named, unit)
        right, made = right_values(problem), slips(problem)
        for wrong in made:
            gap = max(abs(a - b) for a, b in zip(wrong.values, right, strict=True))
            assert gap > 0.001, (problem, wrong)
        common = [wrong for wrong in made if not wrong.rare]
        for a, b in combinations(common, 2):
            gap = max(abs(x - y) for x, y in zip(a.values, b.values, strict=True))
            assert a.code == b.code or gap > 0.001, (problem, a, b)


@each
def test_the_numbers_are_nice(compute: str, named: tuple[str, ...], unit: str) -> None:
    """Whole ones from −3 to 5, probabilities of two decimals or halvings, logits of one decimal."""
    for seed in SEEDS:
        inputs = dict(drawn(compute, seed, named, unit).inputs)
        for name, value in inputs.items():
            for x in value if isinstance(value, tuple) else (value,):
                if name in ("a", "b", "values", "scores"):
                    assert x == int(x)
                    assert -3 <= x <= 5
                elif name in ("p", "weights"):
                    assert 0 < x < 1
                    assert round(x, 2) == x or unit == "bits"
                    assert unit != "bits" or (1 / x).is_integer() or x == 0.75
                elif name == "logits":
                    assert round(x, 1) == x
        if compute in ("entropy", "mixed"):
            shares = inputs["p" if compute == "entropy" else "weights"]
            assert isinstance(shares, tuple)
            assert abs(sum(shares) - 1) < 1e-9


def test_only_what_the_page_names_is_drawn_beside_what_is_needed() -> None:
    """A temperature that no prompt shows would be a riddle."""
    assert {name for name, _ in drawn("softmax", 1, (), "nats").inputs} == {"logits"}
    assert {name for name, _ in drawn("softmax", 1, ("index",), "nats").inputs} == {"logits", "index"}
    assert {name for name, _ in drawn("softmax", 1, ("index", "temperature"), "nats").inputs} == {
        "logits", "index", "temperature",
    }  # fmt: skip


def test_a_draw_ends_where_no_numbers_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """At no decimals a probability is 0 or 1: the last draw is taken after a bounded number of them."""
    made: list[NumberProblem] = []

    def never(problem: NumberProblem, _digits: int) -> bool:
        made.append(problem)
        return False

    monkeypatch.setattr(drawing, "separable", never)
    draw("joint", 1, digits=0)
    assert len(made) == drawing.DRAWS


def test_only_the_one_promised_stream_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python keeps `random()` the same between versions, and no other of its methods."""

    class Only:
        def __init__(self, seed: int) -> None:
            self.random = random.Random(seed).random

    seeded = [draw(compute, 3) for compute in CALCULATIONS]
    monkeypatch.setattr(drawing, "random", SimpleNamespace(Random=Only))
    assert seeded == [draw(compute, 3) for compute in CALCULATIONS]


SHARE = NumberStep(
    id="share",
    prompt="{logits} at T = {temperature}: number {index}?",
    hints=("{logits}", "b"),
    compute="softmax",
    draw=True,
)


def test_each_learner_has_numbers_of_their_own_and_another_draw_others() -> None:
    """The seed stands in the question, the same until another is asked for."""
    ada, bob = question_of(SHARE, learner="ada"), question_of(SHARE, learner="bob")
    assert ada == question_of(SHARE, learner="ada")
    assert ada.problem != bob.problem
    assert ada.seed == seed_of(SHARE, learner="ada")
    assert question_of(SHARE, learner="ada", again=1).problem != ada.problem
    assert seed_of(TextStep(id="t", body="x")) is None
    stated = NumberStep(id="s", prompt="p?", hints=("a", "b"), answer="1", value=1.0)
    assert (seed_of(stated), question_of(stated).seed) == (None, None)


def test_another_is_another_even_where_few_numbers_are_nice() -> None:
    """A surprise in bits has five of them."""
    step = NumberStep(id="s", prompt="{p}?", hints=("a", "b"), compute="surprise", draw=True, unit="bits")
    prompts = [question_of(step, again=again).prompt for again in range(30)]
    fresh = [question_of(step, again=again).seed for again in range(30)]
    assert len(set(fresh)) > 20
    assert sum(a == b for a, b in pairwise(prompts)) <= 3


def test_the_prompt_and_the_hints_show_the_numbers() -> None:
    """In brackets a row, by itself a number; the drawn ones word for word."""
    question = question_of(SHARE, learner="ada")
    assert question.problem is not None
    given = dict(question.problem.inputs)
    logits = given["logits"]
    assert isinstance(logits, tuple)
    row = "[" + ", ".join(f"{x:g}" for x in logits) + "]"
    assert question.prompt == f"{row} at T = {given['temperature']:g}: number {given['index']:g}?"
    assert question.hints == (row, "b")
