r"""Are the volumes under the ROC surfaces of several classifiers all equal?

The quadratic form of :mod:`aucurate.inference.auc.delong_joint` with the covariance matrix of the
volumes, a sum of three estimated parts :math:`S_c / n_c`, one for each class: chi-square, or with
F's allowance for an estimated matrix (the default; Krishnamoorthy and Yu 2004). For two classifiers
F is the paired t test of :func:`aucurate.volume_test`.

Dreiseitl, S., Ohno-Machado, L., Binder, M. (2000). Medical Decision Making 20, 323-331.
Krishnamoorthy, K., Yu, J. (2004). Statistics and Probability Letters 66, 161-169.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from aucurate.checks import checked
from aucurate.data.ordered import PairedOrderedScores
from aucurate.errors import ContrastError, OptionError
from aucurate.estimates.volume_moments import VolumeMoments
from aucurate.inference.auc.delong_joint import JointDistribution, joint_test
from aucurate.inference.core import caveats, volume_caveats
from aucurate.inference.multiclass.volume import METHOD, QUANTITY
from aucurate.results import JointTest


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
    >>> print(volume_joint_test(data))
    all volumes are equal: chi-square 3.3137 on 1 and 3.5 df, p = 0.152, U-statistic F
    """
    found = []
    if isinstance(data, PairedOrderedScores):
        found = caveats.of_observations(data.observations)
        data = VolumeMoments.from_scores(data)
    if contrasts is None and len(data.names) < 2:
        raise OptionError(
            "a joint test needs two classifiers or more.",
            hint="test one volume against chance with volume_null_test.",
        )
    if min(data.counts) < 2:
        raise ContrastError(
            "a class has one observation, so the covariance of the volumes cannot be estimated.",
            hint="a joint test needs at least two observations of each class.",
        )
    rows = zip(data.covariances, data.differences, data.counts, strict=True)
    test = joint_test(
        data.names,
        np.array(data.volumes),
        [(covariance / n, difference / n, n) for covariance, difference, n in rows],
        contrasts,
        distribution=distribution,
        found=(*found, *volume_caveats.of_class_sizes(data)),
    )
    hypothesis = "all volumes are equal" if contrasts is None else "all contrasts are zero"
    return replace(
        test, quantity=QUANTITY, hypothesis=hypothesis, method=f"{METHOD} {distribution}"
    )
