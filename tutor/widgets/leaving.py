"""The message by which every field says that the learner wants out of it."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget


@dataclass
class Left(Message):
    """Esc was pressed in this field: the letters are commands again."""

    field: Widget

    @property
    def control(self) -> Widget:
        return self.field
