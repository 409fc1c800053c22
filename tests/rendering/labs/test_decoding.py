"""The decoding laboratory as lines: what they say, and that they fit."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import exp

import pytest

from tutor.coaching.labs.decoding import DecodingLab, start
from tutor.coaching.labs.decoding_search import INSIDE, OUTSIDE, Mistake, Search
from tutor.maths.grammar import VERBS_OF_ONE, VOCABULARY
from tutor.notation.transliteration import plain
from tutor.rendering.labs.bars import bar, signed
from tutor.rendering.labs.decoding import spoken, view
from tutor.rendering.labs.line import text_of, width_of


def seen(lab: DecodingLab, width: int = 76) -> list[str]:
    return [text_of(line).rstrip() for line in view(lab, width)]


def mistaken(words: str, wrong: tuple[str, ...], kind: str) -> Mistake:
    """A mistake of a model that gives wrong verbs a logit of 7, and everything else one of 0."""
    logits = tuple(7.0 if word in wrong else 0.0 for word in VOCABULARY)
    p = 3 * exp(7) / (3 * exp(7) + len(VOCABULARY) - 3)
    return Mistake(prefix=tuple(words.split()), kind=kind, p=p, logits=logits)


@cache
def searched() -> DecodingLab:
    """The laboratory as it is after a search, with mistakes of this test's own."""
    found = (
        mistaken("the red small quick foxes near the cat", VERBS_OF_ONE, OUTSIDE),
        mistaken("the cat near the dogs near the cats", ("and",), INSIDE),
    )
    search = Search(inside=21941, outside=11016, found=found, best_inside=found[1], done=True)
    return replace(start({}).go(3), search=search)


@cache
def states() -> tuple[DecodingLab, ...]:
    """The laboratory at many moments."""
    first = start({})
    work = first.go(3).press("find").work()
    assert work is not None
    return (
        first,
        first.press("zero"),
        first.enter("-1000 1000 0.123456789 -3 2 2 2 1000").press("zero"),
        first.enter("-2 -1"),
        first.go(1).press("draws"),
        first.go(2),
        first.go(2).enter("the red small quick foxes near the cat"),
        first.go(2).enter("</s>").enter("near near near near near near near near near near near"),
        first.go(3),
        next(work),
        searched(),
        searched().enter("T = 0.123").press("other"),
    )


@pytest.mark.parametrize("width", [76, 56])
@pytest.mark.parametrize("place", range(12))
def test_no_line_is_too_wide(place: int, width: int) -> None:
    """And each is sensible in ASCII."""
    for line in view(states()[place], width):
        assert width_of(line) <= width, text_of(line)
        assert "?" not in plain(text_of(line).replace("?", ""))


def test_four_decimals_and_both_units_of_entropy() -> None:
    """At T = 0.5 the entropy is −Σ p ln p = 0.453667 nats, 0.654503 bits."""
    lines = seen(start({}).enter("T = 0.5"))
    rows = [line for line in lines if line.strip().startswith(("▸ t1", "t2", "t3"))]
    for row, p in zip(rows, ("0.8638", "0.1169", "0.0193"), strict=True):
        assert p in row
    assert "entropy 0.4537 nats = 0.6545 bits (at most ln 3 = 1.0986 nats)" in " ".join(lines)


def test_logits_are_bars_from_zero() -> None:
    lines = seen(start({"logits": (2.0, -2.0)}))
    assert any("           │███████████" in line for line in lines)
    assert any("███████████│" in line for line in lines)


def test_a_tie_is_said() -> None:
    lab = start({"logits": (1.0, 1.0, 0.0), "temperature": 0.0})
    expected = "A tie of t1 and t2: the limit gives each 1/2; greedy decoding takes the first, t1."
    assert expected in " ".join(seen(lab))
    assert expected in spoken(lab)
    assert sum(line.startswith("▸ ") for line in seen(lab)) == 2


def test_counts_beside_what_was_expected() -> None:
    lab = start({}).go(1)
    lines = seen(lab)
    assert "T = 1   seed 1   1,000 draws" in lines
    assert any("659.0" in line and str(lab.counts[0]) in line for line in lines)
    assert f"t1: probability 0.6590, expected 659, came {lab.counts[0]}" in spoken(lab)


def test_texts_and_the_models_beside_the_exact_probabilities() -> None:
    lines = seen(start({}).go(2))
    assert "T = 1, seed 1, k 3: <s> the red fox …" in lines
    for way in ("greedy", "seed 1", "seed 2", "top-3, seed 1"):
        assert any(f" {way} " in line for line in lines), way
    assert any(line.split()[:1] == ["runs"] and "0.2250" in line for line in lines)
    assert any(line.startswith("Words that the grammar never puts here get") for line in lines)


def test_a_prompt_outside_the_grammar() -> None:
    lab = start({"prompt": "the red small quick foxes near the cat"}).go(2)
    assert "The grammar has no such beginning" in " ".join(seen(lab))
    assert not any("✓" in line or "✗" in line for line in seen(lab))
    assert any("grammar no such beginning" in line for line in spoken(lab))


