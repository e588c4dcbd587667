"""Anything that holds a column of values, as a NumPy array with missing values marked."""

from collections.abc import Mapping
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.errors import ScoreError
from aucurate.formatting import shortened

INEXACT_HINT = "replace the scores by their ranks, or subtract a constant first."
_EXACT_INTEGER = 2**53
_CHUNK = 2**16
_WIDE = (nw.Int128, nw.UInt128, nw.Decimal)


def column(values: Any) -> NDArray[Any]:
    """A one-dimensional array from a list, an array, a series of any frame library, or DLPack.

    Nulls of nullable columns come out as NaN (numbers) or None (everything else).
    """
    if isinstance(values, np.ndarray):
        array: NDArray[Any] = values
    elif isinstance(values, list | tuple | range):
        array = _from_list(list(values))
    else:
        array = _foreign(values)
    if isinstance(array, np.ma.MaskedArray):
        array = _unmasked(array)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim == 0:
        raise ScoreError(
            f"expected a column of values, not a {type(values).__name__}.",
            hint='take those of one classifier, such as scores["forest"]; compare takes several.'
            if isinstance(values, Mapping)
            else "pass a list or an array with one value per observation.",
        )
    if array.ndim > 1:
        raise ScoreError(
            f"a column of values must be one-dimensional; this one has the shape {array.shape}.",
            hint='take one column, such as scores["forest"]; compare takes a frame of scores.'
            if hasattr(values, "columns")
            else _several_hint(array),
        )
    return array


def as_matrix(values: Any) -> NDArray[Any] | None:
    """Values with two dimensions (an array, a tensor, a list of lists or of vectors), else None."""
    nested = isinstance(values, list | tuple) and len(values) > 0 and np.ndim(values[0]) == 1
    if not nested and getattr(values, "ndim", 1) != 2:
        return None
    try:
        matrix = np.asarray(values)
    except (TypeError, ValueError, RuntimeError):  # ragged, or on another device
        return None
    return matrix if matrix.ndim == 2 else None


def probabilities_hint(matrix: NDArray[Any]) -> str:
    """What to do with a row of probabilities per observation; nothing where they are none."""
    if matrix.dtype.kind not in "biuf" or not len(matrix):
        return ""
    sums_to_one = np.allclose(matrix.sum(axis=1, dtype=np.float64), 1.0, rtol=0, atol=1e-3)
    if not sums_to_one or matrix.min() < 0:
        return ""
    if matrix.shape[1] == 2:
        return "for predict_proba's two columns take the positive one: probabilities[:, 1]."
    return _CLASSES_HINT


_CLASSES_HINT = (
    "for several classes with one column of scores each: hand_till_auc(labels, scores), or "
    "multiclass(ClassScores.from_arrays(labels, scores))."
)


def _several_hint(array: NDArray[Any]) -> str:
    """What to do with several values per observation."""
    if array.ndim != 2:
        return "pass one number per observation."
    rows, columns = array.shape
    if columns > rows:
        return (
            'give one vector of scores; compare takes several by name, {"forest": scores[0], '
            '"logistic": scores[1]}.'
        )
    hint = probabilities_hint(array)
    if hint:
        return hint
    one = ", for predict_proba probabilities[:, 1]" if columns == 2 else ""
    several = "" if columns == 2 else f"; {_CLASSES_HINT.rstrip('.')}"
    return (
        f'take one column{one}; compare takes several by name, {{"forest": scores[:, 0], '
        f'"logistic": scores[:, 1]}}{several}.'
    )


def _from_list(values: list[Any]) -> NDArray[Any]:
    """Mixed lists stay objects: np.asarray would turn [1, 'a'] into text without a word."""
    kinds = {type(v) for v in values}
    whole = {k for k in kinds if issubclass(k, int | np.integer)}
    numeric = kinds <= {int, float, bool, np.float64, np.int64, type(None)}
    if whole and kinds != whole and any(_beyond_float(v) for v in values):
        return _objects(values)
    if numeric and type(None) in kinds:
        return np.array([np.nan if v is None else v for v in values], np.float64)
    if len(kinds) > 1 and any(issubclass(k, str | type(None)) for k in kinds):
        return _objects(values)
    if kinds == {str} and not _fits_one_width(values):
        return _objects(values)
    try:
        array = np.asarray(values)
        return _objects(values) if kinds == whole and array.dtype.kind == "f" else array
    except (ValueError, OverflowError):
        raise ScoreError(
            "a column of values must be one-dimensional; this one contains sequences of different "
            "lengths.",
            hint="pass one number per observation.",
        ) from None


