"""The Bayesian correlated t test: what its posterior says, and what a reader is told."""

import numpy as np

from aucurate.data.fold_values import FoldValues
from aucurate.inference.folds.t_tests import correlated_t_test, nadeau_bengio_test

RNG = np.random.default_rng(0)
VALUES = FoldValues.from_arrays(
    {"a": RNG.normal(0.8, 0.03, 20), "b": RNG.normal(0.78, 0.03, 20)},
    quantity="AUC",
    design="left-out folds",
    repeats=np.repeat([1, 2], 10),
    n_train=90,
    n_test=10,
)


def test_without_a_rope_its_tails_are_the_p_values_of_nadeau_and_bengio() -> None:
    found = correlated_t_test(VALUES, "a", "b", rope=0.0)
    sides = [nadeau_bengio_test(VALUES, "a", "b", alternative=side) for side in ("greater", "less")]
    np.testing.assert_allclose([found.below, found.above], [one.p_value for one in sides])
    assert found.interval.low == sides[0].interval.low
    wide = correlated_t_test(VALUES, "a", "b", rope=0.01)
    assert wide.below < found.below
    assert wide.above < found.above
    assert abs(wide.below + wide.within + wide.above - 1) < 1e-12


def test_repeats_of_algorithms_that_may_be_unstable_are_told() -> None:
    told = [caveat.kind for caveat in correlated_t_test(VALUES, "a", "b", rope=0.01).caveats]
    assert "unstable_algorithms" in told
    assert "conservative" not in told
