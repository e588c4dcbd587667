"""Paired differences: what folds and data sets share."""

import math
from typing import Any

import numpy as np
import pytest

from aucurate.data.fold_values import FoldValues
from aucurate.data.results_table import ResultsTable
from aucurate.inference.core.contrasts import Question
from aucurate.inference.core.paired_differences import (
    PairedDifferences,
    order_ends,
    sign_test,
    wilcoxon_test,
)
from aucurate.inference.folds.sign_tests import fold_sign_test, fold_wilcoxon_test
from aucurate.inference.folds.t_tests import PAIRED_T
from aucurate.inference.many_datasets.pairs import data_sets_sign_test, data_sets_wilcoxon_test

TWO_SIDED = Question("two-sided", 0.0, 0.95)


def _pair(values: list[float], **fields: Any) -> PairedDifferences:
    known: dict[str, Any] = {"first": "a", "second": "b", "quantity": "AUC", "resolution": 1e-15}
    known |= {"first_value": float(np.mean(values)), "second_value": 0.0}
    return PairedDifferences(**(known | fields), values=np.array(values))


def test_signs_ranks_and_the_spread() -> None:
    pair = _pair([0.1, -0.02, 0.03, 0.0, 1e-16])
    assert pair.counts == (2, 1, 2)
    assert pair.shifted(0.03).tolist() == pytest.approx([0.07, -0.05, 0.0, -0.03, -0.03])
    assert _pair([0.1, 0.1 + 1e-16, 0.1]).spread == 0.0
    assert pair.spread == pytest.approx(np.var([0.1, -0.02, 0.03, 0.0, 0.0], ddof=1))
    sign, ranked = sign_test(pair, TWO_SIDED), wilcoxon_test(pair, TWO_SIDED)
    assert (sign.above, sign.below, sign.n_used, sign.smallest_p_value) == (2, 1, 3, 0.25)
    assert (ranked.above, ranked.below, ranked.n_used, ranked.exact) == (5, 1, 3, True)
    assert sign.centre == pytest.approx(0.0)
    assert sign.ends == ranked.ends == (-math.inf, math.inf)


def test_intervals_are_cut_to_what_is_possible() -> None:
    assert str(_pair([0.5, 0.9], reach=1.0).interval(-2.0, 3.0, 0.95, PAIRED_T)) == (
        "95% CI -1.000 to 1.000"
    )
    assert order_ends(np.array([1.0, 2.0, 3.0, 4.0]), 2) == (2.0, 3.0)


def test_folds_and_data_sets_with_the_same_values_have_the_same_tests() -> None:
    rng = np.random.default_rng(3)
    values = {"a": rng.uniform(0.6, 0.9, 12), "b": rng.uniform(0.55, 0.85, 12)}
    folds = FoldValues.from_arrays(values, quantity="AUC", design="left-out folds")
    table = ResultsTable.from_arrays(values)
    for over_folds, over_data_sets in (
        (fold_sign_test(folds, "a", "b"), data_sets_sign_test(table, "a", "b")),
        (fold_wilcoxon_test(folds, "a", "b"), data_sets_wilcoxon_test(table, "a", "b")),
    ):
        assert over_folds.p_value == over_data_sets.p_value
        assert over_folds.interval.low == over_data_sets.interval.low
        assert over_folds.interval.high == over_data_sets.interval.high
