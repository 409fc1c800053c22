"""The block laboratory's questions, one for each part: answers are worked out from the numbers on show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tutor.coaching.labs.asked import Choice, Option, Question, Typed
from tutor.coaching.labs.small_block import D_FF, D_MODEL, HEADS, WORDS, Run
from tutor.maths.block import Norm
from tutor.notation.printer import number

N = 3
"""How many tokens are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where one stands: the run, the token looked at (from 0), and where normalization stands."""

    run: Run
    token: int
    norm: Norm

    @property
    def word(self) -> str:
        return WORDS[self.run.words[self.token]]

    @property
    def all_words(self) -> str:
        return ", ".join(WORDS[word] for word in self.run.words)


def question(part: int, place: Place) -> Question:
    """The question of a part, from the token and its position up to the logits."""
    return QUESTIONS[part](place)


def _x(at: Place) -> Question:
    token, position = at.run.tokens[at.token], at.run.positions[at.token]
    both = np.flatnonzero(token * position)
    i = int(both[0]) if both.size else int(np.flatnonzero(position)[0])
    a, b = float(token[i]), float(position[i])
    return Typed(
        ask=f"Which number is component {i + 1} of x?",
        kind="number",
        right=(a + b,),
        why=f"{number(a)} + {number(b)} = {number(a + b)}: the position is added, so x is as long as before.",
        mistakes=(
            ((a,), "That is the embedding alone; the position's vector is added to it."),
            ((b,), "That is the position's vector alone; it is added to the embedding."),
            ((a * b,), "That is a product; the two vectors are added."),
        ),
        otherwise=f"Add the two numbers that stand at component {i + 1}.",
    )


def _norm(at: Place) -> Question:
    if at.norm == "post":
        return Choice(
            ask="Post-norm: what does attention read?",
            options=(
                Option(text="x as it is", why="In post-norm no norm stands before the sublayer.", right=True),
                Option(text="x normalized", why="That is pre-norm; in post-norm the norm comes after the addition."),
            ),
        )
    return Choice(
        ask="Whose numbers give the mean and the deviation?",
        options=(
            Option(
                text=f"all {N * D_MODEL} numbers of {at.all_words}",
                why=f"Each position is normalized by itself: only the {D_MODEL} numbers of {at.word} count.",
            ),
            Option(
                text=f"the {D_MODEL} numbers of {at.word}",
                why="One row, by itself: no other token reaches this one through a norm.",
                right=True,
            ),
            Option(
                text="each component over the three tokens",
                why="That is along columns, as batch normalization does it; layer normalization goes along the row.",
            ),
        ),
    )


def _projections(at: Place) -> Question:
    width = D_MODEL // HEADS
    return Typed(
        ask="Which shape has Q for all three tokens, both heads together?",
        kind="shape",
        right=(N, D_MODEL),
        why=f"{N}×{D_MODEL} times {D_MODEL}×{D_MODEL} is {N}×{D_MODEL}; each head then owns {width} of the columns.",
        mistakes=(
            ((N, width), "That is the Q of one head; both heads stand side by side here."),
            ((D_MODEL, D_MODEL), "That is W_Q; X·W_Q has a row for each token."),
            ((D_MODEL, N), "Rows first: one for each token."),
            ((1, D_MODEL), f"That is the row of {at.word} alone; Q has a row for each of the three tokens."),
            ((HEADS * N, width), "Heads stand side by side, not under each other: there are no more rows than tokens."),
        ),
        otherwise="Q = X·W_Q has a row for each token and a column for each column of W_Q.",
    )


def _heads(at: Place) -> Question:
    count = at.token + 1
    return Typed(
        ask=f"From how many of the three tokens can head 1 bring something to {at.word}?",
        kind="number",
        right=(count,),
        why=f"{_tokens(count)}: {_up_to(at)}. The other head has the same mask; this is where rows meet.",
        mistakes=(
            ((N,), "Later tokens are hidden by the causal mask."),
            ((count - 1,), "A token may also look at itself: j ≤ i."),
            ((HEADS,), "That is the number of heads; what counts here is which keys the mask allows."),
        ),
        otherwise="Count the tokens up to this one, with itself.",
    )


def _joined(_at: Place) -> Question:
    return Choice(
        ask="Where do the numbers of head 1 and head 2 first meet?",
        options=(
            Option(text="in the weights", why="Each head has weights of its own, made from its own columns alone."),
            Option(
                text="where they are put side by side",
                why="Side by side every number is still one head's; nothing has been added.",
            ),
            Option(
                text="in the product with W_O",
                why="Each result is a dot product of the whole joined row with a column of W_O: both heads enter.",
                right=True,
            ),
        ),
    )


def _added(at: Place) -> Question:
    x, more = float(at.run.block.x[at.token, 0]), float(at.run.block.attention[at.token, 0])
    return Typed(
        ask="Which number is component 1 of the sum? Three decimals.",
        kind="number",
        right=(x + more,),
        why=f"{number(x)} + {number(more)} = {number(x + more)}: what came in is still in it.",
        mistakes=(
            ((more,), "That is attention's result alone; a residual connection adds what came in."),
            ((x,), "That is what came in; attention's result is added to it."),
            ((x * more,), "That is a product; a residual connection adds."),
        ),
        otherwise="Add the first numbers of the two rows.",
    )


def _second_norm(at: Place) -> Question:
    pre = at.norm == "pre"
    return Choice(
        ask="To which vector will the second addition add the net's result?",
        options=(
            Option(
                text="the sum as it was before this norm",
                why="Pre-norm normalizes only what the net reads; the sum itself goes past it."
                if pre
                else "That is pre-norm; in post-norm the norm stands in the way of the sum itself.",
                right=pre,
            ),
            Option(
                text="the normalized vector",
                why="That is post-norm; in pre-norm the norm stands inside the branch, and the sum goes past it."
                if pre
                else "Post-norm normalizes the sum itself: net and second addition both get the normalized vector.",
                right=not pre,
            ),
            Option(
                text="x, the token with its position",
                why="x went into the first addition; the second adds to what came out of that.",
            ),
        ),
    )


def _net(at: Place) -> Question:
    hidden = np.round(at.run.block.hidden[at.token], 4)
    below, above = int((hidden < 0).sum()), int((hidden > 0).sum())
    return Typed(
        ask=f"How many of the {D_FF} hidden numbers change when the cut sets those below 0 to 0?",
        kind="number",
        right=(below,),
        why=f"{below} of the {D_FF} lie below 0. The net does this to each token by itself: no other token enters.",
        mistakes=(((above,), "Those are above 0 and stay as they are; the others become 0."),),
        otherwise="Count the numbers with a minus in the row named hidden.",
    )


def _second_sum(at: Place) -> Question:
    return Typed(
        ask="A second block would read this. Which shape have all three tokens together here?",
        kind="shape",
        right=(N, D_MODEL),
        why=f"{N}×{D_MODEL}, the shape of X: so the next block can stand on this one.",
        mistakes=(
            ((N, D_FF), "That is the width inside the net; W_2 has brought it back."),
            ((2 * N, D_MODEL), "Nothing is put under each other; both additions add number to number."),
            ((N, 2 * D_MODEL), "Residuals are added, not put side by side."),
            ((D_MODEL, N), "Rows first: one for each token."),
            ((1, D_MODEL), f"That is the row of {at.word} alone."),
        ),
        otherwise="A residual connection adds, so the shape is that of what came in.",
    )


def _logits(at: Place) -> Question:
    words = len(WORDS)
    return Typed(
        ask="Which shape have the logits of all three tokens?",
        kind="shape",
        right=(N, words),
        why=f"{N}×{words}: every position scores all {words} words as its next. {_up_to(at, capital=True)} led here.",
        mistakes=(
            ((1, words), f"That is the row of {at.word} alone; every position predicts its own next word."),
            ((N, D_MODEL), "That is what goes in; W_U has a column for each word."),
            ((D_MODEL, words), "That is W_U."),
            ((words, N), "Rows first: one for each token."),
            ((N, N), "Scores of words, not of keys: there is a column for each word of the vocabulary."),
        ),
        otherwise="A row for each token, a column for each word of the vocabulary.",
    )


def _tokens(count: int) -> str:
    return f"{count} token{'' if count == 1 else 's'}"


def _up_to(at: Place, *, capital: bool = False) -> str:
    """The words that the mask lets this token see, as a list."""
    words = [WORDS[word] for word in at.run.words[: at.token + 1]]
    if len(words) == 1:
        return f"{'Only' if capital else 'only'} {words[0]}"
    return f"{', '.join(words[:-1])} and {words[-1]}"


QUESTIONS: tuple[Callable[[Place], Question], ...] = (
    _x,
    _norm,
    _projections,
    _heads,
    _joined,
    _added,
    _second_norm,
    _net,
    _second_sum,
    _logits,
)
