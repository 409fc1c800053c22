"""The shell commands, one module each, imported only when asked for. None imports Textual.

A module has `add_arguments(parser)` and `run(args, surroundings) -> int`. It prints its result on standard
output and returns 0 for done or right, 1 for an honest no; what the caller must mend is raised as
`UsageError`, which `tutor.cli` prints as one line on standard error, with exit code 2.
"""

from __future__ import annotations

import sys

DISPENSABLE = ("ssl", "linkify_it")
"""What asyncio and markdown-it do without where it is missing: the tutor connects to nothing, links open nothing."""


class UsageError(Exception):
    """One sentence about what the caller typed or pointed at."""


def do_without() -> None:
    """Load what a learner's own process never needs as if it were missing: in a class, 1.6 MiB for each of them."""
    for name in DISPENSABLE:
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]
