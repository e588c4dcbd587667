"""Differences of pairs at their operating points, as a table and in a sentence."""

from collections.abc import Sequence

from aucurate.formatting import (
    bare_p_value,
    digits_for,
    number,
    percent,
    shortened,
)
from aucurate.inference.core.multiplicity import CORRECTION_TITLES, Correction
from aucurate.results import Comparison
from aucurate.study.table import Table, difference_columns, interval_cell


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
