"""Writes weights.json: scikit-learn's numbers with sample_weight, of the data sets of two classes.

python tests/gold/sklearn/weights.py
"""

import json
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent


def main() -> None:
    import sklearn
    from sklearn import metrics

    sets = json.loads((HERE.parent / "datasets.json").read_text())["binary"]
    rng = np.random.default_rng(1997)
    rows = []
    for name, data in sets.items():
        y = np.array(data["y"])
        for kind in ("frequency", "sampling"):
            counts = rng.integers(1, 6, len(y))
            weights = counts if kind == "frequency" else np.round(rng.gamma(1, 1, len(y)) + 0.01, 3)
            for which in ("a", "b"):
                scores = np.array(data[which], float)
                given = {"y_true": y, "y_score": scores, "sample_weight": weights}
                rows.append(
                    {
                        "name": name,
                        "which": which,
                        "kind": kind,
                        "weights": weights.tolist(),
                        "auc": metrics.roc_auc_score(**given),
                        "partial_auc": metrics.roc_auc_score(**given, max_fpr=0.3),
                        "average_precision": metrics.average_precision_score(**given),
                    }
                )
    found = {
        "item": "AUC, standardised partial AUC to a false positive rate of 0.3, average precision",
        "tool": {"sklearn": sklearn.__version__, "numpy": np.__version__},
        "call": "roc_auc_score, average_precision_score (sample_weight=...)",
        "rows": rows,
    }
    (HERE / "weights.json").write_text(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
