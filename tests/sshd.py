"""A real OpenSSH server on loopback, with keys that are thrown away, for tests that go through it."""

from __future__ import annotations

import getpass
import grp
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.terminal import Terminal

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
SSH = shutil.which("ssh")
KEYGEN = shutil.which("ssh-keygen")

MISSING = "" if SSHD and SSH and KEYGEN else "OpenSSH's server, client or ssh-keygen is not installed"
"""Why these tests cannot run here; empty where they can."""

PRIVILEGE_SEPARATION = Path("/run/sshd")
"""An empty folder that the server wants where it runs as root."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A server that listens, and how to reach it. `log` is what it has to say."""

    port: int
    key: Path
    log: Path
    process: subprocess.Popen[bytes]

    def command(self, *words: str, options: Sequence[str] = (), client: str | None = None) -> list[str]:
        """The client's command line. It asks nobody, and remembers no host."""
        settings = ("BatchMode=yes", "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR")
        return [
            client or str(SSH), "-F", "none", "-i", str(self.key), "-o", f"Port={self.port}",
            *(part for setting in settings for part in ("-o", setting)), *options,
            f"{getpass.getuser()}@127.0.0.1", *words,
        ]  # fmt: skip

    def terminal(self, *, cols: int = 80, rows: int = 24, term: str = "xterm-256color") -> Terminal:
        """A person at a terminal of this size, logging in."""
        return Terminal(self.command(options=["-tt"]), cols=cols, rows=rows, env={"TERM": term, "COLORTERM": None})

    def run(
        self, *words: str, options: Sequence[str] = (), client: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Log in without a terminal, and wait for the end."""
        return subprocess.run(
            self.command(*words, options=options, client=client),
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False,
        )  # fmt: skip


@contextmanager
def serving(folder: Path, settings: str) -> Iterator[Server]:
    """A server with these settings, which stand after its own, until the block is left."""
    for name in ("host", "learner"):
        subprocess.run([str(KEYGEN), "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
    shutil.copy(folder / "learner.pub", folder / "authorized_keys")
    if os.getuid() == 0 and not PRIVILEGE_SEPARATION.is_dir():
        PRIVILEGE_SEPARATION.mkdir(mode=0o755)
    port, log = free_port(), folder / "log"
    own = (
        f"Port {port}", "ListenAddress 127.0.0.1", f"HostKey {folder / 'host'}", "PidFile none", "UsePAM no",
        f"AuthorizedKeysFile {folder / 'authorized_keys'}", "StrictModes no", "PasswordAuthentication no",
        "PermitRootLogin yes", "PrintMotd no", "PrintLastLog no",
    )  # fmt: skip
    config = folder / "sshd_config"
    config.write_text("\n".join((*own, settings, "")))
    process = subprocess.Popen([str(SSHD), "-D", "-f", config, "-E", log], stdin=subprocess.DEVNULL)
    try:
        _wait_for(port, process, log)
        yield Server(port=port, key=folder / "learner", log=log, process=process)
    finally:
        process.terminate()
        process.wait(10)


def own_group() -> str:
    """The name of this user's group."""
    return grp.getgrgid(os.getgid()).gr_name


def free_port() -> int:
    """A port of loopback that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Until the server answers; each try is a connection that waits for its greeting."""
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline:
        assert process.poll() is None, f"the server has ended: {log.read_text() if log.exists() else 'it said nothing'}"
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as greeting:
                if greeting.recv(4) == b"SSH-":
                    return
        except OSError:
            # Not there yet. A connection that is refused comes back at once: wait as long as one that would be late.
            process_ended_soon(process)
    raise AssertionError("the server does not answer")


def process_ended_soon(process: subprocess.Popen[bytes]) -> bool:
    """Wait a moment for the end of a process."""
    try:
        process.wait(0.05)
    except subprocess.TimeoutExpired:
        return False
    return True
