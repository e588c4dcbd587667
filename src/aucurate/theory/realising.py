"""Labels and scores drawn from what is assumed of two classifiers, many test sets at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.theory.laws import ScoreLaw
from aucurate.theory.world import TwoClassifiers

_CELLS = 1_000_000  # of a table with a row per test set and a column per value


class Realised(NamedTuple):
    """What came out on each of several test sets; positive when the first classifier is better.

    ``pairs`` is n+ n- (AUC of first - AUC of second), ``errors`` is errors of second - errors of
    first, ``one_class`` says that a test set holds one class only (its ``pairs`` are 0).
    """

    pairs: NDArray[np.float64]
    errors: NDArray[np.float64]
    one_class: NDArray[np.bool_]


def realise(
    pair: TwoClassifiers,
    draws: int,
    generator: np.random.Generator,
    threshold: float,
    n: int | None = None,
) -> Iterator[Realised]:
    """So many test sets, block by block: the observations themselves, or ``n`` drawn from them with
    replacement, each realised by itself.
    """
    first, second = _ranked(pair.first, threshold), _ranked(pair.second, threshold)
    size = pair.n if n is None else n
    at_once = max(1, _CELLS // max(size, first.distinct, second.distinct))
    for start in range(0, draws, at_once):
        shape = min(at_once, draws - start), size
        at = np.arange(size)[None] if n is None else generator.integers(0, pair.n, shape)
        labels = generator.random(shape) < pair.positive_probability[at]
        of_first = first.states(generator, shape, at)
        of_second = of_first if pair.is_joint else second.states(generator, shape, at)
        one, two = first.ranks_of(of_first, at), second.ranks_of(of_second, at)
        doubled = _doubled_wins(one, labels, first.distinct)
        doubled -= _doubled_wins(two, labels, second.distinct)
        calls = (one >= first.lowest_positive).astype(np.int64) - (two >= second.lowest_positive)
        positives = np.count_nonzero(labels, axis=1)
        yield Realised(
            doubled / 2,
            np.sum(np.where(labels, calls, -calls), axis=1).astype(np.float64),
            (positives == 0) | (positives == size),
        )


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A score law with ranks in place of values: those from ``lowest_positive`` are called
    positive. ``below`` has for every observation the probabilities of its states summed up, without
    the last.
    """

    ranks: NDArray[np.int64]
    below: NDArray[np.float64]
    distinct: int
    lowest_positive: int

    def states(
        self, generator: np.random.Generator, shape: tuple[int, int], at: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Which state observation ``at`` is in, on every test set."""
        found = np.zeros(shape, np.int64)
        if self.below.shape[1]:
            drawn = generator.random(shape)
            for reached in self.below.T:
                found += drawn >= reached[at]
        return found

    def ranks_of(self, states: NDArray[np.int64], at: NDArray[np.int64]) -> NDArray[np.int64]:
        """The ranks that belong to these states."""
        return np.asarray(self.ranks.reshape(-1)[states + at * self.ranks.shape[1]])


def _ranked(law: ScoreLaw, threshold: float) -> _Ranked:
    distinct, ranks = np.unique(law.values, return_inverse=True)
    below = np.cumsum(law.probabilities, axis=1)
    left = np.cumsum(law.probabilities[:, ::-1], axis=1)[:, ::-1]  # of a state and those after it
    below[:, :-1][left[:, 1:] == 0] = np.inf  # no draw reaches a state without probability
    return _Ranked(
        ranks.reshape(law.values.shape).astype(np.int64),
        below[:, :-1],
        len(distinct),
        int(np.searchsorted(distinct, threshold)),
    )


def _doubled_wins(
    ranks: NDArray[np.int64], labels: NDArray[np.bool_], distinct: int
) -> NDArray[np.int64]:
    """Twice n+ n- AUC of every row: pairs that the positive wins count two, ties one."""
    rows = len(ranks)
    cells = ranks + np.arange(rows)[:, None] * distinct
    everyone = np.bincount(cells.reshape(-1), minlength=rows * distinct)
    positives = np.bincount(cells[labels], minlength=rows * distinct).reshape(rows, distinct)
    negatives = everyone.reshape(rows, distinct) - positives
    ahead_of = 2 * np.cumsum(negatives, axis=1) - negatives
    return np.asarray(np.sum(positives * ahead_of, axis=1))
