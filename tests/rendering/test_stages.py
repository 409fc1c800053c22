"""The way through the stages, with softmax closed and open."""

from __future__ import annotations

from tutor.rendering.stages import Walk, stages_to


def way(walk: Walk) -> list[str]:
    """Every stage from this one on."""
    found: list[str] = []
    at: Walk | None = walk
    while at is not None:
        found.append(at.word)
        at = at.step(1)
    return found


def test_from_the_first_stage_to_the_last() -> None:
    assert way(Walk()) == ["scores", "scale", "mask", "softmax", "mix"]
    assert way(Walk(until="weights")) == ["scores", "scale", "mask", "softmax"]
    assert Walk().step(-1) is None
    assert Walk(stage="masked").place == "stage 3 of 5"


def test_softmax_opened_and_closed() -> None:
    """Opened at its first step; closed again, one is at softmax as a whole."""
    opened = Walk(stage="scores").toggled()
    assert way(opened) == ["subtract", "exponentiate", "sum", "divide", "mix"]
    assert opened.toggled() == Walk(stage="weights")
    assert Walk(stage="output", inside=True).toggled() == Walk(stage="output")


def test_softmax_that_is_not_on_the_way_stays_closed() -> None:
    walk = Walk(until="scaled")
    assert walk.toggled() == walk


def test_the_last_stage() -> None:
    assert Walk(stage="output").is_last
    assert not Walk(stage="weights").is_last
    assert Walk(stage="weights", until="weights").is_last


def test_heads_go_round() -> None:
    assert Walk(heads=2).next_head().head == 1
    assert Walk(heads=2, head=1).next_head().head == 0


def test_a_stage_inside_softmax_opens_it() -> None:
    assert Walk().at("shifted") == Walk(stage="shifted", inside=True)
    assert Walk().at("weights") == Walk(stage="weights")
    assert stages_to("shifted", inside=True)[-1] == "shifted"
