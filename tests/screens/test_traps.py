"""What running Textual has taught, one test each: see also test_lesson_texts (brackets), test_keys and test_sizes."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import re
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

import tutor
from tests.screens.conftest import Start
from tests.screens.driving import paste, press, settle
from tests.screens.looking import screen_lines, screen_text
from tutor.app import TutorApp
from tutor.lessons.loader import load_lesson
from tutor.lessons.model import Course, VectorStep
from tutor.screens.lesson import LessonScreen
from tutor.screens.pages.explain import OwnWords
from tutor.screens.workbench import WorkbenchScreen
from tutor.widgets.block_field import BlockField
from tutor.widgets.fields import LineField

FOLDER = Path(tutor.__file__).parent
OURS = sorted(
    [FOLDER / "app.py", *(x for name in ("look", "widgets", "screens") for x in (FOLDER / name).rglob("*.py"))]
)


def module(path: Path) -> ModuleType:
    parts = path.relative_to(FOLDER.parent).with_suffix("").parts
    return importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))


def each(kind: type[ast.AST]) -> Iterator[tuple[Path, Any]]:
    """Every node of one kind in the sources that know Textual."""
    for path in OURS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, kind):
                yield path, node


def test_no_private_attribute_of_the_toolkit_is_used() -> None:
    """Textual breaks something in most major versions; what is private may change in any."""
    for path, node in each(ast.Attribute):
        if node.attr.startswith("_") and not node.attr.startswith("__"):
            assert isinstance(node.value, ast.Name), f"{path.name}:{node.lineno} {node.attr}"
            assert node.value.id in ("self", "cls"), f"{path.name}:{node.lineno} {node.attr}"
    for path, node in each(ast.ImportFrom):
        assert not re.search(r"(textual|rich)\.(.*\.)?_", node.module or ""), f"{path.name}: {node.module}"


GIVEN = ("_css", "_reactive", "_default", "_decorated", "_computes", "_inherit", "_merged")
"""What Textual itself puts into every class."""


@functools.cache
def set_by(file: str) -> dict[str, set[str]]:
    """For each class in a source file, the names with an underscore that it gives its instances."""
    found: dict[str, set[str]] = {}
    for cls in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
        if isinstance(cls, ast.ClassDef):
            nodes = [x for x in ast.walk(cls) if isinstance(x, ast.Attribute) and isinstance(x.ctx, ast.Store)]
            found[cls.name] = {x.attr for x in nodes if isinstance(x.value, ast.Name) and x.value.id == "self"}
    return found


def private_names(cls: type[MessagePump], *, ours: bool) -> set[str]:
    """The names with an underscore of a class and of those above it: of ours, or of Textual's."""
    names: set[str] = set()
    for x in cls.__mro__[:-1]:
        if x.__module__.startswith("tutor.") is ours:
            names |= set(vars(x)) | set_by(inspect.getfile(x)).get(x.__name__, set())
    return {name for name in names if re.match(r"_[a-z]", name) and not name.startswith(GIVEN)}


def test_no_attribute_of_ours_hides_one_of_the_toolkit() -> None:
    """`self._lines` or `self._timer` of ours would be a trap if the class above had one too."""
    assert {"_size", "_nodes", "_id"} <= private_names(Widget, ours=False)
    for path in OURS:
        for cls in vars(module(path)).values():
            if inspect.isclass(cls) and issubclass(cls, MessagePump) and cls.__module__ == module(path).__name__:
                clash = private_names(cls, ours=True) & private_names(cls, ours=False)
                assert not clash, f"{cls.__name__}: {sorted(clash)}"


def test_no_feedback_lives_in_a_toast() -> None:
    """A toast is gone in five seconds, and takes brackets for markup."""
    for path, node in each(ast.Attribute):
        assert node.attr != "notify", f"{path.name}:{node.lineno}"


def test_no_widget_is_built_anew_by_recomposing() -> None:
    """It loses the focus and what was typed."""
    for path, node in each(ast.keyword):
        asked = isinstance(node.value, ast.Constant) and node.value.value is True
        assert not (node.arg == "recompose" and asked), path.name


@pytest.mark.parametrize("path", sorted((FOLDER / "screens").glob("*.tcss")), ids=lambda path: path.stem)
def test_styles_stay_on_their_own_screen(path: Path) -> None:
    """A screen's stylesheet is global: every rule is nested under the name of a screen of its own module."""
    own = {
        name
        for name, cls in vars(importlib.import_module(f"tutor.screens.{path.stem}")).items()
        if inspect.isclass(cls) and issubclass(cls, Screen)
    }
    depth, selector, outer = 0, "", []
    for character in re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL):
        if character == "{":
            outer += [selector.strip()] if depth == 0 else []
            depth, selector = depth + 1, ""
        elif character == "}":
            depth, selector = depth - 1, ""
        else:
            selector += character
    assert outer
    assert set(outer) <= own


