"""The standard streams while a command line runs: there is always one, and no character may fail on it."""

from __future__ import annotations

import codecs
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager


@contextmanager
def open_streams() -> Iterator[None]:
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
def encoded_streams(*, ascii_only: bool, json: bool) -> Iterator[None]:
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
