"""The leak laboratory: say which run will be better, watch both losses fall, then test both honestly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self

from tutor.coaching.labs.lab import Control, Lab, Said
from tutor.lessons.labs import LabName, LabValue
from tutor.maths.grammar import entropy
from tutor.maths.leak import FEWEST, MOST, SEED, STEPS, Comparison, compare

Guess = Literal["causal", "leaky"]

PREDICT, TRAIN, TEST = range(3)
STATES = 80
"""A run is shown in about so many states."""
LONGEST_STATE = 10
"""Steps between two states at most, so that each comes soon."""

CLOSE = 0.05
"""Two losses of which the one is less than this share below the other are not told apart: more steps do that."""

FELL_THROUGH = 0.8
"""A loss below this share of the floor has fallen through it: chance alone does not take it there."""

GUESSES: tuple[tuple[str, str, Guess], ...] = (
    ("1", "loss", "causal"),
    ("2", "loss", "leaky"),
    ("3", "model", "causal"),
    ("4", "model", "leaky"),
)
GUESSED = {"loss": "the lower training loss is the one", "model": "the better model is the one"}
WHICH: dict[Guess, str] = {"causal": "with the mask", "leaky": "without the mask"}
POINT = (
    Control(move="down", key="down", shown="↓", label="choose", what="Points at the guess below.", drawn=True),
    Control(move="up", key="up", shown="↑", label="choose", what="Points at the guess above.", drawn=True),
    Control(
        move="guess", key="enter", shown="enter", label="guess this", what="Guesses what is pointed at.", drawn=True
    ),
)
RUN = Control(move="run", key="space", shown="space", label="train", what="Train both, from the start.")
SEEDS = Control(
    move="seed", key="s", shown="s", label="next seed", what="Another seed: other first weights and sentences."
)
MORE = Control(move="more", key="plus,equals_sign", shown="+", label="steps", what="Twice as many steps.")
LESS = Control(move="less", key="minus", shown="−", label="steps", what="Half as many steps.")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeakLab(Lab):
    """Two guesses, and the comparison as far as it has come."""

    name: ClassVar[LabName] = "leak"
    title: ClassVar[str] = "The leak"
    parts: ClassVar[tuple[str, ...]] = ("predict", "train", "test")
    pace: ClassVar[float] = 0.05

    steps: int = STEPS
    seed: int = SEED
    place: int = 0
    """The guess that is pointed at, of all four."""
    lower_loss: Guess | None = None
    better_model: Guess | None = None
    comparison: Comparison | None = None
    """The run that is under way, or the last one."""
    finished: Comparison | None = None
    """The last run that came to its end, of these settings: what the honest test is about."""
    running: bool = False

    @property
    def floor(self) -> float:
        """The entropy of the grammar's next token, in nats."""
        return entropy()

    def lower(self, causal: float, leaky: float) -> Guess | None:
        """Which of two losses is lower; None where they lie too close together."""
        if abs(causal - leaky) < CLOSE * max(causal, leaky):
            return None
        return "leaky" if leaky < causal else "causal"

    @property
    def guessed(self) -> bool:
        """True once both guesses are made."""
        return self.lower_loss is not None and self.better_model is not None

    @property
    def fell_through(self) -> bool:
        """True where the training loss without the mask is far below the floor."""
        return self.comparison is not None and self.comparison.leaky.loss < FELL_THROUGH * self.floor

    def go(self, by: int) -> Self:
        # Named: a class with slots is made anew, and bare super() would look for the first one.
        lab = super(LeakLab, self).go(by)
        if lab.part == TRAIN and not lab.guessed and lab.comparison is None:
            return replace(lab, said=Said(text="No guess yet: b goes back to it. Space trains without one."))
        return lab

    def controls(self) -> tuple[Control, ...]:
        if self.part == PREDICT:
            guesses = tuple(
                Control(
                    move=key,
                    key=key,
                    shown=key,
                    label="guess",
                    what=f"Guess: {GUESSED[what]} {WHICH[which]}.",
                )
                for key, what, which in GUESSES
            )
            return (*guesses, *POINT)
        if self.part == TRAIN:
            again = replace(RUN, label="train again") if self.comparison is not None else RUN
            return (again, SEEDS, MORE, LESS)
        return ()

    def press(self, move: str) -> Self:
        if move == "stop":
            return self._stopped()
        if move not in {control.move for control in self.controls()}:
            return replace(self, said=None)
        if move in ("up", "down"):
            place = self.place + (1 if move == "down" else -1)
            return replace(self, place=min(max(place, 0), len(GUESSES) - 1), said=None)
        for place, (key, what, which) in enumerate(GUESSES):
            if move == key or (move == "guess" and place == self.place):
                return replace(self, place=place)._guess(what, which)
        if move == "run":
            return replace(self, running=True, comparison=None, said=None)
        if move == "seed":
            return self._changed(seed=self.seed + 1)
        return self._changed(steps=self.steps * 2 if move == "more" else self.steps // 2)

    def _guess(self, what: str, which: Guess) -> Self:
        lab = replace(self, lower_loss=which) if what == "loss" else replace(self, better_model=which)
        return replace(
            lab, said=Said(text="Both guesses are made: n goes on to the training.") if lab.guessed else None
        )

    def _changed(self, *, steps: int | None = None, seed: int | None = None) -> Self:
        wanted = self.steps if steps is None else min(max(steps, FEWEST), MOST)
        if wanted == self.steps and seed is None:
            return replace(self, said=Said(text=f"A run has {FEWEST} to {MOST} steps."))
        seed = self.seed if seed is None else seed
        return replace(self, steps=wanted, seed=seed, comparison=None, finished=None, said=None)

    def _stopped(self) -> Self:
        if not self.running:
            return self
        return replace(
            self, running=False, said=Said(text="Stopped before the end: space trains again from the start.")
        )

    def work(self) -> Iterator[Self] | None:
        return self._trained() if self.running else None

    def _trained(self) -> Iterator[Self]:
        every = max(1, min(self.steps // STATES, LONGEST_STATE))
        for comparison in compare(steps=self.steps, seed=self.seed, every=every):
            lab = replace(self, comparison=comparison, running=not comparison.done)
            if comparison.done:
                said = Said(text="Both are trained: n goes on to the honest test.")
                lab = replace(lab, finished=comparison, said=said)
            yield lab


def start(values: Mapping[str, LabValue]) -> LeakLab:
    """The laboratory at a number of steps and a seed."""
    steps, seed = values.get("steps", float(STEPS)), values.get("seed", float(SEED))
    if not isinstance(steps, float) or not FEWEST <= steps <= MOST or not isinstance(seed, float) or seed < 0:
        return LeakLab(
            said=Said(text=f"A run has {FEWEST} to {MOST} steps, and a seed from 0; this one has {STEPS} steps.")
        )
    return LeakLab(steps=int(steps), seed=int(seed))
