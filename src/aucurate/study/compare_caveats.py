"""The caveats of a whole comparison: each told once, with the name of whom it means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from aucurate.formatting import listing, shortened
from aucurate.inference.auc.equivalence import MarginTest
from aucurate.inference.core import caveats as standard
from aucurate.inference.core import score_caveats
from aucurate.results import Caveat, Comparison, Estimate, JointTest
from aucurate.study.compare_lineup import Lineup, shared_observations
from aucurate.study.pieces import of_interruption

if TYPE_CHECKING:
    from aucurate.study.compare_numbers import Numbers

_Result: TypeAlias = Estimate | Comparison | JointTest | MarginTest

_TOLD_BY_THE_STUDY = frozenset({"few_observations", "shared_observations", "whole_curve"})
_WITHOUT_NAMES = frozenset(
    {
        "few_errors",
        "stopped_early",
        "too_few_repeats",
        "replicates_without_a_class",
        "replicates_without_variance",
        "outside_table",
        "no_score_correlation",
        "test_and_interval_disagree",
    }
)
_MOST_NAMES = 3

OF_THE_DATA = frozenset(
    {
        "dropped_rows",
        "unmatched_rows",
        "pooled_folds",
        "aligned_rows",
        "repeated_identifiers",
        "lower_scores",
        "wrong_way",
        "repeated_rows",
        "two_values",
    }
)
"""The kinds that are about the data, whatever is made of them."""


def caveats_of(
    lineup: Lineup,
    numbers: Numbers,
    unfinished: Mapping[str, tuple[int, int]],
) -> tuple[Caveat, ...]:
    """All that a reader must know: of the run, the observations, the columns, the results."""
    lower = [scored.name for scored in lineup.scores if scored.lower]
    asked = max(1, len(lineup.pairs))
    found = [
        *of_interruption(unfinished),
        *_of_observations(lineup),
        *standard.of_lower(lower),
        *score_caveats.of_direction(
            {estimate.name: estimate.interval for estimate in numbers.estimates},
            lower=lower,
            negative=lineup.scores[0].observations.negative,
            named_by_column=len(lineup.test_sets) == 1,
        ),
        *score_caveats.of_scores(lineup.scores),
        *_of_class_sizes(lineup),
        *_of_results(len(lineup.names), ((shortened(e.name), e) for e in numbers.estimates)),
        *_of_choice(numbers),
        *_of_results(asked, ((_pair(c.first, c.second), c) for c in numbers.comparisons)),
        *shared_observations(lineup),
        *_of_results(asked, ((_pair(*t.names[:2]), t) for t in numbers.curve_tests)),
        *_of_results(
            asked,
            ((_pair(t.comparison.first, t.comparison.second), t) for t in numbers.margin_tests),
        ),
        *_of_results(asked, ((_pair(c.first, c.second), c) for c in numbers.simultaneous)),
        *_of_error_counts(numbers.all_estimates),
    ]
    return tuple(dict.fromkeys(found))


def _of_observations(lineup: Lineup) -> list[Caveat]:
    sets = lineup.test_sets.values()
    return [
        _named(shortened(name), caveat) if len(sets) > 1 else caveat
        for name, observations in sets
        for caveat in standard.of_observations(observations)
    ]


def _of_class_sizes(lineup: Lineup) -> list[Caveat]:
    """Few observations in a class; the name of the test set with it where there are several."""
    several = len(lineup.test_sets) > 1
    return [
        _named(shortened(moments.names[0]), caveat) if several else caveat
        for moments in lineup.moments
        for caveat in standard.of_class_sizes(moments)
    ]


def _of_choice(numbers: Numbers) -> list[Caveat]:
    """That the highest was chosen by the data."""
    of_highest = () if numbers.highest is None else numbers.highest.caveats
    return [caveat for caveat in of_highest if caveat.kind == "chosen_highest"]


def _of_error_counts(estimates: Iterable[Estimate]) -> list[Caveat]:
    """Of all intervals side by side, those that need not contain the AUC."""
    given = {c: e for e in estimates for c in e.caveats if c.kind == "error_derived"}
    if len(given) < 2:
        return list(given)
    method = next(iter(given.values())).interval.method
    names = listing([shortened(e.name) for e in given.values()], most=_MOST_NAMES)
    message = (
        f"The {method} intervals of {names} are "
        "derived from the numbers of errors alone, under a model in which all rankings with that "
        "many errors are equally likely; they do not use the AUCs and need not contain them."
    )
    return [Caveat(kind="error_derived", message=message)]


def _of_results(asked: int, results: Iterable[tuple[str, _Result]]) -> list[Caveat]:
    """The caveats of results; one that names nobody and is not for all gets the names it is for."""
    names: dict[Caveat, list[str]] = {}
    for name, result in results:
        for caveat in result.caveats:
            if caveat.kind not in _TOLD_BY_THE_STUDY:
                names.setdefault(caveat, []).append(name)
    return [
        _named(listing(of, most=_MOST_NAMES), caveat)
        if len(of) < asked and _names_nobody(caveat)
        else caveat
        for caveat, of in names.items()
    ]


def _names_nobody(caveat: Caveat) -> bool:
    no_one = ("of the two AUCs", "of the AUC,")
    return caveat.kind in _WITHOUT_NAMES or any(words in caveat.message for words in no_one)


def _named(name: str, caveat: Caveat) -> Caveat:
    message = caveat.message[:1].lower() + caveat.message[1:]
    return Caveat(kind=caveat.kind, message=f"{name}: {message}")


def _pair(first: str, second: str) -> str:
    return f"{shortened(first)} - {shortened(second)}"
