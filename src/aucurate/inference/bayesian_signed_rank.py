r"""The Bayesian signed rank test: how probable is it that one algorithm is better, or that the two
are the same for all practical purposes?

**Question.** Given the differences of two algorithms on n data sets, what are the posterior
probabilities that the first is better by more than the margin r, that the difference lies in the
region of practical equivalence [-r, r], and that the second is better?

The differences :math:`z_1, \dots, z_n` come from an unknown distribution with a Dirichlet process
prior of strength s, whose one pseudo-observation :math:`z_0 = 0` lies in the region. A draw
from the posterior gives them weights :math:`w \sim \mathrm{Dirichlet}(s, 1, \dots, 1)`, and with

.. math::
    \theta_+ = \sum_{ij} w_i w_j [z_i + z_j > 2r],\quad
    \theta_0 = \sum_{ij} w_i w_j [|z_i + z_j| \le 2r],\quad
    \theta_- = \sum_{ij} w_i w_j [z_i + z_j < -2r]

the verdict of the draw is the largest of the three; the probabilities are shares of ``repeats``
draws. With r = 0 only :math:`\theta_+` and :math:`\theta_-` compete, and equal ones count one half
each. Each share p has the Monte Carlo error :math:`\sqrt{p(1-p)/\text{repeats}}`;
``expected_first`` and its like are the posterior means of the three :math:`\theta`, exactly.

**Not valid** for folds of one data set (they are dependent), nor without a region that was chosen
before the results were seen. These are probabilities given the prior, not p-values. The prior
counts as s data sets without a difference: with few data sets it is felt.

Benavoli, A., Corani, G., Mangili, F., Zaffalon, M., Ruggeri, F. (2014). A Bayesian Wilcoxon
signed-rank test based on the Dirichlet process. ICML 2014, PMLR 32(2), 1026-1034.
Benavoli, A., Corani, G., Demsar, J., Zaffalon, M. (2017). Time for a change: a tutorial for
comparing multiple classifiers through Bayesian analysis. Journal of Machine Learning Research
18(77), 1-36.
"""

import math
from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from aucurate.data.results_table import ResultsTable
from aucurate.errors import OptionError
from aucurate.formatting import percent
from aucurate.inference.data_sets_pair import pair_differences
from aucurate.inference.resampling import Resampling
from aucurate.results import Record

REPEATS = 50_000
_CELLS = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PosteriorComparison(Record):
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
    repeats: int
    monte_carlo_error: float
    method: str

    def __str__(self) -> str:
        within = f", equivalent within {self.rope:g} {percent(self.probability_equivalent)}"
        return (
            f"probability that {self.first} is better {percent(self.probability_first)}"
            f"{within if self.rope else ''}, that {self.second} is better "
            f"{percent(self.probability_second)}, {self.method}"
        )


def bayesian_signed_rank_test(
    table: ResultsTable,
    first: str,
    second: str,
    *,
    rope: float,
    prior_strength: float = 1.0,
    repeats: int = REPEATS,
    rng: int | np.random.Generator | None = 0,
) -> PosteriorComparison:
    """Two algorithms over data sets; ``rope`` is half the width of the region of practical
    equivalence, on the scale of the values (0 for none).

    >>> from aucurate.data.results_table import ResultsTable
    >>> table = ResultsTable.from_arrays(
    ...     {"a": [0.75, 0.85, 0.92, 0.65, 0.85], "b": [0.70, 0.80, 0.91, 0.60, 0.80]}
    ... )
    >>> print(bayesian_signed_rank_test(table, "a", "b", rope=0.01))
    probability that a is better 97.2%, equivalent within 0.01 2.8%, that b is better 0%, \
Bayesian signed rank
    """
    _check("rope", rope, least=0.0)
    _check("prior_strength", prior_strength, least=np.nextafter(0.0, 1.0))
    options = Resampling(repeats=repeats, rng=rng)
    pair = pair_differences(table, first, second)
    ahead = pair.values if table.better == "higher" else -pair.values
    signs = _signs(ahead, float(rope), pair.resolution)
    masses = np.concatenate(([float(prior_strength)], np.ones(len(ahead))))
    shares = _winning_shares(signs, masses, options, decided=rope == 0)
    means = _expected(signs, masses)
    worst = max(p * (1 - p) for p in shares)
    return PosteriorComparison(
        first=first,
        second=second,
        quantity=table.quantity,
        rope=float(rope),
        probability_first=shares[0],
        probability_equivalent=shares[1],
        probability_second=shares[2],
        expected_first=means[0],
        expected_equivalent=means[1],
        expected_second=means[2],
        n_datasets=len(ahead),
        prior_strength=float(prior_strength),
        repeats=options.repeats,
        monte_carlo_error=math.sqrt(worst / options.repeats),
        method="Bayesian signed rank",
    )


def _check(name: str, value: float, *, least: float) -> None:
    given: object = value  # callers without a type checker give text and None
    if not isinstance(given, Real) or not least <= value < math.inf:
        raise OptionError(
            f"{name} must be a finite number {'from' if least == 0 else 'above'} 0; it is "
            f"{value!r}.",
            hint="rope=0.01 calls differences of at most 0.01 equivalent."
            if name == "rope"
            else "1 counts the prior as one data set.",
        )


def _signs(ahead: NDArray[np.float64], rope: float, resolution: float) -> NDArray[np.int8]:
    """For each pair of observations, the prior's first: 1, 0 or -1 as their mean lies above, in or
    below the region. A mean at its border, up to rounding, lies in it.
    """
    values = np.concatenate(([0.0], ahead))
    sums = values[:, None] + values[None, :]
    border = 2 * (rope + resolution)
    return (sums > border).astype(np.int8) - (sums < -border).astype(np.int8)


def _winning_shares(
    signs: NDArray[np.int8], masses: NDArray[np.float64], options: Resampling, *, decided: bool
) -> tuple[float, float, float]:
    """How often each of the three is the largest; equal ones share the draw."""
    generator = np.random.default_rng(options.rng)
    above, below = (signs > 0).astype(np.float64), (signs < 0).astype(np.float64)
    wins = np.zeros(3)
    left = options.repeats
    while left:
        size = min(left, max(1, _CELLS // len(masses)))
        weights = generator.dirichlet(masses, size)
        first = np.einsum("ri,ri->r", weights @ above, weights)
        second = np.einsum("ri,ri->r", weights @ below, weights)
        neither = np.full(size, -1.0) if decided else 1 - first - second
        three = np.stack((first, neither, second))
        best = three >= three.max(axis=0) - 1e-12
        wins += (best / best.sum(axis=0)).sum(axis=1)
        left -= size
    first_share, equivalent, second_share = (wins / options.repeats).tolist()
    return first_share, equivalent, second_share


def _expected(signs: NDArray[np.int8], masses: NDArray[np.float64]) -> tuple[float, float, float]:
    """The posterior means: E w_i w_j = a_i (a_j + [i = j]) / (A (A + 1))."""
    total = float(masses.sum())
    moments = (np.outer(masses, masses) + np.diag(masses)) / (total * (total + 1))
    above, below = float(moments[signs > 0].sum()), float(moments[signs < 0].sum())
    return above, float(moments[signs == 0].sum()), below
