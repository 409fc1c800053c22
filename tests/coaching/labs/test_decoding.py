"""The decoding laboratory without any front end: temperature, draws, the small model's texts, its mistakes."""

from __future__ import annotations

import math
from functools import cache

import pytest

from tutor.coaching.labs import decoding_search
from tutor.coaching.labs.decoding import DecodingLab, start
from tutor.coaching.labs.decoding_model import first_wrong, following, logits_after, prompt_of, written
from tutor.coaching.labs.decoding_search import Mistake, named, nouns_of
from tutor.lessons.model import LabValue
from tutor.maths.grammar import PLURAL, SINGULAR, VERBS_OF_MANY, VERBS_OF_ONE, VOCABULARY

LOGITS, SAMPLES, TEXT, MISTAKE = range(4)


def at(part: int, **values: LabValue) -> DecodingLab:
    lab = start(values)
    return lab.go(part - lab.part)


def said(lab: DecodingLab) -> str:
    assert lab.said is not None
    return lab.said.text


@cache
def searched() -> DecodingLab:
    """The laboratory after its search, which takes some seconds."""
    states = at(MISTAKE).press("find").work()
    assert states is not None
    *_, last = states
    return last


class TestTemperature:
    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            ("T = 0.5", (0.863777, 0.116900, 0.019323)),
            ("t=1", (0.659001, 0.242433, 0.098566)),
            ("T 2", (0.501688, 0.304289, 0.194023)),
            ("T = 0", (1, 0, 0)),
            ("T=1e-9", (1, 0, 0)),
            ("T = 10^9", (1 / 3, 1 / 3, 1 / 3)),
        ],
    )
    def test_typed(self, typed: str, expected: tuple[float, ...]) -> None:
        assert at(LOGITS).enter(typed).probabilities == pytest.approx(expected, abs=6e-7)

    @pytest.mark.parametrize("typed", ["T = -1", "T = fox", "T =", "T = 1 2", "T = nan"])
    def test_what_is_no_temperature_is_said(self, typed: str) -> None:
        lab = at(LOGITS, temperature=2.0).enter(typed)
        assert (lab.temperature, lab.said is not None) == (2.0, True)

    def test_a_negative_one_is_explained(self) -> None:
        assert said(at(LOGITS).enter("T = -1")).startswith("A temperature is 0 or above, not -1")

    def test_by_key_from_0_to_5(self) -> None:
        lab = at(LOGITS).press("zero")
        found = [lab.temperature]
        for _ in range(40):
            lab = lab.press("warmer")
            found.append(lab.temperature)
        assert (min(found), max(found)) == (0, 5)
        assert {0.5, 1.0, 2.0} <= set(found)
        assert "as far as the keys go" in said(lab)
        for _ in range(40):
            lab = lab.press("cooler")
        assert lab.temperature == 0
        assert "lowest" in said(lab)
        assert lab.press("one").temperature == 1

    def test_zero_is_said_to_be_greedy(self) -> None:
        assert "its limit is greedy: t1 gets everything" in said(at(LOGITS).press("zero"))

    def test_a_tie_is_shared(self) -> None:
        lab = at(LOGITS).enter("1 1 0").press("zero")
        assert lab.probabilities == (0.5, 0.5, 0)
        assert lab.said is None

    @pytest.mark.parametrize(
        ("text", "piece"), [("1", "2 to 8"), ("1 inf", "finite"), ("fox", "I can't read"), ("1 1e9", "between −1000")]
    )
    def test_logits_that_cannot_be_taken(self, text: str, piece: str) -> None:
        lab = at(LOGITS).enter(text)
        assert lab.logits == (2.0, 1.0, 0.1)
        assert piece in said(lab)

    @pytest.mark.parametrize("text", ["2 1 0.1", "[2, 1, .1]", "logits = 2, 1, 1/10"])
    def test_logits_in_any_spelling(self, text: str) -> None:
        assert at(LOGITS, logits=(1.0, 1.0)).enter(text).logits == (2.0, 1.0, 0.1)


class TestSamples:
    def test_a_thousand_draws_and_another_seed(self) -> None:
        lab = at(SAMPLES)
        assert sum(lab.counts) == 1000
        other = lab.press("seed")
        assert other.seed == lab.seed + 1
        assert other.counts != lab.counts
        for place, p in enumerate((0.659001, 0.242433, 0.098566)):
            assert abs(other.counts[place] - 1000 * p) < 5 * math.sqrt(1000 * p * (1 - p))

    def test_ten_a_hundred_a_thousand(self) -> None:
        lab, found = at(SAMPLES), []
        for _ in range(3):
            lab = lab.press("draws")
            found.append(sum(lab.counts))
        assert found == [10, 100, 1000]

    def test_greedy_draws_one_token_alone(self) -> None:
        assert at(SAMPLES).press("zero").counts == (1000, 0, 0)


