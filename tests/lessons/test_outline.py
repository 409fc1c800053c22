"""The quick look and the full reading agree on every sound file, whatever its texts look like."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lessons.sample import SOUND, bent
from tutor.lessons.files import course_files
from tutor.lessons.loader import load_course, load_files, load_lesson
from tutor.lessons.model import Lesson, Outline
from tutor.lessons.outline import outline_course, outline_lesson, scan

HEAD = 'title = "T"\nobjectives = ["O"]\n'


def outline_of(lesson: Lesson) -> Outline:
    """The outline that a fully read lesson has."""
    return Outline(
        slug=lesson.slug,
        number=lesson.number,
        title=lesson.title,
        objectives=lesson.objectives,
        minutes=lesson.minutes,
        needs=lesson.needs,
        step_ids=tuple(step.id for step in lesson.steps),
        was=tuple((old, step.id) for step in lesson.steps for old in step.was),
        path=lesson.path,
    )


def agree(folder: Path, text: str) -> Outline:
    """The outline of a text, after a look that the full reading gives the same."""
    path = folder / "03_x.toml"
    path.write_bytes(text.encode())
    lesson, faults = load_lesson(path, number=3)
    assert lesson is not None, [str(fault) for fault in faults]
    outline = outline_lesson(path, number=3)
    assert outline == outline_of(lesson)
    return outline


def test_both_ways_give_the_same_course(tmp_path: Path) -> None:
    (tmp_path / "01_mine.toml").write_text(SOUND)
    outlines = outline_course([tmp_path])
    assert list(outlines) == [outline_of(lesson) for lesson in load_course([tmp_path]).lessons]
    assert outlines[-1].was == (("read-old", "read"),)


def test_the_own_lessons_need_no_full_parse() -> None:
    """The scan knows how our own files are written; otherwise the first screen would wait for a parser."""
    slow = [path.name for path in course_files()[0] if scan(path.read_text()) is None]
    assert slow == []


def test_a_body_that_looks_like_a_lesson_fools_nobody(tmp_path: Path) -> None:
    fake = '[[steps]]\nid = "fake"\nwas = ["old"]\n[problem.fake]\n"id" = "x"\nsteps = 3\n'
    bare = fake.replace('"', "`")
    text = (
        f"{HEAD}sources = ['''\n{fake}''', \"\"\"\n{bare}\"\"\"]\n# isn't [[steps]] ''' \"\"\"\n"
        f"[[steps]] # id = 'no'\n  id = 'one' # '''\nkind = 'text'\nbody = '''\n{fake}'''\n"
        "[problem.x]\nseed_level = 1\n"
        f'[[steps]]\nbody = """\\"""\n{bare}""""\nkind = "text"\nid = "two"\n'
    )
    assert scan(text) is not None
    assert agree(tmp_path, text).step_ids == ("one", "two")


@pytest.mark.parametrize(
    "steps",
    [
        "[['steps']]\nid = 'a'\nkind = 'text'\nbody = 'x'\n[[\"steps\"]]\n'id' = 'b'\nkind = 'text'\nbody = 'x'\n",
        "[[steps]]\nid = 'a'\nkind = 'text'\nbody = 'x'\n[['steps']]\n\"id\" = 'b'\nkind = 'text'\nbody = 'x'\n",
        "[[ steps ]]\n\tid='a'\nkind = 'text'\nbody = 'x'\n[[\tsteps\t]]\n'id' = 'b'\nkind = 'text'\nbody = 'x'\n",
        "[[steps]]\nid = '''a'''\nkind = 'text'\nbody = 'x'\n[[steps]]\nid = \"\\u0062\"\nkind = 'text'\nbody = 'x'\n",
        "[[steps]]\nid = 'a'\nkind = 'text'\nbody = 'x'\n[[steps]]\n\"\\u0069d\" = 'b'\nkind = 'text'\nbody = 'x'\n",
        "steps = [{id = 'a', kind = 'text', body = 'x'}, {id = 'b', kind = 'text', body = 'x'}]\n",
        "steps = [\n{id = 'a', kind = 'text', body = '''\n[[steps]]\nid = 'q'\n'''},\n"
        "{id = 'b', kind = 'text', body = 'x'}]\n",
        "'steps' = [{id = 'a', kind = 'text', body = 'x'}, {id = 'b', kind = 'text', body = 'x'}]\n",
        "[[steps]]\nid = 'a'\nkind = 'choice'\nprompt = 'x'\n[[steps.options]]\ntext = '1'\nwhy = 'x'\n"
        "[[steps.options]]\ntext = '2'\nwhy = 'y'\ncorrect = true\n[[steps]]\nid = 'b'\nkind = 'text'\nbody = 'x'\n",
        "problem.p.seed_level = 1\n[[steps]]\nid = 'a'\nkind = 'stepper'\nproblem = 'p'\n"
        "[[steps]]\nid = 'b'\nkind = 'text'\nbody = 'x'\n",
    ],
)
def test_other_ways_to_write_toml_agree(tmp_path: Path, steps: str) -> None:
    assert agree(tmp_path, HEAD + steps).step_ids == ("a", "b")


