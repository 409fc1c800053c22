"""A little grammar of foxes, dogs and cats: it draws sentences, and knows the exact chance of each next word.

A sentence is a walk from state to state, a word at each step. No state offers a word twice, so that a sentence can
come about in one way only, and what is computed over the states is exact. Nothing here knows of models.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tutor.maths import walks

START, END, PAD = "<s>", "</s>", "<pad>"

SINGULAR = ("fox", "dog", "cat")
PLURAL = ("foxes", "dogs", "cats")
VERBS_OF_ONE = ("runs", "sleeps", "waits")
VERBS_OF_MANY = ("run", "sleep", "wait")
ADJECTIVES = ("red", "quick", "small")
PREPOSITIONS = ("near", "behind")

VOCABULARY = (
    START, END, PAD, "the", *ADJECTIVES, *SINGULAR, *PLURAL, *PREPOSITIONS, *VERBS_OF_ONE, *VERBS_OF_MANY, "and",
)  # fmt: skip
"""Every token, in the order of its id: first the three marks, of which padding is never drawn."""

ADJECTIVE_FIRST, ADJECTIVE_SECOND = 0.6, 0.4
"""How often an adjective follows the first "the", and how often another one follows that."""
PLACE_FIRST, PLACE_SECOND = 0.55, 0.002
"""How often a place follows the first noun, and another one that. The second is rare: a model sees few of them."""
AGAIN, VERB_AGAIN = 0.35, 0.6
"""How often "and" and the same word again follow an adjective or a noun of many, and how often a verb."""
MOST_AGAIN = 2
"""How many words of a sentence are said again."""
VERB_SHARES = (0.5, 0.3, 0.2)

LONGEST = 14
"""The tokens of the longest sentence, with its start and its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Sentences side by side, for a model: (n, T) each, T = LONGEST − 1. `counted` is False at padding."""

    inputs: NDArray[np.int64]
    targets: NDArray[np.int64]
    counted: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """Where a sentence stands.

    `last` is the word before, where it may be said again; `repeating` is True between "and" and that word.
    """

    at: Literal["start", "phrase", "after noun", "place", "place noun", "after verb", "done"]
    adjectives: tuple[str, ...] = ()
    many: bool = False
    places: int = 0
    again: int = 0
    last: str = ""
    repeating: bool = False


_Choices = tuple[tuple[str, float, _State], ...]
_FIRST = _State(at="start")
_DONE = _State(at="done")


def rules() -> tuple[str, ...]:
    """The grammar in a few plain lines."""
    return (
        "A sentence: the, up to two adjectives, a noun, perhaps a place, a verb.",
        f"The adjectives are {_listed(ADJECTIVES)}; the nouns {_listed(SINGULAR)}, for one or for many.",
        f"A place is {_listed(PREPOSITIONS)}, then the and any noun: near the dogs.",
        f"The verb is {_listed(VERBS_OF_ONE)}, and agrees with the first noun: the fox near the dogs runs.",
        "After and comes the word before it once more: red and red, dogs and dogs, runs and runs.",
        "Adjectives, nouns for many and verbs may be said again so, at most two words in a sentence.",
        "A few sentences have two places; in these no word is said again.",
    )


def sentence(rng: np.random.Generator) -> tuple[str, ...]:
    """One sentence, without its start and end."""
    words = decode(_drawn(rng, 1)[0])
    return words[1 : words.index(END)]


def batch(rng: np.random.Generator, n: int) -> Batch:
    """n sentences as inputs and the targets they are to predict, which are the inputs shifted by one.

    (n, LONGEST − 1) each. The end counts, what follows it does not.
    """
    ids = _drawn(rng, n)
    targets = ids[:, 1:]
    return Batch(inputs=ids[:, :-1], targets=targets, counted=targets != VOCABULARY.index(PAD))


def own_loss(batch: Batch) -> float:
    """The mean of −ln of the grammar's own chance of each counted target, in nats: `entropy` but for luck.

    What a model's loss over the same sentences is to be compared with. Sentences that the grammar never says are
    a ValueError.
    """
    chances = walks.chances(_table(), batch.targets)[batch.counted]
    if not chances.all():
        raise ValueError("the grammar never says one of these sentences")
    return float(-np.log(chances).mean())


def next_distribution(prefix: Sequence[str]) -> Mapping[str, float]:
    """The exact chance of each word that may follow; empty where the grammar has no such prefix.

    The start may stand in front or be left out. After the end nothing follows: that is empty too. An unknown word
    is a ValueError.
    """
    encode(prefix)
    state = _FIRST
    for word in prefix[1:] if prefix and prefix[0] == START else prefix:
        following = [after for offered, _, after in _choices(state) if offered == word]
        if not following:
            return MappingProxyType({})
        (state,) = following
    return MappingProxyType({word: chance for word, chance, _ in _choices(state)})


def beginnings(longest: int) -> int:
    """How many different beginnings of its sentences have no verb yet, the empty one among them.

    Each of at most so many words, the start not counted.
    """
    verbs = {*VERBS_OF_ONE, *VERBS_OF_MANY}
    now, total = {_FIRST: 1}, 1
    for _ in range(longest):
        longer: dict[_State, int] = {}
        for state, count in now.items():
            for word, _chance, after in _choices(state):
                if word not in verbs and word != END:
                    longer[after] = longer.get(after, 0) + count
        now = longer
        total += sum(now.values())
    return total


def entropy() -> float:
    """The mean entropy of the next token, in nats per counted token: no honest model's mean loss can stay below it.

    −ln of a sentence's chance, on average, over the tokens that it has on average, its end among them.
    """
    surprise, tokens = walks.expected(_FIRST, _numbered)
    return surprise / tokens


def encode(words: Sequence[str]) -> tuple[int, ...]:
    """The ids of words; a ValueError names those that the vocabulary has not."""
    unknown = [word for word in dict.fromkeys(words) if word not in VOCABULARY]
    if unknown:
        raise ValueError(f"the vocabulary has no {_listed(unknown)}; it has {', '.join(VOCABULARY[3:])}")
    return tuple(VOCABULARY.index(word) for word in words)


def decode(ids: Sequence[int] | NDArray[np.integer]) -> tuple[str, ...]:
    """The words of ids."""
    return tuple(VOCABULARY[int(i)] for i in ids)


def _choices(state: _State) -> _Choices:
    """The words that may come next, the chance of each, and where each leads; no word twice."""
    if state.repeating:
        return ((state.last, 1.0, replace(state, repeating=False, last="")),)
    again = _again(state)
    return (*again, *_onward(state, 1.0 - sum(chance for _, chance, _ in again)))


def _again(state: _State) -> _Choices:
    """The "and" after which the last word is said again, where it may be."""
    if not state.last or state.again == MOST_AGAIN or state.places == 2:
        return ()
    chance = VERB_AGAIN if state.at == "after verb" else AGAIN
    return (("and", chance, replace(state, repeating=True, again=state.again + 1)),)


def _onward(state: _State, chance: float) -> _Choices:
    """The words that lead on from a state, which share a chance."""
    match state.at:
        case "start":
            return (("the", chance, _State(at="phrase")),)
        case "phrase":
            more = (ADJECTIVE_FIRST, ADJECTIVE_SECOND, 0.0)[len(state.adjectives)]
            return (*_adjectives(state, chance * more), *_nouns(state, chance * (1 - more)))
        case "after noun":
            second = PLACE_SECOND if state.again == 0 else 0.0
            more = (PLACE_FIRST, second, 0.0)[state.places]
            return (*_places(state, chance * more), *_verbs(state, chance * (1 - more)))
        case "place":
            return (("the", chance, replace(state, at="place noun")),)
        case "place noun":
            return _nouns(state, chance)
        case "after verb":
            return ((END, chance, _DONE),)
    return ()


def _adjectives(state: _State, chance: float) -> _Choices:
    """One that the sentence has not yet, each as likely as another."""
    left = [word for word in ADJECTIVES if word not in state.adjectives] if chance else []
    return tuple(
        (word, chance / len(left), replace(state, adjectives=(*state.adjectives, word), last=word)) for word in left
    )


def _nouns(state: _State, chance: float) -> _Choices:
    """Any noun; the first one decides the number of the verb."""
    nouns = (*SINGULAR, *PLURAL)

    def after(noun: str) -> _State:
        many = state.many if state.places else noun in PLURAL
        return replace(state, at="after noun", adjectives=(), many=many, last=noun if noun in PLURAL else "")

    return tuple((noun, chance / len(nouns), after(noun)) for noun in nouns)


def _places(state: _State, chance: float) -> _Choices:
    after = replace(state, at="place", places=state.places + 1, last="")
    return tuple((word, chance / len(PREPOSITIONS), after) for word in PREPOSITIONS) if chance else ()


def _verbs(state: _State, chance: float) -> _Choices:
    verbs = VERBS_OF_MANY if state.many else VERBS_OF_ONE
    return tuple(
        (verb, chance * share, replace(state, at="after verb", last=verb))
        for verb, share in zip(verbs, VERB_SHARES, strict=True)
    )


@cache
def _table() -> walks.Table:
    return walks.table(_FIRST, _numbered)


def _numbered(state: _State) -> walks.Choices[_State]:
    return tuple((VOCABULARY.index(word), chance, after) for word, chance, after in _choices(state))


def _drawn(rng: np.random.Generator, n: int) -> NDArray[np.int64]:
    """n sentences as ids, from start to end, then padding. (n, LONGEST)."""
    ids = walks.drawn(_table(), rng.random(n), LONGEST - 1)
    return np.insert(np.where(ids < 0, VOCABULARY.index(PAD), ids), 0, VOCABULARY.index(START), axis=1)


def _listed(words: Sequence[str]) -> str:
    """Words as people list them: red, quick or small."""
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]
