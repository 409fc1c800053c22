"""The probe problem that the expectations of this folder are written for, with its numbers worked out by hand.

Scores QKᵀ: row 1 is [3, 1, 1], row 2 [0, 2, 3], row 3 [2, 1, 4]; d_k = 4, so they are halved; causal.
Row 2: e⁻¹ = 0.3679, e⁰ = 1, sum 1.3679; weights 0.2689, 0.7311; output 0.2689·1, 0.7311·2 = 1.4621.
Row 3: e⁻¹ = 0.3679, e^−1.5 = 0.2231, 1, sum 1.5910; weights 0.2312, 0.1402, 0.6285.
"""

from __future__ import annotations

from tutor.maths.problem import Problem, matrix

PROBE = Problem(
    q=matrix([[1, 0, 1, 0], [0, 2, 0, 1], [1, 1, 0, 2]]),
    k=matrix([[2, 0, 1, 0], [0, 1, 1, 0], [1, 1, 0, 1]]),
    v=matrix([[1, 0], [0, 2], [3, 1]]),
    mask="causal",
)

HOSTILE = ("[red fox]", "[/]", "[@click=app.quit]x[/]")
"""Names that are markup to Textual or rich, one of them an action, one of them a crash."""
