"""The stepper: one calculation, stage by stage, with a current cell whose own arithmetic is written out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text
from textual import getters
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tutor.maths.problem import Problem
from tutor.rendering.arithmetic import cell_arithmetic, empty_rows_note, stage_caption
from tutor.rendering.labels import left
from tutor.rendering.layout import MARGIN, Window, stage_layout
from tutor.rendering.stages import INSIDE, WORDS, stages_to
from tutor.rendering.tables import Palette, StageSource, as_text, stage_lines
from tutor.widgets.ground import Ground
from tutor.widgets.matrix_view import MatrixView
from tutor.widgets.note import Note
from tutor.widgets.wording import words

if TYPE_CHECKING:
    from tutor.maths.attention import Trace

ROOMY, FEW = 10, 5
"""Up to so many keys there is room for wide cells, which are easier to read."""


def strip_of_stages(stage: str, stages: Sequence[str], inside: bool, width: int) -> Content:
    """The stages in a row, the current one in brackets; with softmax open, its four steps in its place.

    Where they do not all fit, the first ones are left out, down to the current one.
    """
    place, first = stages.index(stage), 0
    line = _row_of_stages(stage, stages, inside=inside)
    while line.cell_length > width and first < place:
        first += 1
        line = Content.assemble(("… ─ ", "$text-muted"), _row_of_stages(stage, stages[first:], inside=inside))
    where = f"stage {place + 1} of {len(stages)}"
    gap = width - line.cell_length - len(where)
    return Content.assemble(line, " " * gap, (where, "$text-muted")) if gap >= 2 else line


def _row_of_stages(stage: str, stages: Sequence[str], *, inside: bool) -> Content:
    parts: list[str | tuple[str, str]] = []
    for i, name in enumerate(stages):
        word = INSIDE[name] if inside and name in INSIDE else WORDS[name]
        if i:
            parts.append((" ─ ", "$text-muted"))
        parts.append((f"[{word}]", "bold $accent") if name == stage else word)
    return Content.assemble(*parts)


def fitted_caption(caption: str, width: int) -> Content:
    """A stage's caption on one line: where it is too long, without what it says about rows and columns."""
    return Content(caption if len(caption) <= width else caption.partition(";")[0])


@dataclass(frozen=True, slots=True)
class VeiledSource(StageSource):
    """A stage with some rows as question marks: the learner works them out first."""

    veiled: frozenset[int] = frozenset()

    def draw(self, window: Window) -> Group:
        lines = stage_lines(self.trace, self.layout, window, palette=self.palette)
        return Group(
            *(
                self._veil(window, row) if row in self.veiled else line
                for row, line in enumerate(lines, start=window.top - 1)
            )
        )

    def _veil(self, window: Window, row: int) -> Text:
        layout = self.layout
        marks = f"{'?':>{layout.cell_width - 1}} " * window.columns
        return Text(" " * MARGIN + left(layout.row_names[row], layout.row_name_width) + marks)


