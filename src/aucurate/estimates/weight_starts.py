r"""Weight vectors to begin a search with.

- **equal** weights: the class with the highest score
- **inverse prevalence**: :math:`1/n_c`, which turns posteriors of the test set's class shares into
  those of equally frequent classes
- **costs**: for a rule with costs, :math:`\pi_c / n_c` times the mean cost of missing class c
- **equalised**: for the largest class error, the weights of classes with errors above the mean are
  raised and the others lowered, :math:`\log w_c \leftarrow \log w_c + \eta_k (e_c - \bar e)` with
  :math:`\eta_k = 2 / \sqrt k`, 200 times, and the best vector on the way is taken. At a minimax
  point of continuous scores all errors that matter are equal: it is the best decision for the least
  favourable prevalences.
- **random**: uniform on the weights that sum to 1
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import whole
from aucurate.curve.class_criteria import class_errors
from aucurate.curve.weighted_decision import confusion_matrices, shares
from aucurate.estimates.weight_ascent import WeightQuestion

Floats: TypeAlias = NDArray[np.float64]
Counts: TypeAlias = NDArray[np.int64]
Rng: TypeAlias = int | np.random.Generator | None

_EQUALISING = 200


def plain_starts(question: WeightQuestion) -> Floats:
    """The starts that follow from class sizes and costs: a row each."""
    classes, rule = len(question.classes), question.rule
    sizes = np.bincount(question.codes, minlength=classes)
    found = [np.ones(classes), 1.0 / sizes]
    if rule.criterion in ("expected_cost", "error_rate"):
        costs = 1.0 - np.eye(classes) if rule.costs is None else np.asarray(rule.costs)
        prevalences = sizes / sizes.sum() if rule.prevalences is None else rule.prevalences
        missed = (costs.sum(axis=1) - np.diagonal(costs)) / (classes - 1)
        wanted = missed * prevalences / sizes
        if (wanted > 0).all():
            found.append(wanted)
    return shares(np.stack(found))


def equalised(question: WeightQuestion, weights: Floats, *, threads: int | None = None) -> Floats:
    """The vector with the smallest largest class error on the way to equal errors."""
    logs, best, lowest = np.log(weights), weights, np.inf
    for step in range(1, _EQUALISING + 1):
        vector = np.exp(logs - logs.max())
        table = confusion_matrices(question.values, question.codes, vector[None], threads=threads)
        errors = class_errors(table[0])
        if np.max(errors) < lowest:
            lowest, best = np.max(errors), shares(vector)
        logs = logs + 2 / np.sqrt(step) * (errors - errors.mean())
    return best


def random_weights(vectors: int, classes: int, rng: np.random.Generator) -> Floats:
    """Weight vectors drawn uniformly from those that sum to 1.

    >>> random_weights(2, 3, np.random.default_rng(1)).sum(axis=1)
    array([1., 1.])
    """
    return shares(rng.standard_exponential((vectors, classes)))


def checked_count(value: int, what: str, least: int = 1) -> int:
    """A number of things that can be made one by one."""
    return whole(value, what, least=least, most=10**7)
