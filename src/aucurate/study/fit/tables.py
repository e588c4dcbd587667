"""The tables of a fit: areas by model, goodness-of-fit tests of the classes, parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from aucurate.formatting import bare_p_value, count, number, percent, shortened
from aucurate.inference.models.fit_tests import ANDERSON_DARLING, SHAPIRO_WILK
from aucurate.inference.models.registry import PER_CLASS
from aucurate.results import Interval
from aucurate.study.table import (
    Column,
    Table,
    digits_of,
    field_column,
    frame_columns,
    interval_cell,
    interval_columns,
    table,
)

if TYPE_CHECKING:
    from aucurate.inference.models.fit_tests import FitTest
    from aucurate.study.fit import FitStudy
    from aucurate.study.fit.numbers import ModelFit


def fit_tables(study: FitStudy) -> tuple[Table, ...]:
    """Areas; then tests and parameters, if any."""
    tables = [_areas(study)]
    if any(fit.class_tests for fit in study.fits):
        tables.append(_classes(study))
    if any(fit.parameters for fit in study.fits):
        tables.append(_parameters(study))
    return tuple(tables)


class _Area(NamedTuple):
    """A row of the areas; ``instead`` is shown if there is no interval."""

    classifier: str
    model: str
    auc: float | None
    interval: Interval | None
    minus_empirical: float | None
    curve_p_value: float | None = None
    instead: str = ""

    @property
    def shown_difference(self) -> float | None:
        return None if self.model == "empirical" else self.minus_empirical


def _areas(study: FitStudy) -> Table:
    """Decimals are those of the empirical intervals; those of models can be arbitrarily narrow."""
    digits = digits_of(e.interval for e in study.empirical)
    confidence = percent(study.empirical[0].interval.confidence)

    def value(found: float | None, missing: str = "") -> str:
        return missing if found is None else number(found, digits)

    def interval(row: _Area) -> str:
        return row.instead or interval_cell(row.interval, digits)

    columns: list[Column[_Area]] = [
        field_column("classifier", "classifier", shortened),
        field_column("model", "model"),
        field_column("auc", "AUC", partial(value, missing="-")),
        Column("", lambda row: row, f"{confidence} CI", interval),
        *interval_columns(lambda row: row.interval, "")[1:],
        field_column("minus_empirical"),
        Column("", lambda row: row.shown_difference, "difference from empirical", value),
        field_column("curve_p_value", "p (curve)", lambda p: "" if p is None else bare_p_value(p)),
    ]
    where = study.provenance
    title = (
        f"AUC of {count(len(study.empirical), 'classifier')} by model on "
        f"{count(where.n_observations, 'observation')}, positive class: {shortened(where.positive)}"
    )
    return table("areas", title, list(_area_rows(study)), columns)


def _area_rows(study: FitStudy) -> Iterator[_Area]:
    """The empirical area of each classifier, then those of its models."""
    for empirical in study.empirical:
        name, start = empirical.name, empirical.value
        yield _Area(name, "empirical", start, empirical.interval, 0.0)
        for fit in study.fits:
            if fit.name != name:
                continue
            found, curve = fit.estimate, fit.curve_test
            if found is None:
                yield _Area(name, fit.model, None, None, None, instead="cannot be fitted")
            else:
                apart = found.value - start
                p = None if curve is None else curve.p_value
                yield _Area(name, fit.model, found.value, found.interval, apart, p)
            if PER_CLASS in fit.parameters:
                area = fit.parameters[PER_CLASS]
                words = "box-cox, separate powers"
                yield _Area(
                    name, words, area, None, area - start, instead="no common transformation"
                )


def _classes(study: FitStudy) -> Table:
    """One row per class; data frames have one row per test."""
    tests = [(fit, test) for fit in study.fits for test in fit.class_tests]
    by_class: dict[tuple[str, str, str, str], dict[str, FitTest]] = {}
    for fit, test in tests:
        key = (fit.name, fit.model, test.name, test.model)
        by_class.setdefault(key, {})[test.key] = test
    frame: list[Column[tuple[ModelFit, FitTest]]] = [
        Column("classifier", lambda row: row[0].name),
        Column("model", lambda row: row[0].model),
        Column("class", lambda row: row[1].name),
        Column("distribution", lambda row: row[1].model),
        Column("test", lambda row: row[1].method),
        *(Column(name, _of_test(name)) for name in ("statistic", "p_value", "n_used", "n")),
    ]
    return table(
        "classes",
        "Goodness of fit of the model's distribution in each class",
        by_class.items(),
        [
            Column("", lambda row: row[0][0], "classifier", shortened),
            Column("", lambda row: row[0][1], "model"),
            Column("", lambda row: row[0][2], "class"),
            Column("", lambda row: row[0][3], "distribution"),
            *_test_columns(SHAPIRO_WILK.key, "Shapiro-Wilk W"),
            Column("", lambda row: row[1].get(SHAPIRO_WILK.key), "n tested", _tested),
            *_test_columns(ANDERSON_DARLING.key, "Anderson-Darling A2"),
        ],
        frame=frame_columns(tests, frame),
    )


def _of_test(name: str) -> Callable[[tuple[ModelFit, FitTest]], Any]:
    return lambda row: getattr(row[1], name)


def _test_columns(key: str, header: str) -> list[Column[Any]]:
    """Statistic and p of one test; empty if it was not performed."""

    def statistic(test: FitTest | None) -> str:
        return "" if test is None else number(test.statistic, 3)

    def p_value(test: FitTest | None) -> str:
        return "" if test is None else bare_p_value(test.p_value)

    return [
        Column("", lambda row: row[1].get(key), header, statistic),
        Column("", lambda row: row[1].get(key), "p", p_value),
    ]


def _tested(test: FitTest | None) -> str:
    if test is None:
        return ""
    return f"{test.n_used:,} of {test.n:,}" if test.n_used < test.n else f"{test.n:,}"


def _parameters(study: FitStudy) -> Table:
    rows = [
        (fit, name, value)
        for fit in study.fits
        for name, value in fit.parameters.items()
        if name != PER_CLASS
    ]
    columns: list[Column[tuple[ModelFit, str, float]]] = [
        Column("classifier", lambda row: row[0].name, "classifier", shortened),
        Column("model", lambda row: row[0].model, "model"),
        Column("parameter", lambda row: row[1], "parameter"),
        Column("value", lambda row: row[2], "value", partial(number, digits=4)),
    ]
    return table("parameters", "Parameters of the curves", rows, columns)
