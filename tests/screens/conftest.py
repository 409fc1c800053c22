"""The course, loaded once, and apps in which to look at it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tutor.app import TutorApp
from tutor.lessons.loader import load_course
from tutor.lessons.model import Course
from tutor.surroundings import Surroundings

Start = Callable[..., TutorApp]


@pytest.fixture(scope="session")
def course() -> Course:
    """The package's own course; it never changes."""
    return load_course()


@pytest.fixture
def start(course: Course, tmp_path: Path) -> Start:
    """Makes an app in surroundings of its own: nothing is kept unless `state` is named, nothing is random."""

    def make(*, of: Course | None = None, **outside: Any) -> TutorApp:
        values: dict[str, Any] = {"exports": tmp_path, "clock": lambda: 1_800_000_000.0, "seed": 7, **outside}
        return TutorApp(Surroundings(**values), course=course if of is None else of)

    return make
