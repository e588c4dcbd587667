"""A few well-known algorithms by name, for tables of numbers and words with gaps."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from aucurate.crossval.algorithms import require_sklearn
from aucurate.crossval.features import is_text
from aucurate.errors import OptionError
from aucurate.formatting import join_words, shortened
from aucurate.io.frames import as_table

_MOST_CATEGORIES = 30


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Model:
    """An algorithm: what it is, how it is made, and what it needs of the features."""

    description: str
    make: Callable[[], Any]
    scaled: bool = False
    told_of_gaps: bool = False


def estimators(names: Sequence[str], frame: Any) -> dict[str, Any]:
    """Pipelines for these algorithms, made for the columns of a frame of features.

    ``frame`` is what :func:`~aucurate.crossval.features.features` gives, or a frame of numbers and
    words. Gaps in a column of numbers become its median over the training rows (boosting also gets
    an indicator of where they were); numbers are scaled where that matters; words become
    indicators, rare ones (beyond the 30 most frequent) together one.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"age": [61.0, 47.0], "sex": ["f", "m"]})
    >>> list(estimators(["logistic", "forest"], frame))
    ['logistic', 'forest']
    """
    require_sklearn()
    chosen = [names] if isinstance(names, str) else [str(name) for name in names]
    if not chosen:
        raise OptionError("no algorithm was named.", hint=_known())
    for place, name in enumerate(chosen):
        if name not in MODELS:
            raise OptionError(f"there is no algorithm '{shortened(name)}'.", hint=_known())
        if name in chosen[:place]:
            raise OptionError(f"'{name}' is named twice.", hint="name each algorithm once.")
    table = as_table(frame)
    # By place and not by name: older scikit-learn does not know the names of polars columns.
    words = [at for at, name in enumerate(table.columns) if is_text(table[name])]
    numbers = [at for at in range(len(table.columns)) if at not in words]
    return {name: _pipeline(MODELS[name], numbers, words) for name in chosen}


def _known() -> str:
    return f"there are {join_words(list(MODELS))}."


def _pipeline(model: Model, numbers: list[int], words: list[int]) -> Any:
    from sklearn.compose import ColumnTransformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    imputer = SimpleImputer(
        strategy="median", keep_empty_features=True, add_indicator=model.told_of_gaps
    )
    steps: list[tuple[str, Any]] = [("gaps", imputer)]
    if model.scaled:
        steps.append(("scale", StandardScaler()))
    indicators = OneHotEncoder(
        handle_unknown="infrequent_if_exist", max_categories=_MOST_CATEGORIES, sparse_output=False
    )
    prepare = ColumnTransformer(
        [("numbers", Pipeline(steps), numbers)] * bool(numbers)
        + [("words", indicators, words)] * bool(words)
    )
    return Pipeline([("prepare", prepare), ("model", model.make())])


def _logistic() -> Any:
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(max_iter=1000)


def _lda() -> Any:
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    return LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto")


def _bayes() -> Any:
    from sklearn.naive_bayes import GaussianNB

    return GaussianNB()


def _neighbours() -> Any:
    from sklearn.neighbors import KNeighborsClassifier

    return KNeighborsClassifier(n_neighbors=15, weights="distance")


def _tree() -> Any:
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(min_samples_leaf=5)


def _forest() -> Any:
    from sklearn.ensemble import RandomForestClassifier

    return RandomForestClassifier(n_estimators=300)


def _boosting() -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier()


def _svm() -> Any:
    from sklearn.svm import SVC

    return SVC()


def _mlp() -> Any:
    from sklearn.neural_network import MLPClassifier

    return MLPClassifier(
        hidden_layer_sizes=(50,), alpha=1.0, learning_rate_init=0.01, max_iter=1000
    )


def _chance() -> Any:
    from sklearn.dummy import DummyClassifier

    return DummyClassifier()


MODELS: dict[str, Model] = {
    "logistic": Model(
        description="logistic regression with a ridge penalty", make=_logistic, scaled=True
    ),
    "lda": Model(description="linear discriminants, covariance shrunken by Ledoit-Wolf", make=_lda),
    "nb": Model(description="naive Bayes with normal features", make=_bayes),
    "knn": Model(
        description="15 nearest neighbours, nearer ones counting more",
        make=_neighbours,
        scaled=True,
    ),
    "tree": Model(description="one decision tree, five observations or more in a leaf", make=_tree),
    "forest": Model(description="random forest of 300 trees", make=_forest),
    "boosting": Model(
        description="gradient boosting of trees on histograms", make=_boosting, told_of_gaps=True
    ),
    "svm": Model(
        description="support vector machine with a Gaussian kernel", make=_svm, scaled=True
    ),
    "mlp": Model(
        description="neural network, one hidden layer of 50, with weight decay",
        make=_mlp,
        scaled=True,
    ),
    "chance": Model(description="no features used: what every algorithm must beat", make=_chance),
}
"""What ``estimators`` can make; each with a line for the help of the command line."""
