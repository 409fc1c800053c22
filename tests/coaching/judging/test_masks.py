"""Masks as answers: however they are written, each mistake by its name, each wrong cell with its reason."""

from __future__ import annotations

import pytest

from tutor.coaching.asking.masks import mask_question
from tutor.coaching.catalogue.grids import MaskTask, wrong_masks
from tutor.coaching.judging.masks import grade_mask, grid_text
from tutor.lessons.grids import wanted_rows
from tutor.lessons.model import MaskStep, MaskWant

TOKENS = ("START", "red", "fox", "END")


def task(
    want: MaskWant, *, n: int = 4, keep: int | None = None, size: int | None = None, own: str | None = None
) -> MaskTask:
    """The task of a page with four tokens, or with as many of its own rows."""
    rows = (
        wanted_rows(want, n, keep=keep, size=size)
        if own is None
        else tuple(tuple(c == "1" for c in row) for row in own.split())
    )
    step = MaskStep(id="m", prompt="p", hints=("a", "b"), want=want, rows=rows, tokens=TOKENS, keep=keep, size=size)
    return mask_question(step).task


CAUSAL = task("causal")
STRICT = task("strict")
PADDING = task("padding", keep=3)
BOTH = task("causal-padding", keep=3)
WINDOW = task("window", size=2)
ALL = task("all")
OWN = task("rows", own="1000 1100 1010 1001")

RIGHT = {
    "causal": (CAUSAL, "1000 1100 1110 1111"),
    "strict": (STRICT, "0000 1000 1100 1110"),
    "padding": (PADDING, "1110 1110 1110 1110"),
    "causal-padding": (BOTH, "1000 1100 1110 1110"),
    "window": (WINDOW, "1000 1100 0110 0011"),
    "all": (ALL, "1111 1111 1111 1111"),
    "rows": (OWN, "1000 1100 1010 1001"),
}


@pytest.mark.parametrize("want", RIGHT)
def test_the_right_mask_written_out_by_hand(want: str) -> None:
    asked, mask = RIGHT[want]
    verdict = grade_mask(asked, mask)
    assert (verdict.status, verdict.cells, verdict.mistakes) == ("right", (True,) * 16, ())


@pytest.mark.parametrize(
    "text",
    [
        "1 0 0 0; 1 1 0 0; 1 1 1 0; 1 1 1 1",
        "1000;1100;1110;1111",
        "1000110011101111",
        "[[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]",
        "1 0 0 0\n1 1 0 0\n1 1 1 0\n1 1 1 1\n",
        "1,0,0,0\n1,1,0,0\n1,1,1,0\n1,1,1,1",
        "tensor([[1., 0., 0., 0.],\n        [1., 1., 0., 0.],\n        [1., 1., 1., 0.],\n        [1., 1., 1., 1.]])",
        "tensor([[ True, False, False, False], [True, True, False, False], [True, True, True, False], "
        "[True, True, True, True]])",
    ],
)
def test_a_mask_may_be_written_in_many_ways(text: str) -> None:
    """Typed, pasted from a table or from a program; what is read is always written the same."""
    verdict = grade_mask(CAUSAL, text)
    assert verdict.status == "right"
    assert verdict.read == "1 0 0 0; 1 1 0 0; 1 1 1 0; 1 1 1 1"
    assert grade_mask(CAUSAL, verdict.read).status == "right"


