"""Histograms of fold values and the normals fitted to them."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucurate.data.fold_values import FoldValues
from aucurate.errors import OptionError
from aucurate.estimates.fold_summary import FoldDistribution, fold_distribution


def _values(lowest: float = 0.0, highest: float = 1.0, **columns: list[float]) -> FoldValues:
    return FoldValues.from_arrays(
        columns, quantity="AUC", design="left-out folds", lowest=lowest, highest=highest
    )


def test_mean_and_standard_deviation_are_those_of_the_folds() -> None:
    found = fold_distribution(_values(a=[0.7, 0.8, 0.9], b=[0.5, 0.5, 0.8]))
    assert found.of("a").mean == pytest.approx(0.8)
    assert found.of("a").standard_deviation == pytest.approx(0.1)
    assert found.of("b").standard_deviation == pytest.approx(math.sqrt(0.03))
    assert (found.n_folds, found.names, found.dropped) == (3, ("a", "b"), ())


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(st.integers(0, 57), st.integers(0, 57)), min_size=1, max_size=40),
    st.sampled_from([None, 1, 7]),
)
def test_every_value_is_counted_once_in_the_bin_that_holds_it(
    counts: list[tuple[int, int]], bins: int | None
) -> None:
    columns = {"a": [a / 57 for a, _ in counts], "b": [b / 57 for _, b in counts]}
    found = fold_distribution(_values(a=columns["a"], b=columns["b"]), bins=bins)
    edges = np.array(found.edges)
    np.testing.assert_allclose(np.diff(edges), edges[1] - edges[0], rtol=1e-9)
    assert 1 <= len(edges) - 1 <= 100
    assert edges[0] >= -1e-12
    for one in found.summaries:
        assert sum(one.counts) == len(counts)
        values, seen = np.array(columns[one.name]), 0
        for low, high, count in zip(edges[:-1], edges[1:], one.counts, strict=True):
            near = 1e-8 * (high - low)
            assert count <= ((values >= low - near) & (values <= high + near)).sum()
            assert count >= ((values > low + near) & (values < high - near)).sum()
            seen += count
        assert seen == len(values)


def test_edges_are_numbers_that_a_reader_would_type() -> None:
    found = fold_distribution(_values(a=[0.61, 0.63, 0.64, 0.66, 0.67, 0.69, 0.7, 0.72, 0.74, 0.9]))
    assert all(edge == float(f"{edge:.2f}") for edge in found.edges)
    assert found.edges[0] <= 0.61
    assert found.edges[-1] >= 0.9


def test_values_on_an_edge_belong_to_the_bin_above_and_the_highest_to_the_last() -> None:
    found = fold_distribution(_values(a=[0.0, 0.1, 0.2, 0.3]), bins=3)
    assert found.of("a").counts == (1, 1, 2)


@pytest.mark.parametrize("value", [0.0, 0.37, 1.0])
def test_equal_values_fill_one_bin_and_have_no_normal(value: float) -> None:
    found = fold_distribution(_values(a=[value] * 4, b=[value] * 4))
    assert found.of("a").counts == (4,)
    assert found.edges[0] <= value <= found.edges[1]
    assert 0 <= found.edges[0] < found.edges[1] <= 1
    assert found.of("a").standard_deviation == 0.0
    assert len(found.normal("a")[0]) == 0


def test_one_fold_has_no_standard_deviation() -> None:
    found = fold_distribution(_values(a=[0.8]))
    assert math.isnan(found.of("a").standard_deviation)
    assert len(found.normal("a")[0]) == 0


def test_the_normal_holds_as_many_folds_as_the_bars() -> None:
    rng = np.random.default_rng(0)
    found = fold_distribution(_values(a=(0.5 + 0.01 * rng.normal(size=30)).tolist()))
    values, heights = found.normal("a", count=2001)
    width = found.edges[1] - found.edges[0]
    assert np.trapezoid(heights, values) / width == pytest.approx(30, rel=1e-3)
    assert values[np.argmax(heights)] == pytest.approx(found.of("a").mean, abs=1e-4)


def test_the_line_at_the_centre_of_a_bin_is_what_the_normal_expects_in_it() -> None:
    rng = np.random.default_rng(0)
    spreads = {"wide": 0.05, "narrow": 0.0001}
    found = fold_distribution(
        _values(**{name: (0.5 + s * rng.normal(size=30)).tolist() for name, s in spreads.items()})
    )
    edges = np.array(found.edges)
    for one in found.summaries:
        fitted = NormalDist(one.mean, one.standard_deviation)
        expected = 30 * np.diff([fitted.cdf(edge) for edge in edges])
        values, heights = found.normal(one.name, count=4001)
        centres = (edges[:-1] + edges[1:]) / 2
        drawn = np.interp(centres, values, heights, left=0.0, right=0.0)
        np.testing.assert_allclose(drawn, expected, atol=0.05)
        assert np.max(heights) <= 30
    width = edges[1] - edges[0]
    assert found.of("narrow").standard_deviation < width / 10
    assert np.max(found.normal("narrow")[1]) == pytest.approx(30)
    wide = found.of("wide")
    density = NormalDist(wide.mean, wide.standard_deviation).pdf(wide.mean)
    assert np.max(found.normal("wide")[1]) == pytest.approx(30 * width * density, rel=0.02)


def test_the_normal_ends_where_the_quantity_does() -> None:
    found = fold_distribution(_values(a=[0.9, 0.95, 1.0, 1.0]))
    values, _ = found.normal("a")
    assert values[-1] == 1.0
    wide = fold_distribution(_values(lowest=-math.inf, highest=math.inf, a=[1.0, 2.0, 5.0]))
    assert wide.normal("a")[0][0] < 0


def test_classifiers_can_be_chosen() -> None:
    found = fold_distribution(_values(a=[0.1, 0.2], b=[0.8, 0.9], c=[0.4, 0.4]), names=["c", "b"])
    assert found.names == ("c", "b")
    assert found.edges[0] >= 0.2
    with pytest.raises(OptionError, match="no classifier named 'z'"):
        fold_distribution(_values(a=[0.1, 0.2]), names=["z"])
    with pytest.raises(OptionError, match="no classifier to summarise"):
        fold_distribution(_values(a=[0.1, 0.2]), names=[])


@pytest.mark.parametrize("bins", [0, -1, 2.5, True])
def test_bins_must_be_a_whole_number(bins: int) -> None:
    with pytest.raises(OptionError, match="bins must be a whole number"):
        fold_distribution(_values(a=[0.1, 0.2]), bins=bins)


def test_it_survives_json() -> None:
    found = fold_distribution(_values(a=[0.8], b=[0.9]))
    again = FoldDistribution.from_dict(found.to_dict())
    assert again.edges == found.edges
    assert again.of("b").counts == found.of("b").counts