def test_styles_name_no_color_of_their_own() -> None:
    """Theme tokens only: a color that is fixed is unreadable in the other theme, or in sixteen colors."""
    sheets = [*FOLDER.rglob("*.tcss"), *(x for x in OURS if x.parent.name != "look")]
    for path in sheets:
        assert not re.search(r"#[0-9a-fA-F]{6}|\brgba?\(|: (red|green|blue|yellow|white|black)\b", path.read_text()), (
            path
        )


async def test_a_paste_of_several_lines_arrives_in_every_field(start: Start, course: Course) -> None:
    """Textual's own one-line field keeps the first line and drops the rest unsaid."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w"])
        screen = app.screen
        assert isinstance(screen, WorkbenchScreen)
        for name in ("q", "k", "v"):
            block = screen.fields.open(name)
            assert isinstance(block, BlockField)
            block.text = ""
            block.focus()
            await paste(pilot, "1 0\r\n0 1\n")
            assert block.text.split("\n")[:2] == ["1 0", "0 1"], name
        for name in ("mask", "scale", "temperature"):
            line = screen.fields.open(name)
            assert isinstance(line, LineField)
            line.put("")
            line.focus()
            await paste(pilot, "1 0\n1 1\n")
            assert line.value == "1 0; 1 1", name
        for kind in ("vector", "number", "targets"):
            lesson, step = next((x, s) for x in course.lessons for s in x.steps if s.kind == kind)
            await app.open_lesson(lesson.slug, step.id)
            await settle(pilot)
            await paste(pilot, "a\r\nb")
            assert app.screen.query_one(LineField).value == "a; b"
        lesson, step = next((x, s) for x in course.lessons for s in x.steps if s.kind == "explain")
        await app.open_lesson(lesson.slug, step.id)
        await settle(pilot)
        await paste(pilot, "one\ntwo")
        assert app.screen.query_one(OwnWords).text == "one\ntwo"


async def test_turning_a_page_puts_the_focus_where_the_page_begins(start: Start, course: Course) -> None:
    """From one answer to the next the caret is in the new field, and what is typed arrives there."""
    lesson, i = next(
        (lesson, i)
        for lesson in course.lessons
        for i, (a, b) in enumerate(zip(lesson.steps, lesson.steps[1:], strict=False))
        if isinstance(a, VectorStep) and isinstance(b, VectorStep)
    )
    app = start()
    async with app.run_test() as pilot:
        await settle(pilot)
        await app.open_lesson(lesson.slug, lesson.steps[i].id)
        await settle(pilot)
        await press(pilot, ["1", "ctrl+n", "2", "3"])
        assert app.session.step is lesson.steps[i + 1]
        assert app.screen.query_one(LineField).value == "23"
        await press(pilot, ["ctrl+p", "4"])
        assert app.screen.query_one(LineField).value == "14"


async def test_keys_typed_before_the_screen_is_there_are_not_lost(start: Start) -> None:
    """Enter and the first keys on a lesson, in one burst: the second Enter opens no second screen."""
    app = start()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("enter", "enter", "n")
        await settle(pilot)
        assert [type(x).__name__ for x in app.screen_stack] == ["HomeScreen", "LessonScreen"]
        await press(pilot, ["escape", "q"])
        assert [type(x).__name__ for x in app.screen_stack] == ["HomeScreen"]


async def test_one_session_whoever_asks_first(start: Start) -> None:
    """What broke: the thread that warms up and a quick Enter made a session each; the lesson was open in the other."""
    app = start()
    async with app.run_test() as pilot:
        first = app.session
        await pilot.press("enter")
        await settle(pilot)
        assert app.session is first
        assert first.lesson is not None


async def test_no_link_opens_anything(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lesson's link would open a browser on the host, with a shell in it: its address is text, a click is nothing."""
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda url, *_args, **_more: opened.append(url))
    monkeypatch.setattr(TutorApp, "open_url", lambda _self, url, **_more: opened.append(url))
    (tmp_path / "70_links.toml").write_text(
        "title = 'Links'\nobjectives = ['Click.']\n[[steps]]\nid = 'links-1'\nkind = 'text'\n"
        "body = 'See [the paper](https://example.org/paper), <https://example.org/two> and ![a picture](pic.png).'\n"
    )
    lesson, faults = load_lesson(tmp_path / "70_links.toml")
    assert lesson is not None, faults
    app = start(of=Course(lessons=(lesson,)))
    async with app.run_test() as pilot:
        await settle(pilot)
        await app.open_lesson("links")
        await settle(pilot)
        text = screen_text(app)
        assert "https://example.org/paper" in text
        assert "https://example.org/two" in text
        for word in ("the paper", "https://example.org/paper", "https://example.org/two", "picture"):
            y, x = next((y, line.index(word)) for y, line in enumerate(screen_lines(app)) if word in line)
            await pilot.click(offset=(x + 1, y))
    assert opened == []