def _fits_one_width(texts: list[str]) -> bool:
    """Whether NumPy's text of one width keeps these apart, and wastes no memory on a long one."""
    longest = max(map(len, texts))
    room = 8 * sum(map(len, texts)) + 2**20
    return longest * len(texts) <= room and not any(text.endswith("\0") for text in texts)


def _objects(values: list[Any]) -> NDArray[Any]:
    array = np.empty(len(values), object)
    array[:] = values
    return array


def _beyond_float(value: Any) -> bool:
    return isinstance(value, int | np.integer) and abs(int(value)) > _EXACT_INTEGER


def is_estimator(value: Any) -> bool:
    """Whether this is an estimator that follows scikit-learn's conventions, or the class of one.

    Some of them have a length and items (the steps of a pipeline, the trees of a forest), and would
    be read as a list.
    """
    kind = value if isinstance(value, type) else type(value)
    return any(
        callable(getattr(kind, name, None))
        for name in ("fit", "predict_proba", "decision_function")
    )


def _foreign(values: Any) -> NDArray[Any]:
    if is_estimator(values):
        raise ScoreError(
            f"a {getattr(values, '__name__', type(values).__name__)} is an estimator, not a column "
            "of values.",
            hint="score the observations with it after fitting, e.g. "
            'scores_from_estimators({"forest": fitted}, X, y), or compare({"forest": fitted}, X, '
            "y).",
        )
    series = nw.from_native(values, series_only=True, pass_through=True)
    if isinstance(series, nw.Series):
        return _from_series(series)
    if getattr(values, "null_count", 0) and hasattr(values, "to_pylist"):
        return _from_list(values.to_pylist())
    try:
        if hasattr(values, "__dlpack__") and not hasattr(values, "__array__"):
            return np.from_dlpack(values)
        return np.asarray(list(values) if hasattr(values, "__next__") else values)
    except (TypeError, ValueError, OverflowError, BufferError, RuntimeError) as error:
        raise ScoreError(
            f"a {type(values).__name__} cannot be read as a column of values: {error}.",
            hint="if it is on another device, move it to the CPU first, e.g. tensor.cpu().",
        ) from None


def _from_series(series: "nw.Series[Any]") -> NDArray[Any]:
    if series.dtype in _WIDE:
        return _objects([None if _is_missing(v) else v for v in series.to_list()])
    if series.null_count() and series.dtype.is_integer():
        return _integers(series.fill_null(0).to_numpy(), series.is_null().to_numpy())
    if series.null_count() and series.dtype.is_numeric():
        return series.cast(nw.Float64).fill_null(float("nan")).to_numpy()
    if series.null_count() or not (series.dtype.is_numeric() or series.dtype == nw.Boolean):
        return _objects([None if _is_missing(v) else v for v in _listed(series)])
    return series.to_numpy()


_DAYS = {  # the range of Python's own types, counted from 1970
    nw.Date: (-719_162, 2_932_896),
    nw.Datetime: (-719_162, 2_932_896),
    nw.Duration: (-999_999_999, 999_999_998),
}
_PER_DAY = {"ms": 86_400_000, "us": 86_400_000_000, "ns": 86_400_000_000_000}


def _listed(series: "nw.Series[Any]") -> list[Any]:
    """The values as Python objects; times that differ only in nanoseconds, as text."""
    if series.dtype.is_temporal():
        _refuse_far_times(series)
    values = series.to_list()
    if not series.dtype.is_temporal() or len(set(values)) == series.n_unique():
        return values
    if series.dtype == nw.Datetime:
        return series.cast(nw.String).to_list()
    return [None if n is None else f"{n} ns" for n in series.cast(nw.Int64).to_list()]


