r"""The binormal curve after a Box-Cox transformation of the scores.

One power :math:`\lambda`, by maximum likelihood, transforms all scores (as above); then eqs. 5 and
6 of Gajowniczek et al. 2014 are applied to what comes out, as in
:mod:`aucurate.estimates.binormal`. The transformation is increasing, so the empirical curve stays
what it was; only the model's normal distributions come nearer to the data.

``per_class=True`` transforms the positives with one power and the negatives with another, the
apparent choice of Gajowniczek et al. 2014 (their Table 3 prints a lambda for each class). **That is
not a transformation of the score**: two observations with the same score are moved apart by their
label, and the resulting "AUC" no longer estimates the probability that a positive scores above a
negative. It depends on the unit of the scores, and can be far larger or smaller than the empirical
area of the same scores, which no increasing transformation changes. It is there to show that,
beside the valid fit, and never a default.

**Not valid** where no power makes both classes normal (two humps, scores heaped at 0 or 1): look at
the fit, or use the ranks with :func:`aucurate.estimates.binormal_likelihood.binormal_fit`.

Zou, K. H., Hall, W. J. (2000). Two transformation models for estimating an ROC curve derived from
continuous data. Journal of Applied Statistics 27, 621-631.
Gajowniczek, K., Zabkowski, T., Szupiluk, R. (2014). Estimating the ROC curve and its significance
for classification models' assessment. Quantitative Methods in Economics 15.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from aucurate.checks import checked
from aucurate.curve.protocol import Rates
from aucurate.data.scores import Scores
from aucurate.errors import ModelError
from aucurate.estimates.binormal import BinormalCurve, class_scores, curve_from_moments
from aucurate.estimates.box_cox import (
    Floats,
    class_powers,
    common_power,
    restored,
    shift_for,
    transformed,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxCoxCurve(BinormalCurve):
    """A binormal curve of transformed scores; mean and deviation are those after transformation.

    ``shift`` was added to the scores and the sum divided by ``unit``, their geometric mean, which
    keeps powers in the range of numbers. With a power for each class the unit is 1, as in the
    paper, and there are no thresholds.
    """

    positive_power: float
    negative_power: float
    shift: float = 0.0
    unit: float = 1.0

    @property
    def is_transformation(self) -> bool:
        """Whether both classes share one power, as a transformation of the score must."""
        return self.positive_power == self.negative_power

    def _threshold(self, false_positive_rate: Rates) -> Rates:
        if not self.is_transformation:
            return np.full(np.shape(false_positive_rate), np.nan)
        deviates = np.asarray(special.ndtri(false_positive_rate))
        values = self.negative_mean - self.negative_deviation * deviates
        return np.asarray(self.unit * restored(values, self.negative_power) - self.shift)


@checked
def box_cox_curve(
    scores: Scores, *, shift: float | None = None, per_class: bool = False
) -> BoxCoxCurve:
    """The binormal curve after the power transformation that fits best.

    ``shift`` is added to all scores first; without one, scores that are not positive are shifted by
    the rule of :func:`shift_for`.

    >>> import numpy as np
    >>> from aucurate.data.scores import Scores
    >>> normal = np.random.default_rng(0).normal(size=400)
    >>> labels = np.arange(400) % 2
    >>> curve = box_cox_curve(Scores.from_arrays(labels, np.exp(normal + labels)))
    >>> round(curve.positive_power, 2), round(curve.auc, 3)
    (0.01, 0.787)
    """
    positive, negative = class_scores(scores, "the Box-Cox binormal model")
    shift = shift_for(positive, negative, shift)
    positive, negative = positive + shift, negative + shift
    if per_class:
        return _curve(positive, negative, class_powers(positive, negative), shift, 1.0)
    return curve_at(positive, negative, common_power(positive, negative), shift)


def curve_at(positive: Floats, negative: Floats, power: float, shift: float) -> BoxCoxCurve:
    """The curve at one power of positive scores to which the shift has been added already."""
    logs = float(np.log(positive).sum() + np.log(negative).sum())
    unit = math.exp(logs / (len(positive) + len(negative)))
    with np.errstate(over="ignore"):
        scaled = positive / unit, negative / unit
    if not all(np.isfinite(values).all() for values in scaled):
        raise ModelError(
            "the scores span so wide a range that they have no common unit.",
            hint="fit the binormal model to the ranks with binormal_fit.",
        )
    return _curve(*scaled, (power, power), shift, unit)


def _curve(
    positive: Floats, negative: Floats, powers: tuple[float, float], shift: float, unit: float
) -> BoxCoxCurve:
    with np.errstate(over="ignore"):
        values = [transformed(positive, powers[0]), transformed(negative, powers[1])]
    if not all(np.isfinite(v).all() and np.ptp(v) > 0 for v in values):
        raise ModelError(
            f"the scores raised to the powers {powers[0]:.4g} and {powers[1]:.4g} leave the range "
            "of numbers.",
            hint="give the scores in another unit, so that they are near 1.",
        )
    plain = curve_from_moments(values[0], values[1])
    return BoxCoxCurve(
        intercept=plain.intercept,
        slope=plain.slope,
        negative_mean=plain.negative_mean,
        negative_deviation=plain.negative_deviation,
        positive_power=powers[0],
        negative_power=powers[1],
        shift=shift,
        unit=unit,
    )
