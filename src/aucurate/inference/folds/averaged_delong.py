r"""DeLong's test on placements averaged over the models of all folds: for one fixed test set.

**Question.** Do two algorithms differ in AUC, when K models of each (fitted on K training sets)
scored the same m positives and n negatives?

Let :math:`D_k` be the difference of the two AUCs of training set k and
:math:`\bar D` their mean, the reported difference. It varies for two reasons, as a mean over
readers and cases does: another test set and other training sets. In a layout of training sets T and
test set C with the variances :math:`\sigma_T^2, \sigma_C^2` and :math:`\sigma_{TC}^2` of both
together,

*The test set.* :math:`\bar D` is a difference of means of placements averaged over the K models,
:math:`\bar V_{10}(i) = \frac1K \sum_k V^k_{10}(i)` and the same for the negatives, so that DeLong's
paired variance of the averaged placements,

.. math::
    V = \frac{S^2(\bar V^1_{10} - \bar V^2_{10})}{m} + \frac{S^2(\bar V^1_{01} - \bar V^2_{01})}{n}

estimates :math:`\sigma_C^2 + \sigma_{TC}^2/K`.

*The training sets.* The sample variance :math:`S_D^2` of the :math:`D_k`, all on one test set,
estimates :math:`\sigma_T^2 + \sigma_{TC}^2`, and the mean :math:`\bar V_k` of DeLong's variances of
the single :math:`D_k` estimates :math:`\sigma_C^2 + \sigma_{TC}^2`. So

.. math::
    \hat\sigma_{TC}^2 = \frac{K}{K - 1} (\bar V_k - V), \quad
    \hat\sigma_T^2 = \max(0, S_D^2 - \hat\sigma_{TC}^2)

and

.. math::
    \widehat{\operatorname{Var}}(\bar D) = V + c\, \hat\sigma_T^2 / K

with c = 1 for **separate** training sets, which have no observation in common, and
:math:`c = (K - 1)^2` for **left-out** ones (the default), each of which is the same data without
one of K folds: they vary too little, because they share nearly everything, and the jackknife says
by how much, :math:`\frac{K-1}{K} \sum_k (D_k - \bar D)^2 = (K - 1)^2 S_D^2 / K`. The jackknife is
right where models change smoothly with their data; those of unstable algorithms (trees) differ for
no reason, and it overstates them without measure. So where the sizes of the training sets are known
that part is not allowed above :math:`V n_{test} / n_{train}`, what a test set as large as the
training set would have: a rule of thumb, as Nadeau and Bengio's, checked by simulation.

:math:`t = (\bar D - d) / \sqrt{\widehat{\operatorname{Var}}(\bar D)}` has Satterthwaite's degrees
of freedom from the three parts, with m - 1, n - 1 and K - 1. For separate training sets this is the
one-shot estimate of Gallas, in the model of Obuchowski and Rockette with training sets for readers.

**Interval** of one algorithm's mean AUC: the beta interval of
:mod:`aucurate.inference.auc.delong_beta` for the averaged placements, with :math:`c\,\hat\sigma_T^2
/ K` added to its variance, so that it allows for errors of which the test set shows few or none.

**Not valid** for left-out folds that were scored themselves, and refused there. Taking left-out
training sets for separate makes the test reject too often when they are not much larger than the
test set; the other way round it hardly rejects. Zero variance and small classes as
:mod:`aucurate.inference.auc.delong`.

Gallas, B. D. (2006). One-shot estimate of MRMC variance: AUC. Academic Radiology 13, 353-362.
Obuchowski, N. A., Rockette, H. E. (1995). Hypothesis testing of diagnostic accuracy for multiple
readers and multiple tests: an ANOVA approach with dependent observations. Communications in
Statistics, Simulation and Computation 24, 285-308.
"""

import math
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.checks import checked
from aucurate.data.arrays import frozen
from aucurate.data.folds import FoldScores
from aucurate.data.moments import AucMoments
from aucurate.data.paired import position
from aucurate.errors import UnsupportedError
from aucurate.inference.auc.delong_beta import delong_beta_interval, ends
from aucurate.inference.core import caveats
from aucurate.inference.core.comparing import (
    Contest,
    Question,
    bounded_comparison,
    satterthwaite_degrees,
    wald_comparison,
)
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.folds import fold_caveats
from aucurate.kernels import Placements
from aucurate.results import Alternative, Caveat, Comparison, Estimate, Interval

