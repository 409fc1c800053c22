"""The course: sound lessons are in, faulty ones are out with their faults, and nothing in a file raises."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lessons.sample import SOUND, bent
from tutor.lessons.files import OWN, lesson_files
from tutor.lessons.listing import Fault, Outline
from tutor.lessons.loader import load_course, load_files, load_lesson
from tutor.lessons.model import Course
from tutor.lessons.problems import KEYS as PROBLEM_KEYS
from tutor.lessons.schema import KIND_KEYS, OPTION_KEYS, STEP_KEYS, read_lesson


def write(folder: Path, name: str, text: str, *, prefix: str = "") -> Path:
    """A file whose step ids begin with a prefix, so that several can live in one course."""
    path = folder / name
    path.write_text(text.replace('id = "', f'id = "{prefix}').replace("read-old", f"{prefix}read-old"))
    return path


def lines(course: Course) -> list[str]:
    return [str(fault) for fault in course.faults]


def test_the_own_lessons_are_sound() -> None:
    course = load_course()
    assert [fault for fault in course.faults if fault.level == "error"] == []
    assert [lesson.path for lesson in course.lessons] == list(lesson_files(OWN))
    assert [lesson.number for lesson in course.lessons] == list(range(1, len(course.lessons) + 1))


def test_added_lessons_follow_the_own(tmp_path: Path) -> None:
    write(tmp_path, "01_mine.toml", SOUND, prefix="mine-")
    course = load_course([tmp_path])
    last = course.lessons[-1]
    assert (last.slug, last.number) == ("mine", len(course.lessons))
    assert course.find("mine") is last
    assert course.find(" ") is None
    assert course.step("mine-read-old") == (last, last.steps[0])


def test_the_other_lessons_open_and_keep_their_numbers(tmp_path: Path) -> None:
    write(tmp_path, "01_a.toml", SOUND, prefix="a-")
    write(tmp_path, "02_b.toml", bent('"A small lesson"', "No"), prefix="b-")
    write(tmp_path, "03_c.toml", bent('"A small lesson"', "0.10"), prefix="c-")
    write(tmp_path, "04_d.toml", SOUND, prefix="d-")
    course = load_files(lesson_files(tmp_path))
    assert [(lesson.slug, lesson.number) for lesson in course.lessons] == [("a", 1), ("d", 4)]
    assert lines(course) == [
        '02_b.toml: line 1, column 9: found No: expected a value; text stands in quotes: "No"',
        "03_c.toml: title: expected text, found the number 0.1; put quotes around it",
    ]


def test_an_id_used_in_two_files_is_the_fault_of_the_later_one(tmp_path: Path) -> None:
    write(tmp_path, "01_a.toml", SOUND, prefix="a-")
    write(tmp_path, "02_b.toml", SOUND.replace('"walk"', '"weights-old"'), prefix="a-")
    course = load_files(lesson_files(tmp_path))
    assert [lesson.slug for lesson in course.lessons] == ["a"]
    assert lines(course) == [
        "02_b.toml: step a-read: id: a-read is used in 01_a.toml already",
        "02_b.toml: step a-read: id: a-read-old is used in 01_a.toml already",
        *(
            f"02_b.toml: step a-{name}: id: a-{name} is used in 01_a.toml already"
            for name in ("weights", "again", "choose", "say")
        ),
    ]


def test_a_slug_used_in_two_files_is_the_fault_of_the_later_one(tmp_path: Path) -> None:
    write(tmp_path, "01_a.toml", SOUND, prefix="a-")
    write(tmp_path, "02_b.toml", 'slug = "a"\n' + SOUND, prefix="b-")
    course = load_files(lesson_files(tmp_path))
    assert [lesson.number for lesson in course.lessons] == [1]
    assert lines(course) == ["02_b.toml: slug: a is the slug of 01_a.toml already"]


def test_a_need_that_no_lesson_has_is_a_warning(tmp_path: Path) -> None:
    write(tmp_path, "01_first.toml", SOUND, prefix="a-")
    write(tmp_path, "02_b.toml", 'needs = ["frist", "first", "elsewhere"]\n' + SOUND, prefix="b-")
    elsewhere = Outline(
        slug="elsewhere", number=1, title="", objectives=(), minutes=None, needs=(), step_ids=(), path=tmp_path
    )
    course = load_files(lesson_files(tmp_path), beside=[elsewhere])
    assert len(course.lessons) == 2
    assert lines(course) == ["02_b.toml: needs: warning: no lesson has the slug frist; did you mean first?"]


def test_a_need_of_several_lines_is_told_on_one(tmp_path: Path) -> None:
    course = load_files([write(tmp_path, "01_a.toml", 'needs = ["x\\ny"]\n' + SOUND)])
    assert lines(course) == ["01_a.toml: needs: warning: no lesson has the slug x\\ny"]


def test_windows_line_ends_a_byte_order_mark_and_tabs_change_nothing(tmp_path: Path) -> None:
    plain, _ = load_lesson(write(tmp_path, "01_small.toml", SOUND))
    other = tmp_path / "w" / "01_small.toml"
    other.parent.mkdir()
    tabbed = SOUND.replace("\nprompt", "\n\tprompt").replace("\n  {", "\n\t{")
    other.write_bytes(b"\xef\xbb\xbf" + tabbed.replace("\n", "\r\n").encode())
    lesson, faults = load_lesson(other)
    assert faults == ()
    assert plain is not None
    assert lesson is not None
    assert lesson.steps == plain.steps


def test_what_cannot_be_read_is_one_fault_each(tmp_path: Path) -> None:
    (tmp_path / "01_folder.toml").mkdir()
    os.mkfifo(tmp_path / "02_pipe.toml")
    (tmp_path / "03_gone.toml").symlink_to(tmp_path / "nowhere")
    (tmp_path / "04_empty.toml").touch()
    (tmp_path / "05_nul.toml").write_bytes(b"\0" * 100)
    write(tmp_path, "06_sound.toml", SOUND)
    course = load_files(lesson_files(tmp_path))
    assert [lesson.slug for lesson in course.lessons] == ["sound"]
    assert lines(course) == [
        "01_folder.toml: is a folder; expected a file",
        "02_pipe.toml: is a device or a pipe; expected a file",
        "03_gone.toml: cannot be read: no such file or directory",
        "04_empty.toml: title: missing; expected text in quotes",
        "04_empty.toml: objectives: missing; expected a list of texts in quotes, at least one",
        "04_empty.toml: steps: expected at least one [[steps]]",
        "05_nul.toml: line 1, column 1: found " + "\\x00" * 23 + '…: expected a key, such as title = "…"',
    ]


def test_a_file_that_may_not_be_read_is_one_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests may run as root, who may read everything; so the refusal is made here."""

    def refuse(*_: object) -> object:
        raise PermissionError(13, "Permission denied")

    path = write(tmp_path, "01_a.toml", SOUND)
    monkeypatch.setattr(Path, "open", refuse)
    assert [str(fault) for fault in load_lesson(path)[1]] == ["01_a.toml: cannot be read: permission denied"]


