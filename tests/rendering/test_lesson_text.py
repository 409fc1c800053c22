"""A lesson as plain text: every kind of page, answers at the end, nothing of the text lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.lessons.asked_sample import ASKED
from tests.lessons.sample import lesson_of
from tests.rendering.probe import HOSTILE, PROBE
from tutor.coaching.question import question_of
from tutor.lessons.loader import load_course
from tutor.lessons.model import (
    KINDS,
    AskingStep,
    ChoiceStep,
    ExplainStep,
    Lesson,
    NumberStep,
    Option,
    StepperStep,
    TextStep,
    VectorStep,
)
from tutor.maths.problem import matrix
from tutor.rendering.lesson_text import ANSWERS, PAGES, lesson_text

CHOICE = ChoiceStep(
    id="c",
    title="Who",
    prompt="Which [keys]?",
    options=(Option(text="[red]", why="No: [/]."), Option(text="[fox]", why="Yes.", correct=True)),
)

LESSON = Lesson(
    slug="probe",
    number=7,
    title="The probe",
    objectives=("Do it [well].",),
    minutes=5,
    needs=("before",),
    sources=("Someone, 1999",),
    path=Path("07_probe.toml"),
    steps=(
        TextStep(id="t", title="Read", body="Some **words** with <tags>."),
        StepperStep(id="s", problem=PROBE, until="weights"),
        VectorStep(id="v", problem=PROBE, ask_for="weights", row=2, prompt="Type [w].", hints=("h",)),
        VectorStep(id="h", problem=PROBE, ask_for="shape:output", prompt="Which shape?", hints=("h",)),
        CHOICE,
        ExplainStep(id="e", prompt="Say it.", model="Like so.", checklist=("first", "second")),
    ),
)


def test_every_kind_can_be_shown() -> None:
    """A new kind of page needs its plain form too; one that asks, its answer."""
    assert set(PAGES) == set(KINDS)
    assert set(ANSWERS) == {kind for kind, step in KINDS.items() if step.asks}


def test_the_opening() -> None:
    assert lesson_text(LESSON).startswith(
        "7 The probe\n===========\n\nAfterwards you can:\n* Do it [well].\n\n"
        "About 5 minutes. Comes after before.\n\n"
        "page 1 of 6: Read\n-----------------\n\nSome words with <tags>.\n\npage 2 of 6\n-----------\n"
    )


def test_a_page_has_its_own_sources_at_its_foot_and_the_end_has_each_once() -> None:
    """The head's list stands at the end alone; long ones are wrapped there under their first line."""
    steps = (
        replace(LESSON.steps[0], sources=("Vaswani et al. 2017, section 3.2.1", "Someone, 1999")),
        replace(CHOICE, sources=("Shannon 1948",)),
    )
    text = lesson_text(replace(LESSON, sources=("Someone, 1999", f"Long {'title ' * 20}2001"), steps=steps))
    foot = "Some words with <tags>.\n\nSources: Vaswani et al. 2017, section 3.2.1; Someone, 1999\n\npage 2 of 2: Who\n"
    assert foot in text
    assert "  b) [fox]\n\nSource: Shannon 1948\n\nAnswers\n=======\n" in text
    assert text.endswith(
        "\n\nSources\n=======\n\n* Someone, 1999\n"
        f"* Long {'title ' * 11}title\n  {'title ' * 8}2001\n* Vaswani et al. 2017, section 3.2.1\n* Shannon 1948\n"
    )
    assert "Source" not in lesson_text(replace(LESSON, sources=()))


def test_a_stepper_shows_every_stage_up_to_its_last() -> None:
    text = lesson_text(LESSON)
    assert "q2 0 2 0 1    k2 0 1 1 0    v2 0 2" in text
    assert "  q2 0.2689  0.7311       0   1.0000" in text
    assert "  q2 0.3679  1.0000       0   1.3679" in text
    assert "  q2 0.0000  1.0000      −∞" in text
    assert "1.4621" not in text.partition("Answers")[0]


def test_answers_come_last_with_their_reasons() -> None:
    pages, _, answers = lesson_text(LESSON).partition("Answers\n=======")
    assert "Type [w]." in pages
    assert "  a) [red]\n  b) [fox]" in pages
    assert "0.269" not in pages
    assert "page 3\n\n  weights of query 2: [0.269, 0.731, 0]\n" in answers
    assert "÷ (0.3679 + 1) ≈ 0.2689" in answers
    assert "page 4\n\n  output: 3×2" in answers
    assert "page 5\n\n  a) wrong. No: [/].\n  b) right. Yes." in answers
    assert "page 6\n\n  One way to say it: Like so.\n\n  Does yours say this?\n  [ ] first\n  [ ] second\n" in answers


