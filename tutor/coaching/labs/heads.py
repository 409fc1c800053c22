"""The heads laboratory: what each head of the small trained model looks at, and the loss with some switched off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Self

import numpy as np

from tutor.coaching.labs.lab import Control, Field, Lab, Said
from tutor.lessons.labs import LabName, LabValue
from tutor.maths import grammar
from tutor.maths.checks import Floats
from tutor.maths.heads import Habit, Losses, habits, losses
from tutor.maths.pretrained import Model, load
from tutor.maths.tiny_gpt import Head, forward

SENTENCE = ("the", "red", "foxes", "near", "the", "dog", "run", "and", "run")
SENTENCES, SEED = 400, 20
"""What is measured is measured over so many sentences of the grammar, always the same ones."""

MOSTLY = 0.5
"""A head looks mostly at a place that gets at least so much of its weight on average."""

HEAD = Control(move="head", key="t", shown="t", label="head", what="The next head; after the last one, the first.")
DOWN = Control(move="down", key="down", shown="↓", label="row", what="The next query.")
UP = Control(move="up", key="up", shown="↑", label="row", what="The query before.")
HEAD_BACK = Control(
    move="head-back", key="T", shown="T", label="", what="The head before; before the first one, the last."
)
SHADES = Control(
    move="shades", key="v", shown="v", label="shades", what="The weights as shades, or as numbers again.", drawn=True
)
ALL_ON = Control(move="all", key="0", shown="0", label="all on", what="Switch all heads on again.")


@cache
def measured() -> Mapping[Head, tuple[Habit, ...]]:
    """Every head's habits, over the sentences that all measuring is done on."""
    model = load()
    return habits(model.weights, model.config, _sentences())


@cache
def loss_without(silenced: frozenset[Head]) -> Losses:
    """The model's loss over the same sentences, with these heads switched off."""
    model = load()
    return losses(model.weights, model.config, _sentences(), silenced=silenced)


@cache
def own_loss() -> float:
    """What the grammar's own chances cost over the same sentences: no model can do better there but by luck."""
    return grammar.own_loss(_sentences())


@cache
def _sentences() -> grammar.Batch:
    return grammar.batch(np.random.default_rng(SEED), SENTENCES)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadsLab(Lab):
    """A sentence and the head that is looked at, both of the model that ships with the tutor."""

    name: ClassVar[LabName] = "heads"
    title: ClassVar[str] = "Heads of a trained model"
    parts: ClassVar[tuple[str, ...]] = ("weights", "habits", "without")

    words: tuple[str, ...] = SENTENCE
    head: int = 0
    """Counted through all layers, from 0."""
    row: int = SENTENCE.index("dog") + 1
    """The query that is read out, from 0, which is the start. At first it is the one that predicts the verb."""
    shades: bool = False
    off: frozenset[Head] = frozenset()

    @property
    def model(self) -> Model:
        """The trained model."""
        return load()

    @property
    def heads(self) -> tuple[Head, ...]:
        """All heads, as (layer, head) from 0."""
        return all_heads()

    @property
    def current(self) -> Head:
        """The head that is looked at."""
        return self.heads[self.head]

    @property
    def tokens(self) -> tuple[str, ...]:
        """The sentence as the model gets it."""
        return (grammar.START, *self.words)

    @property
    def weights(self) -> Floats:
        """The current head's weights over this sentence, (T, T)."""
        layer, head = self.current
        trace = forward(self.model.weights, self.model.config, grammar.encode(self.tokens)).traces[layer]
        found: Floats = trace.weights[head]
        return found

    def controls(self) -> tuple[Control, ...]:
        if self.part == 0:
            return (HEAD, HEAD_BACK, DOWN, UP, replace(SHADES, label="numbers") if self.shades else SHADES)
        if self.part == 1:
            return (HEAD, HEAD_BACK)
        switches = (
            Control(
                move=str(place),
                key=str(place),
                shown=str(place),
                label="on or off",
                what=f"Switch {named(head)} off, or on again.",
            )
            for place, head in enumerate(self.heads, start=1)
        )
        return (*switches, ALL_ON)

    def press(self, move: str) -> Self:
        known = {control.move for control in self.controls()}
        if move not in known:
            return replace(self, said=None)
        if move.isdigit():
            return replace(self, off=self.off ^ {self.heads[int(move) - 1]}, said=None)
        match move:
            case "head" | "head-back":
                by = 1 if move == "head" else -1
                return replace(self, head=(self.head + by) % len(self.heads), said=None)
            case "shades":
                return replace(self, shades=not self.shades, said=None)
            case "all":
                return replace(self, off=frozenset(), said=None)
        row = self.row + (1 if move == "down" else -1)
        return replace(self, row=min(max(row, 0), len(self.words)), said=None)

    def field(self) -> Field | None:
        if self.part != 0:
            return None
        return Field(prompt="Another sentence, in words that the model knows:", text=" ".join(self.words))

    def enter(self, text: str) -> Self:
        words = tuple(text.lower().split())
        most = self.model.config.context - 1
        if not words:
            return replace(self, said=Said(text="Type a few words of the model's vocabulary.", kind="bad"))
        if len(words) > most:
            said = Said(
                text=f"{len(words)} words are too many: the model sees at most {most} after its start.", kind="bad"
            )
            return replace(self, said=said)
        try:
            grammar.encode(words)
        except ValueError as error:
            return replace(self, said=Said(text=f"{str(error)[0].upper()}{str(error)[1:]}.", kind="bad"))
        return replace(self, words=words, row=min(self.row, len(words)), said=None)


def all_heads() -> tuple[Head, ...]:
    """Every head of the model, layer by layer."""
    config = load().config
    return tuple((layer, head) for layer in range(config.layers) for head in range(config.heads))


def named(head: Head) -> str:
    """A head by its name on screen, where layers and heads count from 1."""
    return f"layer {head[0] + 1} head {head[1] + 1}"


def strongest(head: Head) -> Habit:
    """The place that gets most of a head's weight."""
    return max(measured()[head], key=lambda habit: habit.weight)


def start(values: Mapping[str, LabValue]) -> HeadsLab:
    """The laboratory at a sentence, and at a layer and head counted from 1."""
    lab = HeadsLab()
    text = values.get("text")
    if isinstance(text, str):
        lab = lab.enter(text)
    layer, head = values.get("layer", 1.0), values.get("head", 1.0)
    wanted = (layer - 1, head - 1) if isinstance(layer, float) and isinstance(head, float) else (0, 0)
    place = next((i for i, there in enumerate(lab.heads) if there == wanted), None)
    if place is None:
        return replace(lab, said=Said(text=f"The model has no such head; this is {named(lab.current)}."))
    return replace(lab, head=place)
