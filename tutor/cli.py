"""The command line: reads it, makes the `Surroundings`, and runs the app or one shell command.

It imports Textual only to run the app, and a command's module only when that command is asked for.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import re
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NoReturn

from tutor import __version__
from tutor.commands import UsageError, do_without
from tutor.commands.output import give_up, note
from tutor.commands.streams import encoded_streams, open_streams
from tutor.surroundings import Surroundings, ascii_locale, from_process

COMMANDS = {
    "compute": "work out attention for your own Q, K and V",
    "read": "show how a typed text is read",
    "grade": "judge one answer and name the mistake",
    "problem": "draw a practice problem by its seed",
    "leak": "train a small model with the causal mask and without, and compare",
    "list": "list the lessons",
    "show": "print a lesson as plain text",
    "plain": "the tutor as plain lines, for any terminal, pipe or screen reader",
    "check": "check lesson files",
    "progress": "print what you have done",
    "reset": "forget what was done, in one lesson or all",
    "report": "what many learners have done, and the mistakes that they met",
    "serve": "the tutor for a whole class over SSH, without accounts",
}

OWN_FLAGS = ("--no-save", "--calm", "--ascii", "--kiosk")
OWN_VALUES = ("--state", "--learner", "--lessons")
"""The options of the tutor itself, which may stand before a command or after it."""

SOURCE = "--from"  # The tutor's own too, but it goes with the command where there is one.

OPTION = re.compile(r"--[A-Za-z][\w-]*(=.*)?$|--$|-h$", re.DOTALL)

FILES = ("paths", "source", "folders", "export_to", "import_from", "csv", "moodle")
"""The options and arguments of all commands that name files; in a kiosk none may be named."""

PATHS = ("state", "lessons", "keys", "host_key", *FILES)

RAW_BYTE = re.compile("[\udc80-\udcff]")

FRAMES = "120"
"""A second, at most. A new screen waits for its first one, which at Textual's own 60 is a third of its opening."""

INTERRUPTED, PIPE_CLOSED = 130, 141
"""What shells report of a program that SIGINT or SIGPIPE has ended."""


class OneLineParser(argparse.ArgumentParser):
    """argparse, but a mistake is one line on standard error."""

    def error(self, message: str) -> NoReturn:
        said = message.replace("' -", "'-")
        raise UsageError(f"{said} (see {self.prog} --help)")


def main(argv: Sequence[str]) -> int:
    """Run one command line. 0 done or right, 1 the honest no, 2 usage or unreadable input."""
    if "OMP_NUM_THREADS" not in os.environ:
        # Thirty learners on two cores: more than one BLAS thread each makes every step slower for all.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with (
        open_streams(),
        encoded_streams(ascii_only="--ascii" in argv or ascii_locale(os.environ), json="--json" in argv),
    ):
        return _judged(argv)


def _judged(argv: Sequence[str]) -> int:
    """Run it; whatever ends it early is an exit code and at most one line."""
    try:
        code = _run(argv)
        sys.stdout.flush()
        return code
    except UsageError as error:
        note(_decoded(str(error)))
        return 2
    except BrokenPipeError:
        give_up(sys.stdout)
        return PIPE_CLOSED
    except OSError as error:
        if error.filename is None:
            give_up(sys.stdout)
        note(_decoded(f"{error.filename or 'could not read or write'}: {error.strerror or error}"))
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        return _crashed(error, state=None, kiosk="--kiosk" in argv)


def _crashed(error: Exception, *, state: Path | None, kiosk: bool) -> int:
    """An error of our own: a file with its traceback, and one line."""
    import traceback

    from tutor.commands.crash import report_crash

    # The app's own has its traceback for a text.
    details = str(error) if type(error).__name__ == "Crashed" else "".join(traceback.format_exception(error))
    return report_crash(_decoded(details), state=state, kiosk=kiosk)


