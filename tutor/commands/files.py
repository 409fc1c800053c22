"""Q, K, V and perhaps a mask from a file or standard input: an .npz, an .npy of three stacked matrices, or text.

Nothing in a file is ever run: pickled arrays are refused. How text is laid out is the matter of `filetext`.
"""

from __future__ import annotations

import io
import sys
import warnings
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from tutor.commands import UsageError
from tutor.commands.filetext import HOW, LETTERS, MASK, Stated, checked_mask, from_text
from tutor.maths.problem import Matrix, matrix

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGEST = 64 * 2**20
"""Bytes of a file, and of the arrays in it once unpacked."""

LARGEST_TEXT = 2**20

STANDARD_INPUT = ("-", "/dev/stdin")
PIPES = "/dev/fd/"
"""Where a shell puts what <(a command) writes."""

ZIP, NPY = b"PK", b"\x93NUMPY"


def stated_in(name: str) -> Stated:
    """What the file with this name states; - is standard input. Raises UsageError, one sentence, where it cannot."""
    if not name.strip():
        raise UsageError(f"--from names no file: it takes {HOW}")
    place = f"--from {name}"
    content = _content(place, name)
    if len(content) > LARGEST:
        raise UsageError(f"{place}: it is larger than {LARGEST // 2**20} MiB")
    if content.startswith((ZIP, NPY)):
        return _from_arrays(place, _load(place, io.BytesIO(content), zipped=content.startswith(ZIP)))
    if len(content) > LARGEST_TEXT:
        raise UsageError(f"{place}: text may be {LARGEST_TEXT // 2**20} MiB long; save larger matrices as an .npz")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{place}: it is neither text nor NumPy's format; it takes {HOW}") from None
    return from_text(place, text)


def _content(place: str, name: str) -> bytes:
    """The bytes of a file, and at most one more than are taken."""
    path = Path(name)
    try:
        if name in STANDARD_INPUT:
            return sys.stdin.buffer.read(LARGEST + 1)
        if path.is_dir():
            raise UsageError(f"{place}: that is a folder; name a file, {HOW}")
        path.stat()
        if not path.is_file() and not (path.is_fifo() and name.startswith(PIPES)):
            raise UsageError(f"{place}: that is a device or a pipe; name a file, or - for standard input")
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = "there is no such file" if isinstance(error, FileNotFoundError) else "it cannot be read"
        raise UsageError(f"{place}: {reason}") from None


def _load(place: str, file: BinaryIO, *, zipped: bool) -> dict[str, NDArray[Any]]:
    """The arrays by lower-case name."""
    import numpy as np

    try:
        if zipped:
            with zipfile.ZipFile(file) as archive:
                if sum(member.file_size for member in archive.infolist()) > LARGEST:
                    raise UsageError(f"{place}: unpacked, it is larger than {LARGEST // 2**20} MiB")
            file.seek(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if zipped:
                with np.load(file, allow_pickle=False) as archive:
                    wanted = [key for key in archive.files if key.lower() in (*LETTERS, MASK)]
                    return {key.lower(): archive[key] for key in wanted}
            stacked = np.load(file, allow_pickle=False)
    except UsageError:
        raise
    except Exception as error:  # a damaged file makes NumPy and zipfile raise almost anything
        if "allow_pickle" in str(error):
            raise UsageError(f"{place}: it holds pickled objects, which are not opened; save plain numbers") from None
        raise UsageError(f"{place}: the file is damaged, or not what its name says") from None
    if stacked.ndim != 3 or len(stacked) != 3:
        raise UsageError(f"{place}: one array cannot hold Q, K and V; save {HOW}")
    return dict(zip(LETTERS, stacked, strict=True))


def _from_arrays(place: str, arrays: dict[str, NDArray[Any]]) -> Stated:
    missing = [key for key in LETTERS if key not in arrays]
    if missing:
        raise UsageError(f"{place}: there is no array called {' or '.join(missing)}; it takes {HOW}")
    q, k, v = (_matrix(place, key, arrays[key]) for key in LETTERS)
    mask = arrays.get(MASK)
    if mask is None:
        return Stated(q, k, v)
    if mask.dtype.kind not in "bui":
        # A float mask is added elsewhere, where 0 hides nothing: it would mean the opposite here.
        raise UsageError(
            f"{place}: the mask holds {mask.dtype}; save true and false, or whole numbers 1 (may attend) and 0 (hidden)"
        )
    return Stated(q, k, v, checked_mask(place, _matrix(place, MASK, mask)))


def _matrix(place: str, name: str, array: NDArray[Any]) -> Matrix:
    if array.dtype.kind not in "biuf":
        raise UsageError(f"{place}: {name} holds {array.dtype}, not real numbers")
    if array.ndim == 1:
        array = array[None, :]
    if array.ndim != 2:
        raise UsageError(f"{place}: {name} has {array.ndim} axes; a matrix has 2 (--heads splits its columns)")
    return matrix(array.tolist())
