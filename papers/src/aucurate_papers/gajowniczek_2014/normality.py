"""Table 3: the power (lambda) of the Box-Cox transformation, and whether the classes are normal.

The paper takes one power for each class. Ours is shown so, and with the one power for both classes
that a transformation of the score must have.

Shapiro-Wilk is what the paper tests with, on all observations as it seems: its p-values of the
large class are that small. So it is computed on all of them here too. Royston's p-value, which
SciPy gives, is known up to 5,000 observations; beyond it is an extrapolation, so Shapiro-Wilk on a
fixed random subset of that size and Anderson-Darling on all observations stand beside.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from aucurate.data.scores import Scores
from aucurate.estimates.fits.binormal import class_scores
from aucurate.estimates.fits.box_cox import BoxCoxCurve, Floats, box_cox_curve, transformed
from aucurate.formatting import number, small_p_value
from aucurate.inference.models.fit_tests import (
    MOST,
    FitTest,
    anderson_darling_test,
    shapiro_wilk_test,
)
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.gajowniczek_2014.areas import model_table
from aucurate_papers.gajowniczek_2014.printed import PRINTED_TABLE_3

_NAMES = ("negatives", "positives")


@dataclass(frozen=True, slots=True, kw_only=True)
class Normality(Record):
    """The powers of one model, and Shapiro-Wilk of both classes after either transformation.

    ``shift`` was added to the scores first; it is 0 where all of them are positive. ``..._test``
    are Shapiro-Wilk of all observations of a class, ``..._subset`` of at most 5,000, ``..._beside``
    Anderson-Darling of all; with a power for each class, or with the ``common`` one.
    """

    name: str
    shift: float
    negative_power: float
    positive_power: float
    common_power: float
    negative_test: FitTest
    positive_test: FitTest
    negative_subset: FitTest
    positive_subset: FitTest
    negative_beside: FitTest
    positive_beside: FitTest
    common_negative_test: FitTest
    common_positive_test: FitTest


def normality_of(scores: Scores) -> Normality:
    """One row of Table 3."""
    apart, common = box_cox_curve(scores, per_class=True), box_cox_curve(scores)
    classes = _classes(scores, apart)
    negative, positive = map(shapiro_wilk_of_all, classes, _NAMES)
    negative_subset, positive_subset = map(_shapiro_wilk, classes, _NAMES)
    negative_beside, positive_beside = map(_anderson_darling, classes, _NAMES)
    common_negative, common_positive = map(shapiro_wilk_of_all, _classes(scores, common), _NAMES)
    return Normality(
        name=scores.name,
        shift=common.shift,
        negative_power=apart.negative_power,
        positive_power=apart.positive_power,
        common_power=common.positive_power,
        negative_test=negative,
        positive_test=positive,
        negative_subset=negative_subset,
        positive_subset=positive_subset,
        negative_beside=negative_beside,
        positive_beside=positive_beside,
        common_negative_test=common_negative,
        common_positive_test=common_positive,
    )


def table_3(rows: Sequence[Normality]) -> Table:
    """Powers and p-values of each class, theirs beside ours."""
    theirs = [PRINTED_TABLE_3[row.name] for row in rows]
    columns: dict[str, tuple[float, ...]] = {
        "negative_power_printed": tuple(printed[1] for printed in theirs),
        "negative_power": tuple(row.negative_power for row in rows),
        "negative_p_printed": tuple(printed[0] for printed in theirs),
        "negative_p": tuple(row.negative_test.p_value for row in rows),
        "positive_power_printed": tuple(printed[3] for printed in theirs),
        "positive_power": tuple(row.positive_power for row in rows),
        "positive_p_printed": tuple(printed[2] for printed in theirs),
        "positive_p": tuple(row.positive_test.p_value for row in rows),
    }
    return model_table(
        "table_3",
        "Table 3. The Box-Cox power lambda and the Shapiro-Wilk p-value of each class, theirs and "
        "ours",
        (
            *("lambda of negatives: theirs", "ours", "p: theirs", "ours"),
            *("lambda of positives: theirs", "ours", "p: theirs", "ours"),
        ),
        [row.name for row in rows],
        columns,
        _shown,
    )


def table_3_beside(rows: Sequence[Normality]) -> Table:
    """What the paper does not have: other tests of the same, and one power for both classes."""
    columns: dict[str, tuple[float, ...]] = {
        "negative_w": tuple(row.negative_test.statistic for row in rows),
        "positive_w": tuple(row.positive_test.statistic for row in rows),
        "negative_subset_p": tuple(row.negative_subset.p_value for row in rows),
        "positive_subset_p": tuple(row.positive_subset.p_value for row in rows),
        "negative_beside_p": tuple(row.negative_beside.p_value for row in rows),
        "positive_beside_p": tuple(row.positive_beside.p_value for row in rows),
        "common_power": tuple(row.common_power for row in rows),
        "common_negative_p": tuple(row.common_negative_test.p_value for row in rows),
        "common_positive_p": tuple(row.common_positive_test.p_value for row in rows),
    }
    return model_table(
        "table_3_beside",
        "Beside Table 3, ours: after the same transformations Shapiro-Wilk's W of all "
        f"observations, its p-values of at most {MOST:,} and Anderson-Darling p-values of all; and "
        "Shapiro-Wilk p-values of all with one lambda for both classes",
        (
            *("W: negatives", "positives"),
            *(f"p, at most {MOST:,}: negatives", "positives"),
            *("Anderson-Darling p: negatives", "positives"),
            *("common lambda", "Shapiro-Wilk p: negatives", "positives"),
        ),
        [row.name for row in rows],
        columns,
        _shown,
    )


def shapiro_wilk_of_all(values: Floats, name: str) -> FitTest:
    """Shapiro-Wilk of all observations, also where its p-value is an extrapolation."""
    tested = shapiro_wilk_test(values, name=name)
    if tested.n_used == tested.n:
        return tested
    from scipy.stats import shapiro  # more than a second of start-up

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "scipy.stats.shapiro: For N > 5000", UserWarning)
        found: Any = shapiro((values - np.mean(values)) / np.std(values))
    extrapolated = caveat(Kind.EXTRAPOLATED, "test", limit=f"{MOST:,}", size=f"{tested.n:,}")
    return replace(
        tested,
        statistic=float(found.statistic),
        p_value=float(found.pvalue),
        n_used=tested.n,
        caveats=(extrapolated,),
    )


def _shapiro_wilk(values: Floats, name: str) -> FitTest:
    return shapiro_wilk_test(values, name=name)


def _anderson_darling(values: Floats, name: str) -> FitTest:
    return anderson_darling_test(values, name=name)


def _classes(scores: Scores, curve: BoxCoxCurve) -> tuple[Floats, Floats]:
    """The negatives and the positives on the scale of this curve."""
    positive, negative = class_scores(scores, "the Box-Cox binormal model")
    return (
        _on_scale(negative, curve, curve.negative_power),
        _on_scale(positive, curve, curve.positive_power),
    )


def _on_scale(values: Floats, curve: BoxCoxCurve, power: float) -> Floats:
    return transformed((values + curve.shift) / curve.unit, power)


def _shown(column: str, value: float) -> str:
    """A power with two decimals, W with four, a p-value as the paper has it.

    Far out in the tail Anderson-Darling knows the order of magnitude at best.
    """
    if "power" in column:
        return number(value, 2)
    if column.endswith("_w"):
        return number(value, 4)
    return "< 1E-16" if "_beside_" in column and value < 1e-16 else small_p_value(value)
