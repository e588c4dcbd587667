"""The numbers of a ranking: each algorithm's summary, and every pair by several tests."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from aucurate.data.arrays import frozen
from aucurate.data.results_table import ResultsTable
from aucurate.errors import OptionError
from aucurate.formatting import shortened
from aucurate.hints import Hint
from aucurate.inference.core.multiplicity import adjust
from aucurate.inference.many_datasets.bayesian_signed_rank import (
    PosteriorComparison,
    bayesian_signed_rank_tests,
)
from aucurate.inference.many_datasets.friedman import data_set_ranks, mean_ranks
from aucurate.inference.many_datasets.hierarchical import (
    HierarchicalPosterior,
    hierarchical_test,
)
from aucurate.inference.many_datasets.pairs import (
    DataSetsComparison,
    data_sets_sign_test,
    data_sets_wilcoxon_test,
)
from aucurate.inference.many_datasets.post_hoc import NemenyiTest, RankComparison, rank_control_test
from aucurate.kernels import Progress
from aucurate.results import Record
from aucurate.study.rank.settings import RankSettings
from aucurate.study.work import Task, Work


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgorithmSummary(Record):
    """One algorithm over all data sets; ``n_best`` counts those where none is better.

    ``values`` and ``ranks`` are those on each data set, in the order of the study's ``datasets``.
    """

    name: str
    average_rank: float
    mean: float
    median: float
    n_best: int
    values: tuple[float, ...] = ()
    ranks: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RankPair(Record):
    """Two algorithms: by their average ranks (Nemenyi, or z against the control), by Wilcoxon's
    test (``adjusted_p_value`` is its own, over the pairs of the study), by the sign test, by the
    Bayesian signed rank test where a region of practical equivalence was given, and by the
    hierarchical test where that was asked for; unless the study was stopped before.
    """

    first: str
    second: str
    by_ranks: RankComparison
    wilcoxon: DataSetsComparison
    adjusted_p_value: float
    sign: DataSetsComparison
    posterior: PosteriorComparison | None
    hierarchical: HierarchicalPosterior | None = None


def best_first(table: ResultsTable) -> ResultsTable:
    """The same table with its columns ordered by average rank."""
    order = np.argsort(mean_ranks(table), kind="stable")
    return replace(
        table,
        algorithms=tuple(table.algorithms[at] for at in order),
        values=frozen(table.values[:, order].copy()),
    )


def summaries(table: ResultsTable) -> tuple[AlgorithmSummary, ...]:
    """Average rank, mean, median and number of data sets where it is best or tied for it."""
    ranks = data_set_ranks(table)
    best = ranks == ranks.min(axis=1, keepdims=True)
    return tuple(
        AlgorithmSummary(
            name=name,
            average_rank=float(ranks[:, at].mean()),
            mean=float(table.values[:, at].mean()),
            median=float(np.median(table.values[:, at])),
            n_best=int(best[:, at].sum()),
            values=tuple(table.values[:, at].tolist()),
            ranks=tuple(ranks[:, at].tolist()),
        )
        for at, name in enumerate(table.algorithms)
    )


def rank_pairs(
    table: ResultsTable,
    nemenyi: NemenyiTest,
    settings: RankSettings,
    progress: Progress | None = None,
) -> tuple[RankPair, ...]:
    """All pairs, or all others against the control.

    When ``progress`` returns False, the Bayesian tests that are not done are left out; before the
    others are done there is nothing to report, and ``Cancelled`` is raised.
    """
    if settings.control is None:
        by_ranks = nemenyi.comparisons
        names = list(itertools.combinations(table.algorithms, 2))
    else:
        by_ranks = rank_control_test(table, settings.control, correction=settings.correction)
        names = [(found.first, found.second) for found in by_ranks]
    testing = _tests(table, names, settings.confidence)
    bayesian, over_folds_too = (
        _posteriors(table, names, settings),
        _hierarchical(table, names, settings),
    )
    work = Work(progress)
    for tasks in (testing, bayesian, over_folds_too):
        work.expect(tasks)
    tested = work.require(testing)
    adjusted = adjust([wilcoxon.p_value for wilcoxon, _ in tested], settings.correction)
    none: list[Any] = [None] * len(names)
    posteriors = work.run_blocks("Bayesian signed rank tests", bayesian) or none
    hierarchical = work.run(HIERARCHICAL_TESTS, over_folds_too) or none
    return tuple(
        RankPair(
            first=first,
            second=second,
            by_ranks=ranked,
            wilcoxon=wilcoxon,
            adjusted_p_value=final,
            sign=sign,
            posterior=posterior,
            hierarchical=over_folds,
        )
        for (first, second), ranked, (wilcoxon, sign), final, posterior, over_folds in zip(
            names, by_ranks, tested, adjusted, posteriors, hierarchical, strict=True
        )
    )


def _tests(
    table: ResultsTable, names: Sequence[tuple[str, str]], confidence: float
) -> list[Task[tuple[DataSetsComparison, DataSetsComparison]]]:
    """Wilcoxon's test and the sign test of every pair."""

    def both(
        pair: tuple[str, str], _: Progress | None
    ) -> tuple[DataSetsComparison, DataSetsComparison]:
        return (
            data_sets_wilcoxon_test(table, *pair, confidence=confidence),
            data_sets_sign_test(table, *pair, confidence=confidence),
        )

    return [Task("Wilcoxon tests", partial(both, pair), _QUICK) for pair in names]


