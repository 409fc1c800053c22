"""The small model at one prefix: its next tokens beside the grammar's exact ones, and the texts it writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tutor.maths import grammar, pretrained, training
from tutor.maths.grammar import END, PAD, START, VOCABULARY
from tutor.maths.language import tempered

Prefix = tuple[str, ...]

REMEMBERED = 64
"""Results of the model that are kept, since a view asks for them again and again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Next:
    """One token that may come next: the model's probability, and the grammar's; None where the grammar has no
    such prefix. `forbidden`: the grammar never puts it there."""

    token: str
    model: float
    exact: float | None

    @property
    def forbidden(self) -> bool:
        return self.exact == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """What one way of decoding wrote. `wrong` is the place of the first word that the grammar forbids, or None."""

    way: str
    words: Prefix
    wrong: int | None

    @property
    def ended(self) -> bool:
        return self.words[-1:] == (END,)


def prompt_of(text: str) -> Prefix:
    """The words of a prompt, its start left out; a ValueError says what the model can't take."""
    words = tuple(text.split())
    words = words[1:] if words[:1] == (START,) else words
    grammar.encode(words)
    marks = [word for word in words if word in (START, END, PAD)]
    if marks:
        raise ValueError(f"{marks[0]} is a mark, not a word; a prompt is made of words")
    room = pretrained.small().context - 1
    if len(words) > room:
        raise ValueError(f"a prompt has at most {room} words, and this has {len(words)}")
    return words


@lru_cache(maxsize=REMEMBERED)
def logits_after(prefix: Prefix) -> tuple[float, ...]:
    """The model's logits for the token after a prefix."""
    model = pretrained.load()
    return tuple(float(z) for z in training.next_logits(model.weights, model.config, prefix))


def following(prefix: Prefix, temperature: float = 1.0) -> tuple[Next, ...]:
    """Every token of the vocabulary, the model's likeliest first, at this temperature."""
    exact = grammar.next_distribution(prefix)
    shares = tempered(logits_after(prefix), temperature)
    rows = [
        Next(token=token, model=p, exact=exact.get(token, 0.0) if exact else None)
        for token, p in zip(VOCABULARY, shares, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: -row.model))


@lru_cache(maxsize=REMEMBERED)
def written(prompt: Prefix, *, temperature: float, seed: int, k: int) -> tuple[Text, ...]:
    """The same prompt decoded greedily, sampled by two seeds, and sampled from the k likeliest tokens of each step.

    At temperature 0 sampling is the greedy choice.
    """
    ways = [
        ("greedy", None, None),
        (f"seed {seed}", seed, None),
        (f"seed {seed + 1}", seed + 1, None),
        (f"top-{k}, seed {seed}", seed, k),
    ]
    return tuple(_text(way, prompt, temperature, number, most) for way, number, most in ways)


def _text(way: str, prompt: Prefix, temperature: float, seed: int | None, k: int | None) -> Text:
    model = pretrained.load()
    rng = np.random.default_rng(seed) if seed is not None and temperature > 0 else None
    heat = temperature if temperature > 0 else 1.0
    words = training.generate(model.weights, model.config, prompt, rng=rng, temperature=heat, top_k=k)
    return Text(way=way, words=words, wrong=first_wrong(words))


def first_wrong(words: Sequence[str]) -> int | None:
    """The place of the first word that the grammar never puts there."""
    for place, word in enumerate(words):
        if word not in grammar.next_distribution(tuple(words[:place])):
            return place
    return None
