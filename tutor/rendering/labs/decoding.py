"""The decoding laboratory as lines: logits and probabilities as bars, counts, texts, and a confident mistake."""

from __future__ import annotations

from math import log

from tutor.coaching.labs.decoding import DecodingLab
from tutor.coaching.labs.decoding_model import Next, Text, first_wrong, following, written
from tutor.maths.grammar import START
from tutor.maths.language import entropy, leaders
from tutor.notation.fitted import fitted
from tutor.notation.printer import number
from tutor.rendering.labs.bars import bar, signed
from tutor.rendering.labs.decoding_mistake import mistake_said, mistake_view, named_heat
from tutor.rendering.labs.line import BLANK, Line, Role, line, pad, wrapped

WIDE = 70
"""From this width on there is room for longer bars."""

SHOWN_NEXT = 5
RIGHT: tuple[str, Role] = ("✓ ", "good")
WRONG: tuple[str, Role] = ("✗ ", "bad")

LOOK = (
    "Turn T. Predict: does the order ever change? Where is entropy largest?",
    "Predict how often t1 comes in 1,000 draws; then take another seed.",
    "One prompt, four ways: which is the same every time? Turn T, seed and k.",
    "Where is it surest of a wrong word? Can temperature alone get rid of it?",
)


def view(lab: DecodingLab, width: int) -> tuple[Line, ...]:
    """The part that is open."""
    show = (_logits, _samples, _text, mistake_view)[lab.part]
    return (*wrapped(LOOK[lab.part], width, "muted"), BLANK, *show(lab, width))


def spoken(lab: DecodingLab) -> tuple[str, ...]:
    """The part that is open, read out."""
    say = (_logits_said, _samples_said, _text_said, mistake_said)[lab.part]
    return (LOOK[lab.part], *say(lab))


def _spread(shares: tuple[float, ...]) -> str:
    """How spread out a distribution is, in both units, and the most that it could be."""
    nats, bits = number(entropy(shares), fixed=True), number(entropy(shares, "bits"), fixed=True)
    return f"entropy {nats} nats = {bits} bits (at most ln {len(shares)} = {number(log(len(shares)), fixed=True)} nats)"


def _tie(lab: DecodingLab) -> str:
    """What there is to say of equal largest logits; empty where one is the largest."""
    best = leaders(lab.logits)
    if len(best) == 1:
        return ""
    names = " and ".join(f"t{place + 1}" for place in best)
    if lab.temperature == 0:
        return f"A tie of {names}: the limit gives each 1/{len(best)}; greedy decoding takes the first, t{best[0] + 1}."
    return f"A tie: {names} are equal at every T."


def _logits(lab: DecodingLab, width: int) -> list[Line]:
    shares = lab.probabilities
    room = 22 if width >= WIDE else 12
    low, high = min(0.0, *lab.logits), max(0.0, *lab.logits)
    best = leaders(lab.logits)
    heads = f"  {pad('', 3)}{pad('logit', 9, 'right')}  {pad('', room + 2)}{pad('p', 7, 'right')}"
    lines = [line((named_heat(lab.temperature), "bold")), line((heads, "bold"))]
    for place, (z, p) in enumerate(zip(lab.logits, shares, strict=True)):
        role: Role = "accent" if place in best else ""
        first = pad(f"t{place + 1}", 3) + pad(fitted(z, 8), 9, "right")
        lines.append(
            line(
                ("▸ " if place in best else "  ", "accent"),
                (first, role),
                f"  {pad(signed(z, low, high, room), room + 2)}",
                (pad(number(p, fixed=True), 7, "right"), role),
                f" {bar(p, width - room - 26)}",
            )
        )
    lines += [BLANK, *wrapped(_spread(shares), width)]
    tie = _tie(lab)
    return [*lines, *(wrapped(tie, width, "mark") if tie else [])]


def _logits_said(lab: DecodingLab) -> list[str]:
    shares = lab.probabilities
    lines = [named_heat(lab.temperature)]
    lines += [
        f"t{place}: logit {number(z)}, probability {number(p, fixed=True)}"
        for place, (z, p) in enumerate(zip(lab.logits, shares, strict=True), 1)
    ]
    return [*lines, f"sum 1; {_spread(shares)}", *filter(None, [_tie(lab)])]


def _samples(lab: DecodingLab, width: int) -> list[Line]:
    shares, found = lab.probabilities, lab.counts
    lines = [line((f"{named_heat(lab.temperature)}   seed {lab.seed}   {lab.draws:,} draws", "bold"))]
    heads = f"{pad('', 4)}{pad('p', 7, 'right')}{pad('expected', 10, 'right')}{pad('came', 7, 'right')}"
    lines.append(line((f"{heads}  share", "bold")))
    for place, (p, count) in enumerate(zip(shares, found, strict=True)):
        expected = number(p * lab.draws, digits=1, fixed=True)
        figures = pad(number(p, fixed=True), 7, "right") + pad(expected, 10, "right")
        share = count / lab.draws
        came: tuple[str, Role] = (pad(str(count), 7, "right"), "accent")
        tail = f"  {pad(number(share, fixed=True), 7)}{bar(share, width - 39)}"
        lines.append(line(pad(f"t{place + 1}", 4), figures, came, tail))
    lines += [BLANK, *wrapped(_drift(lab), width)]
    tie = _tie(lab)
    return [*lines, *(wrapped(tie, width, "mark") if tie else [])]


