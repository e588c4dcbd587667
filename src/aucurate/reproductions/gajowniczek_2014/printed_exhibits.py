"""What needs nothing but the paper: Table 2, Figures 1 and 2, and Table 5 from its own Table 4."""

from functools import partial

from aucurate.formatting import number
from aucurate.plots.roc import roc_figure
from aucurate.reproductions.gajowniczek_2014 import claims
from aucurate.reproductions.gajowniczek_2014.differences import recomputed, table_5_recomputed
from aucurate.reproductions.gajowniczek_2014.making import made
from aucurate.reproductions.gajowniczek_2014.variants import claims as claims_of_figure_2
from aucurate.reproductions.gajowniczek_2014.variants import figure_2, variants
from aucurate.reproductions.gajowniczek_2014.verdict import table_5_comes_out
from aucurate.reproductions.gajowniczek_2014.worked_example import figure_1, table_2, worked_curve
from aucurate.reproductions.running import Made, Run, provenance_of
from aucurate.results import Caveat

THE_EXAMPLE = "the ten observations of Table 2"
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
            "The paper's figure is a sketch without numbers; ours is drawn from the binormal "
            "formula (eq. 5) with a = 0, 1, 2 and b = 1, and the perfect curve from two "
            "observations. What the text says of it is checked on them.",
            *(f"{'Holds' if good else 'Fails'}: {claim}." for claim, good in held.items()),
        ),
        provenance=provenance_of(run, source="formulas", method="binormal curves"),
        figures={"gajowniczek-2014-figure-2": partial(roc_figure, variants())},
    )


def run_table_5(run: Run) -> Made:
    """Table 5 from the paper's own areas."""
    rows = recomputed()
    return made(
        "table 5",
        state=claims.of_table_5(rows),
        shown=(table_5_recomputed(),),
        verdict=(
            table_5_comes_out(),
            "To come out is to lie between the p-values of areas that round to the seven digits "
            "of Table 4. The two kinds of area differ for C&RT alone.",
        ),
        caveats=(
            Caveat(
                kind="shared_observations",
                message="Eq. 11 takes the areas of two models as independent, and these are of the "
                'same observations: "table 5, on our scores" has the paired test.',
            ),
        ),
        provenance=provenance_of(run, source=PRINTED, method="unpaired z, eqs. 11 to 13"),
    )
