"""What Python runs before any program whose PYTHONPATH has this folder: everything the program does is written down."""

import os
import sys
from typing import Any

STARTS = (
    "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.startfile", "pty.spawn",
    "webbrowser.", "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostby", "socket.sendto",
)  # fmt: skip
CHANGES = (
    "os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.chown",
    "os.utime", "os.setxattr", "os.removexattr", "os.chdir", "os.chroot", "shutil.",
)  # fmt: skip
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC


def kind_of(event: str, args: tuple[Any, ...]) -> str | None:
    """What an event does: read, write, change or start; None for what does none of it."""
    if event == "open":
        path, mode, flags = args
        if isinstance(path, int):
            return None
        written = (isinstance(flags, int) and flags & WRITES) or set(str(mode or "")) & set("wax+")
        return "write" if written else "read"
    if event in ("os.listdir", "os.scandir"):
        return "read"
    if event.startswith(CHANGES):
        return "change"
    return "start" if event.startswith(STARTS) else None


def watch(log: int) -> None:
    """Write every event to this file, for as long as the process lives: an audit hook cannot be taken away."""

    def hook(event: str, args: tuple[Any, ...]) -> None:
        kind = kind_of(event, args)
        if kind is None:
            return
        what = args[0] if args else ""
        if kind == "start":
            told = repr(args[:2])
        else:
            path = os.fsdecode(what) if isinstance(what, str | bytes | os.PathLike) else repr(what)
            told = os.path.realpath(path)
        os.write(log, f"{kind}\t{event}\t{ascii(told)[1:-1]}\n".encode())

    sys.addaudithook(hook)


if sys.argv[0].endswith("attn-tutor"):
    watch(os.open(os.environ["AUDIT_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
