"""The tables of a study over folds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from aucurate.formatting import bare_p_value, capital, count, digits_for, number, percent, shortened
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.inference.folds.t_tests import DifferencePosterior
from aucurate.results import Comparison, Tested
from aucurate.study.folds.outcomes import TestOutcome
from aucurate.study.table import (
    Column,
    Table,
    difference_columns,
    digits_of,
    field_column,
    interval_columns,
    itself,
    pair_columns,
    table,
)

if TYPE_CHECKING:
    from aucurate.study.folds import FoldsStudy
    from aucurate.study.folds.numbers import FoldsPart, FoldSummary, FoldTestResult


def folds_tables(study: FoldsStudy) -> tuple[Table, ...]:
    """Summaries and differences of every quantity, then tests, posteriors and outcomes."""
    tables = []
    for part in study.parts:
        tables += [_summaries(study, part), _differences(study, part)]
    for part in study.parts:
        tables += [_all_tests(part)] if part.all_tests else []
        tables += [_posteriors(part)] if part.posteriors else []
    if study.outcomes:
        tables.append(_outcomes(study))
    return tuple(tables)


def _key(part: FoldsPart) -> str:
    """The suffix of the table names of a quantity: none for the AUC, else its name."""
    return "" if part.quantity == "AUC" else "_" + part.quantity.replace(" ", "_")


def _folds_words(study: FoldsStudy) -> str:
    per_repeat = study.n_folds // study.n_repeats
    if study.design == "fixed test set":
        return f"one fixed test set, {count(study.n_folds, 'training set')}"
    if study.design == "random splits":
        return count(study.n_folds, "random split")
    repeated = f", repeated {study.n_repeats} times" if study.n_repeats > 1 else ""
    if study.dropped or study.n_folds % study.n_repeats:
        return f"{count(study.n_folds, 'left-out fold')} of cross-validation{repeated}"
    return f"{per_repeat}-fold cross-validation{repeated}"


def _summaries(study: FoldsStudy, part: FoldsPart) -> Table:
    rows = sorted(part.summaries, key=lambda one: (one.value, one.name))
    if part.quantity == "AUC":
        rows = rows[::-1]
    digits = max(_digits(one) for one in rows)
    first = next((one.interval for one in rows if one.interval is not None), None)
    value = partial(number, digits=digits)
    title = f"{capital(part.title)} over {'all observations' if part.is_pooled else 'folds'}"
    columns: list[Column[FoldSummary]] = [
        Column("algorithm", lambda one: one.name, "algorithm", shortened),
        field_column("value", part.quantity if part.is_pooled else "mean", value),
        *interval_columns(
            lambda one: one.interval, f"{percent(first.confidence)} CI" if first else "CI", digits
        ),
        field_column("mean", "mean of folds" if part.is_pooled else "", value),
        field_column("standard_deviation", "SD over folds", value),
        field_column("smallest", "lowest", value),
        field_column("largest", "highest", value),
    ]
    method = f"; intervals: {first.method}" if first else ""
    return table(
        f"algorithms{_key(part)}", f"{title}: {_folds_words(study)}{method}", rows, columns
    )


def _digits(one: FoldSummary) -> int:
    return 3 if one.interval is None else digits_for(one.interval.high - one.interval.low)


def _differences(study: FoldsStudy, part: FoldsPart) -> Table:
    first, correction = part.comparisons[0], study.settings.correction
    adjusted = correction != "none" and len(part.tests) > 1

    def comparison(tested: Tested[Comparison]) -> Comparison:
        return tested.result

    columns = difference_columns(
        comparison,
        digits=digits_of(c.interval for c in part.comparisons),
        confidence=first.interval.confidence,
        adjusted=f"p ({CORRECTION_TITLES[correction]})" if adjusted else "",
    )
    title = f"Differences in {part.quantity}, {first.method}"
    return table(f"comparisons{_key(part)}", title, part.tests, columns)


def _all_tests(part: FoldsPart) -> Table:
    columns: list[Column[FoldTestResult]] = [
        *pair_columns(itself),
        field_column("test"),
        field_column("method", "test"),
        *interval_columns(lambda one: one.interval, "CI"),
        field_column("p_value", "p", bare_p_value),
        field_column("holds", "valid for this design", lambda holds: "yes" if holds else "no"),
    ]
    title = f"All tests of {part.quantity}; p-values not adjusted"
    return table(f"tests{_key(part)}", title, part.all_tests, columns)


def _posteriors(part: FoldsPart) -> Table:
    first = part.posteriors[0]
    columns: list[Column[DifferencePosterior]] = [
        *pair_columns(itself),
        field_column("rope"),
        field_column("below", "first lower", number),
        field_column("within", "equivalent", number),
        field_column("above", "first higher", number),
    ]
    title = (
        f"Posterior probabilities of the difference in {part.quantity}, {first.method}, "
        f"equivalent within {first.rope:g}"
    )
    return table(f"posteriors{_key(part)}", title, part.posteriors, columns)


def _outcomes(study: FoldsStudy) -> Table:
    level = study.settings.level
    columns: Sequence[Column[TestOutcome]] = [
        field_column("dataset"),
        *pair_columns(itself, "pair"),
        field_column("error_difference"),
        field_column("error_p_value", "error p", bare_p_value),
        field_column("auc_difference"),
        field_column("auc_p_value", "AUC p", bare_p_value),
        Column("", lambda one: one.outcome.startswith("reject"), "by error", _differ),
        Column("", lambda one: one.outcome.endswith("reject"), "by AUC", _differ),
        field_column("outcome"),
    ]
    title = f"Tests of error rate and AUC at level {level:g}, p not adjusted"
    return table("outcomes", title, study.outcomes, columns)


def _differ(rejected: bool) -> str:
    return "differ" if rejected else "-"
