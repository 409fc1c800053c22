"""C06: every way in which lesson files went wrong for people, one file each in one folder, as an author meets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.cli import main
from tutor.lessons.files import lesson_files
from tutor.lessons.loader import load_course, load_files
from tutor.lessons.model import ChoiceStep, NumberStep

CHOICE = """title = "{slug}"
objectives = ["Choose."]

[[steps]]
id = "{slug}-page"
kind = "choice"
prompt = "Which?"
options = [
  {{ text = {value}, why = "One reason." }},
  {{ text = "B", correct = true, why = "Another reason." }},
]
"""

NUMBER = """title = "{slug}"
objectives = ["Type."]

[[steps]]
id = "{slug}-page"
kind = "number"
prompt = "How much?"
hints = [{value}, "Second."]
answer = "1"
"""

TYPED = ("No", "yes", "on", "y", "1:30", "0.10", "1e3", "null", "~", "#x", "true", "-inf", "2024-01-01")
"""What other formats take for something else than text."""

SIGNS = ("!", "*", "&", "[", "{", "@", "%", "#", ">", "|", "-", "?", ":", "`", "'")
"""What a hint began with when it stopped a whole course."""


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def test_text_in_quotes_is_text_as_typed(tmp_path: Path) -> None:
    """0.10 is not 0.1, No is not false, and a hint may begin with any sign."""
    for i, value in enumerate(TYPED):
        (tmp_path / f"{i:02}_c{i}.toml").write_text(CHOICE.format(slug=f"c{i}", value=quoted(value)))
    for i, sign in enumerate(SIGNS):
        (tmp_path / f"{i + 50}_n{i}.toml").write_text(NUMBER.format(slug=f"n{i}", value=quoted(f"{sign} first")))
    course = load_files(lesson_files(tmp_path))
    assert [fault for fault in course.faults if fault.level == "error"] == []
    steps = [lesson.steps[0] for lesson in course.lessons]
    assert tuple(step.options[0].text for step in steps if isinstance(step, ChoiceStep)) == TYPED
    assert tuple(step.hints[0] for step in steps if isinstance(step, NumberStep)) == tuple(f"{x} first" for x in SIGNS)


SOUND = CHOICE.format(slug="{slug}", value='"A"')

FAULTY = SOUND.replace("{slug}", "f")


def with_option(value: str) -> str:
    return CHOICE.format(slug="f", value=value)


PLANTED: dict[str, tuple[str, str]] = {
    # what it is: the file's text, and the line that names it after the file's name
    "No": (with_option("No"), "line 9, column 12: found No, "),
    "a time": (with_option("1:30"), "line 9, column 13: found :30"),
    "a number": (with_option("0.10"), "step f-page: option 1, text: expected text, found the number 0.1; put quotes"),
    "true": (with_option("true"), "step f-page: option 1, text: expected text, found true; put quotes around it"),
    "a comment": (with_option("#x"), "line 9, column 12: found #x"),
    "a tilde": (with_option("~"), "line 9, column 12: found ~"),
    "a hint's sign": (NUMBER.format(slug="f", value="! first"), "line 8, column 10: found ! first"),
    "no title": (FAULTY.replace('title = "f"\n', ""), "title: missing"),
    "no right option": (FAULTY.replace("correct = true, ", ""), "step f-page: options: no option is right"),
    "no why": (FAULTY.replace(', why = "One reason."', ""), "step f-page: option 1, why: missing"),
    "no table for an option": (
        FAULTY.replace('{ text = "A", why = "One reason." }', '"A"'),
        "step f-page: option 1: expected { text = … }, found the text",
    ),
    "no answer": (NUMBER.format(slug="f", value='"!"').replace('answer = "1"\n', ""), "step f-page: answer: "),
    "an id twice": (FAULTY + FAULTY.partition("\n\n")[2], "step f-page: id: f-page is used twice in this file"),
    "an unknown key": (FAULTY.replace("prompt", "promt"), "step f-page: promt: unknown key; did you mean prompt?"),
    "an open quote": (FAULTY.replace('"Which?"', '"Which?'), "line 7, column 17: the text before has no closing quote"),
    "half a file": (FAULTY[:120], "line 9, column 13: the text before has no closing quote"),
    "nothing": ("", "title: missing"),
    "NUL": ("\0" * 64, "line 1, column 1: found "),
    "YAML": ("title: Shapes\nsteps:\n\t- id: x\n", "line 1, column 6: found : Shapes"),
}


@pytest.mark.parametrize("what", PLANTED)
def test_each_fault_is_told_with_file_and_place_and_the_rest_opens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    text, place = PLANTED[what]
    (tmp_path / "01_before.toml").write_text(SOUND.replace("{slug}", "before"))
    (tmp_path / "02_f.toml").write_text(text)
    (tmp_path / "03_after.toml").write_text(SOUND.replace("{slug}", "after"))
    assert main(["check", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith(f"02_f.toml: {place}")], lines
    assert all(line.startswith("02_f.toml: ") for line in lines[:-1] if ": warning: " not in line)
    assert all(line.isprintable() for line in lines)
    assert lines[-1].startswith("3 lessons, ")
    course = load_course([tmp_path])
    assert {"before", "after"} <= {lesson.slug for lesson in course.lessons}
    assert "f" not in {lesson.slug for lesson in course.lessons}
    assert main(["--lessons", str(tmp_path), "show", "after"]) == 0
    assert "Which?" in capsys.readouterr().out


def test_all_of_them_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every fault of every file in one list, one line each; the sound lesson among them opens."""
    for i, (text, _) in enumerate(PLANTED.values()):
        (tmp_path / f"{i:02}_f{i}.toml").write_text(text.replace("f-page", f"f{i}-page"))
    (tmp_path / "90_sound.toml").write_text(SOUND.replace("{slug}", "sound"))
    assert main(["check", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert {line.partition(":")[0] for line in lines[:-1] if ": warning: " not in line} == {
        f"{i:02}_f{i}.toml" for i in range(len(PLANTED))
    }
    assert [lesson.slug for lesson in load_files(lesson_files(tmp_path)).lessons] == ["sound"]


def test_one_id_in_two_files_is_the_fault_of_the_later(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "01_a.toml").write_text(SOUND.replace("{slug}", "same"))
    (tmp_path / "02_b.toml").write_text(SOUND.replace("{slug}", "same"))
    assert main(["check", str(tmp_path)]) == 1
    assert "02_b.toml: step same-page: id: same-page is used in 01_a.toml already" in capsys.readouterr().out
    assert [lesson.path.name for lesson in load_files(lesson_files(tmp_path)).lessons] == ["01_a.toml"]


@pytest.mark.parametrize("change", ["CRLF", "BOM", "tabs", "all"])
def test_line_ends_marks_and_tabs_are_no_faults(tmp_path: Path, change: str) -> None:
    text = SOUND.replace("{slug}", "same")
    if change in ("tabs", "all"):
        text = text.replace("  {", "\t{").replace("prompt", "\tprompt")
    if change in ("CRLF", "all"):
        text = text.replace("\n", "\r\n")
    mark = b"\xef\xbb\xbf" if change in ("BOM", "all") else b""
    (tmp_path / "01_same.toml").write_bytes(mark + text.encode())
    course = load_files(lesson_files(tmp_path))
    assert [fault for fault in course.faults if fault.level == "error"] == []
    (step,) = course.lessons[0].steps
    assert isinstance(step, ChoiceStep)
    assert [option.text for option in step.options] == ["A", "B"]
