"""How likely the first of two classifiers is chosen on test sets drawn from a population."""

from collections.abc import Callable

from aucurate.checks import whole
from aucurate.theory.choosing import probability_of_choosing_first
from aucurate.theory.population import Criterion, Population, population
from aucurate.theory.world import TwoClassifiers


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
