"""All that comes from outside the program, in one frozen value; nobody below `cli.py` reads the environment."""

from __future__ import annotations

import os.path
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Colors = Literal["none", "16", "256", "true"]

SAVING_OFF = "Progress is not kept, as you asked with --no-save."


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """One learner's world: made by `cli.py` from the process, by tests from nothing.

    `state` is the folder that progress lives in, or None where nothing can be kept; `note` then says why
    in one sentence. `exports` is the folder that files are saved to. `clock` gives UTC seconds.
    """

    state: Path | None = None
    note: str | None = None
    exports: Path | None = None
    lesson_folders: tuple[Path, ...] = ()
    learner: str | None = None
    colors: Colors = "true"
    light: bool = False
    calm: bool = False
    ascii: bool = False
    kiosk: bool = False
    clock: Callable[[], float] = time.time
    seed: int = 0


def from_process(
    environ: Mapping[str, str],
    *,
    folder: Path | None,
    state: str | None = None,
    save: bool = True,
    lesson_folders: tuple[Path, ...] = (),
    learner: str | None = None,
    calm: bool = False,
    ascii_only: bool = False,
    kiosk: bool = False,
    seed: int | None = None,
) -> Surroundings:
    """Read a process's environment and options once.

    `folder` is the current one, from where a relative `state` counts; None where it is gone. Exports go there, in a
    kiosk into the state folder.
    """
    place, note = _state_folder(environ, folder, state) if save else (None, SAVING_OFF)
    return Surroundings(
        state=place,
        note=note,
        # A shared machine: what is saved stays with the learner's own state.
        exports=place if kiosk else folder,
        lesson_folders=lesson_folders,
        learner=learner,
        colors=_colors(environ),
        light=_light(environ),
        calm=calm or bool(environ.get("SSH_CONNECTION")),
        ascii=ascii_only or ascii_locale(environ),
        kiosk=kiosk,
        seed=time.time_ns() % 2**31 if seed is None else seed,
    )


def _state_folder(environ: Mapping[str, str], folder: Path | None, named: str | None) -> tuple[Path | None, str | None]:
    """The folder for progress, or None and the sentence that says why there is none."""
    if named is not None:
        place = folder / named if folder else Path(named)
        return (place, None) if place.is_absolute() else _unkept("the current folder is gone")
    chosen = Path(environ.get("XDG_STATE_HOME", ""))
    if chosen.is_absolute():
        return chosen / "attn-tutor", None
    home = environ.get("HOME")
    if home is not None and not Path(home).is_absolute():
        # Some versions of platformdirs take "" for the root folder, and write there where they may.
        return _unkept("HOME names no folder")
    if home and sys.platform == "linux":
        # What platformdirs says too, without the time that it takes to load.
        place = Path(home, ".local", "state", "attn-tutor")
    else:
        place = _by_platform(home)
    if not place.is_absolute():
        return _unkept("this user has no home folder")
    # Three levels up is the home folder on Linux, macOS and Windows alike. A home that is not there is not made.
    where = place.parents[2]
    return (place, None) if os.path.isdir(where) else _unkept(f"the home folder {where} does not exist")


def _by_platform(home: str | None) -> Path:
    """Where this system keeps a program's state; a path that is not absolute where there is no home."""
    from platformdirs import user_state_path

    try:
        place = user_state_path("attn-tutor", appauthor=False)
    except RuntimeError:
        place = Path()
    if home and not place.is_absolute():
        # A relative XDG_STATE_HOME is to be ignored, says its specification; older platformdirs follow it.
        place = Path(home, ".local", "state", "attn-tutor")
    return place


def _unkept(reason: str) -> tuple[None, str]:
    return None, f"Progress is not kept: {reason}. Name a folder with --state DIR."


def _colors(environ: Mapping[str, str]) -> Colors:
    """How many colors the terminal shows. An empty NO_COLOR is not set, as its standard says."""
    if environ.get("NO_COLOR"):
        return "none"
    term = environ.get("TERM", "")
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("-direct"):
        return "true"
    if "256" in term or term.startswith(("tmux", "alacritty", "foot", "xterm-kitty", "xterm-ghostty")):
        return "256"
    return "none" if term.startswith("vt") else "16"


def _light(environ: Mapping[str, str]) -> bool:
    """True where the terminal says that its background is light (COLORFGBG ends in 7 or 15)."""
    return environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")


def ascii_locale(environ: Mapping[str, str]) -> bool:
    """True in a locale that promises nothing beyond ASCII: C, POSIX, or one with another encoding than UTF-8.

    So too where PYTHONIOENCODING asks for another. Python sets LC_CTYPE=C.UTF-8 by itself where the locale
    is C (PEP 538), so that value says nothing. Where no variable is set, the terminal is taken for one of
    today, as Python takes it.
    """
    own = environ.get("LC_CTYPE")
    value = environ.get("LC_ALL") or ("" if own == "C.UTF-8" else own) or environ.get("LANG") or "C.UTF-8"
    named = value.partition(".")[2].partition("@")[0]
    asked = environ.get("PYTHONIOENCODING", "").partition(":")[0]
    others = [x for x in (named, asked) if x and x.replace("-", "").replace("_", "").lower() not in ("utf8", "utf8sig")]
    return value in ("C", "POSIX") or bool(others)
