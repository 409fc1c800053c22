"""The command line: reads it, makes the `Surroundings`, and runs the app or one shell command.

It imports Textual only to run the app, and a command's module only when that command is asked for.
"""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from tutor import __version__
from tutor.commands import UsageError
from tutor.surroundings import Surroundings, from_process

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

OPTION = re.compile(r"--[A-Za-z][\w-]*(=.*)?$|-h$", re.DOTALL)


class OneLineParser(argparse.ArgumentParser):
    """argparse, but a mistake is one line on standard error."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str]) -> int:
    """Run one command line. 0 done or right, 1 the honest no, 2 usage or unreadable input."""
    # Thirty learners on two cores: more than one BLAS thread each makes every step slower for all.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        return _run(argv)
    except UsageError as error:
        _complain(str(error))
        return 2
    except BrokenPipeError:
        # The reader of our pipe has gone; what is left in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _complain(sentence: str) -> None:
    line = " ".join(sentence.split())
    encoding = sys.stderr.encoding or "ascii"
    print(f"attn-tutor: {line}".encode(encoding, "replace").decode(encoding), file=sys.stderr)


def _run(argv: Sequence[str]) -> int:
    words = [_shield(word) for word in argv]
    name = _command_in(words)
    parser = _parser(name)
    args = parser.parse_args(words)
    surroundings = _surroundings(args)
    if name is None:
        return _run_app(surroundings)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    module = importlib.import_module(f"tutor.commands.{name}")
    result = module.run(args, surroundings)
    sys.stdout.flush()
    return int(result)


def _shield(word: str) -> str:
    """A blank before a value that begins with a minus, which argparse alone would take for an option."""
    return f" {word}" if word.startswith("-") and len(word) > 1 and not OPTION.match(word) else word


GLOBAL_VALUES = ("--state", "--learner", "--lessons")


def _command_in(words: Sequence[str]) -> str | None:
    """The command's name: the first word that is neither an option nor the value of one."""
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in GLOBAL_VALUES:
            skip = True
        elif not word.startswith("-"):
            return word if word in COMMANDS else None
    return None


def _parser(name: str | None) -> argparse.ArgumentParser:
    """The parser for one command, or for the app; other commands' arguments are never built."""
    parser = OneLineParser(
        prog="attn-tutor",
        description="Learn attention and causal language models by doing the arithmetic.",
        epilog="Without a command, the tutor itself starts.",
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
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", parser_class=OneLineParser)
    for command, summary in COMMANDS.items():
        sub = commands.add_parser(command, help=summary, description=summary, allow_abbrev=False)
        if command == name:
            importlib.import_module(f"tutor.commands.{command}").add_arguments(sub)
    return parser


def _surroundings(args: argparse.Namespace) -> Surroundings:
    folders = tuple(Path(folder.strip()) for folder in args.lessons)
    for folder in folders:
        if not folder.is_dir():
            raise UsageError(f"--lessons {folder}: there is no such folder")
    return from_process(
        os.environ,
        folder=Path(os.path.curdir).absolute(),
        state=args.state.strip() if args.state is not None else None,
        save=not args.no_save,
        lesson_folders=folders,
        learner=args.learner,
        calm=args.calm,
        ascii_only=args.ascii,
        kiosk=args.kiosk,
    )


def _run_app(surroundings: Surroundings) -> int:
    """Start the tutor in this terminal, or say in one line what to use where there is none."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "") in ("", "dumb"):
        raise UsageError("this needs a terminal; to read without one, try: attn-tutor list, attn-tutor show 1")
    from tutor.app import TutorApp

    return TutorApp(surroundings).run_in_terminal()
