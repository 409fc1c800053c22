"""A text as characters, bytes, words and learned word pieces; nothing here knows how any of them is shown.

Byte-pair encoding as in section 3.2 of Sennrich et al. 2016, "Neural Machine Translation of Rare Words with Subword
Units". Pieces are plain strings, so that letters, letters with an end mark, or bytes can be what one starts from.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

Pieces = tuple[str, ...]
Pair = tuple[str, str]

JOINER = "\u200d"
NON_JOINER = "\u200c"
FLAG_LETTERS = range(0x1F1E6, 0x1F200)
SKIN_TONES = range(0x1F3FB, 0x1F400)
TAGS = range(0xE0020, 0xE0080)
HANGUL_SYLLABLES = range(0xAC00, 0xD7A4)
MARKS_BY_RULE = frozenset("\u0e33\u0eb3\uff9e\uff9f")
"""Thai and Lao am and the half-width voice marks: letters by category, part of the character before by rule."""

WORD_OR_BLANK = re.compile(r"\S+|\s")


def characters(text: str) -> tuple[str, ...]:
    """What a person sees as single characters: "e" with an accent of its own, a flag, a family are one each.

    Extended grapheme clusters of Unicode's Annex 29, as far as Python's own tables say who belongs to them: left out
    are marks that stand before their letter and conjuncts of Indic scripts. The clusters joined are the text.
    """
    found: list[str] = []
    for letter in text:
        if found and _joins(found[-1], letter):
            found[-1] += letter
        else:
            found.append(letter)
    return tuple(found)


def is_mark(letter: str) -> bool:
    """True for a code point that belongs to the character before it: an accent, a joiner, a skin tone."""
    code = ord(letter)
    return (
        unicodedata.category(letter) in ("Mn", "Mc", "Me")
        or letter in (JOINER, NON_JOINER)
        or letter in MARKS_BY_RULE
        or code in SKIN_TONES
        or code in TAGS
    )


def _joins(before: str, letter: str) -> bool:
    """True where no border lies between a character that has begun and the next code point."""
    last = before[-1]
    if last == "\r" and letter == "\n":
        return True
    if unicodedata.category(last) in ("Cc", "Zl", "Zp"):
        return False
    if is_mark(letter):
        return True
    if ord(letter) in FLAG_LETTERS:
        # Flags are pairs of letters: a third one begins the next flag.
        return len(before) == 1 and ord(last) in FLAG_LETTERS
    if last == JOINER:
        # Only pictures are joined; letters after a joiner stand for themselves.
        return _is_picture(letter) and _is_picture(before[0])
    return _hangul(letter) in _MAY_FOLLOW.get(_hangul(last), ())


def _is_picture(letter: str) -> bool:
    """True for emoji and other symbols, and where newer ones than Python's tables know have their place."""
    return unicodedata.category(letter) in ("So", "Sm") or (
        unicodedata.category(letter) == "Cn" and 0x1F000 <= ord(letter) < 0x1FB00
    )


_MAY_FOLLOW = {"L": ("L", "V", "LV", "LVT"), "V": ("V", "T"), "LV": ("V", "T"), "T": ("T",), "LVT": ("T",)}


def _hangul(letter: str) -> str:
    """Which part of a Korean syllable this is: L, V, T, LV, LVT, or none."""
    code = ord(letter)
    if code in HANGUL_SYLLABLES:
        return "LVT" if (code - HANGUL_SYLLABLES.start) % 28 else "LV"
    if 0x1100 <= code <= 0x115F or 0xA960 <= code <= 0xA97C:
        return "L"
    if 0x1160 <= code <= 0x11A7 or 0xD7B0 <= code <= 0xD7C6:
        return "V"
    return "T" if 0x11A8 <= code <= 0x11FF or 0xD7CB <= code <= 0xD7FB else ""


def utf8(text: str) -> bytes:
    """The bytes of a text in UTF-8; half of a surrogate pair, which has none, counts as U+FFFD."""
    return whole(text).encode()


