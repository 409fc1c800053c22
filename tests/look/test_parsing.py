"""Whatever comes from a terminal: the keys after it are keys, and nothing ends the parser."""

from __future__ import annotations

import random

import pytest
from textual import events

from tutor.look.parsing import TolerantParser

ODD = [
    "\x1b[97;177:2;1u", "\x1b[97;1:2;1u", "\x1b[99999999999999999999u", "\x1b[1;5:9~", "\x1b[;;;u", "\x1b[97;177u",
    "\x1b[1114112u", "\x1b[<999;99999999999999999999;1M",
]  # fmt: skip


def keys(parser: TolerantParser, text: str) -> list[str]:
    """The keys of this text."""
    return [event.key for event in parser.feed(text) if isinstance(event, events.Key)]


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_the_next_key_is_a_key(odd: str) -> None:
    """What broke: after one such sequence nothing that a learner at a server typed had any effect, not even q."""
    parser = TolerantParser()
    assert keys(parser, f"a{odd}q")[-1] == "q"
    assert keys(parser, "\x1b[A7") == ["up", "7"]


@pytest.mark.parametrize("seed", range(4))
def test_random_sequences_of_that_family(seed: int) -> None:
    rng, parser = random.Random(seed), TolerantParser()
    for _ in range(500):
        numbers = "".join(rng.choice("0123456789;:<>?= ") for _ in range(rng.randrange(12)))
        text = "".join(f"\x1b[{numbers}{rng.choice('ABCDFHPQRSZMmtuyR~$I')}" for _ in range(rng.randrange(1, 4)))
        # The end of a paste: it may have begun one.
        list(parser.feed(f"{text}\x1b[201~"))
        assert keys(parser, "xyz")[-3:] == ["x", "y", "z"], text


async def test_so_do_the_keys_of_a_session_at_the_server() -> None:
    from tests.server.test_driver import Seen
    from tutor.server.driver import Keyboard

    seen, keyboard = Seen(), Keyboard((80, 24), full=lambda _: None)
    keyboard.attach(seen)  # type: ignore[arg-type]
    keyboard.feed("".join(ODD).encode() + b"q")
    while seen.keys[-1:] != ["q"]:
        seen.news.clear()
        await seen.news.wait()
    keyboard.detach()
