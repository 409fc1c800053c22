"""The block laboratory without a front end: numbers by hand and in lists, questions, experiments, and the count."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.maths.test_block import plain_block
from tutor.coaching.labs.asked import Choice, Typed
from tutor.coaching.labs.block import COUNT, PARTS, BlockLab, start
from tutor.coaching.labs.small_block import MATRICES, WORDS, run, weights
from tutor.lessons.labs import LAB_VALUES, LABS
from tutor.maths.block import Norm
from tutor.maths.pretrained import load
from tutor.maths.tiny_gpt import parameters

NUMBERS = (0, 2, 3, 5, 7, 8, 9)
"""The parts whose question is typed."""


def at(part: str, *, token: int = 2, norm: Norm = "pre", shown: bool = False) -> BlockLab:
    place = PARTS.index(part)
    return replace(BlockLab(), part=place, token=token, norm=norm, open=frozenset({place} if shown else ()))


# The small model


def test_every_matrix_has_the_shape_that_is_told() -> None:
    shapes = {name: (len(rows), len(rows[0])) for name, rows in MATRICES.items()}
    square = dict.fromkeys(("W_Q", "W_K", "W_V", "W_O"), (4, 4))
    others = {"embedding": (5, 4), "positions": (3, 4), "W_1": (4, 8), "W_2": (8, 4), "W_U": (4, 5)}
    assert shapes == square | others
    assert all(len(set(map(len, rows))) == 1 for rows in MATRICES.values())


def test_token_and_position_by_hand() -> None:
    """fox [2, 0, 1, −2] at position 3, [0, 0, 1, 1]."""
    assert run((0, 1, 2), "pre").block.x[2].tolist() == [2, 0, 2, -1]


@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("words", [(0, 1, 2), (3, 3, 1), (2, 0, 3)])
def test_the_run_is_the_block_in_lists(words: tuple[int, ...], norm: Norm) -> None:
    x = [
        [a + b for a, b in zip(MATRICES["embedding"][word], position, strict=True)]
        for word, position in zip(words, MATRICES["positions"], strict=True)
    ]
    lists = {name: array.tolist() for name, array in weights().items()}
    expected = plain_block(x, lists, heads=2, norm=norm)
    whole = run(words, norm)
    assert whole.block.output.tolist() == [pytest.approx(row) for row in expected]
    if norm == "pre":
        for row, final in zip(expected, whole.final.tolist(), strict=True):
            mean = sum(row) / 4
            deviation = math.sqrt(sum((a - mean) ** 2 for a in row) / 4 + 1e-5)
            assert final == pytest.approx([(a - mean) / deviation for a in row])
    else:
        assert whole.final.tolist() == whole.block.output.tolist()
    columns = list(zip(*MATRICES["W_U"], strict=True))
    for final, logits in zip(whole.final.tolist(), whole.logits.tolist(), strict=True):
        assert logits == pytest.approx([sum(a * b for a, b in zip(final, c, strict=True)) for c in columns])


# Going through it


def test_it_starts_with_the_last_token_and_pre_norm() -> None:
    lab = start({})
    assert (lab.part, lab.token, lab.norm, lab.said) == (0, 2, "pre", None)
    assert lab.name in LABS
    assert [WORDS[word] for word in lab.words] == ["START", "red", "fox"]


def test_arrows_go_through_parts_and_say_where_they_end() -> None:
    lab = BlockLab().press("left")
    assert lab.part == 0
    assert lab.said is not None
    assert lab.said.text == "This is the first part."
    for part in range(1, len(PARTS)):
        lab = lab.press("right")
        assert (lab.part, lab.said) == (part, None)
    lab = lab.press("right")
    assert lab.part == COUNT
    assert lab.said is not None
    assert lab.said.text == "This is the last part."


def test_tokens_end_at_both_sides() -> None:
    lab = BlockLab().press("down")
    assert lab.token == 2
    assert lab.said is not None
    assert "the last" in lab.said.text
    lab = lab.press("up").press("up")
    assert (lab.token, lab.said) == (0, None)
    lab = lab.press("up")
    assert lab.token == 0
    assert lab.said is not None
    assert "the first" in lab.said.text


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("norm", ["pre", "post"])
def test_every_control_works_and_every_key_is_free(part: str, norm: Norm) -> None:
    lab = at(part, norm=norm)
    keys = [key for control in lab.controls() for key in control.key.split(",")]
    assert len(keys) == len(set(keys))
    assert not set(keys) & set("qgdnbi")
    assert not {"question_mark", "escape"} & set(keys)
    for control in lab.controls():
        assert lab.press(control.move) != lab, control


@pytest.mark.parametrize("part", PARTS)
def test_a_move_of_another_part_is_said(part: str) -> None:
    lab = at(part)
    other = lab.press("earlier" if lab.counting else "paper")
    assert replace(other, said=None) == lab
    assert other.said is not None
    assert other.said.text.startswith("That belongs to")


# Questions

ANSWERS = {
    # START [1 0 −1 2] + [1 0 0 0]; red [0 2 1 0] + [0 1 0 −1]; fox [2 0 1 −2] + [0 0 1 1]
    ("x", 0, "pre"): "2",
    ("x", 1, "pre"): "3",
    ("x", 2, "pre"): "2",
    ("norm", 2, "pre"): 2,
    ("norm", 2, "post"): 1,
    ("Q K V", 1, "pre"): "3×4",
    ("heads", 0, "pre"): "1",
    ("heads", 1, "pre"): "2",
    ("heads", 2, "post"): "3",
    ("W_O", 2, "pre"): 3,
    # START sees itself alone, so in post-norm heads = v = x·W_V = [2 2 1 1], times W_O [3 3 2 0]; 2 + 3.
    ("add", 0, "post"): "5",
    ("norm 2", 2, "pre"): 1,
    ("norm 2", 2, "post"): 2,
    # LayerNorm([5 3 1 2]) = [1.52 0.17 −1.18 −0.51]·W_1, where minus stands for columns 3, 4 and 7.
    ("net", 0, "post"): "3",
    ("add 2", 1, "pre"): "3 x 4",
    ("logits", 0, "pre"): "3 by 5",
    ("count", 2, "pre"): "y",
}


@pytest.mark.parametrize(("part", "token", "norm"), ANSWERS)
def test_right_answers_open_the_part(part: str, token: int, norm: Norm) -> None:
    lab = at(part, token=token, norm=norm)
    answer = ANSWERS[part, token, norm]
    done = lab.press(str(answer)) if isinstance(answer, int) or answer == "y" else lab.enter(answer)
    assert done.said is not None
    assert done.said.kind == "good"
    assert done.shown


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("norm", ["pre", "post"])
def test_wrong_options_get_their_own_sentence_and_open_nothing(part: str, norm: Norm) -> None:
    lab = at(part, norm=norm)
    asked = lab.question()
    if not isinstance(asked, Choice):
        assert isinstance(asked, Typed)
        return
    said = [lab.press("xyz"[place] if part == "count" else str(place + 1)) for place in range(len(asked.options))]
    assert [one.shown for one in said].count(True) == 1
    assert len({one.said.text for one in said if one.said}) == len(asked.options)
    assert all((one.said is not None and one.said.kind == "good") is one.shown for one in said)


@pytest.mark.parametrize(
    ("part", "typed", "words"),
    [
        ("x", "1", "the embedding alone"),
        ("Q K V", "3×2", "the Q of one head"),
        ("Q K V", "4x4", "That is W_Q"),
        ("Q K V", "4×3", "Rows first"),
        ("Q K V", "7×7", "a row for each token"),
        ("heads", "2", "may also look at itself"),
        ("add", "2", "what came in"),
        ("net", "20", "with a minus"),
        ("add 2", "3×8", "the width inside the net"),
        ("logits", "1×5", "the row of fox alone"),
        ("logits", "3×3", "not of keys"),
    ],
)
def test_wrong_answers_are_told_what_they_are(part: str, typed: str, words: str) -> None:
    lab = at(part).enter(typed)
    assert lab.said is not None
    assert lab.said.kind == "bad"
    assert words in lab.said.text
    assert not lab.shown


def test_later_tokens_are_named_where_the_mask_is_forgotten() -> None:
    lab = at("heads", token=0).enter("3")
    assert lab.said is not None
    assert "hidden by the causal mask" in lab.said.text


@pytest.mark.parametrize("part", [PARTS[place] for place in NUMBERS])
@pytest.mark.parametrize("typed", ["", "what", "1 2 3 4 5"])
def test_what_cannot_be_read_costs_nothing(part: str, typed: str) -> None:
    lab = at(part)
    after = lab.enter(typed)
    assert replace(after, said=None) == lab
    assert after.said is not None
    assert after.said.kind == "note"


def test_space_shows_and_asks_again() -> None:
    lab = at("heads").press("look")
    assert lab.shown
    assert lab.field() is None
    again = lab.enter("3")
    assert again.said is not None
    assert "space" in again.said.text
    assert not lab.press("look").shown


def test_a_question_of_the_other_kind_is_said() -> None:
    chosen, typed = at("x").press("1"), at("norm").enter("2")
    assert chosen.said is not None
    assert typed.said is not None
    assert chosen.said.text == "This question's answer is typed, not chosen."
    assert typed.said.text == "This question is answered by one of 1, 2, 3."
    beyond = at("norm").press("9")
    assert beyond.said is not None
    assert beyond.said.text == "The options are 1 to 3."


# Experiments


@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("part", PARTS[:COUNT])
def test_only_through_attention_does_another_token_reach_this_one(part: str, norm: Norm) -> None:
    for token, word in enumerate(("START", "red", "fox")):
        reached = at(part, token=token, norm=norm).reached()
        before = part in ("x", "norm", "Q K V")
        assert reached == ((word,) if before else ("START", "red", "fox")[: token + 1])


@pytest.mark.parametrize("part", PARTS[:COUNT])
@pytest.mark.parametrize("norm", ["pre", "post"])
def test_a_later_word_changes_nothing_and_is_told_so(part: str, norm: Norm) -> None:
    lab = at(part, token=1, norm=norm).press("later")
    assert [WORDS[word] for word in lab.words] == ["START", "red", "runs"]
    assert lab.said is not None
    assert lab.said.text.startswith("Token 3 is runs now, not fox: none of the ")
    assert lab.said.text.endswith("No later token can reach this one.")


@pytest.mark.parametrize(("part", "told"), [("Q K V", "none of the 12"), ("heads", "4 of the 4"), ("logits", "5 of")])
def test_an_earlier_word_counts_from_the_heads_on(part: str, told: str) -> None:
    lab = at(part).press("earlier")
    assert [WORDS[word] for word in lab.words] == ["START", "fox", "fox"]
    assert lab.said is not None
    assert told in lab.said.text
    assert ("no other token has reached" in lab.said.text) is (part == "Q K V")


def test_words_take_turns_but_end_never_comes() -> None:
    lab, seen = at("heads"), []
    for _ in range(4):
        lab = lab.press("earlier")
        seen.append(WORDS[lab.words[1]])
    assert seen == ["fox", "runs", "START", "red"]


def test_no_token_beside_the_first_and_the_last() -> None:
    first, last = at("heads", token=0).press("earlier"), at("heads").press("later")
    assert first.said is not None
    assert last.said is not None
    assert first.said.text == "No token stands before START; ↑↓ look at another one."
    assert last.said.text == "No token stands after fox; ↑↓ look at another one."


def test_the_other_norm_says_how_much_changed_and_is_named() -> None:
    x, heads = at("x").press("norm"), at("heads").press("norm")
    assert (x.norm, heads.norm) == ("post", "post")
    assert x.said is not None
    assert heads.said is not None
    assert x.said.text == "Now post-norm, as the paper (section 3.1): none of the 4 numbers here changed."
    assert heads.said.text.endswith("4 of the 4 numbers here changed.")
    assert heads.press("norm").norm == "pre"


# The count


def test_the_first_count_by_hand() -> None:
    """20·12 + 12·12 + 4·144 + 2·12·48 + 60 + 3·24 + 20·12."""
    assert at("count").count.total() == 240 + 144 + 576 + 1152 + 60 + 72 + 240


def test_another_head_leaves_the_count() -> None:
    lab = at("count").press("down")
    assert lab.count.setting == "heads"
    after = lab.press("more")
    assert after.count.total() == lab.count.total()
    assert after.said is not None
    assert after.said.text == "heads 3 → 4: the count stays 2,484. Each head is 3 wide now instead of 4."


def test_heads_go_from_one_divisor_of_d_model_to_the_next() -> None:
    """12 is shared evenly by 1, 2, 3, 4, 6 and 12 heads."""
    lab = at("count").press("down")
    found = [lab.count.sizes.heads]
    for move in ("more",) * 4 + ("less",) * 6:
        lab = lab.press(move)
        found.append(lab.count.sizes.heads)
    assert found == [3, 4, 6, 12, 12, 6, 4, 3, 2, 1, 1]
    assert lab.said is not None
    assert lab.said.text == "d_model = 12 is shared by 1 to 12 heads."


@pytest.mark.parametrize("typed", ["512 7 6", "12 5 1"])
def test_heads_that_do_not_divide_are_refused_in_one_sentence_and_change_nothing(typed: str) -> None:
    lab = at("count")
    after = lab.enter(typed)
    width, heads, _ = typed.split()
    sentence = f"d_model = {width} cannot be shared evenly by {heads} heads: d_model must be divisible by the number"
    assert after.said is not None
    assert after.said.kind == "bad"
    assert after.said.text.startswith(sentence)
    assert after.count == lab.count


def test_what_cannot_be_read_as_sizes_gets_an_example_of_sizes() -> None:
    """The example was that of another field."""
    for typed in ("fox", "512", ""):
        said = at("count").enter(typed).said
        assert said is not None
        assert said.text == "Type three numbers, d_model, heads and layers, for example 512 8 6."


def test_help_tells_the_answers_apart() -> None:
    answers = {control.what for control in at("W_O").controls() if control.label == "answer"}
    assert "Answers: in the weights." in answers
    assert len(answers) == 3


def test_a_wider_model_brings_its_net_with_it() -> None:
    lab = at("count").press("more")
    assert (lab.count.sizes.d_model, lab.count.sizes.d_ff) == (24, 96)
    total = 480 + 288 + 4 * 576 + 2 * 24 * 96 + 120 + 3 * 48 + 480
    assert lab.count.total() == total
    assert lab.said is not None
    assert lab.said.text == f"d_model 12 → 24: 2,484 → {total:,} parameters, times {total / 2484:.2f}."
    assert lab.press("less").count == at("count").count


def test_sizes_stop_at_their_ends() -> None:
    lab = at("count").press("up").press("up")
    assert lab.count.setting == "layers"
    lab = lab.press("less")
    assert lab.count.sizes.layers == 1
    assert lab.said is not None
    assert lab.said.text == "layers goes from 1 to 1,000."


def test_typed_sizes() -> None:
    lab = at("count").enter("512 8 6")
    sizes = lab.count.sizes
    assert (sizes.d_model, sizes.heads, sizes.layers, sizes.d_ff) == (512, 8, 6, 2048)
    assert lab.count.parts()["W_Q"] == 6 * 262_144


@pytest.mark.parametrize("typed", ["", "512", "512 8 x", "0 1 1", "1.5 1 1", "-4 2 1", "1e9 1 1", "inf 1 1", "1/0 1 1"])
def test_sizes_that_cannot_be_are_said_and_change_nothing(typed: str) -> None:
    lab = at("count")
    after = lab.enter(typed)
    assert replace(after, said=None) == lab
    assert after.said is not None


def test_the_papers_sizes() -> None:
    lab = at("count").press("paper")
    assert lab.norm == "post"
    assert lab.count.total() == 37_846_016
    assert lab.said is not None
    assert "37,846,016" in lab.said.text
    assert "65 million" in lab.said.text


def test_the_small_models_own_count() -> None:
    lab = at("count", norm="post").press("shipped")
    assert lab.norm == "pre"
    assert lab.count.total() == parameters(load().config) == sum(array.size for array in load().weights.values())


def test_computed_positions_and_a_shared_matrix_cost_nothing() -> None:
    lab = at("count")
    computed = lab.press("sinusoids")
    assert lab.count.total() - computed.count.total() == 12 * 12
    assert computed.press("sinusoids").count == lab.count
    shared = lab.press("share")
    assert lab.count.total() - shared.count.total() == 20 * 12


def test_pre_norm_has_one_norm_more() -> None:
    lab = at("count")
    assert lab.count.total() - lab.press("norm").count.total() == 2 * 12


# A page's values


def test_a_page_sets_sizes_and_part() -> None:
    lab = start({"d_model": 64.0, "heads": 4.0, "layers": 2.0})
    assert (lab.part, lab.count.sizes.d_model, lab.count.sizes.heads, lab.count.sizes.layers) == (COUNT, 64, 4, 2)
    assert lab.said is None
    assert PARTS[start({"part": "qkv"}).part] == "Q K V"
    assert PARTS[start({"part": "Norm 2"}).part] == "norm 2"
    assert set(LAB_VALUES["block"]) == {"d_model", "heads", "layers", "part"}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"part": "nowhere"}, "the parts are x, norm, "),
        ({"d_model": 1.5}, "d_model is a whole number"),
        ({"heads": float("inf")}, "heads is a whole number"),
        ({"heads": float("nan")}, "heads is a whole number"),
        ({"layers": "two"}, "layers is a whole number"),
        ({"d_model": 64.0, "heads": 5.0}, "must be divisible"),
    ],
)
def test_unfit_values_are_said_and_left(values: dict[str, float | str], words: str) -> None:
    lab = start(values)
    assert lab.said is not None
    assert words in lab.said.text
    assert lab.count == BlockLab().count


def test_sizes_typed_without_the_field_s_key_are_no_answer() -> None:
    """`12 3 1` answered the question with its digits; where digits are typed, letters answer."""
    lab = at("count")
    assert not set("0123456789") & {key for control in lab.controls() for key in control.key.split(",")}
    assert [control.key for control in lab.controls() if control.label == "answer"] == ["x", "y", "z"]
    assert lab.press("z").said == lab.press("z").said


@pytest.mark.parametrize(
    ("typed", "told"),
    [("12 3 2", "2,484 → 4,320 parameters, times 1.74."), ("65536 1 1000", " parameters, times "), ("12 3 1", "stays")],
)
def test_a_factor_is_told_where_it_tells_something(typed: str, told: str) -> None:
    said = at("count").enter(typed).said
    assert said is not None
    assert told in said.text


def test_a_factor_that_rounds_to_nothing_is_left_out() -> None:
    """It said "times 0.00" and "times 1.00": by hand, 20·2 = 40 rows of 12 numbers less of three million."""
    large = at("count").enter("65536 1 1000")
    back = large.enter("12 3 1").said
    assert back is not None
    assert "2,484 parameters." in back.text
    assert "times" not in back.text
    positions = large.press("sinusoids").said
    assert positions is not None
    assert "times" not in positions.text


def test_what_answers_and_what_moves_comes_first() -> None:
    """The footer is cut at its end: it never named 1–3 or ↑↓."""
    labels = list(dict.fromkeys(control.label for control in at("norm").controls() if control.label))
    assert labels == ["answer", "look", "token", "word", "norm"]


@pytest.mark.parametrize(("part", "typed"), [("Q K V", "0"), ("Q K V", "0 1 1"), ("x", "fox"), ("count", "512")])
def test_what_was_not_taken_stays_to_be_mended(part: str, typed: str) -> None:
    said = at(part).enter(typed).said
    assert said is not None
    assert (said.kind, said.stays) == ("note", True)
