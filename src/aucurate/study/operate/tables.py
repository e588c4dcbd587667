"""The tables of a study of operating points."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from aucurate.curve.rates import Rate, rate_words
from aucurate.formatting import (
    amount,
    count,
    digits_for,
    number,
    percent,
    shortened,
    threshold_decimals,
    threshold_words,
)
from aucurate.inference.core.multiplicity import CORRECTION_TITLES, Correction
from aucurate.inference.operating.chosen_threshold import PERCENTILE
from aucurate.inference.operating.effective_counts import effective_sizes
from aucurate.results import Comparison, Tested
from aucurate.study.operate.settings import cost_words
from aucurate.study.table import (
    Column,
    Table,
    difference_columns,
    digits_of,
    interval_cell,
    itself,
    table,
)
from aucurate.study.text import in_groups

if TYPE_CHECKING:
    from aucurate.inference.operating.chosen_threshold import ChosenRate, ThresholdBootstrap
    from aucurate.results import Estimate, Interval
    from aucurate.study.operate import OperateStudy
    from aucurate.study.operate.numbers import PointSummary

R = TypeVar("R")

NOT_DEFINED = "not defined"


def operate_tables(study: OperateStudy) -> tuple[Table, ...]:
    """The points, all rates, the optimism of the choice, and the comparisons."""
    tables = [_points(study), _rates(study)]
    if study.chosen:
        tables.append(_chosen(study))
    if study.at_rate:
        tables.append(_at_rate(study.at_rate))
    if study.tests:
        tables.append(differences_table(study.tests, study.settings.correction))
    return tuple(tables)


def _points(study: OperateStudy) -> Table:
    rows = study.provenance.n_observations
    title = (
        f"Operating points, {study.settings.words}; {count(rows, 'observation')}"
        f"{in_groups(study.provenance)}, "
        f"positive class: {shortened(study.provenance.positive)}"
    )

    def of_point(name: str, header: str = "") -> Column[PointSummary]:
        return Column(name, attrgetter(f"point.{name}"), header, amount)

    cuts = [(summary.point.threshold, summary.same_calls_until) for summary in study.points]
    decimals = threshold_decimals(cuts)
    return table("points", title, study.points, [
        Column("name", lambda s: s.point.name, "classifier", shortened),
        Column("threshold", lambda s: s.point.threshold),
        Column("", lambda s: (s.point.threshold, s.same_calls_until), "threshold",
               lambda cut: threshold_words(cut[0], cut[1], decimals)),
        *_threshold_intervals(study, decimals),
        Column("", lambda s: s.point.true_positives + s.point.false_positives, "predicted positive",
               amount),
        of_point("true_positives", "true positives"),
        of_point("false_positives", "false positives"),
        of_point("false_negatives", "false negatives"),
        of_point("true_negatives"),
        of_point("prevalence"),
        *_effective_sizes(study),
        Column("same_calls_until", lambda s: s.same_calls_until),
    ])  # fmt: skip


def _effective_sizes(study: OperateStudy) -> list[Column[PointSummary]]:
    """How many independent observations the sensitivity and the specificity are worth."""
    if all(summary.point.units is None for summary in study.points):
        return []

    def size(summary: PointSummary, at: int) -> float:
        return effective_sizes(summary.point, study.settings.confidence)[at]

    def both(sizes: tuple[float, float]) -> str:
        return " / ".join(number(each, 1) for each in sizes)

    return [
        Column("effective_positives", lambda s: size(s, 0)),
        Column("effective_negatives", lambda s: size(s, 1)),
        Column("", lambda s: (size(s, 0), size(s, 1)), "effective n", both),
    ]


def _threshold_intervals(study: OperateStudy, decimals: int | None) -> list[Column[PointSummary]]:
    """The intervals of chosen thresholds, rounded outward to as many decimals at least."""
    if not study.chosen:
        return []
    intervals = {
        bootstrap.choice.point.name: bootstrap.threshold_interval for bootstrap in study.chosen
    }
    narrow = any(interval.key == PERCENTILE.key for interval in intervals.values())
    outward = [end for each in intervals.values() for end in _outward(each)]
    least = threshold_decimals(outward)
    digits = least if least is None or decimals is None else max(decimals, min(least, 3))
    header = f"{percent(study.settings.confidence)} CI{', too narrow' if narrow else ''}"

    def cell(interval: Interval | None) -> str:
        if interval is None:
            return ""
        low, high = (threshold_words(*end, digits) for end in _outward(interval))
        return f"{low} to {high}"

    return [Column("", lambda s: intervals.get(s.point.name), header, cell)]


def _outward(interval: Interval) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of an interval, each with the direction in which it is rounded."""
    return (interval.low, -math.inf), (interval.high, math.inf)


