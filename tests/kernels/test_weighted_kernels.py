"""Decisions by weighted scores, against the class-by-class definition."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from aucurate.kernels import Cancelled, _kernels, reference
from aucurate.kernels.weighted import weighted_confusions

TINY = 5e-324
AWKWARD = (
    0.0, -0.0, TINY, 1e-310, 2.2250738585072014e-308, 0.1, 0.1 + 0.2, 0.3,
    float(np.nextafter(1, 0)), 1.0, float(np.nextafter(1, 2)), 3.0, 1e-200, 1e200,
    1.7976931348623157e308,
)  # fmt: skip
FLOATS: list[Any] = [np.float32, np.float64]
# One observation; less than a pack, a pack, a little more; few vectors for many classes, which are
# not grouped by label; more labels than can be tallied.
SHAPES = ((2, 1), (2, 31), (3, 32), (3, 33), (10, 500), (40, 300), (256, 280), (257, 70), (300, 33))


@pytest.fixture(scope="module", params=[True, False], ids=["wide", "plain"])
def instructions(request: pytest.FixtureRequest) -> Iterator[None]:
    _kernels.use_wide(request.param)
    yield
    _kernels.use_wide(True)


def _data(rng: int, classes: int, size: int, dtype: Any = np.float64) -> tuple[Any, Any]:
    made = np.random.default_rng(rng)
    values = made.random((classes, size)) ** 3
    values[made.random((classes, size)) < 0.3] = 0
    values = values.round(1) if rng % 2 else values
    return values.astype(dtype), made.integers(0, classes, size)


def _vectors(rng: int, vectors: int, classes: int) -> Any:
    """Whole numbers, so that there are ties, with zeros; the last vectors have a single weight."""
    weights = np.random.default_rng(rng).integers(0, 4, (vectors, classes)).astype(np.float64)
    weights[-1], weights[-2] = np.eye(classes)[0], np.eye(classes)[-1]
    return weights


@pytest.mark.usefixtures("instructions")
@for_each("dtype", FLOATS)
@for_each("shape", SHAPES)
def test_confusions_are_those_of_the_definition(shape: tuple[int, int], dtype: Any) -> None:
    for rng in (0, 1):
        values, codes = _data(rng, *shape, dtype)
        weights = _vectors(rng, 6 if shape[0] <= 10 else 3, shape[0])
        expected = reference.weighted_confusions(values, codes, weights)
        found = weighted_confusions(values, codes, weights)
        assert found.dtype == np.int64
        np.testing.assert_array_equal(found, expected)


@pytest.mark.usefixtures("instructions")
@given(data=st.data(), classes=st.integers(2, 5), size=st.integers(1, 40))
@settings(max_examples=60, deadline=None)
def test_awkward_products_are_compared_as_they_are(data: Any, classes: int, size: int) -> None:
    def some(count: int) -> Any:
        return data.draw(st.lists(st.sampled_from(AWKWARD), min_size=count, max_size=count))

    values = np.array(some(classes * size)).reshape(classes, size)
    weights = np.array(some(3 * classes)).reshape(3, classes)
    codes = np.arange(size) % classes
    expected = reference.weighted_confusions(values, codes, weights)
    np.testing.assert_array_equal(weighted_confusions(values, codes, weights), expected)


@pytest.mark.usefixtures("instructions")
@for_each("classes", [2, 7, 256, 300])
def test_confusions_of_many_tiles_and_vectors(classes: int) -> None:
    """Beyond one tile and one part of the vectors, against argmax, which has the same tie rule."""
    size, vectors = (3000, 150) if classes > 100 else (30_000, 530)
    values, codes = _data(2, classes, size)
    weights = np.random.default_rng(2).dirichlet(np.ones(classes), vectors)
    for at, found in enumerate(weighted_confusions(values, codes, weights)):
        if at % 97 in (0, 1):
            decided = (values * weights[at][:, None]).argmax(axis=0)
            expected = np.bincount(codes * classes + decided, minlength=classes**2)
            np.testing.assert_array_equal(found.ravel(), expected)
        assert found.sum(axis=1).tolist() == np.bincount(codes, minlength=classes).tolist()


def test_ties_go_to_the_class_that_stands_first() -> None:
    values = np.array([[0.0, 0.2, 0.5], [0.0, 0.4, 0.25], [0.0, 0.4, 0.25]])
    codes = np.array([2, 2, 2])
    found = weighted_confusions(values, codes, np.array([[2.0, 1, 1], [1, 2, 2], [0, 1, 1.0]]))
    assert found[:, 2].tolist() == [[3, 0, 0], [2, 1, 0], [1, 2, 0]]


def test_single_precision_is_multiplied_as_double() -> None:
    values = np.array([[1.0], [1.0]], np.float32)
    weights = np.array([[1.0, np.nextafter(1, 2)]])
    assert weighted_confusions(values, np.array([0]), weights)[0, 0].tolist() == [0, 1]


def test_nothing_to_count_is_counted() -> None:
    values, codes = _data(0, 3, 20)
    assert weighted_confusions(values, codes, np.empty((0, 3))).shape == (0, 3, 3)
    none = weighted_confusions(np.empty((3, 0)), np.empty(0, np.int64), np.ones((2, 3)))
    assert none.shape == (2, 3, 3)
    assert not none.any()


@pytest.mark.parametrize("classes", [4, 260])
def test_threads_change_nothing(classes: int) -> None:
    values, codes = _data(3, classes, 9000 if classes == 4 else 2500)
    weights = _vectors(3, 33, classes)
    first = weighted_confusions(values, codes, weights, threads=1)
    for threads in (2, 7, 64):
        counted = weighted_confusions(values, codes, weights, threads=threads)
        np.testing.assert_array_equal(first, counted)


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_rises_to_the_total_and_false_cancels(threads: int) -> None:
    values, codes = _data(4, 3, 40_000)
    weights = _vectors(4, 40, 3)
    calls: list[tuple[int, int]] = []
    weighted_confusions(
        values,
        codes,
        weights,
        threads=threads,
        progress=lambda done, total, what: calls.append((done, total)),
    )
    done = [call[0] for call in calls]
    assert done == sorted(set(done))
    assert calls[-1][0] == calls[-1][1]
    with pytest.raises(Cancelled):
        weighted_confusions(
            values, codes, weights, threads=threads, progress=lambda done, total, what: False
        )