async def test_ctrl_p_turns_pages_and_opens_no_palette(start: Start) -> None:
    """Textual's palette would be a door out of a kiosk, and Ctrl+P is ours."""
    app = start()
    async with app.run_test() as pilot:
        await press(pilot, ["ctrl+p", "enter", "ctrl+n"])
        assert app.session.index == 1
        await press(pilot, ["ctrl+p"])
        assert app.session.index == 0
        assert isinstance(app.screen, LessonScreen)
        assert not TutorApp.ENABLE_COMMAND_PALETTE


@pytest.mark.parametrize(("colors", "light"), [("none", False), ("16", True), ("256", False), ("true", True)])
async def test_every_state_has_a_glyph_or_a_word(start: Start, course: Course, colors: str, light: bool) -> None:
    """Right and wrong, hidden and allowed, focus, the current cell and choice: the same text in all colors."""
    app = start(colors=colors, light=light)
    seen = []
    async with app.run_test() as pilot:
        await settle(pilot)
        seen.append(screen_text(app))
        assert "▸ Start here" in seen[-1]
        await press(pilot, ["w", "n", "n"])
        assert "─ [mask] ─" in screen_text(app)
        assert "▎ " in screen_text(app)
        await press(pilot, ["tab"])
        assert "█ " in screen_text(app), "the field that has the focus"
        await press(pilot, ["escape", "q"])
        # The first vector page asks for a shape, two numbers.
        for kind, keys, glyph in (("vector", ["9", "space", "9", "enter"], "✗"), ("choice", ["down", "enter"], "✓")):
            lesson, step = next((x, s) for x in course.lessons for s in x.steps if s.kind == kind)
            await app.open_lesson(lesson.slug, step.id)
            await settle(pilot)
            await press(pilot, keys)
            assert glyph in screen_text(app), kind
        await press(pilot, ["escape", "d"])
        assert screen_text(app)
        assert app.light is not light


async def test_another_theme_changes_no_word(start: Start) -> None:
    """`d` repaints everything, and nothing is lost on the way."""
    app = start()
    async with app.run_test() as pilot:
        await press(pilot, ["w", "n"])
        before, theme = screen_lines(app), app.theme
        await press(pilot, ["d"])
        assert app.theme != theme
        assert screen_lines(app) == before
        await press(pilot, ["d"])
        assert app.theme == theme


async def test_ascii_says_in_words_what_it_cannot_draw(start: Start, course: Course) -> None:
    """What broke: prompts and hints came out with V for √ and I for ∞."""
    app = start(ascii=True, colors="none")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert screen_text(app).isascii()
        for lesson in course.lessons:
            for step in lesson.steps:
                prompt = getattr(step, "prompt", "")
                if "−∞" in prompt or "√" in prompt:
                    await app.open_lesson(lesson.slug, step.id)
                    await settle(pilot)
                    text = screen_text(app)
                    assert text.isascii()
                    assert "sqrt" in text or "-inf" in text, step.id
                    app.pop_screen()
                    break
        await press(pilot, ["w", "n"])
        assert "1/sqrt(d_k)" in screen_text(app)
        assert screen_text(app).isascii()
        await press(pilot, ["question_mark"])
        assert screen_text(app).isascii()


async def test_what_waits_for_the_next_layout_is_dropped_with_its_screen(start: Start) -> None:
    """What broke: Enter on a right answer and, before the page was laid out, the key that leaves it."""
    app, ran = start(), []
    async with app.run_test() as pilot:
        await press(pilot, ["enter"])
        left = app.screen
        assert isinstance(left, LessonScreen)
        left.once_laid_out(lambda: ran.append("there"))
        await settle(pilot)
        left.once_laid_out(lambda: ran.append(left.scroll))
        app.go_back()
        await settle(pilot)
        assert app.screen is not left
        assert ran == ["there"]
