"""The keys of the tokens laboratory, part by part."""

from __future__ import annotations

from tutor.coaching.labs.lab import Control

LOOK = Control(move="look", key="space", shown="space", label="look", what="Show the counts and ids, or hide them.")
MORE = Control(
    move="more", key="right,plus,equals_sign", shown="→", label="more merges", what="Cut into pieces by more merges."
)
FEWER = Control(move="fewer", key="left,minus", shown="←", label="fewer", what="Cut into pieces by fewer merges.")
SAMPLE = Control(move="sample", key="s", shown="s", label="sample", what="Take another text to look at.")
MERGE = Control(move="merge", key="space,right", shown="space", label="merge", what="Join the most frequent pair.")
UNDO = Control(move="undo", key="left,backspace", shown="←", label="undo", what="Take the last merge back.")
COUNTS = Control(
    move="counts",
    key="c",
    shown="c",
    label="counts",
    what="Show how often each pair occurs and which comes next, or leave it to be guessed.",
)
ALL = Control(move="all", key="a", shown="a", label="all", what="Merge until no pair occurs twice.")
RESTART = Control(
    move="restart", key="r", shown="r", label="from letters", what="Take all merges back and begin from letters."
)
TRAINING = Control(
    move="training", key="t", shown="t", label="train on", what="Learn from another text, from its letters on."
)
DOWN = Control(
    move="after", key="down,right", shown="↓", label="id", what="Look up the id below, the next row of the table."
)
UP = Control(move="before", key="up,left", shown="↑", label="id", what="Look up the id above, the row before.")
LATER = Control(move="later", key="down", shown="↓", label="position", what="Put the same token one position later.")
EARLIER = Control(
    move="earlier", key="up", shown="↑", label="position", what="Put the same token one position earlier."
)
ONWARD = Control(
    move="after", key="right", shown="→", label="token", what="Put the next token of the vocabulary at this position."
)
BACKWARD = Control(
    move="before", key="left", shown="←", label="token", what="Put the token before it at this position."
)
SWAP = Control(
    move="swap", key="space", shown="space", label="swap", what="Swap the first two tokens, or swap them back."
)
POSITIONS = Control(move="add", key="p", shown="p", label="add or not", what="Add positions, or leave them out.")
MASK = Control(move="mask", key="m", shown="m", label="mask", what="Put a causal mask on, or take it off.")

CONTROLS: dict[str, tuple[Control, ...]] = {
    "text": (LOOK, MORE, FEWER, SAMPLE),
    "merges": (MERGE, UNDO, COUNTS, TRAINING, ALL, RESTART),
    "lookup": (DOWN, UP),
    "positions": (LATER, EARLIER, ONWARD, BACKWARD),
    "order": (SWAP, POSITIONS, MASK),
}
"""What works on each part, the most important first."""
