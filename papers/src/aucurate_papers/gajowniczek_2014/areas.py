r"""Table 4: the area under one curve by many roads.

Non-parametric: Mann-Whitney (eq. 8), the trapezoid rule (eq. 9)

.. math::
    A = -\frac12 \sum_i (sp_i\,se_{i-1} - sp_{i-1}\,se_i)

over the distinct thresholds, and the kernel-smoothed area. Over distinct thresholds the first two
are the same number. The paper writes eq. 9 over the *observations*; then a group of equal scores
is walked through in the order of the file, and the area depends on that order.

Parametric: eq. 6 on the scores as they are, after a Box-Cox transformation with one power for both
classes, after one with a power for each class (the paper's Table 3, with our powers and with those
it prints), and the binormal curve by maximum likelihood from ranks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.estimates.auc import auc_of
from aucurate.estimates.binormal import class_scores, curve_from_moments
from aucurate.estimates.box_cox import shift_for, transformed
from aucurate.estimates.box_cox_curve import box_cox_curve
from aucurate.formatting import number
from aucurate.inference.auc.delong import delong_interval
from aucurate.inference.models.registry import MODELS
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate_papers.gajowniczek_2014.model_table import model_table
from aucurate_papers.gajowniczek_2014.printed import PRINTED_TABLE_3, PRINTED_TABLE_4

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
