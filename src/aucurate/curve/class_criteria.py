r"""How good a decision among several classes is, from confusion matrices.

With :math:`n_{td}` observations of class t given class d, :math:`n_t = \sum_d n_{td}` and
:math:`e_t = 1 - n_{tt} / n_t` the error of class t:

- **largest class error**: :math:`\max_t e_t`; its minimum is the minimax operating point
- **mean class error**: :math:`\frac1C \sum_t e_t`, one minus the balanced accuracy
- **error rate**: :math:`\sum_t \pi_t e_t`
- **expected cost**: :math:`\sum_t \pi_t \sum_d c_{td}\, n_{td} / n_t`, per observation, from a
  matrix of costs (a row per true class, a column per decided one)
- **macro F1**: the mean over classes of :math:`2 n_{tt} / (n_t + \sum_s n_{st})`, the harmonic mean
  of the share of class t that is found and the share of decisions for t that are right; 0 for a
  class that is never rightly decided for

:math:`\pi_t` are the class prevalences of the test set, :math:`n_t / n`, unless others are stated.
F1 and macro F1 are those of the test set as it is. Classes without observations have no error;
means and maxima are those of the others, and with stated prevalences there is no value (NaN).
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import OptionError

Floats: TypeAlias = NDArray[np.float64]
Counts: TypeAlias = NDArray[np.int64]
ClassCriterion: TypeAlias = Literal[
    "largest_class_error", "mean_class_error", "error_rate", "expected_cost", "macro_f1"
]
CLASS_CRITERIA: tuple[ClassCriterion, ...] = get_args(ClassCriterion)
HIGH_IS_GOOD: frozenset[ClassCriterion] = frozenset({"macro_f1"})


def class_errors(confusions: Counts) -> Floats:
    """The share of each class that was given another one; NaN for a class without observations.

    One matrix or any number of them: the last two dimensions are true and decided class.

    >>> class_errors(np.array([[8, 2], [1, 3]]))
    array([0.2 , 0.25])
    """
    sizes = confusions.sum(axis=-1)
    right = np.diagonal(confusions, axis1=-2, axis2=-1)
    with np.errstate(invalid="ignore"):
        found: Floats = (sizes - right) / sizes
    return found


def class_f1(confusions: Counts) -> Floats:
    """F1 of each class; NaN for a class without observations.

    >>> class_f1(np.array([[8, 2], [1, 3]])).round(3)
    array([0.842, 0.667])
    """
    sizes, decided = confusions.sum(axis=-1), confusions.sum(axis=-2)
    right = np.diagonal(confusions, axis1=-2, axis2=-1)
    with np.errstate(invalid="ignore"):
        return np.where(sizes > 0, 2 * right / (sizes + decided), np.nan)


def criterion_values(
    criterion: ClassCriterion,
    confusions: Counts,
    *,
    costs: Any = None,
    prevalences: Any = None,
) -> Floats:
    """One criterion of one confusion matrix, or of any number of them.

    >>> matrix = np.array([[8, 2], [1, 3]])
    >>> criterion_values("error_rate", matrix).round(3).item()
    0.214
    >>> criterion_values("expected_cost", matrix, costs=[[0, 1], [10, 0]]).round(3).item()
    0.857
    """
    return _FORMULAS[criterion](
        np.asarray(confusions),
        None if costs is None else np.asarray(costs, np.float64),
        None if prevalences is None else np.asarray(prevalences, np.float64),
    )


def loss_table(
    criterion: ClassCriterion, sizes: Counts, costs: Any = None, prevalences: Any = None
) -> Floats:
    """What one observation of each true class given each class adds to an additive criterion.

    The criterion is the sum of this table times the confusion matrix. The largest class error and
    macro F1 are no such sums.
    """
    classes = len(sizes)
    wrong = 1.0 - np.eye(classes)
    if criterion == "mean_class_error":
        found: Floats = wrong / (sizes[:, None] * np.count_nonzero(sizes))
        return found
    table = np.asarray(costs, np.float64) if criterion == "expected_cost" else wrong
    shares = sizes / sizes.sum() if prevalences is None else np.asarray(prevalences, np.float64)
    return table * (shares / sizes)[:, None]


def criterion_words(criterion: ClassCriterion) -> str:
    """The name of a criterion as a sentence has it.

    >>> criterion_words("largest_class_error"), criterion_words("macro_f1")
    ('largest class error', 'macro F1')
    """
    return "macro F1" if criterion == "macro_f1" else criterion.replace("_", " ")


def _largest(confusions: Counts, costs: Floats | None, prevalences: Floats | None) -> Floats:
    found: Floats = np.fmax.reduce(class_errors(confusions), axis=-1, keepdims=True)[..., 0]
    return found


def _mean(confusions: Counts, costs: Floats | None, prevalences: Floats | None) -> Floats:
    return _over_classes(class_errors(confusions))


def _error_rate(confusions: Counts, costs: Floats | None, prevalences: Floats | None) -> Floats:
    return _expected_cost(confusions, 1.0 - np.eye(confusions.shape[-1]), prevalences)


def _expected_cost(confusions: Counts, costs: Floats | None, prevalences: Floats | None) -> Floats:
    if costs is None:
        raise OptionError(
            "an expected cost needs costs.",
            hint="give a matrix with a row per true and a column per decided class.",
        )
    by_class = (confusions * costs).sum(axis=-1)
    with np.errstate(invalid="ignore"):
        if prevalences is None:
            mean: Floats = by_class.sum(axis=-1) / confusions.sum(axis=(-2, -1))
            return mean
        found: Floats = (by_class / confusions.sum(axis=-1) * prevalences).sum(axis=-1)
    return found


def _macro_f1(confusions: Counts, costs: Floats | None, prevalences: Floats | None) -> Floats:
    return _over_classes(class_f1(confusions))


def _over_classes(values: Floats) -> Floats:
    """The mean over the classes that have a value."""
    there = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        found: Floats = np.where(there, values, 0.0).sum(axis=-1) / there.sum(axis=-1)
    return found


_FORMULAS: Mapping[ClassCriterion, Callable[[Counts, Floats | None, Floats | None], Floats]] = {
    "largest_class_error": _largest,
    "mean_class_error": _mean,
    "error_rate": _error_rate,
    "expected_cost": _expected_cost,
    "macro_f1": _macro_f1,
}
