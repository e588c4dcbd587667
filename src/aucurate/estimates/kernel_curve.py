r"""The kernel-smoothed curve: both class distributions smoothed, no model assumed.

**Question.** What does the curve look like without the steps of the empirical one?

Every score is spread by a kernel: with :math:`K` its distribution function and bandwidths
:math:`h_1` and :math:`h_0`, the positives :math:`x_i` and negatives :math:`z_j` give

.. math::
    \text{sensitivity}(t) = \frac1m \sum_i K\!\left(\frac{x_i - t}{h_1}\right), \qquad
    \text{specificity}(t) = 1 - \frac1n \sum_j K\!\left(\frac{z_j - t}{h_0}\right),

and the curve joins the two at the same threshold t. The kernel is Gaussian, or Epanechnikov's on
[-1, 1]. The area is the mean over all pairs of a smooth step; for the Gaussian kernel

.. math::
    A = \frac{1}{mn} \sum_{i,j} \Phi\!\left(\frac{x_i - z_j}{\sqrt{h_1^2 + h_0^2}}\right),

which :mod:`aucurate.estimates.pair_means` sums in the time of a sort, to 1e-9.

**Bandwidths** come from a rule (see below) or are given. Smoothing adds noise of variance
:math:`h_1^2 + h_0^2` to the difference of two scores, so it pulls the area towards 1/2. With
bandwidths that shrink like :math:`n^{-1/3}` (``lloyd``, the default, and ``altman-leger``) the pull
vanishes beside the standard error; with those made for densities, :math:`n^{-1/5}`, it does not.
The AUC itself needs no smoothing: the empirical one is unbiased.

**Scale.** Unlike the empirical curve, the smooth one changes when the scores are transformed before
smoothing. Probabilities are better smoothed as logits (``scale="logit"``), which have no ends for
the kernel to reach beyond (:mod:`aucurate.estimates.score_scales`).

**Not valid** for scores with few distinct values: between them the curve is an invention of the
kernel. A rule cannot work for a class whose scores are all equal; give the bandwidths then.

Zou, K. H., Hall, W. J., Shapiro, D. E. (1997). Smooth non-parametric receiver operating
characteristic (ROC) curves for continuous diagnostic tests. Statistics in Medicine 16, 2143-2156.
Lloyd, C. J. (1998). Using smoothed receiver operating characteristic curves to summarize and
compare diagnostic systems. Journal of the American Statistical Association 93, 1356-1364.
"""

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from aucurate.checks import checked
from aucurate.curve.fitted import FittedCurve
from aucurate.curve.protocol import CurvePoints, Rates, as_given, checked_range, checked_rates
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.bandwidths import Kernel, Rule, bandwidth
from aucurate.estimates.class_values import LARGEST
from aucurate.estimates.pair_means import pair_mean
from aucurate.estimates.score_scales import Scale, from_scale, on_scale
from aucurate.estimates.smooth_steps import EpanechnikovStep, GaussianStep, SmoothStep
from aucurate.estimates.smoothed_class import SmoothedClass
from aucurate.estimates.tallies import Tally

METHOD = "the kernel curve"
Bandwidths: TypeAlias = Rule | tuple[float, float]

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)
_PIECES: dict[Kernel, int] = {"gaussian": 1, "epanechnikov": 24}  # in a bandwidth


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class KernelCurve(FittedCurve):
    """A kernel-smoothed curve; ``rule`` is "given" where the bandwidths were numbers.

    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 0, 1, 1, 1], [1.0, 2.0, 4.0, 3.0, 5.0, 6.0])
    >>> curve = kernel_curve(scores, bandwidths=(0.5, 0.5))
    >>> round(curve.auc, 4), round(curve.sensitivity_at(0.8), 4)
    (0.8796, 0.6761)
    """

    positive: SmoothedClass
    negative: SmoothedClass
    area: float
    rule: str
    scale: Scale
    lower: bool
    n_positive: int
    n_negative: int

    @property
    def auc(self) -> float:
        """The mean of the smooth step over all pairs."""
        return self.area

    @property
    def bandwidths(self) -> tuple[float, float]:
        """Those of the positives and of the negatives, on the scale of the smoothing."""
        return self.positive.bandwidth, self.negative.bandwidth

    def specificity_at(self, sensitivity: Any) -> Any:
        """The specificity the curve reaches at these sensitivities."""
        wanted = checked_rates(sensitivity, "sensitivity")
        found = self.negative.lower(self.positive.threshold(wanted))
        found = np.where(wanted == 0, 1.0, np.where(wanted == 1, 0.0, found))
        return as_given(found, sensitivity)

    @checked
    def partial_auc(self, low: float, high: float) -> float:
        """The area where specificity lies between low and high, integrated over thresholds."""
        low, high = checked_range(low, high)
        if (low, high) == (0.0, 1.0):
            return self.area
        start, end = (float(t) for t in self.negative.threshold(np.array([1 - low, 1 - high])))
        if low == 0:
            start = float(self.negative.points[0]) - self.negative.reach
        if high == 1:
            end = float(self.negative.points[-1]) + self.negative.reach
        edges = self._pieces(start, end)
        half = (edges[1] - edges[0]) / 2
        at = (edges[0] + half)[:, None] + half[:, None] * _NODES
        heights = self.positive.upper(at) * self.negative.density(at)
        return float(np.sum(half[:, None] * _WEIGHTS * heights))

    @checked
    def points(self, count: int = 201) -> CurvePoints:
        """The curve, ready to be drawn: evenly spaced along both axes together."""
        classes = (self.positive, self.negative)
        dense = np.unique(np.concatenate([each.landmarks(2 * count) for each in classes]))
        along = self.positive.upper(dense) + self.negative.upper(dense)
        inner = np.linspace(0, 2, count)[1:-1]
        chosen = np.interp(inner, along[::-1], dense[::-1])
        return CurvePoints(
            thresholds=np.pad(self._given(chosen), 1, constant_values=np.nan),
            sensitivity=np.pad(self.positive.upper(chosen), 1, constant_values=(0, 1)),
            specificity=np.pad(self.negative.lower(chosen), 1, constant_values=(1, 0)),
        )

    def _pieces(self, start: float, end: float) -> tuple[Rates, Rates]:
        """Narrow pieces between two thresholds, where there is density at all."""
        width = min(self.bandwidths) / _PIECES[self.negative.kernel]
        around = math.ceil(self.negative.reach / width)
        cells = np.unique(np.floor((self.negative.points - start) / width))
        offsets = np.arange(-around, around + 1)
        cells = np.unique((cells[:, None] + offsets).ravel())
        left = np.clip(start + width * cells, start, end)
        right = np.clip(start + width * (cells + 1), start, end)
        there = right > left
        return left[there], right[there]

    def _sensitivity(self, false_positive_rate: Rates) -> Rates:
        return self.positive.upper(self.negative.threshold(false_positive_rate))

    def _threshold(self, false_positive_rate: Rates) -> Rates:
        return self._given(self.negative.threshold(false_positive_rate))

    def _given(self, thresholds: Rates) -> Rates:
        return from_scale(thresholds, self.scale, lower=self.lower)


