r"""AUCs of several classes: Hand and Till's M, and one class against the rest.

**Question.** How well does a classifier with a score for each of several classes separate the
classes?

**Use it** when there are more than two classes and no operating point is fixed yet.
:mod:`aucurate.inference.multiclass.auc` has standard errors, intervals and tests; for classes that
have an order, :mod:`aucurate.estimates.classes.volume` is about one score for all of them.

With :math:`A(a|b)` the AUC of the column of class a between the observations of classes a and b
(a tie counts one half),

.. math::
    M = \frac{1}{C(C-1)} \sum_{a \ne b} A(a|b), \qquad
    R_a = \sum_{b \ne a} \frac{\pi_b}{1 - \pi_a} A(a|b)

are Hand and Till's M (2001, equation 7) and the AUC of class a against the rest, where :math:`\pi`
are the prevalences. Prevalence-weighted, a pair of classes counts :math:`\pi_a + \pi_b` in M, and a
class :math:`\pi_a` in the mean of the :math:`R_a`. M asks how well any two classes are separated
and, unweighted, does not depend on the prevalences. The one-vs-rest AUC measures how well one class
is separated from all others together, and does: the rest is a mixture that changes with the
prevalences.

**Which prevalences?** ``prevalence="fixed"`` takes those of the test set as they are: the number
is about classes mixed in just these shares, which is right where the shares were designed, and the
convention of DeLong's method and the stratified bootstrap, which keep the class counts.
``prevalence="estimated"`` is about the population that the observations were drawn from whatever
their class: the number is the same, and its variance gains that of the shares. Stated prevalences
(``{"a": 0.7, "b": 0.2, "c": 0.1}``) give the number, and its variance, for that mixture. For the
unweighted M all three are the same.

**Compared with other programs.** M agrees with ``multiclass.roc`` of pROC. With the prevalences of
the test set, all four averages agree with scikit-learn's ``roc_auc_score`` ("ovo" and "ovr",
"macro" and "weighted"); both to 1e-12 (tests/gold).

Hand, D. J., Till, R. J. (2001). A simple generalisation of the area under the ROC curve for
multiple class classification problems. Machine Learning 45, 171-186.
Fawcett, T. (2006). An introduction to ROC analysis. Pattern Recognition Letters 27, 861-874 (the
weighted mean over classes is that of Provost and Domingos).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import answering, check_fields, checked
from aucurate.data.classes import ClassScores
from aucurate.data.labels import class_name
from aucurate.data.moments import Influences, normalised, weighted_average
from aucurate.data.observations import Missing
from aucurate.errors import LabelError, OptionError
from aucurate.formatting import join_words, shortened

Average: TypeAlias = Literal["macro", "weighted"]
Prevalence: TypeAlias = Literal["fixed", "estimated"] | Mapping[Any, float]
Floats: TypeAlias = NDArray[np.float64]
_NEAR = 1e-6


@runtime_checkable
class ClassAverage(Protocol):
    """An average of pairwise AUCs: its name, its weights, and how it depends on prevalences.

    There are :class:`~aucurate.estimates.HandTill` and :class:`~aucurate.estimates.OneVsRest`.
    """

    @property
    def quantity(self) -> str:
        """What it is called in a sentence."""
        ...

    @property
    def is_estimated(self) -> bool:
        """Whether the prevalences are estimates and their variance counts."""
        ...

    @property
    def is_mixed(self) -> bool:
        """Whether the number depends on the shares of the classes in the test set."""
        ...

    def weights(self, classes: tuple[str, ...], counts: Any) -> Floats:
        """The relative weight of A(a|b): C x C; the diagonal means nothing."""
        ...

    def slopes(self, classes: tuple[str, ...], counts: Any, pairwise: Floats) -> Floats:
        """The derivative of the average by the prevalence of each class."""
        ...


@answering
@dataclass(frozen=True, slots=True)
class HandTill:
    """Hand and Till's M, or its prevalence-weighted variant.

    Parameters
    ----------
    average : {'macro', 'weighted'}, default: 'macro'
        Whether all classes count the same, or each by its prevalence.
    prevalence : {'fixed', 'estimated'} or mapping from label to float, default: 'fixed'
        Whether the class counts are fixed by design or a random sample, or the prevalence of each
        class.

    >>> HandTill().quantity, HandTill("weighted").quantity
    ('Hand-Till AUC', 'prevalence-weighted Hand-Till AUC')
    """

    average: Average = "macro"
    prevalence: Prevalence = "fixed"

    def __post_init__(self) -> None:
        check_fields(self)
        _check_shares(self.prevalence)

    @property
    def quantity(self) -> str:
        """What it is called in a sentence."""
        return "Hand-Till AUC" if self.average == "macro" else "prevalence-weighted Hand-Till AUC"

    @property
    def is_estimated(self) -> bool:
        """Whether the prevalences are estimates and their variance counts."""
        return self.average == "weighted" and self.prevalence == "estimated"

    @property
    def is_mixed(self) -> bool:
        """Whether the number depends on the shares of the classes in the test set."""
        return self.average == "weighted" and isinstance(self.prevalence, str)

    @checked
    def weights(self, classes: tuple[str, ...], counts: Any) -> Floats:
        """1 for all pairs, or the prevalence of both classes together."""
        if self.average == "macro":
            return np.ones((len(classes), len(classes)))
        share = _shares(self.prevalence, classes, counts)
        return np.add.outer(share, share)

    @checked
    def slopes(self, classes: tuple[str, ...], counts: Any, pairwise: Floats) -> Floats:
        """The mean of a class's pairwise AUCs, both ways, from the average of all."""
        if self.average == "macro":
            return np.zeros(len(classes))
        aucs, others = _without_diagonal(pairwise), len(classes) - 1
        weights = normalised(self.weights(classes, counts), len(classes))[0]
        slopes: Floats = (aucs.sum(axis=0) + aucs.sum(axis=1)) / (2 * others)
        return slopes - weighted_average(weights, aucs)