def _posteriors(
    table: ResultsTable,
    names: Sequence[tuple[str, str]],
    settings: RankSettings,
) -> list[Task[tuple[PosteriorComparison, ...]]]:
    """The Bayesian test of all pairs, from the same draws."""
    if settings.rope is None:
        return []
    rope, resampling = settings.rope, settings.resampling

    def test(progress: Progress | None) -> tuple[PosteriorComparison, ...]:
        return bayesian_signed_rank_tests(
            table,
            names,
            rope=rope,
            replicates=resampling.replicates,
            rng=resampling.rng,
            progress=progress,
        )

    size = len(names)
    return [Task("Bayesian signed rank tests", test, weight=100 * size, questions=size)]


HIERARCHICAL_TESTS = "Bayesian hierarchical tests"
_QUICK = 1  # the weight of a pair by Wilcoxon's test, where a Bayesian test has 100


def checked_hierarchical(table: ResultsTable, settings: RankSettings) -> None:
    """Refuse the hierarchical test where the results have no folds, or their share is not known."""
    if not settings.hierarchical:
        return
    if table.folds is None:
        raise OptionError(
            "the hierarchical test needs the values of several folds of every data set, and there "
            "is one value for each.",
            hint=Hint(
                "give a row for every fold and name the column of the folds, e.g. {fold}; the "
                "Bayesian signed rank test does with one value per data set.",
                fold="fold",
            ),
        )
    unknown = [name for name, values in table.folds.items() if values.test_train_ratio is None]
    if unknown:
        raise OptionError(
            f"how much of '{shortened(unknown[0])}' a fold tests on is not known, and the "
            "correlation of its folds follows from it.",
            hint=Hint("give the share of the observations, e.g. {test_share}.", test_share=0.1),
        )


def _hierarchical(
    table: ResultsTable,
    names: Sequence[tuple[str, str]],
    settings: RankSettings,
) -> list[Task[HierarchicalPosterior]]:
    """The hierarchical test of every pair."""
    if not settings.hierarchical or settings.rope is None or table.folds is None:
        return []
    folds, rope = table.folds, settings.rope

    def test(pair: tuple[str, str], progress: Progress | None) -> HierarchicalPosterior:
        return hierarchical_test(
            folds, *pair, rope=rope, confidence=settings.confidence, progress=progress
        )

    return [Task(HIERARCHICAL_TESTS, partial(test, pair)) for pair in names]
