"""Any laboratory in plain lines: its parts, its moves, its field, and long work that can be stopped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from tests.plain.talking import Script, talk_through
from tutor.coaching.labs.lab import Control, Field, Lab, Said
from tutor.coaching.labs.opening import TITLES, open_lab
from tutor.lessons.labs import LABS, LabName
from tutor.lessons.model import Course
from tutor.plain import lab as plain_lab
from tutor.plain.lab import LabPlace
from tutor.plain.tutor import PlainTutor
from tutor.surroundings import Surroundings


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter(Lab):
    """Counts: by a move, by what is typed, and by long work."""

    name: ClassVar[LabName] = "leak"
    title: ClassVar[str] = "The counter"
    parts: ClassVar[tuple[str, ...]] = ("count", "rest")

    count: int = 0
    goal: int = 0

    def controls(self) -> tuple[Control, ...]:
        if self.part:
            return ()
        return (
            Control(move="more", key="plus", shown="+", label="more", what="One more."),
            Control(move="run", key="enter", shown="enter", label="run", what="Count to a hundred."),
            Control(move="shades", key="v", shown="v", label="shades", what="Shades.", drawn=True),
            Control(move="less", key="T", shown="T", label="", what="One less."),
        )

    def press(self, move: str) -> Counter:
        if move == "run":
            return replace(self, goal=100, said=None)
        if move == "less":
            return replace(self, count=self.count - 1, said=Said(text="Right. Less.", kind="good"))
        if move == "stop":
            return replace(self, goal=0, said=Said(text=f"Stopped at {self.count}."))
        return replace(self, count=self.count + 1, goal=0, said=Said(text="One more.", kind="good"))

    def field(self) -> Field | None:
        return Field(prompt="A number", text="5", help="whole", numbers=True) if self.part else None

    def enter(self, text: str) -> Counter:
        if not text.isdecimal():
            return replace(self, said=Said(text=f"{text} is no number.", kind="bad"))
        return replace(self, count=int(text), said=None)

    def work(self) -> Iterator[Counter] | None:
        if not self.goal:
            return None
        return (replace(self, count=i, said=Said(text=f"Counted to {i}.")) for i in range(1, self.goal + 1))


def counting(lines: list[str], monkeypatch: pytest.MonkeyPatch, *, stop_after: float | None = None) -> Script:
    monkeypatch.setattr(plain_lab, "spoken", lambda lab, **_: (f"The count is {lab.count}.",))
    script = Script(lines)
    if stop_after is not None:
        script.stop_after = stop_after
    tutor = PlainTutor(Surroundings(), script, course=Course(lessons=()))
    LabPlace(tutor, Counter(), "counter").play()
    assert tutor.labs["counter"].part in (0, 1)
    return script


def test_moves_by_their_words(monkeypatch: pytest.MonkeyPatch) -> None:
    said = counting(["more", "+", "?", "what", "leave"], monkeypatch)
    assert said.said[1:4] == ["Laboratory: The counter, part 1 of 2: count.", "The count is 0.",
                              "Moves: next, back, more, run, less, leave. ? explains them."]  # fmt: skip
    assert "The count is 2.\nRight. One more." in said.text
    assert "more or +: One more." in said.text
    assert "That is no move here." in said.text


def test_parts_and_the_field(monkeypatch: pytest.MonkeyPatch) -> None:
    """`next` and `back` go through the parts; a line is entered; an empty one takes what stands there."""
    said = counting(["back", "next", "7", "x1", "", "next", "= back", "leave"], monkeypatch)
    assert "This is the first part" in said.text
    assert "A number (whole). Now: 5." in said.text
    assert "The count is 7." in said.text
    assert "Not so: x1 is no number." in said.text
    assert "The count is 5." in said.text
    assert "This is the last part" in said.text
    assert "Not so: back is no number." in said.text


def test_long_work_runs_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty line is Enter, which is a move here."""
    said = counting(["", "leave"], monkeypatch)
    assert "Working; Ctrl+C stops.\nThe count is 100.\nCounted to 100." in said.text


def test_long_work_says_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_lab, "EVERY", 0.0)
    said = counting(["run", "leave"], monkeypatch)
    assert "Still at it. Counted to 50." in said.text


def test_long_work_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it came to stays, and the laboratory is told."""
    said = counting(["run", "leave"], monkeypatch, stop_after=9)
    assert "The count is 10.\nStopped at 10." in said.text


def test_the_list_of_laboratories(course: Course) -> None:
    said = talk_through(course, ["labs", "99", "home"])
    for i, name in enumerate(LABS, 1):
        assert f"{i}) {TITLES[name][0]}: " in said.text
    assert f"Choose a laboratory by a number from 1 to {len(LABS)}." in said.text


def test_enter_goes_on_where_it_is_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last part has neither a field nor a move for it."""
    monkeypatch.setattr(Counter, "field", lambda _: None)
    said = counting(["next", "", "leave"], monkeypatch)
    assert said.text.count("This is the last part: back goes back, leave leaves.") == 1


def test_a_mistyped_move_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """`draw` was judged as a number; a word that is one, and one after =, are answers all the same."""
    said = counting(["next", "draw", "pi", "= draw", "leave"], monkeypatch)
    assert "draw is no move here, and no number.\nMoves: next, back, leave." in said.text
    assert "Not so: pi is no number." in said.text
    assert "Not so: draw is no number." in said.text


def test_right_is_said_once_and_what_only_looks_otherwise_is_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    said = counting(["less", "shades", "?", "leave"], monkeypatch)
    assert "Right. Less." in said.text
    assert "Right. Right." not in said.text
    assert "That is no move here." in said.text
    assert "less: One less." in said.text


def test_the_end_of_long_work_is_not_still_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It said "Still at it. Both are trained" in one line, and then once more that both are."""
    monkeypatch.setattr(plain_lab, "EVERY", 0.0)
    monkeypatch.setattr(Counter, "work", ending)
    said = counting(["run", "leave"], monkeypatch)
    assert "Still at it. Counted to 1." in said.text
    assert said.text.count("Counted to 2.") == 1


def ending(lab: Counter) -> Iterator[Counter] | None:
    if not lab.goal:
        return None
    return (replace(lab, count=i, goal=goal, said=Said(text=f"Counted to {i}.")) for i, goal in ((1, 100), (2, 0)))


def test_an_empty_line_makes_no_guess() -> None:
    """Enter guesses what is pointed at, which nobody sees here."""
    script = Script(["", "leave"])
    tutor = PlainTutor(Surroundings(), script, course=Course(lessons=()))
    LabPlace(tutor, open_lab("leak"), "leak").play()
    assert "Moves: next, back, 1, 2, 3, 4, leave." in script.text
    assert "part 2 of 3: train" in script.text
    assert "No guess yet" in script.text
