r"""The area under a part of the ROC curve, and what each observation does to it.

With u the false positive rate (1 - specificity) and L the drawn line of the curve, the partial AUC
over specificities from low to high is :math:`\theta = \int_a^b L(u)\,du`, a = 1 - high,
b = 1 - low. Over sensitivities it is the area of specificity between two sensitivities: the same
with the classes exchanged and the scores negated.

A positive tied with no negative, at false positive rate :math:`u_i`, contributes
:math:`(b - \max(u_i, a))_+`, and :math:`\theta` is the mean of the contributions: the placement cut
to the range. A score shared with negatives is a slope of the line from f to f + w, and a positive
there contributes :math:`\int_a^b \min(1, (u - f)_+ / w)\,du`.

A negative stretches the line at its own place and pushes everything after it to the right, also
what was inside the range beyond b and what was before the range beyond a. With
:math:`h(u) = \min(1, (u - f)_+ / w)` the share of its stretch up to u,

.. math::
    -\int_a^b h\,dL = \frac1w \int_{[f, f+w] \cap [a, b]} L(u)\,du - h(b) L(b) + h(a) L(a)

is its influence; without ties
:math:`1[a < u \le b] L(u) - L(b) 1[u \le b] + L(a) 1[u \le a]`. Where the line is upright at a or
b, L there is the middle of the upright piece. With the whole range the influences are DeLong's
placements, up to a constant.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import answering, check_fields, checked
from aucurate.curve.protocol import checked_rates, on_steps
from aucurate.data.moments import Counts, ThresholdCounts, count_within, running_at
from aucurate.data.observations import Missing
from aucurate.errors import OptionError
from aucurate.estimates.counted import (
    CountedEstimate,
    Floats,
    Influences,
    share_within,
    turned,
    value_from_arrays,
)
from aucurate.formatting import percent
from aucurate.hints import Argument, Hint

_ROUNDING = 1e-13  # what a sum of shares may miss of its whole


@answering
@dataclass(frozen=True, slots=True, kw_only=True)
class PartialAuc(CountedEstimate):
    """The area over a range of specificity or sensitivity, with or without McClish's correction.

    Parameters
    ----------
    specificity : (float, float), optional
        Range of specificities that the area is limited to. Give this one or ``sensitivity``.
    sensitivity : (float, float), optional
        Range of sensitivities that the area is limited to.
    corrected : bool, default: False
        Whether to rescale the area to [0, 1] with 0.5 for chance (McClish).

    >>> PartialAuc(specificity=(0.9, 1.0)).quantity
    'partial AUC (specificity 90% to 100%)'
    """

    specificity: tuple[float, float] | None = None
    sensitivity: tuple[float, float] | None = None
    corrected: bool = False

    def __post_init__(self) -> None:
        check_fields(self)
        if (self.specificity is None) == (self.sensitivity is None):
            raise OptionError(
                "a partial area needs a range of either specificities or sensitivities.",
                hint=_example("specificity"),
            )
        low, high = _checked(self.kept, self.over)
        object.__setattr__(self, self.over, (low, high))

    @property
    def over(self) -> str:
        """The rate whose range is given."""
        return "sensitivity" if self.specificity is None else "specificity"

    @property
    def kept(self) -> tuple[float, float]:
        """The range of that rate."""
        for kept in (self.specificity, self.sensitivity):
            if kept is not None:
                return kept
        return 0.0, 1.0

    @property
    def width(self) -> float:
        """How wide the range is: the area of a perfect classifier."""
        low, high = self.kept
        return high - low

    @property
    def under_the_diagonal(self) -> float:
        """The area under the diagonal, not corrected."""
        low, high = self.kept
        return self.width * (1 - (low + high) / 2)

    def chance(self, n_positive: float, n_negative: float) -> float:
        """The area under the diagonal; one half where corrected."""
        return float(self._scaled(self.under_the_diagonal))

    @property
    def short(self) -> str:
        """What it is called at the head of a column."""
        return "corrected partial AUC" if self.corrected else "partial AUC"

    @property
    def quantity(self) -> str:
        """What it is called in a sentence."""
        low, high = self.kept
        return f"{self.short} ({self.over} {percent(low)} to {percent(high)})"

    @property
    def plural(self) -> str:
        """What those of several classifiers are called."""
        return self.quantity.replace("AUC", "AUCs", 1)

    @property
    def lowest(self) -> float:
        """No positive anywhere in the range."""
        return float(self._scaled(0.0))

    @property
    def highest(self) -> float:
        """All positives everywhere in the range; 1 where corrected."""
        return 1.0 if self.corrected else self.width

    @checked
    def values(self, positives: Counts, negatives: Counts) -> Floats:
        """The area for each row of counts."""
        if self.over == "sensitivity":
            positives, negatives = negatives[:, ::-1], positives[:, ::-1]
        # Scores beyond the range, and scores without positives, add nothing.
        some = np.flatnonzero(positives[:, : self._reach(negatives)].any(axis=0))
        inside, contributed = positives[:, some], self._contributions(negatives, some)
        area = (inside * contributed).sum(axis=-1) / positives.sum(axis=-1)
        area = np.where(area > self.width * (1 - _ROUNDING), self.width, area)
        scaled: Floats = np.minimum(self._scaled(area), self.highest)
        return scaled

    @checked
    def influences(self, counts: ThresholdCounts) -> Influences:
        """How each observation moves the area."""
        if self.over == "sensitivity":
            found = self._influences(turned(counts))
            return Influences(found.negatives[::-1].copy(), found.positives[::-1].copy())
        return self._influences(counts)

    def _influences(self, counts: ThresholdCounts) -> Influences:
        m, n = counts.n_positive, counts.n_negative
        (low, high), width = self.kept, counts.negatives / n
        start = (np.cumsum(counts.negatives) - counts.negatives) / n
        height = (np.cumsum(counts.positives) - counts.positives) / m
        from_, to = (np.clip(end, start, start + width) for end in (1 - high, 1 - low))
        slope = counts.positives / m / np.where(width > 0, width, 1.0)
        mean = height + slope * ((from_ + to) / 2 - start)
        inside = (to - from_) * mean / np.where(width > 0, width, 1.0)
        left = share_within(1 - high, start, width) * middle_height(counts, high)
        right = share_within(1 - low, start, width) * middle_height(counts, low)
        scale = self._scaled(1.0) - self._scaled(0.0)
        contributed = np.zeros(len(start))
        places = np.arange(min(len(start), self._reach(counts.negatives[None])))
        contributed[: len(places)] = self._contributions(counts.negatives[None], places)[0]
        return Influences(scale * contributed, scale * (inside - right + left))

    def _reach(self, negatives: Counts) -> int:
        """How many distinct scores may matter: the others lie beyond the range in every row."""
        ends = (1 - self.kept[0]) * negatives.sum(axis=-1)
        return int(np.max(count_within(negatives, ends))) + 2

    def _contributions(self, negatives: Counts, at: NDArray[np.int64]) -> Floats:
        """What a positive with each of these scores adds to the area."""
        (low, high), size = self.kept, negatives.sum(axis=-1, keepdims=True)
        reached = running_at(negatives, at)
        start, end = (reached - negatives[:, at]) / size, reached / size
        upto = _area_before(1 - low, start, end)
        return upto if high == 1 else upto - _area_before(1 - high, start, end)

    def _scaled(self, area: Any) -> Any:
        """McClish's correction: chance is one half, perfection is 1."""
        if not self.corrected:
            return area
        chance = self.under_the_diagonal
        return (1 + (area - chance) / (self.width - chance)) / 2


