"""The tables of a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from aucurate.estimates.estimands import Quantity
from aucurate.formatting import bare_p_value, capital, count, digits_for, number, percent, shortened
from aucurate.inference.auc.delong import METHOD as DELONG
from aucurate.inference.core.influence import METHOD as INFLUENCE_METHOD
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.results import Comparison, Estimate, JointTest
from aucurate.study.compare.text import best_of_many, margin_shown, margin_title, null_words
from aucurate.study.table import Table, difference_columns, interval_cell

if TYPE_CHECKING:
    from aucurate.study.compare import CompareStudy


def comparison_tables(study: CompareStudy) -> tuple[Table, ...]:
    """The classifiers, the differences, the joint test where it says more, and what was asked."""
    tables = [_estimates(study), differences_table(study)]
    if study.joint is not None and len(study.estimates) > 2:
        tables.append(_joint(study, study.joint))
    if study.curve_tests:
        tables.append(curves_table(study))
    if study.margin_tests and len(study.estimates) > 2:
        tables.append(margins_table(study))
    if study.null_tests:
        tables.append(null_table(study))
    if study.all_estimates:
        tables.append(intervals_table(study.all_estimates, study.estimand))
    return tuple(tables)


def _estimates(study: CompareStudy) -> Table:
    estimates = study.estimates
    digits = max(digits_for(e.interval.high - e.interval.low) for e in estimates)
    confidence = percent(estimates[0].interval.confidence)
    where = study.provenance
    title = (
        f"{capital(study.estimand.name)} of {count(len(estimates), 'classifier')} on "
        f"{count(where.n_observations, 'observation')}, positive is '{shortened(where.positive)}'"
    )
    return Table(
        name="estimates",
        title=title,
        header=("classifier", study.estimand.short, f"{confidence} CI", "positive", "negative"),
        rows=tuple(
            (
                shortened(e.name),
                number(e.value, digits),
                interval_cell(e.interval, digits),
                f"{e.n_positive:,}",
                f"{e.n_negative:,}",
            )
            for e in estimates
        ),
        columns=estimate_columns(estimates, study.estimand.column),
    )


def _joint(study: CompareStudy, test: JointTest) -> Table:
    is_auc = study.estimand.is_auc
    every, method = ("All curves", DELONG) if is_auc else ("All classifiers", INFLUENCE_METHOD)
    return Table(
        name="joint",
        title=f"{every} together, {method} test with F reference",
        header=("hypothesis", "chi-square", "df", "denominator df", "p"),
        rows=(
            (
                test.hypothesis,
                number(test.statistic, 2),
                f"{test.degrees_of_freedom:g}",
                number(test.denominator_degrees_of_freedom, 1),
                bare_p_value(test.p_value),
            ),
        ),
        columns={
            "hypothesis": (test.hypothesis,),
            "statistic": (test.statistic,),
            "degrees_of_freedom": (test.degrees_of_freedom,),
            "denominator_degrees_of_freedom": (test.denominator_degrees_of_freedom,),
            "p_value": (test.p_value,),
            "method": (test.method,),
        },
    )


# The tables of pairs: differences, whole curves, margins; and of a fixed value.


T = TypeVar("T")


def differences_table(study: CompareStudy) -> Table:
    """Every difference with its interval, p and adjusted p."""
    comparisons = study.comparisons
    digits = _digits(comparisons)
    confidence = percent(comparisons[0].interval.confidence)
    together = {(c.first, c.second): c for c in study.simultaneous}
    header = ["comparison", "difference", f"{confidence} CI"]
    header += [f"simultaneous {confidence} CI"] if together else []
    rows = []
    for comparison in comparisons:
        pair = (comparison.first, comparison.second)
        cells = [number(comparison.difference, digits), interval_cell(comparison.interval, digits)]
        if together:
            cells.append(interval_cell(together[pair].interval, digits) if pair in together else "")
        rows.append((pair, (*cells, bare_p_value(comparison.p_value))))
    columns = difference_columns(comparisons, study.adjusted_p_values)
    columns |= _together_columns(study, together) if together else {}
    columns |= _second_columns(study) if study.second_tests else {}
    return _pair_table(
        study,
        Table(
            name="comparisons",
            title=_difference_title(study),
            header=(*header, "p"),
            rows=(),
            columns=columns,
        ),
        rows,
        study.adjusted_p_values,
        _second_cells(study),
    )


def curves_table(study: CompareStudy) -> Table:
    """Every test of two whole curves."""
    tests = study.curve_tests
    rows = [
        ((t.names[0], t.names[1]), (f"{t.statistic:.4g}", bare_p_value(t.p_value))) for t in tests
    ]
    table = Table(
        name="curves",
        title=f"Whole curves (not AUCs), {tests[0].method}",
        header=("comparison", "statistic", "p"),
        rows=(),
        columns={
            "first": tuple(t.names[0] for t in tests),
            "second": tuple(t.names[1] for t in tests),
            "statistic": tuple(t.statistic for t in tests),
            "p_value": tuple(t.p_value for t in tests),
            "adjusted_p_value": study.adjusted_curve_p_values,
            "method": tuple(t.method for t in tests),
        },
    )
    return _pair_table(study, table, rows, study.adjusted_curve_p_values)


def margins_table(study: CompareStudy) -> Table:
    """Every margin test, and what it showed when all count together."""
    tests, shown = study.margin_tests, margin_shown(study)
    digits = _digits([t.comparison for t in tests])
    rows = [
        (
            (t.comparison.first, t.comparison.second),
            (
                number(t.comparison.difference, digits),
                interval_cell(t.comparison.interval, digits),
                bare_p_value(t.p_value),
            ),
        )
        for t in tests
    ]
    deciding = percent(tests[0].comparison.interval.confidence)
    table = Table(
        name="margins",
        title=f"{margin_title(tests[0])}, {tests[0].comparison.method} test, one-sided level "
        f"{tests[0].level:g}",
        header=("comparison", "difference", f"{deciding} CI", "p"),
        rows=(),
        columns=difference_columns([t.comparison for t in tests], study.adjusted_margin_p_values)
        | {
            "p_value": tuple(t.p_value for t in tests),
            "kind": tuple(t.kind for t in tests),
            "margin": tuple(t.margin for t in tests),
            "level": tuple(t.level for t in tests),
            "shown": shown,
        },
    )
    verdicts = ["shown" if is_shown else "not shown" for is_shown in shown]
    last = "verdict", verdicts
    return _pair_table(study, table, rows, study.adjusted_margin_p_values, last)


def null_table(study: CompareStudy) -> Table:
    """Every estimate against the fixed value."""
    tests, about = study.null_tests, study.estimand
    digits, value = _digits(tests), null_words(study, tests[0].second_value)
    against = f"a fixed {about.name} of {value}"
    if value == "chance":
        against = f"chance ({about.short} {about.chance:.3g})"
    title = f"Against {against}, {tests[0].method} test"
    return Table(
        name="null",
        title=title + _alternative(tests[0]),
        header=(
            "classifier",
            "difference",
            f"{percent(tests[0].interval.confidence)} CI",
            "p",
            f"p ({_correction(study)})",
        ),
        rows=tuple(
            (
                shortened(t.first),
                number(t.difference, digits),
                interval_cell(t.interval, digits),
                bare_p_value(t.p_value),
                bare_p_value(adjusted),
            )
            for t, adjusted in zip(tests, study.adjusted_null_p_values, strict=True)
        ),
        columns=difference_columns(tests, study.adjusted_null_p_values),
    )


def _pair_table(
    study: CompareStudy,
    table: Table,
    rows: Sequence[tuple[tuple[str, str], tuple[str, ...]]],
    adjusted: Sequence[float],
    last: tuple[str, Sequence[str]] | None = None,
) -> Table:
    """The table with a row for each pair that is to be read, adjusted p where there are several.

    ``last`` is one more column, its head and its cells.
    """
    best, several = best_of_many(study), len(study.estimates) > 2
    header, shown = list(table.header), []
    header += [f"p ({_correction(study)})"] if several else []
    header += [last[0]] if last else []
    for at, (pair, cells) in enumerate(rows):
        if best is None or best in pair:
            name = " - ".join(shortened(side) for side in pair)
            end = [bare_p_value(adjusted[at])] if several else []
            end += [last[1][at]] if last else []
            shown.append((name, *cells, *end))
    title = table.title
    if best is not None:
        title += f"; {len(shown)} of {len(rows)} pairs: those with {shortened(best)}"
    return Table(
        name=table.name, title=title, header=tuple(header), rows=tuple(shown), columns=table.columns
    )


def _correction(study: CompareStudy) -> str:
    return {str(name): title for name, title in CORRECTION_TITLES.items()}[study.correction]


def _difference_title(study: CompareStudy) -> str:
    first = study.comparisons[0]
    about = study.estimand
    title = f"Differences in {about.name}, {first.method} test, {first.design}"
    if first.design == "one test set":
        value = null_words(study, first.second_value)
        against = f"{about.short} {value}"
        if value == "chance":
            against = f"chance ({about.short} {about.chance:.3g})"
        title = f"Difference from {against}, {first.method} test"
    title += _alternative(first)
    if study.simultaneous:
        rule = "Bonferroni" if "Bonferroni" in study.simultaneous[0].interval.method else "max-|z|"
        return f"{title}; simultaneous intervals hold together ({rule})"
    return title + (", intervals not adjusted" if len(study.estimates) > 2 else "")


def _alternative(comparison: Comparison) -> str:
    if comparison.alternative == "two-sided":
        return ""
    return f", alternative: difference {comparison.alternative} than 0"


def _together_columns(
    study: CompareStudy, together: dict[tuple[str, str], Comparison]
) -> dict[str, tuple[object, ...]]:
    """The simultaneous intervals beside the comparisons; None where one was not done."""
    found = [together.get((c.first, c.second)) for c in study.comparisons]
    return {
        "simultaneous_low": tuple(c and c.interval.low for c in found),
        "simultaneous_high": tuple(c and c.interval.high for c in found),
        "simultaneous_p_value": tuple(c and c.p_value for c in found),
        "simultaneous_method": tuple(c and c.interval.method for c in found),
    }


def _second_cells(study: CompareStudy) -> tuple[str, Sequence[str]] | None:
    """The column of MOVER's tests, adjusted where there are several pairs."""
    if not study.second_tests:
        return None
    adjusted = _of_pairs(study, study.adjusted_second_p_values)
    several = len(study.estimates) > 2
    head = f"p (MOVER, {_correction(study)})" if several else "p (MOVER)"
    return head, ["-" if p is None else bare_p_value(p) for p in adjusted]


