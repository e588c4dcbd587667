"""Two biexponential curves on the same observations: paired bootstrap, and the paper's halving."""

import math

import numpy as np
import pytest
from scipy import special

from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import AucurateError, UnsupportedError
from aucurate.inference.models.biexponential import biexponential_test
from aucurate.inference.models.biexponential_paired import (
    biexponential_halved_test,
    biexponential_paired_test,
)
from aucurate.inference.resampling.options import Resampling

FEW = Resampling(repeats=399, rng=1)


def _data(
    seed: int, ratios: tuple[float, float], positives: int = 30, negatives: int = 40
) -> PairedScores:
    rng = np.random.default_rng(seed)
    labels = np.repeat([1, 0], [positives, negatives])
    noise = rng.normal(size=(2, len(labels)))
    noise[1] = 0.8 * noise[0] + 0.6 * noise[1]
    columns = {
        name: -special.log_ndtr(row) * np.where(labels == 1, ratio, 1.0)
        for name, row, ratio in zip("ab", noise, ratios, strict=True)
    }
    return PairedScores.from_arrays(labels, columns)


def test_the_standard_error_is_the_delta_method() -> None:
    first, second = _data(1, (3.0, 2.0))
    found = biexponential_paired_test(first, second, resampling=FEW)
    variance = 0.0
    for members in (first.is_positive, ~first.is_positive):
        a, b = first.values[members], second.values[members]
        variance += float(np.var(a / a.mean() - b / b.mean(), ddof=1)) / len(a)
    assert found.standard_error == pytest.approx(math.sqrt(variance), rel=1e-10)
    assert found.statistic == pytest.approx(found.difference / math.sqrt(variance))
    assert (found.quantity, found.design) == ("logit AUC", "paired")


def test_pairing_is_worth_something() -> None:
    first, second = _data(2, (3.0, 2.0), 300, 400)
    together = biexponential_paired_test(first, second, resampling=FEW)
    apart = biexponential_test(first, second, paired=False)
    assert together.difference == pytest.approx(apart.difference)
    assert together.standard_error < apart.standard_error


def test_swapping_flips_the_sign_and_keeps_the_evidence() -> None:
    first, second = _data(3, (3.0, 2.0))
    one = biexponential_paired_test(first, second, resampling=FEW)
    two = biexponential_paired_test(second, first, resampling=FEW)
    assert two.difference == pytest.approx(-one.difference)
    assert two.interval.low == pytest.approx(-one.interval.high)
    assert two.p_value == pytest.approx(one.p_value)


def test_the_interval_leaves_out_what_the_test_rejects() -> None:
    first, second = _data(4, (3.0, 1.5))
    interval = biexponential_paired_test(first, second, resampling=FEW).interval
    for null in np.linspace(-1, 2, 13):
        p = biexponential_paired_test(
            first, second, null_difference=float(null), resampling=FEW
        ).p_value
        assert (null in interval) == (p > 0.05)


def test_powers_belong_to_their_classifiers() -> None:
    first, second = _data(5, (3.0, 2.0))
    rooted = PairedScores.from_arrays(
        first.is_positive, {"a": first.values, "b": np.sqrt(second.values)}
    )
    plain = biexponential_paired_test(first, second, resampling=FEW)
    raised = biexponential_paired_test(*rooted, second_power=2.0, resampling=FEW)
    assert raised.difference == pytest.approx(plain.difference)
    assert raised.p_value == pytest.approx(plain.p_value, rel=1e-9)


def test_a_run_that_is_stopped_uses_what_it_has() -> None:
    first, second = _data(6, (3.0, 2.0))
    asked = Resampling(repeats=5000, rng=1)
    found = biexponential_paired_test(
        first, second, resampling=asked, progress=lambda done, total: done < 200
    )
    assert [c.kind for c in found.caveats] == ["stopped_early"]
    with pytest.raises(AucurateError, match="a result needs at least 100"):
        biexponential_paired_test(
            first, second, resampling=asked, progress=lambda done, total: False
        )


def test_multiples_of_each_other_have_the_same_curve() -> None:
    first, _ = _data(7, (3.0, 2.0))
    both = PairedScores.from_arrays(first.is_positive, {"a": first.values, "b": 4 * first.values})
    found = biexponential_paired_test(*both)
    assert found.difference == pytest.approx(0, abs=1e-12)
    assert found.p_value == 1.0
    assert 0 < biexponential_paired_test(*both, null_difference=0.5).p_value < 0.01
    assert found.caveats[0].kind == "no_variance"


def test_halving_gives_the_exact_test_of_two_halves() -> None:
    first, second = _data(8, (3.0, 2.0), 30, 41)
    found = biexponential_halved_test(first, second, rng=3)
    assert found == biexponential_halved_test(first, second, rng=3)
    assert found.p_value != biexponential_halved_test(first, second, rng=4).p_value
    assert found.design == "unpaired"
    assert [c.kind for c in found.caveats] == ["halved_test_set"]


def test_different_test_sets_and_tiny_classes_are_refused() -> None:
    first, _ = _data(9, (3.0, 2.0))
    other = Scores.from_arrays([0, 1, 0], [1.0, 2.0, 3.0])
    with pytest.raises(UnsupportedError, match="same observations"):
        biexponential_paired_test(first, other)
    tiny = PairedScores.from_arrays([0, 0, 1], {"a": [1.0, 2.0, 3.0], "b": [2.0, 1.0, 3.0]})
    with pytest.raises(UnsupportedError, match="cannot be halved"):
        biexponential_halved_test(*tiny)