def _refuse_far_times(series: "nw.Series[Any]") -> None:
    """Times that Python's own types cannot hold, which polars answers with a panic."""
    days = next((days for kind, days in _DAYS.items() if series.dtype == kind), None)
    if days is None or not series.implementation.is_polars() or len(series.drop_nulls()) == 0:
        return
    counts = series.to_native().to_physical()
    per_day = _PER_DAY.get(getattr(series.dtype, "time_unit", ""), 1)
    if counts.min() // per_day < days[0] or counts.max() // per_day > days[1]:
        raise ScoreError(
            f"column '{shortened(series.name)}' holds times outside the years 1 to 9999, or "
            "durations of more than a billion days.",
            hint="check the unit of the times, or pass them as text.",
        )


def _unmasked(array: "np.ma.MaskedArray[Any, Any]") -> NDArray[Any]:
    missing = np.ma.getmaskarray(array)
    if array.dtype.kind in "iu":
        return _integers(np.asarray(array.data), missing)
    kind = {"b": np.dtype(np.float64), "f": array.dtype}.get(array.dtype.kind, np.dtype(object))
    plain: NDArray[Any] = np.array(array.data, kind)
    plain[missing] = None if kind.kind == "O" else np.nan
    return plain


def _integers(array: NDArray[Any], missing: NDArray[np.bool_]) -> NDArray[Any]:
    """Whole numbers with gaps: floats with NaN, or objects where a float could not hold them."""
    known = array[~missing]
    largest = max(int(known.max()), -int(known.min())) if len(known) else 0
    inside = largest <= _EXACT_INTEGER
    plain: NDArray[Any] = array.astype(np.float64 if inside else object)
    plain[missing] = np.nan if inside else None
    return plain


