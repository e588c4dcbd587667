"""Aslan, Yıldız, Alpaydın (2009): the test on error against the test on AUC.

Five algorithms are trained on 30 overlapping training sets of each data set, all models score one
fixed test set, and every pair of algorithms is compared by the paired t test over folds, once on
error at threshold 1/2 and once on AUC. The paper counts the four outcomes over 150 comparisons.
:func:`reproduce` takes the scores of the same design, counts them the same way, and sets beside
them what tests say that hold in this design (the averaged error test, and DeLong on placements
averaged over all models). ``make scores`` in a clone of the repository trains the models and keeps
their scores; ``exhibits`` shows every table and figure of the paper from them.

Aslan, O., Yildiz, O. T., Alpaydin, E. (2009). Statistical comparison of classifiers using area
under the ROC curve. Bogazici University, FBE-CMPE-06/2009-03.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aucurate import __version__
from aucurate.data.folds import FoldScores
from aucurate.errors import InputError
from aucurate.formatting import count, percent
from aucurate.results import Caveat
from aucurate.study.base import Provenance, Study
from aucurate.study.outcomes import disagreeing_table
from aucurate.study.outcomes_numbers import TestOutcome, counts_of
from aucurate.study.table import Table
from aucurate_papers.aslan_2009.numbers import (
    LEVEL,
    THRESHOLD,
    SetNumbers,
    kept_numbers,
    set_numbers,
    together,
)
from aucurate_papers.aslan_2009.pairs import shown_pairs
from aucurate_papers.aslan_2009.printed import CHESS, PRINTED_COUNTS
from aucurate_papers.aslan_2009.scores import OBTAIN, KeptScores
from aucurate_papers.aslan_2009.summaries import (
    FoldNormality,
    SetSummary,
    normality_table,
    summaries_table,
)
from aucurate_papers.aslan_2009.tables import counts_table, pairs_table
from aucurate_papers.aslan_2009.words import HOLDING, unfinished_words
from aucurate_papers.running import Run

__all__ = ["Aslan2009", "FoldNormality", "SetSummary", "reproduce", "shown_pairs", "studied"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aslan2009(Study):
    """Every pair on every data set: by the paper's tests (``outcomes``), by those that hold in its
    design (``holding``) and by Wilcoxon's signed-rank test over folds (``ranked``).

    ``unfinished`` says which algorithm did not finish on which data set, and why.
    """

    kind = "aslan-2009"

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
        provenance=Provenance(
            version=__version__,
            source=source,
            method="paired t over folds",
            settings={"level": level, "threshold": THRESHOLD, "sets": names},
            n_observations=sum(one.n_observations for one in numbers),
            n_dropped=0,
            positive=numbers[0].positive,
            negative=numbers[0].negative,
            columns_not_used=(),
        ),
    )


def _unfinished(unfinished: Sequence[str]) -> list[Caveat]:
    if not unfinished:
        return []
    message = f"Pairs are missing. {unfinished_words(unfinished)}"
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