def whole(text: str) -> str:
    """The text with halves of surrogate pairs, which no encoding holds, replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def words(text: str) -> tuple[str, ...]:
    """What stands between blanks; the blanks themselves are gone."""
    return tuple(text.split())


def words_and_blanks(text: str) -> tuple[str, ...]:
    """Words, and each blank by itself: together they are the text again."""
    return tuple(WORD_OR_BLANK.findall(text))


def bytes_as_letters(text: str) -> str:
    """A text's UTF-8 bytes as letters 0 to 255, so that merges can start from bytes."""
    return utf8(text).decode("latin-1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word of the training text: how often it occurs, and how it is cut now."""

    pieces: Pieces
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """A pair that was joined everywhere, and how often it occurred just before."""

    pair: Pair
    times: int

    @property
    def piece(self) -> str:
        """What the pair became."""
        return "".join(self.pair)


@dataclass(frozen=True, slots=True, kw_only=True)
class Learning:
    """Byte-pair merges at one step: the words as they are cut now, what one started from, what was merged."""

    words: tuple[Word, ...]
    base: Pieces
    merges: tuple[Merge, ...] = ()

    def counts(self) -> dict[Pair, int]:
        """How often each pair of neighbors occurs, in the order in which pairs are first met.

        Every place counts, so "aaa" holds a + a twice. No pair reaches from one word into the next.
        """
        found: dict[Pair, int] = {}
        for word in self.words:
            for pair in zip(word.pieces, word.pieces[1:], strict=False):
                found[pair] = found.get(pair, 0) + word.times
        return found

    def best(self) -> Merge | None:
        """The most frequent pair, at a tie the one first met; None where no pair occurs twice."""
        counts = self.counts()
        pair = max(counts, key=lambda each: counts[each], default=None)
        return None if pair is None or counts[pair] < 2 else Merge(pair=pair, times=counts[pair])

    def merged(self) -> Learning:
        """One step on: the best pair joined in every word, from left to right. The same where there is none."""
        best = self.best()
        if best is None:
            return self
        cut = tuple(replace(word, pieces=joined(word.pieces, best.pair)) for word in self.words)
        return replace(self, words=cut, merges=(*self.merges, best))

    def vocabulary(self) -> Pieces:
        """What one started from, then what each merge made; a piece's id is its place, counted from 1."""
        return tuple(dict.fromkeys((*self.base, *(merge.piece for merge in self.merges))))

    def length(self) -> int:
        """How many pieces the whole training text is now."""
        return sum(len(word.pieces) * word.times for word in self.words)

    def cut(self, pieces: Sequence[str]) -> Pieces:
        """A word of any text, given in the pieces one started from, cut by the merges so far, in their order."""
        now = tuple(pieces)
        for merge in self.merges:
            now = joined(now, merge.pair)
        return now


def learning(training: Iterable[Sequence[str]], *, base: Pieces | None = None) -> Learning:
    """Learning before its first merge. A word of the training text is a row of what one starts from: its letters.

    Words are counted, and kept in the order in which they are first met. `base` is the vocabulary to start from;
    without it, all that occurs, in the order in which it is first met.
    """
    times: dict[Pieces, int] = {}
    for word in map(tuple, training):
        times[word] = times.get(word, 0) + 1
    if base is None:
        base = tuple(dict.fromkeys(piece for word in times for piece in word))
    return Learning(words=tuple(Word(pieces=word, times=n) for word, n in times.items()), base=base)


def all_steps(first: Learning, *, most: int) -> tuple[Learning, ...]:
    """From this state on, merge by merge, until no pair occurs twice or `most` merges are learned."""
    steps = [first]
    while len(steps) <= most and steps[-1].best() is not None:
        steps.append(steps[-1].merged())
    return tuple(steps)


def joined(pieces: Sequence[str], pair: Pair) -> Pieces:
    """The pieces with this pair joined wherever it stands, from left to right: a a a gives aa a."""
    result: list[str] = []
    at = 0
    while at < len(pieces):
        here = tuple(pieces[at : at + 2]) == pair
        result.append("".join(pair) if here else pieces[at])
        at += 2 if here else 1
    return tuple(result)
