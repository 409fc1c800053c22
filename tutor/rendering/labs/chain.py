"""The chain rule's laboratory as lines: the walk, probabilities that move, answers, and a padded batch."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from sys import float_info

from tutor.coaching.labs.chain import ChainLab
from tutor.coaching.labs.chain_answers import STEPS
from tutor.coaching.labs.chain_padding import DECIMALS, Padding
from tutor.coaching.labs.chain_walk import ABOUT
from tutor.maths.language import Link, perplexity, surprise
from tutor.notation.fitted import fitted, power
from tutor.notation.printer import exact, number
from tutor.rendering.labs.bars import bar
from tutor.rendering.labs.line import BLANK, Line, Role, line, pad, wrapped

WIDE = 70
"""From this width on products are given to six decimals."""

WINDOW = 5
"""Next tokens in sight at once."""

LABEL, WIDEST_CELL = 7, 11
P_COLUMN, LOSS_COLUMN, FIGURE_COLUMN = 9, 10, 12
LOSS_CELLS = 6
"""Of a loss in a padded batch; a blank stands before it."""

ROLES: dict[str, Role] = {"✓": "good", "✗": "bad", "·": "muted"}

LOOK = (
    "Each token multiplies the product by its p. Predict: which figures can only fall, which may rise again?",
    "Move one probability. Predict first: does the product move more, or the mean loss? What of a tiny p?",
    "Work these out. Any spelling will do: 0.1, 1/10, 10%, 0.5*0.2, ln(2)/3.",
    "Losses in nats, short rows padded. Widen the batch: which figure moves?",
)


def view(lab: ChainLab, width: int) -> tuple[Line, ...]:
    """The part that is open."""
    show = (_walk, _numbers, _answers, _padding)[lab.part]
    return (*wrapped(LOOK[lab.part], width, "muted"), BLANK, *show(lab, width))


def spoken(lab: ChainLab) -> tuple[str, ...]:
    """The part that is open, read out."""
    say = (_walk_said, _numbers_said, _answers_said, _padding_said)[lab.part]
    return (LOOK[lab.part], *say(lab))


def log_name(lab: ChainLab) -> str:
    """How −log p is headed in the unit."""
    return "−ln p" if lab.unit == "nats" else "−log₂ p"


def _walk(lab: ChainLab, width: int) -> list[Line]:
    walk = lab.walk
    lines = wrapped(ABOUT[walk.source], width)
    following = walk.following
    prefix = " ".join((walk.start, *walk.prefix))
    if walk.ended:
        rows = wrapped(f"{prefix} is a whole text.", width - 2)
        lines += [line(("✓ ", "good"), *rows[0]), *(line("  ", *rest) for rest in rows[1:])]
    else:
        lines += wrapped(f"p(… | {prefix})", width, "bold")
        first = min(max(0, walk.place - WINDOW // 2), max(0, len(following) - WINDOW))
        for place, (token, p) in list(enumerate(following))[first : first + WINDOW]:
            here = place == walk.place
            mark: tuple[str, Role] = ("▸ " if here else "  ", "accent")
            row: Role = "accent" if here else ""
            lines.append(line(mark, (f"{pad(token, LABEL)} {number(p, fixed=True)} ", row), (bar(p, 20), row)))
        hidden = len(following) - WINDOW
        if hidden > 0:
            lines.append(line((f"  {hidden} more; all {len(following)} add up to 1", "muted")))
    lines.append(BLANK)
    heads = ("p", "product", log_name(lab), "sum", "mean", "perpl.")
    lines.append(_row("token", heads, width, "bold"))
    links = walk.links(lab.unit)
    lines += [
        _row(token, _figures(link, wide=width >= WIDE, cells=_room(width, len(heads)) - 1), width)
        for token, link in zip(walk.prefix, links, strict=True)
    ]
    if not links:
        lines.append(line((f"  {walk.start} is given, so it has no factor.", "muted")))
    return lines


def _figures(link: Link, *, wide: bool = True, cells: int = WIDEST_CELL) -> tuple[str, ...]:
    product = fitted(link.product, cells, digits=6 if wide else 4)
    rest = (link.loss, link.summed, link.mean, link.perplexity)
    return (number(link.probability, fixed=True), product, *(fitted(x, cells, fixed=True) for x in rest))


def _room(width: int, columns: int) -> int:
    return min(WIDEST_CELL, (width - LABEL) // columns)


def _row(name: str, cells: Sequence[str], width: int, role: Role = "") -> Line:
    room = _room(width, len(cells))
    return line((pad(name, LABEL) + "".join(pad(cell, room, "right") for cell in cells), role))


def _walk_said(lab: ChainLab) -> list[str]:
    walk = lab.walk
    lines = [ABOUT[walk.source]]
    prefix = " ".join((walk.start, *walk.prefix))
    if walk.ended:
        lines.append(f"{prefix} is a whole text.")
    else:
        some = ", ".join(f"{token} {number(p)}" for token, p in walk.following)
        lines.append(f"After {prefix}: {some}; sum 1. Pointed at: {walk.following[walk.place][0]}.")
    for token, link in zip(walk.prefix, walk.links(lab.unit), strict=True):
        p, product, *losses, perplexed = _figures(link)
        loss, summed, mean = losses
        so_far = f"sum {summed}, mean {mean} {lab.unit}, perplexity {perplexed}"
        lines.append(f"{token}: p {p}, product {product}, loss {loss}, {so_far}")
    return lines


def _numbers(lab: ChainLab, width: int) -> list[Line]:
    part, rate = lab.numbers, lab.unit
    most = max(surprise(0.05), *map(surprise, (*part.now, *part.typed)))
    room = width - 32
    heads = pad("p", P_COLUMN, "right") + pad(log_name(lab), LOSS_COLUMN, "right")
    lines = [line((f"  {pad('token', LABEL)}{heads}", "bold"))]
    for place, p in enumerate(part.now):
        here = place == part.place
        role: Role = "accent" if here else ""
        row = f"t{place + 1}".ljust(LABEL) + pad(fitted(p, P_COLUMN - 1), P_COLUMN, "right")
        loss = pad(fitted(surprise(p, rate), LOSS_COLUMN - 1, fixed=True), LOSS_COLUMN, "right")
        lines.append(line(("▸ " if here else "  ", "accent"), (f"{row}{loss}  {bar(surprise(p) / most, room)}", role)))
    heads = pad("as typed", FIGURE_COLUMN, "right") + pad("now", FIGURE_COLUMN, "right")
    lines += [BLANK, line((f"  {pad('', 13)}{heads}", "bold"))]
    moved = part.now != part.typed
    for name, was, now, change in _changes(lab):
        figures = pad(was, FIGURE_COLUMN, "right") + pad(now, FIGURE_COLUMN, "right")
        lines.append(line(f"  {pad(name, 13)}{figures}  ", (change, "accent" if moved else "muted")))
    return lines


def _changes(lab: ChainLab) -> list[tuple[str, str, str, str]]:
    """Each figure as typed, now, and what became of it; the factors by the losses, which no product outruns."""
    cells = FIGURE_COLUMN - 1
    before, after = lab.numbers.before("nats"), lab.numbers.after("nats")
    was, now = lab.numbers.before(lab.unit).mean, lab.numbers.after(lab.unit).mean
    product = f"× {power(before.summed - after.summed, cells, digits=3)}"
    perplexed = f"× {power(after.mean - before.mean, cells, digits=3)}"
    added = f"{'−' if now < was else '+'} {number(abs(now - was), fixed=True)}"
    if lab.numbers.now == lab.numbers.typed:
        product = added = perplexed = "not moved yet"
    return [
        ("product", _product(before, cells), _product(after, cells), product),
        (f"mean, {lab.unit}", fitted(was, cells, fixed=True), fitted(now, cells, fixed=True), added),
        ("perplexity", power(before.mean, cells), power(after.mean, cells), perplexed),
    ]


def _product(link: Link, cells: int) -> str:
    """A product of probabilities, by the losses in nats where it is too small for a float."""
    if link.product >= float_info.min:
        return fitted(link.product, cells, digits=6)
    return power(-link.summed, cells, digits=6)


def _numbers_said(lab: ChainLab) -> list[str]:
    part = lab.numbers
    lines = [
        f"t{place}: p {number(p)}, loss {number(surprise(p, lab.unit))} {lab.unit}"
        for place, p in enumerate(part.now, 1)
    ]
    lines.append(f"The arrows move t{part.place + 1}.")
    return lines + [f"{name}: as typed {was}, now {now}, {change}" for name, was, now, change in _changes(lab)]


def _answers(lab: ChainLab, width: int) -> list[Line]:
    lines = wrapped(_given(lab), width, "bold")
    lines.append(BLANK)
    for mark, role, text in _steps(lab):
        first, *more = wrapped(text, width - 2)
        lines += [line((f"{mark} ", role), *first), *(line("  ", *row) for row in more)]
    return lines


def _given(lab: ChainLab) -> str:
    return f"p = {' '.join(map(exact, lab.answers.probabilities))}"


def _steps(lab: ChainLab) -> list[tuple[str, Role, str]]:
    """Each step's mark and text: what was answered, what is asked now, what comes later."""
    part = lab.answers
    steps: list[tuple[str, Role, str]] = []
    for place in range(len(STEPS)):
        name = part.name(place)
        if place < part.step:
            answer = part.given[place]
            shown = answer.verdict is None
            right = number(part.question(place).right()[0], digits=part.question(place).digits)
            text = f"{name}: shown, {right}" if shown else f"{name}: {answer.raw.strip()}"
            steps.append(("·" if shown else "✓", "muted" if shown else "good", text))
        elif place == part.step:
            last = part.given[place] if place < len(part.given) else None
            counted = last is not None and last.verdict is not None and last.verdict.counted
            wrong = f"; {last.raw.strip()} was not it yet" if last is not None and counted else ""
            steps.append(("✗" if counted else "▸", "bad" if counted else "accent", f"{name}?{wrong}"))
        else:
            steps.append(("·", "muted", name))
    if part.done:
        steps.append(("✓", "good", _together(lab)))
    return steps


