"""Paclik et al. 2010: the draws are what they say, and the conclusion holds on average."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from aucurate.errors import OptionError
from aucurate.inference.folds.distinguishable import indistinguishable_points
from aucurate.study import Study
from aucurate_papers.paclik_2010 import Paclik2010, reproduce
from aucurate_papers.paclik_2010.figures import chosen_point, drawn_points
from aucurate_papers.paclik_2010.highleyman import NAME, density, detector_folds, highleyman
from aucurate_papers.paclik_2010.printed import (
    PRINTED_COVARIANCES,
    PRINTED_MEANS,
    PRINTED_POINTS,
)
from aucurate_papers.paclik_2010.shrinkage import SIZES, counted, shrinkage_of
from aucurate_papers.paclik_2010.verdict import verdict_of

DRAWS = 12


@pytest.fixture(scope="module")
def study() -> Paclik2010:
    return reproduce(draws=DRAWS)


def test_the_classes_are_highleymans() -> None:
    labels, features = highleyman(40_000, np.random.default_rng(0))
    for at, of_class in enumerate((labels, ~labels)):
        assert features[of_class].mean(axis=0) == pytest.approx(PRINTED_MEANS[at], abs=0.03)
        covariance = np.cov(features[of_class].T)
        assert covariance == pytest.approx(np.array(PRINTED_COVARIANCES[at]), abs=0.05)


def test_the_density_is_that_of_a_fitted_normal() -> None:
    rng = np.random.default_rng(1)
    trained, features = rng.normal(size=(30, 2)) @ [[1, 0.4], [0, 2]], rng.normal(size=(9, 2))
    rival = stats.multivariate_normal(trained.mean(axis=0), np.cov(trained.T))
    assert density(features, trained) == pytest.approx(rival.pdf(features))


def test_the_folds_are_stratified_and_left_out() -> None:
    data = detector_folds(50, 10, np.random.default_rng(2))
    assert (data.design, data.n_folds) == ("left-out folds", 10)
    positives = data.observations.is_positive[data.rows]
    assert np.bincount(data.folds, positives).tolist() == [5.0] * 10
    assert data.observations.positive == "class 1"
    labels, features = highleyman(50, np.random.default_rng(2))
    pooled = data.pooled()
    fold_of = pooled.observations.folds
    assert fold_of is not None
    first = fold_of == 0
    expected = density(features[first], features[labels & ~first])
    assert pooled[NAME].values[first] == pytest.approx(expected)


def test_the_figures_are_those_of_direct_calls(study: Paclik2010) -> None:
    assert [figure.per_class for figure in study.figures] == [100, 50, 200]
    for figure in study.figures:
        points = drawn_points(figure.per_class, [0, figure.per_class])
        assert len(points) == PRINTED_POINTS
        assert figure.sensitivity == points.averages("sensitivity")
        chosen = chosen_point(points)
        assert points.mean("sensitivity")[chosen] >= 0.9 > points.mean("sensitivity")[chosen - 1]
        assert figure.paired == indistinguishable_points(points, chosen, rates=["specificity"])
        assert figure.printed.degrees_of_freedom == "2n-2"
        assert set(figure.printed.points) <= set(figure.paired.points)
        assert [one.point for one in figure.neighbours] == [chosen - 1, chosen + 1]
    assert study.figure(50).per_class == 50
    with pytest.raises(OptionError, match="no figure with 51"):
        study.figure(51)


def test_the_draws_are_those_of_direct_calls() -> None:
    found = shrinkage_of(50, 3, 7)
    sizes = []
    for draw in range(3):
        points = drawn_points(50, [7, 50, draw])
        sizes.append(
            len(
                indistinguishable_points(points, chosen_point(points), rates=["specificity"]).points
            )
        )
    assert found.mean_points == pytest.approx(np.mean(sizes))
    assert found.standard_error == pytest.approx(np.std(sizes, ddof=1) / math.sqrt(3))
    printed = [counted(50, draw, 7).printed_points for draw in range(3)]
    assert found.printed_standard_error == pytest.approx(np.std(printed, ddof=1) / math.sqrt(3))


def test_the_set_shrinks_and_not_by_luck(study: Paclik2010) -> None:
    assert [row.per_class for row in study.shrinkage] == list(SIZES)
    means = [row.mean_points for row in study.shrinkage]
    assert means == sorted(means, reverse=True)
    assert means[0] > 3 > means[1] > means[2]
    assert study.verdict.shrinks_in_figures
    sizes = [len(study.figure(n).paired.points) for n in (50, 100, 200)]
    assert sizes[0] > sizes[1] > sizes[2]
    for row in study.shrinkage:
        assert row.printed_points <= row.mean_points <= row.holm_points
        assert row.neighbours_told <= row.printed_neighbours_told


def test_the_words_follow_the_numbers(study: Paclik2010) -> None:
    assert study.sentences()[0].startswith("As in Fig. 2, the set of points")
    turned = tuple(
        replace(figure, per_class=n)
        for figure, n in zip(study.figures, (100, 200, 50), strict=True)
    )
    flat = tuple(
        replace(row, printed_points=1.0, printed_neighbours_told=0.95) for row in study.shrinkage
    )
    other = replace(study, figures=turned, shrinkage=flat, verdict=verdict_of(turned, flat))
    told = " ".join(other.sentences())
    assert "Unlike in Fig. 2" in told
    assert "That the set shrinks is not clear on average" in told
    assert told.endswith("comes out in 95% of the draws by the paper's own test.")
    assert study.sentences()[-1].endswith("one figure could have shown either.")


def test_the_tables_and_json(study: Paclik2010) -> None:
    names = [table.name for table in study.tables()]
    assert names == ["shrinkage", "neighbours", "figure_1", "figure_2a", "figure_2b"]
    for table in study.tables():
        assert all(len(row) == len(table.header) for row in table.rows)
        assert {len(values) for values in table.columns.values()} == {len(table.rows)}
    assert study.table("figure_1").rows[study.figures[0].chosen][-1] == "chosen"
    assert Study.from_json(study.to_json()) == study
    assert study.provenance.settings["rng"] == 0
    kinds = [c.kind for c in study.caveats]
    assert kinds[0] == "chosen_point"
    assert "certain_difference" in kinds


def test_the_same_rng_gives_the_same_study_and_steps_are_told() -> None:
    steps: list[int] = []
    one = reproduce(rng=3, draws=2, step=lambda: steps.append(1))
    assert len(steps) == 2 * len(SIZES)
    assert reproduce(rng=3, draws=2) == one
    assert reproduce(rng=4, draws=2) != one
    with pytest.raises(OptionError, match="draws must be a whole number from 2"):
        reproduce(draws=1)