@dataclass(frozen=True, slots=True, eq=False)
class Smoothing:
    """Both classes on the scale of the smoothing, with their bandwidths."""

    positive: Tally
    negative: Tally
    widths: tuple[float, float]
    kernel: Kernel

    @classmethod
    def of(
        cls, scores: Scores, bandwidths: Bandwidths, kernel: Kernel, scale: Scale
    ) -> "Smoothing":
        """Tallied and measured."""
        positive, negative = (Tally.of(each) for each in on_scale(scores, scale, METHOD))
        return cls(positive, negative, _widths(positive, negative, bandwidths, kernel), kernel)

    @property
    def auc(self) -> float:
        """The mean of the smooth step over all pairs."""
        return pair_mean(self.positive, self.negative, smooth_step(self.widths, self.kernel))

    def classes(self) -> tuple[SmoothedClass, SmoothedClass]:
        """The smoothed distributions of the positives and of the negatives."""
        return (
            SmoothedClass.of(self.positive, self.widths[0], self.kernel),
            SmoothedClass.of(self.negative, self.widths[1], self.kernel),
        )


@checked
def kernel_curve(
    scores: Scores,
    *,
    bandwidths: Bandwidths = "lloyd",
    kernel: Kernel = "gaussian",
    scale: Scale = "given",
) -> KernelCurve:
    """Smooth both classes; ``bandwidths`` is a rule, or (of the positives, of the negatives)."""
    smoothing = Smoothing.of(scores, bandwidths, kernel, scale)
    positive, negative = smoothing.classes()
    return KernelCurve(
        positive=positive,
        negative=negative,
        area=smoothing.auc,
        rule=bandwidths if isinstance(bandwidths, str) else "given",
        scale=scale,
        lower=scores.lower,
        n_positive=scores.n_positive,
        n_negative=scores.n_negative,
    )


@checked
def kernel_auc(
    scores: Scores,
    *,
    bandwidths: Bandwidths = "lloyd",
    kernel: Kernel = "gaussian",
    scale: Scale = "given",
) -> float:
    """The area of :func:`kernel_curve` alone.

    >>> from aucurate.datasets import load_breast_cancer
    >>> round(kernel_auc(load_breast_cancer()["forest"], scale="logit"), 3)
    0.951
    """
    return Smoothing.of(scores, bandwidths, kernel, scale).auc


def _widths(
    positive: Tally, negative: Tally, bandwidths: Bandwidths, kernel: Kernel
) -> tuple[float, float]:
    """Both bandwidths, by the rule or as given."""
    if isinstance(bandwidths, str):
        return bandwidth(positive, bandwidths, kernel), bandwidth(negative, bandwidths, kernel)
    first, second = (float(width) for width in bandwidths)
    if not (0 < first < math.inf and 0 < second < math.inf):
        raise OptionError(
            f"bandwidths must be above 0 and finite; they are {first!r} and {second!r}.",
            hint="without smoothing, use the empirical curve.",
        )
    if min(first, second) < 1 / LARGEST or max(first, second) > LARGEST:
        raise OptionError(
            f"bandwidths must lie between {1 / LARGEST:.0e} and {LARGEST:.0e}; they are {first!r} "
            f"and {second!r}.",
            hint="without smoothing, use the empirical curve.",
        )
    return first, second


def smooth_step(widths: tuple[float, float], kernel: Kernel) -> SmoothStep:
    """What a kernel of these bandwidths in both classes makes of the step."""
    if kernel == "gaussian":
        return GaussianStep(math.hypot(*widths))
    return EpanechnikovStep(*widths)
