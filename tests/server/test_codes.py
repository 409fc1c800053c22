"""The class code: what is kept of it, who fits, and how fast one may guess."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tutor.server import codes
from tutor.server.codes import (
    ALL,
    EACH,
    EACH_AGAIN,
    FILE,
    KNOWN,
    KNOWN_AGAIN,
    Code,
    CodeError,
    keep_code,
    new_code,
)


@dataclass
class Now:
    """Monotonic seconds that a test moves."""

    t: float = 100.0

    def __call__(self) -> float:
        return self.t


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts the slow hashes."""
    counted: list[int] = []
    real: Callable[..., bytes] = codes.hashlib.scrypt

    def scrypt(*args: object, **options: object) -> bytes:
        counted.append(1)
        return real(*args, **{**options, "n": 16})

    monkeypatch.setattr(codes.hashlib, "scrypt", scrypt)
    return counted


def test_only_a_hash_is_kept(tmp_path: Path) -> None:
    keep_code(tmp_path, "river lamp 42")
    kept = tmp_path / FILE
    assert "river" not in kept.read_text()
    assert kept.stat().st_mode & 0o077 == 0
    data = json.loads(kept.read_text())
    assert (data["n"], len(data["hash"]), len(data["salt"])) == (16384, 64, 32)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_two_classes_with_one_code_have_two_hashes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        keep_code(tmp_path / name, "river lamp")
    assert (tmp_path / "a" / FILE).read_text() != (tmp_path / "b" / FILE).read_text()


def test_new_codes_differ_and_can_be_kept(tmp_path: Path) -> None:
    made = {new_code() for _ in range(20)}
    assert len(made) == 20
    keep_code(tmp_path, made.pop())


def test_a_code_that_is_too_short(tmp_path: Path) -> None:
    with pytest.raises(CodeError, match="6 characters"):
        keep_code(tmp_path, "ab  c d e")


@pytest.mark.usefixtures("hashes")
async def test_the_code_as_people_copy_it(tmp_path: Path) -> None:
    keep_code(tmp_path, "River Lamp")
    code = Code(tmp_path, Now())
    assert await code.fits("here", "riverlamp")
    assert await code.fits("here", " RIVER lamp ")
    assert not await code.fits("here", "river-lamp")
    assert not await code.fits("here", "")


async def test_one_address_guesses_slowly_and_the_others_come_in(tmp_path: Path, hashes: list[int]) -> None:
    keep_code(tmp_path, "river lamp")
    now = Now()
    code = Code(tmp_path, now)
    for number in range(1000):
        assert not await code.fits("there", f"guess {number}")
    assert len(hashes) == 1 + EACH
    # Not even the right one, from there; elsewhere nobody notices.
    assert not await code.fits("there", "river lamp")
    assert await code.fits("here", "river lamp")
    now.t += EACH_AGAIN
    assert await code.fits("there", "river lamp")


async def test_many_addresses_guess_slowly_together(tmp_path: Path, hashes: list[int]) -> None:
    keep_code(tmp_path, "river lamp")
    code = Code(tmp_path, Now())
    assert await code.fits("class", "river lamp")
    for number in range(1000):
        assert not await code.fits(f"net {number}", "guess")
    assert len(hashes) <= 2 + ALL
    assert await code.fits("class", "river lamp"), "whose class has been here before does not wait for guessers"


async def test_a_class_at_once_pays_for_one_slow_hash(tmp_path: Path, hashes: list[int]) -> None:
    keep_code(tmp_path, "river lamp")
    code = Code(tmp_path, Now())
    for _ in range(60):
        assert await code.fits("class", "river lamp")
    assert len(hashes) == 2


async def test_a_cold_server_lets_a_whole_class_in_at_once(tmp_path: Path, hashes: list[int]) -> None:
    """Thirty right codes together from one address: eighteen were refused as too many wrong ones."""
    keep_code(tmp_path, "river lamp")
    code = Code(tmp_path, Now())
    assert all(await asyncio.gather(*(code.fits("class", "river lamp") for _ in range(60))))
    assert len(hashes) == 2, "one to keep it, one to find it right"
    for number in range(EACH):
        assert not code.must_wait("class"), number
        assert not await code.fits("class", "guess")
    assert code.must_wait("class"), "the right ones cost no tries"


async def test_guesses_at_the_same_time_do_not_pass_together(tmp_path: Path, hashes: list[int]) -> None:
    keep_code(tmp_path, "river lamp")
    code = Code(tmp_path, Now())
    assert not any(await asyncio.gather(*(code.fits("there", f"guess {number}") for number in range(200))))
    assert len(hashes) == 1 + EACH


@pytest.mark.usefixtures("hashes")
async def test_a_guesser_beside_a_class_keeps_out_nobody_who_has_been_here(tmp_path: Path) -> None:
    """A class behind one router was shut out, all of it, by one of them who guessed on and on."""
    keep_code(tmp_path, "river lamp")
    now = Now()
    code = Code(tmp_path, now)
    for number in range(1000):
        assert not await code.fits("school", f"guess {number}")
    assert code.must_wait("school")
    assert await code.fits("school", "river lamp", "ada")
    for number in range(1000):
        assert not await code.fits("school", f"guess {number}", "bob")
    # Whoever guesses at one name shuts out that one alone, there alone, and not for long.
    assert not await code.fits("school", "river lamp", "bob")
    assert await code.fits("school", "river lamp", "carl")
    assert await code.fits("home", "river lamp", "bob")
    now.t += KNOWN_AGAIN
    assert await code.fits("school", "river lamp", "bob")


@pytest.mark.usefixtures("hashes")
async def test_known_names_are_guessed_at_slowly_too(tmp_path: Path) -> None:
    keep_code(tmp_path, "river lamp")
    code = Code(tmp_path, Now())
    assert await code.fits("school", "river lamp")
    looked_at = 0
    for number in range(50):
        looked_at += not code.must_wait("school", "ada")
        assert not await code.fits("school", f"guess {number}", "ada")
    assert looked_at == KNOWN


async def test_once_the_right_one_is_known_a_wrong_one_costs_no_hash(tmp_path: Path, hashes: list[int]) -> None:
    keep_code(tmp_path, "river lamp")
    code = Code(tmp_path, Now())
    assert await code.fits("class", "river lamp")
    for number in range(500):
        assert not await code.fits(f"net {number}", "guess")
    assert len(hashes) == 2, "one to keep it, one to find it right"


@pytest.mark.parametrize("n", [0, 2**30])
def test_a_hash_that_was_not_made_here(tmp_path: Path, n: int) -> None:
    """It would have cost every login a gigabyte, or an error."""
    keep_code(tmp_path, "river lamp")
    kept = json.loads((tmp_path / FILE).read_text())
    (tmp_path / FILE).write_text(json.dumps({**kept, "n": n}))
    with pytest.raises(CodeError, match="cannot be read"):
        Code(tmp_path, Now())


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"n": "x"}'])
def test_what_is_kept_may_be_damaged(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(CodeError, match="cannot be read"):
        Code(tmp_path, Now())
