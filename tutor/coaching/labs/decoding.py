"""The laboratory on decoding: logits and temperature, draws by a seed, the small model's texts, a confident mistake."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from tutor.coaching.judging.wording import sentence
from tutor.coaching.labs import typed
from tutor.coaching.labs.decoding_model import Prefix, prompt_of
from tutor.coaching.labs.decoding_search import Mistake, Search, searching
from tutor.coaching.labs.lab import Control, Field, Lab, Said
from tutor.lessons.labs import LabName, LabValue
from tutor.maths.grammar import VOCABULARY
from tutor.maths.language import counts, leaders, tempered
from tutor.notation.printer import exact
from tutor.notation.reader import read

EXAMPLE = (2.0, 1.0, 0.1)
PROMPT: Prefix = ("the", "red", "fox")
HOTTEST = 5.0
STOPS = (*(place / 10 for place in range(21)), 2.5, 3.0, 3.5, 4.0, 4.5, HOTTEST)
"""Where the keys take the temperature; any from 0 on can be typed."""

LARGEST_LOGIT = 1e6
DRAWS = (10, 100, 1000)
"""How many draws can be shown: with more of them the counts settle."""

LOGITS, SAMPLES, TEXT, MISTAKE = range(4)
TEMPERATURE = re.compile(r"\s*[tT](?:emperature)?\s*[= ]")


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodingLab(Lab):
    """Logits and a temperature; draws by a seed; a prompt for the small model and how many tokens top-k keeps; the
    search for its mistakes, and which one of them is looked at. `pending`: it is under way."""

    name: ClassVar[LabName] = "decoding"
    title: ClassVar[str] = "Decoding"
    parts: ClassVar[tuple[str, ...]] = ("logits", "samples", "text", "mistake")

    logits: tuple[float, ...] = EXAMPLE
    temperature: float = 1.0
    seed: int = 1
    draws: int = DRAWS[-1]
    prompt: Prefix = PROMPT
    k: int = 3
    search: Search | None = None
    place: int = 0
    pending: bool = False

    @property
    def probabilities(self) -> tuple[float, ...]:
        """What the temperature makes of the logits."""
        return tempered(self.logits, self.temperature)

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each token came in the draws."""
        return counts(self.probabilities, seed=self.seed, draws=self.draws)

    @property
    def mistake(self) -> Mistake | None:
        """The mistake that is looked at."""
        found = self.search.found if self.search is not None else ()
        return found[self.place] if self.place < len(found) else None

    def go(self, by: int) -> Self:
        other = super(DecodingLab, self).go(by)
        return other if other is self else replace(other, pending=False)

    def controls(self) -> tuple[Control, ...]:
        heat = (
            Control(
                move="warmer",
                key="right",
                shown="→",
                label="warmer",
                what="Raise the temperature: the probabilities come closer to each other.",
            ),
            Control(
                move="cooler",
                key="left",
                shown="←",
                label="cooler",
                what="Lower the temperature: the likeliest token gets more.",
            ),
            Control(move="zero", key="0", shown="0", label="T 0", what="Temperature 0: greedy."),
            Control(move="one", key="1", shown="1", label="T 1", what="Temperature 1: the logits as they are."),
        )
        more = Control(
            move="draws",
            key="space",
            shown="space",
            label="10, 100, 1,000",
            what="Look at 10, at 100 or at 1,000 draws.",
        )
        seed = Control(move="seed", key="s", shown="s", label="other seed", what="Draw again with the next seed.")
        top = (
            Control(move="wider", key="up", shown="↑", label="k + 1", what="Let top-k keep one token more."),
            Control(move="narrower", key="down", shown="↓", label="k − 1", what="Let top-k keep one token fewer."),
        )
        find = Control(
            move="find",
            key="f",
            shown="f",
            label="find",
            what="Search some ten thousand beginnings for a confident mistake; or go on where it was stopped.",
        )
        other = Control(move="other", key="m", shown="m", label="next one", what="Look at the next mistake found.")
        match self.part:
            case 0:
                return heat
            case 1:
                return (more, seed, *heat)
            case 2:
                return (*heat[:2], seed, *top, *heat[2:])
        if self.pending or self.mistake is None:
            return (find,)
        rest = () if self.search is not None and self.search.done else (find,)
        several = (other,) if self.search is not None and len(self.search.found) > 1 else ()
        return (*rest, *heat, *several, seed)

    def press(self, move: str) -> Self:
        if move == "stop":
            return replace(self, pending=False, said=Said(text="Stopped; find goes on from here."))
        if move not in [control.move for control in self.controls()]:
            return replace(self, said=Said(text=f'There is no move "{move}" here now.'), pending=False)
        match move:
            case "warmer" | "cooler":
                return self._turned(up=move == "warmer")
            case "zero" | "one":
                return self._at(0.0 if move == "zero" else 1.0)
            case "seed":
                return replace(self, seed=self.seed + 1, said=None)
            case "draws":
                return replace(self, draws=DRAWS[(DRAWS.index(self.draws) + 1) % len(DRAWS)], said=None)
            case "wider" | "narrower":
                k = self.k + (1 if move == "wider" else -1)
                if not 1 <= k <= len(VOCABULARY):
                    return replace(self, said=Said(text=f"k lies between 1 and {len(VOCABULARY)}, all tokens."))
                greedy = (
                    Said(text="Of one token, sampling can only take that one: top-1 is greedy.") if k == 1 else None
                )
                return replace(self, k=k, said=greedy)
            case "find":
                return replace(self, search=self.search or Search(), pending=True, said=None)
        found = self.search.found if self.search is not None else ()
        return replace(self, place=(self.place + 1) % max(1, len(found)), said=None)

    def _turned(self, *, up: bool) -> Self:
        stops = [t for t in STOPS if (t > self.temperature if up else t < self.temperature)]
        if not stops:
            text = f"{HOTTEST:g} is as far as the keys go." if up else "0 is the lowest: greedy."
            return replace(self, said=Said(text=text))
        return self._at(min(stops) if up else max(stops))

    def _at(self, temperature: float) -> Self:
        said = self._greedy_said() if temperature == 0 and self.part in (LOGITS, SAMPLES) else None
        return replace(self, temperature=temperature, said=said)

    def _greedy_said(self) -> Said | None:
        """What T = 0 means; a tie is told by the part itself, as long as it is there."""
        best = leaders(self.logits)
        if len(best) > 1:
            return None
        return Said(text=f"Nothing can be divided by T = 0; its limit is greedy: t{best[0] + 1} gets everything.")

    def field(self) -> Field | None:
        match self.part:
            case 0 | 1:
                return Field(
                    prompt="Your logits",
                    text=" ".join(map(exact, self.logits)),
                    help="2 1 0.1, or T = 0.5",
                    numbers=True,
                )
            case 2:
                return Field(prompt="Your prompt", text=" ".join(self.prompt), help="the red fox")
        return None

    def enter(self, text: str) -> Self:
        heat = TEMPERATURE.match(text)
        if heat is not None:
            return self._typed_temperature(text[heat.end() :])
        if self.part == TEXT:
            try:
                return replace(self, prompt=prompt_of(text), said=None)
            except ValueError as error:
                return replace(self, said=Said(text=sentence(f"{error}."), kind="bad"))
        if self.part == MISTAKE:
            return replace(self, said=Said(text="Here only a temperature can be typed, such as T = 0.5.", stays=True))
        row = typed.numbers(text, least=2)
        if isinstance(row, Said):
            return replace(self, said=row)
        if problem := _unfit(row):
            return replace(self, said=problem)
        changed = replace(self, logits=row, said=None)
        return changed._at(self.temperature)

    def _typed_temperature(self, text: str) -> Self:
        got = read(text, expect=())
        value = got.cells[0] if got.status == "read" else None
        if value is None:
            return replace(self, said=Said(text=got.reason or "Type one number after T =.", kind="bad"))
        if not (math.isfinite(value) and value >= 0):
            why = "below 0 the least likely token would come first"
            return replace(self, said=Said(text=f"A temperature is 0 or above, not {exact(value)}: {why}.", kind="bad"))
        return self._at(value)

    def work(self) -> Iterator[Self] | None:
        if not self.pending:
            return None
        return self._searching()

    def _searching(self) -> Iterator[Self]:
        begun = self.search if self.search is not None and self.search.total else None
        for state in searching(begun):
            yield replace(self, search=state, pending=not state.done)


