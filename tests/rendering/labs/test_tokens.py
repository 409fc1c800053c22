"""The tokens laboratory as lines: what is shown at both widths, never wider, and what is read out."""

from __future__ import annotations

import random
import re
import unicodedata

import pytest

from tutor.coaching.labs.tokens import TokensLab, start
from tutor.lessons.labs import LabValue
from tutor.notation.transliteration import plain
from tutor.rendering.labs import showing
from tutor.rendering.labs.line import Line, text_of, width_of
from tutor.rendering.labs.token_glyphs import byte_piece, cells, code_point, phrase, piece, short
from tutor.rendering.labs.tokens import spoken, view

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
WIDTHS = (76, 56)


def at(part: str, *moves: str, **values: LabValue) -> TokensLab:
    lab = start({"part": part, **values})
    for move in moves:
        lab = lab.press(move)
    return lab


def shown(lab: TokensLab, width: int = 76) -> list[str]:
    return [text_of(line) for line in view(lab, width)]


def whole(lab: TokensLab, width: int = 76) -> str:
    return "\n".join(shown(lab, width))


def columns(lines: list[str], at_line: int) -> list[tuple[str, str]]:
    """Tokens and ids that stand below each other, by the cell in which each id begins."""
    above, below = lines[at_line], lines[at_line + 1]
    cells_above: list[str] = []
    for letter in above:
        if unicodedata.combining(letter):
            cells_above[-1] += letter
        else:
            cells_above += [letter, ""] if unicodedata.east_asian_width(letter) == "W" else [letter]
    starts = [found.start() for found in re.finditer(r"\S+", below)]
    ends = [*starts[1:], max(len(cells_above), len(below))]
    return [("".join(cells_above[a:b]).strip(), below[a:b].strip()) for a, b in zip(starts, ends, strict=True)]


# Glyphs


@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        ("a", "a"),
        (" ", "␣"),
        ("東", "東"),
        ("\u0301", "◌\u0301"),
        ("\x1b", "U+001B"),
        ("\u200d", "U+200D"),
        ("\u202e", "U+202E"),
        ("\ufe0f", "U+FE0F"),
        ("🇩", "U+1F1E9"),
        ("\U0001f3fd", "U+1F3FD"),
        ("\n", "U+000A"),
    ],
)
def test_one_code_point_is_safe_and_seen(letter: str, expected: str) -> None:
    assert code_point(letter) == expected


def test_pieces_show_what_terminals_agree_about() -> None:
    assert piece("a b") == "a␣b"
    assert phrase("a b") == "a b"
    assert piece("e\u0301") == "e\u0301"
    assert piece(FAMILY) == "\U0001f468<U+200D>\U0001f469<U+200D>\U0001f467"
    assert piece("\U0001f44d\U0001f3fd") == "\U0001f44d<U+1F3FD>"
    assert piece("🇩🇪") == "<U+1F1E9><U+1F1EA>"
    assert piece("e\u0301\u0302\u0303") == "e◌\u0301◌\u0302◌\u0303"
    assert phrase("\x1b[2J") == "<U+001B>[2J"
    assert piece("U+") == "U+"


def test_byte_pieces_name_bytes_that_are_no_character() -> None:
    assert byte_piece(b"fox".decode("latin-1")) == "fox"
    assert byte_piece("ï".encode().decode("latin-1")) == "ï"
    assert byte_piece("\xc3") == "<C3>"
    assert byte_piece("a\xe6\x9d") == "a<E6><9D>"
    assert byte_piece("\x80") == "<80>"


def test_what_is_longer_ends_with_dots() -> None:
    assert short("abcdef", 4) == "abc…"
    assert short("東京東京", 4) == "東…"
    assert short("東京", 4) == "東京"


def test_cells_that_do_not_fit_are_counted() -> None:
    lines = [text_of(line) for line in cells([("ab", "1")] * 10, 8, rows=2)]
    assert lines == ["ab ab ab", "1  1  1", "ab ab ab", "1  1  1", "… and 4 more"]
    assert [text_of(line) for line in cells([("x" * 50, "1")], 8, rows=1)] == ["xxxxxxx…", "1"]


# Widths


