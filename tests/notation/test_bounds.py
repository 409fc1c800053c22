"""Hostile and huge text: a reason at once, with memory flat, and nothing run."""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Iterator

import pytest

from tutor.notation.reader import LONGEST, read
from tutor.notation.reading import Reading, Shape

SECONDS = 0.2
BYTES = 8_000_000

HOSTILE = {
    "a tower of powers": "9^" * 4999 + "9",
    "a tower of **": "2**" * 3300 + "2",
    "e to the e": "e^" * 4999 + "1",
    "negative powers": "9^-" * 3300 + "9",
    "open brackets": "[" * 5000,
    "nested brackets": "[" * 5000 + "]" * 5000,
    "nested groups": "(" * 5000 + "1" + ")" * 4999,
    "mixed brackets": "[(<{" * 2500,
    "half open": "([1]" * 2000,
    "nested roots": "sqrt(" * 2000,
    "stacked roots": "√" * 9999 + "2",
    "minuses": "-" * 9999,
    "minuses after a number": "1" + "-" * 9998,
    "a long line": "-" * 9998 + "x",
    "equals": "=" * 9998 + "x",
    "digits": "1" * 10000,
    "a long exponent": "1e" + "9" * 9990,
    "parted exponents": "1 e-" * 2500,
    "points": "1." * 5000,
    "dots": "." * 10000,
    "commas": "," * 10000,
    "semicolons": ";" * 10000,
    "bars": "|" * 10000,
    "line ends": "\n" * 10000,
    "carriage returns": "\r" * 10000,
    "blanks": " " * 9999 + "x",
    "blanks between": "1" + " " * 9998 + "x",
    "zero width": "\u200b" * 10000,
    "percents": "1%" * 5000,
    "thousands": "1" + ",000" * 2400 + "x",
    "pointed thousands": "1" + ".000" * 2400 + ",5x",
    "names": "k1 " * 3333 + "x",
    "words": "ab " * 3333 + "x",
    "wide words": "ab  " * 2500,
    "one word": "a" * 10000,
    "echoes": "I read " * 1400,
    "asides": "a   (" * 2000,
    "wrappers": "array(" * 1600,
    "modules": "np." * 3333,
    "options": "array([1" + ",dtype=" * 1200,
    "quotes": '"-inf" ' * 1400 + '"',
    "assignments": "a=" * 5000,
    "other digits": "٣" * 10000,
    "deep single cells": "[[1]]," * 1600,
    "numbers and then a word": "1 " * 4990 + "x",
    "rows and then a word": "1\n" * 4990 + "x",
    "a megabyte": "9^" * 500_000,
    "a megabyte of brackets": "[" * 1_000_000,
    "attributes": "().__class__.__bases__[0].__subclasses__()",
    "imports": "__import__('os').system('true')",
}
LARGE = {
    "one bracket a number": "[1]," * 2500,
    "tight commas": "1,1" * 3333,
    "a long small exponent": "1e-" + "9" * 9990,
    "many numbers": "1 " * 5000,
    "many numbers with commas": "1," * 5000,
    "many rows": "1\n" * 5000,
    "a long product": "1*" * 4999 + "9",
    "a long sum": "1 + " * 2499 + "1",
    "a long chain of fractions": "1/" * 4999 + "1",
    "a full matrix": ("1.25 " * 64 + "\n") * 31,
}


@pytest.fixture(autouse=True, scope="module")
def _only_our_own_garbage() -> Iterator[None]:
    """What the tests before these left on the heap is not searched for garbage on the reader's time."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def timed(text: str, expect: Shape | None, stage: str | None) -> Reading:
    """The reading of a text, which must not take longer than people notice. Other programs' time is not counted."""
    start = time.process_time()
    reading = read(text, expect=expect, stage=stage)
    assert time.process_time() - start < SECONDS
    return reading


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_refused_at_once(text: str) -> None:
    for reading in (timed(text, None, None), timed(text, (3,), "weights")):
        assert reading.status in ("unreadable", "shape")
        assert len(reading.reason or "") < 200
    assert timed(text, None, "shape").status != "read"


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE.keys())
def test_a_full_field_is_read_at_once(text: str) -> None:
    assert timed(text, None, None).status == "read"
    assert timed(text, (3,), "weights").status in ("shape", "unreadable")


@pytest.mark.parametrize(
    "name", ["a megabyte", "nested brackets", "a tower of powers", "commas", "thousands", "many rows"]
)
def test_memory_stays_flat(name: str) -> None:
    text = {**HOSTILE, **LARGE}[name]
    tracemalloc.start()
    read(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < BYTES


def test_what_is_too_long_says_how_long_it_may_be() -> None:
    assert read("1" * LONGEST + "1").reason == "This is 10,001 characters long; at most 10,000 can be read."
    assert read(" " * (LONGEST - 1) + "1").cells == (1.0,)


def test_forty_brackets_are_enough_for_anyone() -> None:
    assert read("(" * 39 + "1/2" + ")" * 39, expect=()).cells == (0.5,)
    assert "too many brackets" in (read("(" * 41 + "1/2" + ")" * 41).reason or "")
    assert "too many powers" in (read("1^" * 60 + "1").reason or "")
