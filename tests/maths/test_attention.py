"""attend: hand-worked figures, a second implementation, and everything that must be refused or survive."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.maths import plain
from tutor.maths.attention import HELD, KEPT, attend

IDENTITY = [[1, 0], [0, 1]]
CHAPTER = {"q": [[0, 1]], "k": IDENTITY, "v": [[6, 0], [0, 3]]}
THREE = [[1, 0], [0, 1], [1, 1]]

PROBE_Q = [[1, 0, 1, 0], [0, 2, 0, 1], [1, 1, 0, 2]]
PROBE_K = [[2, 0, 1, 0], [0, 1, 1, 0], [1, 1, 0, 1]]
PROBE_V = [[1, 0], [0, 2], [3, 1]]


def near(actual: Any, expected: Any, tolerance: float = 5e-7) -> bool:
    """Within half of the sixth decimal, the precision in which expected figures are written down."""
    return bool(np.allclose(actual, expected, rtol=0, atol=tolerance))


def random_arrays(*shapes: tuple[int, ...], dtype: type = np.float64, seed: int = 0) -> list[np.ndarray]:
    source = np.random.default_rng(seed)
    return [source.standard_normal(shape).astype(dtype) for shape in shapes]


class TestFiguresWorkedByHand:
    def test_the_chapters_example_in_every_stage(self) -> None:
        trace = attend(**CHAPTER)
        assert trace.scores.tolist() == [[0, 1]]
        assert near(trace.scaled, [[0, 0.707107]])
        assert near(trace.masked, [[0, 0.707107]])
        assert near(trace.row_max, [0.707107])
        assert near(trace.shifted, [[-0.707107, 0]])
        assert near(trace.exponentials, [[0.493069, 1]])
        assert near(trace.row_sum, [1.493069])
        assert near(trace.weights, [[0.330238, 0.669762]])
        assert near(trace.output, [[1.981431, 2.009285]])
        assert trace.allowed.tolist() == [[True, True]]
        assert trace.empty_rows == ()

    def test_the_probe_row_two_under_a_causal_mask(self) -> None:
        trace = attend(PROBE_Q, PROBE_K, PROBE_V, causal=True)
        assert trace.scores[1].tolist() == [0, 2, 3]
        assert trace.scaled[1].tolist() == [0, 1, 1.5]
        assert trace.masked[1].tolist() == [0, 1, -math.inf]
        assert near(trace.weights[1], [0.2689, 0.7311, 0], 5e-5)
        assert near(trace.output[1], [0.2689, 1.4621], 5e-5)
        assert near(trace.weights[2], [0.2312, 0.1402, 0.6285], 5e-5)

    def test_the_practice_exercise(self) -> None:
        trace = attend([[1, 0]], IDENTITY, [[2, 0], [0, 4]])
        assert near(trace.scaled, [[0.7071, 0]], 5e-5)
        assert near(trace.weights, [[0.6698, 0.3302]], 5e-5)
        assert near(trace.output, [[1.3395, 1.3210]], 5e-5)

    def test_the_practice_exercise_with_key_two_hidden(self) -> None:
        trace = attend([[1, 0]], IDENTITY, [[2, 0], [0, 4]], mask=[[True, False]])
        assert trace.masked[0, 1] == -math.inf
        assert trace.exponentials[0, 1] == 0
        assert trace.weights.tolist() == [[1, 0]]
        assert trace.output.tolist() == [[2, 0]]

    def test_large_scores_are_shifted_first(self) -> None:
        trace = attend([[1]], [[1000], [1001]], [[1], [0]], scale=1)
        assert near(trace.weights, [[0.268941, 0.731059]])

    def test_two_equal_scores_share_evenly_and_one_key_takes_all(self) -> None:
        assert attend([[3]], [[2], [2]], [[1], [5]]).output.tolist() == [[3]]
        assert attend([[-7, 2]], [[4, 4]], [[9]]).weights.tolist() == [[1]]

    def test_temperature_divides_the_masked_scores(self) -> None:
        """Logits [2, 1, 0.1] at T = 0.5 and 2, the figures that temperature is usually taught with."""
        logits = {"q": [[1]], "k": [[2], [1], [0.1]], "v": [[1], [0], [0]], "scale": 1}
        assert near(attend(**logits, temperature=0.5).weights, [[0.863777, 0.116900, 0.019323]])
        assert near(attend(**logits, temperature=2).weights, [[0.501688, 0.304289, 0.194023]])
        assert near(attend(**logits, temperature=1e9).weights, [[1 / 3] * 3])
        assert attend(**logits, temperature=1e-9).weights.tolist() == [[1, 0, 0]]

    def test_soft_cap_comes_before_the_mask(self) -> None:
        """2·tanh(4/2) = 1.928055; a cap after the added −1 would give 2·tanh(3/2) = 1.810297."""
        trace = attend([[2]], [[2], [0]], [[1], [0]], scale=1, softcap=2, mask=[[-1.0, 0.0]])
        assert near(trace.scaled, [[4, 0]])
        assert near(trace.masked, [[1.928055 - 1, 0]])

    def test_soft_cap_leaves_hidden_cells_hidden(self) -> None:
        trace = attend([[2]], [[2], [0]], [[1], [0]], scale=1, softcap=2, mask=[[False, True]])
        assert trace.masked.tolist() == [[-math.inf, 0]]


class TestPublicCases:
    def test_a_row_without_any_key_is_zeros(self) -> None:
        keep = np.array([[1, 1], [0, 0]], dtype=bool)
        trace = attend(IDENTITY, IDENTITY, [[2, 0], [0, 4]], mask=keep)
        assert near(trace.weights, [[0.669762, 0.330238], [0, 0]])
        assert near(trace.output, [[1.339523, 1.320954], [0, 0]])
        assert trace.empty_rows == (1,)

    def test_true_means_may_attend(self) -> None:
        expected = [[6, 0], [1.981431, 2.009285], [3, 2.255235]]
        values = [[6, 0], [0, 3], [3, 3]]
        typed = np.array([[1, 0, 0], [1, 1, 0], [1, 1, 1]], dtype=bool)
        assert near(attend(THREE, THREE, values, causal=True).output, expected)
        assert near(attend(THREE, THREE, values, mask=typed).output, expected)

    def test_the_other_polarity_would_show(self) -> None:
        upper = np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]], dtype=bool)
        trace = attend(THREE, THREE, [[6, 0], [0, 3], [3, 3]], mask=upper)
        assert near(trace.output, [[2.009285, 3], [3, 3], [0, 0]])
        assert trace.empty_rows == (2,)

    def test_the_first_position_may_attend_itself(self) -> None:
        assert attend(THREE, THREE, THREE, causal=True).weights[0].tolist() == [1, 0, 0]

    @pytest.mark.parametrize(
        ("scale", "output"),
        [
            (None, [1.981431, 2.009285]),
            (1, [1.613649, 2.193176]),
            (1 / 2, [2.265244, 1.867378]),
            (math.sqrt(2), [1.173422, 2.413289]),
            (1 / math.sqrt(8), [2.475126, 1.762437]),
        ],
    )
    def test_the_scale_multiplies(self, scale: float | None, output: list[float]) -> None:
        assert near(attend(**CHAPTER, scale=scale).output, [output])

    def test_values_may_be_wider_than_keys(self) -> None:
        assert near(attend([[0, 1]], IDENTITY, [[6, 0, 1], [0, 3, 1]]).output, [[1.981431, 2.009285, 1]])

    def test_hiding_before_softmax_and_padding(self) -> None:
        hidden = attend(**CHAPTER, mask=[[True, False]])
        assert (hidden.weights.tolist(), hidden.output.tolist()) == ([[1, 0]], [[6, 0]])
        padded = attend([[1]], [[1], [1], [0]], [[1], [1], [1]], mask=[True, True, False])
        assert near(padded.weights, [[0.5, 0.5, 0]])

    def test_a_finite_penalty_is_added_after_the_scale(self) -> None:
        assert near(attend(**CHAPTER, mask=[[0.0, -2.0]]).weights, [[0.784636, 0.215364]])
        assert attend(**CHAPTER, mask=[[0.0, -math.inf]]).weights.tolist() == [[1, 0]]

    def test_a_very_low_allowed_score_beats_a_hidden_one(self) -> None:
        trace = attend([[-84852.8137423857, 0]], IDENTITY, [[6, 0], [0, 3]], mask=[[True, False]])
        assert near(trace.scaled, [[-60000, 0]])
        assert (trace.weights.tolist(), trace.output.tolist()) == ([[1, 0]], [[6, 0]])

    @pytest.mark.parametrize("stray", [math.nan, math.inf, -math.inf])
    def test_what_a_hidden_value_holds_never_arrives(self, stray: float) -> None:
        trace = attend([[0, 1]], IDENTITY, [[6, 0], [stray, 3]], mask=[[True, False]])
        assert trace.output.tolist() == [[6, 0]]

    @pytest.mark.parametrize("stray", [math.nan, math.inf, -math.inf])
    @pytest.mark.parametrize("mask", [[[True, False]], [[0.0, -math.inf]]])
    def test_what_a_hidden_key_holds_never_arrives(self, stray: float, mask: list[list[Any]]) -> None:
        trace = attend([[0, 1]], [[1, 0], [stray, stray]], [[6, 0], [0, 3]], mask=mask, softcap=5)
        assert trace.masked.tolist()[0][1] == -math.inf
        assert trace.output.tolist() == [[6, 0]]

    def test_integers_become_float64(self) -> None:
        trace = attend(**CHAPTER)
        assert {getattr(trace, name).dtype for name in KEPT} == {np.dtype(np.float64)}

    @pytest.mark.parametrize(
        ("q", "k", "v", "sentence"),
        [
            ([[1, 0]], IDENTITY, [[1, 0], [0, 1], [1, 1]], "2 keys but 3 values"),
            ([[1, 0, 0]], IDENTITY, IDENTITY, "the queries have 3 numbers each, the keys 2"),
            ([[1]], IDENTITY, IDENTITY, "the queries have 1 number each, the keys 2"),
            ([[1, 0]], [[1, 0]], IDENTITY, "1 key but 2 values"),
            ([[1, 0]], np.zeros((0, 2)), np.zeros((0, 2)), "add at least one key"),
            ([1, 0], IDENTITY, IDENTITY, "the queries must be rows of numbers"),
            ([[1, 0]], [IDENTITY], [IDENTITY], "the queries have 2 axes, the keys 3"),
            (np.zeros((2, 0)), np.zeros((1, 0)), [[1]], "have no numbers"),
            (np.zeros((2, 3, 0)), np.zeros((2, 1, 0)), np.ones((2, 1, 1)), "have no numbers"),
            ([[1, 0], [1]], IDENTITY, IDENTITY, "the queries must be rows of equal length"),
            ([["a", "b"]], IDENTITY, IDENTITY, "the queries must be real numbers"),
            ([[1j, 0]], IDENTITY, IDENTITY, "the queries must be real numbers"),
        ],
    )
    def test_what_does_not_fit_is_one_sentence(self, q: Any, k: Any, v: Any, sentence: str) -> None:
        with pytest.raises(ValueError) as caught:
            attend(q, k, v)
        assert sentence in str(caught.value)
        assert "\n" not in str(caught.value)

    def test_an_empty_batch_gives_an_empty_result(self) -> None:
        trace = attend(np.zeros((0, 2, 3)), np.zeros((0, 4, 3)), np.zeros((0, 4, 5)))
        assert trace.output.shape == (0, 2, 5)
        assert attend(np.zeros((0, 3)), np.ones((4, 3)), np.ones((4, 5))).output.shape == (0, 5)

    def test_why_the_root_of_d_k(self) -> None:
        arrays = {"q": [[1] * 16], "k": [[1] * 16, [0] * 16], "v": [[1], [0]]}
        assert near(attend(**arrays, scale=1).weights, [[0.9999999, 0.0000001]], 5e-8)
        assert attend(**arrays).scaled.tolist() == [[4, 0]]
        assert near(attend(**arrays).weights, [[0.982014, 0.017986]])
        assert near(attend(**arrays, scale=1 / 16).weights, [[0.731059, 0.268941]])

    def test_without_positions_order_only_moves_rows(self) -> None:
        swapped = [THREE[1], THREE[0], THREE[2]]
        rows = [[0.802224, 0.598888], [0.598888, 0.802224], [0.751745, 0.751745]]
        assert near(attend(THREE, THREE, THREE).output, rows)
        assert near(attend(swapped, swapped, swapped).output, [rows[1], rows[0], rows[2]])
        first = attend(THREE, THREE, THREE, causal=True).output
        then = attend(swapped, swapped, swapped, causal=True).output
        assert (first[0].tolist(), then[0].tolist()) == ([1, 0], [0, 1])
        assert near(first[2], rows[2])
        assert near(then[2], rows[2])


small = st.floats(-4, 4, allow_subnormal=False)


@st.composite
def problems(draw: st.DrawFn) -> dict[str, Any]:
    """Random shapes, numbers, masks and options, as the plain implementation takes them."""
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 5)) for _ in range(4))

    def rows(n: int, d: int) -> plain.Rows:
        return draw(st.lists(st.lists(small, min_size=d, max_size=d), min_size=n, max_size=n))

    pairs = st.sets(st.tuples(st.integers(0, n_q - 1), st.integers(0, n_k - 1)))
    return {
        "q": rows(n_q, d_k),
        "k": rows(n_k, d_k),
        "v": rows(n_k, d_v),
        "hidden": draw(st.just(set()) | pairs),
        "added": draw(st.none() | st.just(rows(n_q, n_k))),
        "causal": draw(st.booleans()),
        "offset": draw(st.integers(-3, 4)),
        "scale": draw(st.none() | st.floats(-2, 2)),
        "temperature": draw(st.just(1.0) | st.floats(0.1, 5)),
        "softcap": draw(st.just(0.0) | st.floats(0.5, 30)),
    }


def options_of(problem: dict[str, Any]) -> dict[str, Any]:
    """The same problem as `attend` takes it: the pairs and the added numbers in one mask."""
    options = {name: value for name, value in problem.items() if name not in ("hidden", "added")}
    keep = np.ones((len(problem["q"]), len(problem["k"])), dtype=bool)
    for pair in problem["hidden"]:
        keep[pair] = False
    if problem["added"] is not None:
        options["mask"] = np.where(keep, problem["added"], -np.inf)
    elif problem["hidden"]:
        options["mask"] = keep
    return options


class TestAgainstASecondImplementation:
    @given(problem=problems())
    def test_every_stage_agrees(self, problem: dict[str, Any]) -> None:
        trace, expected = attend(**options_of(problem)), plain.attention(**problem)
        for name in KEPT:
            np.testing.assert_allclose(
                getattr(trace, name), getattr(expected, name), rtol=1e-12, atol=1e-12, err_msg=name
            )
        assert list(trace.empty_rows) == expected.empty_rows
        assert (trace.allowed == (np.array(expected.masked) > -np.inf)).all()

    @given(problem=problems(), keep=st.sets(st.sampled_from(KEPT)))
    def test_keep_keeps_those_and_changes_no_number(self, problem: dict[str, Any], keep: set[str]) -> None:
        whole, part = attend(**options_of(problem)), attend(**options_of(problem), keep=tuple(keep))
        for name in KEPT:
            if name in keep:
                np.testing.assert_array_equal(getattr(part, name), getattr(whole, name), err_msg=name)
            else:
                assert getattr(part, name) is None
        assert part.empty_rows == whole.empty_rows
        np.testing.assert_array_equal(part.q, whole.q)

    @given(problem=problems(), offset=st.integers(-5, 5), cells=st.integers(1, 9), keep=st.sets(st.sampled_from(KEPT)))
    def test_a_block_of_rows_at_a_time_changes_no_number(
        self, problem: dict[str, Any], offset: int, cells: int, keep: set[str]
    ) -> None:
        """Many small blocks beside one, for two heads of which each has its own mask."""
        options = options_of(problem)
        both = {name: np.stack([options[name]] * 2) for name in "qkv"}
        mask = options.get("mask")
        if mask is not None:
            both["mask"] = np.stack([mask, mask[::-1]])
        options = {**options, **both, "causal": True, "offset": offset}
        expected = attend(**options)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("tutor.maths.stages.BLOCK", cells)
            whole, part = attend(**options), attend(**options, keep=tuple(keep))
        for name in KEPT:
            np.testing.assert_array_equal(getattr(whole, name), getattr(expected, name), err_msg=name)
            if name in keep:
                np.testing.assert_array_equal(getattr(part, name), getattr(expected, name), err_msg=name)
        assert whole.empty_rows == part.empty_rows == expected.empty_rows

    @given(problem=problems())
    def test_rows_sum_to_one_or_are_empty(self, problem: dict[str, Any]) -> None:
        trace = attend(**options_of(problem))
        sums = [0.0 if i in trace.empty_rows else 1.0 for i in range(len(problem["q"]))]
        np.testing.assert_allclose(trace.weights.sum(axis=-1), sums, atol=1e-12)


class TestHeadsAndBatches:
    @pytest.mark.parametrize("h_k", [1, 2, 6])
    def test_grouped_queries_are_a_loop_over_heads(self, h_k: int) -> None:
        q, k, v = random_arrays((3, 6, 4, 5), (3, h_k, 7, 5), (3, h_k, 7, 2))
        trace = attend(q, k, v, causal=True, offset=3)
        assert trace.output.shape == (3, 6, 4, 2)
        for batch in range(3):
            for head in range(6):
                shared = head // (6 // h_k)
                alone = attend(q[batch, head], k[batch, shared], v[batch, shared], causal=True, offset=3)
                for name in KEPT:
                    np.testing.assert_allclose(getattr(trace, name)[batch, head], getattr(alone, name), rtol=1e-12)

    def test_each_sequence_and_head_has_its_own_mask(self) -> None:
        q, k, v = random_arrays((2, 3, 4, 5), (2, 3, 6, 5), (2, 3, 6, 2))
        keep = np.random.default_rng(1).random((2, 3, 4, 6)) < 0.5
        trace = attend(q, k, v, mask=keep)
        for batch in range(2):
            for head in range(3):
                alone = attend(q[batch, head], k[batch, head], v[batch, head], mask=keep[batch, head])
                np.testing.assert_allclose(trace.output[batch, head], alone.output, rtol=1e-12)

    def test_masks_broadcast_over_sequences_heads_and_queries(self) -> None:
        q, k, v = random_arrays((2, 3, 4, 5), (2, 3, 6, 5), (2, 3, 6, 2))
        padding = np.arange(6) < np.array([4, 6]).reshape(2, 1, 1, 1)
        trace = attend(q, k, v, mask=padding)
        assert trace.allowed.shape == (2, 3, 4, 6)
        assert (trace.weights[0, ..., 4:] == 0).all()
        np.testing.assert_allclose(trace.output[0], attend(q[0], k[0, :, :4], v[0, :, :4]).output, rtol=1e-12)

    def test_empty_rows_are_index_tuples(self) -> None:
        q, k, v = random_arrays((2, 2, 3, 4), (2, 2, 3, 4), (2, 2, 3, 4))
        keep = np.ones((2, 2, 3, 3), dtype=bool)
        keep[0, 1, 2] = keep[1, 0, 0] = False
        assert attend(q, k, v, mask=keep).empty_rows == ((0, 1, 2), (1, 0, 0))

    @pytest.mark.parametrize(
        ("shapes", "sentence"),
        [
            (((6, 4, 5), (4, 7, 5), (4, 7, 2)), "6 query heads cannot share 4 key heads evenly"),
            (((1, 4, 5), (2, 7, 5), (2, 7, 2)), "1 query head cannot share 2 key heads evenly"),
            (((2, 4, 5), (2, 7, 5), (1, 7, 2)), "2 key heads but 1 value head"),
            (((3, 2, 4, 5), (1, 2, 7, 5), (3, 2, 7, 2)), "the batch of the queries is (3,), that of the keys (1,)"),
            (((3, 2, 4, 5), (3, 2, 7, 5), (1, 2, 7, 2)), "the batch of the queries is (3,), that of the values (1,)"),
        ],
    )
    def test_nothing_is_stretched(self, shapes: tuple[tuple[int, ...], ...], sentence: str) -> None:
        with pytest.raises(ValueError) as caught:
            attend(*(np.zeros(shape) for shape in shapes))
        assert sentence in str(caught.value)

    def test_keys_from_before_are_an_offset(self) -> None:
        """With two keys kept from earlier, three new queries attend as the last three of five did."""
        q, k, v = random_arrays((5, 4), (5, 4), (5, 3))
        whole = attend(q, k, v, causal=True)
        later = attend(q[2:], k, v, causal=True, offset=2)
        np.testing.assert_allclose(later.output, whole.output[2:], rtol=1e-12)


class TestTypesAndMemory:
    @pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
    @pytest.mark.parametrize(
        "options", [{}, {"mask": np.zeros((3, 4))}, {"causal": True, "temperature": 0.3, "softcap": 2}]
    )
    def test_the_type_of_the_numbers_goes_through_every_stage(self, dtype: type, options: dict[str, Any]) -> None:
        q, k, v = random_arrays((3, 5), (4, 5), (4, 2), dtype=dtype)
        trace = attend(q, k, v, scale=np.float64(0.5), **options)
        assert {getattr(trace, name).dtype for name in (*KEPT, "q", "k", "v")} == {np.dtype(dtype)}

    def test_the_widest_type_decides(self) -> None:
        q, k, v = random_arrays((3, 5), (4, 5), (4, 2), dtype=np.float32)
        assert attend(q, k.astype(np.float64), v).weights.dtype == np.float64

    def test_float32_is_as_near_as_float32_can_be(self) -> None:
        arrays = random_arrays((40, 16), (50, 16), (50, 8))
        single = attend(*(x.astype(np.float32) for x in arrays), causal=True, offset=10)
        np.testing.assert_allclose(single.output, attend(*arrays, causal=True, offset=10).output, atol=2e-6)

    def test_every_array_is_read_only_and_no_one_elses(self) -> None:
        q, k, v = random_arrays((3, 5), (4, 5), (4, 2))
        mask = np.ones((3, 4), dtype=bool)
        trace = attend(q, k, v, mask=mask)
        mask[:] = False
        q[:] = 0
        assert not any(getattr(trace, name).flags.writeable for name in (*KEPT, "q", "k", "v", "allowed"))
        assert trace.allowed.all()
        assert (trace.masked > -np.inf).all()
        assert trace.q.any()
        with pytest.raises(ValueError):
            trace.weights[0, 0] = 1

    def test_a_stage_is_worked_out_once(self) -> None:
        trace = attend(**CHAPTER)
        assert trace.shifted is trace.shifted

    def test_keep_refuses_a_stage_that_is_none(self) -> None:
        with pytest.raises(ValueError, match='there is no stage "logits"'):
            attend(**CHAPTER, keep=("logits",))

    def test_keep_takes_one_name(self) -> None:
        trace = attend(**CHAPTER, keep="weights")
        assert near(trace.weights, [[0.330238, 0.669762]])
        assert [name for name in KEPT if getattr(trace, name) is not None] == ["weights"]

    def test_what_is_not_kept_takes_no_memory(self) -> None:
        """One score table of 4 MiB is all that there ever is, for the output alone and for a whole trace."""
        import tracemalloc

        q, k, v = random_arrays((1024, 4), (1024, 4), (1024, 4), dtype=np.float32)
        peaks = []
        for keep in (("output",), "all"):
            tracemalloc.start()
            attend(q, k, v, keep=keep)
            peaks.append(tracemalloc.get_traced_memory()[1] / 2**20)
            tracemalloc.stop()
        assert max(peaks) < 5
        assert set(HELD) < set(KEPT)


class TestEmptyRows:
    @pytest.mark.parametrize(
        "options",
        [
            {"mask": [[False, False]]},
            {"mask": [[-math.inf, -math.inf]]},
            {"causal": True, "offset": -1},
            {"causal": True, "offset": -(10**30)},
            {"mask": [[False, True]], "causal": True},
        ],
    )
    def test_no_allowed_key_in_every_stage(self, options: dict[str, Any]) -> None:
        trace = attend(**CHAPTER, **options, temperature=0.5, softcap=3)
        assert trace.masked.tolist() == [[-math.inf, -math.inf]]
        assert trace.row_max.tolist() == [-math.inf]
        assert trace.shifted.tolist() == [[-math.inf, -math.inf]]
        assert trace.exponentials.tolist() == [[0, 0]]
        assert trace.row_sum.tolist() == [0]
        assert trace.weights.tolist() == [[0, 0]]
        assert trace.output.tolist() == [[0, 0]]
        assert trace.empty_rows == (0,)
        assert not trace.allowed.any()

    def test_zeros_even_where_every_value_is_nan(self) -> None:
        assert attend([[1]], [[1]], [[math.nan]], mask=[[False]]).output.tolist() == [[0]]

    def test_a_huge_offset_allows_everything(self) -> None:
        assert attend(**CHAPTER, causal=True, offset=10**30).allowed.all()

    def test_minus_a_billion_on_a_whole_row_hides_nothing(self) -> None:
        """A finite stand-in for minus infinity: no row is empty, and the weights are the unmasked ones."""
        trace = attend(**CHAPTER, mask=[[-1e9, -1e9]])
        assert trace.empty_rows == ()
        assert near(trace.weights, [[0.330238, 0.669762]])

    def test_the_lowest_float_as_a_mask_hides_one_key(self) -> None:
        lowest = float(np.finfo(np.float32).min)
        q, k, v = (np.array(x, dtype=np.float32) for x in CHAPTER.values())
        assert attend(q, k, v, mask=np.array([[0, lowest]], dtype=np.float32)).weights.tolist() == [[1, 0]]


class TestRefusals:
    @pytest.mark.parametrize(
        ("options", "sentence"),
        [
            ({"mask": [[1, 0]]}, "an integer mask could mean to hide or to add"),
            ({"mask": [["x", "y"]]}, "a mask is bool"),
            ({"mask": [[True, True, True]]}, "the mask has shape (1, 3), the scores (1, 2)"),
            ({"mask": [[True], [True]]}, "the mask has shape (2, 1), the scores (1, 2)"),
            ({"mask": [[[True, True]]]}, "the mask has shape (1, 1, 2), the scores (1, 2)"),
            ({"mask": [[0.0, math.nan]]}, "it has NaN or +inf"),
            ({"mask": [[0.0, math.inf]]}, "it has NaN or +inf"),
            ({"temperature": 0}, "greedy"),
            ({"temperature": -1}, "temperature must be above 0, not -1"),
            ({"temperature": math.nan}, "temperature must be a finite number"),
            ({"temperature": math.inf}, "temperature must be a finite number"),
            ({"softcap": -1}, "softcap must be 0 (off) or above, not -1"),
            ({"softcap": math.nan}, "softcap must be a finite number"),
            ({"scale": math.inf}, "scale must be a finite number"),
            ({"scale": math.nan}, "scale must be a finite number"),
        ],
    )
    def test_an_option_out_of_range_is_one_sentence(self, options: dict[str, Any], sentence: str) -> None:
        with pytest.raises(ValueError) as caught:
            attend(**CHAPTER, **options)
        assert sentence in str(caught.value)
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize("options", [{"temperature": 1e-60}, {"scale": 1e60}, {"softcap": 1e-60}])
    def test_an_option_must_fit_the_type_of_the_numbers(self, options: dict[str, Any]) -> None:
        q, k, v = (np.array(x, dtype=np.float32) for x in CHAPTER.values())
        with pytest.raises(ValueError, match="out of the range of float32"):
            attend(q, k, v, **options)

    @pytest.mark.parametrize(
        ("q", "k", "options"),
        [
            ([[1e200, 0]], [[1e200, 0], [0, 1]], {}),
            ([[1e308, 0]], [[10, 0], [0, 1]], {}),
            ([[1e300, 0]], [[1, 0], [0, 1]], {"scale": 1e10}),
            ([[1e308, 1e308]], [[10, -10], [0, 1]], {}),
            ([[math.nan, 0]], [[1, 0], [0, 1]], {}),
            ([[1, 0]], [[math.inf, 0], [0, 1]], {}),
            ([[1e200, 0]], [[1e200, 0], [0, 1]], {"softcap": 5}),
            ([[-1.7e308, 0]], [[1, 0], [0, 1]], {"scale": 1, "mask": [[-1.7e308, 0.0]]}),
        ],
    )
    def test_an_allowed_score_that_is_not_finite(self, q: Any, k: Any, options: dict[str, Any]) -> None:
        with pytest.raises(ValueError, match="the score of query 1 and key 1"):
            attend(q, k, [[1], [2]], **options)

    def test_a_score_that_overflows_out_of_sight_is_no_harm(self) -> None:
        trace = attend([[1e200, 1]], [[1e200, 0], [0, 1]], [[1], [2]], mask=[[False, True]])
        assert trace.output.tolist() == [[2]]

    def test_a_temperature_that_overflows_the_scores(self) -> None:
        with pytest.raises(ValueError, match="the scores ÷ temperature 1e-308 are too large"):
            attend([[10]], [[10], [0]], [[1], [2]], temperature=1e-308)

    def test_an_allowed_value_that_is_not_finite(self) -> None:
        with pytest.raises(ValueError, match="query 1 may attend a value whose number 1 is not finite"):
            attend([[0, 1]], IDENTITY, [[6, 0], [math.nan, 3]])
