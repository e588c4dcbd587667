r"""Bands around a ROC curve: pointwise ones, and the record that all bands share.

**Question.** Where could the true curve run? At *one* specificity chosen in advance (a pointwise
band: each of its intervals holds with the confidence asked for), or *everywhere at once* (a
simultaneous band: the whole true curve lies inside with that confidence). Only the second answers
"the curve lies above this line"; a pointwise band leaves parts of the true curve outside more often
than not.

The bands of this package:

- :func:`pointwise_band`: an interval at each rate, from two binomial counts
  (:mod:`aucurate.inference.curve.band_limits`);
- :func:`~aucurate.inference.curve.bands_bootstrap.bootstrap_pointwise_band`: the same by
  percentiles;
- :func:`~aucurate.inference.curve.bands_bootstrap.bootstrap_band`: simultaneous, by the largest
  deviation of resampled curves;
- :func:`~aucurate.inference.curve.bands_kolmogorov.kolmogorov_band`: simultaneous at every size of
  classes, from the two empirical distribution functions; wide.

Each can be one of sensitivities at each specificity, or of specificities at each sensitivity.

**Not valid** for observations in groups, and for out-of-fold scores pooled over folds.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aucurate.checks import checked
from aucurate.curve.protocol import ROUNDING, Curve, checked_rates
from aucurate.data.moments import ThresholdCounts
from aucurate.data.observations import Observations
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.formatting import count, percent
from aucurate.inference.core.caveats import FEW, of_observations
from aucurate.inference.core.reference_distributions import checked_confidence, two_sided_quantile
from aucurate.inference.curve.band_geometry import (
    Floats,
    Quantity,
    RisingLine,
    other,
    places,
)
from aucurate.inference.curve.band_limits import Limits, limits
from aucurate.results import Caveat, Interval, Record

METHOD = "two binomial counts"


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveBand(Record):
    """Between which values the true curve runs, at rates in ascending order.

    ``quantity`` is what the band bounds ("sensitivity" or "specificity"), and ``rates`` are those
    of the other. Between two rates the curve, which falls, is held by the lower end at the higher
    rate and the upper end at the lower rate: :meth:`interval_at`. ``deviate`` is what stands in the
    place of the normal quantile, and None where a method has none.
    """

    name: str
    quantity: Quantity
    rates: tuple[float, ...]
    values: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    confidence: float
    simultaneous: bool
    method: str
    deviate: float | None
    n_positive: int
    n_negative: int
    caveats: tuple[Caveat, ...] = ()

    def __str__(self) -> str:
        kind = "simultaneous" if self.simultaneous else "pointwise"
        return (
            f"{self.name}: {percent(self.confidence)} {kind} band of {self.quantity} at "
            f"{count(len(self.rates), f'{other(self.quantity)} value')}, {self.method}"
        )

    @checked
    def interval_at(self, rate: float) -> Interval:
        """What the band says at this specificity (or sensitivity).

        Beyond the last of its rates nothing holds the curve from below, before the first nothing
        from above.
        """
        checked_rates(rate, other(self.quantity))
        below, above = beside(self.rates, rate)
        return Interval(
            low=self.low[above] if above < len(self.rates) else 0.0,
            high=self.high[below] if below >= 0 else 1.0,
            confidence=self.confidence,
            method=self.method,
        )

    @checked
    def holds(self, curve: Curve) -> bool:
        """Whether a curve lies inside at every rate of the band."""
        read = curve.sensitivity_at if self.quantity == "sensitivity" else curve.specificity_at
        values = read(np.array(self.rates))
        return bool(np.all((values >= np.array(self.low)) & (values <= np.array(self.high))))


@checked
def pointwise_band(
    scores: Scores,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    threads: int | None = None,
) -> CurveBand:
    """An interval at each rate, each with the confidence asked for, without resampling.

    ``rates`` are the specificities (for ``quantity="specificity"`` the sensitivities) to look at;
    without them some 200 to 400 that follow the curve.

    >>> from aucurate.datasets import load_breast_cancer
    >>> band = pointwise_band(load_breast_cancer()["forest"], rates=[0.8, 0.9])
    >>> print(band.interval_at(0.9))
    95% CI 0.738 to 0.973
    """
    confidence = checked_confidence(confidence)
    line = line_of(scores, quantity, "a band", threads)
    chosen = line.rates() if rates is None else given_rates(rates, quantity)
    deviate = two_sided_quantile(confidence)
    return filled_band(
        scores,
        quantity,
        chosen,
        limits(line, places(chosen), deviate),
        confidence=confidence,
        simultaneous=False,
        method=METHOD,
        deviate=deviate,
        found=of_band(scores),
    )


def line_of(scores: Scores, quantity: Quantity, method: str, threads: int | None) -> RisingLine:
    """The empirical curve of plain scores as a rising line."""
    scores.observations.require_plain(method)
    return RisingLine.of(ThresholdCounts.from_scores(scores, threads=threads), quantity)


def given_rates(rates: Any, quantity: Quantity) -> Floats:
    """Rates that were asked for, ascending, each once and exactly as it was given."""
    given: Floats = np.unique(np.atleast_1d(checked_rates(rates, other(quantity))))
    if not len(given):
        raise OptionError(
            "there are no rates to compute the band at.", hint="leave rates out for all of them."
        )
    return given


def beside(rates: Sequence[float], rate: float) -> tuple[int, int]:
    """The places of the last of ascending rates up to this one, and of the first from it on.

    A rate that is one of them up to rounding has that one on both sides.
    """
    return bisect_right(rates, rate + ROUNDING) - 1, bisect_left(rates, rate - ROUNDING)


def of_band(scores: Scores) -> list[Caveat]:
    """What the reader of a band must know of the observations."""
    return [*of_observations(scores.observations), *of_sizes(scores.observations)]


def of_sizes(observations: Observations) -> list[Caveat]:
    """Few observations in a class."""
    sizes = (("positive", observations.n_positive), ("negative", observations.n_negative))
    return [
        Caveat(
            kind="few_observations",
            message=f"Only {count(size, f'{name} observation')}: with fewer than {FEW} in a class "
            "little can be said about the ends of the curve, and the band is wide there.",
        )
        for name, size in sizes
        if size < FEW
    ]


def filled_band(
    scores: Scores,
    quantity: Quantity,
    rates: Floats,
    found_limits: Limits,
    *,
    confidence: float,
    simultaneous: bool,
    method: str,
    deviate: float | None,
    found: list[Caveat],
) -> CurveBand:
    """The record, from limits at the places of these rates, which run the other way."""
    value, low, high = found_limits
    return CurveBand(
        name=scores.name,
        quantity=quantity,
        rates=tuple(rates.tolist()),
        values=turned(value),
        low=turned(low),
        high=turned(high),
        confidence=confidence,
        simultaneous=simultaneous,
        method=method,
        deviate=deviate,
        n_positive=scores.n_positive,
        n_negative=scores.n_negative,
        caveats=tuple(found),
    )


def turned(values: Floats) -> tuple[float, ...]:
    """Values along x as plain floats along the rate, which runs the other way."""
    return tuple(values[::-1].tolist())
