"""The block laboratory's last part: how many parameters a model has, by part, as its sizes change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from tutor.coaching.labs.asked import Choice, Option
from tutor.coaching.labs.lab import Said
from tutor.maths import pretrained
from tutor.maths.block import Norm, Sizes, parameters_by_part
from tutor.notation.reader import read

Setting = Literal["d_model", "heads", "layers", "vocabulary"]
SETTINGS: tuple[Setting, ...] = ("d_model", "heads", "layers", "vocabulary")
LARGEST: Mapping[Setting, int] = {"d_model": 65_536, "heads": 65_536, "layers": 1_000, "vocabulary": 10_000_000}
DOUBLED = ("d_model", "vocabulary")
"""The settings that a step doubles or halves; the others go up and down by one."""

WIDER = 4
"""d_ff is so many times d_model, as in the paper."""

FIRST = Sizes(vocabulary=20, d_model=12, heads=3, layers=1, d_ff=WIDER * 12, positions=12)
PAPER = Sizes(vocabulary=37_000, d_model=512, heads=8, layers=6, d_ff=2048, shared=True, norm="post")
"""The base model of the paper: Table 3, about 37,000 tokens (section 5.1), one matrix for both (section 3.4)."""

HEADS_QUESTION = Choice(
    ask="Twice as many heads, all else as it is: what becomes of the count?",
    keys="xyz",
    options=(
        Option(
            text="it doubles",
            why="Twice as many heads are each half as wide, since they share d_model: W_Q stays d_model×d_model.",
        ),
        Option(
            text="it stays",
            why="Heads share d_model: h heads of width d_model/h have d_model columns together, whatever h is.",
            right=True,
        ),
        Option(
            text="only W_O grows",
            why="W_O has a row for each number of the joined heads, and these are d_model numbers, whatever h is.",
        ),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """The sizes that are set, and the one that plus and minus change. `named` says which model this is, if any."""

    sizes: Sizes = FIRST
    setting: Setting = "d_model"
    named: Literal["", "paper", "shipped"] = ""

    def parts(self) -> dict[str, int]:
        """Parameters by part."""
        return parameters_by_part(self.sizes)

    def total(self) -> int:
        return sum(self.parts().values())

    def refusal(self) -> str:
        """Why there is no such model, in one sentence; empty where there is."""
        try:
            parameters_by_part(self.sizes)
        except ValueError as error:
            return f"{error}."
        return ""

    def pick(self, by: int) -> Count:
        """The setting so many further down the list."""
        return replace(self, setting=SETTINGS[(SETTINGS.index(self.setting) + by) % len(SETTINGS)])

    def step(self, up: bool) -> tuple[Count, Said]:
        """One step of the chosen setting, and what that did to the count."""
        old: int = getattr(self.sizes, self.setting)
        doubled, one = (old * 2, old + 1) if up else (old // 2, old - 1)
        new = doubled if self.setting in DOUBLED else self._heads(up) if self.setting == "heads" else one
        if self.setting == "heads" and not new:
            return self, Said(text=f"d_model = {self.sizes.d_model:,} is shared by 1 to {self.sizes.d_model:,} heads.")
        if not 1 <= new <= LARGEST[self.setting]:
            return self, Said(text=f"{self.setting} goes from 1 to {LARGEST[self.setting]:,}.")
        return self.compared(self.with_sizes({self.setting: new}), f"{self.setting} {old:,} → {new:,}")

    def _heads(self, up: bool) -> int:
        """The next number of heads that shares d_model evenly; 0 where there is none."""
        old, width = self.sizes.heads, self.sizes.d_model
        others = range(old + 1, width + 1) if up else range(old - 1, 0, -1)
        return next((heads for heads in others if width % heads == 0), 0)

    def with_sizes(self, values: Mapping[Setting, int]) -> Count:
        """These settings changed; a new d_model brings its d_ff with it."""
        changes: dict[str, Any] = dict(values.items())
        if "d_model" in values:
            changes["d_ff"] = WIDER * values["d_model"]
        return replace(self, sizes=replace(self.sizes, **changes), named="")

    def with_norm(self, norm: Norm) -> Count:
        return replace(self, sizes=replace(self.sizes, norm=norm), named="")

    def compared(self, other: Count, what: str) -> tuple[Count, Said]:
        """The other count, and how it differs from this one after `what` was done; this one where there is no other."""
        if refusal := other.refusal():
            return self, Said(text=refusal, kind="bad")
        before, after = self.total(), other.total()
        if before == after:
            width = other.sizes.d_model // other.sizes.heads
            text = f"{what}: the count stays {after:,}."
            if other.sizes.heads != self.sizes.heads:
                text += f" Each head is {width} wide now instead of {self.sizes.d_model // self.sizes.heads}."
        else:
            text = f"{what}: {before:,} → {after:,} parameters{_times(before, after)}."
        return other, Said(text=text)

    def paper(self) -> tuple[Count, Said]:
        """The paper's base model, so far as its blocks are those of this laboratory."""
        count = replace(self, sizes=PAPER, named="paper")
        text = (
            f"One stack of the paper's base model: {count.total():,}. The paper has an encoder and a decoder, "
            "and in each block of the decoder a third sublayer: 65 million in all (Table 3)."
        )
        return count, Said(text=text)

    def shipped(self) -> tuple[Count, Said]:
        """The small trained model of the other laboratories."""
        config = pretrained.load().config
        sizes = Sizes(
            vocabulary=config.vocabulary,
            d_model=config.d_model,
            heads=config.heads,
            layers=config.layers,
            d_ff=config.d_ff,
            positions=config.context,
        )
        count = replace(self, sizes=sizes, named="shipped")
        text = (
            f"The small trained model of the laboratories: {count.total():,} parameters. "
            f"Its d_ff is {config.d_ff}, {config.d_ff / config.d_model:g}·d_model."
        )
        return count, Said(text=text)

    def toggled_positions(self) -> tuple[Count, Said]:
        """Positions learned, or computed as sinusoids, which need no parameters."""
        learned = 0 if self.sizes.positions else FIRST.positions
        other = replace(self, sizes=replace(self.sizes, positions=learned), named="")
        what = f"{learned} positions learned" if learned else "positions computed (sinusoids)"
        return self.compared(other, what)

    def toggled_sharing(self) -> tuple[Count, Said]:
        """The unembedding a matrix of its own, or the embedding's (section 3.4)."""
        other = replace(self, sizes=replace(self.sizes, shared=not self.sizes.shared), named="")
        what = "unembedding shared with embedding" if other.sizes.shared else "unembedding on its own"
        return self.compared(other, what)

    def typed(self, text: str) -> tuple[Count, Said]:
        """d_model, heads and layers, as three numbers; what does not fit changes nothing."""
        reading = read(text, expect=(3,))
        cells = [cell for cell in reading.cells if cell is not None]
        if reading.status != "read" or len(cells) != 3:
            asked = "Type three numbers, d_model, heads and layers, for example 512 8 6."
            return self, Said(text=asked, stays=True)
        values: dict[Setting, int] = {}
        for name, cell in zip(SETTINGS, cells, strict=False):
            if not (1 <= cell <= LARGEST[name] and cell == int(cell)):
                return self, Said(text=f"{name} is a whole number from 1 to {LARGEST[name]:,}.", stays=True)
            values[name] = int(cell)
        what = ", ".join(f"{name} {value:,}" for name, value in values.items())
        return self.compared(self.with_sizes(values), what)


def _times(before: int, after: int) -> str:
    """How many times as many these are, where two decimals tell anything of it."""
    share = f"{after / before:.2f}"
    return "" if share in ("0.00", "1.00") else f", times {share}"
