"""The numbers of one data set: every pair by the paper's tests and by others, means, normality."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.errors import OptionError
from aucurate.formatting import number, percent, shortened
from aucurate.inference.models.fit_tests import shapiro_wilk_test
from aucurate.results import Caveat, Record
from aucurate.study.folds.outcomes import TestOutcome, error_and_auc
from aucurate.study.table import Table
from aucurate_papers.aslan_2009.scores import OBTAIN, KeptScores
from aucurate_papers.exhibit import plain_name
from aucurate_papers.running import Run

# Means over the training sets, and whether the values over folds look normal.


NORMALITY_LEVEL = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSummary(Record):
    """One algorithm on one data set: means and standard deviations over the training sets."""

    dataset: str
    algorithm: str
    auc: float
    auc_deviation: float
    error: float
    error_deviation: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldNormality(Record):
    """How many series of fold values Shapiro and Wilk's test calls not normal.

    ``constant`` are series of one value, which have no distribution to test.
    """

    quantity: str
    series: int
    rejected: int
    constant: int


def set_summaries(data: Mapping[str, FoldScores], threshold: float) -> tuple[SetSummary, ...]:
    """Every algorithm on every data set."""
    values = {name: (s.aucs(), s.errors(threshold=threshold)) for name, s in data.items()}
    return tuple(
        _summary(dataset, name, aucs.of(name), errors.of(name))
        for dataset, (aucs, errors) in values.items()
        for name in aucs.names
    )


def _summary(
    dataset: str, name: str, aucs: NDArray[np.float64], errors: NDArray[np.float64]
) -> SetSummary:
    return SetSummary(
        dataset=dataset,
        algorithm=name,
        auc=float(np.mean(aucs)),
        auc_deviation=float(np.std(aucs, ddof=1)),
        error=float(np.mean(errors)),
        error_deviation=float(np.std(errors, ddof=1)),
    )


def normality_of(data: Mapping[str, FoldScores], threshold: float) -> tuple[FoldNormality, ...]:
    """Values and paired differences, of error and of AUC."""
    series: dict[str, list[list[float]]] = {}
    for scores in data.values():
        for values in (scores.aucs(), scores.errors(threshold=threshold)):
            series.setdefault(values.quantity, []).extend(
                values.of(name).tolist() for name in values.names
            )
            series.setdefault(f"difference of {values.quantity}", []).extend(_differences(values))
    return tuple(_tested(quantity, many) for quantity, many in series.items())


def _differences(values: FoldValues) -> list[list[float]]:
    names = values.names
    return [
        values.differences(first, second).tolist()
        for at, first in enumerate(names)
        for second in names[at + 1 :]
    ]


def _tested(quantity: str, many: Sequence[list[float]]) -> FoldNormality:
    varied = [one for one in many if max(one) - min(one) > 1e-12]
    rejected = sum(shapiro_wilk_test(one).p_value <= NORMALITY_LEVEL for one in varied)
    return FoldNormality(
        quantity=quantity,
        series=len(many),
        rejected=rejected,
        constant=len(many) - len(varied),
    )


def summaries_table(found: Sequence[SetSummary]) -> Table:
    """Mean AUC and error, a row per data set and algorithm."""
    return Table(
        name="summaries",
        title="Ours: means over the training sets on the test set",
        header=("data set", "algorithm", "AUC", "sd", "error", "sd"),
        rows=tuple(
            (
                shortened(one.dataset),
                one.algorithm,
                number(one.auc, 4),
                number(one.auc_deviation, 4),
                number(one.error, 4),
                number(one.error_deviation, 4),
            )
            for one in found
        ),
        columns={
            name: tuple(getattr(one, name) for one in found)
            for name in ("dataset", "algorithm", "auc", "auc_deviation", "error", "error_deviation")
        },
    )


def normality_table(found: Sequence[FoldNormality]) -> Table:
    """How often the values over folds are not normal."""
    return Table(
        name="normality",
        title=f"Ours: normality over folds, Shapiro-Wilk at level {NORMALITY_LEVEL:g}",
        header=("values", "series", "not normal", "share", "constant"),
        rows=tuple(
            (
                one.quantity,
                f"{one.series}",
                f"{one.rejected}",
                percent(one.rejected / max(1, one.series - one.constant)),
                f"{one.constant}",
            )
            for one in found
        ),
        columns={
            name: tuple(getattr(one, name) for one in found)
            for name in ("quantity", "series", "rejected", "constant")
        },
    )


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
