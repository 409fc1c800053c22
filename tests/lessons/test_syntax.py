"""TOML that does not parse: one sentence with line, column, what stands there and what was expected."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.lessons.syntax import STRINGS, parse

BARE = "found {0}: expected a value; text stands in quotes: "


@pytest.mark.parametrize("value", ["No", "yes", "on", "y", "null", "~", "!x", "*x", "&x", "@x", "%x", "C:\\x"])
def test_text_without_quotes_is_told_with_the_quotes_it_needs(value: str) -> None:
    with pytest.raises(ValueError) as told:
        parse(f"title = 'T'\nprompt = {value}\n")
    assert str(told.value) == f'line 2, column 10: found {value}: expected a value; text stands in quotes: "{value}"'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a = #x", "line 1, column 5: found #x: expected a value; text stands in quotes"),
        ("a = 1:30", "line 1, column 6: found :30: expected the end of the line; text stands in quotes"),
        ("a = [1:30]", "line 1, column 7: found :30]: expected a comma or ] in the list; text stands in quotes"),
        ("a = {b = 1:30}", "line 1, column 11: found :30}: expected a comma or } in the table; text stands in quotes"),
        ("a = [b]", 'line 1, column 6: found b]: expected a value; text stands in quotes: "b"'),
        ("a = {b", "line 1, column 7: expected = after a key"),
        ("a = [1,\n2", "line 2: the file ends too soon: expected a comma or ] in the list; text stands in quotes"),
        ("a 1", "line 1, column 3: found 1: expected = after a key"),
        ("= 1", 'line 1, column 1: found = 1: expected a key, such as title = "…"'),
        ("a = 1\na = 2", "line 2, column 6: this key or table is there already, or is not a table"),
        ("[x]\n[x]", "line 2, column 3: found ]: this key or table is there already, or is not a table"),
        ("a = {b = 1, b = 2}", "line 1, column 18: found }: this key is there twice in one table"),
        ("[[steps]\n", "line 1, column 8: found ]: expected the closing brackets of a header"),
        ("a = 'x", "line 1: the text that begins here has no closing '"),
        ("# isn't\nb = ''\na = '''x\ny\n", "line 3: the text that begins here has no closing '''"),
        ('b = """it\'s"""\na = """x\ny\n', 'line 2: the text that begins here has no closing """'),
        ('a = "x\n', "line 1, column 7: the text before has no closing quote; several lines stand between '''"),
        (
            'a = "C:\\x"',
            'line 1, column 10: found ": in "…" a \\ begins an escape; between \'…\' it is a plain character',
        ),
        ('a = "\\u00g"', 'line 1, column 8: found 00g": expected the digits of a \\u escape'),
        ('a = "\\ud800"', 'line 1, column 12: found ": this escape is no character'),
        ("a = 2024-02-31", "line 1, column 5: found 2024-02-31: this is no date; text stands in quotes"),
        ('a = "\x1b[2J"', 'line 1, column 6: found \\x1b[2J": this character cannot stand there as it is'),
        ("a\x00 = 1", "line 1, column 2: found \\x00 = 1: expected = after a key"),
        (f"a = {'9' * 5000}", "has a number with too many digits to be read"),
        (f"a = {'[' * 50_000}", "lists or tables are nested too deeply to be read"),
    ],
)
def test_the_sentence_names_the_place(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as told:
        parse(text)
    assert str(told.value) == sentence


@pytest.mark.parametrize(
    "text",
    [
        "'''a'''",
        "''''a''''",
        "'''''a'''''",
        "''''''",
        '"""a"""',
        '""""a""""',
        '"""""a"""""',
        '""""""',
        '"""a\\"""b"""',
        '"""a "" b\nc"""',
        "''",
        '""',
        "'a\"b'",
        '"a\\"b\'c"',
    ],
)
def test_the_string_pattern_takes_each_string_whole(text: str) -> None:
    """Three quotes may be followed by two more that belong to the text, says TOML 1.0."""
    parse(f"a = {text}\n")
    match = re.compile(STRINGS, re.DOTALL).match(text + "\n[[steps]] # x'")
    assert match is not None
    assert match[0] == text


@pytest.mark.parametrize("text", ["a." * 40_000 + "a = 1", "[" + "'a' . " * 40_000 + "a]", '"a".' * 33 + "a = 1"])
def test_a_key_with_thousands_of_dots_is_refused_at_once(text: str) -> None:
    """tomllib's memory grows with the square of the dots: half a megabyte of them took all of a machine's."""
    with pytest.raises(ValueError) as told:
        parse(text)
    assert str(told.value) == "line 1: a key has more than 32 dots"


@pytest.mark.parametrize("value", [f"[{'0.5, ' * 500}]", "'''" + "Yes, it is. " * 100 + "'''"])
def test_a_line_with_many_points_is_no_such_key(value: str) -> None:
    assert parse(f"a = {value}").keys() == {"a"}


@given(st.text(max_size=200))
def test_no_text_raises_anything_but_a_sentence(text: str) -> None:
    check_parse(text)


@given(st.text(alphabet="ab=[]{}\"'#\\.,\n 10-:tu\x1b", max_size=60))
def test_no_near_toml_raises_anything_but_a_sentence(text: str) -> None:
    check_parse(text)


def check_parse(text: str) -> None:
    sentence = "parsed"
    try:
        parse(text)
    except ValueError as error:
        sentence = str(error)
    assert sentence
    assert sentence.isprintable()
