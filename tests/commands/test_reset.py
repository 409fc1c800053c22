"""`attn-tutor reset`: asks first, forgets one lesson or all, and leaves every line that is there."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tests.commands.test_progress import LESSON
from tests.records.lines import line, put, raw_lines, session
from tutor.cli import main


class Terminal(io.StringIO):
    """Standard input that is a terminal on which somebody has typed."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """One page done in the tiny lesson, one in a lesson that is not there."""
    state = tmp_path / "state"
    put(
        state,
        "a",
        session(100),
        line(101, "open", lesson="tiny", step="tiny-old-row"),
        line(102, "answer", step="tiny-old-row", raw="0.33 0.67", status="right"),
        line(103, "done", step="elsewhere"),
    )
    return state


@pytest.fixture
def world(tmp_path: Path, state: Path) -> list[str]:
    folder = tmp_path / "lessons"
    folder.mkdir()
    (folder / "01_tiny.toml").write_text(LESSON, encoding="utf-8")
    return ["--state", str(state), "--lessons", str(folder)]


def done_pages(world: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    capsys.readouterr()
    assert main([*world, "progress", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    return found["done"], found["kept"]


@pytest.mark.parametrize("name", ["tiny", "TIN"])
def test_one_lesson_is_forgotten_and_no_line_is_changed(
    world: list[str], state: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Under its former id, too."""
    before = (state / "journal" / "a.jsonl").read_bytes()
    assert done_pages(world, capsys) == (1, ["elsewhere"])
    assert main([*world, "reset", name, "--yes"]) == 0
    assert capsys.readouterr().out == 'Forgotten: what was done in "Tiny". The journal\'s files stay as they were.\n'
    assert done_pages(world, capsys) == (0, ["elsewhere"])
    assert (state / "journal" / "a.jsonl").read_bytes() == before
    (reset,) = [x for x in raw_lines(state) if x["type"] == "reset"]
    assert (reset["lesson"], reset["steps"]) == ("tiny", ["tiny-read", "tiny-row", "tiny-mix"])


def test_everything_is_forgotten(world: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*world, "reset", "--yes"]) == 0
    assert done_pages(world, capsys) == (0, [])


def test_a_reset_holds_though_the_clock_had_been_ahead(
    world: list[str], state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An event dated 2099 would outlive every reset that is dated today."""
    put(state, "b", session(4_000_000_000), line(4_000_000_001, "done", step="tiny-read"))
    assert main([*world, "reset", "--yes"]) == 0
    assert done_pages(world, capsys) == (0, [])


@pytest.mark.parametrize(
    ("typed", "code", "left"), [("y\n", 0, 0), ("YES\n", 0, 0), ("n\n", 1, 1), ("\n", 1, 1), ("", 1, 1)]
)
def test_on_a_terminal_it_asks_for_a_yes(
    world: list[str],
    typed: str,
    code: int,
    left: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    assert main([*world, "reset", "1000", "--yes"]) == 2
    assert main([*world, "reset", "tiny"]) == code
    out = capsys.readouterr().out
    assert out.startswith('Forget what was done in "Tiny" (1 page done)? [y/N] ')
    assert ("Nothing was changed." in out) == bool(code)
    assert done_pages(world, capsys)[0] == left


def test_without_a_terminal_it_says_what_to_add(
    world: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert main([*world, "reset", "tiny"]) == 2
    assert "--yes" in capsys.readouterr().err
    assert done_pages(world, capsys)[0] == 1


def test_an_unknown_lesson_is_one_line(world: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*world, "reset", "no such\x1b[2J", "--yes"]) == 2
    err = capsys.readouterr().err
    assert err == 'attn-tutor: there is no lesson "no such\\x1b[2J"; attn-tutor list shows them all\n'


def test_where_there_is_nothing_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--state", str(tmp_path / "empty"), "reset", "--yes"]) == 0
    assert "nothing to reset" in capsys.readouterr().out
    assert not (tmp_path / "empty").exists()


def test_without_saving_it_cannot_be_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--no-save", "reset", "--yes"]) == 2
    assert "--no-save" in capsys.readouterr().err


def test_one_learner_leaves_the_other_alone(world: list[str], state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(state, "b", session(1, "Ada"), line(2, "done", step="tiny-read"))
    assert main([*world, "--learner", "Ada", "reset", "--yes"]) == 0
    assert "by Ada" in capsys.readouterr().out
    assert done_pages([*world, "--learner", "Ada"], capsys) == (0, [])
    assert done_pages(world, capsys) == (1, ["elsewhere"])


def test_a_reset_that_cannot_be_saved_is_an_error(
    world: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_fd: int, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.write", full)
        assert main([*world, "reset", "--yes"]) == 2
        out, err = capsys.readouterr()
    assert "Forgotten" not in out
    assert "no space is left" in err
    assert done_pages(world, capsys)[0] == 1


def test_a_state_path_that_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing can be written there, so this is no success."""
    (tmp_path / "file").write_text("mine")
    assert main(["--state", str(tmp_path / "file"), "reset", "--yes"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("attn-tutor: there is nothing to reset: Progress is not kept: ")
    assert f"{tmp_path / 'file'} is a file. Name a folder with --state DIR." in err
    assert (tmp_path / "file").read_text() == "mine"
