"""The command line: reads it, makes the `Surroundings`, and runs the app or one shell command.

It imports Textual only to run the app, and a command's module only when that command is asked for.
"""

from __future__ import annotations

import argparse
import codecs
import importlib
import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import NoReturn

from tutor import __version__
from tutor.commands import UsageError
from tutor.commands.output import give_up, note
from tutor.surroundings import Surroundings, ascii_locale, from_process

COMMANDS = {
    "compute": "work out attention for your own Q, K and V",
    "read": "show how a typed text is read",
    "grade": "judge one answer and name the mistake",
    "problem": "draw a practice problem by its seed",
    "list": "list the lessons",
    "show": "print a lesson as plain text",
    "check": "check lesson files",
    "progress": "print what you have done",
    "reset": "forget what was done, in one lesson or all",
}

OWN_FLAGS = ("--no-save", "--calm", "--ascii", "--kiosk")
OWN_VALUES = ("--state", "--learner", "--lessons")
"""The options of the tutor itself, which may stand before a command or after it."""

OPTION = re.compile(r"--[A-Za-z][\w-]*(=.*)?$|--$|-h$", re.DOTALL)

PATHS = ("state", "lessons", "paths", "source")
"""The options and arguments of all commands that name files."""

RAW_BYTE = re.compile("[\udc80-\udcff]")

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
    with _open_streams(), _streams(ascii_only="--ascii" in argv or ascii_locale(os.environ), json="--json" in argv):
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


@contextmanager
def _open_streams() -> Iterator[None]:
    """Streams that were closed before we started lead nowhere, so that nobody has to ask whether there is one.

    A file opened later would else get their number, and what is meant for them.
    """
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    with ExitStack() as nowhere:
        for name in closed:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, nowhere.enter_context(open(os.devnull, mode, encoding="utf-8")))
        try:
            yield
        finally:
            for name in closed:
                setattr(sys, name, None)


@contextmanager
def _streams(*, ascii_only: bool, json: bool) -> Iterator[None]:
    """No character may fail: JSON is UTF-8 everywhere, text is ASCII where there is no more."""
    encoding, errors = "utf-8", "backslashreplace"
    if ascii_only and not json:
        encoding, errors = "ascii", "attn-tutor"
        codecs.register_error(errors, _in_ascii)
    streams = [stream for stream in (sys.stdout, sys.stderr) if isinstance(stream, io.TextIOWrapper)]
    before = [(stream.encoding, stream.errors) for stream in streams]
    for stream in streams:
        stream.reconfigure(encoding=encoding, errors=errors)
    try:
        yield
    finally:
        for stream, (old_encoding, old_errors) in zip(streams, before, strict=True):
            stream.reconfigure(encoding=old_encoding, errors=old_errors)


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """What a stream writes for what ASCII has not, up to the next blank: √d_k becomes sqrt(d_k)."""
    from tutor.notation.transliteration import plain

    assert isinstance(error, UnicodeEncodeError)
    word = re.compile(r"\S+|.", re.DOTALL).match(error.object, error.start)
    return (plain(word[0]), word.end()) if word else ("?", error.end)


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
    if name is None:
        return _run_app(surroundings)
    module = importlib.import_module(f"tutor.commands.{name}")
    return int(module.run(args, surroundings))


def _sorted(argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """The command's name, and the words with the tutor's own options in front."""
    own: list[str] = []
    rest: list[str] = []
    words = iter(argv)
    for word in words:
        if word == "--":
            rest += [word, *words]
        elif word in OWN_FLAGS or word.partition("=")[0] in OWN_VALUES:
            own += [word] if "=" in word or word in OWN_FLAGS else [word, *map(_shield, islice(words, 1))]
        else:
            rest.append(_shield(word))
    name = next((word for word in rest if not word.startswith("-")), None)
    if name is not None and name not in COMMANDS:
        raise UsageError(_unknown_command(name.strip()))
    return name, own + rest


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
        learner=args.learner and args.learner.strip(),
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


def _run_app(surroundings: Surroundings) -> int:
    """Start the tutor in this terminal, or say in one line what to use where there is none."""
    if not _at_terminal():
        raise UsageError("this needs a terminal; to read without one, try: attn-tutor list, attn-tutor show 1")
    from tutor.app import TutorApp
    from tutor.process import run_in_terminal

    return run_in_terminal(TutorApp(surroundings), mouse=not surroundings.calm)


def _at_terminal() -> bool:
    """True where keys arrive and a screen can be drawn. Textual draws on standard error."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return False
    return os.name == "nt" or os.environ.get("TERM", "") not in ("", "dumb")
