"""Columns of values from anywhere, as NumPy arrays that rank as the originals did."""

import array as standard_array
import tracemalloc
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.loops import for_each

from aucurate.data.arrays import coded, column, frozen, missing_mask, numeric_scores
from aucurate.errors import ScoreError

BIG = 2**53


class OnlyDlpack:
    """What a tensor library offers, and nothing more."""

    def __init__(self, values: Any) -> None:
        self._values = np.array(values)

    def __dlpack__(self, **options: Any) -> Any:
        return self._values.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        device: tuple[int, int] = self._values.__dlpack_device__()
        return device


class OnlyArray:
    def __init__(self, values: Any) -> None:
        self._values = np.array(values)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(self._values, dtype)


VALUES = [0.5, -1.0, 3.0]
SOURCES: list[Any] = [
    VALUES,
    tuple(VALUES),
    (v for v in VALUES),
    np.array(VALUES),
    np.array(VALUES)[:, None],
    np.array([*VALUES, *VALUES])[:3],
    np.array(VALUES, ">f8"),
    np.array(VALUES, np.float16),
    np.array(VALUES, np.longdouble),
    np.array(VALUES, object),
    np.ma.masked_array(VALUES),
    standard_array.array("d", VALUES),
    memoryview(standard_array.array("d", VALUES)),
    pd.Series(VALUES, index=[7, 7, 1]),
    pd.Series(VALUES, dtype="Float64"),
    pd.Series(VALUES, dtype="float64[pyarrow]"),
    pd.DataFrame({"x": VALUES}),
    pd.Index(VALUES),
    pl.Series(VALUES),
    pl.DataFrame({"x": VALUES}),
    pa.array(VALUES),
    pa.chunked_array([VALUES[:1], VALUES[1:]]),
    OnlyDlpack(VALUES),
    OnlyArray(VALUES),
    [Decimal("0.5"), Decimal(-1), Decimal(3)],
    [Fraction(1, 2), Fraction(-1), 3],
    [np.float32(0.5), np.int8(-1), 3.0],
]


@for_each("source", SOURCES, ids=lambda v: f"{type(v).__module__}.{type(v).__name__}")
def test_scores_come_from_anything_that_holds_numbers(source: Any) -> None:
    found = numeric_scores(source, "x")
    assert found.dtype == np.float64
    assert found.tolist() == VALUES


def test_float32_stays_float32() -> None:
    for source in (
        np.array(VALUES, np.float32),
        pl.Series(VALUES, dtype=pl.Float32),
        pd.Series(VALUES, dtype="float32"),
        pa.array(VALUES, pa.float32()),
    ):
        assert numeric_scores(source, "x").dtype == np.float32


@for_each(
    "source",
    [
        [False, True],
        np.array([False, True]),
        pd.Series([False, True]),
        pl.Series([False, True]),
        pa.array([False, True]),
        [0, 1],
        np.array([0, 1], np.uint8),
        np.array([0, 1], np.int64),
        range(2),
    ],
    ids=lambda v: f"{type(v).__module__}.{type(v).__name__}",
)
def test_booleans_and_whole_numbers_are_scores(source: Any) -> None:
    assert numeric_scores(source, "x").tolist() == [0.0, 1.0]


WITH_GAPS: list[Any] = [
    [1, None, 3],
    [1.0, None, 3],
    [1, float("nan"), 3],
    [1, pd.NA, 3],
    np.array([1, None, 3], object),
    np.ma.masked_array([1, 9, 3], [False, True, False]),
    np.ma.masked_array([1.0, 9.0, 3.0], [False, True, False]),
    pd.Series([1, None, 3]),
    pd.Series([1, None, 3], dtype="Int64"),
    pd.Series([1, None, 3], dtype="Int8"),
    pd.Series([1, None, 3], dtype="Float64"),
    pd.Series([1, None, 3], dtype="int64[pyarrow]"),
    pd.array([1, None, 3], dtype="Int64"),
    pl.Series([1, None, 3]),
    pl.Series([1.0, None, 3.0]),
    pl.Series([1.0, float("nan"), 3.0]),
    pa.array([1, None, 3]),
    pa.array([1.0, None, 3.0]),
    pa.chunked_array([[1], [None, 3]]),
]


