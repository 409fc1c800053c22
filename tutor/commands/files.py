"""Q, K, V and perhaps a mask from a file or standard input: an .npz, an .npy of the three stacked, or text.

`stated_in` gives one head's matrices, for a command to print; `exported_in` arrays of any number of heads, to look
through. Nothing in a file is ever run: pickled arrays are refused. How text is laid out is the matter of `filetext`.
"""

from __future__ import annotations

import io
import sys
import warnings
import zipfile
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from tutor.commands import UsageError
from tutor.commands.filetext import HOW, LETTERS, MASK, TOKENS, Stated, checked_mask, from_text
from tutor.maths.problem import Matrix, matrix
from tutor.notation.visible import printable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tutor.maths.exported import Exported

    Arrays = dict[str, NDArray[Any]]

LARGEST = 64 * 2**20
"""Bytes of a file, and of the arrays in it once unpacked."""

LARGEST_TEXT = 2**20

STANDARD_INPUT = ("-", "/dev/stdin", "/dev/fd/0")
PIPES = "/dev/fd/"
"""Where a shell puts what <(a command) writes."""

ZIP, NPY = b"PK", b"\x93NUMPY"

WORDS: tuple[Literal["none", "causal"], ...] = ("none", "causal")
"""What a mask may be as a text."""

LONGEST_NAME = 20
MOST_NAMED = 4
"""Of a file's own names, what is told in a message."""

HEADS = "matrices, or arrays of heads × tokens × columns"
"""What an .npz may hold where heads are looked at one by one."""


def stated_in(name: str) -> Stated:
    """What the file with this name states; - is standard input. Raises UsageError, one sentence, where it cannot."""
    place, read = _read(name)
    return read if isinstance(read, Stated) else _from_arrays(place, read)


def exported_in(name: str) -> Exported:
    """The arrays of all heads in the file with this name. Raises UsageError, one sentence, where it cannot.

    Standard input is where the keys come from here, so it is refused.
    """
    from tutor.maths.exported import Exported

    if name in STANDARD_INPUT:
        raise UsageError(f"--from {name}: what is typed comes from there; name a file")
    place, read = _read(name)
    try:
        if isinstance(read, Stated):
            return _exported_text(name, read)
        q, k, v = (_heads_of(place, letter, array) for letter, array in _the_three(place, read))
        mask, causal = _exported_mask(place, read.get(MASK))
        stored = sorted({read[letter].dtype.name for letter in LETTERS})
        return Exported(
            name=Path(name).name,
            q=q,
            k=k,
            v=v,
            dtype=" and ".join(stored),
            mask=mask,
            causal=causal,
            tokens=_tokens(place, read.get(TOKENS)),
        )
    except ValueError as error:
        raise UsageError(f"{place}: {error}") from None


def _read(name: str) -> tuple[str, Stated | Arrays]:
    """What messages call the file, and what a text states, or the arrays by lower-case name."""
    if not name.strip():
        raise UsageError(f"--from names no file: it takes {HOW}")
    place = f"--from {name}"
    content = _content(place, name)
    if len(content) > LARGEST:
        raise UsageError(f"{place}: it is larger than {LARGEST // 2**20} MiB")
    if content.startswith((ZIP, NPY)):
        return place, _load(place, io.BytesIO(content), zipped=content.startswith(ZIP))
    if len(content) > LARGEST_TEXT:
        raise UsageError(f"{place}: text may be {LARGEST_TEXT // 2**20} MiB long; save larger matrices as an .npz")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{place}: it is neither text nor NumPy's format; it takes {HOW}") from None
    return place, from_text(place, text)


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


def _load(place: str, file: BinaryIO, *, zipped: bool) -> Arrays:
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
                    return _by_letter(place, archive)
            stacked = np.load(file, allow_pickle=False)
    except UsageError:
        raise
    except Exception as error:  # a damaged file makes NumPy and zipfile raise almost anything
        if "allow_pickle" in str(error):
            raise UsageError(f"{place}: it holds pickled objects, which are not opened; save plain numbers") from None
        raise UsageError(f"{place}: the file is damaged, or not what its name says") from None
    if stacked.ndim < 3 or len(stacked) != 3:
        raise UsageError(f"{place}: one array cannot hold Q, K and V; save {HOW}")
    return dict(zip(LETTERS, stacked, strict=True))


def _by_letter(place: str, archive: Mapping[str, Any]) -> Arrays:
    """What is wanted of an archive, by lower-case name. ValueError where NumPy finds no array in a member."""
    wanted = [key for key in archive if key.lower() in (*LETTERS, MASK, TOKENS)]
    lower = [key.lower() for key in wanted]
    for key in lower:
        if lower.count(key) > 1:
            raise UsageError(f"{place}: it has two arrays called {key}; large and small letters are the same here")
    missing = [key for key in LETTERS if key not in lower]
    if missing:
        raise UsageError(f"{place}: there is no array called {' or '.join(missing)}{_others(archive)}; it takes {HOW}")
    arrays = {key.lower(): archive[key] for key in wanted}
    if any(isinstance(array, bytes) for array in arrays.values()):
        raise ValueError("a member that is no array")
    return arrays


