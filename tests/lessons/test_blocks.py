"""Words for what a page shows in a block: in the file, in a check, and where the page is heard."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lessons.sample import SOUND, lesson_of
from tutor.coaching.question import body_of
from tutor.lessons.blocks import aloud, unspoken
from tutor.lessons.loader import load_course
from tutor.lessons.model import Course

DRAWING = """
[[steps]]
id = "drawn"
kind = "number"
body = '''
Before.

```
[0 1]  ·  {a}
          {b}
```

Between.

```python
x = 1  # as typed
```
'''
spoken = ['''The row 0, 1 times the column {a}, {b}.''', ""]
prompt = "What is 0·{a} + 1·{b}?"
answer = "{b}"
hints = ["One.", "Two."]
digits = 0
draw = { a = [2], b = [7] }
"""


def page(tmp_path: Path, text: str = DRAWING) -> tuple[object, list[str]]:
    lesson, faults = lesson_of(tmp_path, SOUND + text)
    return (lesson.steps[-1] if lesson is not None else None), faults


def test_the_spoken_text_takes_the_place_of_its_block(tmp_path: Path) -> None:
    """With the numbers that are drawn; an empty one leaves its block to be read as it is; on screen nothing changes."""
    lesson, faults = lesson_of(tmp_path, SOUND + DRAWING)
    assert lesson is not None
    assert faults == []
    step = lesson.steps[-1]
    heard = body_of(step, spoken=True)
    assert "Before.\n\nThe row 0, 1 times the column 2, 7.\n\nBetween.\n\n```python\nx = 1" in heard
    assert "[0 1]  ·  2" in body_of(step)
    assert aloud(lesson.steps[0]) is lesson.steps[0]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (', ""]', "]", "spoken: has 1, but body has 2 blocks between ``` and ```; expected one text for each"),
        (', ""]', ', "", ""]', "spoken: has 3, but body has 2 blocks between ``` and ```; expected one text for each"),
        ("spoken = ['''The row 0, 1 times the column {a}, {b}.''', \"\"]", 'spoken = "words"',
         'spoken: expected a list of texts in quotes, found the text "words"; put brackets around it'),
        ("column {a}, {b}.", "column {c}.", "spoken 1: {c} "),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_a_fault(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert DRAWING.count(old) == 1
    _, faults = page(tmp_path, DRAWING.replace(old, new))
    assert len(faults) == 1
    assert f"step drawn: {fault}" in faults[0]


def test_a_drawing_without_words_is_a_warning(tmp_path: Path) -> None:
    text = "\n".join(line for line in DRAWING.split("\n") if not line.startswith("spoken"))
    step, faults = page(tmp_path, text)
    assert step is not None
    assert faults == [
        "01_small.toml: step drawn: spoken: warning: block 1 of body can't be read out as it is; "
        "say in words what it shows"
    ]


def test_no_page_of_the_course_has_a_drawing_without_words() -> None:
    course: Course = load_course()
    assert [step.id for lesson in course.lessons for step in lesson.steps if unspoken(step)] == []


def test_the_example_of_the_guide(tmp_path: Path) -> None:
    """As it stands there it is sound; without its words it is not."""
    guide = (Path(__file__).parents[2] / "docs" / "writing-lessons.md").read_text(encoding="utf-8")
    section = guide[guide.index("## Pages that are heard") : guide.index("## The kinds of page")]
    example = "\n".join(line[4:] for line in section.split("\n") if line.startswith("    ") or not line.strip())
    step, faults = page(tmp_path, example)
    assert step is not None
    assert faults == []
    _, faults = page(tmp_path, example[: example.index("spoken = ")])
    assert [fault.partition("block 1")[0] for fault in faults] == ["01_small.toml: step pair-dot: spoken: warning: "]
