"""A real nginx with the `stream` block of the classroom's page, in front of servers that the test has started."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.server.classroom import pause
from tests.sshd import free_port

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/bin")
MODULES = ("/usr/lib/nginx/modules", "/usr/lib64/nginx/modules")
"""Where distributions keep the module; elsewhere it may be built in."""

PAGE = Path(__file__).parents[2] / "docs" / "classroom.md"
ADDRESSES = ("10.0.0.11:2222", "10.0.0.12:2222")
"""The page's machines."""


def written() -> str:
    """The block as it stands on the page."""
    found = re.findall(r"```nginx\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def _module() -> str:
    files = (Path(folder, "ngx_stream_module.so") for folder in MODULES)
    return next((f"load_module {file};\n" for file in files if file.exists()), "")


def missing() -> str:
    """Why nginx cannot balance here; empty where it can."""
    if not NGINX:
        return "nginx is not installed"
    built = subprocess.run([NGINX, "-V"], capture_output=True, text=True, check=False).stderr
    inside = re.search(r"--with-stream(\s|$)", built)
    return "" if inside or _module() else "nginx has no stream module"


@contextmanager
def balancing(folder: Path, ports: Sequence[int]) -> Iterator[int]:
    """The port of an nginx that runs the page's block word for word, but for its ports and the machines' addresses."""
    port, block = free_port(), written()
    changes = [("listen 2222;", f"listen 127.0.0.1:{port};")]
    changes += [(address, f"127.0.0.1:{own}") for address, own in zip(ADDRESSES, ports, strict=True)]
    for old, new in changes:
        assert block.count(old) == 1, old
        block = block.replace(old, new)
    config, log = folder / "nginx.conf", folder / "nginx.log"
    own = f"daemon off;\nmaster_process off;\npid {folder / 'nginx.pid'};\nerror_log {log} info;\nevents {{}}\n"
    config.write_text(_module() + own + block)
    process = subprocess.Popen(
        [str(NGINX), "-e", str(log), "-p", str(folder), "-c", str(config)], stdin=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 15
        while not _greets(port):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            pause(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(10)


def _greets(port: int) -> bool:
    """True where an SSH server answers behind this port."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as greeting:
            return greeting.recv(4) == b"SSH-"
    except OSError:
        return False
