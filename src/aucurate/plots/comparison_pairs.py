"""Comparisons as a square with a row and a column for each classifier, checked."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import OptionError
from aucurate.formatting import count, shortened
from aucurate.results import Comparison

Floats = NDArray[np.float64]

MOST = 60


class Pairs(NamedTuple):
    """What is known of each pair, a row and a column per classifier; NaN where nothing is."""

    names: tuple[str, ...]
    values: Floats
    differences: Floats
    p_values: Floats
    level: float
    adjusted: bool
    quantity: str
    alternative: str


def pairs_of(
    comparisons: Sequence[Comparison], adjusted: Sequence[float] | None, level: float | None
) -> Pairs:
    """The comparisons as a square, checked."""
    if not comparisons or not all(isinstance(one, Comparison) for one in comparisons):
        raise OptionError(
            "there are no comparisons to draw.", hint="give those of a study: study.comparisons."
        )
    if adjusted is not None and len(adjusted) != len(comparisons):
        raise OptionError(
            f"there are {len(adjusted)} adjusted p-values for "
            f"{count(len(comparisons), 'comparison')}.",
            hint="give one for each comparison, in the same order.",
        )
    names = _ordered(comparisons)
    place = {name: at for at, name in enumerate(names)}
    many = len(names)
    values, differences = np.full(many, math.nan), np.full((many, many), math.nan)
    p_values = differences.copy()
    for which, one in enumerate(comparisons):
        at, to = place[one.first], place[one.second]
        if not math.isnan(p_values[at, to]):
            raise OptionError(
                f"'{shortened(one.first)}' and '{shortened(one.second)}' are compared twice.",
                hint="give one comparison of each pair.",
            )
        differences[at, to], differences[to, at] = one.difference, 0.0 - one.difference
        p_values[at, to] = p_values[to, at] = one.p_value if adjusted is None else adjusted[which]
        values[at], values[to] = one.first_value, one.second_value
    first = comparisons[0]
    return Pairs(
        names=names,
        values=values,
        differences=differences,
        p_values=p_values,
        level=1 - first.interval.confidence if level is None else level,
        adjusted=adjusted is not None,
        quantity=first.quantity,
        alternative=first.alternative,
    )


def _ordered(comparisons: Sequence[Comparison]) -> tuple[str, ...]:
    """The classifiers as the comparisons name them, a common second one (a reference) last."""
    if len({(one.quantity, one.alternative) for one in comparisons}) > 1:
        raise OptionError(
            "the comparisons are about different quantities or alternatives.",
            hint="draw each of them in a figure of its own.",
        )
    firsts, seconds = ([getattr(c, side) for c in comparisons] for side in ("first", "second"))
    names = tuple(dict.fromkeys([*firsts, *seconds]))
    if len(names) > MOST:
        raise OptionError(
            f"a square of {len(names)} classifiers cannot be read; one of {MOST} can.",
            hint="draw a selection of the classifiers.",
        )
    return names


def starred_in(pairs: Pairs) -> NDArray[np.bool_]:
    """Where the p-value is at most the level; comparisons with NaN are false."""
    return np.asarray(pairs.p_values <= pairs.level * (1 + 1e-12))
