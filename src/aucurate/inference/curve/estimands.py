"""Estimands other than the AUC: their intervals, the tests, and what else follows for them.

**Question.** Which of several classifiers has the higher partial AUC, average precision, or
sensitivity at a given specificity, by how much, and how certain is it?

**Use it** where the whole area is not what matters: screening that requires a specificity of 95
percent, or rare positives, where precision counts. Choose one estimand before seeing the data: if
several are tried and the one that rejects is reported, its p-value is meaningless.

``compare(..., of=...)`` and ``aucurate compare --of ...`` take an estimand or its text:

- ``auc``, the default: the area under the whole curve, with the beta interval of
  :mod:`aucurate.inference.auc.delong`; its value by chance is 0.5.
- ``partial-auc:specificity=0.9:1`` or ``partial-auc:sensitivity=0.8:1,corrected``
  (:class:`~aucurate.estimates.PartialAuc`): a beta interval; chance is the area under the diagonal,
  0.5 where corrected. See :mod:`aucurate.inference.curve.partial_auc`.
- ``average-precision`` (:class:`~aucurate.estimates.AveragePrecision`): a logit-t interval; chance
  is the share of positives. See :mod:`aucurate.inference.curve.average_precision`.
- ``sensitivity-at:specificity=0.95`` (:class:`~aucurate.estimates.SensitivityAt`) and
  ``specificity-at:sensitivity=0.9`` (:class:`~aucurate.estimates.SpecificityAt`): Student's t on
  the logit scale with half observations added; chance is 1 - the given rate. See
  :mod:`aucurate.inference.curve.sensitivity_at`.

Each estimate moves, to first order, by the mean of the influences of its observations
(:mod:`aucurate.inference.core.influence`). Their sample covariances over the positives,
:math:`S_+`, and over the negatives, :math:`S_-`, give the covariance matrix of the estimates of all
classifiers, as placements give DeLong's:

.. math::  S = S_+ / m + S_- / n

From S follow, as for every estimand (:mod:`aucurate.inference.core.components`):

- differences, with Student's t and Satterthwaite's degrees of freedom from the parts; different
  test sets add their parts
- the joint test: the quadratic form of all differences with an F distribution, as for DeLong's
- simultaneous intervals by the largest of the correlated statistics, ``simultaneous=True``
  (:mod:`aucurate.inference.auc.simultaneous`)
- margins, ``margin=``: the same t test at the border of the margin
  (:mod:`aucurate.inference.auc.equivalence`)
- the highest of three or more, with an interval that allows for the selection
  (:mod:`aucurate.inference.auc.highest`)
- the test against a fixed value, ``null=``, or of one classifier against chance: its interval
  inverted

``method=`` and ``interval=`` also take ``bootstrap-percentile``, ``bootstrap-basic`` and
``bootstrap-bca``, and ``method=`` takes ``permutation``. What ``compare`` says of MOVER, of few
misordered observations and of whole curves applies to AUCs only.

**An estimand of your own** is a subclass of
:class:`~aucurate.estimates.CountedEstimate` that computes its value and its influences from
counts. It has the logit-t interval; where it has no variance, the bound is its whole range.

**Not valid** where DeLong's method is not: for models scored on their training data and for
out-of-fold scores pooled over folds. Groups and sampling weights are allowed for
(:mod:`aucurate.data.units`). Rough where few observations lie in the range or beyond the threshold:
tests of partial areas then reject too often, and a caveat says how often. Sensitivities at a
specificity are read off too high where the curve runs near or below chance (positives of much
smaller spread); an interval that reaches down to chance carries a caveat. docs/validation.md has
the levels and coverages of all of these, also in populations that played no part in choosing them.

>>> import aucurate as au
>>> data = au.datasets.load_breast_cancer()
>>> study = au.compare(data, of="sensitivity-at:specificity=0.95", reference="tree")
>>> print(study.sentences()[0])
The reference tree has a sensitivity at 95% specificity of 0.462 (95% CI 0.253 to 0.685).
>>> print(study.comparison("logistic", "tree").interval)
95% CI 0.227 to 0.662

DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Comparing the areas under two or more
correlated receiver operating characteristic curves: a nonparametric approach. Biometrics 44,
837-845. Krishnamoorthy, K., Yu, J. (2004). Modified Nel and Van der Merwe test for the multivariate
Behrens-Fisher problem. Statistics and Probability Letters 66, 161-169. Hothorn, T., Bretz, F.,
Westfall, P. (2008). Simultaneous inference in general parametric models. Biometrical Journal 50,
346-363.
"""

from aucurate.data.scores import PairedScores, Scores
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import SensitivityAt, SpecificityAt
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.core.influence import CountedComponents, influence_test
from aucurate.inference.curve.average_precision import AveragePrecisionComponents
from aucurate.inference.curve.partial_auc import PartialAucComponents
from aucurate.inference.curve.sensitivity_at import RateComponents
from aucurate.results import Alternative, Comparison, Estimate

_COMPONENTS: dict[type[CountedEstimate], type[CountedComponents]] = {
    PartialAuc: PartialAucComponents,
    AveragePrecision: AveragePrecisionComponents,
    SensitivityAt: RateComponents,
    SpecificityAt: RateComponents,
}


def recipe_of(estimand: CountedEstimate) -> type[CountedComponents]:
    """The recipe of an estimand.

    One without a recipe of its own has the logit-t interval, and the ends of its range for a bound.
    """
    return _COMPONENTS.get(type(estimand), CountedComponents)


def components_of(data: Scores | PairedScores, estimand: CountedEstimate) -> CountedComponents:
    """The components of classifiers on one test set, with the recipe of their estimand."""
    return recipe_of(estimand).of(data, estimand)


def estimand_interval(
    scores: Scores, estimand: CountedEstimate, *, confidence: float = 0.95
) -> Estimate:
    """Any estimate of one classifier with its standard error and the interval made for it.

    >>> from aucurate.datasets import load_breast_cancer
    >>> found = estimand_interval(load_breast_cancer()["forest"], AveragePrecision())
    >>> print(f"{found.value:.3f}, {found.interval}")
    0.924, 95% CI 0.872 to 0.956
    """
    whole = components_of(scores, estimand)
    return whole.estimate(0, whole.recommended, checked_confidence(confidence))


def estimand_test(
    first: Scores,
    second: Scores,
    estimand: CountedEstimate,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """The difference of any estimate of two classifiers by the influences of observations.

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> found = estimand_test(data["forest"], data["tree"], PartialAuc(specificity=(0.9, 1)))
    >>> print(f"{found.difference:.3f}, {found.interval}")
    0.022, 95% CI 0.009 to 0.035
    """
    return influence_test(
        recipe_of(estimand),
        first,
        second,
        estimand,
        paired=paired,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )
