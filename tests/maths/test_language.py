"""The arithmetic of language models, against figures worked out by hand and published ones."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.maths.language import (
    chain,
    counts,
    drawn,
    entropy,
    exp,
    joint,
    leaders,
    mean_loss,
    per_nat,
    perplexity,
    softmax,
    surprise,
    tempered,
    top_k,
    total,
)

LARGEST = 1.7976931348623157e308
LN_2 = 0.6931471805599453


class TestChain:
    def test_three_tokens(self) -> None:
        """0.5, 0.25, 0.125: 1/64, a mean of 2 bits, and 4 as perplexity, not the mean of 1/p, 4.666667."""
        links = chain((0.5, 0.25, 0.125), unit="bits")
        assert [link.product for link in links] == [0.5, 0.125, 0.015625]
        assert [link.loss for link in links] == pytest.approx([1, 2, 3])
        assert [link.summed for link in links] == pytest.approx([1, 3, 6])
        assert [link.mean for link in links] == pytest.approx([1, 1.5, 2])
        assert [link.perplexity for link in links] == pytest.approx([2, 2**1.5, 4])

    def test_the_same_in_nats(self) -> None:
        last = chain((0.5, 0.25, 0.125))[-1]
        assert last.mean == pytest.approx(1.386294, abs=5e-7)
        assert (last.loss, last.summed) == pytest.approx((3 * LN_2, 6 * LN_2))
        assert last.perplexity == pytest.approx(4)

    def test_no_token_is_no_chain(self) -> None:
        assert chain(()) == ()
        assert joint(()) == 1

    def test_a_certain_token_costs_nothing(self) -> None:
        """−ln 1 is 0 and not −0; a token with p = 0 costs infinitely much."""
        assert math.copysign(1, surprise(1.0)) == 1
        assert surprise(0.0) == math.inf
        assert chain((0.5, 0.0))[-1].perplexity == math.inf

    @given(st.lists(st.floats(1e-6, 1), min_size=1, max_size=12))
    def test_perplexity_is_the_root_of_one_over_the_product(self, row: list[float]) -> None:
        last = chain(row)[-1]
        assert last.perplexity == pytest.approx(joint(row) ** (-1 / len(row)), rel=1e-6)
        assert last.mean * len(row) == pytest.approx(last.summed)


class TestPadding:
    def test_two_rows(self) -> None:
        """Losses .1 .2 .1 and two pads; .3 .5 .1 .4 .2: 1.268075 a token. Rows apart, and pads counted, are others."""
        rows = ((0.1, 0.2, 0.1, None, None), (0.3, 0.5, 0.1, 0.4, 0.2))
        flat = [loss for row in rows for loss in row]
        assert perplexity(mean_loss(flat)) == pytest.approx(1.268075, abs=5e-7)
        assert sum(perplexity(mean_loss(row)) for row in rows) / 2 == pytest.approx(1.246245, abs=5e-7)
        assert perplexity(mean_loss([loss or 0.0 for loss in flat])) == pytest.approx(1.209250, abs=5e-7)

    def test_nothing_but_padding_has_no_mean(self) -> None:
        with pytest.raises(ValueError, match=r"^a mean needs at least 1 token that is not padding$"):
            mean_loss([None, None])


class TestTemperature:
    @pytest.mark.parametrize(
        ("heat", "expected"),
        [
            (0.5, [0.863777, 0.116900, 0.019323]),
            (1, [0.659001, 0.242433, 0.098566]),
            (2, [0.501688, 0.304289, 0.194023]),
            (0, [1, 0, 0]),
            (1e-9, [1, 0, 0]),
            (5e-324, [1, 0, 0]),
            (1e9, [1 / 3, 1 / 3, 1 / 3]),
        ],
    )
    def test_published_figures(self, heat: float, expected: list[float]) -> None:
        assert tempered((2.0, 1.0, 0.1), heat) == pytest.approx(expected, abs=6e-7)

    def test_zero_is_the_limit_and_a_tie_is_shared(self) -> None:
        assert tempered((1.0, 1.0, 0.0), 0) == (0.5, 0.5, 0)
        assert tempered((1.0, 1.0, 0.0), 0.01) == pytest.approx((0.5, 0.5, 0))
        assert leaders((1.0, 1.0, 0.0)) == (0, 1)
        assert leaders((0.0, 3.0, 1.0)) == (1,)

    @pytest.mark.parametrize("heat", [-1.0, math.nan, math.inf])
    def test_what_is_no_temperature(self, heat: float) -> None:
        with pytest.raises(ValueError, match=r"^the temperature has to be 0 or above, not "):
            tempered((2.0, 1.0), heat)

    @pytest.mark.parametrize("logits", [(), (math.nan, 1.0), (math.inf, 1.0)])
    def test_what_are_no_logits(self, logits: tuple[float, ...]) -> None:
        with pytest.raises(ValueError, match=r"^every logit has to be a finite number$"):
            tempered(logits, 1)

    def test_the_largest_floats(self) -> None:
        assert tempered((LARGEST, -LARGEST), 0.5) == (1, 0)
        assert softmax((709.0, 709.0)) == (0.5, 0.5)

    @given(st.lists(st.floats(-50, 50), min_size=2, max_size=8), st.floats(0.01, 100))
    def test_the_most_likely_token_is_the_same_at_every_temperature(self, logits: list[float], heat: float) -> None:
        shares = tempered(logits, heat)
        assert shares[leaders(logits)[0]] == max(shares)
        assert math.fsum(shares) == pytest.approx(1)


class TestEntropy:
    def test_by_hand(self) -> None:
        """Halves: 1 bit. A half and two quarters: 1.5 bits. A certain outcome: none."""
        assert entropy((0.5, 0.5), "bits") == pytest.approx(1)
        assert entropy((0.5, 0.25, 0.25), "bits") == pytest.approx(1.5)
        assert entropy((0.5, 0.5)) == pytest.approx(LN_2)
        assert entropy((1.0, 0.0)) == 0
        assert per_nat("bits") * LN_2 == pytest.approx(1)

    def test_it_rises_with_the_temperature(self) -> None:
        row = [entropy(tempered((2.0, 1.0, 0.1), heat / 10)) for heat in range(51)]
        assert row == sorted(row)
        assert row[-1] < math.log(3)


class TestTopK:
    def test_the_rest_is_dropped_and_the_others_divided_by_their_sum(self) -> None:
        assert top_k((0.5, 0.3, 0.2), 2) == pytest.approx((0.625, 0.375, 0))
        assert top_k((0.2, 0.5, 0.3), 1) == (0, 1, 0)
        assert top_k((0.5, 0.3, 0.2), 9) == pytest.approx((0.5, 0.3, 0.2))

    def test_of_equal_ones_the_first_is_kept(self) -> None:
        assert top_k((0.2, 0.4, 0.4), 1) == (0, 1, 0)

    def test_none_is_too_few(self) -> None:
        with pytest.raises(ValueError, match=r"^top-k keeps at least 1 token, not 0$"):
            top_k((0.5, 0.5), 0)


class TestDraws:
    @pytest.mark.parametrize(("share", "place"), [(0, 0), (0.49, 0), (0.5, 2), (0.99, 2)])
    def test_each_has_its_part_of_the_line(self, share: float, place: int) -> None:
        assert drawn((0.5, 0.0, 0.5, 0.0), share) == place

    def test_a_sum_a_rounding_below_one(self) -> None:
        """Ten tenths add up to 0.9999999999999999, and the last token with any probability takes what is left."""
        assert drawn((0.1,) * 10 + (0.0,), 0.99999999999999995) == 9

    def test_a_thousand_draws_by_a_second_way(self) -> None:
        shares = (0.659, 0.2424, 0.0986)
        stream = random.Random(7)
        numbers = [stream.random() for _ in range(1000)]
        first = sum(x < 0.659 for x in numbers)
        second = sum(0.659 <= x < 0.9014 for x in numbers)
        assert counts(shares, seed=7, draws=1000) == (first, second, 1000 - first - second)

    def test_counts_lie_near_their_probabilities(self) -> None:
        """Over 20 seeds no count of 1,000 is five deviations off, √(1000·p·(1 − p)) each."""
        shares = tempered((2.0, 1.0, 0.1), 1)
        for seed in range(20):
            for p, count in zip(shares, counts(shares, seed=seed, draws=1000), strict=True):
                assert abs(count - 1000 * p) < 5 * math.sqrt(1000 * p * (1 - p))

    def test_fewer_draws_are_the_beginning_of_more(self) -> None:
        few, more = (counts((0.5, 0.5), seed=3, draws=n) for n in (10, 100))
        assert all(a <= b for a, b in zip(few, more, strict=True))
        assert (sum(few), sum(more)) == (10, 100)
        assert counts((0.5, 0.5), seed=4, draws=100) != more


def test_sums_and_powers_that_overflow_are_infinite() -> None:
    assert total([LARGEST, LARGEST]) == math.inf
    assert total([0.1] * 10) == 1.0
    assert exp(710) == math.inf
    assert exp(709.7) == pytest.approx(1.6549840276802644e308, rel=1e-12)
    assert exp(-1e308) == 0
