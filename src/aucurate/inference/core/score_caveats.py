"""The caveats that the scores themselves bring: which way they run, how many values, repeated rows.

They are of a study, not of a method: however the AUC is estimated, a column that runs the wrong
way, predicted classes given as scores and rows that were copied make the answer a different one
from the one requested.
"""

import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.caveats import Kind, caveat, named
from aucurate.data.scores import Scores
from aucurate.formatting import count, join_words, percent, shortened, threshold_words
from aucurate.results import Caveat, Interval

_NAMED = 3
LEAST_ROWS = 10
_REPEATED = 0.05
_CHANCE = 1e-4
_MIXED = 0.01
_MIXED_EXPECTED = 0.1
_COUNTED = 4  # of one group: a large one may be a score at the end of the scale
_LOOKED_AT = 1 << 15
_MIXERS = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9)  # odd, their bits half set
_HALF_WORD = np.uint64(32)


def of_direction(
    intervals: Mapping[str, Interval],
    *,
    lower: Collection[str],
    negative: str,
    named_by_column: bool = True,
) -> list[Caveat]:
    """Classifiers whose interval of the AUC lies wholly below 0.5.

    ``lower`` names those whose scores were already reversed; ``named_by_column`` is False where the
    names are those of test sets, and not what ``lower`` takes. The direction is never guessed, but
    scores that rank the classes the wrong way round beyond doubt mostly mean that it, or the
    positive class, was not named.
    """
    reversed_ones = [name for name, interval in intervals.items() if interval.high < 0.5]
    as_given = [name for name in reversed_ones if name not in lower]
    turned = [name for name in reversed_ones if name in lower]
    remedy = "say so (lower=True, or --lower with the column of scores)"
    if named_by_column:
        remedy = (
            f"name {'it' if len(as_given) == 1 else 'them'} in lower (lower={as_given!r}, "
            f"--lower {shlex.quote(','.join(as_given))})"
        )
    return [
        caveat(
            Kind.WRONG_WAY,
            text,
            about=names,
            names=_few(names),
            rank="ranks" if len(names) == 1 else "rank",
            interval=_below(names, intervals),
            remedy=remedy,
            them="it" if len(names) == 1 else "them",
            negative=repr(negative),
            quoted=shlex.quote(negative),
        )
        for text, names in (("as_given", as_given), ("turned", turned))
        if names
    ]


def of_values(scores: Iterable[Scores]) -> list[Caveat]:
    """Classifiers with only two distinct scores, like predicted classes."""
    two = {}
    for classifier in scores:
        values = _two_values(classifier.values)
        if values is not None:
            low, high = sorted(-v + 0.0 if classifier.lower else v for v in values)
            two[classifier.name] = low, high
    return of_two_values(two)


def of_two_values(two: Mapping[str, tuple[float, float]]) -> list[Caveat]:
    """The same of classifiers whose only two scores are known."""
    if not two:
        return []
    low, high = sorted(next(iter(two.values())))
    shown = f" ({threshold_words(low)} and {threshold_words(high)})" if len(two) == 1 else ""
    return [
        caveat(
            Kind.TWO_VALUES,
            about=list(two),
            names=_few(list(two)),
            take="takes" if len(two) == 1 else "take",
            values=shown,
        )
    ]


def of_repeated_rows(
    values: Sequence[NDArray[np.floating]], codes: NDArray[np.generic]
) -> list[Caveat]:
    r"""Rows that are copies of others: the same label, and the same scores by every classifier.

    ``values`` has the scores of each classifier (or class), ``codes`` the label of every
    observation. Ties of coarse scores are no copies, so equal scores alone prove nothing. But where
    ties come about by chance, observations of different classes tie as easily as they are
    neighbours. Let g be the score vectors that :math:`m_g > 1` rows have, and :math:`d_g` the share
    of their two neighbours in the ranking of the different vectors (by mean rank over the
    classifiers) that have another label. By chance about :math:`\sum_g \min(m_g - 1, 4) d_g` of
    the g would have several labels.
    The caveat needs that 1% of them have at most, and a tenth of this number, so few that Poisson's
    distribution with this mean gives that many or fewer a probability below 0.0001; and that 5% of
    the rows are repeated. Copies of observations that are perfectly separated are not found: their
    neighbours have the same label.
    """
    rows, labels = _sampled(values, codes)
    many = rows.shape[1]
    if many < 2 * LEAST_ROWS:
        return []
    keys = _hashed(rows)
    ordered = np.sort(keys)
    repeated = np.count_nonzero(ordered[1:] == ordered[:-1]) / many
    if repeated < _REPEATED:
        return []
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(keys[order]) != 0])
    sizes = np.diff(np.r_[starts, many])
    _, codes_of_rows = np.unique(labels, return_inverse=True)
    ordered = codes_of_rows.reshape(-1)[order]
    pure = np.minimum.reduceat(ordered, starts) == np.maximum.reduceat(ordered, starts)
    differing = _differing_neighbours(rows[:, order[starts]], ordered[starts])
    expected = float(np.sum(np.minimum(sizes - 1, _COUNTED) * differing))
    mixed = np.count_nonzero(~pure)
    most = min(_MIXED * np.count_nonzero(sizes > 1), _MIXED_EXPECTED * expected)
    if mixed > most or special.pdtr(mixed, expected) > _CHANCE:
        return []
    return [caveat(Kind.REPEATED_ROWS, share=percent(repeated))]


