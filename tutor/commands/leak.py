"""`attn-tutor leak`: one model trained with the causal mask and without, and both tested honestly."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tutor.commands.inputs import whole_number
from tutor.commands.output import say, say_json
from tutor.notation.printer import number, plain
from tutor.surroundings import Surroundings

if TYPE_CHECKING:
    from tutor.maths.leak import Comparison, Run

_LARGEST_SEED = 2**32 - 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--steps", metavar="N", help="training steps of each run, 10 to 5000; default 400")
    seeds = f"a whole number from 0 to {_LARGEST_SEED}"
    parser.add_argument("--seed", metavar="S", help=f"{seeds}; the same gives the same losses")
    parser.add_argument("--json", action="store_true", help="one JSON object, with the loss of every step")


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:
    """Train both and print what came of it. Always 0: that the honest model wins is shown, not judged."""
    from tutor.maths.leak import FEWEST, MOST, SEED, STEPS, compare

    steps = STEPS if args.steps is None else whole_number("--steps", args.steps, least=FEWEST, most=MOST)
    seed = SEED if args.seed is None else whole_number("--seed", args.seed, least=0, most=_LARGEST_SEED)
    with _progress(steps, calm=surroundings.calm) as show:
        for comparison in compare(steps=steps, seed=seed, every=max(1, steps // 100)):
            show(comparison.step)
    if args.json:
        say_json(as_json(comparison))
    else:
        lines = "\n".join(_lines(comparison))
        say(plain(lines) if surroundings.ascii else lines)
    return 0


def as_json(comparison: Comparison) -> dict[str, Any]:
    """The object of `--json`: losses in nats per token, one of each step."""
    from tutor.maths.grammar import entropy

    return {
        **{name: _run_as_json(run) for name, run in (("causal", comparison.causal), ("leaky", comparison.leaky))},
        "entropy": entropy(),
        "steps": comparison.steps,
        "seed": comparison.seed,
    }


def _run_as_json(run: Run) -> dict[str, Any]:
    return {"loss": list(run.losses), "honest_loss": run.honest_loss, "sample": " ".join(run.sample)}


def _lines(comparison: Comparison) -> list[str]:
    """A table of both runs, what each writes, and the floor that says which loss can't be honest."""
    from tutor.maths.grammar import entropy
    from tutor.maths.leak import LAST

    causal, leaky, floor = comparison.causal, comparison.leaky, entropy()
    last = min(LAST, comparison.steps)
    return [
        f"The same model, trained {comparison.steps} steps with the causal mask and without (seed {comparison.seed}).",
        "",
        "nats per token   with the mask   without it",
        _row("training loss", causal.loss, leaky.loss, f"mean of the last {last} steps"),
        _row("honest loss", causal.honest_loss, leaky.honest_loss, "each from its prefix alone"),
        "",
        "with the mask it writes:",
        *_wrapped(causal.sample),
        "without the mask it writes:",
        *_wrapped(leaky.sample),
        "",
        f"The entropy of the grammar's next token is {number(floor, fixed=True)}. No model that sees only",
        "the past can have a lower mean loss; over a few sentences it may, by luck.",
        _verdict(leaky.loss, floor),
    ]


def _wrapped(words: Sequence[str]) -> list[str]:
    return textwrap.wrap(" ".join(words), 76, initial_indent="  ", subsequent_indent="  ")


def _row(name: str, causal: float | None, leaky: float | None, note: str) -> str:
    return f"{name:<14} {number(causal, fixed=True):>15} {number(leaky, fixed=True):>12}   {note}"


def _verdict(loss: float, floor: float) -> str:
    """What the training loss without the mask shows, as far as it has come."""
    if loss < floor / 2:
        return "Without the mask the training loss fell far below it: it sees what it is to say."
    return "Without the mask the training loss has not fallen far below it yet."


@contextmanager
def _progress(steps: int, *, calm: bool) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while both train, which is told the step; none where nobody sees it."""
    if calm or not sys.stderr.isatty():
        yield lambda step: None  # noqa: ARG005
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("Training"), BarColumn(), MofNCompleteColumn(), TextColumn("steps"))
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task("", total=steps)
        yield lambda step: progress.update(task, completed=step)
