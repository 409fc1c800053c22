"""Which workbench is opened: that for the numbers of a file where one was named at the start, else that of the form.

The numbers of a file are also what such a start begins with, and the home screen is where they lead back to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.screens.home import HomeScreen

if TYPE_CHECKING:
    from tutor.app import TutorApp
    from tutor.screens.base import TutorScreen


def first_screen(app: TutorApp) -> TutorScreen:
    """The home screen, or the numbers of a file that was named at the start."""
    if app.looked is None:
        return HomeScreen()
    screen = workbench(app)
    # Textual reads the rules of all screens but the first one.
    for path in screen.css_path:
        if not app.stylesheet.has_source(str(path)):
            app.stylesheet.read(path)
    return screen


def go_home(app: TutorApp) -> None:
    """From the first screen to the home screen, on a stack of its own: the first one of a stack cannot be replaced."""
    app.add_mode("home", HomeScreen)
    app.switch_mode("home")


def workbench(app: TutorApp) -> TutorScreen:
    """The workbench as it was left in this stay."""
    if app.looked is None:
        return typed_workbench(app)
    from tutor.screens.matrices import MatricesScreen

    return MatricesScreen(app.looked)


def typed_workbench(app: TutorApp) -> TutorScreen:
    """The workbench for numbers that are typed, as it was left: in this stay, or in the one before."""
    from tutor.screens.workbench import WorkbenchScreen

    if app.bench is None:
        app.bench = app.session.workbench()
    return WorkbenchScreen(*(app.bench or ()))
