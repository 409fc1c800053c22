"""The grammar: what it says, how often, and its exact entropy against two other ways to find it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from tutor.maths import grammar
from tutor.maths.grammar import END, LONGEST, PAD, START, VOCABULARY

ONE, MANY = ("fox", "dog", "cat"), ("foxes", "dogs", "cats")

# The grammar once more, as plain phrases with their chances: a list of (words, chance) for each part.

Phrases = list[tuple[tuple[str, ...], float]]


def doubled(word: str, chance: float, used: int) -> Phrases:
    """A word alone, or said again after "and"; never the third time in a sentence."""
    if used == 2 or word in ONE:
        return [((word,), 1.0)]
    return [((word,), 1 - chance), ((word, "and", word), chance)]


def adjectives(said: tuple[str, ...] = (), used: int = 0) -> Phrases:
    """None, one or two different ones, each perhaps doubled."""
    more = (0.6, 0.4, 0.0)[len(said)]
    result: Phrases = [((), 1 - more)]
    left = [word for word in ("red", "quick", "small") if word not in said]
    for word in left if more else ():
        for words, chance in doubled(word, 0.35, used):
            for rest, other in adjectives((*said, word), used + words.count("and")):
                result.append(((*words, *rest), more / len(left) * chance * other))
    return result


def ands(words: tuple[str, ...]) -> int:
    return words.count("and")


@cache
def sentences() -> dict[tuple[str, ...], float]:
    """Every sentence with its chance."""
    found: dict[tuple[str, ...], float] = {}
    for before, p1 in adjectives():
        for noun in (*ONE, *MANY):
            for subject, p2 in doubled(noun, 0.35, ands(before)):
                phrase = ("the", *before, *subject)
                for place, p3 in places(ands(phrase)):
                    for verb, share in zip(
                        ("runs", "sleeps", "waits") if noun in ONE else ("run", "sleep", "wait"),
                        (0.5, 0.3, 0.2),
                        strict=True,
                    ):
                        used = 2 if place.count("the") == 2 else ands(phrase + place)
                        for last, p4 in doubled(verb, 0.6, used):
                            words = (*phrase, *place, *last)
                            assert words not in found, "a sentence in two ways"
                            found[words] = p1 * p2 / 6 * p3 * share * p4
    return found


def places(used: int) -> Iterator[tuple[tuple[str, ...], float]]:
    """None, one, or where nothing is doubled a second one."""
    yield (), 0.45
    for near in ("near", "behind"):
        for noun in (*ONE, *MANY):
            for words, chance in doubled(noun, 0.35, used):
                first = 0.55 / 2 / 6 * chance
                second = 0.002 if used + ands(words) == 0 else 0.0
                yield (near, "the", *words), first * (1 - second)
                if second:
                    for again in ("near", "behind"):
                        for other in (*ONE, *MANY):
                            yield (near, "the", *words, again, "the", other), first * second / 12


def test_the_second_grammar_is_whole() -> None:
    """All chances together are 1, and the longest sentence has as many tokens as stated, both ends counted."""
    assert math.fsum(sentences().values()) == pytest.approx(1, abs=1e-12)
    assert max(map(len, sentences())) + 2 == LONGEST


def test_entropy_is_that_of_all_sentences() -> None:
    """−Σ p ln p over every sentence, by Σ p · (words and the end)."""
    surprise = -math.fsum(p * math.log(p) for p in sentences().values())
    tokens = math.fsum(p * (len(words) + 1) for words, p in sentences().items())
    assert grammar.entropy() == pytest.approx(surprise / tokens, rel=1e-12)


def test_entropy_is_what_twenty_thousand_sentences_cost() -> None:
    """−ln of the chance of each drawn sentence, over their tokens; within 4 standard errors."""
    drawn = drawn_by(seed=11, n=20_000)
    prices = np.array([-math.log(sentences()[words]) for words in drawn])
    tokens = np.array([len(words) + 1 for words in drawn])
    ratio = prices.sum() / tokens.sum()
    error = np.std(prices - ratio * tokens) / math.sqrt(len(drawn)) / tokens.mean()
    assert abs(ratio - grammar.entropy()) < 4 * error
    assert error < 0.002


def after(text: str) -> dict[str, float]:
    """The distribution after words with blanks between."""
    return dict(grammar.next_distribution(text.split()))


def steps(words: tuple[str, ...]) -> list[float]:
    """The chance of each word of a sentence and of its end."""
    whole = (*words, END)
    return [grammar.next_distribution(whole[:place])[word] for place, word in enumerate(whole)]


def test_the_chance_of_every_sentence_is_the_product_of_its_next_words() -> None:
    """Some hundred sentences spread over all."""
    some = list(sentences().items())[:: len(sentences()) // 300]
    for words, p in some:
        assert math.prod(steps(words)) == pytest.approx(p, rel=1e-9), words


def test_a_distribution_sums_to_one_and_is_empty_where_the_grammar_has_no_such_prefix() -> None:
    rng = np.random.default_rng(5)
    for _ in range(200):
        words = (*grammar.sentence(rng), END)
        for place in range(len(words)):
            assert math.fsum(grammar.next_distribution(words[:place]).values()) == pytest.approx(1, abs=1e-12)
        assert grammar.next_distribution(words) == {}
    for wrong in ("fox", "the the", "the fox run", "the dogs near the fox runs", "the fox and", "the red red"):
        assert after(wrong) == {}, wrong


def test_what_may_follow_by_hand() -> None:
    """The start may be left out. A noun that stands nearer changes nothing; after "and" the same word, and only it."""
    assert grammar.next_distribution([]) == grammar.next_distribution([START]) == {"the": 1.0}
    first = grammar.next_distribution(["the"])
    assert {word: pytest.approx(p) for word, p in first.items()} == {
        **dict.fromkeys(("red", "quick", "small"), 0.2),
        **dict.fromkeys((*ONE, *MANY), 0.4 / 6),
    }
    far = after("the red fox near the dogs")
    assert {"runs", "sleeps", "waits", "and", "near", "behind"} == set(far)
    assert far["and"] == pytest.approx(0.35)
    assert far["runs"] == pytest.approx(0.65 * 0.998 * 0.5)
    assert after("the red fox near the dogs and") == {"dogs": 1.0}
    assert after("the fox near the dogs behind the cats runs") == {END: 1.0}
    assert after("the fox near the dogs behind the cat runs and") == {}


def test_sentences_are_drawn_as_often_as_they_are_likely() -> None:
    """Six standard errors for each of some kinds, 20,000 sentences."""
    counts = Counter(drawn_by(seed=8, n=20_000))
    assert set(counts) <= set(sentences())
    for kind in (lambda s: s[1] == "red", lambda s: "near" in s or "behind" in s, lambda s: s.count("and") == 2):
        p = math.fsum(chance for s, chance in sentences().items() if kind(s))
        seen = sum(count for s, count in counts.items() if kind(s)) / 20_000
        assert abs(seen - p) < 6 * math.sqrt(p * (1 - p) / 20_000)


def drawn_by(*, seed: int, n: int) -> list[tuple[str, ...]]:
    """The sentences of a batch, as words."""
    drawn = grammar.batch(np.random.default_rng(seed), n)
    return [grammar.decode(row[: length - 1]) for row, length in zip(drawn.targets, drawn.counted.sum(1), strict=True)]


def test_one_sentence_is_a_batch_of_one() -> None:
    rng = np.random.default_rng(6)
    found = [grammar.sentence(rng) for _ in range(100)]
    assert found == drawn_by(seed=6, n=100)
    assert len(set(found)) > 80


def test_a_batch_is_shifted_by_one() -> None:
    """Each target is the next input; the end counts, padding does not; the same seed draws the same sentences."""
    drawn = grammar.batch(np.random.default_rng(3), 50)
    assert drawn.inputs.shape == drawn.targets.shape == drawn.counted.shape == (50, LONGEST - 1)
    for inputs, targets, counted in zip(drawn.inputs, drawn.targets, drawn.counted, strict=True):
        length = int(counted.sum())
        assert counted.tolist() == [True] * length + [False] * (LONGEST - 1 - length)
        assert grammar.decode(inputs[:1]) == (START,)
        assert inputs[1:].tolist() == targets[:-1].tolist()
        assert grammar.decode(targets[length - 1 : length]) == (END,)
        assert grammar.decode(targets[: length - 1]) in sentences()
        assert set(grammar.decode(targets[length:])) <= {PAD}
    again = grammar.batch(np.random.default_rng(3), 50)
    assert (again.inputs == drawn.inputs).all()


def test_the_grammars_own_loss_by_hand() -> None:
    """The mean of −ln over two sentences; a sentence that it never says is refused."""
    two = [("the", "fox", "runs"), ("the", "dogs", "and", "dogs", "wait", "and", "wait")]
    prices = [-math.log(sentences()[words]) for words in two]
    assert grammar.own_loss(batch_of(*two)) == pytest.approx(sum(prices) / (4 + 8), rel=1e-12)
    with pytest.raises(ValueError, match="never says"):
        grammar.own_loss(batch_of(("the", "fox", "run")))


def batch_of(*texts: tuple[str, ...]) -> grammar.Batch:
    """Sentences of one's own, padded."""
    rows = [(START, *words, END, *(PAD,) * (LONGEST - 2 - len(words))) for words in texts]
    ids = np.array([[VOCABULARY.index(word) for word in row] for row in rows])
    return grammar.Batch(inputs=ids[:, :-1], targets=ids[:, 1:], counted=ids[:, 1:] != VOCABULARY.index(PAD))


