"""Who has to go where too many knock: connections stand for themselves here, since only which ones matters."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from tutor.server.bucket import Buckets
from tutor.server.house import BESIDE, MOST_STRANGERS, MOST_STRANGERS_EACH, House
from tutor.server.rules import Rules
from tutor.surroundings import Surroundings


class Hall:
    is_closing = False


def house(notes: list[dict[str, Any]]) -> House:
    def log(event: str, **fields: Any) -> None:
        notes.append({"event": event, **fields})

    rules = Rules(state=Path("class"), max_sessions=3, base=Surroundings(), settle=bool, progress=lambda *_: "")
    made: Any = {"rules": rules, "course": None, "hall": Hall(), "key_file": None, "code": None}
    # Here all come at once, and as often as they like.
    return House(log=cast("Any", log), knocks=Buckets(10_000, 1.0, lambda: 0.0), **made)


def test_those_who_say_nothing_keep_nobody_else_out() -> None:
    """320 half-open connections from four addresses had all newcomers refused for half a minute."""
    notes: list[dict[str, Any]] = []
    door = house(notes)
    gone: list[Any] = []
    for number in range(320):
        gone += door.knock(cast("Any", ("silent", number)), f"net {number % 4}")
    assert len(door.strangers) == MOST_STRANGERS
    assert ("silent", 0) in gone
    assert door.knock(cast("Any", "honest"), "class") != ("honest",)
    for number in range(320, 2000):
        assert "honest" not in door.knock(cast("Any", ("silent", number)), f"net {number % 4}")
    assert "honest" in door.strangers
    assert len(door.strangers) == MOST_STRANGERS
    assert {note["from"] for note in notes} <= {f"net {n}" for n in range(4)}


def test_one_address_has_its_own_bound_and_the_newest_stay() -> None:
    door = house([])
    gone: list[Any] = []
    for number in range(MOST_STRANGERS_EACH + 3):
        gone += door.knock(cast("Any", number), "class")
    assert gone == [0, 1, 2]


def test_a_house_that_closes_takes_nobody() -> None:
    door = house([])
    Hall.is_closing = True
    try:
        assert door.knock(cast("Any", "late"), "class") == ("late",)
        assert door.strangers == {}
    finally:
        Hall.is_closing = False


def test_one_address_connects_only_so_often() -> None:
    """A thousand logins in six seconds, each of which costs all others some milliseconds."""
    notes: list[dict[str, Any]] = []
    door, now = house(notes), [0.0]
    door.knocks = Buckets(5, 0.1, lambda: now[0])
    came: list[int] = []
    for number in range(50):
        if door.knock(cast("Any", number), "wild") == ():
            came.append(number)
            del door.strangers[cast("Any", number)]
    assert came == [0, 1, 2, 3, 4]
    assert door.knock(cast("Any", "honest"), "elsewhere") == ()
    assert {note["why"] for note in notes} == {"too often"}
    now[0] = 0.2
    assert [door.knock(cast("Any", number), "wild") == () for number in (50, 51, 52)] == [True, True, False]


def test_connections_are_bounded_for_each_and_for_all() -> None:
    door = house([])
    mine = [door.crowd("ada") for _ in range(9)]
    assert mine[:8] == [None] * 8
    assert mine[8] == "You have too many connections already."
    for _ in range(9):
        door.gone("ada")
    assert door.known.total() == 0
    others = [door.crowd(f"learner{number}") for number in range(2 * 3 + BESIDE + 2)]
    assert others[:-2] == [None] * (2 * 3 + BESIDE)
    assert others[-1] == "All 3 places are taken just now; please try again in a few minutes."
    door.gone("learner0")
    door.gone("learner1")
    door.gone("learner2")
    assert door.crowd("late") is None