TrainingSets: TypeAlias = Literal["left-out", "separate"]

METHOD = "averaged DeLong"
VALID_FOR = "one fixed test set that the models of all folds scored"


@checked
def averaged_delong_test(
    data: FoldScores,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    training_sets: TrainingSets = "left-out",
    threads: int | None = None,
) -> Comparison:
    """Do two algorithms differ in AUC, for other test sets and other training sets?

    ``training_sets`` says how those of the K models are related: "left-out" when each is the same
    data without one of K folds, "separate" when they have no observation in common.

    >>> import numpy as np
    >>> rng = np.random.default_rng(1)
    >>> labels = np.arange(60) % 2
    >>> good, poor = (np.tile(w * labels + rng.normal(size=60), 3) for w in (2, 1))
    >>> data = FoldScores.from_arrays(
    ...     np.tile(labels, 3),
    ...     {"good": good + rng.normal(0, 0.3, 180), "poor": poor + rng.normal(0, 0.3, 180)},
    ...     folds=np.repeat([1, 2, 3], 60),
    ...     observations=np.tile(np.arange(60), 3),
    ... )
    >>> print(averaged_delong_test(data, "good", "poor"))
    AUC difference 0.117 (95% CI -0.009 to 0.244), p = 0.067, averaged DeLong test, paired
    """
    question = Question.checked(alternative, null_difference, confidence)
    parts = _Parts.of(data, first, second, threads)
    moments = parts.moments
    test_set = float(moments.difference_variance[0, 1])
    between = parts.training_variance(
        parts.positives[0] - parts.positives[1], parts.negatives[0] - parts.negatives[1], test_set
    )
    training = training_part(data, training_sets, between, test_set)
    variance = test_set + training / parts.models
    contest = Contest(
        first,
        second,
        moments.aucs[0],
        moments.aucs[1],
        variance,
        "paired",
        tuple(_caveats(parts, variance)),
    )
    if variance > 0:
        sources = [
            (float(moments.positive_difference[0, 1]), moments.n_positive),
            (float(moments.negative_difference[0, 1]), moments.n_negative),
            (training, parts.models),
        ]
        degrees = satterthwaite_degrees(sources)
        return wald_comparison(contest, question, method=METHOD, degrees_of_freedom=degrees)
    smaller = min(moments.n_positive, moments.n_negative)
    return bounded_comparison(contest, question, pairs=smaller, identical=parts.identical)


