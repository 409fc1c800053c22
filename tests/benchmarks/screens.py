"""How each measured screen is reached, and which keys are measured there. To be adjusted where keys or screens change.

The pages are those of a lesson made for the purpose (`lesson_text`), so that the course may change freely.
"""

from __future__ import annotations

from dataclasses import dataclass

HOME = "q quit"
"""Stands on the home screen's last line, which is drawn last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """A screen: the page that the journal names as the last one, the keys from home, what stands there then."""

    page: str | None = None
    keys: tuple[str, ...]
    shows: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Keys that are pressed in turn and measured; `between` are pressed after each of them, unmeasured."""

    label: str
    screen: str
    keys: tuple[str, ...]
    between: tuple[str, ...] = ()


SCREENS: dict[str, Screen] = {
    "home": Screen(keys=(), shows=HOME),
    "text": Screen(page="measured-text-1", keys=("enter",), shows="The first page of words"),
    "field": Screen(page="measured-field", keys=("enter",), shows="What are the scores"),
    "choice": Screen(page="measured-choice", keys=("enter", "down"), shows="Which one is it"),
    "stepper": Screen(page="measured-stepper", keys=("enter",), shows="n b stage"),
    "stepper 16×16": Screen(page="measured-stepper-16", keys=("enter",), shows="n b stage"),
    "workbench": Screen(keys=("w",), shows="1 = may attend"),
    "workbench form": Screen(keys=("w", "tab"), shows="next field"),
}

MEASURED: tuple[Measured, ...] = (
    Measured(label="digit in an answer field", screen="field", keys=("1", "2"), between=("backspace",)),
    Measured(label="digit in a matrix field", screen="workbench form", keys=("1", "2"), between=("backspace",)),
    Measured(label="cell move, workbench", screen="workbench", keys=("right", "left")),
    Measured(label="cell move, 16×16", screen="stepper 16×16", keys=("right", "left")),
    Measured(label="stage step, workbench", screen="workbench", keys=("n", "b")),
    Measured(label="stage step, 3×3 page", screen="stepper", keys=("n", "b")),
    Measured(label="stage step, 16×16 page", screen="stepper 16×16", keys=("n", "b")),
    Measured(label="page turn", screen="text", keys=("ctrl+n", "ctrl+p")),
    Measured(label="choice, one option down or up", screen="choice", keys=("down", "up")),
    Measured(label="choice on the home screen", screen="home", keys=("down", "up")),
)

OPENED: tuple[Measured, ...] = (
    Measured(label="a lesson page", screen="home", keys=("enter",), between=("escape", "q")),
    Measured(label="the workbench", screen="home", keys=("w",), between=("q",)),
)
"""The keys that open another screen: their first one, from home."""


def lesson_text() -> str:
    """A lesson file with one page of each kind that is measured, and a 16×16 problem."""
    rows = [[(3 * i + 5 * j) % 7 - 3 for j in range(4)] for i in range(16)]
    return f'''
title = "A lesson to measure"
objectives = ["Nothing is to be learned here."]
minutes = 1

[problem.small]
Q = [[1, 0, 1, 0], [0, 2, 0, 1], [1, 1, 0, 2]]
K = [[2, 0, 1, 0], [0, 1, 1, 0], [1, 1, 0, 1]]
V = [[1, 0], [0, 2], [3, 1]]
mask = "causal"

[problem.large]
Q = {rows}
K = {rows[::-1]}
V = {[row[:2] for row in rows]}
mask = "causal"

[[steps]]
id = "measured-text-1"
kind = "text"
body = """The first page of words. It has a paragraph or two, as pages have: enough to fill a few lines of a terminal
that is eighty columns wide, and some *emphasis* and `code` among them.

The second paragraph is shorter."""

[[steps]]
id = "measured-text-2"
kind = "text"
body = """The second page of words. A table stands on it:

| matrix | shape |
| --- | --- |
| Q | 3×4 |
| V | 3×2 |"""

[[steps]]
id = "measured-field"
kind = "vector"
problem = "small"
ask_for = "scores"
row = 2
prompt = "What are the scores of query 2?"
hints = ["Multiply and add.", "q2 · k1 = 0."]

[[steps]]
id = "measured-choice"
kind = "choice"
prompt = "Which one is it?"
options = [
  {{ text = "This one.", correct = true, why = "It is." }},
  {{ text = "That one.", why = "It is not." }},
  {{ text = "The other one.", why = "It is not." }},
]

[[steps]]
id = "measured-stepper"
kind = "stepper"
problem = "small"

[[steps]]
id = "measured-stepper-16"
kind = "stepper"
problem = "large"
'''
