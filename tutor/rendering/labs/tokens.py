"""The tokens laboratory as lines: a text cut in four ways, and merges learned step by step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from tutor.coaching.labs.token_texts import ENGLISH, MOST_TEXT, Scheme
from tutor.coaching.labs.tokens import TokensLab
from tutor.maths.checks import count
from tutor.maths.tokens import Pair, characters, words
from tutor.rendering.labs.line import BLANK, Line, Role, clipped, line, pad, width_of, wrapped
from tutor.rendering.labs.token_glyphs import (
    BLANK_SHOWN,
    Cell,
    Spelling,
    byte_piece,
    cells,
    code_point,
    phrase,
    piece,
    short,
    told_apart,
)
from tutor.rendering.labs.token_vectors import (
    lookup_spoken,
    lookup_view,
    order_spoken,
    order_view,
    positions_spoken,
    positions_view,
)

UNKNOWN = "?"
ROWS_SHOWN = 3
ROWS_OF_TABLE = 6
PAIR_COLUMN = 24
GAP_BETWEEN = 2
LATEST_PIECES = 14

TEXT_INTRO = "Guess: how many characters, bytes, words, pieces? A token is not a word."
CLOSED = "space shows them. Or type a text of your own."
CLOSED_SPOKEN = "look shows them. Or type a text of your own."
MERGES_INTRO = "Which pair of neighbors occurs most? It becomes one piece. Guess, merge."


def view(lab: TokensLab, width: int) -> tuple[Line, ...]:
    """What a screen of this width shows of the part that is open."""
    return _drawn(lab, width, Spelling())


def ascii_view(lab: TokensLab, width: int) -> tuple[Line, ...]:
    """The same where there is only ASCII: characters beyond it are spelled by their numbers, and told apart by them."""
    lines = _drawn(lab, width, Spelling(ascii=True))
    return tuple(tuple((told_apart(text), role) for text, role in one) for one in lines)


def _drawn(lab: TokensLab, width: int, how: Spelling) -> tuple[Line, ...]:
    match lab.on:
        case "text":
            return tuple(_text_view(lab, width, how))
        case "merges":
            return tuple(_merges_view(lab, width, how))
    draw = {"lookup": lookup_view, "positions": positions_view, "order": order_view}
    return tuple(draw[lab.on](lab, width))


def spoken(lab: TokensLab) -> tuple[str, ...]:
    """The same as sentences and rows to be read out."""
    say = {
        "text": _text_spoken,
        "merges": _merges_spoken,
        "lookup": lookup_spoken,
        "positions": positions_spoken,
        "order": order_spoken,
    }
    return tuple(say[lab.on](lab))


def ascii_spoken(lab: TokensLab) -> tuple[str, ...]:
    """The same where there is only ASCII."""
    return tuple(map(told_apart, spoken(lab)))


# A text in four ways


def _text_view(lab: TokensLab, width: int, how: Spelling) -> list[Line]:
    lines = [*wrapped(TEXT_INTRO, width), line((short(how.text(phrase(lab.text)), width), "bold"))]
    for scheme in lab.cuts():
        many = f"{len(scheme.pieces):>3}" if lab.looked else "  ?"
        head = line((pad(scheme.name, 11), "bold"), (many, "mark"))
        lines.append((*head, *line((f"  {_note(lab, scheme, width - width_of(head) - 2)}", "muted"))))
        if not lab.looked:
            continue
        lines += cells(how.cells(_cells(scheme)), width, rows=ROWS_SHOWN)
        if scheme.name == "characters":
            lines += [row for said in _of_several(lab.text) for row in wrapped(how.text(said), width)]
    return lines if lab.looked else [*lines, BLANK, *wrapped(CLOSED, width)]


def _note(lab: TokensLab, scheme: Scheme, width: int) -> str:
    """What the ids of this way of cutting are, in at most so many cells."""
    learned = f"by {count(lab.merges_used, 'merge')} of {len(words(ENGLISH))} English words"
    ids = f"{learned}; ids to 255: bytes"
    return {
        "characters": "code points; id: number in Unicode",
        "bytes": "id: the byte's value, 0 to 255",
        "words": "id: by first place; blanks are lost",
        "pieces": ids if len(ids) <= width else learned,
    }[scheme.name]


def _cells(scheme: Scheme) -> list[Cell]:
    show = {"characters": code_point, "bytes": lambda byte: f"{ord(byte):02X}", "words": piece, "pieces": byte_piece}
    return [(show[scheme.name](each), str(number)) for each, number in zip(scheme.pieces, scheme.ids, strict=True)]


def _of_several(text: str) -> list[str]:
    """Says so where people see one character and Unicode has several code points."""
    seen = characters(text)
    several = [each for each in dict.fromkeys(seen) if len(each) > 1]
    if not several:
        return []
    examples = ", ".join(f"{' '.join(map(code_point, each))} is one" for each in several[:2])
    more = f" and {len(several) - 2} more" if len(several) > 2 else ""
    return [f"A person sees {len(seen)}: {examples}{more}. As code points they are {len(text)}."]


def _text_spoken(lab: TokensLab) -> list[str]:
    lines = [TEXT_INTRO, f"Text: {phrase(lab.text)}"]
    if not lab.looked:
        return [*lines, CLOSED_SPOKEN]
    for scheme in lab.cuts():
        lines.append(f"{scheme.name}: {len(scheme.pieces)}; {_note(lab, scheme, MOST_TEXT)}")
        lines.append(
            "  "
            + ", ".join(f"{'blank' if shown == BLANK_SHOWN else shown} {number}" for shown, number in _cells(scheme))
        )
        if scheme.name == "characters":
            lines += _of_several(lab.text)
    return lines


# Merges, step by step


def _merges_view(lab: TokensLab, width: int, how: Spelling) -> list[Line]:
    lines = [*wrapped(MERGES_INTRO, width), *wrapped(_lengths(lab), width, "muted")]
    left = width - PAIR_COLUMN - GAP_BETWEEN
    table = zip_longest(_word_lines(lab, left, how), _pair_lines(lab, how), fillvalue=BLANK)
    for first, second in table:
        gap = " " * (left - width_of(first) + GAP_BETWEEN)
        lines.append((*first, *(line(gap) if second else BLANK), *second))
    lines += [BLANK, *wrapped(how.text(_vocabulary(lab)), width), *cells(how.cells(_own_cells(lab)), width, rows=2)]
    return [*lines, *wrapped(how.text(_own_said(lab)), width)]


def _lengths(lab: TokensLab) -> str:
    learned = lab.learned
    total = sum(word.times for word in learned.words)
    return (
        f"From {lab.training}: {count(total, 'word')}, {count(lab.steps[0].length(), 'letter')}; "
        f"{count(learned.length(), 'piece')} after {count(lab.taken, 'merge')}."
    )


def _word_lines(lab: TokensLab, width: int, how: Spelling) -> list[Line]:
    """The words of the training text, how often each occurs and how it is cut."""
    found = lab.learned.words
    last = lab.learned.merges[-1].piece if lab.taken else ""
    lines = [line((pad("times  words as they are cut", width).rstrip(), "muted"))]
    shown = _rows_shown(len(found))
    for word in found[:shown]:
        row: Line = line(f"{word.times:>5}  ")
        for each in word.pieces:
            role: Role = "mark" if each == last else ""
            row = (*row, *line((how.text(piece(each)), role), " "))
        lines.append(_clipped(row[:-1], width))
    if len(found) > shown:
        lines.append(line((f"       … {count(len(found) - shown, 'word')} more", "muted")))
    return lines


def _rows_shown(rows: int) -> int:
    """How many of so many rows are shown: all of a few, else one less, which leaves a line to count the rest."""
    return rows if rows <= ROWS_OF_TABLE else ROWS_OF_TABLE - 1


def _clipped(row: Line, width: int) -> Line:
    """A line that ends with … where it would be too wide."""
    if width_of(row) <= width:
        return row
    end = next(n for n in range(len(row)) if width_of(row[: n + 1]) > width - 1)
    text, role = row[end]
    room = width - width_of(row[:end])
    return (*row[:end], *line((clipped(f"{text} …", room), role)))


def _ranked(lab: TokensLab) -> list[tuple[Pair, int]]:
    """Pairs by how often they occur; those that tie stay in the order in which they are first met."""
    return sorted(lab.learned.counts().items(), key=lambda each: -each[1])


def _as_met(lab: TokensLab, some: Sequence[tuple[Pair, int]]) -> list[tuple[Pair, int]]:
    """These pairs in the order in which they are first met."""
    return [(pair, times) for pair, times in lab.learned.counts().items() if (pair, times) in some]


def _pair_lines(lab: TokensLab, how: Spelling) -> list[Line]:
    """The most frequent pairs; the first of them is merged next, if it occurs twice. While that is to be guessed they
    stand in the order in which they are met."""
    ranked = _ranked(lab)
    room = PAIR_COLUMN - 8
    lines = [line(("  pair             times" if lab.counting or not ranked else "  pair  (c counts)", "muted"))]
    shown = _rows_shown(len(ranked))
    for pair, times in ranked[:shown] if lab.counting else _as_met(lab, ranked[:shown]):
        chosen = lab.counting and pair == ranked[0][0] and times > 1
        name = pad(short(how.text(" + ".join(map(piece, pair))), room), room)
        text = f"{'▸' if chosen else ' '} {name} {times if lab.counting else '?':>5}"
        lines.append(line((text, "accent" if chosen else "")))
    if len(ranked) > shown:
        lines.append(line((f"  … {count(len(ranked) - shown, 'pair')} more", "muted")))
    if not ranked:
        lines.append(line(("  no pair is left", "muted")))
    return lines


def _vocabulary(lab: TokensLab) -> str:
    """The vocabulary so far: all of it, or what came last."""
    pieces = lab.learned.vocabulary()
    shown = " ".join(map(piece, pieces[-LATEST_PIECES:]))
    more = "… " if len(pieces) > LATEST_PIECES else ""
    return f"Vocabulary, ids 1 to {len(pieces)}, from letters (part text: from bytes): {more}{shown}"


def _own_cells(lab: TokensLab) -> list[Cell]:
    """The learner's own text, cut by the merges so far, with ids counted from 1."""
    vocabulary = lab.learned.vocabulary()
    ids = {each: str(number) for number, each in enumerate(vocabulary, 1)}
    return [(piece(each), ids.get(each, UNKNOWN)) for word in lab.own_words() for each in word]


