"""Texts that come about word by word, from state to state: many drawn at once, and what can be computed exactly.

A state offers each word at most once. So a text comes about in one way only, and its chance is a plain product.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

State = TypeVar("State", bound=Hashable)
Choices = tuple[tuple[int, float, State], ...]
"""What a state offers: the token's id, its chance, and the state that it leads to. Empty at the end."""

_BELOW_ONE = 1 - 2.0**-53


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Table:
    """The states as numbers, the first one 0; read-only arrays, (states, choices) each.

    `up_to` is the chance of a choice or one before it. What the end offers, and what fills a row, is token −1 with
    chance 0, which leads to the end.
    """

    tokens: NDArray[np.int64]
    chances: NDArray[np.float64]
    up_to: NDArray[np.float64]
    after: NDArray[np.int64]


def expected(first: State, choices: Callable[[State], Choices[State]]) -> tuple[float, float]:
    """On average over all texts from a state on: −ln of the text's chance, in nats, and its tokens."""
    known: dict[State, tuple[float, float]] = {}

    def at(state: State) -> tuple[float, float]:
        if state not in known:
            surprise = tokens = 0.0
            for _, chance, after in choices(state):
                further, more = at(after)
                surprise += chance * (further - math.log(chance))
                tokens += chance * (more + 1)
            known[state] = surprise, tokens
        return known[state]

    return at(first)


def table(first: State, choices: Callable[[State], Choices[State]]) -> Table:
    """Every state that can be reached, as numbers."""
    numbers = {first: 0}
    states = [first]
    for state in states:
        for _, _, after in choices(state):
            if after not in numbers:
                numbers[after] = len(states)
                states.append(after)
    end = next(numbers[state] for state in states if not choices(state))
    size = len(states), max(len(choices(state)) for state in states)
    tokens, after_ = np.full(size, -1), np.full(size, end)
    chances = np.zeros(size)
    for row, state in enumerate(states):
        for column, (token, chance, after) in enumerate(choices(state)):
            tokens[row, column], chances[row, column], after_[row, column] = token, chance, numbers[after]
    up_to = chances.cumsum(axis=1)
    # The last choice takes what rounding leaves.
    up_to[up_to > _BELOW_ONE - 1e-12] = 1
    up_to[end] = 1
    for array in (tokens, chances, up_to, after_):
        array.flags.writeable = False
    return Table(tokens=tokens, chances=chances, up_to=up_to, after=after_)


def drawn(states: Table, numbers: NDArray[np.float64], length: int) -> NDArray[np.int64]:
    """The text that each number from 0 to below 1 stands for, −1 after its end. (n,) → (n, length).

    Each choice takes its share of the interval; where the number lies inside that share decides what follows.
    """
    tokens = np.empty((len(numbers), length), dtype=np.int64)
    state = np.zeros(len(numbers), dtype=np.int64)
    for place in range(length):
        choice = (numbers[:, None] >= states.up_to[state]).sum(axis=1)
        tokens[:, place] = states.tokens[state, choice]
        low = np.where(choice > 0, states.up_to[state, choice - 1], 0)
        # Rounding may not lead out of the last choice.
        numbers = np.minimum((numbers - low) / (states.up_to[state, choice] - low), _BELOW_ONE)
        state = states.after[state, choice]
    return tokens


def chances(states: Table, tokens: NDArray[np.int64]) -> NDArray[np.float64]:
    """The chance of each token after those before it; 0 from the first impossible one on. (n, length) → same."""
    found = np.zeros(tokens.shape)
    end = int(np.flatnonzero((states.tokens == -1).all(axis=1))[0])
    state = np.zeros(len(tokens), dtype=np.int64)
    for place in range(tokens.shape[1]):
        # Token −1 is offered where nothing is: its chance is 0.
        offered = states.tokens[state] == tokens[:, place, None]
        choice = offered.argmax(axis=1)
        possible = offered.any(axis=1)
        found[:, place] = np.where(possible, states.chances[state, choice], 0)
        state = np.where(possible, states.after[state, choice], end)
    return found
