"""The tables of a ranking: ranks with the letters of their groups, joint tests, pairs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aucurate.formatting import bare_p_value, count, digits_for, number, percent, shortened
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.study.rank.text import folds_words, oriented
from aucurate.study.table import Table, interval_cell

if TYPE_CHECKING:
    from aucurate.inference.many_datasets.bayesian_signed_rank import PosteriorComparison
    from aucurate.inference.many_datasets.hierarchical import HierarchicalPosterior
    from aucurate.results import Interval, JointTest
    from aucurate.study.rank import RankStudy
    from aucurate.study.rank.numbers import RankPair


_SIDE_BY_SIDE = 3


def rank_tables(study: RankStudy) -> tuple[Table, ...]:
    """Ranks, joint tests, pairs; posterior probabilities where there are any, over folds too."""
    tables = [_ranks(study), _joint(study), _pairs(study)]
    if any(pair.posterior is not None for pair in study.pairs):
        tables.append(_posteriors(study))
    tests = [pair.hierarchical for pair in study.pairs if pair.hierarchical is not None]
    if tests:
        tables += [_hierarchical(study, tests), _data_sets(study, tests)]
    return tuple(tables)


def _ranks(study: RankStudy) -> Table:
    found, diagram = study.algorithms, study.diagram
    letters = dict(zip(diagram.names, diagram.letters, strict=True))
    return Table(
        name="ranks",
        title=f"Average ranks of {len(found)} algorithms on "
        f"{count(len(study.datasets), 'data set')} by {shortened(study.quantity)} ({study.better} "
        f"is better){folds_words(study.n_folds, ', means over ')}; critical difference "
        f"{number(diagram.critical_difference)} at level {diagram.level:g}",
        header=("algorithm", "average rank", f"mean {study.quantity}", "best on", "group"),
        rows=tuple(
            (
                shortened(one.name),
                number(one.average_rank),
                number(one.mean),
                f"{one.n_best:,}",
                letters[one.name],
            )
            for one in found
        ),
        columns={
            "algorithm": tuple(one.name for one in found),
            "average_rank": tuple(one.average_rank for one in found),
            "mean": tuple(one.mean for one in found),
            "median": tuple(one.median for one in found),
            "n_best": tuple(one.n_best for one in found),
            "group": tuple(letters[one.name] for one in found),
        },
    )


def _joint(study: RankStudy) -> Table:
    tests = tuple(dict.fromkeys((study.joint, study.iman_davenport, study.friedman)))
    return Table(
        name="joint",
        title="Do the algorithms differ at all?",
        header=("test", "statistic", "df", "p"),
        rows=tuple(
            (
                test.method,
                number(test.statistic),
                _degrees(test),
                bare_p_value(test.p_value),
            )
            for test in tests
        ),
        columns={
            "test": tuple(test.method for test in tests),
            "statistic": tuple(test.statistic for test in tests),
            "degrees_of_freedom": tuple(test.degrees_of_freedom for test in tests),
            "denominator_degrees_of_freedom": tuple(
                test.denominator_degrees_of_freedom for test in tests
            ),
            "p_value": tuple(test.p_value for test in tests),
        },
    )


def _degrees(test: JointTest) -> str:
    below = test.denominator_degrees_of_freedom
    return f"{test.degrees_of_freedom:g}" + (f", {below:g}" if math.isfinite(below) else "")


def _pairs(study: RankStudy) -> Table:
    pairs = study.pairs
    title = CORRECTION_TITLES[study.correction]
    by_ranks = title if study.control else "Nemenyi"
    against = f"against {shortened(study.control)}" if study.control else "all pairs"
    ends = [pair.wilcoxon.interval for pair in pairs]
    digits = max(digits_for(interval.high - interval.low) for interval in ends)
    return Table(
        name="pairs",
        title=f"Differences over data sets, {against}; p by ranks: {by_ranks}, Wilcoxon: {title}, "
        "sign test: not adjusted",
        header=(
            "comparison",
            "better/equal/worse",
            "difference",
            f"{percent(pairs[0].wilcoxon.interval.confidence)} CI",
            "p ranks",
            "p Wilcoxon",
            "p sign",
        ),
        rows=tuple(_pair_row(pair, digits) for pair in pairs),
        columns={
            "first": tuple(pair.first for pair in pairs),
            "second": tuple(pair.second for pair in pairs),
            "n_first_better": tuple(pair.wilcoxon.n_first_better for pair in pairs),
            "n_equal": tuple(pair.wilcoxon.n_equal for pair in pairs),
            "n_second_better": tuple(pair.wilcoxon.n_second_better for pair in pairs),
            "rank_difference": tuple(pair.by_ranks.difference for pair in pairs),
            "rank_statistic": tuple(pair.by_ranks.statistic for pair in pairs),
            "rank_method": tuple(pair.by_ranks.method for pair in pairs),
            "rank_p_value": tuple(pair.by_ranks.p_value for pair in pairs),
            "rank_adjusted_p_value": tuple(pair.by_ranks.adjusted_p_value for pair in pairs),
            "difference": tuple(pair.wilcoxon.difference for pair in pairs),
            "low": tuple(pair.wilcoxon.interval.low for pair in pairs),
            "high": tuple(pair.wilcoxon.interval.high for pair in pairs),
            "wilcoxon_p_value": tuple(pair.wilcoxon.p_value for pair in pairs),
            "wilcoxon_adjusted_p_value": tuple(pair.adjusted_p_value for pair in pairs),
            "sign_p_value": tuple(pair.sign.p_value for pair in pairs),
        },
    )


def _pair_row(pair: RankPair, digits: int) -> tuple[str, ...]:
    found = pair.wilcoxon
    return (
        _comparison(pair),
        f"{found.n_first_better}/{found.n_equal}/{found.n_second_better}",
        number(found.difference, digits),
        interval_cell(found.interval, digits),
        bare_p_value(pair.by_ranks.adjusted_p_value),
        bare_p_value(pair.adjusted_p_value),
        bare_p_value(pair.sign.p_value),
    )


def _posteriors(study: RankStudy) -> Table:
    found = [pair.posterior for pair in study.pairs if pair.posterior is not None]
    return Table(
        name="posteriors",
        title="Posterior probabilities, Bayesian signed rank test, equivalent within "
        f"{found[0].rope:g}",
        header=("comparison", "first better", "equivalent", "second better"),
        rows=tuple(
            (
                _comparison(one),
                number(one.probability_first),
                number(one.probability_equivalent),
                number(one.probability_second),
            )
            for one in found
        ),
        columns={
            "first": tuple(one.first for one in found),
            "second": tuple(one.second for one in found),
            "rope": tuple(one.rope for one in found),
            "probability_first": tuple(one.probability_first for one in found),
            "probability_equivalent": tuple(one.probability_equivalent for one in found),
            "probability_second": tuple(one.probability_second for one in found),
            "monte_carlo_error": tuple(one.monte_carlo_error for one in found),
        },
    )


def _hierarchical(study: RankStudy, tests: list[HierarchicalPosterior]) -> Table:
    digits = max(digits_for(test.interval.high - test.interval.low) for test in tests)
    return Table(
        name="hierarchical",
        title="On a new data set: probabilities of the Bayesian hierarchical test, equivalent "
        f"within {tests[0].rope:g}; difference: centre of all data sets",
        header=(
            "comparison",
            "difference",
            f"{percent(tests[0].interval.confidence)} CI",
            "first better",
            "equivalent",
            "second better",
        ),
        rows=tuple(
            (
                _comparison(test),
                number(test.difference, digits),
                interval_cell(test.interval, digits),
                *(number(p) for p in oriented(test, study.better)),
            )
            for test in tests
        ),
        columns={
            name: tuple(getattr(test, name) for test in tests)
            for name in (
                "first",
                "second",
                "rope",
                "difference",
                "spread",
                "below",
                "within",
                "above",
                "below_likeliest",
                "within_likeliest",
                "above_likeliest",
                "numerical_error",
            )
        }
        | _ends([test.interval for test in tests]),
    )


def _data_sets(study: RankStudy, tests: list[HierarchicalPosterior]) -> Table:
    """Each data set's difference in the light of the others, of some of the pairs side by side."""
    found = [(test, own) for test in tests for own in test.datasets]
    digits = max(digits_for(own.interval.high - own.interval.low) for _, own in found)
    header, rows = _of_one_pair(study, tests[0], digits)
    cut = ""
    if len(tests) > 1:
        shown = tests[:_SIDE_BY_SIDE]
        header = ("data set", "folds", *(_comparison(test) for test in shown))
        rows = tuple(
            (
                shortened(own[0].name),
                f"{own[0].n_folds:,}",
                *(
                    f"{number(o.difference, digits)} ({interval_cell(o.interval, digits)})"
                    for o in own
                ),
            )
            for own in zip(*(test.datasets for test in shown), strict=True)
        )
        if len(shown) < len(tests):
            cut = f"; the first {len(shown)} of {count(len(tests), 'pair')}"
    confidence = percent(tests[0].interval.confidence)
    return Table(
        name="data_sets",
        title=f"Differences on each data set in the light of the others, with {confidence} CI{cut}",
        header=header,
        rows=rows,
        columns={
            "first": tuple(test.first for test, _ in found),
            "second": tuple(test.second for test, _ in found),
        }
        | {
            name: tuple(getattr(own, name) for _, own in found)
            for name in (
                "name",
                "n_folds",
                "correlation",
                "observed",
                "difference",
                "below",
                "within",
                "above",
            )
        }
        | _ends([own.interval for _, own in found]),
    )


def _of_one_pair(
    study: RankStudy, test: HierarchicalPosterior, digits: int
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The mean over the folds of each data set, and its difference in the light of the others."""
    confidence = percent(test.interval.confidence)
    probabilities = ("first better", "equivalent", "second better")
    return ("data set", "folds", "mean", "difference", f"{confidence} CI", *probabilities), tuple(
        (
            shortened(own.name),
            f"{own.n_folds:,}",
            number(own.observed, digits),
            number(own.difference, digits),
            interval_cell(own.interval, digits),
            *(number(p) for p in oriented(own, study.better)),
        )
        for own in test.datasets
    )


def _ends(intervals: list[Interval]) -> dict[str, tuple[object, ...]]:
    return {
        name: tuple(getattr(interval, name) for interval in intervals)
        for name in ("low", "high", "confidence")
    }


def _comparison(pair: RankPair | HierarchicalPosterior | PosteriorComparison) -> str:
    return f"{shortened(pair.first)} - {shortened(pair.second)}"