@for_each("source", WITH_GAPS, ids=lambda v: f"{type(v).__module__}.{type(v).__name__}")
def test_nulls_become_nan(source: Any) -> None:
    found = numeric_scores(source, "x")
    assert np.isnan(found[1])
    assert found[[0, 2]].tolist() == [1.0, 3.0]
    mask = missing_mask(found)
    assert mask is not None
    assert mask.tolist() == [False, True, False]


def test_masked_booleans_become_nan_too() -> None:
    found = numeric_scores(np.ma.masked_array([True, True], [False, True]), "x")
    assert found[0] == 1
    assert np.isnan(found[1])


TOO_FINE: list[Any] = [
    [BIG, BIG + 1],
    np.array([BIG, BIG + 1]),
    np.array([-BIG, -BIG - 1]),
    np.array([BIG, BIG + 1], np.uint64),
    [BIG, BIG + 1, None],
    [BIG, BIG + 1, 0.5],
    [2**70, 2**70 + 1],
    [2**64, -(2**64) - 1, 2**64 + 1],
    np.array([BIG, BIG + 1, None], object),
    np.ma.masked_array([BIG, BIG + 1, 0], [False, False, True]),
    pd.Series([BIG, BIG + 1]),
    pd.Series([BIG, BIG + 1, None], dtype="Int64"),
    pl.Series([BIG, BIG + 1]),
    pl.Series([BIG, BIG + 1, None]),
    pa.array([BIG, BIG + 1]),
    pa.array([BIG, BIG + 1, None]),
    pa.chunked_array([[BIG, BIG + 1, None]]),
    np.array([1, 1 + np.finfo(np.longdouble).eps], np.longdouble),
    [Decimal("0.1"), Decimal("0.1000000000000000000001")],
    [Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**30)],
]


@for_each("source", TOO_FINE, ids=lambda v: f"{type(v).__module__}.{type(v).__name__}")
def test_what_a_float_cannot_tell_apart_is_refused(source: Any) -> None:
    with pytest.raises(ScoreError, match=r"column 'x', row [12] is .* rounding would create ties"):
        numeric_scores(source, "x")


@pytest.mark.parametrize("kind", [np.int64, np.uint64])
def test_the_largest_integers_are_refused_without_a_warning(kind: Any) -> None:
    with pytest.raises(ScoreError, match="64-bit float cannot represent"):
        numeric_scores(np.array([np.iinfo(kind).max, 5], kind), "x")


def test_large_integers_that_a_float_holds_are_welcome() -> None:
    assert numeric_scores(np.array([2**62, -(2**63), 2**54]), "x").tolist() == [
        2.0**62,
        -(2.0**63),
        2.0**54,
    ]
    assert numeric_scores([2**70, 2**71, None], "x")[:2].tolist() == [2.0**70, 2.0**71]


def test_long_doubles_beyond_the_range_are_refused_and_infinities_are_not() -> None:
    huge = np.array([1, np.longdouble("1e400")], np.longdouble)
    with pytest.raises(ScoreError, match="64-bit float cannot represent"):
        numeric_scores(huge, "x")
    assert numeric_scores(np.array([np.inf, -np.inf], np.longdouble), "x").tolist() == [
        np.inf,
        -np.inf,
    ]


