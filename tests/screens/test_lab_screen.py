"""The one screen of all laboratories, tried with a small one: parts, moves, field, and work that can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import pytest
from textual.pilot import Pilot

from tests.screens.conftest import Start
from tests.screens.driving import key_event, press, settle
from tests.screens.looking import screen_text
from tutor.app import TutorApp
from tutor.coaching.labs.lab import Control, Field, Lab, Said
from tutor.lessons.labs import LabName
from tutor.rendering.labs.line import Line, line
from tutor.screens.help import HelpScreen
from tutor.screens.home import HomeScreen
from tutor.screens.lab import LabScreen
from tutor.screens.lab_text import named_once
from tutor.screens.labs import LabsScreen

PLUS = Control(move="plus", key="plus,equals_sign", shown="+", label="one more", what="Count one more.")
RUN = Control(move="run", key="space", shown="space", label="run", what="Count by itself.")
MOST = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting(Lab):
    """Counts; by itself, each step only once `gate` lets it."""

    name: ClassVar[LabName] = "tokens"
    title: ClassVar[str] = "Counting"
    parts: ClassVar[tuple[str, ...]] = ("count", "type")

    count: int = 0
    running: bool = False
    gate: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0), compare=False)

    def controls(self) -> tuple[Control, ...]:
        return (PLUS, RUN) if self.part == 0 else ()

    def press(self, move: str) -> Self:
        if move == "plus":
            return replace(self, count=self.count + 1, said=None)
        if move == "run":
            return replace(self, running=True, said=None)
        return replace(self, running=False, said=Said(text="Stopped."))

    def field(self) -> Field | None:
        return Field(prompt="A number", text=str(self.count), help="such as 3") if self.part == 1 else None

    def enter(self, text: str) -> Self:
        if not text.isdigit():
            return replace(self, said=Said(text="That is no number.", kind="bad"))
        return replace(self, count=int(text), said=Said(text="Taken.", kind="good"))

    def work(self) -> Iterator[Self] | None:
        return self._steps() if self.running else None

    def _steps(self) -> Iterator[Self]:
        for count in range(self.count + 1, MOST):
            self.gate.acquire()
            yield replace(self, count=count)


def look(lab: Lab, _width: int, **_: bool) -> tuple[Line, ...]:
    assert isinstance(lab, Counting)
    return (line("counted ", (str(lab.count), "bold")), *(line(f"line {i}") for i in range(40)))


@pytest.fixture(autouse=True)
def lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.screens.lab.view", look)


async def opened(app: TutorApp, pilot: Pilot[None], lab: Counting) -> LabScreen:
    await settle(pilot)
    screen = LabScreen(lab, "counting")
    await app.push_at_once(screen)
    await settle(pilot)
    return screen


async def test_a_key_of_the_laboratory_is_a_move(start: Start) -> None:
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, Counting())
        await press(pilot, ["plus", "equals_sign"])
        assert isinstance(screen.lab, Counting)
        assert screen.lab.count == 2
        text = screen_text(app)
        assert "counted 2" in text
        assert "part 1 of 2" in text
        assert "+ one more" in text
        assert app.labs["counting"] is screen.lab


async def test_parts_are_gone_through_and_have_ends(start: Start) -> None:
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, Counting())
        await press(pilot, ["b"])
        assert "This is the first part" in screen_text(app)
        await press(pilot, ["n"])
        assert screen.lab.part == 1
        assert "count ─ [type]" in screen_text(app)
        await press(pilot, ["n"])
        assert "This is the last part" in screen_text(app)
        await press(pilot, ["plus"])
        assert isinstance(screen.lab, Counting)
        assert screen.lab.count == 0, "a move of the other part"


async def test_the_field_takes_letters_until_it_is_left(start: Start) -> None:
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, Counting())
        assert "A number" not in screen_text(app)
        await press(pilot, ["n", "i", "q", "enter"])
        assert screen.lab.said == Said(text="That is no number.", kind="bad")
        assert "✗ That is no number." in screen_text(app)
        assert screen.entry.value == "q", "it took the place of what stood there, and is still there to be mended"
        await press(pilot, ["backspace", "7", "enter"])
        assert isinstance(screen.lab, Counting)
        assert screen.lab.count == 7
        assert "✓ Taken." in screen_text(app)
        await press(pilot, ["end", "1", "enter"])
        assert screen.lab.count == 71, "an arrow keeps what stands there"
        await press(pilot, ["escape", "b"])
        assert screen.lab.part == 0
        assert not screen.in_field


async def test_a_number_typed_outside_the_field_goes_into_it(start: Start) -> None:
    """As on a page of a lesson; a letter there is a command."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, Counting())
        await press(pilot, ["n", "x", "4", "2", "enter"])
        assert isinstance(screen.lab, Counting)
        assert screen.lab.count == 42


