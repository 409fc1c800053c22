"""The Textual app: its themes, its calm mode, what is loaded when, and which screen comes next."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from tutor import __version__
from tutor.lessons.outline import outline_course
from tutor.look.filters import AsciiOnly, FewerSegments, Uncolored
from tutor.look.themes import DARK, LIGHT, defaults, theme_name
from tutor.records.journal import Journal
from tutor.records.progress import Progress, fold
from tutor.records.recorded import read_events
from tutor.screens.home import HomeScreen

if TYPE_CHECKING:
    from tutor.coaching.entering import Form
    from tutor.coaching.session import Session
    from tutor.lessons.glossary import Glossary
    from tutor.lessons.model import Course, Lesson
    from tutor.maths.problem import Problem
    from tutor.surroundings import Surroundings

QUIT_HINT = "To quit: esc, then q until you are out; or ctrl+q. What you typed is kept."

WARM_UP_AFTER = 0.05
"""Seconds after the first frame."""


class TutorApp(App[None]):
    """One learner's tutor. Everything from outside comes in `surroundings`; any number may run in one process."""

    # The first screen's rules come with the shared ones: a screen's own would have all of them parsed twice.
    CSS_PATH: ClassVar[list[str | PurePath]] = ["app.tcss", "screens/home.tcss"]
    TITLE = "attn-tutor"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c", "help_quit", show=False, system=True),
    ]

    def __init__(self, surroundings: Surroundings, *, course: Course | None = None) -> None:
        self.surroundings = surroundings
        self.light = surroundings.light
        # Made once: Textual keeps filtered lines by the filter that made them.
        self._own_filters: tuple[LineFilter, ...] = (
            *((Uncolored(),) if surroundings.colors == "none" else ()),
            *((AsciiOnly(),) if surroundings.ascii else ()),
            FewerSegments(),
        )
        super().__init__(ansi_color=surroundings.colors in ("none", "16"))
        self.animation_level = "none"
        for theme in (DARK, LIGHT):
            self.register_theme(theme)
        # Set without its watcher, which would apply all styles once more before anything is shown.
        self.set_reactive(App.theme, theme_name(surroundings, light=self.light))
        self.stylesheet.set_variables(self.get_css_variables())
        self.set_class(self.current_theme.dark, "-dark-mode")
        self.set_class(not self.current_theme.dark, "-light-mode")
        recorded = read_events(surroundings.state, learner=surroundings.learner)
        self.outlines = outline_course(surroundings.lesson_folders)
        progress = fold(recorded.events, aliases={old: now for x in self.outlines for old, now in x.was})
        self.journal_note = recorded.note
        self.journal = Journal(
            surroundings.state,
            clock=surroundings.clock,
            learner=surroundings.learner,
            version=__version__,
            front_end="app",
            after=progress.latest,
        )
        self.journal.prepare()
        self.first_time = surroundings.state is not None and not recorded.events
        self._progress = progress
        self._course = course
        self._session: Session | None = None
        self._runs = 0
        self.worth_another_look: int | None = None
        """How many pages are due for review; None until the course has been read."""
        self._glossary: Glossary | None = None
        self._making_session = threading.Lock()
        self.bench: tuple[Problem, Form] | None = None
        """The workbench as it was left in this stay: its problem, and what stood in its fields."""

    @property
    def session(self) -> Session:
        """The learner's stay. Made when it is first needed: the home screen does without."""
        # The thread that warms up and a learner who is quick with Enter may both be the first to need it.
        with self._making_session:
            if self._session is None:
                from tutor.coaching.session import Session

                surroundings, course = self.surroundings, self._course
                self._session = Session(
                    load=lambda: course if course is not None else _load_course(surroundings),
                    journal=self.journal,
                    progress=self._progress,
                    learner=surroundings.learner,
                    seed=surroundings.seed,
                )
            return self._session

    @property
    def progress(self) -> Progress:
        """What this learner has done so far."""
        return self._session.progress if self._session is not None else self._progress

    def get_default_screen(self) -> HomeScreen:
        return HomeScreen()

    def on_mount(self) -> None:
        # A moment later, so that the first frame is out before the imports begin.
        self.set_timer(WARM_UP_AFTER, self.warm_up)

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

        course = self.session.course
        self.worth_another_look = len(due(course, self.progress, self.surroundings.clock()))
        self.call_from_thread(self.refresh_home)

    def refresh_home(self) -> None:
        """Draw the home screen again, where it is the one that is shown."""
        if isinstance(self.screen, HomeScreen):
            self.screen.show_progress()

    def notice(self) -> str:
        """What has to be said once about saving or lessons; nothing most of the time."""
        note = self.surroundings.note or self.journal.problem or self.journal_note
        if note:
            return note
        if self.first_time:
            return f"What you type is kept in {self.surroundings.state}; a teacher may read it there."
        return ""

    # Which screen comes next.

    async def push_at_once(self, screen: Screen[Any]) -> None:
        """Push a screen and paint it once, when all of it is there."""
        with self.batch_update():
            await self.push_screen(screen)

    def paint_once(self) -> None:
        """Hold painting back until what is now under way is done, so that it comes in one piece."""
        held = ExitStack()
        held.enter_context(self.batch_update())
        self.call_later(held.close)

    async def open_lesson(self, slug: str, step_id: str | None = None) -> None:
        """Open a lesson at a page: the one named, else where this learner left it."""
        from tutor.screens.lesson import LessonScreen

        lesson = self.session.course.find(slug)
        if lesson is not None:
            self.first_time = False
            self.session.open(lesson, step_id)
            await self.push_at_once(LessonScreen())

    async def replace_with_lesson(self, lesson: Lesson, step_id: str | None = None) -> None:
        """Open a lesson in place of the screen that is shown."""
        from tutor.screens.lesson import LessonScreen

        self.session.open(lesson, step_id)
        # Not awaited: this runs in a handler of the very screen that goes away.
        self.switch_screen(LessonScreen())

    async def open_workbench(self) -> None:
        from tutor.screens.workbench import WorkbenchScreen

        if self.bench is None:
            self.bench = self.session.workbench()
        await self.push_at_once(WorkbenchScreen(*(self.bench or ())))

    async def open_quiz(self) -> None:
        """A mixed quiz over the units, another one each time."""
        from tutor.coaching.quiz import mixed

        self._runs += 1
        seed = self.surroundings.seed + self._runs
        await self._run(mixed(self.session.course, self.progress, seed), again=seed)

    async def open_review(self) -> None:
        """What is worth another look today, with fresh numbers."""
        from tutor.coaching.quiz import review_lesson
        from tutor.coaching.review import draw_of, due

        now = self.surroundings.clock()
        items = due(self.session.course, self.progress, now)
        if items:
            await self._run(review_lesson(items), again=draw_of(now))
        else:
            self.say("Nothing to look at again today. What you answer comes back after 1, 3 and 7 days.")

    async def _run(self, lesson: Lesson, *, again: int) -> None:
        from tutor.screens.lesson import LessonScreen

        if lesson.steps:
            self.session.run(lesson, again=again)
            await self.push_at_once(LessonScreen())
        else:
            self.say("The course has no questions to ask yet.")

    async def open_results(self) -> None:
        """The end of a lesson: what came of it, in place of its last page."""
        from tutor.screens.results import ResultsScreen

        # Not awaited: this runs in a handler of the very screen that goes away.
        self.switch_screen(ResultsScreen())

    async def open_practice(self) -> None:
        from tutor.screens.practice import PracticeScreen

        await self.push_at_once(PracticeScreen())

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
        from tutor.records.export import SaveError, save_text

        folder = self.surroundings.exports
        if folder is None:
            return "There is no folder to save in."
        try:
            return f"Saved as {save_text(folder, name, text)}"
        except SaveError as error:
            return str(error)

    def say(self, message: str) -> None:
        """One short message in the footer of the screen that is shown, until the next key."""
        say = getattr(self.screen, "say", None)
        if say is not None:
            say(message)

    def go_back(self) -> None:
        """Back to the screen before; from the first one, out."""
        if len(self.screen_stack) > 1:
            self.paint_once()
            self.pop_screen()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Leave the tutor. Every screen keeps what stands in its fields first."""
        self.keep_drafts()
        self.journal.close()
        self.exit()

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

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return defaults(self.theme)

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), *self._own_filters]


def _load_course(surroundings: Surroundings) -> Course:
    from tutor.lessons.loader import load_course

    return load_course(surroundings.lesson_folders)
