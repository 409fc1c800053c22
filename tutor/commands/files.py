"""Q, K and V from a file: an .npz, an .npy of three stacked matrices, or text with a heading over each matrix.

Nothing in a file is ever run: pickled arrays are refused.
"""

from __future__ import annotations

import warnings
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tutor.commands import UsageError
from tutor.commands.inputs import rows_of
from tutor.maths.problem import Matrix, Vector, matrix

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGEST = 64 * 2**20
"""Bytes of a file, and of the arrays in it once unpacked."""

LARGEST_TEXT = 2**20

NAMES = ("q", "k", "v")

HEADING_MARKS = " \t,;:=\"'"

HOW = "an .npz with the arrays q, k and v, or text with a line Q, K or V above each matrix"


def matrices_from(name: str) -> tuple[Matrix, Matrix, Matrix]:
    """Q, K and V of the file with this name. Raises UsageError, one sentence, where it does not hold them."""
    path = Path(name)
    if path.is_dir():
        raise UsageError(f"--from {name}: that is a folder; name a file, {HOW}")
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise UsageError(f"--from {name}: that is a device or a pipe; name a file, {HOW}")
        if size > LARGEST:
            raise UsageError(f"--from {name}: the file is larger than {LARGEST // 2**20} MiB")
        with path.open("rb") as file:
            start = file.read(6)
    except (OSError, ValueError) as error:
        reason = "there is no such file" if isinstance(error, FileNotFoundError) else "it cannot be opened"
        raise UsageError(f"--from {name}: {reason}") from None
    if start[:2] == b"PK" or start == b"\x93NUMPY":
        return _from_arrays(name, _load(name, path, zipped=start[:2] == b"PK"))
    if size > LARGEST_TEXT:
        raise UsageError(
            f"--from {name}: text may be {LARGEST_TEXT // 2**20} MiB long; save larger matrices as an .npz"
        )
    return _from_text(name, path)


def _load(name: str, path: Path, *, zipped: bool) -> dict[str, NDArray[Any]]:
    """The arrays by lower-case name."""
    import numpy as np

    try:
        if zipped:
            with zipfile.ZipFile(path) as archive:
                if sum(member.file_size for member in archive.infolist()) > LARGEST:
                    raise UsageError(f"--from {name}: unpacked, it is larger than {LARGEST // 2**20} MiB")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if zipped:
                with np.load(path, allow_pickle=False) as archive:
                    return {key.lower(): archive[key] for key in archive.files if key.lower() in NAMES}
            stacked = np.load(path, allow_pickle=False)
    except UsageError:
        raise
    except Exception as error:  # a damaged file makes NumPy and zipfile raise almost anything
        if "allow_pickle" in str(error):
            raise UsageError(
                f"--from {name}: it holds pickled objects, which are not opened; save plain numbers"
            ) from None
        raise UsageError(f"--from {name}: the file is damaged, or not what its name says") from None
    if stacked.ndim != 3 or len(stacked) != 3:
        raise UsageError(f"--from {name}: one array cannot hold Q, K and V; save {HOW}")
    return dict(zip(NAMES, stacked, strict=True))


def _from_arrays(name: str, arrays: dict[str, NDArray[Any]]) -> tuple[Matrix, Matrix, Matrix]:
    missing = [key for key in NAMES if key not in arrays]
    if missing:
        raise UsageError(f"--from {name}: there is no array called {' or '.join(missing)}; it takes {HOW}")
    matrices = []
    for key in NAMES:
        array = arrays[key]
        if array.dtype.kind not in "biuf":
            raise UsageError(f"--from {name}: {key} holds {array.dtype}, not real numbers")
        if array.ndim == 1:
            array = array[None, :]
        if array.ndim != 2:
            raise UsageError(f"--from {name}: {key} has {array.ndim} axes; a matrix has 2 (--heads splits its columns)")
        matrices.append(matrix(array.tolist()))
    q, k, v = matrices
    return q, k, v


def _from_text(name: str, path: Path) -> tuple[Matrix, Matrix, Matrix]:
    """Lines under the headings Q, K and V, each line read as if it were typed; a comma or semicolon separates."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"--from {name}: it is neither text nor NumPy's format; it takes {HOW}") from None
    except OSError:
        raise UsageError(f"--from {name}: it cannot be read") from None
    blocks: dict[str, list[Vector]] = {}
    current: list[Vector] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        heading = line.strip(HEADING_MARKS).lower()
        if heading in NAMES:
            if heading in blocks:
                raise UsageError(f"--from {name}: line {number} begins {heading.upper()} a second time")
            current = blocks[heading] = []
        elif current is not None and heading:
            current += _row(f"--from {name}, line {number}:", line)
        elif heading:
            raise UsageError(f"--from {name}: line {number} stands under no heading; it takes {HOW}")
    missing = [key.upper() for key in NAMES if not blocks.get(key)]
    if missing:
        raise UsageError(f"--from {name}: it has no numbers for {' and '.join(missing)}; it takes {HOW}")
    q, k, v = (tuple(blocks[key]) for key in NAMES)
    return q, k, v


def _row(place: str, line: str) -> Matrix:
    """One line. Spreadsheets separate by semicolons, so a column of single numbers is a row here."""
    rows = rows_of(place, line)
    return (tuple(row[0] for row in rows),) if all(len(row) == 1 for row in rows) else rows
