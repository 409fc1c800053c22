"""An error of our own: the details go into a file, and one line on standard error says where."""

from __future__ import annotations

import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from tutor import __version__
from tutor.commands.output import note
from tutor.records.crash import save_report, summary

OWN_ERROR = 70
"""The exit code (EX_SOFTWARE of sysexits.h)."""


def report_crash(details: str, *, state: Path | None, kiosk: bool) -> int:
    """Save the traceback in the state folder, else, outside a kiosk, in that for temporary files. Returns 70."""
    folders = [state] if state is not None else []
    if not kiosk:
        with suppress(OSError):
            folders.append(Path(tempfile.gettempdir()))
    # Not platform.platform(): that starts a process to ask for the processor.
    about = f"attn-tutor {__version__}, Python {sys.version.split()[0]}, {sys.platform}\n\n"
    path = save_report(folders, about + details, t=time.time())
    where = f"; the details are in {path}" if path else ""
    note(f"stopped by an error of its own ({summary(details)}){where}")
    return OWN_ERROR