def test_keys_with_one_label_stand_together() -> None:
    def control(shown: str, label: str) -> Control:
        return Control(move=label or "other", key=shown, shown=shown, label=label, what="Does it.")

    controls = [control("↓", "row"), control("t", "head"), control("↑", "row"), control("0", "")]
    assert named_once(controls) == (("↑↓", "row"), ("t", "head"))
    assert named_once([control(digit, "answer") for digit in "123"]) == (("1–3", "answer"),)
    assert named_once([control("1", "yes")]) == (("1", "yes"),)


async def test_keys_that_come_at_once_are_taken_in_their_order(start: Start) -> None:
    """A quick hand: the key after `n` was taken for one of the part before, and letters after `i` for commands."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, Counting())
        for key in ("n", "i", "2", "n", "b"):
            app.post_message(key_event(key))
        await settle(pilot)
        assert screen.lab.part == 1
        assert screen.entry.value == "2nb"


async def test_work_is_shown_and_any_key_stops_it(start: Start) -> None:
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        lab = Counting()
        screen = await opened(app, pilot, lab)
        await press(pilot, ["space"])
        assert screen.is_working
        assert "any key stop" in screen_text(app)
        lab.gate.release()
        for _ in range(200):
            await pilot.pause(0.01)
            if isinstance(screen.lab, Counting) and screen.lab.count:
                break
        assert "counted 1" in screen_text(app)
        await press(pilot, ["plus"])
        assert not screen.is_working
        assert screen.lab.said == Said(text="Stopped.")
        assert isinstance(screen.lab, Counting)
        assert screen.lab.count == 1, "the key that stops does nothing else"
        lab.gate.release(3)
        await pilot.pause(0.05)
        assert screen.lab.count == 1, "what had been under way comes too late"


@pytest.mark.parametrize("key", ["q", "question_mark", "g"])
async def test_nothing_runs_while_nobody_looks(start: Start, key: str) -> None:
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        lab = Counting()
        screen = await opened(app, pilot, lab)
        await press(pilot, ["space", key, *([] if key == "q" else [key])])
        assert not screen.is_working
        assert app.screen is not screen
        lab.gate.release(2)


async def test_help_lists_what_the_laboratory_has_now(start: Start) -> None:
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, Counting())
        await press(pilot, ["question_mark"])
        assert isinstance(app.screen, HelpScreen)
        assert "Count by itself." in screen_text(app)


async def test_long_lines_scroll_and_a_new_part_begins_at_its_top(start: Start) -> None:
    app = start()
    async with app.run_test(size=(60, 20)) as pilot:
        screen = await opened(app, pilot, Counting())
        assert "pgdn more" in screen_text(app)
        await press(pilot, ["pagedown", "down"])
        assert screen.scroll.scroll_y == 9
        assert "counted 0" not in screen_text(app)
        await press(pilot, ["n"])
        assert screen.scroll.scroll_y == 0


async def test_the_line_that_is_pointed_at_stays_in_view(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    def pointing(lab: Lab, _width: int, **_: bool) -> tuple[Line, ...]:
        assert isinstance(lab, Counting)
        return tuple(line(f"{'▸' if i == lab.count else ' '} line {i}") for i in range(40))

    monkeypatch.setattr("tutor.screens.lab.view", pointing)
    app = start()
    async with app.run_test(size=(60, 20)) as pilot:
        await opened(app, pilot, Counting(count=11))
        for count in range(12, 30):
            await press(pilot, ["plus"])
            assert f"▸ line {count}" in screen_text(app)


async def test_the_list_is_reached_from_home_and_left_again(start: Start) -> None:
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, ["l"])
        assert isinstance(app.screen, LabsScreen)
        text = screen_text(app)
        assert "Decoding" in text
        assert "train one model twice" in text
        await press(pilot, ["q"])
        assert isinstance(app.screen, HomeScreen)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking(Counting):
    """Asks for one number after the other."""

    def field(self) -> Field | None:
        return Field(prompt=f"The number after {self.count}?")

    def enter(self, text: str) -> Self:
        if text != str(self.count + 1):
            return replace(self, said=Said(text="No.", kind="bad"))
        return replace(self, count=self.count + 1, said=Said(text="Yes.", kind="good"))


async def test_the_next_question_begins_with_an_empty_field(start: Start) -> None:
    """A wrong answer stays, to be mended; that of a right one stood in the next question's field."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, Asking())
        await press(pilot, ["i", "4", "enter"])
        assert screen.entry.value == "4"
        await press(pilot, ["backspace", "1", "enter"])
        assert "The number after 1?" in screen_text(app)
        assert (screen.in_field, screen.entry.value) == (True, "")
        await press(pilot, ["2", "enter"])
        assert isinstance(screen.lab, Asking)
        assert screen.lab.count == 2