def test_marks_are_explained_and_so_is_the_column_of_the_grammar() -> None:
    lines = seen(start({}).go(2))
    assert "✓ the grammar allows every word, ✗ it does not." in lines
    assert any("grammar" in line and "the same at any T" in line for line in lines)
    assert any("(same at any T)" in line for line in seen(start({}).go(2), 56))


def test_greedy_texts_are_said_to_be_the_same() -> None:
    """T = 0, once set beside the logits, made all four lines the same without a word."""
    said = "T = 0 is greedy, so all four are the same, whatever seed and k."
    lab = start({}).press("zero").go(2)
    assert said in seen(lab)
    assert said in spoken(lab)
    assert said not in seen(lab.press("warmer"))
    texts = [line[17:] for line in seen(lab) if line.startswith(("✓ ", "✗ ")) and " … " in line]
    assert len(texts) == 4
    assert len(set(texts)) == 1


def test_the_mistake_is_named_with_its_numbers() -> None:
    """3·e^7 ÷ (3·e^7 + 19) = 0.9943 at T = 1; at T = 5, 3·e^1.4 ÷ (3·e^1.4 + 19) = 0.3904, 3 and 16 ÷ 31.1656."""
    lab = searched()
    mistake = lab.mistake
    assert mistake is not None
    text = " ".join(line.strip() for line in seen(lab))
    assert " ".join(mistake.prefix) in text
    assert "Agreement with the wrong noun" in text
    assert "Probable is not true." in text
    assert text.count("0.9943") == 1
    assert "Searched: 21,941 beginnings inside the grammar, 11,016 with an adjective too many." in text
    assert "1 of 2, one adjective more than the grammar allows:" in text
    assert ["T", "5", "0.0963", "0.3904", "0.5134"] in [line.split()[:5] for line in seen(lab)]
    assert "right, wrong: the verbs of either number; rest: all other words." in text
    assert any(line.startswith("▸ T 1 ") for line in seen(lab))
    expected = "T = 0 (greedy): right words 0.0000, wrong words 1.0000, rest 0.0000"
    assert expected in spoken(lab)


def test_inside_the_grammar_right_and_wrong_are_all_there_is() -> None:
    """The 3 right words have 3 ÷ (e^7 + 21) = 0.0027, the 19 wrong ones all else; there is no third column."""
    lab = searched().press("other")
    lines = [line.split() for line in seen(lab)]
    assert "2 of 2, a beginning that the grammar allows:" in seen(lab)
    assert ["T", "1", "0.0027", "0.9973"] in [line[-5:-1] if line[:1] == ["▸"] else line[:4] for line in lines]
    assert ["right", "wrong"] in lines


def test_where_nothing_inside_comes_first_the_most_is_said_once() -> None:
    lab = searched()
    assert lab.search is not None
    best = replace(lab.search.found[0], prefix=("the", "cat"), kind=INSIDE, p=0.0123)
    lab = replace(lab, search=replace(lab.search, found=lab.search.found[:1], best_inside=best))
    text = " ".join(line.strip() for line in seen(lab))
    assert text.count("0.0123") == 1
    assert "One adjective more than the grammar allows:" in text


@pytest.mark.parametrize("width", [76, 56])
def test_large_logits_and_odd_temperatures_are_not_cut(width: int) -> None:
    lab = start({}).enter("-1000000 999999.12345")
    assert [line.lstrip("▸ ").split()[1] for line in seen(lab, width) if line.lstrip("▸ ")[:2] in ("t1", "t2")] == [
        "-1000000",
        "999999.1",
    ]
    odd = searched().enter("T = 0.123456")
    assert any(line.startswith("▸ T 0.1235 ") for line in seen(odd, width))


def test_the_temperature_that_is_set_has_a_row_of_its_own() -> None:
    assert any(line.startswith("▸ T 0.7 ") for line in seen(searched().enter("T = 0.7")))


@pytest.mark.parametrize("place", range(12))
def test_read_out_without_bars_or_columns(place: int) -> None:
    for line in spoken(states()[place]):
        assert not set("█▌▸✓✗│") & set(line)
        assert "  " not in line


class TestBars:
    @pytest.mark.parametrize(
        ("share", "expected"), [(0, ""), (1, "████"), (0.5, "██"), (0.28125, "█▏"), (1e-9, "▏"), (2, "████")]
    )
    def test_to_an_eighth(self, share: float, expected: str) -> None:
        assert bar(share, 4) == expected

    @pytest.mark.parametrize(
        ("value", "expected"), [(2, "  │██"), (-2, "██│"), (0, "  │"), (1, "  │█"), (-0.01, " █│")]
    )
    def test_from_zero_to_both_sides(self, value: float, expected: str) -> None:
        assert signed(value, -2, 2, 4) == expected

    def test_nothing_to_span(self) -> None:
        assert signed(0, 0, 0, 4) == "│"
