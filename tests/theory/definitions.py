"""Definitions nobody can doubt: sums over every outcome, over every triple, and exact fractions."""

import itertools
import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.theory import ScoreLaw, TwoClassifiers


class Moments(NamedTuple):
    mean: float
    variance: float
    from_scores: float
    from_labels: float


def random_pair(
    seed: int, n: int, v: int, *, joint: bool, certain_labels: bool = False
) -> TwoClassifiers:
    """Laws on few whole numbers, so that there are ties, and some states of probability 0."""
    rng = np.random.default_rng(seed)
    positive = rng.integers(0, 2, n) * 1.0 if certain_labels else rng.random(n)
    one, two = rng.integers(0, 4, (2, n, v)) * 1.0
    odds = rng.dirichlet(np.ones(v), (2, n))
    odds[rng.random(odds.shape) < 0.15] = 0
    odds[..., 0] += 1e-3
    odds /= odds.sum(axis=2, keepdims=True)
    if joint:
        return TwoClassifiers.joint(positive, one, two, odds[0])
    first, second = ScoreLaw.from_arrays(one, odds[0]), ScoreLaw.from_arrays(two, odds[1])
    return TwoClassifiers.independent(positive, first, second)


def chosen(pair: TwoClassifiers, rows: object) -> TwoClassifiers:
    """Some of the observations, in this order; a row may come more than once."""
    at = np.asarray(rows)
    first, second = (
        ScoreLaw(law.values[at], law.probabilities[at]) for law in (pair.first, pair.second)
    )
    return TwoClassifiers(pair.positive_probability[at], first, second, pair.is_joint)


def states(pair: TwoClassifiers, i: int) -> list[tuple[float, float, float]]:
    """The joint states of one observation: score of first, score of second, probability."""
    one, two = pair.first, pair.second
    if pair.is_joint:
        return list(zip(one.values[i], two.values[i], one.probabilities[i], strict=True))
    return [
        (a, b, p * q)
        for a, p in zip(one.values[i], one.probabilities[i], strict=True)
        for b, q in zip(two.values[i], two.probabilities[i], strict=True)
    ]


def wins(labels: NDArray[np.float64], scores: NDArray[np.float64]) -> float:
    """Pairs of a positive and a negative that are ordered rightly, ties one half."""
    apart = scores[labels == 1][:, None] - scores[labels == 0][None, :]
    return float(np.sum(np.sign(apart) + 1) / 2)


def errors(labels: NDArray[np.float64], scores: NDArray[np.float64], threshold: float) -> int:
    return int(np.sum((scores >= threshold) != (labels == 1)))


def enumerated(pair: TwoClassifiers, threshold: float) -> tuple[Moments, Moments]:
    """The moments of pairs and of errors from every label and every score that can come out."""
    of_labels: list[float] = []
    given: list[list[tuple[float, float, float]]] = []
    for labels in itertools.product((0.0, 1.0), repeat=pair.n):
        y = np.array(labels)
        p = math.prod(np.where(y == 1, pair.positive_probability, 1 - pair.positive_probability))
        if p == 0:
            continue
        of_labels.append(p)
        outcomes = []
        for state in itertools.product(*(states(pair, i) for i in range(pair.n))):
            one, two, odds = (np.array(column) for column in zip(*state, strict=True))
            pairs = wins(y, one) - wins(y, two)
            worse = errors(y, two, threshold) - errors(y, one, threshold)
            outcomes.append((math.prod(odds), pairs, float(worse)))
        given.append(outcomes)
    return _two_levels(of_labels, given, 1), _two_levels(of_labels, given, 2)


def _two_levels(
    of_labels: list[float], given: list[list[tuple[float, float, float]]], at: int
) -> Moments:
    means = [math.fsum(o[0] * o[at] for o in outcomes) for outcomes in given]
    within = [
        math.fsum(o[0] * (o[at] - m) ** 2 for o in outcomes)
        for outcomes, m in zip(given, means, strict=True)
    ]
    mean = math.fsum(p * m for p, m in zip(of_labels, means, strict=True))
    scores = math.fsum(p * w for p, w in zip(of_labels, within, strict=True))
    labels = math.fsum(p * (m - mean) ** 2 for p, m in zip(of_labels, means, strict=True))
    return Moments(mean, scores + labels, scores, labels)


