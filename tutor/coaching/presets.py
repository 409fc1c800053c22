"""Problems worth a look in the workbench, each with one line that says what to see."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.maths.problem import Problem, matrix

I2 = ((1.0, 0.0), (0.0, 1.0))
PROBE_Q = matrix([[1, 0, 1, 0], [0, 2, 0, 1], [1, 1, 0, 2]])
PROBE_K = matrix([[2, 0, 1, 0], [0, 1, 1, 0], [1, 1, 0, 1]])
PROBE_V = matrix([[1, 0], [0, 2], [3, 1]])


@dataclass(frozen=True, slots=True)
class Preset:
    """A problem, its name, and what to see in it."""

    id: str
    title: str
    what: str
    problem: Problem


EXAMPLE = Preset(
    "example",
    "The chapter's example",
    "one query, two keys: weights 0.3302 and 0.6698",
    Problem(q=matrix([[0, 1]]), k=I2, v=matrix([[6, 0], [0, 3]])),
)

PRESETS: tuple[Preset, ...] = (
    EXAMPLE,
    Preset(
        "exercise",
        "The chapter's exercise",
        "hide key 2 by the mask 1 0, and watch the weights become 1 and 0",
        Problem(q=matrix([[1, 0]]), k=I2, v=matrix([[2, 0], [0, 4]])),
    ),
    Preset(
        "probe",
        "Three by three",
        "every step differs, so every mistake shows",
        Problem(q=PROBE_Q, k=PROBE_K, v=PROBE_V),
    ),
    Preset(
        "causal",
        "Causal: START red fox",
        "each token sees itself and what came before it",
        Problem(q=PROBE_Q, k=PROBE_K, v=PROBE_V, mask="causal", tokens=("START", "red", "fox")),
    ),
    Preset(
        "empty-row",
        "A row with no permitted key",
        "softmax over nothing: zeros, by decision",
        Problem(q=I2, k=I2, v=matrix([[2, 0], [0, 4]]), mask=matrix([[1, 1], [0, 0]])),
    ),
    Preset(
        "wide",
        "Four wide numbers",
        "scores of 1000 and 1001: why the largest is subtracted first",
        Problem(
            q=matrix([[1000, 1001, 999, 998]]),
            k=matrix([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
            v=matrix([[1, 0], [0, 1], [1, 1], [2, -1]]),
            scale=1.0,
        ),
    ),
)
