"""What a ranking says in sentences, and what its reader must know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aucurate.caveats import Kind, caveat, named
from aucurate.data.results_table import ResultsTable
from aucurate.formatting import count, join_words, number, p_value, percent, shortened
from aucurate.inference.core.caveats import stopped_early
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.inference.many_datasets.friedman import data_set_ranks
from aucurate.results import Caveat, JointTest
from aucurate.study.rank.numbers import HIERARCHICAL_TESTS
from aucurate.study.work import interrupted

if TYPE_CHECKING:
    from aucurate.inference.many_datasets.hierarchical import (
        DatasetDifference,
        HierarchicalPosterior,
    )
    from aucurate.study.rank import RankStudy
    from aucurate.study.rank.numbers import PairSettings, RankPair

FEW = 10
HEAVY_TIES = 0.10
PROBABLE = 0.95
MANY_FOLDS = 20
_SAID_OF_ALL = (
    Kind.VALID_FOR,
    Kind.FOLDS_WITHOUT_CLASS,
)  # by the documentation, and by rank_caveats
_SHOWN = 6


def rank_sentences(study: RankStudy) -> tuple[str, ...]:
    """The best average rank with the joint test, the pairs that differ, what is probable."""
    if len(study.algorithms) == 2:
        sentences = [_leader(study), _two(study.pairs[0], study.level)]
    else:
        test = study.joint
        rejected = test.p_value <= study.level
        verdict = "differ" if rejected else "are not shown to differ"
        sentences = [
            _leader(study),
            f"Overall, the algorithms {verdict} ({test.method}, {p_value(test.p_value)}).",
        ]
        if rejected:
            sentences.append(_differing(study))
    probable = [text for pair in study.pairs if (text := _probable(pair))]
    if probable:
        sentences.append(f"With at least {percent(PROBABLE)} probability {join_words(probable)}.")
        if any(pair.hierarchical for pair in study.pairs):
            sentences[-1] = sentences[-1].removesuffix(".") + " (signed rank test of the means)."
    return (*sentences, *_on_a_new_data_set(study))


def _on_a_new_data_set(study: RankStudy) -> list[str]:
    """What the hierarchical test expects there: of one pair in numbers, else what is probable."""
    done = [(p, p.hierarchical) for p in study.pairs if p.hierarchical is not None]
    if not done:
        return []
    pair, test = done[0]
    if len(done) == 1:
        better, alike, worse = (percent(p) for p in oriented(test, study.better))
        return [
            f"On a new data set {shortened(pair.first)} is better than {shortened(pair.second)} by "
            f"more than {test.rope:g} with probability {better}, equivalent with {alike} and worse "
            f"with {worse} (hierarchical test)."
        ]
    probable = [
        text for p, test in done if (text := _verdict(p, oriented(test, study.better), test.rope))
    ]
    if not probable:
        return [
            f"On a new data set no outcome of any pair reaches {percent(PROBABLE)} probability "
            "(hierarchical test)."
        ]
    return [
        f"On a new data set, with at least {percent(PROBABLE)} probability {join_words(probable)} "
        "(hierarchical test)."
    ]


def folds_words(n_folds: tuple[int, ...], start: str = "") -> str:
    """How many folds a data set has, after ``start``; nothing where there are none.

    >>> folds_words((10, 10), "over "), folds_words((5, 10)), folds_words(())
    ('over 10 folds', '5 to 10 folds', '')
    """
    if not n_folds:
        return ""
    fewest, most = min(n_folds), max(n_folds)
    return start + (count(most, "fold") if fewest == most else f"{fewest:,} to {most:,} folds")


def oriented(
    test: HierarchicalPosterior | DatasetDifference, better: str
) -> tuple[float, float, float]:
    """Probabilities that the first is better, that both are equivalent, that the second is."""
    three = (test.above, test.within, test.below)
    return three if better == "higher" else (test.below, test.within, test.above)


def of_stopping(pairs: tuple[RankPair, ...], asked: PairSettings) -> tuple[Caveat, ...]:
    """Bayesian tests that were not done, or with fewer replicates than were asked for."""
    if asked.rope is None:
        return ()
    done = [pair.posterior for pair in pairs if pair.posterior is not None]
    fewer = {found.replicates for found in done if found.replicates < asked.replicates}
    early = [stopped_early(replicates, asked.replicates) for replicates in sorted(fewer)]
    found = interrupted(len(done), len(pairs), "Bayesian signed rank tests") + early
    if asked.hierarchical:
        over_folds = sum(pair.hierarchical is not None for pair in pairs)
        found += interrupted(over_folds, len(pairs), HIERARCHICAL_TESTS)
    return tuple(found)


def of_hierarchical(table: ResultsTable, pairs: tuple[RankPair, ...]) -> tuple[Caveat, ...]:
    """What the hierarchical tests say of the folds, each once; and folds taken for one division."""
    done = [pair for pair in pairs if pair.hierarchical is not None]
    if not done or table.folds is None:
        return ()
    found: dict[Caveat, list[tuple[str, str]]] = {}
    for pair in done:
        for own in pair.hierarchical.caveats if pair.hierarchical else ():
            if own.kind not in _SAID_OF_ALL:
                found.setdefault(own, []).append((pair.first, pair.second))
    caveats = [
        own if len(names) == len(done) else named(own, *names) for own, names in found.items()
    ]
    many = [
        name
        for name, values in table.folds.items()
        if values.design == "left-out folds"
        and values.n_repeats == 1
        and values.n_folds + len(values.dropped) > MANY_FOLDS
    ]
    if many:
        caveats.append(caveat(Kind.MANY_FOLDS, about=many))
    return tuple(caveats)


def rank_caveats(table: ResultsTable, joint: JointTest, level: float) -> tuple[Caveat, ...]:
    """Few data sets, ties, data sets left out, pairs that the joint test does not license."""
    found = [*_of_size(table), *_of_ties(table)]
    if table.dropped:
        size = count(len(table.dropped), "data set")
        found.append(caveat(Kind.DATA_SETS_DROPPED, about=table.dropped, size=size))
    gone = [
        f"fold {shortened(fold)} of {shortened(name)}"
        for name, values in (table.folds or {}).items()
        for fold in values.dropped
    ]
    if gone:
        listed = join_words(gone, most=_SHOWN)
        size = count(len(gone), "fold")
        found.append(caveat(Kind.FOLDS_DROPPED, size=size, folds=listed))
    if len(table.algorithms) > 2 and joint.p_value > level:
        p = p_value(joint.p_value)
        found.append(caveat(Kind.POST_HOC_NOT_LICENSED, level=f"{level:g}", p_value=p))
    return tuple(found)


def _of_size(table: ResultsTable) -> list[Caveat]:
    n = len(table.datasets)
    if n >= FEW:
        return []
    size, least = count(n, "data set"), f"{2.0 ** (1 - n):g}"
    return [caveat(Kind.FEW_DATA_SETS, "ranks", size=size, least=least)]


def _of_ties(table: ResultsTable) -> list[Caveat]:
    ranks = data_set_ranks(table)
    n, k = ranks.shape
    pairs = n * k * (k - 1) / 2
    tied = sum(int((ranks[:, a] == ranks[:, b]).sum()) for a in range(k) for b in range(a + 1, k))
    if tied <= HEAVY_TIES * pairs:
        return []
    return [caveat(Kind.HEAVY_TIES, "data_sets", share=percent(tied / pairs))]


def _leader(study: RankStudy) -> str:
    best = study.algorithms[0].average_rank
    leaders = [shortened(a.name) for a in study.algorithms if a.average_rank == best]
    have = "has" if len(leaders) == 1 else "share"
    return (
        f"On {count(len(study.datasets), 'data set')} {join_words(leaders)} {have} the best "
        f"average rank, {number(best, 2)} of {len(study.algorithms)}."
    )


def _two(pair: RankPair, level: float) -> str:
    found = pair.wilcoxon
    verdict = "differ" if found.p_value <= level else "are not shown to differ"
    return (
        f"{shortened(pair.first)} and {shortened(pair.second)} {verdict}: {found.quantity} "
        f"difference {number(found.difference)} ({found.interval}), {p_value(found.p_value)}, "
        f"{found.method}."
    )


def _differing(study: RankStudy) -> str:
    differ = [p for p in study.pairs if p.by_ranks.adjusted_p_value <= study.level]
    test = "Nemenyi's test"
    if study.control:
        title = CORRECTION_TITLES[study.correction]
        test = f"the test against {shortened(study.control)} by average ranks ({title})"
    at = f"at level {study.level:g} by {test}"
    if not differ:
        return f"No pair differs {at}."
    pairs = [f"{shortened(p.first)} - {shortened(p.second)}" for p in differ]
    start = "These pairs differ" if len(pairs) > 1 else "One pair differs"
    return f"{start} {at}: {join_words(pairs, most=_SHOWN)}."


def _probable(pair: RankPair) -> str:
    found = pair.posterior
    if found is None:
        return ""
    three = found.probability_first, found.probability_equivalent, found.probability_second
    return _verdict(pair, three, found.rope)


def _verdict(pair: RankPair, three: tuple[float, float, float], rope: float) -> str:
    """Which of three is probable: the first is better, both are equivalent, the second is."""
    first, second = shortened(pair.first), shortened(pair.second)
    words = (
        f"{first} is better than {second}",
        f"{first} and {second} are equivalent within {rope:g}",
        f"{second} is better than {first}",
    )
    return next((said for p, said in zip(three, words, strict=True) if p >= PROBABLE), "")
