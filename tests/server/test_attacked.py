"""Clients that mean harm, against a server in this very process: each is bounded, and somebody else works on."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest
from asyncssh.packet import String, UInt32

from tests.server.classroom import PATIENCE, Client, connect, sit_down
from tests.server.test_class import House, house_in
from tutor.server.gate import MOST_SESSIONS
from tutor.server.world import MOST_VARIABLES

OPEN_CHANNEL = 90
"""The number of a packet that opens a channel (RFC 4254, 5.1)."""


async def noted(house: House, **fields: object) -> dict[str, object]:
    """Wait until this has been noted."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for note in house.notes:
                if fields.items() <= note.items():
                    return note
            await asyncio.sleep(0.01)


async def turn_over(client: Client) -> None:
    """Somebody goes into the workbench and out again."""
    for key, text in ((b"w", b"scores"), (b"q", b" quit")):
        client.seen = b""
        client.chan.write(key)
        await client.until(text)


async def test_sizes_without_end(tmp_path: Path) -> None:
    """Sixteen thousand new sizes, each one cheap, had everybody else wait for six seconds: now the client has to go."""
    async with house_in(tmp_path) as house:
        wild, client = await sit_down(house.port, "wild")
        other, working = await sit_down(house.port, "other")
        for number in range(25_000):
            client.chan.change_terminal_size(40 + number % 100, 20)
        await turn_over(working)
        await noted(house, event="refused", learner="wild", why="a flood")
        await house.all_gone(1)
        assert [note["learner"] for note in house.ended()] == ["wild"]
        await turn_over(working)
        wild.abort()
        other.abort()


async def test_an_environment_without_end(tmp_path: Path) -> None:
    """The library keeps all of it: three thousand variables were 86 MiB."""
    async with house_in(tmp_path) as house:
        connection = await connect(house.port, "wild")
        few = {f"V{number}": "x" for number in range(MOST_VARIABLES)}
        done = await connection.run("plain", env=few, input="quit\n", encoding="utf-8")
        assert done.exit_status == 0
        again = await connect(house.port, "wild")
        for each, env in ((connection, {**few, "ONE_MORE": "x"}), (again, {"LONG": "x" * 100_000})):
            with suppress(asyncssh.Error, OSError):
                await each.run("plain", env=env, input="quit\n")
            async with asyncio.timeout(PATIENCE):
                await each.wait_closed()
        assert sum(note.get("why") == "a flood" for note in house.notes) == 2


async def test_sessions_that_never_begin(tmp_path: Path) -> None:
    """Each costs memory, and none of them was counted."""
    async with house_in(tmp_path) as house:
        connection = await connect(house.port, "wild")
        for number in range(MOST_SESSIONS + 1):
            connection.send_packet(
                OPEN_CHANNEL, String("session"), UInt32(1000 + number), UInt32(65_536), UInt32(32_768)
            )
        await noted(house, event="refused", learner="wild", why="too many sessions")
        connection.abort()


async def test_a_connection_without_a_session_goes(tmp_path: Path) -> None:
    """Before its first session, and after its last one: four hundred stayed as long as they liked."""
    async with house_in(tmp_path, login=2.0) as house:
        silent = await connect(house.port, "silent")
        served = await connect(house.port, "served")
        assert (await served.run("progress")).exit_status == 0
        async with asyncio.timeout(PATIENCE):
            await silent.wait_closed()
            await served.wait_closed()
        staying, client = await sit_down(house.port, "staying")
        async with asyncio.timeout(PATIENCE):
            waits = await connect(house.port, "later")
            await waits.wait_closed()
        assert not client.is_closed.is_set(), "whoever works is left alone"
        client.chan.write(b"\x11")
        async with asyncio.timeout(PATIENCE):
            await client.is_closed.wait()
            await staying.wait_closed()


async def test_nothing_is_unpacked(tmp_path: Path) -> None:
    """A packet of 150 kB was unpacked into 150 MB."""
    async with house_in(tmp_path) as house:
        with pytest.raises(asyncssh.KeyExchangeFailed):
            await connect(house.port, "bomber", compression_algs=["zlib@openssh.com"])
        (await connect(house.port, "usual", compression_algs=["zlib@openssh.com", "none"])).abort()


async def test_no_arithmetic_of_a_clients_choice(tmp_path: Path) -> None:
    """A key exchange in a group of 8,192 bits costs the server twenty milliseconds, and the client nothing."""
    async with house_in(tmp_path) as house:
        for name in ("diffie-hellman-group18-sha512", "diffie-hellman-group-exchange-sha256"):
            with pytest.raises(asyncssh.KeyExchangeFailed):
                await connect(house.port, "ada", kex_algs=[name])
        (await connect(house.port, "ada", kex_algs=["ecdh-sha2-nistp256"])).abort()


async def test_names_by_the_hundred_on_one_connection(tmp_path: Path) -> None:
    """No line of the log for each."""
    async with house_in(tmp_path) as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        # Not even a greeting: garbage, and a name that would be a line of the log.
        writer.write(b"SSH-2.0-x\r\n" + b'{"event": "login", "learner": "mallory"}\n' * 1000)
        async with asyncio.timeout(PATIENCE):
            while await reader.read(65_536):
                pass
        writer.close()
        for name in ("a b", "a\u2215b", "x" * 999):
            with pytest.raises(asyncssh.PermissionDenied):
                await connect(house.port, name)
        assert "mallory" not in json.dumps(house.notes)
        assert sum(note.get("why") == "not a name" for note in house.notes) == 3


async def test_what_the_libraries_say_is_a_line_like_all_others(tmp_path: Path) -> None:
    """They wrote plain lines between the JSON, with whatever was in them; afterwards they are as they were."""
    loop_logger = logging.getLogger("asyncio")
    before = loop_logger.propagate, loop_logger.handlers
    async with house_in(tmp_path) as house:
        loop_logger.warning("socket.send() raised %s", "my secret")
        assert house.notes[-1]["event"] == "loop fault"
        assert "secret" not in json.dumps(house.notes)
    assert (loop_logger.propagate, loop_logger.handlers) == before


async def test_what_is_not_kept_is_said_without_the_servers_folders(tmp_path: Path) -> None:
    """To the learner that the teacher is to know it, to the teacher why; and otherwise no folder either."""
    async with house_in(tmp_path) as house:
        connection = await connect(house.port, "ada")
        said = (await connection.run("plain", input="quit\n", encoding="utf-8")).stdout
        assert "What you type is kept; a teacher may read it." in " ".join(str(said).split())
        assert str(tmp_path) not in str(said)
        (house.state / "bob").mkdir()
        (house.state / "bob" / "journal").write_text("in the way")
        other = await connect(house.port, "bob")
        said = (await other.run("plain", input="1\nquit\n", encoding="utf-8")).stdout
        assert "Progress is not being kept just now; tell your teacher." in " ".join(str(said).split())
        assert str(tmp_path) not in str(said)
        note = await noted(house, event="not kept", learner="bob")
        assert str(house.state / "bob" / "journal") in str(note["why"])
        connection.abort()
        other.abort()
