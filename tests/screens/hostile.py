"""Texts that a toolkit might take for something else, and a lesson in which every text is one of them."""

from __future__ import annotations

import json
from pathlib import Path

STRINGS = (
    "[0, 1]", "[red fox]", "[START red fox]", "[d_k]", "[i]", "[x=1]", "[#fff]", "[/]", "[/b]",
    "[@click=app.quit]hi[/]", "[bold]b[/bold]", ":smile:", "$accent", "\\[red]", "[[1,0],[0,1]]", "{x} %s",
)  # fmt: skip
"""Square brackets in ordinary text: some vanish as markup, some end the program, one becomes a link (T01)."""

ALL = " ".join(STRINGS)
BODY = ALL.replace("\\[red]", "")
"""In Markdown a backslash is a sign of its own."""

TOKENS = ("[red]", "[/]", "[@click=app.quit]hi[/]")


def text(where: str) -> str:
    """All of them at one place, told apart by its name."""
    return f"{where}: {ALL}"


def lesson_file(folder: Path, name: str = "80_hostile.toml") -> Path:
    """Writes the lesson; JSON's strings are TOML's."""
    q = json.dumps
    file = folder / name
    file.write_text(
        f"""
title = {q("The [START red fox] [/] lesson")}
objectives = [{q("Know [d_k] [/b] by heart.")}]

[problem.p]
tokens = {q(list(TOKENS))}
Q = [[1, 0], [0, 1], [1, 1]]
K = [[1, 0], [0, 1], [1, 1]]
V = [[6, 0], [0, 3], [3, 3]]
mask = "causal"

[[steps]]
id = "hostile-text"
kind = "text"
title = {q("[red] title [/]")}
body = {q("Body: " + BODY)}

[[steps]]
id = "hostile-stepper"
kind = "stepper"
problem = "p"
body = {q("Stepper: " + BODY)}

[[steps]]
id = "hostile-vector"
kind = "vector"
problem = "p"
row = 3
ask_for = "weights"
prompt = {q(text("prompt"))}
hints = [{q(text("first hint"))}, {q(text("second hint"))}]

[[steps]]
id = "hostile-choice"
kind = "choice"
objective = 1
prompt = {q(text("question"))}
options = [
  {{ text = {q(text("option"))}, correct = true, why = {q(text("why"))} }},
  {{ text = {q(text("other"))}, code = "uniform", why = {q(text("why not"))} }},
]

[[steps]]
id = "hostile-explain"
kind = "explain"
prompt = {q(text("say"))}
model = {q(text("model"))}
checklist = [{q(text("point"))}]
""",
        encoding="utf-8",
    )
    return file
