"""Make evaluate.json: ``python evaluate.py`` where mlxtend and scikit-learn are installed.

What the tests of ``mlxtend.evaluate`` give: McNemar's test of given tables and of the breast cancer
study that ships with the package, the t and F tests of estimators over folds with the AUC of every
fold (a scorer notes them), permutation tests that count all exchanges, and the bootstrap of an AUC.
"""

import csv
import json
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

HERE = Path(__file__).parent
STUDY = HERE.parents[2] / "src" / "aucurate" / "datasets" / "breast_cancer.csv"
TABLES = [[1, 1, 7, 12], [40, 12, 3, 8], [59, 16, 6, 80], [100, 10, 10, 5], [0, 25, 4, 0]]
ROUNDS = 20_000


class NotingScorer:
    """The AUC of a fitted estimator, noted in the order of the calls."""

    def __init__(self) -> None:
        self.values: list[float] = []

    def __call__(self, estimator: Any, features: NDArray[Any], labels: NDArray[Any]) -> float:
        scores = estimator.predict_proba(features)[:, 1]
        self.values.append(area(labels, scores))
        return self.values[-1]

    def columns(self) -> dict[str, list[float]]:
        """Each split scores the first estimator, then the second."""
        return {"logistic": self.values[::2], "neighbours": self.values[1::2]}


def area(labels: NDArray[Any], scores: NDArray[Any]) -> float:
    """The AUC from midranks."""
    rank = import_module("scipy.stats").rankdata(scores)
    m = int(np.sum(labels))
    return float((rank[labels == 1].sum() - m * (m + 1) / 2) / (m * (len(labels) - m)))


def of_table(evaluate: Any, table: list[int]) -> dict[str, Any]:
    """McNemar's test, corrected, not corrected and exact."""
    square = np.array(table).reshape(2, 2)
    corrected, plain = evaluate.mcnemar(square), evaluate.mcnemar(square, corrected=False)
    return {
        "table": table,
        "corrected": [float(value) for value in corrected],
        "uncorrected": [float(value) for value in plain],
        "exact": float(evaluate.mcnemar(square, exact=True)[1]),
    }


def study() -> tuple[NDArray[Any], dict[str, NDArray[Any]]]:
    """Labels (malignant 1) and scores of the study that ships with aucurate."""
    with STUDY.open() as lines:
        rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    labels = np.array([int(row["diagnosis"] == "malignant") for row in rows])
    names = [name for name in rows[0] if name != "diagnosis"]
    return labels, {name: np.array([float(row[name]) for row in rows]) for name in names}


def over_folds(evaluate: Any) -> dict[str, Any]:
    """The t and F tests of two estimators, with the AUC of every fold."""
    linear, neighbours = (import_module(f"sklearn.{m}") for m in ("linear_model", "neighbors"))
    scaler = import_module("sklearn.preprocessing").StandardScaler
    pipeline = import_module("sklearn.pipeline").make_pipeline
    features, benign = import_module("sklearn.datasets").load_breast_cancer(return_X_y=True)
    features, labels = features[:, :5], 1 - benign
    pair = (
        pipeline(scaler(), linear.LogisticRegression()),
        pipeline(scaler(), neighbours.KNeighborsClassifier(5)),
    )
    calls: dict[str, dict[str, Any]] = {
        "paired_ttest_kfold_cv": {"cv": 10, "shuffle": True, "random_seed": 1},
        "paired_ttest_resampled": {"num_rounds": 30, "test_size": 0.3, "random_seed": 1},
        "paired_ttest_5x2cv": {"random_seed": 1},
        "combined_ftest_5x2cv": {"random_seed": 1},
    }
    found = {}
    for name, options in calls.items():
        scorer = NotingScorer()
        result = getattr(evaluate, name)(*pair, features, labels, scoring=scorer, **options)
        found[name] = {"options": options, "values": scorer.columns(), "result": list(result)}
    return found


def exchanges(evaluate: Any, folds: dict[str, Any]) -> dict[str, Any]:
    """Exact permutation tests: of the means over ten folds, and of two AUCs by their ranks."""
    values = folds["paired_ttest_kfold_cv"]["values"]
    over = [
        float(evaluate.permutation_test(*values.values(), func=f"x_mean {way} y_mean", paired=True))
        for way in ("!=", ">", "<")
    ]
    rng = np.random.default_rng(5)
    labels = np.repeat([0, 1], 7)
    scores = rng.normal(size=(2, 14)) + np.array([[1.5], [0.2]]) * labels
    ranks = scores.argsort(axis=1).argsort(axis=1) + 1.0

    def apart(x: Any, y: Any) -> float:
        # Ranks of both columns tie after an exchange; midranks count them one half.
        return abs(area(labels, np.asarray(x)) - area(labels, np.asarray(y)))

    by_ranks = evaluate.permutation_test(*ranks, func=apart, paired=True)
    return {
        "folds": dict(zip(("two-sided", "greater", "less"), over, strict=True)),
        "ranks": {
            "labels": labels.tolist(),
            "first": scores[0].tolist(),
            "second": scores[1].tolist(),
            "p_value": float(by_ranks),
        },
    }


def main() -> None:
    """Write evaluate.json beside this file."""
    evaluate: Any = import_module("mlxtend.evaluate")
    labels, scores = study()
    called = [(scores[name] >= 0.5).astype(int) for name in ("forest", "tree")]
    square = evaluate.mcnemar_table(labels, *called)
    folds = over_folds(evaluate)
    packed = np.column_stack([labels, scores["forest"]])
    value, error, ends = evaluate.bootstrap(
        packed, lambda rows: area(rows[:, 0], rows[:, 1]), num_rounds=ROUNDS, seed=1
    )
    document = {
        "tool": {name: version(name) for name in ("mlxtend", "scikit-learn", "scipy", "numpy")},
        "mcnemar": [of_table(evaluate, table) for table in TABLES],
        "study": {"thresholds": [0.5, 0.5]} | of_table(evaluate, square.ravel().tolist()),
        "folds": folds,
        "permutation": exchanges(evaluate, folds),
        "bootstrap": {
            "classifier": "forest",
            "replicates": ROUNDS,
            "value": float(value),
            "standard_error": float(error),
            "interval": [float(end) for end in ends],
        },
    }
    (HERE / "evaluate.json").write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
