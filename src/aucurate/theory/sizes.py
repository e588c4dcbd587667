"""How large a test set must be to choose the better of two classifiers, by AUC and by errors."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from aucurate import formatting
from aucurate.errors import ModelError, OptionError
from aucurate.results import Record
from aucurate.theory.checking import checked_threshold, number, whole_number
from aucurate.theory.choosing import probability_of_choosing_first
from aucurate.theory.moments import (
    Better,
    DifferenceMoments,
    auc_difference_moments,
    error_difference_moments,
)
from aucurate.theory.population import (
    Criterion,
    checked_criterion,
    population,
    population_moments,
)
from aucurate.theory.world import TwoClassifiers

__all__ = ["ChoosingSize", "population_moments", "size_to_choose"]

Family: TypeAlias = Callable[[int], TwoClassifiers]

_LARGEST = 1_000_000
_LARGEST_OF_PAIRS = 10_000  # each size of a family costs the square of it


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoosingSize(Record):
    """The smallest test set on which a criterion chooses the better classifier often enough.

    ``better`` is the classifier that the criterion ``by`` prefers in the mean, and ``reached`` the
    probability that it is chosen on ``n`` observations; ``probability`` was asked for.
    ``better_by_error`` is the one with fewer expected errors at ``threshold``: where it is the
    other one, larger test sets make the AUC more certain of the choice that errs more.
    """

    n: int
    by: Criterion
    threshold: float
    probability: float
    reached: float
    better: Better
    better_by_error: Better

    def __str__(self) -> str:
        line = formatting.threshold_words(self.threshold)
        told = (
            f"a test set of {formatting.count(self.n, 'observation')} chooses the {self.better} "
            f"classifier by {self.by} with probability {formatting.number(self.reached)} (asked: "
            f"{formatting.percent(self.probability)}; normal approximation)"
        )
        if self.by == "error":
            return f"{told}; errors at threshold {line}"
        if self.better_by_error == self.better:
            return f"{told}; it also makes fewer errors at threshold {line}"
        if self.better_by_error == "neither":
            return f"{told}; at threshold {line} both make as many errors"
        return f"{told}; but the {self.better_by_error} makes fewer errors at threshold {line}"


def size_to_choose(
    pair_or_family: TwoClassifiers | Family,
    *,
    probability: float = 0.9,
    by: Criterion = "AUC",
    threshold: float = 0.5,
    largest: int | None = None,
) -> ChoosingSize:
    """The smallest test set on which the better classifier is chosen with this ``probability``.

    Better is who the criterion ``by`` itself prefers in the mean; the record says also who makes
    fewer errors, because a criterion can be certain and wrong (the trade-off between estimation and
    approximation of Rosset 2004, section 3.2). The probability is
    :func:`~aucurate.theory.probability_of_choosing_first` with exact moments; where it gives a very
    small test set, check with :func:`~aucurate.theory.simulate_choice`.

    A :class:`~aucurate.theory.TwoClassifiers` is a population that test sets are drawn from
    (:func:`~aucurate.theory.population_moments`); its probability grows with every observation. A
    function of n that gives a TwoClassifiers is a design, such as ``lambda n: rosset_example(n,
    0.1, 0.2)``: the size is found by doubling and halving, which finds the smallest where the
    probability grows with n; where a design makes it waver by a trifle, a size that reaches it
    and whose predecessor does not. Sizes above ``largest`` are not tried (a million; 10,000 for a
    design by AUC, where each size costs the square of it).

    >>> from aucurate.theory import rosset_example
    >>> print(size_to_choose(rosset_example(100, 0.1, 0.2)))
    a test set of 604 observations chooses the first classifier by AUC with probability 0.900 \
(asked: 90%; normal approximation); it also makes fewer errors at threshold 0.5
    """
    wanted = _checked_probability(probability)
    line = checked_threshold(threshold)
    moments = cache(_moments_by_size(pair_or_family, checked_criterion(by), line))
    of_errors = _moments_by_size(pair_or_family, "error", line)
    ceiling = _ceiling(largest, by, isinstance(pair_or_family, TwoClassifiers))
    n = _smallest(
        lambda size: _certainty(moments(size)), wanted, 1 if by == "error" else 2, ceiling
    )
    if n is None:
        raise _never(moments(ceiling), wanted, by)
    found = moments(n)
    return ChoosingSize(
        n=n,
        by=by,
        threshold=line,
        probability=wanted,
        reached=_certainty(found),
        better=found.better,
        better_by_error=of_errors(n).better,
    )


def _moments_by_size(
    given: TwoClassifiers | Family, by: Criterion, threshold: float
) -> Callable[[int], DifferenceMoments]:
    if isinstance(given, TwoClassifiers):
        return population(given, by=by, threshold=threshold).moments
    if not callable(given):
        raise OptionError(
            f"a size needs two classifiers; this is a {type(given).__name__}.",
            hint="give a TwoClassifiers, or a function of n that gives one.",
        )
    if by == "error":
        return lambda n: error_difference_moments(given(n), threshold=threshold)
    return lambda n: auc_difference_moments(given(n))


def _certainty(moments: DifferenceMoments) -> float:
    """The probability of choosing the one that is better in the mean."""
    if moments.better == "neither":
        return 0.5
    first = probability_of_choosing_first(moments)
    return first if moments.mean > 0 else 1 - first


def _smallest(
    certainty: Callable[[int], float], wanted: float, least: int, largest: int
) -> int | None:
    """A size that reaches what is wanted, and whose predecessor does not."""
    below, size = least - 1, min(least, largest)
    while certainty(size) < wanted:
        if size >= largest:
            return None
        below, size = size, min(2 * size, largest)
    while size - below > 1:
        middle = (below + size) // 2
        if certainty(middle) < wanted:
            below = middle
        else:
            size = middle
    return size


def _never(at_largest: DifferenceMoments, wanted: float, by: Criterion) -> ModelError:
    if at_largest.better == "neither":
        return ModelError(
            f"by {by} neither classifier is better in the mean: no test set tells them apart.",
            hint="choose by the other criterion, or by something else, such as simplicity.",
        )
    return ModelError(
        f"{formatting.count(at_largest.n, 'observation')} choose the better classifier by {by} "
        f"with probability {formatting.number(_certainty(at_largest))} only, not "
        f"{formatting.percent(wanted)}.",
        hint="allow more with largest=, or ask for a smaller probability.",
    )


def _ceiling(largest: int | None, by: Criterion, is_population: bool) -> int:
    if largest is None:
        return _LARGEST_OF_PAIRS if by == "AUC" and not is_population else _LARGEST
    return whole_number(largest, "largest", 2)


def _checked_probability(probability: float) -> float:
    wanted = number(probability)
    if not 0.5 < wanted < 1:
        raise OptionError(
            f"the probability must lie between 0.5 and 1; it is {probability!r}.",
            hint="a coin chooses rightly with probability 0.5, and nothing does with 1.",
        )
    return wanted
