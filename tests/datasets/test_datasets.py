"""The study that ships with the package."""

import subprocess
import sys

import pytest

from aucurate.data import AucMoments
from aucurate.datasets import NAMES, load_breast_cancer, load_breast_cancer_folds, path_of
from aucurate.errors import OptionError
from aucurate.inference.auc import delong_test

MODELS = ("logistic", "forest", "bayes", "neighbours", "tree")


def test_the_held_out_study() -> None:
    data = load_breast_cancer()
    assert data.names == MODELS
    rows = data.observations
    assert (rows.positive, rows.negative) == ("malignant", "benign")
    assert (rows.n_positive, rows.n_negative, rows.source.n_dropped) == (106, 179, 0)
    assert rows.folds is None
    assert data.values.min() >= 0
    assert data.values.max() <= 1


def test_the_folds_study() -> None:
    data = load_breast_cancer_folds()
    assert data.names == MODELS
    rows = data.observations
    assert (rows.n_positive, rows.n_negative) == (212, 357)
    assert data.fold_names == tuple(str(fold) for fold in range(1, 11))
    assert data.design == "left-out folds"
    assert set(data.n_test.tolist()) == {56, 57}
    assert data.aucs().n_folds == 10


def test_the_study_is_worth_a_test() -> None:
    data = load_breast_cancer()
    moments = AucMoments.from_scores(data)
    assert all(0.85 < auc < 0.99 for auc in moments.aucs)
    assert delong_test(data["logistic"], data["bayes"]).p_value < 0.001
    assert delong_test(data["forest"], data["neighbours"]).p_value > 0.5
    assert dict(zip(MODELS, moments.tied_shares, strict=True))["tree"] > 0.05


def test_the_files_are_there_and_small() -> None:
    for name in NAMES:
        assert path_of(name).is_file()
        assert path_of(name).stat().st_size < 50_000
    with pytest.raises(OptionError, match="'iris'"):
        path_of("iris")


def test_loading_needs_no_scikit_learn() -> None:
    code = (
        "import sys; sys.modules['sklearn'] = None; sys.modules['pandas'] = None\n"
        "from aucurate import datasets\n"
        "datasets.load_breast_cancer(); datasets.load_breast_cancer_folds()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
