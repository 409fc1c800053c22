"""`attn-tutor progress --export` and `--import`, as people meet them: one sentence each, whatever the file is."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.records.lines import line, put, session
from tests.terminal import program
from tutor.cli import main
from tutor.lessons.loader import load_course

PAGES = sum(len(lesson.steps) for lesson in load_course().lessons)
STEP = load_course().lessons[0].steps[0].id

NO_SAVE = "Progress is not kept, as you asked with --no-save."
KIOSK = "with --kiosk no file or folder can be named, except by --state and --lessons"
DEVICE = "that is a device or a pipe; name a file, or - for standard input"


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main(argv)
    return code, *capsys.readouterr()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    put(
        tmp_path / "home",
        "a",
        session(1),
        line(2, "done", step=STEP),
        line(3, "answer", step="x", raw="1", status="wrong"),
        line(4, "answer", step="x", raw="1", status="right"),
    )
    return tmp_path / "home"


def test_from_one_machine_to_another(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, lab = str(tmp_path / "p.jsonl"), str(tmp_path / "lab")
    assert said(capsys, "--state", str(home), "progress", "--export", file) == (
        0,
        f"Saved 3 events in {file}: 1 of {PAGES} pages done, 2 attempts. It is self-reported; take it in elsewhere "
        "with progress --import.\n",
        "",
    )
    heading = json.loads(Path(file).read_text().splitlines()[0])
    assert (heading["done"], heading["pages"], heading["attempts"]) == (1, PAGES, 2)
    assert Path(file).stat().st_mode & 0o777 == 0o600
    taken = f"Taken in: 3 new events. 1 of {PAGES} pages are done now, 0 before.\n"
    assert said(capsys, "--state", lab, "progress", "--import", file) == (0, taken, "")
    again = "Nothing new: 3 events in the file, all of them here already.\n"
    assert said(capsys, "--state", lab, "progress", "--import", file) == (0, again, "")


def test_through_a_pipe(home: Path, tmp_path: Path) -> None:
    """As over ssh: one machine prints, the other takes it in."""
    line = '"$0" --state "$1" progress --export - | "$0" --state "$2" --learner Ada progress --import -'
    done = subprocess.run(
        ["/bin/sh", "-c", line, program(), str(home), str(tmp_path / "lab")], capture_output=True, check=True
    )
    assert done.stdout.decode() == f"Taken in: 3 new events of Ada. 1 of {PAGES} pages are done now, 0 before.\n"
    assert done.stderr == b""


def test_a_reset_here_that_forgets_some_of_it_is_said(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, lab = str(tmp_path / "p.jsonl"), tmp_path / "lab"
    said(capsys, "--state", str(home), "progress", "--export", file)
    put(lab, "b", session(1), line(50, "reset", all=True))
    code, out, err = said(capsys, "--state", str(lab), "progress", "--import", file)
    assert (code, out) == (0, f"Taken in: 3 new events. 0 of {PAGES} pages are done now, 0 before.\n")
    assert err == "attn-tutor: a reset here came after some of what was taken in, and that is forgotten\n"


def test_an_edited_file_is_taken_as_far_as_it_goes(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "p.jsonl"
    said(capsys, "--state", str(home), "progress", "--export", str(file))
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:3], "\x1b[31m not a line"]))
    code, out, err = said(capsys, "--state", str(tmp_path / "lab"), "progress", "--import", str(file))
    assert (code, out) == (0, f"Taken in: 1 new event. 1 of {PAGES} pages are done now, 0 before.\n")
    assert err == (
        f"attn-tutor: --import {file}: 1 damaged line left out, 1 line fewer than the file says that it has\n"
    )


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--export", "{there}"], "--export: {there} is there already and stays as it is; name another file"),
        (["--export", "{tmp}/gone/x"], "--export: {tmp}/gone/x was not written: no such file or directory"),
        (["--export", ""], "--export wants the name of a file after it, and there is only an empty one"),
        (["--export", "x", "--json"], "--export and --json do not go together"),
        (["--learner", "Bo", "--export", "x"], "nothing of Bo is recorded in {home}"),
        (["--no-save", "--export", "x"], f"there is nothing to export: {NO_SAVE}"),
        (["--no-save", "--import", "x"], f"nothing can be taken in: {NO_SAVE}"),
        (["--import", "{tmp}/gone"], "--import {tmp}/gone: there is no such file"),
        (["--import", "{tmp}"], "--import {tmp}: that is a folder; name a file that progress --export has written"),
        (["--import", "/dev/zero"], f"--import /dev/zero: {DEVICE}"),
        (["--import", "{there}"], "--import {there}: it holds no progress of attn-tutor"),
        (["--kiosk", "--import", "{there}"], KIOSK),
        (["--kiosk", "--export", "x"], KIOSK),
    ],
)  # fmt: skip
def test_what_is_refused_is_one_line(
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    argv: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    there = tmp_path / "there"
    there.write_text("mine")
    places = {"there": there, "tmp": tmp_path, "home": home}
    code, out, err = said(capsys, "--state", str(home), "progress", *(x.format(**places) for x in argv))
    assert (code, out, err) == (2, "", f"attn-tutor: {sentence.format(**places)}\n")
    assert there.read_text() == "mine"
    assert not (tmp_path / "x").exists()


def test_whose_progress_it_is_has_to_be_said(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path / "shared", "a", session(1, "Ada"), line(2, "done", step=STEP))
    code, _, err = said(capsys, "--state", str(tmp_path / "shared"), "progress", "--export", "x")
    assert code == 2
    assert err == f"attn-tutor: nothing is recorded in {tmp_path}/shared; learners here: Ada (--learner NAME)\n"
    file = str(tmp_path / "ada.jsonl")
    said(capsys, "--state", str(tmp_path / "shared"), "--learner", "Ada", "progress", "--export", file)
    code, _, err = said(capsys, "--state", str(home), "progress", "--import", file)
    assert code == 2
    assert err == (
        f"attn-tutor: --import {file}: it is the progress of Ada; to take it in, name them with --learner NAME\n"
    )


def test_a_state_that_is_a_file_is_one_line(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine")
    file = str(tmp_path / "p.jsonl")
    said(capsys, "--state", str(home), "progress", "--export", file)
    for how in (["--import", file], ["--export", str(tmp_path / "q")]):
        code, _, err = said(capsys, "--state", str(tmp_path / "file"), "progress", *how)
        assert code == 2
        assert err == f"attn-tutor: Progress is not kept: {tmp_path}/file is a file. Name a folder with --state DIR.\n"


def test_what_stays_out_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged line never leaves; of a file that holds another learner's lines too, these are not taken in:

    two events and the line that says whose they are.
    """
    state = tmp_path / "state"
    put(state, "a", session(1), line(2, "done", step=STEP), b"broken\n")
    code, out, err = said(capsys, "--state", str(state), "progress", "--export", str(tmp_path / "p.jsonl"))
    assert (code, out.startswith("Saved 1 event in ")) == (0, True)
    assert err == "attn-tutor: 1 damaged line could not be read and stays out of the file\n"
    both = tmp_path / "both.jsonl"
    both.write_bytes(
        (tmp_path / "p.jsonl").read_bytes() + session(5, "bo") + line(6, "done", step="x") + line(7, "done", step="y")
    )
    code, out, err = said(capsys, "--state", str(tmp_path / "lab"), "progress", "--import", str(both))
    assert (code, out.startswith("Taken in: 1 new event. ")) == (0, True)
    assert "attn-tutor: 3 lines of other learners stayed out\n" in err


def test_a_file_that_is_too_large_is_not_read_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.commands.moving.LARGEST", 1 << 20)
    file = tmp_path / "large.jsonl"
    file.write_bytes(b"\n" * ((1 << 20) + 1))
    code, out, err = said(capsys, "--state", str(tmp_path / "lab"), "progress", "--import", str(file))
    assert (code, out) == (2, "")
    assert err.endswith("it is larger than 1 MiB\n")
