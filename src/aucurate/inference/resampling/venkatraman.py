r"""Venkatraman and Begg 1996, Venkatraman 2000: are two whole curves the same?

**Question.** Do two classifiers make the same errors at every operating point? Curves that cross
can have equal AUCs, and a test of AUCs does not see them differ; this one does.

**Use it** to compare whole curves, paired or unpaired. It is *not* a test of AUC, and every result
says so. In a study: ``compare(..., method="venkatraman")``, ``--method venkatraman``.

**Paired**, both classifiers on the same N observations. Call the k lowest-ranked observations
negative; the positives among them and the negatives among the others are errors. With
:math:`e_k` the errors of the first classifier minus those of the second, the statistic is

.. math::  E = \sum_{k=1}^{N-1} |e_k|

For its distribution under equal curves every observation's two ranks (within each classifier, so
that the scales do not matter) change places with probability one half; where that gives two
observations of one column the same rank, they are put in random order, and the columns are ranked
again.

**Unpaired**, each classifier on a test set of its own. With the share :math:`\kappa` of positives
among all observations of both, a threshold that misses the share F of the positives and rejects
the share G of the negatives stands at :math:`t = \kappa F + (1 - \kappa) G` and has the error
:math:`\kappa F + (1 - \kappa)(1 - G)`. The statistic is the area between the errors of the two:

.. math::  E = \int_0^1 |e_1(t) - e_2(t)|\, dt = 2 \kappa \int_0^1 |F_1(t) - F_2(t)|\, dt

which is :math:`2 \kappa (1 - \kappa)` times the area between the two curves. For its distribution
the observations of both test sets are lined up by t, and within each class they are reassigned at
random to the two test sets.

**The p-value** of R permutations with the statistics :math:`E^*` is never 0:

.. math::  p = \frac{1 + \#\{E^* \ge E\}}{1 + R}

**Ties in the data** stay ties: a curve passes tied observations in a straight line, the mean over
all ways to break the tie, so that neither the order of the rows nor chance enters the statistic.
Observations that share a place only because two classifiers or two test sets were put together are
put in random order. Without ties in the data the paired test is that of the paper.

**Groups and weights.** In the paired test the two ranks of all observations of a group change
places together. Unpaired test sets with groups are refused: reassigning whole groups would change
the class sizes of both test sets, on which their common scale rests. Sampling weights are refused.

**Not valid** for nested models scored on their training data and for out-of-fold scores pooled over
folds. Under heavy ties it is conservative. There is no interval, since no single number is
compared: for the difference of the AUCs use :mod:`aucurate.inference.auc.delong`.

**Compared with other programs.** The paired E is that of pROC 1.18.0 where scores have no ties
(tests/gold); pROC breaks ties by the order of the rows. The unpaired E agrees to a relative 1e-12
for test sets with equal class sizes, unless the curves differ in their first step, which pROC
leaves out. Otherwise pROC takes twice the size of the first test set for that of both in
:math:`\kappa`, and lines up ranks that run to different ends; here observations are lined up by t,
as Venkatraman's own program does (``roc.perm.test`` of the R package clinfun, which integrates
steps where we integrate lines). pROC's p can be 0.

Venkatraman, E. S., Begg, C. B. (1996). A distribution-free procedure for comparing receiver
operating characteristic curves from a paired experiment. Biometrika 83, 835-848.
Venkatraman, E. S. (2000). A permutation test to compare receiver operating characteristic curves.
Biometrics 56, 1134-1138.
"""

import math

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.observations import refuse_units
from aucurate.data.scores import Scores
from aucurate.inference.core import caveats, monte_carlo
from aucurate.inference.core.contrasts import as_paired, is_paired
from aucurate.inference.resampling.canonical_order import arranged
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.kernels.curves import PairedCurves, UnpairedCurves, paired_curves, unpaired_curves
from aucurate.results import JointTest, MethodTitle

PAIRED = MethodTitle("Venkatraman-Begg permutation test, paired", "venkatraman")
UNPAIRED = MethodTitle("Venkatraman permutation test, unpaired", "venkatraman")
HYPOTHESIS = "the two curves are equal at every operating point"

_ROUNDING = 1e-12  # statistics that are equal as fractions


@checked
def venkatraman_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> JointTest:
    """Are two curves equal at every operating point?

    ``statistic`` is E. ``degrees_of_freedom`` is infinite: the reference distribution is that of
    the permutations. ``stratified`` has no meaning here. When ``progress`` returns False the
    permutations finished so far are used, and a caveat says so.

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> found = venkatraman_test(data["forest"], data["logistic"])
    >>> found.statistic, found.p_value
    (864.0, 0.009495252373813094)
    """
    chosen = resampling or Resampling()
    method = "the Venkatraman test"
    for scores in (first, second):
        refuse_units(method, sampled=scores.observations.is_sampled)
    together = is_paired(first, second, paired, method, units=True)
    if not together:
        method = "the unpaired Venkatraman test"
    first, second = (scores.plain(method, units=together) for scores in (first, second))
    names = as_paired(first, second).names if together else (first.name, second.name)
    curves = _curves(first, second, together, threads)
    drawn = curves.permuted(
        replicates=chosen.replicates, key=chosen.key(), threads=threads, progress=progress
    )
    found = [caveats.whole_curve()]
    if not together and first.observations is second.observations:
        found.append(caveats.shared_observations(first.name, second.name))
    found += monte_carlo.of_finished(len(drawn), chosen.replicates)
    scale = 1.0 if isinstance(curves, PairedCurves) else 2 * curves.share
    return JointTest(
        names=names,
        quantity="curve",
        hypothesis=HYPOTHESIS,
        statistic=scale * curves.distance,
        degrees_of_freedom=math.inf,
        p_value=_p_value(curves.distance, drawn),
        method=PAIRED if together else UNPAIRED,
        statistic_name="E",
        caveats=tuple(found),
    )


def _curves(
    first: Scores, second: Scores, together: bool, threads: int | None
) -> PairedCurves | UnpairedCurves:
    if together:
        (ranked,) = arranged(as_paired(first, second), threads=threads).test_sets
        groups = None if ranked.units is None else ranked.units.groups
        return paired_curves(ranked.ranks, ranked.positive, groups)
    one, two = arranged(first, second, threads=threads).test_sets
    return unpaired_curves((one.ranks[0], one.positive), (two.ranks[0], two.positive))


def _p_value(observed: float, drawn: NDArray[np.float64]) -> float:
    extreme = drawn >= observed * (1 - _ROUNDING)
    return monte_carlo.p_value(int(np.count_nonzero(extreme)), len(drawn))