def test_never_wider_than_the_screen() -> None:
    """Three hundred states at random, with texts that terminals find hard, at both widths."""
    chance = random.Random(3)
    moves = sorted({control.move for part in TokensLab.parts for control in at(part).controls()})
    texts = [
        "7",
        "the the",
        f"{FAMILY} e\u0301",
        "🦊" * 500,
        "\x1b[2J",
        "xy yx " * 90,
        "東" * 300,
        "a\u0301\u0302" * 60,
    ]
    lab = start({})
    for _ in range(300):
        what = chance.random()
        lab = (
            lab.go(chance.choice((-1, 1)))
            if what < 0.3
            else lab.enter(chance.choice(texts))
            if what < 0.5
            else lab.press(chance.choice(moves))
        )
        for width in WIDTHS:
            lines = view(lab, width)
            assert lines
            assert max(map(width_of, lines)) <= width
            assert all(c.isprintable() for line in lines for c in text_of(line))
        assert all(c.isprintable() for text in spoken(lab) for c in text)


@pytest.mark.parametrize("part", TokensLab.parts)
def test_fits_a_small_terminal_at_first(part: str) -> None:
    assert len(view(at(part), 76)) <= 15


@pytest.mark.parametrize("part", TokensLab.parts)
def test_glyphs_of_its_own_have_an_ascii_form(part: str) -> None:
    lab = at(part, *(["swap"] if part == "order" else ["sample"] if part == "text" else []))
    lines = [*shown(lab), *spoken(lab)]
    assert not [line for line in lines if "?" in plain(line) and "?" not in line]


# A text in four ways


def test_the_course_s_text_with_its_ids() -> None:
    """Each id stands under its token, wide ones too."""
    lines = shown(at("text", "look"))
    assert lines[1] == "naïve 東京 🦊"
    counts = [re.match(r"(\w+) +(\d+)  ", line) for line in lines]
    assert [found.groups() for found in counts if found][:3] == [("characters", "10"), ("bytes", "18"), ("words", "3")]
    place = next(i for i, line in enumerate(lines) if line.startswith("characters"))
    assert columns(lines, place + 1) == [
        ("n", "110"),
        ("a", "97"),
        ("ï", "239"),
        ("v", "118"),
        ("e", "101"),
        ("␣", "32"),
        ("東", "26481"),
        ("京", "20140"),
        ("␣", "32"),
        ("🦊", "129418"),
    ]
    place = next(i for i, line in enumerate(lines) if line.startswith("words"))
    assert columns(lines, place + 1) == [("naïve", "1"), ("東京", "2"), ("🦊", "3")]


def test_characters_of_several_code_points_are_said() -> None:
    lab = at("text", "look", text=f"e\u0301a{FAMILY}")
    said = "A person sees 3: e ◌\u0301 is one, \U0001f468 U+200D \U0001f469 U+200D \U0001f467 is one. As code points"
    assert said in whole(lab).replace("\n", " ")
    assert f"{said} they are 8." in spoken(lab)
    assert "A person sees" not in whole(at("text", "look"))


def test_a_text_is_read_out_with_its_ids() -> None:
    lines = spoken(at("text", "look", text="é é"))
    assert "characters: 3; code points; id: number in Unicode" in lines
    assert "  é 233, blank 32, é 233" in lines
    assert "  C3 195, A9 169, 20 32, C3 195, A9 169" in lines
    assert "  é 1, é 1" in lines


def test_what_cannot_be_seen_is_named() -> None:
    lab = at("text", "look", text="a\u200bb\u202e\x01")
    lines = shown(lab)
    assert lines[1] == "a<U+200B>b<U+202E><U+0001>"
    place = next(i for i, line in enumerate(lines) if line.startswith("characters"))
    assert columns(lines, place + 1) == [
        ("a", "97"),
        ("U+200B", "8203"),
        ("b", "98"),
        ("U+202E", "8238"),
        ("U+0001", "1"),
    ]


def test_before_it_is_looked_at_no_count_is_given_away() -> None:
    lab = at("text")
    lines = shown(lab)
    assert [line.split()[:2] for line in lines[2:6]] == [
        [name, "?"] for name in ("characters", "bytes", "words", "pieces")
    ]
    assert not any(digits in whole(lab) for digits in ("110", "10  ", "18"))
    assert "space shows them" in whole(lab)
    assert spoken(lab) == (lines[0], "Text: naïve 東京 🦊", "look shows them. Or type a text of your own.")


# In ASCII alone


def in_ascii(lab: TokensLab, width: int = 76) -> list[str]:
    return [text_of(line).rstrip() for line in showing.view(lab, width, ascii=True)]


