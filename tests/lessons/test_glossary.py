"""The glossary: its file, what is refused in one, and the search in it."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from tutor.lessons.files import OWN as LESSONS
from tutor.lessons.files import lesson_files
from tutor.lessons.glossary import OWN, Term, load_glossary, other_name, search
from tutor.lessons.loader import load_course
from tutor.notation.transliteration import plain

UNITS = (
    "before-you-start", "tokens", "chain-rule", "attention-mixes-values", "softmax", "causal-mask", "heads-and-block",
    "scores-to-text", "likelihood", "practice-exercise", "check-understanding", "going-further",
)  # fmt: skip

ASKED_FOR = """\
token; embedding; query; key; value; score; scaled dot product; softmax; mask; causal mask; padding mask; head;
projection; W_O; residual connection; layer normalization; feed-forward layer; logits; temperature; greedy decoding;
sampling; top-k; cross-entropy; negative log likelihood; perplexity; nat; bit; teacher forcing; training shift;
leak; KV cache; grouped queries; cross-attention; soft cap; dropout; one-hot; byte-pair encoding; positional
encoding; Q; K; V; dot product; chain rule; padding; sliding window; likelihood; offset; d_k; d_model; attention"""
"""What somebody who reads the chapter or the course may look up, by whichever name."""

GLOSSARY = load_glossary()
TERMS = GLOSSARY.terms
COURSE = load_course()
FIRST_WORDS = 6

each = pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)


def term_of(name: str) -> Term:
    return next(term for term in TERMS if term.name == name)


# Its own entries


def test_every_entry_is_sound() -> None:
    assert [str(fault) for fault in GLOSSARY.faults] == []
    assert 60 <= len(TERMS) <= 90


@pytest.mark.parametrize("name", " ".join(ASKED_FOR.split()).split("; "))
def test_what_one_may_look_up_is_there(name: str) -> None:
    assert any(name in term.names for term in TERMS)


@each
def test_an_entry_is_one_or_two_sentences(term: Term) -> None:
    """At most 45 words, whole sentences, and nothing that a terminal without Unicode could not say."""
    assert len(term.text.split()) <= 45
    sentences = re.findall(r"[.!?](?=\s|$)", term.text.replace("et al.", "et al"))
    assert 1 <= len(sentences) <= 2
    assert term.text.endswith(".")
    assert plain(" ".join((*term.names, term.text))).isascii()


@each
def test_an_entry_leads_to_a_page_of_the_course(term: Term) -> None:
    """Its lesson is one of the twelve; its page, where it names one, is there once the lesson is."""
    assert term.lesson in UNITS
    lesson = COURSE.find(term.lesson)
    if lesson is not None and term.step is not None:
        assert lesson.place_of(term.step) is not None


def test_every_unit_that_teaches_has_its_terms() -> None:
    teaching = set(UNITS) - {"practice-exercise", "check-understanding"}
    assert {term.lesson for term in TERMS} == teaching


def test_no_name_stands_for_two_things() -> None:
    names = [name.casefold() for term in TERMS for name in term.names]
    assert sorted(names) == sorted(set(names))


def named_first(term: Term) -> set[str]:
    """The terms that an entry is explained by: those named in its first words."""
    opening = " ".join(term.text.split()[:FIRST_WORDS]).casefold()
    found = set()
    for other in TERMS:
        if re.search(rf"(?<!\w){re.escape(other.name.casefold())}(s|es)?(?!\w)", opening):
            found.add(other.name)
    return found


@each
def test_no_entry_is_explained_by_itself(term: Term) -> None:
    """From entry to entry by what each begins with, one never comes back to where one began."""
    seen: set[str] = set()
    ahead = named_first(term)
    while ahead:
        seen |= ahead
        ahead = {name for other in ahead for name in named_first(term_of(other))} - seen
    assert term.name not in seen


def test_the_numbers_in_it() -> None:
    """Worked out here: units of information, the original model's widths, the offset of a cache."""
    assert f"{1 / math.log(2):.4f}" in term_of("nat").text
    assert f"{math.log(2):.4f}" in term_of("bit").text
    width, heads = 512, 8
    assert f"it is {width}, and each of the {heads} heads works with d_k = d_v = {width // heads}" in (
        term_of("d_model").text
    )
    assert f"{width} widens to {4 * width}" in term_of("feed-forward layer").text
    cached = 4
    newest = cached + 1
    assert f"With a cache of {cached} tokens the newest query has offset {newest - 1}" in term_of("offset").text
    assert "perplexity 4 is as unsure as one that picks evenly among 4" in term_of("perplexity").text
    assert math.exp(-math.log(1 / 4)) == pytest.approx(4)
    exp = [math.exp(x) for x in (2.0, 1.0, 0.1)]
    shifted = [math.exp(x + 5) for x in (2.0, 1.0, 0.1)]
    assert "adding 5 to all changes nothing" in term_of("logits").text
    assert [x / sum(exp) for x in exp] == pytest.approx([x / sum(shifted) for x in shifted])


