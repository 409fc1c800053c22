"""The workbench's form: Q, K and V in fields of several lines, and beside them the settings in fields of one.

It is drawn by line, and a field is put up where one goes into it: six fields cost more than all the rest of the screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from textual import events, on
from textual.content import Content
from textual.geometry import NULL_OFFSET, NULL_SPACING, Offset, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import TextArea

from tutor.coaching.entering import Form, shape_of
from tutor.maths.problem import Problem
from tutor.rendering.matrices import settings as settings_of
from tutor.widgets.block_field import BlockField
from tutor.widgets.fields import LineField
from tutor.widgets.wording import ascii_only, worded, words

MATRICES = ("q", "k", "v")
SETTINGS = (
    ("mask", "mask", "none, causal, or 1 0; 1 1"),
    ("scale", "scale", "1/√d_k"),
    ("temperature", "temp.", "1"),
)
"""Each setting's field in `Form`, its label, and what an empty field stands for."""

NAMES = (*MATRICES, *(name for name, _, _ in SETTINGS))
"""The fields, in the order of Tab."""

MEANING = "1 = may attend"
ROWS = "rows of numbers"

SETTINGS_WIDTH, LABEL_WIDTH = 26, 6
EDGE = 2
"""Cells before a field's text: its outline and a blank."""

TAB_STOP = 4
"""What TextArea shows a tab as."""


