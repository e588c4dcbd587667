r"""The Bayesian signed rank test: how probable is it that one algorithm is better, or that the two
are the same for all practical purposes?

**Question.** Given the differences of two algorithms on n data sets, what are the posterior
probabilities that the first is better by more than the margin r, that the difference lies in the
region of practical equivalence [-r, r], and that the second is better?

**Use it** where a p-value does not answer the question: it cannot say that two algorithms are the
same. :func:`aucurate.rank` with ``rope=0.01`` (``aucurate rank --rope 0.01``) tests all pairs of a
table. Where the values of every fold are known, the hierarchical test uses them all
(:mod:`aucurate.inference.many_datasets.hierarchical`).

The differences :math:`z_1, \dots, z_n` come from an unknown distribution with a Dirichlet process
prior of strength s, whose one pseudo-observation :math:`z_0 = 0` lies in the region. A draw
from the posterior gives them weights :math:`w \sim \mathrm{Dirichlet}(s, 1, \dots, 1)`, and with

.. math::
    \theta_+ = \sum_{ij} w_i w_j [z_i + z_j > 2r],\quad
    \theta_0 = \sum_{ij} w_i w_j [|z_i + z_j| \le 2r],\quad
    \theta_- = \sum_{ij} w_i w_j [z_i + z_j < -2r]

(the border of the region belongs to it, up to rounding) the verdict of the draw is the largest of
the three; the probabilities are shares of ``replicates`` draws. With r = 0 only :math:`\theta_+`
and :math:`\theta_-` compete, and equal ones count one half each. Each share p has the Monte Carlo
error :math:`\sqrt{p(1-p)/\text{replicates}}`, and the result states the largest of the three;
``expected_first`` and its like are the posterior means of the three :math:`\theta`, exactly.

**The strength of the prior** is s = 0.5 by default, as in the authors' programs for the 2017 paper
and in baycomp's signed rank test. A pseudo-observation is no data, and a weak prior leaves more to
those there are; the result states its ``prior_strength``.

**Not valid** for folds of one data set (they are dependent), nor without a region that was chosen
before the results were seen. These are probabilities given the prior, not p-values. The prior
counts as s data sets without a difference: with very few data sets it affects the result. With
fewer than six that all favour one algorithm, the test is nearly certain that it is better, where no
p-value of Wilcoxon's test is below 0.05; such a result carries a caveat.

**Compared with other programs.** The tables of the 2017 paper (naive Bayes and AODE on 54 data
sets: 0.123 equivalent) come out with s = 0.5, and not with s = 1 (0.139).

Benavoli, A., Corani, G., Mangili, F., Zaffalon, M., Ruggeri, F. (2014). A Bayesian Wilcoxon
signed-rank test based on the Dirichlet process. ICML 2014, PMLR 32(2), 1026-1034.
Benavoli, A., Corani, G., Demsar, J., Zaffalon, M. (2017). Time for a change: a tutorial for
comparing multiple classifiers through Bayesian analysis. Journal of Machine Learning Research
18(77), 1-36.

Sums over pairs with random weights
-----------------------------------
Sums over all pairs of observations with random weights, for the Bayesian signed rank test.

The share :math:`\theta_+ = \sum_{ij} w_i w_j [z_i + z_j > b]` needs no matrix: with the
observations in descending order, those that observation i wins together with are the first ones,
as many as its row counts, and their weights add up to one of the running sums. A draw costs n steps
rather than n squared. Several pairs of algorithms on the same data sets share the draws.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked, number_in
from aucurate.data.results_table import ResultsTable
from aucurate.formatting import count, percent
from aucurate.inference.core import monte_carlo
from aucurate.inference.folds.t_tests import checked_rope
from aucurate.inference.many_datasets.pairs import pair_differences
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Caveat, MethodRecord, MethodTitle

REPLICATES = 50_000
PRIOR_STRENGTH = 0.5
FEW = 6
"""With fewer data sets Wilcoxon's test and the sign test cannot reject at the 0.05 level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PosteriorComparison(MethodRecord):
    """Posterior probabilities that the first is better, that both are equivalent, that the second
    is better; and the posterior means of the three shares that compete.
    """

    first: str
    second: str
    quantity: str
    rope: float
    probability_first: float
    probability_equivalent: float
    probability_second: float
    expected_first: float
    expected_equivalent: float
    expected_second: float
    n_datasets: int
    prior_strength: float
    replicates: int
    monte_carlo_error: float
    method: str
    key: str = ""
    caveats: tuple[Caveat, ...] = ()

    def __str__(self) -> str:
        within = f", equivalent within {self.rope:g} {percent(self.probability_equivalent)}"
        return (
            f"probability that {self.first} is better {percent(self.probability_first)}"
            f"{within if self.rope else ''}, that {self.second} is better "
            f"{percent(self.probability_second)}, {self.method}"
        )


