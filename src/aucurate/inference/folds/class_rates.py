"""The error of every class, and the criteria of :mod:`aucurate.curve.class_criteria`, per fold.

A class that a fold lacks has no error there: it is NaN, and so are the mean and the largest class
error and macro F1, which are about all classes. Error rate and expected cost are those at the
shares that the classes have in the fold, and every fold has them.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.curve.class_criteria import (
    CLASS_CRITERIA,
    ClassCriterion,
    class_errors,
    criterion_values,
    criterion_words,
)
from aucurate.curve.weight_rules import WeightRule
from aucurate.errors import OptionError
from aucurate.formatting import listing, shortened

ClassRate: TypeAlias = str
"""The error of one class (:func:`error_of`), or one of the criteria of all classes."""

_ERROR_OF = "error of "
_NEED_EVERY_CLASS = frozenset({"mean_class_error", "largest_class_error", "macro_f1"})


@checked
def error_of(label: str) -> ClassRate:
    """The rate that is the error of this class.

    >>> error_of("setosa")
    'error of setosa'
    """
    return f"{_ERROR_OF}{label}"


@checked
def errors_of(classes: Sequence[str]) -> tuple[ClassRate, ...]:
    """The error of every class, in their order."""
    return tuple(error_of(label) for label in classes)


def class_of(rate: ClassRate, classes: Sequence[str]) -> int | None:
    """The place of the class that a rate is the error of; None for a rate about all of them."""
    label = rate.removeprefix(_ERROR_OF)
    return classes.index(label) if rate != label and label in classes else None


def checked_class_rates(
    rates: ClassRate | Sequence[ClassRate], classes: Sequence[str]
) -> tuple[ClassRate, ...]:
    """One known rate or several, each once."""
    found = (rates,) if isinstance(rates, str) else tuple(rates)
    for rate in found:
        if rate not in CLASS_CRITERIA and class_of(rate, classes) is None:
            few = [f"'{shortened(error)}'" for error in errors_of(classes)[:3]]
            more = ["..."] if len(classes) > 3 else []
            raise OptionError(
                f"there is no rate {rate!r}.",
                hint=f"the rates are {listing([*few, *more, *map(repr, CLASS_CRITERIA)])}.",
            )
    if not found or len(set(found)) < len(found):
        raise OptionError(
            "a rate was named twice." if found else "there is no rate to average.",
            hint="name each rate once; rates=None is the error of every class.",
        )
    return found


def checked_costs(
    costs: Any, classes: Sequence[str], rates: Sequence[ClassRate]
) -> NDArray[np.float64] | None:
    """A cost for every pair of true and decided class, where there are any."""
    if costs is None:
        if "expected_cost" in rates:
            raise OptionError(
                "the expected cost needs costs.",
                hint="costs= is a matrix, a row per true class and a column per decided class.",
            )
        return None
    rule = WeightRule.least_cost(costs)
    rule.check(classes)
    return np.array(rule.costs, np.float64)


def class_rate_values(
    rate: ClassRate,
    confusions: NDArray[np.int64],
    classes: Sequence[str],
    costs: NDArray[np.float64] | None,
) -> NDArray[np.float64]:
    """A rate from confusion matrices [..., true, decided]; NaN where it cannot be evaluated.

    >>> two = np.array([[[3, 1], [0, 0]]])
    >>> [class_rate_values(r, two, "ab", None).tolist() for r in ("error of a", "error of b")]
    [[0.25], [nan]]
    """
    label = class_of(rate, classes)
    if label is not None:
        found: NDArray[np.float64] = class_errors(confusions)[..., label]
        return found
    values = criterion_values(cast(ClassCriterion, rate), confusions, costs=costs)
    lacking = (confusions.sum(axis=-1) == 0).any(axis=-1)
    return np.where(lacking, np.nan, values) if rate in _NEED_EVERY_CLASS else values


def class_rate_words(rate: ClassRate, classes: Sequence[str]) -> str:
    """The name of a rate as a sentence has it.

    >>> class_rate_words("mean_class_error", "ab"), class_rate_words("error of b", "ab")
    ('mean class error', 'error of b')
    """
    if class_of(rate, classes) is not None:
        return rate
    return criterion_words(cast(ClassCriterion, rate))


def class_rate_range(rate: ClassRate, costs: NDArray[np.float64] | None) -> tuple[float, float]:
    """Between which values a rate can lie."""
    if rate == "expected_cost" and costs is not None:
        return float(np.min(costs)), float(np.max(costs))
    return 0.0, 1.0
