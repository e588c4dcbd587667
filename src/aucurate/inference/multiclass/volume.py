r"""The volume under the three-class ROC surface: its variance, its interval, and chance.

**Question.** How well does a score put three ordered classes in their order, how precise is that,
and is it more than chance, 1/6?

**Use it** when the classes have an order and one score should separate all of them;
:mod:`aucurate.estimates.classes.volume` says what the volume measures.

The volume V (:mod:`aucurate.estimates.classes.volume`) is a U-statistic of three samples. With the
placement of an observation, the share of pairs of the other two classes that complete a correct
triple with it, and the sample variance :math:`S_c` (divisor :math:`n_c - 1`) of the placements over
class c,

.. math::  v = \sum_c S_c / n_c

estimates its variance, as DeLong's does for two classes; one sort is all it costs. The exact
variance of V has further terms, of pairs of classes and of all three, which shrink as :math:`1/n^2`
and :math:`1/n^3`; v holds the first twice and the second three times over, so it is too large by as
little, and never negative. Dreiseitl's variance (below) is without that excess.

**Interval**, beta: that of :mod:`aucurate.inference.core.beta_limits` with three classes. If all of
a class were wrong, no triple would be right, so :math:`d_c = V` and :math:`u_c = 1 - V` for each of
them, and the smallest class decides how much room for unseen errors there is: 0.65 of an
observation that is in no correct triple is added to it. ``scale="logit-t"`` takes the steps of the
logit-t interval of :mod:`aucurate.inference.auc.delong` with three components, each of which is
drawn, with the weight of half an observation, towards an equal share of V (1 - V), which their sum
cannot exceed: :math:`S'_c = ((n_c - 1) S_c + V(1-V)/6) / (n_c - 1/2)`. The sum v' of the
:math:`S'_c / n_c` is not allowed above :math:`V(1-V)/\min n_c`, which holds for every distribution
because V is an average over matchings of means of :math:`\min n_c` independent triples. The degrees
of freedom f come from the kurtosis of the placements and Satterthwaite's formula, and the interval
is :math:`\operatorname{logit} V \pm t_f \sqrt{v'} / (V (1 - V))`, mapped back. ``scale="logit"``
and ``scale="wald"`` take v as it is and the normal distribution.

**Why beta is the default.** Where a few observations of a small class are missed outright, logit-t
covers far too little and beta does not, also in populations that played no part in the choice
(docs/validation.md; docs/decisions/0018-few-errors-beyond-one-auc.md). In the populations for which
logit-t was chosen, beta is somewhat wider. The equal share of logit-t was chosen over the whole of
V (1 - V), which covered more than the nominal level, on draws with normal scores and ratings.

**Against a value**, by default chance: the test that agrees with the interval. For the beta
interval the one-sided p-value is the tail at which the limit meets the value, and the statistic its
normal deviate; for logit-t :math:`t = (\operatorname{logit} V - \operatorname{logit} V_0)\, V (1 -
V) / \sqrt{v'}`.

**Bootstrap** intervals and tests are those of
:func:`aucurate.inference.resampling.bootstrap_interval` and
:func:`aucurate.inference.resampling.bootstrap_test`
(:mod:`aucurate.inference.multiclass.volume_bootstrap`). Groups of observations and sampling weights
are allowed for (:mod:`aucurate.data.units`), but not by :func:`dreiseitl_interval`.

**Not valid** where DeLong's variance is not: nested models scored on their training data,
out-of-fold scores pooled over folds. Rough with fewer than 20 observations in a class.

**Degenerate cases.** Perfect order, constant scores and a class of one observation, which leave no
variance, are ordinary cases of the beta interval; for the other scales the disjoint-triples bound
takes over: that of :mod:`aucurate.inference.core.bounds` with as many triples as the smallest class
has observations.

**Compared with other programs.** The variance v agrees with the FULL estimator of the R package
bcROCsurface to 1e-12 (tests/gold).

Dreiseitl, S., Ohno-Machado, L., Binder, M. (2000). Comparing three-class diagnostic tests by
three-way ROC analysis. Medical Decision Making 20, 323-331.
Henderson, H. V., Velleman, P. F. (1981). Building multiple regression models interactively.
Biometrics 37, 391-411 (the cars of the example).
Nakas, C. T., Yiannoutsos, C. T. (2004). Ordered multiple-class ROC analysis with continuous
measurements. Statistics in Medicine 23, 3437-3449.
Pan, G., Wang, X., Zhou, W. (2013). Nonparametric statistical inference for P(X < Y < Z). Sankhya A
75, 118-138.

The test of two volumes
-----------------------
Do two classifiers put three ordered classes in their order equally well?

**Question.** Do two volumes differ, and by how much?

**Paired**, both classifiers on the same observations: with the differences of the placements of
each observation by the two classifiers and their sample variances :math:`S_c` over the classes,
low, middle, high,

.. math::
    t = \frac{V_1 - V_2 - d}{\sqrt{\sum_c S_c / n_c}}

has Student's t distribution with Satterthwaite's degrees of freedom from the three components, with
:math:`n_c - 1` each. **Unpaired**: the six components of both test sets.

**Not valid** where the interval is not. Classifiers that score nearly alike are compared
conservatively: with 20 observations in a class the excess of the variance (see above) is not small
relative to the variance of their difference, and the tests, the joint one most, reject a true null
less often than they might.

**Degenerate cases.** Where the variance is zero or undefined the disjoint-triples bound takes over:
a difference of volumes averages a kernel in [-1, 1] over triples, and as many triples as the
smallest class has observations are disjoint, so the bound of :mod:`aucurate.inference.core.bounds`
holds; two classifiers that order every triple alike get the rule of three and p = 1.

**Compared with other programs.** The literature treats t as normal (``distribution="normal"``;
Dreiseitl et al. 2000), which rejects more often, with few observations in a class also a true null
(docs/validation.md).

Dreiseitl, S., Ohno-Machado, L., Binder, M. (2000). Comparing three-class diagnostic tests by
three-way ROC analysis. Medical Decision Making 20, 323-331.
Satterthwaite, F. E. (1946). An approximate distribution of estimates of variance components.
Biometrics Bulletin 2, 110-114.

The joint test
--------------
Are the volumes under the ROC surfaces of several classifiers all equal?

**Question.** Does any of several volumes, or any contrast of them, differ?

The quadratic form of DeLong's joint test (:mod:`aucurate.inference.auc.delong`) with the covariance
matrix of the volumes, a sum of three estimated parts :math:`S_c / n_c`, one for each class:
chi-square, or with F's allowance for an estimated matrix (the default; Krishnamoorthy and Yu 2004).
For two classifiers F is the paired t test of :func:`aucurate.inference.multiclass.volume_test`.

Dreiseitl, S., Ohno-Machado, L., Binder, M. (2000). Comparing three-class diagnostic tests by
three-way ROC analysis. Medical Decision Making 20, 323-331.
Krishnamoorthy, K., Yu, J. (2004). Modified Nel and Van der Merwe test for the multivariate
Behrens-Fisher problem. Statistics and Probability Letters 66, 161-169.

Dreiseitl's exact variance
--------------------------
Dreiseitl, Ohno-Machado, Binder 2000: the exact variance of a volume under the ROC surface.

**Question.** What is the variance of a volume, estimated without bias?

**Use it** for comparison with the literature; for anything else prefer :func:`volume_interval`.

The volume V averages a kernel :math:`\psi` over all triples of one observation per class. Its
variance is the mean of :math:`\psi\psi'` over all pairs of triples, minus the square of its mean;
pairs of triples may share no observation, or one, two or three of them. With the sums of squares

.. math::  Q_M = \sum_{M} \Bigl( \sum_{\text{others}} \psi \Bigr)^2

over the observations of the classes in a set M (the inner sum over those of the other classes),
inclusion and exclusion give the sum of :math:`\psi\psi'` over the triples that share none,
:math:`D = \sum_M (-1)^{|M|} Q_M`, and

.. math::  \hat v = V^2 - D / \prod_c n_c (n_c - 1)

is unbiased for the variance of V, whatever the distribution and however the scores are tied. Each
:math:`Q_M` is a sum over the distinct scores (over pairs of the low and the high class by running
sums of the observations between them), so it costs one sort, not the six nested loops of the
definition.

It is the paper's formula with every term estimated without bias, the square of the volume too;
:math:`V^2` in its place would make it smaller by the factor :math:`\prod_c (n_c - 1) / n_c`.

**The interval** is Wald's, :math:`V \pm z \sqrt{\hat v}`, cut to [0, 1].

**Not valid** with few observations or volumes near 1, where a Wald interval covers too rarely
(docs/validation.md). The variance of :func:`volume_interval`, the sum of the variances of the
placements, is a little too large instead, and comes with degrees of freedom.

**Degenerate cases.** The variance can be 0 with few observations although the volume is neither 0
nor 1; then, and where a class has one observation, the disjoint-triples bound takes over.

**Compared with other programs.** VUROCS (Waegeman et al. 2008) puts sums over pairs of triples that
share more observations than they should into the formula of the variance; the two agree to the
order 1/n, and the tests rebuild its numbers.

Dreiseitl, S., Ohno-Machado, L., Binder, M. (2000). Comparing three-class diagnostic tests by
three-way ROC analysis. Medical Decision Making 20, 323-331.
Waegeman, W., De Baets, B., Boullart, L. (2008). On the scalability of ordered multi-class ROC
analysis. Computational Statistics and Data Analysis 52, 3371-3388.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.ordered import CLASSES, OrderedScores, PairedOrderedScores
from aucurate.errors import OptionError
from aucurate.estimates.classes.volume import CHANCE, Floats, OrderedCounts, VolumeMoments
from aucurate.formatting import join_words, shortened
from aucurate.inference.core import bounds, caveats, contrasts
from aucurate.inference.core.components import (
    Components,
    Distribution,
    JointDistribution,
    Scale,
)
from aucurate.inference.core.contrasts import Contest, Question, as_paired
from aucurate.inference.core.distributions import checked_confidence, two_sided_quantile
from aucurate.results import (
    Alternative,
    Caveat,
    ClassEstimate,
    Comparison,
    Interval,
    JointTest,
    MethodTitle,
)

VolumeScale: TypeAlias = Scale
VolumeDistribution: TypeAlias = Distribution
QUANTITY = "VUS"
METHOD = MethodTitle("U-statistic", "u-statistic")
BOUND = MethodTitle("disjoint-triples bound", "disjoint-triples")


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class VolumeComponents(Components[ClassEstimate]):
    """The volumes of classifiers on one test set, with the parts of their variance.

    ``data`` are the scores of classifiers that are compared, which show whether two of them order
    every triple alike.
    """

    moments: VolumeMoments
    data: PairedOrderedScores | None = None

    @classmethod
    def of(
        cls,
        data: OrderedScores | PairedOrderedScores | VolumeMoments,
    ) -> Self:
        """From scores or from their moments."""
        if isinstance(data, VolumeMoments):
            moments, known = data, []
        else:
            moments = VolumeMoments.from_scores(data)
            known = caveats.of_observations(data.observations)
        return cls(
            names=moments.names,
            values=moments.volumes,
            parts=moments.parts,
            pairs=moments.triples,
            quantity=QUANTITY,
            plural="volumes",
            method=METHOD,
            bound=BOUND,
            wording=caveats.OF_VOLUMES,
            ceiling=1 / CLASSES,
            caveats=(*known, *caveats.of_volume_class_sizes(moments)),
            n_groups=moments.n_groups,
            independent=moments.independent,
            moments=moments,
            data=data if isinstance(data, PairedOrderedScores) else None,
        )

    def place_of(self, name: str | None) -> int:
        """Which of the classifiers is meant."""
        if name is not None:
            return self.moments.index(name)
        if len(self.names) > 1:
            raise OptionError(
                "which classifier? The moments contain several.",
                hint=f"add name=, one of {join_words([shortened(n) for n in self.names])}.",
            )
        return 0

    def is_alike(self, i: int, j: int) -> bool:
        """Whether two classifiers order every triple alike."""
        if self.data is None or self.difference_variance(i, j) > 0:
            return False
        equal = self.values[i] == self.values[j]
        return equal and order_alike(*(self.data[self.names[at]] for at in (i, j)))

    def estimate_caveats(self, at: int, scale: Scale) -> list[Caveat]:
        """Class sizes, ties, perfect order and other zero variances of one classifier."""
        own = caveats.of_one_volume(self.moments, at, bounded=scale != "beta")
        return list(dict.fromkeys((*self.caveats, *own)))

    def pair_caveats(self, i: int, other: Self, j: int) -> list[Caveat]:
        """Volumes near an end of the scale."""
        values = float(self.values[i]), float(other.values[j])
        return caveats.of_nearly_perfect_volumes(*values, min(self.pairs, other.pairs))

    def record(
        self, at: int, interval: Interval, found: Iterable[Caveat], method: MethodTitle = METHOD
    ) -> ClassEstimate:
        """The volume of one classifier with this interval."""
        return ClassEstimate(
            name=self.names[at],
            quantity=QUANTITY,
            value=float(self.values[at]),
            standard_error=math.sqrt(self.variance(at)),
            interval=interval,
            classes=self.moments.classes,
            counts=self.moments.counts,
            method=method,
            caveats=tuple(found),
            n_groups=self.n_groups,
            design_effect=self.design_effect(at),
        )


@checked
def volume_interval(
    data: OrderedScores | VolumeMoments,
    *,
    confidence: float = 0.95,
    scale: VolumeScale = "beta",
    name: str | None = None,
) -> ClassEstimate:
    """The volume under the surface of one classifier with its standard error and interval.

    ``name`` picks the classifier where moments hold several.

    >>> from aucurate.data.ordered import OrderedScores
    >>> labels = ["low"] * 4 + ["mid"] * 4 + ["high"] * 4
    >>> scores = [1, 2, 3, 6, 4, 5, 7, 8, 9, 10, 11, 12]
    >>> data = OrderedScores.from_arrays(labels, scores, order=("low", "mid", "high"), name="a")
    >>> print(volume_interval(data))  # doctest: +NORMALIZE_WHITESPACE
    a: VUS 0.875 (95% CI 0.383 to 0.997), n = 4 (low), 4 (mid) and 4 (high),
    U-statistic beta interval
    """
    whole = VolumeComponents.of(data)
    return whole.estimate(whole.place_of(name), scale, checked_confidence(confidence))


@checked
def volume_null_test(
    data: OrderedScores | VolumeMoments,
    *,
    null: float = CHANCE,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    scale: VolumeScale = "beta",
    name: str | None = None,
) -> Comparison:
    """Test the volume of one classifier against a value between 0 and 1, by default chance.

    The interval is that of the volume minus the null.

    >>> labels = ["low"] * 4 + ["mid"] * 4 + ["high"] * 4
    >>> scores = [1, 2, 3, 6, 4, 5, 7, 8, 9, 10, 11, 12]
    >>> data = OrderedScores.from_arrays(labels, scores, order=("low", "mid", "high"), name="a")
    >>> print(volume_null_test(data))  # doctest: +NORMALIZE_WHITESPACE
    VUS 0.875 against 0.1667: difference 0.708 (95% CI 0.216 to 0.831), p = 0.001,
    U-statistic beta test
    """
    if not 0 < null < 1:
        raise OptionError(
            f"the null value of a volume must lie between 0 and 1; it is {null!r}.",
            hint="1/6 is chance.",
        )
    question = Question(alternative, 0.0, checked_confidence(confidence))
    whole = VolumeComponents.of(data)
    return whole.null_test(whole.place_of(name), null, question, scale, chance=CHANCE)


@checked
def volume_test(
    first: OrderedScores,
    second: OrderedScores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    distribution: VolumeDistribution = "t",
) -> Comparison:
    """Do two volumes under the ROC surface differ, and by how much?

    Scores that come from one :class:`~aucurate.data.PairedOrderedScores` are paired; otherwise the
    test is unpaired. Two ``OrderedScores`` built apart from equal labels could be either: then say
    ``paired``.

    >>> from aucurate.data.ordered import PairedOrderedScores
    >>> first, second = PairedOrderedScores.from_arrays(
    ...     [0, 0, 0, 1, 1, 1, 2, 2, 2],
    ...     {"a": [1, 2, 4, 3, 5, 6, 7, 8, 9], "b": [1, 5, 4, 3, 8, 6, 7, 2, 9]},
    ...     order=(0, 1, 2),
    ... )
    >>> print(volume_test(first, second))
    VUS difference 0.481 (95% CI -0.291 to 1.000), p = 0.152, U-statistic test, paired

    Do the weight and the miles per gallon of the cars of 1974 (Motor Trend; Henderson and Velleman
    1981) tell 4, 6 and 8 cylinders apart equally well?

    >>> cylinders = [int(n) for n in "66468684466888888444488884448684"]
    >>> weight = [
    ...     *(2.62, 2.875, 2.32, 3.215, 3.44, 3.46, 3.57, 3.19, 3.15, 3.44, 3.44, 4.07, 3.73, 3.78),
    ...     *(5.25, 5.424, 5.345, 2.2, 1.615, 1.835, 2.465, 3.52, 3.435, 3.84, 3.845, 1.935, 2.14),
    ...     *(1.513, 3.17, 2.77, 3.57, 2.78),
    ... ]
    >>> miles = [
    ...     *(21, 21, 22.8, 21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3, 15.2, 10.4),
    ...     *(10.4, 14.7, 32.4, 30.4, 33.9, 21.5, 15.5, 15.2, 13.3, 19.2, 27.3, 26, 30.4, 15.8),
    ...     *(19.7, 15, 21.4),
    ... ]
    >>> cars = PairedOrderedScores.from_arrays(
    ...     cylinders, {"weight": weight, "miles": miles}, order=(4, 6, 8), lower=["miles"]
    ... )
    >>> print(volume_test(cars["miles"], cars["weight"]))
    VUS difference 0.143 (95% CI -0.036 to 0.323), p = 0.113, U-statistic test, paired
    >>> print(volume_null_test(cars["weight"]))  # doctest: +NORMALIZE_WHITESPACE
    VUS 0.804 against 0.1667: difference 0.638 (95% CI 0.350 to 0.767), p < 0.001,
    U-statistic beta test
    """
    question = Question.checked(alternative, null_difference, confidence, of="volumes")
    whole, contest = contest_of(first, second, paired)
    return whole.test(contest, question, distribution)


def contest_of(
    first: OrderedScores, second: OrderedScores, paired: bool | None
) -> tuple[VolumeComponents, Contest]:
    """Two classifiers, on the same observations or on different ones."""
    if are_paired(first, second, paired):
        whole = VolumeComponents.of(as_paired(first, second))
        return whole, whole.paired(0, 1)
    one, two = VolumeComponents.of(first), VolumeComponents.of(second)
    return one, one.apart(two, shared=first.observations is second.observations)


def are_paired(first: OrderedScores, second: OrderedScores, paired: bool | None) -> bool:
    """Whether two classifiers saw the same observations: as stated, or by construction."""
    if first.classes != second.classes:
        raise OptionError(
            f"the classes are {join_words(first.classes)} for the first classifier and "
            f"{join_words(second.classes)} for the second.",
            hint="volumes of different classes, or of another order, cannot be compared.",
        )
    return contrasts.is_paired(first, second, paired, "the test of volumes", units=True)


def order_alike(first: OrderedScores, second: OrderedScores) -> bool:
    """Whether every triple has the same weight by both classifiers.

    A weight depends on how the low and the middle observation compare, and how the middle and the
    high one do; those relations are nested, so the numbers below and up to each observation fix
    them.
    """
    for lower, upper in ((0, 1), (1, 2)):
        for one, two in ((lower, upper), (upper, lower)):
            views = [
                [_passed(scores, one, two, side) for side in ("left", "right")]
                for scores in (first, second)
            ]
            if not np.array_equal(views[0], views[1]):
                return False
    return True


def _passed(scores: OrderedScores, of: int, among: int, side: Any) -> NDArray[np.int64]:
    """How many observations of one class lie below (or up to) each of another."""
    others = np.sort(scores.values[scores.codes == among])
    found: NDArray[np.int64] = np.searchsorted(others, scores.values[scores.codes == of], side=side)
    return found


@checked
def volume_joint_test(
    data: PairedOrderedScores | VolumeMoments,
    contrasts: Any = None,
    *,
    distribution: JointDistribution = "F",
) -> JointTest:
    """Test that all volumes are equal, or that every contrast of them is zero.

    ``statistic`` and ``degrees_of_freedom`` are those of chi-square whatever the distribution.

    >>> from aucurate.data.ordered import PairedOrderedScores
    >>> data = PairedOrderedScores.from_arrays(
    ...     [0, 0, 0, 1, 1, 1, 2, 2, 2],
    ...     {"a": [1, 2, 4, 3, 5, 6, 7, 8, 9], "b": [1, 5, 4, 3, 8, 6, 7, 2, 9]},
    ...     order=(0, 1, 2),
    ... )
    >>> print(volume_joint_test(data))  # doctest: +NORMALIZE_WHITESPACE
    Null hypothesis: all volumes are equal; chi-square 3.3137 on 1 and 3.5 df, p = 0.152,
    U-statistic F
    """
    whole = VolumeComponents.of(data)
    if contrasts is None and len(whole.names) < 2:
        raise OptionError(
            "a joint test needs two or more classifiers.",
            hint="test one volume against chance with volume_null_test.",
        )
    return whole.joint_test(contrasts, distribution=distribution)


DREISEITL = MethodTitle("Dreiseitl", "dreiseitl")
_ROUNDING = 1e-12  # a sum so much smaller than its terms is 0


@checked
def dreiseitl_interval(data: OrderedScores, *, confidence: float = 0.95) -> ClassEstimate:
    """The volume of one classifier with the unbiased variance and the Wald interval.

    >>> labels = [0] * 4 + [1] * 4 + [2] * 4
    >>> scores = [1, 2, 3, 6, 4, 5, 9, 8, 7, 10, 11, 12]
    >>> print(dreiseitl_interval(OrderedScores.from_arrays(labels, scores, order=(0, 1, 2))))
    scores: VUS 0.750 (95% CI 0.467 to 1.000), n = 4 (0), 4 (1) and 4 (2), Dreiseitl interval
    """
    confidence = checked_confidence(confidence)
    data.observations.require("Dreiseitl's variance")
    whole = VolumeComponents.of(data)
    variance = unbiased_variance(OrderedCounts.from_scores(data))
    value, found = float(whole.values[0]), list(whole.caveats)
    if variance > 0 and 0 < value < 1:
        reach = two_sided_quantile(confidence) * math.sqrt(variance)
        low, high = max(0.0, value - reach), min(1.0, value + reach)
        interval = Interval(low=low, high=high, confidence=confidence, method=DREISEITL)
    else:
        bound = bounds.auc_interval(value, whole.pairs, confidence)
        interval = replace(bound, method=BOUND)
        found.append(
            caveats.OF_VOLUMES.no_variance(f"the volume of {shortened(data.name)}", data.name)
        )
    error = math.sqrt(variance) if variance >= 0 else math.nan
    return replace(whole.record(0, interval, found, DREISEITL), standard_error=error)


def unbiased_variance(counts: OrderedCounts) -> float:
    """The unbiased estimate of the variance of the volume; NaN with a class of one observation.

    All sums are of shares, and of kernels minus V: the sum over no class is then 0, and nothing
    large cancels.
    """
    sizes = [float(size) for size in counts.sizes]
    if min(sizes) < 2:
        return math.nan
    low, middle, high = (row / size for row, size in zip(counts.counts, sizes, strict=True))
    below, above = np.cumsum(low) - low, np.cumsum(high[::-1])[::-1] - high
    value = counts.volume
    placed = (row / unit for row, unit in zip(counts.placements(), counts.units, strict=True))
    of_one = [
        float(np.sum(share * (each - value) ** 2))
        for share, each in zip((low, middle, high), placed, strict=True)
    ]
    of_two = [
        _over_low_and_high(low, middle, high) - value**2,
        float(np.sum(middle * _squares(low, below, above + high / 2, above / 2 + high / 6)))
        - value**2,
        float(np.sum(middle * _squares(high, above, below + low / 2, below / 2 + low / 6)))
        - value**2,
    ]
    whole = below * above + (low * above + below * high) / 4 + low * high / 36
    of_three = float(np.sum(middle * whole)) - value**2
    n_low, n_middle, n_high = sizes
    between = (n_low * n_high, n_low * n_middle, n_middle * n_high)
    terms = [spread / size for spread, size in zip(of_one, sizes, strict=True)]
    terms += [-spread / size for spread, size in zip(of_two, between, strict=True)]
    terms.append(of_three / math.prod(sizes))
    total = math.fsum(terms)
    if total <= _ROUNDING * max(terms):
        return 0.0
    return total * math.prod(size / (size - 1) for size in sizes)


def _squares(tied: Floats, apart: Floats, of_apart: Floats, of_tied: Floats) -> Floats:
    """Mean squares of the sums over a third class, for pairs with the middle class."""
    return apart * of_apart**2 + tied * of_tied**2


def _over_low_and_high(low: Floats, middle: Floats, high: Floats) -> float:
    """The mean square of the share of the middle class between a low and a high observation."""
    inside = np.cumsum(middle) - middle / 2
    first, second = low * inside, low * inside**2
    below = [np.cumsum(each) - each for each in (low, first, second)]
    apart = below[0] * inside**2 - 2 * below[1] * inside + below[2]
    return float(np.sum(high * (apart + low * (middle / 6) ** 2)))