@checked
def partial_auc(
    labels: Any,
    scores: Any = None,
    *,
    specificity: tuple[float, float] | None = None,
    sensitivity: tuple[float, float] | None = None,
    corrected: bool = False,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    threads: int | None = None,
) -> float:
    """The area under the ROC curve over a range of specificities or of sensitivities.

    ``corrected=True`` gives McClish's form, in which chance is 0.5 and perfection 1 whatever the
    range: :math:`(1 + (A - A_{chance}) / (A_{max} - A_{chance})) / 2`. scikit-learn's ``max_fpr``
    is this with ``specificity=(1 - max_fpr, 1)``.

    >>> labels, scores = [0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 6, 4, 5, 7, 8]
    >>> partial_auc(labels, scores, specificity=(0.5, 1.0))
    0.375
    >>> round(partial_auc(labels, scores, specificity=(0.5, 1.0), corrected=True), 4)
    0.8333

    McClish, D. K. (1989). Analyzing a portion of the ROC curve. Medical Decision Making 9, 190-195.
    """
    estimate = PartialAuc(specificity=specificity, sensitivity=sensitivity, corrected=corrected)
    return value_from_arrays(
        estimate,
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
        threads=threads,
    )


def middle_height(counts: ThresholdCounts, specificity: float) -> float:
    """The sensitivity of the drawn line, in the middle where it is upright."""
    true = np.concatenate([[0], np.cumsum(counts.positives)])
    left = counts.n_negative - np.concatenate([[0], np.cumsum(counts.negatives)])
    kept = left / counts.n_negative  # correctly rounded, so it meets a decimal that it equals
    specificity = float(on_steps(np.array(specificity), counts.n_negative))
    last = int(np.flatnonzero(kept >= specificity)[-1])
    if kept[last] == specificity:
        first = int(np.flatnonzero(kept == specificity)[0])
        return float(true[first] + true[last]) / (2 * counts.n_positive)
    share = (kept[last] - specificity) / (kept[last] - kept[last + 1])
    return float(true[last] + share * (true[last + 1] - true[last])) / counts.n_positive


def _area_before(place: float, start: Floats, end: Floats) -> Floats:
    """The area up to a place under a line that rises from 0 at ``start`` to 1 at ``end``."""
    width = end - start
    rising = np.clip(place - start, 0.0, width) ** 2 / (2 * np.where(width > 0, width, 1.0))
    area: Floats = rising + np.maximum(place - end, 0.0)
    return area


def _checked(kept: tuple[float, float], over: str) -> tuple[float, float]:
    """A range of rates that holds something."""
    low, high = checked_rates(kept, over).tolist()
    if not low < high:
        raise OptionError(
            f"a partial area needs a range of {over}; this one is {low!r} to {high!r}.",
            hint=_example(over),
        )
    return low, high


def _example(over: str) -> Hint:
    return Hint("{} is the area where {} is at least 90 percent.", Argument(over, (0.9, 1)), over)
