"""The tokens laboratory as a value: every move, what it changes and what it says; no front end."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from tests.maths.plain import attention
from tutor.coaching.labs import token_texts, token_vectors
from tutor.coaching.labs.opening import open_lab
from tutor.coaching.labs.tokens import TokensLab, start
from tutor.lessons.labs import LabValue

TOKENS = "naïve 東京 🦊"


def at(part: str, **values: LabValue) -> TokensLab:
    return start({"part": part, **values})


def pressed(lab: TokensLab, *moves: str) -> TokensLab:
    for move in moves:
        lab = lab.press(move)
    return lab


def said(lab: TokensLab) -> str:
    return lab.said.text if lab.said else ""


# How it begins


def test_a_lesson_s_page_opens_it() -> None:
    lab = open_lab("tokens", {"text": "Ola 東", "part": "merges"})
    assert isinstance(lab, TokensLab)
    assert (lab.text, lab.on, lab.said) == ("Ola 東", "merges", None)


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"text": 3.0}, "text"),
        ({"text": "  "}, "text"),
        ({"text": " " * 900 + "a"}, "text"),
        ({"part": "nowhere"}, "part"),
        ({"part": True, "text": ("a", "b")}, "text and part"),
    ],
)
def test_what_a_page_sets_wrongly_is_said(values: dict[str, LabValue], named: str) -> None:
    lab = start(values)
    assert (lab.text, lab.part) == (TOKENS, 0)
    assert said(lab) == f"The page's value for {named} does not fit; the usual one stands here."


def test_a_long_text_of_a_page_is_bounded_with_a_sentence() -> None:
    lab = start({"text": "ab " * 1000})
    assert len(lab.text) == token_texts.MOST_TEXT == 400
    assert said(lab) == "Only the first 400 of 3000 characters are taken."


def test_the_parts_go_by_and_stop_at_the_ends() -> None:
    lab = start({})
    seen = [lab.on]
    while lab.go(1) is not lab:
        lab = lab.go(1)
        seen.append(lab.on)
    assert seen == ["text", "merges", "lookup", "positions", "order"]


def test_no_control_takes_a_letter_of_every_screen() -> None:
    for part in TokensLab.parts:
        lab = at(part)
        keys = [key for control in lab.controls() for key in control.key.split(",")]
        assert len(keys) == len(set(keys)), part
        assert not set(keys) & {"q", "question_mark", "g", "d", "n", "b", "i", "escape"}
        assert all(lab.press(control.move) is not None for control in lab.controls())


def test_every_control_does_or_says_something() -> None:
    for part in TokensLab.parts:
        lab = at(part)
        for control in lab.controls():
            after = lab.press(control.move)
            assert after != lab, (part, control.move)


def test_a_move_of_another_part_says_so() -> None:
    for part in TokensLab.parts:
        assert said(at(part).press("nonsense")) == "That does nothing on this part."


# A text in four ways


def test_the_course_s_text_in_numbers() -> None:
    """Ten characters, eighteen bytes, three words; ids by Unicode and UTF-8."""
    characters, data, words, pieces = at("text").cuts()
    assert characters.ids == (110, 97, 239, 118, 101, 32, 26481, 20140, 32, 129418)
    assert data.ids == tuple("naïve 東京 🦊".encode())
    assert (words.pieces, words.ids) == (("naïve", "東京", "🦊"), (1, 2, 3))
    assert "".join(pieces.pieces).encode("latin-1") == "naïve 東京 🦊".encode()
    assert len(pieces.pieces) == len(pieces.ids) <= 18


def test_words_that_come_again_keep_their_ids() -> None:
    assert at("text", text="the fox the hen fox").cuts()[2].ids == (1, 2, 1, 3, 2)


def test_entering_a_text_counts_it() -> None:
    lab = at("text").enter("é 🦊")
    assert lab.text == lab.to_cut == "é 🦊"
    assert said(lab).startswith("3 characters, 7 bytes, 2 words, ")


@pytest.mark.parametrize("text", ["", "   ", "\t"])
def test_a_text_of_blanks_changes_nothing(text: str) -> None:
    lab = at("text").enter(text)
    assert lab.text == TOKENS
    assert lab.said is not None
    assert lab.said.kind == "bad"


def test_a_long_text_is_bounded_and_still_counted() -> None:
    lab = at("text").enter("x" * 401)
    assert said(lab).startswith("Only the first 400 of 401 characters are taken. 400 characters, 400 bytes, 1 word, ")


def test_half_a_surrogate_pair_is_no_trouble() -> None:
    lab = at("text").enter("a\ud83e")
    assert lab.cuts()[1].ids == (97, 0xEF, 0xBF, 0xBD)


def test_fewer_merges_down_to_bytes_and_up_again() -> None:
    """With no merge pieces are bytes; each step up leaves as many or fewer; the ends are said."""
    lab = at("text", text="the hen")
    while not said(lab).startswith("All "):
        lab = lab.press("more")
    most = lab.merges_used
    assert said(lab).startswith(f"All {most} merges")
    while not said(lab).startswith("No merge is used"):
        lab = lab.press("fewer")
    assert lab.merges_used == 0
    assert lab.cuts()[3].ids == tuple(b"the hen")
    lengths = [len(lab.cuts()[3].pieces)]
    while not said(lab).startswith("All "):
        lab = lab.press("more")
        lengths.append(len(lab.cuts()[3].pieces))
    assert lab.merges_used == most
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] == 3  # the, the blank, hen


def test_a_piece_s_id_is_its_place_after_the_bytes() -> None:
    """The first merge of the English text is h + e, so "he" is id 256 when it is used alone."""
    lab = at("text", text="he")
    while lab.merges_used != 1:
        lab = lab.press("fewer")
    assert lab.cuts()[3].ids == (256,)
    english = token_texts.ENGLISH
    pairs = [english[i : i + 2] for i in range(len(english) - 1) if " " not in english[i : i + 2]]
    assert pairs.count("he") == max(map(pairs.count, pairs))


def test_more_merges_change_something_at_once() -> None:
    """All were used at first, so that more of them did nothing."""
    lab = at("text")
    assert said(lab.press("more")) == "5 merges used: 17 pieces, 18 before."


def test_counts_are_to_be_guessed_before_they_are_shown() -> None:
    lab = at("text")
    assert not lab.looked
    for after in (lab.press("look"), lab.press("more"), lab.press("sample"), lab.enter("ab")):
        assert after.looked
    assert not lab.press("nonsense").looked
    assert not lab.enter(" ").looked
    assert not lab.press("look").press("look").looked
    assert not lab.go(1).press("merge").looked


def test_samples_go_round() -> None:
    lab = at("text")
    seen = []
    for _ in token_texts.SAMPLES:
        lab = lab.press("sample")
        seen.append(lab.text)
        assert said(lab).startswith(f"{len(lab.text)} characters, ")
    assert sorted(seen) == sorted(token_texts.SAMPLES)
    assert at("text", text="mine").press("sample").text == token_texts.SAMPLES[0]


# Merges


def test_the_course_s_merges_step_by_step() -> None:
    """Unit 2: en 6, ent 5, sent 4, th 3, the 2, and then is th, en."""
    lab = at("merges")
    heard = []
    for _ in range(5):
        lab = lab.press("merge")
        heard.append(said(lab))
    assert heard == [
        "Merge 1: e + n → en, 6 times.",
        "Merge 2: en + t → ent, 5 times.",
        "Merge 3: s + ent → sent, 4 times.",
        "Merge 4: t + h → th, 3 times.",
        "Merge 5: th + e → the, 2 times.",
    ]
    assert lab.own_words() == (("th", "en"), ("t", "ent"))
    assert said(lab.press("merge")).startswith("No pair occurs twice any more")
    assert lab.press("merge").taken == 5


def test_back_and_forward_come_to_the_same() -> None:
    lab = pressed(at("merges"), "merge", "merge")
    back = lab.press("undo")
    assert said(back) == "Taken back: en + t → ent. Merges so far: 1."
    assert back.press("merge").learned == lab.learned
    assert pressed(back, "undo", "undo").taken == 0
    assert said(pressed(back, "undo", "undo")) == "There is no merge to take back: every piece is a letter."
    assert lab.press("restart").taken == 0


def test_all_merges_at_once() -> None:
    lab = at("merges").press("all")
    assert lab.taken == 5
    assert said(lab) == "5 merges: 30 letters became 10 pieces."


def test_training_texts_go_round_and_begin_anew() -> None:
    lab = pressed(at("merges"), "all", "training")
    assert lab.taken == 0
    assert said(lab) == "Learning from hugs and puns: 36 words, from the letters again."
    assert [merge.piece for merge in pressed(lab, "merge", "merge", "merge").learned.merges] == ["ug", "un", "hug"]
    assert pressed(lab, "training", "training", "training").training == "eight words"


def test_a_tie_is_said() -> None:
    """x y and y x occur twice each, and x y is met first."""
    lab = pressed(at("merges"), "training", "training", "training").enter("xy yx xy yx")
    assert lab.training == "your text"
    assert said(lab.press("merge")) == "Merge 1: x + y → xy, 2 times; 2 pairs tie, the one first met goes first."


def test_learning_from_one_s_own_text_begins_anew_with_each_text() -> None:
    lab = pressed(at("merges"), "training", "training", "training", "all")
    assert lab.taken == 1  # then tent: e + n twice, after it no pair occurs twice
    lab = lab.enter("東京 東京")
    assert lab.taken == 0
    assert lab.learned.vocabulary() == ("東", "京")
    assert lab.press("merge").learned.vocabulary() == ("東", "京", "東京")
    assert said(lab) == "2 words, 4 tokens with the merges so far."


def test_one_s_own_text_is_cut_by_the_merges_so_far() -> None:
    lab = at("merges").press("all").enter("rent the tenth")
    assert lab.taken == 5
    assert lab.own_words() == (("r", "ent"), ("the",), ("t", "ent", "h"))
    assert said(lab) == "3 words, 6 tokens with the merges so far."


# Lookup


def test_a_lookup_both_ways() -> None:
    lab = at("merges").press("all").go(1)
    assert lab.table.shape == (11, 4)
    for row in range(1, 12):
        lab = lab.enter(str(row))
        picked, product = lab.looked_up()
        assert picked.tolist() == product.tolist() == lab.table[row - 1].tolist()


def test_ids_are_chosen_by_key_by_number_and_by_piece() -> None:
    lab = at("merges").press("all").go(1)
    assert pressed(lab, "after", "after").row == 3
    assert lab.enter(" 10 ").row == 10
    assert lab.enter("en").row == 7
    assert said(lab.press("before")) == "Ids are 1 to 11 here; more merges (part merges) make more of them."
    assert lab.enter("11").press("after").row == 11


@pytest.mark.parametrize("text", ["0", "12", "-1", "xyz", "", "1.5", "9" * 5000, "\x1b[2J"])
def test_no_id_and_no_piece_changes_nothing(text: str) -> None:
    lab = at("merges").press("all").go(1)
    after = lab.enter(text)
    assert after.row == 1
    assert after.said is not None
    assert after.said.kind == "bad"
    assert after.said.text.endswith("is no id and no piece here: ids are 1 to 11, and the is a piece.")
    assert after.said.text.isprintable()


def test_a_row_stays_when_merges_are_added_and_is_left_when_they_are_taken_back() -> None:
    few = at("lookup")
    many = at("merges").press("all").go(1)
    assert few.table.tolist() == many.table[:6].tolist()
    last = many.enter("11").go(-1).press("restart").go(1)
    assert last.row == 6
    assert len({tuple(row) for row in many.table.tolist()}) == 11


# Positions


def test_positions_by_key_and_by_number() -> None:
    lab = at("positions")
    assert lab.position == 1
    assert pressed(lab, "later", "later").position == 3
    assert lab.press("earlier").position == 0
    assert said(pressed(lab, "earlier", "earlier")) == "Positions are 0 to 9999 here; the first token has position 0."
    assert lab.enter("9999").position == 9999
    assert lab.enter("10000").position == 1
    assert said(lab.enter("one")) == "A position is a whole number from 0 to 9999."
    assert lab.press("after").row == 2


# Order


def rows_of(*, swapped: bool, positioned: bool, masked: bool) -> list[list[float]]:
    """The outputs by a second calculation, in lists."""
    rows = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    if swapped:
        rows = [rows[1], rows[0], rows[2]]
    if positioned:
        rows = [[a + math.sin(p), b + math.cos(p)] for p, (a, b) in enumerate(rows)]
    return attention(rows, rows, rows, causal=masked).output


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("positioned", [False, True])
@pytest.mark.parametrize("masked", [False, True])
def test_outputs_against_a_second_calculation(swapped: bool, positioned: bool, masked: bool) -> None:
    expected = rows_of(swapped=swapped, positioned=positioned, masked=masked)
    found = token_vectors.output(swapped=swapped, positioned=positioned, masked=masked)
    assert found == pytest.approx(np.array(expected))


def test_published_figures_of_the_swap() -> None:
    """Unit 2's table: without positions the rows are exchanged; under the mask row 1 goes from [1, 0] to [0, 1]."""
    first = token_vectors.output(swapped=False, positioned=False, masked=False)
    second = token_vectors.output(swapped=True, positioned=False, masked=False)
    figures = [[0.802224, 0.598888], [0.598888, 0.802224], [0.751745, 0.751745]]
    assert first == pytest.approx(np.array(figures), abs=5e-7)
    assert second == pytest.approx(np.array([figures[1], figures[0], figures[2]]), abs=5e-7)
    masked = [token_vectors.output(swapped=each, positioned=False, masked=True)[0].tolist() for each in (False, True)]
    assert masked == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("positioned", "masked", "expected"),
    [
        (False, False, (True, True, True)),
        (False, True, (False, False, True)),
        (True, False, (False, False, False)),
        (True, True, (False, False, False)),
    ],
)
def test_whose_numbers_are_kept(positioned: bool, masked: bool, expected: tuple[bool, ...]) -> None:
    """By the second calculation, each token's row found where the token stands."""
    here = rows_of(swapped=False, positioned=positioned, masked=masked)
    there = rows_of(swapped=True, positioned=positioned, masked=masked)
    same = tuple(here[token] == pytest.approx(there[place]) for token, place in enumerate((1, 0, 2)))
    assert token_vectors.kept(positioned=positioned, masked=masked) == same == expected


