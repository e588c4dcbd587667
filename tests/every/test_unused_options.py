"""An option with a value that means nothing is refused, also where the call would not use it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.data.folds import FoldScores
from aucurate.datasets import load_breast_cancer, load_breast_cancer_folds, load_wine_classes
from aucurate.errors import OptionError
from aucurate.inference.auc.bounds import cortes_mohri_interval
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.auc.hanley_mcneil import hanley_mcneil_test
from aucurate.inference.auc.mover import mover_test
from aucurate.inference.core.signs_and_ranks import signed_rank
from aucurate.inference.curve.difference import curve_difference
from aucurate.inference.folds.delong import averaged_delong_interval, averaged_delong_test
from aucurate.inference.folds.error_rate import averaged_error_interval, averaged_error_test
from aucurate.inference.folds.operating_points import operating_points
from aucurate.inference.models.biexponential import biexponential_halved_test
from aucurate.inference.operating.mcnemar import mcnemar_test
from aucurate.study.folds import folds
from aucurate.study.multiclass import multiclass
from aucurate.study.rank import rank

DATA = load_breast_cancer()
FIRST, SECOND = DATA["forest"], DATA["logistic"]
FOLDS = load_breast_cancer_folds()
RESULTS = {"a": [0.7, 0.8, 0.9, 0.6], "b": [0.6, 0.85, 0.8, 0.5], "c": [0.65, 0.7, 0.8, 0.7]}


def _fixed_test_set() -> FoldScores:
    rng, labels = np.random.default_rng(1), np.tile(np.arange(40) % 2, 3)
    scores = {name: rng.normal(size=120) + labels for name in ("forest", "tree")}
    folds, rows = np.repeat([0, 1, 2], 40), np.tile(np.arange(40), 3)
    return FoldScores.from_arrays(labels, scores, folds=folds, observations=rows)


FIXED = _fixed_test_set()
PAIR = ("forest", "tree")

UNUSED: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any], str, Any]] = [
    (delong_test, (FIRST, SECOND), {}, "satterthwaite", "banana"),
    (delong_test, (FIRST, SECOND), {"paired": False}, "distribution", "banana"),
    (delong_test, (FIRST, FIRST), {}, "distribution", "banana"),
    (delong_test, (FIRST, FIRST), {}, "confidence", 95),
    (hanley_mcneil_test, (FIRST, SECOND), {"paired": False}, "correlation", "banana"),
    (hanley_mcneil_test, (FIRST, SECOND), {"paired": False}, "score_correlation", "banana"),
    (hanley_mcneil_test, (FIRST, FIRST), {}, "correlation", "banana"),
    (mover_test, (FIRST, FIRST), {}, "null_difference", 2.0),
    (mcnemar_test, (FIRST, FIRST), {"thresholds": (0.5, 0.5)}, "interval", "banana"),
    (cortes_mohri_interval, (FIRST,), {"errors": 3}, "error_bound", "banana"),
    (curve_difference, (FIRST, SECOND), {}, "quantity", "banana"),
    (averaged_error_test, (FOLDS, *PAIR), {"threshold": 0.5}, "training_sets", "banana"),
    (averaged_error_interval, (FOLDS, "tree"), {"threshold": 0.5}, "training_sets", "banana"),
    (averaged_error_test, (FIXED, *PAIR), {"threshold": 0.5}, "training_sets", "banana"),
    (averaged_delong_test, (FIXED, *PAIR), {}, "training_sets", "banana"),
    (averaged_delong_interval, (FIXED, "tree"), {}, "training_sets", "banana"),
    (folds, (FOLDS,), {}, "without_class", "banana"),
    (folds, (FOLDS.aucs(),), {}, "without_class", "banana"),
    (folds, (FOLDS,), {}, "rope", -1.0),
    (rank, (RESULTS,), {}, "resampling", 0),
    (rank, (RESULTS,), {}, "resampling", "x"),
    (rank, (RESULTS,), {"control": "a"}, "resampling", 0),
    (operating_points, (FOLDS, "tree"), {"thresholds": [0.5]}, "points", 0),
    (multiclass, (load_wine_classes(),), {"search": "none"}, "rng", -1),
    (biexponential_halved_test, (FIRST, SECOND), {}, "rng", -1),
    (signed_rank, (np.array([0.1, 0.2]),), {}, "distribution", "banana"),
]


@for_each(("function", "given", "options", "name", "value"), UNUSED)
def test_a_value_that_means_nothing_is_refused_on_every_path(
    function: Callable[..., Any],
    given: tuple[Any, ...],
    options: dict[str, Any],
    name: str,
    value: object,
) -> None:
    function(*given, **options)
    with pytest.raises(OptionError, match=name):
        function(*given, **options, **{name: value})