def _own_said(lab: TokensLab) -> str:
    """How many tokens the learner's own words are, and which word is how many."""
    own = lab.own_words()
    total = sum(map(len, own))
    names = words(lab.to_cut)
    each = ", ".join(f"{phrase(name)} {len(cut)}" for name, cut in list(zip(names, own, strict=True))[:4])
    text = f"Your text: {count(len(own), 'word')}, {count(total, 'token')} ({each}{', …' if len(own) > 4 else ''})."
    unknown = _unknown(lab)
    if unknown:
        few = ", ".join(map(piece, unknown[:4])) + (", …" if len(unknown) > 4 else "")
        text += f" ? = not in the vocabulary: {few} never met in training."
    return text


def _unknown(lab: TokensLab) -> Sequence[str]:
    known = set(lab.learned.vocabulary())
    return [each for each in dict.fromkeys(p for word in lab.own_words() for p in word) if each not in known]


def _merges_spoken(lab: TokensLab) -> list[str]:
    lines = [MERGES_INTRO, _lengths(lab)]
    shown = _rows_shown(len(lab.learned.words))
    for word in lab.learned.words[:shown]:
        often = count(word.times, "time")
        lines.append(f"word {piece(''.join(word.pieces))}, {often}: {' '.join(map(piece, word.pieces))}")
    rest = len(lab.learned.words) - shown
    lines += [f"{count(rest, 'word')} more"] if rest > 0 else []
    ranked = _ranked(lab)
    some = ranked[: _rows_shown(len(ranked))]
    best = lab.learned.best()
    if lab.counting:
        lines += [f"pair {' + '.join(map(piece, pair))}: {times}" for pair, times in some]
    elif some:
        pairs = ", ".join(" + ".join(map(piece, pair)) for pair, _ in _as_met(lab, some))
        lines.append(f"Pairs as they are met: {pairs}.{' counts shows how often each occurs.' if best else ''}")
    if best is None:
        lines.append("No pair occurs twice: there is no merge left.")
    elif lab.counting:
        lines.append(f"Next merge: {' + '.join(map(piece, best.pair))} gives {piece(best.piece)}.")
    lines.append(_vocabulary(lab))
    lines.append("Your text: " + ", ".join(f"{name} id {number}" for name, number in _own_cells(lab)))
    return [*lines, _own_said(lab)]
