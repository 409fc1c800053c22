"""The installed command in a real pseudo-terminal, by keyboard: what a learner sees, and which bytes are sent."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator

import pytest

from tests.journey import TEXT, keys_for
from tests.terminal import Terminal
from tutor.lessons.loader import load_course
from tutor.lessons.model import Course, Lesson

READY = "q quit"
"""Stands on the last line of the first screen, which is drawn last."""

SGR = re.compile(rb"\x1b\[([0-9;:]*)m")
FRAME = b"\x1b[?2026h"
MOST_BYTES = 14_000
"""Of any change of the screen at 80×24: more than one TCP window would cost a whole extra round trip."""


@pytest.fixture(scope="module")
def course() -> Course:
    return load_course()


def press(t: Terminal, *keys: str) -> None:
    """Press keys, each once the screen is quiet."""
    for key in keys:
        if key.startswith(TEXT):
            t.paste(key.removeprefix(TEXT))
        else:
            t.send(key)
        # A terminal's Esc is told from Alt by the pause that follows it.
        t.quiet(0.2 if key == "escape" else 0.03)


def go_through(t: Terminal, lesson: Lesson) -> None:
    """From a lesson's first page to its results; each page's number is waited for."""
    word = "question" if lesson.is_quiz else "page"
    for place, step in enumerate(lesson.steps, start=1):
        t.wait_for(f"{word} {place} of {len(lesson.steps)}")
        *keys, last = keys_for(step)
        press(t, *keys)
        if step.kind == "explain":
            # The key that turns the page would overtake the words that are on their way to be compared.
            t.wait_for("enter tick")
        press(t, last)
    t.wait_for("results")
    t.wait_for("Lesson finished")


def test_from_the_first_screen_to_the_results(course: Course) -> None:
    """Down the list to the first lesson, every page answered, its results, and out by q."""
    with Terminal() as t:
        t.wait_for(READY)
        press(t, "down", "enter")
        go_through(t, course.lessons[0])
        press(t, "q")
        t.wait_for(f"{len(course.lessons[0].steps)} of {sum(len(x.steps) for x in course.lessons)} pages")
        t.send("q")
        assert t.exit_code() == 0
        assert t.left_behind() == []


@pytest.mark.slow
def test_the_whole_course(course: Course) -> None:
    """Every lesson, one after the other, by Enter from each one's results to the next."""
    with Terminal() as t:
        t.wait_for(READY)
        press(t, "enter")
        for lesson in course.lessons:
            go_through(t, lesson)
            if lesson is not course.lessons[-1]:
                press(t, "enter")
        press(t, "ctrl+q")
        assert t.exit_code() == 0
        assert t.left_behind() == []


@pytest.mark.parametrize("end", ["ctrl+q", pytest.param("q", marks=pytest.mark.slow), "SIGTERM"])
def test_coming_back_to_the_page_and_what_was_typed(course: Course, end: str) -> None:
    """However one leaves in the middle of an answer, the next start goes on there; the terminal is as it was."""
    lesson = course.lessons[0]
    place = next(i for i, step in enumerate(lesson.steps, start=1) if step.kind == "number")
    with Terminal(env={"TERM": "screen-256color", "COLORTERM": None}) as t:
        t.wait_for(READY)
        press(t, "enter")
        t.wait_for("page 1 of")
        press(t, *["ctrl+n"] * (place - 1))
        t.wait_for(f"page {place} of")
        press(t, "1/sq", "r")
        t.wait_for("1/sqr")
        if end == "SIGTERM":
            t.signal(signal.SIGTERM)
        else:
            press(t, *(["escape", "q", "q"] if end == "q" else [end]))
        assert t.exit_code() == (128 + signal.SIGTERM if end == "SIGTERM" else 0)
        assert t.left_behind() == []
        assert colors(t.bytes_since(0)) == {"256"}
    with Terminal() as t:
        t.wait_for(READY)
        assert f"Continue: {lesson.title}, page {place} of {len(lesson.steps)}" in t.screen()
        press(t, "enter")
        t.wait_for("1/sqr")
        press(t, "t(2)", "enter")
        t.wait_for("✓")
        t.send("ctrl+q")
        assert t.exit_code() == 0


def tour(t: Terminal, course: Course) -> Iterator[str]:
    """Through all kinds of screens, right and wrong answers, a hint, another theme; yields each key once it is done."""
    lesson = course.lessons[0]
    place = next(i for i, step in enumerate(lesson.steps) if step.kind == "number")
    t.wait_for(READY)
    t.quiet(0.3)
    keys = ["down", "up", "enter", *["ctrl+n"] * place, TEXT + "0.2", "enter", "escape", "h", "?", "q", "s"]
    keys += ["q", "w", "n", "n", "n", "down", "x", "tab", "7", "escape", "d", "d", "e", "down", "down", "enter", "n"]
    keys += ["p", "escape", "p", "q", "p", TEXT + "1 2", "enter", "escape", "h", "q"]
    for key in keys:
        press(t, key)
        yield key


