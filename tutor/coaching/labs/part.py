"""One part of a laboratory as a value of its own, for laboratories whose parts have little in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from tutor.coaching.labs.lab import Control, Field, Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one part holds, and its moves: each gives the next value and what there is to say of it."""

    def controls(self) -> tuple[Control, ...]:
        """What can be done on this part now."""
        return ()

    def press(self, move: str) -> tuple[Self, Said | None]:
        """Do one of the moves of `controls`."""
        return self, Said(text=f'There is no move "{move}" here.')

    def field(self) -> Field | None:
        """The line to type into."""
        return None

    def enter(self, text: str) -> tuple[Self, Said | None]:
        """Take a line that was typed."""
        return self, None

    def work(self) -> Iterator[Self] | None:
        """Long work that the last move began, state by state."""
        return None
