"""The world of operating points: its truths are those of its models, its questions count."""

from dataclasses import replace

import numpy as np
import pytest
from simulations.operating_points import QUESTIONS, THRESHOLDS, PointWorld, _holds

from aucurate.inference.folds.operating_points import FoldRate, operating_points
from aucurate.inference.folds.point_tests import RateRegion

SMALL = PointWorld(observations=60, folds=5, features=3)


def test_the_true_rates_are_those_of_large_test_sets() -> None:
    """With a large world, fold rates are close to the truth of their models."""
    drawn = PointWorld(observations=20_000, folds=5).draw(np.random.default_rng(0))
    rates: tuple[FoldRate, ...] = ("sensitivity", "specificity", "accuracy", "f1")
    points = operating_points(drawn.data, "a", rates=rates, thresholds=THRESHOLDS)
    for rate in rates:
        for at, threshold in enumerate(THRESHOLDS):
            assert points.mean(rate)[at] == pytest.approx(drawn.truth(rate, threshold), abs=0.012)


def test_repeats_are_told_apart() -> None:
    drawn = PointWorld(observations=40, folds=4, repeats=2).draw(np.random.default_rng(1))
    assert drawn.data.n_folds == len(drawn.models) == 8


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_every_question_counts_its_columns(question: object) -> None:
    counts = question.ask(SMALL, 3, np.random.default_rng(2))  # type: ignore[attr-defined]
    counted = {name for name in counts if not name.endswith(" width")}
    assert counted == set(question.columns)  # type: ignore[attr-defined]
    assert all(0 <= counts[name] <= 3 for name in counted)


def test_a_pair_is_in_an_ellipse_or_not() -> None:
    region = RateRegion(
        point=0,
        threshold=0.5,
        rates=("specificity", "sensitivity"),
        means=(0.5, 0.75),
        covariance=(0.01, 0.0, 0.04),
        radius=1.0,
        lowest=(0.0, 0.0),
        highest=(1.0, 1.0),
        confidence=0.95,
        n_folds=10,
    )
    x, y = region.outline()
    assert not _holds(region, [0.61, 0.75])
    assert _holds(region, [0.59, 0.75])
    for one, two in zip(x[y < 1], y[y < 1], strict=True):
        assert _holds(region, [0.5 + 0.99 * (one - 0.5), 0.75 + 0.99 * (two - 0.75)])
    flat = replace(region, covariance=(0.01, 0.0, 0.0))
    assert _holds(flat, [0.55, 0.75])
    assert not _holds(flat, [0.55, 0.76])
