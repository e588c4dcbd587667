"""The tables of a study of operating points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from aucurate.curve.rates import Rate, rate_words
from aucurate.formatting import (
    bare_p_value,
    count,
    digits_for,
    number,
    percent,
    shortened,
    threshold_words,
)
from aucurate.inference.core.multiplicity import CORRECTION_TITLES, Correction
from aucurate.inference.operating.chosen_threshold import PERCENTILE
from aucurate.results import Comparison
from aucurate.study.operate.settings import cost_words
from aucurate.study.table import Table, comparison_columns, interval_cell

if TYPE_CHECKING:
    from aucurate.results import Estimate, Interval
    from aucurate.study.operate import OperateStudy
    from aucurate.study.operate.numbers import PointSummary

NOT_DEFINED = "not defined"
_POINT_COLUMNS = (
    "name", "threshold", "true_positives", "false_positives", "false_negatives", "true_negatives",
    "prevalence",
)  # fmt: skip


def operate_tables(study: OperateStudy) -> tuple[Table, ...]:
    """The points, all rates, the optimism of the choice, and the comparisons."""
    tables = [_points(study), rates_table(study)]
    if study.chosen:
        tables.append(_chosen(study))
    if study.at_rate:
        tables.append(_at_rate(study))
    if study.comparisons:
        tables.append(
            differences_table(study.comparisons, study.adjusted_p_values, study.correction)
        )
    return tuple(tables)


def _points(study: OperateStudy) -> Table:
    found = [one.point for one in study.points]
    rows = study.provenance.n_observations
    replicates = [one.threshold_interval for one in study.chosen]
    spans = [_span(interval) for interval in replicates]
    header = ["classifier", "threshold"]
    if replicates:
        narrow = any(interval.key == PERCENTILE.key for interval in replicates)
        note = ", too narrow" if narrow else ""
        header.append(f"{percent(replicates[0].confidence)} CI{note}")
    header += ["called positive", "true", "false", "missed"]
    return Table(
        name="points",
        title=f"Operating points, {study.rule}; {count(rows, 'observation')}, positive is "
        f"'{shortened(study.provenance.positive)}'",
        header=tuple(header),
        rows=tuple(
            (
                shortened(one.point.name),
                threshold_words(one.point.threshold, one.same_calls_until),
                *spans[at : at + 1],
                f"{one.point.true_positives + one.point.false_positives:,}",
                f"{one.point.true_positives:,}",
                f"{one.point.false_positives:,}",
                f"{one.point.false_negatives:,}",
            )
            for at, one in enumerate(study.points)
        ),
        columns={
            **{name: tuple(getattr(point, name) for point in found) for name in _POINT_COLUMNS},
            "same_calls_until": tuple(one.same_calls_until for one in study.points),
        },
    )


def _span(interval: Interval) -> str:
    """From the threshold at the low end to that at the high one, rounded outward."""
    low, high = interval.low, interval.high
    return f"{threshold_words(low, -math.inf)} to {threshold_words(high, math.inf)}"


def _chosen(study: OperateStudy) -> Table:
    cells = [(one, rate) for one in study.chosen for rate in one.rates]
    confidence = percent(study.chosen[0].threshold_interval.confidence)
    return Table(
        name="chosen",
        title="Optimism from choosing the threshold on these data "
        f"({study.chosen[0].replicates:,} bootstrap replicates)",
        header=("classifier", "rate", "where chosen", "out of bag", f"{confidence} CI"),
        rows=tuple(
            (
                shortened(one.choice.point.name),
                rate_words(rate.rate),
                _value(rate.apparent),
                _value(rate.out_of_bag),
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
            "threshold_method": tuple(one.threshold_interval.method for one, _ in cells),
        },
    )


def _value(value: float) -> str:
    return NOT_DEFINED if math.isnan(value) else number(value)


def _at_rate(study: OperateStudy) -> Table:
    """The rate that is not given, where the given one is exactly what it is to be."""
    found, first = study.at_rate, study.at_rate[0]
    digits = max(digits_for(one.interval.high - one.interval.low) for one in found)
    methods = {one.interval.method for one in found}
    return Table(
        name="at_rate",
        title=f"{first.quantity.capitalize()} exactly, the threshold taken as estimated"
        + (f"; {first.interval.method} intervals" if len(methods) == 1 else ""),
        header=(
            *("classifier", "value", f"{percent(first.interval.confidence)} CI"),
            *(["interval"] if len(methods) > 1 else []),
        ),
        rows=tuple(
            (
                shortened(one.name),
                number(one.value, digits),
                interval_cell(one.interval, digits),
                *([one.interval.method] if len(methods) > 1 else []),
            )
            for one in found
        ),
        columns={
            "name": tuple(one.name for one in found),
            "quantity": tuple(one.quantity for one in found),
            "value": tuple(one.value for one in found),
            "low": tuple(one.interval.low for one in found),
            "high": tuple(one.interval.high for one in found),
            "standard_error": tuple(one.standard_error for one in found),
            "method": tuple(one.interval.method for one in found),
        },
    )


# The table of all rates of operating points, with the interval of each named.


_SIDE_BY_SIDE = 5  # more classifiers than that stand below each other


def rates_table(study: OperateStudy) -> Table:
    """A row per rate, a column per classifier; of many classifiers, a row for each of both.

    ``columns`` have a row for each of both in any case.
    """
    first = study.points[0].estimates[0].interval
    cells = [(one, estimate) for one in study.points for estimate in one.estimates]
    rates = study.points[0].rates
    wide = len(study.points) > _SIDE_BY_SIDE
    header, rows = _below_each_other(study) if wide else _side_by_side(study)
    return Table(
        name="rates",
        title=f"Rates with {percent(first.confidence)} intervals"
        + (" that treat the chosen thresholds as fixed" if study.chosen else "")
        + _use(study.points[0]),
        header=header,
        rows=rows,
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


def _side_by_side(study: OperateStudy) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    rows = []
    for rate in study.points[0].rates:
        found = [one.estimate(rate) for one in study.points]
        methods = dict.fromkeys(estimate.interval.method for estimate in found)
        rows.append((_words(rate), *map(_cell, found), ", ".join(methods)))
    return ("rate", *(shortened(name) for name in study.names), "interval"), tuple(rows)


def _below_each_other(study: OperateStudy) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    rows = [
        (
            _words(rate),
            shortened(one.point.name),
            _cell(one.estimate(rate)),
            one.estimate(rate).interval.method,
        )
        for rate in study.points[0].rates
        for one in study.points
    ]
    return ("rate", "classifier", "value", "interval"), tuple(rows)


def _words(rate: str) -> str:
    return rate_words(cast(Rate, rate))


def _use(one: PointSummary) -> str:
    said = one.point.use.prevalence
    where = "of the test set" if said is None else "as stated"
    costs = cost_words(one.point.use)
    return f"; prevalence {percent(one.point.prevalence)} {where}{f'; {costs}' if costs else ''}"


def _cell(estimate: Estimate) -> str:
    if math.isnan(estimate.value):
        return "not defined"
    width = estimate.interval.high - estimate.interval.low
    digits = digits_for(width) if math.isfinite(width) else 3
    return f"{number(estimate.value, digits)} ({interval_cell(estimate.interval, digits)})"


def differences_table(
    found: Sequence[Comparison], adjusted: tuple[float, ...], correction: Correction
) -> Table:
    """A row per pair and rate; the method in the title where it is the same for all."""
    digits = max(digits_for(c.interval.high - c.interval.low) for c in found)
    corrected = correction != "none" and len(found) > 1
    several = len({one.method for one in found}) > 1
    header = ["comparison", "rate", "difference", f"{percent(found[0].interval.confidence)} CI"]
    header += ["p", *([f"p ({CORRECTION_TITLES[correction]})"] if corrected else [])]
    rows = [
        (
            f"{shortened(one.first)} - {shortened(one.second)}",
            one.quantity,
            number(one.difference, digits),
            interval_cell(one.interval, digits),
            bare_p_value(one.p_value),
            *([bare_p_value(final)] if corrected else []),
            *([one.method] if several else []),
        )
        for one, final in zip(found, adjusted, strict=True)
    ]
    return Table(
        name="comparisons",
        title="Differences there" + ("" if several else f", {found[0].method}"),
        header=(*header, *(["test"] if several else [])),
        rows=tuple(rows),
        columns={
            "quantity": tuple(one.quantity for one in found),
            **comparison_columns(found, adjusted),
        },
    )
