"""`attn-tutor plain`: the whole tutor as lines, one after the other, on any terminal, pipe or braille line."""

from __future__ import annotations

import argparse
import errno
import shutil
import sys

from tutor.commands.files import exported_in
from tutor.commands.inputs import whole_number
from tutor.commands.output import give_up
from tutor.commands.show import lesson_named
from tutor.commands.standard_lines import StandardLines
from tutor.plain.talk import NARROWEST, WIDEST, WIDTH
from tutor.plain.tutor import PlainTutor
from tutor.surroundings import Surroundings

HUNG_UP = 129
"""What shells report of a program whose terminal has gone."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The lesson to begin with, in as many words as its title has; or a file; and the width of the lines."""
    parser.add_argument(
        "lesson", metavar="LESSON", nargs="*", help="its number, its slug, or the start of its title (default: a list)"
    )
    parser.add_argument(
        "--from", dest="source", metavar="FILE", help="look through the Q, K and V of many heads in a file"
    )
    parser.add_argument("--width", metavar="N", help=f"wrap lines at N characters, {NARROWEST} to {WIDEST}; default 80")


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:
    """Talk until the learner leaves or no line comes. 0, or 128 and the number of the signal that ended it."""
    width = _width() if args.width is None else whole_number("--width", args.width, least=NARROWEST, most=WIDEST)
    exported = exported_in(args.source) if args.source is not None else None
    with StandardLines(kiosk=surroundings.kiosk) as lines:
        tutor = PlainTutor(surroundings, lines, width=width)
        tutor.exported = exported
        name = " ".join(word.strip() for word in args.lesson)
        lesson = lesson_named(tutor.session.course, name) if name else None
        try:
            tutor.run(lesson)
            if lines.signal is None:
                tutor.farewell()
            sys.stdout.flush()
        except OSError as error:
            if lines.signal is None and error.errno != errno.EIO:
                raise
            # A terminal that is gone takes no more words; what was typed is in the journal.
            give_up(sys.stdout)
            return 128 + lines.signal if lines.signal is not None else HUNG_UP
        return 128 + lines.signal if lines.signal is not None else 0


def _width() -> int:
    """Eighty characters, or as many as a narrower terminal has."""
    return min(WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else WIDTH
