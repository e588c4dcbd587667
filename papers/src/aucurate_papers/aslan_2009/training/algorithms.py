"""The paper's five algorithms: what each is here, and what its scores depend on."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from aucurate.errors import MissingExtraError, OptionError
from aucurate.formatting import join_words

WEKA_PROGRAMS = ("python-weka-wrapper3",)
PROGRAMS = ("scikit-learn", "numpy", "scipy")

WORDS = {
    "C4.5": "Weka's J48 with its defaults: pruned with confidence 0.25, at least 2 observations "
    "in a leaf; the probability is the share of positives in the leaf",
    "LP": "a linear model with softmax outputs that minimises cross-entropy without a penalty, on "
    "standardised numeric variables and an indicator of each nominal value; by L-BFGS, at most 500 "
    "iterations, instead of gradient descent (scikit-learn's LogisticRegression)",
    "k-NN": "Euclidean distance on the same encoding; k among 1, 3, 5, 7, 11 and 21 by the error "
    "on a stratified fifth of the training set, held out for that; the probability is the share of "
    "positives among the k nearest of the whole training set; among equally near ones a random "
    "order, the same for all training sets, decides",
    "NB": "naive Bayes: a normal density within each class for a numeric variable (its variance at "
    "least 1e-9 of that of the column), frequencies counted from one (Laplace) for a nominal one",
    "RIPPER": "Weka's JRip with its defaults: 3 folds, weight 2, 2 optimisations; the probability "
    "is the share of positives among what the rule covers",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Algorithm:
    """An algorithm by its name in the paper; ``make`` gets ``n_values`` of the data set.

    ``edition`` is raised when the estimator changes what it computes without a setting saying so.
    """

    name: str
    words: str
    make: Callable[[tuple[int, ...]], Any]
    programs: tuple[str, ...]
    edition: int = 1

    def made_from(self) -> dict[str, Any]:
        """All that its scores depend on, the data aside."""
        model = self.make(())
        settings = {key: value for key, value in model.get_params().items() if key != "n_values"}
        return {
            "algorithm": type(model).__name__,
            "settings": settings,
            "programs": {name: _version(name) for name in self.programs},
            "edition": self.edition,
        }


def algorithms(names: tuple[str, ...] = tuple(WORDS)) -> tuple[Algorithm, ...]:
    """The algorithms of these names; Weka's only where they are asked for."""
    unknown = [name for name in names if name not in WORDS]
    if unknown:
        raise OptionError(
            f"there is no algorithm '{unknown[0]}'.",
            hint=f"the algorithms are {join_words(list(WORDS))}.",
        )
    try:
        from aucurate_papers.aslan_2009.training.learners import (
            LinearPerceptron,
            NaiveBayes,
            NearestNeighbours,
        )
        from aucurate_papers.aslan_2009.training.weka import J48, JRip, require
    except ImportError:
        raise MissingExtraError("training the models of a paper", extra="papers") from None
    made: dict[str, tuple[Callable[[tuple[int, ...]], Any], tuple[str, ...]]] = {
        "C4.5": (J48, WEKA_PROGRAMS),
        "LP": (LinearPerceptron, PROGRAMS),
        "k-NN": (NearestNeighbours, PROGRAMS),
        "NB": (NaiveBayes, PROGRAMS),
        "RIPPER": (JRip, WEKA_PROGRAMS),
    }
    if any(made[name][1] == WEKA_PROGRAMS for name in names):
        require()
    return tuple(
        Algorithm(name=name, words=WORDS[name], make=made[name][0], programs=made[name][1])
        for name in names
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
