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
from aucurate.inference.multiplicity import CORRECTION_TITLES
from aucurate.results import Comparison, Estimate, Interval, JointTest
from aucurate.study.table import Table

if TYPE_CHECKING:
    from aucurate.study.compare import CompareStudy


def comparison_tables(study: CompareStudy) -> tuple[Table, ...]:
    """The classifiers; the differences; the joint test where it says more than the differences."""
    tables = [_estimates(study), _differences(study)]
    if study.joint is not None and len(study.estimates) > 2:
        tables.append(_joint(study.joint))
    if study.all_estimates:
        tables.append(_intervals(study.all_estimates))
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
                _range(e.interval, digits),
                f"{e.n_positive:,}",
                f"{e.n_negative:,}",
            )
            for e in estimates
        ),
        columns=_estimate_columns(estimates),
    )


def _estimate_columns(estimates: tuple[Estimate, ...]) -> dict[str, tuple[object, ...]]:
    return {
        "classifier": tuple(e.name for e in estimates),
        "auc": tuple(e.value for e in estimates),
        "standard_error": tuple(e.standard_error for e in estimates),
        "low": tuple(e.interval.low for e in estimates),
        "high": tuple(e.interval.high for e in estimates),
        "confidence": tuple(e.interval.confidence for e in estimates),
        "n_positive": tuple(e.n_positive for e in estimates),
        "n_negative": tuple(e.n_negative for e in estimates),
        "interval_method": tuple(e.interval.method for e in estimates),
    }


def _differences(study: CompareStudy) -> Table:
    comparisons = study.comparisons
    digits = max(digits_for(c.interval.high - c.interval.low) for c in comparisons)
    several = len(comparisons) > 1
    header = ["comparison", "difference", f"{percent(comparisons[0].interval.confidence)} CI", "p"]
    rows = []
    for comparison, adjusted in zip(comparisons, study.adjusted_p_values, strict=True):
        row = [
            f"{shortened(comparison.first)} - {shortened(comparison.second)}",
            number(comparison.difference, digits),
            _range(comparison.interval, digits),
            bare_p_value(comparison.p_value),
        ]
        rows.append((*row, bare_p_value(adjusted)) if several else tuple(row))
    return Table(
        name="comparisons",
        title=_difference_title(comparisons[0]) + (", intervals not adjusted" if several else ""),
        header=(*header, f"p ({_title(study.correction)})") if several else tuple(header),
        rows=tuple(rows),
        columns=_difference_columns(comparisons, study.adjusted_p_values),
    )


def _title(correction: str) -> str:
    return {str(name): title for name, title in CORRECTION_TITLES.items()}[correction]


def _difference_title(comparison: Comparison) -> str:
    title = f"Differences in AUC, {comparison.method} test, {comparison.design}"
    if comparison.design == "one test set":
        title = "Difference from chance (AUC 0.5), DeLong test"
    if comparison.alternative != "two-sided":
        title += f", alternative: difference {comparison.alternative} than 0"
    return title


def _difference_columns(
    comparisons: tuple[Comparison, ...], adjusted: tuple[float, ...]
) -> dict[str, tuple[object, ...]]:
    return {
        "first": tuple(c.first for c in comparisons),
        "second": tuple(c.second for c in comparisons),
        "difference": tuple(c.difference for c in comparisons),
        "standard_error": tuple(c.standard_error for c in comparisons),
        "low": tuple(c.interval.low for c in comparisons),
        "high": tuple(c.interval.high for c in comparisons),
        "confidence": tuple(c.interval.confidence for c in comparisons),
        "statistic": tuple(c.statistic for c in comparisons),
        "degrees_of_freedom": tuple(c.degrees_of_freedom for c in comparisons),
        "p_value": tuple(c.p_value for c in comparisons),
        "adjusted_p_value": adjusted,
        "alternative": tuple(c.alternative for c in comparisons),
        "method": tuple(c.method for c in comparisons),
    }


def _intervals(estimates: tuple[Estimate, ...]) -> Table:
    digits = max(digits_for(e.interval.high - e.interval.low) for e in estimates)
    return Table(
        name="intervals",
        title="All intervals; DeLong logit-t is recommended: the narrowest that covers in every "
        "simulated situation (docs/validation.md)",
        header=("classifier", "interval", "AUC", f"{percent(estimates[0].interval.confidence)} CI"),
        rows=tuple(
            (
                shortened(e.name),
                e.interval.method,
                number(e.value, digits),
                _range(e.interval, digits),
            )
            for e in estimates
        ),
        columns=_estimate_columns(estimates),
    )


def _joint(test: JointTest) -> Table:
    return Table(
        name="joint",
        title="All curves together",
        header=("hypothesis", "chi-square", "df", "p"),
        rows=(
            (
                test.hypothesis,
                number(test.statistic, 2),
                f"{test.degrees_of_freedom:g}",
                bare_p_value(test.p_value),
            ),
        ),
        columns={
            "hypothesis": (test.hypothesis,),
            "statistic": (test.statistic,),
            "degrees_of_freedom": (test.degrees_of_freedom,),
            "p_value": (test.p_value,),
            "method": (test.method,),
        },
    )


def _range(interval: Interval, digits: int) -> str:
    return f"{number(interval.low, digits)} to {number(interval.high, digits)}"
