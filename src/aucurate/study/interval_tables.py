"""All intervals of an AUC side by side, and which of them to take."""

from aucurate.formatting import digits_for, number, percent, shortened
from aucurate.results import Estimate
from aucurate.study.table import Table, interval_cell


def intervals_table(estimates: tuple[Estimate, ...]) -> Table:
    """A row for each interval of each classifier."""
    digits = max(digits_for(e.interval.high - e.interval.low) for e in estimates)
    return Table(
        name="intervals",
        title="All intervals",
        header=("classifier", "interval", "AUC", f"{percent(estimates[0].interval.confidence)} CI"),
        rows=tuple(
            (
                shortened(e.name),
                e.interval.method,
                number(e.value, digits),
                interval_cell(e.interval, digits),
            )
            for e in estimates
        ),
        columns=estimate_columns(estimates),
    )


def estimate_columns(estimates: tuple[Estimate, ...]) -> dict[str, tuple[object, ...]]:
    """Estimates as columns, every digit kept."""
    return {
        "classifier": tuple(e.name for e in estimates),
        "auc": tuple(e.value for e in estimates),
        "standard_error": tuple(e.standard_error for e in estimates),
        "low": tuple(e.interval.low for e in estimates),
        "high": tuple(e.interval.high for e in estimates),
        "confidence": tuple(e.interval.confidence for e in estimates),
        "n_positive": tuple(e.n_positive for e in estimates),
        "n_negative": tuple(e.n_negative for e in estimates),
        "interval_method": tuple(e.interval.method for e in estimates),
    }