@pytest.mark.parametrize("width", WIDTHS)
def test_characters_are_told_apart_where_there_is_only_ascii(width: int) -> None:
    """ï stood there as i with the id of ï, and 東 and 京 as one and the same question mark."""
    lines = in_ascii(at("text", "look"), width)
    assert all(line.isascii() and len(line) <= width for line in lines)
    assert "na<U+00EF>ve <U+6771><U+4EAC> <U+1F98A>" in lines
    place = next(i for i, line in enumerate(lines) if line.startswith("characters"))
    assert columns(lines, place + 1) == [
        ("n", "110"),
        ("a", "97"),
        ("U+00EF", "239"),
        ("v", "118"),
        ("e", "101"),
        ("_", "32"),
        ("U+6771", "26481"),
        ("U+4EAC", "20140"),
        ("_", "32"),
        ("U+1F98A", "129418"),
    ]
    place = next(i for i, line in enumerate(lines) if line.startswith("words"))
    assert [number for _, number in columns(lines, place + 1)] == ["1", "2", "3"]
    assert lines[place + 1].split() == ["na<U+00EF>ve", "<U+6771><U+4EAC>", "U+1F98A"]


@pytest.mark.parametrize("width", WIDTHS)
def test_merges_of_any_text_fit_in_ascii(width: int) -> None:
    lab = at("merges", "training", "training", "training").enter("東京東京 ï→ï naïve").press("merge").press("counts")
    lines = in_ascii(lab, width)
    assert all(line.isascii() and len(line) <= width for line in lines)
    assert any("<U+6771><U+4EAC>" in line for line in lines)
    assert "?" not in " ".join(lines).replace("occurs most?", "")
    starts = {line.index("pair ") + len("pair") for line in lines if line.startswith("times")}
    assert len(starts) == 1


def test_read_out_in_ascii() -> None:
    lines = showing.spoken(at("text", "look"), ascii=True)
    characters = next(line for line in lines if line.startswith("  n 110, "))
    assert characters == (
        "  n 110, a 97, <U+00EF> 239, v 118, e 101, blank 32, <U+6771> 26481, <U+4EAC> 20140, blank 32, "
        "<U+1F98A> 129418"
    )
    assert showing.spoken(at("text", "look")) == spoken(at("text", "look"))


# Merges


def test_pairs_words_and_vocabulary_before_the_first_merge() -> None:
    text = whole(at("merges", "counts"))
    assert re.search(r"▸ e \+ n +6\n", text)
    assert re.search(r"  n \+ t +5\n", text)
    assert re.search(r"4  s e n t ", text)
    assert "8 words, 30 letters; 30 pieces after 0 merges." in text
    assert "Vocabulary, ids 1 to 6, from letters (part text: from bytes): s e n t h r\n" in text


def test_the_next_merge_is_not_given_away_before_it_is_guessed() -> None:
    """The pairs stood sorted by their counts, with a mark on the answer. As met: s e n t, t h e, t h e n, r e n t."""
    lines = shown(at("merges"))
    rows = [line for line in lines if " + " in line]
    assert [re.findall(r"(\w) \+ (\w) +(\S+)", row)[0] for row in rows] == [
        ("s", "e", "?"), ("e", "n", "?"), ("n", "t", "?"), ("t", "h", "?"), ("h", "e", "?"), ("r", "e", "?")
    ]  # fmt: skip
    assert "▸" not in "".join(lines)
    read_out = " ".join(spoken(at("merges")))
    assert "Pairs as they are met: s + e, e + n, n + t, t + h, h + e, r + e. counts shows" in read_out
    assert "Next merge" not in read_out


def test_what_five_merges_leave() -> None:
    """then is th 10, en 7: two tokens, one word, as unit 2 has it; nothing is marked to be merged next."""
    lines = shown(at("merges", "all"))
    assert "▸" not in "".join(lines)
    place = next(i for i, line in enumerate(lines) if line.startswith("th en"))
    assert columns(lines, place) == [("th", "10"), ("en", "7"), ("t", "4"), ("ent", "8")]
    assert "Your text: 2 words, 4 tokens (then 2, tent 2)." in lines
    assert any(line.startswith("    4  sent ") for line in lines)


def test_letters_that_were_never_met_have_no_id() -> None:
    lab = at("merges").enter("then fox")
    assert "? = not in the vocabulary: f, o, x never met in training." in whole(lab).replace("\n", " ")
    assert "f id ?, o id ?, x id ?" in " ".join(spoken(lab))


def test_the_last_merge_is_marked_in_the_words() -> None:
    marked = {text for line in view(at("merges", "merge"), 76) for text, role in line if role == "mark"}
    assert marked == {"en"}


def test_a_long_word_is_cut_with_dots() -> None:
    lab = at("merges", "training", "training", "training").enter("ab" * 150)
    assert any(line.rstrip().split("  pair")[0].split("  a + b")[0].rstrip().endswith("…") for line in shown(lab))


