"""The workbench for matrices that come from a file: many heads, many tokens, too many to type.

One head is worked out when it is first looked at, in a thread where that takes long, and one stage when it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on, work
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from tutor.look.shades import shade_styles
from tutor.maths.exported import Kept, Which
from tutor.rendering.exported import loaded_words, map_caption, mask_words
from tutor.rendering.layout import stage_layout
from tutor.rendering.looked import Looked
from tutor.rendering.shaded import ShadedSource
from tutor.rendering.stages import Walk
from tutor.rendering.tables import as_text
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.screens.benches import typed_workbench
from tutor.screens.cell_foot import CellFoot
from tutor.screens.stage_view import strip_of_stages
from tutor.widgets.fields import LineField
from tutor.widgets.leaving import Left
from tutor.widgets.matrix_view import MatrixView
from tutor.widgets.note import Note

if TYPE_CHECKING:
    from tutor.maths.attention import Trace

AT_ONCE = 2**25
"""Multiplications that take a few milliseconds; a head with more of them is worked out in a thread."""


class MatricesScreen(TutorScreen):
    """A line about the file, the stages, the map with its numbers, and words about the row and the cell."""

    CSS_PATH = "matrices.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings(
            (
                *(keys.NEXT, keys.PREVIOUS, keys.INSIDE, keys.HEAD, keys.HEAD_BACK, keys.JUMP, keys.MASK_RULE),
                *(keys.COPY_ROW, keys.SAVE_STAGE, keys.FORM),
            )
        )
    ]
    help_area = "matrices"

    loaded = getters.query_one("#loaded", Note)
    strip = getters.query_one("#strip", Note)
    caption = getters.query_one("#caption", Note)
    table = getters.query_one(MatrixView)
    foot = getters.query_one(CellFoot)

    @dataclass
    class Solved(Message):
        """A head is worked out, or `trouble` says why it cannot be."""

        which: Which
        trace: Trace | None
        trouble: str = ""

    @dataclass
    class Saved(Message):
        """A thread has saved a stage, or could not: the sentence that says so."""

        sentence: str

    def __init__(self, looked: Looked) -> None:
        super().__init__()
        self.at = looked
        """Where one is; the cell as it was when the screen was opened, since the table knows it from then on."""
        self.exported = looked.exported
        self.trace: Trace | None = None
        """What is shown; None until the first head is worked out, or where it cannot be."""
        self.awaited: Which | None = None
        """The head that a thread is working out."""
        self._kept = Kept()
        self._sources: dict[str, ShadedSource] = {}
        """The stages of the head on show that have been looked at."""

    def body(self) -> Iterable[Widget]:
        yield Note(id="loaded")
        yield Note(id="strip")
        yield Note(id="caption")
        yield MatrixView()
        yield CellFoot()

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        if self.in_field:
            return keys.footer(keys.LEAVE, (keys.SUBMIT, "go there"), keys.HELP_FROM_FIELD)
        heads = (keys.HEAD,) if self.exported.heads > 1 else ()
        masks = (keys.MASK_RULE,) if len(self.exported.offsets) > 1 else ()
        inside = (keys.INSIDE, "close") if self.at.walk.inside else keys.INSIDE
        rest = (keys.JUMP, *masks, inside, keys.COPY_ROW, keys.CELL, keys.HELP)
        return keys.footer(keys.BACK, keys.STAGE, *heads, *rest)

    def ready(self) -> None:
        x = self.exported
        heads = f"{x.heads} heads   " if x.heads > 1 else ""
        n = f"n {x.n_q}" if x.n_q == x.n_k else f"n_q {x.n_q}   n_k {x.n_k}"
        self.show_title("Workbench", f"{heads}{n}   d_k {x.d_k}   d_v {x.d_v}")
        self._say_loaded()
        self.table.follow = self._follow_cell
        self.table.row, self.table.column = self.at.row, self.at.column
        self._look(self.at.which)
        self.set_focus(self.table)

    @property
    def _ascii(self) -> bool:
        return self.tutor.surroundings.ascii

    @property
    def looked(self) -> Looked:
        """Where one is now, to come back to."""
        return replace(self.at, row=self.table.row, column=self.table.column)

    # One head, worked out.

    def _look(self, which: Which) -> None:
        """Show this head: at once where it is kept or quickly worked out, else when a thread is done with it."""
        x = self.exported
        trace = self._kept.find(which)
        if trace is not None:
            self._show(which, trace)
        elif x.cells * (x.d_k + x.d_v) <= AT_ONCE:
            self._take(self._solved(which))
        else:
            self.awaited = which
            self.say(f"Working out head {which[0] + 1} of {x.heads} …")
            self._solve(which)

    @work(thread=True, exclusive=True, group="head")
    def _solve(self, which: Which) -> None:
        self.post_message(self._solved(which))

    def _solved(self, which: Which) -> Solved:
        try:
            trace = self.exported.trace(*which)
        except ValueError as error:
            return self.Solved(which, None, str(error))
        return self.Solved(which, trace)

    @on(Solved)
    def take_solved(self, event: Solved) -> None:
        """What a thread has brought; a head that was left meanwhile is not shown any more."""
        if event.which == self.awaited:
            self.say("")
            self._take(event)

    def _take(self, solved: Solved) -> None:
        if solved.trace is not None:
            self._kept.add(solved.which, solved.trace)
        self._show(solved.which, solved.trace, trouble=solved.trouble)

    def _show(self, which: Which, trace: Trace | None, *, trouble: str = "") -> None:
        self.awaited = None
        self.at = self.at.at(which)
        self.trace = trace
        self._sources.clear()
        self._say_loaded()
        if trace is not None:
            self.show_stage()
            return
        self.table.set_source(None)
        self.strip.show("")
        self.foot.clear()
        self.caption.show(Content.styled(f"✗ head {which[0] + 1} of {self.exported.heads}: {trouble}", "$error"))

    def _say_loaded(self) -> None:
        self.loaded.show(loaded_words(self.exported, offset=self.at.rule, ascii=self._ascii))

    # One stage of it.

    def show_stage(self) -> None:
        """Draw the stage that one is at, and say what stands there."""
        if self.trace is None:
            return
        walk = self.at.walk
        source = self._sources.get(walk.stage)
        if source is None:
            tokens = self.exported.tokens
            layout = stage_layout(self.trace, walk.stage, head=walk.head, tokens=tokens, ascii=self._ascii)
            shades = shade_styles(self.tutor.surroundings.colors, light=self.tutor.light)
            source = self._sources[walk.stage] = ShadedSource(self.trace, layout, shades)
        self.table.set_source(source)
        self.strip.show(partial(strip_of_stages, walk.stage, walk.stages, walk.inside))
        self.caption.show(lambda width: Content(map_caption(source, walk, width=width)))
        self._follow_cell()

    def _follow_cell(self) -> None:
        """What is said of the row and the cell, in the same frame as the cell itself."""
        if self.trace is not None:
            mapped = not self._sources[self.at.walk.stage].fits(self.table.size.width)
            self.foot.tell(self.trace, self.looked, brief=mapped)

    def action_next(self) -> None:
        self._go(self.at.walk.step(1), otherwise="This is the last stage: b goes back.")

    def action_previous(self) -> None:
        self._go(self.at.walk.step(-1), otherwise="This is the first stage: n goes on.")

    def action_inside(self) -> None:
        self._go(self.at.walk.toggled())
        self.update_footer()

    def _go(self, walk: Walk | None, *, otherwise: str = "") -> None:
        if walk is None:
            self.say(otherwise)
        else:
            self.at = replace(self.at, walk=walk)
            self.show_stage()

    def action_head(self) -> None:
        self._turn(1)

    def action_head_back(self) -> None:
        self._turn(-1)

    def _turn(self, by: int) -> None:
        """Another head, counted on from the one that is on its way."""
        if self.exported.heads == 1:
            self.say("There is one head only.")
        else:
            start = self.at if self.awaited is None else self.at.at(self.awaited)
            self._look(start.turned(by))

    def action_mask_rule(self) -> None:
        if len(self.exported.offsets) == 1:
            self.say(f"These numbers have {mask_words(self.exported, self.at.rule)}.")
        else:
            self._look(self.at.ruled)

    # A jump.

    async def action_jump(self) -> None:
        """Put up a field for a place; Enter goes there, Esc stays."""
        if self.trace is not None and not self.query(LineField):
            async with self.batch():
                await self.foot.open_field(self.at.such_as)
                self.update_footer()

    @on(Input.Submitted)
    async def go_there(self, event: Input.Submitted) -> None:
        try:
            there = self.looked.jumped(event.value)
        except ValueError as error:
            self.say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            return
        await self._close_field()
        self.table.go_to(there.row, there.column)

    @on(Left)
    async def stay_here(self, event: Left) -> None:
        # Else what every screen does follows, and the focus is nowhere.
        event.prevent_default()
        await self._close_field()

    async def _close_field(self) -> None:
        async with self.batch():
            await self.foot.close_field()
            # Not by its own `focus`, which paints all of it.
            self.set_focus(self.table)
            self.update_footer()

    # What can be taken along, and where else one can go.

    def action_copy_row(self) -> None:
        if self.trace is not None:
            walk, row = self.at.walk, self.table.row
            self.app.copy_to_clipboard(as_text(self.trace, walk.stage, head=walk.head, ascii=self._ascii, row=row))
            self.say("The row is copied, where your terminal allows it; s saves the whole stage.")

    def action_save_stage(self) -> None:
        if self.trace is not None:
            self.say("Saving …")
            self._save(self.trace, self.at)

    @work(thread=True, group="saving")
    def _save(self, trace: Trace, at: Looked) -> None:
        text = as_text(trace, at.walk.stage, head=at.walk.head, ascii=self._ascii)
        self.post_message(self.Saved(self.tutor.save(at.file_name, f"{text}\n")))

    @on(Saved)
    def say_saved(self, event: Saved) -> None:
        self.say(event.sentence)

    def action_theme(self) -> None:
        super().action_theme()
        self._sources.clear()
        self.show_stage()

    async def action_form(self) -> None:
        await self.tutor.push_at_once(typed_workbench(self.tutor))

    def keep_draft(self) -> None:
        """Keep where one is for the next time the workbench is opened."""
        self.tutor.looked = self.looked

    async def action_back(self) -> None:
        self.keep_draft()
        await super().action_back()
