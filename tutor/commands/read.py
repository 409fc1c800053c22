"""`attn-tutor read`: show how a typed text is read, as one line or as JSON."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace

from tutor.commands import UsageError
from tutor.commands.output import say, say_json
from tutor.notation.printer import explained, json_values, shape_words
from tutor.notation.reader import read
from tutor.notation.reading import Reading, Shape
from tutor.surroundings import Surroundings

STAGES = ("scores", "scaled", "masked", "weights", "output", "probability", "number", "shape")
EXIT = {"read": 0, "ask": 1, "shape": 1, "unreadable": 2}
LARGEST = 10_000
PERCENT = "Percentages are read where weights or probabilities are asked: add --for weights or --for probability."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", nargs="+", help='what was typed, such as "1/√2, 0" or "1 2; 3 4"')
    parser.add_argument("--expect", metavar="N|RxC", help="how many numbers are wanted: 3, or 2x3 for a matrix")
    parser.add_argument("--for", dest="stage", metavar="STAGE", help=f"what the numbers are for: {', '.join(STAGES)}")
    parser.add_argument("--json", action="store_true", help="one JSON object, in full precision")


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:  # noqa: ARG001
    """Print the reading. 0 read, 1 a question or another shape than was wanted; unreadable is a UsageError."""
    stage = None if args.stage is None else args.stage.strip().lower()
    if stage is not None and stage not in STAGES:
        raise UsageError(f"--for {stage!r} is not known; it is one of {', '.join(STAGES)}")
    reading = _read(" ".join(args.text), _shape(args.expect), stage)
    if args.json:
        say_json(_as_json(reading))
    elif reading.status != "unreadable":
        say(_in_words(reading))
    if reading.status == "unreadable":
        raise UsageError(reading.reason or "")
    return EXIT[reading.status]


def _read(text: str, expect: Shape | None, stage: str | None) -> Reading:
    """The reading; where only a percent sign is in the way, since nobody said what the numbers are for, that too."""
    reading = read(text, expect=expect, stage=stage, blanks=True)
    if reading.status != "unreadable" or stage is not None or "%" not in text:
        return reading
    if read(text, expect=expect, stage="weights", blanks=True).status == "unreadable":
        return reading
    return replace(reading, reason=f"{reading.reason} {PERCENT}")


def _shape(text: str | None) -> Shape | None:
    """3 as (3,), 2x3 as (2, 3). One number may be typed bare, so 1 is ()."""
    if text is None:
        return None
    found = re.fullmatch(r"\s*([0-9]{1,5})(?:\s*[x×*,]\s*([0-9]{1,5}))?\s*", text)
    sizes = tuple(int(size) for size in found.groups() if size) if found else ()
    if not sizes or not all(1 <= size <= LARGEST for size in sizes):
        raise UsageError(f"--expect {text!r} is no shape: type 3 for three numbers, 2x3 for two rows of three")
    return () if sizes == (1,) else sizes


def _as_json(reading: Reading) -> dict[str, object]:
    return {
        "status": reading.status,
        **_numbers(reading),
        "readings": [_numbers(one) for one in reading.readings],
        "reason": reading.reason,
    }


def _numbers(reading: Reading) -> dict[str, object]:
    """The numbers of a reading; nulls where there are none."""
    if not reading.cells:
        return {"values": None, "shape": None, "echo": ""}
    return {
        "values": json_values(reading.cells, reading.shape),
        "shape": list(reading.shape),
        "echo": reading.echo,
    }


def _in_words(reading: Reading) -> str:
    """The shape and the echo; the readings of a question one a line, numbered from 1."""
    if reading.status == "ask":
        choices = [f"  {i}  {explained(one)}" for i, one in enumerate(reading.readings, 1)]
        return "\n".join([reading.reason or "", *choices])
    line = f"{shape_words(reading.shape)}: {explained(reading)}"
    return f"{line}\n{reading.reason}" if reading.reason else line
