"""Origins: versions of packages, the text of one's own code, also where no source was kept."""

from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from tests.crossval.learners import Counting

import aucurate
from aucurate.crossval.origins import origins


def test_packages_have_versions_and_own_code_its_text() -> None:
    import sklearn

    found = dict(origins(Counting()))
    assert "tempfile.mkstemp" in found["tests.crossval.learners.Counting"]
    assert "self.middle_" in found["tests.crossval.learners.Centroid"]
    assert found["sklearn.base.BaseEstimator"] == sklearn.__version__


def test_every_part_is_looked_at() -> None:
    search = GridSearchCV(LogisticRegression(), {"C": [1]}, cv=KFold(3))
    pipeline = make_pipeline(FunctionTransformer(np.log1p), FunctionTransformer(_doubled), search)
    names = {name.rpartition(".")[2] for name, _ in origins(pipeline)}
    assert {"Pipeline", "_doubled", "GridSearchCV", "KFold", "LogisticRegression"} <= names
    assert aucurate.__version__


def _doubled(some: Any) -> Any:
    return 2 * some


def test_code_without_source_is_told_apart_by_what_it_does() -> None:
    def made(factor: int, line: int = 0) -> Any:
        space: dict[str, Any] = {"__name__": "__nowhere__", "Base": LogisticRegression}
        text = f"class Own(Base):\n    def fit(self, X, y):\n        return [{factor} for _ in X]\n"
        exec(compile("\n" * line + text, f"<cell {line}>", "exec"), space)
        return space["Own"]()

    assert origins(made(2)) == origins(made(2, line=5))
    assert origins(made(2)) != origins(made(3))
