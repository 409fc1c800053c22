"""The decoding laboratory without any front end: temperature, draws, the small model's texts, its mistakes."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from tutor.coaching.labs import decoding_search
from tutor.coaching.labs.decoding import DecodingLab, start
from tutor.coaching.labs.decoding_model import first_wrong, following, logits_after, prompt_of, written
from tutor.coaching.labs.decoding_search import Mistake, named, nouns_of
from tutor.lessons.labs import LabValue
from tutor.maths import pretrained
from tutor.maths.grammar import ADJECTIVES, PLURAL, SINGULAR, VERBS_OF_MANY, VERBS_OF_ONE, VOCABULARY, beginnings

LOGITS, SAMPLES, TEXT, MISTAKE = range(4)


def at(part: int, **values: LabValue) -> DecodingLab:
    lab = start(values)
    return lab.go(part - lab.part)


def said(lab: DecodingLab) -> str:
    assert lab.said is not None
    return lab.said.text


def found() -> tuple[Mistake, ...]:
    """All mistakes of the search."""
    search = searched().search
    assert search is not None
    return search.found


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
        ("text", "piece"),
        [("1", "2 to 8"), ("1 inf", "finite"), ("fox", "I can't read"), ("1 1e9", "between −1,000,000 and 1,000,000")],
    )
    def test_logits_that_cannot_be_taken(self, text: str, piece: str) -> None:
        lab = at(LOGITS).enter(text)
        assert lab.logits == (2.0, 1.0, 0.1)
        assert piece in said(lab)

    def test_the_courses_large_logits(self) -> None:
        """[1000, 1001] is 1/(1 + e) and e/(1 + e), as [0, 1] is; 1001 was refused."""
        for text in ("1000 1001", "999999 1000000", "-1000000 -999999"):
            assert at(LOGITS).enter(text).probabilities == pytest.approx((0.268941, 0.731059), abs=5e-7)

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
            (" ".join(["the"] * 30), "at most 12 words, and this has 30"),
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
        """Counted by the stated rules; outside, 6 orders of 3 adjectives, of which none, one or two come twice."""
        search = searched().search
        assert search is not None
        assert search.done
        assert not searched().pending
        assert search.inside == by_the_rules() == beginnings(pretrained.load().config.context - 1)
        assert search.tried == search.total
        assert search.outside == 6 * (1 + 3 + 3) * (6 * 2 * 6)

    def test_agreement_with_the_wrong_noun_is_found(self) -> None:
        """A wrong verb that the model is surer of than of anything else, found anew by the numbers of the nouns."""
        mistake = next(each for each in found() if not each.inside)
        nouns = [word for word in mistake.prefix if word in (*SINGULAR, *PLURAL)]
        wrong = VERBS_OF_MANY if nouns[0] in SINGULAR else VERBS_OF_ONE
        powers = [math.exp(z) for z in logits_after(mistake.prefix)]
        share = sum(powers[VOCABULARY.index(word)] for word in wrong) / math.fsum(powers)
        assert share > 0.9
        assert mistake.p == pytest.approx(share, rel=1e-4)
        assert VOCABULARY[powers.index(max(powers))] in wrong
        assert mistake.word in wrong
        assert named(mistake).startswith(f"Agreement with the wrong noun: {mistake.word} is a verb of ")
        assert f"the subject is {nouns[0]}. It fits {nouns[-1]}" in named(mistake)
        assert sum(word in ADJECTIVES for word in set(mistake.prefix)) == 3

    def test_so_is_one_where_the_grammar_allows_the_prefix(self) -> None:
        """The grammar never says what comes first there, by a walk of its own."""
        search = searched().search
        assert search is not None
        inside = next(mistake for mistake in search.found if mistake.inside)
        assert first_wrong(inside.prefix) is None
        powers = [math.exp(z) for z in logits_after(inside.prefix)]
        likeliest = VOCABULARY[powers.index(max(powers))]
        assert likeliest == inside.word
        assert first_wrong((*inside.prefix, likeliest)) == len(inside.prefix)
        assert inside.p > 0.5
        assert search.best_inside is not None
        assert search.best_inside.p >= inside.p

    def test_temperature_alone_does_not_remove_it(self) -> None:
        mistake = next(each for each in found() if not each.inside)
        for heat in (0.0, 0.1, 0.5, 1.0, 2.0, 5.0):
            assert mistake.share(mistake.wrong, heat) > mistake.share(mistake.right, heat)

    def test_only_what_the_model_finds_likeliest_is_kept(self) -> None:
        search = searched().search
        assert search is not None
        assert all(mistake.is_first for mistake in search.found)
        for inside in (True, False):
            some = [each.p for each in search.found if each.inside is inside]
            assert some == sorted(some, reverse=True)
            assert some
        lab = searched()
        assert lab.mistake is not None
        assert lab.mistake.inside, "those come first of which nobody can say that they lie outside what it has seen"
        for _ in search.found:
            lab = lab.press("other")
        assert lab.place == 0

    def test_the_next_one_is_offered_only_where_there_is_one(self) -> None:
        lab = searched()
        assert lab.search is not None
        assert "other" in [control.move for control in lab.controls()]
        alone = replace(lab, search=replace(lab.search, found=lab.search.found[:1]))
        assert "other" not in [control.move for control in alone.controls()]
        assert "no move" in said(alone.press("other"))

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
        assert "goes on from here" in said(stopped)
        assert "find" in [control.move for control in stopped.controls()]
        assert first.go(-1).work() is None

    def test_a_search_that_is_stopped_is_kept_and_goes_on(self) -> None:
        """Any key threw all of it away. Stopped once it has found something, that can be looked at; then it goes on."""
        states = at(MISTAKE).press("find").work()
        assert states is not None
        lab = next(state for state in states if state.search is not None and state.search.found).press("stop")
        assert lab.search is not None
        assert 0 < lab.search.tried < lab.search.total
        assert lab.mistake is not None
        assert {"find", "warmer"} <= {control.move for control in lab.controls()}
        on = lab.press("find").work()
        assert on is not None
        later = next(state for state in on if state.search is not None and state.search.tried > lab.search.tried)
        assert later.search is not None
        assert later.search.tried - lab.search.tried <= decoding_search.AT_ONCE
        whole = list(later.press("stop").press("find").work() or ())[-1]
        assert whole.search == searched().search

    @pytest.mark.parametrize(
        ("words", "word", "start_of_name"),
        [
            ("the fox near the dogs", "run", "Agreement with the wrong noun: run is a verb of several"),
            ("the fox", "run", "Wrong agreement: run is a verb of several"),
            ("the dogs near the fox", "sleeps", "Agreement with the wrong noun: sleeps is a verb of one"),
            ("the dogs and", "cats", "Wrong copy: after and the word before it comes again, and that is dogs, not"),
            ("the fox near", "runs", "runs never comes here: the grammar goes on with the."),
            (
                "the fox near the cats near the dogs",
                "and",
                "A rule taken too far: and may follow a noun, but not in a sentence with two places; the grammar goes "
                "on with runs, sleeps, waits.",
            ),
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
    """How many beginnings the stated rules allow, of at most 13 tokens with the start, up to the verb.

    Place by place: in how many ways one can get there, with how many words, how many of them said again.
    """
    found = 2  # the start, and "the"
    ends = []
    for adjectives in range(3):
        for twice in product((False, True), repeat=adjectives):
            ways, length = 1, 1
            for place, again in enumerate(twice):
                ways, length = ways * (3 - place), length + 1
                if again:
                    length += 2
                if place == adjectives - 1:
                    found += ways * (2 if again else 1)  # with "and", two more words of a beginning counted already
            ends.append((ways, length, sum(twice)))
    after = [(ways * count, length + 1, said, noun) for ways, length, said in ends for noun, count in NUMBERS]
    while after:
        ways, length, said, noun, *places = after.pop()
        where = places[0] if places else 0
        if length > 12:
            continue
        found += ways
        if noun == "many" and said < 2 and where < 2:
            found += ways * (length + 1 <= 12)
            after.append((ways, length + 2, said + 1, "again", where))
        if where == 0 or (where == 1 and said == 0):
            found += 2 * ways * ((length + 1 <= 12) + (length + 2 <= 12))
            after += [(2 * ways * count, length + 3, said, number, where + 1) for number, count in NUMBERS]
    return found


NUMBERS = (("one", 3), ("many", 3))


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