class TestText:
    def test_greedy_is_the_same_whatever_the_seed(self) -> None:
        one, two = (written(("the", "red", "fox"), temperature=1.0, seed=seed, k=3) for seed in (1, 9))
        assert one[0].words == two[0].words
        assert one[0].words[:3] == ("the", "red", "fox")
        assert [text.way for text in two] == ["greedy", "seed 9", "seed 10", "top-3, seed 9"]

    def test_at_temperature_zero_and_with_top_1_all_are_greedy(self) -> None:
        for texts in (
            written(("the",), temperature=0.0, seed=1, k=3),
            (written(("the",), temperature=5.0, seed=1, k=1)[i] for i in (0, 3)),
        ):
            assert len({text.words for text in texts}) == 1

    def test_heat_makes_texts_that_the_grammar_forbids(self) -> None:
        hot = [text for seed in range(1, 9, 2) for text in written(("the",), temperature=5.0, seed=seed, k=22)]
        assert any(text.wrong is not None for text in hot)

    def test_the_first_wrong_word(self) -> None:
        assert first_wrong(("the", "red", "fox", "runs", "</s>")) is None
        assert first_wrong(("the", "red", "fox", "run")) == 3
        assert first_wrong(("fox",)) == 0

    def test_the_model_beside_the_grammar(self) -> None:
        """After "the red fox": no place in 45 %, and of three verbs of one the first in half of these."""
        rows = {row.token: row for row in following(("the", "red", "fox"))}
        assert rows["runs"].exact == pytest.approx(0.225)
        assert rows["run"].forbidden
        assert math.fsum(row.model for row in rows.values()) == pytest.approx(1)
        logits = logits_after(("the", "red", "fox"))
        powers = [math.exp(z) for z in logits]
        assert rows["runs"].model == pytest.approx(powers[VOCABULARY.index("runs")] / math.fsum(powers))

    def test_outside_the_grammar_there_is_no_exact_one(self) -> None:
        assert {row.exact for row in following(("fox", "fox"))} == {None}
        assert not any(row.forbidden for row in following(("fox", "fox")))

    @pytest.mark.parametrize(
        ("text", "piece"),
        [
            ("the blue wolf", "blue or wolf"),
            ("the fox </s>", "</s> is a mark, not a word"),
            (" ".join(["the"] * 30), "at most 11 words, and this has 30"),
        ],
    )
    def test_a_prompt_that_cannot_be_taken(self, text: str, piece: str) -> None:
        lab = at(TEXT).enter(text)
        assert lab.prompt == ("the", "red", "fox")
        assert lab.said is not None
        assert lab.said.kind == "bad"
        assert piece in lab.said.text

    def test_a_prompt_with_or_without_its_start(self) -> None:
        assert prompt_of("<s> the dogs") == prompt_of(" the  dogs ") == ("the", "dogs")
        assert at(TEXT).enter("").prompt == ()

    def test_k_has_ends(self) -> None:
        lab = at(TEXT)
        for _ in range(3):
            lab = lab.press("narrower")
        assert lab.k == 1
        assert "k lies between 1 and" in said(lab)
        for _ in range(40):
            lab = lab.press("wider")
        assert lab.k == len(VOCABULARY)


