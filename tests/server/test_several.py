"""Several servers with one host key and one folder behind a real nginx: what learners find, and what limits mean."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import asyncssh
import pytest

from tests.server.classroom import PATIENCE, Running, connect, serving, sit_down, to_the_number
from tests.server.nginx import balancing, missing, written
from tutor.server.codes import EACH

WHY_NOT = missing()
pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "it can run")

by_address = pytest.mark.skipif(sys.platform != "linux", reason="loopback has more than one address only on Linux")
CODE = "river-lamp-42"


class Behind:
    """Two servers and the port in front of them."""

    def __init__(self, port: int, servers: tuple[Running, Running]) -> None:
        self.port = port
        self.servers = servers

    def logins(self, name: str) -> list[int]:
        """How often each of the two has let this learner in."""
        return [
            sum(note["event"] == "login" and note["learner"] == name for note in each.log()) for each in self.servers
        ]


def two(folder: Path, *options: str) -> Iterator[Behind]:
    """Two servers as the page has them, and nginx before them."""
    with ExitStack() as stack:
        servers = []
        for number in ("first", "second"):
            (folder / number).mkdir()
            own = [*options, "--host-key", str(folder / "host_key")]
            servers.append(stack.enter_context(serving(folder / number, *own, state=folder / "class")))
        port = stack.enter_context(balancing(folder, [each.port for each in servers]))
        yield Behind(port, (servers[0], servers[1]))


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Behind]:
    yield from two(tmp_path, "--open")


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Behind]:
    yield from two(tmp_path, "--class-code", CODE)


async def test_both_have_one_key(behind: Behind) -> None:
    keys = set()
    for port in (behind.port, behind.port, *(each.port for each in behind.servers)):
        key = await asyncssh.get_server_host_key("127.0.0.1", port)
        assert key is not None
        keys.add(key.get_fingerprint())
    (fingerprint,) = keys
    assert all(fingerprint in each.said for each in behind.servers)
    assert not (behind.servers[0].state / ".host_key").exists()


async def test_logins_are_spread(behind: Behind) -> None:
    """Eight who are here at once: four on each."""
    people = [await sit_down(behind.port, f"learner{i}") for i in range(8)]
    counts = [sum(note["event"] == "login" for note in each.log()) for each in behind.servers]
    assert counts == [4, 4]
    for connection, _ in people:
        connection.abort()


async def test_the_other_server_has_the_answer(behind: Behind) -> None:
    """A second connection is on the other server, and finds the answer and the place of the first one."""
    page, connection, client = await to_the_number(behind.port, "ada", "1/sqrt(2)")
    client.chan.write(b"\r")
    await client.until("✓".encode())
    second, client = await sit_down(behind.port, "ada")
    assert behind.logins("ada") == [1, 1]
    assert f"page {page} of".encode() in client.seen
    client.seen = b""
    client.chan.write(b"\r")
    await client.until(b"1/sqrt(2)")
    second.abort()
    connection.abort()


async def test_one_of_them_is_killed(behind: Behind) -> None:
    """Whoever was there logs in again, on the other one, and goes on behind the last letter."""
    page, connection, client = await to_the_number(behind.port, "ada", "1/sqr")
    first = behind.logins("ada")
    assert sum(first) == 1
    mine, other = behind.servers[first.index(1)], behind.servers[first.index(0)]
    async with asyncio.timeout(PATIENCE):
        while not any(event["type"] == "draft" and event["raw"] == "1/sqr" for event in mine.events("ada")):
            await asyncio.sleep(0.05)
    mine.process.kill()
    await asyncio.wait_for(client.is_closed.wait(), PATIENCE)
    connection.abort()
    # More than once, since nginx tries the dead one now and then.
    for _ in range(3):
        again, client = await sit_down(behind.port, "ada")
        again.abort()
    again, client = await sit_down(behind.port, "ada")
    assert f"page {page} of".encode() in client.seen
    client.chan.write(b"\r")
    await client.until(b"1/sqr")
    client.chan.write(b"t(2)\r")
    await client.until("✓".encode())
    again.abort()
    assert sum(note["event"] == "login" for note in other.log()) == 4


@by_address
def test_limits_by_address_count_the_balancer(guarded: Behind) -> None:
    asyncio.run(_guess(guarded))


async def _guess(guarded: Behind) -> None:
    """Somebody who guesses keeps out another one, whose address is a different one only for nginx."""

    async def comes_in(address: str, port: int, password: str) -> bool:
        try:
            (await connect(port, "ada", password=password, local_addr=(address, 0))).abort()
        except (asyncssh.Error, OSError):
            return False
        return True

    def are_closed() -> bool:
        return all("too many wrong codes" in each.log_file.read_text() for each in guarded.servers)

    assert await comes_in("127.0.0.2", guarded.port, CODE)
    tries = 0
    while not are_closed():
        assert not await comes_in("127.0.0.2", guarded.port, "river-lamp-43")
        tries += 1
        assert tries <= 4 * EACH
    assert not await comes_in("127.0.0.3", guarded.port, CODE)
    # Without the balancer each has their own: this server has seen nothing of that address.
    assert await comes_in("127.0.0.3", guarded.servers[0].port, CODE)
    assert all("127.0.0.2" not in each.log_file.read_text() for each in guarded.servers)


@by_address
def test_one_address_has_so_many_connections(behind: Behind) -> None:
    """As many as the page says; nginx closes one more at once, and lets somebody from elsewhere in."""
    most = int(re.findall(r"limit_conn learners (\d+);", written())[0])
    with ExitStack() as stack:

        def greeting(address: str) -> bytes:
            one = stack.enter_context(
                socket.create_connection(("127.0.0.1", behind.port), timeout=10, source_address=(address, 0))
            )
            try:
                return one.recv(4)
            except ConnectionResetError:
                return b""

        assert [greeting("127.0.0.2") for _ in range(most)] == [b"SSH-"] * most
        assert greeting("127.0.0.2") == b""
        assert greeting("127.0.0.3") == b"SSH-"
