"""The tables of a fit: areas side by side, the tests of the classes, the parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aucurate.formatting import bare_p_value, count, digits_for, number, percent, shortened
from aucurate.inference.models.fit_tests import ANDERSON_DARLING, SHAPIRO_WILK
from aucurate.inference.models.registry import PER_CLASS
from aucurate.study.table import Table, interval_cell

if TYPE_CHECKING:
    from aucurate.inference.models.fit_tests import FitTest
    from aucurate.results import Estimate
    from aucurate.study.fit import FitStudy
    from aucurate.study.fit.numbers import ModelFit


def fit_tables(study: FitStudy) -> tuple[Table, ...]:
    """Areas; then the tests and the parameters where there are any."""
    tables = [_areas(study)]
    if any(fit.class_tests for fit in study.fits):
        tables.append(_classes(study))
    if any(fit.parameters for fit in study.fits):
        tables.append(_parameters(study))
    return tuple(tables)


def _areas(study: FitStudy) -> Table:
    estimates = [*study.empirical, *(f.estimate for f in study.fits if f.estimate is not None)]
    digits = max(digits_for(e.interval.high - e.interval.low) for e in estimates)
    rows: list[tuple[str, ...]] = []
    columns: dict[str, list[object]] = {
        key: []
        for key in ("classifier", "model", "auc", "low", "high", "minus_empirical", "curve_p_value")
    }
    for empirical in study.empirical:
        _add(rows, columns, empirical.name, "empirical", empirical, empirical, None, digits)
        for fit in study.fits:
            if fit.name == empirical.name:
                _add(rows, columns, fit.name, fit.model, fit.estimate, empirical, fit, digits)
                if PER_CLASS in fit.parameters:
                    _add_per_class(rows, columns, fit, empirical, digits)
    where = study.provenance
    return Table(
        name="areas",
        title=f"AUC of {count(len(study.empirical), 'classifier')} by model on "
        f"{count(where.n_observations, 'observation')}, positive is '{shortened(where.positive)}'",
        header=(
            "classifier",
            "model",
            "AUC",
            f"{percent(study.empirical[0].interval.confidence)} CI",
            "minus empirical",
            "p of curve",
        ),
        rows=tuple(rows),
        columns={key: tuple(values) for key, values in columns.items()},
    )


def _add(
    rows: list[tuple[str, ...]],
    columns: dict[str, list[object]],
    name: str,
    model: str,
    estimate: Estimate | None,
    empirical: Estimate,
    fit: ModelFit | None,
    digits: int,
) -> None:
    curve_p = None if fit is None or fit.curve_test is None else fit.curve_test.p_value
    shown = "" if curve_p is None else bare_p_value(curve_p)
    if estimate is None:
        rows.append((shortened(name), model, "-", "cannot be fitted", "", ""))
        values: tuple[object, ...] = (None, None, None, None)
    else:
        apart = estimate.value - empirical.value
        rows.append(
            (
                shortened(name),
                model,
                number(estimate.value, digits),
                interval_cell(estimate.interval, digits),
                "" if fit is None else number(apart, digits),
                shown,
            )
        )
        values = (estimate.value, estimate.interval.low, estimate.interval.high, apart)
    for key, value in zip(columns, (name, model, *values, curve_p), strict=True):
        columns[key].append(value)


def _add_per_class(
    rows: list[tuple[str, ...]],
    columns: dict[str, list[object]],
    fit: ModelFit,
    empirical: Estimate,
    digits: int,
) -> None:
    value = fit.parameters[PER_CLASS]
    apart = value - empirical.value
    rows.append(
        (
            shortened(fit.name),
            "box-cox, a power per class",
            number(value, digits),
            "not a transformation",
            number(apart, digits),
            "",
        )
    )
    row = (fit.name, "box-cox, a power per class", value, None, None, apart, None)
    for key, cell in zip(columns, row, strict=True):
        columns[key].append(cell)


def _classes(study: FitStudy) -> Table:
    tests = [(fit, test) for fit in study.fits for test in fit.class_tests]
    by_class: dict[tuple[str, str, str, str], dict[str, FitTest]] = {}
    for fit, test in tests:
        key = (shortened(fit.name), fit.model, test.name, test.model)
        by_class.setdefault(key, {})[test.key] = test
    return Table(
        name="classes",
        title="Does each class have the distribution of the model?",
        header=(
            "classifier",
            "model",
            "class",
            "distribution",
            *("Shapiro-Wilk W", "p", "tested"),
            *("Anderson-Darling A2", "p"),
        ),
        rows=tuple(
            (
                *key,
                *_cells(found.get(SHAPIRO_WILK.key)),
                *_cells(found.get(ANDERSON_DARLING.key))[:2],
            )
            for key, found in by_class.items()
        ),
        columns={
            "classifier": tuple(fit.name for fit, _ in tests),
            "model": tuple(fit.model for fit, _ in tests),
            "class": tuple(test.name for _, test in tests),
            "distribution": tuple(test.model for _, test in tests),
            "test": tuple(test.method for _, test in tests),
            "statistic": tuple(test.statistic for _, test in tests),
            "p_value": tuple(test.p_value for _, test in tests),
            "n_used": tuple(test.n_used for _, test in tests),
            "n": tuple(test.n for _, test in tests),
        },
    )


def _cells(test: FitTest | None) -> tuple[str, str, str]:
    if test is None:
        return "", "", ""
    tested = f"{test.n_used:,} of {test.n:,}" if test.n_used < test.n else f"{test.n:,}"
    return number(test.statistic, 3), bare_p_value(test.p_value), tested


def _parameters(study: FitStudy) -> Table:
    found = [
        (fit, name, value)
        for fit in study.fits
        for name, value in fit.parameters.items()
        if name != PER_CLASS
    ]
    return Table(
        name="parameters",
        title="Parameters of the curves",
        header=("classifier", "model", "parameter", "value"),
        rows=tuple((shortened(f.name), f.model, name, number(v, 4)) for f, name, v in found),
        columns={
            "classifier": tuple(fit.name for fit, _, _ in found),
            "model": tuple(fit.model for fit, _, _ in found),
            "parameter": tuple(name for _, name, _ in found),
            "value": tuple(value for _, _, value in found),
        },
    )
