"""What may stand in a lesson: the sound sample word for word, and each fault as the one line that an author reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lessons.sample import SOUND, bent, lesson_of
from tutor.lessons.model import (
    KINDS,
    ChoiceStep,
    DrawnProblem,
    ExplainStep,
    Option,
    StepperStep,
    TextStep,
    VectorStep,
)
from tutor.lessons.schema import KIND_KEYS, READERS
from tutor.maths.problem import Problem

SMALL = Problem(q=((0.0, 1.0),), k=((1.0, 0.0), (0.0, 1.0)), v=((6.0, 0.0), (0.0, 3.0)))


KIND_WORDS = "text, stepper, vector, number, mask, targets, choice, explain or lab"


def test_every_kind_has_its_keys_and_its_reader() -> None:
    assert set(KINDS) == set(KIND_KEYS) == set(READERS)


def test_the_sound_lesson_is_read_as_written(tmp_path: Path) -> None:
    """Every key of every kind reaches the model, and what is left out has its default."""
    lesson, faults = lesson_of(tmp_path, SOUND)
    assert faults == []
    assert lesson is not None
    assert (lesson.slug, lesson.number, lesson.title, lesson.minutes) == ("small", 1, "A small lesson", 5)
    assert lesson.objectives == ("Mix two values.", "Say why.")
    assert (lesson.needs, lesson.sources) == ((), ("Vaswani et al. 2017",))
    assert lesson.steps == (
        TextStep(
            id="read",
            title="First",
            was=("read-old",),
            sources=("Shannon 1948, introduction", "Vaswani et al. 2017, section 3"),
            body="A row of **weights** [0.3302, 0.6698].\n",
        ),
        StepperStep(id="walk", problem=SMALL, until="weights", given=("scores", "scaled"), stage="faded"),
        VectorStep(
            id="weights",
            problem=SMALL,
            ask_for="weights",
            prompt="Which weights?",
            hints=("Scale first.", "Then exponentiate."),
            row=1,
            digits=3,
            objective=1,
            accepts_indistinct=("argmax",),
        ),
        VectorStep(
            id="again",
            problem=DrawnProblem(level=2),
            ask_for="scores",
            prompt="Which scores?",
            hints=("Multiply.", "Add."),
            digits=2,
        ),
        ChoiceStep(
            id="choose",
            prompt="What is mixed?",
            options=(
                Option(text="The keys", why="Keys are only compared.", code="mixed-keys"),
                Option(text="The values", why="The output is a sum of values.", correct=True),
            ),
            shuffle=True,
        ),
        ExplainStep(id="say", prompt="Why?", model="Because.", checklist=("names the values",), objective=2),
    )


ONE_FAULT = [
    # The head.
    ('title = "A small lesson"', "", "title: missing; expected text in quotes"),
    ('"A small lesson"', "3", "title: expected text, found the number 3; put quotes around it"),
    ('"A small lesson"', '" "', "title: is empty; expected text"),
    ('"A small lesson"', '"two\\nlines"', "title: expected one line of text, found several"),
    (
        '["Mix two values.", "Say why."]',
        "[]",
        "objectives: expected a list of texts in quotes, at least one, found none",
    ),
    (
        '["Mix two values.", "Say why."]',
        '"Mix"',
        'objectives: expected a list of texts in quotes, at least one, found the text "Mix"; put brackets around it',
    ),
    ("minutes = 5", 'minutes = "5"', 'minutes: expected a whole number from 1 to 600, found the text "5"'),
    ("minutes = 5", "minutes = 0", "minutes: expected a whole number from 1 to 600, found the number 0"),
    ("minutes = 5", "minutes = true", "minutes: expected a whole number from 1 to 600, found true"),
    ("minutes = 5", f"minutes = {10**30}", "minutes: expected a whole number from 1 to 600, found a very large number"),
    ("minutes = 5", "minute = 5", "minute: unknown key; did you mean minutes?"),
    (
        "minutes = 5",
        "xyz = 5",
        "xyz: unknown key; a lesson has title, slug, objectives, minutes, needs, sources, problem or steps",
    ),
    (
        "minutes = 5",
        'slug = "A b"',
        'slug: expected small letters, digits and single hyphens, such as small-weights; found "A b"',
    ),
    ("minutes = 5", 'needs = ["small"]', "needs: names this lesson itself"),
    ("minutes = 5", "needs = [1]", "needs 1: expected text, found the number 1; put quotes around it"),
    # Steps.
    ('id = "read"', "", "step #1: id: missing; expected text in quotes"),
    (
        'id = "read"',
        'id = "Read it"',
        'step #1: id: expected small letters, digits and single hyphens, such as small-weights; found "Read it"',
    ),
    ('id = "walk"', 'id = "read"', "step read: id: read is used twice in this file: by step 1 and by step 2"),
    (
        'id = "walk"',
        'id = "read-old"',
        "step read-old: id: read-old is used twice in this file: by step 1 and by step 2",
    ),
    (
        'was = ["read-old"]',
        'was = ["read"]',
        "step read: was: names the step's own id; list only ids that it had before",
    ),
    (
        'kind = "text"',
        "",
        f"step read: kind: missing; expected {KIND_WORDS}, in quotes",
    ),
    (
        'kind = "text"',
        'kind = "txt"',
        f'step read: kind: expected {KIND_WORDS}, found the text "txt"; did you mean text?',
    ),
    (
        "body = '''\nA row of **weights** [0.3302, 0.6698].\n'''",
        "",
        "step read: body: missing; expected text in quotes",
    ),
    (
        '["Shannon 1948, introduction", "Vaswani et al. 2017, section 3"]',
        '"Shannon 1948"',
        'step read: sources: expected a list of texts in quotes, at least one, found the text "Shannon 1948"; '
        "put brackets around it",
    ),
    (
        '["Shannon 1948, introduction", "Vaswani et al. 2017, section 3"]',
        "[]",
        "step read: sources: expected a list of texts in quotes, at least one, found none",
    ),
    (
        '"Shannon 1948, introduction"',
        '"Shannon\\n1948"',
        "step read: sources 1: expected one line of text, found several",
    ),
    (
        '"Vaswani et al. 2017, section 3"',
        '"Shannon 1948, introduction"',
        "step read: sources 2: is there twice",
    ),
    ('"Vaswani et al. 2017, section 3"', '" "', "step read: sources 2: is empty; expected text"),
    (
        'title = "First"',
        'prompt = "First"',
        "step read: prompt: unknown key; a text step has id, kind, title, was, objective, stage, spoken, sources, "
        "apart or body",
    ),
    (
        '"faded"',
        '"fading"',
        'step walk: stage: expected worked, faded, alone or quiz, found the text "fading"',
    ),
    (
        "objective = 1",
        "objective = 3",
        "step weights: objective: expected a whole number from 1 to 2, found the number 3",
    ),
    # Stepper and vector.
    (
        'until = "weights"',
        'until = "softmax"',
        'step walk: until: expected scores, scaled, masked, weights or output, found the text "softmax"',
    ),
    (
        '"scores", "scaled"',
        '"scores", "scald"',
        "step walk: given 2: expected scores, scaled, masked, weights or output, "
        'found the text "scald"; did you mean scaled?',
    ),
    (
        '"scores", "scaled"',
        '"scores", "output"',
        "step walk: given 2: output comes after weights, the last stage of this page",
    ),
    ('"scores", "scaled"', '"scores", "scores"', "step walk: given 2: scores is there twice"),
    (
        'problem = "drawn"',
        'problem = "drwan"',
        "step again: problem: no problem has the name drwan; did you mean drawn?",
    ),
    (
        'problem = "drawn"',
        'problem = "other"',
        "step again: problem: no problem has the name other; write [problem.other] above the steps",
    ),
    ('problem = "drawn"', "", "step again: problem: missing; expected text in quotes"),
    (
        'ask_for = "weights"',
        'ask_for = "wieghts"',
        "step weights: ask_for: expected scores, scaled, masked, weights, output, shape:scores, shape:scaled, "
        'shape:masked, shape:weights or shape:output, found the text "wieghts"; did you mean weights?',
    ),
    (
        'ask_for = "weights"',
        'ask_for = "weights"\ngiven = "output"',
        "step weights: given: output does not come before weights, which is asked",
    ),
    (
        'ask_for = "weights"',
        'ask_for = "weights"\nbefore = "gone"',
        "step weights: before: no problem with stated numbers has the name gone",
    ),
    (
        'ask_for = "weights"',
        'ask_for = "weights"\napart = "bare"',
        'step weights: apart: expected all, question or nothing, found the text "bare"',
    ),
    ('prompt = "Which weights?"', "", "step weights: prompt: missing; expected text in quotes"),
    (
        'prompt = "Which weights?"',
        "prompt = 0.10",
        "step weights: prompt: expected text, found the number 0.1; put quotes around it",
    ),
    (
        'prompt = "Which weights?"',
        "prompt = true",
        "step weights: prompt: expected text, found true; put quotes around it",
    ),
    (
        'prompt = "Which weights?"',
        "prompt = 2024-05-01",
        "step weights: prompt: expected text, found the date 2024-05-01; put quotes around it",
    ),
    (
        'prompt = "Which weights?"',
        "prompt = 01:30:00",
        "step weights: prompt: expected text, found the time 01:30:00; put quotes around it",
    ),
    ('prompt = "Which weights?"', 'prompt = ["a"]', "step weights: prompt: expected text, found a list"),
    (
        'prompt = "Which weights?"',
        'prompt = "\\u001b[2J"',
        "step weights: prompt: holds the control character U+001B (ESC); take it out",
    ),
    (
        'prompt = "Which weights?"',
        'prompt = "one\\ntwo\\u0007"',
        "step weights: prompt: holds the control character U+0007 (BEL) in its line 2; take it out",
    ),
    (
        'prompt = "Which weights?"',
        'prompt = "a\\u202eb"',
        "step weights: prompt: holds the control character U+202E; take it out",
    ),
    (
        'hints = ["Multiply.", "Add."]',
        'hints = ["Multiply."]',
        "step again: hints: expected a list of at least 2 texts, found 1",
    ),
    (
        'hints = ["Multiply.", "Add."]',
        "hints = []",
        "step again: hints: expected a list of at least 2 texts, found none",
    ),
    ('hints = ["Multiply.", "Add."]', "", "step again: hints: missing; expected a list of at least 2 texts"),
    ('"Multiply.", "Add."', '"Multiply.", ""', "step again: hints 2: is empty; expected text"),
    ("digits = 2", "digits = 0", "step again: digits: expected a whole number from 1 to 6, found the number 0"),
    ("digits = 2", "row = 1", "step again: row: the row is drawn with the numbers; leave it out"),
    ("objective = 1", "row = 2", "step weights: row: expected a whole number from 1 to 1, found the number 2"),
    (
        'accepts_indistinct = ["argmax"]',
        'accepts_indistinct = "argmax"',
        "step weights: accepts_indistinct: expected a list of texts in quotes, "
        'found the text "argmax"; put brackets around it',
    ),
    # Choice.
    (
        ', code = "mixed-keys"',
        ", code = 4",
        "step choose: option 1, code: expected text, found the number 4; put quotes around it",
    ),
    (
        ', code = "mixed-keys"',
        ", correct = true",
        "step choose: options: options 1 and 2 are right; write correct = true in exactly one",
    ),
    ("correct = true, ", "", "step choose: options: no option is right; write correct = true in exactly one"),
    (
        "correct = true, ",
        'correct = true, code = "x", ',
        "step choose: option 2, code: names a misconception, but this option is the right one",
    ),
    ('"The keys"', '"The  values"', "step choose: options: options 1 and 2 have the same text"),
    (', why = "Keys are only compared."', "", "step choose: option 1, why: missing; expected text in quotes"),
    ('"Keys are only compared."', '""', "step choose: option 1, why: is empty; expected text"),
    (
        '{ text = "The keys"',
        '{ txt = 1, text = "The keys"',
        "step choose: option 1, txt: unknown key; did you mean text?",
    ),
    (
        "shuffle = true",
        "shuffle = 1",
        "step choose: shuffle: expected true or false, without quotes, found the number 1",
    ),
    # Explain.
    ('model = "Because."', "", "step say: model: missing; expected text in quotes"),
    (
        '["names the values"]',
        "[]",
        "step say: checklist: expected a list of texts in quotes, at least one, found none",
    ),
]


@pytest.mark.parametrize(("old", "new", "line"), ONE_FAULT)
def test_one_fault_is_one_line_with_file_step_and_key(tmp_path: Path, old: str, new: str, line: str) -> None:
    lesson, faults = lesson_of(tmp_path, bent(old, new))
    assert faults == [f"01_small.toml: {line}"]
    assert lesson is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("steps = 3", "steps: expected at least one [[steps]]"),
        ("", "steps: expected at least one [[steps]]"),
        ("steps = [3]", "steps: number 1: expected a table, found the number 3"),
        ('[steps]\nid = "a"', "steps: each step begins with [[steps]], in two pairs of brackets"),
        (
            'problem = 3\n[[steps]]\nid="a"\nkind="text"\nbody="x"',
            "problem: expected tables such as [problem.small], found the number 3",
        ),
        (
            'problem.x = 3\n[[steps]]\nid="a"\nkind="text"\nbody="x"',
            "problem.x: expected a table with Q, K and V, found the number 3",
        ),
        (
            '[problem]\nQ = [[1]]\n[[steps]]\nid="a"\nkind="text"\nbody="x"',
            "problem: a problem has a name: write [problem.small] in place of [problem]",
        ),
        (
            '[[steps]]\nid="a"\nkind="choice"\nprompt="x"\noptions=3',
            'step a: options: expected a list of { text = "…", why = "…" }, found the number 3',
        ),
        (
            '[[steps]]\nid="a"\nkind="choice"\nprompt="x"',
            'step a: options: missing; expected a list of { text = "…", why = "…" }',
        ),
        (
            '[[steps]]\nid="a"\nkind="choice"\nprompt="x"\noptions=[{text="x",why="y",correct=true}]',
            "step a: options: expected 2 to 8 options, found 1",
        ),
    ],
)
def test_a_lesson_put_together_wrongly(tmp_path: Path, text: str, line: str) -> None:
    _, faults = lesson_of(tmp_path, f'title = "T"\nobjectives = ["O"]\n{text}\n')
    assert faults == [f"01_small.toml: {line}"]


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = bent('hints = ["Multiply.", "Add."]', 'hint = "x"').replace("minutes = 5", "minutes = 0")
    text = text.replace("correct = true, ", 'correct = "true", ')
    assert lesson_of(tmp_path, text)[1] == [
        "01_small.toml: minutes: expected a whole number from 1 to 600, found the number 0",
        "01_small.toml: step again: hint: unknown key; did you mean hints?",
        "01_small.toml: step again: hints: missing; expected a list of at least 2 texts",
        '01_small.toml: step choose: option 2, correct: expected true or false, without quotes, found the text "true"',
        "01_small.toml: step choose: options: no option is right; write correct = true in exactly one",
    ]


def test_faults_without_number_are_told_up_to_500(tmp_path: Path) -> None:
    """A file of a megabyte could have half a million, and take ten seconds to tell them."""
    _, faults = lesson_of(tmp_path, f"needs = [{'1, ' * 1000}]\n{SOUND}")
    assert len(faults) == 501
    assert faults[499] == "01_small.toml: needs 500: expected text, found the number 1; put quotes around it"
    assert faults[500] == "01_small.toml: has more than 500 faults; mend these first"


def test_a_long_key_is_cut(tmp_path: Path) -> None:
    _, faults = lesson_of(tmp_path, f"{'x' * 1000} = 1\n{SOUND}")
    assert [fault.partition(": unknown")[0] for fault in faults] == [f"01_small.toml: {'x' * 59}…"]


def test_a_key_with_control_characters_is_told_on_one_printable_line(tmp_path: Path) -> None:
    _, faults = lesson_of(tmp_path, '"a\\u001b[2J\\n" = 1\n' + SOUND)
    assert len(faults) == 1
    assert faults[0].startswith("01_small.toml: a\\x1b[2J\\n: unknown key;")
    assert faults[0].isprintable()


def test_a_problem_named_with_control_characters_is_told_on_one_printable_line(tmp_path: Path) -> None:
    """Its name is the place of its faults, and the near guess of others."""
    text = bent('problem = "drawn"', "problem = 'drawm'").replace("[problem.drawn]", '[problem."drawn\\u001f"]')
    _, faults = lesson_of(tmp_path, text.replace("seed_level = 2", "seed_level = 9"))
    assert faults == [
        "01_small.toml: problem drawn\\x1f, seed_level: expected a whole number from 1 to 4, found the number 9",
        "01_small.toml: step again: problem: no problem has the name drawm; did you mean drawn\\x1f?",
    ]


@pytest.mark.parametrize(
    "word", ["No", "yes", "on", "y", "1:30", "0.10", "1e3", "null", "~", "#x", "[0, 1]", "[red]", "[/b]", "-0", "  x "]
)
def test_text_in_quotes_stays_as_typed(tmp_path: Path, word: str) -> None:
    lesson, faults = lesson_of(tmp_path, bent('"The keys"', f'"{word}"'))
    assert faults == []
    assert lesson is not None
    choose = lesson.steps[4]
    assert isinstance(choose, ChoiceStep)
    assert choose.options[0].text == word


@pytest.mark.parametrize("start", list("!*&[{@%#|>-?:`"))
def test_a_hint_may_begin_with_any_sign(tmp_path: Path, start: str) -> None:
    lesson, faults = lesson_of(tmp_path, bent('"Scale first."', f'"{start} scale"'))
    assert faults == []
    assert lesson is not None
    weights = lesson.steps[2]
    assert isinstance(weights, VectorStep)
    assert weights.hints[0] == f"{start} scale"


def test_the_slug_may_be_given_and_needs_may_be_written_with_underscores(tmp_path: Path) -> None:
    lesson, _ = lesson_of(tmp_path, 'slug = "other"\nneeds = ["first_steps"]\n' + SOUND, name="07_small_one.toml")
    assert lesson is not None
    assert (lesson.slug, lesson.needs) == ("other", ("first-steps",))


def test_a_shape_may_be_asked_for(tmp_path: Path) -> None:
    lesson, faults = lesson_of(tmp_path, bent('ask_for = "weights"', 'ask_for = "shape:scores"'))
    assert faults == []
    assert lesson is not None
    assert isinstance(lesson.steps[2], VectorStep)
    assert lesson.steps[2].ask_for == "shape:scores"
