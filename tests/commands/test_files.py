"""Q, K and V from files: what is taken, and one sentence for all that is damaged, hostile or misshapen."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tutor.commands import UsageError
from tutor.commands.files import LARGEST, LARGEST_TEXT, matrices_from

Q, K, V = ((0.0, 1.0),), ((1.0, 0.0), (0.0, 1.0)), ((6.0, 0.0), (0.0, 3.0))


class Hostile:
    """Would write a file on being unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return (Path.touch, (self.path,))


def refusal(path: Path) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UsageError) as caught:
            matrices_from(str(path))
    assert "\n" not in str(caught.value)
    assert path.name in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("names", ["qkv", "QKV"])
@pytest.mark.parametrize("dtype", [np.int32, np.float32, np.float64])
def test_an_npz_in_either_case(tmp_path: Path, names: str, dtype: type) -> None:
    arrays = {name: np.array(rows, dtype=dtype) for name, rows in zip(names, (Q, K, V), strict=True)}
    np.savez(tmp_path / "x.npz", **arrays, other=np.ones(3))
    assert matrices_from(str(tmp_path / "x.npz")) == (Q, K, V)


def test_a_vector_is_one_row(tmp_path: Path) -> None:
    np.savez(tmp_path / "x.npz", q=np.array([0, 1]), k=np.array(K), v=np.array(V))
    assert matrices_from(str(tmp_path / "x.npz"))[0] == Q


def test_three_stacked_matrices_in_an_npy(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.stack([K, K, V]))
    assert matrices_from(str(tmp_path / "x.npy")) == (K, K, V)


@pytest.mark.parametrize(
    "text",
    [
        "Q,\n0,1\nK,\n1,0\n0,1\nV,\n6,0\n0,3\n",
        "\ufeffQ;\r\n0;1\r\n\r\nK;\r\n1;0\r\n0;1\r\n\r\nV;\r\n6;0\r\n0;3\r\n",
        "q =\n0 1\nk =\n1 0; 0 1\nv =\n6 0\n0 3",
        '"V"\n6\t0\n0\t3\n"Q"\n0\t1\n"K"\n1\t0\n0\t1\n',
    ],
)
def test_text_with_a_heading_above_each_matrix(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(text.encode())
    assert matrices_from(str(path)) == (Q, K, V)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,0\n0,1\n", "line 1 stands under no heading"),
        ("", "it has no numbers for Q and K and V"),
        ("Q\n1\nK\n1\nV\n", "it has no numbers for V"),
        ("Q\n1\nQ\n2\n", "line 3 begins Q a second time"),
        ("Q\n1 nan\nK\n1 0\nV\n1\n", "column 2 is not a finite number"),
        ("Q\n1 0\nK\n1 zero\nV\n1\n", "line 4"),
        ("Q\n1 0\nK\n1,,0\nV\n1\n", "line 4"),
    ],
)
def test_text_that_cannot_be_read(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "x.csv"
    path.write_text(text)
    assert sentence in refusal(path)


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
        numbers = matrices_from(str(path))
    except UsageError:
        assert refusal(path)
    else:
        assert numbers == (Q, K, V)


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


def test_long_text(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("Q\n" + "1\n" * LARGEST_TEXT)
    assert "text may be 1 MiB long" in refusal(tmp_path / "x.csv")


@pytest.mark.parametrize(
    ("arrays", "sentence"),
    [
        ({"q": np.eye(2)}, "no array called k or v"),
        ({"q": np.zeros((2, 2, 2)), "k": np.eye(2), "v": np.eye(2)}, "q has 3 axes"),
        ({"q": np.eye(2), "k": np.eye(2) * 1j, "v": np.eye(2)}, "k holds complex128, not real numbers"),
        ({"q": np.eye(2), "k": np.eye(2), "v": np.array(["a"])}, "v holds <U1, not real numbers"),
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