def triple_sum(pair: TwoClassifiers) -> tuple[float, float]:
    """Mean and variance as sums of the covariances of pairs that share an observation: O(n^3)."""
    n, pi = pair.n, pair.positive_probability
    laws = [np.array(states(pair, i)) for i in range(n)]

    def h(i: int, j: int) -> NDArray[np.float64]:
        one, two = (np.sign(laws[i][:, k, None] - laws[j][None, :, k]) / 2 for k in (0, 1))
        return np.asarray(one - two)

    def odds(i: int) -> NDArray[np.float64]:
        return np.asarray(laws[i][:, 2])

    def expected(i: int, j: int) -> float:
        return float((pi[i] - pi[j]) * (odds(i) @ h(i, j) @ odds(j)))

    mean, variance = 0.0, 0.0
    for i, j in itertools.combinations(range(n), 2):
        unlike = pi[i] * (1 - pi[j]) + pi[j] * (1 - pi[i])
        mean += expected(i, j)
        variance += unlike * float(odds(i) @ h(i, j) ** 2 @ odds(j)) - expected(i, j) ** 2
    for i in range(n):
        for j, k in itertools.combinations([x for x in range(n) if x != i], 2):
            labels = pi[i] * (1 - pi[j]) * (1 - pi[k]) + (1 - pi[i]) * pi[j] * pi[k]
            both = float(np.einsum("ab,ac,a,b,c", h(i, j), h(i, k), odds(i), odds(j), odds(k)))
            variance += 2 * (labels * both - expected(i, j) * expected(i, k))
    return mean, variance


def rosset_triple_sum(n: int, rates: tuple[float, float], c: float) -> tuple[float, float]:
    """The formula of section 2.1.2 with the switches of section 2.1.3, its misprints mended.

    The sign is that of the paper's tables: positive when the first is better.
    """
    pi, near = [i / n for i in range(n + 1)], c * n

    def switch(q: float, d: int) -> float:
        return q * (2 - 3 * q) if d < near else q * q if d < 2 * near else 0.0

    def chain(q: float, a: int, b: int) -> float:
        return q * q * (1 - 2 * q) if max(a, b) < near else 0.0

    def fork(q: float, a: int, b: int) -> float:
        if b > 2 * near:
            return 0.0
        return q * (1 - q - q * q) if b < near else q * q * (1 - q) if a < near else q**3

    mean, variance = 0.0, 0.0
    swing = [0.0] * (n + 1)
    for i, j in itertools.combinations(range(1, n + 1), 2):
        one, two = (switch(q, j - i) for q in rates)
        mean -= (one - two) * (pi[j] - pi[i])
        swing[j] += one - two
        swing[i] -= one - two
        unlike = pi[i] * (1 - pi[j]) + pi[j] * (1 - pi[i])
        variance += unlike * (one * (1 - one) + two * (1 - two))
    for i, j, k in itertools.combinations(range(1, n + 1), 3):
        a, b, w = j - i, k - j, k - i
        x, y, z = pi[i], pi[j], pi[k]
        for q in rates:
            s = switch
            middle = chain(q, a, b) - s(q, a) * s(q, b)
            variance -= 2 * (x * (1 - y) * z + (1 - x) * y * (1 - z)) * middle
            lowest = fork(q, a, w) - s(q, a) * s(q, w)
            variance += 2 * (x * (1 - y) * (1 - z) + (1 - x) * y * z) * lowest
            highest = fork(q, b, w) - s(q, w) * s(q, b)
            variance += 2 * (x * y * (1 - z) + (1 - x) * (1 - y) * z) * highest
    return mean, variance + sum(s * s * p * (1 - p) for s, p in zip(swing, pi, strict=True))


