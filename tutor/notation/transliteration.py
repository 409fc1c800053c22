"""Our own text in plain ASCII, for terminals and locales that promise nothing more."""

from __future__ import annotations

import re
import unicodedata

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵀᵈᵏʰˣʲᵐ", "0123456789+-()niTdkhxjm")
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+-()aehijklmnoprstuvx")
RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵀᵈᵏʰˣʲᵐ]+")
LOWERED = re.compile("[₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ]+")
ROOT_OF_WORD = re.compile(r"√([0-9.]+|\w+)")
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

    Numbers come out in a form that reads back the same. What has no known form becomes a question mark.
    """
    if text.isascii():
        return text
    for ours, theirs in WORDS.items():
        text = text.replace(ours, theirs)
    text = RAISED.sub(lambda found: "^" + found[0].translate(SUPERSCRIPTS), text)
    text = LOWERED.sub(lambda found: "_" + found[0].translate(SUBSCRIPTS), text)
    text = TIGHT_DOT.sub("*", text)
    text = TIMES_WHOLE.sub(r"\1*", TIMES_PRODUCT.sub("*", text))
    text = ROOT_OF_WORD.sub(r"sqrt(\1)", text)
    text = text.translate(CHARACTERS)
    if text.isascii():
        return text
    letters = (c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return "".join(c if c.isascii() else "?" for c in letters)
