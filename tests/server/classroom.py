"""A real server in a process of its own, and learners who come to it with OpenSSH or with asyncssh's client."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import asyncssh

from tests.terminal import Terminal, program
from tutor.lessons.loader import load_course

SSH = shutil.which("ssh")
NO_SSH = "" if SSH else "OpenSSH's client is not installed"
READY = "q quit"
PATIENCE = 120.0
"""Seconds after which something counts as hanging. On a machine busy with other things all is ten times slower."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A server that listens. `said` is what it printed for the teacher."""

    port: int
    state: Path
    log_file: Path
    said: str
    process: subprocess.Popen[bytes]

    def log(self) -> list[dict[str, object]]:
        """What it has noted."""
        return [json.loads(line) for line in self.log_file.read_text().splitlines()]

    def wait_for(self, event: str, *, count: int = 1, **fields: object) -> dict[str, object]:
        """Wait until it has noted this so many times; the last one."""
        deadline = time.monotonic() + PATIENCE
        while True:
            found = [x for x in self.log() if x["event"] == event and fields.items() <= x.items()]
            if len(found) >= count:
                return found[-1]
            assert time.monotonic() < deadline, f"no {event} {fields} in {self.log()}"
            assert self.process.poll() is None, self.log_file.read_text()
            pause(0.05)

    def ssh(self, name: str, *words: str, options: Sequence[str] = (), key: Path | None = None) -> list[str]:
        """OpenSSH's command line for a learner. It asks nobody, and remembers no host."""
        settings = [
            "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=INFO", "IdentityAgent=none",
            "IdentitiesOnly=yes", "NumberOfPasswordPrompts=1", "SendEnv=COLORTERM", "SendEnv=LC_*",
        ]  # fmt: skip
        own = ["-i", str(key)] if key else ["-o", "IdentityFile=none"]
        flags = [part for setting in settings for part in ("-o", setting)]
        return [str(SSH), "-F", "none", *own, *options, *flags, "-p", str(self.port), f"{name}@127.0.0.1", *words]

    def terminal(
        self,
        name: str,
        *words: str,
        cols: int = 80,
        rows: int = 24,
        term: str = "xterm-256color",
        key: Path | None = None,
    ) -> Terminal:
        """A learner at a terminal."""
        line = self.ssh(name, *words, options=["-tt", "-o", "LogLevel=ERROR"], key=key)
        return Terminal(line, cols=cols, rows=rows, env={"TERM": term, "COLORTERM": None})

    def run(
        self, name: str, *words: str, options: Sequence[str] = (), key: Path | None = None, typed: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """A learner without a terminal, to the end."""
        line = self.ssh(name, *words, options=options, key=key)
        return subprocess.run(line, input=typed, capture_output=True, text=True, timeout=30, check=False)

    def events(self, name: str) -> list[dict[str, object]]:
        """Everything that was recorded of a learner."""
        files = sorted((self.state / name / "journal").glob("*.jsonl"))
        return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def pause(seconds: float) -> None:
    """Let a moment pass, watching nothing."""
    with Terminal(["/bin/cat"]) as clock:
        clock.read(seconds)


@contextmanager
def serving(
    folder: Path, *options: str, state: Path | None = None, port: int = 0, stdin: IO[str] | int = subprocess.DEVNULL
) -> Iterator[Running]:
    """A server with these options, on a port of its own unless one is named, until the block is left.

    The class's folder lies in `folder`, unless one is named. `stdin` is what is piped into it.
    """
    state, log = state or folder / "class", folder / "log"
    command = [program(), "serve", "--port", str(port), "--state", str(state), *options]
    with log.open("wb") as errors:
        process = subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=errors)
    assert process.stdout is not None
    try:
        said = ""
        while "attn-tutor report" not in said:
            line = process.stdout.readline().decode()
            assert line, f"it has ended: {log.read_text()}"
            said += line
        found = re.search(r"ssh -p (\d+)", said)
        assert found
        yield Running(port=int(found[1]), state=state, log_file=log, said=said, process=process)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        finally:
            process.stdout.close()


class Client(asyncssh.SSHClientSession[bytes]):
    """One session of asyncssh's client: what has come, and waiting for it."""

    def __init__(self) -> None:
        self.seen = b""
        self.errors = b""
        self.exit: int | None = None
        self._news = asyncio.Event()
        self.is_closed = asyncio.Event()

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.chan = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if datatype is None:
            self.seen += data
        else:
            self.errors += data
        self._news.set()

    def exit_status_received(self, status: int) -> None:
        self.exit = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_closed.set()
        self._news.set()

    async def until(self, wanted: bytes | Callable[[bytes], bool], limit: float = PATIENCE) -> None:
        """Wait until this has come."""
        holds = wanted if callable(wanted) else lambda seen: wanted in seen
        async with asyncio.timeout(limit):
            while not holds(self.seen):
                assert not self.is_closed.is_set(), (wanted, self.seen[-500:], self.errors)
                self._news.clear()
                await self._news.wait()


async def connect(port: int, name: str, **options: object) -> asyncssh.SSHClientConnection:
    """A connection that knows no key and no agent, unless it is given one."""
    usual = {"known_hosts": None, "client_keys": None, "agent_path": None, "config": None}
    return await asyncssh.connect("127.0.0.1", port, username=name, **{**usual, **options})


async def sit_down(
    port: int, name: str, *, window: int = 1 << 20, **options: object
) -> tuple[asyncssh.SSHClientConnection, Client]:
    """A learner at the first screen."""
    connection = await connect(port, name, **options)
    chan, client = await connection.create_session(
        Client, term_type="xterm-256color", term_size=(80, 24), encoding=None, window=window
    )
    assert chan is client.chan
    await client.until(b" quit")
    return connection, client


def number_page() -> int:
    """The first page of the first lesson that asks for a number, 1/√2; counted from 1."""
    return next(i for i, step in enumerate(load_course().lessons[0].steps, start=1) if step.kind == "number")


async def to_the_number(port: int, name: str, text: str) -> tuple[int, asyncssh.SSHClientConnection, Client]:
    """A learner goes to that page and types this, key by key, as fast as the screens come; the page's number too."""
    page = number_page()
    connection, client = await sit_down(port, name)
    client.chan.write(b"\r")
    await client.until(b"page 1 of")
    for _ in range(page - 1):
        client.seen = b""
        client.chan.write(b"\x0e")
        await client.until(lambda seen: len(seen) > 300)
    for key in text:
        client.seen = b""
        client.chan.write(key.encode())
        await client.until(bool)
    return page, connection, client
