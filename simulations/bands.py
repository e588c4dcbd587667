"""Bands around curves: how often the whole true curve is inside, and what their width costs."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.scores import PairedScores, Scores
from aucurate.inference.curve.bands import (
    DRAWN_STEPS,
    CurveBand,
    RisingLine,
    kolmogorov_band,
    line_of,
    places,
    pointwise_band,
)
from aucurate.inference.curve.bootstrap_bands import (
    bootstrap_band,
    bootstrap_pointwise_band,
    drawn_heights,
)
from aucurate.inference.curve.difference import CurveDifference, curve_difference
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Interval
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.scenarios import Scenario

Floats = NDArray[np.float64]

REPEATS = 199
TEXTBOOK = "curve ± q s"
WHOLE = ("bootstrap", "bootstrap, specificity", "kolmogorov", TEXTBOOK)
SPECIFICITIES = (0.5, 0.8, 0.9, 0.95)
POINTWISE = ("two counts", "bootstrap")
POINTS = tuple(f"{name} at {s:g}" for name in POINTWISE for s in SPECIFICITIES)
DIFFERENCES = ("paired", "unpaired")
DECIDED = "paired, wrong range"
SECONDS: tuple[dict[str, Any], ...] = (
    {},
    {"second_auc": 0.75},
    {"second_scores": "normal, positives 3"},
)

# Every false positive rate a curve could leave its band at, the corners in detail.
_CORNER = np.geomspace(1e-6, 0.05, 120)
ALONG = np.unique(np.concatenate([_CORNER, np.linspace(0.0, 1.0, 801), 1 - _CORNER]))


def true_sensitivity(scenario: Scenario, along: Floats) -> Floats:
    """The sensitivity of a world at each false positive rate; of ratings, along straight lines."""
    if scenario.scores == "exponential":
        power: Floats = along ** ((1 - scenario.auc) / scenario.auc)
        return power
    if scenario.scores == "ordinal":
        cuts = scenario.cuts[::-1]
        x = np.concatenate([[0.0], special.ndtr(-cuts), [1.0]])
        y = np.concatenate([[0.0], special.ndtr(scenario.shift - cuts), [1.0]])
        return np.asarray(np.interp(along, x, y), np.float64)
    return np.asarray(special.ndtr((scenario.shift + special.ndtri(along)) / scenario.spread))


def band_coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the whole true curve is inside, and the sum of the areas of the bands."""
    tally, true = Tally(), true_sensitivity(scenario, ALONG)
    for _ in range(draws):
        labels, values = scenario.draw(rng)
        scores = Scores.from_arrays(labels, values[0])
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        bands = {
            "bootstrap": bootstrap_band(scores, resampling=chosen),
            "bootstrap, specificity": bootstrap_band(
                scores, quantity="specificity", resampling=chosen
            ),
            "kolmogorov": kolmogorov_band(scores),
        }
        for name, band in bands.items():
            tally.add(name, holds(band, true))
            low, high = np.array(band.low), np.array(band.high)
            tally.add(f"{name} width", np.trapezoid(high - low, band.rates))
        tally.add(TEXTBOOK, _textbook_holds(line_of(scores, "sensitivity", 1), chosen, true))
    return tally.result()


def pointwise_coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the sensitivity at one specificity is inside its interval."""
    tally = Tally()
    true = true_sensitivity(scenario, 1 - np.array(SPECIFICITIES))
    for _ in range(draws):
        labels, values = scenario.draw(rng)
        scores = Scores.from_arrays(labels, values[0])
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        bands = (
            pointwise_band(scores, rates=SPECIFICITIES),
            bootstrap_pointwise_band(scores, rates=SPECIFICITIES, resampling=chosen),
        )
        for name, band in zip(POINTWISE, bands, strict=True):
            for s, value in zip(SPECIFICITIES, true, strict=True):
                _count(tally, f"{name} at {s:g}", band.interval_at(s), float(value))
    return tally.result()


def difference_coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the whole true difference of two curves is inside, and a false winner is named.

    Of a range in which the wrong classifier (or, where the curves are equal, any) is said to win.
    """
    tally = Tally()
    true = true_sensitivity(scenario, ALONG) - true_sensitivity(scenario.second, ALONG)
    for _ in range(draws):
        labels, values = scenario.draw(rng, classifiers=2)
        first, second = PairedScores.from_arrays(labels, {"a": values[0], "b": values[1]})
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        found = curve_difference(first, second, resampling=chosen)
        tally.add("paired", _holds_difference(found, true))
        tally.add(DECIDED, _is_wrong(found, true))
        _, values = scenario.draw(rng, classifiers=2)
        second = Scores.from_arrays(labels, values[1])
        found = curve_difference(first, second, paired=False, resampling=chosen)
        tally.add("unpaired", _holds_difference(found, true))
    return tally.result()