def _run(argv: Sequence[str]) -> int:
    name, words = _sorted(argv)
    try:
        args, unknown = _parser(_listed(name, words), name).parse_known_args(words)
    except SystemExit as done:  # after --help and --version
        return int(done.code or 0)
    if unknown:
        prog = f"attn-tutor {name}" if name else "attn-tutor"
        raise UsageError(f"{unknown[0].strip()!r} is not understood here (see {prog} --help)")
    _unshield(args)
    _decode(args)
    surroundings = _surroundings(args)
    if surroundings.kiosk and any(getattr(args, each, None) for each in FILES):
        raise UsageError("with --kiosk no file or folder can be named, except by --state and --lessons")
    try:
        if name is None:
            return _run_app(surroundings, args.source)
        if name == "serve":
            _settle_textual(alone=True)
        module = importlib.import_module(f"tutor.commands.{name}")
        return int(module.run(args, surroundings))
    except (UsageError, OSError):
        raise
    except Exception as error:
        return _crashed(error, state=surroundings.state, kiosk=surroundings.kiosk)


def _sorted(argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """The command's name, and the words with the tutor's own options in front."""
    own: list[str] = []
    rest: list[str] = []
    source: list[str] = []
    words = iter(argv)
    for word in words:
        if word == "--":
            rest += [word, *words]
        elif word in OWN_FLAGS or word.partition("=")[0] in OWN_VALUES:
            own += [word] if "=" in word or word in OWN_FLAGS else [word, *map(_shield, islice(words, 1))]
        elif word.partition("=")[0] == SOURCE and all(x.startswith("-") for x in rest):
            source += [word] if "=" in word else [word, *islice(words, 1)]
        else:
            rest.append(_shield(word))
    name = next((word for word in rest if not word.startswith("-")), None)
    if name is not None and name not in COMMANDS:
        raise UsageError(_unknown_command(name.strip()))
    return name, own + rest + source


def _shield(word: str) -> str:
    """A blank before a value that begins with a minus, which argparse alone would take for an option."""
    return f" {word}" if word.startswith("-") and len(word) > 1 and not OPTION.match(word) else word


def _unshield(args: argparse.Namespace) -> None:
    """Take the blanks away again, once argparse has done its work."""
    for name, value in vars(args).items():
        if isinstance(value, str):
            setattr(args, name, value[1:] if value.startswith(" -") else value)
        elif isinstance(value, list):
            setattr(args, name, [x[1:] if isinstance(x, str) and x.startswith(" -") else x for x in value])


def _decode(args: argparse.Namespace) -> None:
    """Read as UTF-8 what the C locale brought as raw bytes; names of files stay as the system takes them."""
    for name, value in vars(args).items():
        if name in PATHS:
            continue
        if isinstance(value, str):
            setattr(args, name, _decoded(value))
        elif isinstance(value, list):
            setattr(args, name, [_decoded(x) if isinstance(x, str) else x for x in value])


def _decoded(text: str) -> str:
    """A text with bytes in it that the locale could not read (surrogate escapes) as UTF-8, as far as it is that."""
    if not RAW_BYTE.search(text):
        return text
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text


def _latin(name: str) -> str:
    """A name whose bytes are no UTF-8 as Latin-1, which is where such names come from: José stays one person."""
    return name.encode("utf-8", "surrogateescape").decode("latin-1") if RAW_BYTE.search(name) else name


def _unknown_command(name: str) -> str:
    if name.startswith("-"):
        return f"there is no option {name} (see attn-tutor --help)"
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, n=1)
    advice = f"did you mean {near[0]}?" if near else f"there are {', '.join(COMMANDS)}"
    return f"there is no command {name!r}: {advice} (see attn-tutor --help)"


def _listed(name: str | None, words: Sequence[str]) -> Sequence[str]:
    """The commands that the parser has to know: the one that is asked for; all of them only where help lists them."""
    if name is not None:
        return (name,)
    return tuple(COMMANDS) if any(word in ("-h", "--help") for word in words) else ()