def of_scores(scores: Sequence[Scores]) -> list[Caveat]:
    """Repeated rows and predicted classes among the classifiers of a study."""
    by_test_set: dict[int, list[Scores]] = {}
    for classifier in scores:
        by_test_set.setdefault(id(classifier.observations), []).append(classifier)
    found = []
    for members in by_test_set.values():
        values = [classifier.values for classifier in members]
        repeated = of_repeated_rows(values, members[0].is_positive)
        several = len(by_test_set) > 1
        found += [named(c, [members[0].name]) if several else c for c in repeated]
    return [*found, *of_values(scores)]


def _below(names: list[str], intervals: Mapping[str, Interval]) -> str:
    """The interval of the only classifier, or of the first of several."""
    first = intervals[names[0]]
    if len(names) == 1:
        return f"{first}, wholly below 0.5"
    return f"intervals wholly below 0.5, that of {shortened(names[0])}: {first}"


def _few(names: list[str]) -> str:
    more = len(names) - _NAMED
    shown = [shortened(name) for name in names[:_NAMED]]
    return join_words([*shown, count(more, "other")] if more > 0 else shown)


def _two_values(values: NDArray[np.floating]) -> tuple[float, float] | None:
    """The lower and the higher of two values, where there are two and rows enough."""
    if len(values) < LEAST_ROWS or len(np.unique(values[:100])) > 2:
        return None
    low, high = float(values.min()), float(values.max())
    if low == high or not np.all((values == low) | (values == high)):
        return None
    return low, high


def _sampled(
    values: Sequence[NDArray[np.floating]], codes: NDArray[np.generic]
) -> tuple[NDArray[np.floating], NDArray[np.generic]]:
    """All scores, of many observations a part, chosen by the first score: copies go together."""
    parts = len(codes) // _LOOKED_AT
    if parts < 2:
        return np.stack(values), codes
    mixed = _bits(values[0]) * np.uint64(_MIXERS[0]) >> _HALF_WORD
    chosen = np.flatnonzero(mixed.astype(np.uint32) < np.uint32((1 << 32) // parts))
    return np.stack([scores[chosen] for scores in values]), codes[chosen]


def _hashed(values: Sequence[NDArray[np.floating]] | NDArray[np.floating]) -> NDArray[np.uint64]:
    """A number for every observation, equal where all its scores are (-0.0 is 0.0)."""
    keys = np.zeros(len(values[0]), np.uint64)
    for row in values:
        bits = _bits(row)
        for mixer in _MIXERS:
            keys = (keys ^ bits) * np.uint64(mixer)
            keys ^= keys >> _HALF_WORD
    return keys


def _bits(values: NDArray[np.floating]) -> NDArray[np.uint64]:
    """Every score as a whole number, 0.0 for -0.0."""
    return (values + 0.0).astype(np.float64, copy=False).view(np.uint64)


def _differing_neighbours(
    values: NDArray[np.floating], codes: NDArray[np.intp]
) -> NDArray[np.float64]:
    """For each column of the matrix the share of its neighbours by mean rank with another code."""
    if len(codes) < 2:
        return np.zeros(len(codes))
    ranks = np.zeros(values.shape[1])
    for row in values:
        ranks += np.unique(row, return_inverse=True)[1].reshape(-1)
    order = np.argsort(ranks, kind="stable")
    differs = (np.diff(codes[order]) != 0).astype(np.float64)
    found = np.empty(len(codes))
    found[order] = (np.r_[differs[:1], differs] + np.r_[differs, differs[-1:]]) / 2
    return found