def test_words_and_ids() -> None:
    assert len(set(VOCABULARY)) == len(VOCABULARY) == 22
    assert grammar.encode([START, END, PAD, "the"]) == (0, 1, 2, 3)
    assert grammar.decode(range(22)) == VOCABULARY
    with pytest.raises(ValueError, match=r"the vocabulary has no wolf or bear; it has the, red"):
        grammar.encode(("the", "wolf", "and", "wolf", "near", "the", "bear"))
    with pytest.raises(ValueError, match="wolf"):
        grammar.next_distribution(["wolf"])


def test_the_rules_name_every_word() -> None:
    """What is stated is what is drawn."""
    stated = " ".join(grammar.rules())
    for word in VOCABULARY[3:]:
        if word not in (*MANY, "run", "sleep", "wait"):
            assert word in stated


def test_beginnings_by_hand() -> None:
    """The empty one; the; after it 3 adjectives and 6 nouns; then by rule and noun, as counted for the next length."""
    assert [grammar.beginnings(longest) for longest in (0, 1, 2)] == [1, 2, 11]
    # After an adjective: and, 2 others, 6 nouns. After a noun of many: and, 2 places; of one: 2 places.
    assert grammar.beginnings(3) == 11 + 3 * (1 + 2 + 6) + 3 * (1 + 2) + 3 * 2
