"""The sentences and caveats of a ranking."""

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
    from aucurate.study.rank.numbers import RankPair
    from aucurate.study.rank.settings import RankSettings

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
    """The best average rank, the joint test, the pairs that differ, and posterior conclusions."""
    if len(study.algorithms) == 2:
        sentences = [_leader(study), _two(study.pairs[0], study.settings.level)]
    else:
        test = study.joint
        rejected = test.p_value <= study.settings.level
        verdict = "no difference between the algorithms was detected"
        if rejected:
            verdict = "the algorithms differ"
        sentences = [
            _leader(study),
            f"Overall, {verdict} ({test.method}, {p_value(test.p_value)}).",
        ]
        if rejected:
            sentences.append(_differing(study))
    probable = [text for pair in study.pairs if (text := _probable(pair))]
    if probable:
        sentences.append(f"With at least {percent(PROBABLE)} probability, {join_words(probable)}.")
        if any(pair.hierarchical for pair in study.pairs):
            sentences[-1] = sentences[-1].removesuffix(".") + " (signed-rank test of the means)."
    return (*sentences, *_on_a_new_data_set(study))


def _on_a_new_data_set(study: RankStudy) -> list[str]:
    """Predictions of the hierarchical test: probabilities of one pair, else probable outcomes."""
    done = [(p, p.hierarchical) for p in study.pairs if p.hierarchical is not None]
    if not done:
        return []
    pair, test = done[0]
    if len(done) == 1:
        better, alike, worse = (percent(p) for p in oriented(test, study.better))
        return [
            f"On a new data set, {shortened(pair.first)} is better than {shortened(pair.second)} "
            f"by more than {test.rope:g} with probability {better}, equivalent with {alike} and "
            f"worse with {worse} (hierarchical test)."
        ]
    probable = [
        text for p, test in done if (text := _verdict(p, oriented(test, study.better), test.rope))
    ]
    if not probable:
        return [
            f"On a new data set, no outcome of any pair reaches {percent(PROBABLE)} probability "
            "(hierarchical test)."
        ]
    return [
        f"On a new data set, with at least {percent(PROBABLE)} probability, {join_words(probable)} "
        "(hierarchical test)."
    ]


def folds_words(n_folds: tuple[int, ...], start: str = "") -> str:
    """The number of folds of the data sets, after ``start``; empty without folds.

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


def of_stopping(pairs: tuple[RankPair, ...], settings: RankSettings) -> tuple[Caveat, ...]:
    """Bayesian tests that were not computed, or with fewer replicates than requested."""
    if settings.rope is None:
        return ()
    done = [pair.posterior for pair in pairs if pair.posterior is not None]
    asked = settings.resampling.replicates
    fewer = {found.replicates for found in done if found.replicates < asked}
    early = [stopped_early(replicates, asked) for replicates in sorted(fewer)]
    found = interrupted(len(done), len(pairs), "Bayesian signed rank tests") + early
    if settings.hierarchical:
        over_folds = sum(pair.hierarchical is not None for pair in pairs)
        found += interrupted(over_folds, len(pairs), HIERARCHICAL_TESTS)
    return tuple(found)


def of_posteriors(pairs: tuple[RankPair, ...]) -> tuple[Caveat, ...]:
    """The caveats of the Bayesian signed rank tests, each once."""
    done = [pair.posterior for pair in pairs if pair.posterior is not None]
    return tuple(dict.fromkeys(own for found in done for own in found.caveats))


def of_hierarchical(table: ResultsTable, pairs: tuple[RankPair, ...]) -> tuple[Caveat, ...]:
    """The caveats of the hierarchical tests, each once; and many folds read as one division."""
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
    """Few data sets, ties, omitted data sets, pairs although the joint test does not reject."""
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
        f"On {count(len(study.datasets), 'data set')}, {join_words(leaders)} {have} the best "
        f"average rank ({number(best, 2)} of {len(study.algorithms)})."
    )


def _two(pair: RankPair, level: float) -> str:
    test, names = pair.wilcoxon, f"{shortened(pair.first)} and {shortened(pair.second)}"
    verdict = f"No difference between {names} was detected"
    if test.p_value <= level:
        verdict = f"{names} differ"
    return (
        f"{verdict}: {test.quantity} difference {number(test.difference)} ({test.interval}), "
        f"{p_value(test.p_value)}, {test.method}."
    )


def _differing(study: RankStudy) -> str:
    differ = [p for p in study.pairs if p.by_ranks.adjusted_p_value <= study.settings.level]
    test = "Nemenyi's test"
    if study.settings.control:
        title = CORRECTION_TITLES[study.settings.correction]
        test = f"the test against {shortened(study.settings.control)} by average ranks ({title})"
    start = f"By {test} at the {study.settings.level:g} level"
    if not differ:
        return f"{start}, no difference between two algorithms was detected."
    return f"{start}, {'; '.join(_ranked(study, differ))}."


def _ranked(study: RankStudy, pairs: list[RankPair]) -> list[str]:
    """Which algorithms rank above or below which, in as few statements as possible."""
    order = [algorithm.name for algorithm in study.algorithms]
    above: dict[str, list[str]] = {}
    below: dict[str, list[str]] = {}
    for pair in pairs:
        better, worse = sorted((pair.first, pair.second), key=order.index)
        above.setdefault(better, []).append(worse)
        below.setdefault(worse, []).append(better)
    groups, word = (above, "above") if len(above) < len(below) else (below, "below")
    statements = [
        f"{shortened(name)} ranks {word} "
        f"{join_words([shortened(n) for n in sorted(others, key=order.index)], most=_SHOWN)}"
        for name, others in sorted(groups.items(), key=lambda group: order.index(group[0]))
    ]
    more = len(statements) - _SHOWN
    return [*statements[:_SHOWN], *([f"{more} more in the table of pairs"] if more > 0 else [])]


def _probable(pair: RankPair) -> str:
    found = pair.posterior
    if found is None:
        return ""
    three = found.probability_first, found.probability_equivalent, found.probability_second
    return _verdict(pair, three, found.rope)


def _verdict(pair: RankPair, three: tuple[float, float, float], rope: float) -> str:
    """The probable outcome, if any: the first is better, both are equivalent, the second is."""
    first, second = shortened(pair.first), shortened(pair.second)
    words = (
        f"{first} is better than {second}",
        f"{first} and {second} are equivalent within {rope:g}",
        f"{second} is better than {first}",
    )
    return next((text for p, text in zip(three, words, strict=True) if p >= PROBABLE), "")
