"""The block laboratory: one token's vector part by part through a small block, and how many parameters there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import field as field_of
from typing import ClassVar, Self

from tutor.coaching.labs.asked import DIGITS, Choice, Question, choose, judge
from tutor.coaching.labs.block_count import HEADS_QUESTION, LARGEST, SETTINGS, Count, Setting
from tutor.coaching.labs.block_questions import N, Place, question
from tutor.coaching.labs.lab import Control, Field, Lab, Said
from tutor.coaching.labs.small_block import WORDS, Run, changed, reached, run, with_word
from tutor.lessons.labs import LabName, LabValue
from tutor.maths.block import Norm

PARTS = ("x", "norm", "Q K V", "heads", "W_O", "add", "norm 2", "net", "add 2", "logits", "count")
HEADS = PARTS.index("heads")
"""The first part in which other tokens can reach this one."""
COUNT = len(PARTS) - 1
"""The part that counts parameters."""

FIRST_WORDS = (0, 1, 2)
SWAPPED = WORDS.index("END")
"""Words before this one take each other's place; END would end the text."""

NORMS: Mapping[Norm, str] = {
    "pre": "pre-norm, as this model, GPT-2 and most since",
    "post": "post-norm, as the paper (section 3.1)",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockLab(Lab):
    """Where one stands in the block. `words` are ids, `token` is the one that is looked at, from 0.

    `open` are the parts whose result is on show: answered, or looked at.
    """

    name: ClassVar[LabName] = "block"
    title: ClassVar[str] = "The block, part by part"
    parts: ClassVar[tuple[str, ...]] = PARTS

    words: tuple[int, ...] = FIRST_WORDS
    token: int = 2
    norm: Norm = "pre"
    open: frozenset[int] = frozenset()
    count: Count = field_of(default_factory=Count)

    @property
    def counting(self) -> bool:
        return self.part == COUNT

    @property
    def shown(self) -> bool:
        """Whether the result of this part is on show."""
        return self.part in self.open

    @property
    def run(self) -> Run:
        """The three words through the block."""
        return run(self.words, self.norm)

    def question(self) -> Question:
        """What this part asks."""
        if self.counting:
            return HEADS_QUESTION
        return question(self.part, Place(run=self.run, token=self.token, norm=self.norm))

    def reached(self) -> tuple[str, ...]:
        """The words that matter to this token's numbers at this part, found by trying others in their place."""
        places = reached(self.words, self.norm, part=self.part, token=self.token)
        return tuple(WORDS[self.words[place]] for place in places)

    def controls(self) -> tuple[Control, ...]:
        asked = self.question()
        options = asked.options if isinstance(asked, Choice) and not self.shown else ()
        chosen = tuple(
            Control(move=key, key=key, shown=key, label="answer", what=f"Answers: {option.text}.")
            for key, option in zip(asked.keys if isinstance(asked, Choice) else "", options, strict=False)
        )
        parts = (
            # In the footer n and b stand for both.
            Control(move="right", key="right", shown="→", label="", what="Goes to the next part, as n does."),
            Control(move="left", key="left", shown="←", label="", what="Goes to the part before, as b does."),
        )
        look = Control(
            move="look",
            key="space",
            shown="space",
            label="ask again" if self.shown else "look",
            what="Hides the result and asks again." if self.shown else "Shows the result without an answer.",
        )
        other = "post-norm" if self.norm == "pre" else "pre-norm"
        norm = Control(
            move="norm", key="p", shown="p", label="norm", what=f"Changes to {other}: the norm {WHERE[other]}."
        )
        own = (*COUNT_CONTROLS, norm) if self.counting else (*WALK_CONTROLS, norm)
        return (*chosen, look, *own, *parts)

    def press(self, move: str) -> Self:
        if move in ("left", "right"):
            moved = self.go(1 if move == "right" else -1)
            return moved if moved is not self else self._say(EDGES[move])
        if move == "norm":
            return self._other_norm()
        if len(move) == 1 and move in ANSWERS:
            return self._choose(move)
        return self._count(move) if self.counting else self._walk(move)

    def field(self) -> Field | None:
        if self.counting:
            sizes = self.count.sizes
            text = f"{sizes.d_model} {sizes.heads} {sizes.layers}"
            return Field(prompt="d_model, heads and layers:", text=text, help="for example 512 8 6", numbers=True)
        asked = self.question()
        if self.shown or isinstance(asked, Choice):
            return None
        return Field(prompt=asked.ask, help="rows×columns" if asked.kind == "shape" else "a number", numbers=True)

    def enter(self, text: str) -> Self:
        if self.counting:
            return self._counted(*self.count.typed(text))
        if self.shown:
            return self._say(ASK_AGAIN)
        asked = self.question()
        if isinstance(asked, Choice):
            return self._say(f"This question is answered by one of {', '.join(asked.keys[: len(asked.options)])}.")
        return self._judged(judge(asked, text))

    def _say(self, text: str) -> Self:
        return replace(self, said=Said(text=text))

    def _judged(self, said: Said) -> Self:
        opened = self.open | {self.part} if said.kind == "good" else self.open
        return replace(self, said=said, open=opened)

    def _look(self) -> Self:
        """Shows the result, or hides it and asks again."""
        return replace(self, open=self.open ^ {self.part}, said=None)

    def _choose(self, key: str) -> Self:
        if self.shown:
            return self._say(ASK_AGAIN)
        asked = self.question()
        if isinstance(asked, Choice):
            return self._judged(choose(asked, asked.place(key)))
        return self._say("This question's answer is typed, not chosen.")

    def _counted(self, count: Count, said: Said | None = None) -> Self:
        return replace(self, count=count, norm=count.sizes.norm, said=said)

    def _count(self, move: str) -> Self:
        count = self.count
        if move in ("up", "down"):
            return self._counted(count.pick(1 if move == "down" else -1))
        if move in ("more", "less"):
            return self._counted(*count.step(move == "more"))
        if move == "paper":
            return self._counted(*count.paper())
        if move == "shipped":
            return self._counted(*count.shipped())
        if move == "sinusoids":
            return self._counted(*count.toggled_positions())
        if move == "look":
            return self._look()
        if move == "share":
            return self._counted(*count.toggled_sharing())
        return self._say("That belongs to the other parts.")

    def _walk(self, move: str) -> Self:
        if move in ("up", "down"):
            token = self.token + (1 if move == "down" else -1)
            if not 0 <= token < N:
                return self._say(f"There are {N} tokens; this is the {'last' if move == 'down' else 'first'}.")
            return replace(self, token=token, said=None)
        if move == "look":
            return self._look()
        if move in ("earlier", "later"):
            return self._swap(self.token + (1 if move == "later" else -1))
        return self._say("That belongs to the part that counts.")

    def _swap(self, place: int) -> Self:
        """Another word in the place beside the token, and what that changed here."""
        if not 0 <= place < N:
            side = "after" if place > self.token else "before"
            return self._say(f"No token stands {side} {WORDS[self.words[self.token]]}; ↑↓ look at another one.")
        old = self.words[place]
        new = replace(self, words=with_word(self.words, place, (old + 1) % SWAPPED))
        some, many = changed(self.run, new.run, part=self.part, token=self.token)
        why = "" if some else f" {HIDDEN if place > self.token else NOT_YET}"
        told = (
            f"Token {place + 1} is {WORDS[new.words[place]]} now, not {WORDS[old]}: {_some(some, many)} changed.{why}"
        )
        return new._say(told)

    def _other_norm(self) -> Self:
        norm: Norm = "post" if self.norm == "pre" else "pre"
        count, counted = self.count.compared(self.count.with_norm(norm), NORMS[norm])
        new = replace(self, norm=norm, count=count)
        if self.counting:
            return replace(new, said=counted)
        some, many = changed(self.run, new.run, part=self.part, token=self.token)
        return new._say(f"Now {NORMS[norm]}: {_some(some, many)} changed.")


ANSWERS = f"{DIGITS}{HEADS_QUESTION.keys}"
"""Every key that answers some question."""

WHERE = {"pre-norm": "stands before each sublayer", "post-norm": "comes after each addition"}
HIDDEN = "No later token can reach this one."
NOT_YET = "Up to this part no other token has reached this one."
ASK_AGAIN = "The answer is on show; space hides it and asks again."
EDGES = {"left": "This is the first part.", "right": "This is the last part."}

WALK_CONTROLS = (
    Control(move="up", key="up", shown="↑", label="token", what="Looks at the token before."),
    Control(move="down", key="down", shown="↓", label="token", what="Looks at the token after."),
    Control(
        move="earlier",
        key="e",
        shown="e",
        label="word",
        what="Puts another word before this token and says how many numbers here change.",
    ),
    Control(
        move="later",
        key="l",
        shown="l",
        label="word",
        what="Puts another word after this token and says how many numbers here change.",
    ),
)
COUNT_CONTROLS = (
    Control(move="more", key="plus,equals_sign", shown="+", label="more", what="Makes the marked size larger."),
    Control(move="less", key="minus", shown="-", label="less", what="Makes the marked size smaller."),
    Control(move="up", key="up", shown="↑", label="size", what="Marks the size above."),
    Control(move="down", key="down", shown="↓", label="size", what="Marks the size below."),
    Control(move="paper", key="o", shown="o", label="original", what="Sets the sizes of the paper's base model."),
    Control(move="shipped", key="m", shown="m", label="small model", what="Sets the sizes of the small trained model."),
    Control(
        move="sinusoids",
        key="s",
        shown="s",
        label="positions",
        what="Takes positions as learned, or as computed sinusoids without parameters.",
    ),
    Control(
        move="share",
        key="u",
        shown="u",
        label="share",
        what="Takes an unembedding of its own, or the embedding's matrix once more.",
    ),
)


def start(values: Mapping[str, LabValue]) -> BlockLab:
    """The laboratory at a page's d_model, heads, layers and part; what is unfit is said and left at its start."""
    lab, unfit = BlockLab(), []
    sizes: dict[Setting, int] = {}
    for name in SETTINGS:
        value = values.get(name)
        if isinstance(value, float | int) and 1 <= value <= LARGEST[name] and value == int(value):
            sizes[name] = int(value)
        elif value is not None:
            unfit.append(f"{name} is a whole number from 1 to {LARGEST[name]:,}")
    if sizes:
        count = lab.count.with_sizes(sizes)
        if refusal := count.refusal():
            unfit.append(refusal.rstrip("."))
        else:
            lab = replace(lab, count=count)
    part = str(values.get("part", PARTS[COUNT if sizes else 0])).replace(" ", "").casefold()
    places = [place for place, name in enumerate(PARTS) if name.replace(" ", "").casefold() == part]
    if places:
        lab = replace(lab, part=places[0])
    else:
        unfit.append(f"the parts are {', '.join(PARTS)}")
    return replace(lab, said=Said(text=f"{'; '.join(unfit)}.")) if unfit else lab


def _some(some: int, many: int) -> str:
    return f"none of the {many} numbers here" if not some else f"{some} of the {many} numbers here"
