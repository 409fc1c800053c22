"""Our own text in plain ASCII, for terminals and locales that promise nothing more."""

from __future__ import annotations

import re
import unicodedata

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵀᵈᵏʰˣʲᵐ", "0123456789+-()niTdkhxjm")
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+-()aehijklmnoprstuvx")
RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵀᵈᵏʰˣʲᵐ]+")
LOWERED = re.compile("[₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ]+")
SIMPLE = re.compile(r"-?[0-9]+|-?[A-Za-z]|\(.*\)")
"""What needs no brackets when it is raised."""

ROOTS = re.compile(r"(√+)(?:([0-9]+(?:\.[0-9]+)?|\.[0-9]+|\w+)|(\())")
"""One root or several, of a number, a word or brackets."""

SAID_TWICE = re.compile(r"(sqrt(?:\([\w.]+\))?) or \1(?![\w(])|sqrt (?=sqrt(?![\w(]))")
"""√2 or sqrt(2), and √ sqrt in a list of signs, once both look the same."""

TIGHT_DOT = re.compile(r"(?<=[\w)\]])·(?=[\w(\[√])")
TIMES_PRODUCT = re.compile(r"(?<=\s)×(?=\s)|×(?=10\^)|(?<=[0-9])×(?=[-−]?[0-9]*\.[0-9])")
TIMES_WHOLE = re.compile(r"(?<![0-9.])([0-9]*\.[0-9]+)×")

WORDS = {
    "↑↓": "up/down",
    "←→": "left/right",
    "−∞": "-inf",
}

CHARACTERS = str.maketrans(
    {
        "√": "sqrt",
        "×": "x",
        "÷": "/",
        "∕": "/",
        "⁄": "/",
        "·": ".",
        "⋅": "*",
        "−": "-",
        "–": "-",
        "—": "-",
        "‐": "-",
        "‑": "-",
        "±": "+/-",
        "∞": "inf",
        "Σ": "sum",
        "∑": "sum",
        "Π": "prod",
        "∏": "prod",
        "π": "pi",
        "α": "alpha",
        "β": "beta",
        "γ": "gamma",
        "δ": "delta",
        "ε": "eps",
        "θ": "theta",
        "λ": "lambda",
        "μ": "mu",
        "σ": "sigma",
        "τ": "tau",
        "φ": "phi",
        "ω": "omega",
        "∂": "d",
        "∈": "in",
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
        "≈": "~",
        "≡": "==",
        "→": "->",
        "←": "<-",
        "↔": "<->",
        "⇒": "=>",
        "⇄": "<->",
        "↑": "up",
        "↓": "down",
        "⏎": "enter",
        "↵": "enter",
        "⊤": "^T",
        "‖": "||",
        "✓": "ok",
        "✔": "ok",
        "✗": "x",
        "✘": "x",
        "▸": ">",
        "▶": ">",
        "►": ">",
        "◂": "<",
        "•": "*",
        "●": "*",
        "○": "o",
        "◦": "o",
        "…": "...",
        "‘": "'",
        "’": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "⟨": "<",
        "⟩": ">",
        "½": "1/2",
        "¼": "1/4",
        "¾": "3/4",
        "°": " deg",
        "§": "section ",
        "␣": "_",
        "◌": "o",
        "█": "#",
        "▓": "#",
        "▒": "=",
        "░": ".",
        "\u00a0": " ",
        "\u2009": " ",
        "\u202f": " ",
        "\u200b": "",
        "\u2060": "",
        "\ufeff": "",
        **dict.fromkeys("─━═╌┄╴╶", "-"),
        **dict.fromkeys("│┃║╎┆╵╷", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯┏┓┗┛┣┫┳┻╋┡┩╇┢┪╈╞╡╪", "+"),
        **dict.fromkeys("▁▂▃▄▅▆▇▉▊▋▌▍▎▏", "#"),
    }
)


def plain(text: str) -> str:
    """`text` in ASCII only: √2 as sqrt(2), d_k under a root as sqrt(d_k), −∞ as -inf, Σ as sum, boxes as + - |.

    Numbers come out in a form that reads back the same. A letter or picture that has no known form is named by its
    number, <U+6771>, so that two of them can be told apart.
    """
    if text.isascii():
        return text
    for ours, theirs in WORDS.items():
        text = text.replace(ours, theirs)
    text = RAISED.sub(lambda found: "^" + _held(found[0].translate(SUPERSCRIPTS)), text)
    text = LOWERED.sub(lambda found: "_" + _joined(found[0].translate(SUBSCRIPTS)), text)
    text = TIGHT_DOT.sub("*", text)
    text = TIMES_WHOLE.sub(r"\1*", TIMES_PRODUCT.sub("*", text))
    text = SAID_TWICE.sub(r"\1", _without_roots(text).translate(CHARACTERS))
    return text if text.isascii() else "".join(c if c.isascii() else _spelled(c) for c in text)


def _held(raised: str) -> str:
    """What is raised, in brackets where it is more than one number or letter."""
    return raised if SIMPLE.fullmatch(raised) else f"({raised})"


def _joined(lowered: str) -> str:
    """What is lowered, in brackets where it is a calculation."""
    return lowered if lowered.isalnum() or lowered[0] == "(" else f"({lowered})"


def _without_roots(text: str) -> str:
    """√2 as sqrt(2), √√2 as sqrt(sqrt(2)), √√(2 + 3) as sqrt(sqrt(2 + 3)); a root of nothing stays."""
    at = 0
    while (found := ROOTS.search(text, at)) is not None:
        signs, atom, _ = found.groups()
        if atom is not None:
            end, inside = found.end(), f"({atom})"
        else:
            end = _closing(text, found.end())
            inside = text[found.end() - 1 : end]
        more = len(signs) - 1
        root = "sqrt(" * more + "sqrt" + inside + ")" * more
        text = text[: found.start()] + root + text[end:]
        at = found.start() + len("sqrt(") * more + len("sqrt")
    return text


def _closing(text: str, start: int) -> int:
    """The place behind the bracket that closes the one before `start`; the end of the text where none does."""
    depth = 1
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return place + 1
    return len(text)


def _spelled(letter: str) -> str:
    """A character without a form of its own here: another style of a known one as that, else its number."""
    alike = unicodedata.normalize("NFKD", letter)
    styled = unicodedata.decomposition(letter).startswith("<") and alike.isascii()
    return alike if styled else numbered(letter)


def numbered(letter: str) -> str:
    """A character by its number, <U+6771>, so that two of them can be told apart."""
    return f"<U+{ord(letter):04X}>"
