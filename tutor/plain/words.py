"""The words that are commands where lines are typed, and how a line is told from an answer."""

from __future__ import annotations

from dataclasses import dataclass

ANSWER = "="
"""Before an answer that would else be taken for a command."""


@dataclass(frozen=True, slots=True)
class Word:
    """One command: its word, with what may follow it, and what it does. `short` does the same."""

    word: str
    what: str
    follows: str = ""
    short: str = ""

    @property
    def shown(self) -> str:
        """The word as help shows it."""
        full = f"{self.word} {self.follows}".rstrip()
        return f"{full} or {self.short}" if self.short else full


HELP = Word("help", "what can be typed here", short="?")
AGAIN = Word("read", "read this out again")
HOME = Word("home", "to the list of lessons; menu does the same")
MENU = Word("menu", "to the list of lessons")
QUIT = Word("quit", "leave the tutor; what you typed is kept", short="q")
EXIT = Word("exit", "leave the tutor")
LIST = Word("list", "read the list of lessons")
GLOSSARY = Word("glossary", "what a word means; alone, all words", follows="WORD", short="g")
VISIT = Word("visit", "to the page that teaches the word looked up last; return comes back")
RETURN = Word("return", "back from a page that was visited")
EVERYWHERE = (HELP, AGAIN, GLOSSARY, VISIT, HOME, QUIT)
UNLISTED = (MENU, LIST, EXIT)
"""Words that work everywhere as well, and that help does not repeat."""

NEXT = Word("next", "on to the next page", short="n")
BACK = Word("back", "back one page", short="b")
PAGE = Word("page", "to this page", follows="NUMBER")
HINT = Word("hint", "a hint; each one says more", short="h")
SHOW = Word("show", "the worked solution; the page then counts as shown", short="s")
ANOTHER = Word("another", "another like it, with fresh numbers", short="a")
ROW = Word("row", "read one row", follows="NUMBER")
CELL = Word("cell", "one cell's arithmetic written out", follows="ROW COLUMN")
INSIDE = Word("inside", "open softmax into its four steps, or close it")
HEAD = Word("head", "the next head, where there are several")


def command(line: str, words: tuple[Word, ...]) -> tuple[str, str]:
    """The command in a line and what follows it; ("", "") where it is none of these words.

    A word that nothing may follow, followed by something, is no command.
    """
    first, _, rest = line.strip().partition(" ")
    typed, rest = first.casefold(), rest.strip()
    for word in words:
        if typed and typed in (word.word, word.short) and (not rest or word.follows):
            return word.word, rest
    return "", ""


def number_in(text: str, most: int) -> int | None:
    """The whole number from 1 to `most` that a text is; None where it is none."""
    typed = text.strip()
    number = int(typed) if typed.isdecimal() and len(typed) <= len(str(most)) else 0
    return number if 1 <= number <= most else None


def answer(line: str) -> str:
    """What was typed as an answer: the line itself, without the sign that says so."""
    return line.lstrip()[1:].strip() if line.lstrip().startswith(ANSWER) else line
