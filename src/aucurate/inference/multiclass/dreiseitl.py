r"""Dreiseitl, Ohno-Machado, Binder 2000: the exact variance of a volume under the ROC surface.

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

**Beside** :func:`~aucurate.inference.multiclass.volume.volume_interval`: its variance, the sum of
the variances of the placements, is a little too large instead, and says how far it can be trusted.
This one can be 0 with few observations though the volume is neither 0 nor 1; then, and where a
class has one observation, the disjoint-triples bound takes over. A Wald interval covers too rarely
with few observations or volumes near 1 (docs/validation.md): it is here for comparison with the
literature. VUROCS (Waegeman et al. 2008) puts the same sums, pairs of triples that share more than
they should included, in the formula of the variance; the two agree to the order 1/n.

Dreiseitl, S., Ohno-Machado, L., Binder, M. (2000). Comparing three-class diagnostic tests by
three-way ROC analysis. Medical Decision Making 20, 323-331.
Waegeman, W., De Baets, B., Boullart, L. (2008). On the scalability of ordered multi-class ROC
analysis. Computational Statistics and Data Analysis 52, 3371-3388.
"""

import math

import numpy as np

from aucurate.checks import checked
from aucurate.data.ordered import OrderedScores
from aucurate.estimates.volume import Floats, OrderedCounts
from aucurate.estimates.volume_moments import VolumeMoments
from aucurate.inference.core import volume_caveats
from aucurate.inference.core.reference_distributions import checked_confidence, two_sided_quantile
from aucurate.inference.multiclass.class_estimate import ClassEstimate
from aucurate.inference.multiclass.volume import QUANTITY, bound_of, chosen
from aucurate.results import Caveat, Interval

METHOD = "Dreiseitl"
_ROUNDING = 1e-12  # a sum so much smaller than its terms is 0


@checked
def dreiseitl_interval(data: OrderedScores, *, confidence: float = 0.95) -> ClassEstimate:
    """The volume of one classifier with the unbiased variance and Wald's interval.

    >>> labels = [0] * 4 + [1] * 4 + [2] * 4
    >>> scores = [1, 2, 3, 6, 4, 5, 9, 8, 7, 10, 11, 12]
    >>> print(dreiseitl_interval(OrderedScores.from_arrays(labels, scores, order=(0, 1, 2))))
    scores: VUS 0.750 (95% CI 0.467 to 1.000), n = 4 (0), 4 (1) and 4 (2), Dreiseitl interval
    """
    confidence = checked_confidence(confidence)
    moments, _, found = chosen(data, None)
    variance = unbiased_variance(OrderedCounts.from_scores(data))
    value = moments.volumes[0]
    found += volume_caveats.of_class_sizes(moments)
    if variance > 0 and 0 < value < 1:
        reach = two_sided_quantile(confidence) * math.sqrt(variance)
        low, high = max(0.0, value - reach), min(1.0, value + reach)
        interval = Interval(low=low, high=high, confidence=confidence, method=METHOD)
    else:
        interval = bound_of(value, min(moments.counts), confidence)
        found.append(volume_caveats.no_variance(f"the volume of {moments.names[0]}"))
    return _estimate(moments, interval, variance, found)


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


def _estimate(
    moments: VolumeMoments, interval: Interval, variance: float, found: list[Caveat]
) -> ClassEstimate:
    return ClassEstimate(
        name=moments.names[0],
        quantity=QUANTITY,
        value=moments.volumes[0],
        standard_error=math.sqrt(variance) if variance >= 0 else math.nan,
        interval=interval,
        classes=moments.classes,
        counts=moments.counts,
        method=METHOD,
        caveats=tuple(found),
    )