def test_windows_line_ends_and_a_byte_order_mark_agree(tmp_path: Path) -> None:
    assert agree(tmp_path, "\ufeff" + SOUND.replace("\n", "\r\n")).step_ids[0] == "read"


def test_a_file_without_a_sound_head_has_no_outline_and_the_others_keep_their_numbers(tmp_path: Path) -> None:
    own = len(course_files()[0])
    (tmp_path / "01_a.toml").write_text(bent('"A small lesson"', "No"))
    (tmp_path / "02_b.toml").write_text("title = 3\n[[steps]]\nid = 'b'\n")
    (tmp_path / "03_c.toml").mkdir()
    (tmp_path / "04_d.toml").write_bytes(b"\xff")
    (tmp_path / "05_e.toml").write_text(HEAD)
    (tmp_path / "06_f.toml").write_text(SOUND)
    (tmp_path / "07_g.toml").write_text(SOUND)
    added = outline_course([tmp_path])[own:]
    assert [(outline.slug, outline.number) for outline in added] == [("f", own + 6)]
    assert [lesson.slug for lesson in load_course([tmp_path]).lessons[own:]] == ["f"]


PAGE = '[[steps]]\nid = "{}"\nkind = "text"\nbody = "B"\n'


@pytest.mark.parametrize(
    "text",
    [
        HEAD,
        HEAD + 'id = "of no step"\n' + PAGE.format("a"),
        HEAD + PAGE.format("a") + 'id = "twice"\n',
        HEAD + '[[steps]]\nkind = "text"\n' + PAGE.format("a"),
        HEAD + PAGE.format("a") + '[[steps]]\nkind = "text"\n',
        HEAD + PAGE.format("a") + '[problem.p]\nid = "b"\n',
        HEAD + "[[steps]]\n[problem.p]\n" + PAGE.format("a"),
    ],
)
def test_what_is_not_sound_is_left_to_the_parser(text: str) -> None:
    """An id too many, or none: the quick look does not guess."""
    assert scan(HEAD + PAGE.format("a")) == (HEAD, ("a",))
    assert scan(text) is None


words = st.sampled_from(
    [
        "[[steps]]",
        'id = "x"',
        "id = 'x'",
        "[problem.q]",
        "'",
        '"',
        "''",
        '""',
        "#",
        "\\",
        "\n",
        " ",
        "was = []",
        "a",
        "é",
        "[",
        "]",
        "=",
    ]
)
texts = st.lists(words, min_size=1, max_size=12).map("".join).filter(str.strip)


@st.composite
def written(draw: st.DrawFn, text: str) -> str:
    """A text as TOML, in one of the four kinds of quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    ways = [f'"{escaped}"'.replace("\n", "\\n"), f'"""{escaped}"""']
    # One or two quotes may stand as they are, even before the closing three.
    ways.append('"""\n' + text.replace("\\", "\\\\").replace('"""', '""\\"') + '"""')
    if "'" not in text:
        ways.append(f"'''{text}'''")
    if "'''" not in text and not text.endswith("'"):
        ways.append(f"'''\n{text}'''")
    if "'" not in text and "\n" not in text:
        ways.append(f"'{text}'")
    return draw(st.sampled_from(ways))


@st.composite
def files(draw: st.DrawFn) -> str:
    """A sound lesson file with hostile texts, blanks and comments."""
    blank = st.sampled_from(["", " ", "\t"])
    comment = st.sampled_from(["", " # [[steps]]", " # id = \"c\" '''", "\n# it's\n"])
    lines = [
        f"title = {draw(written(draw(texts).replace(chr(10), ' ').strip() or 'T'))}",
        "objectives = [",
        '  "O", # ]',
        "]",
    ]
    if draw(st.booleans()):
        lines.append(f"sources = [{draw(written(draw(texts)))},\n{draw(written(draw(texts)))}]")
    for number in range(draw(st.integers(1, 4))):
        if draw(st.booleans()):
            lines.append(f"[problem.p{number}]{draw(comment)}\nseed_level = 1")
        quote = draw(st.sampled_from("'\""))
        step = [
            f"{draw(blank)}id{draw(blank)}={draw(blank)}{quote}s{number}{quote}{draw(comment)}",
            f"{draw(blank)}kind = 'text'",
            f"body = {draw(written(draw(texts)))}",
        ]
        lines += [f"{draw(blank)}[[{draw(blank)}steps{draw(blank)}]]{draw(comment)}", *draw(st.permutations(step))]
    return "\n".join(lines) + draw(st.sampled_from(["", "\n"]))


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=files())
def test_hostile_files_agree(tmp_path: Path, text: str) -> None:
    agree(tmp_path, text)


def test_a_first_look_loads_neither_numpy_nor_the_lessons() -> None:
    code = (
        "import sys; from tutor.lessons.outline import outline_course; outline_course();"
        "print(sorted({'numpy', 'textual', 'rich', 'tutor.lessons.model', 'tutor.lessons.loader'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_course_without_clashes_is_the_same_read_by_files(tmp_path: Path) -> None:
    """Numbers are places among the files that were asked for."""
    path = tmp_path / "01_a.toml"
    path.write_text(SOUND)
    assert load_files([path]).lessons == (load_lesson(path)[0],)
