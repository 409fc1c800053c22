"""A lesson built from any sound parts, written as TOML and loaded, is the same lesson: text and numbers as typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tutor.lessons.labs import LAB_VALUES, LABS
from tutor.lessons.loader import load_lesson
from tutor.lessons.model import (
    KINDS,
    ChoiceStep,
    ExplainStep,
    LabStep,
    MaskStep,
    NumberStep,
    Option,
    Phase,
    Step,
    StepperStep,
    TargetsStep,
    TextStep,
    VectorStep,
)
from tutor.maths.problem import STAGES, Mask, Matrix, Problem

texts = st.text(
    st.characters(
        exclude_categories=("Cs", "Cc"),
        exclude_characters="\u2028\u2029\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    )
    | st.sampled_from("\n\t[]'\"\\#"),
    min_size=1,
    max_size=30,
).filter(str.strip)
phases: st.SearchStrategy[Phase | None] = st.sampled_from(get_args(Phase)) | st.none()
finite = st.integers(-9, 9).map(float) | st.floats(-1e6, 1e6)


def matrices(rows: int, columns: int) -> st.SearchStrategy[Matrix]:
    row = st.lists(finite, min_size=columns, max_size=columns).map(tuple)
    return st.lists(row, min_size=rows, max_size=rows).map(tuple)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 4)) for _ in range(4))
    cells = st.lists(st.sampled_from([0.0, 1.0]), min_size=n_k, max_size=n_k).map(tuple)
    own = st.lists(cells, min_size=n_q, max_size=n_q).map(tuple)
    words: st.SearchStrategy[Mask] = st.sampled_from(("none", "causal"))
    mask = draw(words | own)
    return Problem(
        q=draw(matrices(n_q, d_k)),
        k=draw(matrices(n_k, d_k)),
        v=draw(matrices(n_k, d_v)),
        mask=mask,
        offset=draw(st.none() | st.integers(-3, 3)) if mask == "causal" else None,
        add_mask=draw(st.none() | matrices(n_q, n_k)),
        scale=draw(st.none() | finite),
        temperature=draw(st.floats(0.1, 10)),
        tokens=draw(st.just(()) | st.lists(texts, min_size=n_k, max_size=n_k).map(tuple)),
    )


@st.composite
def steps(draw: st.DrawFn, name: str) -> Step:
    title = draw(st.just("") | texts.map(lambda text: text.replace("\n", " ")).filter(str.strip))
    body, phase = draw(texts), draw(phases)
    kind = draw(st.sampled_from(tuple(KINDS)))
    if kind == "text":
        return TextStep(id=name, title=title, body=body, stage=phase)
    if kind == "stepper":
        until = draw(st.integers(0, 4))
        given_stages = tuple(draw(st.lists(st.sampled_from(STAGES[: until + 1]), unique=True)))
        problem = draw(problems())
        return StepperStep(id=name, title=title, body=body, problem=problem, until=STAGES[until], given=given_stages)
    if kind == "vector":
        problem = draw(problems())
        return VectorStep(
            id=name,
            title=title,
            body=body,
            problem=problem,
            ask_for=draw(st.sampled_from(STAGES)),
            prompt=draw(texts),
            hints=tuple(draw(st.lists(texts, min_size=2, max_size=4))),
            row=draw(st.integers(1, problem.n_q)),
            digits=draw(st.integers(1, 6)),
        )
    if kind == "choice":
        words = draw(st.lists(texts, min_size=2, max_size=5, unique_by=lambda text: " ".join(text.split())))
        right = draw(st.integers(0, len(words) - 1))
        options = tuple(Option(text=text, why=draw(texts), correct=i == right) for i, text in enumerate(words))
        return ChoiceStep(
            id=name, title=title, body=body, prompt=draw(texts), options=options, shuffle=draw(st.booleans())
        )
    if kind == "lab":
        lab = draw(st.sampled_from(LABS))
        kinds = {"text": texts, "number": finite, "numbers": st.lists(finite, min_size=1, max_size=4).map(tuple)}
        start = draw(st.fixed_dictionaries({}, optional={key: kinds[kind] for key, kind in LAB_VALUES[lab].items()}))
        return LabStep(id=name, title=title, body=body, stage=phase, lab=lab, start=tuple(start.items()))
    if kind in ("number", "mask", "targets"):
        hints = tuple(draw(st.lists(texts, min_size=2, max_size=4)))
        return asked_step(draw, kind, id=name, title=title, body=body, stage=phase, prompt=draw(texts), hints=hints)
    checklist = tuple(draw(st.lists(texts, min_size=1, max_size=3)))
    return ExplainStep(id=name, title=title, body=body, prompt=draw(texts), model=draw(texts), checklist=checklist)


def asked_step(draw: st.DrawFn, kind: str, *, prompt: str, hints: tuple[str, ...], **common: Any) -> Step:
    """A page that asks for a number, a mask or targets."""
    if kind == "number" and draw(st.booleans()):
        # What stands in braces in a prompt would name an input.
        row = tuple(draw(st.lists(finite, min_size=1, max_size=16)))
        return NumberStep(prompt="a·a?", hints=("a", "b"), compute="length", inputs=(("a", row),), **common)
    asked = {"prompt": prompt, "hints": hints, **common}
    if kind == "number":
        value = draw(st.integers(0, 10**9))
        return NumberStep(answer=str(value), value=float(value), digits=draw(st.integers(0, 6)), **asked)
    if kind == "mask":
        n = draw(st.integers(2, 8))
        cells = st.lists(st.booleans(), min_size=n, max_size=n).map(tuple)
        rows = draw(st.lists(cells, min_size=n, max_size=n).filter(lambda grid: any(map(any, grid))))
        return MaskStep(want="rows", rows=tuple(rows), **asked)
    tokens = draw(st.lists(st.from_regex("[a-zé東🦊.?!-]{1,8}", fullmatch=True), min_size=2, max_size=11))
    return TargetsStep(tokens=(*tokens, "END"), **asked)


def toml(value: object) -> str:
    """A value as TOML. A JSON string is a TOML string too, and Python writes floats as TOML does."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {toml(held)}' for key, held in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, Option):
        right = "correct = true, " if value.correct else ""
        return f"{{ {right}text = {toml(value.text)}, why = {toml(value.why)} }}"
    return repr(value)


