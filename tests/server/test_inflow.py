"""What comes in over one connection is handed on in pieces, and no more of it than is fair."""

from __future__ import annotations

import asyncio

from tutor.server.inflow import BURST, MOST_WAITING, PIECE, Inflow


class Work:
    """Takes pieces, each of which costs so many seconds of work."""

    def __init__(self, each: float) -> None:
        self.each = each
        self.done = 0.0
        self.pieces: list[bytes] = []
        self.floods = 0

    def take(self, data: bytes) -> None:
        self.pieces.append(data)
        self.done += self.each

    def flooded(self) -> None:
        self.floods += 1

    def inflow(self) -> Inflow:
        return Inflow(self.take, flooded=self.flooded, busy=lambda: self.done)


async def turns(count: int) -> None:
    """So many turns of the loop."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_a_key_comes_at_once_and_much_comes_in_pieces() -> None:
    work = Work(0.0)
    inflow = work.inflow()
    inflow(b"a")
    assert work.pieces == [b"a"]
    data = bytes(range(256)) * 100
    inflow(data)
    inflow(b"z")
    assert len(work.pieces) == 2, "one piece in a turn"
    await turns(20)
    assert b"".join(work.pieces[1:]) == data + b"z"
    assert max(map(len, work.pieces)) == PIECE


async def test_who_makes_too_much_work_waits() -> None:
    """Ten seconds of work were made at once: for the next minutes nothing more is taken."""
    work = Work(10.0)
    inflow = work.inflow()
    inflow(b"x" * 5 * PIECE)
    await turns(50)
    inflow(b"y")
    await turns(50)
    assert work.pieces == [b"x" * PIECE]
    inflow.stop()


async def test_what_waited_comes_later() -> None:
    """A little too much work waits a little."""
    work, come = Work(BURST + 0.0005), asyncio.Event()
    inflow = Inflow(lambda data: (work.take(data), come.set())[0], flooded=work.flooded, busy=lambda: work.done)
    inflow(b"x" * PIECE + b"last")
    assert b"".join(work.pieces) == b"x" * PIECE
    come.clear()
    async with asyncio.timeout(120):
        await come.wait()
    assert work.pieces[-1] == b"last"
    inflow.stop()


async def test_a_flood_is_said_once_and_leads_nowhere() -> None:
    work = Work(10.0)
    inflow = work.inflow()
    inflow(b"x")
    for _ in range(MOST_WAITING // 65_536 + 3):
        inflow(b"x" * 65_536)
    await turns(5)
    assert work.floods == 1
    assert work.pieces == [b"x"]


async def test_after_the_end_nothing_is_handed_on() -> None:
    work = Work(0.0)
    inflow = work.inflow()
    inflow(b"x" * 3 * PIECE)
    inflow.stop()
    inflow(b"y")
    await turns(10)
    assert work.pieces == [b"x" * PIECE]
