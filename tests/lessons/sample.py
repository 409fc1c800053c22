"""A sound lesson with every kind of step but those of the asked sample, and small ways to bend it."""

from __future__ import annotations

from pathlib import Path

from tutor.lessons.loader import load_lesson
from tutor.lessons.model import Lesson

SOUND = """\
title = "A small lesson"
objectives = ["Mix two values.", "Say why."]
minutes = 5
sources = ["Vaswani et al. 2017"]

[problem.small]
Q = [[0, 1]]
K = [[1, 0], [0, 1]]
V = [[6, 0], [0, 3]]

[problem.drawn]
seed_level = 2

[[steps]]
id = "read"
kind = "text"
title = "First"
was = ["read-old"]
sources = ["Shannon 1948, introduction", "Vaswani et al. 2017, section 3"]
body = '''
A row of **weights** [0.3302, 0.6698].
'''

[[steps]]
id = "walk"
kind = "stepper"
problem = "small"
until = "weights"
given = ["scores", "scaled"]
stage = "faded"

[[steps]]
id = "weights"
kind = "vector"
problem = "small"
ask_for = "weights"
prompt = "Which weights?"
hints = ["Scale first.", "Then exponentiate."]
objective = 1
accepts_indistinct = ["argmax"]

[[steps]]
id = "again"
kind = "vector"
problem = "drawn"
ask_for = "scores"
prompt = "Which scores?"
hints = ["Multiply.", "Add."]
digits = 2

[[steps]]
id = "choose"
kind = "choice"
prompt = "What is mixed?"
shuffle = true
options = [
  { text = "The keys", why = "Keys are only compared.", code = "mixed-keys" },
  { text = "The values", correct = true, why = "The output is a sum of values." },
]

[[steps]]
id = "say"
kind = "explain"
prompt = "Why?"
model = "Because."
checklist = ["names the values"]
objective = 2
"""


def lesson_of(folder: Path, text: str, *, name: str = "01_small.toml") -> tuple[Lesson | None, list[str]]:
    """The lesson in a text, and its faults as an author reads them."""
    path = folder / name
    path.write_bytes(text.encode())
    lesson, faults = load_lesson(path)
    return lesson, [str(fault) for fault in faults]


def bent(old: str, new: str) -> str:
    """The sound lesson with one piece of text replaced."""
    assert SOUND.count(old) == 1, f"{old!r} stands {SOUND.count(old)} times in the sample"
    return SOUND.replace(old, new)
