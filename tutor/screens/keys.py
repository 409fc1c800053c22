"""The one list of keys: footers, the help screen, the README's table and the tests all read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.binding import Binding


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key, or a few for the same thing.

    `keys` are Textual's names, `shown` what people read, `label` the footer's word, `what` the help screen's
    sentence. `action` is None where the focused widget itself answers (arrows, Enter in a list). `always`
    keys don't print, so they work inside a field too.
    """

    id: str
    keys: str
    shown: str
    label: str
    what: str
    action: str | None = None
    always: str = ""


def _key(id: str, keys: str, shown: str, label: str, what: str, action: str | None = None, always: str = "") -> Key:
    return Key(id=id, keys=keys, shown=shown, label=label, what=what, action=action, always=always)


BACK = _key("back", "q", "q", "back", "Back to where you came from; on the home screen, quit.", "back")
QUIT = _key("quit", "q", "q", "quit", "Quit. Everything typed is kept. Ctrl+Q quits from anywhere.", "back")
HELP = _key("help", "question_mark", "?", "help", "This page. F1 opens it from inside a field too.", "help", "f1")
HELP_FROM_FIELD = _key("help-from-field", "f1", "F1", "help", "Help, from inside a field too.")
GLOSSARY = _key(
    "glossary",
    "g",
    "g",
    "glossary",
    "The glossary. Ctrl+G opens it from inside a field too.",
    "glossary",
    "ctrl+g",
)
SEARCH = _key("search", "g", "g", "search", "Back into the search field; from inside it Ctrl+G closes the glossary.")
TEACHES = _key("teaches", "enter", "enter", "its page", "Open the page that teaches the term; q comes back here.")
NEXT = _key("next", "n", "n", "next", "Next page, or next stage.", "next")
PREVIOUS = _key("previous", "b", "b", "back", "Back one page, or one stage.", "previous")
PAGE_ON = _key("page-on", "ctrl+n", "^n", "next page", "Next page, from inside a field or a question too.", "page(1)")
PAGE_BACK = _key("page-back", "ctrl+p", "^p", "page before", "Back one page, from inside a field too.", "page(-1)")
TAB = _key("tab", "tab", "tab", "next field", "Next field; Shift+Tab goes the other way.")
LEAVE = _key("leave", "escape", "esc", "leave field", "Leave the field, so that the letters are commands again.")
THEN = Key(id="then", keys="escape", shown="esc", label="leaves, then", what="")
"""In the footer, before the keys that work once the field is left."""

THEME = _key("theme", "d", "d", "dark or light", "Dark or light colors.", "theme")

CHOOSE = _key("choose", "up,down", "↑↓", "choose", "Move through a list.")
OPEN = _key("open", "enter", "enter", "open", "Open what is chosen.")
WORKBENCH = _key("workbench", "w", "w", "workbench", "The workbench: your own Q, K and V.", "workbench")

PRACTICE = _key("practice", "p", "p", "practice", "Practice: a new problem each time.", "practice")
REVIEW = _key("review", "r", "r", "review", "Review: what is worth another look.", "review")

SUBMIT = _key("submit", "enter", "enter", "submit", "Submit the answer; once it is judged right, go on.")
GO_ON = _key("go_on", "enter", "enter", "go on", "Go on to the next page.", "go_on")
HINT = _key("hint", "h", "h", "hint", "A hint; each one says more.", "hint")
SHOW = _key("show", "s", "s", "show", "Show the worked solution. The page then counts as shown.", "show")
MORE = _key("more", "pagedown", "pgdn", "more", "The rest of a page that is longer than the screen.")
ABOVE = _key("above", "pageup", "pgup", "above", "The beginning of a page that is longer than the screen.")
ANOTHER = _key(
    "another", "a", "a", "another", "Another like it, with fresh numbers; or the same question again.", "another"
)
AGAIN = "again"
"""What that key is called where the same is asked once more."""
FIELD = _key("field", "i", "i", "answer", "Back into the answer field (Tab does the same).", "field")

