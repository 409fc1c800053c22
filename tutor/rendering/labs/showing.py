"""How a laboratory looks: its module in this folder is the one with its name."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from tutor.coaching.labs.lab import Lab
from tutor.rendering.labs.ascii_lines import in_ascii
from tutor.rendering.labs.line import Line


def view(lab: Lab, width: int, *, ascii: bool = False) -> tuple[Line, ...]:
    """What a screen of this width shows of the part that is open; `ascii` where it shows nothing beyond ASCII."""
    module = _module(lab)
    # A laboratory about characters has a form of its own, in which they are told apart.
    lines: tuple[Line, ...] = ((ascii and getattr(module, "ascii_view", None)) or module.view)(lab, width)
    return in_ascii(lines) if ascii else lines


def spoken(lab: Lab, *, ascii: bool = False) -> tuple[str, ...]:
    """The same as sentences and rows to be read out."""
    module = _module(lab)
    lines: tuple[str, ...] = ((ascii and getattr(module, "ascii_spoken", None)) or module.spoken)(lab)
    return lines


def _module(lab: Lab) -> ModuleType:
    return import_module(f"tutor.rendering.labs.{lab.name}")
