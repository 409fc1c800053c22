"""The server is killed while a whole class types: a new one is started, and everybody is back at their answer."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from tests.server.classroom import Running, number_page, serving, sit_down, to_the_number

CLASS = 30


def answer_of(number: int) -> str:
    """Each one's own answer, and all are right: 1/√2."""
    return f"1/sqrt(2)+{number}-{number}"


def drafted(server: Running, name: str) -> str | None:
    """What of an unfinished answer is on the disk."""
    drafts = [str(event["raw"]) for event in server.events(name) if event["type"] == "draft"]
    return drafts[-1] if drafts else None


async def half_an_answer(server: Running, number: int) -> None:
    """Type all but the last two characters, and be there when the server is killed."""
    text = answer_of(number)[:-2]
    _, connection, client = await to_the_number(server.port, f"learner{number}", text)
    await client.is_closed.wait()
    connection.abort()


async def back_again(server: Running, number: int) -> None:
    """Log in, open what one was at, type the rest, and be judged."""
    connection, client = await sit_down(server.port, f"learner{number}")
    assert f"page {number_page()} of".encode() in client.seen
    client.chan.write(b"\r")
    await client.until(answer_of(number)[:-2].encode())
    client.chan.write(answer_of(number)[-2:].encode() + b"\r")
    await client.until("✓".encode())
    client.chan.write(b"\x11")
    await asyncio.wait_for(client.is_closed.wait(), 20)
    assert client.exit == 0
    connection.abort()


@pytest.mark.slow
async def test_a_full_class_comes_back(tmp_path: Path) -> None:
    names = [f"learner{i}" for i in range(CLASS)]
    with serving(tmp_path, "--open", "--max-sessions", str(CLASS)) as server:
        typing = [asyncio.create_task(half_an_answer(server, i)) for i in range(CLASS)]
        async with asyncio.timeout(90):
            while any(drafted(server, name) != answer_of(i)[:-2] for i, name in enumerate(names)):
                assert not any(task.done() for task in typing), typing
                await asyncio.sleep(0.2)
        server.process.send_signal(signal.SIGKILL)
        await asyncio.gather(*typing)
        assert server.process.wait(10) == -signal.SIGKILL
        assert not any(note["event"] == "end" for note in server.log()), "nobody was seen off"
    # On the port that was just in use, as after a restart by systemd.
    with serving(tmp_path, "--open", "--max-sessions", str(CLASS), port=server.port) as again:
        await asyncio.gather(*(back_again(again, i) for i in range(CLASS)))
        for number, name in enumerate(names):
            events = again.events(name)
            assert [event["raw"] for event in events if event["type"] == "answer"] == [answer_of(number)]
            assert {event["learner"] for event in events if event["type"] == "session"} == {name}
