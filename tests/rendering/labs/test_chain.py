"""The chain rule's laboratory as lines: what they say, and that they fit."""

from __future__ import annotations

import pytest

from tutor.coaching.labs.chain import ChainLab, start
from tutor.notation.transliteration import plain
from tutor.rendering.labs.chain import spoken, view
from tutor.rendering.labs.line import text_of, width_of

WALK, NUMBERS, ANSWERS, PADDING = range(4)


def seen(lab: ChainLab, width: int = 76) -> list[str]:
    return [text_of(line).rstrip() for line in view(lab, width)]


def states() -> list[ChainLab]:
    """The laboratory at many moments."""
    first = start({})
    walked = first.enter("red fox END")
    grammar = first.press("table").enter("the small foxes behind the cats behind the")
    moved = first.go(1).press("less").press("even")
    asked = first.go(2)
    long = start({"p": (0.0001,) * 8}).press("unit")
    wide = first.go(3).enter("100 100 100; 1; 2 2; " + "1 " * 8)
    answered = asked.enter("7").enter("1" * 60).press("show").press("show").press("show")
    return [first, walked, grammar, moved, asked, long, wide, answered, asked.enter("3"), first.go(3).press("more")]


@pytest.mark.parametrize("width", [76, 56])
@pytest.mark.parametrize("place", range(10))
def test_no_line_is_too_wide(place: int, width: int) -> None:
    """And each is sensible in ASCII."""
    for line in view(states()[place], width):
        assert width_of(line) <= width, text_of(line)
        assert "?" not in plain(text_of(line).replace("?", ""))


def test_the_walk_in_six_figures() -> None:
    lines = seen(start({}).enter("red fox END"))
    assert "END".ljust(7) + "     0.1250   0.015625     2.0794     4.1589     1.3863     4.0000" in lines
    assert "✓ START red fox END is a whole text." in lines
    bits = seen(start({}).press("unit").enter("red fox END"))
    assert "END".ljust(7) + "     0.1250   0.015625     3.0000     6.0000     2.0000     4.0000" in bits
    assert any("−log₂ p" in line for line in bits)


def test_what_may_come_next() -> None:
    lines = seen(start({}).press("down"))
    assert "p(… | START)" in lines
    assert any(line.startswith("▸ the     0.3000 ██████") for line in lines)


def test_a_long_row_is_a_window_on_what_is_pointed_at() -> None:
    lab = start({}).press("table").press("take")
    for _ in range(8):
        lab = lab.press("down")
    lines = seen(lab)
    assert sum(f"{0.4 / 6:.4f}" in line or f"{0.6 / 3:.4f}" in line for line in lines) == 5
    assert any(line.startswith("▸ ") for line in lines)
    assert any(line.strip() == "4 more; all 9 add up to 1" for line in lines)


def test_what_moved() -> None:
    """0.5 becomes 0.45: the product falls to 0.9 of it, the mean rises by ln(1/0.9)/3 = 0.0351."""
    lines = seen(start({"p": (0.5, 0.25, 0.125)}).press("less"))
    assert any("0.015625" in line and "0.014063" in line and "× 0.9" in line for line in lines)
    assert any("1.3863" in line and "1.4214" in line and "+ 0.0351" in line for line in lines)
    assert any("perplexity" in line and "× 1.036" in line for line in lines)


def test_answers_and_their_marks() -> None:
    lab = start({"p": (0.5, 0.25, 0.125)}).go(1).press("own").enter("1/64").enter("9")
    lines = seen(lab)
    assert "✓ joint probability: 1/64" in lines
    assert "✗ mean loss per token, in nats?; 9 was not it yet" in lines
    assert "· perplexity" in lines
    done = lab.press("show").enter("4")
    assert "· mean loss per token, in nats: shown, 1.386" in seen(done)
    assert "One thing in three forms: 4 = e^1.3863 = 1 ÷ the cube root" in " ".join(seen(done))


def test_padding() -> None:
    lines = seen(start({}).go(3))
    assert "row 1  0.1  0.2  0.1  pad  pad   own perplexity 1.142631" in lines
    assert "✓ per token          1.268075   e^(1.9 ÷ 8 tokens)" in lines
    assert any(line.startswith("· mean of the rows'  1.246245") for line in lines)
    assert any(line.startswith("✗ padding counted    1.209250") for line in lines)


