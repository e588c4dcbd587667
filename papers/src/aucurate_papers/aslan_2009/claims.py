"""What the paper says of the pairs in Figs. 2 to 7, and what is seen of it here."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.fold_curves import FoldCurves
from aucurate.data.fold_values import FoldValues
from aucurate.formatting import number, percent
from aucurate.inference.auc import agarwal, cortes_mohri
from aucurate.results import Estimate
from aucurate.study.outcomes_numbers import TestOutcome
from aucurate_papers.aslan_2009.printed import PrintedPair

PRINTED_INTERVALS = (cortes_mohri.METHOD, agarwal.METHOD)
GRID = np.linspace(0.005, 0.995, 199)
_SAME = 0.01


class Claim(NamedTuple):
    """What the paper says of a pair, and what is seen here.

    The state of the exhibit depends on the claims that ``decides`` marks.
    """

    what: str
    theirs: str
    ours: str
    holds: bool
    decides: bool


def claims_of(
    printed: PrintedPair,
    ours: TestOutcome | None,
    errors: FoldValues,
    aucs: FoldValues,
    curves: FoldCurves,
    intervals: Sequence[Estimate],
) -> tuple[Claim, ...]:
    """All of it; ``ours`` is None for a pair that stands in, chosen because of its outcome."""
    return (
        *_test_claims(printed, ours),
        *_spread_claims(printed, errors, aucs, curves),
        *_curve_claims(printed, curves),
        *_interval_claims(intervals, aucs),
    )


def _test_claims(printed: PrintedPair, ours: TestOutcome | None) -> list[Claim]:
    """What the tests decide; where text and caption contradict each other, the caption decides."""
    if ours is None:
        return []
    said = {"": printed.outcome} | (
        {" by the text": printed.text_outcome} if printed.text_outcome else {}
    )
    return [
        Claim(f"{name} test{where}", theirs, seen, theirs == seen, decides=not where)
        for where, outcome in said.items()
        for name, theirs, seen in zip(
            ("error", "AUC"), outcome.split("/"), ours.outcome.split("/"), strict=True
        )
    ]


def _spread_claims(
    printed: PrintedPair, errors: FoldValues, aucs: FoldValues, curves: FoldCurves
) -> list[Claim]:
    """Whether histograms and marks overlap: the ranges of the values have a value in common.

    Marks have two rates, and overlap where the ranges of both do.
    """
    names = curves.names
    found = (
        ("errors over the training sets", printed.errors, [[errors.of(n) for n in names]]),
        ("AUCs over the training sets", printed.aucs, [[aucs.of(n) for n in names]]),
        ("marks at threshold 1/2", printed.marks, _mark_rates(curves)),
    )
    claims = []
    for what, said, many in found:
        if said != "not said":
            seen = "overlap" if all(_meet(*values) for values in many) else "apart"
            claims.append(Claim(what, said, seen, said == seen, decides=False))
    return claims


def _mark_rates(curves: FoldCurves) -> list[list[NDArray[np.float64]]]:
    """Sensitivities and specificities at threshold 1/2, of the one algorithm and of the other."""
    at_half = [point for point in curves.points if point.loss == 1]
    return [
        [np.array([getattr(p, rate) for p in at_half if p.name == name]) for name in curves.names]
        for rate in ("sensitivity", "specificity")
    ]


def _meet(first: NDArray[np.float64], second: NDArray[np.float64]) -> bool:
    return bool(max(np.min(first), np.min(second)) <= min(np.max(first), np.max(second)))


def _curve_claims(printed: PrintedPair, curves: FoldCurves) -> list[Claim]:
    names = curves.names
    if set(names) != {printed.first, printed.second}:
        return []  # another pair stands in
    found = []
    if printed.higher:
        other = next(name for name in names if name != printed.higher)
        above, below = (curves.mean_auc(name) for name in (printed.higher, other))
        seen = f"{printed.higher if above > below else other}, mean AUC {_against(above, below)}"
        found.append(Claim("higher curves", printed.higher, seen, above > below, decides=True))
    if printed.crossing:
        said = f"{printed.crossing[0]} better on the left, {printed.crossing[1]} on the right"
        seen = _crossing(curves)
        found.append(Claim("curves cross", said, seen, said == seen, decides=False))
    return found


def _against(above: float, below: float) -> str:
    return f"{number(max(above, below))} against {number(min(above, below))}"


def _crossing(curves: FoldCurves) -> str:
    """Where the mean of one algorithm's curves is above the other's, along 1 - specificity.

    Sensitivities that differ by less than 0.01 count as the same.
    """
    names = curves.names
    first, second = (_mean_curve(curves, name) for name in names)
    gaps = np.where(np.abs(first - second) < _SAME, 0.0, first - second)
    signs = np.sign(gaps[gaps != 0])
    if not len(signs):
        return "the same curve"
    left, right = (names[0] if sign > 0 else names[1] for sign in (signs[0], signs[-1]))
    turns = int(np.count_nonzero(np.diff(signs)))
    if not turns:
        return f"{left} better everywhere"
    if left == right:
        return f"{left} better at both ends, {turns} crossings"
    seen = f"{left} better on the left, {right} on the right"
    return seen if turns == 1 else f"{seen}, {turns} crossings"


def _mean_curve(curves: FoldCurves, name: str) -> NDArray[np.float64]:
    heights = [curve.sensitivity_at(1 - GRID) for curve in curves.of(name)]
    return np.asarray(np.mean(heights, axis=0), np.float64)


def _interval_claims(intervals: Sequence[Estimate], aucs: FoldValues) -> list[Claim]:
    """The paper calls the intervals of both methods too large beside the AUCs over its folds."""
    found = []
    for method in PRINTED_INTERVALS:
        same = [one for one in intervals if one.method == method]
        if not same:
            continue
        widths = [one.interval.high - one.interval.low for one in same]
        ranges = [float(np.ptp(aucs.of(one.name))) for one in same]
        seen = f"{_both(widths)} (ranges {_both(ranges)})"
        wider = all(width > spread for width, spread in zip(widths, ranges, strict=True))
        said = "wider than the AUCs range"
        found.append(Claim(f"width, {method}", said, seen, wider, decides=True))
    return found + _fit_claims(intervals, aucs)


def _fit_claims(intervals: Sequence[Estimate], aucs: FoldValues) -> list[Claim]:
    """The paper says that Cortes and Mohri's interval, made from the error, fits the AUCs badly."""
    shares = {
        one.name: float(np.mean([auc in one.interval for auc in aucs.of(one.name)]))
        for one in intervals
        if one.method == cortes_mohri.METHOD
    }
    if not shares:
        return []
    seen = ", ".join(f"holds {percent(held)} of {name}" for name, held in shares.items())
    bad = min(shares.values()) < 1
    return [Claim(f"AUCs in {cortes_mohri.METHOD}", "no good fit", seen, bad, decides=False)]


def _both(values: Sequence[float]) -> str:
    return " and ".join(number(value) for value in values)
