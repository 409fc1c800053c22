"""One list of keys: what is bound, what the footer shows, what help and the README say, all come from it."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest
from textual.binding import Binding

import tutor.screens
from tests.screens.conftest import Start
from tests.screens.driving import press, settle
from tests.screens.looking import screen_lines
from tutor.app import TutorApp
from tutor.lessons.labs import LABS
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.screens.help import TITLES, help_text
from tutor.screens.lab import LabScreen
from tutor.screens.lab_text import named_once
from tutor.screens.stage_view import StageView
from tutor.widgets.bars import KeyBar

for _, _module, _ in pkgutil.iter_modules(tutor.screens.__path__, "tutor.screens."):
    import_module(_module)


def _subclasses(cls: type[TutorScreen]) -> list[type[TutorScreen]]:
    return [x for sub in cls.__subclasses__() for x in (sub, *_subclasses(sub)) if x.__module__.startswith("tutor.")]


EVERY_SCREEN = sorted(_subclasses(TutorScreen), key=lambda cls: cls.__name__)


def screens_of(area: str) -> list[type[TutorScreen]]:
    """The screens on which the keys of an area work: those whose help is about it; questions are in lessons."""
    return [cls for cls in EVERY_SCREEN if cls.help_area == {"question": "lesson"}.get(area, area)]


MOVES = {"up", "down", "left", "right", "home", "end", "pageup", "pagedown", "enter", "escape", "space", "tab"}
"""Keys that mean what they mean everywhere; they need no line in a list."""

REGISTRY = [value for value in vars(keys).values() if isinstance(value, keys.Key)]

FORBIDDEN = {f"f{n}" for n in range(2, 13)} | {"ctrl+s", "ctrl+q", "ctrl+z", "ctrl+b", "ctrl+h", "ctrl+i", "ctrl+j",
                                              "ctrl+m"}  # fmt: skip


def bound(cls: type[TutorScreen]) -> dict[str, str]:
    """Each key that a screen or one of our classes above it binds, and its action."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("tutor."):
            for binding in vars(base).get("BINDINGS", ()):
                assert isinstance(binding, Binding)
                found |= {key.strip(): binding.action for key in binding.key.split(",")}
    return found


@pytest.mark.parametrize("cls", EVERY_SCREEN)
def test_every_binding_is_in_the_list(cls: type[TutorScreen]) -> None:
    """A letter, an F-key or Ctrl with a letter that is in no list is a key that nobody finds."""
    listed = {key.strip() for entry in REGISTRY for key in (*entry.keys.split(","), entry.always) if key}
    listed |= {"e"}  # closes the menu that it opens
    assert set(bound(cls)) - MOVES <= listed


@pytest.mark.parametrize("area", keys.AREAS)
def test_every_key_of_the_list_is_bound_where_it_says(area: str) -> None:
    """With the action that the list names, and the screen has a method for it."""
    for key in keys.AREAS[area]:
        if key.action is not None:
            method = "action_" + re.sub(r"\(.*", "", key.action)
            able = [x for x in screens_of(area) if all(bound(x).get(y) == key.action for y in key.keys.split(","))]
            assert able, key.id
            assert all(hasattr(cls, method) for cls in able), key.id


@pytest.mark.parametrize("cls", EVERY_SCREEN)
def test_the_way_back_and_help_work_on_every_screen(cls: type[TutorScreen]) -> None:
    """q, ? and F1; and the way back is always there."""
    found = bound(cls)
    assert found["q"] == "back"
    assert found["question_mark"] == found["f1"] == "help"


@pytest.mark.parametrize("cls", EVERY_SCREEN)
def test_nothing_depends_on_keys_that_links_eat(cls: type[TutorScreen]) -> None:
    """tmux, screen, mosh and flow control take these; Ctrl+Z only undoes in a field, Ctrl+Q only quits faster."""
    assert not FORBIDDEN & set(bound(cls))


def test_every_action_is_in_somebodys_list() -> None:
    """No key of the list belongs nowhere: each is in an area, works everywhere, or is a footer's other name for one."""
    areas = [key for area in keys.AREAS.values() for key in area]
    shown = {key.shown for key in (*areas, *keys.EVERYWHERE)}
    for key in REGISTRY:
        assert key.shown in shown or key.shown in ("F1", "n b", "^n ^p", "pgup"), key.id


@pytest.mark.parametrize("area", keys.AREAS)
def test_help_has_every_key_of_its_area(area: str) -> None:
    """With the sentence of the list, then the keys that work everywhere, then how numbers are typed."""
    text = help_text(area).plain
    for key in (*keys.AREAS[area], *keys.EVERYWHERE):
        assert re.search(rf"^  {re.escape(key.shown)} +{re.escape(key.what)}$", text, re.MULTILINE), key.id
    assert TITLES[area] in text
    assert text.index(TITLES[area]) < text.index("Everywhere outside a field") < text.index("Typing numbers")


