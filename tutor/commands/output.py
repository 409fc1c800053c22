"""What commands write: results to standard output, notes to standard error, and nothing that a terminal acts on."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

from tutor.notation.visible import in_json, printable, visible


def say(text: str, *, end: str = "\n") -> None:
    """Print a result for people, of any number of lines; control characters in it are shown, not sent."""
    print(visible(text), end=end)


def say_json(value: object) -> None:
    """Print one JSON object on one line, in UTF-8. Infinities have to be texts already."""
    import json

    print(in_json(json.dumps(value, ensure_ascii=False, allow_nan=False)))


def note(sentence: str) -> None:
    """One line on standard error. Where that takes no more, the note is lost, and nothing else."""
    try:
        print(f"attn-tutor: {printable(' '.join(sentence.split()))}", file=sys.stderr, flush=True)
    except (OSError, ValueError):
        give_up(sys.stderr)


def give_up(stream: TextIO) -> None:
    """A stream takes no more: what waits in its buffer has nowhere to go, and Python would complain of it at exit."""
    with suppress(AttributeError, OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, stream.fileno())
        finally:
            os.close(nowhere)
