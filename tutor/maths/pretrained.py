"""The small transformer as it ships, trained: read from the file beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

import numpy as np

from tutor.maths.checks import Floats
from tutor.maths.grammar import LONGEST, VOCABULARY
from tutor.maths.tiny_gpt import Config, shapes

FILE = Path(__file__).with_name("tiny_gpt.npz")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Model:
    """A trained model: its sizes, its weights (read-only, float32), and how it came about.

    `loss` is its honest loss after `steps` steps from `seed`, in nats per token, over sentences that stand for all.
    """

    config: Config
    weights: Mapping[str, Floats]
    loss: float
    steps: int
    seed: int


def small(*, layers: int = 2) -> Config:
    """The sizes of a model for the grammar's sentences."""
    return Config(vocabulary=len(VOCABULARY), context=LONGEST - 1, layers=layers)


@cache
def load() -> Model:
    """The trained model, read once. A ValueError names a parameter whose shape is not the one expected."""
    config = small()
    with np.load(FILE, allow_pickle=False) as file:
        weights = {}
        for name, shape in shapes(config):
            weights[name] = file[name]
            if weights[name].shape != shape:
                raise ValueError(f"{FILE.name}: {name} has shape {weights[name].shape}, not {shape}")
            weights[name].flags.writeable = False
        loss, steps, seed = (file[name].item() for name in ("loss", "steps", "seed"))
    return Model(config=config, weights=MappingProxyType(weights), loss=loss, steps=steps, seed=seed)
