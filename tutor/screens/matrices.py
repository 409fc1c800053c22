"""The workbench for matrices that come from a file: many heads, many tokens, too many to type.

Of a large head the rows on show are worked out at once, and all the others in a thread while one looks at them.
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
from tutor.maths.exported import Kept
from tutor.rendering.exported import loaded_words, map_caption, mask_words
from tutor.rendering.layout import stage_layout, weights_layout
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
    from tutor.maths.exported import Head
    from tutor.rendering.layout import StageLayout

AT_ONCE = 2**23
"""Multiplications that take about a millisecond; a head with more of them is worked out in a thread."""

IN_PARTS = ("weights",)
"""The stages whose layout and shades are known from the rows on show. Those of the others are about all numbers."""


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
        """All of a head is worked out, or it cannot be."""

        head: Head

    @dataclass
    class Saved(Message):
        """A thread has saved a stage, or could not: the sentence that says so."""

        sentence: str

    def __init__(self, looked: Looked) -> None:
        super().__init__()
        self.at = looked
        """Where one is; the cell as it was when the screen was opened, since the table knows it from then on."""
        self.exported = looked.exported
        self.head: Head | None = None
        """What is shown; None until the first one is worked out, or where it cannot be."""
        self.awaited: Looked | None = None
        """Where one will be once a thread has worked the head out."""
        self._kept = Kept()
        self._solving: Head | None = None
        """The head that a thread is working out."""
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
        self._look(self.at)
        self.set_focus(self.table)

    @property
    def where(self) -> Looked:
        """Where one is, or on the way to."""
        return self.at if self.awaited is None else self.awaited

    @property
    def looked(self) -> Looked:
        """Where one is now, to come back to."""
        return replace(self.at, row=self.table.row, column=self.table.column)

    # One head, worked out.

    def _look(self, at: Looked) -> None:
        """Go there: at once where what is shown is there or quickly worked out, else when a thread is done with it."""
        head = self._kept.of(self.exported, at.which)
        quick = head.is_tried or head.multiplications <= AT_ONCE
        if quick or (at.walk.stage in IN_PARTS and head.in_parts):
            self._show(at, head, whole=quick)
            # In a thread, but not before it is painted: whoever leafs through the heads waits for none of them.
            self.once_laid_out(lambda: self._work_out(head) if head is self.head else None)
        else:
            self.awaited = at
            self.say(f"Working out head {at.walk.head + 1} of {self.exported.heads} …")
            self._work_out(head)

    def _work_out(self, head: Head) -> None:
        if not head.is_tried and head is not self._solving:
            self._solving = head
            self._solve(head)

    @work(thread=True, exclusive=True, group="head")
    def _solve(self, head: Head) -> None:
        head.trouble  # noqa: B018  # it is kept, and so is the head
        self.post_message(self.Solved(head))

    @on(Solved)
    def take_solved(self, event: Solved) -> None:
        """What a thread has brought; a head that was left meanwhile is not shown any more."""
        if event.head is self._solving:
            self._solving = None
            if self.awaited is not None:
                self.say("")
                self._show(self.awaited, event.head, whole=True)

    def _show(self, at: Looked, head: Head, *, whole: bool) -> None:
        self.awaited = None
        if head is not self.head:
            self._sources.clear()
        self.at, self.head = at, head
        self._say_loaded()
        if not (whole and head.trouble):
            self.show_stage()
            return
        self.head = None
        self.table.set_source(None)
        self.strip.show("")
        self.foot.clear()
        trouble = f"✗ head {at.walk.head + 1} of {self.exported.heads}: {head.trouble}"
        self.caption.show(Content.styled(trouble, "$error"))

    def _say_loaded(self) -> None:
        self.loaded.show(loaded_words(self.exported, offset=self.at.rule, ascii=self.tutor.surroundings.ascii))

    # One stage of it.

    def show_stage(self) -> None:
        """Draw the stage that one is at, and say what stands there."""
        if self.head is None:
            return
        walk = self.at.walk
        source = self._sources.get(walk.stage)
        if source is None:
            shades = shade_styles(self.tutor.surroundings.colors, light=self.tutor.light)
            self._sources[walk.stage] = source = ShadedSource(self.head, self._layout(self.head), shades)
        self.table.set_source(source)
        self.strip.show(partial(strip_of_stages, walk.stage, walk.stages, walk.inside))
        self.caption.show(lambda width: Content(map_caption(source, walk, width=width)))
        self._follow_cell()

    def _layout(self, head: Head) -> StageLayout:
        tokens, stage = self.exported.tokens, self.at.walk.stage
        if stage == "weights":
            return weights_layout(head.allowed, hides=head.hides, tokens=tokens, ascii=self.tutor.surroundings.ascii)
        return stage_layout(head.whole, stage, tokens=tokens, ascii=self.tutor.surroundings.ascii)

    def _follow_cell(self) -> None:
        """What is said of the row and the cell, in the same frame as the cell itself."""
        if self.head is not None:
            mapped = not self._sources[self.at.walk.stage].fits(self.table.size.width)
            self.foot.tell(self.head, self.looked, brief=mapped)

    def action_next(self) -> None:
        self._go(self.where.walk.step(1), otherwise="This is the last stage: b goes back.")

    def action_previous(self) -> None:
        self._go(self.where.walk.step(-1), otherwise="This is the first stage: n goes on.")

    def action_inside(self) -> None:
        self._go(self.where.walk.toggled())
        self.update_footer()

    def _go(self, walk: Walk | None, *, otherwise: str = "") -> None:
        if walk is None:
            self.say(otherwise)
        elif self.head is not None:
            self._look(replace(self.where, walk=walk))

    def action_head(self) -> None:
        self._turn(1)

    def action_head_back(self) -> None:
        self._turn(-1)

    def _turn(self, by: int) -> None:
        """Another head."""
        if self.exported.heads == 1:
            self.say("There is one head only.")
        else:
            self._look(self.where.at(self.where.turned(by)))

    def action_mask_rule(self) -> None:
        if len(self.exported.offsets) == 1:
            self.say(f"These numbers have {mask_words(self.exported, self.at.rule)}.")
        else:
            self._look(self.where.at(self.where.ruled))

    # A jump.

    async def action_jump(self) -> None:
        """Put up a field for a place; Enter goes there, Esc stays."""
        if self.head is not None and not self.query(LineField):
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
        if self.head is not None:
            stage, row = self.at.walk.stage, self.table.row
            self.app.copy_to_clipboard(as_text(self.head.whole, stage, ascii=self.tutor.surroundings.ascii, row=row))
            self.say("The row is copied, where your terminal allows it; s saves the whole stage.")

    def action_save_stage(self) -> None:
        if self.head is not None:
            self.say("Saving …")
            self._save(self.head, self.at)

    @work(thread=True, group="saving")
    def _save(self, head: Head, at: Looked) -> None:
        text = as_text(head.whole, at.walk.stage, ascii=self.tutor.surroundings.ascii)
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
