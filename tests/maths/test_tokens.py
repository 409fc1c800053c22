"""Characters, bytes, words and byte-pair merges, against published examples and counts made by hand."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.maths import tokens
from tutor.maths.tokens import Learning, Pair

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
NO_SURROGATES = st.text(st.characters(exclude_categories=["Cs"]))


def repeated(words: dict[str, int]) -> Learning:
    """Learning from words that occur so often each; "l o w </w>" is cut at its blanks, "hug" into letters."""
    rows = {word: tuple(word.split()) if " " in word else tuple(word) for word in words}
    return tokens.learning(rows[word] for word, times in words.items() for _ in range(times))


def pairs(learning: Learning) -> list[Pair]:
    return [merge.pair for merge in learning.merges]


def after(learning: Learning, merges: int) -> Learning:
    for _ in range(merges):
        learning = learning.merged()
    return learning


# Characters


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("naïve 東京 🦊", ["n", "a", "ï", "v", "e", " ", "東", "京", " ", "🦊"]),
        ("e\u0301a", ["e\u0301", "a"]),  # an accent of its own
        ("\u0301a", ["\u0301", "a"]),  # an accent on nothing
        (FAMILY + FAMILY, [FAMILY, FAMILY]),
        ("a\u200db", ["a\u200d", "b"]),  # a joiner joins pictures, not letters
        ("🙂\u200d↔\ufe0f!", ["🙂\u200d↔\ufe0f", "!"]),
        ("🙂\u200d\U0001f100", ["🙂\u200d", "\U0001f100"]),  # a digit with a full stop is no picture
        ("👍\U0001f3fdx", ["👍\U0001f3fd", "x"]),  # a skin tone
        ("\u1100\ud7c6\ud7fb", ["\u1100\ud7c6\ud7fb"]),  # the last vowel and the last final of old Korean
        ("🇩🇪🇫🇷🇯", ["🇩🇪", "🇫🇷", "🇯"]),  # flags are pairs
        (
            "\U0001f3f4\U000e0067\U000e0062\U000e007f!",
            ["\U0001f3f4\U000e0067\U000e0062\U000e007f", "!"],
        ),  # or have tags
        ("1\ufe0f\u20e3", ["1\ufe0f\u20e3"]),  # a keycap
        ("\u1112\u1161\u11ab\u1112", ["\u1112\u1161\u11ab", "\u1112"]),  # Korean written in its parts
        ("하\u11ab간\u1161", ["하\u11ab", "간", "\u1161"]),
        ("กำ", ["กำ"]),  # Thai am
        ("नि", ["नि"]),  # a vowel sign that takes a place of its own
        ("\r\n\n", ["\r\n", "\n"]),
        ("\n\u0301", ["\n", "\u0301"]),  # nothing joins a line end
        ("", []),
    ],
)
def test_what_a_person_sees_as_one_character(text: str, seen: list[str]) -> None:
    """By the rules of Unicode's Annex 29, worked out by hand."""
    assert list(tokens.characters(text)) == seen


@given(st.text())
def test_characters_are_the_text_again(text: str) -> None:
    assert "".join(tokens.characters(text)) == text


@given(NO_SURROGATES)
def test_composed_letters_count_once_either_way(text: str) -> None:
    """Latin text has as many characters with its accents inside the letters as beside them."""
    latin = "".join(c for c in text if c < "\u0250" and c != "\u00ad")
    apart = unicodedata.normalize("NFD", latin)
    assert len(tokens.characters(apart)) == len(tokens.characters(unicodedata.normalize("NFC", latin)))


# Bytes and words


def test_bytes_of_the_course() -> None:
    """ï is two bytes, 東 and 京 three each, 🦊 four: by the table of UTF-8, and as unit 2 counts them."""
    assert tokens.utf8("naïve 東京 🦊").hex(" ") == "6e 61 c3 af 76 65 20 e6 9d b1 e4 ba ac 20 f0 9f a6 8a"
    assert [len(tokens.utf8(c)) for c in "ze ï東🦊"] == [1, 1, 1, 2, 3, 4]


