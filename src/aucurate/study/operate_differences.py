"""Differences of pairs at their operating points, as a table and in a sentence."""

from collections.abc import Sequence
from typing import get_args

from aucurate.curve.rates import LOW_IS_GOOD, rate_words
from aucurate.formatting import (
    bare_p_value,
    count,
    digits_for,
    number,
    p_value,
    percent,
    shortened,
)
from aucurate.inference.core.multiplicity import CORRECTION_TITLES, Correction
from aucurate.inference.folds.fold_rates import ErrorRate, fold_rate_words
from aucurate.results import Comparison
from aucurate.study.compare_difference_tables import difference_columns, interval_cell
from aucurate.study.table import Table

_SHOWN = 6
_LOW_IS_GOOD = frozenset(
    {
        *(rate_words(rate) for rate in LOW_IS_GOOD),
        *(fold_rate_words(rate) for rate in get_args(ErrorRate)),
    }
)


def differences_table(
    found: Sequence[Comparison], adjusted: tuple[float, ...], correction: Correction
) -> Table:
    """A row per pair and rate; the method in the title where it is the same for all."""
    digits = max(digits_for(c.interval.high - c.interval.low) for c in found)
    corrected = correction != "none" and len(found) > 1
    several = len({one.method for one in found}) > 1
    header = ["comparison", "rate", "difference", f"{percent(found[0].interval.confidence)} CI"]
    header += ["p", *([f"p ({CORRECTION_TITLES[correction]})"] if corrected else [])]
    rows = [
        (
            f"{shortened(one.first)} - {shortened(one.second)}",
            one.quantity,
            number(one.difference, digits),
            interval_cell(one.interval, digits),
            bare_p_value(one.p_value),
            *([bare_p_value(final)] if corrected else []),
            *([one.method] if several else []),
        )
        for one, final in zip(found, adjusted, strict=True)
    ]
    return Table(
        name="comparisons",
        title="Differences there" + ("" if several else f", {found[0].method}"),
        header=(*header, *(["test"] if several else [])),
        rows=tuple(rows),
        columns={
            "quantity": tuple(one.quantity for one in found),
            **difference_columns(found, adjusted),
        },
    )


def differing_words(
    found: Sequence[Comparison],
    adjusted: tuple[float, ...],
    correction: Correction,
    *,
    level: float,
) -> str:
    """Which pairs differ, in what and by how much; or that none does."""
    clear = [(one, p) for one, p in zip(found, adjusted, strict=True) if p <= level]
    which = "" if correction == "none" or len(found) < 2 else "adjusted "
    if not clear:
        return f"No pair is told apart there ({which}p above {level:g} throughout)."
    words = [_difference(one, f"{which}{p_value(p)}") for one, p in clear[:_SHOWN]]
    more = len(clear) - len(words)
    words += [count(more, "more difference")] if more else []
    return f"{'; '.join(words)}."


def _difference(one: Comparison, evidence: str) -> str:
    most = one if one.difference >= 0 else one.reversed()
    if one.quantity in _LOW_IS_GOOD:
        most = most.reversed()
    way = "lower" if one.quantity in _LOW_IS_GOOD else "higher"
    return (
        f"{shortened(most.first)} has a {way} {most.quantity} than {shortened(most.second)} "
        f"(by {number(abs(most.difference), digits_for(abs(most.difference)))}, {evidence})"
    )
