"""The leak and heads laboratories as lines: what stands there, at both widths, and read out."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tutor.coaching.labs.heads import HeadsLab, all_heads, loss_without
from tutor.coaching.labs.lab import Lab
from tutor.coaching.labs.leak import TEST, TRAIN, LeakLab
from tutor.maths.leak import compare
from tutor.rendering.labs.line import text_of, width_of
from tutor.rendering.labs.showing import spoken, view


def lines_of(lab: Lab, width: int = 76) -> list[str]:
    lines = view(lab, width)
    assert max(map(width_of, lines)) <= width
    return [text_of(x).rstrip() for x in lines]


@pytest.fixture(scope="module")
def trained() -> LeakLab:
    (comparison,) = compare(steps=400, seed=1, every=1000)
    return LeakLab(part=TRAIN, comparison=comparison, finished=comparison, lower_loss="causal", better_model="causal")


@pytest.mark.parametrize("width", [76, 56])
def test_the_losses_are_drawn_past_the_floor(trained: LeakLab, width: int) -> None:
    lines = lines_of(trained, width)
    assert lines[0].endswith("step 400 of 400, seed 1")
    assert "░" not in lines[0]
    floor = next(i for i, text in enumerate(lines) if text.startswith("  1.0"))
    bottom = next(i for i, text in enumerate(lines) if text.startswith("  0.0"))
    assert lines[floor].endswith("ooooo"), "the loss with the mask ends at the floor"
    assert lines[bottom].endswith("xxxxx"), "the loss without ends at 0"
    assert "─" in lines[floor]
    assert "That is the proof of the leak." in " ".join(lines)


def test_before_training_nothing_is_claimed() -> None:
    lines = lines_of(LeakLab(part=TRAIN))
    assert "step 0 of 400" in lines[0]
    assert not any("x" in line for line in lines[1:10])
    assert "proof" not in " ".join(lines)
    assert "Nothing is trained yet" in " ".join(lines_of(LeakLab(part=TEST)))
    assert "Nothing is trained yet" in spoken(LeakLab(part=TEST))[0]


def test_a_run_too_short_to_leak_says_so() -> None:
    (comparison,) = compare(steps=10, seed=1, every=1000)
    text = " ".join(lines_of(LeakLab(part=TRAIN, steps=10, comparison=comparison, finished=comparison)))
    assert "No training loss is below 0.8 times the floor after 10 steps" in text


@pytest.mark.parametrize("width", [76, 56])
def test_the_honest_test(trained: LeakLab, width: int) -> None:
    lab = trained.go(1)
    assert lab.comparison is not None
    lines = lines_of(lab, width)
    text = " ".join(" ".join(lines).split())
    causal, leaky = lab.comparison.causal, lab.comparison.leaky
    honest = next(line for line in lines if line.startswith("honest loss"))
    assert re.findall(r"[\d.]+", honest) == [f"{causal.honest_loss:.4f}", f"{leaky.honest_loss:.4f}"]
    assert f"With the mask it writes: {' '.join(causal.sample)}" in text
    assert "✗ The lower training loss is the one without the mask. Your guess: with the mask." in text
    assert "✓ The better model, on 400 sentences that neither has seen, is the one with the mask." in text


def test_the_leak_is_read_out(trained: LeakLab) -> None:
    assert "1: with the mask, your guess" in spoken(replace(trained, part=0))
    said = " ".join(spoken(trained))
    assert "Step 400 of 400, seed 1." in said
    assert "fell through the floor" in said
    rows = spoken(trained.go(1))
    assert any(row.startswith("honest loss: ") and "with the mask" in row for row in rows)
    assert any(row.startswith("without the mask, foxes: ") for row in rows)
    assert not any("█" in row or "  " in row for row in (*spoken(trained), *rows))


@pytest.mark.parametrize("width", [76, 56])
@pytest.mark.parametrize("shades", [False, True])
def test_the_table_of_weights(width: int, shades: bool) -> None:
    lab = HeadsLab(words=("the", "dogs", "run"), row=2, shades=shades)
    lines = lines_of(lab, width)
    assert lines[1].split() == ["<s>", "the", "dogs", "run"]
    assert [line.split()[0] for line in lines[2:6]] == ["<s>", "the", "▸", "run"]
    for i, line in enumerate(lines[2:6], start=1):
        cells = line.removeprefix("▸").split()[1:]
        assert len(cells) == i, "what is later is blank"
        if not shades:
            assert sum(float(cell) for cell in cells if cell != "·") == pytest.approx(1, abs=0.03)


@pytest.mark.parametrize("width", [76, 56])
def test_the_longest_sentence_fits(width: int) -> None:
    lines = lines_of(HeadsLab(words=("foxes",) * 11), width)
    assert lines[1].split() == [str(n) for n in range(1, 13)], "foxes has no room for its name: keys go by number"
    assert lines[13].split()[:2] == ["12", "foxes"]
    assert len(lines[13].split()) == 14


@pytest.mark.parametrize("width", [76, 56])
@pytest.mark.parametrize("count", range(1, 12))
def test_no_token_is_cut_into_another_one(width: int, count: int) -> None:
    """foxes headed a column as fox, which is a word of the vocabulary too."""
    words = ("the", "foxes", "near", "the", "dogs", "behind", "the", "cats", "sleep", "and", "sleep")[:count]
    lines = lines_of(HeadsLab(words=words, row=0), width)
    assert lines[1].split() in (["<s>", *words], [str(n) for n in range(1, count + 2)])
    names = [re.sub(r"^[ ▸]+(\d+ )?", "", line).split()[0] for line in lines[2 : count + 3]]
    assert names == ["<s>", *words]


def test_narrow_columns_of_habits_have_whole_names() -> None:
    """They ran into each other: "itselfsame worits noun"."""
    above, below = (line.split() for line in lines_of(HeadsLab(part=1), 56)[5:7])
    assert above == ["token", "first", "same", "its"]
    assert below == ["before", "token", "itself", "word", "noun"]


@pytest.mark.parametrize("width", [76, 56])
def test_the_words_of_the_honest_test_are_whole(trained: LeakLab, width: int) -> None:
    head = next(line for line in lines_of(trained.go(1), width) if "foxe" in line and "writes" not in line)
    assert head.split() == ["the", "foxes", "near", "the", "dog", "run", "</s>"]


def test_habits_and_losses_stand_side_by_side() -> None:
    lines = lines_of(HeadsLab(part=1))
    assert sum("head" in line and re.search(r"\d\.\d\d", line) is not None for line in lines[3:]) >= 4
    off = frozenset({(0, 0)})
    text = " ".join(lines_of(HeadsLab(part=2, off=off), 56))
    assert f"{loss_without(frozenset()).all:.4f}" in text
    assert f"{loss_without(off).all:.4f}" in text
    assert "Without layer 1 head 1 the loss is" in " ".join(text.split())


def test_the_heads_are_read_out() -> None:
    rows = spoken(HeadsLab(words=("the", "dogs", "run")))
    assert rows[1] == "row q1 <s>: k1 <s> 1.00"
    assert rows[3].startswith("row q3 dogs: k1 <s> ")
    assert "k4" not in rows[3]
    assert any("layer 2 head 2: previous " in row for row in spoken(HeadsLab(part=1)))
    assert any(row == "1: layer 1 head 1 is off" for row in spoken(HeadsLab(part=2, off=frozenset({(0, 0)}))))


def test_losses_too_close_to_each_other_judge_no_guess() -> None:
    """After 12 steps a guess was ticked on 3.2481 against 3.2236."""
    (comparison,) = compare(steps=12, seed=1, every=1000)
    lab = LeakLab(part=TEST, steps=12, lower_loss="leaky", better_model="causal", finished=comparison)
    text = " ".join(" ".join(lines_of(lab)).split())
    assert "The training losses are too close to tell: 3.2" in text
    assert "More steps part them. Your guess: without the mask." in text
    assert "✓ The lower" not in text


def test_the_pointer_and_the_guesses_are_two_things() -> None:
    lines = lines_of(LeakLab(place=2, lower_loss="leaky"))
    assert [line.split() for line in lines if "mask" in line and line.startswith("  ")] == [
        ["1", "with", "the", "mask"],
        ["2", "without", "the", "mask", "your", "guess"],
        ["▸", "3", "with", "the", "mask"],
        ["4", "without", "the", "mask"],
    ]


def test_less_has_the_same_minus_as_elsewhere() -> None:
    """Without some heads, words after "and" cost less: that stood as -0.04, and elsewhere as −."""
    found = [
        line
        for off in all_heads()
        for line in lines_of(HeadsLab(part=2, off=frozenset({off})))
        if re.search(r"[-−+]?\d\.\d\d$", line)
    ]
    assert found
    assert not any(re.search(r"-\d", line) for line in found)
    assert not any(re.search(r"[−+]0\.00$", line) for line in found)