def field_places(size: Size) -> dict[str, Region]:
    """Where the fields stand in a form of this size: three matrices below their titles, the settings on the right."""
    room = max(size.width - SETTINGS_WIDTH - len(MATRICES), 0)
    edges = [room * i // len(MATRICES) for i in range(len(MATRICES) + 1)]
    places = {
        name: Region(edges[i] + i, 1, edges[i + 1] - edges[i], max(size.height - 1, 0))
        for i, name in enumerate(MATRICES)
    }
    left = max(size.width - SETTINGS_WIDTH, 0) + LABEL_WIDTH
    for y, (name, _, _) in enumerate(SETTINGS):
        places[name] = Region(left, y, SETTINGS_WIDTH - LABEL_WIDTH, 1)
    return places


def field_line(line: Content, width: int) -> Content:
    """One line of a field that nobody is in, in `width` cells: its edge, its text, and the field's ground."""
    text = line.truncate(max(width - EDGE, 0), pad=True)
    return Content.assemble(("▎".ljust(EDGE), "$rule"), text).truncate(max(width, 0)).stylize_before("on $field")


class FieldsLayout(Layout):
    """Puts the fields where the form has drawn them."""

    name = "fields"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        places = field_places(size)
        return [WidgetPlacement(places[str(child.id)], NULL_OFFSET, NULL_SPACING, child) for child in children]


class WorkbenchForm(Widget):
    """All fields. It says while one types what can't be read; it calculates nothing."""

    @dataclass
    class Typed(Message):
        """A matrix was changed. `trouble` is why it can't be read as it stands, None where it can."""

        trouble: str | None

    def __init__(self, form: Form, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._layout = FieldsLayout()
        self._texts: dict[str, str] = {name: getattr(form, name) for name in NAMES}
        self._fields: dict[str, BlockField | LineField] = {}
        self._titles = {name: self._title(name)[0] for name in MATRICES}
        self._meaning = Content("")

    @property
    def layout(self) -> Layout:
        return self._layout

    # The fields.

    def open(self, name: str) -> BlockField | LineField:
        """The field of this name, put up if it was only drawn so far. It stays, and with it what can be undone."""
        field = self._fields.get(name)
        if field is None:
            field = self._make(name)
            self.mount(field)
            self._fields[name] = field
        return field

    def name_of(self, widget: Widget | None) -> str | None:
        """The name of the field that this widget is; None where it is none."""
        return next((name for name, field in self._fields.items() if field is widget), None)

    def compose(self) -> Iterable[Widget]:
        height = self.styles.height
        for name in self._too_tall(int(height.value) if height is not None else 0):
            self._fields[name] = self._make(name)
        yield from self._fields.values()

    def on_resize(self, event: events.Resize) -> None:
        for name in self._too_tall(event.size.height):
            self.open(name)

    def _too_tall(self, height: int) -> list[str]:
        """The matrices that have to scroll in a form of this height, which is not drawn by line."""
        return [name for name in MATRICES if name not in self._fields and len(self._lines(name)) > max(height - 1, 1)]

    def _make(self, name: str) -> BlockField | LineField:
        field: BlockField | LineField
        if name in MATRICES:
            field = BlockField(self._texts[name], id=name, placeholder=ROWS)
        else:
            field = LineField(self._texts[name], placeholder=self._usual(name), id=name)
        field.add_class("-field", update=False)
        return field

    def text(self, name: str) -> str:
        """What stands in this field."""
        field = self._fields.get(name)
        if field is None:
            return self._texts[name]
        return field.text if isinstance(field, BlockField) else field.value

    def form(self, others: Form) -> Form:
        """What stands in the fields; what has no field is as in `others`."""
        return replace(others, **{name: self.text(name) for name in NAMES})

    def put(self, form: Form) -> None:
        """Put these texts into the fields."""
        for name in NAMES:
            text = getattr(form, name)
            field = self._fields.get(name)
            if field is None:
                self._texts[name] = text
            elif isinstance(field, BlockField):
                field.text = text
            else:
                field.put(text)
        for name in self._too_tall(self.size.height):
            self.open(name)
        self._titles = {name: self._title(name)[0] for name in MATRICES}
        self.refresh()

    def say_others(self, problem: Problem) -> None:
        """What a mask's 1 means, and the settings that came with a preset and have no field."""
        shown = {name for name, _, _ in SETTINGS}
        others = [f"{name} {value}" for name, value in settings_of(problem) if name not in shown]
        if problem.mask == "causal" and problem.offset:
            others.append(f"{problem.offset} keys before q1")
        meaning = worded(Content("\n".join((MEANING, *others))), ascii=ascii_only(self.app))
        if meaning != self._meaning:
            self._meaning = meaning
            self.refresh(Region(self._settings_left, len(SETTINGS), SETTINGS_WIDTH, self.size.height))

    @on(TextArea.Changed)
    def show_shape(self, event: TextArea.Changed) -> None:
        """Say what the field reads as now: its shape, or a question mark; and why it can't be read yet."""
        event.stop()
        name = event.text_area.id
        if name is None or name not in MATRICES:
            return
        title, trouble = self._title(name)
        if title != self._titles[name] or title.spans != self._titles[name].spans:
            self._titles[name] = title
            place = field_places(self.size)[name]
            self.refresh(Region(place.x, 0, place.width, 1))
        self.post_message(self.Typed(trouble))

    def _title(self, name: str) -> tuple[Content, str | None]:
        """A matrix's name and shape, and why it has none yet."""
        letter = name.upper()
        shape, trouble = shape_of(self.text(name))
        if trouble is None:
            return Content.assemble((letter, "bold"), f" {shape} ", ("✓", "$success")), None
        return Content.assemble((letter, "bold"), (" ?", "$mark")), f"{letter}: {trouble}"

    def _usual(self, name: str) -> str:
        return words(next(usual for id, _, usual in SETTINGS if id == name), ascii=ascii_only(self.app))

    # The mouse.

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Into the field that is pressed on, the caret where one points at."""
        at = event.screen_offset - self.content_region.offset
        for name, place in field_places(self.size).items():
            if name not in self._fields and place.contains_point(at):
                self._go_into(name, at - place.offset - Offset(EDGE, 0))

    def _go_into(self, name: str, at: Offset) -> None:
        field = self.open(name)
        column = max(at.x, 0)
        if isinstance(field, BlockField):
            last = field.document.line_count - 1
            row = min(at.y, last)
            field.cursor_location = (row, min(column, len(field.document.get_line(row))))
        else:
            field.cursor_position = min(column, len(field.value))
        self.screen.set_focus(field, scroll_visible=False)

    # What is drawn.

    @property
    def _settings_left(self) -> int:
        return max(self.size.width - SETTINGS_WIDTH, 0)

    def render_line(self, y: int) -> Strip:
        size, style = self.size, self.visual_style
        if not size.width:
            return Strip([])
        row = Content("")
        for x, piece in sorted(self._pieces(y), key=lambda one: one[0]):
            row = row.pad_right(max(x - row.cell_length, 0)).append(piece)
        return Strip(row.render_segments(style)).adjust_cell_length(size.width, style.rich_style)

    def _pieces(self, y: int) -> Iterable[tuple[int, Content]]:
        """What stands on one line: the column where it begins, and the text."""
        places = field_places(self.size)
        for name, place in places.items():
            if y == 0 and name in MATRICES:
                title = worded(self._titles[name], ascii=ascii_only(self.app))
                yield place.x, title.truncate(place.width)
            elif place.y <= y < place.bottom and name not in self._fields:
                lines = self._drawn(name, place.width - EDGE)
                line = lines[y - place.y] if y - place.y < len(lines) else Content("")
                yield place.x, field_line(line, place.width)
        left = self._settings_left
        if y < len(SETTINGS):
            yield left, Content.styled(SETTINGS[y][1], "$text-muted")
        else:
            said = self._meaning.wrap(SETTINGS_WIDTH - LABEL_WIDTH)
            if y - len(SETTINGS) < len(said):
                yield left + LABEL_WIDTH, said[y - len(SETTINGS)].stylize("$text-muted")

    def _drawn(self, name: str, width: int) -> list[Content]:
        """The lines of a field that is only drawn; where it is empty, what goes into it."""
        if self._texts[name]:
            return [Content(line) for line in self._lines(name)]
        if name in MATRICES:
            return [line.stylize("$text-muted") for line in Content(ROWS).wrap(max(width, 1))]
        return [Content.styled(self._usual(name), "$text-muted")]

    def _lines(self, name: str) -> list[str]:
        # One that ends in a line break has an empty line after it.
        lines = f"{self._texts[name]}.".splitlines()
        return [line.expandtabs(TAB_STOP) for line in [*lines[:-1], lines[-1][:-1]]]