CELL = _key("cell", "up,down,left,right", "arrows", "cell", "Move the current cell; Home and End jump along the row.")
TURN_OVER = _key(
    "turn-over", "space", "space", "1 or 0", "Turn a cell of a mask over: 1 may attend. The keys 1 and 0 set it."
)
STAGE = _key("stage", "n", "n b", "stage", "Next stage, and back one stage.")
SWITCH = _key("switch", "tab", "tab", "form", "Between the form and the table.")
INSIDE = _key("inside", "x", "x", "softmax", "Open softmax into its four steps, or close it.", "inside")
HEAD = _key("head", "t", "t", "head", "The next head, where there are several.", "head")
HEAD_BACK = _key("head-back", "T", "T", "head before", "The head before, where there are several.", "head_back")
JUMP = _key("jump", "j", "j", "jump", "Jump to a cell: q17 k3, or 17 3, or the names of tokens.", "jump")
MASK_RULE = _key("mask-rule", "m", "m", "mask", "With the causal mask or without it.", "mask_rule")
COPY_ROW = _key("copy-row", "c", "c", "copy row", "Copy the row as text.", "copy_row")
SAVE_STAGE = _key("save-stage", "s", "s", "save", "Save the stage of this head as a text file.", "save_stage")
FORM = _key("form", "i", "i", "type", "The workbench for numbers that you type.", "form")
PREDICT = _key("predict", "p", "p", "predict", "Hide this row and type it yourself first.", "predict")
MENU = _key("menu", "e", "e", "menu", "Presets, the same as code, save.", "menu")
COPY = _key("copy", "c", "c", "copy", "Copy the table as text.", "copy")

LABS = _key("labs", "l", "l", "labs", "Laboratories: change something, and see what changes with it.", "labs")
PART = _key("part", "n", "n b", "part", "Next part of a laboratory, and back one part.")
TYPE = _key("type", "i", "i", "type", "Into the field of a laboratory; Esc leaves it.")
TAKE = _key("take", "enter", "enter", "take it", "Take what is typed.")
ANY_KEY = _key("any-key", "space", "any key", "stop", "Any key stops what is running.")

LEVEL = _key("level", "l", "l", "next level", "A problem of the next level; after the fourth, of the first.", "level")

PICK = _key("pick", "a", "a–f", "pick", "Take an option by its letter.")
ANSWER = _key("answer", "enter", "enter", "answer", "Answer with the chosen option.")
PAGES = _key("pages", "ctrl+n", "^n ^p", "pages", "Turn pages from anywhere, fields and questions too.")
SAVE = _key("save", "s", "s", "save", "Save as a file.", "save")

EVERYWHERE: tuple[Key, ...] = (BACK, HELP, GLOSSARY, NEXT, PREVIOUS, PAGE_ON, PAGE_BACK, TAB, LEAVE, THEME)

AREAS: dict[str, tuple[Key, ...]] = {
    "home": (CHOOSE, OPEN, WORKBENCH, PRACTICE, REVIEW, LABS),
    "lesson": (SUBMIT, HINT, SHOW, ANOTHER, FIELD, GO_ON, TURN_OVER, INSIDE, HEAD, HEAD_BACK, MORE),
    "question": (CHOOSE, PICK, ANSWER),
    "workbench": (CELL, INSIDE, HEAD, HEAD_BACK, PREDICT, MENU, COPY, SWITCH),
    "matrices": (CELL, INSIDE, HEAD, HEAD_BACK, JUMP, MASK_RULE, COPY_ROW, SAVE_STAGE, FORM),
    "practice": (SUBMIT, HINT, SHOW, ANOTHER, FIELD, LEVEL),
    "glossary": (CHOOSE, TEACHES, SEARCH),
    "labs": (CHOOSE, OPEN),
    "lab": (PART, TYPE, TAKE, ANY_KEY),
}
"""The keys that belong to one kind of screen, beside those that work everywhere."""


def bindings(keys: Sequence[Key]) -> list[Binding]:
    """Textual bindings for these keys; those that work in fields take priority over the field's own."""
    found: list[Binding] = []
    for key in keys:
        if key.action is None:
            continue
        never_typed = key.keys.startswith("ctrl+")
        found.append(Binding(key.keys, key.action, key.label, show=False, priority=never_typed, id=key.id))
        if key.always:
            found.append(Binding(key.always, key.action, key.label, show=False, priority=True, id=f"{key.id}-always"))
    return found


def footer(*keys: Key | tuple[Key, str]) -> tuple[tuple[str, str], ...]:
    """The footer's pairs for these keys; a pair (key, word) says something else than the key's own label."""
    pairs = []
    for key in keys:
        chosen, label = key if isinstance(key, tuple) else (key, key.label)
        pairs.append((chosen.shown, label))
    return tuple(pairs)
