"""The table of all rates of operating points, with the interval of each named."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from aucurate.curve.rates import Rate, rate_words
from aucurate.formatting import digits_for, number, percent, shortened
from aucurate.study.operate_rules import cost_words
from aucurate.study.table import Table, interval_cell

if TYPE_CHECKING:
    from aucurate.results import Estimate
    from aucurate.study.operate import OperateStudy
    from aucurate.study.operate_numbers import PointSummary

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
