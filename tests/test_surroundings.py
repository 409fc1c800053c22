"""What the program makes of its environment: where progress goes, colors, locale, calm."""

from __future__ import annotations

import os
import pwd
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pytest

from tutor.surroundings import SAVING_OFF, Surroundings, ascii_locale, from_process

NOWHERE = 65_531
"""A user number that no passwd file has."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of its own, and no XDG_STATE_HOME."""
    monkeypatch.delenv("XDG_STATE_HOME")
    place = tmp_path / "home"
    place.mkdir()
    monkeypatch.setenv("HOME", str(place))
    return place


def read(**options: object) -> Surroundings:
    """The surroundings of this process as the test has set it up."""
    return from_process(os.environ, folder=Path.cwd(), **options)  # type: ignore[arg-type]


# Where progress goes


def test_progress_lives_where_the_xdg_specification_says(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """XDG_STATE_HOME wins; without it, ~/.local/state."""
    assert read().state == home / ".local" / "state" / "attn-tutor"
    monkeypatch.setenv("XDG_STATE_HOME", "/elsewhere/state")
    assert read().state == Path("/elsewhere/state/attn-tutor")
    assert read().note is None


def test_a_relative_xdg_state_home_is_ignored(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The specification says so; following it would scatter progress over the folders one starts from."""
    monkeypatch.setenv("XDG_STATE_HOME", "state")
    assert read().state == home / ".local" / "state" / "attn-tutor"


def test_a_relative_xdg_state_home_is_ignored_where_platformdirs_follows_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Older releases of platformdirs take a relative XDG_STATE_HOME as it is."""
    monkeypatch.setenv("XDG_STATE_HOME", "state")
    monkeypatch.setattr(platformdirs, "user_state_path", lambda *_, **__: Path("state/attn-tutor"))
    assert read().state == home / ".local" / "state" / "attn-tutor"


@pytest.mark.parametrize("value", ["", "relative/home", "."])
@pytest.mark.usefixtures("home")
def test_a_home_that_names_no_folder_keeps_nothing(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty HOME would become the root folder, and a root user could write there."""
    monkeypatch.setenv("HOME", value)
    surroundings = read()
    assert surroundings.state is None
    assert surroundings.note == "Progress is not kept: HOME names no folder. Name a folder with --state DIR."


@pytest.mark.usefixtures("home")
def test_a_home_that_does_not_exist_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Service users have HOME=/nonexistent; root would create it."""
    monkeypatch.setenv("HOME", "/nonexistent")
    surroundings = read()
    assert surroundings.state is None
    assert surroundings.note is not None
    assert "/nonexistent does not exist" in surroundings.note
    assert "--state DIR" in surroundings.note


def test_without_home_the_user_database_is_asked(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HOME unset and a user whom the system knows: the folder in the user database."""
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", lambda _: SimpleNamespace(pw_dir=str(home)))
    assert read().state == home / ".local" / "state" / "attn-tutor"


@pytest.mark.usefixtures("home")
def test_a_user_whom_nobody_knows_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """HOME unset and a user number without an entry: containers start programs so."""
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(os, "getuid", lambda: NOWHERE)
    surroundings = read()
    assert surroundings.state is None
    assert surroundings.note == "Progress is not kept: this user has no home folder. Name a folder with --state DIR."


@pytest.mark.parametrize("answer", [RuntimeError("no home"), Path("~/.local/state/attn-tutor")])
@pytest.mark.usefixtures("home")
def test_every_way_in_which_platformdirs_finds_no_home(
    answer: Path | RuntimeError, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some releases raise, others hand back the unexpanded path; both mean that nothing is kept."""

    def user_state_path(*_: object, **__: object) -> Path:
        if isinstance(answer, RuntimeError):
            raise answer
        return answer

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(platformdirs, "user_state_path", user_state_path)
    assert read().state is None


def test_a_named_folder_wins_over_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--state works where there is no home, and counts from the current folder."""
    monkeypatch.setenv("HOME", "")
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.chdir(tmp_path)
    assert read(state="/srv/class/ada").state == Path("/srv/class/ada")
    assert read(state="here").state == tmp_path / "here"
    assert read(state="here").note is None


def test_a_named_folder_below_a_folder_that_is_gone() -> None:
    """A relative --state has nowhere to be once the current folder was removed; an absolute one has."""
    gone = from_process(os.environ, folder=None, state="here")
    assert gone.state is None
    assert gone.note == "Progress is not kept: the current folder is gone. Name a folder with --state DIR."
    assert gone.exports is None
    assert from_process(os.environ, folder=None, state="/srv/state").state == Path("/srv/state")


def test_no_save_keeps_nothing_and_says_so() -> None:
    """The note says that it was asked for."""
    surroundings = read(save=False, state="/srv/state")
    assert (surroundings.state, surroundings.note) == (None, SAVING_OFF)


def test_reading_the_surroundings_writes_nothing(home: Path) -> None:
    """Folders are made when there is something to keep, not before."""
    assert read().state == home / ".local" / "state" / "attn-tutor"
    assert list(home.iterdir()) == []


# What the terminal shows


@pytest.mark.parametrize(
    ("environ", "colors"),
    [
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "true"),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, "true"),
        ({"TERM": "xterm-direct"}, "true"),
        ({"TERM": "screen-256color"}, "256"),
        ({"TERM": "tmux"}, "256"),
        ({"TERM": "xterm-kitty"}, "256"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "screen"}, "16"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "vt100"}, "none"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": "0"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
        ({"TERM": "xterm-256color", "COLORTERM": "yes"}, "256"),
        ({}, "16"),
    ],
)
def test_colors(environ: dict[str, str], colors: str) -> None:
    """From TERM and COLORTERM; NO_COLOR takes them away unless it is empty, as https://no-color.org says."""
    assert from_process(environ, folder=None, save=False).colors == colors


@pytest.mark.parametrize(
    ("value", "light"), [("0;15", True), ("0;default;15", True), ("0;7", True), ("15;0", False), ("", False)]
)
def test_a_light_background_is_known_by_colorfgbg(value: str, light: bool) -> None:
    """The last number of COLORFGBG is the background."""
    assert from_process({"COLORFGBG": value}, folder=None, save=False).light is light


@pytest.mark.parametrize(
    ("environ", "ascii_only"),
    [
        ({}, False),
        ({"LANG": "en_US.UTF-8"}, False),
        ({"LANG": "en_US.utf8"}, False),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "de_DE"}, False),
        ({"LANG": "C"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, True),
        ({"LC_ALL": "POSIX"}, True),
        ({"LC_ALL": "", "LANG": "en_US.UTF-8"}, False),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "C"}, False),
        ({"LC_CTYPE": "UTF-8"}, False),
        ({"LC_CTYPE": "en_US.UTF-8", "LANG": "C"}, False),
        ({"LANG": "de_DE.ISO-8859-1"}, True),
        ({"LANG": "de_DE.ISO-8859-15@euro"}, True),
        ({"LANG": "ja_JP.eucJP"}, True),
        ({"LANG": "en_US.UTF-8", "PYTHONIOENCODING": "latin-1"}, True),
        ({"LANG": "en_US.UTF-8", "PYTHONIOENCODING": "utf-8:replace"}, False),
    ],
)
def test_where_only_ascii_is_promised(environ: dict[str, str], ascii_only: bool) -> None:
    """LC_ALL before LC_CTYPE before LANG; what Python itself puts into LC_CTYPE does not count."""
    assert ascii_locale(environ) is ascii_only
    assert from_process(environ, folder=None, save=False).ascii is ascii_only


def test_ascii_and_calm_can_be_asked_for() -> None:
    """The options hold whatever the environment says."""
    surroundings = read(save=False, ascii_only=True, calm=True)
    assert surroundings.ascii
    assert surroundings.calm


def test_it_is_calm_over_ssh() -> None:
    """Nothing moves on a line that may be slow; an empty variable is no connection."""
    assert not from_process({}, folder=None, save=False).calm
    assert not from_process({"SSH_CONNECTION": ""}, folder=None, save=False).calm
    assert from_process({"SSH_CONNECTION": "10.0.0.2 50000 10.0.0.1 22"}, folder=None, save=False).calm


def test_the_rest_is_handed_on(tmp_path: Path) -> None:
    """Learner, lessons, exports, kiosk and seed arrive as they were given."""
    surroundings = from_process(
        os.environ, folder=tmp_path, learner="Ada", lesson_folders=(tmp_path,), kiosk=True, seed=11
    )
    assert surroundings.learner == "Ada"
    assert surroundings.lesson_folders == (tmp_path,)
    assert from_process(os.environ, folder=tmp_path).exports == tmp_path
    assert surroundings.kiosk
    assert surroundings.seed == 11


def test_two_starts_draw_different_problems() -> None:
    """Without a seed of one's own, each start has another."""
    assert len({read(save=False).seed for _ in range(5)}) > 1


def test_a_kiosk_saves_into_the_state_folder(tmp_path: Path) -> None:
    """Nothing that a learner saves there lands beside other people's files."""
    state = tmp_path / "state"
    made = from_process({}, folder=tmp_path, state=str(state), kiosk=True)
    assert made.exports == state
    assert from_process({}, folder=tmp_path, state=str(state), save=False, kiosk=True).exports is None
