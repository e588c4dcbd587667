"""All intervals of an AUC side by side, and which of them to take."""

from aucurate.formatting import count, digits_for, number, percent, shortened
from aucurate.inference.core.caveats import FEW
from aucurate.results import Estimate
from aucurate.study.compare_difference_tables import interval_cell
from aucurate.study.compare_test_words import short_listing
from aucurate.study.table import Table


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


def recommendations(
    recommended: tuple[Estimate, ...], estimates: tuple[Estimate, ...]
) -> tuple[str, ...]:
    """Which interval to take for each classifier, and why.

    ``recommended`` are those by ``RECOMMENDED_INTERVAL``, ``estimates`` all of them. What is said
    of the simulation is held by a test on its results.
    """
    walds = {e.name: e for e in estimates if e.interval.method == "DeLong Wald"}
    by_method: dict[str, list[Estimate]] = {}
    for estimate in recommended:
        by_method.setdefault(estimate.interval.method, []).append(estimate)
    sentences = []
    for method, found in by_method.items():
        why = _NARROWEST
        if len(found) == 1:
            why += _here(found[0], walds.get(found[0].name, found[0]))
        names = short_listing([shortened(estimate.name) for estimate in found])
        sentences.append(f"Recommended for {names}: {method}, {why}.")
    return tuple(sentences)


_NARROWEST = (
    "the narrowest whose coverage at nominal 95% was nowhere clearly below 93% in simulation "
    "(docs/validation.md)"
)


def _here(recommended: Estimate, wald: Estimate) -> str:
    """What the choice means for these data."""
    smaller = min(recommended.n_positive, recommended.n_negative)
    width = recommended.interval.high - recommended.interval.low
    apart = max(
        abs(recommended.interval.low - wald.interval.low),
        abs(recommended.interval.high - wald.interval.high),
    )
    if apart <= 0.02 * width:
        return "; with as many observations as here DeLong's Wald interval says the same"
    if smaller < FEW:
        return (
            f", classes of 10 included; with {count(smaller, 'observation')} in the smaller class "
            "the Wald interval that other programs report is too narrow"
        )
    return (
        f"; DeLong's Wald interval, which other programs report, differs by up to "
        f"{number(apart, digits_for(width))} here"
    )
