"""The shell commands, one module each, imported only when asked for. None imports Textual.

A module has `add_arguments(parser)` and `run(args, surroundings) -> int`. It prints its result on standard
output and returns 0 for done or right, 1 for an honest no; what the caller must mend is raised as
`UsageError`, which `tutor.cli` prints as one line on standard error, with exit code 2.
"""

from __future__ import annotations


class UsageError(Exception):
    """One sentence about what the caller typed or pointed at."""
