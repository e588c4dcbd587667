"""Make the three-class study that ships with aucurate: scores of two models on the wine data.

Run it from the root of the repository with any Python that has scikit-learn; it writes
``src/aucurate/datasets/wine_classes.csv``::

    python tools/make_wine_study.py

The file in the repository was made with scikit-learn 1.9.1 and NumPy 2.4.6; another version may
give other last digits.

Source: Wine, S. Aeberhard and M. Forina, 1991, UCI Machine Learning Repository,
doi:10.24432/C5PC7J, licence CC BY 4.0; 178 wines from three cultivars, read from the copy that
comes with scikit-learn. The three classes have the names of the wines, Barolo, Grignolino and
Barbera, as in M. Forina, C. Armanino, M. Castino and M. Ubigli, Multivariate data analysis as a
discriminating method of the origin of wines, Vitis 25 (1986), 189-201.

The models see only three of the thirteen features (alcohol, malic acid and ash, the first three
columns), so that the classes overlap and where to decide is a question. This set was chosen among
five by looking at the out-of-fold errors: the study is an example, and says nothing about which
kind of model is better for these data.

All observations, each scored by the models of its fold's complement (ten folds, stratified);
``fold`` runs from 1 to 10. Scores are predicted probabilities, rounded to six decimals.
"""

import csv
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_wine
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

FEATURES = ("alcohol", "malic_acid", "ash")
WINES = ("barolo", "grignolino", "barbera")
DECIMALS = 6
FOLDS = 10
HOME = Path(__file__).resolve().parent.parent / "src" / "aucurate" / "datasets"


def models() -> dict[str, Any]:
    """The two models, unfitted."""
    return {
        "forest": RandomForestClassifier(n_estimators=500, min_samples_leaf=3, random_state=0),
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
    }


def study() -> dict[str, list[Any]]:
    """The columns of the study: wine, fold, and for each model a score per class."""
    bunch = load_wine()
    features = bunch.data[:, [list(bunch.feature_names).index(name) for name in FEATURES]]
    fold = np.zeros(len(features), int)
    scores = {name: np.empty((len(features), len(WINES))) for name in models()}
    splitter = StratifiedKFold(n_splits=FOLDS, shuffle=True, random_state=0)
    for number, (train, held_out) in enumerate(splitter.split(features, bunch.target), start=1):
        fold[held_out] = number
        for name, model in models().items():
            fitted = model.fit(features[train], bunch.target[train])
            scores[name][held_out] = fitted.predict_proba(features[held_out])
    columns: dict[str, list[Any]] = {
        "wine": [WINES[label] for label in bunch.target],
        "fold": fold.tolist(),
    }
    for name, matrix in scores.items():
        for wine, values in zip(WINES, matrix.T, strict=True):
            columns[f"{name}_{wine}"] = rounded(values)
    return columns


def rounded(values: NDArray[np.float64]) -> list[str]:
    """Scores with six decimals, as text without needless zeros."""
    return [f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".") for value in values]


if __name__ == "__main__":
    columns = study()
    with (HOME / "wine_classes.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
