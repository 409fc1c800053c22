"""A throw-away app round the widgets that a test looks at; it keeps what they post."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, TextArea

from tutor.widgets.choices import Choices
from tutor.widgets.leaving import Left
from tutor.widgets.matrix_view import MatrixView

M = TypeVar("M", bound=Message)


class Holder(App[None]):
    """Shows these widgets one under the other; the first that can takes the focus."""

    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { layers: base cover; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"passed('{key}')")
        for key in ("up", "down", "left", "right", "q", "n", "b", "h", "s", "question_mark")
    ]

    def __init__(self, *widgets: Widget) -> None:
        super().__init__()
        self.animation_level = "none"
        self.held = widgets
        self.heard: list[Message] = []
        self.keys_passed: list[str] = []

    def compose(self) -> ComposeResult:
        yield from self.held

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict.fromkeys(("text-muted", "rule", "field", "field-focus", "mark"), "ansi_default")

    @on(Choices.Highlighted)
    @on(Choices.Chosen)
    @on(Choices.Unset)
    @on(MatrixView.Moved)
    @on(Left)
    @on(Input.Changed)
    @on(TextArea.Changed)
    def keep(self, event: Message) -> None:
        self.heard.append(event)

    def of(self, kind: type[M]) -> list[M]:
        """The messages of one kind, in order."""
        return [x for x in self.heard if isinstance(x, kind)]

    def action_passed(self, key: str) -> None:
        self.keys_passed.append(key)