@for_each(
    ("source", "message"),
    [
        (["low", "high"], "scores must be numbers; column 'ndka' holds text such as 'low'."),
        ([0.5, "high"], "scores must be numbers; column 'ndka', row 1 is 'high'."),
        ([0.5, None, b"1"], "column 'ndka', row 2 is b'1'."),
        (pd.Series(["0.5", "0.6"]), "column 'ndka', row 0 is '0.5'."),
        (pl.Series(["0.5", "0.6"]), "column 'ndka', row 0 is '0.5'."),
        (pa.array(["0.5", "0.6"]), "column 'ndka', row 0 is '0.5'."),
        (np.array([1j]), "column 'ndka' holds complex128"),
        (np.array(["2020-01-01"], "M8[D]"), "column 'ndka' holds datetime64"),
        (np.array([1.0, [2]], object), r"column 'ndka', row 1 is \[2\]"),
        (pl.Series([[1], [2]]), r"column 'ndka', row 0 is \[1\]"),
    ],
)
def test_what_is_no_number_is_refused_with_its_place(source: Any, message: str) -> None:
    with pytest.raises(ScoreError, match=message) as caught:
        numeric_scores(source, "ndka")
    assert caught.value.hint


@pytest.mark.parametrize(
    "source",
    [np.zeros((3, 2)), np.zeros((2, 2, 1)), [[1, 2], [3, 4]]],
    ids=str,
)
def test_what_has_several_dimensions_is_refused(source: Any) -> None:
    with pytest.raises(ScoreError, match="must be one-dimensional; this one has the shape"):
        column(source)


@pytest.mark.parametrize("source", [1.0, None, "text", {1.0, 2.0}, {"a": 1}], ids=str)
def test_what_is_no_column_is_refused_without_talk_of_shapes(source: Any) -> None:
    with pytest.raises(ScoreError, match=f"not a {type(source).__name__}"):
        column(source)


class _OnAnotherDevice:
    def __array__(self, dtype: object = None, copy: object = None) -> Any:
        raise TypeError("can't convert cuda:0 device type tensor to numpy")


def test_a_tensor_on_another_device_is_refused_with_the_remedy() -> None:
    with pytest.raises(ScoreError, match="cuda:0") as caught:
        column(_OnAnotherDevice())
    assert "tensor.cpu()" in caught.value.hint


def test_ragged_lists_are_refused() -> None:
    with pytest.raises(ScoreError, match="different lengths"):
        column([[1, 2], [3]])


def test_predict_proba_gets_the_right_hint() -> None:
    with pytest.raises(ScoreError) as caught:
        column(np.zeros((5, 2)))
    assert "probabilities[:, 1]" in caught.value.hint


def test_a_row_of_probabilities_per_class_gets_the_way_to_several_classes() -> None:
    with pytest.raises(ScoreError) as caught:
        column(np.full((5, 4), 0.25))
    assert "hand_till_auc(labels, scores)" in caught.value.hint
    assert "multiclass(ClassScores.from_arrays(labels, scores))" in caught.value.hint
    assert "probabilities[:, 1]" not in caught.value.hint


def test_a_list_of_vectors_is_to_be_named() -> None:
    with pytest.raises(ScoreError) as caught:
        column([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]])
    assert 'compare takes several by name, {"forest": scores[0]' in caught.value.hint


@pytest.mark.parametrize("kind", ["U", "S", object])
def test_numbers_as_text_are_to_be_converted(kind: Any) -> None:
    with pytest.raises(ScoreError) as caught:
        numeric_scores(np.array(["0.63", "0.21"], kind), "scores")
    assert caught.value.hint == "convert the text to numbers: scores.astype(float)."
    assert "np.str_" not in caught.value.message


def test_missing_mask_is_none_when_nothing_is_missing() -> None:
    for whole in (np.array([1.0, np.inf]), np.array([]), np.array([1]), np.array(["a"], object)):
        assert missing_mask(whole) is None
    gone = missing_mask(np.array([None, "a", np.nan, pd.NA, pd.NaT], object))
    assert gone is not None
    assert gone.tolist() == [True, False, True, True, True]


def test_frozen_arrays_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="read-only"):
        frozen(np.zeros(3))[0] = 1