MISTAKES = [
    (CAUSAL, "0000 1000 1100 1110", "diagonal-masked"),
    (CAUSAL, "1100 1110 1111 1111", "one-key-too-far"),
    (CAUSAL, "1111 0111 0011 0001", "mask-reversed"),
    (CAUSAL, "0111 0011 0001 0000", "mask-reversed-strict"),
    (CAUSAL, "1000 0100 0010 0001", "only-itself"),
    (CAUSAL, "1111 1111 1111 1111", "mask-ignored"),
    (STRICT, "1000 1100 1110 1111", "diagonal-allowed"),
    (STRICT, "0111 0011 0001 0000", "mask-reversed-strict"),
    (STRICT, "1111 0111 0011 0001", "mask-reversed"),
    (STRICT, "0000 0000 1000 1100", "one-key-too-few"),
    (STRICT, "1000 0100 0010 0001", "only-itself"),
    (STRICT, "1111 1111 1111 1111", "mask-ignored"),
    (PADDING, "1111 1111 1111 1111", "padding-ignored"),
    (PADDING, "1111 1111 1111 0000", "masked-query-row"),
    (PADDING, "1110 1110 1110 0000", "masked-query-row"),
    (PADDING, "0001 0001 0001 0001", "mask-reversed"),
    (PADDING, "1100 1100 1100 1100", "padding-off-by-one"),
    (PADDING, "1000 1100 1110 1111", "causal-not-asked"),
    (PADDING, "1000 1100 1110 1110", "causal-not-asked"),
    (task("padding", keep=2), "1110 1110 1110 1110", "padding-off-by-one"),
    (BOTH, "1000 1100 1110 1111", "padding-ignored"),
    (BOTH, "1110 1110 1110 1110", "causal-ignored"),
    (BOTH, "1000 1100 1110 0000", "masked-query-row"),
    (BOTH, "1111 1111 1111 1111", "mask-ignored"),
    (BOTH, "0000 1000 1100 1110", "diagonal-masked"),
    (BOTH, "1100 1110 1110 1110", "one-key-too-far"),
    (BOTH, "1110 0110 0010 0000", "mask-reversed"),
    (WINDOW, "1000 1100 1110 1111", "window-ignored"),
    (WINDOW, "1000 1100 1110 0111", "window-too-wide"),
    (WINDOW, "1000 0100 0010 0001", "window-too-narrow"),
    (WINDOW, "1100 1110 0111 0011", "window-not-causal"),
    (WINDOW, "1100 0110 0011 0001", "mask-reversed"),
    (WINDOW, "0000 1000 1100 0110", "diagonal-masked"),
    (WINDOW, "1111 1111 1111 1111", "mask-ignored"),
    (ALL, "1000 1100 1110 1111", "causal-not-asked"),
    (ALL, "0111 1011 1101 1110", "diagonal-masked"),
    (ALL, "1000 0100 0010 0001", "only-itself"),
    (OWN, "1111 0100 0010 0001", "transposed"),
    (OWN, "0111 0011 0101 0110", "mask-inverted"),
    (OWN, "1111 1111 1111 1111", "mask-ignored"),
]


@pytest.mark.parametrize(("asked", "mask", "code"), MISTAKES)
def test_each_mistake_has_its_name_and_says_what_to_do(asked: MaskTask, mask: str, code: str) -> None:
    """Each wrong grid written out by hand."""
    verdict = grade_mask(asked, mask)
    assert (verdict.status, verdict.mistakes, verdict.counted) == ("mistake", (code,), True)
    assert len(verdict.cells) == 16
    assert verdict.message.startswith("You ")
    assert verdict.message.endswith(".")
    assert any(token in verdict.message for token in TOKENS) or asked in (ALL, OWN)


def test_each_query_may_use_the_last_real_key() -> None:
    """Of padding alone: the first query too. Of a window of one key: nothing but the own key, or all before it."""
    said = grade_mask(PADDING, "1000 1100 1110 1110").message
    assert f"so {TOKENS[0]} may use {TOKENS[2]} too" in said
    one = task("window", size=1)
    assert (
        "The window holds 1 key: the query's own, and nothing else." in grade_mask(one, "1000 1100 0110 0011").message
    )
    two = grade_mask(WINDOW, "1000 1100 1110 0111").message
    assert "The window holds 2 keys: the query's own and the one before it." in two
    assert f"So {TOKENS[3]} may use {TOKENS[2]} and {TOKENS[3]}" in two
    three = grade_mask(task("window", size=3), "1000 1100 1110 1111").message
    assert "The window holds 3 keys: the query's own and the 2 before it." in three


def test_every_mistake_of_every_mask_has_an_example() -> None:
    """A new rule needs a line above."""
    met = {(asked.want, code) for asked, _, code in MISTAKES}
    made = {(asked.want, wrong.code) for asked, _ in RIGHT.values() for wrong in wrong_masks(asked)}
    assert made - met <= {
        # The same slips with the padding or the window left right, which other lines show.
        ("causal-padding", "padding-off-by-one"), ("causal-padding", "mask-reversed-strict"),
        ("causal-padding", "only-itself"), ("causal-padding", "transposed"), ("causal-padding", "mask-inverted"),
        ("window", "one-key-too-far"), ("window", "mask-inverted"), ("window", "mask-reversed-strict"),
        ("window", "only-itself"), ("padding", "mask-inverted"),
    }  # fmt: skip


