"""How large a test set must be to choose the better of two classifiers, by AUC and by errors.

**Question.** From which size on does a test set choose the better classifier with a given
probability?

**Use it** with a population (:class:`~aucurate.theory.TwoClassifiers`), or with a design, a
function that gives the two classifiers on n observations.

The size is the n from which on the probability of :mod:`aucurate.theory.choosing` reaches the
required value. With a design it can waver from one n to the next: after the n at which it is
reached first in a search by doubling and halving, 100 further sizes (30 for a design by AUC) must
reach it too, counted again from each that does not. Larger sizes were not looked at, nor was every
smaller n.

**Not valid** as the size of a study that must *show* which classifier is better
(:mod:`aucurate.planning.sample_size`). A criterion can be certain and wrong: the result says when
the AUC prefers the classifier that makes more errors. The probabilities are normal approximations.
A caveat is given where fewer than 20 observations of the rarer class are expected (the size is then
mostly too large), where fewer than five decisions are expected to differ, and where more than 1% of
the test sets hold one class only. A design keeps the paper's formula, which with a rare class lies
lower still.

Rosset, S. (2004). Model selection via the AUC. Proceedings of the 21st International Conference on
Machine Learning, Banff.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from aucurate import formatting
from aucurate.caveats import Kind
from aucurate.checks import checked, number_in, whole
from aucurate.errors import ModelError, OptionError
from aucurate.results import Caveat, Record
from aucurate.theory.caveats import of_size, outside_scores
from aucurate.theory.choosing import first_chosen, probability_of_choosing_first
from aucurate.theory.moments import (
    Better,
    DifferenceMoments,
    auc_difference_moments,
    error_difference_moments,
)
from aucurate.theory.population import (
    Criterion,
    population,
    population_moments,
)
from aucurate.theory.worlds import TwoClassifiers, checked_pair, checked_threshold

__all__ = ["ChoosingSize", "population_moments", "size_to_choose"]

Family: TypeAlias = Callable[[int], TwoClassifiers]

_LARGEST = 1_000_000
_LARGEST_OF_PAIRS = 10_000  # each size of a family costs the square of it
_FURTHER = 100
_FURTHER_PAIRS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoosingSize(Record):
    """The test set size at which a criterion chooses the better classifier often enough.

    ``better`` is the classifier that the criterion ``by`` prefers on average, and ``reached`` the
    probability that it is chosen on ``n`` observations; ``probability`` was requested, and is
    reached by all larger sizes that were examined too. ``better_by_error`` is the one with fewer
    expected errors at ``threshold``: where it is the other one, larger test sets make the AUC more
    certain of the choice that errs more.
    """

    n: int
    by: Criterion
    threshold: float
    probability: float
    reached: float
    better: Better
    better_by_error: Better
    caveats: tuple[Caveat, ...] = ()

    def __str__(self) -> str:
        told = (
            f"a test set of {formatting.count(self.n, 'observation')} chooses the {self.better} "
            f"classifier by {self.by} with probability {formatting.number(self.reached)} (asked: "
            f"{formatting.percent(self.probability)}; normal approximation)"
        )
        return f"{told}; {self._errors()}"

    def _errors(self) -> str:
        line = formatting.threshold_words(self.threshold)
        if self.by == "error":
            return f"errors at threshold {line}"
        if self.better_by_error == self.better:
            return f"it also makes fewer errors at threshold {line}"
        if self.better_by_error != "neither":
            return f"but the {self.better_by_error} makes fewer errors at threshold {line}"
        if any(caveat.kind == Kind.THRESHOLD_OUTSIDE_SCORES for caveat in self.caveats):
            return f"threshold {line} lies outside all scores, so that their errors are the same"
        return f"at threshold {line} both make as many errors"


@checked
def size_to_choose(
    pair_or_family: TwoClassifiers | Family,
    *,
    probability: float = 0.9,
    by: Criterion = "AUC",
    threshold: float = 0.5,
    largest: int | None = None,
) -> ChoosingSize:
    """The smallest size at which a test set chooses the better classifier with this
    ``probability``.

    The better classifier is the one that the criterion ``by`` itself prefers on average; the record
    also states which makes fewer errors, because a criterion can be certain and wrong (the
    trade-off between estimation and approximation of Rosset 2004, section 3.2).

    A :class:`~aucurate.theory.TwoClassifiers` is a population that test sets are drawn from, and
    the probability is :func:`~aucurate.theory.population_probability`. A function of n that gives a
    TwoClassifiers of n observations is a design, such as ``lambda n: rosset_example(n, 0.1, 0.2)``,
    with :func:`~aucurate.theory.probability_of_choosing_first` of its exact moments. Both are
    normal approximations: a caveat is given where few observations of a class, or few calls that
    differ, make them rough; check with :func:`~aucurate.theory.simulate_choice`.

    A size that reaches the probability, and whose predecessor does not, is found by doubling and
    halving. The probability of a design can waver, so that a larger size falls short again: the
    next 100 sizes (30 for a design by AUC) are looked at as well, and so on from the last that
    fails, and the answer is the size from which on, as far as was looked, all of them reach it.
    Sizes above ``largest`` are not tried (a million; 10,000 for a design by AUC, where each size
    costs the square of it).

    >>> from aucurate.theory import rosset_example
    >>> print(size_to_choose(rosset_example(100, 0.1, 0.2)))
    a test set of 604 observations chooses the first classifier by AUC with probability 0.900 \
