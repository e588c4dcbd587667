r"""Tables 4 and 5: areas under the curves by many roads, and whether two of them differ.

Table 4
-------
The area under one curve by many roads.

Non-parametric: Mann-Whitney (eq. 8), the trapezoid rule (eq. 9)

.. math::
    A = -\frac12 \sum_i (sp_i\,se_{i-1} - sp_{i-1}\,se_i)

over the distinct thresholds, and the kernel-smoothed area. Over distinct thresholds the first two
are the same number. The paper writes eq. 9 over the *observations*; then a group of equal scores
is walked through in the order of the file, and the area depends on that order.

Parametric: eq. 6 on the scores as they are, after a Box-Cox transformation with one power for both
classes, after one with a power for each class (the paper's Table 3, with our powers and with those
it prints), and the binormal curve by maximum likelihood from ranks.

Table 5
-------
Do two areas differ? The paper's unpaired z, and the paired test that holds here.

The five models score the same observations, so their areas are correlated and the variance of a
difference is smaller than eq. 11 has it: the unpaired z overlooks differences that are there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import PairedScores, Scores
from aucurate.estimates.auc import auc_of
from aucurate.estimates.fits.binormal import class_scores, curve_from_moments
from aucurate.estimates.fits.box_cox import box_cox_curve, shift_for, transformed
from aucurate.formatting import bare_p_value, digits_for, number
from aucurate.inference.auc.delong import delong_interval, delong_test
from aucurate.inference.auc.hanley_mcneil import hanley_mcneil_test
from aucurate.inference.core.multiplicity import holm
from aucurate.inference.models.registry import MODELS
from aucurate.results import Comparison, Record
from aucurate.study.table import Table
from aucurate_papers.gajowniczek_2014.printed import (
    PRINTED_TABLE_3,
    PRINTED_TABLE_4,
    PRINTED_TABLE_5,
)

DIGITS = 7  # as many as the paper prints


@dataclass(frozen=True, slots=True, kw_only=True)
class Areas(Record):
    """The areas of one model; ``standard_error`` is DeLong's, of the Mann-Whitney area.

    ``one_by_one`` is eq. 9 over the observations, ties in the order of the file; ``printed_powers``
    is eq. 6 with the paper's own lambda for each class.
    """

    name: str
    standard_error: float
    mann_whitney: float
    trapezoid: float
    one_by_one: float
    kernel: float
    binormal: float
    common_power: float
    class_powers: float
    printed_powers: float
    ml_binormal: float


def areas_of(scores: Scores) -> Areas:
    """One row of Table 4."""
    curve = RocCurve.from_counts(ThresholdCounts.from_scores(scores))
    return Areas(
        name=scores.name,
        standard_error=delong_interval(scores).standard_error,
        mann_whitney=auc_of(scores),
        trapezoid=equation_9(curve.sensitivity, curve.specificity),
        one_by_one=_one_by_one(scores),
        kernel=_model_area(scores, "kernel"),
        binormal=_model_area(scores, "binormal"),
        common_power=_model_area(scores, "box-cox"),
        class_powers=box_cox_curve(scores, per_class=True).auc,
        printed_powers=_with_printed_powers(scores),
        ml_binormal=_model_area(scores, "ml-binormal"),
    )


def equation_9(sensitivity: NDArray[np.float64], specificity: NDArray[np.float64]) -> float:
    """The trapezoid area through these points, from "nobody is positive" to "everybody is".

    >>> equation_9(np.array([0, 0.5, 0.5, 1, 1]), np.array([1, 1, 0.5, 0.5, 0]))
    0.75
    """
    turned = specificity[1:] * sensitivity[:-1] - specificity[:-1] * sensitivity[1:]
    return float(-np.sum(turned) / 2)


def table_4_without_model(rows: Sequence[Areas]) -> Table:
    """The non-parametric areas, theirs beside ours."""
    columns = {
        "mann_whitney_printed": tuple(PRINTED_TABLE_4[row.name][0] for row in rows),
        "mann_whitney": tuple(row.mann_whitney for row in rows),
        "standard_error": tuple(row.standard_error for row in rows),
        "trapezoid_printed": tuple(PRINTED_TABLE_4[row.name][1] for row in rows),
        "trapezoid": tuple(row.trapezoid for row in rows),
        "one_by_one": tuple(row.one_by_one for row in rows),
        "kernel": tuple(row.kernel for row in rows),
    }
    return model_table(
        "table_4_non_parametric",
        "Table 4, non-parametric areas, theirs and ours",
        (
            *("Mann-Whitney: theirs", "ours", "its standard error", "trapezoid: theirs", "ours"),
            *("eq. 9 over observations: ours", "kernel: ours"),
        ),
        [row.name for row in rows],
        columns,
        lambda _, value: number(value, DIGITS),
    )


def table_4_with_model(rows: Sequence[Areas]) -> Table:
    """The parametric areas: what the paper prints, what inflates, and what does not."""
    columns = {
        "normal_printed": tuple(PRINTED_TABLE_4[row.name][2] for row in rows),
        "class_powers": tuple(row.class_powers for row in rows),
        "printed_powers": tuple(row.printed_powers for row in rows),
        "common_power": tuple(row.common_power for row in rows),
        "binormal": tuple(row.binormal for row in rows),
        "ml_binormal": tuple(row.ml_binormal for row in rows),
        "mann_whitney": tuple(row.mann_whitney for row in rows),
    }
    return model_table(
        "table_4_parametric",
        "Table 4, parametric areas: theirs, then ours with one lambda per class (not an AUC of "
        "anything) and with valid models",
        (
            *("normal assumption: theirs", "lambda per class: ours", "with their lambdas: ours"),
            *("one common lambda: ours", "no transformation: ours"),
            *("binormal by likelihood: ours", "Mann-Whitney: ours"),
        ),
        [row.name for row in rows],
        columns,
        lambda _, value: number(value, DIGITS),
    )


def _model_area(scores: Scores, name: str) -> float:
    model = MODELS[name]
    return model.curve(model.fit(scores)).auc


def _one_by_one(scores: Scores) -> float:
    order = np.argsort(-scores.values.astype(np.float64), kind="stable")
    positive = scores.is_positive[order]
    true = np.concatenate([[0], np.cumsum(positive)])
    false = np.concatenate([[0], np.cumsum(~positive)])
    return equation_9(true / scores.n_positive, 1 - false / scores.n_negative)


def _with_printed_powers(scores: Scores) -> float:
    positive, negative = class_scores(scores, "the Box-Cox binormal model")
    shift = shift_for(positive, negative)
    _, of_negatives, _, of_positives = PRINTED_TABLE_3[scores.name]
    return curve_from_moments(
        transformed(positive + shift, of_positives), transformed(negative + shift, of_negatives)
    ).auc


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference(Record):
    """Two models: the test of the paper and the paired one; ``holm`` is among all pairs."""

    unpaired: Comparison
    paired: Comparison
    holm: float


def differences_of(data: PairedScores) -> tuple[Difference, ...]:
    """The ten comparisons of Table 5 on scores."""
    pairs = [(data[one], data[two]) for one, two in combinations(data.names, 2)]
    paired = [delong_test(*pair) for pair in pairs]
    adjusted = holm([found.p_value for found in paired])
    return tuple(
        Difference(unpaired=hanley_mcneil_test(*pair, paired=False), paired=found, holm=p)
        for pair, found, p in zip(pairs, paired, adjusted, strict=True)
    )


def table_5(rows: Sequence[Difference]) -> Table:
    """The paper's test on our scores, and the paired one beside it."""
    printed = [printed_p(row.paired.first, row.paired.second) for row in rows]
    return Table(
        name="table_5",
        title="Table 5 on our scores: p-values of the paper's unpaired z (wrong for models that "
        "score the same observations) and of the paired DeLong test",
        header=(
            *("models", "unpaired z: theirs", "ours", "difference of AUCs: ours"),
            *("paired DeLong: ours", "Holm-adjusted"),
        ),
        rows=tuple(
            (
                _both(row.paired.first, row.paired.second),
                *(number(p, 4) for p in (theirs, row.unpaired.p_value)),
                _with_interval(row.paired),
                *(bare_p_value(p) for p in (row.paired.p_value, row.holm)),
            )
            for row, theirs in zip(rows, printed, strict=True)
        ),
        columns={
            "first": tuple(row.paired.first for row in rows),
            "second": tuple(row.paired.second for row in rows),
            "printed": tuple(printed),
            "unpaired": tuple(row.unpaired.p_value for row in rows),
            "difference": tuple(row.paired.difference for row in rows),
            "low": tuple(row.paired.interval.low for row in rows),
            "high": tuple(row.paired.interval.high for row in rows),
            "paired": tuple(row.paired.p_value for row in rows),
            "holm": tuple(row.holm for row in rows),
        },
    )


def printed_p(first: str, second: str) -> float:
    """What Table 5 has for two models, whichever is named first."""
    return PRINTED_TABLE_5.get((first, second)) or PRINTED_TABLE_5[second, first]


def _with_interval(found: Comparison) -> str:
    digits = digits_for(found.interval.high - found.interval.low)
    return f"{number(found.difference, digits)} ({found.interval})"


def _both(first: str, second: str) -> str:
    return f"{first}, {second}"


# Tables with a row for each model.


def model_table(
    name: str,
    title: str,
    header: tuple[str, ...],
    models: Sequence[str],
    columns: dict[str, tuple[float, ...]],
    cell: Callable[[str, float], str],
) -> Table:
    """Numbers by model; ``cell(column, value)`` is how one is shown."""
    names = tuple(models)
    shown = [[cell(column, value) for value in values] for column, values in columns.items()]
    return Table(
        name=name,
        title=title,
        header=("model", *header),
        rows=tuple(zip(names, *shown, strict=True)),
        columns={"model": names, **columns},
    )
