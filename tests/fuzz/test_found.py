"""What the argument fuzzer found, and the decorator cannot see from annotations."""

from fractions import Fraction

import numpy as np
import pytest

import aucurate
from aucurate.errors import AucurateError, ModelError, OptionError


class _Unreadable:
    """Its conversion to an array raises what NumPy never does, as some columns of polars do."""

    def __array__(self, dtype: object = None, copy: object = None) -> None:
        raise LookupError("no such conversion")


def test_objects_whose_conversion_fails_are_refused_by_type() -> None:
    labels, scores = [0, 1] * 5, np.arange(10.0)
    odd = _Unreadable()
    with pytest.raises(OptionError, match="positive must be one label"):
        aucurate.auc(labels, scores, positive=odd)
    with pytest.raises(OptionError, match="prevalences must be numbers"):
        aucurate.curve.WeightRule.least_errors(odd)
    with pytest.raises(OptionError, match="costs must be a square table"):
        aucurate.curve.WeightRule.least_cost(odd)
    with pytest.raises(OptionError, match="costs must be a square table"):
        aucurate.curve.WeightRule.least_cost(np.zeros((2, 2), complex))
    with pytest.raises(OptionError, match="must be"):
        aucurate.estimates.SensitivityAt(specificity=odd)  # type: ignore[arg-type]
    with pytest.raises(AucurateError, match="n_train must be one number"):
        aucurate.data.FoldValues.from_arrays(
            {"a": [0.5, 0.6]}, quantity="AUC", design="random splits", n_train=odd
        )
    with pytest.raises(AucurateError):
        aucurate.auc(np.array(3.0), scores)
    with pytest.raises(AucurateError, match="X must be a table"):
        aucurate.crossval.draw_splits(np.array(3.0), labels)


def test_numbers_beyond_the_range_of_a_biexponential_model() -> None:
    rng = np.random.default_rng(0)
    labels = np.tile([0, 1], 30)
    paired = aucurate.PairedScores.from_arrays(
        labels, {name: rng.exponential(1.0 + labels) for name in "ab"}
    )
    for power in (1e9, 2.0**63, 1e308):
        with pytest.raises(ModelError, match="exceed the range of 64-bit floats"):
            aucurate.inference.models.biexponential_interval(paired["a"], power=power)
        with pytest.raises(ModelError, match="exceed the range of 64-bit floats"):
            aucurate.inference.models.biexponential_paired_test(
                paired["a"], paired["b"], power=power
            )
    far = aucurate.inference.models.biexponential_test(
        paired["a"], paired["b"], paired=False, null_difference=1e308, alternative="less"
    )
    assert far.p_value == 0
    near_zero = aucurate.inference.models.fitted_biexponential_null_test(
        paired["a"], null=1e-320, resampling=aucurate.Resampling(replicates=50)
    )
    assert near_zero.p_value < 0.05


def test_a_fraction_is_a_number_in_words_too() -> None:
    scores = aucurate.Scores.from_arrays([0, 1] * 20, np.linspace(0, 1, 40))
    half = Fraction(1, 2)
    found = aucurate.inference.operating.net_benefit_interval(scores, half)  # type: ignore[call-overload]
    assert found == aucurate.inference.operating.net_benefit_interval(scores, 0.5)
