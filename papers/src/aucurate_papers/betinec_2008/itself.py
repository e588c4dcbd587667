"""What the paper's powers do where there is nothing to find: a classifier against itself.

A curve is the same after every increasing transformation, so the scores of one classifier with one
power on one half of the test set, and with another power on the other half, have equal curves. If
they were exponential after both powers the exact test would reject at its level; where it rejects
more often, that comes from the powers and not from a difference.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from aucurate.data.paired import PairedScores
from aucurate.formatting import bare_p_value, percent
from aucurate.study.table import Table
from aucurate_papers.betinec_2008.halvings import Halvings, all_halvings
from aucurate_papers.betinec_2008.layout import Shown, columns_of, digits, laid_out
from aucurate_papers.betinec_2008.printed import PRINTED_LEVEL
from aucurate_papers.betinec_2008.transformations import PAPER_POWERS
from aucurate_papers.running import Run


def against_itself(
    scores: PairedScores, each: list[NDArray[np.bool_]], run: Run
) -> dict[str, Halvings]:
    """By classifier: one of the paper's powers on a half of its scores, the other on the rest."""
    first, second = PAPER_POWERS.values()
    positive = scores.observations.is_positive
    return {
        one.name: all_halvings(
            PairedScores.from_arrays(
                positive, {"first": one.values**first, "second": one.values**second}
            ),
            each,
            run,
        )
        for one in scores
    }


def itself_table(found: Mapping[str, Halvings]) -> Table:
    """A row for each classifier."""
    rows = [
        (name, float(np.median(one.ratios)), one.median, one.rejecting(PRINTED_LEVEL))
        for name, one in found.items()
    ]
    first, second = PAPER_POWERS.values()
    return laid_out(
        "itself",
        f"Each classifier against itself on the same halvings, to the power {first:g} on one half "
        f"and {second:g} on the other: there is no difference to find",
        columns_of(("classifier", "ratio", "median", "rejecting"), rows),
        (
            Shown("classifier", "classifier"),
            Shown("ratio", "median T", digits(4)),
            Shown("median", "median p", bare_p_value),
            Shown("rejecting", f"p <= {PRINTED_LEVEL}", percent),
        ),
    )
