"""The interactive curve: what its template shows before a script runs, and on paper.

The page moves operating points along the curves of the study (``study.curves``) and computes rates
and intervals from their counts (``assets/intervals.js``). What it shows first is made here, by the
library itself: the picture, and the table of rates with score intervals
(:mod:`aucurate.inference.operating.rates`).

Where it begins
---------------
Where the interactive curve begins: an operating point of every classifier, and its use.

A study of operating points begins with its own. Any other begins where the expected cost is least,
with equal costs of both errors and the prevalence of the test set: where fewest observations are
classified wrongly. There is such a point of every classifier, whatever its scores mean.

The picture
-----------
The picture of ROC curves as SVG: where a rate lies, and the line of a curve as a path.

The picture is a square of ``SIDE`` units with its axes around it. A path is in whole tenths of a
unit, upward from the lower left corner, step by step from one rounded point to the next: nothing
adds up, and two thousand points are a few kilobytes. A positive and a negative with the same score
make the sloped segment that they are.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import Rate
from aucurate.curve.roc import RocCurve
from aucurate.curve.thinning import drawn_line
from aucurate.curve.threshold_rules import ThresholdRule, best_points
from aucurate.estimates.thresholds.operating_point import OperatingPoint
from aucurate.formatting import (
    amount,
    digits_for,
    join_words,
    number,
    percent,
    shortened,
    threshold_words,
)
from aucurate.inference.core.distributions import two_sided_quantile
from aucurate.inference.operating.rates import rate_estimate
from aucurate.plots.style import MOST_LINE_STYLES, line_styles
from aucurate.plots.text import short_names
from aucurate.report.facts import setting_values
from aucurate.report.kinds import kind_of
from aucurate.results import Estimate
from aucurate.study.base import Provenance, Study
from aucurate.study.curves import CurveCounts

FollowRule: TypeAlias = Literal["cost", "threshold", "specificity", "sensitivity", "own"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """The first state of the panel; a false positive costs 1, and a false negative the ratio."""

    rule: FollowRule
    words: str
    use: IntendedUse
    points: tuple[OperatingPoint, ...]
    remarks: tuple[str, ...] = ()

    @property
    def caption(self) -> str:
        """Where the points are, and the prevalence and costs of their rates."""
        rates = "" if self.rule == "cost" else "rates for "
        return f"{self.words}; {rates}{self.use_words}."

    @property
    def use_words(self) -> str:
        """The prevalence and the costs, as a sentence goes on with them."""
        return f"{_prevalence_words(self.points)}; {_cost_words(self.use.false_negative_cost)}"


def start_of(study: Study, curves: tuple[CurveCounts, ...]) -> Start:
    """Where the panel of a study begins."""
    own = kind_of(study).start
    if own is not None:
        return own(study)
    use = IntendedUse()
    return Start(
        rule="cost",
        words="Each classifier at its point of least expected cost",
        use=use,
        points=tuple(_least_cost(curve, use) for curve in curves),
    )


def start_at(points: Sequence[OperatingPoint], words: str, remarks: Sequence[str]) -> Start:
    """Points of a study, where a false positive costs 1."""
    given = points[0].use
    ratio = given.false_negative_cost / given.false_positive_cost
    use = IntendedUse(prevalence=given.prevalence, false_negative_cost=ratio)
    own = tuple(_own(point, use) for point in points)
    return Start(rule="own", words=words, use=use, points=own, remarks=tuple(remarks))


def _own(point: OperatingPoint, use: IntendedUse) -> OperatingPoint:
    return OperatingPoint.from_counts(
        true_positives=point.true_positives,
        false_positives=point.false_positives,
        n_positive=point.n_positive,
        n_negative=point.n_negative,
        threshold=point.threshold,
        use=use,
        name=point.name,
        lower=point.lower,
    )


def _least_cost(counts: CurveCounts, use: IntendedUse) -> OperatingPoint:
    """The point of least cost: a corner of the hull, which a thinned curve has too."""
    first = _first_place(counts)
    curve = counts.curve()
    there = replace(
        curve,
        thresholds=curve.thresholds[first:],
        true_positives=curve.true_positives[first:],
        false_positives=curve.false_positives[first:],
    )
    at = first + int(best_points(there, ThresholdRule.least_cost(use))[0])
    return OperatingPoint.from_counts(
        true_positives=counts.true_positives[at],
        false_positives=counts.false_positives[at],
        n_positive=counts.n_positive,
        n_negative=counts.n_negative,
        threshold=counts.thresholds[at],
        use=use,
        name=counts.name,
        lower=counts.lower,
    )


def _first_place(counts: CurveCounts) -> int:
    """The first point that can be had: no threshold is above a score that is infinite."""
    return int(counts.thresholds[0] == counts.thresholds[1])


def _prevalence_words(points: tuple[OperatingPoint, ...]) -> str:
    shares = {percent(point.prevalence) for point in points}
    if points[0].use.prevalence is not None:
        return f"prevalence {shares.pop()}"
    if len(shares) > 1:
        return "prevalence of each test set"
    return f"prevalence {shares.pop()} as in the test set"


def _cost_words(ratio: float) -> str:
    """The cost of a false negative relative to a false positive.

    >>> _cost_words(1.0)
    'a false negative costs as much as a false positive'
    >>> _cost_words(2.5)
    'a false negative costs 2.5 times a false positive'
    """
    if ratio == 1:
        return "a false negative costs as much as a false positive"
    return f"a false negative costs {repr(ratio).removesuffix('.0')} times a false positive"


SIDE = 460
LEFT, TOP, RIGHT, BOTTOM = 62, 12, 14, 54
_FINE = 10  # parts of a unit that a path tells apart
_TICKS = 5

MARKS = (
    "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",
    "M0-7.5L6.8 5H-6.8z",
    "M-5.4-5.4H5.4V5.4H-5.4z",
    "M0-7.6L7.6 0L0 7.6L-7.6 0z",
    "M0 7.5L6.8-5H-6.8z",
    "M-2.4-7H2.4V-2.4H7V2.4H2.4V7H-2.4V2.4H-7V-2.4H-2.4z",
    "M-3.4-6.8l3.4 3.4l3.4-3.4l3.4 3.4l-3.4 3.4l3.4 3.4l-3.4 3.4l-3.4-3.4l-3.4 3.4l-3.4-3.4l3.4-3.4"
    "l-3.4-3.4z",
)
"""Filled marks around the origin, in the order of those of :mod:`aucurate.plots.style`."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A tick of both axes: its text, and how far along them it is."""

    text: str
    along: float


