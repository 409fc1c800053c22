"""What every screen of the tutor has: a line that says where one is, a footer of keys, a cover for tiny windows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Region
from textual.reactive import Reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from tutor.screens import keys
from tutor.widgets.bars import KeyBar, TopBar
from tutor.widgets.cover import Cover, too_small
from tutor.widgets.ground import all_alike
from tutor.widgets.leaving import Left

if TYPE_CHECKING:
    from tutor.app import TutorApp


class TutorScreen(Screen[str | None]):
    """A screen between a top bar and a key bar. A subclass composes its `body` and names its `footer_keys`."""

    BINDINGS: ClassVar[list[BindingType]] = [*keys.bindings((keys.BACK, keys.HELP, keys.GLOSSARY, keys.THEME))]
    help_area: ClassVar[str] = "home"
    shows_lesson: ClassVar[bool] = False
    """True where the screen shows the session's open lesson, which then has to be open whenever it is come back to."""
    AUTO_FOCUS: ClassVar[str | None] = ""
    """Nothing, unless a screen says so: else a screen come back to would put one into a field that one has left."""
    ALLOW_SELECT = False
    """Selecting over a page that is just being replaced breaks in Textual; fields have a selection of their own."""
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """As Textual has it, but a move of the focus paints the two widgets that it is about, not the whole screen."""

    @property
    def tutor(self) -> TutorApp:
        """The app, by its own type."""
        return cast("TutorApp", self.app)

    def __init__(self) -> None:
        super().__init__()
        self._is_whole = False
        self._was_shown = False

    def compose(self) -> ComposeResult:
        yield TopBar()
        yield from self.body()
        yield KeyBar()
        yield Cover()

    def render_lines(self, crop: Region) -> list[Strip]:
        return all_alike(super().render_lines, crop)

    def body(self) -> Iterable[Widget]:
        """The widgets between the bars."""
        return ()

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        """The keys that work now, the way out first and help last."""
        return keys.footer(keys.BACK, keys.HELP)

    @property
    def in_front(self) -> bool:
        """True while no other screen is above. Textual's `is_current` is also true for the one just below the top."""
        return self.app.screen is self

    @property
    def in_field(self) -> bool:
        """True while the letters are typed, not commands."""
        return bool(self.focused is not None and self.focused.has_class("-field"))

    @property
    def is_live(self) -> bool:
        """True while this screen is the one on show and all of it is there.

        Keys are faster than screens: some arrive before one is mounted, others once it is on its way out.
        """
        return self._is_whole and self.is_attached and self.in_front

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.is_live

    def on_mount(self) -> None:
        if self.is_attached and self.query(KeyBar):
            self.ready()
            self._is_whole = True
            self.update_footer()
            self.screen_layout_refresh_signal.subscribe(self, self._follow_layout)

    def on_unmount(self) -> None:
        self.tutor.leftovers.add()

    @on(events.ScreenResume)
    def keep_first_styles(self, event: events.ScreenResume) -> None:
        # Just put up, all of it has its styles: only a screen that is come back to may have missed another theme.
        event.refresh_styles = event.refresh_styles and self._was_shown
        self._was_shown = True

    def ready(self) -> None:
        """All widgets are there: fill them, and put the focus where it belongs."""

    def once_laid_out(self, step: Callable[[], object]) -> None:
        """Take this step after the next layout, if the screen is still there by then: a key may have led away."""
        self.call_after_refresh(self._if_still_there, step)

    def _if_still_there(self, step: Callable[[], object]) -> None:
        if self._is_whole and self in self.app.screen_stack:
            step()

    def _follow_layout(self, _screen: Screen[object]) -> None:
        self._if_still_there(self.laid_out)

    def laid_out(self) -> None:
        """A layout is done, so what fits is known now, and where one has scrolled to. Not so before: a step that waits
        for one refresh may come ahead of the layout that it means."""
        self.update_footer()

    def show_title(self, left: str, right: str, *, short: str = "") -> None:
        """What the top bar says."""
        for top in self.query(TopBar):
            top.set(left, right, short=short)

    def update_footer(self) -> None:
        """Show the keys that work now. A screen on its way out has no bar any more, and needs none."""
        for bar in self.query(KeyBar):
            bar.set(self.footer_keys())

    def say(self, message: str) -> None:
        """One short message in the footer, until the next key."""
        for bar in self.query(KeyBar):
            bar.say(message)

    def on_key(self, event: events.Key) -> None:
        if event.key != "ctrl+c":
            self.say("")

    def on_resize(self, event: events.Resize) -> None:
        for cover in self.query(Cover):
            # Set to what it is already, it would be laid out and painted all the same.
            if cover.display is not too_small(event.size):
                cover.display = too_small(event.size)

    def on_descendant_focus(self) -> None:
        self.update_footer()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        self.update_footer()

    def outdate(self) -> None:
        """What is shown has changed while another screen was above: draw it anew when it is come back to."""

    @on(Left)
    def leave_field(self) -> None:
        """Esc in a field: the letters are commands again."""
        self.set_focus(None)

    async def action_back(self) -> None:
        self.tutor.go_back()

    async def action_help(self) -> None:
        from tutor.screens.help import HelpScreen

        await self.tutor.push_at_once(HelpScreen(self.help_area))

    async def action_glossary(self) -> None:
        await self.tutor.open_glossary()

    def action_theme(self) -> None:
        self.tutor.switch_light()
