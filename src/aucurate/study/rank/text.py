"""What a ranking says in sentences, and what its reader must know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aucurate.caveats import Kind, caveat
from aucurate.data.results_table import ResultsTable
from aucurate.formatting import count, join_words, number, p_value, percent, shortened
from aucurate.inference.core.caveats import stopped_early
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.inference.many_datasets.friedman import data_set_ranks
from aucurate.results import Caveat, JointTest
from aucurate.study.work import interrupted

if TYPE_CHECKING:
    from aucurate.study.rank import RankStudy
    from aucurate.study.rank.numbers import PairSettings, RankPair

FEW = 10
HEAVY_TIES = 0.10
PROBABLE = 0.95
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
            f"Over all, the algorithms {verdict} ({test.method}, {p_value(test.p_value)}).",
        ]
        if rejected:
            sentences.append(_differing(study))
    probable = [text for pair in study.pairs if (text := _probable(pair))]
    if probable:
        sentences.append(f"With at least {percent(PROBABLE)} probability {join_words(probable)}.")
    return tuple(sentences)


def of_stopping(pairs: tuple[RankPair, ...], asked: PairSettings) -> tuple[Caveat, ...]:
    """Bayesian tests that were not done, or with fewer repeats than were asked for."""
    if asked.rope is None:
        return ()
    done = [pair.posterior for pair in pairs if pair.posterior is not None]
    fewer = {found.repeats for found in done if found.repeats < asked.repeats}
    early = [stopped_early(repeats, asked.repeats) for repeats in sorted(fewer)]
    return tuple(interrupted(len(done), len(pairs), "Bayesian signed rank tests") + early)


def rank_caveats(table: ResultsTable, joint: JointTest, level: float) -> tuple[Caveat, ...]:
    """Few data sets, ties, data sets left out, pairs that the joint test does not license."""
    found = [*_of_size(table), *_of_ties(table)]
    if table.dropped:
        size = count(len(table.dropped), "data set")
        found.append(caveat(Kind.DATA_SETS_DROPPED, about=table.dropped, size=size))
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
        test = f"The test against {shortened(study.control)} by average ranks ({title})"
    if not differ:
        return f"{test} tells no pair apart at level {study.level:g}."
    words = [f"{shortened(p.first)} from {shortened(p.second)}" for p in differ[:_SHOWN]]
    more = len(differ) - len(words)
    shown = f"{', '.join(words)} and {count(more, 'more pair')}" if more else join_words(words)
    return f"{test} tells {shown} apart at level {study.level:g}."


def _probable(pair: RankPair) -> str:
    found = pair.posterior
    if found is None:
        return ""
    first, second = shortened(pair.first), shortened(pair.second)
    if found.probability_first >= PROBABLE:
        return f"{first} is better than {second}"
    if found.probability_second >= PROBABLE:
        return f"{second} is better than {first}"
    if found.probability_equivalent >= PROBABLE:
        return f"{first} and {second} are equivalent within {found.rope:g}"
    return ""