@checked
def bayesian_signed_rank_test(
    table: ResultsTable,
    first: str,
    second: str,
    *,
    rope: float,
    prior_strength: float = PRIOR_STRENGTH,
    replicates: int = REPLICATES,
    rng: int | np.random.Generator | None = 0,
    progress: Progress | None = None,
) -> PosteriorComparison:
    """Posterior probabilities of which of two algorithms is better over data sets. ``rope`` is half
    the width of the region of practical equivalence, on the scale of the values (0 for none).

    When ``progress`` returns False the draws finished so far are used, at least 100 of them, and
    ``replicates`` says how many there are.

    >>> from aucurate.data.results_table import ResultsTable
    >>> table = ResultsTable.from_arrays(
    ...     {"a": [0.75, 0.85, 0.92, 0.65, 0.85], "b": [0.70, 0.80, 0.91, 0.60, 0.80]}
    ... )
    >>> print(bayesian_signed_rank_test(table, "a", "b", rope=0.01))
    probability that a is better 98.3%, equivalent within 0.01 1.7%, that b is better 0%, \
Bayesian signed rank
    """
    (found,) = bayesian_signed_rank_tests(
        table,
        [(first, second)],
        rope=rope,
        prior_strength=prior_strength,
        replicates=replicates,
        rng=rng,
        progress=progress,
    )
    return found


def bayesian_signed_rank_tests(
    table: ResultsTable,
    pairs: Sequence[tuple[str, str]],
    *,
    rope: float,
    prior_strength: float = PRIOR_STRENGTH,
    replicates: int = REPLICATES,
    rng: int | np.random.Generator | None = 0,
    progress: Progress | None = None,
) -> tuple[PosteriorComparison, ...]:
    """:func:`bayesian_signed_rank_test` of several pairs, all from the same draws."""
    rope = checked_rope(rope)
    hint = "0.5 counts the prior as half a data set."
    prior_strength = number_in(prior_strength, 0, 1e9, "prior_strength", hint=hint)
    options = Resampling(replicates=replicates, rng=rng)
    masses = np.concatenate(([prior_strength], np.ones(len(table.datasets))))
    contests, means = [], []
    for first, second in pairs:
        signs = _signs(table, first, second, rope)
        contests.append(WeightedPairs.of(signs))
        means.append(_expected(signs, masses))
    wins, done = winning_draws(contests, masses, options, progress, decided=rope == 0)
    monte_carlo.of_finished(done, options.replicates)
    prior = {"rope": rope, "prior_strength": prior_strength}
    return tuple(
        _comparison(table, pair, expected, (won / done).tolist(), done, **prior)
        for pair, expected, won in zip(pairs, means, wins, strict=True)
    )


def _comparison(
    table: ResultsTable,
    pair: tuple[str, str],
    means: tuple[float, float, float],
    shares: list[float],
    done: int,
    *,
    rope: float,
    prior_strength: float,
) -> PosteriorComparison:
    worst = max(p * (1 - p) for p in shares)
    return PosteriorComparison(
        first=pair[0],
        second=pair[1],
        quantity=table.quantity,
        rope=rope,
        probability_first=shares[0],
        probability_equivalent=shares[1],
        probability_second=shares[2],
        expected_first=means[0],
        expected_equivalent=means[1],
        expected_second=means[2],
        n_datasets=len(table.datasets),
        prior_strength=prior_strength,
        replicates=done,
        monte_carlo_error=math.sqrt(worst / done),
        method=MethodTitle("Bayesian signed rank", "bayesian-signed-rank"),
        caveats=_of_size(len(table.datasets)),
    )


def _of_size(n: int) -> tuple[Caveat, ...]:
    """So few data sets that tests which have p-values cannot reject."""
    if n >= FEW:
        return ()
    least = f"{2.0 ** (1 - n):g}"
    return (caveat(Kind.FEW_DATA_SETS, "signed_rank", size=count(n, "data set"), least=least),)


def _signs(table: ResultsTable, first: str, second: str, rope: float) -> NDArray[np.int8]:
    """For each pair of observations, the prior's first: 1, 0 or -1 as their mean lies above, in or
    below the region. A mean at its border, up to rounding, lies in it.
    """
    pair = pair_differences(table, first, second)
    ahead = pair.values if table.better == "higher" else -pair.values
    values = np.concatenate(([0.0], ahead))
    sums = values[:, None] + values[None, :]
    border = 2 * (rope + pair.resolution)
    return (sums > border).astype(np.int8) - (sums < -border).astype(np.int8)


