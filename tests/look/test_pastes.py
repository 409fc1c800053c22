"""What is pasted, in any pieces: bounded before anything gathers it, and nothing else held back."""

from __future__ import annotations

import asyncio
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tutor.look.parsing import LONGEST_PASTE
from tutor.look.pastes import END, START, Pastes
from tutor.server.driver import Keyboard


def handed_on(pieces: list[str], longest: int) -> str:
    pastes = Pastes(longest)
    return "".join(map(pastes.through, pieces))


def in_pieces(text: str, cuts: list[int]) -> list[str]:
    places = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    return [text[a:b] for a, b in pairwise(places)]


@given(
    st.lists(st.tuples(st.text("ab\x1b[~20", max_size=8), st.text("12\x1b[0~", max_size=12)), max_size=4),
    st.lists(st.integers(0, 500), max_size=8),
)
def test_only_what_is_too_long_is_missing(parts: list[tuple[str, str]], cuts: list[int]) -> None:
    """Worked out part by part: what is typed comes whole, of each paste its first five characters."""
    # A mark that comes about where two parts meet would make this another text than the one that is expected.
    clean = [(a, b) for a, b in parts if START not in a and END not in b + END[:-1] and not a.endswith("\x1b")]
    text = "".join(f"{typed}{START}{pasted}{END}" for typed, pasted in clean)
    expected = "".join(f"{typed}{START}{pasted[:5]}{END}" for typed, pasted in clean)
    assert handed_on(in_pieces(text, cuts), 5) == expected


def test_a_lone_escape_is_not_held_back() -> None:
    pastes = Pastes(10)
    assert [pastes.through(key) for key in ("\x1b", "[", "2", "\x1b", "q")] == ["\x1b", "[", "2", "\x1b", "q"]


def test_a_paste_that_never_ends_is_cut_and_another_key_is_none() -> None:
    pastes = Pastes(4)
    assert pastes.through(f"a{START}12") == f"a{START}12"
    assert [pastes.through("3" * 1000) for _ in range(50)] == ["33", *[""] * 49]
    assert pastes.through(f"4{END}b") == f"{END}b"


async def test_the_parser_gathers_no_more_than_a_paste_may_have() -> None:
    """Ten megabytes without an end: each one had cost four and a half of memory, for good."""
    keyboard = Keyboard((80, 24), full=lambda _full: None)
    fed: list[str] = []

    class Driver:
        def resize(self, *_size: int) -> None: ...

        def process_message(self, _message: object) -> None: ...

    parser = keyboard._parser._parser
    real = parser.feed
    parser.feed = lambda text: (fed.append(text), real(text))[1]
    keyboard.attach(Driver())  # type: ignore[arg-type]
    keyboard.feed(START.encode())
    for _ in range(100):
        keyboard.feed(b"7" * 10_000)
        await asyncio.sleep(0)
    for _ in range(2000):
        await asyncio.sleep(0)
    assert sum(map(len, fed)) == len(START) + LONGEST_PASTE
    keyboard.detach()
