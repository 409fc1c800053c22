"""Q, K and V from files: what is taken, and one sentence for all that is damaged, hostile or misshapen."""

from __future__ import annotations

import argparse
import io
import os
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.exports import arrays, saved
from tutor.commands import UsageError
from tutor.commands.files import LARGEST, LARGEST_TEXT, exported_in, stated_in
from tutor.commands.filetext import Stated

Q, K, V = ((0.0, 1.0),), ((1.0, 0.0), (0.0, 1.0)), ((6.0, 0.0), (0.0, 3.0))


class Hostile:
    """Would write a file on being unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return (Path.touch, (self.path,))


def refusal(path: Path, read: Callable[[str], Any] = stated_in) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UsageError) as caught:
            read(str(path))
    assert "\n" not in str(caught.value)
    assert path.name in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("names", ["qkv", "QKV"])
@pytest.mark.parametrize("dtype", [np.int32, np.float32, np.float64])
def test_an_npz_in_either_case(tmp_path: Path, names: str, dtype: type) -> None:
    arrays = {name: np.array(rows, dtype=dtype) for name, rows in zip(names, (Q, K, V), strict=True)}
    np.savez(tmp_path / "x.npz", **arrays, other=np.ones(3))
    assert stated_in(str(tmp_path / "x.npz")) == Stated(Q, K, V)


def test_a_vector_is_one_row(tmp_path: Path) -> None:
    np.savez(tmp_path / "x.npz", q=np.array([0, 1]), k=np.array(K), v=np.array(V))
    assert stated_in(str(tmp_path / "x.npz")).q == Q


def test_three_stacked_matrices_in_an_npy(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.stack([K, K, V]))
    assert stated_in(str(tmp_path / "x.npy")) == Stated(K, K, V)


def test_text_in_a_file(tmp_path: Path) -> None:
    """As a spreadsheet saves it, with a mark in front that says UTF-8."""
    path = tmp_path / "x.csv"
    path.write_bytes("\ufeffQ;\r\n0;1\r\n\r\nK;\r\n1;0\r\n0;1\r\n\r\nV;\r\n6;0\r\n0;3\r\n".encode())
    assert stated_in(str(path)) == Stated(Q, K, V)
    path.write_text("Q\n1 0\nK\n1 zero\nV\n1\n")
    assert "line 4" in refusal(path)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_bytes(b"\xff\xfe\x00Q")
    assert "neither text nor NumPy's format" in refusal(tmp_path / "x.csv")


@pytest.mark.parametrize("cut", [0.2, 0.5, 0.9, 0.99])
def test_a_file_that_was_cut_off(tmp_path: Path, cut: float) -> None:
    path = tmp_path / "x.npz"
    np.savez(path, q=np.array(Q), k=np.array(K), v=np.array(V))
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * cut)])
    assert "damaged" in refusal(path)


@pytest.mark.parametrize("place", range(20, 400, 20))
def test_a_file_with_other_bytes_in_it(tmp_path: Path, place: int) -> None:
    """Whatever is overwritten, the answer is one sentence, or the numbers where nothing that matters was hit."""
    path = tmp_path / "x.npz"
    np.savez_compressed(path, q=np.array(Q), k=np.array(K), v=np.array(V))
    content = bytearray(path.read_bytes())
    content[place : place + 9] = b"\xffnonsense"
    path.write_bytes(content)
    try:
        numbers = stated_in(str(path))
    except UsageError:
        assert refusal(path)
    else:
        assert numbers == Stated(Q, K, V)


@pytest.mark.parametrize("name", ["x.npz", "x.npy"])
def test_pickled_objects_are_never_opened(tmp_path: Path, name: str) -> None:
    trace = tmp_path / "ran"
    array = np.array([Hostile(trace)], dtype=object)
    if name.endswith("z"):
        np.savez(tmp_path / name, q=array, k=array, v=array)
    else:
        np.save(tmp_path / name, array, allow_pickle=True)
    assert "pickled objects, which are not opened" in refusal(tmp_path / name)
    assert not trace.exists()


def test_a_huge_file(tmp_path: Path) -> None:
    with (tmp_path / "x.npz").open("wb") as file:
        file.truncate(LARGEST + 1)
    assert "larger than 64 MiB" in refusal(tmp_path / "x.npz")


def test_a_small_file_that_unpacks_to_a_huge_one(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "x.npz", q=np.zeros(LARGEST, dtype=np.int8), k=np.zeros(1), v=np.zeros(1))
    assert (tmp_path / "x.npz").stat().st_size < 2**20
    assert "unpacked, it is larger than 64 MiB" in refusal(tmp_path / "x.npz")


def test_a_header_that_promises_too_much(tmp_path: Path) -> None:
    with (tmp_path / "x.npy").open("wb") as file:
        header = {"descr": "<f8", "fortran_order": False, "shape": (3, 10**6, 10**6)}
        np.lib.format.write_array_header_1_0(file, header)
    assert "damaged" in refusal(tmp_path / "x.npy")


@pytest.mark.parametrize(
    ("mask", "rows"),
    [
        (np.array([[1, 0]]), ((1.0, 0.0),)),
        (np.array([[True, False]]), ((1.0, 0.0),)),
        (np.array([0, 1], dtype=np.uint8), ((0.0, 1.0),)),
    ],
)
def test_a_mask_in_an_npz_keeps_and_hides(tmp_path: Path, mask: Any, rows: Any) -> None:
    """1 may attend, and a vector is one row."""
    np.savez(tmp_path / "x.npz", q=np.array(Q), k=np.array(K), v=np.array(V), Mask=mask)
    assert stated_in(str(tmp_path / "x.npz")) == Stated(Q, K, V, rows)


@pytest.mark.parametrize(
    ("mask", "sentence"),
    [
        (np.array([[0.0, -np.inf]]), "the mask holds float64; save true and false, or whole numbers 1 (may attend)"),
        (np.array([[0.0, 1.0]]), "the mask holds float64"),
        (np.array([[1, 2]]), "row 1, column 2 of the mask is 2; a mask holds only 1 (may attend) and 0 (hidden)"),
        (np.zeros((2, 2, 2), dtype=bool), "mask has 3 axes"),
        (np.array(["a"]), "the mask is the text a; as a word it is causal or none"),
    ],
)
def test_a_mask_that_could_mean_something_else(tmp_path: Path, mask: Any, sentence: str) -> None:
    """Of floats, which are added elsewhere, 0 would mean the opposite."""
    np.savez(tmp_path / "x.npz", q=np.array(Q), k=np.array(K), v=np.array(V), mask=mask)
    assert sentence in refusal(tmp_path / "x.npz")


def typed_into(stdin: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """These bytes stand in a pipe to standard input."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
@pytest.mark.parametrize("kind", ["text", "npz"])
def test_standard_input(name: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = io.BytesIO()
    np.savez(archive, q=np.array(Q), k=np.array(K), v=np.array(V))
    content = archive.getvalue() if kind == "npz" else b"q = [[0, 1]]\nk = [[1, 0], [0, 1]]\nv = [[6, 0], [0, 3]]\n"
    typed_into(content, monkeypatch)
    assert stated_in(name) == Stated(Q, K, V)


def test_standard_input_is_read_no_further_than_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never ends is cut off and refused."""
    asked: list[int] = []

    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            asked.append(size)
            return bytes(size)

    monkeypatch.setattr("sys.stdin", argparse.Namespace(buffer=Endless()))
    with pytest.raises(UsageError, match="--from -: it is larger than 64 MiB"):
        stated_in("-")
    assert asked == [LARGEST + 1]


def test_an_empty_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    typed_into(b"", monkeypatch)
    with pytest.raises(UsageError, match="--from -: it has no numbers for Q and K and V"):
        stated_in("-")


def test_a_pipe_that_the_shell_has_opened() -> None:
    """--from <(a command): a pipe by the name /dev/fd/N."""
    reader, writer = os.pipe()
    with os.fdopen(writer, "wb") as pipe:
        pipe.write(b"Q\n0 1\nK\n1 0\n0 1\nV\n6 0\n0 3\n")
    try:
        assert stated_in(f"/dev/fd/{reader}") == Stated(Q, K, V)
    finally:
        os.close(reader)


def test_no_name() -> None:
    for name in ("", " "):
        with pytest.raises(UsageError, match=r"^--from names no file: it takes an \.npz"):
            stated_in(name)


def test_a_device_is_not_read() -> None:
    with pytest.raises(UsageError, match="--from /dev/zero: that is a device or a pipe; name a file, or - for"):
        stated_in("/dev/zero")


def test_long_text(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("Q\n" + "1\n" * LARGEST_TEXT)
    assert "text may be 1 MiB long" in refusal(tmp_path / "x.csv")


@pytest.mark.parametrize(
    ("arrays", "sentence"),
    [
        ({"q": np.eye(2)}, "no array called k or v"),
        ({"q": np.zeros((2, 2, 2)), "k": np.eye(2), "v": np.eye(2)}, "q has 3 axes"),
        ({"q": np.eye(2), "k": np.eye(2) * 1j, "v": np.eye(2)}, "k holds complex128, not real numbers"),
        ({"q": np.eye(2), "k": np.eye(2), "v": np.array(["a"])}, "v holds text, not real numbers"),
    ],
)
def test_arrays_that_are_no_matrices(tmp_path: Path, arrays: dict[str, Any], sentence: str) -> None:
    np.savez(tmp_path / "x.npz", **arrays)
    assert sentence in refusal(tmp_path / "x.npz")


def test_one_array_alone(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.eye(2))
    assert "one array cannot hold Q, K and V" in refusal(tmp_path / "x.npy")


def test_what_is_no_file(tmp_path: Path) -> None:
    assert "there is no such file" in refusal(tmp_path / "nowhere.npz")
    assert "that is a folder" in refusal(tmp_path)


def test_members_that_are_no_arrays(tmp_path: Path) -> None:
    """An archive may hold anything under the names q, k and v."""
    for content in (b"hello", b"", b"\x80\x04]."):
        with zipfile.ZipFile(tmp_path / "x.npz", "w") as archive:
            for name in "qkv":
                archive.writestr(name, content)
        assert "the file is damaged, or not what its name says" in refusal(tmp_path / "x.npz")
        assert "the file is damaged, or not what its name says" in refusal(tmp_path / "x.npz", exported_in)


def test_what_an_archive_holds_instead_is_told(tmp_path: Path) -> None:
    """A few names, each on one line and not too long."""
    np.savez(tmp_path / "x.npz", query=np.eye(2), **{"key\x1b[31m": np.eye(2)}, V=np.eye(2))
    said = refusal(tmp_path / "x.npz", exported_in)
    assert "there is no array called q or k, only query, key\\x1b[31m, V; it takes" in said
    np.savez(tmp_path / "x.npz", **{"x" * 99: np.eye(2)}, **{f"y{i}": np.eye(2) for i in range(9)})
    assert f"called q or k or v, only {'x' * 20}, y0, y1, y2, …; it takes" in refusal(tmp_path / "x.npz")
    np.savez(tmp_path / "x.npz")
    assert "there is no array called q or k or v; it takes" in refusal(tmp_path / "x.npz")


def test_one_letter_in_both_cases(tmp_path: Path) -> None:
    """It is not said which of the two is meant."""
    np.savez(tmp_path / "x.npz", q=np.eye(2), K=np.eye(2), k=np.eye(2) * 2, v=np.eye(2))
    assert "it has two arrays called k; large and small letters are the same here" in refusal(tmp_path / "x.npz")


# Many heads, to look through


def test_heads_in_an_npz(tmp_path: Path) -> None:
    """As they stand, with the type that they are stored in; a batch of one is none."""
    made = arrays(5, heads=4, key_heads=2, dtype=np.float16)
    np.savez(tmp_path / "x.npz", **made)
    read = exported_in(str(tmp_path / "x.npz"))
    assert (read.name, read.dtype, read.heads, read.key_heads) == ("x.npz", "float16", 4, 2)
    assert all((getattr(read, letter) == made[letter]).all() for letter in "qkv")
    np.savez(tmp_path / "y.npz", **{letter: array[None] for letter, array in made.items()})
    assert exported_in(str(tmp_path / "y.npz")).q.shape == (4, 5, 4)


@pytest.mark.parametrize("shape", [(3, 5, 4), (3, 2, 5, 4), (3, 1, 2, 5, 4)])
def test_heads_in_an_npy(tmp_path: Path, shape: tuple[int, ...]) -> None:
    """Q, K and V stacked: matrices, heads, or a batch of one."""
    stacked = np.arange(np.prod(shape), dtype=np.float32).reshape(shape) / 100
    np.save(tmp_path / "x.npy", stacked)
    read = exported_in(str(tmp_path / "x.npy"))
    assert read.k.tolist() == stacked[1].reshape(-1, 5, 4).tolist()


def test_the_order_of_bytes_is_no_type_of_its_own(tmp_path: Path) -> None:
    made = {letter: array.astype(">f4") for letter, array in arrays(3).items()}
    np.savez(tmp_path / "x.npz", **made)
    read = exported_in(str(tmp_path / "x.npz"))
    assert (read.dtype, read.working_type) == ("float32", "float32")


def test_matrices_and_vectors_are_one_head(tmp_path: Path) -> None:
    np.savez(tmp_path / "x.npz", q=np.array([0, 1]), k=np.array(K), v=np.array(V))
    read = exported_in(str(tmp_path / "x.npz"))
    assert (read.q.tolist(), read.k.tolist(), read.v.tolist()) == (
        [list(map(list, Q))],
        [list(map(list, K))],
        [[[6, 0], [0, 3]]],
    )


@pytest.mark.parametrize(
    ("mask", "causal"), [("causal", True), ("none", False), ("Causal", True), (b"causal", True), (["causal"], True)]
)
def test_a_mask_by_its_name(tmp_path: Path, mask: Any, causal: bool) -> None:
    """A text, bytes, in any case; for the commands the same."""
    read = exported_in(str(saved(tmp_path / "x.npz", 4, mask=np.array(mask))))
    assert (read.mask, read.causal) == (None, causal)
    np.savez(tmp_path / "y.npz", q=np.array(Q), k=np.array(K), v=np.array(V), mask=np.array(mask))
    assert stated_in(str(tmp_path / "y.npz")).mask == ("causal" if causal else "none")


def test_a_mask_for_each_head(tmp_path: Path) -> None:
    mask = np.arange(2 * 4 * 4).reshape(2, 4, 4) % 3 > 0
    read = exported_in(str(saved(tmp_path / "x.npz", 4, mask=mask.astype(np.int64))))
    assert read.mask is not None
    assert read.mask.tolist() == mask.tolist()
    read = exported_in(str(saved(tmp_path / "y.npz", 4, mask=mask[None, :1])))
    assert read.mask is not None
    assert read.mask.tolist() == mask[0].tolist()


def test_tokens(tmp_path: Path) -> None:
    """Texts, or bytes as they come from other tools."""
    for name, tokens in (("x.npz", np.array(["a", "b b", "ö"])), ("y.npz", np.array([b"a", b"b b", "ö".encode()]))):
        assert exported_in(str(saved(tmp_path / name, 3, tokens=tokens))).tokens == ("a", "b b", "ö")


@pytest.mark.parametrize("separator", [",", " ", "; "])
def test_text_with_tokens(tmp_path: Path, separator: str) -> None:
    """The same file that compute takes; the tokens on a line of their own."""
    path = tmp_path / "x.csv"
    rows = "\n".join(separator.join(row) for row in (("1", "0"), ("0", "1"), ("1", "1")))
    path.write_text(f"tokens = START, red fox, END\nQ\n{rows}\nK\n{rows}\nV\n{rows}\nmask = causal\n")
    read = exported_in(str(path))
    assert (read.tokens, read.causal, read.dtype) == (("START", "red fox", "END"), True, "text")
    assert read.q.tolist() == [[[1, 0], [0, 1], [1, 1]]]
    assert stated_in(str(path)).tokens == ("START", "red fox", "END")


def text_file(path: Path) -> None:
    path.write_text("Q\n1 0\nK\n1\nV\n1\n")


def a_batch(path: Path) -> None:
    np.savez(path, **{letter: np.stack([array] * 3) for letter, array in arrays(2).items()})


def five_axes(path: Path) -> None:
    np.savez(path, **{letter: array[None, None] for letter, array in arrays(2).items()})


def not_numbers(path: Path) -> None:
    np.savez(path, **{**arrays(2), "k": np.array([["a", "b"]])})


def complex_numbers(path: Path) -> None:
    np.savez(path, **{letter: array * 1j for letter, array in arrays(2).items()})


def without_k(path: Path) -> None:
    np.savez(path, q=np.ones((2, 2)), v=np.ones((2, 2)))


def pickled(path: Path) -> None:
    np.savez(path, q=np.array([object()], dtype=object), k=np.ones(1), v=np.ones(1))


def pickled_tokens(path: Path) -> None:
    saved(path, 2, tokens=np.array(["a", None], dtype=object))


def numbered_tokens(path: Path) -> None:
    saved(path, 2, tokens=np.arange(2))


def a_float_mask(path: Path) -> None:
    saved(path, 2, mask=np.zeros((2, 2)))


def a_mask_of_twos(path: Path) -> None:
    saved(path, 2, mask=np.full((2, 2), 2))


def a_mask_too_small(path: Path) -> None:
    saved(path, 3, mask=np.ones((2, 3), dtype=bool))


def too_many(path: Path) -> None:
    np.savez(path, q=np.zeros((1, 1025, 1)), k=np.zeros((1, 1025, 1)), v=np.zeros((1, 1025, 1)))


def not_finite(path: Path) -> None:
    np.savez(path, **{**arrays(2), "v": np.full((2, 2, 4), np.inf)})


def no_heads(path: Path) -> None:
    np.savez(path, **{letter: np.ones((0, 3, 2)) for letter in "qkv"})


def no_columns(path: Path) -> None:
    np.savez(path, q=np.ones((2, 3, 2)), k=np.ones((2, 3, 2)), v=np.ones((2, 3, 0)))


def beyond_double(path: Path) -> None:
    np.savez(path, **{**arrays(2), "k": np.full((2, 2, 4), np.longdouble("1e3000"))})


def records(path: Path) -> None:
    np.savez(path, **{**arrays(2), "v": np.zeros((2, 2), dtype=[("a", "f4")])})


def a_lone_mask(path: Path) -> None:
    saved(path, 2, mask=np.array(True))


def a_mask_in_words(path: Path) -> None:
    saved(path, 2, mask=np.array("lower\n triangular"))


def nothing(path: Path) -> None:
    path.write_bytes(b"")


def a_stump(path: Path) -> None:
    saved(path, 30)
    path.write_bytes(path.read_bytes()[:900])


def too_large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (text_file, "the queries have 2 numbers each, the keys 1"),
        (a_batch, "q is a batch of 3; save one of them"),
        (five_axes, "q has 5 axes; it takes matrices, or arrays of heads × tokens × columns"),
        (not_numbers, "k holds text, not real numbers"),
        (complex_numbers, "q holds complex128, not real numbers"),
        (without_k, "there is no array called k"),
        (pickled, "it holds pickled objects, which are not opened"),
        (pickled_tokens, "it holds pickled objects, which are not opened"),
        (numbered_tokens, "tokens has to be a row of texts"),
        (a_float_mask, "the mask holds float64; save true and false"),
        (a_mask_of_twos, "a mask holds only 1 (may attend) and 0 (hidden)"),
        (a_mask_too_small, "the mask is 2×3; with a row for each query and a column for each key it is 3×3"),
        (too_many, "1025×1025 weights a head are too many: at most 1048576"),
        (not_finite, "V has a number that is not finite: head 1, row 1, column 1"),
        (no_heads, "there are no heads: add at least one"),
        (no_columns, "the values have no numbers: give each at least one"),
        pytest.param(
            beyond_double,
            "K has a number that is too large for double precision: head 1, row 1, column 1",
            marks=pytest.mark.skipif(np.finfo(np.longdouble).maxexp <= 1024, reason="no longer type here"),
        ),
        (records, "v holds records, not real numbers"),
        (a_lone_mask, "the mask is a single number; with a row for each query and a column for each key it is 2×2"),
        (a_mask_in_words, "the mask is the text lower\\n triangular; as a word it is causal or none"),
        (nothing, "it has no numbers for Q and K and V"),
        (a_stump, "the file is damaged"),
        (too_large, "it is larger than 64 MiB"),
    ],
)
def test_what_cannot_be_looked_through(tmp_path: Path, make: Callable[[Path], None], sentence: str) -> None:
    make(tmp_path / "x.npz")
    assert sentence in refusal(tmp_path / "x.npz", exported_in)


@pytest.mark.parametrize("name", ["-", "/dev/stdin", "/dev/fd/0"])
def test_the_keyboard_is_no_file(name: str) -> None:
    """Where one types commands, numbers cannot come from the same place."""
    with pytest.raises(UsageError, match="what is typed comes from there; name a file"):
        exported_in(name)