class _Text:
    """Something that says it is an array and is none."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> str:
        return "text"


def test_what_only_claims_to_be_an_array_is_refused() -> None:
    with pytest.raises(ScoreError, match="a _Text cannot be read as a column of values"):
        column(_Text())


@for_each(
    ("values", "row", "shown"),
    [
        ([1, 10**400], 1, "10000"),
        ([10**5000, 10**5000 + 1], 0, "a whole number of 16,610 bits"),
        ([0.5, 2**60 + 1], 1, "1152921504606846977"),
        ([Decimal("1e400"), Decimal(1)], 0, r"1E\+400"),
        ([Decimal(1), Decimal("1e-400")], 1, "1E-400"),
        ([Decimal("0.1"), Decimal("0.10000000000000000001")], 1, "0.10000000000000000001"),
    ],
)
def test_numbers_that_a_float_cannot_hold(values: list[Any], row: int, shown: str) -> None:
    what = rf"column 'a', row {row} is {shown}.*, which a 64-bit float cannot represent"
    with pytest.raises(ScoreError, match=what) as caught:
        numeric_scores(values, "a")
    assert caught.value.row == row


@pytest.mark.parametrize(
    "kind",
    [pl.Datetime("ms"), pl.Datetime("us"), pl.Datetime("ms", "UTC"), pl.Duration("ms"), pl.Date],
)
def test_times_that_python_cannot_hold_are_refused(kind: Any) -> None:
    far = pl.Series("when", [2**31 - 1 if kind == pl.Date else 2**62, 5, None])
    with pytest.raises(ScoreError, match=r"column 'when' holds times outside the years 1 to 9999"):
        column(far.cast(kind))
    near = pl.Series("when", [1, 5, None]).cast(kind)
    assert column(near).tolist() == near.to_list()
    assert column(pl.Series("when", [None, None], dtype=kind)).tolist() == [None, None]


def test_times_of_day_are_no_dates() -> None:
    late = pl.Series([86_399_999_999_000]).cast(pl.Time)
    assert column(late).tolist() == late.to_list()


def test_names_are_coded_in_the_order_of_their_text() -> None:
    codes, names = coded(np.array(["b", "a", "b", "c"], object))
    assert (codes.tolist(), names) == ([1, 0, 1, 2], ["a", "b", "c"])
    codes, names = coded(np.array(["10", "9"]))
    assert (codes.tolist(), names) == ([0, 1], ["10", "9"])
    codes, numbers = coded(np.array([10, 9, 10]))
    assert (codes.tolist(), numbers) == ([1, 0, 1], [9, 10])


def test_what_reads_alike_or_ends_in_nulls_is_not_the_same() -> None:
    codes, names = coded(np.array([1, "1", 1, "1"], object))
    assert sorted(set(codes.tolist())) == [0, 1]
    assert (codes[0], codes[1]) == (codes[2], codes[3])
    assert names == ["1", "1"]
    assert len(coded(np.array(["a", "a\0", "a\0\0"], object))[1]) == 3
    assert len(coded(column(["a", "a\0", "b"]))[1]) == 3


def test_more_values_than_a_chunk_are_coded_as_one() -> None:
    many = 70_000
    texts = np.array([f"{k % 1000:04d}" for k in range(many)], object)
    codes, names = coded(texts)
    assert len(names) == 1000
    assert codes.tolist() == [k % 1000 for k in range(many)]


@pytest.mark.parametrize("kind", [list, pd.Series])
def test_one_long_cell_is_not_paid_for_by_all(kind: Any) -> None:
    cells = kind(["x" * 200_000, *(f"g{k % 5}" for k in range(1000))])
    tracemalloc.start()
    try:
        codes, names = coded(column(cells))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(names) == 6
    assert codes[0] == 5
    assert peak < 20e6  # 1,001 cells of 200,000 characters with 4 bytes each are 800 MB
