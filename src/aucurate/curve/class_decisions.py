r"""Decisions among several classes by weighted scores, and their confusion matrices.

**Question.** Which class is an observation given at an operating point, and how often is each class
given to observations of each?

An operating point of several classes is a weight :math:`w_c \ge 0` per class, not all of them 0. An
observation with scores :math:`y_c \ge 0` is given the class

.. math:: \arg\max_c\; w_c y_c.

Only the ratios of weights matter; where they are shown they sum to 1. Products are computed in
double precision, of single precision scores too, and compared as they are. **Ties go to the class
that comes first** among the classes: so does an observation whose products are all 0.

With two classes this is a threshold: the second class is given where
:math:`y_2 / y_1 > w_1 / w_2`, and for posteriors where :math:`y_2 > w_1 / (w_1 + w_2)`.

Paclik, P., Lai, C., Novovicova, J., Duin, R. P. W. (2010). Variance estimation for two-class and
multi-class ROC analysis using operating point averaging. International Conference on Pattern
Recognition.

Criteria
--------
How good a decision among several classes is, from confusion matrices.

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

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import floats
from aucurate.errors import OptionError
from aucurate.formatting import join_words, shortened
from aucurate.kernels import Progress
from aucurate.kernels.weighted import weighted_confusions

Floats: TypeAlias = NDArray[np.float64]
Counts: TypeAlias = NDArray[np.int64]


def decide(values: NDArray[Any], weights: Floats) -> Counts:
    """The place of the class that each observation is given.

    ``values`` has a row of scores per class, ``weights`` one weight per class.

    >>> decide(np.array([[0.5, 0.2, 0.4], [0.3, 0.2, 0.1], [0.2, 0.6, 0.5]]), np.array([1, 1, 0.8]))
    array([0, 2, 0])
    """
    given = np.zeros(values.shape[1], np.int64)
    highest = values[0] * np.float64(weights[0])
    for place in range(1, len(values)):
        product = values[place] * np.float64(weights[place])
        higher = product > highest
        given[higher] = place
        np.maximum(highest, product, out=highest)
    return given


def confusion_matrices(
    values: NDArray[Any],
    codes: Counts,
    weights: Floats,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Counts:
    """How many observations of each class are given each class, for many weight vectors at once.

    ``codes`` are the places of the labels among the classes, ``weights`` has a row per vector. The
    result is vectors x true class x decided class.

    >>> scores = np.array([[0.6, 0.3, 0.4], [0.4, 0.7, 0.6]])
    >>> confusion_matrices(scores, np.array([0, 1, 0]), np.array([[0.5, 0.5], [0.7, 0.3]])).tolist()
    [[[1, 1], [0, 1]], [[2, 0], [1, 0]]]
    """
    return weighted_confusions(
        np.ascontiguousarray(values),
        np.ascontiguousarray(codes, np.int64),
        np.ascontiguousarray(weights, np.float64),
        threads=threads,
        progress=progress,
    )


def tallied(codes: Counts, given: NDArray[Any], classes: int) -> Counts:
    """The confusion matrix of labels and the classes that were given."""
    cells = np.bincount(codes * classes + given, minlength=classes * classes)
    return cells.astype(np.int64).reshape(classes, classes)


def checked_weights(weights: Any, classes: Sequence[str]) -> Floats:
    """One weight vector: a sequence in the order of the classes, or a mapping from their names.

    >>> checked_weights({"b": 3, "a": 1}, ["a", "b"])
    array([1., 3.])
    """
    if isinstance(weights, Mapping):
        return checked_weights(_in_order(weights, classes), classes)
    found: Floats = checked_weight_vectors([weights], classes)[0]
    return found


def checked_weight_vectors(weights: Any, classes: Sequence[str]) -> Floats:
    """Weight vectors as rows, each finite, not below 0 and not 0 throughout."""
    vectors = floats(weights)
    if vectors.ndim != 2 or vectors.shape[1] != len(classes):
        raise OptionError(
            f"a weight vector must have one number for each of {len(classes)} classes.",
            hint=f"pass them in the order {_named(classes)}, or as a mapping from these names.",
        )
    _refuse(vectors, ~np.isfinite(vectors) | (vectors < 0), classes)
    empty = np.flatnonzero(~vectors.any(axis=1))
    if len(empty):
        raise OptionError(
            f"all weights are 0{_which(vectors, int(empty[0]))}: no class could be decided for.",
            hint="equal weights decide for the class with the highest score.",
        )
    return vectors


def shares(weights: Floats) -> Floats:
    """Weights that sum to 1, row by row, and decide alike up to rounding at exact ties.

    >>> shares(np.array([[1.0, 3.0], [1e308, 1e308]]))
    array([[0.25, 0.75],
           [0.5 , 0.5 ]])
    """
    scaled = weights / weights.max(axis=-1, keepdims=True)  # a sum of large ones would overflow
    found: Floats = scaled / scaled.sum(axis=-1, keepdims=True)
    return found


def _in_order(weights: Mapping[str, float], classes: Sequence[str]) -> list[float]:
    strange = [name for name in weights if name not in classes]
    missing = [name for name in classes if name not in weights]
    if strange or missing:
        what = f"is no class {strange[0]!r}" if strange else f"is no weight for {missing[0]!r}"
        raise OptionError(f"there {what}.", hint=f"the classes are {_named(classes)}.")
    return [weights[name] for name in classes]


def _refuse(vectors: Floats, wrong: NDArray[np.bool_], classes: Sequence[str]) -> None:
    if wrong.any():
        row, place = (int(at[0]) for at in np.nonzero(wrong))
        raise OptionError(
            f"a weight must be a finite number from 0; that of class "
            f"{shortened(classes[place])!r}{_which(vectors, row)} is {vectors[row, place].item()}.",
            hint="weights multiply scores, and the highest product wins; a class with weight 0 is "
            "chosen only where all products are 0.",
        )


def _which(vectors: Floats, row: int) -> str:
    return f" in weight vector {row}" if len(vectors) > 1 else ""


def _named(classes: Sequence[str], most: int = 12) -> str:
    names = [shortened(name) for name in classes[:most]]
    return join_words(names) if len(classes) <= most else f"{', '.join(names)}, ..."


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
    """The name of a criterion in a sentence.

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
            hint="pass a matrix with a row per true class and a column per decided class.",
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