@answering
@dataclass(frozen=True, slots=True)
class OneVsRest:
    """The AUC of each class against the rest, averaged; or that of the class ``of`` alone.

    Parameters
    ----------
    average : {'macro', 'weighted'}, default: 'macro'
        Whether all classes count the same, or each by its prevalence.
    prevalence : {'fixed', 'estimated'} or mapping from label to float, default: 'fixed'
        Whether the class counts are fixed by design or a random sample, or the prevalence of each
        class.
    of : object, optional
        Class whose AUC against the rest is estimated. By default the average over all classes.

    >>> OneVsRest().quantity, OneVsRest(of="setosa").quantity
    ('one-vs-rest AUC', 'AUC of setosa against the rest')
    """

    average: Average = "macro"
    prevalence: Prevalence = "fixed"
    of: Any = None

    def __post_init__(self) -> None:
        check_fields(self)
        _check_shares(self.prevalence)
        if self.of is not None and self.average != "macro":
            raise OptionError(
                "average='weighted' averages over the classes, but of= names one of them.",
                hint="leave one of the two out.",
            )

    @property
    def quantity(self) -> str:
        """What it is called in a sentence."""
        if self.of is not None:
            return f"AUC of {class_name(self.of)} against the rest"
        return (
            "one-vs-rest AUC" if self.average == "macro" else "prevalence-weighted one-vs-rest AUC"
        )

    @property
    def is_estimated(self) -> bool:
        """Whether the prevalences are estimates and their variance counts."""
        return self.prevalence == "estimated"

    @property
    def is_mixed(self) -> bool:
        """Whether the number depends on the shares of the classes in the test set."""
        return isinstance(self.prevalence, str)

    @checked
    def weights(self, classes: tuple[str, ...], counts: Any) -> Floats:
        """The share of b in the rest of a, times the weight of a."""
        share = _shares(self.prevalence, classes, counts)
        weights: Floats = np.outer(self._of_classes(classes, share) / _rest(share), share)
        return weights

    @checked
    def slopes(self, classes: tuple[str, ...], counts: Any, pairwise: Floats) -> Floats:
        """Through the mixture that each class stands against, and through its own weight."""
        share = _shares(self.prevalence, classes, counts)
        aucs, of_classes = _without_diagonal(pairwise), self._of_classes(classes, share)
        against = aucs @ share / _rest(share)
        by_mixture = (aucs - against[:, None]) / _rest(share)[:, None]
        np.fill_diagonal(by_mixture, 0.0)
        slopes: Floats = of_classes @ by_mixture
        if self.average == "weighted":
            slopes = slopes + against - of_classes @ against
        return slopes

    def _of_classes(self, classes: tuple[str, ...], share: Floats) -> Floats:
        """The weight of each class's AUC against the rest; they sum to 1."""
        if self.of is None:
            equal = np.full(len(classes), 1 / len(classes))
            return share if self.average == "weighted" else equal
        name = class_name(self.of)
        if name not in classes:
            raise LabelError(
                f"there is no class '{shortened(name)}'.",
                hint=f"the classes are {join_words([shortened(c) for c in classes])}.",
            )
        return np.array([float(each == name) for each in classes])


