"""What sessions cost while nobody types: bytes, processor, memory. Linux only."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack

from tests.benchmarks.measuring import Table, bare, cpu_seconds, memory_mib, tutor, world
from tests.benchmarks.screens import HOME, SCREENS, Screen
from tests.terminal import Terminal

SECONDS = 30.0
SESSIONS = (1, 10, 30)


def run(_rounds: int) -> list[Table]:
    """One session, ten and thirty, once each, on the home screen, in an answer field and in the workbench."""
    table = Table(
        f"idle: {SECONDS:.0f} s without a key",
        ("program", "sessions", "bytes", "% of a core", "PSS MiB", "PSS MiB each"),
        note="targets: 0 bytes; memory of thirty ≤ 1.3 × bare with numpy",
    )
    if not sys.platform.startswith("linux"):
        table.note = "idle: needs /proc, so it runs on Linux only"
        return [table]
    for sessions in SESSIONS:
        with world() as env:
            _measure(table, "bare, numpy first", bare("numpy"), env, Screen(keys=(), shows="READY"), sessions)
        for name in ("home", "field", "workbench"):
            screen = SCREENS[name]
            with world(screen.page) as env:
                _measure(table, name, tutor(env), env, screen, sessions)
    return [table]


def _measure(table: Table, label: str, command: list[str], env: dict[str, str | None], screen: Screen, n: int) -> None:
    with ExitStack() as stack:
        terminals = [stack.enter_context(Terminal(command, env=env)) for _ in range(n)]
        for terminal in terminals:
            terminal.wait_for(HOME if screen.keys else screen.shows, timeout=120)
        for key in screen.keys:
            for terminal in terminals:
                terminal.send(key)
                terminal.quiet(0.3)
        for terminal in terminals:
            terminal.wait_for(screen.shows, timeout=60)
            terminal.quiet(0.3, limit=3.0)
        marks = [terminal.mark() for terminal in terminals]
        cpu, start = sum(map(cpu_seconds, terminals)), time.monotonic()
        deadline = start + SECONDS
        # All of them are read in turn; a session that writes nothing takes its share of the waiting.
        while time.monotonic() < deadline:
            for terminal in terminals:
                terminal.read(min(0.25, max(0.0, deadline - time.monotonic())))
        used = (sum(map(cpu_seconds, terminals)) - cpu) / (time.monotonic() - start)
        size = sum(terminal.mark() - mark for terminal, mark in zip(terminals, marks, strict=True))
        memory = sum(map(memory_mib, terminals))
    table.rows.append((label, n, size, 100 * used, memory, memory / n))
