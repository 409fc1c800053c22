"""Whatever bytes a terminal sends, whole keys or not: the program goes on, and does not grow."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.terminal import KEYS, Terminal
from tests.test_through_terminal import READY

CHUNKS = 2_500
WARM = 900
"""After so many, every screen has been open and numpy is loaded."""

MOST_GROWTH = 16 << 20
"""Bytes of memory that may come with the rest of them: what was opened last differs, leaks go on."""

SIZES = ((80, 24), (60, 20), (40, 12), (1, 1), (200, 60))
STATM = Path("/proc/self/statm")


def memory(t: Terminal) -> int:
    """Bytes that the program has in memory now."""
    return int(Path(f"/proc/{t.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def some_bytes(rng: random.Random) -> bytes:
    """A key, a letter, a piece of an escape sequence, a mouse report or noise; nothing that quits."""
    kind = rng.randrange(6)
    if kind == 0:
        return rng.choice(list(KEYS.values())).encode()
    if kind == 1:
        return rng.choice(b"nbhsaixpecdwrlgt?1234").to_bytes(1, "big")
    if kind == 2:
        return b"\x1b[" + bytes(rng.choices(b"0123456789;<?OM~ABCDu", k=rng.randrange(1, 8)))
    if kind == 3:
        return f"\x1b[<{rng.choice((0, 2, 32, 64, 65))};{rng.randrange(1, 90)};{rng.randrange(1, 30)}M".encode()
    if kind == 4:
        return "1/√2 −∞ 東京 🦊".encode()[rng.randrange(8) : rng.randrange(8, 24)]
    return bytes(rng.randrange(256) for _ in range(rng.randrange(1, 12)))


def without_an_end(data: bytes) -> bytes:
    """The same without Ctrl+Q, which leaves wherever it arrives, and q, which leaves on home."""
    return data.replace(b"\x11", b"").replace(b"q", b"")


@pytest.mark.slow
@pytest.mark.skipif(not STATM.exists(), reason="there is no /proc to read a program's memory from")
@pytest.mark.parametrize("seed", [1, 2])
def test_random_bytes(seed: int, tmp_path: Path) -> None:
    """Thousands of pieces and some sizes: the program runs, leaves when it is told to, and has not grown."""
    rng = random.Random(seed)
    with Terminal(env={"XDG_STATE_HOME": str(tmp_path)}) as t:
        t.wait_for(READY)
        warm = 0
        for sent in range(CHUNKS):
            if sent % 97 == 0:
                t.resize(*rng.choice(SIZES))
            os.write(t.fileno(), without_an_end(some_bytes(rng)))
            if sent % 5 == 0:
                t.quiet(0.02, limit=1.0)
            assert t.process.poll() is None, (sent, t.screen())
            if sent == WARM:
                t.quiet(0.5, limit=20.0)
                warm = memory(t)
        t.resize(80, 24)
        t.quiet(0.5, limit=20.0)
        assert memory(t) - warm <= MOST_GROWTH
        for _ in range(3):
            # An open string or paste would swallow the key: end both first.
            t.send("\x1b\\", "\x1b[201~", "escape", "ctrl+q")
            t.quiet(1.0, limit=3.0)
            if t.process.poll() is not None:
                break
        assert t.exit_code() == 0
        assert t.left_behind() == []
