r"""DeLong's variance over folds: left-out folds, and models that share a test set.

Left-out folds
--------------
DeLong's variance for cross-validated AUCs: placements within folds, spread over all of them.

**Question.** What is the mean AUC over left-out folds, and do two algorithms differ in it, for
other data?

**Use it** in the **corrected** form (:func:`~aucurate.inference.folds.corrected_delong_test`) for
left-out folds, however often they are repeated, for 5x2 and for random splits: this is the test
that :func:`aucurate.folds` and ``aucurate folds`` recommend there. The form without the correction
(:func:`~aucurate.inference.folds.fold_delong_test`, ``method="delong"``, ``--method delong``) is
for left-out folds of algorithms that are all linear.

The estimate is the mean of the fold AUCs, :math:`\bar A = \frac1V \sum_v \hat A_v`. Every
observation has a placement among the other class *of its own fold* (the share of it that is ranked
correctly, ties counting one half), :math:`V_{10}(i)` if positive and :math:`V_{01}(j)` if negative,
and :math:`\bar A` is the mean of either kind over the m positives or the n negatives. Where folds
are unequal it is a weighted mean: with :math:`m_v` positives and :math:`n_v` negatives in fold v,
the weights are :math:`w_v = m / (V m_v)` for positives and :math:`w_v = n / (V n_v)` for negatives.
So DeLong's variance is taken of the placements around the mean of all folds,

.. math::
    \hat\sigma^2 = \frac{1}{m(m-1)} \sum_i w_{v(i)}^2 (V_{10}(i) - \bar A)^2 +
    \frac{1}{n(n-1)} \sum_j w_{v(j)}^2 (V_{01}(j) - \bar A)^2

and differences of two algorithms are treated alike, with Satterthwaite's degrees of freedom. With
repeats V counts the folds of all of them, and the terms of an observation are summed over its folds
before they are squared: its placement is then the mean over the repeats. The interval of one
algorithm is the beta interval of :mod:`aucurate.inference.auc.delong` from the same variances.

It differs from LeDell's (:mod:`aucurate.inference.folds.ledell`) in two ways that vanish in large
folds: divisors m - 1 and n - 1, and deviations from the overall mean instead of the fold's. With
few observations in a fold the latter includes the spread between folds, which is where the fitted
models differ, and is why this test keeps its level better when two *algorithms* are compared.

That is the variance due to other *observations*. Other *training sets* would vary the result too,
and nothing that the folds show says by how much (Bengio and Grandvalet 2004): two folds share most
of their training observations, so that what these do to all folds alike is in no spread over folds.
The corrected test allows for it as Nadeau and Bengio do (:mod:`aucurate.inference.folds.t_tests`),
by the variance that as many test observations as there are training observations would have. With
:math:`\hat\sigma^2` the variance above, of N observations tested, it is

.. math::  \hat\sigma^2 \left(1 + \frac{N}{n_{train}}\right)

which is :math:`\hat\sigma^2 (2K - 1)/(K - 1)` with K folds, however often they are repeated. Where
observations were tested unequally often, as with random splits, N is the effective number
:math:`(\sum_i w_i)^2 / \sum_i w_i^2`, with :math:`w_i` the sum of the weights :math:`w_v` of the
folds that tested observation i. The sizes of the training sets are known for left-out folds and
5x2; random splits need ``n_train``.

**Groups and sampling weights.** With the shares :math:`s^v_i` of the observations in the weight of
their class and fold, whose AUC is weighted too, an observation adds :math:`a_i = \frac1V \sum_v
s^v_i (V_{10}(i) - \bar A)` to the estimate, in whichever folds and repeats it was scored, and
likewise a negative. These are summed within groups, also across folds, and their products are the
variance of :mod:`aucurate.data.units`. N counts rows: groups and weights change the worth of
observations that were tested and of those that were trained on alike.

**Which form.** Without the correction, two equally good nearest neighbours or small nets are
declared different far too often, and so are trees; boosting and support vector machines somewhat
too often, and logistic regression hardly more often than the level says. With it the level holds
for all of them, and is far below the nominal one for logistic regression (docs/validation.md). So
the corrected test is the one for algorithms of any kind, and conservative for linear ones; the
other is for algorithms whose models are known to change little with their data, and every result
says what it does elsewhere. More repeats make the test more powerful, but do not replace the
correction. A separate test set that all models have scored needs none (see below).

**Not valid** for a fixed test set (see below): refused. The uncorrected test is refused for 5x2 and
random splits too, whose training sets are so small that the fitted models are much of the spread;
with fewer than five folds it adds a caveat.

**Degenerate cases.** Where the variance of a difference is 0 or undefined, the disjoint-pairs bound
of :mod:`aucurate.inference.core.bounds` takes over, as in :mod:`aucurate.inference.auc.delong`. The
interval needs no variance.

Bengio, Y., Grandvalet, Y. (2004). No unbiased estimator of the variance of K-fold cross-validation.
Journal of Machine Learning Research 5, 1089-1105.
DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Comparing the areas under two or more
correlated receiver operating characteristic curves: a nonparametric approach. Biometrics 44,
837-845. Its use over folds in these forms is ours.
LeDell, E., Petersen, M., van der Laan, M. (2015). Computationally efficient confidence intervals
for cross-validated area under the ROC curve estimates. Electronic Journal of Statistics 9,
1583-1607.
Nadeau, C., Bengio, Y. (2003). Inference for the generalization error. Machine Learning 52, 239-281.

One fixed test set
------------------
DeLong's test on placements averaged over the models of all folds: for one fixed test set.

**Question.** Do two algorithms differ in AUC, when K models of each (fitted on K training sets)
scored the same m positives and n negatives?

**Use it** for the fixed test set, where no test of the values per fold is valid.

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
    \hat\sigma_{TC}^2 = \max\Bigl(0, \frac{K}{K - 1} (\bar V_k - V)\Bigr), \quad
    \hat\sigma_T^2 = \max(0, S_D^2 - \hat\sigma_{TC}^2)

and

.. math::
    \widehat{\operatorname{Var}}(\bar D) = V + c\, \hat\sigma_T^2 / K

with c = 1 for **separate** training sets (``training_sets="separate"``), which have no observation
in common, and :math:`c = (K - 1)^2` for **left-out** ones (the default), each of which is the same
data without one of K folds: they vary too little, because they share nearly everything, and the
jackknife gives the factor, :math:`\frac{K-1}{K} \sum_k (D_k - \bar D)^2 = (K - 1)^2 S_D^2 / K`. The
jackknife is right where models change smoothly with their data; the models of unstable algorithms
(trees) differ without a reason in the data, and it overstates their variance without limit. So
where the sizes of the training sets are known (``n_train``) that part is not allowed above
:math:`V n_{test} / n_{train}`, the variance that a test set as large as the training set would
have, unless the part of separate training sets (c = 1) is larger still: a rule of thumb, as Nadeau
and Bengio's, which the simulation of docs/validation.md supports.

:math:`t = (\bar D - d) / \sqrt{\widehat{\operatorname{Var}}(\bar D)}`, with d the null difference,
has Satterthwaite's degrees of freedom from the three parts, with m - 1, n - 1 and K - 1. For
separate training sets this is the one-shot estimate of Gallas, in the model of Obuchowski and
Rockette with training sets for readers.

**Interval** of one algorithm's mean AUC: the beta interval of
:mod:`aucurate.inference.auc.delong` for the averaged placements, with :math:`c\,\hat\sigma_T^2
/ K` added to its variance, so that it allows for errors of which the test set shows few or none.

**Groups and sampling weights** are allowed for, as with left-out folds: :math:`S^2` over the
averaged placements becomes the variance of :mod:`aucurate.data.units`.

**Not valid** for left-out folds that were scored themselves, and refused in every other design.
Treating left-out training sets as separate makes the test reject too often when they are not much
larger than the test set; the other way round it hardly ever rejects. Small classes as in
:mod:`aucurate.inference.auc.delong`.

**Degenerate cases.** As for left-out folds: where the variance of a difference is 0, the
disjoint-pairs bound takes over, and the interval needs no variance.

Gallas, B. D. (2006). One-shot estimate of MRMC variance: AUC. Academic Radiology 13, 353-362.
Obuchowski, N. A., Rockette, H. E. (1995). Hypothesis testing of diagnostic accuracy for multiple
readers and multiple tests: an ANOVA approach with dependent observations. Communications in
Statistics, Simulation and Computation 24, 285-308.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.arrays import frozen
from aucurate.data.folds import FoldScores
from aucurate.data.moments import AucMoments, independent_parts, summed
from aucurate.data.observations import Observations
from aucurate.data.scores import position
from aucurate.data.units import Part
from aucurate.errors import UnsupportedError
from aucurate.formatting import count
from aucurate.hints import Function, Hint
from aucurate.inference.auc.delong import AucComponents, delong_beta_interval, paired_comparison
from aucurate.inference.core import caveats
from aucurate.inference.core.contrasts import Question, difference_test
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.folds import caveats as folds_caveats
from aucurate.inference.folds.t_tests import sizes_unknown
from aucurate.kernels import Placements
from aucurate.results import Alternative, Caveat, Comparison, Estimate, MethodTitle

METHOD = MethodTitle("DeLong over folds", "delong")
CORRECTED = MethodTitle("corrected DeLong", "corrected-delong")
OF_MODELS = "left-out folds, also repeated ones, and about the models that were fitted"
VALID_FOR = "left-out folds of algorithms whose models change little with their data"
CORRECTED_FOR = "left-out folds, also repeated ones, 5x2 and random splits"
FEWEST_FOLDS = 5


@checked
def fold_delong_interval(
    data: FoldScores, name: str, *, confidence: float = 0.95, moments: AucMoments | None = None
) -> Estimate:
    """The cross-validated AUC of one algorithm, with the beta interval of DeLong's variance.

    ``moments`` are the :func:`fold_moments` of the data, where they have been computed already.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> found = fold_delong_interval(load_breast_cancer_folds(), "forest")
    >>> print(found.quantity, round(found.value, 3), found.interval)
    cross-validated AUC 0.978 95% CI 0.959 to 0.988
    """
    moments = fold_moments(data) if moments is None else moments
    found = delong_beta_interval(moments, confidence=confidence, name=name)
    return replace(
        found,
        quantity="cross-validated AUC",
        method=METHOD,
        interval=replace(found.interval, method=METHOD),
        caveats=(folds_caveats.valid_for(OF_MODELS), *_of_few_folds(data), *found.caveats),
    )


@checked
def fold_delong_test(
    data: FoldScores,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    moments: AucMoments | None = None,
) -> Comparison:
    """Do two algorithms differ in their cross-validated AUC, on the same folds?

    ``moments`` are the :func:`fold_moments` of the data, where they have been computed already.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> print(fold_delong_test(load_breast_cancer_folds(), "forest", "tree"))
    AUC difference 0.038 (95% CI 0.020 to 0.057), p < 0.001, DeLong over folds test, paired
    """
    moments = fold_moments(data) if moments is None else moments
    found = paired_comparison(
        moments,
        first,
        second,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )
    told = [folds_caveats.valid_for(VALID_FOR), folds_caveats.unstable_algorithms()]
    return _named(found, METHOD, [*told, *_of_few_folds(data)], moments)


@checked
def corrected_delong_test(
    data: FoldScores,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    moments: AucMoments | None = None,
) -> Comparison:
    """Do two algorithms differ in cross-validated AUC, allowing for other training sets?

    ``moments`` are the :func:`corrected_moments` of the data, where they have been computed
    already.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> print(corrected_delong_test(load_breast_cancer_folds(), "forest", "tree"))
    AUC difference 0.038 (95% CI 0.012 to 0.065), p = 0.005, corrected DeLong test, paired
    """
    moments = corrected_moments(data) if moments is None else moments
    found = paired_comparison(
        moments,
        first,
        second,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )
    told = [folds_caveats.valid_for(CORRECTED_FOR), folds_caveats.conservative_correction()]
    return _named(found, CORRECTED, told, moments)


def _named(
    found: Comparison, method: MethodTitle, told: list[Caveat], moments: AucMoments
) -> Comparison:
    method = found.title if found.interval.bound else method
    return replace(
        found,
        method=method,
        interval=replace(found.interval, method=method),
        caveats=(*told, *_of_folds(found, moments)),
    )


def _of_folds(found: Comparison, moments: AucMoments) -> list[Caveat]:
    """The caveats of one test set, but for levels that were not measured over folds."""
    smaller = moments.pairs
    kept = [c for c in found.caveats if c.kind != Kind.FEW_ERRORS]
    return kept + caveats.of_nearly_perfect(found.first_value, found.second_value, smaller)


@checked
def fold_moments(data: FoldScores) -> AucMoments:
    """Mean AUCs over cross-validation folds, and the covariances of the placements within folds.

    Every test that is computed from moments takes them.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> from aucurate.inference.auc import delong_joint_test
    >>> print(delong_joint_test(fold_moments(load_breast_cancer_folds())))
    Null hypothesis: all AUCs are equal; chi-square 52.8933 on 4 df, p < 0.001, DeLong chi-square
    """
    if data.design != "left-out folds":
        raise UnsupportedError(
            f"DeLong's variance over folds needs left-out folds; these are {data.design}.",
            hint=Hint(
                "{} is designed for a fixed test set, {} for 5x2 and random splits.",
                Function("averaged_delong_test"),
                Function("corrected_delong_test"),
            ),
        )
    return _moments(data)[0]


@checked
def corrected_moments(data: FoldScores) -> AucMoments:
    """Mean AUCs over folds, and covariances that allow for other training sets.

    Every test that is computed from moments takes them.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> from aucurate.inference.auc import delong_joint_test
    >>> print(delong_joint_test(corrected_moments(load_breast_cancer_folds())))
    Null hypothesis: all AUCs are equal; chi-square 25.0578 on 4 df, p < 0.001, DeLong chi-square
    """
    if data.design == "fixed test set":
        raise UnsupportedError(
            "the corrected DeLong test needs folds with their own test observations; this is one "
            "fixed test set.",
            hint="use averaged_delong_test for a fixed test set.",
        )
    moments, tested = _moments(data)
    factor = training_factor(data, tested)
    parts, independent = (
        tuple(part.times(factor) for part in some) for some in (moments.parts, moments.independent)
    )
    return replace(moments, parts=parts, independent=independent)


def training_factor(data: FoldScores, tested: float) -> float:
    """By how much other training sets raise the variance by so many tested observations."""
    if data.n_train is None:
        raise sizes_unknown()
    return 1 + tested / float(np.mean(data.n_train))


def _moments(data: FoldScores) -> tuple[AucMoments, float]:
    """Means and covariances, and the effective number of observations that were tested."""
    rows = data.observations
    placed, weights = np.zeros((len(data.names), len(rows))), np.zeros(len(rows))
    tested = np.zeros(len(rows))
    aucs, tied = [], []
    for k in range(data.n_folds):
        here = data.rows[data.folds == k]
        fold = _of_fold(data, k)
        placed[:, here] += fold.weights * fold.placed
        weights[here] += fold.weights
        tested[here] += fold.tested
        aucs.append(fold.aucs)
        tied.append(fold.tied)
    means = np.mean(aucs, axis=0)
    centred = placed - weights * means[:, None]
    centred[np.abs(centred) < 64 * np.finfo(np.float64).eps] = 0.0
    of_classes = [centred[:, own] for own in rows.members]
    known: dict[str, Any] = {
        "names": data.names,
        "aucs": tuple(float(a) for a in means),
        "n_positive": rows.n_positive,
        "n_negative": rows.n_negative,
        "tied_shares": tuple(float(s) for s in np.mean(tied, axis=0)),
        "n_groups": rows.n_groups,
    }
    effective = float(tested.sum() ** 2 / (tested**2).sum())
    if not (rows.is_grouped or rows.is_sampled):
        return AucMoments(parts=tuple(map(_part, of_classes)), **known), effective
    return AucMoments(**known, **_of_units(rows, of_classes, means)), effective


def _of_units(
    rows: Observations, influences: Sequence[NDArray[np.float64]], aucs: NDArray[np.float64]
) -> dict[str, Any]:
    """What moments have of groups and weights, from influences whose mean is 0."""
    units = rows.units
    zero = np.zeros(len(aucs))
    found = units.moments(influences, [zero, zero], [(aucs, 1 - aucs)] * 2)
    return {
        "parts": found.parts,
        "independent": found.one_by_one,
        "pairs": found.disjoint,
        "worth": units.effective_sizes,
    }


def _part(centred: NDArray[np.float64]) -> Part:
    """The part of the observations of one class."""
    return Part(
        covariance=frozen(_covariance(centred)),
        difference=frozen(_differences(centred)),
        kurtosis=frozen(_kurtosis(centred)),
        size=centred.shape[1],
    )


class _Fold(NamedTuple):
    """One fold: AUCs and tied shares per classifier, its placements, and what each counts.

    ``tested`` is what each would count without sampling weights.
    """

    aucs: NDArray[np.float64]
    tied: NDArray[np.float64]
    placed: NDArray[np.float64]
    weights: NDArray[np.float64]
    tested: NDArray[np.float64]


def _of_fold(data: FoldScores, k: int) -> _Fold:
    fold, whole = data.fold(k), data.observations
    rows, own = fold.observations, fold.observations.whole_weights
    counts = kernels.placements(fold.values, rows.is_positive, weights=own)
    m, n = (
        int(np.count_nonzero(each) if own is None else own[each].sum()) for each in rows.members
    )
    placed = np.empty((len(data.names), len(rows)))
    placed[:, rows.is_positive] = counts.of_positives / (2 * n)
    placed[:, ~rows.is_positive] = counts.of_negatives / (2 * m)
    tested = np.where(
        rows.is_positive, whole.n_positive / rows.n_positive, whole.n_negative / rows.n_negative
    )
    weights, every = tested, whole.whole_weights
    if every is not None:
        of_rows = every[data.rows[data.folds == k]]
        of_fold = [float(of_rows[each].sum()) for each in rows.members]
        of_all = [float(every[each].sum()) for each in whole.members]
        weights = np.where(rows.is_positive, of_all[0] / of_fold[0], of_all[1] / of_fold[1])
    wins = counts.wins or counts.of_positives.sum(axis=1)
    aucs = np.array([int(won) / (2 * m * n) for won in wins])
    tied = np.array([pairs / (m * n) for pairs in counts.tied_pairs])
    return _Fold(aucs, tied, placed, weights / data.n_folds, tested / data.n_folds)


def _covariance(centred: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(centred @ centred.T / np.float64(centred.shape[1] - 1))


def _differences(centred: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pair by pair: all at once would need as many arrays as there are pairs."""
    found = np.zeros((len(centred), len(centred)))
    for i, j in itertools.combinations(range(len(centred)), 2):
        gap = centred[i] - centred[j]
        found[i, j] = found[j, i] = gap @ gap
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(found / np.float64(centred.shape[1] - 1))


