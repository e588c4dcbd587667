"""The test on error against the test on AUC over all pairs: the four outcomes, counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from aucurate import __version__
from aucurate.data.folds import FoldScores
from aucurate.data.source import Source
from aucurate.errors import InputError
from aucurate.formatting import bare_p_value, count, percent, shortened
from aucurate.inference.folds import delong, error_rate
from aucurate.results import Caveat
from aucurate.study.base import Study
from aucurate.study.folds.outcomes import (
    OUTCOMES,
    Outcome,
    TestOutcome,
    counts_of,
    disagreeing_table,
)
from aucurate.study.table import Table
from aucurate_papers.aslan_2009.numbers import (
    LEVEL,
    THRESHOLD,
    FoldNormality,
    SetNumbers,
    SetSummary,
    kept_numbers,
    normality_table,
    set_numbers,
    summaries_table,
    together,
)
from aucurate_papers.aslan_2009.pairs import shown_pairs
from aucurate_papers.aslan_2009.printed import CHESS, PRINTED_COUNTS, PRINTED_SETS, PrintedPair
from aucurate_papers.aslan_2009.scores import OBTAIN, KeptScores
from aucurate_papers.aslan_2009.words import HOLDING, unfinished_words
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.exhibit import RunProvenance
from aucurate_papers.running import Run

__all__ = ["Aslan2009", "FoldNormality", "SetSummary", "reproduce", "shown_pairs", "studied"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aslan2009(Study):
    """Every pair on every data set: by the paper's tests (``outcomes``), by those that hold in its
    design (``holding``) and by Wilcoxon's signed-rank test over folds (``ranked``).

    ``unfinished`` says which algorithm did not finish on which data set, and why.
    """

    kind = "aslan-2009"

    provenance: RunProvenance
    outcomes: tuple[TestOutcome, ...]
    holding: tuple[TestOutcome, ...]
    ranked: tuple[TestOutcome, ...]
    summaries: tuple[SetSummary, ...]
    normality: tuple[FoldNormality, ...]
    unfinished: tuple[str, ...]
    level: float

    @property
    def datasets(self) -> tuple[str, ...]:
        """The data sets, in the order in which they were given."""
        return tuple(dict.fromkeys(one.dataset for one in self.outcomes))

    def tables(self) -> tuple[Table, ...]:
        """The counts, the pairs of the figures, the disagreeing pairs, means, normality."""
        disagreeing = tuple(one for one in self.outcomes if one.disagrees)
        found = [counts_table(self), pairs_table(shown_pairs(self.outcomes))]
        if disagreeing:
            found.append(disagreeing_table(disagreeing))
        return (*found, summaries_table(self.summaries), normality_table(self.normality))

    def sentences(self) -> tuple[str, ...]:
        """What comes out as printed, what does not, and what the design allows to say."""
        return _sentences(self)


def reproduce(
    data: Mapping[str, FoldScores],
    *,
    unfinished: Sequence[str] = (),
    level: float = LEVEL,
    source: str = "arrays in memory",
) -> Aslan2009:
    """The paper's comparison of tests on these data sets, and the same by tests that hold.

    Each ``FoldScores`` has one fixed test set, scored with probabilities by every model.
    """
    if not data:
        raise InputError("there are no data sets.", hint="give a FoldScores for each of them.")
    numbers = [set_numbers(name, scores, level) for name, scores in data.items()]
    return _study(numbers, unfinished=unfinished, level=level, source=source)


def studied(run: Run, kept: KeptScores) -> Aslan2009:
    """The same from kept scores: all of them, or the smallest three sets in a quick run."""
    numbers = kept_numbers(run, kept)
    if not numbers:
        raise InputError(
            f"on no data set in '{kept.folder}' have two algorithms finished.",
            hint=OBTAIN,
        )
    names = [one.dataset for one in numbers]
    missing = [told for told in kept.facts.unfinished if told.split(", ")[0] in names]
    source = f"kept scores of {count(len(numbers), 'data set')}"
    return _study(numbers, unfinished=missing, level=LEVEL, source=source)


def _study(
    numbers: Sequence[SetNumbers], *, unfinished: Sequence[str], level: float, source: str
) -> Aslan2009:
    caveats = dict.fromkeys(caveat for one in numbers for caveat in one.caveats)
    names = [one.dataset for one in numbers]
    return Aslan2009(
        outcomes=tuple(outcome for one in numbers for outcome in one.outcomes),
        holding=tuple(outcome for one in numbers for outcome in one.holding),
        ranked=tuple(outcome for one in numbers for outcome in one.ranked),
        summaries=tuple(summary for one in numbers for summary in one.summaries),
        normality=together(numbers),
        unfinished=tuple(unfinished),
        level=level,
        caveats=(*caveats, *_unfinished(unfinished)),
        provenance=RunProvenance(
            version=__version__,
            source=Source(name=source),
            method="paired t over folds",
            settings={"level": level, "threshold": THRESHOLD, "sets": names},
            n_observations=sum(one.n_observations for one in numbers),
            positive=numbers[0].positive,
            negative=numbers[0].negative,
        ),
    )


def _unfinished(unfinished: Sequence[str]) -> list[Caveat]:
    if not unfinished:
        return []
    return [caveat(Kind.NOT_FINISHED, unfinished=unfinished_words(unfinished))]


def _sentences(study: Aslan2009) -> tuple[str, ...]:
    total, counts = len(study.outcomes), counts_of(study.outcomes)
    agree = counts["accept/accept"] + counts["reject/reject"]
    printed = PRINTED_COUNTS["accept/accept"] + PRINTED_COUNTS["reject/reject"]
    all_printed = sum(PRINTED_COUNTS.values())
    held = counts_of(study.holding)
    here = [name for name in CHESS if name in study.datasets]
    twice = " ('chess' counted as both sets)" if len(here) == len(CHESS) else ""
    both = counts["reject/reject"] / total
    return (
        f"By the paper's tests error and AUC agree in {agree} of {count(total, 'comparison')} "
        f"({percent(agree / total)}){twice}; printed are {printed} of {all_printed} "
        f"({percent(printed / all_printed)}). By tests that hold in this design, {HOLDING}, they "
        f"agree in {percent((held['accept/accept'] + held['reject/reject']) / total)}.",
        f"Both reject in {percent(both)} of the comparisons, printed "
        f"{percent(PRINTED_COUNTS['reject/reject'] / all_printed)}: with one fixed test set the "
        "paired t test over folds rejects nearly always, whether or not the algorithms differ "
        "(docs/validation.md).",
        "By the tests that hold, which speak of other test and training sets, both reject in "
        f"{percent(held['reject/reject'] / total)} and neither in "
        f"{percent(held['accept/accept'] / total)}.",
    )


# The four counts beside the printed ones, and the pairs of the figures.


_HOLDING = f"{error_rate.METHOD}, {delong.AVERAGED}"
Row: TypeAlias = tuple[str, int, int, dict[Outcome, int]]


def counts_table(study: Aslan2009) -> Table:
    """Theirs, ours with either chess set, by other tests, and ours on each set."""
    rows: list[Row] = [("theirs", PRINTED_SETS, sum(PRINTED_COUNTS.values()), PRINTED_COUNTS)]
    here = [name for name in CHESS if name in study.datasets]
    for left_out in reversed(here) if len(here) == len(CHESS) else ():
        kept = next(name for name in here if name != left_out)
        rows.append(
            _row(f"ours, with {kept}", [o for o in study.outcomes if o.dataset != left_out])
        )
    rows.append(_row("ours, all", study.outcomes))
    rows.append(_row("ours, all, by signed ranks over folds", study.ranked))
    rows.append(_row(f"ours, {_HOLDING}", study.holding))
    rows += [
        _row(f"ours, {name} alone", [o for o in study.outcomes if o.dataset == name])
        for name in study.datasets
    ]
    return Table(
        name="counts",
        title=f"Error test / AUC test at level {study.level:g}",
        header=("", "data sets", "pairs", *OUTCOMES),
        rows=tuple(
            (shortened(name), f"{sets}", f"{pairs}", *(f"{counts[kind]}" for kind in OUTCOMES))
            for name, sets, pairs, counts in rows
        ),
        columns={
            "which": tuple(row[0] for row in rows),
            "n_sets": tuple(row[1] for row in rows),
            "n_pairs": tuple(row[2] for row in rows),
            **{kind: tuple(row[3][kind] for row in rows) for kind in OUTCOMES},
        },
    )


def _row(name: str, found: Sequence[TestOutcome]) -> Row:
    sets = len({one.dataset for one in found})
    return name, sets, len(found), counts_of(found)


def pairs_table(pairs: Sequence[tuple[PrintedPair, TestOutcome | None]]) -> Table:
    """The pairs that the figures show: the printed outcome and ours."""
    return Table(
        name="pairs",
        title="The pairs of Figs. 2 to 7",
        header=("figure", "data set", "pair", "theirs", "ours", "error p", "AUC p"),
        rows=tuple(_pair_row(printed, ours) for printed, ours in pairs),
        columns={
            "figure": tuple(printed.figure for printed, _ in pairs),
            "dataset": tuple(printed.dataset for printed, _ in pairs),
            "first": tuple(printed.first if o is None else o.first for printed, o in pairs),
            "second": tuple(printed.second if o is None else o.second for printed, o in pairs),
            "printed_outcome": tuple(printed.outcome for printed, _ in pairs),
            "outcome": tuple(None if o is None else o.outcome for _, o in pairs),
            "error_p_value": tuple(None if o is None else o.error_p_value for _, o in pairs),
            "auc_p_value": tuple(None if o is None else o.auc_p_value for _, o in pairs),
        },
    )


def _pair_row(printed: PrintedPair, ours: TestOutcome | None) -> tuple[str, ...]:
    start = (printed.figure, printed.dataset)
    if ours is None:
        pair = f"{printed.first} - {printed.second}"
        return (*start, pair, printed.outcome, "not run", "", "")
    return (
        *start,
        f"{ours.first} - {ours.second}",
        printed.outcome,
        ours.outcome,
        bare_p_value(ours.error_p_value),
        bare_p_value(ours.auc_p_value),
    )
