"""What all pages share: they show the session's open page, and say which keys work on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from textual.message import Message

from tutor.coaching.page import no_other
from tutor.screens import keys
from tutor.widgets.ground import Ground

if TYPE_CHECKING:
    from tutor.app import TutorApp
    from tutor.coaching.session import Session

Pairs = tuple[tuple[str, str], ...]


class PageView(Ground):
    """The part of a page below its body. On its own: a page that is only read."""

    DEFAULT_CSS = "PageView { height: auto; }"

    @dataclass
    class GoneOn(Message):
        """The learner is through with this page: the next one, please."""

        view: PageView

    @dataclass
    class Changed(Message):
        """What stands on the page has changed: marks and footer may have to follow; `below` where it is at the end."""

        view: PageView
        below: bool = True

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.step = session.step

    @property
    def tutor(self) -> TutorApp:
        """The app, by its own type."""
        return cast("TutorApp", self.app)

    @property
    def is_open(self) -> bool:
        """False once the session is on another page, and this view about to go away: then it may tell it nothing."""
        return self.session.step is self.step

    def footer(self) -> Pairs:
        """The keys of this page, without the way out and help."""
        return keys.footer(keys.NEXT, keys.PREVIOUS, keys.GLOSSARY)

    def arrive(self) -> None:
        """Put the focus where the page begins."""

    def forward(self) -> bool:
        """`n` on this page: True where the page itself had somewhere to go."""
        return False

    def backward(self) -> bool:
        """`b` on this page: True where the page itself had somewhere to go."""
        return False

    async def open(self) -> bool:
        """Enter where nothing has the focus: True where the page had something to open."""
        return False

    def hint(self) -> None:
        """`h` on this page."""

    def show(self) -> None:
        """`s` on this page."""

    def another(self) -> None:
        """`a` on this page."""
        self.tutor.say(no_other(self.step, practice="the home screen"))

    def type(self, character: str) -> bool:
        """A digit or bracket typed outside a field. True where the page took it."""
        return False

    def keep_draft(self) -> None:
        """Keep what stands in the fields; called whenever the page may go away."""