def _parser(listed: Sequence[str], name: str | None) -> argparse.ArgumentParser:
    """The parser for one command, or for the app; other commands' arguments are never built."""
    parser = OneLineParser(
        prog="attn-tutor",
        description="Learn attention and causal language models by doing the arithmetic.",
        epilog="Without a command, the tutor itself starts. These options may also stand after a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"attn-tutor {__version__}")
    parser.add_argument("--state", metavar="DIR", help="keep progress in this folder")
    parser.add_argument("--learner", metavar="NAME", help="whose progress, on an account shared by several")
    parser.add_argument("--no-save", action="store_true", help="keep nothing of this session")
    parser.add_argument("--lessons", metavar="DIR", action="append", default=[], help="add a folder of lessons")
    parser.add_argument("--calm", action="store_true", help="nothing moves or blinks (so over SSH by itself)")
    parser.add_argument("--ascii", action="store_true", help="plain ASCII (so in the C locale by itself)")
    parser.add_argument("--kiosk", action="store_true", help="for shared machines: nothing leads out of the tutor")
    parser.add_argument(SOURCE, dest="source", metavar="FILE", help="look through the Q, K and V of many heads")
    if not listed:
        return parser
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", parser_class=OneLineParser)
    for command in listed:
        summary = COMMANDS[command]
        sub = commands.add_parser(
            command, help=summary, description=f"{summary[0].upper()}{summary[1:]}.", allow_abbrev=False
        )
        if command == name:
            importlib.import_module(f"tutor.commands.{command}").add_arguments(sub)
    return parser


def _surroundings(args: argparse.Namespace) -> Surroundings:
    for option, values in (("--state", [args.state]), ("--learner", [args.learner]), ("--lessons", args.lessons)):
        if any(value is not None and not value.strip() for value in values):
            raise UsageError(f"{option} wants a name after it, and there is only an empty one")
    folders = tuple(Path(folder) for folder in args.lessons)
    for folder in folders:
        if not os.path.isdir(folder):
            raise UsageError(f"--lessons {folder}: there is no such folder")
    return from_process(
        os.environ,
        folder=_current_folder(),
        state=args.state,
        save=not args.no_save,
        lesson_folders=folders,
        learner=args.learner and _latin(args.learner.strip()),
        calm=args.calm,
        ascii_only=args.ascii,
        kiosk=args.kiosk,
    )


def _current_folder() -> Path | None:
    """The current folder; None where it has been removed under us."""
    try:
        return Path.cwd()
    except OSError:
        return None


def _run_app(surroundings: Surroundings, source: str | None) -> int:
    """Start the tutor in this terminal, or say in one line what to use where there is none."""
    if not _at_terminal():
        raise UsageError("this needs a terminal; attn-tutor plain needs none")
    _settle_textual(alone=surroundings.kiosk)
    looked = None
    if source is not None:
        from tutor.commands.files import exported_in
        from tutor.rendering.looked import first_look

        looked = first_look(exported_in(source))
    # Nothing of what is loaded now is garbage: it is looked for again once all is there.
    gc.disable()
    for name in ("COLUMNS", "LINES"):
        # Exported once, by `resize` for one, they would count for more than the window's size, whatever becomes of it.
        os.environ.pop(name, None)
    do_without()
    from tutor.app import TutorApp
    from tutor.process import run_in_terminal

    app = TutorApp(surroundings)
    app.looked = looked
    return run_in_terminal(app, mouse=not surroundings.calm)


def _settle_textual(*, alone: bool) -> None:
    """Before it is imported: how often Textual draws; `alone` says that nobody else may tell it anything."""
    if alone:
        # By these Textual's developers load drivers, write logs, take pictures and connect to a console.
        for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
            del os.environ[name]
    os.environ.setdefault("TEXTUAL_FPS", FRAMES)


def _at_terminal() -> bool:
    """True where keys arrive and a screen can be drawn. Textual draws on standard error."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return False
    return os.name == "nt" or os.environ.get("TERM", "") not in ("", "dumb")
