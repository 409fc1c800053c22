"""The blocks of code in a page's text, and the words that stand for them where the page is read out."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from tutor.notation.aloud import block_aloud

if TYPE_CHECKING:
    from tutor.lessons.fields import Section
    from tutor.lessons.model import Step

AnyStep = TypeVar("AnyStep", bound="Step")

BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```[^\n]*$", re.DOTALL | re.MULTILINE)
"""A block: what stands behind its first fence, and its lines."""


def read_spoken(section: Section) -> tuple[str, ...]:
    """The texts under `spoken`, one for each block of `body`, "" for one that needs none; other numbers are a fault."""
    given = section.data.get("spoken")
    if isinstance(given, list):
        texts = tuple(x and section.checked_text(x, f"spoken {i}") for i, x in enumerate(given, start=1))
    else:
        texts = section.texts("spoken")
    body = section.data.get("body")
    blocks = len(BLOCK.findall(body)) if isinstance(body, str) else 0
    if texts and len(texts) != blocks:
        has = "no block" if not blocks else "1 block" if blocks == 1 else f"{blocks} blocks"
        section.note("spoken", f"has {len(texts)}, but body has {has} between ``` and ```; expected one text for each")
        return ()
    return texts


def aloud(step: AnyStep) -> AnyStep:
    """The same page with the spoken text in the place of each block that has one."""
    if not any(step.spoken):
        return step
    texts = iter(step.spoken)
    body = BLOCK.sub(lambda block: next(texts, "").strip("\n") or block[0], step.body)
    return replace(step, body=body)


def unspoken(step: Step) -> list[int]:
    """The blocks, from 1, that have no spoken text and can't be read out without one."""
    found = []
    for place, (language, lines) in enumerate(BLOCK.findall(step.body), start=1):
        told = place <= len(step.spoken) and step.spoken[place - 1].strip()
        if not told and not language.strip() and block_aloud(lines) is None:
            found.append(place)
    return found
