"""Threads for long work, which remember nothing of what they did."""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class ForgetfulPool(ThreadPoolExecutor):
    """Runs each piece of work in a context of its own.

    Textual notes in its thread's context which app the work is for; left there, a thread that waits would keep the
    whole app of a learner who has gone.
    """

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Run it in some thread."""
        return super().submit(contextvars.Context().run, fn, *args, **kwargs)
