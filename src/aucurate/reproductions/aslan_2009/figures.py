"""Figs. 2 to 7: one pair of algorithms over the training sets, as histograms and as curves."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from aucurate.errors import TableError
from aucurate.estimates.fold_summary import fold_distribution
from aucurate.formatting import listing
from aucurate.plots.fold_figure import FoldPanels, folds_figure
from aucurate.reproductions.aslan_2009 import words
from aucurate.reproductions.aslan_2009.numbers import (
    LEVEL,
    THRESHOLD,
    SetNumbers,
    kept_numbers,
    kept_set,
)
from aucurate.reproductions.aslan_2009.pair_tables import (
    claims_table,
    drawn_tables,
    intervals_table,
    tests_table,
    values_table,
)
from aucurate.reproductions.aslan_2009.pairs import (
    PRINTED_INTERVALS,
    PairNumbers,
    found_pair,
    pair_numbers,
)
from aucurate.reproductions.aslan_2009.printed import CHESS, PRINTED_PAIRS, PrintedPair
from aucurate.reproductions.aslan_2009.scores import (
    OBTAIN,
    KeptScores,
    kept_provenance,
)
from aucurate.reproductions.exhibit import Exhibit, State, plain_name
from aucurate.reproductions.running import Made, Run
from aucurate.study.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TITLES = {
    "2": "C4.5 and RIPPER on chess: neither test tells them apart",
    "3": "k-NN and RIPPER on report: only the AUC test tells them apart",
    "4": "k-NN and NB on shuttle: only the error test tells them apart",
    "5": "C4.5 and LP on nursery: both tests tell them apart",
    "6": "RIPPER and LP on ada, with intervals: only the AUC test tells them apart",
    "7": "k-NN and LP on ada, with intervals: both tests tell them apart",
}


def figure(number: str, run: Run) -> Made:
    """One of Figs. 2 to 7 from the kept scores.

    **State.** "same finding, other numbers" where both tests decide as printed, the algorithm whose
    curves the text calls higher has the larger mean AUC and, in Figs. 6 and 7, the intervals of
    both methods are wider than the AUCs over the training sets range; of the two sets that "chess"
    may mean one is enough. Otherwise "not reproduced". "data not obtainable" where the paper's data
    set could not be found: then a pair of ours with the printed outcome is shown.
    """
    kept = KeptScores.opened(run.cache)
    printed = [one for one in PRINTED_PAIRS if one.figure == number]
    sets = [one for pair in printed for one in _sets(pair, run, kept)]
    pairs = [
        pair_numbers(one, numbers, kept.scores(numbers.dataset))
        for one, numbers in zip(printed, sets, strict=bool(sets))
    ]
    panels = [(pair.dataset, _panels(pair)) for pair in pairs]
    of_tests = [caveat for numbers in sets for caveat in numbers.caveats]
    exhibit = Exhibit(
        paper=words.PAPER,
        name=f"figure {number}",
        title=TITLES[number],
        state=_state(printed[0], pairs),
        shown=_tables(pairs, panels),
        verdict=_verdict(printed[0], pairs),
        differs=_differs(printed[0]),
        caveats=(
            *words.figure_caveats(number, of_tests, intervals=printed[0].intervals),
            *(() if printed[0].dataset else words.quick_caveats(run)),
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


def _sets(printed: PrintedPair, run: Run, kept: KeptScores) -> list[SetNumbers]:
    """The data set of the pair; for one that was not found, the first with such an outcome."""
    many = [kept_set(run, kept, printed.dataset)] if printed.dataset else kept_numbers(run, kept)
    ours = found_pair(printed, [outcome for one in many for outcome in one.outcomes])
    if ours is None and printed.dataset:
        raise TableError(
            f"{printed.first} or {printed.second} did not finish on '{printed.dataset}'.",
            hint=OBTAIN,
        )
    return [one for one in many if ours is not None and one.dataset == ours.dataset]


def _panels(pair: PairNumbers) -> FoldPanels:
    return FoldPanels(
        errors=fold_distribution(pair.errors, names=pair.names),
        aucs=fold_distribution(pair.aucs, names=pair.names),
        curves=pair.curves,
        intervals=tuple(one for one in pair.intervals if one.method in PRINTED_INTERVALS),
    )


def _figures(
    number: str, pairs: Sequence[PairNumbers], panels: Sequence[tuple[str, FoldPanels]]
) -> "dict[str, Callable[[], Figure]]":
    return {
        f"{words.PAPER}-figure-{number}-{plain_name(dataset)}": partial(
            folds_figure, drawn, title=f"{dataset}: {pair.first} and {pair.second}"
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


def _state(printed: PrintedPair, pairs: Sequence[PairNumbers]) -> State:
    if not printed.dataset:
        return "data not obtainable"
    fits = any(pair.comes_out for pair in pairs)
    return "same finding, other numbers" if fits else "not reproduced"


def _verdict(printed: PrintedPair, pairs: Sequence[PairNumbers]) -> tuple[str, ...]:
    if not pairs:
        return (f"None of our pairs comes out {printed.outcome}, so that none stands in.",)
    return tuple(_sentence(pair) for pair in pairs)


def _sentence(pair: PairNumbers) -> str:
    paper, holding, _ = (one.outcome for one in pair.tests.values())
    told = (
        f"{pair.first} and {pair.second} on {pair.dataset}: error test / AUC test printed "
        f"{pair.printed.outcome}, ours {paper}; by tests that hold in this design {holding}."
    )
    if not pair.printed.dataset:
        return told
    wrong = [claim.what for claim in pair.claims if not claim.holds]
    if not wrong:
        return f"{told} All that the paper says of the pair comes out."
    return f"{told} Not as printed: {listing(wrong)}."


def _differs(printed: PrintedPair) -> str:
    if not printed.dataset:
        return words.NO_REPORT
    chess = f" {words.CHESS_IS_TWO}" if printed.dataset in CHESS else ""
    run = f" {words.WHICH_RUN}" if printed.intervals else ""
    return f"{words.SETTINGS}{chess}{run}"
