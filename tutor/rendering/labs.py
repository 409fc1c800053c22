"""What stands on a page in place of a laboratory that is not built."""

from __future__ import annotations

from tutor.lessons.model import LAB_NAMES, LabStep


def not_open(step: LabStep) -> str:
    """One line that says so."""
    return f"The laboratory on {LAB_NAMES[step.lab]} is not open yet."
