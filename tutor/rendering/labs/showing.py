"""How a laboratory looks: its module in this folder is the one with its name."""

from __future__ import annotations

from importlib import import_module

from tutor.coaching.labs.lab import Lab
from tutor.rendering.labs.line import Line


def view(lab: Lab, width: int) -> tuple[Line, ...]:
    """What a screen of this width shows of the part that is open."""
    lines: tuple[Line, ...] = import_module(f"tutor.rendering.labs.{lab.name}").view(lab, width)
    return lines


def spoken(lab: Lab) -> tuple[str, ...]:
    """The same as sentences and rows to be read out."""
    lines: tuple[str, ...] = import_module(f"tutor.rendering.labs.{lab.name}").spoken(lab)
    return lines
