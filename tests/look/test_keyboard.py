"""Bytes that are no UTF-8, as terminals set to Latin-1 send them: through the installed program."""

from __future__ import annotations

import os

import pytest

from tests.terminal import Terminal
from tests.test_through_terminal import READY, press


@pytest.mark.parametrize("data", [b"\xe9", b"\xff\xfe", b"\xe2\x88", b"\xed\xa0\x80", b"\x80\x1b[A"])
@pytest.mark.parametrize(
    ("keys", "there"),
    [(["p"], "enter submit"), (["w", "tab"], "esc calculate"), (["?"], "q back"), ([], READY)],
    ids=["practice", "workbench", "help", "home"],
)
def test_bytes_that_are_no_text_end_nothing(data: bytes, keys: list[str], there: str) -> None:
    """What was typed stays, and what comes after them is taken as ever."""
    with Terminal() as t:
        t.wait_for(READY)
        for key in keys:
            t.quiet(0.1)
            t.send(key)
        t.wait_for(there)
        typing = keys in (["p"], ["w", "tab"])
        if typing:
            press(t, "4", "2")
            t.wait_for("42")
        os.write(t.fileno(), data)
        t.quiet(0.1)
        if typing:
            press(t, "7")
            t.wait_for("7")
            assert "42" in t.screen()
        press(t, "ctrl+q")
        assert t.exit_code() == 0
        assert t.left_behind() == []


def test_a_sign_in_two_pieces_is_one_sign() -> None:
    """A slow line may part the three bytes of √."""
    first, rest = "√".encode()[:1], "√".encode()[1:]
    with Terminal() as t:
        t.wait_for(READY)
        press(t, "p")
        t.wait_for("enter submit")
        press(t, "1", "/")
        os.write(t.fileno(), first)
        t.quiet(0.3)
        os.write(t.fileno(), rest)
        press(t, "2")
        t.wait_for("1/√2")
        press(t, "ctrl+q")
        assert t.exit_code() == 0
