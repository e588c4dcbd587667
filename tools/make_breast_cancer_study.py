"""Make the study that ships with aucurate: scores of five models on the breast cancer data.

Run it from the root of the repository with any Python that has scikit-learn; it writes
``src/aucurate/datasets/breast_cancer.csv`` and ``breast_cancer_folds.csv``::

    python tools/make_breast_cancer_study.py

The files in the repository were made with scikit-learn 1.9.1 and NumPy 2.4.6; another version may
give other last digits.

Source: Breast Cancer Wisconsin (Diagnostic), W. Wolberg, N. Street and O. Mangasarian, 1995, UCI
Machine Learning Repository, doi:10.24432/C5DW2B, licence CC BY 4.0; 569 observations, read from
the copy that comes with scikit-learn.

The models see only six of the thirty features (mean texture, smoothness, compactness, concavity,
symmetry and fractal dimension of the cell nuclei), so that they make mistakes and their comparison
is worth a test. This set was chosen among five by looking at the held-out AUCs, for their spread:
the study is an example, and says nothing about which kind of model is better for these data.

- ``breast_cancer.csv``: trained on one half of the observations, scored on the other (stratified).
- ``breast_cancer_folds.csv``: all observations, each scored by the models of its fold's
  complement (ten folds, stratified); ``fold`` runs from 1 to 10.

Scores are the predicted probabilities of "malignant", rounded to six decimals, which makes ties
of the most certain scores of ``bayes``.
"""

import csv
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

FEATURES = (
    "mean texture",
    "mean smoothness",
    "mean compactness",
    "mean concavity",
    "mean symmetry",
    "mean fractal dimension",
)
DECIMALS = 6
FOLDS = 10
HOME = Path(__file__).resolve().parent.parent / "src" / "aucurate" / "datasets"


def models() -> dict[str, Any]:
    """The five models, unfitted."""
    return {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "forest": RandomForestClassifier(n_estimators=500, min_samples_leaf=3, random_state=0),
        "bayes": GaussianNB(),
        "neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier(n_neighbors=15)),
        "tree": DecisionTreeClassifier(max_depth=4, min_samples_leaf=5, random_state=0),
    }


def observations() -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The features that are used, and which observations are malignant (0 in scikit-learn)."""
    bunch = load_breast_cancer()
    columns = [list(bunch.feature_names).index(name) for name in FEATURES]
    return bunch.data[:, columns], bunch.target == 0


def scored(
    train: NDArray[np.float64], malignant: NDArray[np.bool_], held_out: NDArray[np.float64]
) -> dict[str, NDArray[np.float64]]:
    """The scores of every model, fitted on the first part, for the held-out part."""
    return {
        name: model.fit(train, malignant).predict_proba(held_out)[:, 1]
        for name, model in models().items()
    }


def held_out_study() -> dict[str, list[Any]]:
    """The columns of the study on one held-out half."""
    features, malignant = observations()
    train, held_out = train_test_split(
        np.arange(len(features)), test_size=0.5, stratify=malignant, random_state=0
    )
    held_out = np.sort(held_out)
    scores = scored(features[train], malignant[train], features[held_out])
    return {"diagnosis": diagnoses(malignant[held_out]), **rounded(scores)}


def folds_study() -> dict[str, list[Any]]:
    """The columns of the study on out-of-fold scores."""
    features, malignant = observations()
    splitter = StratifiedKFold(n_splits=FOLDS, shuffle=True, random_state=0)
    fold = np.zeros(len(features), int)
    scores = {name: np.empty(len(features)) for name in models()}
    for number, (train, held_out) in enumerate(splitter.split(features, malignant), start=1):
        fold[held_out] = number
        for name, values in scored(features[train], malignant[train], features[held_out]).items():
            scores[name][held_out] = values
    return {"diagnosis": diagnoses(malignant), "fold": fold.tolist(), **rounded(scores)}


def diagnoses(malignant: NDArray[np.bool_]) -> list[str]:
    """The labels as words."""
    return ["malignant" if positive else "benign" for positive in malignant]


def rounded(scores: dict[str, NDArray[np.float64]]) -> dict[str, list[Any]]:
    """Scores with six decimals, as text without needless zeros."""
    return {
        name: [f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".") for value in values]
        for name, values in scores.items()
    }


def write(name: str, columns: dict[str, list[Any]]) -> None:
    """One csv file."""
    with (HOME / name).open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


if __name__ == "__main__":
    write("breast_cancer.csv", held_out_study())
    write("breast_cancer_folds.csv", folds_study())
