"""Typed texts as a problem: what people type and paste, and one sentence for each text that does not fit."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.coaching.refused import FORM, REFUSED, UNFIT
from tutor.coaching.entering import Form, Misfit, enter, form_of, packed, shape_of, unpacked
from tutor.coaching.presets import PRESETS, Preset
from tutor.lessons.loader import load_course
from tutor.lessons.model import StepperStep
from tutor.maths.problem import Matrix, Problem

ON_SCREEN = {
    "q": "Q",
    "k": "K",
    "v": "V",
    "mask": "mask",
    "add_mask": "the added mask",
    "scale": "scale",
    "temperature": "temperature",
    "offset": "offset",
    "softcap": "softcap",
    "heads": "heads",
    "kv_heads": "kv_heads",
    "d_model": "d_model",
}

IDENTITY = ((1.0, 0.0), (0.0, 1.0))


def entered(**changes: str) -> Problem:
    """The chapter's example with some fields typed otherwise."""
    return enter(Form(**{**FORM, **changes}))


def misfit(**changes: str) -> Misfit:
    with pytest.raises(Misfit) as caught:
        entered(**changes)
    return caught.value


class TestRefusals:
    @pytest.mark.parametrize(("field", "text", "sentence"), REFUSED)
    def test_one_sentence_and_its_field(self, field: str, text: str, sentence: str) -> None:
        refusal = misfit(**{field: text})
        assert (refusal.field, str(refusal)) == (field, sentence.format(**ON_SCREEN))

    @pytest.mark.parametrize(("changes", "sentence"), UNFIT)
    def test_what_does_not_fit_together_is_said_by_the_calculation(
        self, changes: dict[str, str], sentence: str
    ) -> None:
        """Both are ValueErrors, so a screen that enters and solves catches one kind."""
        problem = entered(**changes)
        with pytest.raises(ValueError) as caught:
            problem.solve()
        assert str(caught.value) == sentence
        assert issubclass(Misfit, ValueError)

    def test_the_first_of_several(self) -> None:
        assert misfit(q="zero", k="", temperature="hot").field == "q"
        assert misfit(mask="cusal", scale="1/0").field == "mask"

    def test_the_caller_says_what_a_field_is_called(self) -> None:
        labels = {name: f"field {name}" for name in ON_SCREEN}
        with pytest.raises(Misfit) as caught:
            enter(Form(**FORM, mask="1 2"), labels=labels)
        assert str(caught.value).startswith("field mask row 1, column 2 is 2; ")
        assert str(caught.value).endswith("; numbers to add go into field add_mask")
        assert caught.value.field == "mask"

    @given(
        st.sampled_from([x.name for x in fields(Form)]),
        st.text(max_size=12) | st.text("01;,.-_[]() \ninfa∞√/", max_size=12),
    )
    def test_any_text_is_read_or_refused(self, field: str, text: str) -> None:
        """Never another error, and always one line that a screen can show and put a full stop after."""
        refusal = None
        try:
            assert isinstance(entered(**{field: text}), Problem)
        except Misfit as caught:
            refusal = caught
        if refusal is not None:
            assert refusal.field == field
            assert str(refusal).isprintable()
            assert not str(refusal).endswith((".", ":", " "))


class TestMatrices:
    @pytest.mark.parametrize(
        "text",
        [
            "1 0\n0 1",
            "\n  1 0 \n0   1\n\n",
            "1 0\r\n0 1\r\n",
            "1\t0\n0\t1\n",
            "1 0; 0 1",
            "1,0\n0,1",
            "[1 0; 0 1]",
            "[[1, 0], [0, 1]]",
            "[[1. 0.]\n [0. 1.]]",
            "array([[1., 0.],\n       [0., 1.]])",
            "K = np.array([[1, 0], [0, 1]], dtype=float32)",
            "tensor([[1., 0.],\n        [0., 1.]])",
            "| 1 | 0 |\n| 0 | 1 |",
            "      d1   d2\n  k1   1    0\n▸ k2  [0]   1",
            "⎡1 0⎤\n⎣0 1⎦",
            "１ 0\n0 1.0",
            "√2/√2 0; 0 2^0",
        ],
    )
    def test_as_people_type_and_paste_them(self, text: str) -> None:
        assert entered(k=text).k == IDENTITY

    @pytest.mark.parametrize(
        ("text", "rows"),
        [
            ("1 0", ((1.0, 0.0),)),
            ("[1, 0]", ((1.0, 0.0),)),
            ("7", ((7.0,),)),
            ("1\n0", ((1.0,), (0.0,))),
            ("1; 0", ((1.0,), (0.0,))),
            ("−1 –2", ((-1.0, -2.0),)),
            ("-1,0", ((-1.0, 0.0),)),
            ("1/√4 1/4", ((0.5, 0.25),)),
            ("1e-3 5. .5", ((0.001, 5.0, 0.5),)),
        ],
    )
    def test_rows_and_columns(self, text: str, rows: Matrix) -> None:
        assert entered(k=text).k == rows

    def test_numbers_from_elsewhere_are_taken_as_they_are(self) -> None:
        """From a file, say: the texts of Q, K and V are not looked at then, those of the rules are."""
        problem = enter(Form(q="zero", mask="causal"), matrices=(((1 / 3,),), ((2.0,),), ((3.0,),)))
        assert problem == Problem(q=((1 / 3,),), k=((2.0,),), v=((3.0,),), mask="causal")