(asked: 90%; normal approximation); it also makes fewer errors at threshold 0.5
    """
    wanted = _checked_probability(probability)
    line = checked_threshold(threshold)
    asked = _asked(pair_or_family, by, line)
    least, ceiling = 1 if by == "error" else 2, _ceiling(largest, by, asked.is_drawn)
    further = _FURTHER_PAIRS if by == "AUC" and not asked.is_drawn else _FURTHER
    n = _crossing(asked.certainty, wanted, least, ceiling)
    if n is not None:
        n = _for_good(asked.certainty, wanted, n, further, ceiling)
    if n is None:
        raise _never(asked, ceiling, wanted, line)
    return ChoosingSize(
        n=n,
        by=by,
        threshold=line,
        probability=wanted,
        reached=asked.certainty(n),
        better=asked.moments(n).better,
        better_by_error=asked.errors(n).better,
        caveats=of_size(asked.pair(n), n, by, line, is_drawn=asked.is_drawn),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What is known of every size: the moments by the criterion and of the errors, the probability
    that the first is chosen, and the observations (those that are drawn from, if ``is_drawn``).
    """

    by: Criterion
    is_drawn: bool
    pair: Family
    moments: Callable[[int], DifferenceMoments]
    errors: Callable[[int], DifferenceMoments]
    first: Callable[[int], float]

    def certainty(self, n: int) -> float:
        """The probability of choosing the classifier that is better on average."""
        better = self.moments(n).better
        if better == "neither":
            return 0.5
        return self.first(n) if better == "first" else 1 - self.first(n)


def _asked(given: TwoClassifiers | Family, by: Criterion, threshold: float) -> _Asked:
    if isinstance(given, TwoClassifiers):
        drawn_from = population(given, by=by, threshold=threshold)
        return _Asked(
            by=by,
            is_drawn=True,
            pair=lambda n: given,
            moments=drawn_from.moments,
            errors=population(given, by="error", threshold=threshold).moments,
            first=first_chosen(drawn_from),
        )

    def errors(n: int) -> DifferenceMoments:
        return error_difference_moments(_designed(given, n), threshold=threshold)

    @cache
    def moments(n: int) -> DifferenceMoments:
        return errors(n) if by == "error" else auc_difference_moments(_designed(given, n))

    return _Asked(
        by=by,
        is_drawn=False,
        pair=given,
        moments=moments,
        errors=errors,
        first=lambda n: probability_of_choosing_first(moments(n)),
    )


def _designed(family: Family, n: int) -> TwoClassifiers:
    """The design with n observations, which it must have."""
    pair = checked_pair(family(n))
    if pair.n != n:
        raise OptionError(
            f"the design gave {formatting.count(pair.n, 'observation')} where {n:,} were "
            "requested.",
            hint="a function of n must return n observations; for test sets drawn from the same "
            "observations, pass the TwoClassifiers itself.",
        )
    return pair


def _crossing(
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


def _for_good(
    certainty: Callable[[int], float], wanted: float, start: int, further: int, largest: int
) -> int | None:
    """The size after the last that fails, once ``further`` larger ones reach the goal."""
    found = size = start
    while size < min(found + further, largest):
        size += 1
        if certainty(size) < wanted:
            found = size + 1
    return found if found <= largest else None


def _never(asked: _Asked, largest: int, wanted: float, threshold: float) -> ModelError:
    at_largest = asked.moments(largest)
    if at_largest.better == "neither":
        outside = outside_scores(asked.pair(largest), threshold) if asked.by == "error" else ""
        if outside:
            return ModelError(
                f"by error, no test set distinguishes the classifiers: {outside}.",
                hint=(
                    "set a threshold= within the range of the scores, or choose by AUC, which "
                    "needs none."
                ),
            )
        return ModelError(
            f"by {asked.by} neither classifier is better on average: no test set distinguishes "
            "them.",
            hint="choose by the other criterion, or by something else, such as simplicity.",
        )
    return ModelError(
        f"{formatting.count(at_largest.n, 'observation')} choose the better classifier by "
        f"{asked.by} with probability {formatting.number(asked.certainty(largest))} only, not "
        f"{formatting.percent(wanted)}.",
        hint="allow more with largest=, or require a smaller probability.",
    )


def _ceiling(largest: int | None, by: Criterion, is_population: bool) -> int:
    if largest is None:
        return _LARGEST_OF_PAIRS if by == "AUC" and not is_population else _LARGEST
    return whole(largest, "largest", least=2)


def _checked_probability(probability: float) -> float:
    hint = "a coin chooses rightly with probability 0.5, and nothing does with 1."
    return number_in(probability, 0.5, 1, "the probability", hint=hint)