def floats(values: Any) -> NDArray[np.float64]:
    """The values as an array of 64-bit floats; an empty one where they are not all real numbers."""
    try:
        array = np.asarray(values)
        if array.dtype.kind in "biufO":
            return array.astype(np.float64)
    except Exception:  # an object's own conversion may raise anything
        return np.empty(0)
    return np.empty(0)


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, read-only from now on."""
    array.flags.writeable = False
    return array


def coded(array: NDArray[Any]) -> tuple[NDArray[np.int64], list[Any]]:
    """Integer codes of the different values of a column, and the values, in ascending order.

    Text and objects are distinguished by hashing, objects by their ``str``, and never text from an
    object that reads the same: 1 is not "1". They are in the order of their text.

    >>> codes, values = coded(np.array(["b", "a", "b"], object))
    >>> codes.tolist(), values
    ([1, 0, 1], ['a', 'b'])
    """
    if array.dtype.kind in "iu" and (dense := _dense_codes(array)) is not None:
        return dense
    if array.dtype.kind not in "OU":
        distinct, codes = np.unique(array, return_inverse=True)
        return codes.astype(np.int64).reshape(-1), list(distinct)
    code_of: dict[str | tuple[str], int] = {}
    found = np.empty(len(array), np.int64)
    for begin in range(0, len(array), _CHUNK):
        keys = array[begin : begin + _CHUNK].tolist()
        if set(map(type, keys)) != {str}:
            keys = [key if isinstance(key, str) else (str(key),) for key in keys]
        for key in dict.fromkeys(keys):
            code_of.setdefault(key, len(code_of))
        found[begin : begin + _CHUNK] = np.fromiter(map(code_of.__getitem__, keys), np.int64)
    texts = [key if isinstance(key, str) else key[0] for key in code_of]
    order = sorted(range(len(texts)), key=texts.__getitem__)
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    return place[found], [texts[at] for at in order]


def _dense_codes(array: NDArray[Any]) -> tuple[NDArray[np.int64], list[Any]] | None:
    """:func:`coded` of whole numbers that lie so close together that nothing need be sorted."""
    if not len(array):
        return None
    lowest, highest = int(array.min()), int(array.max())
    if highest - lowest > 8 * len(array) or highest >= 2**62:
        return None
    offsets = (array - lowest).astype(np.int64, copy=False)
    there = np.zeros(highest - lowest + 1, np.bool_)
    there[offsets] = True
    place = np.cumsum(there) - 1
    return place[offsets], list(np.flatnonzero(there) + lowest)


def missing_mask(array: NDArray[Any]) -> NDArray[np.bool_] | None:
    """Which values are missing (NaN, None), or None when none is."""
    if array.dtype.kind == "f":
        gone: NDArray[np.bool_] = np.isnan(array) if _any_nan(array) else np.empty(0, np.bool_)
        return gone if len(gone) else None
    if array.dtype.kind == "O":
        mask = np.fromiter((_is_missing(v) for v in array), np.bool_, len(array))
        return mask if mask.any() else None
    return None


def _any_nan(array: NDArray[Any]) -> bool:
    return bool(len(array)) and bool(np.isnan(array.min()))  # min() carries a NaN, without a copy


def _is_missing(value: Any) -> bool:
    if value is None or (isinstance(value, float) and value != value):
        return True
    return type(value).__name__ in {"NAType", "NaTType"}


def numeric_scores(values: Any, name: str) -> NDArray[Any]:
    """Scores as float64, or float32 where they are; missing ones are NaN.

    What would not keep its order in a float is refused, and so is everything that is not a number.
    """
    array = column(values)
    if array.dtype == np.float64 or array.dtype == np.float32:
        return array
    if array.dtype.kind == "O":
        return _numbers_from_objects(array, name)
    if array.dtype.kind in "biu" or array.dtype == np.float16:
        wide = array.astype(np.float64)
        if array.dtype.kind in "iu" and array.dtype.itemsize == 8:
            _refuse_inexact(array, wide, name)
        return wide
    if array.dtype.kind == "f":
        with np.errstate(over="ignore"):
            wide = array.astype(np.float64)
        _refuse_inexact(array, wide, name)
        return wide
    if array.dtype.kind in "US":
        raise ScoreError(
            f"scores must be numbers; column '{shortened(name)}' holds text"
            + (f" such as {shortened(repr(array[0].item()))}." if len(array) else "."),
            hint=_text_hint(array[0].item() if len(array) else ""),
        )
    raise ScoreError(
        f"scores must be numbers; column '{shortened(name)}' holds {array.dtype}"
        + (f" such as {shortened(str(array[0]))}." if len(array) else "."),
        hint="pass one real number per observation.",
    )


def _text_hint(value: str | bytes) -> str:
    """What to do with text in the place of a score."""
    try:
        float(value)
    except ValueError:
        return "give one number per observation, e.g. the probability of the positive class."
    return "convert the text to numbers: scores.astype(float)."


def _refuse_inexact(array: NDArray[Any], wide: NDArray[np.float64], name: str) -> None:
    inside = array.dtype.kind in "iu" and (
        not len(array)
        or (int(array.max()) <= _EXACT_INTEGER and int(array.min()) >= -_EXACT_INTEGER)
    )
    if inside:
        return
    with np.errstate(invalid="ignore"):
        changed = (wide.astype(array.dtype) != array) & ~np.isnan(wide)
    if array.dtype.kind in "iu":
        changed |= wide >= 2.0 ** (63 if array.dtype.kind == "i" else 64)
    if changed.any():
        row = int(np.argmax(changed))
        raise _inexact(name, row, array[row])


def _inexact(name: str, row: int, value: Any) -> ScoreError:
    try:
        shown = shortened(str(value))
    except ValueError:  # Python does not write out whole numbers of so many digits
        shown = f"a whole number of {value.bit_length():,} bits"
    return ScoreError(
        f"column '{shortened(name)}', row {row} is {shown}, which a 64-bit float cannot represent "
        "exactly; rounding would create ties.",
        hint=INEXACT_HINT,
        row=row,
        column=name,
    )


def _numbers_from_objects(array: NDArray[Any], name: str) -> NDArray[np.float64]:
    numbers = np.empty(len(array))
    held: dict[float, Any] = {}
    for row, value in enumerate(array):
        try:
            if isinstance(value, str | bytes):
                raise TypeError
            numbers[row] = np.nan if _is_missing(value) else float(value)
        except OverflowError:
            raise _inexact(name, row, value) from None
        except (TypeError, ValueError):
            raise ScoreError(
                f"scores must be numbers; column '{shortened(name)}', row {row} is "
                f"{shortened(repr(value))}.",
                row=row,
                column=name,
                hint=_text_hint(value)
                if isinstance(value, str | bytes)
                else "pass one real number per observation.",
            ) from None
        number = float(numbers[row])
        if np.isnan(number):
            continue
        exact = number == 0 or np.isinf(number) or isinstance(value, int)
        lost = exact and value != number
        if lost or held.setdefault(number, value) != value:
            raise _inexact(name, row, value)
    return numbers
