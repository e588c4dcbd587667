"""pytest fails unless the data show that the new model is not worse than the old one."""

import numpy as np

import aucurate as au

rng = np.random.default_rng(1)
outcome = rng.random(2000) < 0.3
old = outcome + rng.normal(size=2000)
new = outcome + 0.3 * old + rng.normal(size=2000)


def test_the_new_model_is_not_worse():
    study = au.compare(outcome, {"new": new, "old": old}, require="new - old > -0.01")
    study.assert_shown()
