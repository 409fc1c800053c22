"""Shifted targets: how much may be wrong for the rest to be called right."""

from __future__ import annotations

import pytest

from tutor.coaching.judging.targets import grade_targets


@pytest.mark.parametrize(
    ("text", "status", "cells"),
    [
        ("a X", "cells", (True, False)),
        ("X b", "cells", (False, True)),
        ("X Y", "wrong", (False, False)),
    ],
)
def test_half_of_them_wrong_is_a_matter_of_single_cells(text: str, status: str, cells: tuple[bool, ...]) -> None:
    verdict = grade_targets(("START", "a", "b"), text)
    assert (verdict.status, verdict.cells) == (status, cells)
