"""A sound lesson with the pages that ask for a number, a mask or targets, and one that opens a laboratory."""

from __future__ import annotations

ASKED = """\
title = "What is asked"
objectives = ["Answer."]

[[steps]]
id = "root"
kind = "number"
prompt = "What is 1/√2?"
hints = ["Root first.", "Then turn it over."]
answer = "1/√2"
unit = "meters"
mistakes = [ { answer = "√2", code = "not-inverted", why = "Turn it over: 1/√2." } ]

[[steps]]
id = "bits"
kind = "number"
prompt = "The tokens get {p}: what is the loss?"
hints = ["A log each.", "Their mean, from {p}."]
compute = "loss"
p = [0.5, 0.25]
unit = "bits"
digits = 4

[[steps]]
id = "share"
kind = "number"
prompt = "Logits {logits}, T = {temperature}: which probability has number {index}?"
hints = ["Divide.", "Softmax."]
compute = "softmax"
draw = true

[[steps]]
id = "grid"
kind = "mask"
prompt = "Which keys?"
hints = ["Columns are keys.", "Padding is hidden."]
tokens = ["START", "red", "PAD"]
want = "causal-padding"
keep = 2

[[steps]]
id = "own"
kind = "mask"
prompt = "Which keys?"
hints = ["Rows are queries.", "As it says."]
n = 2
want = [[1, 0], [0, 1]]

[[steps]]
id = "shift"
kind = "targets"
prompt = "Which targets?"
hints = ["The next one.", "Not its own."]
tokens = ["START", "red", "END"]

[[steps]]
id = "try-out"
kind = "lab"
lab = "decoding"
set = { logits = [1, 0.5], temperature = 2, prompt = "red fox" }
"""


def bent(old: str, new: str) -> str:
    """The sound lesson with one piece of text replaced."""
    assert ASKED.count(old) == 1, f"{old!r} stands {ASKED.count(old)} times in the sample"
    return ASKED.replace(old, new)
