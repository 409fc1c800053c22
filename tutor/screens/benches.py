"""Which workbench is opened: that for the numbers of a file where one was named at the start, else that of the form."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tutor.app import TutorApp
    from tutor.screens.base import TutorScreen


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
