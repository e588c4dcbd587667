"""The tables of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aucurate.formatting import (
    bare_p_value,
    count,
    digits_for,
    number,
    percent,
    shortened,
)
from aucurate.results import JointTest
from aucurate.study.compare_difference_tables import (
    curves_table,
    differences_table,
    margins_table,
    null_table,
)
from aucurate.study.interval_tables import estimate_columns, intervals_table
from aucurate.study.table import Table, interval_cell

if TYPE_CHECKING:
    from aucurate.study.compare import CompareStudy


def comparison_tables(study: CompareStudy) -> tuple[Table, ...]:
    """The classifiers, the differences, the joint test where it says more, and what was asked."""
    tables = [_estimates(study), differences_table(study)]
    if study.joint is not None and len(study.estimates) > 2:
        tables.append(_joint(study.joint))
    if study.curve_tests:
        tables.append(curves_table(study))
    if study.margin_tests and len(study.estimates) > 2:
        tables.append(margins_table(study))
    if study.null_tests:
        tables.append(null_table(study))
    if study.all_estimates:
        tables.append(intervals_table(study.all_estimates))
    return tuple(tables)


def _estimates(study: CompareStudy) -> Table:
    estimates = study.estimates
    digits = max(digits_for(e.interval.high - e.interval.low) for e in estimates)
    confidence = percent(estimates[0].interval.confidence)
    where = study.provenance
    title = (
        f"AUC of {count(len(estimates), 'classifier')} on "
        f"{count(where.n_observations, 'observation')}, positive is '{shortened(where.positive)}'"
    )
    return Table(
        name="estimates",
        title=title,
        header=("classifier", "AUC", f"{confidence} CI", "positive", "negative"),
        rows=tuple(
            (
                shortened(e.name),
                number(e.value, digits),
                interval_cell(e.interval, digits),
                f"{e.n_positive:,}",
                f"{e.n_negative:,}",
            )
            for e in estimates
        ),
        columns=estimate_columns(estimates),
    )


def _joint(test: JointTest) -> Table:
    return Table(
        name="joint",
        title="All curves together, DeLong test with F reference",
        header=("hypothesis", "chi-square", "df", "denominator df", "p"),
        rows=(
            (
                test.hypothesis,
                number(test.statistic, 2),
                f"{test.degrees_of_freedom:g}",
                number(test.denominator_degrees_of_freedom, 1),
                bare_p_value(test.p_value),
            ),
        ),
        columns={
            "hypothesis": (test.hypothesis,),
            "statistic": (test.statistic,),
            "degrees_of_freedom": (test.degrees_of_freedom,),
            "denominator_degrees_of_freedom": (test.denominator_degrees_of_freedom,),
            "p_value": (test.p_value,),
            "method": (test.method,),
        },
    )
