"""The tables of a study of operating points over folds."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from aucurate.formatting import count, digits_for, number, percent, shortened, threshold_decimals
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.inference.folds.operating_points import FoldRate, fold_rate_words
from aucurate.inference.folds.point_tests import INTERVAL_METHOD
from aucurate.study.operate.folds.text import folds_words, range_ends, range_words, told_size
from aucurate.study.operate.tables import differences_table
from aucurate.study.table import Column, Table, interval_columns, table

if TYPE_CHECKING:
    from aucurate.inference.folds.indistinguishable_points import (
        DistinguishingSize,
        PointContrast,
    )
    from aucurate.inference.folds.operating_points import RateAverage
    from aucurate.results import Comparison
    from aucurate.study.operate.folds import OperateFoldsStudy
    from aucurate.study.operate.folds.numbers import FoldOperation, RateAtPoint

JOINTLY = "all together"
"""The name of the set by all rates, beside those by one rate."""


def operate_folds_tables(study: OperateFoldsStudy) -> tuple[Table, ...]:
    """The chosen points, pairs, the indistinguishable points, and the curve around them."""
    correction = study.settings.pair_correction
    pairs = [differences_table(study.tests, correction)] if study.tests else []
    return (_rates(study), *pairs, _sets(study), _points(study))


def _cell(value: float, digits: int) -> str:
    return "" if math.isnan(value) else number(value, digits)


# The chosen points: every rate of every classifier.


class _Chosen(NamedTuple):
    """One rate of a classifier at its chosen point."""

    part: FoldOperation
    at: RateAtPoint


def _rates(study: OperateFoldsStudy) -> Table:
    rows, positive = study.provenance.n_observations, shortened(study.provenance.positive)
    title = (
        f"Operating points over folds, {study.settings.words}; {folds_words(study.layout)}, "
        f"{count(rows, 'observation')}, positive class: {positive}; intervals: {INTERVAL_METHOD}"
    )
    any_lower = any(part.lower for part in study.parts)
    records = [_Chosen(part, rate) for part in study.parts for rate in part.rates]
    decimals = threshold_decimals(part.threshold_at() for part in study.parts)
    return table("rates", title, records, [
        Column("classifier", lambda r: r.part.name, "classifier", shortened),
        Column("", lambda r: r.part.threshold_words(decimals=decimals), "threshold"),
        Column("threshold", lambda r: r.part.threshold),
        Column("lower", lambda r: r.part.lower, "positive when" if any_lower else "",
               lambda lower: "at most" if lower else "at least"),
        Column("rate", lambda r: r.at.rate, "rate", fold_rate_words),
        *_averaged("mean", "mean"),
        *interval_columns(lambda r: r.at.estimate.interval,
                          f"{percent(study.settings.confidence)} CI"),
        Column("method", lambda r: r.at.estimate.interval.method),
        *_averaged("standard_deviation", "SD over folds"),
        *_averaged("standard_error", "SE of mean"),
        Column("", lambda r: r.at.average.n_folds, "folds"),
        *_averaged("stacked", "stacked"),
        Column("n_folds", lambda r: r.at.average.n_folds),
    ])  # fmt: skip


def _averaged(name: str, header: str) -> tuple[Column[_Chosen], ...]:
    """A number of an average, shown with decimals by the width of the interval of its rate."""
    value = attrgetter(name)

    def shown(record: _Chosen) -> str:
        interval = record.at.estimate.interval
        return _cell(value(record.at.average), digits_for(interval.high - interval.low))

    return Column("", shown, header), Column(name, lambda r: value(r.at.average))


# The points that cannot be distinguished from the chosen one, by all rates jointly and by each.


class _Set(NamedTuple):
    """The points that a rate (None: all rates) cannot distinguish from the chosen one."""

    part: FoldOperation
    by: FoldRate | None

    @property
    def thresholds(self) -> list[float]:
        """Those of the points."""
        return [self.part.indistinguishable.thresholds[at] for at in self.part.places_by(self.by)]

    @property
    def places(self) -> tuple[int, ...]:
        """The points."""
        return self.part.places_by(self.by)

    @property
    def size(self) -> DistinguishingSize | None:
        """The size that would distinguish the neighbours, planned by all rates."""
        return self.part.neighbour_size if self.by is None else None

    @property
    def told_size(self) -> float:
        """The number of observations of that size, NaN if it is not shown."""
        return told_size(self.part) if self.by is None else math.nan


def _sets(study: OperateFoldsStudy) -> Table:
    """A row per classifier for all rates together, then one for each rate."""
    settings = study.settings
    records = [_Set(part, by) for part in study.parts for by in (None, *settings.rates)]
    decimals = threshold_decimals(
        record.part.threshold_at(at)
        for record in records
        if record.places
        for at in range_ends(record.part, record.places)
    )
    planning = any(math.isfinite(record.told_size) for record in records)
    title = (
        "Operating points that cannot be distinguished from the chosen one, paired t over folds at "
        f"level {settings.level:g} ({CORRECTION_TITLES[settings.correction]})"
    )
    title += "; observations needed to distinguish it from its neighbours" if planning else ""

    def of_size(name: str, column: str) -> Column[_Set]:
        return Column(column, lambda r: getattr(r.size, name, None))

    return table("indistinguishable", title, records, [
        Column("classifier", lambda r: r.part.name, "classifier", shortened),
        Column("threshold", lambda r: r.part.threshold),
        Column("", lambda r: r.by, "by", lambda by: JOINTLY if by is None else fold_rate_words(by)),
        Column("by", lambda r: r.by or JOINTLY),
        Column("n_indistinguishable", lambda r: len(r.thresholds), "not distinguished"),
        Column("n_tested", lambda r: r.part.n_tested(r.by), "of"),
        Column("n_points", lambda r: len(r.part.indistinguishable.thresholds)),
        Column("", lambda r: range_words(r.part, r.places, decimals) if r.places else "",
               "thresholds"),
        Column("lowest_threshold", lambda r: min(r.thresholds, default=None)),
        Column("highest_threshold", lambda r: max(r.thresholds, default=None)),
        Column("", lambda r: r.told_size, "observations" if planning else "", _size),
        of_size("factor", "neighbour_factor"),
        of_size("n_positive", "neighbour_n_positive"),
        of_size("n_negative", "neighbour_n_negative"),
        of_size("wanted_power", "power"),
    ])  # fmt: skip


def _size(size: float) -> str:
    return f"{int(size):,}" if math.isfinite(size) else ""


# The curve: the chosen point, its neighbours and the ends of the set are shown; frames have all.


class _Point(NamedTuple):
    """One point of the curve of a classifier, with all its rates."""

    part: FoldOperation
    at: int
    averages: dict[FoldRate, RateAverage]


class _Tested(NamedTuple):
    """One rate at one point, and its test against the chosen point, if any."""

    part: FoldOperation
    at: int
    average: RateAverage
    contrast: PointContrast | None

    @property
    def comparison(self) -> Comparison | None:
        """The difference from the chosen point."""
        return None if self.contrast is None else self.contrast.comparison


def _points(study: OperateFoldsStudy) -> Table:
    title = (
        "The chosen operating point, those next to it, and the ends of the set that cannot be "
        "distinguished from it: mean rates (SE of mean)"
    )
    to_read: list[_Point] = []
    all_points: list[_Tested] = []
    for part in study.parts:
        points, found = study.operating_points(part.name), part.indistinguishable
        averages = {rate: points.averages(rate) for rate in study.settings.rates}
        contrasts = {(c.point, c.rate): c for c in found.contrasts}
        all_points += [
            _Tested(part, at, average, contrasts.get((at, rate)))
            for rate, of_rate in averages.items()
            for at, average in enumerate(of_rate)
        ]
        ends = {min(found.points), max(found.points)} if found.points else set()
        to_read += [
            _Point(part, at, {rate: averages[rate][at] for rate in averages})
            for at in sorted({found.chosen, *part.neighbours, *ends})
        ]
    decimals = threshold_decimals(point.part.threshold_at(point.at) for point in to_read)
    shown = table("points", title, to_read, [
        Column("", lambda p: p.part.name, "classifier", shortened),
        Column("", lambda p: p.part.threshold_words(p.at, decimals), "threshold"),
        *map(_mean_column, study.settings.rates),
        Column("", _differs, "differs from chosen"),
    ])  # fmt: skip
    return replace(shown, columns=_all_points(title, all_points).columns)


def _mean_column(rate: FoldRate) -> Column[_Point]:
    return Column("", lambda point: point.averages[rate], fold_rate_words(rate), _average_cell)


def _average_cell(average: RateAverage) -> str:
    if math.isnan(average.mean):
        return ""
    spread = _cell(average.standard_error, digits_for(average.standard_error))
    return number(average.mean) + (f" ({spread})" if spread else "")


def _differs(point: _Point) -> str:
    found = point.part.indistinguishable
    if point.at == found.chosen:
        return "chosen"
    if point.at in found.points:
        return "no"
    rates = [c.rate for c in found.contrasts if c.point == point.at and c.distinguishable]
    return f"by {', '.join(map(fold_rate_words, rates))}" if rates else "not tested"


def _all_points(title: str, points: list[_Tested]) -> Table:
    """A row for every rate at every point of every classifier, with its test."""

    def of(record: Callable[[_Tested], Any], *names: str, head: str = "") -> list[Column[_Tested]]:
        """Fields of a record that belongs to a point; None if there is no record."""

        def value(name: str) -> Callable[[_Tested], Any]:
            return lambda point: getattr(record(point), name, None)

        return [Column(f"{head}{name}", value(name)) for name in names]

    average: Callable[[_Tested], Any] = attrgetter("average")
    comparison: Callable[[_Tested], Any] = attrgetter("comparison")
    contrast: Callable[[_Tested], Any] = attrgetter("contrast")

    def size(point: _Tested) -> DistinguishingSize | None:
        return None if point.contrast is None else point.contrast.size

    def interval(point: _Tested) -> Any:
        return None if point.comparison is None else point.comparison.interval

    return table("points", title, points, [
        Column("classifier", lambda p: p.part.name),
        Column("threshold", lambda p: p.average.threshold + 0.0),
        Column("chosen", lambda p: p.at == p.part.indistinguishable.chosen),
        Column("in_set", lambda p: p.at in p.part.indistinguishable.points),
        *of(average, "rate", "mean", "standard_deviation", "standard_error", "stacked", "n_folds"),
        *of(comparison, "difference"),
        *of(interval, "low", "high", "confidence"),
        *of(comparison, "statistic", "degrees_of_freedom", "p_value"),
        *of(contrast, "adjusted_p_value", "distinguishable"),
        *of(size, "attained_power", "factor"),
        *of(size, "n_positive", "n_negative", head="size_"),
    ])  # fmt: skip
