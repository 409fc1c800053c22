"""The systemd unit of the teacher's page: every setting is one that systemd knows, and it walls the server in.

systemd is not started here: where `systemd-analyze` is installed it reads the unit and says how exposed it is, and
everywhere its names are looked up in a list of those that systemd documents.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.server.classroom import serving
from tests.terminal import program
from tutor.server.rules import Patience
from tutor.server.serving import GOODBYE

PAGE = (Path(__file__).parents[2] / "docs" / "serve.md").read_text(encoding="utf-8")
ANALYZE = shutil.which("systemd-analyze")
INSTALLED = "/opt/attn-tutor/bin/attn-tutor"
MOST_EXPOSED = 2.0
"""On systemd's own scale from 0 to 10, on which a service without any of this has 9.6."""

KNOWN = {
    "Unit": {"Description", "Wants", "After"},
    "Service": {
        "ExecStart", "Restart", "TimeoutStopSec", "DynamicUser", "User", "StateDirectory", "StateDirectoryMode",
        "ReadWritePaths", "UMask", "NoNewPrivileges", "CapabilityBoundingSet", "ProtectSystem", "ProtectHome",
        "ProtectProc", "ProtectClock", "ProtectHostname", "ProtectControlGroups", "ProtectKernelLogs",
        "ProtectKernelModules", "ProtectKernelTunables", "PrivateTmp", "PrivateDevices", "RestrictAddressFamilies",
        "RestrictNamespaces", "RestrictRealtime", "RestrictSUIDSGID", "LockPersonality", "MemoryDenyWriteExecute",
        "SystemCallArchitectures", "SystemCallFilter", "SystemCallErrorNumber", "MemoryMax", "TasksMax",
    },
    "Install": {"WantedBy"},
}  # fmt: skip
"""From systemd.unit(5), systemd.service(5), systemd.exec(5), systemd.kill(5) and systemd.resource-control(5)."""


def written(kind: str) -> str:
    """The block of this kind, as it stands on the page."""
    found = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def settings(text: str) -> list[tuple[str, str, str]]:
    """Section, name and value of each line."""
    found, section = [], ""
    for line in filter(None, text.splitlines()):
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            section = heading[1]
        else:
            name, sign, value = line.partition("=")
            assert sign, line
            found.append((section, name, value))
    return found


@pytest.mark.parametrize("kind", ["systemd", "systemd-drop-in"])
def test_every_name_is_known(kind: str) -> None:
    unknown = [(section, name) for section, name, _ in settings(written(kind)) if name not in KNOWN.get(section, ())]
    assert unknown == []


def test_what_must_be_there() -> None:
    service = {name: value for section, name, value in settings(written("systemd")) if section == "Service"}
    wanted = {"NoNewPrivileges": "yes", "ProtectSystem": "strict", "DynamicUser": "yes", "ProtectHome": "yes",
              "CapabilityBoundingSet": "", "StateDirectory": "attn-tutor"}  # fmt: skip
    assert {name: service.get(name) for name in wanted} == wanted
    # systemd keeps that folder under /var/lib, and kills what is not gone in time.
    assert f"--state /var/lib/{service['StateDirectory']} " in service["ExecStart"]
    assert float(service["TimeoutStopSec"]) > Patience().leaving + 1 + GOODBYE


@pytest.mark.parametrize("kind", ["systemd", "systemd-drop-in"])
def test_its_command_serves(kind: str, tmp_path: Path) -> None:
    """Word for word, but for the port and the folders, which a test has of its own."""
    lines = [value for _, name, value in settings(written(kind)) if name == "ExecStart" and value]
    assert len(lines) == 1
    path, command, *options = lines[0].replace("/srv/attn-tutor", str(tmp_path)).split()
    assert (path, command) == (INSTALLED, "serve")
    at = options.index("--state")
    del options[at : at + 2]
    with serving(tmp_path, *options) as server:
        assert "The class code is " in server.said
    assert (tmp_path / "host_key").exists() is (kind == "systemd-drop-in")


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("with_drop_in", [False, True])
def test_systemd_reads_it(tmp_path: Path, with_drop_in: bool) -> None:
    """Not a word of complaint; and little is left open to the service."""
    unit = tmp_path / "attn-tutor.service"
    unit.write_text(written("systemd").replace(INSTALLED, program()))
    if with_drop_in:
        more = tmp_path / "attn-tutor.service.d" / "override.conf"
        more.parent.mkdir()
        more.write_text(written("systemd-drop-in").replace(INSTALLED, program()))
    said = analyze("verify", "--man=no", str(unit))
    assert "attn-tutor" not in said.stdout + said.stderr
    assert said.returncode == 0
    judged = analyze("security", "--offline=true", "--no-pager", str(unit))
    if "offline" in judged.stderr:
        pytest.skip("this systemd-analyze judges only units that are loaded")
    exposure = re.search(r"exposure level for attn-tutor.service: ([\d.]+)", judged.stdout)
    assert exposure, judged.stderr
    assert float(exposure[1]) <= MOST_EXPOSED


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")
def test_systemd_would_complain(tmp_path: Path) -> None:
    """So that its silence says something: a name that is none is found."""
    unit = tmp_path / "attn-tutor.service"
    unit.write_text(written("systemd").replace(INSTALLED, program()).replace("PrivateTmp=", "PrivateTemp="))
    assert "PrivateTemp" in analyze("verify", "--man=no", str(unit)).stderr


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    """What systemd-analyze says."""
    return subprocess.run([str(ANALYZE), *words], capture_output=True, text=True, timeout=60, check=False)
