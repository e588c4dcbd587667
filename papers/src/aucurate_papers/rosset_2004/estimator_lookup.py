"""The look-up of section 2.2 in the table of Hanley and McNeil (1983), read in several ways."""

from aucurate.formatting import listing, number
from aucurate.inference.auc.hanley_mcneil_correlation import (
    CORRELATIONS,
    binormal_correlation,
    tabled_correlation,
)
from aucurate_papers.rosset_2004.moments_agreement import rounds_to
from aucurate_papers.rosset_2004.printed import PRINTED_LOOKUP

PRINTED = "as printed"
_PER_CLASS = 50  # the classes for which the table of 1983 was computed


def lookup_readings() -> dict[str, float]:
    """The correlation of the two AUCs as printed, and by three readings of ours."""
    given = PRINTED_LOOKUP
    rho = (given["positive"] + given["negative"]) / 2
    area = (given["first"] + given["second"]) / 2
    below = max(row for row in CORRELATIONS.tolist() if row <= rho)
    within = (given["positive"], given["negative"])
    return {
        PRINTED: given["r"],
        "table, between its rows": tabled_correlation(rho, area),
        "table, row below": tabled_correlation(below, area),
        f"computed for {_PER_CLASS} and {_PER_CLASS} observations": binormal_correlation(
            (given["first"], given["second"]), within, _PER_CLASS, _PER_CLASS
        ),
    }


def lookup_sentence() -> str:
    """By which readings the printed correlation comes out."""
    printed = PRINTED_LOOKUP["r"]
    readings = {name: r for name, r in lookup_readings().items() if name != PRINTED}
    come = [name for name, r in readings.items() if rounds_to(r, printed, 2)]
    others = [f"{number(r, 2)} ({name})" for name, r in readings.items() if name not in come]
    told = (
        f"The correlation {number(printed, 2)} that section 2.2 looks up in the table of 1983 "
        f"comes out by {len(come)} of {len(readings)} readings"
    )
    told += f" ({listing(come)})" if come else ""
    return f"{told}; otherwise it is {listing(others)}." if others else f"{told}."