class TestMistake:
    def test_every_prefix_is_tried(self) -> None:
        """Counted by the rules: 1 start, 1 "the", 9 words after it, and so on up to the longest input."""
        search = searched().search
        assert search is not None
        assert search.done
        assert not searched().pending
        assert search.inside == by_the_rules()
        assert search.outside == 3 * 3 * 6 * 2 * 6 + 6 * (2 * 6) ** 3

    def test_a_confident_mistake_is_found(self) -> None:
        """A wrong verb that the model is surer of than of anything else, found anew by the numbers of the nouns."""
        mistake = searched().mistake
        assert mistake is not None
        nouns = [word for word in mistake.prefix if word in (*SINGULAR, *PLURAL)]
        wrong = VERBS_OF_MANY if nouns[0] in SINGULAR else VERBS_OF_ONE
        powers = [math.exp(z) for z in logits_after(mistake.prefix)]
        share = sum(powers[VOCABULARY.index(word)] for word in wrong) / math.fsum(powers)
        assert share > 0.5
        assert mistake.p == pytest.approx(share, rel=1e-4)
        assert VOCABULARY[powers.index(max(powers))] in wrong
        assert mistake.word in wrong
        assert mistake.word in named(mistake)
        assert nouns[0] in named(mistake)

    def test_temperature_alone_does_not_remove_it(self) -> None:
        mistake = searched().mistake
        assert mistake is not None
        for heat in (0.0, 0.1, 0.5, 1.0, 2.0, 5.0):
            assert mistake.share(mistake.wrong, heat) > mistake.share(mistake.right, heat)

    def test_only_what_the_model_finds_likeliest_is_kept(self) -> None:
        search = searched().search
        assert search is not None
        assert all(mistake.is_first for mistake in search.found)
        assert [m.p for m in search.found] == sorted((m.p for m in search.found), reverse=True)
        lab = searched()
        for _ in search.found:
            lab = lab.press("other")
        assert lab.place == 0

    def test_before_and_during_the_search(self) -> None:
        lab = at(MISTAKE)
        assert lab.work() is None
        assert [control.move for control in lab.controls()] == ["find"]
        lab = lab.press("find")
        states = lab.work()
        assert states is not None
        first = next(states)
        assert first.search is not None
        assert (first.search.done, first.pending) == (False, True)
        stopped = first.press("stop")
        assert stopped.work() is None
        assert "begin anew" in said(stopped)
        assert [control.move for control in stopped.controls()] == ["find"]
        assert first.go(-1).work() is None

    @pytest.mark.parametrize(
        ("words", "word", "start_of_name"),
        [
            ("the fox near the dogs", "run", "Agreement with the wrong noun: run is a verb of several"),
            ("the fox", "run", "Wrong agreement: run is a verb of several"),
            ("the dogs near the fox", "sleeps", "Agreement with the wrong noun: sleeps is a verb of one"),
            ("the fox runs and the", "dog", "Wrong copy: after and the first noun comes again, and that is fox"),
            ("the red", "runs", "runs never comes here: the grammar goes on with fox, dog, cat, foxes, dogs, cats."),
        ],
    )  # fmt: skip
    def test_its_name(self, words: str, word: str, start_of_name: str) -> None:
        logits = tuple(1.0 if token == word else 0.0 for token in VOCABULARY)
        mistake = Mistake(prefix=tuple(words.split()), kind=decoding_search.INSIDE, p=0.5, logits=logits)
        assert mistake.word == word
        assert named(mistake).startswith(start_of_name)

    def test_nouns(self) -> None:
        assert nouns_of(("the", "red", "fox", "near", "the", "dogs")) == ("fox", "dogs")


def by_the_rules() -> int:
    """How many beginnings of at most 12 tokens with the start the stated rules allow, counted place by place."""
    nouns, adjectives, prepositions, verbs = 6, 3, 2, 3
    total = 0
    for heads, length in ((nouns, 3), (adjectives * nouns, 4)):
        total += heads  # up to the noun
        for places in range(3):
            walks, at = heads * (prepositions * nouns) ** places, length + 3 * places
            if places:
                before = heads * (prepositions * nouns) ** (places - 1) * prepositions
                total += 2 * before + walks  # the preposition, its the, its noun
            if at + 1 <= 12:
                total += walks * verbs
            if places < 2:
                total += sum(walks * verbs for more in (2, 3, 4) if at + more <= 12)  # and, the, the noun
                total += walks * verbs * verbs if at + 5 <= 12 else 0
    return total + 2 + adjectives  # the start, the, the adjectives


class TestStart:
    def test_a_pages_values(self) -> None:
        lab = start({"logits": (1.0, 1.0, 0.0), "temperature": 0.0, "prompt": "the dogs", "part": "text"})
        assert (lab.logits, lab.temperature, lab.prompt, lab.part) == ((1.0, 1.0, 0.0), 0.0, ("the", "dogs"), TEXT)
        assert lab.said is None

    @pytest.mark.parametrize(
        "values",
        [{"logits": (1.0,)}, {"temperature": -1.0}, {"temperature": math.nan}, {"prompt": "a wolf"}, {"part": "?"}],
    )
    def test_what_does_not_fit_is_left_out_and_said(self, values: dict[str, LabValue]) -> None:
        lab = start(values)
        assert (lab.logits, lab.temperature, lab.prompt, lab.part) == ((2.0, 1.0, 0.1), 1.0, ("the", "red", "fox"), 0)
        assert lab.said is not None

    @pytest.mark.parametrize("part", range(4))
    def test_no_move_raises(self, part: int) -> None:
        for lab in (at(part), *([searched()] if part == MISTAKE else [])):
            keys = [key for control in lab.controls() for key in control.key.split(",")]
            assert len(keys) == len(set(keys))
            assert not {"q", "question_mark", "g", "d", "n", "b", "i", "escape"} & set(keys)
            for move in [*(control.move for control in lab.controls()), "dance"]:
                assert lab.press(move).part == part
            assert "no move" in said(lab.press("dance"))
            for text in ("", "\x1b[31m", "1" * 20_000, "nan", "-1", "1e999", "T", "T = "):
                assert lab.enter(text).part == part