class TestRules:
    def test_an_empty_text_stands_for_the_usual_value(self) -> None:
        blank = {x.name: " \t\u00a0" for x in fields(Form) if x.name not in FORM}
        assert entered() == entered(**blank) == Problem(q=((0.0, 1.0),), k=IDENTITY, v=((6.0, 0.0), (0.0, 3.0)))

    @pytest.mark.parametrize(
        ("text", "mask"),
        [
            ("none", "none"),
            (" None\n", "none"),
            ("causal", "causal"),
            ("CAUSAL ", "causal"),
            ("1 0", ((1.0, 0.0),)),
            ("[[1, 0]]", ((1.0, 0.0),)),
            ("1, 0\n1, 1", ((1.0, 0.0), (1.0, 1.0))),
            ("array([[1, 0],\n       [1, 1]])", ((1.0, 0.0), (1.0, 1.0))),
            ("1", ((1.0,),)),
            ("1; 0", ((1.0,), (0.0,))),
        ],
    )
    def test_masks(self, text: str, mask: Any) -> None:
        assert entered(mask=text).mask == mask

    @pytest.mark.parametrize(
        ("text", "rows"),
        [
            ("None", None),
            ("0 -2", ((0.0, -2.0),)),
            ("0 −∞", ((0.0, -math.inf),)),
            ('[[0.0, "-inf"]]', ((0.0, -math.inf),)),
            ("tensor([[0., -inf],\n        [0., 0.]])", ((0.0, -math.inf), (0.0, 0.0))),
            ("-inf -Infinity", ((-math.inf, -math.inf),)),
            ("  k1 k2\nq1 0 −∞", ((0.0, -math.inf),)),
            ("  k1 k2  Σ\nq1 0 -1 -1", ((0.0, -1.0, -1.0),)),
            ("- inf 0", ((-math.inf, 0.0),)),
            ("-1e9 -20000", ((-1e9, -20000.0),)),
            ("-1e9 -inf; -20000 1/2", ((-1e9, -math.inf), (-20000.0, 0.5))),
        ],
    )
    def test_an_added_mask_hides_by_minus_infinity_alone(self, text: str, rows: Matrix | None) -> None:
        """At the step masked, −1e9 is read as −∞; here it is a number that is added."""
        assert entered(add_mask=text).add_mask == rows

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "1/√d_k",
            "1 / √d_k",
            "1/√(d_k)",
            "1/sqrt(d_k)",
            "1/sqrt( d_k )",
            "1/SQRT(dk)",
            "1÷√dₖ",
            "1/√dk",
            "1/√D_K",
        ],
    )
    def test_the_usual_scale(self, text: str) -> None:
        assert entered(scale=text).scale is None

    @pytest.mark.parametrize(
        ("text", "scale"),
        [("none", 1.0), (" None", 1.0), ("1", 1.0), ("0", 0.0), ("-1", -1.0), ("1/√4", 0.5), ("0.7071", 0.7071)],
    )
    def test_another_scale(self, text: str, scale: float) -> None:
        assert entered(scale=text).scale == scale

    def test_the_other_numbers(self) -> None:
        problem = entered(temperature="1/2", softcap="30", offset="−1", heads="2", d_model="1e3")
        assert (problem.temperature, problem.softcap) == (0.5, 30)
        assert (problem.offset, problem.heads, problem.d_model) == (-1, 2, 1000)
        assert all(type(x) is int for x in (problem.offset, problem.heads, problem.d_model))


NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-3, 3).map(float)


def rows(cells: st.SearchStrategy[float], count: int, width: int) -> st.SearchStrategy[Matrix]:
    return st.tuples(*[st.tuples(*[cells] * width)] * count)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Problems of all sizes and rules; whether they can be worked out does not matter here."""
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 4)) for _ in range(4))
    heads = draw(st.integers(1, 3))
    masks = st.sampled_from(["none", "causal"]) | rows(st.sampled_from([0.0, 1.0]), n_q, n_k)
    added = NUMBERS | st.sampled_from([-math.inf, -1e4, -1e9])
    return Problem(
        q=draw(rows(NUMBERS, n_q, heads * d_k)),
        k=draw(rows(NUMBERS, n_k, heads * d_k)),
        v=draw(rows(NUMBERS, n_k, heads * d_v)),
        heads=heads,
        mask=draw(masks),  # type: ignore[arg-type]
        add_mask=draw(st.none() | rows(added, n_q, n_k)),
        scale=draw(st.none() | NUMBERS),
        temperature=draw(NUMBERS.map(abs).filter(bool)),
        softcap=draw(NUMBERS.map(abs)),
        offset=draw(st.none() | st.integers(-9, 9)),
        d_model=draw(st.none() | st.integers(1, 4096)),
    )


class TestForms:
    @given(problems())
    def test_a_problem_is_typed_and_read_back_exactly(self, problem: Problem) -> None:
        """Every float comes back as itself."""
        assert enter(form_of(problem)) == problem

    @pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
    def test_what_the_workbench_starts_from(self, preset: Preset) -> None:
        problem = enter(form_of(preset.problem))
        assert (problem.q, problem.k, problem.v) == (preset.problem.q, preset.problem.k, preset.problem.v)
        assert (problem.mask, problem.scale) == (preset.problem.mask, preset.problem.scale)

    def test_a_form_says_nothing_of_usual_values(self) -> None:
        assert form_of(entered()) == Form(q="0 1", k="1 0\n0 1", v="6 0\n0 3", mask="none")

    def test_a_form_in_the_journal(self) -> None:
        """What an edited line holds instead is no form, or a form of what can be used."""
        form = Form(q="0 1", k="1 0", mask="causal")
        assert unpacked(packed(form)) == form
        assert unpacked('{"q": "1", "k": 2, "color": "red"}') == Form(q="1")
        for text in ("", "[]", "3", '"q"', "{"):
            assert unpacked(text) is None

    def test_a_form_as_one_would_type_it(self) -> None:
        """Whole numbers without a point, no −0, rows of a mask on one line."""
        problem = Problem(
            q=((-0.0, 1.5), (1e20, -2.0)), k=IDENTITY, v=IDENTITY, mask=IDENTITY, add_mask=((0, -math.inf), (-0.5, 0))
        )
        form = form_of(problem)
        assert (form.q, form.mask, form.add_mask) == ("0 1.5\n1e20 -2", "1 0; 0 1", "0 −∞; -0.5 0")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1 0 2\n0 1 1", ("2×3", None)),
        ("1 0 2", ("1×3", None)),
        ("5", ("1×1", None)),
        ("1\n2\n3\n", ("3×1", None)),
        ("array([[1., 0.],\n       [0., 1.]])", ("2×2", None)),
        ("", ("", "empty")),
        (" [\n] ", ("", "empty")),
        ("1 0\n1", ("", "The rows differ in length: row 2 has 1 number, row 1 has 2")),
        ("1 0\n0 inf", ("", "row 2, column 2 is not a finite number")),
        ("1 _", ("", "Number 2 is blank; a number is wanted there")),
    ],
)
def test_the_shape_while_it_is_typed(text: str, shown: tuple[str, str | None]) -> None:
    assert shape_of(text) == shown


def test_entering_needs_no_numpy() -> None:
    """A form is read, and refused, before the first number is worked out."""
    code = (
        "import sys; from tutor.coaching.entering import Form, enter\n"
        "enter(Form(q='0 1', k='1 0', v='1', mask='1', add_mask='-inf'))\n"
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_grouped_preset_is_the_page_about_it() -> None:
    """The page says that the workbench has these numbers."""
    found = load_course().step("further-groups-watched")
    assert found is not None
    assert isinstance(found[1], StepperStep)
    assert found[1].problem == next(preset.problem for preset in PRESETS if preset.id == "grouped")
    assert "Grouped queries" in found[1].body