def test_half_a_surrogate_pair_has_a_stand_in() -> None:
    assert tokens.utf8("a\ud83eb") == b"a\xef\xbf\xbdb"
    assert tokens.whole("\ud83e\udd8a") == "🦊"


def test_bytes_as_letters_are_one_letter_a_byte() -> None:
    assert [ord(c) for c in tokens.bytes_as_letters("aï")] == [0x61, 0xC3, 0xAF]


def test_words_stand_between_blanks() -> None:
    assert tokens.words(" naïve  東京\t🦊\n") == ("naïve", "東京", "🦊")
    assert tokens.words_and_blanks("a bc  d\n") == ("a", " ", "bc", " ", " ", "d", "\n")


@given(st.text())
def test_words_and_blanks_lose_nothing(text: str) -> None:
    assert "".join(tokens.words_and_blanks(text)) == text


# Merges


def test_the_published_example_of_hug_and_pug() -> None:
    """The Hugging Face course, chapter 6, section 5: hug 10, pug 5, pun 12, bun 4, hugs 5 give ug, un, hug.

    huggingface.co/learn/llm-course/chapter6/5, which also prints the words as they are cut after each merge.
    """
    first = repeated({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    assert sorted(first.base) == ["b", "g", "h", "n", "p", "s", "u"]
    assert first.counts()["h", "u"] == 15
    assert first.counts()["u", "g"] == 20
    learned = after(first, 3)
    assert [(merge.piece, merge.times) for merge in learned.merges] == [("ug", 20), ("un", 16), ("hug", 15)]
    assert [(word.pieces, word.times) for word in learned.words] == [
        (("hug",), 10),
        (("p", "ug"), 5),
        (("p", "un"), 12),
        (("b", "un"), 4),
        (("hug", "s"), 5),
    ]
    assert learned.cut("bug") == ("b", "ug")
    assert learned.cut("mug") == ("m", "ug")  # m is not in the vocabulary: that page writes [UNK]
    assert learned.cut("thug") == ("t", "hug")
    assert set(learned.vocabulary()) == set(first.base) | {"ug", "un", "hug"}


def test_nineteen_merges_of_a_published_text() -> None:
    """The same page's longer example, where ties go to the pair first met; Ġ stands for the blank in front."""
    words = (
        "This:3 Ġis:2 Ġthe:1 ĠHugging:1 ĠFace:1 ĠCourse:1 .:4 Ġchapter:1 Ġabout:1 Ġtokenization:1 Ġsection:1 Ġshows:1 "
        "Ġseveral:1 Ġtokenizer:1 Ġalgorithms:1 Hopefully:1 ,:1 Ġyou:1 Ġwill:1 Ġbe:1 Ġable:1 Ġto:1 Ġunderstand:1 Ġhow:1 "
        "Ġthey:1 Ġare:1 Ġtrained:1 Ġand:1 Ġgenerate:1 Ġtokens:1"
    )
    counts = {word: int(times) for word, _, times in (each.rpartition(":") for each in words.split())}
    printed = "Ġ+t i+s e+r Ġ+a Ġt+o e+n T+h Th+is o+u s+e Ġto+k Ġtok+en n+d Ġ+is Ġt+h Ġth+e i+n Ġa+b Ġtoken+i"  # 19
    learned = after(repeated(counts), 19)
    assert ["+".join(pair) for pair in pairs(learned)] == printed.split()
    cut = [piece for word in ("This", "Ġis", "Ġnot", "Ġa", "Ġtoken", ".") for piece in learned.cut(word)]
    assert cut == ["This", "Ġis", "Ġ", "n", "o", "t", "Ġa", "Ġtoken", "."]


def test_the_program_printed_by_sennrich_and_others() -> None:
    """low 5, lower 2, newest 6, widest 3 with an end mark: Sennrich et al. 2016, algorithm 1.

    The merges are what the authors' bpe_toy.py (github.com/rsennrich/subword-nmt) prints, ties to the pair first met.
    """
    first = repeated({"l o w </w>": 5, "l o w e r </w>": 2, "n e w e s t </w>": 6, "w i d e s t </w>": 3})
    printed = "e+s es+t est+</w> l+o lo+w n+e ne+w new+est</w> low+</w> w+i wi+d wid+est</w> low+e lowe+r lower+</w>"
    steps = tokens.all_steps(first, most=100)
    assert ["+".join(pair) for pair in pairs(steps[-1])] == printed.split()
    assert len(steps) == 16
    assert steps[10].cut(("l", "o", "w", "e", "s", "t", "</w>")) == ("low", "est</w>")


def test_the_example_of_unit_two() -> None:
    """sent 4, the 2, then 1, rent 1: five merges, 30 letters become 10 tokens, en is id 7 and th id 10."""
    steps = tokens.all_steps(repeated({"sent": 4, "the": 2, "then": 1, "rent": 1}), most=50)
    assert list(steps[0].counts().items()) == [
        (("s", "e"), 4),
        (("e", "n"), 6),
        (("n", "t"), 5),
        (("t", "h"), 3),
        (("h", "e"), 3),
        (("r", "e"), 1),
    ]
    last = steps[-1]
    assert [(merge.piece, merge.times) for merge in last.merges] == [
        ("en", 6),
        ("ent", 5),
        ("sent", 4),
        ("th", 3),
        ("the", 2),
    ]
    assert (steps[0].length(), last.length()) == (30, 10)
    assert last.vocabulary() == ("s", "e", "n", "t", "h", "r", "en", "ent", "sent", "th", "the")
    assert last.cut("then") == ("th", "en")
    assert last.best() is None
    assert last.merged() == last


def test_a_tie_goes_to_the_pair_first_met() -> None:
    """x y and y x occur twice each; which is merged is settled by the text's order, not by the alphabet."""
    assert repeated({"yx": 2, "xy": 2}).best() == tokens.Merge(pair=("y", "x"), times=2)
    assert repeated({"xy": 2, "yx": 2}).best() == tokens.Merge(pair=("x", "y"), times=2)


def test_overlapping_pairs_count_and_are_joined_from_the_left() -> None:
    first = repeated({"aaa": 1})
    assert first.counts() == {("a", "a"): 2}
    assert first.merged().words[0].pieces == ("aa", "a")
    assert tokens.joined(("b", "a", "b", "a"), ("b", "a")) == ("ba", "ba")


def test_no_pair_reaches_over_a_blank() -> None:
    learned = tokens.learning(map(tuple, tokens.words("ab ab ba ba")))
    assert set(learned.counts()) == {("a", "b"), ("b", "a")}
    assert ("b", "b") not in learned.counts()


def test_a_vocabulary_can_be_given_to_start_from() -> None:
    learned = tokens.learning([tuple("abab"), tuple("ab")], base=tuple("xab")).merged()
    assert learned.vocabulary() == ("x", "a", "b", "ab")


def test_nothing_to_learn_from_nothing() -> None:
    empty = tokens.learning([])
    assert (empty.best(), empty.vocabulary(), empty.length()) == (None, (), 0)
    assert tokens.all_steps(empty, most=5) == (empty,)


def test_steps_stop_at_the_most_that_is_wanted() -> None:
    assert [len(step.merges) for step in tokens.all_steps(repeated({"sent": 4, "the": 2}), most=2)] == [0, 1, 2]


@given(st.lists(st.text("abc", min_size=1, max_size=8), max_size=8), st.text("abcd", max_size=12))
def test_pieces_are_the_text_again(training: list[str], text: str) -> None:
    """Whatever is merged, nothing of a word is lost, and the training text never gets longer."""
    steps = tokens.all_steps(tokens.learning(map(tuple, training)), most=20)
    lengths = [step.length() for step in steps]
    assert lengths == sorted(lengths, reverse=True)
    assert len(set(lengths)) == len(lengths)
    for step in steps:
        assert "".join(step.cut(text)) == text
        assert sum(len("".join(word.pieces)) * word.times for word in step.words) == sum(map(len, training))
        # The training words are cut as a text of the same words would be.
        assert all(step.cut(tuple("".join(word.pieces))) == word.pieces for word in step.words)
