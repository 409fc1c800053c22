"""Who may come in and what nobody gets, through real clients against a real server."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

from tests.server.classroom import NO_SSH, Running, connect, pause, serving, sit_down
from tests.sshd import free_port
from tests.terminal import Terminal, program

needs_ssh = pytest.mark.skipif(bool(NO_SSH), reason=NO_SSH or "it can run")
AGENT = shutil.which("ssh-agent")
CODE = "river-lamp-42"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that lets everybody in."""
    with serving(tmp_path_factory.mktemp("open"), "--open") as server:
        yield server


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of learners' keys: ada's two, bob's and mary's, which has no name in the file."""
    folder = tmp_path_factory.mktemp("keys")
    lines = []
    for file, comment in (
        ("ada", "ada"),
        ("ada-too", "ada"),
        ("bob", "bob"),
        ("mary", "mary@laptop"),
        ("stranger", None),
    ):
        key = asyncssh.generate_private_key("ssh-ed25519", comment=comment or "")
        key.write_private_key(folder / file)
        (folder / file).chmod(0o600)
        if comment:
            lines.append(key.export_public_key().decode())
    (folder / "authorized_keys").write_text("".join(lines))
    return folder


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory, keys: Path) -> Iterator[Running]:
    """A server that wants a key or the class code."""
    folder = tmp_path_factory.mktemp("guarded")
    with serving(folder, "--keys", str(keys / "authorized_keys"), "--class-code", CODE) as server:
        yield server


async def comes_in(server: Running, name: str, **options: object) -> bool:
    """True where such a client is let in."""
    try:
        (await connect(server.port, name, **options)).abort()
    except (asyncssh.Error, OSError):
        return False
    return True


async def test_keys(guarded: Running, keys: Path) -> None:
    """A name in the file belongs to its keys; any other one to the first key that comes under it."""
    tries = [("ada", "ada", True), ("ada", "ada-too", True), ("ADA", "ada", True), ("ada", "bob", False),
             ("ada", "mary", False), ("maria", "mary", True), ("maria", "mary", True), ("maria", "bob", False),
             ("eve", "stranger", False), ("../eve", "bob", False), (".server", "bob", False)]  # fmt: skip
    for name, key, expected in tries:
        assert await comes_in(guarded, name, client_keys=[str(keys / key)]) is expected, (name, key)
    assert (guarded.state / "maria" / "key").read_text().startswith("SHA256:")
    assert not (guarded.state / "eve").exists()


async def test_the_class_code(guarded: Running) -> None:
    assert await comes_in(guarded, "carl", password=CODE)
    assert await comes_in(guarded, "carl", password=CODE.upper())
    assert not await comes_in(guarded, "carl", password="river-lamp-43")
    assert not await comes_in(guarded, "carl")
    assert not await comes_in(guarded, "bob", password=CODE), "the name is a key's"
    log = guarded.log_file.read_text()
    assert "river-lamp" not in log.lower()
    assert "wrong code" in log
    assert CODE not in (guarded.state / ".class_code").read_text()


@needs_ssh
def test_the_class_code_is_asked_for(guarded: Running) -> None:
    with guarded.terminal("dora") as t:
        t.wait_for("Class code (a password):")
        t.send(CODE, "enter")
        t.wait_for("q quit")
        assert CODE not in t.text_since(0)


@needs_ssh
def test_a_refusal_is_a_sentence(guarded: Running, keys: Path) -> None:
    batch = ("-o", "BatchMode=yes")
    assert "belongs to somebody's key" in guarded.run("ada", key=keys / "bob", options=batch).stderr
    assert "not in the class's file" in guarded.run("eve", key=keys / "stranger", options=batch).stderr
    assert "A name has 1 to 32" in guarded.run("a b", key=keys / "bob", options=batch).stderr


def test_what_was_typed_as_a_name_is_not_noted(guarded: Running) -> None:
    guarded.run("my secret!", options=["-o", "BatchMode=yes"]) if not NO_SSH else None
    assert "secret" not in guarded.log_file.read_text()


@needs_ssh
@pytest.mark.parametrize(
    ("words", "sentence"),
    [(["id"], "There is no shell here"), (["sh", "-c", "id"], "There is no shell here"), (["plain; id"], "There is no"),
     (["plain", "x"], "There is no"), (["scp", "-t", "/tmp"], "No files are copied"), (["rsync"], "No files are"),
     (["-s", "sftp"], "No files are copied"), (["-s", "netconf"], "There is no such subsystem here")],
)  # fmt: skip
def test_there_is_no_command(opened: Running, words: list[str], sentence: str) -> None:
    done = opened.run("ada", *words, options=["-o", "LogLevel=ERROR"])
    assert (done.returncode, done.stdout) == (1, "")
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("program_name", ["sftp", "scp"])
def test_no_file_is_copied(opened: Running, program_name: str, tmp_path: Path) -> None:
    found = shutil.which(program_name)
    if not found:
        pytest.skip(f"{program_name} is not installed")
    place = "ada@127.0.0.1" if program_name == "sftp" else "ada@127.0.0.1:/etc/hostname"
    line = [found, "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"]
    more = [] if program_name == "sftp" else [str(tmp_path / "copy")]
    done = subprocess.run(
        [*line, "-P", str(opened.port), place, *more],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "No files are copied here" in done.stderr
    assert not (tmp_path / "copy").exists()


async def test_nothing_is_forwarded(opened: Running) -> None:
    connection = await connect(opened.port, "ada")
    with pytest.raises(asyncssh.ChannelOpenError, match="No port is forwarded"):
        await connection.open_connection("127.0.0.1", opened.port)
    with pytest.raises(asyncssh.ChannelOpenError, match="No port is forwarded"):
        await connection.open_unix_connection("/run/x")
    with pytest.raises(asyncssh.ChannelListenError):
        await connection.start_server(lambda *_: None, "127.0.0.1", 0)
    connection.abort()
    opened.wait_for("refused", learner="ada", why="port forwarding")


@needs_ssh
def test_a_remote_forward_is_refused(opened: Running) -> None:
    """OpenSSH's own warning, then our sentence; what was asked for besides is done. Without a session the warning."""
    forward = ["-R", f"{free_port()}:127.0.0.1:{opened.port}"]
    done = opened.run("rita", "progress", options=forward)
    assert done.returncode == 0
    assert done.stdout == "Nothing of rita is recorded yet.\n", "where on the server is nobody's business"
    assert "remote port forwarding failed" in done.stderr
    assert "No port is forwarded here" in done.stderr
    alone = opened.run("rita", options=["-N", "-o", "ExitOnForwardFailure=yes", *forward])
    assert alone.returncode == 255
    assert "remote port forwarding failed" in alone.stderr


