"""Means over the training sets, and whether the values over folds look normal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.formatting import number, percent, shortened
from aucurate.inference.models.goodness import shapiro_wilk_test
from aucurate.results import Record
from aucurate.study.table import Table

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
