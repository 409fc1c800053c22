"""A class over SSH in one process, side by side with one process per learner. Linux only."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.measuring import Program, Table, cpu_seconds, median, memory_mib, percentile, world
from tests.benchmarks.screens import HOME
from tests.benchmarks.seats import (
    AtATerminal,
    OverSsh,
    Seat,
    Typed,
    all_quiet,
    begin_training,
    go_on_training,
    open_workbench,
    sit_down,
    type_on,
)
from tests.server.classroom import Running, serving
from tests.terminal import Terminal, program

LEARNERS, SECONDS = 30, 20.0
IDLE = 1.5
"""Times the seconds of typing: so long nobody does anything."""

VISITS, AT_ONCE = 200, 10
"""Sessions that come and go, and how many of them are there together."""

PAUSE = 1.5
"""Seconds without a new state of the training, after which it counts as ended, and is begun anew."""

A_SECOND, A_SECOND_TWICE = 4.0, 2.0
"""Keys of each learner, and of each of twice as many."""


@dataclass(slots=True)
class Measured:
    """What was measured of one way to seat a class; None where it was not."""

    further: list[float] = field(default_factory=list)
    further_typing: list[float] = field(default_factory=list)
    memory_home: float = 0.0
    memory: float = 0.0
    each_home: float | None = None
    each_workbench: float | None = None
    in_their_places: float | None = None
    beside_them: float | None = None
    idle_percent: float = 0.0
    idle_bytes: int = 0
    typing: dict[str, Typed] = field(default_factory=dict)


def run(rounds: int, *, learners: int = LEARNERS, seconds: float = SECONDS, visits: int = VISITS) -> list[Table]:
    """So many learners and twice as many at the server, then so many with a process each; `seconds` of typing each."""
    if not sys.platform.startswith("linux"):
        return [Table("serve", ("what",), note="serve: needs /proc, so it runs on Linux only")]
    load = os.getloadavg()
    with tempfile.TemporaryDirectory() as folder:
        served = asyncio.run(_served(Path(folder), rounds, learners, seconds, visits))
    alone = asyncio.run(_a_process_each(rounds, learners, seconds))
    return [_targets(served, alone, learners, seconds, visits, load), _keys(served, alone)]


# One server.


async def _served(folder: Path, rounds: int, learners: int, seconds: float, visits: int) -> Measured:
    found = Measured()
    options = ("--open", "--max-sessions", str(2 * learners + AT_ONCE))
    for name in ("work", "memory", "visits"):
        (folder / name).mkdir()
    with serving(folder / "work", *options) as server:
        await _work(server, found, rounds, learners, seconds)
    # What others have left is taken again without growing: each question about memory has a server of its own.
    with serving(folder / "memory", *options) as server:
        await _memory(server, found, learners)
    with serving(folder / "visits", *options) as server:
        await _visits(server, found, learners, visits)
    return found


async def _work(server: Running, found: Measured, rounds: int, learners: int, seconds: float) -> None:
    async def further() -> Callable[[], Awaitable[None]]:
        seat = await sit_down(server.port, "further")
        return lambda: seat.leave(politely=False)

    seats = await _all_sit_down(server, "learner", learners)
    await _class_works(found, seats, [server], further, rounds, seconds)
    trainer = await sit_down(server.port, "trainer")
    found.typing["one more trains"] = await _while_one_trains(trainer, seats, seconds)
    await trainer.leave(politely=False)
    seats += await _all_sit_down(server, "more", learners)
    await open_workbench(seats[learners:])
    found.typing["twice as many"] = await type_on(seats, A_SECOND_TWICE, seconds)
    await asyncio.gather(*(seat.leave(politely=False) for seat in seats))


async def _memory(server: Running, found: Measured, learners: int) -> None:
    """A class, and as many again: at their first screens, then in the workbench."""
    seats = await _all_sit_down(server, "learner", learners)
    await open_workbench(seats)
    first = memory_mib(server)
    more = await _all_sit_down(server, "more", learners)
    await all_quiet(more)
    found.each_home = (memory_mib(server) - first) / learners
    await open_workbench(more)
    found.each_workbench = (memory_mib(server) - first) / learners
    await asyncio.gather(*(seat.leave(politely=False) for seat in (*seats, *more)))


async def _visits(server: Running, found: Measured, learners: int, visits: int) -> None:
    """Ten leave and ten others come, over and over; then as many come beside all who are there, and leave again."""
    seats = await _all_sit_down(server, "learner", learners)
    await open_workbench(seats)
    before, gone = memory_mib(server), 0

    async def leave(some: Sequence[OverSsh]) -> None:
        nonlocal gone
        await asyncio.gather(*(seat.leave(politely=bool(number % 2)) for number, seat in enumerate(some)))
        gone += len(some)
        # Those who vanished are still being saved.
        await asyncio.to_thread(server.wait_for, "end", count=gone)

    for turn in range(visits // AT_ONCE):
        await leave(seats[:AT_ONCE])
        others = await _all_sit_down(server, f"other{turn}-", len(seats[:AT_ONCE]))
        await open_workbench(others)
        seats = seats[AT_ONCE:] + others
    found.in_their_places = 100 * (memory_mib(server) / before - 1)
    for turn in range(visits // AT_ONCE):
        visitors = await _all_sit_down(server, f"visitor{turn}-", AT_ONCE)
        await open_workbench(visitors)
        await leave(visitors)
    found.beside_them = 100 * (memory_mib(server) / before - 1)
    await leave(seats)


async def _all_sit_down(server: Running, name: str, count: int) -> list[OverSsh]:
    return list(await asyncio.gather(*(sit_down(server.port, f"{name}{number}") for number in range(count))))


# A process each.


async def _a_process_each(rounds: int, learners: int, seconds: float) -> Measured:
    found = Measured()
    with ExitStack() as stack:

        async def sit() -> AtATerminal:
            seat = AtATerminal(stack.enter_context(Terminal([program()], env=stack.enter_context(world()))))
            await seat.until(HOME)
            return seat

        async def further() -> Callable[[], Awaitable[None]]:
            seat = await sit()
            return lambda: _end(seat)

        seats = list(await asyncio.gather(*(sit() for _ in range(learners))))
        await _class_works(found, seats, [seat.terminal for seat in seats], further, rounds, seconds)
        trainer = await sit()
        found.typing["one more trains"] = await _while_one_trains(trainer, seats, seconds)
        for seat in (*seats, trainer):
            await _end(seat)
    return found


async def _end(seat: AtATerminal) -> None:
    seat.leave()
    seat.terminal.process.kill()


# What is the same for both.


async def _class_works(
    found: Measured,
    seats: Sequence[Seat],
    programs: Sequence[Program],
    further: Callable[[], Awaitable[Callable[[], Awaitable[None]]]],
    rounds: int,
    seconds: float,
) -> None:
    await all_quiet(seats)
    found.memory_home = sum(map(memory_mib, programs))
    await open_workbench(seats)
    found.typing["the class"] = await type_on(seats, A_SECOND, seconds)
    await all_quiet(seats)
    found.memory = sum(map(memory_mib, programs))
    await _idle(found, seats, programs, IDLE * seconds)
    found.further = await _further(further, rounds)
    typing = asyncio.create_task(type_on(seats, A_SECOND, max(seconds, 1.0 * rounds)))
    await asyncio.sleep(0.5)
    found.further_typing = await _further(further, rounds)
    await typing
    await all_quiet(seats)


async def _idle(found: Measured, seats: Sequence[Seat], programs: Sequence[Program], seconds: float) -> None:
    size, cpu, start = sum(seat.size for seat in seats), sum(map(cpu_seconds, programs)), time.monotonic()
    await asyncio.sleep(seconds)
    found.idle_percent = 100 * (sum(map(cpu_seconds, programs)) - cpu) / (time.monotonic() - start)
    found.idle_bytes = sum(seat.size for seat in seats) - size


async def _further(sit: Callable[[], Awaitable[Callable[[], Awaitable[None]]]], rounds: int) -> list[float]:
    """Seconds from one more learner's call to their whole first screen."""
    times = []
    for _ in range(rounds):
        start = time.monotonic()
        leave = await sit()
        times.append(time.monotonic() - start)
        await leave()
        await asyncio.sleep(0.2)
    return times