class _Judged(NamedTuple):
    """One rate at a threshold whose choice was repeated in bootstrap replicates."""

    bootstrap: ThresholdBootstrap
    rate: ChosenRate


def _chosen(study: OperateStudy) -> Table:
    title = (
        "Optimism from choosing the threshold on these data "
        f"({study.chosen[0].replicates:,} bootstrap replicates)"
    )
    judged = [_Judged(bootstrap, rate) for bootstrap in study.chosen for rate in bootstrap.rates]
    cell = partial(interval_cell, digits=3)
    return table("chosen", title, judged, [
        Column("name", lambda j: j.bootstrap.choice.point.name, "classifier", shortened),
        Column("rate", lambda j: j.rate.rate, "rate", _words),
        Column("apparent", lambda j: j.rate.apparent, "apparent", _value),
        Column("optimism", lambda j: j.rate.optimism),
        Column("out_of_bag", lambda j: j.rate.out_of_bag, "out of bag", _value),
        Column("", lambda j: j.rate.out_of_bag_interval,
               f"{percent(study.settings.confidence)} CI", cell),
        Column("low", lambda j: j.rate.out_of_bag_interval.low),
        Column("high", lambda j: j.rate.out_of_bag_interval.high),
        Column("threshold_low", lambda j: j.bootstrap.threshold_interval.low),
        Column("threshold_high", lambda j: j.bootstrap.threshold_interval.high),
        Column("threshold_method", lambda j: j.bootstrap.threshold_interval.method),
    ])  # fmt: skip


def _value(value: float) -> str:
    return NOT_DEFINED if math.isnan(value) else number(value)


def _at_rate(estimates: Sequence[Estimate]) -> Table:
    """The other rate where the given one has exactly its required value."""
    first = estimates[0]
    digits = digits_of((e.interval for e in estimates), (e.value for e in estimates))
    several = len({estimate.interval.method for estimate in estimates}) > 1
    title = f"{first.quantity.capitalize()} exactly, treating the threshold as estimated"
    title += "" if several else f"; {first.interval.method} intervals"
    cell = partial(interval_cell, digits=digits)
    return table("at_rate", title, estimates, [
        Column("name", lambda e: e.name, "classifier", shortened),
        Column("quantity", lambda e: e.quantity),
        Column("value", lambda e: e.value, "value", partial(number, digits=digits)),
        Column("", lambda e: e.interval, f"{percent(first.interval.confidence)} CI", cell),
        *_estimate_columns(itself, method="interval" if several else ""),
    ])  # fmt: skip


def _estimate_columns(estimate: Callable[[R], Estimate], method: str = "") -> tuple[Column[R], ...]:
    """The interval of an estimate for programs; ``method`` is the header if it is shown."""
    return (
        Column("low", lambda record: estimate(record).interval.low),
        Column("high", lambda record: estimate(record).interval.high),
        Column("standard_error", lambda record: estimate(record).standard_error),
        Column("method", lambda record: estimate(record).interval.method, method),
    )


# The table of all rates at operating points, with the method of each interval.


_SIDE_BY_SIDE = 5  # more classifiers than that are listed in rows


