"""The catalogue: every algorithm runs on numbers and words with gaps, without pandas."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from aucurate.crossval.cross_validate import cross_validate
from aucurate.crossval.designs import LeftOut
from aucurate.crossval.features import features
from aucurate.crossval.models import MODELS, estimators
from aucurate.errors import MissingExtraError, OptionError, TableError


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Threads of OpenMP wait for each other where other work keeps the processors busy."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        yield


def _columns() -> dict[str, Any]:
    rng = np.random.default_rng(6)
    label = np.arange(90) % 2
    dose = rng.normal(size=90) + 2 * label
    sites = np.where(rng.random(90) < 0.3 + 0.4 * label, "leg", "arm").astype(object)
    dose[::17], sites[::19] = np.nan, None
    return {
        "outcome": label,
        "dose": dose,
        "large": rng.normal(size=90) * 1e4,
        "constant": np.ones(90),
        "empty": np.full(90, np.nan),
        "site": sites.tolist(),
        "rare": ["x"] * 89 + ["y"],
    }


@pytest.mark.parametrize("library", [pl.DataFrame, pd.DataFrame])
def test_every_model_runs_on_a_table_with_gaps(library: Any) -> None:
    table = library(_columns())
    found = features(table, used=["outcome"])
    models = estimators(list(MODELS), found)
    models["forest"].set_params(model__n_estimators=20)
    models["boosting"].set_params(model__max_iter=20)
    scores = cross_validate(models, found, table["outcome"], design=LeftOut(folds=3))
    means = dict(zip(scores.names, scores.aucs().values.mean(axis=0), strict=True))
    assert means.pop("chance") == 0.5
    assert min(means.values()) > 0.7
    assert max(means.values()) < 1


def test_columns_of_one_kind_only() -> None:
    labels = np.arange(160) % 2
    numbers = pl.DataFrame({"a": np.random.default_rng(1).normal(size=160) + 2 * labels})
    words = pl.DataFrame({"w": ["p", "q"] * 80})
    for frame in (numbers, words):
        models = estimators(["logistic", "boosting"], frame)
        models["boosting"].set_params(model__max_iter=5)
        found = cross_validate(models, frame, labels, design=LeftOut(folds=2))
        assert np.min(found.aucs().values) > 0.5


def test_many_categories_are_bounded() -> None:
    words = pl.DataFrame({"w": [f"c{k % 45}" for k in range(180)]})
    model = estimators(["logistic"], words)["logistic"].fit(words, np.arange(180) % 2)
    assert model[:-1].transform(words).shape == (180, 30)


def test_every_model_says_what_it_is() -> None:
    assert {"logistic", "lda", "nb", "knn", "tree", "forest", "boosting", "svm", "mlp"} < set(
        MODELS
    )
    for name, model in MODELS.items():
        assert re.fullmatch(r"[a-z]+", name)
        assert 10 < len(model.description) < 70
        assert "\n" not in model.description


def test_names_must_be_known() -> None:
    frame = pl.DataFrame({"a": [1.0, 2.0]})
    with pytest.raises(OptionError, match=r"no algorithm 'forrest'\.\nHint: there are logistic, "):
        estimators(["logistic", "forrest"], frame)
    with pytest.raises(OptionError, match="named twice"):
        estimators(["tree", "tree"], frame)
    with pytest.raises(OptionError, match="no algorithm was named"):
        estimators([], frame)
    with pytest.raises(TableError):
        estimators(["tree"], [1, 2])
    assert list(estimators("tree", frame)) == ["tree"]


def test_without_scikit_learn_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aucurate.crossval.algorithms.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError):
        estimators(["tree"], pl.DataFrame({"a": [1.0]}))


def test_a_polars_frame_needs_no_pandas() -> None:
    code = """
import sys
class NoPandas:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "pandas":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, NoPandas())
import polars as pl
from aucurate.crossval.cross_validate import cross_validate
from aucurate.crossval.features import features
from aucurate.crossval.models import estimators
table = pl.DataFrame({"y": [0, 1] * 20, "a": [1.0, 2.0, None, 3.0] * 10, "w": ["p", "q"] * 20})
found = features(table, used=["y"])
models = estimators(["logistic", "boosting", "nb"], found)
models["boosting"].set_params(model__max_iter=2)
print(cross_validate(models, found, table["y"]).aucs().values.shape)
"""
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert result.stdout.strip() == "(10, 3)", result.stderr