def pairs(**values: object) -> str:
    """Keys and values, one a line, without those that are not set."""
    return "".join(f"{key} = {toml(value)}\n" for key, value in values.items() if value not in (None, "", ()))


def step_as_toml(step: Step) -> tuple[str, str]:
    """The table of a step's problem, and its own."""
    table = "[[steps]]\n" + pairs(id=step.id, kind=step.kind, title=step.title, body=step.body, stage=step.stage)
    if isinstance(step, StepperStep | VectorStep):
        table += pairs(problem=f"of-{step.id}")
    if isinstance(step, StepperStep):
        table += pairs(until=step.until, given=step.given)
    elif isinstance(step, VectorStep):
        table += pairs(ask_for=step.ask_for, prompt=step.prompt, hints=step.hints, row=step.row, digits=step.digits)
    elif isinstance(step, ChoiceStep):
        table += pairs(prompt=step.prompt, options=step.options, shuffle=step.shuffle)
    elif isinstance(step, ExplainStep):
        table += pairs(prompt=step.prompt, model=step.model, checklist=step.checklist)
    elif isinstance(step, LabStep):
        table += pairs(lab=step.lab, set=dict(step.start))
    elif isinstance(step, NumberStep):
        table += pairs(prompt=step.prompt, hints=step.hints, digits=step.digits, answer=step.answer)
        table += pairs(compute=step.compute, **dict(step.inputs))
    elif isinstance(step, MaskStep):
        rows = [[int(cell) for cell in row] for row in step.rows]
        table += pairs(prompt=step.prompt, hints=step.hints, n=step.n, want=rows)
    elif isinstance(step, TargetsStep):
        table += pairs(prompt=step.prompt, hints=step.hints, tokens=step.tokens)
    if not isinstance(step, StepperStep | VectorStep):
        return "", table
    assert isinstance(step.problem, Problem)
    given_numbers = pairs(
        Q=step.problem.q,
        K=step.problem.k,
        V=step.problem.v,
        mask=step.problem.mask,
        offset=step.problem.offset,
        add_mask=step.problem.add_mask,
        scale=step.problem.scale,
        temperature=step.problem.temperature,
        tokens=step.problem.tokens,
    )
    return f"[problem.of-{step.id}]\n{given_numbers}", table


@st.composite
def lessons(draw: st.DrawFn) -> tuple[str, tuple[str, ...], tuple[Step, ...]]:
    title = draw(texts.map(lambda text: text.replace("\n", " ")).filter(str.strip))
    objectives = tuple(draw(st.lists(texts, min_size=1, max_size=3)))
    return title, objectives, tuple(draw(steps(f"s{i}")) for i in range(draw(st.integers(1, 3))))


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(built=lessons())
def test_what_is_built_is_what_is_loaded(tmp_path: Path, built: tuple[str, tuple[str, ...], tuple[Step, ...]]) -> None:
    title, objectives, wanted = built
    tables = [step_as_toml(step) for step in wanted]
    path = tmp_path / "01_built.toml"
    head = pairs(title=title, objectives=objectives)
    path.write_bytes("\n".join([head, *(x for x, _ in tables), *(x for _, x in tables)]).encode())
    lesson, faults = load_lesson(path)
    assert [str(fault) for fault in faults if fault.level == "error"] == []
    assert lesson is not None
    assert (lesson.title, lesson.objectives, lesson.steps) == (title, objectives, wanted)
