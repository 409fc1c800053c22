"""The value of one calculation such as 1/√2. It knows + - * / ^, roots, exp, ln, log2, e and pi, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tutor.notation.characters import advice
from tutor.notation.tokens import (
    BLANK,
    CLOSE,
    DEEPEST,
    FUNCTIONS,
    NUMBER,
    OPEN,
    OPERATOR,
    OTHER,
    PERCENT,
    ROOTS,
    WORD,
    Token,
    Unreadable,
)

CONSTANTS = {"e": math.e, "pi": math.pi, "π": math.pi}
INFINITE = ("inf", "infinity", "∞")
NOT_FINITE = "it is not a finite number"
KNOWN = "beside numbers, only + - * / ^ ( ) sqrt √ exp ln log2 e pi are known"


def evaluate(tokens: Sequence[Token], start: int, end: int) -> float:
    """The value of tokens[start:end]; Unreadable, naming the piece, where there is none or it is not finite."""
    calculation = _Calculation(tokens, start, end)
    value = calculation.sum(0)
    if calculation.at < end:
        raise calculation.refusal_of_next()
    return calculation.finite(value, start, end)


class _Calculation:
    """One walk over the tokens, by precedence; every method leaves `at` behind what it has read."""

    __slots__ = ("at", "end", "tokens")

    def __init__(self, tokens: Sequence[Token], start: int, end: int) -> None:
        self.tokens = tokens
        self.at = start
        self.end = end

    def operator(self) -> str:
        """The operator that comes next, or nothing."""
        if self.at >= self.end:
            return ""
        token = self.tokens[self.at]
        if token.kind != OPERATOR:
            return ""
        return {"**": "^", "·": "*"}.get(token.text, token.text)

    def sum(self, depth: int) -> float:
        total = self.signed_product(depth)
        while (sign := self.operator()) in ("+", "-") and sign:
            self.at += 1
            term = self.signed_product(depth, after=sign)
            total = total + term if sign == "+" else total - term
        return total

    def signed_product(self, depth: int, after: str = "") -> float:
        negative = self.sign(after)
        first = self.at
        product = self.power(depth)
        while (operator := self.operator()) in ("*", "/") and operator:
            self.at += 1
            minus = self.sign("")
            factor = self.power(depth)
            if operator == "/" and factor == 0:
                raise self.fault(first, self.at, "nothing can be divided by zero")
            product = product * factor if operator == "*" else product / factor
            product = -product if minus else product
        return -product if negative else product

    def sign(self, after: str) -> bool:
        """Read one sign, if one is there; True for a minus. Two in a row are a slip, not a calculation."""
        sign = self.operator()
        if sign not in ("+", "-") or not sign:
            return False
        token = self.tokens[self.at]
        following = self.tokens[self.at + 1] if self.at + 1 < self.end else None
        doubled = following is not None and following.kind == OPERATOR and following.text in ("+", "-")
        if doubled or (after and not token.gap):
            first = self.at if doubled else self.at - 1
            raise self.fault(first, first + 3, "two signs stand side by side; write one")
        self.at += 1
        return sign == "-"

    def power(self, depth: int) -> float:
        first = self.at
        base = self.root(depth)
        if self.operator() != "^":
            return base
        if depth >= DEEPEST:
            raise self.fault(self.at, self.at + 1, "there are too many powers inside one another")
        self.at += 1
        negative = self.sign("")
        exponent = self.power(depth + 1)
        return self.raised(base, -exponent if negative else exponent, first)

    def raised(self, base: float, exponent: float, first: int) -> float:
        try:
            value = base**exponent
        except ZeroDivisionError:
            raise self.fault(first, self.at, "0 has no negative power, since that divides by zero") from None
        except OverflowError:
            raise self.fault(first, self.at, f"this power is too large; {NOT_FINITE}") from None
        if not isinstance(value, float):
            raise self.fault(first, self.at, "a negative number has no fractional power")
        return value

    def root(self, depth: int) -> float:
        """An atom, or roots of one: √2/2 is (√2)/2."""
        first = self.at
        while self.at < self.end and self.tokens[self.at].text in ROOTS and self.tokens[self.at].kind == WORD:
            self.at += 1
        count = self.at - first
        if count > DEEPEST:
            raise self.fault(first, first + 1, "there are too many roots inside one another")
        if count and self.operator():
            raise self.fault(first, self.at + 1, "a root needs a number or brackets after it, as in √2 or √(2)")
        value = self.atom(depth)
        if not count:
            return value * self.factor_root(first, depth) if self.root_hangs_on(self.at) else value
        if value < 0:
            raise self.fault(first, self.at, "a negative number has no square root")
        for _ in range(count):
            value = math.sqrt(value)
        return value

    def root_hangs_on(self, at: int) -> bool:
        """True where a √ follows a number without a blank: 2√2 is how people write 2·√2."""
        return at < self.end and self.tokens[at].text == "√" and not self.tokens[at].gap and at > 0

    def factor_root(self, first: int, depth: int) -> float:
        """The root in 2√2. After / or before ^ it could mean two things, so there a * or brackets are wanted."""
        before = self.tokens[first - 1] if first > 0 else None
        start = self.at
        root = self.root(depth)
        after = self.operator()
        if after == "^" or (before is not None and before.kind == OPERATOR and before.text in ("/", "^")):
            raise self.fault(first, self.at, f"put * or brackets around {self.tokens[start].text} to say what is meant")
        return root

    def atom(self, depth: int) -> float:
        if self.at >= self.end:
            raise self.refusal_at_end()
        token = self.tokens[self.at]
        if token.kind == NUMBER:
            self.at += 1
            return self.number(token)
        if token.kind == OPEN and token.text == "(":
            return self.parenthesis(depth)
        if token.kind == WORD:
            if token.text in CONSTANTS:
                self.at += 1
                self.refuse_neighbor(token)
                return CONSTANTS[token.text]
            if token.text in FUNCTIONS:
                return self.called(depth)
        raise self.refusal_of_next()

    def number(self, token: Token) -> float:
        self.refuse_neighbor(token)
        value = float(token.text)
        if not math.isfinite(value):
            raise Unreadable(token.text, token.start, f"this is too large; {NOT_FINITE}")
        return value

    def refuse_neighbor(self, token: Token) -> None:
        """Nothing is multiplied in silence: 1e, 0x10, 1_000 and 2pi are refused whole."""
        if self.at >= self.end:
            return
        following = self.tokens[self.at]
        if token.kind == NUMBER and self.root_hangs_on(self.at):
            return
        if following.kind in (NUMBER, WORD, OPEN, BLANK, OTHER):
            raise self.fault(self.at - 1, self.end_of_word(self.at), self.neighbor_advice(token, following))

    def end_of_word(self, at: int) -> int:
        """One past the last token that hangs on this one without a blank, such as the 10 of x10."""
        at += 1
        while at < self.end and not self.tokens[at].gap and self.tokens[at].kind in (NUMBER, WORD, BLANK, OTHER):
            at += 1
        return at

    def neighbor_advice(self, token: Token, following: Token) -> str:
        if following.text == "e" and token.kind == NUMBER:
            return "after e come digits without a blank, as in 1e-3"
        if following.text == "x":
            return "write * for times, as in 2*3"
        if following.kind == BLANK:
            return "write the digits of a number together, as in 1000"
        if following.kind == NUMBER:
            if following.gap:
                return "two numbers stand side by side; put an operator or a comma between them"
            return "this is not one number; a blank or a comma separates two"
        if following.kind == OTHER:
            return advice(following.text)
        if following.kind == WORD and following.text not in (*CONSTANTS, *FUNCTIONS, *ROOTS):
            return word_advice(following.text)
        return f"put * between {token.text} and {following.text} to multiply"

    def parenthesis(self, depth: int) -> float:
        opened = self.tokens[self.at]
        if depth >= DEEPEST:
            raise Unreadable(opened.text, opened.start, "there are too many brackets inside one another")
        self.at += 1
        if self.at < self.end and self.tokens[self.at].kind == CLOSE:
            raise Unreadable("()", opened.start, "there is no number between these brackets")
        value = self.sum(depth + 1)
        if self.at >= self.end or self.tokens[self.at].kind != CLOSE:
            raise self.refusal_of_next()
        self.at += 1
        return value

    def called(self, depth: int) -> float:
        first = self.at
        name = self.tokens[first].text
        self.at += 1
        if self.at >= self.end or self.tokens[self.at].text != "(":
            raise self.fault(first, self.at, f"{name} needs brackets, as in {name}(2)")
        value = self.parenthesis(depth)
        if name == "exp":
            try:
                return math.exp(value)
            except OverflowError:
                raise self.fault(first, self.at, f"this power of e is too large; {NOT_FINITE}") from None
        if value <= 0:
            raise self.fault(first, self.at, f"{name} needs a number above 0")
        return math.log(value) if name == "ln" else math.log2(value)

    def finite(self, value: float, start: int, end: int) -> float:
        if not math.isfinite(value):
            raise self.fault(start, end, f"this is too large; {NOT_FINITE}")
        return value + 0.0

    def fault(self, start: int, end: int, why: str) -> Unreadable:
        """The refusal of some tokens, quoted as typed but for long blanks."""
        chosen = self.tokens[start : min(end, self.end)]
        piece = "".join((" " if token.gap and i else "") + token.text for i, token in enumerate(chosen))
        return Unreadable(piece, self.tokens[start].start, why)

    def refusal_at_end(self) -> Unreadable:
        last = self.tokens[self.at - 1]
        return self.fault(self.at - 1, self.at, f"a number is missing after {last.text}")

    def refusal_of_next(self) -> Unreadable:
        """What is wrong with the token that comes next."""
        token = self.tokens[self.at]
        if token.kind == WORD:
            return self.fault(self.at, self.end_of_word(self.at), word_advice(token.text))
        if token.kind == OTHER:
            return self.fault(self.at, self.at + 1, advice(token.text))
        why = {
            OPERATOR: f"a number is missing before {token.text}",
            CLOSE: f"a number is missing before {token.text}",
            OPEN: "only ( ) group a calculation; [ ] hold lists",
            PERCENT: "a percent sign stands behind a number, as in 33%",
            BLANK: "_ stands for a cell left blank, not inside a number",
            NUMBER: "put an operator or a comma before this number",
        }.get(token.kind, "one number is wanted between these brackets")
        return self.fault(self.at, self.at + 1, why)


def word_advice(word: str) -> str:
    """Why a word is no part of a calculation."""
    if word in INFINITE or word == "nan":
        return NOT_FINITE
    if word in ("log", "log10"):
        return "log means several things; write ln( ) or log2( )"
    return KNOWN if word[0].isalpha() else advice(word[0])
