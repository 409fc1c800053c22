"""The workbench's menu: problems to look at, the same calculation as a program, and saving."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from tutor.coaching.presets import PRESETS
from tutor.maths.problem import Problem
from tutor.rendering.matrices import problem_text
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.widgets.choices import Choices, Item

if TYPE_CHECKING:
    from tutor.rendering.programs import Language

LANGUAGES: tuple[tuple[Language, str], ...] = (
    ("python", "Plain Python"),
    ("numpy", "NumPy"),
    ("torch", "PyTorch"),
)


def menu_items() -> tuple[Item, ...]:
    """Presets first, then the programs, then saving."""
    items = [Item("", Content.styled("Problems", "$text-muted"), heading=True)]
    items += [Item(x.id, Content.assemble(f"{x.title:<30}", (x.what, "$text-muted"))) for x in PRESETS]
    items += [
        Item("", Content(""), heading=True),
        Item("", Content.styled("The same as code", "$text-muted"), heading=True),
    ]
    items += [Item(f"code:{language}", Content(f"{title}, to copy or save")) for language, title in LANGUAGES]
    items += [Item("", Content(""), heading=True), Item("save", Content("Save this stage's table as a text file"))]
    return tuple(items)


class MenuScreen(TutorScreen):
    """Answers with the id of a preset, or with nothing."""

    CSS_PATH = "menu.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,e", "back", show=False)]
    AUTO_FOCUS: ClassVar[str | None] = "Choices"
    help_area = "workbench"

    def __init__(self, problem: Problem, table: str) -> None:
        super().__init__()
        self.problem = problem
        self.table = table

    def body(self) -> Iterable[Widget]:
        yield Choices(menu_items())

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        return keys.footer(keys.BACK, keys.CHOOSE, keys.OPEN, keys.HELP)

    def ready(self) -> None:
        self.show_title("Workbench menu", "")

    @on(Choices.Chosen)
    async def take(self, event: Choices.Chosen) -> None:
        id = event.item.id
        if not self.is_live:
            return
        if id.startswith("code:"):
            from tutor.screens.code import CodeScreen

            language = next(language for language, _ in LANGUAGES if id == f"code:{language}")
            await self.tutor.push_at_once(CodeScreen(self.problem, language))
        elif id == "save":
            given = problem_text(self.problem, ascii=self.tutor.surroundings.ascii)
            self.say(self.tutor.save("attention.txt", f"{given}\n\n{self.table}\n"))
        else:
            self.dismiss(id)

    async def action_back(self) -> None:
        self.dismiss(None)
