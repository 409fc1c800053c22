"""A stay begins with what is recorded, whether that is counted anew or comes from a snapshot."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Clock
from tests.records.lines import line, put, session
from tutor.coaching.stay import Stay
from tutor.records import snapshot
from tutor.surroundings import Surroundings


@pytest.fixture(autouse=True)
def worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "WORTH", 1)
    monkeypatch.setattr(snapshot, "DOUBT", 0.0)


def names(state: Path) -> list[str]:
    return sorted(path.name for path in (state / "journal").iterdir())


def test_a_start_from_a_snapshot_is_as_one_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "1", session(1), line(2, "open", lesson="l", step="a"), line(3, "done", step="a"))
    surroundings = Surroundings(state=tmp_path, clock=Clock())
    first = Stay(surroundings, front_end="app")
    assert names(tmp_path) == ["1.jsonl"]
    first.keep_snapshot()
    assert names(tmp_path) == ["1.jsonl", "snapshot-00000000.json"]
    monkeypatch.delattr(snapshot, "read_events")
    second = Stay(surroundings, front_end="plain")
    assert second.progress == first.progress
    assert (second.first_time, second.notice()) == (False, "")


def test_only_once_and_not_where_nothing_is_kept(tmp_path: Path) -> None:
    put(tmp_path, "1", session(1), line(3, "done", step="a"))
    stay = Stay(Surroundings(state=tmp_path, clock=Clock()), front_end="app")
    stay.keep_snapshot()
    (tmp_path / "journal" / "snapshot-00000000.json").unlink()
    stay.keep_snapshot()
    assert names(tmp_path) == ["1.jsonl"]
    unsaved = Stay(Surroundings(state=None, clock=Clock()), front_end="app")
    unsaved.keep_snapshot()
    assert unsaved.first_time is False
    assert unsaved.progress.steps == {}
