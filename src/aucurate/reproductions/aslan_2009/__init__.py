"""Aslan, Yıldız, Alpaydın (2009): the test on error against the test on AUC.

Five algorithms are trained on 30 overlapping training sets of each data set, all models score one
fixed test set, and every pair of algorithms is compared by the paired t test over folds, once on
error at threshold 1/2 and once on AUC. The paper counts the four outcomes over 150 comparisons.
:func:`reproduce` takes the scores of the same design, counts them the same way, and sets beside
them what tests say that hold in this design. ``papers/aslan_2009`` in the repository trains.

Aslan, O., Yildiz, O. T., Alpaydin, E. (2009). Statistical comparison of classifiers using area
under the ROC curve. Bogazici University, FBE-CMPE-06/2009-03.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aucurate import __version__
from aucurate.data.folds import FoldScores
from aucurate.errors import OptionError
from aucurate.formatting import count, listing, percent
from aucurate.reproductions.aslan_2009.printed import (
    CHESS,
    PRINTED_COUNTS,
    PRINTED_PAIRS,
    PrintedPair,
)
from aucurate.reproductions.aslan_2009.summaries import (
    FoldNormality,
    SetSummary,
    normality_of,
    normality_table,
    set_summaries,
    summaries_table,
)
from aucurate.reproductions.aslan_2009.tables import counts_table, pairs_table
from aucurate.results import Caveat
from aucurate.study.base import Provenance, Study
from aucurate.study.outcomes import disagreeing_table, error_and_auc
from aucurate.study.outcomes_numbers import TestOutcome, counts_of
from aucurate.study.table import Table

__all__ = ["Aslan2009", "FoldNormality", "SetSummary", "reproduce", "shown_pairs"]
THRESHOLD = math.nextafter(0.5, 1.0)  # the paper decides positive when P > 1/2, strictly


@dataclass(frozen=True, slots=True, kw_only=True)
class Aslan2009(Study):
    """Every pair on every data set by the paper's tests (``outcomes``) and by those that hold.

    ``unfinished`` says which algorithm did not finish on which data set, and why.
    """

    kind = "aslan-2009"

    outcomes: tuple[TestOutcome, ...]
    holding: tuple[TestOutcome, ...]
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
    level: float = 0.05,
    source: str = "arrays in memory",
) -> Aslan2009:
    """The paper's comparison of tests on these data sets, and the same by tests that hold.

    Each ``FoldScores`` has one fixed test set, scored with probabilities by every model.
    """
    for name, scores in data.items():
        if scores.design != "fixed test set":
            raise OptionError(
                f"the paper's design has one fixed test set; '{name}' has {scores.design}.",
                hint="papers/aslan_2009 makes the scores.",
            )
    paper = error_and_auc(data, threshold=THRESHOLD, method="t", level=level)
    holding = error_and_auc(data, threshold=THRESHOLD, method=None, level=level)
    rows = next(iter(data.values())).observations
    return Aslan2009(
        outcomes=paper.outcomes,
        holding=holding.outcomes,
        summaries=set_summaries(data, THRESHOLD),
        normality=normality_of(data, THRESHOLD),
        unfinished=tuple(unfinished),
        level=paper.level,
        caveats=(*paper.caveats, *_unfinished(unfinished)),
        provenance=Provenance(
            version=__version__,
            source=source,
            method="paired t over folds",
            settings={"level": paper.level, "threshold": THRESHOLD, "sets": list(data)},
            n_observations=sum(len(scores.observations) for scores in data.values()),
            n_dropped=0,
            positive=rows.positive,
            negative=rows.negative,
            columns_not_used=(),
        ),
    )


def shown_pairs(
    outcomes: Sequence[TestOutcome],
) -> tuple[tuple[PrintedPair, TestOutcome | None], ...]:
    """The pairs of the paper's figures with ours; None where an algorithm did not finish.

    Where the paper's set could not be found, the first pair of ours with the same outcome stands
    in, the same algorithms before others.
    """
    found = []
    for printed in PRINTED_PAIRS:
        wanted = {printed.first, printed.second}
        if printed.dataset:
            fitting = [o for o in outcomes if o.dataset == printed.dataset]
            fitting = [o for o in fitting if {o.first, o.second} == wanted]
        else:
            fitting = [o for o in outcomes if o.outcome == printed.outcome]
            fitting.sort(key=lambda o: {o.first, o.second} != wanted)
        found.append((printed, fitting[0] if fitting else None))
    return tuple(found)


def _unfinished(unfinished: Sequence[str]) -> list[Caveat]:
    if not unfinished:
        return []
    message = f"Not finished, so that pairs are missing: {listing(list(unfinished))}."
    return [Caveat(kind="not_finished", message=message)]


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
        f"({percent(printed / all_printed)}).",
        f"Both reject in {percent(both)} of the comparisons, printed "
        f"{percent(PRINTED_COUNTS['reject/reject'] / all_printed)}: with one fixed test set the "
        "paired t test over folds rejects nearly always, whether or not the algorithms differ "
        "(docs/validation.md).",
        f"By tests that hold in this design, for other test and training sets, both reject in "
        f"{percent(held['reject/reject'] / total)} and neither in "
        f"{percent(held['accept/accept'] / total)}.",
    )
