"""The correlation of two areas: the published table, its model, and score correlations."""

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from aucurate.data.scores import PairedScores
from aucurate.errors import UnsupportedError
from aucurate.inference.auc.hanley_mcneil import (
    AREAS,
    CORRELATIONS,
    TABLE,
    area_correlation,
    binormal_correlation,
    is_tabled,
    normal_from_kendall,
    score_correlations,
    tabled_correlation,
)

GOLD_FOLDER = Path(__file__).parents[2] / "gold"
GOLD: dict[str, Any] = json.loads((GOLD_FOLDER / "hanley_mcneil_1983" / "table.json").read_text())


def _paired(labels: Any, first: Any, second: Any) -> PairedScores:
    return PairedScores.from_arrays(labels, {"a": first, "b": second})


def test_the_table_is_the_published_one() -> None:
    np.testing.assert_allclose(AREAS, GOLD["area"], atol=1e-12)
    np.testing.assert_allclose(CORRELATIONS, GOLD["score_correlation"], atol=1e-12)
    np.testing.assert_array_equal(TABLE, GOLD["r"])
    assert (np.diff(TABLE, axis=0) >= 0).all()
    assert (np.diff(TABLE, axis=1) <= 0).all()


def test_the_look_up_of_rosset_2004_is_the_row_below() -> None:
    """Rosset reads .81 for .85 and .75; the table has rows .84 (.81) and .86 (.83) only."""
    assert tabled_correlation(0.84, 0.75) == pytest.approx(0.81, abs=1e-12)
    assert tabled_correlation(0.85, 0.75) == pytest.approx(0.82, abs=1e-12)
    assert tabled_correlation(0.86, 0.75) == pytest.approx(0.83, abs=1e-12)
    assert tabled_correlation(0.85, 0.75) == pytest.approx(0.81, abs=0.0101)
    assert binormal_correlation((0.7, 0.8), (0.87, 0.83), 50, 50) == pytest.approx(0.81, abs=0.015)


def test_every_figure_of_the_table_is_found_again_and_between_them_lies_a_mean() -> None:
    for i, correlation in enumerate(CORRELATIONS):
        for j, area in enumerate(AREAS):
            assert tabled_correlation(correlation, area) == pytest.approx(TABLE[i, j], abs=1e-12)
    middle = tabled_correlation(0.57, 0.8625)
    assert middle == pytest.approx(TABLE[27:29, 6:8].mean(), abs=1e-12)


def test_beyond_the_edges_of_the_table() -> None:
    assert tabled_correlation(0.0, 0.8) == 0.0
    assert tabled_correlation(1.0, 0.8) == 1.0
    assert tabled_correlation(-0.5, 0.8) == -tabled_correlation(0.5, 0.8)
    assert tabled_correlation(0.5, 0.2) == pytest.approx(tabled_correlation(0.5, 0.8))
    assert tabled_correlation(0.5, 0.55) == tabled_correlation(0.5, 0.7)
    assert tabled_correlation(0.5, 0.999) == tabled_correlation(0.5, 0.975)
    assert is_tabled(0.5, 0.8)
    assert is_tabled(0.01, 0.3)
    for correlation, area in ((0.95, 0.8), (-0.1, 0.8), (0.5, 0.6), (0.5, 0.99)):
        assert not is_tabled(correlation, area)


def test_the_table_was_made_with_the_binormal_model() -> None:
    """With 50 and 50 observations all 540 figures agree within .007, 97% within their rounding."""
    model = np.array(
        [
            [binormal_correlation((a, a), (c, c), 50, 50) for a in GOLD["area"]]
            for c in GOLD["score_correlation"]
        ]
    )
    apart = np.abs(model - np.array(GOLD["r"]))
    assert apart.max() < 0.007
    assert (apart <= 0.005).mean() > 0.96


@pytest.mark.parametrize(
    ("areas", "within", "sizes"),
    [
        ((0.75, 0.75), (0.85, 0.85), (50, 50)),
        ((0.6, 0.9), (0.3, 0.7), (20, 200)),
        ((0.4, 0.97), (-0.5, 0.2), (7, 3)),
        ((0.8, 0.81), (0.99, 0.97), (30, 30)),
    ],
)
def test_the_binormal_covariance_agrees_with_integrals_of_scipy(
    areas: Any, within: Any, sizes: Any
) -> None:
    h = stats.norm.ppf(areas)

    def both(first: float, second: float, rho: float) -> float:
        normal = stats.multivariate_normal(cov=[[1, rho], [rho, 1]], allow_singular=True)
        return float(normal.cdf([first, second])) - stats.norm.cdf(first) * stats.norm.cdf(second)

    def covariance(first: float, second: float, rho: Any) -> float:
        shared = both(first, second, sum(rho) / 2) if sum(rho) < 2 else _same(first)
        return float(
            shared
            + (sizes[1] - 1) * both(first, second, rho[0] / 2)
            + (sizes[0] - 1) * both(first, second, rho[1] / 2)
        )

    def _same(first: float) -> float:
        return float(stats.norm.cdf(first) * stats.norm.sf(first))

    expected = covariance(h[0], h[1], within) / math.sqrt(
        covariance(h[0], h[0], (1, 1)) * covariance(h[1], h[1], (1, 1))
    )
    assert binormal_correlation(areas, within, *sizes) == pytest.approx(expected, abs=1e-6)