def _count(tally: Tally, name: str, interval: Interval, true: float) -> None:
    tally.add(name, true in interval)
    tally.add(f"{name} width", interval.high - interval.low)


def holds(band: CurveBand, true: Floats) -> bool:
    """Whether the true curve is inside between the rates of the band as well."""
    along, height = ALONG, true
    if band.quantity == "specificity":  # the same points, told from the other side
        along, height = (1 - true)[::-1], (1 - ALONG)[::-1]
    rates, low, high = (np.array(each) for each in (band.rates, band.low, band.high))
    below = np.minimum(np.searchsorted(rates, 1 - along, side="left"), len(rates) - 1)
    above = np.searchsorted(rates, 1 - along, side="right") - 1
    return _is_within(low[below], height, high[np.maximum(above, 0)])


def _textbook_holds(line: RisingLine, chosen: Resampling, true: Floats) -> bool:
    """The band of q standard deviations around the curve, at the places of the replicates."""
    heights = drawn_heights(line, places(line.rates(DRAWN_STEPS)), chosen, None)
    spread = np.std(heights.drawn, axis=0, ddof=1)
    away = np.abs(heights.drawn - heights.of_data)
    steps = np.divide(away, spread, out=np.zeros_like(away), where=spread > 0)
    reach = float(np.quantile(np.max(steps, axis=1), 1 - LEVEL)) * spread
    at = (heights.ranks - 0.5) / line.n_along
    height = np.interp(at, ALONG, true)
    return _is_within(heights.of_data - reach, height, heights.of_data + reach)


def _holds_difference(found: CurveDifference, true: Floats) -> bool:
    rates = np.array(found.rates)
    below = np.maximum(np.searchsorted(rates, 1 - ALONG, side="right") - 1, 0)
    above = np.minimum(np.searchsorted(rates, 1 - ALONG, side="left"), len(rates) - 1)
    low, high = np.array(found.low), np.array(found.high)
    return _is_within(
        np.minimum(low[below], low[above]), true, np.maximum(high[below], high[above])
    )


def _is_wrong(found: CurveDifference, true: Floats) -> bool:
    signs = {"first": 1, "second": -1}
    specificity = 1 - ALONG
    return any(
        np.any(signs[one.verdict] * true[(specificity >= one.low) & (specificity <= one.high)] <= 0)
        for one in found.ranges
        if one.verdict in signs
    )


def _is_within(low: Floats, value: Floats, high: Floats) -> bool:
    return bool(np.all((low <= value + 1e-9) & (value <= high + 1e-9)))


QUESTIONS = (
    Question(
        name="band coverage",
        ask=band_coverage,
        columns=WHOLE,
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
            for scores, m, n in (
                ("normal", 20, 20),
                ("normal", 20, 200),
                ("normal", 200, 20),
                ("normal", 200, 200),
                ("normal, positives 3", 20, 200),
                ("ordinal", 50, 50),
            )
            for auc in (0.7, 0.9, 0.99)
        ),
        draws=200,
    ),
    Question(
        name="pointwise band coverage",
        ask=pointwise_coverage,
        columns=POINTS,
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
            for scores, m, n in (
                ("normal", 20, 200),
                ("normal", 50, 50),
                ("normal", 500, 500),
                ("ordinal", 50, 50),
            )
            for auc in (0.7, 0.9)
        ),
        draws=1000,
    ),
    Question(
        name="curve difference coverage",
        ask=difference_coverage,
        columns=(*DIFFERENCES, DECIDED),
        scenarios=tuple(
            Scenario(auc=0.85, n_positive=m, n_negative=n, correlation=0.5, **second)
            for m, n in ((20, 200), (50, 50), (200, 200))
            for second in SECONDS
        ),
        draws=200,
    ),
)
