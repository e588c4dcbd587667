"""The tables of a study of operating points over folds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aucurate.formatting import count, digits_for, number, percent, shortened
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.inference.folds.operating_points import FoldRate, fold_rate_words
from aucurate.inference.folds.point_tests import INTERVAL_METHOD
from aucurate.study.operate.tables import differences_table
from aucurate.study.operate_folds.text import folds_words, range_words, told_size
from aucurate.study.table import Table, interval_cell

if TYPE_CHECKING:
    from aucurate.inference.folds.indistinguishable_points import PointContrast
    from aucurate.inference.folds.operating_points import RateAverage
    from aucurate.study.operate_folds import OperateFoldsStudy
    from aucurate.study.operate_folds.numbers import FoldOperation, RateAtPoint

JOINTLY = "all together"
"""What the set by all rates is called, beside those by one rate."""


def operate_folds_tables(study: OperateFoldsStudy) -> tuple[Table, ...]:
    """The chosen points, pairs, the sets that cannot be told from a point, the curve around it."""
    compared = study.comparisons, study.adjusted_p_values, study.pair_correction
    pairs = [differences_table(*compared)] if study.comparisons else []
    return (_rates(study), *pairs, _sets(study), _points(study))


def _rates(study: OperateFoldsStudy) -> Table:
    cells = [(part, one) for part in study.parts for one in part.rates]
    lower = any(part.lower for part in study.parts)
    header = ["classifier", "threshold", *(["positive when"] if lower else []), "rate", "mean"]
    header += [f"{percent(study.confidence)} CI", "sd over folds", "sd of mean", "folds", "stacked"]
    return Table(
        name="rates",
        title=f"Operating points over folds, {study.rule}; "
        f"{_data_words(study)}; intervals: {INTERVAL_METHOD}",
        header=tuple(header),
        rows=tuple(_rate_row(part, one, lower) for part, one in cells),
        columns={
            "classifier": tuple(part.name for part, _ in cells),
            "threshold": tuple(part.threshold for part, _ in cells),
            "lower": tuple(part.lower for part, _ in cells),
            "rate": tuple(one.rate for _, one in cells),
            "mean": tuple(one.average.mean for _, one in cells),
            "low": tuple(one.estimate.interval.low for _, one in cells),
            "high": tuple(one.estimate.interval.high for _, one in cells),
            "confidence": tuple(one.estimate.interval.confidence for _, one in cells),
            "method": tuple(one.estimate.interval.method for _, one in cells),
            "standard_deviation": tuple(one.average.standard_deviation for _, one in cells),
            "standard_error": tuple(one.average.standard_error for _, one in cells),
            "stacked": tuple(one.average.stacked for _, one in cells),
            "n_folds": tuple(one.average.n_folds for _, one in cells),
        },
    )


def _data_words(study: OperateFoldsStudy) -> str:
    rows, positive = study.provenance.n_observations, shortened(study.provenance.positive)
    return f"{folds_words(study.layout)}, {count(rows, 'observation')}, positive is '{positive}'"


def _rate_row(part: FoldOperation, one: RateAtPoint, lower: bool) -> tuple[str, ...]:
    interval, average = one.estimate.interval, one.average
    digits = digits_for(interval.high - interval.low)
    way = ("at most" if part.lower else "at least",) if lower else ()
    return (
        shortened(part.name),
        part.threshold_words(),
        *way,
        fold_rate_words(one.rate),
        _cell(average.mean, digits),
        interval_cell(interval, digits),
        _cell(average.standard_deviation, digits),
        _cell(average.standard_error, digits),
        str(average.n_folds),
        _cell(average.stacked, digits),
    )


def _cell(value: float, digits: int) -> str:
    return "" if math.isnan(value) else number(value, digits)


def _sets(study: OperateFoldsStudy) -> Table:
    """A row per classifier for all rates together, then one for each rate."""
    cells = [(part, by) for part in study.parts for by in (None, *study.rates)]
    sets = [
        [part.indistinguishable.thresholds[at] for at in part.places_by(by)] for part, by in cells
    ]
    sizes = [told_size(part) if by is None else math.nan for part, by in cells]
    adjusted, planning = CORRECTION_TITLES[study.correction], any(map(math.isfinite, sizes))
    return Table(
        name="indistinguishable",
        title="Operating points that cannot be told from the chosen one, paired t over folds at "
        f"level {study.level:g} ({adjusted})"
        + ("; observations that would tell it from its neighbours" if planning else ""),
        header=(
            *("classifier", "by", "not told apart", "of", "thresholds"),
            *(["observations"] if planning else []),
        ),
        rows=tuple(
            (
                shortened(part.name),
                JOINTLY if by is None else fold_rate_words(by),
                str(len(found)),
                str(part.n_tested(by)),
                range_words(part, part.places_by(by)) if found else "",
                *([f"{int(size):,}" if math.isfinite(size) else ""] if planning else []),
            )
            for (part, by), found, size in zip(cells, sets, sizes, strict=True)
        ),
        columns=_set_columns(cells, sets),
    )


def _set_columns(
    cells: list[tuple[FoldOperation, FoldRate | None]], sets: list[list[float]]
) -> dict[str, tuple[object, ...]]:
    planned = [part.neighbour_size if by is None else None for part, by in cells]
    return {
        "classifier": tuple(part.name for part, _ in cells),
        "threshold": tuple(part.threshold for part, _ in cells),
        "by": tuple(JOINTLY if by is None else by for _, by in cells),
        "n_indistinguishable": tuple(len(found) for found in sets),
        "n_tested": tuple(part.n_tested(by) for part, by in cells),
        "n_points": tuple(len(part.indistinguishable.thresholds) for part, _ in cells),
        "lowest_threshold": tuple(min(found, default=None) for found in sets),
        "highest_threshold": tuple(max(found, default=None) for found in sets),
        "neighbour_factor": tuple(size and size.factor for size in planned),
        "neighbour_n_positive": tuple(size and size.n_positive for size in planned),
        "neighbour_n_negative": tuple(size and size.n_negative for size in planned),
        "power": tuple(size and size.wanted_power for size in planned),
    }


def _points(study: OperateFoldsStudy) -> Table:
    """To read: the chosen point, its neighbours, the ends of the set; in columns, every point."""
    return Table(
        name="points",
        title="The chosen operating point, those next to it, and the ends of the set that cannot "
        "be told from it: mean rates (sd of mean)",
        header=("classifier", "threshold", *map(fold_rate_words, study.rates), "told apart"),
        rows=tuple(row for part in study.parts for row in _point_rows(study, part)),
        columns=_point_columns(study),
    )


def _point_rows(study: OperateFoldsStudy, part: FoldOperation) -> list[tuple[str, ...]]:
    found = part.indistinguishable
    ends = {min(found.points), max(found.points)} if found.points else set()
    points = study.operating_points(part.name)
    averages = {rate: points.averages(rate) for rate in study.rates}
    return [
        (
            shortened(part.name),
            part.threshold_words(at),
            *(_average_cell(averages[rate][at]) for rate in study.rates),
            _told(part, at),
        )
        for at in sorted({found.chosen, *part.neighbours, *ends})
    ]


def _average_cell(average: RateAverage) -> str:
    if math.isnan(average.mean):
        return ""
    spread = _cell(average.standard_error, digits_for(average.standard_error))
    return number(average.mean) + (f" ({spread})" if spread else "")


def _told(part: FoldOperation, at: int) -> str:
    found = part.indistinguishable
    if at == found.chosen:
        return "chosen"
    if at in found.points:
        return "no"
    rates = [c.rate for c in found.contrasts if c.point == at and c.distinguishable]
    return f"by {', '.join(map(fold_rate_words, rates))}" if rates else "not tested"


def _point_columns(study: OperateFoldsStudy) -> dict[str, tuple[object, ...]]:
    """A row for every rate at every point of every classifier, beside its test."""
    cells: list[tuple[FoldOperation, int, RateAverage, PointContrast | None]] = []
    for part in study.parts:
        tests = {(c.point, c.rate): c for c in part.indistinguishable.contrasts}
        points = study.operating_points(part.name)
        for rate in study.rates:
            for at, average in enumerate(points.averages(rate)):
                cells.append((part, at, average, tests.get((at, rate))))
    averages, tests_of = [cell[2] for cell in cells], [cell[3] for cell in cells]
    compared = [test and test.comparison for test in tests_of]
    return {
        "classifier": tuple(part.name for part, *_ in cells),
        "threshold": tuple(average.threshold + 0.0 for average in averages),
        "chosen": tuple(at == part.indistinguishable.chosen for part, at, *_ in cells),
        "in_set": tuple(at in part.indistinguishable.points for part, at, *_ in cells),
        "rate": tuple(average.rate for average in averages),
        "mean": tuple(average.mean for average in averages),
        "standard_deviation": tuple(average.standard_deviation for average in averages),
        "standard_error": tuple(average.standard_error for average in averages),
        "stacked": tuple(average.stacked for average in averages),
        "n_folds": tuple(average.n_folds for average in averages),
        "difference": tuple(c and c.difference for c in compared),
        "low": tuple(c and c.interval.low for c in compared),
        "high": tuple(c and c.interval.high for c in compared),
        "confidence": tuple(c and c.interval.confidence for c in compared),
        "statistic": tuple(c and c.statistic for c in compared),
        "degrees_of_freedom": tuple(c and c.degrees_of_freedom for c in compared),
        "p_value": tuple(c and c.p_value for c in compared),
        "adjusted_p_value": tuple(test and test.adjusted_p_value for test in tests_of),
        "distinguishable": tuple(test and test.distinguishable for test in tests_of),
        "attained_power": tuple(test and test.size.attained_power for test in tests_of),
        "factor": tuple(test and test.size.factor for test in tests_of),
        "size_n_positive": tuple(test and test.size.n_positive for test in tests_of),
        "size_n_negative": tuple(test and test.size.n_negative for test in tests_of),
    }
