"""The teacher's page: its commands run as they stand there, and what it says of limits is what holds."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.server.classroom import serving
from tutor.server.codes import ALL, ALL_AGAIN, EACH, EACH_AGAIN, KNOWN, KNOWN_AGAIN
from tutor.server.house import KNOCKS, KNOCKS_AGAIN
from tutor.server.log import BURST, TOLD_EVERY
from tutor.server.rules import Patience, Rules
from tutor.server.serving import KEPT_ALIVE

PAGE = (Path(__file__).parents[2] / "docs" / "serve.md").read_text()


def test_the_command_of_the_page_serves(tmp_path: Path) -> None:
    """Word for word, but for the port and the folder, which a test has of its own."""
    found = re.findall(r"^attn-tutor/bin/attn-tutor serve (.*)$", PAGE, re.MULTILINE)
    assert len(found) == 1
    options = shlex.split(found[0])
    at = options.index("--state")
    assert options[at + 1] == "class"
    with serving(tmp_path, *options[:at], *options[at + 2 :]) as server:
        assert re.search(r"ssh -p \d+ NAME@HOST", server.said)
        assert "The class code is " in server.said


def test_the_limits_of_the_page() -> None:
    fields = Rules.__dataclass_fields__
    patience = Patience()
    assert f"`--max-sessions {fields['max_sessions'].default}`" in PAGE
    assert (fields["max_each"].default, patience.idle, patience.stuck) == (4, 60 * 60, 60)
    assert patience.keep_alive * (KEPT_ALIVE + 1) == 150
    assert (EACH, EACH_AGAIN, ALL, ALL_AGAIN) == (12, 10, 120, 1)
    assert (KNOWN, KNOWN_AGAIN) == (6, 60)
    assert (KNOCKS, 1 / KNOCKS_AGAIN, patience.login) == (200, 20, 30)
    assert (BURST, TOLD_EVERY) == (60, 60)


def test_without_the_library_it_is_one_sentence(tmp_path: Path) -> None:
    line = "import sys; sys.modules['asyncssh'] = None; from tutor.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", line, "serve", "--open", "--state", str(tmp_path / "class")],
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "pip install '.[serve]'" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
