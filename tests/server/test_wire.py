"""What goes out and what comes in: holding back, giving up, lines that are typed, and one learner's share."""

from __future__ import annotations

import asyncio

import pytest

from tutor.plain.typing_line import Line, LineTyping
from tutor.server.driver import bounded
from tutor.server.pace import A_SECOND, BURST, Pace
from tutor.server.wire import Wire


class Channel:
    """Keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.sent.append(data)


async def test_a_turn_of_the_loop_is_one_packet() -> None:
    channel = Channel()
    wire = Wire(channel, limit=60, stuck=lambda: None)
    for part in (b"a", b"b", b"c"):
        wire.write(part)
    assert channel.sent == []
    await asyncio.sleep(0)
    assert channel.sent == [b"abc"]


async def test_while_a_client_does_not_read_screens_are_dropped() -> None:
    channel, drawn = Channel(), []
    wire = Wire(channel, limit=60, stuck=lambda: None)
    wire.resumed = drawn.append
    wire.hold("channel")
    wire.hold("connection")
    wire.write(b"screen")
    wire.write(b"restore", must=True)
    await asyncio.sleep(0)
    assert channel.sent == [b"restore"]
    wire.release("channel")
    assert drawn == []
    wire.release("connection")
    assert drawn == [True]
    wire.hold("channel")
    wire.release("channel")
    assert drawn == [True, False]


async def test_a_client_that_never_reads_is_given_up_once() -> None:
    given_up = asyncio.Event()
    wire = Wire(Channel(), limit=0.01, stuck=given_up.set)
    wire.hold("channel")
    async with asyncio.timeout(5):
        await given_up.wait()


def typed(keys: str, *, terminal: bool = True) -> tuple[list[object], str]:
    """What keys come to, and what is echoed."""
    echoed: list[str] = []
    line = LineTyping(echoed.append if terminal else None)
    found = list(line.feed(keys.encode()))
    return [x.text if isinstance(x, Line) else x for x in found], "".join(echoed)


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ("1/2\r", ["1/2"]),
        ("a\r\nb\r\n", ["a", "b"]),
        ("ab\x7fc\r", ["ac"]),
        ("一二\x7f\r", ["一"]),
        ("👨\u200d👩 ❤\ufe0f\r", ["👨\u200d👩 ❤\ufe0f"]),
        ("ab\x15c\r", ["c"]),
        ("next page\x17x\r", ["next x"]),
        ("a\x1b[Ab\x1bOPc\x1b[3~\r", ["abc"]),
        ("ab\x03c\r", ["interrupt", "c"]),
        ("ab\x04\r\x04", ["ab", "end"]),
        ("\x07\x00a\r", ["a"]),
    ],
)
def test_lines_on_a_terminal(keys: str, lines: list[object]) -> None:
    assert typed(keys)[0] == lines


def test_what_is_echoed() -> None:
    assert typed("a一\x7f\r")[1] == "a一\b\b  \b\b\r\n"
    assert typed("a\x1b[A\r")[1] == "a\r\n"


def test_lines_of_a_pipe() -> None:
    assert typed("a\r\nb\x7f\nc", terminal=False) == (["a", "b\x7f"], "")


def test_half_a_character_waits_for_the_other_half() -> None:
    line = LineTyping(None)
    assert list(line.feed("√".encode()[:1])) == []
    assert list(line.feed("√".encode()[1:] + b"\n")) == [Line("√")]


def test_pace() -> None:
    now = [0.0]
    pace = Pace(lambda: now[0])
    waits = [pace.take() for _ in range(BURST + 2)]
    assert waits[:BURST] == [0.0] * BURST
    assert waits[BURST:] == pytest.approx([1 / A_SECOND, 2 / A_SECOND])
    now[0] = 10.0
    assert pace.take() == 0.0


def test_sizes() -> None:
    assert [bounded(0, 0), bounded(10**9, 10**9), bounded(60, 20)] == [(80, 24), (300, 100), (60, 20)]