def test_an_added_folder_that_is_gone_is_one_fault(tmp_path: Path) -> None:
    course = load_course([tmp_path / "gone"])
    assert lines(course) == ["gone: cannot be read: no such file or directory"]
    assert len(course.lessons) == len(lesson_files(OWN))


def test_a_file_name_with_a_line_feed_stays_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "01_a\n\x1b[2J.toml"
    path.write_text(SOUND)
    _, faults = load_lesson(path)
    assert all(str(fault).isprintable() for fault in faults)
    assert "slug (from the file's name)" in str(faults[0])


text_like = st.text(alphabet="ab=[]{}\"'#\\.,\n 10-:\x1b", max_size=40)
keys = st.sampled_from(
    sorted(
        {
            "title",
            "objectives",
            "steps",
            "problem",
            *STEP_KEYS,
            *OPTION_KEYS,
            *PROBLEM_KEYS,
            *sum(KIND_KEYS.values(), ()),
        }
    )
)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, len(SOUND)), gone=st.integers(0, 30), put=text_like | st.text(max_size=20))
def test_a_sound_file_with_any_piece_replaced_never_raises(tmp_path: Path, place: int, gone: int, put: str) -> None:
    path = tmp_path / "01_small.toml"
    path.write_bytes((SOUND[:place] + put + SOUND[place + gone :]).encode("utf-8", "surrogatepass"))
    lesson, faults = load_lesson(path)
    assert (lesson is None) == any(fault.level == "error" for fault in faults)
    assert all(str(fault).isprintable() for fault in faults)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=st.binary(max_size=300))
def test_no_bytes_raise(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "01_a.toml"
    path.write_bytes(raw)
    lesson, faults = load_lesson(path)
    assert lesson is None
    assert faults


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["text", "stepper", "vector", "choice", "explain", "weights", "small", "causal", 1, 2, math.inf]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys | st.text(max_size=3), inner, max_size=5),
    max_leaves=10,
)
steps = st.lists(
    st.dictionaries(st.sampled_from(sorted({*STEP_KEYS, "problem", "options", "hints"})), values) | values, max_size=4
)


@given(data=st.dictionaries(keys, values, max_size=8), more=steps, kind=st.sampled_from(sorted(KIND_KEYS)))
def test_no_tables_raise(data: dict[str, Any], more: list[Any], kind: str) -> None:
    """Whatever a parser may hand over, and a little more, ends in faults or in a lesson."""
    named = [{"id": f"s{i}", "kind": kind, **step} if isinstance(step, dict) else step for i, step in enumerate(more)]
    faults: list[Fault] = []
    read_lesson({**data, "steps": named}, path=Path("a.toml"), number=1, default_slug="a", faults=faults)
    assert all(str(fault).isprintable() for fault in faults)