def _of_pairs(study: CompareStudy, of_second_tests: Sequence[T]) -> tuple[T | None, ...]:
    """What belongs to the second tests beside every comparison; None where there is no test."""
    pairs = [(c.first, c.second) for c in study.second_tests]
    known = dict(zip(pairs, of_second_tests, strict=True))
    return tuple(known.get((c.first, c.second)) for c in study.comparisons)


def _second_columns(study: CompareStudy) -> dict[str, tuple[object, ...]]:
    """MOVER's tests beside the comparisons; None where errors are not few."""
    found = _of_pairs(study, study.second_tests)
    return {
        "mover_low": tuple(c and c.interval.low for c in found),
        "mover_high": tuple(c and c.interval.high for c in found),
        "mover_p_value": tuple(c and c.p_value for c in found),
        "adjusted_mover_p_value": _of_pairs(study, study.adjusted_second_p_values),
        "mover_method": tuple(c and c.method for c in found),
    }


def _digits(comparisons: Sequence[Comparison]) -> int:
    return max(digits_for(c.interval.high - c.interval.low) for c in comparisons)


def intervals_table(estimates: tuple[Estimate, ...], about: Quantity) -> Table:
    """A row for each interval of each classifier."""
    digits = max(digits_for(e.interval.high - e.interval.low) for e in estimates)
    return Table(
        name="intervals",
        title="All intervals",
        header=(
            "classifier",
            "interval",
            about.short,
            f"{percent(estimates[0].interval.confidence)} CI",
        ),
        rows=tuple(
            (
                shortened(e.name),
                e.interval.method,
                number(e.value, digits),
                interval_cell(e.interval, digits),
            )
            for e in estimates
        ),
        columns=estimate_columns(estimates, about.column),
    )


def estimate_columns(
    estimates: tuple[Estimate, ...], column: str = "auc"
) -> dict[str, tuple[object, ...]]:
    """Estimates as columns, every digit kept."""
    return {
        "classifier": tuple(e.name for e in estimates),
        column: tuple(e.value for e in estimates),
        "standard_error": tuple(e.standard_error for e in estimates),
        "low": tuple(e.interval.low for e in estimates),
        "high": tuple(e.interval.high for e in estimates),
        "confidence": tuple(e.interval.confidence for e in estimates),
        "n_positive": tuple(e.n_positive for e in estimates),
        "n_negative": tuple(e.n_negative for e in estimates),
        "interval_method": tuple(e.interval.method for e in estimates),
    }
