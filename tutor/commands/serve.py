"""`attn-tutor serve`: the tutor for a class over SSH. What listens is in tutor/server, loaded only when this runs."""

from __future__ import annotations

import argparse
import asyncio
import errno
import gc
import importlib.util
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.commands import UsageError
from tutor.commands.inputs import whole_number
from tutor.commands.output import say
from tutor.commands.progress import as_text
from tutor.surroundings import Surroundings

if TYPE_CHECKING:
    from tutor.server.rules import Rules

MISSING = "serve needs asyncssh, which is not installed: pip install '.[serve]'"
NOBODY = "say who may come in: --keys FILE, --class-code, or --open on this machine alone"
WANTED = {
    "--host": "give it an address to listen on, such as 0.0.0.0 for all of this machine's",
    "--keys": "give it the file with the learners' public keys",
    "--host-key": "give it the file that the server's own key is or will be in",
}
LONGEST_CODE = 1024
LOOPBACK = ("127.0.0.1", "::1", "localhost")
SWITCH = 0.001
"""Seconds after which a thread with long work lets the others' keys come between; Python's own are five times that."""

GARBAGE = (2000, 20, 100)
"""Python looks through all objects less often than by itself: with thirty learners that takes 0.1 s each time."""

OWN_FOLDER = "class"
"""Where under this user's state folder a class's is, if none is named."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help="listen there (default 127.0.0.1)")
    parser.add_argument("--port", metavar="N", default="2222", help="and on this port (default 2222; 0: any)")
    parser.add_argument("--keys", metavar="FILE", help="let in who has one of these public keys (authorized_keys)")
    parser.add_argument(
        "--class-code",
        metavar="CODE",
        nargs="?",
        const="",
        help="let in who knows the class code: the one that is kept, or a new one, shown once. With CODE that one, but "
        "others on this machine see it in the list of processes: better name a file",
    )
    parser.add_argument(
        "--class-code-file",
        metavar="FILE",
        help="the same with the code in the first line of FILE; - reads it from a pipe",
    )
    parser.add_argument(
        "--open", action="count", default=0, help="let everybody in; on an address of the network, say it twice"
    )
    parser.add_argument(
        "--host-key", metavar="FILE", help="the server's own key (default: made once in the state folder)"
    )
    parser.add_argument("--max-sessions", metavar="N", default="40", help="so many at once, at most (default 40)")
    parser.add_argument(
        "--idle", metavar="MINUTES", default="60", help="send home who types nothing for so long; 0 never"
    )


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:
    """Serve until SIGTERM, SIGINT or SIGHUP. Returns 0."""
    if os.name == "nt":
        raise UsageError("serve runs on Linux and macOS; on Windows, inside WSL")
    if surroundings.learner is not None:
        raise UsageError("serve has no --learner: each one's name comes with their login")
    if importlib.util.find_spec("asyncssh") is None:
        raise UsageError(MISSING)
    for option, value in (("--host", args.host), ("--keys", args.keys), ("--host-key", args.host_key)):
        if value is not None and not value.strip():
            raise UsageError(f"{option} is empty: {WANTED[option]}")
    host = args.host.strip()
    if args.class_code and args.class_code_file is not None:
        raise UsageError("the class code is given twice: leave out CODE, or --class-code-file")
    by_code = args.class_code is not None or args.class_code_file is not None
    if args.open and (args.keys is not None or by_code):
        raise UsageError("--open lets everybody in; it does not go with --keys or --class-code")
    if args.keys is None and not by_code and not args.open:
        raise UsageError(NOBODY)
    if args.open == 1 and host not in LOOPBACK:
        raise UsageError(
            f"--open would let anybody who reaches {host} in under any name; if you mean it, say --open --open"
        )
    state = _state(args, surroundings)
    from tutor.server.codes import CodeError
    from tutor.server.hostkey import HostKeyError
    from tutor.server.keys import KeysError
    from tutor.server.rules import Patience, Rules

    rules = Rules(
        state=state,
        host=host,
        port=whole_number("--port", args.port, least=0, most=65_535),
        host_key=_absolute(args.host_key),
        keys=_absolute(args.keys),
        code=by_code,
        open=bool(args.open),
        max_sessions=whole_number("--max-sessions", args.max_sessions, least=1, most=1000),
        patience=Patience(idle=60.0 * whole_number("--idle", args.idle, least=0, most=100_000)),
        base=surroundings,
        settle=_settling(),
        progress=as_text,
    )
    try:
        new_code = _code(_given(args), state) if by_code else None
        sys.setswitchinterval(SWITCH)
        gc.set_threshold(*GARBAGE)
        asyncio.run(_serve(rules, new_code))
    except (CodeError, HostKeyError, KeysError) as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(_cannot_listen(host, rules.port, error)) from None
    return 0


async def _serve(rules: Rules, new_code: str | None) -> None:
    from tutor.server.keys import NO_KEY, read_keys
    from tutor.server.log import Log
    from tutor.server.serving import serve

    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)

    def ready(port: int, fingerprint: str) -> None:
        where = "HOST" if rules.host in ("0.0.0.0", "::", "") else rules.host
        say(f"Learners log in with: ssh -p {port} NAME@{where}")
        say(f"The first time, ssh shows them this fingerprint of the host's key: {fingerprint}")
        if new_code is not None:
            say(f"The class code is {new_code}; write it down, it is not shown again.")
        if rules.keys is not None and not read_keys(rules.keys).known:
            say(NO_KEY.format(path=rules.keys))
        say(f"What they do is in {rules.state}; attn-tutor report {rules.state} reads it.")
        sys.stdout.flush()

    await serve(rules, Log(_to_stderr, rules.base.clock, time.monotonic), ready=ready, stop=stop)


def _to_stderr(line: str) -> None:
    try:
        sys.__stderr__.write(f"{line}\n") if sys.__stderr__ is not None else None
        sys.__stderr__.flush() if sys.__stderr__ is not None else None
    except (OSError, ValueError):  # nobody reads it any more: the class goes on
        return


def _settling() -> Callable[[], None]:
    """What puts this process's streams back, as they are now."""
    streams = sys.stdout, sys.stderr

    def settle() -> None:
        sys.stdout, sys.stderr = streams

    return settle