def test_an_empty_row_is_answered_in_words_once() -> None:
    problem = replace(PROBE, mask=matrix([[1, 1, 1], [0, 0, 0], [1, 0, 0]]))
    step = VectorStep(id="v", problem=problem, ask_for="weights", row=2, prompt="?", hints=("h",))
    text = lesson_text(replace(LESSON, steps=(step, StepperStep(id="s", problem=problem))))
    assert "weights of query 2: [0, 0, 0]\n    q2 has no permitted key" in text
    assert text.count("no permitted key") == 2


def test_heads_are_shown_one_by_one() -> None:
    text = lesson_text(replace(LESSON, steps=(StepperStep(id="s", problem=replace(PROBE, heads=2)),)))
    assert "Head 1\n\nscores" in text
    assert "Head 2\n\nscores" in text


def test_tokens_that_are_markup_survive() -> None:
    step = StepperStep(id="s", problem=replace(PROBE, tokens=HOSTILE))
    assert "tokens: 1 [red fox], 2 [/], 3 [@click=a…" in lesson_text(replace(LESSON, steps=(step,)))


def test_a_quiz_has_questions() -> None:
    """Pages that all ask are called questions, as on the screen."""
    text = lesson_text(replace(LESSON, steps=(CHOICE, replace(CHOICE, id="d"))))
    assert "question 2 of 2: Who" in text
    assert "\nquestion 2\n" in text


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("ascii", [False, True])
def test_the_whole_course_fits_the_width(width: int, ascii: bool) -> None:
    """Prose and prompts are wrapped; only tables and code may be wider. In ASCII nothing else is left."""
    for lesson in load_course().lessons:
        text = lesson_text(lesson, width=width, ascii=ascii)
        prose = [line for line in text.splitlines() if line[:1].isalpha()]
        assert max(map(len, prose)) <= width
        assert text.isascii() or not ascii


def test_no_text_of_the_course_is_lost() -> None:
    """Every prompt, option and explanation is there, word for word."""
    for lesson in load_course().lessons:
        words = " ".join(lesson_text(lesson).split())
        for step in lesson.steps:
            prompt = question_of(step).prompt if isinstance(step, AskingStep) else getattr(step, "prompt", "")
            texts = [prompt, *(t for o in getattr(step, "options", ()) for t in (o.text, o.why))]
            asked = question_of(step) if isinstance(step, NumberStep) else step
            texts += [t for wrong in getattr(asked, "mistakes", ()) for t in (wrong.answer, wrong.why)]
            for text in texts:
                assert " ".join(text.split()) in words


def test_numbers_masks_and_targets(tmp_path: Path) -> None:
    """Blanks on the page, the answers at the end, each with what it is made of."""
    lesson, faults = lesson_of(tmp_path, ASKED)
    assert lesson is not None, faults
    pages, _, answers = lesson_text(lesson).partition("Answers\n=======")
    assert "The tokens get [0.5, 0.25]: what is the loss?\n\n  loss in bits, 4 decimals: ____\n" in pages
    assert "         START    red    PAD\n  START      _      _      _\n" in pages
    assert "  START → ____\n  red → ____\n" in pages
    assert "Here the tutor opens the laboratory on decoding.\n" in pages
    assert "  1/√2 = 0.707" in answers.replace("≈", "=")
    assert "    Not √2. Turn it over: 1/√2.\n" in answers
    assert "= 1.5" in answers
    assert "  START      1      0      0\n  red        1      1      0\n  PAD        1      1      0\n" in answers
    assert "  targets: red END\n" in answers


def test_a_mask_of_wide_tokens_keeps_its_columns(tmp_path: Path) -> None:
    text = ASKED.replace('["START", "red", "PAD"]', '["START", "naïve", "東京"]')
    lesson, faults = lesson_of(tmp_path, text)
    assert lesson is not None, faults
    grid = [line for line in lesson_text(lesson).splitlines() if line.startswith(("  東京", "  naïve"))]
    assert {cell_len(line) for line in grid} == {cell_len("  naïve      _      _      _")}