def _kurtosis(centred: NDArray[np.float64]) -> NDArray[np.float64]:
    spread = (centred**2).mean(axis=1)
    with np.errstate(invalid="ignore"):
        return np.asarray((centred**4).mean(axis=1) / spread**2)


def _of_few_folds(data: FoldScores) -> list[Caveat]:
    per_repeat = int(np.min(np.bincount(data.repeats)))
    if per_repeat >= FEWEST_FOLDS:
        return []
    return [caveat(Kind.SMALL_TRAINING_SETS, folds=count(per_repeat, "fold"))]


TrainingSets: TypeAlias = Literal["left-out", "separate"]

AVERAGED = MethodTitle("averaged DeLong", "averaged-delong")
AVERAGED_VALID_FOR = "one fixed test set that the models of all folds scored"


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
    """Do two algorithms differ in AUC, allowing for other test sets and training sets?

    ``training_sets`` says how those of the K models are related: "left-out" when each is the same
    data without one of K folds, "separate" when they have no observation in common.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> labels, models = np.arange(100) % 2, 10
    >>> first, second = rng.normal(size=(2, 1, 100)) + labels  # equally good
    >>> of_first, of_second = rng.normal(0, 0.2, (2, models, 100))
    >>> data = FoldScores.from_arrays(
    ...     np.tile(labels, models),
    ...     {"first": (first + of_first).ravel(), "second": (second + of_second).ravel()},
    ...     folds=np.repeat(np.arange(models), 100),
    ...     observations=np.tile(np.arange(100), models),
    ... )
    >>> print(averaged_delong_test(data, "first", "second"))
    AUC difference 0.006 (95% CI -0.117 to 0.129), p = 0.923, averaged DeLong test, paired

    The interval of the t test over folds is far too narrow, because all folds share the test set:

    >>> from aucurate.inference.folds import fold_t_test
    >>> print(fold_t_test(data.aucs(), "first", "second"))
    AUC difference 0.006 (95% CI -0.002 to 0.014), p = 0.136, paired t over folds test, paired
    """
    question = Question.checked(alternative, null_difference, confidence)
    parts = _Parts.of(data, first, second, threads)
    whole = AucComponents.of(parts.moments)
    contest = whole.paired(0, 1)
    between = parts.training_variance(
        parts.positives[0] - parts.positives[1],
        parts.negatives[0] - parts.negatives[1],
        contest.variance,
    )
    training = training_part(data, training_sets, between, contest.variance)
    variance = contest.variance + training / parts.models
    contest = replace(
        contest,
        variance=variance,
        caveats=tuple(_averaged_caveats(parts, variance)),
        parts=(*contest.parts, (training, parts.models)),
        identical=parts.identical,
    )
    return difference_test(contest, question, method=AVERAGED)


