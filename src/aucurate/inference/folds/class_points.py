r"""Operating point averaging with weight vectors (Paclik et al. 2010, Algorithm 1).

**Question.** How much do the errors of every class vary, over folds, at each operating point of a
classifier of several classes?

**Use it** with the left-out scores of one cross-validation
(:class:`~aucurate.data.ClassFoldScores`, from :func:`aucurate.cross_validate`), as
:mod:`aucurate.inference.folds.operating_points` with two classes.

An operating point is a weight for each class, :math:`w_c \ge 0`, and decides for the class with the
largest weighted score, :math:`\arg\max_c w_c y_c`; of equal ones for the class that comes first
(:mod:`aucurate.curve.class_decisions`). *The same* weight vectors are decided in every fold. With
:math:`x_k` a rate at a point in fold k of n,

.. math::
    \bar x = \frac1n \sum_k x_k, \quad s^2 = \frac{1}{n-1} \sum_k (x_k - \bar x)^2, \quad
    s_{\bar x} = s/\sqrt n

are its mean, its standard deviation and the standard deviation of the mean. The rates are the error
of each class, or rates of all classes together (see below). Tests between points, the set that
cannot be distinguished from a chosen point and the size that would distinguish them are those of
thresholds: ``operating_point_test``, ``operating_point_interval`` and ``indistinguishable_points``
take both kinds of points.

**Not valid** as a standard error without reserve: the folds share training observations, and where
they also share test observations (repeats, one fixed test set) the standard deviation of the mean
is too small. Sampling weights are refused; groups must not be split across folds, since their
correlation is part of the spread over folds only where they are whole. Scores of different folds
come from different fits; weights mean the same in all of them only if the scores are on one scale.
Weights that were searched on the same scores look better than they are
(:mod:`aucurate.estimates.weights.search`).

**Degenerate cases.** A rate that a fold does not have (no observation of the class in it) is NaN
there; mean and standard deviation are those of the other folds, ``n_folds`` says how many, and a
caveat which.

Paclik, P., Lai, C., Novovicova, J., Duin, R. P. W. (2010). Variance estimation for two-class and
multi-class ROC analysis using operating point averaging. International Conference on Pattern
Recognition.

Errors in every fold
--------------------
The error of every class, and the criteria of :mod:`aucurate.curve.class_decisions`, per fold.

A class that a fold lacks has no error there: it is NaN, and so are the mean and the largest class
error and macro F1, which are about all classes. Error rate and expected cost are those at the
shares that the classes have in the fold, and every fold has them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.curve.class_decisions import (
    CLASS_CRITERIA,
    HIGH_IS_GOOD,
    ClassCriterion,
    checked_weight_vectors,
    checked_weights,
    class_errors,
    confusion_matrices,
    criterion_values,
    criterion_words,
    shares,
)
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.arrays import frozen
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores
from aucurate.data.observations import refuse_units
from aucurate.errors import OptionError
from aucurate.formatting import join_words, shortened
from aucurate.inference.folds.operating_points import (
    AveragedPoints,
    mean_of_maxima,
    one_way_only,
    ratios_of,
)
from aucurate.results import Caveat, ClassEstimate, Record

ClassRate: TypeAlias = str
"""The error of one class (:func:`error_of`), or one of the criteria of all classes."""

_ERROR_OF = "error of "
_NEED_EVERY_CLASS = frozenset({"mean_class_error", "largest_class_error", "macro_f1"})


@checked
def error_of(label: str) -> ClassRate:
    """The name of the rate that is the error of a class.

    Parameters
    ----------
    label : str
        Name of the class.

    >>> error_of("setosa")
    'error of setosa'
    """
    return f"{_ERROR_OF}{label}"


@checked
def errors_of(classes: Sequence[str]) -> tuple[ClassRate, ...]:
    """The names of the error rates of all classes, in their order.

    >>> errors_of(["setosa", "virginica"])
    ('error of setosa', 'error of virginica')
    """
    return tuple(error_of(label) for label in classes)


def class_of(rate: ClassRate, classes: Sequence[str]) -> int | None:
    """The place of the class that a rate is the error of; None for a rate about all of them."""
    label = rate.removeprefix(_ERROR_OF)
    return classes.index(label) if rate != label and label in classes else None


def checked_class_rates(
    rates: ClassRate | Sequence[ClassRate], classes: Sequence[str]
) -> tuple[ClassRate, ...]:
    """One known rate or several, each once."""
    found = (rates,) if isinstance(rates, str) else tuple(rates)
    for rate in found:
        if rate not in CLASS_CRITERIA and class_of(rate, classes) is None:
            few = [f"'{shortened(error)}'" for error in errors_of(classes)[:3]]
            more = ["..."] if len(classes) > 3 else []
            raise OptionError(
                f"there is no rate {rate!r}.",
                hint=f"the rates are {join_words([*few, *more, *map(repr, CLASS_CRITERIA)])}.",
            )
    if not found or len(set(found)) < len(found):
        raise OptionError(
            "a rate was named twice." if found else "there is no rate to average.",
            hint="name each rate once; rates=None averages the error of every class.",
        )
    return found


def checked_costs(
    costs: Any, classes: Sequence[str], rates: Sequence[ClassRate]
) -> NDArray[np.float64] | None:
    """A cost for every pair of true and decided class, where there are any."""
    if costs is None:
        if "expected_cost" in rates:
            raise OptionError(
                "the expected cost needs costs.",
                hint=(
                    "pass costs= as a matrix with a row per true class and a column per decided "
                    "class."
                ),
            )
        return None
    rule = WeightRule.least_cost(costs)
    rule.check(classes)
    return np.array(rule.costs, np.float64)


def class_rate_values(
    rate: ClassRate,
    confusions: NDArray[np.int64],
    classes: Sequence[str],
    costs: NDArray[np.float64] | None,
) -> NDArray[np.float64]:
    """A rate from confusion matrices [..., true, decided]; NaN where it cannot be evaluated.

    >>> two = np.array([[[3, 1], [0, 0]]])
    >>> [class_rate_values(r, two, "ab", None).tolist() for r in ("error of a", "error of b")]
    [[0.25], [nan]]
    """
    label = class_of(rate, classes)
    if label is not None:
        found: NDArray[np.float64] = class_errors(confusions)[..., label]
        return found
    values = criterion_values(cast(ClassCriterion, rate), confusions, costs=costs)
    lacking = (confusions.sum(axis=-1) == 0).any(axis=-1)
    return np.where(lacking, np.nan, values) if rate in _NEED_EVERY_CLASS else values


def class_rate_words(rate: ClassRate, classes: Sequence[str]) -> str:
    """The name of a rate in a sentence.

    >>> class_rate_words("mean_class_error", "ab"), class_rate_words("error of b", "ab")
    ('mean class error', 'error of b')
    """
    if class_of(rate, classes) is not None:
        return rate
    return criterion_words(cast(ClassCriterion, rate))


def class_rate_range(rate: ClassRate, costs: NDArray[np.float64] | None) -> tuple[float, float]:
    """Between which values a rate can lie."""
    if rate == "expected_cost" and costs is not None:
        return float(np.min(costs)), float(np.max(costs))
    return 0.0, 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassRateAverage(Record):
    """One rate at one weight vector over the folds it can be evaluated in.

    ``standard_error`` is the standard deviation of the mean. ``stacked`` is the rate on the stacked
    scores. What cannot be computed (no fold, or one) is NaN.
    """

    weights: tuple[float, ...]
    rate: ClassRate
    mean: float
    standard_deviation: float
    standard_error: float
    stacked: float
    n_folds: int


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class ClassOperatingPoints(AveragedPoints[ClassRate, ClassEstimate]):
    """The rates of a classifier of several classes at the same weight vectors in every fold.

    ``weights`` has a row per point and a column per class, in the order in which they were given
    and as they were given; only their ratios matter. ``values[r, i, k]`` is rate r at point i in
    fold k, NaN where it cannot be evaluated; ``stacked[r, i]`` the same on the stacked scores.
    ``confusions[i, a, b]`` counts, on the stacked scores, the observations of class a that point i
    decides as b. ``counts`` are different observations of each class.
    """

    HOW_TO_FIND: ClassVar[str] = (
        'find one with points.best("largest_class_error") or points.nearest([1, 1, 2]).'
    )
    HOW_TO_EVALUATE: ClassVar[str] = (
        "stratify the folds, so that each of them holds every class, or choose another rate."
    )

    classes: tuple[str, ...]
    weights: NDArray[np.float64]
    costs: NDArray[np.float64] | None
    confusions: NDArray[np.int64]
    counts: tuple[int, ...]

    @checked
    def average(self, rate: ClassRate, at: int) -> ClassRateAverage:
        """One rate at one point, as a record."""
        return self.averages(rate)[self.checked_point(at)]

    @checked
    def averages(self, rate: ClassRate) -> tuple[ClassRateAverage, ...]:
        """One rate at every point, as records."""
        return tuple(
            ClassRateAverage(weights=tuple(weights), rate=rate, **found._asdict())
            for weights, found in zip(self.weights.tolist(), self.summaries(rate), strict=True)
        )

    @checked
    def nearest(self, weights: Sequence[float] | Mapping[str, float]) -> int:
        """The point whose weights, as shares of their sum, are nearest to these."""
        wanted = shares(checked_weights(weights, self.classes))
        return int(np.argmin(np.abs(shares(self.weights) - wanted).sum(axis=1)))

    @checked
    def best(self, rate: ClassRate) -> int:
        """The point with the lowest mean rate, or the highest macro F1; the first of several."""
        means = -self.mean(rate) if rate in HIGH_IS_GOOD else self.mean(rate)
        if np.isnan(means).all():
            raise OptionError(
                f"no fold can evaluate the {self.rate_words(rate)} at any point.",
                hint=self.HOW_TO_EVALUATE,
            )
        return int(np.nanargmin(means))

    @checked
    def point_name(self, at: int) -> str:
        """What a point is called in results: its classifier and place."""
        return f"{self.name} at point {at}"

    @checked
    def point_words(self, at: int) -> str:
        """A point in a sentence: its place among the weight vectors."""
        return f"point {at}"

    @checked
    def rate_words(self, rate: ClassRate) -> str:
        """The name of a rate in a sentence."""
        return class_rate_words(rate, self.classes)

    @checked
    def rate_range(self, rate: ClassRate) -> tuple[float, float]:
        """Between which values a rate can lie."""
        return class_rate_range(rate, self.costs)

    @checked
    def trials(self, rate: ClassRate) -> int:
        """Of how many observations a rate is the share; 0 where that is no fixed number."""
        label = class_of(rate, self.classes)
        if label is not None:
            return self.counts[label]
        return sum(self.counts) if rate == "error_rate" else 0

    @checked
    def estimate(self, at: int, rate: ClassRate, **fields: Any) -> ClassEstimate:
        """The record of a rate at a point; the classes are those that the rate is about."""
        label = class_of(rate, self.classes)
        about = slice(None) if label is None else slice(label, label + 1)
        return ClassEstimate(
            name=self.point_name(at),
            classes=self.classes[about],
            counts=self.counts[about],
            **fields,
        )

    @checked
    def checked_rates(self, rates: ClassRate | Sequence[ClassRate]) -> tuple[ClassRate, ...]:
        """Known rates, each once."""
        return checked_class_rates(rates, self.classes)

    @checked
    def rate_caveats(self, rates: Sequence[ClassRate], *, tested: bool = False) -> list[Caveat]:
        """Means of maxima and of ratios; and what it means that two weights are a threshold."""
        told = []
        if tested and len(self.classes) == 2:
            moved = [self.rate_words(r) for r in rates if class_of(r, self.classes) is not None]
            told += one_way_only("ratio of the weights", "ratios", moved)
        if "largest_class_error" in rates:
            told.append(mean_of_maxima())
        if "macro_f1" in rates:
            told.append(ratios_of(["macro F1"], "observations of a class"))
        return told


@checked
def class_operating_points(
    data: ClassFoldScores,
    weights: Any,
    *,
    rates: ClassRate | Sequence[ClassRate] | None = None,
    costs: Any = None,
) -> ClassOperatingPoints:
    """Rates of a classifier at these weight vectors, in every fold.

    Parameters
    ----------
    weights : array-like
        Weights of the classes: a row per operating point and a column per class, in the order of
        ``data.classes``; one vector, or one mapping from classes to weights, is one point.
    rates : str or sequence of str, optional
        Rates to average: errors of classes (``'error of setosa'``, ``error_of``), ``'error_rate'``,
        ``'mean_class_error'``, ``'largest_class_error'``, ``'macro_f1'`` or ``'expected_cost'``.
        By default the error of every class.

    ``costs`` is a matrix, a row per true class and a column per decided class; the expected cost
    needs it. Equal weights decide for the highest score, whatever the scores are; others need
    scores that are finite and not negative.

    >>> rng = np.random.default_rng(0)
    >>> labels = np.arange(90) % 3
    >>> scores = np.abs(rng.normal(size=(90, 3)) + 1.5 * np.eye(3)[labels])
    >>> data = ClassFoldScores.from_arrays(labels, scores, folds=np.arange(90) // 9)
    >>> found = class_operating_points(data, [[1, 1, 1], [2, 1, 1]])
    >>> found.rates, found.mean("error of 0").round(2)
    (('error of 0', 'error of 1', 'error of 2'), array([0.5, 0.2]))
    """
    refuse_units(
        "an average of class errors over folds",
        sampled=data.observations.is_sampled,
        use=data.observations.with_units,
    )
    classes = data.classes
    vectors = _weight_vectors(weights, classes)
    refuse_weighing(data, vectors)
    chosen = errors_of(classes) if rates is None else checked_class_rates(rates, classes)
    matrix = checked_costs(costs, classes, chosen)
    folds = [data.fold(at) for at in range(data.n_folds)]
    found = np.stack([confusion_matrices(f.values, f.codes, vectors) for f in folds], axis=1)
    stacked = found.sum(axis=1)
    return ClassOperatingPoints(
        name=data.name,
        classes=classes,
        weights=frozen(vectors),
        rates=chosen,
        costs=None if matrix is None else frozen(matrix),
        values=frozen(np.stack([class_rate_values(r, found, classes, matrix) for r in chosen])),
        stacked=frozen(np.stack([class_rate_values(r, stacked, classes, matrix) for r in chosen])),
        confusions=frozen(stacked),
        division=data.division,
        counts=data.observations.counts,
    )


def refuse_weighing(data: ClassFoldScores | ClassScores, vectors: NDArray[np.float64]) -> None:
    """Refuse infinite and negative scores, unless all weights of every vector are the same."""
    if (vectors != vectors[:, :1]).any():
        data.weighable()


def _weight_vectors(weights: Any, classes: Sequence[str]) -> NDArray[np.float64]:
    single = isinstance(weights, Mapping) or (
        isinstance(weights, Sequence | np.ndarray) and len(weights) > 0 and np.ndim(weights[0]) == 0
    )
    if single:
        return checked_weights(weights, classes)[None]
    return checked_weight_vectors(weights, classes)
