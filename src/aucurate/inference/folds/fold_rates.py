"""The rates of :mod:`aucurate.curve.rates` in every fold, and the errors that go with them.

A rate that a fold does not have is NaN there: where it divides by nothing, where it is infinite (a
likelihood ratio without false alarms, which nobody can average), and where a class that it is about
is missing from the fold. Without positives that is sensitivity, positive predictive value, F1 and
all that need both classes; accuracy needs neither, nor does cost at the fold's own prevalence.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, cast, get_args

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES, Rate, rate_range, rate_values, rate_words
from aucurate.errors import OptionError

ErrorRate: TypeAlias = Literal["error_of_positives", "error_of_negatives", "error_rate"]
FoldRate: TypeAlias = Rate | ErrorRate
FOLD_RATES: tuple[FoldRate, ...] = (*RATES, *get_args(ErrorRate))

MONOTONE: frozenset[str] = frozenset(
    {"sensitivity", "specificity", "error_of_positives", "error_of_negatives"}
)
"""Rates that cannot but rise, or cannot but fall, as the threshold does."""

RATIOS: frozenset[str] = frozenset(
    {
        "positive_predictive_value",
        "negative_predictive_value",
        "positive_likelihood_ratio",
        "negative_likelihood_ratio",
        "f1",
        "matthews_correlation",
    }
)
"""Rates whose denominator depends on the scores: their mean over folds is not that of all."""

_ONE_MINUS: Mapping[str, Rate] = {
    "error_of_positives": "sensitivity",
    "error_of_negatives": "specificity",
    "error_rate": "accuracy",
}
_NEED_POSITIVES = frozenset({"sensitivity", "positive_predictive_value", "f1"})
_NEED_NEGATIVES = frozenset({"specificity", "negative_predictive_value"})
_NEED_NONE = frozenset({"accuracy", "expected_cost"})


def checked_rates(rates: FoldRate | Sequence[FoldRate]) -> tuple[FoldRate, ...]:
    """One rate or several, each once."""
    found = (rates,) if isinstance(rates, str) else tuple(rates)
    if not found or len(set(found)) < len(found):
        raise OptionError(
            "a rate was named twice." if found else "there is no rate to average.",
            hint='name each rate once: rates=["sensitivity", "specificity"].',
        )
    return found


def fold_rate_values(
    rate: FoldRate,
    true_positives: NDArray[np.int64],
    false_positives: NDArray[np.int64],
    n_positive: NDArray[np.int64],
    n_negative: NDArray[np.int64],
    use: IntendedUse,
) -> NDArray[np.float64]:
    """Points x folds, from the counts of every fold.

    >>> sizes = np.array([4, 0]), np.array([5, 5])
    >>> fold_rate_values("error_of_positives", np.array([[3, 0]]), np.array([[1, 2]]), *sizes,
    ...                  IntendedUse())
    array([[0.25,  nan]])
    """
    plain = _ONE_MINUS.get(rate, cast(Rate, rate))
    found = np.full(true_positives.shape, np.nan)
    for k, (m, n) in enumerate(zip(n_positive.tolist(), n_negative.tolist(), strict=True)):
        if _is_there(plain, m, n, use):
            true, false = true_positives[:, k], false_positives[:, k]
            found[:, k] = rate_values(plain, true, false, m, n, use)
    found[~np.isfinite(found)] = np.nan
    return 1 - found if rate in _ONE_MINUS else found


def fold_rate_words(rate: FoldRate) -> str:
    """The name of a rate as a sentence has it.

    >>> fold_rate_words("error_of_positives"), fold_rate_words("f1")
    ('error of positives', 'F1')
    """
    return rate.replace("_", " ") if rate in _ONE_MINUS else rate_words(cast(Rate, rate))


def fold_rate_range(rate: FoldRate, use: IntendedUse) -> tuple[float, float]:
    """Between which values a rate can lie.

    >>> fold_rate_range("expected_cost", IntendedUse(false_negative_cost=5))
    (0.0, 5.0)
    """
    if rate == "expected_cost":
        return 0.0, float(max(use.false_positive_cost, use.false_negative_cost))
    return (0.0, 1.0) if rate in _ONE_MINUS else rate_range(cast(Rate, rate))


def trials_of(rate: FoldRate, use: IntendedUse, n_positive: int, n_negative: int) -> int:
    """Of how many observations a rate is the share; 0 where it is no share of a fixed number."""
    plain = _ONE_MINUS.get(rate, rate)
    if plain == "sensitivity":
        return n_positive
    if plain == "specificity":
        return n_negative
    return n_positive + n_negative if plain == "accuracy" and use.prevalence is None else 0


def over_folds(
    values: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean and standard deviation of every row without its NaN; equal values have spread 0."""
    there = np.isfinite(values)
    folds = there.sum(axis=1)
    filled = np.where(there, values, 0.0)
    mean = np.where(folds > 0, filled.sum(axis=1) / np.maximum(folds, 1), np.nan)
    gaps = np.where(there, values - mean[:, None], 0.0)
    spread = np.sqrt((gaps**2).sum(axis=1) / np.maximum(folds - 1, 1))
    low = np.where(there, values, np.inf).min(axis=1)
    high = np.where(there, values, -np.inf).max(axis=1)
    return mean, np.where(folds > 1, np.where(low == high, 0.0, spread), np.nan)


def _is_there(rate: Rate, n_positive: int, n_negative: int, use: IntendedUse) -> bool:
    """Whether a fold holds the class or classes that a rate is about."""
    if rate in _NEED_NONE and use.prevalence is None:
        return n_positive + n_negative > 0
    stated = use.prevalence is not None and rate not in ("sensitivity", "specificity")
    if rate in _NEED_POSITIVES and not stated:
        return n_positive > 0
    if rate in _NEED_NEGATIVES and not stated:
        return n_negative > 0
    return n_positive > 0 and n_negative > 0