def rosset_exact(n: int, rates: tuple[Fraction, Fraction], c: Fraction) -> Moments:
    """The moments of the example of section 2.1.3 in exact fractions, ties one half, in O(n).

    How two observations stand to each other depends on their distance alone, and the sums over the
    observations are polynomials in it: nothing here sorts, and nothing rounds.
    """
    one, two = (_Deviating(q, c * n, n) for q in rates)
    mean_h = {d: one.mean(d) - two.mean(d) for d in one.distances}
    swing = _windows(mean_h, n, 0)
    positive = {i: Fraction(i, n) for i in swing}
    mean = sum((positive[i] * swing[i] for i in swing), Fraction(0))
    labels = sum((p * (1 - p) * swing[i] ** 2 for i, p in positive.items()), Fraction(0))
    scores = one.from_scores() + two.from_scores()
    return Moments(float(mean), float(scores + labels), float(scores), float(labels))


class _Deviating:
    """One classifier of the example, its sums kept as whole numbers (times 2 b^2, q = a / b)."""

    def __init__(self, q: Fraction, reach: Fraction, n: int) -> None:
        self.n, self.b = n, q.denominator
        self.odds = {0: q.denominator - 2 * q.numerator, 1: q.numerator, -1: q.numerator}
        self.reach, self.unit = reach.numerator, reach.denominator
        self.distances = range(1 - n, n)

    def doubled_win(self, e: int, f: int, d: int) -> int:
        ahead = (e - f) * self.reach - d * self.unit
        return 1 + (ahead > 0) - (ahead < 0)

    def given_row(self, e: int, d: int) -> int:
        return sum(w * self.doubled_win(e, f, d) for f, w in self.odds.items())

    def given_column(self, f: int, d: int) -> int:
        return sum(w * self.doubled_win(e, f, d) for e, w in self.odds.items())

    def whole_mean(self, d: int) -> int:
        return sum(w * self.given_row(e, d) for e, w in self.odds.items())

    def mean(self, d: int) -> Fraction:
        return Fraction(self.whole_mean(d), 2 * self.b**2)

    def from_scores(self) -> Fraction:
        n, b, unit = self.n, self.b, 4 * self.b**4 * self.n**2
        alone = 0
        for e, w in self.odds.items():
            away = {d: b * self.given_row(e, d) - self.whole_mean(d) for d in self.distances}
            squares = {d: x * x for d, x in away.items()}
            w0, w1 = (_windows(away, n, m) for m in (0, 1))
            v0, v1, v2 = (_windows(squares, n, m) for m in (0, 1, 2))
            alone += w * sum(
                w1[i] ** 2 + i * (n - i) * (w0[i] ** 2 + v0[i]) + (n - 2 * i) * v1[i] - v2[i]
                for i in range(1, n + 1)
            )
        together = sum(self._rest(d) * self._unlike(d) for d in range(1, n))
        return Fraction(alone, b * unit) + Fraction(together, b * b * unit)

    def _rest(self, d: int) -> int:
        b, mean = self.b, self.whole_mean(d)
        rows = {e: b * self.given_row(e, d) for e in self.odds}
        columns = {f: b * self.given_column(f, d) for f in self.odds}
        return sum(
            w * u * (b * b * self.doubled_win(e, f, d) - rows[e] - columns[f] + mean) ** 2
            for e, w in self.odds.items()
            for f, u in self.odds.items()
        )

    def _unlike(self, d: int) -> int:
        """n^2 times the sum over i of P(y_i != y_{i+d})."""
        m = self.n - d
        first, second = m * (m + 1) // 2, m * (m + 1) * (2 * m + 1) // 6
        return 2 * (self.n - d) * first - 2 * second + d * self.n * m


def _windows(values: dict[int, int] | dict[int, Fraction], n: int, power: int) -> dict[int, int]:
    """For i = 1 to n the sum over j != i of (j - i)^power values[j - i]."""
    sums = [0]
    for d in range(1 - n, n):
        sums.append(sums[-1] + (d**power * values[d] if d else 0))
    return {i: sums[2 * n - i] - sums[n - i] for i in range(1, n + 1)}
