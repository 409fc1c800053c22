"""Without a network: the wheel, an installation from wheels alone as the classroom's page says, and no connection."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from email.message import Message
from email.parser import BytesParser
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.tags import sys_tags

from tests.terminal import Terminal, program
from tests.test_streams import LINES
from tests.test_through_terminal import READY, go_through, press, tour
from tutor.cli import COMMANDS
from tutor.lessons.loader import load_course
from tutor.lessons.model import Course

PROJECT = Path(__file__).parent.parent
BUILT_FROM = ("tutor", "pyproject.toml", "README.md", "LICENSE", ".gitignore")
LISTENS = "serve"
"""The one command that is there to be connected to."""

FETCHING = "python3 -m pip wheel . --wheel-dir wheels"
"""The one line of the recipe that needs a network."""

WATCH = """
import os, socket, sys

def say(text):
    log = os.open(os.environ["WATCH_LOG"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(log, (text + "\\n").encode())
    os.close(log)

def watch(event, args):
    # Another program could reach out unseen. An event loop wakes itself through a pair of sockets without an address.
    if event.startswith(WAYS):
        if event != "socket.__new__" or args[1] != socket.AF_UNIX:
            say(event)
            raise ConnectionRefusedError(event)

WAYS = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "subprocess.", "os.system", "os.exec", "os.posix_spawn")
say("watched")
sys.addaudithook(watch)
"""
"""Loaded by Python before anything else; what reaches for a network or a program is written down and refused."""


@pytest.fixture(scope="module")
def course() -> Course:
    return load_course()


@pytest.fixture(scope="module")
def cut_off() -> tuple[str, ...]:
    """The words before a command that take the network away from it; none where the system does not allow that."""
    words = ("unshare", "-rn")
    try:
        done = subprocess.run([*words, "true"], capture_output=True, check=False)
    except FileNotFoundError:
        return ()
    return words if done.returncode == 0 else ()


@pytest.fixture
def watch(tmp_path: Path) -> dict[str, str]:
    """The environment in which every Python is watched."""
    (tmp_path / "sitecustomize.py").write_text(WATCH)
    return {"PYTHONPATH": str(tmp_path), "WATCH_LOG": str(tmp_path / "watch.log")}


def seen(watch: Mapping[str, str]) -> list[str]:
    """What the watch has written: "watched" for each Python that ran, and what it reached for."""
    return Path(watch["WATCH_LOG"]).read_text().splitlines()


# No connection


@pytest.mark.parametrize(
    ("code", "event"),
    [
        ("import urllib.request; urllib.request.urlopen('http://127.0.0.1:1')", "urllib.Request"),
        ("import http.client; http.client.HTTPConnection('127.0.0.1', 1).connect()", "http.client.connect"),
        ("import socket; socket.getaddrinfo('localhost', 1)", "socket.getaddrinfo"),
        ("import socket; socket.gethostbyname('localhost')", "socket.gethostbyname"),
        ("import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)", "socket.__new__"),
        ("import socket; socket.socket(socket.AF_UNIX).connect('/nobody')", "socket.connect"),
        ("import asyncio; asyncio.run(asyncio.open_connection('127.0.0.1', 1))", "socket.__new__"),
        ("import subprocess; subprocess.run(['true'])", "subprocess.Popen"),
        ("import os; os.system('true')", "os.system"),
    ],
)
def test_the_watch_sees_every_way_out(watch: dict[str, str], code: str, event: str) -> None:
    """Else the tests below could not fail."""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **watch}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "ConnectionRefusedError" in done.stderr
    assert seen(watch)[:2] == ["watched", event]


def test_what_is_cut_off_reaches_nobody(cut_off: tuple[str, ...]) -> None:
    """Not even a server that listens on loopback and is reached from here."""
    if not cut_off:
        pytest.skip("this system lets nobody take the network away from a program (unshare -rn)")
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = f"import socket; socket.create_connection(('127.0.0.1', {server.getsockname()[1]}), 5)"
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
        done = subprocess.run([*cut_off, sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert "OSError" in done.stderr or "ConnectionRefusedError" in done.stderr


@pytest.mark.parametrize("command", [*(name for name in COMMANDS if name != LISTENS), "help"])
def test_no_command_makes_a_connection(cut_off: tuple[str, ...], watch: dict[str, str], command: str) -> None:
    """Each does its work without a network, and asks for none."""
    line = [*cut_off, "/bin/sh", "-c", f'"$0" {LINES[command]}', program()]
    done = subprocess.run(line, env={**os.environ, **watch}, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert set(seen(watch)) == {"watched"}


def test_the_app_makes_no_connection(cut_off: tuple[str, ...], watch: dict[str, str], course: Course) -> None:
    """Through all kinds of screens."""
    with Terminal([*cut_off, program()], env=dict(watch)) as t:
        for _ in tour(t, course):
            pass
        press(t, "ctrl+q")
        assert t.exit_code() == 0
    assert seen(watch) == ["watched"]


# The wheel


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a wheel is made from, in a folder where anything may be left."""
    place = tmp_path_factory.mktemp("checkout")
    for name in BUILT_FROM:
        if (PROJECT / name).is_dir():
            shutil.copytree(PROJECT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(PROJECT / name, place / name)
    return place


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own wheel, made by the build tool that is installed here, else by one that pip fetches."""
    here = importlib.util.find_spec("hatchling") is not None
    folder = tmp_path_factory.mktemp("wheel")
    line = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(folder), "."]
    done = run(line + ["--no-build-isolation"] * here, cwd=checkout)
    if done.returncode and not here:
        skip_without_network(done)
    assert done.returncode == 0, done.stderr
    (made,) = folder.iterdir()
    return made


def run(line: list[str], *, cwd: Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(line, cwd=cwd, env=env, capture_output=True, text=True, timeout=600, check=False)


def skip_without_network(done: subprocess.CompletedProcess[str]) -> None:
    """Skip where pip could not reach what it fetches from; any other failure is one."""
    if re.search(r"connection|name resolution|network|satisfies the requirement hatchling", done.stderr, re.IGNORECASE):
        pytest.skip(f"pip reaches no network here: {done.stderr.strip().splitlines()[-1]}")


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (x for x in archive.namelist() if x.endswith(".dist-info/METADATA"))
        return BytesParser().parsebytes(archive.read(name))


def test_the_wheel_is_complete(wheel: Path) -> None:
    """Every file of the package, byte for byte, and nothing else but its description."""
    files = {path for path in (PROJECT / "tutor").rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert {path.suffix for path in files} == {".py", ".toml", ".tcss", ".npz", ".typed"}
    with zipfile.ZipFile(wheel) as archive:
        packed = {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == {path.relative_to(PROJECT).as_posix(): path.read_bytes() for path in files}


def test_the_wheel_is_for_every_system(wheel: Path) -> None:
    """Nothing in it is compiled, and what it needs is named."""
    assert wheel.name.endswith("-py3-none-any.whl")
    needed = [Requirement(text) for text in metadata(wheel).get_all("Requires-Dist", [])]
    assert {x.name for x in needed if x.marker is None} == {"textual", "rich", "numpy", "platformdirs"}


def test_the_source_archive_is_complete(tmp_path: Path) -> None:
    """What broke: it came without its list of changes. All of the project is in it, tests and their runner too."""
    pytest.importorskip("hatchling", reason="the archive's own build tool is not installed")
    kept = ("tutor", "tests", "docs", ".ci", ".gitignore", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE")
    project = tmp_path / "project"
    project.mkdir()
    for name in kept:
        path = PROJECT / name
        if path.is_dir():
            shutil.copytree(path, project / name, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
        else:
            shutil.copy(path, project / name)
    done = run([sys.executable, "-m", "hatchling", "build", "--target", "sdist"], cwd=project)
    assert done.returncode == 0, done.stderr
    (made,) = (project / "dist").iterdir()
    with tarfile.open(made) as archive:
        packed = {member.name.partition("/")[2] for member in archive if member.isfile()}
    files = (path.relative_to(project) for path in project.rglob("*") if path.is_file())
    assert packed == {path.as_posix() for path in files if path.parts[0] != "dist"} | {"PKG-INFO"}


@pytest.mark.parametrize(("version", "taken"), [("3.8", False), ("3.10", False), ("3.11", True), ("3.14", True)])
def test_pip_refuses_a_python_that_is_too_old(wheel: Path, tmp_path: Path, version: str, taken: bool) -> None:
    """By the wheel's metadata, in one sentence, before anything is installed."""
    line = [
        sys.executable, "-m", "pip", "download", "attn-tutor", "--no-index", "--find-links", str(wheel.parent),
        "--no-deps", "--only-binary", ":all:", "--python-version", version, "--dest", str(tmp_path),
    ]  # fmt: skip
    done = run(line, cwd=tmp_path, env=unconfigured())
    assert (done.returncode == 0) is taken
    if not taken:
        assert re.search(rf"requires a different Python: {version}\.0 not in '>=3\.11'", done.stderr)


# An installation


def unconfigured() -> dict[str, str]:
    """This environment without what pip would read of it: it may know other places to find packages."""
    return {name: x for name, x in os.environ.items() if not name.startswith("PIP_")} | {"PIP_CONFIG_FILE": os.devnull}


def recipe() -> tuple[str, str]:
    """What the classroom's page says to do on a machine with a network, and on one without."""
    page = (PROJECT / "docs" / "classroom.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## Without a network\n(.*?)^## ", page, re.DOTALL | re.MULTILINE)
    there, here = re.findall(r"```(?:sh)?\n(.*?)```", section, re.DOTALL)
    return there, here


def needed_for(wheel: Path) -> dict[str, Distribution]:
    """All that a wheel needs, near and far, as it is installed here."""
    found: dict[str, Distribution] = {}
    waiting = [(Requirement(text), "") for text in metadata(wheel).get_all("Requires-Dist", [])]
    asked = set()
    while waiting:
        need, extra = waiting.pop()
        if need.marker is not None and not need.marker.evaluate({"extra": extra}):
            continue
        found.setdefault(need.name, distribution(need.name))
        for wanted in ("", *need.extras):
            if (need.name, wanted) not in asked:
                asked.add((need.name, wanted))
                waiting += [(Requirement(text), wanted) for text in found[need.name].requires or ()]
    return found


def pack_again(installed: Distribution, folder: Path) -> None:
    """The wheel that a package was installed from, made from what lies here: pip leaves all of it but the archive."""
    about = installed.read_text("WHEEL") or ""
    able = {str(tag) for tag in sys_tags()}
    tag = next(tag for tag in re.findall(r"^Tag: (\S+)", about, re.MULTILINE) if tag in able)
    name = re.sub(r"[-_.]+", "_", installed.metadata["Name"])
    record = ""
    with zipfile.ZipFile(folder / f"{name}-{installed.version}-{tag}.whl", "w") as archive:
        for file in installed.files or ():
            own = file.name in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json") and "dist-info" in str(file)
            if own or ".." in file.parts or "__pycache__" in file.parts:
                continue
            data = file.read_binary()
            archive.writestr(zipfile.ZipInfo(file.as_posix()), data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            record += f'"{file.as_posix()}",sha256={digest},{len(data)}\n'
        (info,) = {file.parts[0] for file in installed.files or () if file.parts[0].endswith(".dist-info")}
        archive.writestr(f"{info}/RECORD", f"{record}{info}/RECORD,,\n")


@pytest.fixture(params=["packed again", "fetched"])
def wheels(request: pytest.FixtureRequest, tmp_path: Path, checkout: Path, wheel: Path) -> Iterator[Path]:
    """The folder that is taken along, made as the page says; its fetching line is run only where it is the point."""
    there, _ = recipe()
    assert there.count(FETCHING) == 1
    machine = tmp_path / "machine with a network"
    shutil.copytree(checkout, machine)
    if request.param == "packed again":
        (machine / "wheels").mkdir()
        shutil.copy(wheel, machine / "wheels")
        for installed in needed_for(wheel).values():
            pack_again(installed, machine / "wheels")
        there = there.replace(FETCHING, "true")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = run(["/bin/sh", "-ec", there], cwd=machine, env={**os.environ, "PATH": path})
    if done.returncode and request.param == "fetched":
        skip_without_network(done)
    assert done.returncode == 0, done.stderr
    yield machine / "wheels"
    shutil.rmtree(machine)


@pytest.mark.slow
def test_an_installation_from_wheels_alone(
    cut_off: tuple[str, ...], wheels: Path, watch: dict[str, str], tmp_path: Path, course: Course
) -> None:
    """The page's commands as they stand, where no network is; then a lesson from its first page to its results."""
    if not cut_off:
        pytest.skip("this system lets nobody take the network away from a program (unshare -rn)")
    assert {path.suffix for path in wheels.iterdir()} - {".txt", ""} == {".whl"}
    machine = tmp_path / "machine without"
    machine.mkdir()
    shutil.copytree(wheels, machine / "wheels")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = run([*cut_off, "/bin/sh", "-ec", recipe()[1]], cwd=machine, env={**unconfigured(), "PATH": path})
    assert done.returncode == 0, done.stderr
    assert "Successfully installed" in done.stdout
    installed = machine / "attn-tutor" / "bin" / "attn-tutor"
    with Terminal([*cut_off, str(installed)], env=dict(watch), cwd=machine) as t:
        t.wait_for(READY, timeout=60)
        press(t, "down", "enter")
        go_through(t, course.lessons[0])
        press(t, "q", "q")
        assert t.exit_code() == 0
    code = "import sys, tutor; sys.exit(0 if tutor.__file__.startswith(sys.prefix) else tutor.__file__)"
    for line in ([str(installed.with_name("python")), "-c", code], [str(installed), "check", "--strict"]):
        done = run([*cut_off, *line], cwd=machine, env={**os.environ, **watch})
        assert (done.returncode, done.stderr) == (0, "")
    assert seen(watch) == ["watched"] * 3
