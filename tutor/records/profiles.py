"""Who keeps progress in one state folder: for the first screen, where an account is shared by several."""

from __future__ import annotations

from pathlib import Path

from tutor.records.events import learner_name
from tutor.records.recorded import learners_in, openings
from tutor.records.wording import one_line

_ROOM = 42
"""Characters of the names together, so that the line fits a screen of 80 columns."""


def known_learners(state: Path | None) -> tuple[str, ...]:
    """The names of the learners with a journal under `state`, in the order of the alphabet.

    Only the beginning of each file is read, so it is quick however much there is. The nameless one is not among
    them. Never raises; a name is a text like any other and never becomes part of a path.
    """
    return learners_in(openings(state))


def profiles_line(names: tuple[str, ...], learner: str | None) -> str:
    """One line for the first screen: who else learns here and how to be one of them; "" where nobody else does."""
    others = [name for name in names if name != learner_name(learner)]
    if not others:
        return ""
    shown = [one_line(name, longest=_ROOM // 2) for name in others]
    while len(shown) > 1 and len(", ".join(shown)) > _ROOM:
        shown.pop()
    more = f" and {len(others) - len(shown)} more" if len(others) > len(shown) else ""
    return f"{'Also' if learner else 'Learners'} here: {', '.join(shown)}{more} (--learner NAME)"
