"""The numbers of one data set: every pair by the paper's tests and by others, means, normality."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from aucurate.data.folds import FoldScores
from aucurate.errors import OptionError
from aucurate.results import Caveat, Record
from aucurate.study.outcomes import error_and_auc
from aucurate.study.outcomes_numbers import TestOutcome
from aucurate_papers.aslan_2009.scores import OBTAIN, KeptScores
from aucurate_papers.aslan_2009.summaries import (
    FoldNormality,
    SetSummary,
    normality_of,
    set_summaries,
)
from aucurate_papers.exhibit import plain_name
from aucurate_papers.running import Run

THRESHOLD = math.nextafter(0.5, 1.0)  # the paper decides positive when P > 1/2, strictly
LEVEL = 0.05
QUICK_SETS = 3
CHANCE = 0.02
"""A mean AUC within this of 1/2 ranks hardly at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetNumbers(Record):
    """Every pair on one data set: by the paper's tests, by those that hold, by signed ranks."""

    dataset: str
    n_observations: int
    positive: str
    negative: str
    outcomes: tuple[TestOutcome, ...]
    holding: tuple[TestOutcome, ...]
    ranked: tuple[TestOutcome, ...]
    summaries: tuple[SetSummary, ...]
    normality: tuple[FoldNormality, ...]
    caveats: tuple[Caveat, ...]


def set_numbers(dataset: str, scores: FoldScores, level: float) -> SetNumbers:
    """All of it from the scores of one fixed test set."""
    if scores.design != "fixed test set":
        raise OptionError(
            f"the paper's design has one fixed test set; '{dataset}' has {scores.design}.",
            hint=OBTAIN,
        )
    data = {dataset: scores}
    paper, holding, ranked = (
        error_and_auc(data, threshold=THRESHOLD, method=method, level=level)
        for method in ("t", None, "wilcoxon")
    )
    return SetNumbers(
        dataset=dataset,
        n_observations=len(scores.observations),
        positive=scores.observations.positive,
        negative=scores.observations.negative,
        outcomes=paper.outcomes,
        holding=holding.outcomes,
        ranked=ranked.outcomes,
        summaries=set_summaries(data, THRESHOLD),
        normality=normality_of(data, THRESHOLD),
        caveats=paper.caveats,
    )


def kept_numbers(run: Run, kept: KeptScores) -> list[SetNumbers]:
    """Those of all kept data sets, or of the smallest three in a quick run."""
    names = kept.names[:QUICK_SETS] if run.quick else kept.names
    found = []
    for at, name in enumerate(names):
        run.tell(at, len(names), name)
        found.append(kept_set(run, kept, name))
    run.tell(len(names), len(names), "all data sets")
    return found


def kept_set(run: Run, kept: KeptScores, name: str) -> SetNumbers:
    """Those of one kept data set, computed once."""
    content = run.kept(
        f"aslan-2009/{plain_name(name)}",
        {"scores": kept.digest(name), "level": LEVEL},
        lambda: set_numbers(name, kept.scores(name), LEVEL).to_dict(),
    )
    return SetNumbers.from_dict(content)


def together(many: Sequence[SetNumbers]) -> tuple[FoldNormality, ...]:
    """The counts of series that are not normal, over all data sets."""
    quantities = dict.fromkeys(one.quantity for numbers in many for one in numbers.normality)
    found = []
    for quantity in quantities:
        same = [one for n in many for one in n.normality if one.quantity == quantity]
        found.append(
            FoldNormality(
                quantity=quantity,
                series=sum(one.series for one in same),
                rejected=sum(one.rejected for one in same),
                constant=sum(one.constant for one in same),
            )
        )
    return tuple(found)