@checked
def averaged_delong_interval(
    data: FoldScores,
    name: str,
    *,
    confidence: float = 0.95,
    training_sets: TrainingSets = "left-out",
    threads: int | None = None,
) -> Estimate:
    """The mean AUC of one algorithm's models, its interval for other test and training sets.

    The standard error is that of the test, of one algorithm; the interval is the beta interval of
    the averaged placements (:mod:`aucurate.inference.auc.delong_beta`) with the variance of the
    training sets added.
    """
    confidence = checked_confidence(confidence)
    parts = _Parts.of(data, name, name, threads)
    moments = parts.moments
    plain = delong_beta_interval(moments.select((name,)), confidence=confidence)
    test_set = float(moments.covariance[0, 0])
    between = parts.training_variance(parts.positives[0], parts.negatives[0], test_set)
    training = training_part(data, training_sets, between, test_set)
    variance = test_set + training / parts.models
    low, high = ends(moments, 0, more=training / parts.models)((1 - confidence) / 2)
    interval = Interval(low=low, high=high, confidence=confidence, method=METHOD)
    return replace(
        plain,
        quantity="mean AUC over training sets",
        standard_error=math.sqrt(variance),
        interval=interval,
        method=METHOD,
        caveats=(fold_caveats.valid_for(VALID_FOR), *plain.caveats),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """The moments of the averaged placements, and the placements of every model."""

    moments: AucMoments
    positives: NDArray[np.int64]  # two algorithms x models x positives, doubled placements
    negatives: NDArray[np.int64]
    models: int

    @classmethod
    def of(cls, data: FoldScores, first: str, second: str, threads: int | None) -> "_Parts":
        if data.design != "fixed test set":
            raise UnsupportedError(
                f"the averaged DeLong test needs one fixed test set; these are {data.design}.",
                hint="corrected_delong_test is made for left-out folds, 5x2 and random splits.",
            )
        data.observations.require_plain("the averaged DeLong variance")
        at = [position(data.names, name) for name in (first, second)]
        models, rows = data.n_folds, data.observations
        scores = np.ascontiguousarray(data.matrix()[at]).reshape(2 * models, -1)
        placed = kernels.placements(scores, rows.is_positive, threads=threads)
        positives = placed.of_positives.reshape(2, models, -1)
        negatives = placed.of_negatives.reshape(2, models, -1)
        moments = _moments((first, second), placed, positives, negatives)
        return cls(moments, positives, negatives, models)

    @property
    def identical(self) -> bool:
        """Whether both algorithms order every pair alike, with every training set."""
        return bool(
            (self.positives[0] == self.positives[1]).all()
            and (self.negatives[0] == self.negatives[1]).all()
        )

    def training_variance(
        self, above: NDArray[np.int64], below: NDArray[np.int64], test_set: float
    ) -> float:
        """The variance between training sets, freed of what the test set adds to it.

        ``above`` and ``below`` are the doubled placements of every model, or differences of them.
        """
        m, n = self.moments.n_positive, self.moments.n_negative
        if min(m, n) < 2 or self.models < 2:
            return 0.0
        over, under = above / (2 * n), below / (2 * m)
        single = over.var(axis=1, ddof=1) / m + under.var(axis=1, ddof=1) / n
        shared = (float(single.mean()) - test_set) * self.models / (self.models - 1)
        between = float(over.mean(axis=1).var(ddof=1))
        return max(0.0, between - max(0.0, shared))


def training_part(
    data: FoldScores, training_sets: TrainingSets, between: float, test_set: float
) -> float:
    """What the training sets add to the variance of the mean, times the number of models.

    ``between`` is the variance between models, ``test_set`` the variance by the test set.
    """
    if training_sets == "separate":
        return between
    jackknife = (data.n_folds - 1) ** 2 * between
    if data.n_train is None:
        return jackknife
    bound = test_set * len(data.observations) / float(np.mean(data.n_train))
    return max(between, min(jackknife, data.n_folds * bound))


def _moments(
    names: tuple[str, str],
    placed: Placements,
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
) -> AucMoments:
    """DeLong's moments of placements summed over the models, which are whole numbers."""
    models, m, n = positives.shape[1], positives.shape[2], negatives.shape[2]
    above, below = positives.sum(axis=1), negatives.sum(axis=1)
    totals, positive, positive_difference = kernels.integer_moments(above, 2 * n * models)
    _, negative, negative_difference = kernels.integer_moments(below, 2 * m * models)
    ties = (sum(placed.tied_pairs[:models]), sum(placed.tied_pairs[models:]))
    return AucMoments(
        names=names,
        aucs=tuple(total / (2 * m * n * models) for total in totals),
        positive_covariance=frozen(positive),
        negative_covariance=frozen(negative),
        positive_difference=frozen(positive_difference),
        negative_difference=frozen(negative_difference),
        positive_kurtosis=frozen(kernels.kurtosis(above)),
        negative_kurtosis=frozen(kernels.kurtosis(below)),
        n_positive=m,
        n_negative=n,
        tied_shares=tuple(tied / (m * n * models) for tied in ties),
    )


def _caveats(parts: _Parts, variance: float) -> list[Caveat]:
    moments = parts.moments
    smaller = min(moments.n_positive, moments.n_negative)
    found = [fold_caveats.valid_for(VALID_FOR), *caveats.of_class_sizes(moments)]
    found += caveats.of_nearly_perfect(moments.aucs[0], moments.aucs[1], smaller)
    if parts.identical:
        return [*found, caveats.identical(moments.names[0], moments.names[1])]
    if not variance > 0:
        first, second = moments.names
        return [*found, caveats.no_variance(f"the difference between {first} and {second}")]
    return [*found, *caveats.of_lone_variance(moments, 0), *caveats.of_lone_variance(moments, 1)]