def _state(args: argparse.Namespace, surroundings: Surroundings) -> Path:
    """The class's folder: the one that is named, else one beside this user's own progress."""
    if surroundings.state is None:
        raise UsageError("serve keeps everybody's progress; name a folder with --state DIR")
    state = surroundings.state if args.state is not None else surroundings.state / OWN_FOLDER
    if (state / "journal").is_dir():
        raise UsageError(f"{state} is one learner's own folder; name another one for the class with --state DIR")
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{state}: {error.strerror or error}") from None
    return state


def _absolute(name: str | None) -> Path | None:
    return Path(os.path.abspath(name)) if name is not None else None


def _cannot_listen(host: str, port: int, error: OSError) -> str:
    """Why one cannot listen there: asyncio wraps the system's words into its own."""
    if error.errno == errno.EADDRINUSE:
        return f"{host} port {port} is in use already; name another one with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine; name another one with --host"
    return f"{host} port {port}: {error.strerror or error}"


def _given(args: argparse.Namespace) -> str:
    """The class code that is given, in one of its ways; empty where none is."""
    name = args.class_code_file
    if name is None:
        return str(args.class_code)
    if name == "-" and sys.stdin.isatty():
        raise UsageError("--class-code-file - reads the code from a pipe, and there is none")
    try:
        with open(sys.stdin.fileno() if name == "-" else name, encoding="utf-8", closefd=name != "-") as file:
            code = file.readline(LONGEST_CODE).strip()
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror or error}") from None
    except ValueError:
        raise UsageError(f"{name}: this is no text in UTF-8") from None
    if not code:
        raise UsageError(f"{'what was piped in' if name == '-' else name} holds no class code in its first line")
    return code


def _code(given: str, state: Path) -> str | None:
    """Keep the class code. Returns one that was made just now, to be shown."""
    from tutor.server.codes import has_code, keep_code, new_code

    if not given and has_code(state):
        return None
    code = given or new_code()
    keep_code(state, code)
    return None if given else code
