"""Draws the README's pictures anew: `python -m tests.pictures`. They are the app's own screenshots."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tutor.app import TutorApp
from tutor.coaching.presets import PRESETS
from tutor.screens.workbench import WorkbenchScreen
from tutor.surroundings import Surroundings

DOCS = Path(__file__).parent.parent / "docs"


async def draw_workbench() -> Path:
    """The workbench on the causal 3×3 problem, at softmax, with the cell of q2 on k2."""
    app = TutorApp(Surroundings(colors="true", clock=lambda: 1_800_000_000.0))
    problem = next(x.problem for x in PRESETS if x.id == "causal")
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(WorkbenchScreen(problem))
        await pilot.press("n", "n", "n", "down", "right")
        await pilot.pause()
        path = DOCS / "workbench.svg"
        path.write_text(app.export_screenshot(title="attn-tutor", simplify=True), encoding="utf-8")
    return path


if __name__ == "__main__":
    print(asyncio.run(draw_workbench()))
