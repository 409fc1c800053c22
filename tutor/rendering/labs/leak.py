"""The leak laboratory as lines: the guesses, two losses falling past a floor, and the honest test."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from tutor.coaching.labs.leak import FELL_THROUGH, GUESSES, PREDICT, TRAIN, WHICH, Guess, LeakLab
from tutor.maths.grammar import VOCABULARY
from tutor.maths.leak import HELD_BACK, Comparison, Run, chances
from tutor.notation.printer import number
from tutor.rendering.labs.line import BLANK, Line, Role, line, pad, wrapped

HEIGHT = 9
"""The lines of the drawing."""
LEFT = 7
"""Room for its scale."""
ROOMY = 70

GLYPHS: dict[Guess, tuple[str, Role]] = {"causal": ("o", "accent"), "leaky": ("x", "bad")}
SENTENCE = ("the", "foxes", "near", "the", "dog", "run")
"""Read word by word by both models, and not one of the most likely sentences."""

INTRODUCTION = (
    "The same small model is trained twice, on the same sentences from the same first weights: once with the causal"
    " mask, once without. Nothing else differs. Each time it is to predict every next word."
)
YOUR_GUESS = "your guess"
QUESTIONS = {"loss": "Which training loss will end lower?", "model": "Which model will be the better one?"}


def view(lab: LeakLab, width: int) -> tuple[Line, ...]:
    """What the screen shows of the open part."""
    if lab.part == PREDICT:
        return tuple(_predict(lab, width))
    return tuple(_train(lab, width) if lab.part == TRAIN else _test(lab, width))


def spoken(lab: LeakLab) -> tuple[str, ...]:
    """The same, read out."""
    if lab.part == PREDICT:
        return tuple(_said_predict(lab))
    return tuple(_said_train(lab) if lab.part == TRAIN else _said_test(lab))


# The guesses.


def _predict(lab: LeakLab, width: int) -> Iterator[Line]:
    yield from wrapped(INTRODUCTION, width)
    for what, question in QUESTIONS.items():
        yield BLANK
        yield line((question, "bold"))
        for place, (key, about, which) in enumerate(GUESSES):
            if about == what:
                taken = _guess_of(lab, what) == which
                yield line(
                    ("  ▸ " if place == lab.place else "    ", "accent"),
                    (f"{key}  ", "accent"),
                    (pad(WHICH[which], 18) if taken else WHICH[which], "bold" if taken else ""),
                    (YOUR_GUESS if taken else "", "bold"),
                )
    yield BLANK
    yield from wrapped(_floor_words(lab), width, "muted")


def _guess_of(lab: LeakLab, what: str) -> Guess | None:
    return lab.lower_loss if what == "loss" else lab.better_model


def _floor_words(lab: LeakLab) -> str:
    return (
        "The sentences are drawn from a little grammar. Its next word has an entropy of"
        f" {number(lab.floor, fixed=True)} nats: on new sentences, nobody who sees only the prefix does better in the"
        f" long run. Guessing evenly among {len(VOCABULARY)} tokens costs"
        f" {number(math.log(len(VOCABULARY)), fixed=True)}."
    )


def _said_predict(lab: LeakLab) -> Iterator[str]:
    yield INTRODUCTION
    for what, question in QUESTIONS.items():
        yield question
        for key, about, which in GUESSES:
            if about == what:
                yield f"{key}: {WHICH[which]}{f', {YOUR_GUESS}' if _guess_of(lab, what) == which else ''}"
    yield _floor_words(lab)


# The training.


def _train(lab: LeakLab, width: int) -> Iterator[Line]:
    comparison = lab.comparison
    yield _progress(lab, width)
    yield from _drawing(lab, width)
    for which in WHICH:
        yield line(GLYPHS[which], f" {pad(WHICH[which], 17)} training loss {_loss(_run(comparison, which))}")
    yield line(("─", "mark"), f" {pad('the floor', 17)} entropy       {number(lab.floor, fixed=True)}")
    if comparison is not None and comparison is lab.finished:
        yield from wrapped(_what_the_floor_says(lab), width)


def _progress(lab: LeakLab, width: int) -> Line:
    done = lab.comparison.step if lab.comparison is not None else 0
    words = f" step {done} of {lab.steps}, seed {lab.seed}"
    room = max(10, width - len(words))
    full = room * done // lab.steps
    return line(("█" * full, "accent"), ("░" * (room - full), "muted"), words)


def _drawing(lab: LeakLab, width: int) -> Iterator[Line]:
    """Both losses over the steps, the floor as a line; each column is the mean over its steps."""
    columns = max(10, width - LEFT)
    top = math.ceil(math.log(len(VOCABULARY)))
    marks: list[list[tuple[str, Role]]] = [[(" ", "")] * columns for _ in range(HEIGHT)]
    marks[_height(lab.floor, top)] = [("─", "mark")] * columns
    for which in WHICH:
        losses = _run(lab.comparison, which).losses
        for column, mean in enumerate(_means(losses, lab.steps, columns)):
            marks[_height(mean, top)][column] = GLYPHS[which]
    for row, cells in enumerate(marks):
        value = top * (HEIGHT - 1 - row) / (HEIGHT - 1)
        scale = number(value, digits=1, fixed=True) if row % 2 == 0 else ""
        yield line((pad(scale, LEFT - 2, "right") + "  ", "muted"), *cells)


def _height(loss: float, top: int) -> int:
    return min(max(HEIGHT - 1 - round(loss / top * (HEIGHT - 1)), 0), HEIGHT - 1)


def _means(losses: Sequence[float], steps: int, columns: int) -> Iterator[float]:
    """The mean loss of each column that has steps so far."""
    for column in range(columns):
        first, last = column * steps // columns, max((column + 1) * steps // columns, column * steps // columns + 1)
        here = losses[first:last]
        if here:
            yield sum(here) / len(here)


def _run(comparison: Comparison | None, which: Guess) -> Run:
    if comparison is None:
        return Run(causal=which == "causal")
    return comparison.causal if which == "causal" else comparison.leaky


def _loss(run: Run) -> str:
    return number(run.loss, fixed=True) if run.losses else "-"


def _what_the_floor_says(lab: LeakLab) -> str:
    if not lab.fell_through:
        return f"No training loss is below {FELL_THROUGH:g} times the floor after {lab.steps} steps: + doubles them."
    return (
        "Without the mask the loss fell through the floor. Nobody who sees only the prefix can do that: this model has"
        " seen the next word. That is the proof of the leak."
    )


def _said_train(lab: LeakLab) -> Iterator[str]:
    done = lab.comparison.step if lab.comparison is not None else 0
    yield f"Step {done} of {lab.steps}, seed {lab.seed}."
    for which in WHICH:
        yield f"training loss {WHICH[which]}: {_loss(_run(lab.comparison, which))} nats per token"
    yield f"the floor, the entropy of the grammar: {number(lab.floor, fixed=True)} nats per token"
    if lab.finished is not None and lab.finished is lab.comparison:
        yield _what_the_floor_says(lab)


# The honest test.


def _test(lab: LeakLab, width: int) -> Iterator[Line]:
    comparison = lab.finished
    if comparison is None:
        yield from wrapped(NOT_YET, width)
        return
    cell = min(18, (width - 22) // 2)
    yield line(
        " " * 22, *((pad(WHICH[which].removesuffix(" the mask") + " mask", cell, "right"), "muted") for which in WHICH)
    )
    for words, values in _figures(comparison):
        yield line(pad(words, 22), *(pad(number(x, fixed=True), cell, "right") for x in values))
    yield from wrapped(
        f"On the sentences of that test the grammar's own chances cost {_own(comparison)}.", width, "muted"
    )
    yield BLANK
    for which in WHICH:
        yield from wrapped(_writes(comparison, which), width)
    yield BLANK
    yield from _sentence(comparison, width)
    for words in _guesses_judged(lab, comparison):
        yield from wrapped(words, width)


NOT_YET = "Nothing is trained yet: b goes back to the training, and space starts it there."


def _figures(comparison: Comparison) -> Iterator[tuple[str, tuple[float, float]]]:
    causal, leaky = comparison.causal, comparison.leaky
    yield "training loss", (causal.loss, leaky.loss)
    yield "honest loss", (causal.honest_loss or 0.0, leaky.honest_loss or 0.0)


def _own(comparison: Comparison) -> str:
    return number(comparison.own_loss, fixed=True)


def _writes(comparison: Comparison, which: Guess) -> str:
    return f"{WHICH[which].capitalize()} it writes: {' '.join(_run(comparison, which).sample)}"


def _sentence(comparison: Comparison, width: int) -> Iterator[Line]:
    """What the leaky model gives each word, with the sentence in its input and with the prefix alone."""
    given = chances(comparison.leaky, SENTENCE)
    roomy = width >= ROOMY
    left = 20 if roomy else 13
    cell = min(8, (width - left) // len(given))
    yield line(("Without the mask, the probability of each next word:", "muted"))
    yield line(" " * left, *(pad(x.target, cell, "right") for x in given))
    yield line(
        pad("as in training" if roomy else "in training", left),
        *(pad(number(x.whole, digits=2, fixed=True), cell, "right") for x in given),
    )
    yield line(
        pad("from the prefix" if roomy else "prefix alone", left),
        *(pad(number(x.prefix, digits=2, fixed=True), cell, "right") for x in given),
    )


def _guesses_judged(lab: LeakLab, comparison: Comparison) -> Iterator[str]:
    training, honest = ((masked, open_) for _, (masked, open_) in _figures(comparison))
    for guess, losses, words, undecided in (
        (lab.lower_loss, training, "The lower training loss is the one", "The training losses"),
        (
            lab.better_model,
            honest,
            f"The better model, on {HELD_BACK} sentences that neither has seen, is the one",
            f"The losses on {HELD_BACK} sentences that neither has seen",
        ),
    ):
        truth = lab.lower(*losses)
        if truth is None:
            shown = " and ".join(number(loss, fixed=True) for loss in losses)
            yield f"{undecided} are too close to tell: {shown}. More steps part them.{_your(guess)}"
        else:
            yield f"{'' if guess is None else '✓ ' if guess == truth else '✗ '}{words} {WHICH[truth]}.{_your(guess)}"


def _your(guess: Guess | None) -> str:
    return f" Your guess: {WHICH[guess]}." if guess is not None else ""


def _said_test(lab: LeakLab) -> Iterator[str]:
    comparison = lab.finished
    if comparison is None:
        yield NOT_YET
        return
    for words, (masked, open_) in _figures(comparison):
        yield f"{words}: {number(masked, fixed=True)} with the mask, {number(open_, fixed=True)} without"
    yield f"the grammar's own chances, on the sentences of the honest test: {_own(comparison)}"
    for which in WHICH:
        yield _writes(comparison, which)
    for x in chances(comparison.leaky, SENTENCE):
        whole, prefix = (number(p, digits=2, fixed=True) for p in (x.whole, x.prefix))
        yield f"without the mask, {x.target}: {whole} as in training, {prefix} from the prefix alone"
    yield from _guesses_judged(lab, comparison)
