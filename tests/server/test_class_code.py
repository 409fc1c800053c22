"""The ways in which a teacher gives the class code, and who comes in by it beside somebody who guesses."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import asyncssh
import pytest

from tests.server.classroom import connect, serving
from tests.terminal import program
from tutor.server.codes import EACH

CODE = "river-lamp-42"
by_address = pytest.mark.skipif(sys.platform != "linux", reason="loopback has more than one address only on Linux")


def serve(folder: Path, *options: str, piped: str = "") -> subprocess.CompletedProcess[str]:
    """A server that cannot begin."""
    line = [program(), "serve", "--state", str(folder / "class"), *options]
    return subprocess.run(line, input=piped, capture_output=True, text=True, timeout=60, check=False)


async def test_the_code_in_a_file(tmp_path: Path) -> None:
    """On the command line everybody on that machine could read it."""
    file = tmp_path / "code"
    file.write_text(f"{CODE}\nand a note\n")
    with serving(tmp_path, "--class-code-file", str(file)) as server:
        assert CODE not in server.said
        assert CODE not in " ".join(map(str, server.process.args))  # type: ignore[arg-type]
        (await connect(server.port, "ada", password=CODE)).abort()
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(server.port, "ada", password="and a note")


async def test_the_code_from_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "code"
    pipe.write_text(f"  {CODE}  \n")
    with pipe.open() as piped, serving(tmp_path, "--class-code-file", "-", stdin=piped) as server:
        (await connect(server.port, "ada", password=CODE)).abort()


@pytest.mark.parametrize(
    ("options", "piped", "sentence"),
    [
        (["--class-code-file", "-"], "\nriver", "what was piped in holds no class code"),
        (["--class-code-file", "-"], "", "what was piped in holds no class code"),
        (["--class-code-file", "-"], "abc\n", "at least 6"),
        (["--class-code-file", "/nonexistent/code"], "", "/nonexistent/code: No such file"),
        (["--class-code", CODE, "--class-code-file", "-"], CODE, "is given twice"),
        (["--open", "--class-code-file", "-"], CODE, "does not go with"),
    ],
)
def test_a_code_that_is_none(tmp_path: Path, options: Sequence[str], piped: str, sentence: str) -> None:
    done = serve(tmp_path, *options, piped=piped)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert CODE not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--open", "--open", "--host", ""], "--host is empty"),
        (["--class-code", "--host", " "], "--host is empty"),
        (["--keys", ""], "--keys is empty"),
        (["--open", "--host-key", ""], "--host-key is empty"),
        (["--open", "--host-key", "/"], "this is a folder"),
        (["--open", "--open", "--host", "192.0.2.1", "--port", "0"], "192.0.2.1 is no address of this machine"),
    ],
)
def test_what_is_empty_or_a_folder(tmp_path: Path, options: Sequence[str], sentence: str) -> None:
    """`--host ""` listened on every address of the machine."""
    done = serve(tmp_path, *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_file_without_a_key_is_said(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("# they bring them tomorrow\n")
    with serving(tmp_path, "--keys", str(tmp_path / "keys")) as server:
        assert f"{tmp_path / 'keys'}: there is no key in it" in server.said


async def test_an_agent_full_of_keys(tmp_path: Path) -> None:
    """Each key that was offered was a look into the files and a line of the log, a thousand times on one connection."""
    (tmp_path / "keys").write_text("")
    many = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(40)]
    with serving(tmp_path, "--keys", str(tmp_path / "keys")) as server:
        with pytest.raises(asyncssh.DisconnectError, match="Too many names or keys"):
            await connect(server.port, "ada", client_keys=many)
        assert sum(note.get("why") == "unknown key" for note in server.log()) == 30


@by_address
async def test_beside_a_guesser_those_who_have_been_here_come_in(tmp_path: Path) -> None:
    """A class behind one router: one of them guesses on and on; the others have been here before."""
    with serving(tmp_path, "--class-code", CODE) as server:

        async def comes_in(name: str, password: str, *words: str) -> bool:
            try:
                connection = await connect(server.port, name, password=password, local_addr=("127.0.0.2", 0))
            except (asyncssh.Error, OSError):
                return False
            if words:
                await connection.run(*words, input="quit\n")
            connection.abort()
            return True

        assert await comes_in("ada", CODE, "plain")
        for number in range(EACH + 6):
            assert not await comes_in(f"guesser{number}", f"river-lamp-{number + 100}")
        assert "too many wrong codes" in server.log_file.read_text()
        assert not await comes_in("newcomer", CODE)
        assert await comes_in("ada", CODE)