def _others(archive: Mapping[str, Any]) -> str:
    """What the arrays are called instead: the first ones."""
    found = [printable(key)[:LONGEST_NAME] for key in islice(archive, MOST_NAMED)]
    more = ", …" if len(archive) > MOST_NAMED else ""
    return f", only {', '.join(found)}{more}" if found else ""


def _the_three(place: str, arrays: Arrays) -> list[tuple[str, NDArray[Any]]]:
    """Q, K and V with their letters, all of them real numbers."""
    for name in LETTERS:
        if arrays[name].dtype.kind not in "biuf":
            raise UsageError(f"{place}: {name} holds {_type(arrays[name])}, not real numbers")
    return [(name, arrays[name]) for name in LETTERS]


def _type(array: NDArray[Any]) -> str:
    """What an array holds: by NumPy's name for numbers, in words for what is none."""
    if array.dtype.names is not None:
        return "records"
    return {"U": "text", "S": "text", "M": "dates", "m": "spans of time"}.get(array.dtype.kind, array.dtype.name)


# One head, as plain numbers.


def _from_arrays(place: str, arrays: Arrays) -> Stated:
    q, k, v = (_matrix(place, name, array) for name, array in _the_three(place, arrays))
    mask = arrays.get(MASK)
    word = None if mask is None else _mask_word(place, mask)
    if mask is None or word is not None:
        return Stated(q, k, v, word)
    _check_hiding(place, mask)
    return Stated(q, k, v, checked_mask(place, _matrix(place, MASK, mask)))


def _matrix(place: str, name: str, array: NDArray[Any]) -> Matrix:
    if array.ndim == 1:
        array = array[None, :]
    if array.ndim != 2:
        raise UsageError(f"{place}: {name} has {array.ndim} axes; a matrix has 2 (--heads splits its columns)")
    return matrix(array.tolist())


# Many heads, as arrays.


def _exported_text(name: str, stated: Stated) -> Exported:
    """A text's matrices as one head."""
    from tutor.maths.checks import from_rows
    from tutor.maths.exported import Exported

    q, k, v = (from_rows(letter.upper(), getattr(stated, letter))[None] for letter in LETTERS)
    mask = stated.mask if isinstance(stated.mask, tuple) else None
    return Exported(
        name=Path(name).name,
        q=q,
        k=k,
        v=v,
        dtype="text",
        mask=None if mask is None else from_rows("the mask", mask) > 0,
        causal=stated.mask == "causal",
        tokens=stated.tokens,
    )


def _heads_of(place: str, name: str, array: NDArray[Any]) -> NDArray[Any]:
    """An array as (heads, tokens, columns): a vector is one row, a matrix one head, a batch of one none at all."""
    if array.ndim == 4 and len(array) > 1:
        raise UsageError(f"{place}: {name} is a batch of {len(array)}; save one of them, {HEADS}")
    if array.ndim == 4:
        array = array[0]
    if not 1 <= array.ndim <= 3:
        raise UsageError(f"{place}: {name} has {array.ndim} axes; it takes {HEADS}")
    return array.reshape((1,) * (3 - array.ndim) + array.shape)


def _exported_mask(place: str, mask: NDArray[Any] | None) -> tuple[NDArray[Any] | None, bool]:
    """The mask as True and False, and whether it is the word causal."""
    word = None if mask is None else _mask_word(place, mask)
    if mask is None or word is not None:
        return None, word == "causal"
    _check_hiding(place, mask)
    if not ((mask == 0) | (mask == 1)).all():
        raise UsageError(f"{place}: a mask holds only 1 (may attend) and 0 (hidden)")
    while mask.ndim > 2 and len(mask) == 1:
        mask = mask[0]
    return (mask[None, :] if mask.ndim == 1 else mask) > 0, False


def _mask_word(place: str, mask: NDArray[Any]) -> Literal["none", "causal"] | None:
    """A mask that is one text as the word that it is; None where it is none."""
    if mask.dtype.kind not in "US" or mask.size != 1:
        return None
    text = _text(mask.item())
    for word in WORDS:
        if text.strip().lower() == word:
            return word
    shown = printable(text)[:LONGEST_NAME]
    raise UsageError(f"{place}: the mask is the text {shown}; as a word it is causal or none")


def _check_hiding(place: str, mask: NDArray[Any]) -> None:
    if mask.dtype.kind not in "bui":
        # A float mask is added elsewhere, where 0 hides nothing: it would mean the opposite here.
        instead = "save true and false, or whole numbers 1 (may attend) and 0 (hidden)"
        raise UsageError(f"{place}: the mask holds {_type(mask)}; {instead}")


def _tokens(place: str, array: NDArray[Any] | None) -> tuple[str, ...]:
    if array is None:
        return ()
    if array.dtype.kind not in "US" or array.ndim != 1:
        raise UsageError(f"{place}: tokens has to be a row of texts, one a token")
    return tuple(map(_text, array.tolist()))


def _text(x: str | bytes) -> str:
    return x.decode("utf-8", "replace") if isinstance(x, bytes) else x