class StageView(Ground):
    """A stepper over one problem: the stages, the table of the current one, and its current cell's arithmetic."""

    DEFAULT_CSS = """
    StageView {
        height: auto;
        & > #strip { height: 1; padding: 0 1; }
        & > #caption { height: auto; padding: 0 1; color: $text-muted; }
        & > MatrixView { height: auto; margin: 0 1; }
        & > #arithmetic { height: 2; padding: 0 1; margin-top: 1; }
        &.-fill { height: 1fr; }
        &.-fill > MatrixView { height: 1fr; }
    }
    """

    strip = getters.query_one("#strip", Note)
    caption = getters.query_one("#caption", Note)
    table = getters.query_one(MatrixView)
    arithmetic = getters.query_one("#arithmetic", Note)

    @dataclass
    class Stepped(Message):
        """Another stage is shown."""

        view: StageView
        stage: str

    def __init__(
        self, problem: Problem | None = None, *, until: str = "output", stage: str = "scores", id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.problem = problem
        self.until = until
        self.stage = stage
        self.inside = False
        self.head = 0
        self.veiled: frozenset[int] = frozenset()
        self.trace: Trace | None = problem.solve() if problem is not None else None

    def compose(self) -> Iterable[Widget]:
        yield Note(id="strip")
        yield Note(id="caption")
        yield MatrixView()
        yield Note(id="arithmetic")

    def on_mount(self) -> None:
        self.table.follow = self._show_arithmetic
        self.show_stage()

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages that n and b go through now."""
        return stages_to(self.until, inside=self.inside)

    @property
    def ascii(self) -> bool:
        return bool(getattr(getattr(self.app, "surroundings", None), "ascii", False))

    def set_problem(self, problem: Problem, trace: Trace) -> None:
        """Show another calculation, at the same stage and cell as far as it has them."""
        self.problem, self.trace = problem, trace
        self.head = min(self.head, problem.heads - 1)
        self.show_stage()

    def go_to_stage(self, stage: str) -> None:
        """Show this stage."""
        if stage != self.stage:
            self.stage = stage
            self.show_stage()
            self.post_message(self.Stepped(self, stage))

    def start_at(self, stage: str) -> None:
        """Show this stage, opened where it is inside softmax, from its first cell."""
        self.inside = stage in INSIDE and stage != "weights"
        self.stage = stage
        self.table.row = self.table.column = 0
        self.show_stage()
        self.post_message(self.Stepped(self, stage))

    @property
    def caption_text(self) -> str:
        """What the stage on show does, in one line."""
        return stage_caption(self.trace, self.stage, ascii=self.ascii) if self.trace is not None else ""

    def step(self, by: int) -> bool:
        """The next or previous stage; False where there is none."""
        stages = self.stages
        place = stages.index(self.stage) + by if self.stage in stages else 0
        if not 0 <= place < len(stages):
            return False
        self.go_to_stage(stages[place])
        return True

    @property
    def heads(self) -> int:
        """How many heads there are to look at."""
        return self.problem.heads if self.problem is not None else 1

    def turn_head(self, by: int) -> None:
        """The next head or the one before, at the same stage and cell; the last and the first are neighbors."""
        self.head = (self.head + by) % self.heads
        self.show_stage()
        self.post_message(self.Stepped(self, self.stage))

    def toggle_inside(self) -> None:
        """Open softmax into its four steps, or close it."""
        self.inside = not self.inside
        if self.inside:
            self.stage = "shifted"
        elif not self.inside and self.stage in INSIDE:
            self.stage = "weights"
        self.show_stage()
        self.post_message(self.Stepped(self, self.stage))

    def show_stage(self) -> None:
        """Draw the current stage once; moving the cell afterwards repaints only what it touches."""
        if self.problem is None or self.trace is None:
            return
        layout = stage_layout(
            self.trace,
            self.stage,
            head=self.head,
            tokens=self.problem.tokens,
            ascii=self.ascii,
            least=ROOMY if self.problem.n_k <= FEW else 0,
        )
        palette = self._palette()
        self.table.set_source(
            VeiledSource(self.trace, layout, palette, self.veiled)
            if self.veiled
            else StageSource(self.trace, layout, palette)
        )
        self._show_words()

    def as_text(self) -> str:
        """The current stage as text, to copy or save."""
        assert self.trace is not None
        return as_text(self.trace, self.stage, head=self.head, ascii=self.ascii)

    def _palette(self) -> Palette:
        return Palette()

    def _show_words(self) -> None:
        if self.trace is None or self.problem is None:
            return
        self.strip.show(partial(strip_of_stages, self.stage, self.stages, self.inside))
        caption = stage_caption(self.trace, self.stage, ascii=self.ascii)
        empty = empty_rows_note(self.trace, head=self.head)
        if empty is not None and self.stage not in ("scores", "scaled"):
            caption = words(empty, ascii=self.ascii)
        if self.heads > 1:
            caption = f"head {self.head + 1} of {self.heads} · {caption}"
        self.caption.show(partial(fitted_caption, caption))
        self._show_arithmetic()

    def _show_arithmetic(self) -> None:
        assert self.trace is not None
        if self.table.row in self.veiled:
            self.arithmetic.show(Content("Your turn: work this row out, then type it."))
            return
        write_out = partial(
            cell_arithmetic,
            self.trace,
            self.stage,
            self.table.row,
            self.table.column,
            head=self.head,
            ascii=self.ascii,
        )
        self.arithmetic.show(lambda width: Content(write_out(width=width)))
