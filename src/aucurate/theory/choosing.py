r"""How often the first of two classifiers is chosen: by a normal approximation, and simulated.

**Question.** How often would the AUC, or the number of errors, on a test set choose the better of
two classifiers?

**Use it** where the probabilities of labels and scores are known or assumed
(:mod:`aucurate.theory.worlds`), or with a study as the population.

- :func:`~aucurate.theory.probability_of_choosing_first` is :math:`\Phi(\text{mean} /
  \text{standard deviation})` of exact moments (:mod:`aucurate.theory.moments`), as in Rosset
  (2004).
- :func:`~aucurate.theory.population_probability` is for test sets drawn from a population. By AUC
  the approximation is made for each number of positives k from 1 to n - 1 and averaged: how many
  positives are drawn adds to the variance of the pairs, not to the doubt about who is ahead, and
  where a class is rare it adds much.
- :func:`~aucurate.theory.simulate_choice` draws instead, and gives every figure its standard error:
  labels and scores of the same observations, or with ``n`` the observations too.

A tie counts one half, and so does a test set with one class only.

**Not valid** for studies planned with a test in mind (:mod:`aucurate.planning.sample_size`): to
choose the better of two is less than to show that it is better. The normal approximation by AUC
needs enough observations of the rarer class. With 20 expected in it, test sets drawn from binormal
populations were within 0.01 of it, or 0.04 where an AUC was as high as 0.98; with fewer they were
further away, and from 5 on mostly better than it says. By error, it needs five or more expected
decisions that differ. Check with :func:`~aucurate.theory.simulate_choice`, ``simulate_choice(pair,
n=n)`` for a population and ``simulate_choice(design(n))`` for a design.

Rosset, S. (2004). Model selection via the AUC. Proceedings of the 21st International Conference on
Machine Learning, Banff.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from aucurate import formatting
from aucurate.checks import checked, whole
from aucurate.inference.core.monte_carlo import of_finished
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Caveat, Record
from aucurate.theory.caveats import of_simulation
from aucurate.theory.moments import ROUNDING, DifferenceMoments
from aucurate.theory.population import Criterion, Population, population
from aucurate.theory.worlds import ScoreLaw, TwoClassifiers, checked_threshold

_LEAST = 2


@checked
def probability_of_choosing_first(moments: DifferenceMoments) -> float:
    """The probability that the first classifier looks better, by a normal approximation.

    Phi(mean / standard deviation), as Rosset (2004) uses it (where "1 - Phi" is printed, Phi is
    meant). Without variance (to rounding) it is 1, 0, or 1/2 where the mean is 0 too. A tie counts
    one half, as in :func:`simulate_choice`, which shows how near the approximation is. For test
    sets drawn from a population :func:`~aucurate.theory.population_probability` is nearer.

    >>> from aucurate.theory import auc_difference_moments, rosset_example
    >>> moments = auc_difference_moments(rosset_example(50, 0.1, 0.2))
    >>> round(probability_of_choosing_first(moments), 3)
    0.646
    """
    spread = moments.standard_deviation
    if spread > ROUNDING * moments.terms:
        return float(ndtr(moments.mean / spread))
    return {"first": 1.0, "second": 0.0, "neither": 0.5}[moments.better]


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedCriterion(Record):
    """The results of one criterion on simulated test sets; the difference is positive when the
    first classifier looks better.

    ``share`` is that of the test sets on which it chose the first, a tie counting one half;
    ``tie_share`` that of ties. ``mean`` and ``variance`` are those of n+ n- (AUC of first - AUC of
    second), or of (errors of second - errors of first).
    """

    by: Criterion
    share: float
    share_standard_error: float
    tie_share: float
    mean: float
    mean_standard_error: float
    variance: float
    variance_standard_error: float

    def __str__(self) -> str:
        return (
            f"by {self.by} the first is chosen on {formatting.percent(self.share)} "
            f"(standard error {formatting.percent(self.share_standard_error)}, "
            f"{formatting.percent(self.tie_share)} ties)"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedChoice(Record):
    """How often the first classifier was chosen by AUC and by errors, on the same test sets.

    ``one_class_share`` is that of test sets which held one class only: they have no AUC, and the
    difference of pairs is 0, a tie. ``drawn_from`` is how many observations the ``n`` of every test
    set were drawn from; None where they were the same ones every time.
    """

    n: int
    draws: int
    threshold: float
    auc: SimulatedCriterion
    error: SimulatedCriterion
    one_class_share: float
    drawn_from: int | None = None
    caveats: tuple[Caveat, ...] = ()

    def __str__(self) -> str:
        alone = ""
        if self.one_class_share > 0:
            alone = f"; {formatting.percent(self.one_class_share)} held one class only"
        source = "" if self.drawn_from is None else f" drawn from {self.drawn_from:,}"
        return (
            f"{formatting.count(self.draws, 'simulated test set')} of "
            f"{formatting.count(self.n, 'observation')}{source}: {self.auc}, {self.error}{alone}"
        )


@checked
def simulate_choice(
    pair: TwoClassifiers,
    *,
    n: int | None = None,
    draws: int = 1000,
    rng: int | np.random.Generator | None = 0,
    threshold: float = 0.5,
    progress: Progress | None = None,
) -> SimulatedChoice:
    """Simulate how often the better classifier is chosen by AUC and by errors.

    With ``n`` the observations are drawn too, ``n`` with replacement for every test set, and
    ``pair`` is the population, as in :func:`~aucurate.theory.population_moments`: an observation
    that is drawn twice is realised twice. Without it every test set holds the observations of
    ``pair``, as in :func:`~aucurate.theory.auc_difference_moments`; where labels and scores are
    certain they are then all the same, which a caveat says.

    Nothing is approximated but by the number of ``draws``, and every figure comes with its standard
    error. Both criteria see the same test sets. A tie counts one half for each classifier. Errors
    are those of score >= ``threshold`` (for a strict > see
    :func:`~aucurate.theory.error_difference_moments`). When ``progress`` returns False the draws
    finished so far are used, and a caveat says so.

    >>> from aucurate.theory import rosset_example
    >>> print(simulate_choice(rosset_example(50, 0.1, 0.2), draws=2000))
    2,000 simulated test sets of 50 observations: by AUC the first is chosen on 64.2% (standard \
error 1.1%, 1.6% ties), by error the first is chosen on 58% (standard error 1%, 15.8% ties)
    >>> study = TwoClassifiers.from_scores([0, 0, 1, 1], [0.1, 0.6, 0.7, 0.9], [0.1, 0.7, 0.6, 0.9])
    >>> simulate_choice(study, n=10).auc.share > 0.8
    True
    """
    size = None if n is None else whole(n, "n")
    asked = whole(
        draws, "draws", least=_LEAST, hint=("1000 estimate a share to within 3 percentage points.")
    )
    line = checked_threshold(threshold)
    generator = np.random.default_rng(Resampling(rng=rng).rng)
    blocks: list[Realised] = []
    done = 0
    for block in realise(pair, asked, generator, line, size):
        blocks.append(block)
        done += len(block.pairs)
        if progress is not None and progress(done, asked, "test sets") is False:
            break
    finished = of_finished(done, asked, what="draw", least=_LEAST)
    alone = np.concatenate([block.one_class for block in blocks])
    return SimulatedChoice(
        n=pair.n if size is None else size,
        draws=done,
        threshold=line,
        auc=_criterion("AUC", np.concatenate([block.pairs for block in blocks])),
        error=_criterion("error", np.concatenate([block.errors for block in blocks])),
        one_class_share=float(np.mean(alone)),
        drawn_from=None if size is None else pair.n,
        caveats=(*of_simulation(pair, size, line), *finished),
    )


def _criterion(by: Criterion, differences: NDArray[np.float64]) -> SimulatedCriterion:
    draws = len(differences)
    chosen = (np.sign(differences) + 1) / 2
    mean = float(np.mean(differences))
    away = differences - mean
    variance = float(np.sum(away**2)) / (draws - 1)
    fourth = float(np.mean(away**4))
    of_variance = (fourth - variance**2 * (draws - 3) / (draws - 1)) / draws
    return SimulatedCriterion(
        by=by,
        share=float(np.mean(chosen)),
        share_standard_error=float(np.std(chosen, ddof=1)) / math.sqrt(draws),
        tie_share=float(np.mean(differences == 0)),
        mean=mean,
        mean_standard_error=math.sqrt(variance / draws),
        variance=variance,
        variance_standard_error=math.sqrt(max(0.0, of_variance)),
    )


# How likely the first of two classifiers is chosen on test sets drawn from a population.


@checked
def population_probability(
    pair: TwoClassifiers, n: int, *, by: Criterion = "AUC", threshold: float = 0.5
) -> float:
    """The probability that the first classifier looks better on ``n`` observations drawn from a
    population, by normal approximations.

    The observations of ``pair`` are the population, as in
    :func:`~aucurate.theory.population_moments`. By error it is Phi(mean / standard deviation) of
    those moments. By AUC the approximation is made for every number of positives k that a test set
    can hold, with m = n - k negatives and p the prevalence:

        sum over k of Binomial(k; n, p) Phi(d / sd_k) + (p^n + (1 - p)^n) / 2
        sd_k^2 = [(m - 1) v_1 + (k - 1) v_0 + v_10] / (k m)

    d being AUC of first - AUC of second in the population, v_1, v_0 and v_10 the variances of what
    one positive, one negative and a pair of them decide. Test sets of one class only are ties and
    count one half. Where a class is rare this is nearer than Phi of the moments over all test sets,
    to whose variance the number of positives adds without changing who is ahead.
    :func:`~aucurate.theory.simulate_choice` with ``n`` draws instead.

    A perfect classifier and one that is always wrong: only a test set with one class ties.

    >>> study = TwoClassifiers.from_scores([0, 1], [0.1, 0.9], [0.9, 0.1])
    >>> population_probability(study, 3)
    0.875
    """
    size = whole(n, "n")
    return first_chosen(population(pair, by=by, threshold=threshold))(size)


def first_chosen(drawn_from: Population) -> Callable[[int], float]:
    """The same for any size."""

    def probability(n: int) -> float:
        moments = drawn_from.moments(n)
        if drawn_from.given is None or moments.better == "neither":
            return probability_of_choosing_first(moments)
        return drawn_from.given.first_chosen(n)

    return probability


# Labels and scores drawn from what is assumed of two classifiers, many test sets at once.


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
    replacement, each realised independently.
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