def _together(lab: ChainLab) -> str:
    part = lab.answers
    values = [part.question(place).right()[0] for place in range(len(STEPS))]
    base = "e" if lab.unit == "nats" else "2"
    power = number(log2(values[2])) if base == "2" else number(values[1])
    return f"One thing in three forms: {number(values[2])} = {base}^{power} = 1 ÷ {_root(len(part.probabilities))}."


def _root(count: int) -> str:
    root = {1: "", 2: "the square root of ", 3: "the cube root of "}.get(count, f"the {count}th root of ")
    return f"{root}the joint probability"


def _answers_said(lab: ChainLab) -> list[str]:
    words = {"✓": "right", "✗": "asked again", "▸": "asked now", "·": "open"}
    lines = [_given(lab)]
    for mark, _, text in _steps(lab):
        lines.append(text if text.startswith("One thing") or "shown" in text else f"{text} ({words[mark]})")
    return lines


def _padding(lab: ChainLab, width: int) -> list[Line]:
    part = lab.padding
    lines: list[Line] = []
    cells = min(LOSS_CELLS, (width - 5) // part.width - 1)
    texts = [["pad" if loss is None else _loss(loss, cells) for loss in row] for row in part.batch]
    widest = max(len(text) for row in texts for text in row)
    column = min(widest + 2, (width - 5) // part.width)
    for place, row in enumerate(texts, 1):
        losses: list[tuple[str, Role]] = [(pad(x, column, "right"), "muted" if x == "pad" else "") for x in row]
        own = number(part.by_row[place - 1], digits=DECIMALS, fixed=True)
        room = width - 5 - column * part.width
        tail = next((text for text in (f"   own perplexity {own}", f"  {own}") if len(text) <= room), "")
        lines.append(line((f"row {place}", "bold"), *losses, (tail, "muted")))
    lines.append(BLANK)
    for mark, name, working, value, why in _ways(part):
        fits = len(working) <= width - 24 - len(value)
        shown = line((f"{mark} {pad(name, 19)}", ROLES[mark]), (value, "bold"), f"   {working}" if fits else "")
        lines += [
            shown,
            *(line("  ", *row) for row in wrapped(why if fits else f"{working}. {why}", width - 2, "muted")),
        ]
    return lines


def _loss(loss: float, cells: int) -> str:
    """A loss in so many cells; one whose exponent alone has no room is next to 0."""
    text = fitted(loss, cells)
    return text if len(text) <= cells else "≈0"


def _ways(part: Padding) -> list[tuple[str, str, str, str, str]]:
    """Each way to one perplexity: its mark, its name, how it is worked out, what it gives, and why (not)."""
    summed = number(part.per_token * part.tokens)

    def figure(x: float) -> str:
        return number(x, digits=DECIMALS, fixed=True)

    return [
        (
            "✓", "per token", f"e^({summed} ÷ {part.tokens} tokens)", figure(perplexity(part.per_token)),
            "Right: every token that counts weighs the same.",
        ),
        (
            "·", "mean of the rows'", f"own ones ÷ {len(part.rows)}", figure(part.mean_of_rows),
            "Another figure: a token of a short row weighs more here.",
        ),
        (
            "✗", "padding counted", f"e^({summed} ÷ {part.places} places)", figure(perplexity(part.pads_counted)),
            "Wrong: padding is no token. A wider batch would make the model look better.",
        ),
    ]  # fmt: skip


def _padding_said(lab: ChainLab) -> list[str]:
    part = lab.padding
    lines = []
    for place, row in enumerate(part.batch, 1):
        cells = ", ".join("pad" if loss is None else number(loss) for loss in row)
        own = number(part.by_row[place - 1], digits=DECIMALS, fixed=True)
        lines.append(f"row {place}: {cells}; own perplexity {own}")
    for _, name, working, value, why in _ways(part):
        lines.append(f"{name}: {working}, which is {value}. {why}")
    return lines
