"""Scores near the ends of the range of floats: right numbers or a typed error, and no warning."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate.data.fold_values import FoldValues
from aucurate.data.results_table import ResultsTable
from aucurate.data.scores import Scores
from aucurate.errors import InputError, ModelError, OptionError, TableError
from aucurate.estimates.fits.biexponential import biexponential_curve
from aucurate.estimates.fits.binormal import binormal_curve
from aucurate.estimates.fits.box_cox import box_cox_curve
from aucurate.estimates.fits.kernel import kernel_auc, kernel_curve
from aucurate.inference.models.kernel import kernel_bootstrap_interval
from aucurate.inference.models.registry import MODELS
from aucurate.inference.resampling.options import Resampling
from aucurate.study.fit.numbers import fit_model
from aucurate.study.rank import rank

LABELS = np.arange(60) % 2
SPREAD = np.random.default_rng(1).normal(size=60) + LABELS
FEW = Resampling(replicates=100)
EVERY_SEVENTH = np.arange(60) % 7 == 0
EXTREME: dict[str, NDArray[np.float64]] = {
    "all huge": SPREAD * 4e307,
    "two values": np.where(SPREAD > 0.5, 1.5e308, -1.5e308),
    "some huge": np.where(EVERY_SEVENTH, 1.5e308 * np.sign(SPREAD), SPREAD),
    "positive and huge": np.where(EVERY_SEVENTH, 1.7e308, np.abs(SPREAD)),
    "huge and tiny": np.where(EVERY_SEVENTH, 1e300, np.abs(SPREAD) * 1e-300),
    "all tiny": SPREAD * 1e-310,
    "smallest numbers": np.round(SPREAD * 5) * 5e-324,
    "two smallest numbers": np.where(SPREAD > 0.5, 1e-323, 5e-324),
    "probabilities next to 0": np.where(EVERY_SEVENTH, 1.0, 5e-324 * np.arange(60)),
    "wide": 10.0 ** (100 * SPREAD),
    "1e301": np.abs(SPREAD) * 1e301,
}


@for_each("name", EXTREME)
@for_each("model", MODELS)
def test_a_model_fits_or_refuses_without_a_warning(model: str, name: str) -> None:
    scores = Scores.from_arrays(LABELS, EXTREME[name])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = fit_model(scores, model, confidence=0.95, resampling=FEW)
    if found.estimate is None:
        assert found.refusal
    else:
        assert 0 <= found.estimate.interval.low <= found.estimate.value
        assert found.estimate.value <= found.estimate.interval.high <= 1


@pytest.mark.parametrize("fit", [binormal_curve, kernel_curve])
def test_what_is_too_large_or_too_small_names_the_remedy(fit: Callable[[Scores], Any]) -> None:
    for unit, remedy in ((1e308, "divide"), (1e-310, "multiply")):
        with pytest.raises(ModelError, match="too near the") as caught:
            fit(Scores.from_arrays(LABELS, SPREAD / 4 * unit))
        assert caught.value.hint.startswith(f"{remedy} all scores by the same number")


@pytest.mark.parametrize("fit", [binormal_curve, kernel_curve, box_cox_curve, biexponential_curve])
def test_within_the_range_the_unit_changes_nothing(fit: Callable[[Scores], Any]) -> None:
    positive = np.exp(SPREAD)
    expected = fit(Scores.from_arrays(LABELS, positive)).auc
    for unit in (1e-299, 1e299):
        found = fit(Scores.from_arrays(LABELS, positive * unit)).auc
        assert found == pytest.approx(expected, rel=1e-6)


def test_bandwidths_that_vanish_are_refused() -> None:
    scores = Scores.from_arrays(LABELS, SPREAD)
    for widths in ((5e-324, 5e-324), (1.0, 1e305)):
        with pytest.raises(OptionError, match="bandwidths must lie between"):
            kernel_auc(scores, bandwidths=widths)
        with pytest.raises(OptionError, match="bandwidths must lie between"):
            kernel_bootstrap_interval(scores, bandwidths=widths, resampling=FEW)


def test_results_that_cannot_be_subtracted_are_refused() -> None:
    values = {"a": [1e308, -1e308, 3.0], "b": [-1e308, 1e308, 1.0]}
    with pytest.raises(TableError, match=r"within 1e\+302 of 0") as caught:
        ResultsTable.from_arrays(values)
    assert "divide" in caught.value.hint
    with pytest.raises(InputError, match=r"within 1e\+150 of 0"):
        FoldValues.from_arrays(
            values, quantity="x", design="left-out folds", lowest=-1.7e308, highest=1.7e308
        )


def test_large_results_are_ranked_without_a_warning() -> None:
    rows = np.random.default_rng(3).uniform(-1, 1, (3, 12))
    small, large = (
        rank(
            {name: unit * row for name, row in zip("abc", rows, strict=True)},
            quantity="gain",
            better="higher",
        )
        for unit in (1.0, 1e301)
    )
    assert [p.wilcoxon.p_value for p in large.pairs] == [p.wilcoxon.p_value for p in small.pairs]
    for one, two in zip(small.pairs, large.pairs, strict=True):
        assert two.wilcoxon.difference == pytest.approx(1e301 * one.wilcoxon.difference, rel=1e-9)
