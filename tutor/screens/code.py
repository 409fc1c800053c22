"""The workbench's calculation as a program, to copy or to save."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from tutor.maths.problem import Problem
from tutor.rendering.programs import LANGUAGES, Language, program
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.widgets.ground import ScrolledGround
from tutor.widgets.note import Note


class CodeScreen(TutorScreen):
    """One program, as plain text."""

    CSS_PATH = "code.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings((keys.COPY, keys.SAVE)),
        Binding("escape,enter", "back", show=False),
    ]
    AUTO_FOCUS: ClassVar[str | None] = "ScrolledGround"
    help_area = "workbench"

    def __init__(self, problem: Problem, language: Language) -> None:
        super().__init__()
        self.language = language
        self.code = program(problem, language)

    def body(self) -> Iterable[Widget]:
        yield ScrolledGround(Note(Content(self.code)), id="code")

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        return keys.footer(keys.BACK, keys.COPY, keys.SAVE, (keys.CHOOSE, "scroll"), keys.HELP)

    def ready(self) -> None:
        self.show_title(f"The same in {LANGUAGES[self.language]}", "")

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self.code)
        self.say("Copied, where your terminal allows it; s saves a file.")

    def action_save(self) -> None:
        self.say(self.tutor.save(f"attention_{self.language}.py", self.code))