@dataclass(frozen=True, slots=True)
class Frame:
    """The measures of the picture that its template needs, in units of the picture."""

    side: int = SIDE
    left: int = LEFT
    top: int = TOP
    width: int = LEFT + SIDE + RIGHT
    height: int = TOP + SIDE + BOTTOM
    scale: float = 1 / _FINE

    @property
    def bottom(self) -> int:
        """Where the horizontal axis lies."""
        return self.top + self.side

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """From 0 to 1."""
        shares = [at / _TICKS for at in range(_TICKS + 1)]
        return tuple(Tick(number(share, 1), share * self.side) for share in shares)


def place(sensitivity: float, specificity: float) -> tuple[str, str]:
    """Where an operating point lies in the picture.

    >>> place(1.0, 1.0), place(0.5, 0.0)
    (('62.00', '12.00'), ('522.00', '242.00'))
    """
    x, y = LEFT + (1 - specificity) * SIDE, TOP + (1 - sensitivity) * SIDE
    return number(x, 2), number(y, 2)


def path_of(curve: RocCurve) -> str:
    """The line of a curve as an SVG path from the lower left corner, in tenths of a unit.

    >>> from aucurate.curve.roc import roc_curve
    >>> path_of(roc_curve([0, 1, 0, 1], [1, 2, 2, 3]))
    'M0 0v2300l2300 2300h2300'
    """
    x, y = drawn_line(curve.false_positives / curve.n_negative, curve.sensitivity)
    across, up = (np.rint(each * SIDE * _FINE).astype(np.int64) for each in (x, y))
    steps: list[tuple[int, int]] = []
    for dx, dy in zip(np.diff(across).tolist(), np.diff(up).tolist(), strict=True):
        if steps and _goes_on(steps[-1], (dx, dy)):
            steps[-1] = steps[-1][0] + dx, steps[-1][1] + dy
        elif (dx, dy) != (0, 0):
            steps.append((dx, dy))
    return "M0 0" + "".join(_command(dx, dy) for dx, dy in steps)


def _goes_on(before: tuple[int, int], step: tuple[int, int]) -> bool:
    """Whether a step goes on straight, level or not at all."""
    return (before[0] == step[0] == 0) or (before[1] == step[1] == 0)