def _expected(signs: NDArray[np.int8], masses: NDArray[np.float64]) -> tuple[float, float, float]:
    """The posterior means: E w_i w_j = a_i (a_j + [i = j]) / (A (A + 1))."""
    total = float(masses.sum())
    moments = (np.outer(masses, masses) + np.diag(masses)) / (total * (total + 1))
    above, below = float(moments[signs > 0].sum()), float(moments[signs < 0].sum())
    return above, float(moments[signs == 0].sum()), below


Floats = NDArray[np.float64]
Places = NDArray[np.intp]

_EVEN = 1e-12  # shares that differ by less are equal up to rounding
_CELLS = 2**17  # draws x observations at a time: what fits into the cache of a core


@dataclass(frozen=True, slots=True, eq=False)
class WeightedPairs:
    """The observations in descending order, and which of them each lies above or below with.

    ``above`` counts, for each of the first observations, those that it lies above with: the first
    ones; ``rest`` counts, for each of the last, those that it does not lie below with.
    """

    order: Places
    above: Places
    rest: Places

    @classmethod
    def of(cls, signs: NDArray[np.int8]) -> "WeightedPairs":
        """From 1, 0 and -1 for each pair, which must come from the sums of ordered values.

        >>> values = np.array([0.0, 3.0, -1.0])
        >>> found = WeightedPairs.of(np.sign(values[:, None] + values).astype(np.int8))
        >>> found.order.tolist(), found.above.tolist(), found.rest.tolist()
        ([1, 0, 2], [3, 1, 1], [2, 1])
        """
        above, below = np.count_nonzero(signs > 0, axis=1), np.count_nonzero(signs < 0, axis=1)
        order = np.argsort(below - above, kind="stable")
        above, below = above[order], below[order]
        return cls(order, above[above > 0], (len(signs) - below)[below > 0])

    def shares(self, weights: Floats, space: Floats) -> tuple[Floats, Floats]:
        """The share above and the share below in every draw, a column of ``weights``.

        ``space`` is written over; it has room for three times the weights and a row more.
        """
        size, first, last = len(weights), len(self.above), len(weights) - len(self.rest)
        ordered, picked, sums = space[0, :size], space[1], space[2]
        np.take(weights, self.order, axis=0, out=ordered, mode="clip")
        sums[0] = 0.0
        for at in range(size):
            np.add(sums[at], ordered[at], out=sums[at + 1])
        together = np.take(sums, self.above, axis=0, out=picked[:first], mode="clip")
        above = np.einsum("ir,ir->r", together, ordered[:first])
        apart = np.take(sums, self.rest, axis=0, out=picked[: len(self.rest)], mode="clip")
        below = sums[-1] * (sums[-1] - sums[last]) - np.einsum("ir,ir->r", apart, ordered[last:])
        return above, below


def winning_draws(
    pairs: Sequence[WeightedPairs],
    masses: Floats,
    resampling: Resampling,
    progress: Progress | None,
    *,
    decided: bool,
) -> tuple[Floats, int]:
    """How many draws each of above, neither and below wins, a row per pair; and of how many.

    Equal ones share a draw. Weights are drawn from a Dirichlet distribution with these masses.
    ``decided`` leaves neither out. Draws that were not made for all pairs when ``progress`` says
    stop do not count.
    """
    generator = np.random.default_rng(resampling.rng)
    wins, space = np.zeros((len(pairs), 3)), np.empty(0)
    done, replicates, going = 0, resampling.replicates, True
    while done < replicates and going:
        size = min(replicates - done, max(1, _CELLS // len(masses)))
        weights = np.ascontiguousarray(generator.dirichlet(masses, size).T)
        if space.shape[-1] != size:
            space = np.empty((3, len(masses) + 1, size))
        won: list[Floats] = []
        while going and len(won) < len(pairs):
            won.append(_wins(*pairs[len(won)].shares(weights, space), decided=decided))
            if progress is not None:
                told = done * len(pairs) + size * len(won)
                going = progress(told, replicates * len(pairs), "replicates") is not False
        if len(won) == len(pairs):
            wins, done = wins + won, done + size
    return wins, done


def _wins(above: Floats, below: Floats, *, decided: bool) -> Floats:
    neither = np.full(len(above), -1.0) if decided else 1 - above - below
    three = np.stack((above, neither, below))
    best = three >= three.max(axis=0) - _EVEN
    return np.asarray((best / best.sum(axis=0)).sum(axis=1))
