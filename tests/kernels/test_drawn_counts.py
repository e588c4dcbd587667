"""The draws that can be asked for are those of the bootstrap of the AUC."""

import numpy as np
import pytest

from aucurate.kernels.bootstrap import bootstrap_aucs, presort
from aucurate.kernels.draws import drawn_counts


@pytest.mark.parametrize("stratified", [True, False])
def test_the_draws_are_those_of_the_bootstrapped_aucs(stratified: bool) -> None:
    rng = np.random.default_rng(0)
    up, down = rng.normal(1, 1, 12), rng.normal(0, 1, 9)
    labels = np.repeat([True, False], [12, 9])
    order = presort(np.concatenate([up, down])[None, :], labels)
    aucs = bootstrap_aucs(order, replicates=20, stratified=stratified, key=7)[:, 0]
    wins = up[:, None] > down
    for replicate, auc in enumerate(aucs):
        positives, negatives = drawn_counts(
            12, 9, stratified=stratified, key=7, replicate=replicate
        )
        assert positives.sum() + negatives.sum() == 21
        if stratified:
            assert positives.sum() == 12
        pairs = positives.sum() * negatives.sum()
        assert auc == pytest.approx(float(positives @ wins @ negatives) / pairs)
