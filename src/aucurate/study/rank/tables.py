"""The tables of a ranking: ranks with group letters, joint tests, pairs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from aucurate.formatting import (
    bare_p_value,
    capital,
    count,
    number,
    percent,
    shared_digits,
    shortened,
)
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.inference.many_datasets.hierarchical import DatasetDifference
from aucurate.results import JointTest
from aucurate.study.rank.text import folds_words, oriented
from aucurate.study.table import (
    Column,
    Table,
    digits_of,
    field_column,
    frame_columns,
    interval_cell,
    interval_columns,
    itself,
    pair_cell,
    pair_columns,
    table,
)

if TYPE_CHECKING:
    from aucurate.inference.many_datasets.bayesian_signed_rank import PosteriorComparison
    from aucurate.inference.many_datasets.hierarchical import HierarchicalPosterior
    from aucurate.study.rank import RankStudy
    from aucurate.study.rank.numbers import AlgorithmSummary, RankPair

R = TypeVar("R")
_SIDE_BY_SIDE = 3
_MOST_DATA_SETS = 100
_OUTCOMES = ("first better", "equivalent", "second better")


def rank_tables(study: RankStudy) -> tuple[Table, ...]:
    """Ranks, joint tests, pairs; posterior probabilities if there are any, also over folds."""
    tables = [_ranks(study), _joint(study), _pairs(study)]
    posteriors = [pair.posterior for pair in study.pairs if pair.posterior is not None]
    if posteriors:
        tables.append(_posteriors(posteriors))
    tests = [pair.hierarchical for pair in study.pairs if pair.hierarchical is not None]
    if tests:
        tables += [_hierarchical(study, tests), _data_sets(study, tests)]
    if study.algorithms[0].values:  # a study of an older version does not have them
        tables.append(_results(study))
    return tuple(tables)


def _results(study: RankStudy) -> Table:
    """The results themselves, a row per data set and a column per algorithm, with their ranks."""
    algorithms, datasets = study.algorithms, study.datasets
    ranks = [*zip(*(one.ranks for one in algorithms), strict=True)]
    kept = datasets[:_MOST_DATA_SETS]
    averages = [one.average_rank for one in algorithms]
    best = {
        (at, place + 1)
        for at, row in enumerate([*ranks[: len(kept)], averages])
        for place, rank in enumerate(row)
        if rank == min(row)
    }
    digits = shared_digits(value for one in algorithms for value in one.values)
    cells = [[number(one.values[at], digits) for one in algorithms] for at in range(len(kept))]
    cells.append([number(rank) for rank in averages])
    title = f"{capital(shortened(study.quantity))} of every algorithm on every data set"
    if len(kept) < len(datasets):
        title += f", the first {len(kept)} of {len(datasets):,}"
    rows = [(one, at) for at in range(len(datasets)) for one in algorithms]
    frame: list[Column[tuple[AlgorithmSummary, int]]] = [
        Column("dataset", lambda row: datasets[row[1]]),
        Column("algorithm", lambda row: row[0].name),
        Column("value", lambda row: row[0].values[row[1]]),
        Column("rank", lambda row: row[0].ranks[row[1]]),
    ]
    return Table(
        name="results",
        title=f"{title}; the best of each row is marked",
        header=("data set", *(shortened(one.name) for one in algorithms)),
        rows=tuple(
            (name, *(f"{cell}{'*' if (at, place) in best else ' '}" for place, cell in found))
            for at, (name, row) in enumerate(
                zip([*map(shortened, kept), "average rank"], cells, strict=True)
            )
            for found in [tuple(enumerate(row, 1))]
        ),
        columns=frame_columns(rows, frame),
        best=tuple(sorted(best)),
    )


def _ranks(study: RankStudy) -> Table:
    diagram = study.diagram
    letters = dict(zip(diagram.names, diagram.letters, strict=True))
    columns: list[Column[AlgorithmSummary]] = [
        Column("algorithm", lambda one: one.name, "algorithm", shortened),
        field_column("average_rank", "average rank", number),
        field_column("mean", f"mean {study.quantity}", number),
        field_column("median"),
        field_column("n_best", "best on", "{:,}".format),
        Column("group", lambda one: letters[one.name], "group"),
    ]
    title = (
        f"Average ranks of {len(study.algorithms)} algorithms on "
        f"{count(len(study.datasets), 'data set')} by {shortened(study.quantity)} ({study.better} "
        f"is better){folds_words(study.n_folds, ', means over ')}; critical difference "
        f"{number(diagram.critical_difference)} at level {diagram.level:g}"
    )
    return table("ranks", title, study.algorithms, columns)


def _joint(study: RankStudy) -> Table:
    """The tests of all algorithms; an F that is infinite is shown only where no other is exact."""

    def shown(words: Callable[[JointTest], str], test: JointTest) -> str:
        is_test = math.isfinite(test.statistic) or test == study.joint
        return words(test) if is_test else "not available"

    columns: list[Column[JointTest]] = [
        Column("test", lambda test: test.method, "test"),
        Column("", itself, "statistic", partial(shown, lambda test: number(test.statistic))),
        field_column("statistic"),
        Column("", itself, "df", _degrees),
        field_column("degrees_of_freedom"),
        field_column("denominator_degrees_of_freedom"),
        Column("", itself, "p", partial(shown, lambda test: bare_p_value(test.p_value))),
        field_column("p_value"),
    ]
    tests = dict.fromkeys((study.joint, study.iman_davenport, study.friedman))
    return table("joint", "Do the algorithms differ at all?", tests, columns)


def _degrees(test: JointTest) -> str:
    below = test.denominator_degrees_of_freedom
    return f"{test.degrees_of_freedom:g}" + (f", {below:g}" if math.isfinite(below) else "")


def _pairs(study: RankStudy) -> Table:
    control, correction = study.settings.control, CORRECTION_TITLES[study.settings.correction]
    against = f"against {shortened(control)}" if control else "all pairs"
    intervals = [pair.wilcoxon.interval for pair in study.pairs]
    digits, confidence = digits_of(intervals), percent(intervals[0].confidence)
    columns: list[Column[RankPair]] = [
        *pair_columns(itself),
        Column("", lambda pair: pair.wilcoxon, "better/equal/worse", _counts),
        Column("n_first_better", lambda pair: pair.wilcoxon.n_first_better),
        Column("n_equal", lambda pair: pair.wilcoxon.n_equal),
        Column("n_second_better", lambda pair: pair.wilcoxon.n_second_better),
        Column("rank_difference", lambda pair: pair.by_ranks.difference),
        Column("rank_statistic", lambda pair: pair.by_ranks.statistic),
        Column("rank_method", lambda pair: pair.by_ranks.method),
        Column(
            "difference",
            lambda pair: pair.wilcoxon.difference,
            "difference",
            partial(number, digits=digits),
        ),
        *interval_columns(lambda pair: pair.wilcoxon.interval, f"{confidence} CI", digits),
        Column("rank_p_value", lambda pair: pair.by_ranks.p_value),
        Column(
            "rank_adjusted_p_value",
            lambda pair: pair.by_ranks.adjusted_p_value,
            "p (ranks)",
            bare_p_value,
        ),
        Column("wilcoxon_p_value", lambda pair: pair.wilcoxon.p_value),
        Column(
            "wilcoxon_adjusted_p_value",
            lambda pair: pair.adjusted_p_value,
            "p (Wilcoxon)",
            bare_p_value,
        ),
        Column("sign_p_value", lambda pair: pair.sign.p_value, "p (sign)", bare_p_value),
    ]
    title = (
        f"Differences over data sets, {against}; p by ranks: {correction if control else 'Nemenyi'}"
        f", Wilcoxon: {correction}, sign test: not adjusted"
    )
    return table("pairs", title, study.pairs, columns)


def _counts(found: Any) -> str:
    return f"{found.n_first_better}/{found.n_equal}/{found.n_second_better}"


def _posteriors(found: Sequence[PosteriorComparison]) -> Table:
    columns: list[Column[PosteriorComparison]] = [
        *pair_columns(itself),
        field_column("rope"),
        *(
            field_column(f"probability_{name}", header, number)
            for name, header in zip(("first", "equivalent", "second"), _OUTCOMES, strict=True)
        ),
        field_column("monte_carlo_error"),
    ]
    title = (
        f"Posterior probabilities, Bayesian signed-rank test, equivalent within {found[0].rope:g}"
    )
    return table("posteriors", title, found, columns)


def _hierarchical(study: RankStudy, tests: Sequence[HierarchicalPosterior]) -> Table:
    digits = digits_of(test.interval for test in tests)
    columns: list[Column[HierarchicalPosterior]] = [
        *pair_columns(itself),
        field_column("rope"),
        field_column("difference", "difference", partial(number, digits=digits)),
        *interval_columns(
            lambda test: test.interval, f"{percent(tests[0].interval.confidence)} CI", digits
        ),
        *_probabilities(study, itself),
        *map(field_column, ("spread", "below", "within", "above")),
        *map(field_column, ("below_likeliest", "within_likeliest", "above_likeliest")),
        field_column("numerical_error"),
    ]
    title = (
        "Predictions for a new data set, Bayesian hierarchical test, equivalent within "
        f"{tests[0].rope:g}; difference: centre of all data sets"
    )
    return table("hierarchical", title, tests, columns)


def _probabilities(study: RankStudy, posterior: Callable[[R], Any]) -> list[Column[R]]:
    """Shown: that the first is better, that both are equivalent, that the second is better."""

    def of(at: int, header: str) -> Column[R]:
        return Column("", lambda r: oriented(posterior(r), study.better)[at], header, number)

    return [of(at, header) for at, header in enumerate(_OUTCOMES)]


def _data_sets(study: RankStudy, tests: Sequence[HierarchicalPosterior]) -> Table:
    """The shrunken difference on each data set, for some of the pairs side by side."""
    found = [(test, own) for test in tests for own in test.datasets]
    digits = digits_of(own.interval for _, own in found)
    confidence = f"{percent(tests[0].interval.confidence)} CI"
    frame: list[Column[tuple[HierarchicalPosterior, DatasetDifference]]] = [
        *pair_columns(lambda row: row[0]),
        *(Column(name, _of_data_set(name)) for name in _OF_DATA_SET),
        *interval_columns(lambda row: row[1].interval, ""),
    ]
    shown = tests[:_SIDE_BY_SIDE]
    cut = ""
    if len(shown) < len(tests):
        cut = f"; the first {len(shown)} of {count(len(tests), 'pair')}"
    columns = _of_one_pair(study, digits, confidence)
    if len(tests) > 1:
        columns = [*columns[:2], *(_of_pair(at, test, digits) for at, test in enumerate(shown))]
    return table(
        "data_sets",
        f"Differences on each data set, shrunken towards the others, with {confidence}{cut}",
        list(zip(*(test.datasets for test in shown), strict=True)),
        columns,
        frame=frame_columns(found, frame),
    )


_OF_DATA_SET = (
    "name", "n_folds", "correlation", "observed", "difference", "below", "within", "above",
)  # fmt: skip


def _of_data_set(name: str) -> Callable[[tuple[Any, DatasetDifference]], Any]:
    return lambda row: getattr(row[1], name)


def _of_one_pair(
    study: RankStudy, digits: int, confidence: str
) -> list[Column[tuple[DatasetDifference, ...]]]:
    """The mean over the folds of each data set, and its shrunken difference."""
    value = partial(number, digits=digits)
    return [
        Column("", lambda own: own[0].name, "data set", shortened),
        Column("", lambda own: own[0].n_folds, "folds", "{:,}".format),
        Column("", lambda own: own[0].observed, "mean", value),
        Column("", lambda own: own[0].difference, "difference", value),
        *interval_columns(lambda own: own[0].interval, confidence, digits)[:1],
        *_probabilities(study, lambda own: own[0]),
    ]


def _of_pair(
    at: int, test: HierarchicalPosterior, digits: int
) -> Column[tuple[DatasetDifference, ...]]:
    """The differences of one of several pairs, each with its interval."""

    def cell(own: DatasetDifference) -> str:
        return f"{number(own.difference, digits)} ({interval_cell(own.interval, digits)})"

    return Column("", lambda own: own[at], pair_cell((test.first, test.second)), cell)
