"""The laboratories by name, and what a page of a lesson may set when it opens one."""

from __future__ import annotations

from typing import Literal, get_args

LabName = Literal["tokens", "chain", "decoding", "heads", "leak", "block"]
LABS: tuple[LabName, ...] = get_args(LabName)
LAB_NAMES: dict[LabName, str] = {
    "tokens": "tokens",
    "chain": "the chain rule",
    "decoding": "decoding",
    "heads": "heads",
    "leak": "the leak",
    "block": "the block",
}
"""What each laboratory is about, in words."""

LabValue = float | str | tuple[float, ...]
LabValueKind = Literal["text", "number", "numbers"]
LAB_VALUES: dict[LabName, dict[str, LabValueKind]] = {
    "tokens": {"text": "text", "part": "text"},
    "chain": {"p": "numbers", "unit": "text"},
    "decoding": {"logits": "numbers", "temperature": "number", "prompt": "text", "part": "text"},
    "heads": {"text": "text", "layer": "number", "head": "number"},
    "leak": {"steps": "number", "seed": "number"},
    "block": {"d_model": "number", "heads": "number", "layers": "number", "part": "text"},
}
"""What a page may set, and as what."""
