"""Who has to go where too many knock: connections stand for themselves here, since only which ones matters."""

from __future__ import annotations

from typing import Any, cast

from tutor.server.house import MOST_STRANGERS, MOST_STRANGERS_EACH, House


class Hall:
    is_closing = False


def house(notes: list[dict[str, Any]]) -> House:
    def log(event: str, **fields: Any) -> None:
        notes.append({"event": event, **fields})

    made: Any = {"rules": None, "course": None, "hall": Hall(), "key_file": None, "code": None}
    return House(log=cast("Any", log), **made)


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
