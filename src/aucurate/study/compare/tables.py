"""The tables of a comparison."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from aucurate.estimates.estimands import Quantity
from aucurate.formatting import bare_p_value, capital, count, number, percent, shortened
from aucurate.inference.auc.delong import METHOD as DELONG
from aucurate.inference.auc.equivalence import MarginTest
from aucurate.inference.auc.simultaneous import max_z
from aucurate.inference.core.influence import METHOD as INFLUENCE_METHOD
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.results import Comparison, Estimate, Interval, JointTest, Tested
from aucurate.study.compare.requirements import Requirement
from aucurate.study.compare.subgroups import Subgroup
from aucurate.study.compare.text import best_of_many, is_shown, margin_title, null_words
from aucurate.study.table import (
    Column,
    Table,
    difference_columns,
    digits_of,
    field_column,
    interval_cell,
    interval_columns,
    pair_cell,
    table,
)
from aucurate.study.text import in_groups

if TYPE_CHECKING:
    from aucurate.study.compare import CompareStudy


def comparison_tables(study: CompareStudy) -> tuple[Table, ...]:
    """The classifiers, the differences, the joint test of several, and further results."""
    several = len(study.estimates) > 2
    tables = [_estimates(study), _differences(study)]
    if study.joint is not None and several:
        tables.append(_joint(study, study.joint))
    if study.curve_tests:
        tables.append(_curves(study))
    if study.margin_tests and several:
        tables.append(_margins(study))
    if study.null_tests:
        tables.append(_null_tests(study))
    if study.subgroups:
        tables += _subgroup_tables(study)
    if study.requirements:
        tables.append(_requirements(study))
    if study.all_estimates:
        tables.append(intervals_table(study.all_estimates, study.estimand))
    return tuple(tables)


def _estimates(study: CompareStudy) -> Table:
    where = study.provenance
    title = (
        f"{capital(study.estimand.name)} of {count(len(study.estimates), 'classifier')} on "
        f"{count(where.n_observations, 'observation')}{in_groups(where)}, "
        f"positive class: {shortened(where.positive)}"
    )
    columns = estimate_columns(study.estimates, study.estimand, classes=True)
    return table("estimates", title, study.estimates, columns)


def intervals_table(estimates: Sequence[Estimate], about: Quantity) -> Table:
    """A row for each interval of each classifier."""
    columns = estimate_columns(estimates, about, methods=True)
    return table("intervals", "All intervals", estimates, columns)


def estimate_columns(
    estimates: Sequence[Estimate], about: Quantity, *, classes: bool = False, methods: bool = False
) -> list[Column[Estimate]]:
    """Estimates with their intervals; optionally with class sizes or methods."""
    digits = digits_of((e.interval for e in estimates), (e.value for e in estimates))
    confidence = percent(estimates[0].interval.confidence)
    method: Column[Estimate] = Column("", lambda e: e.interval.method, "interval")
    effects = {e.design_effect for e in estimates if math.isfinite(e.design_effect)}
    effect = "design effect" if effects - {1.0} else ""
    return [
        Column("classifier", lambda e: e.name, "classifier", shortened),
        *([method] if methods else []),
        Column(about.column, lambda e: e.value, about.short, partial(number, digits=digits)),
        Column("standard_error", lambda e: e.standard_error),
        *interval_columns(lambda e: e.interval, f"{confidence} CI", digits),
        Column("n_positive", lambda e: e.n_positive, "positive" if classes else "", "{:,}".format),
        Column("n_negative", lambda e: e.n_negative, "negative" if classes else "", "{:,}".format),
        Column("interval_method", lambda e: e.interval.method),
        Column("n_groups", lambda e: e.n_groups),
        Column("design_effect", lambda e: e.design_effect, effect, partial(number, digits=2)),
    ]


def _joint(study: CompareStudy, test: JointTest) -> Table:
    is_auc = study.estimand.is_auc
    every, method = ("all curves", DELONG) if is_auc else ("all classifiers", INFLUENCE_METHOD)
    columns: list[Column[JointTest]] = [
        Column("hypothesis", lambda t: t.hypothesis, "hypothesis"),
        Column("statistic", lambda t: t.statistic, "chi-square", partial(number, digits=2)),
        Column("degrees_of_freedom", lambda t: t.degrees_of_freedom, "df", "{:g}".format),
        Column(
            "denominator_degrees_of_freedom",
            lambda t: t.denominator_degrees_of_freedom,
            "denominator df",
            partial(number, digits=1),
        ),
        Column("p_value", lambda t: t.p_value, "p", bare_p_value),
        Column("method", lambda t: t.method),
    ]
    return table("joint", f"Joint test of {every}, {method} with F reference", [test], columns)


# The tables of pairs: differences, whole curves, margins; and of a fixed value.


def _differences(study: CompareStudy) -> Table:
    """Every difference with its interval, p and adjusted p."""
    first = study.comparisons[0]
    columns = difference_columns(
        _result,
        digits=_digits_of(study.comparisons),
        confidence=first.interval.confidence,
        adjusted=_adjusted(study),
        intervals=_simultaneous(study),
    )
    return _of_pairs(
        study, "comparisons", _difference_title(study), study.tests, _result,
        [*columns, *_second_tests(study)],
    )  # fmt: skip


def _digits_of(comparisons: Iterable[Comparison]) -> int:
    comparisons = list(comparisons)
    return digits_of((c.interval for c in comparisons), (c.difference for c in comparisons))


def _result(tested: Tested[Comparison]) -> Comparison:
    return tested.result


def _of_comparison(tested: Tested[MarginTest]) -> Comparison:
    return tested.result.comparison


def _curves(study: CompareStudy) -> Table:
    """Every test of two whole curves."""
    columns: list[Column[Tested[JointTest]]] = [
        Column("", lambda t: t.result.names[:2], "comparison", pair_cell),
        Column("first", lambda t: t.result.names[0]),
        Column("second", lambda t: t.result.names[1]),
        Column("statistic", lambda t: t.result.statistic, "statistic", "{:.4g}".format),
        Column("p_value", lambda t: t.result.p_value, "p", bare_p_value),
        Column("adjusted_p_value", lambda t: t.adjusted_p_value, _adjusted(study), bare_p_value),
        Column("method", lambda t: t.result.method),
    ]
    title = f"Whole curves (not AUCs), {study.curve_tests[0].result.method}"
    return _of_pairs(study, "curves", title, study.curve_tests, lambda t: t.result, columns)


def _margins(study: CompareStudy) -> Table:
    """Every margin test, and what it showed after adjustment for all of them."""
    first = study.margin_tests[0].result
    columns = difference_columns(
        _of_comparison,
        digits=_digits_of(t.result.comparison for t in study.margin_tests),
        confidence=first.comparison.interval.confidence,
        adjusted=_adjusted(study),
        p_value=lambda t: t.result.p_value,
    )
    title = (
        f"{margin_title(first)}, {first.comparison.method} test, one-sided level {first.level:g}"
    )
    more: list[Column[Tested[MarginTest]]] = [
        Column("kind", lambda t: t.result.kind),
        Column("margin", lambda t: t.result.margin),
        Column("level", lambda t: t.result.level),
        Column("shown", is_shown, "verdict", _shown_or_not),
    ]
    tests = study.margin_tests
    return _of_pairs(study, "margins", title, tests, _of_comparison, [*columns, *more])


def _null_tests(study: CompareStudy) -> Table:
    """Every estimate against the fixed value."""
    first = study.null_tests[0].result
    columns = difference_columns(
        _result,
        digits=_digits_of(t.result for t in study.null_tests),
        confidence=first.interval.confidence,
        adjusted=f"p ({_correction(study)})",
        against_value=True,
    )
    title = f"Against {_fixed_value(study, first)}, {first.method} test{_alternative(first)}"
    return table("null", title, study.null_tests, columns)


def _requirements(study: CompareStudy) -> Table:
    """What was required, the limit that decides, and whether it is shown."""
    digits = digits_of(r.interval for r in study.requirements)
    shown = partial(number, digits=digits)
    limit = f"{percent(1 - study.requirements[0].level)} limit"
    columns: list[Column[Requirement]] = [
        field_column("text", "required", partial(shortened, width=60)),
        field_column("first"),
        field_column("second"),
        field_column("side"),
        field_column("bound"),
        field_column("estimate", "estimate", shown),
        field_column("limit", limit, shown),
        field_column("level"),
        field_column("p_value", "p", bare_p_value),
        Column("shown", lambda r: r.shown, "verdict", _shown_or_not),
        field_column("method"),
    ]
    return table("requirements", "Requirements, one-sided tests", study.requirements, columns)


def _shown_or_not(shown: bool) -> str:
    return "shown" if shown else "not shown"


def _fixed_value(study: CompareStudy, comparison: Comparison) -> str:
    about, value = study.estimand, null_words(study, comparison.second_value)
    if value == "chance":
        return f"chance ({about.short} {about.chance:.3g})"
    return f"a fixed {about.name} of {value}"


def _of_pairs(
    study: CompareStudy,
    name: str,
    title: str,
    tests: Sequence[Tested[Any]],
    pair: Callable[[Any], Any],
    columns: Sequence[Column[Any]],
) -> Table:
    """A row for each pair that is shown; ``pair`` returns the compared pair of a record."""
    best = best_of_many(study)
    if best is None:
        return table(name, title, tests, columns)

    def has_best(record: Tested[Any]) -> bool:
        test = pair(record)
        both = test.names[:2] if isinstance(test, JointTest) else (test.first, test.second)
        return best in both

    made = table(name, title, tests, columns, shown=has_best)
    rows = f"the {len(made.rows)} of {len(tests)} pairs with {shortened(best)}"
    return Table(
        name=name, title=f"{title}; {rows}", header=made.header, rows=made.rows,
        columns=made.columns,
    )  # fmt: skip


def _adjusted(study: CompareStudy) -> str:
    """The header of adjusted p-values; empty for a single test."""
    return f"p ({_correction(study)})" if len(study.estimates) > 2 else ""


# The tables of subgroups.


class _InSubgroup(NamedTuple):
    """An estimate of one subgroup; None where it lacks a class."""

    column: str
    subgroup: Subgroup
    estimate: Estimate | None


class _ComparedInSubgroup(NamedTuple):
    """A comparison in one subgroup."""

    column: str
    subgroup: str
    tested: Tested[Comparison]

    @property
    def adjusted_p_value(self) -> float:
        """Adjusted for all comparisons in all subgroups of the column."""
        return self.tested.adjusted_p_value


class _OverSubgroups(NamedTuple):
    """A test over the subgroups of one column; ``about`` is the classifier, or the pair."""

    column: str
    tested: Tested[JointTest]

    @property
    def about(self) -> tuple[str, ...]:
        """The classifier, or both of a pair."""
        return self.tested.result.names


def _subgroup_tables(study: CompareStudy) -> list[Table]:
    """Estimates in the subgroups, differences in them, and the tests over them."""
    tables = [_in_subgroups(study)]
    compared = [
        _ComparedInSubgroup(each.name, subgroup.name, tested)
        for each in study.subgroups
        for subgroup in each.subgroups
        for tested in subgroup.tests
    ]
    if compared:
        tables.append(_subgroup_differences(study, compared))
    over = [
        _OverSubgroups(each.name, tested)
        for each in study.subgroups
        for tested in (*each.equal_estimates, *each.equal_differences)
    ]
    if over:
        tables.append(_subgroup_tests(study, over))
    return tables


def _column_of_subgroups() -> Column[Any]:
    return Column("by", lambda r: r.column, "column", shortened)


def _in_subgroups(study: CompareStudy) -> Table:
    about = study.estimand
    records = [
        _InSubgroup(each.name, subgroup, estimate)
        for each in study.subgroups
        for subgroup in each.subgroups
        for estimate in (subgroup.estimates or (None,))
    ]
    known = [record.estimate for record in records if record.estimate is not None]
    digits = digits_of((e.interval for e in known), (e.value for e in known)) if known else 0

    def of(name: str, otherwise: Any) -> Callable[[_InSubgroup], Any]:
        return lambda r: otherwise if r.estimate is None else getattr(r.estimate, name)

    def value(found: float) -> str:
        return "not available" if math.isnan(found) else number(found, digits)

    confidence = percent(study.estimates[0].interval.confidence)
    columns: list[Column[_InSubgroup]] = [
        _column_of_subgroups(),
        Column("subgroup", lambda r: r.subgroup.name, "subgroup", shortened),
        Column("classifier", of("name", ""), "classifier", shortened),
        Column(about.column, of("value", math.nan), about.short, value),
        Column("standard_error", of("standard_error", math.nan)),
        *interval_columns(of("interval", None), f"{confidence} CI", digits),
        Column("n_positive", lambda r: r.subgroup.n_positive, "positive", "{:,}".format),
        Column("n_negative", lambda r: r.subgroup.n_negative, "negative", "{:,}".format),
        Column("n_groups", lambda r: r.subgroup.n_groups),
        Column(
            "interval_method", lambda r: "" if r.estimate is None else r.estimate.interval.method
        ),
    ]
    return table("subgroups", f"{capital(about.plural)} in subgroups", records, columns)


def _of_record(record: Any) -> Comparison:
    found: Comparison = record.tested.result
    return found


def _subgroup_differences(study: CompareStudy, compared: Sequence[_ComparedInSubgroup]) -> Table:
    first = compared[0].tested.result
    keys = dict.fromkeys(record.tested.result.key for record in compared)
    columns = difference_columns(
        _of_record,
        digits=_digits_of(record.tested.result for record in compared),
        confidence=first.interval.confidence,
        adjusted=f"p ({_correction(study)})",
        method="test" if len(keys) > 1 else "",
    )
    test = "" if len(keys) > 1 else f", {first.method} test"
    title = f"Differences in {study.estimand.name} in subgroups{test}"
    title += f"{_alternative(first)}, intervals not adjusted"
    best = best_of_many(study)
    return table(
        "subgroup_differences",
        title,
        compared,
        [
            _column_of_subgroups(),
            Column("subgroup", lambda r: r.subgroup, "subgroup", shortened),
            *columns,
        ],
        shown=lambda r: best is None or best in (r.tested.result.first, r.tested.result.second),
    )


def _subgroup_tests(study: CompareStudy, over: Sequence[_OverSubgroups]) -> Table:
    best, about = best_of_many(study), study.estimand

    def tested(record: _OverSubgroups) -> str:
        pair = len(record.about) == 2
        return f"equal differences in {about.name}" if pair else f"equal {about.plural}"

    def shown(record: _OverSubgroups) -> bool:
        return best is None or len(record.about) < 2 or best in record.about

    columns: list[Column[_OverSubgroups]] = [
        _column_of_subgroups(),
        Column("hypothesis", tested, "test of"),
        Column(
            "", lambda r: r.about, "classifiers", lambda names: " - ".join(map(shortened, names))
        ),
        Column("first", lambda r: r.about[0]),
        Column("second", lambda r: r.about[1] if len(r.about) == 2 else ""),
        Column(
            "statistic",
            lambda r: r.tested.result.statistic,
            "chi-square",
            partial(number, digits=2),
        ),
        Column(
            "degrees_of_freedom", lambda r: r.tested.result.degrees_of_freedom, "df", "{:g}".format
        ),
        Column("p_value", lambda r: r.tested.result.p_value, "p", bare_p_value),
        Column(
            "adjusted_p_value",
            lambda r: r.tested.adjusted_p_value,
            f"p ({_correction(study)})" if len(study.estimates) > 1 else "",
            bare_p_value,
        ),
        Column("method", lambda r: r.tested.result.method),
    ]
    title = "Tests that all subgroups of a column have the same value (least chi-square)"
    return table("subgroup_tests", title, over, columns, shown=shown)


def _correction(study: CompareStudy) -> str:
    return CORRECTION_TITLES[study.settings.correction]


def _difference_title(study: CompareStudy) -> str:
    first = study.comparisons[0]
    about = study.estimand
    title = f"Differences in {about.name}, {first.method} test, {first.design}"
    if first.design == "one test set":
        value = null_words(study, first.second_value)
        is_chance = value == "chance"
        against = _fixed_value(study, first) if is_chance else f"{about.short} {value}"
        title = f"Difference from {against}, {first.method} test"
    title += _alternative(first)
    if study.simultaneous:
        largest = max_z(first.interval.title).key
        by_largest = any(c.interval.key == largest for c in study.simultaneous)
        rule = "max-|z|" if by_largest else "Bonferroni"
        return f"{title}; simultaneous intervals cover jointly ({rule})"
    return title + (", intervals not adjusted" if len(study.estimates) > 2 else "")


def _alternative(comparison: Comparison) -> str:
    if comparison.alternative == "two-sided":
        return ""
    return f", alternative: difference {comparison.alternative} than 0"


def _simultaneous(study: CompareStudy) -> list[Column[Tested[Comparison]]]:
    """The simultaneous intervals of the comparisons; None where one was not computed."""
    if not study.simultaneous:
        return []
    together = {(c.first, c.second): c for c in study.simultaneous}
    digits = digits_of(
        (c.interval for c in (*study.comparisons, *study.simultaneous)),
    )
    confidence = percent(study.comparisons[0].interval.confidence)

    def of(tested: Tested[Comparison]) -> Comparison | None:
        return together.get((tested.result.first, tested.result.second))

    def interval(tested: Tested[Comparison]) -> Interval | None:
        comparison = of(tested)
        return None if comparison is None else comparison.interval

    cell = partial(interval_cell, digits=digits)
    return [
        Column("", interval, f"simultaneous {confidence} CI", cell),
        Column("simultaneous_low", lambda t: (found := interval(t)) and found.low),
        Column("simultaneous_high", lambda t: (found := interval(t)) and found.high),
        Column("simultaneous_p_value", lambda t: (found := of(t)) and found.p_value),
        Column("simultaneous_method", lambda t: (found := interval(t)) and found.method),
    ]


def _second_tests(study: CompareStudy) -> list[Column[Tested[Comparison]]]:
    """MOVER's tests of the comparisons, with adjusted p; None where errors are not few."""
    if not study.second_tests:
        return []
    second = {(t.result.first, t.result.second): t for t in study.second_tests}
    several = len(study.estimates) > 2
    header = f"p (MOVER, {_correction(study)})" if several else "p (MOVER)"

    def of(tested: Tested[Comparison]) -> Tested[Comparison] | None:
        return second.get((tested.result.first, tested.result.second))

    def cell(p: float | None) -> str:
        return "-" if p is None else bare_p_value(p)

    return [
        Column("mover_low", lambda t: (found := of(t)) and found.result.interval.low),
        Column("mover_high", lambda t: (found := of(t)) and found.result.interval.high),
        Column("mover_p_value", lambda t: (found := of(t)) and found.result.p_value),
        Column(
            "adjusted_mover_p_value",
            lambda t: (found := of(t)) and found.adjusted_p_value,
            header,
            cell,
        ),
        Column("mover_method", lambda t: (found := of(t)) and found.result.method),
    ]