def test_no_other_entry_states_a_number() -> None:
    """Beyond 0, 1 and 2, years, sections and kinds of float; the six layers of a block are the paper's, section 3.1."""
    plain_texts = {term.name: re.sub(r"\b2017\b|section [\d.]+|float\d+", "", term.text) for term in TERMS}
    numbers = {name for name, text in plain_texts.items() if re.search(r"\d{2,}|[3-9]", text)}
    assert numbers == {"nat", "bit", "d_model", "feed-forward layer", "offset", "perplexity", "logits", "block"}


def test_nobody_takes_it_for_a_lesson() -> None:
    assert OWN.is_file()
    assert OWN not in lesson_files(LESSONS)
    assert COURSE.find("glossary") is None


# What is refused

SOUND = """\
[[terms]]
name = "token"
also = ["word piece"]
lesson = "tokens"
step = "tokens-not-words"
text = "A piece of text."

[[terms]]
name = "Key"
lesson = "attention-mixes-values"
text = "What a query is compared with."
"""


def faults_of(folder: Path, text: str | bytes) -> tuple[list[str], list[str]]:
    """The names of the sound entries of a file with this text, and its faults."""
    path = folder / "glossary.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    glossary = load_glossary(path)
    return [term.name for term in glossary.terms], [str(fault) for fault in glossary.faults]


def test_a_sound_file_gives_its_entries_in_the_order_of_the_alphabet(tmp_path: Path) -> None:
    assert faults_of(tmp_path, SOUND) == (["Key", "token"], [])
    key, token = load_glossary(tmp_path / "glossary.toml").terms
    assert (key.also, key.step, key.lesson) == ((), None, "attention-mixes-values")
    assert token == Term(
        name="token", also=("word piece",), lesson="tokens", step="tokens-not-words", text="A piece of text."
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "token"', "", "name: missing; expected text in quotes"),
        ('name = "token"', "name = 3", "name: expected text, found the number 3; put quotes around it"),
        ('name = "token"', 'name = " "', "name: is empty; expected text"),
        ('lesson = "tokens"', "", "lesson: missing; expected text in quotes"),
        ('lesson = "tokens"', 'lesson = "Tokens!"', "lesson: expected small letters"),
        ('step = "tokens-not-words"', 'step = "page 2"', "step: expected small letters"),
        ('text = "A piece of text."', "", "text: missing; expected text in quotes"),
        ('"A piece of text."', f'"{"word " * 46}"', "text: has 46 words; expected 45 at most"),
        ('"A piece of text."', "'''A piece\nof text.'''", "text: expected one line of text, found several"),
        ('"A piece of text."', '"A piece\\u001b[0m"', "text: holds the control character U+001B (ESC); take it out"),
        ('also = ["word piece"]', 'also = "word piece"', "also: expected a list of texts in quotes"),
        ('also = ["word piece"]', 'alsso = ["word piece"]', "alsso: unknown key; did you mean also?"),
        ('also = ["word piece"]', 'also = ["Token"]', 'also: "Token" is a name of "token" already'),
        ('name = "Key"', 'name = "Word-Piece"', 'name: "Word-Piece" is a name of "token" already'),
    ],
)
def test_what_does_not_fit_is_one_line_and_the_others_stay(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert SOUND.count(old) == 1
    names, faults = faults_of(tmp_path, SOUND.replace(old, new))
    assert len(names) == 1
    (fault,) = faults
    assert fault.startswith("glossary.toml: term ")
    assert said in fault


def test_faults_name_their_entry(tmp_path: Path) -> None:
    """By its name, or by its place where it has none."""
    text = SOUND.replace('lesson = "tokens"', "").replace('name = "Key"', "")
    names, faults = faults_of(tmp_path, text)
    assert names == []
    assert [fault.split(",")[0] for fault in faults] == ['glossary.toml: term "token"', "glossary.toml: term #2"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "terms: expected at least one [[terms]]"),
        ("terms = 3", "terms: expected at least one [[terms]]"),
        ("terms = [3]", "terms: number 1: expected a table, found the number 3"),
        ("words = 1\n" + SOUND, "words: unknown key; a glossary has terms"),
        ("[[terms]]\nname = token", "line 2, column 8"),
        (b"\xff\xfe", "is UTF-16; save it as UTF-8"),
    ],
)
def test_a_file_that_is_no_glossary_says_so(tmp_path: Path, text: str | bytes, said: str) -> None:
    _, (fault,) = faults_of(tmp_path, text)
    assert said in fault


