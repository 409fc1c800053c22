"""Rows of losses, some shorter than the batch is wide: what happens to perplexity when padding is counted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import Self

from tutor.coaching.labs import typed
from tutor.coaching.labs.lab import Control, Field, Said
from tutor.coaching.labs.part import Part
from tutor.maths.language import mean_loss, perplexity
from tutor.notation.printer import exact, number

EXAMPLE = ((0.1, 0.2, 0.1), (0.3, 0.5, 0.1, 0.4, 0.2))
WIDEST, MOST_ROWS = 8, 4
LARGEST = 100.0
"""Of a loss in nats: e^−100 is next to nothing."""

DECIMALS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Padding(Part):
    """Losses in nats, row by row, and how many places wider than the longest row the batch is."""

    rows: tuple[tuple[float, ...], ...] = EXAMPLE
    wider: int = 0

    @property
    def width(self) -> int:
        return max(map(len, self.rows)) + self.wider

    @property
    def batch(self) -> tuple[tuple[float | None, ...], ...]:
        """The rows in one width; None is padding."""
        return tuple((*row, *(None,) * (self.width - len(row))) for row in self.rows)

    @property
    def tokens(self) -> int:
        """The tokens that count."""
        return sum(map(len, self.rows))

    @property
    def places(self) -> int:
        """All places, padding too."""
        return len(self.rows) * self.width

    @property
    def per_token(self) -> float:
        """The mean loss over all tokens of the batch that count."""
        return mean_loss(chain.from_iterable(self.batch))

    @property
    def by_row(self) -> tuple[float, ...]:
        """Each row's own perplexity."""
        return tuple(perplexity(mean_loss(row)) for row in self.batch)

    @property
    def mean_of_rows(self) -> float:
        """The mean of the rows' perplexities: a short row weighs as much as a long one."""
        return sum(self.by_row) / len(self.rows)

    @property
    def pads_counted(self) -> float:
        """The mean loss with each padding taken for a token that cost nothing, which is wrong."""
        return mean_loss(0.0 if loss is None else loss for loss in chain.from_iterable(self.batch))

    def controls(self) -> tuple[Control, ...]:
        return (
            Control(move="more", key="right", shown="→", label="more padding", what="Make the batch one place wider."),
            Control(move="less", key="left", shown="←", label="less", what="Make the batch one place narrower."),
        )

    def press(self, move: str) -> tuple[Self, Said | None]:
        match move:
            case "more":
                if self.width == WIDEST:
                    return self, Said(text=f"{WIDEST} places are as wide as is shown here.")
                return self._wide(self.wider + 1)
            case "less":
                if self.wider == 0:
                    return self, Said(text="The longest row needs all of these places.")
                return self._wide(self.wider - 1)
        return self, Said(text=f'There is no move "{move}" here.')

    def _wide(self, wider: int) -> tuple[Self, Said | None]:
        other = replace(self, wider=wider)
        was, now = (number(perplexity(x), digits=DECIMALS, fixed=True) for x in (self.pads_counted, other.pads_counted))
        moved = "did not move" if was == now else f"went from {was} to {now}"
        right = number(perplexity(self.per_token), digits=DECIMALS, fixed=True)
        return other, Said(
            text=f"The tokens are the same, and so is {right}. With padding counted, perplexity {moved}."
        )

    def field(self) -> Field:
        rows = "; ".join(" ".join(map(exact, row)) for row in self.rows)
        return Field(prompt="Your losses, rows parted by ;", text=rows, help=".1 .2 .1; .3 .5 .1 .4 .2", numbers=True)

    def enter(self, text: str) -> tuple[Self, Said | None]:
        rows = []
        parts = [part for part in text.replace("\n", ";").split(";") if part.strip()]
        if not 1 <= len(parts) <= MOST_ROWS:
            return self, Said(text=f"Type 1 to {MOST_ROWS} rows, parted by a semicolon.", kind="bad")
        for place, part in enumerate(parts, 1):
            words = [word for word in part.replace(",", ", ").split() if word.strip(",").casefold() not in PADS]
            row = typed.numbers(" ".join(words), most=WIDEST)
            if isinstance(row, Said):
                return self, replace(row, text=f"Row {place}: {row.text}")
            if any(not 0 <= loss <= LARGEST for loss in row):
                return self, Said(text=f"Row {place}: a loss lies between 0 and {LARGEST:g} nats here.", kind="bad")
            rows.append(row)
        return replace(self, rows=tuple(rows), wider=0), None


PADS = ("pad", "<pad>", "[pad]", "_", "-")
"""How padding may be typed; it is left out, since the width of the batch brings it back."""
