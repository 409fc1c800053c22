"""Bounds what is pasted before it reaches the parser of keys, which gathers a paste until its end comes."""

from __future__ import annotations

START, END = "\x1b[200~", "\x1b[201~"


class Pastes:
    """Lets text through, but of a paste only its first so many characters, however long it goes on."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._before = ""
        """The last characters outside a paste: its mark may come in two pieces."""
        self._held = ""
        """Inside a paste, what may be the beginning of its end."""
        self._room: int | None = None
        """Characters that the paste under way may still have; None outside one."""

    def through(self, text: str) -> str:
        """What of this is to be handed on. Outside a paste nothing is held back: a lone Esc is a key."""
        parts = []
        while text:
            part, text = self._outside(text) if self._room is None else self._inside(text)
            parts.append(part)
        return "".join(parts)

    def _outside(self, text: str) -> tuple[str, str]:
        seen = self._before + text
        at = seen.find(START)
        if at < 0:
            self._before = seen[1 - len(START) :]
            return text, ""
        cut = at + len(START) - len(self._before)
        self._before, self._room = "", self._longest
        return text[:cut], text[cut:]

    def _inside(self, text: str) -> tuple[str, str]:
        assert self._room is not None
        seen = self._held + text
        at = seen.find(END)
        if at < 0:
            kept = next(n for n in range(len(END) - 1, -1, -1) if seen.endswith(END[:n]))
            body, self._held = seen[: len(seen) - kept], seen[len(seen) - kept :]
            part = body[: self._room]
            self._room -= len(part)
            return part, ""
        part = seen[:at][: self._room] + END
        self._held, self._room = "", None
        return part, seen[at + len(END) :]
