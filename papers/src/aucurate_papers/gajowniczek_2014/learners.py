"""The five model families of the paper with scikit-learn, which is loaded when they are asked for.

The paper names the families and not their settings. What was chosen here, and that the choice was
not blind, stands in :data:`LEARNERS` and :data:`CHOICE` and goes into every exhibit made with them.
"""

import platform
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import MissingExtraError
from aucurate_papers.gajowniczek_2014.churn import Halves

PROGRAMS = ("scikit-learn", "numpy", "scipy", "polars")
TREES = 200
TREES_QUICK = 40

LEARNERS = {
    "SANN": "one hidden layer of 10 tanh units on standardised variables, stopped early on a tenth "
    "of the calibration half (MLPClassifier); which networks the paper kept is not said",
    "Boosting": "trees of depth 3, {trees} of them, learning rate 0.1, each on half of the "
    "observations (GradientBoostingClassifier)",
    "Logit": "all variables, no penalty (LogisticRegression)",
    "C&RT": "Gini splits, leaves of at least 50, the number of leaves among 8, 16, 32, 64 and 128 "
    "by five-fold cross-validated AUC (DecisionTreeClassifier)",
    "GDA": "linear, all variables (LinearDiscriminantAnalysis)",
}

CHOICE = (
    "The choice of the learners was not blind: one other network (25 logistic units) and one other "
    "boosting (histogram-based) were tried, and C&RT with its folds cut in another way, and the "
    "validation areas were seen, before these were kept. The models serve to show what estimators "
    "do on the same scores, not to compare learners."
)


def learner_words(*, quick: bool = False) -> dict[str, str]:
    """What each learner is, in words."""
    return {name: words.format(trees=_trees(quick)) for name, words in LEARNERS.items()}


def learners(rng: int, *, quick: bool = False) -> dict[str, Any]:
    """The five model families, missing values replaced by the median of the calibration half."""
    try:
        from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
        from sklearn.ensemble import GradientBoostingClassifier
        from sklearn.impute import SimpleImputer
        from sklearn.linear_model import LogisticRegression
        from sklearn.model_selection import GridSearchCV, StratifiedKFold
        from sklearn.neural_network import MLPClassifier
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        from sklearn.tree import DecisionTreeClassifier
    except ImportError:
        raise MissingExtraError("training the models of a paper", extra="papers") from None
    network = MLPClassifier(
        (10,), activation="tanh", alpha=1e-3, early_stopping=True, random_state=rng
    )
    boosting = GradientBoostingClassifier(
        n_estimators=_trees(quick), learning_rate=0.1, max_depth=3, subsample=0.5, random_state=rng
    )
    tree = GridSearchCV(
        DecisionTreeClassifier(min_samples_leaf=50, random_state=rng),
        {"max_leaf_nodes": [8, 16, 32, 64, 128]},
        scoring="roc_auc",
        cv=StratifiedKFold(5, shuffle=True, random_state=rng),
    )
    logistic = LogisticRegression(C=np.inf, max_iter=1000)
    steps: dict[str, tuple[Any, ...]] = {
        "SANN": (StandardScaler(), network),
        "Boosting": (boosting,),
        "Logit": (StandardScaler(), logistic),
        "C&RT": (tree,),
        "GDA": (StandardScaler(), LinearDiscriminantAnalysis()),
    }
    return {n: make_pipeline(SimpleImputer(strategy="median"), *s) for n, s in steps.items()}


def described(model: Any) -> str:
    """A learner with its settings, in one line."""
    return " ".join(repr(model).split())


def trained(model: Any, halves: Halves) -> NDArray[np.float64]:
    """The probability of churn for each observation of the validation half, after training."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):  # sums in one order, whatever the machine
        model.fit(halves.calibration, halves.calibration_churn)
        return np.asarray(model.predict_proba(halves.validation)[:, 1], np.float64)


def versions() -> dict[str, str]:
    """What the scores depend on besides data and learners."""
    try:
        found = {name: version(name) for name in PROGRAMS}
    except ImportError:
        raise MissingExtraError("training the models of a paper", extra="papers") from None
    return {"Python": platform.python_version(), **found}


def _trees(quick: bool) -> int:
    return TREES_QUICK if quick else TREES
