"""What the argument fuzzer found, and the decorator cannot see from annotations."""

import numpy as np
import pytest

import aucurate
from aucurate.errors import AucurateError, OptionError


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
        aucurate.WeightRule.least_errors(odd)
    with pytest.raises(OptionError, match="costs must be a square table"):
        aucurate.WeightRule.least_cost(odd)
    with pytest.raises(OptionError, match="costs must be a square table"):
        aucurate.WeightRule.least_cost(np.zeros((2, 2), complex))
    with pytest.raises(OptionError, match="must be"):
        aucurate.SensitivityAt(specificity=odd)  # type: ignore[arg-type]
    with pytest.raises(AucurateError, match="n_train must be one number"):
        aucurate.FoldValues.from_arrays(
            {"a": [0.5, 0.6]}, quantity="AUC", design="random splits", n_train=odd
        )
    with pytest.raises(AucurateError):
        aucurate.auc(np.array(3.0), scores)
    with pytest.raises(AucurateError, match="X must be a table"):
        aucurate.draw_splits(np.array(3.0), labels)