def test_merges_are_read_out() -> None:
    lines = spoken(at("merges", "counts", "merge"))
    assert "word sent, 4 times: s en t" in lines
    assert "word rent, 1 time: r en t" in lines
    assert "pair en + t: 5" in lines
    assert "Next merge: en + t gives ent." in lines
    assert "No pair occurs twice: there is no merge left." in spoken(at("merges", "all"))


# Lookup and positions


def row_of(lab: TokensLab) -> str:
    return ", ".join(str(int(x)) for x in lab.table[lab.row - 1])


def test_the_chosen_row_is_the_only_one_that_counts() -> None:
    lab = at("merges", "all").go(1).enter("10")
    lines = shown(lab)
    assert [line for line in lines if line.startswith("▸    1  ×    10  th ")]
    assert sum(bool(re.match(r" {5}0  × +\d+  \S+ +\[", line)) for line in lines) == 6
    assert "     0  ×  ids 1 to 4" in lines
    assert f"One-hot × E = [{row_of(lab)}] ✓ row 10 of E. All others are times 0." in lines
    assert "Your text, then tent: ids 10 7 4 8; 4 rows of E." in lines
    assert f"Chosen: id 10, piece th, row [{row_of(lab)}]." in spoken(lab)
    assert "One-hot: 1 at place 10, 0 at the other 10." in spoken(lab)


@pytest.mark.parametrize("row", range(1, 12))
def test_every_row_is_shown_or_counted_once(row: int) -> None:
    lines = shown(at("merges", "all").go(1).enter(str(row)))
    ids: list[int] = []
    for line in lines:
        if found := re.match(r"[▸ ] +[01]  × +(\d+)  ", line):
            ids.append(int(found[1]))
        elif found := re.match(r" +0  ×  ids? (\d+)(?: to (\d+))?$", line):
            ids += range(int(found[1]), int(found[2] or found[1]) + 1)
    assert ids == list(range(1, 12))


def test_positions_to_four_decimals() -> None:
    """Position 1 with d = 4 is [0.8415, 0.5403, 0.0100, 1.0000]."""
    lab = at("positions")
    lines = shown(lab)
    assert "▸ position     1   0.8415   0.5403   0.0100   1.0000" in lines
    assert "  position     0   0.0000   1.0000   0.0000   1.0000" in lines
    sums = [f"{int(a) + b:.4f}" for a, b in zip(lab.table[0], (0.841471, 0.540302, 0.01, 0.99995), strict=True)]
    assert [x.lstrip("-") if float(x) == 0 else x for x in sums] == lines[-3].split()[3:]
    assert lines[-3].startswith("= enters as ")
    assert "position 1: [0.8415, 0.5403, 0.0100, 1.0000]" in spoken(lab)
    far = shown(lab.enter("9999"))
    assert any(line.startswith("▸ position  9999 ") for line in far)


# Order


def test_the_comparison_comes_after_the_swap() -> None:
    """Nothing gives the answer away before one has guessed."""
    assert "same" not in "\n".join(shown(at("order"))[1:])
    assert "same" not in "\n".join(spoken(at("order"))[1:])


def test_without_positions_the_rows_only_move() -> None:
    lines = shown(at("order", "swap"))
    assert "  1  y      [0.0000, 1.0000]    [0.5989, 0.8022]" in lines
    assert "  2  x      [1.0000, 0.0000]    [0.8022, 0.5989]" in lines
    assert sum(line.endswith("= same") for line in lines) == 3
    assert "No token's numbers changed" in "\n".join(lines)


def test_a_causal_mask_changes_the_first_two() -> None:
    lab = at("order", "mask", "swap")
    lines = shown(lab)
    assert "  1  y      [0.0000, 1.0000]    [0.0000, 1.0000]" in lines
    assert "x      [1.0000, 0.0000]   [0.6698, 0.3302]  ≠ changed" in lines
    assert "z      [0.7517, 0.7517]   [0.7517, 0.7517]  = same" in lines
    assert "x: in x y z [1.0000, 0.0000], in y x z [0.6698, 0.3302]; changed" in spoken(lab)
    assert "x and y changed." in spoken(lab)[-1]


def test_positions_change_all_three() -> None:
    lines = shown(at("order", "add", "swap"))
    assert sum(line.endswith("≠ changed") for line in lines) == 3
    assert "All three changed." in "\n".join(lines)


def test_no_line_holds_an_empty_piece() -> None:
    """Pieces without text would be drawn for nothing."""
    for part in TokensLab.parts:
        lines: tuple[Line, ...] = view(at(part), 56)
        assert all(text for line in lines for text, _ in line)