def test_the_binormal_correlation_agrees_with_simulation() -> None:
    rng, draws, m, n = np.random.default_rng(0), 4000, 12, 20
    rho = np.array([[1, 0.6], [0.6, 1]])
    shift = np.array([0.8, 1.3])
    positives = rng.multivariate_normal(shift, rho, (draws, m))
    negatives = rng.multivariate_normal([0, 0], rho, (draws, n))
    aucs = (positives[:, :, None, :] > negatives[:, None, :, :]).mean(axis=(1, 2))
    areas = stats.norm.cdf(shift / math.sqrt(2))
    expected = binormal_correlation((areas[0], areas[1]), (0.6, 0.6), m, n)
    found = float(np.asarray(np.corrcoef(aucs.T))[0, 1])
    assert math.atanh(found) == pytest.approx(math.atanh(expected), abs=4 / math.sqrt(draws))


def test_the_ends_of_the_binormal_correlation() -> None:
    assert binormal_correlation((0.8, 0.8), (1.0, 1.0), 9, 30) == 1.0
    assert binormal_correlation((0.8, 0.8), (0.0, 0.0), 9, 30) == 0.0
    assert binormal_correlation((1.0, 0.8), (0.5, 0.5), 9, 30) == 0.0
    low = binormal_correlation((0.8, 0.7), (-0.5, -0.5), 9, 30)
    assert -1 < low < 0
    assert binormal_correlation((0.7, 0.8), (-0.5, -0.5), 9, 30) == low
    assert normal_from_kendall(1.0) == 1.0


@pytest.mark.parametrize("decimals", [0, 6])
def test_score_correlations_are_those_of_scipy_within_each_class(decimals: int) -> None:
    rng = np.random.default_rng(3)
    labels = rng.random(80) < 0.4
    first = (rng.normal(size=80) + labels).round(decimals)
    second = (first + rng.normal(size=80)).round(decimals)
    data = _paired(labels, first, second)
    for kind, theirs in (("pearson", stats.pearsonr), ("kendall", stats.kendalltau)):
        found = score_correlations(data, kind)  # type: ignore[arg-type]
        expected = [theirs(first[of], second[of]).statistic for of in (labels, ~labels)]
        assert found == pytest.approx(expected, rel=1e-12)


def test_kendall_by_its_definition() -> None:
    rng = np.random.default_rng(4)
    x, y = rng.integers(0, 5, 30), rng.integers(0, 4, 30)
    signs = [(np.sign(x[i] - x[j]), np.sign(y[i] - y[j])) for i in range(30) for j in range(i)]
    total = sum(a * b for a, b in signs)
    scale = math.sqrt(sum(a != 0 for a, _ in signs) * sum(b != 0 for _, b in signs))
    data = _paired([1] * 30 + [0, 0], [*x, 0, 1], [*y, 0, 1])
    found, _ = score_correlations(data, "kendall")
    assert found == pytest.approx(total / scale, rel=1e-12)


@pytest.mark.parametrize("kind", ["pearson", "kendall"])
def test_no_correlation_where_there_is_none_to_compute(kind: Any) -> None:
    data = _paired([1, 0, 0, 0], [1, 2, 3, 4], [4, 1, 2, 2])
    one, several = score_correlations(data, kind)
    assert one is None
    assert several is not None
    constant = _paired([1, 1, 1, 0, 0], [1, 2, 3, 4, 5], [7, 7, 7, 1, 2])
    assert score_correlations(constant, kind)[0] is None


@pytest.mark.parametrize("kind", ["pearson", "kendall"])
def test_row_order_and_swapping_change_no_digit(kind: Any) -> None:
    rng = np.random.default_rng(5)
    labels, x = rng.random(301) < 0.5, rng.normal(size=301)
    y = x + rng.normal(size=301)
    order = rng.permutation(301)
    before = score_correlations(_paired(labels, x, y), kind)
    assert score_correlations(_paired(labels[order], x[order], y[order]), kind) == before
    assert score_correlations(_paired(labels, y, x), kind) == before


def test_huge_and_tiny_scores_have_a_pearson_correlation() -> None:
    labels = [1, 1, 1, 0, 0, 0]
    data = _paired(labels, [1e300, -1e300, 2e299, 1, 2, 4], [1e-300, 2e-300, 5e-300, 3, 2, 9])
    for value in score_correlations(data, "pearson"):
        assert value is not None
        assert -1 < value < 1
    nearly = 1 + np.spacing(1.0) * np.arange(3)
    for value in score_correlations(_paired(labels, [*nearly, 1, 2, 3], range(6)), "pearson"):
        assert value is not None
        assert -1 <= value <= 1


def test_infinite_scores_need_kendall() -> None:
    data = _paired([1, 1, 1, 0, 0, 0], [np.inf, 2, 3, 1, 2, -np.inf], [2, 3, 1, 0, 1, 2])
    with pytest.raises(UnsupportedError, match="needs finite scores") as caught:
        score_correlations(data, "pearson")
    assert "kendall" in caught.value.hint
    assert score_correlations(data, "kendall") == pytest.approx((-1 / 3, -1 / 3))


def test_what_the_table_does_not_reach_is_told() -> None:
    rng = np.random.default_rng(6)
    labels, x = np.arange(60) % 2, rng.normal(size=60)
    data = _paired(labels, x, x + 0.1 * rng.normal(size=60))
    r, told = area_correlation(data, (0.8, 0.82), "table", "pearson")
    assert 0.9 < r < 1
    assert [c.kind for c in told] == ["outside_table"]
    assert "outside the published table" in told[0].message
    assert area_correlation(data, (0.8, 0.82), "binormal", "pearson")[1] == []


def test_scipy_stats_is_not_loaded_until_kendall_is_asked_for() -> None:
    code = "import sys, aucurate.inference.auc.hanley_mcneil; print('scipy.stats' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
