"""The server from its start to its end: load what it needs, open the door, send everybody home before it goes."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

import asyncssh
from asyncssh.kex import get_default_kex_algs

from tutor.lessons.loader import load_course
from tutor.server.codes import Code
from tutor.server.gate import Gate
from tutor.server.hall import Hall
from tutor.server.hostkey import FILE, host_key
from tutor.server.house import House
from tutor.server.keys import KeyFile
from tutor.server.log import Faults, Log
from tutor.server.pool import ForgetfulPool
from tutor.server.rules import Rules
from tutor.server.seat import STOPPING

KEPT_ALIVE = 4
"""Questions without an answer, after which a client counts as gone."""

WINDOW = 65_536
"""Bytes that a client may send before we have taken them."""

LIBRARIES = {"asyncssh": "ssh", "asyncio": "loop"}
"""Whose messages are taken down as faults, and as what."""

GOODBYE = 2.0
"""Seconds in which the last words reach those who are sent home."""


async def serve(rules: Rules, log: Log, *, ready: Callable[[int, str], None], stop: asyncio.Event) -> None:
    """Serve until `stop` is set. `ready` is told the port and the host key's fingerprint, once all can come.

    Raises OSError where the port cannot be had, HostKeyError, KeysError and CodeError for what their names say.
    """
    key = host_key(rules.host_key or rules.state / FILE)
    house = House(
        rules=rules,
        log=log,
        course=load_course(rules.base.lesson_folders),
        hall=Hall(rules.max_sessions, rules.max_each),
        key_file=KeyFile(rules.keys, lambda why: log("keys file", why=why)) if rules.keys is not None else None,
        code=Code(rules.state, time.monotonic) if rules.code else None,
    )
    _import_everything()
    # Long work of one learner has a thread for each of them: nobody waits for another's training to begin.
    asyncio.get_running_loop().set_default_executor(ForgetfulPool(rules.max_sessions + 4))
    acceptor = await asyncssh.listen(
        rules.host,
        rules.port,
        server_factory=partial(Gate, house),
        server_host_keys=[key],
        server_version="attn-tutor",
        encoding=None,
        line_editor=False,
        compression_algs=None,  # unpacked without a bound: 150 kB were 150 MB
        kex_algs=_exchanges(),
        agent_forwarding=False,
        x11_forwarding=False,
        sftp_factory=None,
        allow_scp=False,
        gss_host=None,
        window=WINDOW,
        login_timeout=rules.patience.login,
        keepalive_interval=rules.patience.keep_alive,
        keepalive_count_max=KEPT_ALIVE,
        reuse_address=True,
    )
    # What is here now stays: it is never looked through for garbage again.
    gc.collect()
    gc.freeze()
    with _quiet(log):
        log("listening", host=rules.host, port=acceptor.get_port(), key=key.get_fingerprint())
        ready(acceptor.get_port(), key.get_fingerprint())
        await stop.wait()
        log("stopping", sessions=len(house.hall.guests))
        acceptor.close()
        left = await house.hall.close("stopping", STOPPING, rules.patience.leaving + 1)
        await _see_off(house)
        log.tell()
        log("stopped", unfinished=left)


async def _see_off(house: House) -> None:
    """Close the connections once they have taken what is still on its way to them.

    A client that is told of the end drops what it has not shown yet, the last words with it: so it says first that its
    session is closed, which it does once all is shown.
    """
    deadline = asyncio.get_running_loop().time() + GOODBYE
    closing = [asyncio.create_task(channel.wait_closed()) for channel in tuple(house.last_words)]
    if closing:
        _, late = await asyncio.wait(closing, timeout=GOODBYE / 2)
        for task in late:
            task.cancel()
    connections = tuple(house.connections)
    for connection in connections:
        connection.close()
    for connection in connections:
        with suppress(TimeoutError, asyncssh.Error, OSError):
            left = deadline - asyncio.get_running_loop().time()
            await asyncio.wait_for(connection.wait_closed(), max(0.01, left))
        connection.abort()


def _exchanges() -> list[str]:
    """Key exchanges over curves. With the others a client may ask for twenty milliseconds of arithmetic for nothing."""
    names = [name.decode() for name in get_default_kex_algs()]
    return [name for name in names if not name.startswith("diffie-hellman-")]


@contextmanager
def _quiet(log: Log) -> Iterator[None]:
    """The libraries' messages may hold what was typed, and are no JSON: only what kind of fault it was is passed on."""
    before = []
    for name, what in LIBRARIES.items():
        library = logging.getLogger(name)
        before.append((library, library.propagate, library.handlers))
        library.propagate, library.handlers = False, [Faults(log, f"{what} fault")]
    try:
        yield
    finally:
        for library, propagate, handlers in before:
            library.propagate, library.handlers = propagate, handlers


def _import_everything() -> None:
    """What the screens import as they are first opened, so that nobody waits for it in front of the others."""
    import tutor.coaching.quiz
    import tutor.coaching.review
    import tutor.maths.attention
    import tutor.plain.lab
    import tutor.plain.practice
    import tutor.plain.workbench
    import tutor.rendering.prose
    import tutor.screens.glossary
    import tutor.screens.lab
    import tutor.screens.labs
    import tutor.screens.lesson
    import tutor.screens.pages.answer
    import tutor.screens.pages.choice
    import tutor.screens.practice
    import tutor.screens.results
    import tutor.screens.workbench  # noqa: F401