@checked
def averaged_delong_interval(
    data: FoldScores,
    name: str,
    *,
    confidence: float = 0.95,
    training_sets: TrainingSets = "left-out",
    threads: int | None = None,
) -> Estimate:
    """The mean AUC of one algorithm's models, allowing for other test and training sets.

    The standard error is that of the test, of one algorithm; the interval is the beta interval of
    the averaged placements (:mod:`aucurate.inference.auc.delong`) with the variance of the
    training sets added.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> labels = np.arange(100) % 2
    >>> scores = labels + rng.normal(size=100) + rng.normal(0, 0.2, (10, 100))
    >>> data = FoldScores.from_arrays(
    ...     np.tile(labels, 10),
    ...     {"forest": scores.ravel()},
    ...     folds=np.repeat(np.arange(10), 100),
    ...     observations=np.tile(np.arange(100), 10),
    ... )
    >>> found = averaged_delong_interval(data, "forest")
    >>> print(found.quantity, round(found.value, 3), found.interval)
    mean AUC over training sets 0.801 95% CI 0.694 to 0.883
    """
    confidence = checked_confidence(confidence)
    parts = _Parts.of(data, name, name, threads)
    moments = parts.moments
    test_set = AucComponents.of(moments).variance(0)
    between = parts.training_variance(parts.positives[0], parts.negatives[0], test_set)
    training = training_part(data, training_sets, between, test_set) / parts.models
    whole = AucComponents.of(moments, more=training)
    interval = replace(whole.interval(0, "beta", confidence), method=AVERAGED)
    valid = folds_caveats.valid_for(AVERAGED_VALID_FOR)
    found = (valid, *whole.estimate_caveats(0, "beta"))
    return replace(
        whole.record(0, interval, found, AVERAGED),
        quantity="mean AUC over training sets",
        standard_error=math.sqrt(test_set + training),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """The moments of the averaged placements, and the placements of every model."""

    moments: AucMoments
    positives: NDArray[np.int64]  # two algorithms x models x positives, doubled placements
    negatives: NDArray[np.int64]
    models: int
    rows: Observations

    @classmethod
    def of(cls, data: FoldScores, first: str, second: str, threads: int | None) -> "_Parts":
        if data.design != "fixed test set":
            raise UnsupportedError(
                f"the averaged DeLong test needs one fixed test set; these are {data.design}.",
                hint="corrected_delong_test is designed for left-out folds, 5x2 and random splits.",
            )
        at = [position(data.names, name) for name in (first, second)]
        models, rows = data.n_folds, data.observations
        scores = np.ascontiguousarray(data.matrix()[at]).reshape(2 * models, -1)
        placed = kernels.placements(
            scores, rows.is_positive, weights=rows.whole_weights, threads=threads
        )
        positives = placed.of_positives.reshape(2, models, -1)
        negatives = placed.of_negatives.reshape(2, models, -1)
        moments = _averaged_moments((first, second), rows, placed, positives, negatives)
        return cls(moments, positives, negatives, models, rows)

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
        """The variance between training sets, without what the test set adds to it.

        ``above`` and ``below`` are the doubled placements of every model, or differences of them.
        """
        m, n = self.moments.n_positive, self.moments.n_negative
        if min(m, n) < 2 or self.models < 2:
            return 0.0
        totals = _totals(self.rows)
        over, under = above / (2 * totals[1]), below / (2 * totals[0])
        if self.rows.is_grouped or self.rows.is_sampled:
            single, means = self._of_units(over, under)
        else:
            single = over.var(axis=1, ddof=1) / m + under.var(axis=1, ddof=1) / n
            means = over.mean(axis=1)
        if np.isnan(single).any():
            return 0.0
        shared = (float(single.mean()) - test_set) * self.models / (self.models - 1)
        between = float(means.var(ddof=1))
        return max(0.0, between - max(0.0, shared))

    def _of_units(
        self, over: NDArray[np.float64], under: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The variance of each model's AUC, or difference, of groups and weights; and its value."""
        units = self.rows.units
        means = over @ units.shares[0]
        parts = units.moments([over, under], [means, means]).parts
        return np.diag(summed(parts, "covariance")), means


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


def _totals(rows: Observations) -> tuple[int, int]:
    """The weights of all positives and of all negatives, as placements have them."""
    weights = rows.whole_weights
    if weights is None:
        return rows.n_positive, rows.n_negative
    positives, negatives = (int(weights[own].sum()) for own in rows.members)
    return positives, negatives


def _averaged_moments(
    names: tuple[str, str],
    rows: Observations,
    placed: Placements,
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
) -> AucMoments:
    """DeLong's moments of placements averaged over the models.

    They are summed as whole numbers where observations have no groups and weights.
    """
    models, (m, n) = positives.shape[1], _totals(rows)
    pairs = m * n * models
    ties = (sum(placed.tied_pairs[:models]), sum(placed.tied_pairs[models:]))
    known: dict[str, Any] = {
        "names": names,
        "n_positive": rows.n_positive,
        "n_negative": rows.n_negative,
        "tied_shares": tuple(tied / pairs for tied in ties),
        "n_groups": rows.n_groups,
    }
    if rows.is_grouped or rows.is_sampled:
        wins = placed.wins or [int(won) for won in placed.of_positives.sum(axis=1)]
        aucs = np.array([sum(wins[:models]) / (2 * pairs), sum(wins[models:]) / (2 * pairs)])
        of_models = positives / (2 * n), negatives / (2 * m)
        centred = [each.mean(axis=1) - aucs[:, None] for each in of_models]
        return AucMoments(aucs=tuple(aucs.tolist()), **known, **_of_units(rows, centred, aucs))
    summed_up = positives.sum(axis=1), negatives.sum(axis=1)
    return AucMoments(
        aucs=tuple(int(total) / (2 * pairs) for total in summed_up[0].sum(axis=1)),
        parts=independent_parts(summed_up, (m * models, n * models)),
        **known,
    )


def _averaged_caveats(parts: _Parts, variance: float) -> list[Caveat]:
    moments = parts.moments
    smaller = moments.pairs
    found = [folds_caveats.valid_for(AVERAGED_VALID_FOR), *caveats.of_class_sizes(moments)]
    found += caveats.of_nearly_perfect(moments.aucs[0], moments.aucs[1], smaller)
    first, second = moments.names
    if parts.identical:
        return [*found, caveats.identical(first, second)]
    own = float(moments.covariance[0, 0]), float(moments.covariance[1, 1])
    return [*found, *caveats.OF_AUCS.of_difference((first, second), own, variance)]
