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
    stage: str = "scores"
    """Where to look first."""


EXAMPLE = Preset(
    "example",
    "The worked example",
    "one query, two keys: 0.3302 and 0.6698",
    Problem(q=matrix([[0, 1]]), k=I2, v=matrix([[6, 0], [0, 3]])),
)

PRESETS: tuple[Preset, ...] = (
    EXAMPLE,
    Preset(
        "exercise",
        "The exercise",
        "with mask 1 0 the weights become 1 and 0",
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
        "each token sees itself and those before",
        Problem(q=PROBE_Q, k=PROBE_K, v=PROBE_V, mask="causal", tokens=("START", "red", "fox")),
        "masked",
    ),
    Preset(
        "empty-row",
        "A row with no permitted key",
        "softmax over nothing: zeros, by decision",
        Problem(q=I2, k=I2, v=matrix([[2, 0], [0, 4]]), mask=matrix([[1, 1], [0, 0]])),
        "weights",
    ),
    Preset(
        "wide",
        "Four wide numbers",
        "1000 and 1001: why the largest is subtracted",
        Problem(
            q=matrix([[1000, 1001, 999, 998]]),
            k=matrix([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
            v=matrix([[1, 0], [0, 1], [1, 1], [2, -1]]),
            scale=1.0,
        ),
        "shifted",
    ),
    Preset(
        "cache",
        "A cache of three keys",
        "the newest query sees all four keys",
        Problem(
            q=matrix([[1, 2]]),
            k=matrix([[1, 0], [0, 1], [1, 1], [2, 0]]),
            v=matrix([[1, 0], [0, 2], [3, 1], [0, 4]]),
            mask="causal",
            offset=3,
        ),
        "masked",
    ),
    Preset(
        "window",
        "A sliding window of two",
        "itself and the one before it",
        Problem(
            q=matrix([[1, 0], [0, 1], [1, 1], [2, 1]]),
            k=matrix([[1, 0], [0, 1], [1, 1], [2, 0]]),
            v=matrix([[1, 0], [0, 2], [3, 1], [0, 4]]),
            mask=matrix([[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]),
        ),
        "masked",
    ),
    Preset(
        "grouped",
        "Grouped queries",
        "four query heads share two key heads",
        Problem(
            q=matrix([[1, 0, 0, 2, 1, 1, 2, 0], [0, 1, 1, 0, 2, 1, 0, 2], [1, 1, 2, 1, 0, 1, 1, 0]]),
            k=matrix([[2, 0, 0, 1], [0, 2, 1, 0], [1, 1, 2, 1]]),
            v=matrix([[1, 0, 4, 0], [0, 2, 0, 3], [3, 1, 1, 1]]),
            heads=4,
            kv_heads=2,
        ),
    ),
    Preset(
        "cross",
        "Cross-attention",
        "two queries, three keys: scores are 2×3",
        Problem(q=matrix([[1, 0], [0, 2]]), k=matrix([[1, 0], [0, 1], [1, 1]]), v=matrix([[1, 0], [0, 2], [3, 1]])),
    ),
    Preset(
        "softcap",
        "A soft cap of 2",
        "large scores are bent, not cut off",
        Problem(
            q=matrix([[4, 1]]), k=matrix([[2, 0], [0, 1], [1, 1]]), v=matrix([[1, 0], [0, 2], [3, 1]]), softcap=2.0
        ),
        "masked",
    ),
)
