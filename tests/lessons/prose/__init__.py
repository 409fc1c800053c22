"""Every decimal number that a lesson prints, beside the calculation that it comes from: one module for each unit.

A module has the unit's slug for its name, with underscores, and may define two tables by page id. `COMPUTED` has the
text as printed and its numbers, worked out anew. `STATED` has texts whose numbers the page makes up, or gives as an
example of typing. A module that is put here is found without being named anywhere.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

from tests.lessons.plain_attention import Row


@dataclass(frozen=True)
class Numbers:
    """The tables of one unit, both by page id."""

    computed: Mapping[str, Mapping[str, Row]]
    stated: Mapping[str, tuple[str, ...]]

    @property
    def pages(self) -> set[str]:
        return {*self.computed, *self.stated}


def by_unit() -> dict[str, Numbers]:
    """The tables of every module in this folder, by the unit's slug."""
    found = {}
    for module in pkgutil.iter_modules(__path__):
        tables = import_module(f"{__name__}.{module.name}")
        found[module.name.replace("_", "-")] = Numbers(
            computed=getattr(tables, "COMPUTED", {}), stated=getattr(tables, "STATED", {})
        )
    return found
