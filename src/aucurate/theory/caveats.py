"""What must be known of a choice between two classifiers: rare classes, calls that never differ."""

import numpy as np

from aucurate.caveats import Kind, caveat
from aucurate.formatting import count, number, threshold_words
from aucurate.results import Caveat
from aucurate.theory.moments import calls
from aucurate.theory.population import Criterion, one_class_probability_of_draws
from aucurate.theory.worlds import ScoreLaw, TwoClassifiers

FEW = 20
"""Expected in the rarer class: below it, test sets drawn from binormal populations were up to 0.07
away from the approximation; from it on within 0.01, and 0.04 with an AUC of 0.98."""

FEW_CALLS = 5
"""Expected calls that differ: below it exact distributions were up to 0.07 away, then 0.02."""

ONE_CLASS = 0.01
"""Of test sets that hold one class only."""


def of_size(
    pair: TwoClassifiers, n: int, by: Criterion, threshold: float, *, is_drawn: bool
) -> tuple[Caveat, ...]:
    """The caveats of a test set of n observations: drawn from these, or these themselves."""
    found = of_classes(pair, n, is_drawn=is_drawn) if by == "AUC" else of_calls(pair, n, threshold)
    return (*found, *of_threshold(pair, threshold))


def of_classes(pair: TwoClassifiers, n: int, *, is_drawn: bool) -> list[Caveat]:
    """A rare class, and test sets that hold one class only."""
    found = []
    prevalence = float(np.mean(pair.positive_probability))
    expected = n * min(prevalence, 1 - prevalence)
    if expected < FEW:
        found.append(
            caveat(
                Kind.FEW_OBSERVATIONS,
                "choice",
                expected=number(expected, 1),
                size=count(n, "observation"),
                limit=FEW,
                check=_check(n, is_drawn),
            )
        )
    alone = one_class_probability(pair, n, is_drawn=is_drawn)
    if alone > ONE_CLASS:
        found.append(
            caveat(
                Kind.ONE_CLASS_TEST_SETS, probability=number(alone), size=count(n, "observation")
            )
        )
    return found


def of_calls(pair: TwoClassifiers, n: int, threshold: float) -> list[Caveat]:
    """Few observations that the two classifiers call differently."""
    mean, variance = calls(pair, threshold)
    expected = n * float(np.mean(mean**2 + variance))
    if expected >= FEW_CALLS:
        return []
    return [caveat(Kind.FEW_DIFFERING_CALLS, expected=number(expected, 1), limit=FEW_CALLS)]


def one_class_probability(pair: TwoClassifiers, n: int, *, is_drawn: bool) -> float:
    """The probability of a test set with one class only, exactly."""
    positive = pair.positive_probability
    if is_drawn:
        return one_class_probability_of_draws(float(np.mean(positive)), n)
    return float(np.prod(positive) + np.prod(1 - positive))


def outside_scores(pair: TwoClassifiers, threshold: float) -> str:
    """Why no call differs, in words, where the threshold lies outside all scores; else nothing."""
    ends = [_ends(law) for law in (pair.first, pair.second)]
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    if low < threshold <= high:
        return ""
    side, call = ("below", "positive") if threshold <= low else ("above", "negative")
    return (
        f"threshold {threshold_words(threshold)} lies {side} all scores ({number(low)} to "
        f"{number(high)}): both classifiers call every observation {call}"
    )


def of_simulation(pair: TwoClassifiers, n: int | None, threshold: float) -> list[Caveat]:
    """Labels and scores that are certain on observations that are not drawn, and a threshold
    outside all scores.
    """
    positive = pair.positive_probability
    certain = not np.any((positive > 0) & (positive < 1)) and all(
        bool(np.all(np.max(law.probabilities, axis=1) == 1)) for law in (pair.first, pair.second)
    )
    found = of_threshold(pair, threshold)
    if certain and n is None:
        found.append(caveat(Kind.NOTHING_VARIES))
    return found


def of_threshold(pair: TwoClassifiers, threshold: float) -> list[Caveat]:
    """A threshold outside all scores."""
    outside = outside_scores(pair, threshold)
    if not outside:
        return []
    return [caveat(Kind.THRESHOLD_OUTSIDE_SCORES, reason=f"{outside[0].upper()}{outside[1:]}")]


def _check(n: int, is_drawn: bool) -> str:
    return f"simulate_choice(pair, n={n})" if is_drawn else "simulate_choice"


def _ends(law: ScoreLaw) -> tuple[float, float]:
    """The lowest and the highest score that has a probability."""
    used = law.values[law.probabilities > 0]
    return float(np.min(used)), float(np.max(used))
