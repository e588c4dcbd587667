"""Writes rates.json: scikit-learn's rates of the data sets at the median score.

python tests/gold/sklearn/rates.py
"""

import json
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent


def main() -> None:
    import sklearn
    from sklearn import metrics

    sets = json.loads((HERE.parent / "datasets.json").read_text())["binary"]
    rows = []
    for name, data in sets.items():
        for which in ("a", "b"):
            scores = np.array(data[which], float)
            threshold = float(np.sort(scores)[len(scores) // 2])
            calls = (scores >= threshold).astype(int)
            if calls.all():
                continue
            y = data["y"]
            positive, negative = metrics.class_likelihood_ratios(
                y, calls, replace_undefined_by=np.nan
            )
            rows.append(
                {
                    "name": name,
                    "which": which,
                    "threshold": threshold,
                    "confusion": metrics.confusion_matrix(y, calls).tolist(),
                    "sensitivity": metrics.recall_score(y, calls),
                    "positive_predictive_value": metrics.precision_score(y, calls),
                    "accuracy": metrics.accuracy_score(y, calls),
                    "balanced_accuracy": metrics.balanced_accuracy_score(y, calls),
                    "f1": metrics.f1_score(y, calls),
                    "matthews_correlation": metrics.matthews_corrcoef(y, calls),
                    "positive_likelihood_ratio": positive if np.isfinite(positive) else None,
                    "negative_likelihood_ratio": negative if np.isfinite(negative) else None,
                }
            )
    content = {
        "item": "rates at the median score; confusion is [[tn, fp], [fn, tp]]",
        "tool": {"sklearn": sklearn.__version__, "numpy": np.__version__},
        "call": "confusion_matrix, recall_score, precision_score, f1_score, matthews_corrcoef, "
        "accuracy_score, balanced_accuracy_score, class_likelihood_ratios (y, scores >= threshold)",
        "rows": rows,
    }
    (HERE / "rates.json").write_text(json.dumps(content, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
