"""`attn-tutor progress --export FILE` and `--import FILE`: a learner's progress moves to another machine."""

from __future__ import annotations

import sys
from pathlib import Path

from tutor import __version__
from tutor.commands import UsageError
from tutor.commands.output import note, say
from tutor.lessons.loader import load_course
from tutor.lessons.model import Course
from tutor.records.journal import learners, read_events
from tutor.records.progress import Progress, fold
from tutor.records.recorded import Recorded
from tutor.records.transfer import Taken, TransferError, pack, take_in, write_new
from tutor.records.wording import one_line
from tutor.surroundings import Surroundings

LARGEST = 64 * 2**20
"""Bytes of a file that is taken in."""

STREAM = "-"


def export_to(name: str, surroundings: Surroundings) -> int:
    """Write everything recorded of one learner into a new file; - is standard output. Returns 0."""
    state = _state(surroundings, "there is nothing to export")
    course = load_course(surroundings.lesson_folders)
    recorded = _recorded(state, surroundings.learner)
    progress = fold(recorded.events, aliases=course.aliases)
    done, pages = _pages(course, progress)
    attempts = sum(record.attempts for record in progress.steps.values())
    packed = pack(
        state,
        learner=surroundings.learner,
        t=surroundings.clock(),
        version=__version__,
        about={"pages": pages, "done": done, "attempts": attempts},
    )
    who = _who(surroundings.learner)
    if not packed.events:
        others = ", ".join(one_line(each) for each in learners(state))
        hint = f"; learners here: {others} (--learner NAME)" if others and not surroundings.learner else ""
        raise UsageError(f"nothing{who} is recorded in {one_line(str(state), longest=400)}{hint}")
    if packed.damaged:
        stay = "stays" if packed.damaged == 1 else "stay"
        note(f"{_count(packed.damaged, 'damaged line')} could not be read and {stay} out of the file")
    if name == STREAM:
        sys.stdout.buffer.write(packed.data)
        return 0
    try:
        write_new(Path(name), packed.data)
    except TransferError as error:
        raise UsageError(f"--export: {error}") from None
    say(
        f"Saved {_count(packed.events, 'event')}{who} in {one_line(name, longest=400)}: {done} of {pages} pages done, "
        f"{_count(attempts, 'attempt')}. It is self-reported; take it in elsewhere with progress --import."
    )
    return 0


def import_from(name: str, surroundings: Surroundings) -> int:
    """Take in what a file holds and is not here yet; - is standard input. Returns 0."""
    state = _state(surroundings, "nothing can be taken in")
    learner = surroundings.learner
    course = load_course(surroundings.lesson_folders)
    recorded = _recorded(state, learner).events
    before = fold(recorded, aliases=course.aliases)
    try:
        taken = take_in(state, _content(name), learner=learner, t=surroundings.clock(), version=__version__)
    except TransferError as error:
        raise UsageError(f"--import {one_line(name, longest=400)}: {error}") from None
    if taken.damaged or taken.missing:
        note(f"--import {one_line(name, longest=400)}: {_left_out(taken)}")
    if taken.others:
        note(f"{_count(taken.others, 'line')} of other learners stayed out")
    if not taken.new:
        say(f"Nothing new: {_count(taken.known, 'event')}{_who(learner)} in the file, all of them here already.")
        return 0
    if any(event.type == "reset" and event.t > taken.since for event in recorded):
        note("a reset here came after some of what was taken in, and that is forgotten")
    after = fold(_recorded(state, learner).events, aliases=course.aliases)
    done, pages = _pages(course, after)
    already = f", {taken.known} were here already" if taken.known else ""
    say(
        f"Taken in: {_count(taken.new, 'new event')}{_who(learner)}{already}. "
        f"{done} of {pages} pages are done now, {_pages(course, before)[0]} before."
    )
    return 0


def _state(surroundings: Surroundings, what: str) -> Path:
    if surroundings.state is None:
        raise UsageError(f"{what}: {surroundings.note or 'progress is not kept'}")
    return surroundings.state


def _recorded(state: Path, learner: str | None) -> Recorded:
    recorded = read_events(state, learner=learner)
    if recorded.in_the_way is not None:
        raise UsageError(recorded.note or "")
    return recorded


def _content(name: str) -> bytes:
    """The bytes of a plain file or of standard input."""
    if name == STREAM:
        data = sys.stdin.buffer.read(LARGEST + 1)
    else:
        path = Path(name)
        try:
            path.stat()
            if path.is_dir():
                raise TransferError("that is a folder; name a file that progress --export has written")
            if not path.is_file():
                raise TransferError("that is a device or a pipe; name a file, or - for standard input")
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except FileNotFoundError:
            raise TransferError("there is no such file") from None
        except (OSError, ValueError):
            raise TransferError("it cannot be read") from None
    if len(data) > LARGEST:
        raise TransferError(f"it is larger than {LARGEST // 2**20} MiB")
    return data


def _left_out(taken: Taken) -> str:
    parts = []
    if taken.damaged:
        parts.append(f"{_count(taken.damaged, 'damaged line')} left out")
    if taken.missing:
        parts.append(f"{_count(taken.missing, 'line')} fewer than the file says that it has")
    return ", ".join(parts)


def _pages(course: Course, progress: Progress) -> tuple[int, int]:
    steps = [step.id for lesson in course.lessons for step in lesson.steps]
    return sum(progress.is_done(step) for step in steps), len(steps)


def _who(learner: str | None) -> str:
    return f" of {one_line(learner)}" if learner else ""


def _count(n: int, singular: str) -> str:
    return f"{n} {singular if n == 1 else singular + 's'}"
