"""The leak laboratory without a screen: guesses, settings, training that can be stopped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tutor.coaching.labs.leak import PREDICT, TEST, TRAIN, LeakLab, start
from tutor.coaching.labs.opening import open_lab
from tutor.maths.grammar import entropy


def trained(lab: LeakLab) -> LeakLab:
    states = lab.press("run").work()
    assert states is not None
    return list(states)[-1]


def test_the_guesses() -> None:
    lab = LeakLab().press("2")
    assert (lab.lower_loss, lab.better_model) == ("leaky", None)
    assert lab.said is None
    lab = lab.press("3").press("1")
    assert (lab.lower_loss, lab.better_model) == ("causal", "causal")
    assert lab.said is not None
    assert "n goes on" in lab.said.text


def test_one_who_has_not_guessed_is_told_so_once() -> None:
    lab = LeakLab().go(1)
    assert lab.part == TRAIN
    assert lab.said is not None
    assert "No guess yet" in lab.said.text
    assert LeakLab().press("1").press("4").go(1).said is None


def test_training_comes_in_states_and_ends_tested() -> None:
    lab = replace(LeakLab(), part=TRAIN, steps=40)
    states = lab.press("run").work()
    assert states is not None
    seen = list(states)
    assert [x.comparison.step for x in seen if x.comparison] == list(range(1, 41))
    assert all(x.running for x in seen[:-1])
    last = seen[-1]
    assert not last.running
    assert last.comparison is not None
    assert last.comparison.done
    assert last.work() is None
    assert last.floor == entropy()


def test_what_is_stopped_says_so_and_begins_anew() -> None:
    lab = replace(LeakLab(), part=TRAIN, steps=40).press("run")
    states = lab.work()
    assert states is not None
    lab = next(states).press("stop")
    assert not lab.running
    assert lab.comparison is not None
    assert not lab.comparison.done
    assert lab.work() is None
    assert lab.press("run").comparison is None


def test_a_run_that_is_stopped_leaves_the_one_before_for_the_test() -> None:
    lab = trained(replace(LeakLab(), part=TRAIN, steps=20))
    again = lab.press("run")
    states = again.work()
    assert states is not None
    stopped = next(states).press("stop")
    assert stopped.finished is lab.finished
    assert stopped.finished is not None
    assert stopped.finished.own_loss == pytest.approx(entropy(), abs=0.1)


@pytest.mark.parametrize(("moves", "steps", "seed"), [
    (["more"], 800, 1), (["less", "less"], 100, 1), (["seed", "seed"], 400, 3),
    (["more"] * 9, 5000, 1), (["less"] * 9, 10, 1),
])  # fmt: skip
def test_steps_and_seed(moves: list[str], steps: int, seed: int) -> None:
    lab = replace(LeakLab(), part=TRAIN)
    for move in moves:
        lab = lab.press(move)
    assert (lab.steps, lab.seed) == (steps, seed)


def test_another_setting_forgets_the_run() -> None:
    lab = trained(replace(LeakLab(), part=TRAIN, steps=20))
    assert lab.comparison is not None
    assert lab.press("seed").comparison is None
    assert lab.press("seed").finished is None
    assert lab.go(1).part == TEST
    assert lab.go(1).comparison is lab.comparison


def test_moves_of_other_parts_do_nothing() -> None:
    lab = LeakLab()
    for move in ("run", "seed", "nonsense", "stop"):
        assert lab.press(move).part == PREDICT
        assert lab.press(move).work() is None


def test_start_values() -> None:
    assert start({"steps": 200.0, "seed": 9.0}) == LeakLab(steps=200, seed=9)
    assert start({}) == LeakLab()
    odd = start({"steps": 1e9})
    assert odd.steps == 400
    assert odd.said is not None
    assert isinstance(open_lab("leak", {"steps": 50.0}), LeakLab)


def test_a_guess_is_pointed_at_and_made() -> None:
    """Arrows and Enter did nothing here. The second guess of four, then the last."""
    lab = LeakLab().press("up").press("down").press("guess")
    assert (lab.lower_loss, lab.better_model) == ("leaky", None)
    for _ in range(5):
        lab = lab.press("down")
    lab = lab.press("guess")
    assert (lab.lower_loss, lab.better_model, lab.place) == ("leaky", "leaky", 3)
    assert lab.press("1").place == 0


@pytest.mark.parametrize(
    ("causal", "leaky", "lower"),
    [(3.2481, 3.2236, None), (1.0, 1.0, None), (1.4, 0.01, "leaky"), (0.4, 2.0, "causal"), (1.0, 0.94, "leaky")],
)
def test_losses_that_lie_close_decide_nothing(causal: float, leaky: float, lower: str | None) -> None:
    assert LeakLab().lower(causal, leaky) == lower