@checked
def hand_till_auc(
    labels: Any,
    scores: Any = None,
    *,
    classes: Sequence[Any] | None = None,
    average: Average = "macro",
    prevalence: Mapping[Any, float] | None = None,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    threads: int | None = None,
) -> float:
    """Hand and Till's M: how well the scores separate any two classes, on average.

    ``scores`` has a column per class (``classes`` names them), or is a mapping from class to its
    scores. ``average="weighted"`` gives a pair of classes the weight of their prevalence, that of
    the test set unless it is stated.

    >>> hand_till_auc(["a", "a", "b", "c"], [[3, 1, 1], [1, 2, 1], [2, 4, 3], [0, 3, 2]])
    0.75
    """
    data = ClassScores.from_arrays(
        labels,
        scores,
        classes=classes,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
    )
    wanted = HandTill(average, "fixed" if prevalence is None else prevalence)
    return class_average_of(data, wanted, threads=threads)


@checked
def one_vs_rest_auc(
    labels: Any,
    scores: Any = None,
    *,
    classes: Sequence[Any] | None = None,
    average: Average = "macro",
    of: Any = None,
    prevalence: Mapping[Any, float] | None = None,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    threads: int | None = None,
) -> float:
    """The AUC of each class against the rest, averaged over the classes; or that of one class.

    >>> one_vs_rest_auc(["a", "a", "b", "c"], [[3, 1, 1], [1, 2, 1], [2, 4, 3], [0, 3, 2]], of="b")
    1.0
    """
    data = ClassScores.from_arrays(
        labels,
        scores,
        classes=classes,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
    )
    wanted = OneVsRest(average, "fixed" if prevalence is None else prevalence, of)
    return class_average_of(data, wanted, threads=threads)


def class_average_of(
    data: ClassScores, estimand: ClassAverage, *, threads: int | None = None
) -> float:
    """Any average of pairwise AUCs of scores that are already checked."""
    found = Influences.of(data, estimand.weights(data.classes, data.totals), threads=threads)
    return weighted_average(found.weights[0], found.pairwise[0])


def _check_shares(prevalence: Prevalence) -> None:
    if isinstance(prevalence, str):
        return
    shares = list(prevalence.values())
    if all(0 < s < 1 for s in shares) and abs(math.fsum(shares) - 1) < 1e-6:
        return
    raise OptionError(
        "prevalence must be 'fixed', 'estimated', or shares above 0 of all classes that add up to "
        f"1; it is {prevalence!r}.",
        hint="prevalence={'a': 0.7, 'b': 0.2, 'c': 0.1}.",
    )


def _shares(prevalence: Prevalence, classes: tuple[str, ...], counts: Any) -> Floats:
    """The prevalence of each class: stated, or that of the test set."""
    if isinstance(prevalence, str):
        share = np.array(counts, np.float64)
    else:
        stated = {class_name(label): share for label, share in prevalence.items()}
        if set(stated) != set(classes):
            raise OptionError(
                f"the prevalences are for {join_words([shortened(c) for c in stated])}; the "
                f"classes are {join_words([shortened(c) for c in classes])}.",
                hint="state one for every class.",
            )
        share = np.array([stated[each] for each in classes], np.float64)
    normal: Floats = share / share.sum()
    return normal


def _rest(share: Floats) -> Floats:
    """The share of all other classes; their sum where 1 minus the share would be rounding."""
    rest: Floats = 1 - share
    others = (1 - np.eye(len(share))) @ share
    return np.where(rest > _NEAR, rest, others)


def _without_diagonal(pairwise: Floats) -> Floats:
    """A(a|b), 0 where it is not defined or was not requested."""
    return np.nan_to_num(pairwise, nan=0.0)