def _unfit(logits: tuple[float, ...]) -> Said | None:
    """What keeps numbers from being shown as logits."""
    if not 2 <= len(logits) <= typed.MOST:
        return Said(text=f"2 to {typed.MOST} logits can be shown, not {len(logits)}.", kind="bad")
    if not all(math.isfinite(z) and abs(z) <= LARGEST_LOGIT for z in logits):
        return Said(text=f"A logit lies between −{LARGEST_LOGIT:,.0f} and {LARGEST_LOGIT:,.0f} here.", kind="bad")
    return None


def start(values: Mapping[str, LabValue]) -> DecodingLab:
    """The laboratory at `logits`, `temperature`, `prompt` and `part` of a page; what does not fit is left out."""
    lab = DecodingLab()
    faults = []
    part = values.get("part")
    if isinstance(part, str):
        if part in lab.parts:
            lab = replace(lab, part=lab.parts.index(part))
        else:
            faults.append(f"There is no part {part}; it opens at {lab.parts[0]}.")
    logits = values.get("logits")
    if isinstance(logits, tuple):
        problem = _unfit(logits)
        faults += [problem.text] if problem is not None else []
        lab = lab if problem is not None else replace(lab, logits=logits)
    heat = values.get("temperature")
    if isinstance(heat, int | float):
        if math.isfinite(heat) and heat >= 0:
            lab = replace(lab, temperature=float(heat))
        else:
            faults.append("A temperature is 0 or above; it starts at 1.")
    prompt = values.get("prompt")
    if isinstance(prompt, str):
        try:
            lab = replace(lab, prompt=prompt_of(prompt))
        except ValueError as error:
            faults.append(sentence(f"{error}."))
    return replace(lab, said=Said(text=" ".join(faults))) if faults else lab