def cells(lab: ChainLab, width: int, name: str) -> list[str]:
    """The words of the row that begins with this name."""
    (found,) = [line for line in seen(lab, width) if line.lstrip("▸ ").startswith(name)]
    return found.lstrip("▸ ").split()


@pytest.mark.parametrize("width", [76, 56])
def test_losses_in_their_columns(width: int) -> None:
    """1/3 and 2/3 stood there as 10.3330.666."""
    lab = start({}).go(3).enter("1/3 2/3; 100 1/7")
    assert cells(lab, width, "row 1")[:4] == ["row", "1", "0.3333", "0.6667"]
    assert cells(lab, width, "row 2")[:4] == ["row", "2", "100", "0.1429"]
    full = start({}).go(3).enter("1/3 2/3 1/7 99.99999 1e-120 12.345678 1 0")
    narrow = cells(full, 56, "row 1")
    assert narrow == ["row", "1", "0.333", "0.667", "0.143", "100", "≈0", "12.35", "1", "0"]
    assert cells(full, 76, "row 1")[2:] == ["0.3333", "0.6667", "0.1429", "100", "1e-120", "12.346", "1", "0"]


@pytest.mark.parametrize("width", [76, 56])
def test_a_working_is_shown_whole(width: int) -> None:
    lab = start({}).go(3).enter("1/3 2/3 1/7 99.99999 1e-120 12.345678 1 100")
    assert "e^(214.4885 ÷ 8 tokens)" in " ".join(line.strip() for line in seen(lab, width))


@pytest.mark.parametrize("width", [76, 56])
def test_small_numbers_stand_apart_and_whole(width: int) -> None:
    """An exponent was cut off, and products of two columns ran into each other."""
    lab = start({}).go(1).enter("1e-16 0.9999889 1e-16")
    assert cells(lab, width, "product")[1:3] == ["9.99989e-33"] * 2
    assert cells(lab, width, "t1")[1:3] == ["1e-16", "36.8414"]
    tiny = start({}).go(1).enter("1e-320 1")
    assert cells(tiny, width, "t1")[1:3] == ["1e-320", "736.8272"]


def test_a_product_below_all_floats() -> None:
    """(1e-300)² = 1e-600; the mean is 300·ln 10 = 690.7755 nats, the perplexity 1e300, which is no infinity."""
    lab = start({}).go(1).enter("1e-300 1e-300").press("more")
    assert cells(lab, 76, "product")[1:] == ["1e-600", "1e-304", "×", "1e296"]
    assert cells(lab, 76, "perplexity")[1:3] == ["1e300", "1e152"]
    assert cells(start({}).go(1).enter(" ".join(["1e-50"] * 8)), 56, "product")[1:3] == ["1e-400", "1e-400"]
    assert not any("inf" in line or "∞" in line for line in seen(lab))


@pytest.mark.parametrize("width", [76, 56])
def test_a_long_walk_keeps_its_columns_apart(width: int) -> None:
    lab = start({}).enter("red red red red red red red red red red fox END").press("unit")
    for line in seen(lab, width):
        if line.startswith(("red ", "fox ", "END ")):
            assert len(line.split()) == 7


def test_read_out() -> None:
    first = start({})
    assert "After START: red 0.5, the 0.3, fox 0.2; sum 1. Pointed at: red." in spoken(first)
    walked = spoken(first.enter("red fox END"))
    row = "END: p 0.1250, product 0.015625, loss 2.0794, sum 4.1589, mean 1.3863 nats, perplexity 4.0000"
    assert row in walked
    assert "t1: p 0.5, loss 0.6931 nats" in spoken(first.go(1))
    assert "joint probability? (asked now)" in spoken(first.go(2))
    assert "joint probability?; 9 was not it yet (asked again)" in spoken(first.go(2).enter("9"))
    assert any(line.startswith("row 1: 0.1, 0.2, 0.1, pad, pad;") for line in spoken(first.go(3)))


@pytest.mark.parametrize("place", range(10))
def test_read_out_without_bars_or_columns(place: int) -> None:
    for line in spoken(states()[place]):
        assert not set("█▌▸✓✗│") & set(line)
        assert "  " not in line


@pytest.mark.parametrize("width", [76, 56])
def test_the_longest_walk_is_said_whole(width: int) -> None:
    """Its end was cut off in a narrow window: what was left was another sentence."""
    text = "the red and red small dogs near the cats wait and wait </s>"
    lab = start({}).press("table").enter(text)
    assert f"✓ <s> {text} is a whole text." in " ".join(" ".join(seen(lab, width)).split())
