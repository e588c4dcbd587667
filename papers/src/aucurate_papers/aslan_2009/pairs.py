"""The pairs that Figs. 2 to 7 show: which of ours they are, and what the paper says of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.fold_curves import FoldCurves, fold_curves
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.formatting import number, percent
from aucurate.inference.auc import bounds
from aucurate.inference.auc.bounds import agarwal_interval, cortes_mohri_interval
from aucurate.inference.auc.delong import delong_interval
from aucurate.inference.folds import delong, error_rate
from aucurate.results import Estimate
from aucurate.study.folds.outcomes import TestOutcome
from aucurate_papers.aslan_2009.numbers import CHANCE, THRESHOLD, SetNumbers
from aucurate_papers.aslan_2009.printed import PRINTED_PAIRS, PrintedPair

# What the paper says of the pairs in Figs. 2 to 7, and what is seen of it here.


PRINTED_INTERVALS = (bounds.CORTES_MOHRI, bounds.AGARWAL)
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
        same = [one for one in intervals if one.key == method.key]
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
        if one.key == bounds.CORTES_MOHRI.key
    }
    if not shares:
        return []
    seen = ", ".join(f"holds {percent(held)} of {name}" for name, held in shares.items())
    bad = min(shares.values()) < 1
    return [Claim(f"AUCs in {bounds.CORTES_MOHRI}", "no good fit", seen, bad, decides=False)]


def _both(values: Sequence[float]) -> str:
    return " and ".join(number(value) for value in values)


# The pairs that Figs. 2 to 7 show: which of ours they are, and their numbers.


LOSSES = (0.5, 1.0, 2.0)
"""Of a false positive; the paper marks its curves at threshold 1/2, where it is 1."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PairNumbers:
    """One pair over the training sets, its algorithms in the order of the figure.

    ``tests`` has by the name of the test what it decides. ``intervals`` are those of the models of
    the first training set, by Cortes and Mohri, Agarwal and others, and DeLong and others.
    ``claims`` are what the paper says of the pair; of one that stands in, without its tests, as it
    was chosen for their outcome.
    """

    printed: PrintedPair
    dataset: str
    first: str
    second: str
    tests: dict[str, TestOutcome]
    errors: FoldValues
    aucs: FoldValues
    curves: FoldCurves
    intervals: tuple[Estimate, ...]
    claims: tuple[Claim, ...]

    @property
    def names(self) -> tuple[str, str]:
        """The two algorithms."""
        return self.first, self.second

    @property
    def stands_in(self) -> bool:
        """Whether it is another pair than the paper's, whose data set could not be found."""
        return self.dataset != self.printed.dataset

    @property
    def blind(self) -> tuple[str, ...]:
        """The algorithms whose mean AUC is near 1/2."""
        return tuple(n for n in self.names if abs(self.curves.mean_auc(n) - 0.5) < CHANCE)

    @property
    def comes_out(self) -> bool:
        """Whether all that decides is as printed."""
        return all(claim.holds for claim in self.claims if claim.decides)


def shown_pairs(
    outcomes: Sequence[TestOutcome],
) -> tuple[tuple[PrintedPair, TestOutcome | None], ...]:
    """The pairs of the paper's figures with ours; None where it was not run to its end."""
    return tuple((printed, found_pair(printed, outcomes)) for printed in PRINTED_PAIRS)


def pair_numbers(printed: PrintedPair, numbers: SetNumbers, scores: FoldScores) -> PairNumbers:
    """All that a figure shows of one pair, in the order of the figure."""
    find = found_pair if numbers.dataset == printed.dataset else stand_in
    ours = find(printed, numbers.outcomes)
    assert ours is not None  # the caller has asked
    if {ours.first, ours.second} == {printed.first, printed.second}:
        first, second = printed.first, printed.second
    else:
        first, second = ours.first, ours.second
    tests = {
        "paired t over folds (the paper's)": numbers.outcomes,
        f"{error_rate.METHOD}, {delong.AVERAGED} (hold here)": numbers.holding,
        "signed ranks over folds": numbers.ranked,
    }
    errors, aucs = scores.errors(threshold=THRESHOLD), scores.aucs()
    curves = fold_curves(scores, names=(first, second), losses=LOSSES)
    intervals = _intervals(scores, (first, second)) if printed.intervals else ()
    oriented = {name: _oriented(many, first, second) for name, many in tests.items()}
    paper = next(iter(oriented.values())) if find is found_pair else None
    return PairNumbers(
        printed=printed,
        dataset=numbers.dataset,
        first=first,
        second=second,
        tests=oriented,
        errors=errors,
        aucs=aucs,
        curves=curves,
        intervals=intervals,
        claims=claims_of(printed, paper, errors, aucs, curves, intervals),
    )


def found_pair(printed: PrintedPair, outcomes: Sequence[TestOutcome]) -> TestOutcome | None:
    """Ours of a printed pair, on its data set."""
    wanted = {printed.first, printed.second}
    same = (o for o in outcomes if o.dataset == printed.dataset)
    return next((o for o in same if {o.first, o.second} == wanted), None)


def stand_in(printed: PrintedPair, outcomes: Sequence[TestOutcome]) -> TestOutcome | None:
    """The first pair of ours with the printed outcome, the same algorithms before others."""
    wanted = {printed.first, printed.second}
    fitting = [o for o in outcomes if o.outcome == printed.outcome]
    return min(fitting, key=lambda o: {o.first, o.second} != wanted, default=None)


def _oriented(outcomes: Sequence[TestOutcome], first: str, second: str) -> TestOutcome:
    """The outcome of a pair, its differences first minus second."""
    found = next(o for o in outcomes if {o.first, o.second} == {first, second})
    if found.first == first:
        return found
    return replace(
        found,
        first=first,
        second=second,
        error_difference=0.0 - found.error_difference,
        auc_difference=0.0 - found.auc_difference,
    )


def _intervals(scores: FoldScores, names: Sequence[str]) -> tuple[Estimate, ...]:
    model = scores.fold(0)
    return tuple(
        estimate
        for name in names
        for estimate in (
            cortes_mohri_interval(model[name], threshold=THRESHOLD),
            agarwal_interval(model[name]),
            delong_interval(model[name]),
        )
    )