async def test_ctrl_n_and_ctrl_p_turn_the_parts_from_a_field_too(start: Start) -> None:
    """What help promises everywhere; in a laboratory nothing came of them."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, Counting())
        await press(pilot, ["ctrl+n"])
        assert screen.lab.part == 1
        await press(pilot, ["i"])
        assert screen.in_field
        await press(pilot, ["ctrl+p"])
        assert screen.lab.part == 0
        await press(pilot, ["ctrl+p"])
        assert "This is the first part" in screen_text(app)


async def test_the_footer_says_whether_there_is_more_of_this_part(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was read before the new lines were laid out, and stood one key behind: of the part that was left."""

    def every_other(lab: Lab, _width: int, **_: bool) -> tuple[Line, ...]:
        assert isinstance(lab, Counting)
        return tuple(line(f"line {i}") for i in range(40 if lab.count % 2 else 3))

    monkeypatch.setattr("tutor.screens.lab.view", every_other)
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, Counting())
        for count in range(1, 7):
            await press(pilot, ["plus"])
            assert ("pgdn more" in screen_text(app)) is (count % 2 == 1), count
        await press(pilot, ["plus", *["pagedown"] * 5])
        assert "pgup above" in screen_text(app)


async def test_one_may_scroll_away_from_the_line_that_is_pointed_at(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pointing(_lab: Lab, _width: int, **_: bool) -> tuple[Line, ...]:
        return tuple(line(f"{'▸' if i == 1 else ' '} line {i}") for i in range(40))

    monkeypatch.setattr("tutor.screens.lab.view", pointing)
    app = start()
    async with app.run_test(size=(60, 20)) as pilot:
        await opened(app, pilot, Counting())
        await press(pilot, ["pagedown", "pagedown"])
        assert "▸ line 1" not in screen_text(app)
        await press(pilot, ["plus"])
        assert "▸ line 1" in screen_text(app)


@pytest.mark.parametrize("text", ["\U0001f468\u200d\U0001f469", "a\u200cb\u200e\u200f", "\u2764\ufe0f", "\u6771\u3000"])
async def test_what_cannot_be_seen_is_typed_all_the_same(start: Start, text: str) -> None:
    """Joiners and marks of direction were dropped: a family came in as three people."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, Counting())
        await press(pilot, ["n"])
        # As quick as the terminal sends them: the first may come before the field has the focus.
        for key in ("i", *text):
            app.post_message(key_event(key))
        await settle(pilot)
        assert screen.entry.value == text


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread(Counting):
    """Cannot read anything, and says so without a judgement."""

    def enter(self, text: str) -> Self:
        return replace(self, said=Said(text="That is no number.", stays=True))


async def test_what_could_not_be_read_stays_to_be_mended(start: Start) -> None:
    """In the chain rule and the block it was gone, though nothing had been judged."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, Unread(part=1))
        await press(pilot, ["i", "1", "o", "enter"])
        assert screen.entry.value == "1o"
        await press(pilot, ["backspace", "0"])
        assert screen.entry.value == "10"
