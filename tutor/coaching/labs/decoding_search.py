"""Prefixes by the ten thousand, put to the small model: where is it surest of words that are wrong there?

First every beginning of a sentence that the grammar allows, up to its verb, where all other words are wrong; then
beginnings with one adjective too many, where its rule still tells the number of the verb.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

import numpy as np

from tutor.maths import grammar, pretrained
from tutor.maths.grammar import (
    ADJECTIVES,
    END,
    MOST_AGAIN,
    PLURAL,
    PREPOSITIONS,
    SINGULAR,
    START,
    VERBS_OF_MANY,
    VERBS_OF_ONE,
    VOCABULARY,
)
from tutor.maths.language import leaders, tempered
from tutor.maths.tiny_gpt import FOR_TRAINING, forward, log_probabilities

Prefix = tuple[str, ...]

AT_ONCE = 48
"""Prefixes in one step of the search: some hundredths of a second."""

NOUNS = (*SINGULAR, *PLURAL)
VERBS = (*VERBS_OF_ONE, *VERBS_OF_MANY)
INSIDE = "a beginning that the grammar allows"
OUTSIDE = "one adjective more than the grammar allows"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A prefix, without its start, and the probability `p` that the model gives to wrong words there, at T = 1.

    `kind` says what prefix it is. `logits` are the model's, so that any temperature can be tried.
    """

    prefix: Prefix
    kind: str
    p: float
    logits: tuple[float, ...]

    @property
    def inside(self) -> bool:
        """True where the grammar allows the prefix."""
        return self.kind == INSIDE

    @property
    def right(self) -> Prefix:
        """The words that may come; outside the grammar, the verbs that may."""
        return right_words(self.prefix, inside=self.inside)

    @property
    def wrong(self) -> Prefix:
        """The words that are wrong: all others inside the grammar, the verbs of the wrong number outside it."""
        return wrong_words(self.right, inside=self.inside)

    @property
    def word(self) -> str:
        """The likeliest of the wrong words."""
        return max(self.wrong, key=lambda word: self.logits[VOCABULARY.index(word)])

    @property
    def is_first(self) -> bool:
        """True where the model's most likely word is wrong, so that greedy decoding writes it."""
        return VOCABULARY[leaders(self.logits)[0]] in self.wrong

    def share(self, words: Prefix, temperature: float) -> float:
        """What the model gives to these words together at a temperature."""
        shares = tempered(self.logits, temperature)
        return sum(shares[VOCABULARY.index(word)] for word in words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """How far of `total` beginnings the search has come, inside the grammar and outside, and the surest mistakes.

    Those inside the grammar come first, where nobody can say that the model was asked for what it never saw.
    `found` holds mistakes that the model finds likelier than any other word, the surest of each kind, subject's
    number and sort of wrong word; `best_inside` is the surest inside the grammar, likely or not.
    """

    inside: int = 0
    outside: int = 0
    found: tuple[Mistake, ...] = ()
    best_inside: Mistake | None = None
    total: int = 0
    done: bool = False

    @property
    def tried(self) -> int:
        """The beginnings that have been put to the model."""
        return self.inside + self.outside


def searching(before: Search | None = None) -> Iterator[Search]:
    """Go through all prefixes, or on with those that an earlier search has left; the last state is `done`."""
    longest = pretrained.load().config.context - 1
    begun = before or Search(total=grammar.beginnings(longest) + sum(map(len, outside(longest))))
    now, passed = begun, 0
    frontier: list[Prefix] = [()]
    while frontier:
        longer: list[Prefix] = []
        for chunk in _chunks(frontier):
            right = [right_words(prefix, inside=True) for prefix in chunk]
            passed += len(chunk)
            if passed > begun.tried:
                now = _with(now, _judged(chunk, right, INSIDE), inside=len(chunk))
            yield now
            if len(chunk[0]) < longest:
                longer += [
                    (*prefix, word)
                    for prefix, words in zip(chunk, right, strict=True)
                    for word in words
                    if word not in VERBS and word != END
                ]
        frontier = longer
    for prefixes in outside(longest):
        for chunk in _chunks(prefixes):
            passed += len(chunk)
            if passed > begun.tried:
                right = [right_words(prefix, inside=False) for prefix in chunk]
                now = _with(now, _judged(chunk, right, OUTSIDE), outside=len(chunk))
            yield now
    yield replace(now, done=True)


def outside(longest: int) -> Iterator[list[Prefix]]:
    """Beginnings with three adjectives and a place, those of one length together: a verb may come next.

    All adjectives differ and as many as may be are said again, as in the grammar, which allows two adjectives.
    """
    for again in range(MOST_AGAIN + 1):
        rows = [
            ("the", *_said_again(row, places), noun, place, "the", near)
            for row in permutations(ADJECTIVES)
            for places in product((False, True), repeat=len(row))
            if sum(places) == again
            for noun, place, near in product(NOUNS, PREPOSITIONS, NOUNS)
        ]
        if len(rows[0]) <= longest:
            yield rows


def _said_again(words: Sequence[str], again: Sequence[bool]) -> Iterator[str]:
    """These words, those that are said again with "and" and themselves after them."""
    for word, twice in zip(words, again, strict=True):
        yield from (word, "and", word) if twice else (word,)


def nouns_of(prefix: Prefix) -> Prefix:
    """The nouns of a prefix in their order; the first one is the subject."""
    return tuple(word for word in prefix if word in NOUNS)


def right_words(prefix: Prefix, *, inside: bool) -> Prefix:
    """The words that may come after a prefix; outside the grammar, the verbs of its subject's number."""
    if inside:
        return tuple(grammar.next_distribution(prefix))
    return VERBS_OF_ONE if nouns_of(prefix)[0] in SINGULAR else VERBS_OF_MANY


def wrong_words(right: Prefix, *, inside: bool) -> Prefix:
    """The words that are wrong where these are right; outside the grammar, the verbs of the other number."""
    return tuple(word for word in (VOCABULARY if inside else VERBS) if word not in right)


def named(mistake: Mistake) -> str:
    """What kind of mistake it is, by what can be seen of its words."""
    prefix, word = mistake.prefix, mistake.word
    nouns = nouns_of(prefix)
    if nouns and word in VERBS:
        fits_one = word in VERBS_OF_ONE
        if (nouns[0] in SINGULAR) != fits_one:
            verb = f"{word} is a verb of {'one' if fits_one else 'several'}, and the subject is {nouns[0]}"
            if len(nouns) > 1 and (nouns[-1] in SINGULAR) == fits_one:
                return f"Agreement with the wrong noun: {verb}. It fits {nouns[-1]}, which stands nearer."
            return f"Wrong agreement: {verb}."
    if prefix[-1:] == ("and",):
        return f"Wrong copy: after and the word before it comes again, and that is {prefix[-2]}, not {word}."
    rest = f"the grammar goes on with {', '.join(mistake.right)}."
    if word == "and" and sum(each in PREPOSITIONS for each in prefix) == 2:
        return f"A rule taken too far: and may follow a noun, but not in a sentence with two places; {rest}"
    return f"{word} never comes here: {rest}"


def _chunks(prefixes: list[Prefix]) -> Iterator[list[Prefix]]:
    for first in range(0, len(prefixes), AT_ONCE):
        yield prefixes[first : first + AT_ONCE]


def _judged(prefixes: list[Prefix], right: list[Prefix], kind: str) -> list[Mistake]:
    """Of these prefixes, all of one length, the one with most for wrong words, and those whose first word is wrong."""
    model = pretrained.load()
    ids = np.array([grammar.encode((START, *prefix)) for prefix in prefixes])
    logits = forward(model.weights, model.config, ids, keep=FOR_TRAINING).logits[:, -1].astype(np.float64)
    wrong = np.full(logits.shape, kind == INSIDE)
    if kind != INSIDE:
        wrong[:, list(grammar.encode(VERBS))] = True
    for row, words in zip(wrong, right, strict=True):
        row[list(grammar.encode(words))] = False
    given = np.where(wrong, np.exp(log_probabilities(logits)), 0.0).sum(axis=1)
    first = np.take_along_axis(wrong, logits.argmax(axis=1)[:, None], axis=1)[:, 0]
    first[given.argmax()] = True
    return [
        Mistake(prefix=prefixes[i], kind=kind, p=float(given[i]), logits=tuple(map(float, logits[i])))
        for i in np.flatnonzero(first)
    ]


def _with(now: Search, made: list[Mistake], *, inside: int = 0, outside: int = 0) -> Search:
    """The search with more prefixes judged."""
    kept: dict[tuple[str, bool, str], Mistake] = {}
    for mistake in sorted([*now.found, *made], key=lambda each: (not each.inside, -each.p)):
        if not mistake.is_first:
            continue
        nouns, word = nouns_of(mistake.prefix), mistake.word
        sort = "verb" if word in VERBS else word
        kept.setdefault((mistake.kind, bool(nouns) and nouns[0] in SINGULAR, sort), mistake)
    best = max([*made, *([now.best_inside] if now.best_inside else [])], key=lambda each: each.p) if inside else None
    return replace(
        now,
        inside=now.inside + inside,
        outside=now.outside + outside,
        found=tuple(kept.values()),
        best_inside=best or now.best_inside,
    )
