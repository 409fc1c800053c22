"""The block laboratory as lines and as sentences: what stands there, what is asked for first, never too wide."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest

from tutor.coaching.labs.block import COUNT, PARTS, BlockLab
from tutor.maths.block import Norm
from tutor.notation.transliteration import plain
from tutor.rendering.labs import showing
from tutor.rendering.labs.block import spoken, view
from tutor.rendering.labs.line import text_of, width_of

WIDTHS = (76, 56)
NAME = 11
"""Cells for the name of a row."""


def at(part: str, *, token: int = 2, norm: Norm = "pre", shown: bool = False) -> BlockLab:
    place = PARTS.index(part)
    return replace(BlockLab(), part=place, token=token, norm=norm, open=frozenset({place} if shown else ()))


def texts(lab: BlockLab, width: int = 76) -> list[str]:
    return [text_of(line) for line in view(lab, width)]


def row(lab: BlockLab, name: str, width: int = 76) -> list[str]:
    """The numbers of a named row."""
    (found,) = [text for text in texts(lab, width) if text[:NAME].rstrip() == name]
    return found[NAME:].replace("│", " ").split()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("part", PARTS)
def test_no_line_is_too_wide_and_each_has_an_ascii_form(part: str, norm: Norm, width: int) -> None:
    for token, shown in product(range(3), (False, True)):
        for line in view(at(part, token=token, norm=norm, shown=shown), width):
            assert width_of(line) <= width
            assert "?" not in plain(text_of(line).replace("?", ""))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_largest_sizes_fit(width: int) -> None:
    lab = at("count").enter("65536 65536 1000")
    for _ in range(18):
        lab = lab.press("up") if lab.count.setting != "vocabulary" else lab.press("more")
    lines = view(lab, width)
    assert all(width_of(line) <= width for line in lines)
    assert "51,539,607,552,000" in " ".join(spoken(lab))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_way_shows_where_the_norm_stands_and_what_goes_past(width: int) -> None:
    """The branch of pre-norm holds its norm; in post-norm the norm stands after the sum."""
    for norm, expected in (
        ("pre", ["norm", "▸QKV", "heads", "W_O", "add"]),
        ("post", ["▸QKV", "heads", "W_O", "add", "norm"]),
    ):
        way, past = texts(at("Q K V", norm=norm), width)[:2]
        stops = way.replace("┬", "─").replace(" ", "").split("─")
        assert stops[1:6] == expected
        assert stops[0] == "x"
        assert stops[-2:] == ["norm", "logits"]
        starts = [place for place, sign in enumerate(way) if sign == "┬"]
        assert [place for place, sign in enumerate(past) if sign == "└"] == starts
        sums = [found.end() - 1 for found in re.finditer("add", way)]
        assert [place for place, sign in enumerate(past) if sign == "┘"] == sums


def test_exactly_one_stop_is_marked() -> None:
    for part, norm in product(PARTS[:COUNT], ("pre", "post")):
        way = texts(at(part, norm=norm))[0]
        assert way.count("▸") == 1
    assert "W_O ─ add ─ ▸norm" in texts(at("norm", norm="post"))[0]


def test_the_result_is_asked_for_before_it_is_shown() -> None:
    """fox [2, 0, 1, −2] and position 3 [0, 0, 1, 1]."""
    assert row(at("x"), "embedding") == ["2", "0", "1", "-2"]
    assert row(at("x"), "position 3") == ["0", "0", "1", "1"]
    assert row(at("x"), "x") == ["?", "?", "?", "?"]
    assert row(at("x", shown=True), "x") == ["2", "0", "2", "-1"]


def test_a_norm_by_hand() -> None:
    """[2, 0, 2, −1]: mean 3/4, squares 25/16, 9/16, 25/16 and 49/16, variance 27/16; 1.25/1.29904 = 0.9622."""
    lab = at("norm", shown=True)
    assert row(lab, "mean") == ["0.75"]
    assert row(lab, "variance") == ["1.6875"]
    assert row(lab, "read") == ["0.9622", "-0.5773", "0.9622", "-1.3471"]
    assert row(at("norm", norm="post", shown=True), "read") == ["2", "0", "2", "-1"]


def test_projections_by_hand_in_post_norm() -> None:
    """x = [2, 0, 2, −1] times the columns of W_Q, W_K and W_V."""
    lab = at("Q K V", norm="post", shown=True)
    assert row(lab, "q") == ["-1", "1", "-1", "1"]
    assert row(lab, "k") == ["-1", "-3", "2", "-1"]
    assert row(lab, "v") == ["2", "-1", "1", "4"]
    assert " 0  0  0  1     0  0  1  0     1  0  0  1" in texts(lab)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_head_by_hand(width: int) -> None:
    """Head 1 of fox in post-norm: scores 1, 2, −2; ÷ √2, softmax: e^0.7071, e^1.4142, e^−1.4142 over their sum."""
    lines = texts(at("heads", norm="post", shown=True), width)
    start, red, fox = (line.split() for line in lines[lines.index(next(x for x in lines if "head 1" in x)) + 2 :][:3])
    score = ["1"] if width == 76 else []
    assert start == ["START", "2", "3", *score, "0.7071", "0.3177", "2", "2"]
    assert red[-4:] == ["1.4142", "0.6443", "0", "2"]
    assert fox[-4:] == ["-1.4142", "0.0381", "2", "-1"]
    assert "head 1  q = -1, 1   output = 0.7115, 1.8858" in lines


def test_keys_behind_the_mask_are_hidden_by_a_word() -> None:
    lines = texts(at("heads", token=0, shown=True))
    assert [line.split()[0] for line in lines if " hidden " in line] == ["red", "fox", "red", "fox"]
    assert not any(" hidden " in line for line in texts(at("heads", token=0)))


def test_pre_norm_sends_the_sum_on_and_post_norm_the_norm() -> None:
    pre, post = at("norm 2", shown=True), at("norm 2", norm="post", shown=True)
    assert row(pre, "goes on") == row(pre, "sum") != row(pre, "read")
    assert row(post, "goes on") == row(post, "x") != row(post, "sum")
    assert any("pre-norm, as the small model" in text for text in texts(pre))
    assert any("post-norm, as the paper" in text for text in texts(post))


def test_hidden_numbers_are_cut_and_halved_where_room_is_short() -> None:
    wide, narrow = texts(at("net", shown=True)), texts(at("net", shown=True), 56)
    (hidden,), (cut,) = ([x.split()[1:] for x in wide if x.startswith(name)] for name in ("hidden", "cut"))
    assert len(hidden) == len(cut) == 8
    assert cut == ["0" if x.startswith("-") else x for x in hidden]
    place = next(i for i, x in enumerate(narrow) if x.startswith("hidden"))
    assert narrow[place].split()[1:] + narrow[place + 1].split() == hidden


def test_shape_and_reach_come_with_the_result() -> None:
    for part in PARTS[:COUNT]:
        closed, opened = " ".join(texts(at(part, token=1))), " ".join(texts(at(part, token=1, shown=True)))
        assert "reached by" not in closed
        assert "shape:" not in closed
        reach = "red" if part in ("x", "norm", "Q K V") else "START, red"
        assert f"reached by: {reach} (found by trying other words)" in opened
        assert "shape:" in opened


def test_a_choice_shows_its_digits_until_it_is_answered() -> None:
    assert {"1 in the weights", "2 where they are put side by side"} <= set(texts(at("W_O")))
    assert not any(text.startswith("1 in the weights") for text in texts(at("W_O", shown=True)))


def test_what_is_left_of_a_zero_is_zero() -> None:
    """In pre-norm fox scores itself 0 in head 2: two products that cancel, but for the rounding of floats."""
    assert any(line.split()[:5] == ["fox", "0.3849", "-1.9245", "0", "0"] for line in texts(at("heads")))
    for part, norm, token in product(PARTS[:COUNT], ("pre", "post"), range(3)):
        shown = " ".join(texts(at(part, norm=norm, token=token, shown=True)))
        assert not re.search(r"[0-9]e-?[0-9]|-0 ", shown)


def test_the_count_as_a_table() -> None:
    lines = texts(at("count"))
    assert "▸d_model 12" in lines[0]
    numbers = {line.split()[0]: line.split()[1:3] for line in lines if line.split()[0] in ("W_O", "norms", "embedding")}
    assert numbers == {
        "embedding": ["20·12", "240"],
        "W_O": ["1·12·12", "144"],
        "norms": ["3·2·12", "72"],
    }
    assert ["all", "2,484"] in [line.split() for line in lines]
    assert any("Attention and net without biases: 1,728." in line for line in lines)
    bars = {line.split()[0]: line.count("█") for line in lines}
    assert bars["W_1"] == 12
    assert bars["W_O"] == 2


def test_heads_that_do_not_divide_leave_the_table() -> None:
    """The refusal took the place of the table, and was said twice."""
    lab = at("count").enter("512 3 6")
    assert texts(lab) == texts(at("count"))
    assert "cannot be shared" not in " ".join((*texts(lab), *spoken(lab)))


def test_the_way_through_the_block_in_ascii() -> None:
    """A branch and an addition were both a +."""
    way = text_of(showing.view(at("x"), 76, ascii=True)[0])
    assert way.rstrip() == ">x + norm - QKV - heads - W_O - add + norm - net - add - norm - logits"


def test_a_heads_table_keeps_its_columns_in_ascii() -> None:
    """q·k÷√2 is longer as q*k/sqrt(2), and pushed what followed it."""
    lines = [text_of(line) for line in showing.view(at("heads", shown=True), 76, ascii=True)]
    head = next(line for line in lines if line.split() == ["k", "q*k", "scaled", "weight", "v"])
    row = lines[lines.index(head) + 1]
    assert len(head.rstrip()) == len(row.rstrip())
    for name in ("q*k", "scaled", "weight"):
        assert row[head.index(name) + len(name) - 1] != " "
        assert row[head.index(name) + len(name)] == " "


def test_positions_say_from_where_they_are_counted() -> None:
    """In the laboratory on tokens the first position is 0."""
    assert "x = embedding of fox + vector of position 3, counted from 1" in texts(at("x"))


def test_the_papers_base_size_as_a_table() -> None:
    lines = [line.split() for line in texts(at("count").press("paper"))]
    assert ["W_O", "6·512·512", "1,572,864", "█"] in lines
    assert ["positions", "computed", "0"] in lines
    assert ["unembedding", "shared", "0"] in lines


def test_spoken_rows_have_names_and_no_boxes() -> None:
    for part, norm, shown in product(PARTS, ("pre", "post"), (False, True)):
        for sentence in spoken(at(part, norm=norm, shown=shown)):
            assert not set("│┬└┘─█▸") & set(sentence)
            assert "  " not in sentence
            assert sentence.strip() == sentence != ""


def test_spoken_parts() -> None:
    closed, opened = spoken(at("x")), spoken(at("x", shown=True))
    assert closed[:2] == (
        "Part 1, x, pre-norm, as the small model.",
        "Tokens START, red, fox; looking at token 3, fox.",
    )
    assert "x: asked for" in closed
    assert "Question: Which number is component 3 of x?" in closed
    assert "x: 2, 0, 2, -1" in opened
    assert not any(sentence.startswith("Question") for sentence in opened)
    heads = spoken(at("heads", token=0, norm="post", shown=True))
    assert "key START: k 2, 3; q·k -2; scaled -1.4142; weight 1; v 2, 2" in heads
    assert [sentence for sentence in heads if "hidden by the mask" in sentence]
    assert "W_O row 4: 1, 0, 0, -1" in spoken(at("W_O"))
    assert "2: the 4 numbers of fox" in spoken(at("norm"))


def test_spoken_count() -> None:
    said = spoken(at("count"))
    assert "W_Q W_K W_V: 1·3·12·12, 432" in said
    assert "All: 2,484 parameters; attention and net without biases 1,728." in said
    assert "y: it stays" in said
