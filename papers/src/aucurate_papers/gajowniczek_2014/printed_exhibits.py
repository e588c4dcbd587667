"""What needs nothing but the paper: Table 2, Figures 1 and 2, and Table 5 from its own Table 4."""

from collections.abc import Sequence
from functools import partial

from aucurate.formatting import number
from aucurate.plots.roc import roc_figure
from aucurate.results import Caveat
from aucurate_papers.gajowniczek_2014 import claims
from aucurate_papers.gajowniczek_2014.making import made
from aucurate_papers.gajowniczek_2014.printed import PRINTED_LEFT, PRINTED_SIZES
from aucurate_papers.gajowniczek_2014.recomputed_tables import (
    table_5_areas,
    table_5_readings,
    table_5_recomputed,
)
from aucurate_papers.gajowniczek_2014.recomputing import (
    Recomputed,
    best_reading,
    possible_counts,
    readings,
    recomputed,
)
from aucurate_papers.gajowniczek_2014.variants import claims as claims_of_figure_2
from aucurate_papers.gajowniczek_2014.variants import figure_2, variants
from aucurate_papers.gajowniczek_2014.verdict import table_5_comes_out
from aucurate_papers.gajowniczek_2014.worked_example import (
    THE_EXAMPLE,
    figure_1,
    table_2,
    worked_curve,
)
from aucurate_papers.running import Made, Run, provenance_of

PRINTED = "the tables of the paper"


def run_table_2(run: Run) -> Made:
    """Table 2 from its scores and labels."""
    table = table_2()
    same = table.columns["as_printed"]
    return made(
        "table 2",
        state=claims.as_printed(same),
        shown=(table,),
        verdict=(f"Of {len(same)} rows, {sum(map(bool, same))} come out as printed.",),
        provenance=provenance_of(run, source=THE_EXAMPLE, method="counts", n_observations=10),
    )


def run_figure_1(run: Run) -> Made:
    """The curve of Table 2."""
    table, curve = figure_1(), worked_curve()
    same = table.columns["as_printed"][1:]
    return made(
        "figure 1",
        state=claims.as_printed(same),
        shown=(table,),
        verdict=(
            "The text that we have lacks the figure; it is drawn from Table 2. "
            f"Of the {len(same)} points that Table 2 prints, {sum(map(bool, same))} are those of "
            f"our curve. The area under it, which the paper does not give, is "
            f"{number(curve.auc, 2)}.",
        ),
        provenance=provenance_of(run, source=THE_EXAMPLE, method="counts", n_observations=10),
        figures={"gajowniczek-2014-figure-1": partial(roc_figure, {"Table 2": curve})},
    )


def run_figure_2(run: Run) -> Made:
    """Curves from no discrimination to perfect."""
    held = claims_of_figure_2(variants())
    return made(
        "figure 2",
        state=claims.follows(held),
        shown=(figure_2(),),
        verdict=(
            "What the text says of the figure is checked on curves of ours: from the binormal "
            "formula (eq. 5) with a = 0, 1, 2 and b = 1, and the perfect one from two "
            "observations.",
            *(f"{'Holds' if good else 'Fails'}: {claim}." for claim, good in held.items()),
        ),
        differs="The text that we have lacks the figure. It says that two possible variants are "
        f"shown; ours draws {len(variants())}, chosen by us.",
        provenance=provenance_of(run, source="formulas", method="binormal curves"),
        figures={"gajowniczek-2014-figure-2": partial(roc_figure, variants())},
    )


def run_table_5(run: Run) -> Made:
    """Table 5 from the paper's own areas."""
    rows = recomputed()
    return made(
        "table 5",
        state=claims.of_table_5(rows),
        shown=(table_5_recomputed(), table_5_areas(), table_5_readings()),
        verdict=(
            table_5_comes_out(),
            "The seven digits of the printed areas do not fix the last of the eight of a p-value; "
            "so the five areas are sought together, within their rounding, that give all ten. The "
            "two kinds of area differ for C&RT alone.",
        ),
        differs="" if claims.of_table_5(rows) == "exact" else "No areas within rounding give all.",
        caveats=(
            Caveat(kind="class_sizes", message=_class_sizes(rows)),
            Caveat(
                kind="shared_observations",
                message="Eq. 11 takes the areas of two models as independent, and these are of the "
                'same observations: "table 5, on our scores" has the paired test.',
            ),
        ),
        provenance=provenance_of(run, source=PRINTED, method="unpaired z, eqs. 11 to 13"),
    )


def _class_sizes(rows: Sequence[Recomputed]) -> str:
    """How the class sizes were inferred, and what the words of the paper would give."""
    counts, best, n = possible_counts(), best_reading(), PRINTED_SIZES["validation half"]
    out = sum(all(reading.comes_out) for reading in readings())
    first = rows[0]
    return (
        f"The class sizes are inferred. The paper gives {n:,} observations of whom {PRINTED_LEFT}% "
        f"left, which leaves {counts[0]:,} to {counts[-1]:,}; n1 of eq. 12, which goes with Q1, it "
        f"calls the number of negative examples. Of {len(readings())} readings {out} gives all of "
        f"Table 5; the nearest has {best.left:,} who left, and n1 = {best.n_first:,}. Read by the "
        f"words, with churn = 1 as positive, n1 is {n - best.left:,}, and the p-value of "
        f"{first.first} and {first.second} {number(first.literal, 4)} instead of "
        f"{number(first.printed, 4)}. Which class is negative the paper does not always say alike "
        "(Table 3 has churn = 1 so); in Hanley and McNeil's formula Q1 belongs to the positives."
    )
