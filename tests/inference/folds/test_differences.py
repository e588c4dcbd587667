from typing import Any

import numpy as np
import pytest
from scipy import stats

from aucurate.data.fold_values import FoldValues
from aucurate.errors import InputError
from aucurate.inference.core.contrasts import Question
from aucurate.inference.folds.differences import fold_differences, t_comparison
from aucurate.results import MethodTitle


def _values(first: Any, second: Any) -> FoldValues:
    return FoldValues.from_arrays(
        {"a": first, "b": second}, quantity="AUC", design="left-out folds"
    )


RNG = np.random.default_rng(4)
FIRST, SECOND = 0.8 + 0.05 * RNG.normal(size=(2, 8))
VALUES = _values(FIRST, SECOND)
PLAIN = Question("two-sided", 0.0, 0.95)
TITLE = MethodTitle("t of a test", "t")


def test_without_a_correction_it_is_the_paired_t_test() -> None:
    pair = fold_differences(VALUES, "a", "b")
    variance = float(np.var(FIRST - SECOND, ddof=1)) / 8
    found = t_comparison(pair, PLAIN, variance=variance, method=TITLE, caveats=[])
    expected = stats.ttest_rel(FIRST, SECOND)
    ends = expected.confidence_interval(0.95)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-10)
    assert found.degrees_of_freedom == 7
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-9)
    assert (found.interval.low, found.interval.high) == pytest.approx((ends.low, ends.high))
    assert found.key == "t"


def test_other_degrees_of_freedom_can_be_given() -> None:
    pair = fold_differences(VALUES, "a", "b")
    found = t_comparison(pair, PLAIN, variance=0.01, degrees_of_freedom=3, method=TITLE, caveats=[])
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(found.statistic), 3), rel=1e-9)


def test_equal_differences_leave_the_sign_test() -> None:
    values = _values([0.8, 0.7, 0.9, 0.6], [0.7, 0.6, 0.8, 0.5])
    pair = fold_differences(values, "a", "b")
    found = t_comparison(pair, PLAIN, variance=0.0, method=TITLE, caveats=[])
    assert found.p_value == pytest.approx(2 * 0.5**4)
    assert found.statistic == np.inf


def test_one_fold_is_refused() -> None:
    values = _values([0.8], [0.7])
    with pytest.raises(InputError, match="there is only one fold"):
        fold_differences(values, "a", "b")