@pytest.mark.parametrize("want", RIGHT)
def test_no_mistake_is_right_and_none_has_two_names(want: str) -> None:
    asked, _ = RIGHT[want]
    grids = [wrong.rows for wrong in wrong_masks(asked)]
    assert asked.rows not in grids
    assert len(set(grids)) == len(grids)


def test_a_wrong_cell_is_pointed_at_with_its_reason() -> None:
    """Row 3 of a causal mask, two cells off."""
    one = grade_mask(CAUSAL, "1000 1100 1111 1111")
    assert (one.status, one.mistakes, one.counted) == ("cells", (), True)
    assert one.message == "Row 3, column 4 is off: END comes after fox, so 0 belongs there."
    assert one.cells == (*(True,) * 11, False, *(True,) * 4)
    two = grade_mask(CAUSAL, "1000 1000 1110 0111")
    assert two.message == (
        "Row 2, column 2 is off: red may attend its own key, so 1 belongs there. So is one other cell."
    )
    many = grade_mask(CAUSAL, "0100 0011 0000 0010")
    assert many.status == "wrong"
    assert "So are " in many.message


@pytest.mark.parametrize(
    ("asked", "mask", "words"),
    [
        (STRICT, "1000 1000 1100 1110", "here START may not see itself"),
        (PADDING, "1111 1110 1110 1110", "END is padding"),
        (PADDING, "0110 1110 1110 1110", "START is a real key, open to every query"),
        (BOTH, "1000 1100 1110 0110", "START comes before END"),
        (WINDOW, "1000 1100 1110 0011", "START lies outside the window of 2"),
        (WINDOW, "1000 1100 0010 0011", "red comes before fox and lies within the window of 2"),
        (ALL, "0111 1111 1111 1111", "nothing is hidden here"),
        (OWN, "0000 1100 1010 1001", "START may attend START"),
        (OWN, "1100 1100 1010 1001", "START may not attend red"),
    ],
)
def test_the_reason_fits_the_mask(asked: MaskTask, mask: str, words: str) -> None:
    assert words in grade_mask(asked, mask).message


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("", "unreadable", "Nothing is filled in yet"),
        ("0000 0000 0000 0000", "unreadable", "Nothing is set to 1 yet"),
        ("1 0; 1 1", "shape", "4×4"),
        ("1 0 0 0; 1 2 0 0; 1 1 1 0; 1 1 1 1", "unreadable", "in row 2, column 2 I read 2"),
        ("1 0 0 0; 1 .5 0 0; 1 1 1 0; 1 1 1 1", "unreadable", "in row 2, column 2 I read 0.5"),
        ("0 -inf -inf -inf; 0 0 -inf -inf; 0 0 0 -inf; 0 0 0 0", "unreadable", "added to scores"),
        ("a b", "unreadable", ""),
        ("1 0 0 0; 1 1 0 0; 1 _ 1 0; 1 1 1 1", "partial", "1 cell is still blank"),
    ],
)
def test_what_is_no_whole_mask_costs_nothing(text: str, status: str, words: str) -> None:
    verdict = grade_mask(CAUSAL, text)
    assert (verdict.status, verdict.counted, verdict.passed) == (status, False, False)
    assert words in verdict.message


def test_without_tokens_queries_and_keys_have_names_of_their_own() -> None:
    step = MaskStep(id="m", prompt="p", hints=("a", "b"), want="causal", rows=wanted_rows("causal", 3))
    question = mask_question(step)
    assert (question.task.queries, question.task.keys) == (("q1", "q2", "q3"), ("k1", "k2", "k3"))
    assert "k2 comes after q1, so row q1 may not use it" in question.judge("1 1 0; 1 1 1; 1 1 1").message


def test_the_ladder_works_one_row_out_and_then_shows_the_whole() -> None:
    """The author's two, row 2, the mask."""
    step = MaskStep(
        id="m", prompt="p", hints=("a", "b"), want="window", rows=WINDOW.rows, tokens=TOKENS, size=2
    )  # fmt: skip
    assert mask_question(step).ladder() == (
        "a",
        "b",
        "For example, row 2, red, may attend START and red, so 1 1 0 0.",
        "Key j is open to query i where j ≤ i, and at most 1 before it. Row by row: "
        "1 0 0 0; 1 1 0 0; 0 1 1 0; 0 0 1 1.",
    )
    assert grid_text(WINDOW.rows) in mask_question(step).ladder()[-1]
