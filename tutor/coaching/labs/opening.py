"""Opens a laboratory by its name; its module, and with it the small model, is imported only then."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from tutor.coaching.labs.lab import Lab
from tutor.lessons.labs import LabName, LabValue

NOTHING: Mapping[str, LabValue] = {}

TITLES: dict[LabName, tuple[str, str]] = {
    "tokens": ("Tokens", "your own text as characters, bytes and word pieces"),
    "chain": ("The chain rule", "a text's probability, token by token; loss and perplexity"),
    "decoding": ("Decoding", "temperature, sampling, and what a small model writes"),
    "heads": ("Heads", "what the heads of a small trained model look at"),
    "leak": ("The leak", "train one model twice, with and without the causal mask"),
    "block": ("The block", "one token through every part; where the parameters are"),
}
"""What each laboratory is called, and what it is about."""

INTRODUCTION = "Each one lets you change something and see at once what changes with it. Nothing here counts."


def open_lab(name: LabName, values: Mapping[str, LabValue] = NOTHING) -> Lab:
    """The laboratory of this name, at the values that a lesson's page sets."""
    lab: Lab = import_module(f"tutor.coaching.labs.{name}").start(values)
    return lab
