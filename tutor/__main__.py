"""`python -m tutor` and the `attn-tutor` script: hand the command line to `tutor.cli`."""

import gc
import os
import sys
import threading
from contextlib import suppress

QUICK = ("compute", "grade", "problem", "read")
"""Commands that have ended before there is any garbage to look for."""

INTERRUPTED = 130
"""What shells report of a program that SIGINT has ended."""


def main() -> int:
    """Run the command line of this process. Returns its exit code, or leaves with it."""
    if sys.version_info < (3, 11):  # noqa: UP036  # an installer refuses it, a checkout does not
        sys.exit(f"attn-tutor needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    if sys.argv[1:2] and sys.argv[1] in QUICK:
        gc.disable()
    if "--kiosk" in sys.argv:
        _stay()
    try:
        from tutor.cli import main as run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        # Before the command line is read, or after all is done: nobody has asked for a traceback.
        return INTERRUPTED
    if threading.active_count() == 1:
        # All is written. To take every module apart first is a sixth of a short command's time, and serves nobody.
        with suppress(OSError, ValueError, AttributeError):
            sys.stderr.flush()
        try:
            sys.stdout.flush()
        except (OSError, ValueError, AttributeError):
            return code
        os._exit(code)
    return code


def _stay() -> None:
    """Until a screen is there, Ctrl+\\ would end the program with a dump of it as a file, and Ctrl+Z stop it."""
    import signal

    for name in ("SIGQUIT", "SIGTSTP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
