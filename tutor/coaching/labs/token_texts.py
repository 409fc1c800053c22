"""The texts of the tokens laboratory, how much of a learner's own is taken, and what is learned from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from tutor.maths import tokens
from tutor.maths.checks import count
from tutor.maths.tokens import Learning, Pieces

MOST_TEXT = 400
"""Code points of a learner's text that are taken: a table of more could not be looked through."""

MOST_MERGES = 200
"""Merges that are learned at most. Texts as short as these run out of pairs before."""

SAMPLES = (
    "naïve 東京 🦊",
    "unbelievable",
    "cafe\u0301 \U0001f468\u200d\U0001f469\u200d\U0001f467 🇩🇪",
    "the youngest hens are singing",
    "3.14159 + 2.71828",
)
"""Texts to look at for those who have none of their own at hand; the third has characters of several code points."""

EIGHT = "sent sent sent sent the the then rent"
"""The words of the course's unit on tokens."""

THIRTY_SIX = " ".join(["hug"] * 10 + ["pug"] * 5 + ["pun"] * 12 + ["bun"] * 4 + ["hugs"] * 5)
"""The words of the Hugging Face course, chapter 6, section 5."""

ENGLISH = (
    "the red fox sees the hen and the hen sees the red fox then the fox runs to the river and the hen runs to the "
    "table the old fox never sleeps near the river when the hens are singing in the evening the children are reading "
    "and singing and they believe that the fox is able to read the table but the hen is unable to believe it she "
    "believed the oldest and the kindest of the children when they were able to see the river and the youngest is "
    "unable to believe that the tallest fox is unkind"
)

OWN = "your text"
TRAININGS: dict[str, str] = {
    "eight words": EIGHT,
    "hugs and puns": THIRTY_SIX,
    "an English text": ENGLISH,
    OWN: "",
}
"""What merges can be learned from, by name; the last is whatever stands in the field."""

TO_CUT = "then tent"
"""What the merges are tried on until something else is typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """One way to cut a text. `pieces` as they are; for bytes and byte pieces each letter 0 to 255 is one byte."""

    name: str
    pieces: Pieces
    ids: tuple[int, ...]


def bounded(text: str) -> tuple[str, str]:
    """As much of a text as is taken, and a sentence that says so where it is not all of it."""
    if len(text) <= MOST_TEXT:
        return tokens.whole(text), ""
    return tokens.whole(text[:MOST_TEXT]), f"Only the first {MOST_TEXT} of {len(text)} characters are taken."


@lru_cache(maxsize=16)
def steps_of(training: str) -> tuple[Learning, ...]:
    """Every step of learning from a text's words, from its letters on."""
    return tokens.all_steps(tokens.learning(map(tuple, tokens.words(training))), most=MOST_MERGES)


@lru_cache(maxsize=1)
def english_steps() -> tuple[Learning, ...]:
    """Every step of learning from the English text with a vocabulary that starts from the 256 bytes.

    Every text is made of bytes, so nothing is ever unknown.
    """
    words = (tokens.bytes_as_letters(word) for word in tokens.words(ENGLISH))
    first = tokens.learning(map(tuple, words), base=tuple(map(chr, range(256))))
    return tokens.all_steps(first, most=MOST_MERGES)


def schemes(text: str, *, merges: int) -> tuple[Scheme, ...]:
    """A text as code points, bytes, words, and pieces by so many merges of the English text, with their ids.

    Ids: a code point's number, a byte's value, words in the order in which they first come, from 1, and for pieces
    the 256 bytes from 0, then what each merge made.
    """
    words = tokens.words(text)
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words), 1)}
    learned = english_steps()[merges]
    places = {piece: place for place, piece in enumerate(learned.vocabulary())}
    cut = tuple(
        chain.from_iterable(learned.cut(tokens.bytes_as_letters(word)) for word in tokens.words_and_blanks(text))
    )
    data = tokens.bytes_as_letters(text)
    return (
        Scheme(name="characters", pieces=tuple(text), ids=tuple(map(ord, text))),
        Scheme(name="bytes", pieces=tuple(data), ids=tuple(map(ord, data))),
        Scheme(name="words", pieces=words, ids=tuple(numbers[word] for word in words)),
        Scheme(name="pieces", pieces=cut, ids=tuple(places[piece] for piece in cut)),
    )


def counted(cuts: tuple[Scheme, ...]) -> str:
    """How many tokens each way of cutting gives, in a sentence."""
    return ", ".join(count(len(each.pieces), each.name.removesuffix("s")) for each in cuts) + "."