async def _while_one_trains(trainer: Seat, seats: Sequence[Seat], seconds: float) -> Typed:
    await begin_training(trainer)
    training = asyncio.create_task(go_on_training(trainer, PAUSE))
    typed = await type_on(seats, A_SECOND, seconds)
    assert time.monotonic() - trainer.last < 2 * PAUSE, "it did not train to the end of the others' typing"
    training.cancel()
    await asyncio.gather(training, return_exceptions=True)
    return typed


# What is printed.


def _targets(
    served: Measured, alone: Measured, learners: int, seconds: float, visits: int, load: Sequence[float]
) -> Table:
    table = Table(
        f"serve: {learners} learners, {os.cpu_count()} cores",
        ("what", "target", "one server", "a process each"),
        note=f"memory is PSS; load before: {load[0]:.1f}; the clients run on the same machine",
    )

    def row(what: str, target: str, value: Callable[[Measured], float | int | None]) -> None:
        table.rows.append((what, target, value(served), value(alone)))

    def p95(name: str) -> Callable[[Measured], float | None]:
        return lambda of: 1000 * percentile(of.typing[name].answered, 95) if name in of.typing else None

    row("a further one's first screen, median ms", "≤ 250", lambda of: 1000 * median(of.further))
    row("the same while all type, median ms", "", lambda of: 1000 * median(of.further_typing))
    row("memory at the first screen, MiB", "≤ 110", lambda of: of.memory_home)
    row("memory in the workbench after typing, MiB", "≤ 110", lambda of: of.memory)
    row("each further one at the first screen, MiB", "≤ 1.2", lambda of: of.each_home)
    row("each further one in the workbench, MiB", "≤ 1.2", lambda of: of.each_workbench)
    row(f"more after {visits} have taken places and left, %", "≤ 20", lambda of: of.in_their_places)
    row(f"more after {visits} came beside them, {AT_ONCE} at once, %", "≤ 20", lambda of: of.beside_them)
    row(f"idle for {IDLE * seconds:.0f} s, % of a core", "≤ 0.1", lambda of: of.idle_percent)
    row(f"idle for {IDLE * seconds:.0f} s, bytes", "0", lambda of: of.idle_bytes)
    row(f"{A_SECOND:g} keys a second each, p95 ms", "≤ 40", p95("the class"))
    row(f"twice as many at {A_SECOND_TWICE:g} a second, p95 ms", "≤ 60", p95("twice as many"))
    row("one more trains the leak, the others' p95 ms", "≤ 80", p95("one more trains"))
    return table


def _keys(served: Measured, alone: Measured) -> Table:
    table = Table(
        "serve: from a key to the last byte of its answer",
        ("who", "while", "pressed", "no byte", "p50 ms", "p95 ms", "p99 ms", "longest ms"),
    )
    for who, of in (("one server", served), ("a process each", alone)):
        for what, typed in of.typing.items():
            shares = [1000 * percentile(typed.answered, p) for p in (50, 95, 99, 100)]
            table.rows.append((who, what, len(typed.answered) + typed.unanswered, typed.unanswered, *shares))
    return table
