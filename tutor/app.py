"""The Textual app: its themes, its calm mode, what is loaded when, and which screen comes next."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from tutor.coaching.offers import NO_QUESTIONS, NOTHING_DUE
from tutor.coaching.stay import Stay
from tutor.look.bounds import BoundedApp
from tutor.look.in_one import InOne
from tutor.look.leftovers import Leftovers
from tutor.look.painting import A_MOMENT, hold
from tutor.look.sheets import Sheets
from tutor.look.themes import DARK, LIGHT, defaults, theme_name
from tutor.screens.benches import first_screen, go_home, workbench
from tutor.screens.home import HomeScreen

if TYPE_CHECKING:
    from textual.driver import Driver

    from tutor.coaching.entering import Form
    from tutor.coaching.labs.lab import Lab
    from tutor.coaching.session import Session
    from tutor.lessons.glossary import Glossary
    from tutor.lessons.labs import LabName, LabValue
    from tutor.lessons.model import Course, Lesson
    from tutor.maths.problem import Problem
    from tutor.records.progress import Progress
    from tutor.rendering.looked import Looked
    from tutor.surroundings import Surroundings

QUIT_HINT = "To quit: esc, then q until you are out; or ctrl+q. What you typed is kept."

SCREENS = Path(__file__).with_name("screens")


class TutorApp(BoundedApp):
    """One learner's tutor. Everything from outside comes in `surroundings`; any number may run in one process."""

    # The first screen's rules come with the shared ones: a screen's own would have all of them parsed twice.
    CSS_PATH: ClassVar[list[str | PurePath]] = ["app.tcss", "screens/home.tcss"]
    TITLE = "attn-tutor"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c", "help_quit", show=False, system=True),
    ]

    def __init__(
        self, surroundings: Surroundings, *, course: Course | None = None, sheets: Sheets | None = None
    ) -> None:
        self.surroundings = surroundings
        self.light = surroundings.light
        self._in_one = InOne(colored=surroundings.colors != "none", ascii=surroundings.ascii)
        super().__init__(ansi_color=surroundings.colors in ("none", "16"))
        self.animation_level = "none"
        for theme in (DARK, LIGHT):
            self.register_theme(theme)
        # Set without its watcher, which would apply all styles once more before anything is shown.
        self.set_reactive(App.theme, theme_name(surroundings, light=self.light))
        self._sheets = sheets if sheets is not None else Sheets()
        self._share_stylesheet()
        self.set_class(self.current_theme.dark, "-dark-mode")
        self.set_class(not self.current_theme.dark, "-light-mode")
        self.stay = Stay(surroundings, front_end="app", course=course)
        self.worth_another_look: int | None = None
        """How many pages are due for review; None until the course has been read."""
        self.profiles = ""
        """Who else learns in this state folder, in one line; once that has been read."""
        self._glossary: Glossary | None = None
        self.bench: tuple[Problem, Form] | None = None
        """The workbench as it was left in this stay: its problem, and what stood in its fields."""
        self.looked: Looked | None = None
        """Matrices from a file that was named at the start, and where in them one was last."""
        self.when_warm: Callable[[], None] | None = None
        """Called once, when all that the next screens need has been loaded."""
        self.leftovers = Leftovers()
        self.labs: dict[str, Lab] = {}
        """The laboratories as they were left in this stay; one opened from a page of a lesson has its own."""

    @property
    def session(self) -> Session:
        """The learner's session."""
        return self.stay.session

    @property
    def progress(self) -> Progress:
        """What this learner has done so far."""
        return self.stay.progress

    def get_default_screen(self) -> Screen[Any]:
        return first_screen(self)

    def on_mount(self) -> None:
        self.set_timer(A_MOMENT, self.warm_up)

    @work(thread=True, exclusive=True)
    def warm_up(self) -> None:
        """After the first frame: read the lessons and import what the next screens need, so that they open at once."""
        import numpy  # noqa: F401  # imported for its side effect on the next import

        import tutor.maths.attention
        import tutor.rendering.prose
        import tutor.screens.lesson
        import tutor.screens.pages.answer
        import tutor.screens.pages.choice
        import tutor.screens.workbench  # noqa: F401
        from tutor.coaching.review import due
        from tutor.records.profiles import known_learners, profiles_line

        self.profiles = profiles_line(known_learners(self.surroundings.state), self.surroundings.learner)
        course = self.session.course
        self.worth_another_look = len(due(course, self.progress, self.surroundings.clock()))
        self.call_from_thread(self._be_ready)
        self.stay.keep_snapshot()

    def _be_ready(self) -> None:
        # Read one by one as their screens are opened, each would have all of Textual's own parsed again.
        for path in sorted(SCREENS.glob("*.tcss")):
            if not self.stylesheet.has_source(str(path)):
                self.stylesheet.read(path)
        self.stylesheet.parse()
        self.refresh_home()
        if self.when_warm is not None:
            self.when_warm()

    def refresh_home(self) -> None:
        """Draw the home screen again, where it is the one that is shown; at the end there is none any more."""
        for screen in self.screen_stack[-1:]:
            if isinstance(screen, HomeScreen):
                screen.show_progress()

    # Which screen comes next.

    async def push_at_once(self, screen: Screen[Any]) -> None:
        """Push a screen and paint it once, when all of it is there."""
        with self.batch_update():
            await self.push_screen(screen)

    def paint_once(self) -> None:
        """Hold painting back until what is now under way is done, so that it comes in one piece."""
        self.call_later(hold(self).close)

    async def open_lesson(self, slug: str, step_id: str | None = None) -> None:
        """Open a lesson at a page: the one named, else where this learner left it."""
        from tutor.screens.lesson import LessonScreen

        lesson = self.session.course.named(slug)
        if lesson is None:
            self.refresh_home()
            self.say("This lesson has a fault, so it stays out of the course; attn-tutor check names it.")
            return
        self.stay.first_time = False
        self.session.open(lesson, step_id)
        await self.push_at_once(LessonScreen())

    async def replace_with_quiz(self) -> None:
        """A mixed quiz in place of the screen that is shown."""
        quiz, seed = self.stay.mixed_quiz()
        self.session.run(quiz, again=seed)
        self.replace_with_lesson()

    def replace_with_lesson(self) -> None:
        """The lesson that the session is at, in place of the screen that is shown."""
        from tutor.screens.lesson import LessonScreen

        # Not awaited: this runs in a handler of the very screen that goes away.
        self.switch_screen(LessonScreen())

    async def open_workbench(self) -> None:
        await self.push_at_once(workbench(self))

    async def open_quiz(self) -> None:
        """A mixed quiz over the units, another one each time."""
        quiz, seed = self.stay.mixed_quiz()
        await self._run(quiz, again=seed)

    async def open_review(self) -> None:
        """What is worth another look today, with fresh numbers."""
        from tutor.coaching.quiz import review_lesson
        from tutor.coaching.review import draw_of, due

        now = self.surroundings.clock()
        items = due(self.session.course, self.progress, now)
        if items:
            await self._run(review_lesson(items), again=draw_of(now))
        else:
            self.say(NOTHING_DUE)

    async def _run(self, lesson: Lesson, *, again: int) -> None:
        from tutor.screens.lesson import LessonScreen

        if lesson.steps:
            self.session.run(lesson, again=again)
            await self.push_at_once(LessonScreen())
        else:
            self.say(NO_QUESTIONS)

    async def open_results(self) -> None:
        """The end of a lesson: what came of it, in place of its last page."""
        from tutor.screens.results import ResultsScreen

        # Not awaited: this runs in a handler of the very screen that goes away.
        self.switch_screen(ResultsScreen())

    async def open_practice(self) -> None:
        from tutor.screens.practice import PracticeScreen

        await self.push_at_once(PracticeScreen())

    async def open_labs(self) -> None:
        from tutor.screens.labs import LabsScreen

        await self.push_at_once(LabsScreen())

    async def open_lab(self, name: LabName, start: tuple[tuple[str, LabValue], ...] = ()) -> None:
        """Open a laboratory, at the values that a page sets; as it was left, where this has been done before."""
        from tutor.coaching.labs.opening import open_lab
        from tutor.screens.lab import LabScreen

        kept_as = f"{name} {start}"
        lab = self.labs.get(kept_as) or open_lab(name, dict(start))
        await self.push_at_once(LabScreen(lab, kept_as))

    async def open_glossary(self) -> None:
        """Look a word up. What stands in the fields of the screens below is kept first."""
        from tutor.lessons.glossary import load_glossary
        from tutor.screens.glossary import GlossaryScreen

        self.keep_drafts()
        if self._glossary is None:
            self._glossary = load_glossary()
        await self.push_at_once(GlossaryScreen(self._glossary))

    def keep_drafts(self) -> None:
        """Every screen keeps what stands in its fields."""
        for screen in reversed(self.screen_stack):
            keep = getattr(screen, "keep_draft", None)
            if keep is not None:
                keep()

    def save(self, name: str, text: str) -> str:
        """Save a text where this learner may. Returns the sentence that says where, or why not."""
        from tutor.records.export import saved

        return saved(self.surroundings.exports, name, text, kiosk=self.surroundings.kiosk)

    def say(self, message: str) -> None:
        """One short message in the footer of the screen that is shown, until the next key."""
        say = getattr(self.screen, "say", None)
        if say is not None:
            say(message)

    def go_back(self) -> None:
        """Back to the screen before; from the home screen, out."""
        if len(self.screen_stack) > 1:
            self.paint_once()
            self.pop_screen()
        elif not isinstance(self.screen, HomeScreen):
            go_home(self)
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Leave the tutor. Every screen keeps what stands in its fields first."""
        self.keep_drafts()
        self.stay.journal.close()
        self.exit()

    def bell(self) -> None:
        """Textual rings before it takes down the screens of an app with an unhandled error: keep what is typed."""
        if sys.exc_info()[1] is not None:
            with suppress(Exception):
                self.keep_drafts()
        super().bell()

    def action_help_quit(self) -> None:
        """Ctrl+C with nothing selected: say how to quit."""
        self.say(QUIT_HINT)

    # How it looks.

    def switch_light(self) -> None:
        """Dark to light, or light to dark."""
        self.light = not self.light
        # All styles are set anew in several rounds: one painting at the end of them, not three.
        self.delay_update()
        self.theme = theme_name(self.surroundings, light=self.light)

    def refresh_css(self, animate: bool = True) -> None:
        # Other apps go on in the colors that this one leaves.
        self._share_stylesheet()
        super().refresh_css(animate)

    def _share_stylesheet(self) -> None:
        self.stylesheet = self._sheets.with_colors(self.get_css_variables(), self.stylesheet)

    def get_driver_class(self) -> type[Driver]:
        driver = super().get_driver_class()
        if driver.__name__ != "LinuxDriver":
            return driver
        from tutor.look.keyboard import TolerantDriver

        return TolerantDriver

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return defaults(self.theme)

    def get_line_filters(self) -> Sequence[LineFilter]:
        return self._in_one.after(super().get_line_filters())
