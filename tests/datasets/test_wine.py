"""The three-class study that ships with the package."""

import subprocess
import sys

import numpy as np

from aucurate.datasets import load_wine_class_folds, load_wine_classes

CLASSES = ("barolo", "grignolino", "barbera")


def test_the_pooled_scores() -> None:
    data = load_wine_classes()
    assert (data.names, data.classes) == (("forest", "logistic"), CLASSES)
    assert (data.counts, data.observations.source.n_dropped) == ((59, 71, 48), 0)
    assert len(data.observations.fold_names) == 10
    assert np.allclose(data.values.sum(axis=1), 1, atol=2e-6)
    data.weighable()


def test_the_folds() -> None:
    folds = load_wine_class_folds()
    forest, logistic = folds["forest"], folds["logistic"]
    assert forest.observations is logistic.observations
    assert forest.fold_names == tuple(str(fold) for fold in range(1, 11))
    assert set(forest.division.n_test or ()) == {17, 18}
    assert forest.folds_with_every_class() == list(range(10))
    pooled = load_wine_classes()["logistic"]
    assert np.array_equal(logistic.pooled().values, pooled.values)
    assert np.array_equal(logistic.pooled().codes, pooled.codes)


def test_the_classes_overlap() -> None:
    for scores in load_wine_classes():
        decided = scores.values.argmax(axis=0)
        for code in range(3):
            error = np.mean(decided[scores.codes == code] != code)
            assert 0.1 < error < 0.4


def test_loading_needs_no_scikit_learn() -> None:
    code = (
        "import sys; sys.modules['sklearn'] = None; sys.modules['pandas'] = None\n"
        "from aucurate.datasets import load_wine_class_folds, load_wine_classes\n"
        "load_wine_classes(); load_wine_class_folds()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
