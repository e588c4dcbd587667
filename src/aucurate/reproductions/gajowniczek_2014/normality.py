"""Table 3: the power (lambda) of the Box-Cox transformation, and whether the classes are normal.

The paper takes one power for each class. Ours is shown so, and with the one power for both classes
that a transformation of the score must have.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from aucurate.data.scores import Scores
from aucurate.estimates.binormal import class_scores
from aucurate.estimates.box_cox import Floats, transformed
from aucurate.estimates.box_cox_curve import BoxCoxCurve, box_cox_curve
from aucurate.formatting import number, small_p_value
from aucurate.inference.goodness import FitTest, shapiro_wilk_test
from aucurate.reproductions.gajowniczek_2014.printed import PRINTED_TABLE_3
from aucurate.results import Record
from aucurate.study.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Normality(Record):
    """The powers of one model, and Shapiro-Wilk of both classes after either transformation.

    ``shift`` was added to the scores first; it is 0 where all of them are positive.
    """

    name: str
    shift: float
    negative_power: float
    positive_power: float
    common_power: float
    negative_test: FitTest
    positive_test: FitTest
    common_negative_test: FitTest
    common_positive_test: FitTest


def normality_of(scores: Scores) -> Normality:
    """One row of Table 3."""
    apart, common = box_cox_curve(scores, per_class=True), box_cox_curve(scores)
    negative, positive = _tests(scores, apart)
    common_negative, common_positive = _tests(scores, common)
    return Normality(
        name=scores.name,
        shift=common.shift,
        negative_power=apart.negative_power,
        positive_power=apart.positive_power,
        common_power=common.positive_power,
        negative_test=negative,
        positive_test=positive,
        common_negative_test=common_negative,
        common_positive_test=common_positive,
    )


def table_3(rows: Sequence[Normality]) -> Table:
    """Powers and p-values, theirs beside ours; then ours with one power for both classes."""
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
        "common_power": tuple(row.common_power for row in rows),
        "common_negative_p": tuple(row.common_negative_test.p_value for row in rows),
        "common_positive_p": tuple(row.common_positive_test.p_value for row in rows),
    }
    names = tuple(row.name for row in rows)
    shown = [[_shown(name, value) for value in values] for name, values in columns.items()]
    return Table(
        name="table_3",
        title="Table 3. The Box-Cox power lambda and the Shapiro-Wilk p-value of each class, "
        "theirs and ours; last, ours with one lambda for both classes",
        header=(
            "model",
            *("lambda of negatives: theirs", "ours", "p: theirs", "ours"),
            *("lambda of positives: theirs", "ours", "p: theirs", "ours"),
            *("common lambda: ours", "p of negatives", "p of positives"),
        ),
        rows=tuple(zip(names, *shown, strict=True)),
        columns={"model": names, **columns},
    )


def _tests(scores: Scores, curve: BoxCoxCurve) -> tuple[FitTest, FitTest]:
    """Shapiro-Wilk of the negatives and of the positives on the scale of this curve."""
    positive, negative = class_scores(scores, "the Box-Cox binormal model")
    return (
        shapiro_wilk_test(_on_scale(negative, curve, curve.negative_power), name="negatives"),
        shapiro_wilk_test(_on_scale(positive, curve, curve.positive_power), name="positives"),
    )


def _on_scale(values: Floats, curve: BoxCoxCurve, power: float) -> Floats:
    return transformed((values + curve.shift) / curve.unit, power)


def _shown(column: str, value: float) -> str:
    """A power with two decimals, a p-value as the paper has it."""
    return number(value, 2) if "power" in column else small_p_value(value)
