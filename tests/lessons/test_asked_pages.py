"""Pages that ask for a number, a mask or targets: the sound sample word for word, each fault as an author reads it."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests.lessons.asked_sample import ASKED, bent
from tests.lessons.sample import lesson_of
from tutor.cli import main
from tutor.lessons.model import LabStep, MaskStep, NumberStep, TargetsStep, WrongAnswer


def test_the_sound_lesson_is_read_as_written(tmp_path: Path) -> None:
    """Every key of every kind reaches the model, and what is left out has its default."""
    lesson, faults = lesson_of(tmp_path, ASKED)
    assert faults == []
    assert lesson is not None
    assert lesson.steps == (
        NumberStep(
            id="root",
            prompt="What is 1/√2?",
            hints=("Root first.", "Then turn it over."),
            answer="1/√2",
            value=1 / math.sqrt(2),
            unit="meters",
            mistakes=(WrongAnswer(answer="√2", value=math.sqrt(2), code="not-inverted", why="Turn it over: 1/√2."),),
        ),
        NumberStep(
            id="bits",
            prompt="The tokens get {p}: what is the loss?",
            hints=("A log each.", "Their mean, from {p}."),
            compute="loss",
            inputs=(("p", (0.5, 0.25)),),
            unit="bits",
            digits=4,
        ),
        NumberStep(
            id="share",
            prompt="Logits {logits}, T = {temperature}: which probability has number {index}?",
            hints=("Divide.", "Softmax."),
            compute="softmax",
            draw=True,
        ),
        MaskStep(
            id="grid",
            prompt="Which keys?",
            hints=("Columns are keys.", "Padding is hidden."),
            tokens=("START", "red", "PAD"),
            want="causal-padding",
            keep=2,
            rows=((True, False, False), (True, True, False), (True, True, False)),
        ),
        MaskStep(
            id="own",
            prompt="Which keys?",
            hints=("Rows are queries.", "As it says."),
            want="rows",
            rows=((True, False), (False, True)),
        ),
        TargetsStep(
            id="shift",
            prompt="Which targets?",
            hints=("The next one.", "Not its own."),
            tokens=("START", "red", "END"),
        ),
        LabStep(
            id="try-out",
            lab="decoding",
            start=(("logits", (1.0, 0.5)), ("temperature", 2.0), ("prompt", "red fox")),
        ),
    )


COMPUTES = "dot, length, joint, loss, perplexity, surprise, softmax, weight, mixed, entropy or sinusoid"
LABS = "tokens, chain, decoding, heads, leak or block"
WANTS = "causal, strict, padding, causal-padding, window, all or rows of 1 (may attend) and 0 (hidden)"

NUMBER_FAULTS = [
    (
        'answer = "1/√2"',
        "",
        f'step root: answer: missing; expected answer = "1/√2", or compute = {COMPUTES}',
    ),
    (
        'answer = "1/√2"',
        'answer = "ln 2"',
        "step root: answer: cannot be read as one number: "
        'I can\'t read "ln" (at character 1): ln needs brackets, as in ln(2)',
    ),
    (
        'answer = "1/√2"',
        'answer = "1 2"',
        "step root: answer: cannot be read as one number: These are 2 numbers, but 1 number is wanted, for example 0.1",
    ),
    (
        'answer = "1/√2"',
        "answer = 0.7",
        "step root: answer: expected text, found the number 0.7; put quotes around it",
    ),
    (
        'answer = "1/√2"',
        'answer = "1/√2"\ndraw = true',
        "step root: draw: an answer takes its numbers from lists: expected draw = { n = [3, 4, 5] }, "
        "a list of numbers to choose from for each name",
    ),
    (
        'compute = "loss"',
        'compute = "loss"\nanswer = "1"',
        "step bits: compute: the page has an answer already; write one of the two",
    ),
    (
        'unit = "meters"',
        'unit = "%"',
        "step root: unit: leave % out: ask for a number from 0 to 1, which may be typed as a percentage too",
    ),
    ('"√2", code', '"0.707", code', "step root: mistake 1: 0.707 is the right answer, to 3 decimals"),
    (
        'why = "Turn it over: 1/√2." }',
        'why = "Turn it over: 1/√2." }, { answer = "1.4142", code = "x", why = "Y." }',
        "step root: mistake 2: gives the same answer as mistake 1",
    ),
    ('code = "not-inverted", ', "", "step root: mistake 1, code: missing; expected text in quotes"),
    (', why = "Turn it over: 1/√2."', "", "step root: mistake 1, why: missing; expected text in quotes"),
    (
        'code = "not-inverted"',
        'code = "Not inverted"',
        "step root: mistake 1, code: expected small letters, digits and single hyphens, such as small-weights; "
        'found "Not inverted"',
    ),
    (
        'compute = "loss"',
        'compute = "los"',
        f'step bits: compute: expected {COMPUTES}, found the text "los"; did you mean loss?',
    ),
    (
        "p = [0.5, 0.25]",
        'p = [0.5, 0.25]\nmistakes = [ { answer = "1", code = "x", why = "Y." } ]',
        "step bits: mistakes: belongs to answer; the mistakes of a computed number are known",
    ),
    (
        "p = [0.5, 0.25]",
        "p = [0.5, 0.25]\na = [1]",
        "step bits: a: is no input here; compute = loss takes p",
    ),
    (
        "p = [0.5, 0.25]",
        "p = 0.5",
        "step bits: p: expected a list of numbers, such as [0.5, 0.25, 0.8], found the number 0.5",
    ),
    (
        "p = [0.5, 0.25]",
        'p = [0.5, "x"]',
        'step bits: p: number 2: expected a number within ±1,000,000, found the text "x"',
    ),
    (
        "p = [0.5, 0.25]",
        "p = [0.5, nan]",
        "step bits: p: number 2: expected a number within ±1,000,000, found the number nan",
    ),
    (
        "p = [0.5, 0.25]",
        "p = [0.5, 0]",
        "step bits: p: number 2: expected a probability above 0 and at most 1, found 0",
    ),
    (
        "p = [0.5, 0.25]",
        "p = [0.5, 1e-320]",
        "step bits: p: number 2: expected a probability above 0 and at most 1, found 9.99989e-321; "
        "the least that can be worked with is 1e-300",
    ),
    (
        'unit = "bits"',
        'unit = "bit"',
        'step bits: unit: expected nats or bits, found the text "bit"; did you mean bits?',
    ),
    ("digits = 4", "digits = 9", "step bits: digits: expected a whole number from 0 to 6, found the number 9"),
    (
        "draw = true",
        "draw = true\nindex = 2",
        "step share: index: the numbers are drawn here; leave this out, or leave out draw",
    ),
    (
        "Logits {logits}, T",
        "Some logits, T",
        "step share: prompt: does not show {logits}; its numbers are drawn, so nothing else shows them",
    ),
    (
        "which probability has number {index}",
        "which probability has number {place}",
        "step share: prompt: names {place}, but the inputs are logits and temperature and index",
    ),
    (
        '"Divide."',
        '"Divide by {t}."',
        "step share: hints 1: names {t}, but the inputs are logits and temperature and index",
    ),
]


def asked(compute: str) -> str:
    """A lesson with one number page, of these lines."""
    head = 'title = "T"\nobjectives = ["O"]\n[[steps]]\nid = "x"\nkind = "number"\nprompt = "P?"\nhints = ["a", "b"]\n'
    return head + compute


@pytest.mark.parametrize(("old", "new", "line"), NUMBER_FAULTS)
def test_a_fault_of_a_number_page(tmp_path: Path, old: str, new: str, line: str) -> None:
    lesson, faults = lesson_of(tmp_path, bent(old, new))
    assert faults == [f"01_small.toml: {line}"]
    assert lesson is None


INPUT_FAULTS = [
    ('compute = "dot"\na = [1, 2]', "b: missing; expected a list of numbers, such as [0.5, 0.25, 0.8], or draw = true"),
    ('compute = "dot"\na = [1, 2]\nb = [1]', "b: has 1 number, but a has 2: expected as many"),
    ('compute = "surprise"\np = [0.5]', "p: expected a number within ±1,000,000, found a list"),
    ('compute = "surprise"\np = 2', "p: expected a probability above 0 and at most 1, found 2"),
    (
        'compute = "entropy"\np = [0.5, 0.25]',
        "p: adds up to 0.75; the probabilities of all the outcomes add up to 1",
    ),
    (
        'compute = "softmax"\nlogits = [1]\nindex = 1',
        "logits: has 1 number; softmax of one is always 1, so expected at least 2",
    ),
    ('compute = "softmax"\nlogits = [1, 2]\nindex = 3', "index: is 3, but logits has 2 numbers"),
    (
        'compute = "softmax"\nlogits = [1, 2]\nindex = 0',
        "index: expected a whole number from 1 to 10000, found the number 0",
    ),
    (
        'compute = "softmax"\nlogits = [1, 2]\ntemperature = 0',
        "temperature: expected a number from 0.01 to 100, found 0",
    ),
    ('compute = "weight"\nscores = [1, 2]\nindex = 3', "index: is 3, but scores has 2 numbers"),
    (
        'compute = "mixed"\nweights = [0.5, 0.4]\nvalues = [1, 2]',
        "weights: expected weights from 0 to 1 that add up to 1; these add up to 0.9",
    ),
    (
        'compute = "sinusoid"\nposition = 1\nindex = 1\nd = 3',
        "d: expected an even whole number from 2 to 1024, found 3",
    ),
    ('compute = "sinusoid"\nposition = 1\nindex = 5\nd = 4', "index: is 5, but there are 4 components"),
    (f'compute = "length"\na = {list(range(17))}', "a: has 17 numbers; a page shows at most 16"),
]


@pytest.mark.parametrize(("lines", "line"), INPUT_FAULTS)
def test_inputs_that_do_not_fit(tmp_path: Path, lines: str, line: str) -> None:
    lesson, faults = lesson_of(tmp_path, asked(lines))
    assert faults == [f"01_small.toml: step x: {line}"]
    assert lesson is None


@pytest.mark.parametrize(
    "lines",
    [
        'answer = "4*512^2"\ndigits = 0',
        'compute = "softmax"\nlogits = [1, 2]',
        'compute = "weight"\nscores = [1, 2]\nindex = 2',
        'compute = "sinusoid"\nposition = 0\nindex = 1\nd = 2',
        'compute = "perplexity"\np = [1]\nunit = "choices"',
        'compute = "entropy"\np = [0.333, 0.333, 0.334]',
        'compute = "mixed"\nweights = [0, 1]\nvalues = [1, 2]',
        'compute = "mixed"\nweights = [0.3333, 0.3333, 0.3333]\nvalues = [1, 2, 3]',
    ],
)
def test_sound_number_pages(tmp_path: Path, lines: str) -> None:
    assert lesson_of(tmp_path, asked(lines))[1] == []


def test_the_unit_of_a_logarithm_is_nats_where_nothing_is_said(tmp_path: Path) -> None:
    lesson, _ = lesson_of(tmp_path, asked('compute = "surprise"\np = 0.5'))
    assert lesson is not None
    assert isinstance(lesson.steps[0], NumberStep)
    assert lesson.steps[0].unit == "nats"


def test_a_body_that_names_an_input_is_warned_of(tmp_path: Path) -> None:
    _, faults = lesson_of(tmp_path, asked('compute = "surprise"\np = 0.5\nbody = "Take {p}."'))
    assert faults == [
        "01_small.toml: step x: body: warning: names {p}, which is filled in only in the prompt and the hints"
    ]


GRID_FAULTS = [
    (
        'want = "causal-padding"',
        "",
        "step grid: want: missing; expected one of causal, strict, padding, causal-padding, window, all, in quotes, "
        "or rows of 1 (may attend) and 0 (hidden)",
    ),
    (
        'want = "causal-padding"',
        'want = "casual-padding"',
        f'step grid: want: expected {WANTS}, found the text "casual-padding"; did you mean causal-padding?',
    ),
    ("keep = 2", "", "step grid: keep: missing; expected a whole number, since want is causal-padding"),
    ("keep = 2", "keep = 3", "step grid: keep: expected a whole number from 1 to 2, found the number 3"),
    ("keep = 2", "keep = 2\nsize = 2", "step grid: size: belongs to want = window"),
    ("keep = 2", "keep = 2\nn = 3", "step grid: n: the tokens are counted already; leave this out"),
    ('["START", "red", "PAD"]', '["START"]', "step grid: tokens: expected a list of at least 2 texts, found 1"),
    (
        'tokens = ["START", "red", "PAD"]',
        'tokens = ["START", "red", "two\\nlines"]',
        "step grid: tokens 3: expected one line of at most 16 characters",
    ),
    (
        '["START", "red", "PAD"]',
        '["a", "b", "c", "d", "e", "f", "g", "h", "PAD"]',
        "step grid: tokens: expected at most 8, found 9",
    ),
    ("n = 2\n", "", 'step own: tokens: missing; expected tokens = ["START", "red", "fox"], or their number as n = 3'),
    ("n = 2\n", "n = 9\n", "step own: n: expected a whole number from 2 to 8, found the number 9"),
    ("[[1, 0], [0, 1]]", "[[1, 0], [0, 2]]", "step own: want: row 2: expected a list of 1 (may attend) and 0 (hidden)"),
    ("[[1, 0], [0, 1]]", "[[1, 0]]", "step own: want: expected 2 rows of 2, one for each position"),
    (
        "[[1, 0], [0, 1]]",
        "[[0, 0], [0, 0]]",
        "step own: want: hides every key from every query: then the empty grid is right from the start",
    ),
    (
        '["START", "red", "END"]',
        '["START", "red fox", "END"]',
        'step shift: tokens 2: "red fox" cannot be typed as one token; no blanks or quotes',
    ),
    ('["START", "red", "END"]', '["START", "END"]', "step shift: tokens: expected a list of at least 3 texts, found 2"),
    (
        '["START", "red", "END"]',
        '["a", "A", "a"]',
        "step shift: tokens: are all the same, so that a row that is not shifted is right too",
    ),
    (
        'tokens = ["START", "red", "END"]',
        "",
        'step shift: tokens: missing; expected the whole row, such as ["START", "red", "fox", "END"]',
    ),
    (
        'lab = "decoding"\n',
        'lab = "leek"\n',
        f'step try-out: lab: expected {LABS}, found the text "leek"; did you mean leak?',
    ),
    (
        'lab = "decoding"\n',
        "",
        f"step try-out: lab: missing; expected {LABS}, in quotes",
    ),
    (
        "logits = [1, 0.5]",
        "logits = [1, true]",
        "step try-out: set, logits: expected a list of finite numbers, found a list",
    ),
    (
        "temperature = 2",
        "temperature = nan",
        "step try-out: set, temperature: expected a finite number, found the number nan",
    ),
    (
        "temperature = 2",
        "temprature = 2",
        "step try-out: set, temprature: unknown key; did you mean temperature?",
    ),
    (
        'set = { logits = [1, 0.5], temperature = 2, prompt = "red fox" }',
        "set = 3",
        'step try-out: set: expected a table such as { text = "red fox" }, found the number 3',
    ),
]


@pytest.mark.parametrize(("old", "new", "line"), GRID_FAULTS)
def test_a_fault_of_a_mask_target_or_laboratory_page(tmp_path: Path, old: str, new: str, line: str) -> None:
    lesson, faults = lesson_of(tmp_path, bent(old, new))
    assert faults == [f"01_small.toml: {line}"]
    assert lesson is None


def test_a_grid_that_is_too_wide(tmp_path: Path) -> None:
    """60 columns have room for eight short tokens, not for eight long ones."""
    tokens = '["a-long-token-1", "a-long-token-2", "a-long-token-3", "PAD"]'
    _, faults = lesson_of(tmp_path, bent('["START", "red", "PAD"]', tokens))
    assert faults == [
        "01_small.toml: step grid: tokens: make a grid 65 characters wide; there is room for 54, so shorten them"
    ]


PLAIN_MASKS = {
    'want = "causal"': ["100", "110", "111"],
    'want = "strict"': ["000", "100", "110"],
    'want = "all"': ["111", "111", "111"],
    'want = "padding"\nkeep = 2': ["110", "110", "110"],
    'want = "causal-padding"\nkeep = 1': ["100", "100", "100"],
    'want = "window"\nsize = 2': ["100", "110", "011"],
    'want = "window"\nsize = 1': ["100", "010", "001"],
    "want = [[1, 1, 0], [0, 1, 0], [1, 0, 1]]": ["110", "010", "101"],
}


@pytest.mark.parametrize("want", PLAIN_MASKS)
def test_what_each_mask_lets_through(tmp_path: Path, want: str) -> None:
    """Written out by hand: rows are queries, 1 may attend."""
    lesson, faults = lesson_of(
        tmp_path, bent('tokens = ["START", "red", "PAD"]\nwant = "causal-padding"\nkeep = 2', f"n = 3\n{want}")
    )
    assert faults == []
    assert lesson is not None
    step = next(step for step in lesson.steps if step.id == "grid")
    assert isinstance(step, MaskStep)
    assert ["".join(str(int(cell)) for cell in row) for row in step.rows] == PLAIN_MASKS[want]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('"Columns are keys."', '"padding is  hidden."', "step grid: hints: warning: two of them say the same"),
        ('"Not its own."', '"the next one."', "step shift: hints: warning: two of them say the same"),
        (
            'why = "Turn it over: 1/√2." }',
            'why = "Turn it over: 1/√2." }, { answer = "2", code = "x", why = "turn it over: 1/√2." }',
            "step root: mistakes: warning: two of them have the same why",
        ),
    ],
)
def test_a_warning_keeps_the_lesson(tmp_path: Path, old: str, new: str, line: str) -> None:
    lesson, faults = lesson_of(tmp_path, bent(old, new))
    assert faults == [f"01_small.toml: {line}"]
    assert lesson is not None


def test_the_strict_check_proves_number_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Mistakes that give the right answer, digits that tell nothing, draws that cannot keep mistakes apart."""
    steps = [
        ("same", 'compute = "loss"\np = [0.5, 0.5]'),
        ("coarse", 'answer = "1/300"'),
        ("whole", 'compute = "joint"\ndraw = true\ndigits = 0'),
        ("sound", 'compute = "joint"\ndraw = true\ndigits = 4'),
        ("exact", 'answer = "4"'),
    ]
    prompts = {name: "{p}?" if "draw" in lines else "P?" for name, lines in steps}
    text = "".join(
        f'[[steps]]\nid = "{name}"\nkind = "number"\nprompt = "{prompts[name]}"\nhints = ["a", "b"]\n{lines}\n'
        for name, lines in steps
    )
    path = tmp_path / "01_small.toml"
    path.write_text(f'title = "T"\nobjectives = ["O"]\n{text}', encoding="utf-8")
    assert main(["--no-save", "check", str(path)]) == 0
    assert capsys.readouterr().out == "1 lesson, 0 faults, 0 warnings\n"
    assert main(["--no-save", "check", "--strict", str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "01_small.toml: step same: compute: warning: these mistakes give the right answer here: log-of-mean; "
        "take other numbers",
        "01_small.toml: step coarse: digits: warning: at 3 decimals the answer has fewer than two figures; "
        "ask for more",
        "01_small.toml: step whole: digits: warning: at 0 decimals the drawn numbers do not tell the mistakes apart; "
        "ask for more",
        "1 lesson, 0 faults, 3 warnings",
    ]