def _command(dx: int, dy: int) -> str:
    if dx == 0:
        return f"v{dy}"
    return f"h{dx}" if dy == 0 else f"l{dx} {dy}"


RATES: tuple[Rate, ...] = (
    "sensitivity",
    "specificity",
    "positive_predictive_value",
    "negative_predictive_value",
    "expected_cost",
    "positive_likelihood_ratio",
    "negative_likelihood_ratio",
)
_SHORT, _LONG = 24, 200  # characters of a name in the picture, and where the whole one is wanted
_COLOURS = 7
_WORDS: dict[Rate, str] = {
    "positive_likelihood_ratio": "likelihood ratio +",
    "negative_likelihood_ratio": "likelihood ratio −",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of the table: with all digits, as a script would write it, and as it is read."""

    what: str
    value: str
    shown: str
    low: str = ""
    high: str = ""
    interval: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Classifier:
    """One classifier: its looks, its line, where its point is first, and its row of the table."""

    index: int
    name: str
    short: str
    colour: int
    dashes: str
    mark: str
    path: str
    x: str
    y: str
    auc: str
    lower: bool
    n_positive: float
    n_negative: float
    threshold: Cell
    counts: tuple[Cell, ...]
    rates: tuple[Cell, ...]
    place: int
    n_places: int

    @property
    def says(self) -> str:
        """Which way the threshold is read."""
        return "≤" if self.lower else "≥"

    @property
    def value_text(self) -> str:
        """The operating point as text for screen readers."""
        found, spared = (cell.shown for cell in self.rates[:2])
        return (
            f"threshold {self.threshold.shown}, sensitivity {found} ({self.counts[0].shown} of "
            f"{amount(self.n_positive)}), specificity {spared}"
        )

    @property
    def confusion(self) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
        """The four counts by class, each with its share of the class."""
        true, false, missed, spared = self.counts
        return (
            (amount(self.n_positive), (_of(true, self.n_positive), _of(missed, self.n_positive))),
            (amount(self.n_negative), (_of(false, self.n_negative), _of(spared, self.n_negative))),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Everything that ``operating.html`` shows."""

    frame: Frame
    classifiers: tuple[Classifier, ...]
    headings: tuple[tuple[str, str], ...]
    start: Start
    z: str
    without_intervals: str
    confidence: str
    prevalence: str
    test_set_prevalence: str
    cost_ratio: str
    thinning: str
    remarks: tuple[str, ...]


def panel_of(study: Study) -> Panel | None:
    """The panel of a study that has curves, None for any other.

    >>> import aucurate
    >>> panel = panel_of(aucurate.compare([0, 0, 1, 1], {"forest": [0.1, 0.4, 0.35, 0.8]}))
    >>> panel.classifiers[0].path, panel.classifiers[0].auc
    ('M0 0v2300h2300v2300h2300', 'AUC 0.750 (0.092 to 0.999)')
    """
    curves: tuple[CurveCounts, ...] = getattr(study, "curves", ())
    if not curves:
        return None
    confidence = float(setting_values(study)["confidence"])
    dependent = _without_intervals(study.provenance)
    start = start_of(study, curves)
    shares = {point.n_positive / (point.n_positive + point.n_negative) for point in start.points}
    stated = start.use.prevalence
    return Panel(
        frame=Frame(),
        classifiers=_classifiers(
            study, curves, start.points, math.nan if dependent else confidence
        ),
        headings=tuple((rate, _words(rate)) for rate in RATES),
        start=start,
        z="NaN" if dependent else repr(two_sided_quantile(confidence)),
        without_intervals=dependent,
        confidence=percent(confidence),
        prevalence="" if stated is None else _digits(stated),
        test_set_prevalence=percent(shares.pop()) if len(shares) == 1 else "each its own",
        cost_ratio=_digits(start.use.false_negative_cost),
        thinning=_thinning(curves),
        remarks=start.remarks,
    )


def _without_intervals(provenance: Provenance) -> str:
    """Why the panel has no intervals: those of counts are for independent observations."""
    reasons = ["the groups of the observations"] if provenance.n_groups else []
    if provenance.weights == "sampling":
        reasons.append("their sampling weights")
    return join_words(reasons)


def _thinning(curves: Sequence[CurveCounts]) -> str:
    """How many points of the curves the page contains, if not all."""
    thinned = [curve for curve in curves if not curve.is_whole]
    if not thinned:
        return ""
    all_points = amount(max(curve.n_points for curve in thinned))
    held = amount(max(len(curve.thresholds) for curve in thinned))
    several = "up to " if len(curves) > 1 else ""
    return (
        f"Of {several}{all_points} points of a curve the page contains {several}{held}; the "
        "numbers at each are exact, and a typed threshold goes to the nearest of them."
    )


def _classifiers(
    study: Study,
    curves: Sequence[CurveCounts],
    points: Sequence[OperatingPoint],
    confidence: float,
) -> tuple[Classifier, ...]:
    names = [curve.name for curve in curves]
    short = short_names(names, _SHORT)
    values = kind_of(study).curve_values(study)
    styles = list(line_styles([str(at) for at in range(MOST_LINE_STYLES)]).values())
    found = []
    for at, (curve, point) in enumerate(zip(curves, points, strict=True)):
        style = styles[at % MOST_LINE_STYLES]
        x, y = place(point.sensitivity, point.specificity)
        found.append(
            Classifier(
                index=at,
                name=shortened(curve.name, _LONG),
                short=short[curve.name],
                colour=at % _COLOURS,
                dashes=" ".join(_digits(2 * dash) for dash in style.dashes),
                mark=MARKS[at % len(MARKS)],
                path=path_of(curve.curve()),
                x=x,
                y=y,
                auc=values.get(curve.name, ""),
                lower=curve.lower,
                n_positive=curve.n_positive,
                n_negative=curve.n_negative,
                place=_place(curve, point),
                n_places=len(curve.thresholds),
                threshold=_threshold_cell(point),
                counts=_counts(point),
                rates=tuple(_rate_cell(point, rate, confidence) for rate in RATES),
            )
        )
    return tuple(found)


def value_words(estimate: Estimate, quantity: str) -> str:
    """An estimate for the legend, next to the name of its classifier."""
    digits = digits_for(estimate.interval.high - estimate.interval.low)
    ends = (number(end, digits) for end in (estimate.interval.low, estimate.interval.high))
    return f"{quantity} {number(estimate.value, digits)} ({' to '.join(ends)})"


def _place(curve: CurveCounts, point: OperatingPoint) -> int:
    """The last of the embedded points with at most as many positive decisions as this one."""
    calls = zip(curve.true_positives, curve.false_positives, strict=True)
    fits = [
        true <= point.true_positives and false <= point.false_positives for true, false in calls
    ]
    return max(at for at, fit in enumerate(fits) if fit)


def _threshold_cell(point: OperatingPoint) -> Cell:
    """An infinite threshold without positive decisions is beyond all scores, else it is a score."""
    calls = point.true_positives + point.false_positives > 0
    infinite = calls and math.isinf(point.threshold)
    shown = number(point.threshold) if infinite else threshold_words(point.threshold)
    return Cell("threshold", _digits(point.threshold), shown)


def _counts(point: OperatingPoint) -> tuple[Cell, ...]:
    names = ("true_positives", "false_positives", "false_negatives", "true_negatives")
    return tuple(
        Cell(name, str(getattr(point, name)), amount(getattr(point, name))) for name in names
    )


def _of(cell: Cell, size: float) -> Cell:
    """A count with its share of a class."""
    share = float(cell.value) / size
    return Cell(cell.what, _digits(share), cell.shown, interval=percent(share))


def _rate_cell(point: OperatingPoint, rate: Rate, confidence: float) -> Cell:
    if math.isnan(confidence):
        value = point.rate(rate)
        shown = "not defined" if math.isnan(value) else number(value)
        return Cell(rate, _digits(value), shown, "NaN", "NaN")
    found = rate_estimate(point, rate, confidence=confidence)
    low, high = found.interval.low, found.interval.high
    digits = digits_for(high - low)
    nothing = math.isnan(found.value)
    return Cell(
        rate,
        _digits(found.value),
        "not defined" if nothing else number(found.value, digits),
        _digits(low),
        _digits(high),
        "" if nothing else f"({number(low, digits)} to {number(high, digits)})",
    )


def _words(rate: Rate) -> str:
    return _WORDS.get(rate, rate.replace("_", " "))


def _digits(value: float) -> str:
    """A number with all its digits, as a script writes it.

    >>> _digits(0.1), _digits(2.0), _digits(math.inf), _digits(math.nan)
    ('0.1', '2', 'Infinity', 'NaN')
    """
    if math.isfinite(value):
        return repr(value + 0.0).removesuffix(".0")
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