def test_no_change_of_the_screen_costs_more_than_a_window(course: Course) -> None:
    """Over a slow link more than that is one more round trip. ssh forwards no COLORTERM, so these are 256 colors."""
    with Terminal(env={"COLORTERM": ""}) as t:
        t.wait_for(READY)
        t.quiet(0.3)
        # Textual paints the first screen more than once; each painting is complete.
        sizes = {f"frame {i}": len(x) for i, x in enumerate(t.bytes_since(0).split(FRAME))}
        mark = t.mark()
        for i, key in enumerate(tour(t, course)):
            t.quiet(0.06)
            sizes[f"{i} {key}"] = t.mark() - mark
            mark = t.mark()
        assert {key: size for key, size in sizes.items() if size > MOST_BYTES} == {}


def colors(data: bytes) -> set[str]:
    """Every way of setting a color that was sent: "basic" for the sixteen, "256" and "true"."""
    found = set()
    for parameters in SGR.findall(data):
        numbers = [int(x) for x in re.split(rb"[;:]", parameters) if x]
        while numbers:
            number = numbers.pop(0)
            if number in (38, 48) and numbers:
                kind = numbers.pop(0)
                found.add({5: "256", 2: "true"}[kind])
                del numbers[: 1 if kind == 5 else 3]
            elif 30 <= number <= 49 or 90 <= number <= 107:
                found.add("basic")
    return found


def slow(*values: object, id: str) -> object:
    return pytest.param(*values, marks=pytest.mark.slow, id=id)


@pytest.mark.parametrize(
    ("env", "allowed"),
    [
        pytest.param({"NO_COLOR": "1", "LC_ALL": "C"}, set(), id="NO_COLOR in the C locale"),
        slow({"NO_COLOR": "1"}, set(), id="NO_COLOR"),
        slow({"TERM": "vt100", "COLORTERM": None}, set(), id="vt100"),
        slow({"TERM": "linux", "COLORTERM": None}, {"basic"}, id="linux"),
        slow({"TERM": "screen-256color", "COLORTERM": None}, {"basic", "256"}, id="screen-256color"),
        slow({"NO_COLOR": ""}, {"basic", "256", "true"}, id="empty NO_COLOR"),
    ],
)
def test_colors_are_those_that_the_terminal_has(course: Course, env: dict[str, str | None], allowed: set[str]) -> None:
    """On every screen; and where there are none, no code for one is sent."""
    with Terminal(env=env) as t:
        for _ in tour(t, course):
            pass
        assert colors(t.bytes_since(0)) <= allowed
        assert bool(colors(t.bytes_since(0))) is bool(allowed)
        if env.get("LC_ALL"):
            check_ascii(t)
        t.send("ctrl+q")
        assert t.exit_code() == 0
        assert t.left_behind() == []


def check_ascii(t: Terminal) -> None:
    """Every byte so far; and signs are words there."""
    data = t.bytes_since(0)
    assert max(data) < 128, data[max(0, next(i for i, x in enumerate(data) if x > 127) - 40) :][:80]
    assert "sqrt(d_k)" in t.text_since(0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "env",
    [{"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "latin-1"}],
    ids=["C", "POSIX", "latin-1"],
)
def test_a_locale_without_utf_8_gets_ascii_only(course: Course, env: dict[str, str]) -> None:
    """On every screen only ASCII is sent."""
    with Terminal(env=dict(env)) as t:
        for _ in tour(t, course):
            pass
        check_ascii(t)
        t.send("ctrl+q")
        assert t.exit_code() == 0


def test_idle_writes_nothing() -> None:
    """On the first screen, in the workbench and in an answer field: no caret blinks over SSH, nothing is polled, and
    what is tidied up behind a screen paints nothing."""
    with Terminal(env={"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"}) as t:
        t.wait_for(READY)
        for keys in ([], ["w"], ["q", "p", "1"]):
            press(t, *keys)
            t.quiet(0.4)
            mark = t.mark()
            t.quiet(1.2, limit=1.2)
            assert t.bytes_since(mark) == b"", keys


def test_a_terminal_without_a_mouse_needs_none() -> None:
    """With --calm the mouse is left to the terminal, for selecting text."""
    with Terminal(env={"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"}) as t:
        t.wait_for(READY)
        t.quiet(0.2)
        assert not any(t.modes.get(mode) for mode in (1000, 1002, 1003))


def test_a_window_that_is_resized_while_one_works() -> None:
    """The one line while it is too small, and everything back once it is not."""
    with Terminal() as t:
        t.wait_for(READY)
        press(t, "w", "tab", "5")
        t.resize(40, 12)
        t.wait_for("enlarge the window (now 40x12)")
        t.resize(120, 40)
        t.wait_gone("enlarge")
        t.wait_for("5")
        t.resize(80, 24)
        t.quiet(0.2)
        assert "Workbench" in t.screen()
        t.send("ctrl+q")
        assert t.exit_code() == 0