def test_the_three_switches() -> None:
    lab = pressed(at("order"), "swap", "add", "mask")
    assert (lab.swapped, lab.positioned, lab.masked) == (True, True, True)
    lab = pressed(lab, "swap", "add", "mask")
    assert (lab.swapped, lab.positioned, lab.masked) == (False, False, False)
    assert lab.field() is None
    assert said(lab.enter("x")) == "Nothing is typed on this part."


# Whatever is pressed


def test_no_sequence_of_moves_raises() -> None:
    """Two thousand moves and texts at random: always a lab whose every part can be looked at."""
    chance = random.Random(5)
    moves = [*sorted({control.move for part in TokensLab.parts for control in at(part).controls()}), "?"]
    texts = ["", "7", "en", "the the", "e\u0301\u200d", "🦊" * 500, "-3", " ", "\x00\x1b", "\ud800", "xy yx " * 90]
    lab = start({})
    for _ in range(2000):
        what = chance.random()
        if what < 0.2:
            lab = lab.go(chance.choice((-1, 1)))
        elif what < 0.4:
            lab = lab.enter(chance.choice(texts))
        else:
            lab = lab.press(chance.choice(moves))
        assert 0 <= lab.taken < len(lab.steps)
        assert 1 <= lab.row <= len(lab.table) == len(lab.learned.vocabulary())
        assert len(lab.text) <= 400
        assert said(lab).isprintable()
