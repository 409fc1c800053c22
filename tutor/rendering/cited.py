"""The sources of a page in one line of text, as they stand at its foot."""

from __future__ import annotations

from collections.abc import Sequence


def cited(sources: Sequence[str]) -> str:
    """`Source:` or `Sources:` and what they are; nothing where there are none."""
    return f"Source{'s' if len(sources) > 1 else ''}: {'; '.join(sources)}" if sources else ""