def test_a_file_that_is_not_there_is_a_fault_too(tmp_path: Path) -> None:
    assert [str(x) for x in load_glossary(tmp_path / "none.toml").faults] == [
        "none.toml: cannot be read: no such file or directory"
    ]


# The search


def entry(name: str, *also: str, text: str = "Nothing to say.") -> Term:
    return Term(name=name, also=also, text=text, lesson="tokens")


SOME = (
    entry("attention", text="Positions share what they hold by a mask of their own."),
    entry("causal mask", "look-ahead mask"),
    entry("KV cache", "key-value cache"),
    entry("mask", "-inf"),
    entry("masked score", text="A score of −∞ after the token."),
    entry("token", "word piece"),
    entry("unmasked", "W_Q"),
)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("", [term.name for term in SOME]),
        ("   ", [term.name for term in SOME]),
        ("mask", ["mask", "masked score", "causal mask", "unmasked", "attention"]),
        ("MASK ", ["mask", "masked score", "causal mask", "unmasked", "attention"]),
        ("kv-cache", ["KV cache"]),
        ("key value", ["KV cache"]),
        ("cache", ["KV cache"]),
        ("look", ["causal mask"]),
        ("w_q", ["unmasked"]),
        ("w q", ["unmasked"]),
        ("-inf", ["mask"]),
        ("−∞", ["masked score"]),
        ("piece", ["token"]),
        ("positions share", ["attention"]),
        ("hold positions", ["attention"]),
        ("old", []),
        ("token", ["token", "masked score"]),
        ("[", []),
        ("zzz", []),
    ],
)
def test_names_come_first_then_other_names_then_texts(typed: str, names: list[str]) -> None:
    """Whole, then beginning, then the beginning of a later word, then inside; a text by the beginning of its words."""
    assert [term.name for term in search(SOME, typed)] == names


@pytest.mark.parametrize(
    ("typed", "name"), [("look", "look-ahead mask"), ("mask", None), ("", None), ("causal", None), ("nothing", None)]
)
def test_where_another_name_was_found_it_is_told(typed: str, name: str | None) -> None:
    assert other_name(SOME[1], typed) == name


@each
def test_each_entry_is_found_by_each_of_its_names(term: Term) -> None:
    """And is then the first one, or comes right after those whose own name begins so."""
    for name in term.names:
        found = search(TERMS, name)
        before = found[: found.index(term)]
        assert all(name.casefold() in other.name.casefold() for other in before)


def test_what_is_taught_sooner_comes_first_of_what_fits_alike() -> None:
    """What broke: "soft" listed the soft cap of unit 12 before softmax."""
    found = [term.name for term in search(TERMS, "soft")]
    assert found.index("softmax") == 0 < found.index("soft cap")
    assert [term.order for term in TERMS] != sorted(term.order for term in TERMS)


def test_the_file_is_in_the_order_of_the_course() -> None:
    places = []
    for term in sorted(TERMS, key=lambda term: term.order):
        lesson = COURSE.find(term.lesson)
        assert lesson is not None
        place = lesson.place_of(term.step) if term.step else None
        places.append((lesson.number, len(lesson.steps) if place is None else place))
    assert places == sorted(places)
