"""The pairs that Figs. 2 to 7 show: which of ours they are, and their numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aucurate.curve.fold_curves import FoldCurves, fold_curves
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.inference.auc.agarwal import agarwal_interval
from aucurate.inference.auc.cortes_mohri import cortes_mohri_interval
from aucurate.inference.auc.delong import delong_interval
from aucurate.inference.folds import averaged_delong, averaged_error
from aucurate.results import Estimate
from aucurate.study.outcomes_numbers import TestOutcome
from aucurate_papers.aslan_2009.claims import Claim, claims_of
from aucurate_papers.aslan_2009.numbers import CHANCE, THRESHOLD, SetNumbers
from aucurate_papers.aslan_2009.printed import PRINTED_PAIRS, PrintedPair

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
        f"{averaged_error.METHOD}, {averaged_delong.METHOD} (hold here)": numbers.holding,
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