def test_the_readme_lists_keys_that_are_there() -> None:
    """Each `letter` in its table belongs to the area of its row; and no letter of the list is missing from it."""
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", Path("README.md").read_text(encoding="utf-8"), re.MULTILINE)
    start = rows.index(("where", "keys"))
    table = {where: text for where, text in rows[start + 2 :] if where != "---"}
    everywhere = {key.shown for key in keys.EVERYWHERE}
    in_table: set[str] = set()
    for where, text in table.items():
        letters = set(re.findall(r"`([^`]+)`", text))
        areas = {"everywhere": (), "table": ("workbench", "matrices")}.get(where, tuple(where.split(", ")))
        assert letters <= everywhere | {key.shown for area in areas for key in keys.AREAS[area]}, where
        in_table |= letters
    wanted = {key.shown for area in keys.AREAS.values() for key in area if key.action} | everywhere
    assert {x for x in wanted if len(x) == 1} <= in_table


def check_footer(app: TutorApp) -> None:
    """The way out stands there, outside a field as the first key; help is the last; every key is in the list."""
    assert isinstance(app.screen, TutorScreen)
    pairs = app.screen.footer_keys()
    line = screen_lines(app)[-1]
    if app.screen.in_field:
        # In a field the letters are typed: what the footer shows there has to work there.
        assert " esc " in line, line
        assert pairs[-1] == ("F1", "help")
    elif not app.screen.query_one(KeyBar).message:
        assert line.startswith(f" q {pairs[0][1]}"), line
        assert pairs[0][1] in ("quit", "back", "home"), pairs
    if not app.screen.in_field and type(app.screen).__name__ != "HelpScreen":
        assert pairs[-1] == ("?", "help"), pairs
    shown = {key.shown for key in REGISTRY}
    if isinstance(app.screen, LabScreen):
        # A laboratory has keys of its own, which its help lists; none of them is one that works everywhere.
        own = named_once(app.screen.lab.controls())
        assert not {key for key, _ in own} & {"q", "?", "g", "d", "n", "b", "i"}
        shown |= {key for key, _ in own}
    assert {key for key, _ in pairs if not key.startswith("a–")} <= shown


@pytest.mark.parametrize("size", [pytest.param((80, 24), marks=pytest.mark.slow), (60, 20)])
async def test_footers(start: Start, size: tuple[int, int]) -> None:
    """On every screen, in its states: a page to read, a question before and after, a field and outside it …"""
    app = start()
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        check_footer(app)
        await press(pilot, ["question_mark"])
        check_footer(app)
        await press(pilot, ["q", "w"])
        for key in ("tab", "escape", "x", "p", "tab", "escape", "p", "e", "end", "up", "enter", "q", "q", "q"):
            await press(pilot, [key])
            check_footer(app)
        await press(pilot, ["p"])
        for key in ("escape", "s", "enter", "h", "escape", "h", "q"):
            await press(pilot, [key])
            check_footer(app)
        kinds = {step.kind: (lesson.slug, step.id) for lesson in app.session.course.lessons for step in lesson.steps}
        for lab in LABS:
            await app.open_lab(lab)
            await settle(pilot)
            for _ in range(12):
                check_footer(app)
                await press(pilot, ["n"])
            app.pop_screen()
            await settle(pilot)
        for slug, step_id in kinds.values():
            await app.open_lesson(slug, step_id)
            await settle(pilot)
            check_footer(app)
            for key in ("escape", "s", "enter"):
                await press(pilot, [key])
                check_footer(app)
            app.pop_screen()
            await settle(pilot)


async def test_keys_that_surprise_nobody(start: Start) -> None:
    """Ctrl+S neither freezes nor does anything; Ctrl+Z outside a field, Ctrl+P at home and the F-keys do nothing."""
    app = start()
    async with app.run_test() as pilot:
        await settle(pilot)
        before = screen_lines(app)
        await press(pilot, ["ctrl+s", "ctrl+z", "ctrl+p", "ctrl+n", *(f"f{n}" for n in range(2, 13)), "ctrl+backslash"])
        assert screen_lines(app) == before
        assert len(app.screen_stack) == 1


async def test_ctrl_c_says_how_to_quit(start: Start) -> None:
    """Outside a field, and in one where nothing is selected; with a selection it copies. The next key takes it back."""
    app = start()
    async with app.run_test() as pilot:
        await press(pilot, ["ctrl+c"])
        assert "To quit: esc, then q" in screen_lines(app)[-1]
        await press(pilot, ["down"])
        assert "To quit" not in screen_lines(app)[-1]
        await press(pilot, ["p"])
        await press(pilot, ["1", "2", "ctrl+c"])
        assert "To quit: esc, then q" in screen_lines(app)[-1]
        await press(pilot, ["shift+home", "ctrl+c"])
        assert app.clipboard == "12"
        assert "To quit" not in screen_lines(app)[-1]


async def test_two_keys_quit_and_both_work_in_a_field(start: Start) -> None:
    """Ctrl+Q from anywhere; and q after Esc, back to the first screen and out."""
    for way in (["ctrl+q"], ["escape", "q", "q"]):
        app = start()
        async with app.run_test() as pilot:
            await press(pilot, ["p", "1", *way])
        assert app.return_code == 0, way


async def test_heads_turn_both_ways(start: Start) -> None:
    """What broke: `T`, which README names, was a key of the matrices from a file alone."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.open_lesson("going-further", "further-groups-watched")
        await settle(pilot)
        stages = app.screen.query_one(StageView)
        turned = []
        for key in ("t", "t", "T", "T", "T"):
            await press(pilot, [key])
            turned.append(stages.head)
        assert (stages.heads, turned) == (4, [1, 2, 1, 0, 3])