def _drift(lab: DecodingLab) -> str:
    """How far the shares are from the probabilities."""
    pairs = zip(lab.probabilities, lab.counts, strict=True)
    most = max(abs(count / lab.draws - p) for p, count in pairs)
    return f"Furthest from its p: {number(most, fixed=True)}. A seed fixes the draws; p is what they tend to."


def _samples_said(lab: DecodingLab) -> list[str]:
    lines = [f"{named_heat(lab.temperature)}, seed {lab.seed}, {lab.draws:,} draws"]
    for place, (p, count) in enumerate(zip(lab.probabilities, lab.counts, strict=True), 1):
        expected = number(p * lab.draws, digits=1)
        lines.append(f"t{place}: probability {number(p, fixed=True)}, expected {expected}, came {count}")
    return [*lines, _drift(lab), *filter(None, [_tie(lab)])]


def _text(lab: DecodingLab, width: int) -> list[Line]:
    settings = f"{named_heat(lab.temperature)}, seed {lab.seed}, k {lab.k}"
    lines = wrapped(f"{settings}: {' '.join((START, *lab.prompt))} …", width, "bold")
    label = 15
    for text in _texts(lab):
        first, *more = wrapped(_continued(lab, text), width - label - 2)
        lines.append(line(_mark(lab, text), (pad(text.way, label), "muted"), *first))
        lines += [line(" " * (label + 2), *row) for row in more]
    lines += [row for said in _of_texts(lab) for row in wrapped(said, width, "muted")]
    rows = following(lab.prompt, lab.temperature)
    heads = f"  {pad('next', 9)}{pad('model', 8, 'right')}{pad('grammar', 9, 'right')}"
    exact = "   grammar: exact, the same at any T" if width >= WIDE else "   (same at any T)"
    lines += [BLANK, line((heads, "bold"), (exact, "muted"))]
    for row in _in_sight(rows):
        figures = pad(number(row.model, fixed=True), 8, "right") + pad(_exact(row), 9, "right")
        mark: tuple[str, Role] = WRONG if row.forbidden else ("  ", "")
        lines.append(line(mark, pad(row.token, 9), figures, f"   {bar(row.model, width - 34)}"))
    return [*lines, *wrapped(_rest(rows), width, "muted")]


def _of_texts(lab: DecodingLab) -> list[str]:
    """What the marks before the texts say, and why all are the same where T = 0."""
    marks = [] if _outside(lab) else ["✓ the grammar allows every word, ✗ it does not."]
    return [*marks, *([GREEDY] if lab.temperature == 0 else [])]


GREEDY = "T = 0 is greedy, so all four are the same, whatever seed and k."


def _outside(lab: DecodingLab) -> bool:
    """True where the grammar does not even have the prompt."""
    return first_wrong(lab.prompt) is not None


def _mark(lab: DecodingLab, text: Text) -> tuple[str, Role]:
    """What the grammar says of a text; nothing where it does not even have the prompt."""
    if text.wrong is None:
        return RIGHT
    return ("· ", "muted") if text.wrong < len(lab.prompt) else WRONG


def _texts(lab: DecodingLab) -> tuple[Text, ...]:
    return written(lab.prompt, temperature=lab.temperature, seed=lab.seed, k=lab.k)


def _continued(lab: DecodingLab, text: Text) -> str:
    """What was written after the prompt, and the first word that the grammar forbids there."""
    words = " ".join(text.words[len(lab.prompt) :])
    if text.wrong is None:
        return f"… {words}{'' if text.ended else ' (cut at the end of its context)'}"
    if text.wrong < len(lab.prompt):
        return f"… {words}"
    return f"… {words} (the grammar has no {text.words[text.wrong]} there)"


def _in_sight(rows: tuple[Next, ...]) -> list[Next]:
    """The likeliest few, without those that have nothing."""
    return [row for row in rows[:SHOWN_NEXT] if row.model > 0]


def _exact(row: Next) -> str:
    return "—" if row.exact is None else number(row.exact, fixed=True)


def _rest(rows: tuple[Next, ...]) -> str:
    """What of the distribution is not in sight, and what the dash or the cross says."""
    if rows[0].exact is None:
        return "The grammar has no such beginning, so it has no probabilities here; the model has all the same."
    forbidden = sum(row.model for row in rows if row.forbidden)
    return f"Words that the grammar never puts here get {number(forbidden, fixed=True)} in all."


def _text_said(lab: DecodingLab) -> list[str]:
    lines = [f"Prompt: {' '.join((START, *lab.prompt))}. {named_heat(lab.temperature)}, seed {lab.seed}, k {lab.k}."]
    lines += [GREEDY] if lab.temperature == 0 else []
    for text in _texts(lab):
        lines.append(f"{text.way}: {_continued(lab, text)}")
    rows = following(lab.prompt, lab.temperature)
    for row in _in_sight(rows):
        exact = "no such beginning" if row.exact is None else _exact(row)
        lines.append(f"next {row.token}: model {number(row.model, fixed=True)}, grammar {exact}")
    return [*lines, _rest(rows)]