@needs_ssh
def test_a_local_forward_is_refused(opened: Running) -> None:
    """-W is one connection through the server: refused with our sentence."""
    done = opened.run("lena", options=["-W", f"127.0.0.1:{opened.port}"])
    assert done.returncode == 255
    assert "No port is forwarded here" in done.stderr


@needs_ssh
@pytest.mark.skipif(AGENT is None, reason="ssh-agent is not installed")
def test_no_agent(opened: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSSH asks for it without waiting for an answer, so that our sentence is the only one."""
    place = tmp_path / "agent"
    monkeypatch.setenv("SSH_AUTH_SOCK", str(place))
    agent = subprocess.Popen([str(AGENT), "-D", "-a", place], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            if place.exists():
                break
            pause(0.05)
        done = opened.run("ann", "progress", options=["-A", "-o", "IdentityAgent=SSH_AUTH_SOCK"])
    finally:
        agent.terminate()
        agent.wait(10)
    assert done.returncode == 0
    assert "Nothing of ann is recorded yet" in done.stdout
    assert "No agent is forwarded here" in done.stderr
    opened.wait_for("refused", learner="ann", why="agent forwarding")


@needs_ssh
def test_no_display(opened: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", "127.0.0.1:9")
    done = opened.run("dan", "progress", options=["-Y"])
    assert done.returncode == 0
    assert "Nothing of dan is recorded yet" in done.stdout
    assert "No display is forwarded here" in done.stderr
    opened.wait_for("refused", learner="dan", why="X11 forwarding")


@needs_ssh
def test_what_was_refused_is_said_before_the_first_screen(opened: Running) -> None:
    """It stands in the terminal, where it is read when the tutor has been left; and the tutor is as ever."""
    line = opened.ssh("tess", options=["-tt", "-o", "LogLevel=ERROR", "-R", f"{free_port()}:127.0.0.1:1"])
    with Terminal(line, env={"TERM": "xterm-256color"}) as t:
        t.wait_for("q quit")
        assert t.text_since(0).count("No port is forwarded here") == 1
        t.send("ctrl+q")
        assert t.exit_code() == 0
        assert t.left_behind() == []


async def test_there_are_only_so_many_places(tmp_path: Path) -> None:
    with serving(tmp_path, "--open", "--max-sessions", "2") as server:
        people = [await sit_down(server.port, name) for name in ("ada", "bob")]
        late = await connect(server.port, "carl")
        done = await late.run("plain", stdin=asyncssh.DEVNULL)
        assert done.exit_status == 1
        assert done.stderr.strip() == "All 2 places are taken just now; please try again in a few minutes."
        people[0][0].abort()
        await asyncio.to_thread(server.wait_for, "end", learner="ada")
        assert (await late.run("progress")).exit_status == 0
        for connection in (people[1][0], late):
            connection.abort()


async def test_one_learner_does_not_take_all_places(opened: Running) -> None:
    mine = [await sit_down(opened.port, "greedy") for _ in range(4)]
    fifth = await connect(opened.port, "greedy")
    assert "4 times already" in (await fifth.run("progress")).stderr
    for connection in (fifth, *(connection for connection, _ in mine)):
        connection.abort()
    await asyncio.to_thread(opened.wait_for, "end", learner="greedy", count=4)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "say who may come in"),
        (["--open", "--host", "0.0.0.0"], "--open --open"),
        (["--open", "--class-code", "x"], "does not go with"),
        (["--keys", "/nonexistent/keys"], "/nonexistent/keys: cannot be read"),
        (["--class-code", "abc"], "at least 6"),
        (["--open", "--port", "70000"], "65535"),
        (["--open", "--learner", "ada"], "--learner"),
        (["--open", "--no-save"], "--state DIR"),
    ],
)
def test_what_cannot_be_served_is_one_line(tmp_path: Path, options: list[str], sentence: str) -> None:
    line = [program(), "serve", "--state", str(tmp_path / "class"), *options]
    done = subprocess.run(line, capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", free_port())) as taken:
        port = str(taken.getsockname()[1])
        line = [program(), "serve", "--open", "--state", str(tmp_path / "class"), "--port", port]
        done = subprocess.run(line, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert f"127.0.0.1 port {port}" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_learners_own_folder_is_not_a_class(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    line = [program(), "serve", "--open", "--state", str(tmp_path)]
    done = subprocess.run(line, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert "one learner's own folder" in done.stderr


def test_a_code_is_made_and_shown_once(tmp_path: Path) -> None:
    with serving(tmp_path, "--class-code") as first:
        assert "The class code is " in first.said
    kept = (tmp_path / "class" / ".class_code").read_text()
    with serving(tmp_path, "--class-code") as second:
        assert "The class code is " not in second.said
        fingerprints = {text.split("SHA256:")[1].split()[0] for text in (first.said, second.said)}
        assert len(fingerprints) == 1
    assert (tmp_path / "class" / ".class_code").read_text() == kept
    assert (tmp_path / "class" / ".host_key").stat().st_mode & 0o777 == 0o600
