"""The tables of a study over folds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aucurate.formatting import bare_p_value, count, digits_for, number, percent, shortened
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.study.folds.outcomes import outcome_columns
from aucurate.study.table import Table, comparison_columns, interval_cell

if TYPE_CHECKING:
    from aucurate.study.folds import FoldsStudy
    from aucurate.study.folds.numbers import FoldsPart, FoldSummary, FoldTestResult


def folds_tables(study: FoldsStudy) -> tuple[Table, ...]:
    """Summaries and differences of every quantity, then tests, posteriors and outcomes."""
    tables = []
    for part in study.parts:
        tables += [_summaries(study, part), _differences(study, part)]
    for part in study.parts:
        tables += [_tests(part)] if part.tests else []
        tables += [_posteriors(part)] if part.posteriors else []
    if study.outcomes:
        tables.append(_outcomes(study))
    return tuple(tables)


def _key(part: FoldsPart) -> str:
    """What the tables of a quantity are called: plain for the AUC, else with its name."""
    return "" if part.quantity == "AUC" else "_" + part.quantity.replace(" ", "_")


def _folds_words(study: FoldsStudy) -> str:
    per_repeat = study.n_folds // study.n_repeats
    if study.design == "fixed test set":
        return f"one fixed test set, {count(study.n_folds, 'training set')}"
    if study.design == "random splits":
        return count(study.n_folds, "random split")
    repeated = f", repeated {study.n_repeats} times" if study.n_repeats > 1 else ""
    return f"{per_repeat} left-out folds{repeated}"


def _summaries(study: FoldsStudy, part: FoldsPart) -> Table:
    rows = tuple(sorted(part.summaries, key=lambda one: (one.mean, one.name)))
    if part.quantity == "AUC":
        rows = rows[::-1]
    digits = max(_digits(one) for one in rows)
    first = next((one.interval for one in rows if one.interval is not None), None)
    confidence = f"{percent(first.confidence)} CI" if first else "CI"
    return Table(
        name=f"algorithms{_key(part)}",
        title=f"Mean {part.quantity} over folds: {_folds_words(study)}"
        + (f"; intervals: {first.method}" if first else ""),
        header=("algorithm", "mean", confidence, "sd over folds", "lowest", "highest"),
        rows=tuple(
            (
                shortened(one.name),
                number(one.mean, digits),
                "" if one.interval is None else interval_cell(one.interval, digits),
                number(one.standard_deviation, digits),
                number(one.smallest, digits),
                number(one.largest, digits),
            )
            for one in rows
        ),
        columns={
            "algorithm": tuple(one.name for one in rows),
            "mean": tuple(one.mean for one in rows),
            "low": tuple(one.interval and one.interval.low for one in rows),
            "high": tuple(one.interval and one.interval.high for one in rows),
            "standard_deviation": tuple(one.standard_deviation for one in rows),
            "smallest": tuple(one.smallest for one in rows),
            "largest": tuple(one.largest for one in rows),
        },
    )


def _digits(one: FoldSummary) -> int:
    return 3 if one.interval is None else digits_for(one.interval.high - one.interval.low)


def _differences(study: FoldsStudy, part: FoldsPart) -> Table:
    found = part.comparisons
    digits = max(digits_for(c.interval.high - c.interval.low) for c in found)
    adjusted = study.correction != "none" and len(found) > 1
    header = ["comparison", "difference", f"{percent(found[0].interval.confidence)} CI", "p"]
    header += [f"p ({CORRECTION_TITLES[study.correction]})"] if adjusted else []
    rows = []
    for one, final in zip(found, part.adjusted_p_values, strict=True):
        cells = [
            f"{shortened(one.first)} - {shortened(one.second)}",
            number(one.difference, digits),
            interval_cell(one.interval, digits),
            bare_p_value(one.p_value),
        ]
        rows.append((*cells, bare_p_value(final)) if adjusted else tuple(cells))
    return Table(
        name=f"comparisons{_key(part)}",
        title=f"Differences of {part.quantity}, {found[0].method}",
        header=tuple(header),
        rows=tuple(rows),
        columns=comparison_columns(found, part.adjusted_p_values),
    )


def _tests(part: FoldsPart) -> Table:
    tests = part.tests
    return Table(
        name=f"tests{_key(part)}",
        title=f"All tests of {part.quantity}; p-values are not adjusted",
        header=("comparison", "test", "CI", "p", "made for this design"),
        rows=tuple(
            (
                f"{shortened(one.first)} - {shortened(one.second)}",
                one.method,
                _test_interval(one),
                bare_p_value(one.p_value),
                "yes" if one.holds else "no",
            )
            for one in tests
        ),
        columns={
            "first": tuple(one.first for one in tests),
            "second": tuple(one.second for one in tests),
            "test": tuple(one.test for one in tests),
            "method": tuple(one.method for one in tests),
            "low": tuple(one.comparison and one.comparison.interval.low for one in tests),
            "high": tuple(one.comparison and one.comparison.interval.high for one in tests),
            "p_value": tuple(one.p_value for one in tests),
            "holds": tuple(one.holds for one in tests),
        },
    )


def _test_interval(one: FoldTestResult) -> str:
    if one.comparison is None:
        return ""
    interval = one.comparison.interval
    return interval_cell(interval, digits_for(interval.high - interval.low))


def _posteriors(part: FoldsPart) -> Table:
    found = part.posteriors
    return Table(
        name=f"posteriors{_key(part)}",
        title=f"Posterior probabilities of the difference of {part.quantity}, "
        f"{found[0].method}, equivalent within {found[0].rope:g}",
        header=("comparison", "first lower", "equivalent", "first higher"),
        rows=tuple(
            (
                f"{shortened(one.first)} - {shortened(one.second)}",
                number(one.below),
                number(one.within),
                number(one.above),
            )
            for one in found
        ),
        columns={
            "first": tuple(one.first for one in found),
            "second": tuple(one.second for one in found),
            "rope": tuple(one.rope for one in found),
            "below": tuple(one.below for one in found),
            "within": tuple(one.within for one in found),
            "above": tuple(one.above for one in found),
        },
    )


def _outcomes(study: FoldsStudy) -> Table:
    found = study.outcomes
    words = {True: "differ", False: "-"}
    return Table(
        name="outcomes",
        title=f"What the tests of error and AUC say at level {study.level:g}, p not adjusted",
        header=("pair", "error p", "AUC p", "by error", "by AUC"),
        rows=tuple(
            (
                f"{shortened(one.first)} - {shortened(one.second)}",
                bare_p_value(one.error_p_value),
                bare_p_value(one.auc_p_value),
                words[one.outcome.startswith("reject")],
                words[one.outcome.endswith("reject")],
            )
            for one in found
        ),
        columns=outcome_columns(found),
    )
