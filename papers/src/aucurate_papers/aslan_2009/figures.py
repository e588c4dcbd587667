"""Figs. 2 to 7: one pair of algorithms over the training sets, as histograms and as curves."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from aucurate.errors import TableError
from aucurate.estimates.fold_summary import fold_distribution
from aucurate.formatting import listing, number
from aucurate.plots.fold_figure import FoldPanels, folds_figure
from aucurate.study.table import Table
from aucurate_papers.aslan_2009 import words
from aucurate_papers.aslan_2009.claims import PRINTED_INTERVALS
from aucurate_papers.aslan_2009.numbers import (
    LEVEL,
    THRESHOLD,
    SetNumbers,
    kept_numbers,
    kept_set,
)
from aucurate_papers.aslan_2009.pair_tables import (
    claims_table,
    drawn_tables,
    intervals_table,
    tests_table,
    values_table,
)
from aucurate_papers.aslan_2009.pairs import (
    PairNumbers,
    found_pair,
    pair_numbers,
    stand_in,
)
from aucurate_papers.aslan_2009.printed import CHESS, PRINTED_PAIRS, PrintedPair
from aucurate_papers.aslan_2009.scores import (
    OBTAIN,
    KeptScores,
    kept_provenance,
)
from aucurate_papers.exhibit import Exhibit, State, plain_name
from aucurate_papers.running import Made, Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TITLES = {
    "2": "C4.5 and RIPPER on chess: neither test tells them apart",
    "3": "k-NN and RIPPER on report: only the AUC test tells them apart, k-NN's curves above",
    "4": "k-NN and NB on shuttle: only the error test tells them apart",
    "5": "C4.5 and LP on nursery: both tests tell them apart, LP's curves above",
    "6": "RIPPER and LP on ada, with intervals: only the AUC test tells them apart",
    "7": "k-NN and LP on ada, with intervals: both tests tell them apart",
}


def figure(number: str, run: Run) -> Made:
    """One of Figs. 2 to 7 from the kept scores.

    **State.** "same finding, other numbers" where both tests decide as printed, the algorithm whose
    curves the text calls higher has the larger mean AUC and, in Figs. 6 and 7, the intervals of
    both methods are wider than the AUCs over the training sets range; of the two sets that "chess"
    may mean one is enough. Otherwise "not reproduced". The tests are the paper's own, and printed
    is what the caption says. "data not obtainable" where the paper's data set is not among those
    that were run: then a pair of ours with the printed outcome is shown.
    """
    kept = KeptScores.opened(run.cache)
    printed = [one for one in PRINTED_PAIRS if one.figure == number]
    gone = printed[0].printed_dataset in words.not_found(kept.facts)
    found = _standing_in(printed[0], run, kept) if gone else _as_printed(printed, run, kept)
    sets = [numbers for _, numbers in found]
    pairs = [pair_numbers(one, numbers, kept.scores(numbers.dataset)) for one, numbers in found]
    panels = [(pair.dataset, _panels(pair)) for pair in pairs]
    of_tests = [caveat for numbers in sets for caveat in numbers.caveats]
    exhibit = Exhibit(
        paper=words.PAPER,
        name=f"figure {number}",
        title=TITLES[number],
        state="data not obtainable" if gone else _state(pairs),
        shown=_tables(pairs, panels),
        verdict=_verdict(printed[0], pairs),
        differs=_differs(printed[0], gone=gone),
        caveats=(
            *words.figure_caveats(number, of_tests, intervals=printed[0].intervals),
            *(words.quick_caveats(run) if gone else ()),
        ),
        provenance=kept_provenance(
            run,
            kept.facts,
            source=f"kept scores of {listing([one.dataset for one in sets]) or 'no data set'}",
            method="paired t over folds",
            n_observations=sum(one.n_observations for one in sets),
            level=LEVEL,
            threshold=THRESHOLD,
        ),
    )
    return Made(exhibit=exhibit, figures=_figures(number, pairs, panels))


def _as_printed(
    printed: Sequence[PrintedPair], run: Run, kept: KeptScores
) -> list[tuple[PrintedPair, SetNumbers]]:
    """The data set of the pair, or both that it may be."""
    known = [one.name for one in kept.facts.sets]
    found = [(one, kept_set(run, kept, one.dataset)) for one in printed if one.dataset in known]
    for one, numbers in found:
        if found_pair(one, numbers.outcomes) is None:
            raise TableError(
                f"{one.first} or {one.second} did not finish on '{one.dataset}'.", hint=OBTAIN
            )
    return found


def _standing_in(
    printed: PrintedPair, run: Run, kept: KeptScores
) -> list[tuple[PrintedPair, SetNumbers]]:
    """The data set of the pair of ours that stands in; none where no pair has that outcome."""
    many = kept_numbers(run, kept)
    ours = stand_in(printed, [outcome for one in many for outcome in one.outcomes])
    return [(printed, one) for one in many if ours is not None and one.dataset == ours.dataset]


def _panels(pair: PairNumbers) -> FoldPanels:
    return FoldPanels(
        errors=fold_distribution(pair.errors, names=pair.names),
        aucs=fold_distribution(pair.aucs, names=pair.names),
        curves=pair.curves,
        intervals=tuple(one for one in pair.intervals if one.method in PRINTED_INTERVALS),
    )


def _drawn(panels: FoldPanels) -> FoldPanels:
    """With the marks at threshold 1/2 only: where others lie over them none can be read."""
    marks = tuple(point for point in panels.curves.points if point.loss == 1)
    return replace(panels, curves=replace(panels.curves, points=marks))


def _figures(
    number: str, pairs: Sequence[PairNumbers], panels: Sequence[tuple[str, FoldPanels]]
) -> "dict[str, Callable[[], Figure]]":
    return {
        f"{words.PAPER}-figure-{number}-{plain_name(dataset)}": partial(
            folds_figure, _drawn(drawn), title=f"{dataset}: {pair.first} and {pair.second}"
        )
        for pair, (dataset, drawn) in zip(pairs, panels, strict=True)
    }


def _tables(
    pairs: Sequence[PairNumbers], panels: Sequence[tuple[str, FoldPanels]]
) -> tuple[Table, ...]:
    if not pairs:
        return ()
    over = (intervals_table(pairs),) if pairs[0].intervals else ()
    return (
        claims_table(pairs),
        tests_table(pairs),
        values_table(pairs),
        *over,
        *drawn_tables(panels),
    )


def _state(pairs: Sequence[PairNumbers]) -> State:
    fits = any(pair.comes_out for pair in pairs)
    return "same finding, other numbers" if fits else "not reproduced"


def _verdict(printed: PrintedPair, pairs: Sequence[PairNumbers]) -> tuple[str, ...]:
    if not pairs:
        return (f"None of our pairs comes out {printed.outcome}, so that none stands in.",)
    told = (_stand_in_sentence(pair) if pair.stands_in else _sentence(pair) for pair in pairs)
    return (*told, *(_blind(pair) for pair in pairs if pair.blind))


def _sentence(pair: PairNumbers) -> str:
    paper, holding, _ = (one.outcome for one in pair.tests.values())
    text = pair.printed.text_outcome
    contradicted = f" in the caption, but {text} in the text," if text else ","
    told = (
        f"{pair.first} and {pair.second} on {pair.dataset}: error test / AUC test printed "
        f"{pair.printed.outcome}{contradicted} ours {paper}; by {words.HOLDING}, which hold in "
        f"this design, {holding}."
    )
    wrong = [claim.what for claim in pair.claims if not claim.holds]
    if not wrong:
        return f"{told} All that is checked here comes out."
    return f"{told} Not as printed: {listing(wrong)}."


def _stand_in_sentence(pair: PairNumbers) -> str:
    holding = list(pair.tests.values())[1].outcome
    return (
        f"{pair.first} and {pair.second} on {pair.dataset} stand in. They were chosen because "
        f"error test / AUC test come out as printed, {pair.printed.outcome}, so that this shows "
        f"nothing; by {words.HOLDING}, which hold in this design, {holding}."
    )


def _blind(pair: PairNumbers) -> str:
    told = [f"{name} has a mean AUC of {number(pair.curves.mean_auc(name))}" for name in pair.blind]
    return f"On {pair.dataset} {listing(told)}, hardly more than chance: a degenerate pair."


def _differs(printed: PrintedPair, *, gone: bool) -> str:
    if gone:
        return words.no_data(printed.printed_dataset)
    chess = f" {words.CHESS_IS_TWO}" if printed.dataset in CHESS else ""
    run = f" {words.WHICH_RUN}" if printed.intervals else ""
    return f"{words.SETTINGS}{chess}{run}"