def _rates(study: OperateStudy) -> Table:
    """A row per rate and a column per classifier; with many classifiers, a row per combination.

    ``columns`` always have a row per combination.
    """
    title = f"Rates with {percent(study.settings.confidence)} intervals"
    title += " that treat the chosen thresholds as fixed" if study.settings.is_chosen else ""
    title += _use(study.points[0])
    if len(study.points) > _SIDE_BY_SIDE:
        to_read = _below_each_other(study, title)
    else:
        to_read = _side_by_side(study, title)
    cells = [
        (rate, estimate)
        for summary in study.points
        for rate, estimate in zip(summary.rates, summary.estimates, strict=True)
    ]
    full = table("rates", title, cells, [
        Column("name", lambda cell: cell[1].name),
        Column("rate", lambda cell: cell[0]),
        Column("value", lambda cell: cell[1].value),
        *_estimate_columns(lambda cell: cell[1]),
        Column("n_groups", lambda cell: cell[1].n_groups),
        Column("design_effect", lambda cell: cell[1].design_effect),
    ])  # fmt: skip
    return replace(to_read, columns=full.columns)


def _side_by_side(study: OperateStudy, title: str) -> Table:
    def of(summary: PointSummary) -> Column[str]:
        return Column("", summary.estimate, shortened(summary.point.name), _cell)

    def methods(rate: str) -> str:
        found = [summary.estimate(rate).interval.method for summary in study.points]
        return ", ".join(dict.fromkeys(found))

    def effects(rate: str) -> str:
        found = [_effect(summary.estimate(rate)) for summary in study.points]
        return ", ".join(dict.fromkeys(found))

    weighted = any(summary.point.units is not None for summary in study.points)
    design_effect: list[Column[str]] = [Column("", effects, "design effect")] if weighted else []
    rates: tuple[str, ...] = study.settings.rates
    return table("rates", title, rates, [
        Column("", str, "rate", _words),
        *map(of, study.points),
        *design_effect,
        Column("", methods, "interval"),
    ])  # fmt: skip


def _effect(estimate: Estimate) -> str:
    effect = estimate.design_effect
    return number(effect, 2) if math.isfinite(effect) else NOT_DEFINED


def _below_each_other(study: OperateStudy, title: str) -> Table:
    cells = [
        (rate, summary.estimate(rate)) for rate in study.settings.rates for summary in study.points
    ]
    return table("rates", title, cells, [
        Column("", lambda cell: cell[0], "rate", _words),
        Column("", lambda cell: cell[1].name, "classifier", shortened),
        Column("", lambda cell: cell[1], "value", _cell),
        Column("", lambda cell: cell[1].interval.method, "interval"),
    ])  # fmt: skip


def _words(rate: str) -> str:
    return rate_words(cast(Rate, rate))


def _use(summary: PointSummary) -> str:
    use, share = summary.point.use, percent(summary.point.prevalence)
    where = "of the test set" if use.prevalence is None else "as stated"
    costs = cost_words(use)
    return f"; prevalence {share} {where}{f'; {costs}' if costs else ''}"


def _cell(estimate: Estimate) -> str:
    if math.isnan(estimate.value):
        return NOT_DEFINED
    width = estimate.interval.high - estimate.interval.low
    digits = digits_for(width) if math.isfinite(width) else 3
    return f"{number(estimate.value, digits)} ({interval_cell(estimate.interval, digits)})"


def differences_table(tests: Sequence[Tested[Comparison]], correction: Correction) -> Table:
    """A row per pair and rate; the method is in the title if it is the same for all."""
    results = [tested.result for tested in tests]
    is_adjusted = correction != "none" and len(tests) > 1
    several = len({comparison.method for comparison in results}) > 1
    pair, *columns = difference_columns(
        lambda tested: tested.result,
        digits=digits_of((c.interval for c in results), (c.difference for c in results)),
        confidence=results[0].interval.confidence,
        adjusted=f"p ({CORRECTION_TITLES[correction]})" if is_adjusted else "",
        method="test" if several else "",
    )
    rate: Column[Tested[Comparison]] = Column("quantity", lambda t: t.result.quantity, "rate")
    title = "Differences at the operating points" + ("" if several else f", {results[0].method}")
    return table("comparisons", title, tests, [pair, rate, *columns])
