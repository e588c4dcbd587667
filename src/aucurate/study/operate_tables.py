"""The tables of a study of operating points."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aucurate.formatting import bare_p_value, count, digits_for, number, percent, shortened
from aucurate.inference.multiplicity import CORRECTION_TITLES
from aucurate.study.compare_difference_tables import difference_columns, interval_cell
from aucurate.study.operate_numbers import PointSummary, rate_title
from aucurate.study.table import Table

if TYPE_CHECKING:
    from aucurate.results import Estimate
    from aucurate.study.operate import OperateStudy


def operate_tables(study: OperateStudy) -> tuple[Table, ...]:
    """The points, all rates, what the choice hides, and the comparisons."""
    tables = [_points(study), _rates(study)]
    if study.chosen:
        tables.append(_chosen(study))
    if study.comparisons:
        tables.append(_comparisons(study))
    return tuple(tables)


def _points(study: OperateStudy) -> Table:
    found = [one.point for one in study.points]
    rows = study.provenance.n_observations
    return Table(
        name="points",
        title=f"Operating points, {study.rule}; {count(rows, 'observation')}, positive is "
        f"'{shortened(study.provenance.positive)}'",
        header=("classifier", "threshold", "called positive", "true", "false", "missed"),
        rows=tuple(
            (
                shortened(point.name),
                _threshold(point.threshold),
                f"{point.true_positives + point.false_positives:,}",
                f"{point.true_positives:,}",
                f"{point.false_positives:,}",
                f"{point.false_negatives:,}",
            )
            for point in found
        ),
        columns={
            name: tuple(getattr(point, name) for point in found)
            for name in (
                "name",
                "threshold",
                "true_positives",
                "false_positives",
                "false_negatives",
                "true_negatives",
                "prevalence",
            )
        },
    )


def _threshold(value: float) -> str:
    return f"{value:.6g}" if math.isfinite(value) else ("above all" if value > 0 else "below all")


def _rates(study: OperateStudy) -> Table:
    """A row per rate, a column per classifier; in ``columns`` a row for each of both."""
    first = study.points[0].estimates[0].interval
    cells = [(one, estimate) for one in study.points for estimate in one.estimates]
    rates = study.points[0].rates
    return Table(
        name="rates",
        title=f"Rates with {percent(first.confidence)} intervals" + _prevalence(study.points[0]),
        header=("rate", *(shortened(name) for name in study.names)),
        rows=tuple(
            (rate_title(rate), *(_cell(one.estimate(rate)) for one in study.points))
            for rate in rates
        ),
        columns={
            "name": tuple(one.point.name for one, _ in cells),
            "rate": tuple(rate for _ in study.points for rate in rates),
            "value": tuple(estimate.value for _, estimate in cells),
            "low": tuple(estimate.interval.low for _, estimate in cells),
            "high": tuple(estimate.interval.high for _, estimate in cells),
            "standard_error": tuple(estimate.standard_error for _, estimate in cells),
            "method": tuple(estimate.interval.method for _, estimate in cells),
        },
    )


def _prevalence(one: PointSummary) -> str:
    said = one.point.use.prevalence
    where = "of the test set" if said is None else "as stated"
    return f"; prevalence {percent(one.point.prevalence)} {where}"


def _cell(estimate: Estimate) -> str:
    if math.isnan(estimate.value):
        return "not defined"
    width = estimate.interval.high - estimate.interval.low
    digits = digits_for(width) if math.isfinite(width) else 3
    return f"{number(estimate.value, digits)} ({interval_cell(estimate.interval, digits)})"


def _chosen(study: OperateStudy) -> Table:
    cells = [(one, rate) for one in study.chosen for rate in one.rates]
    confidence = percent(study.chosen[0].threshold_interval.confidence)
    return Table(
        name="chosen",
        title="What the choice promises too much: the choice repeated in "
        f"{study.chosen[0].repeats:,} bootstrap replicates",
        header=("classifier", "rate", "where chosen", "out of bag", f"{confidence} CI"),
        rows=tuple(
            (
                shortened(one.choice.point.name),
                rate_title(rate.rate),
                number(rate.apparent),
                number(rate.out_of_bag),
                interval_cell(rate.out_of_bag_interval, 3),
            )
            for one, rate in cells
        ),
        columns={
            "name": tuple(one.choice.point.name for one, _ in cells),
            "rate": tuple(rate.rate for _, rate in cells),
            "apparent": tuple(rate.apparent for _, rate in cells),
            "optimism": tuple(rate.optimism for _, rate in cells),
            "out_of_bag": tuple(rate.out_of_bag for _, rate in cells),
            "low": tuple(rate.out_of_bag_interval.low for _, rate in cells),
            "high": tuple(rate.out_of_bag_interval.high for _, rate in cells),
            "threshold_low": tuple(one.threshold_interval.low for one, _ in cells),
            "threshold_high": tuple(one.threshold_interval.high for one, _ in cells),
        },
    )


def _comparisons(study: OperateStudy) -> Table:
    found = study.comparisons
    digits = max(digits_for(c.interval.high - c.interval.low) for c in found)
    adjusted = study.correction != "none" and len(found) > 1
    header = ["comparison", "rate", "difference", f"{percent(found[0].interval.confidence)} CI"]
    header += ["p", *([f"p ({CORRECTION_TITLES[study.correction]})"] if adjusted else [])]
    rows = []
    for one, final in zip(found, study.adjusted_p_values, strict=True):
        cells = (
            f"{shortened(one.first)} - {shortened(one.second)}",
            one.quantity,
            number(one.difference, digits),
            interval_cell(one.interval, digits),
            bare_p_value(one.p_value),
        )
        rows.append((*cells, bare_p_value(final)) if adjusted else cells)
    return Table(
        name="comparisons",
        title=f"Differences there, {found[0].method}",
        header=tuple(header),
        rows=tuple(rows),
        columns={
            "quantity": tuple(one.quantity for one in found),
            **difference_columns(found, study.adjusted_p_values),
        },
    )
