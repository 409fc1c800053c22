"""Where one is in the numbers of a file: for any front end, as a value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tutor.maths.exported import Exported, Which
from tutor.notation.places import LIKE, Names, place_in
from tutor.rendering.stages import Walk


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """The numbers, the stage and the head, which of the masks, and the cell; all counted from 0."""

    exported: Exported
    walk: Walk
    mask: int = 0
    row: int = 0
    column: int = 0

    @property
    def rule(self) -> int | None:
        """The mask that is used: one of the `offsets` of what was loaded."""
        return self.exported.offsets[self.mask]

    @property
    def which(self) -> Which:
        """The head, with its mask."""
        return self.walk.head, self.rule

    @property
    def file_name(self) -> str:
        """What the stage is saved as."""
        return f"{self.walk.stage}_head_{self.walk.head + 1}.txt"

    def at(self, which: Which) -> Looked:
        """At the same stage and cell of another head, or with another mask."""
        head, rule = which
        return replace(self, walk=self.walk.at_head(head), mask=self.exported.offsets.index(rule))

    def turned(self, by: int) -> Which:
        """So many heads on, round and round."""
        return (self.walk.head + by) % self.walk.heads, self.rule

    @property
    def ruled(self) -> Which:
        """The same head with the next of the masks."""
        offsets = self.exported.offsets
        return self.walk.head, offsets[(self.mask + 1) % len(offsets)]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the stage."""
        columns = {"row_sum": 1, "output": self.exported.d_v}
        return self.exported.n_q, columns.get(self.walk.stage, self.exported.n_k)

    @property
    def names(self) -> Names:
        """The tokens that name rows, and those that name columns where these are keys."""
        tokens, (rows, columns) = self.exported.tokens, self.shape
        of_keys = self.walk.stage not in ("row_sum", "output")
        return tokens if len(tokens) == rows else (), tokens if of_keys and len(tokens) == columns else ()

    @property
    def such_as(self) -> str:
        """How a place is typed."""
        rows, columns = self.names
        return f"{LIKE}, or by name: {rows[0]} {columns[-1]}" if rows and columns else LIKE

    def jumped(self, text: str) -> Looked:
        """At the cell that a text means. Raises ValueError, one sentence, where it means none."""
        row, column = place_in(text, self.shape, here=(self.row, self.column), names=self.names)
        return replace(self, row=row, column=column)


def first_look(exported: Exported) -> Looked:
    """The weights of the first head: what people export matrices for."""
    return Looked(exported=exported, walk=Walk(heads=exported.heads, stage="weights"))
