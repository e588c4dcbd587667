"""What the paper concludes from each table, whether it comes out, and the words for it.

A state follows from numbers, by the paper's own procedure as far as it is known; what a valid one
gives stands beside it. Each function here says by which rule.
"""

from collections.abc import Collection, Mapping, Sequence

from aucurate.formatting import listing, number, p_value
from aucurate.inference.models.goodness import MOST
from aucurate_papers.exhibit import State
from aucurate_papers.gajowniczek_2014.areas import Areas
from aucurate_papers.gajowniczek_2014.differences import Difference, printed_p
from aucurate_papers.gajowniczek_2014.model_curves import ModelCurves
from aucurate_papers.gajowniczek_2014.normality import Normality
from aucurate_papers.gajowniczek_2014.printed import (
    PRINTED_TABLE_3,
    PRINTED_TABLE_4,
    PRINTED_TABLE_5,
)
from aucurate_papers.gajowniczek_2014.recomputing import Recomputed
from aucurate_papers.gajowniczek_2014.verdict import EQUAL, LEVEL, Verdict, printed_above

NORMAL_LEVEL = 0.01
"""The level at which the paper tests normality."""

VALID = ("common_power", "binormal", "ml_binormal")
"""Areas of the normal assumption that are areas of the score."""


def as_printed(same: Collection[object]) -> State:
    """Exact if every row is what the paper prints."""
    return "exact" if all(same) else "not reproduced"


def follows(claims: Mapping[str, bool]) -> State:
    """The same finding if everything that the text says of a figure holds for curves of ours.

    Not more: the figure has not been seen, and the curves were chosen here.
    """
    return "same finding, other numbers" if all(claims.values()) else "not reproduced"


def of_curves(rows: Sequence[ModelCurves]) -> State:
    """The same finding if the curve of the normal assumption lies in the band for every model.

    The curve is that of one lambda for both classes, the band the simultaneous one of 95% around
    the counted curve.
    """
    good = all(row.inside["common"] for row in rows)
    return "same finding, other numbers" if good else "not reproduced"


def of_table_3(rows: Sequence[Normality]) -> State:
    """The same finding if most of the distributions are not normal, at the paper's level.

    "Most" is more than half. It is asked of the paper's own test, Shapiro-Wilk, on all
    observations.
    """
    good = _rejected([p for row in rows for p in _tested_p(row)]) > len(rows)  # two classes each
    return "same finding, other numbers" if good else "not reproduced"


def of_table_4_without_model(verdict: Verdict) -> State:
    """The same finding if the non-parametric areas agree.

    Mann-Whitney and trapezoid to rounding error, the kernel area within a standard error.
    """
    return "same finding, other numbers" if verdict.nonparametric_agree else "not reproduced"


def of_table_4_with_model(rows: Sequence[Areas]) -> State:
    """The finding is that most areas are raised, by more than a standard error, but not Logit's.

    It is asked of the paper's procedure, inferred to be one lambda per class; if it does not come
    out so, it is not reproduced. If it does, and comes out of none of the valid fits (one lambda
    for both classes, no transformation, binormal by likelihood), the printed figure is wrong;
    otherwise it is the same finding.
    """
    if not _higher(rows, "class_powers"):
        return "not reproduced"
    valid = any(_higher(rows, fit) for fit in VALID)
    return "same finding, other numbers" if valid else "printed figure is wrong"


def of_table_5(rows: Sequence[Recomputed]) -> State:
    """Exact if five areas that round to those of Table 4 give all printed digits of every one."""
    return as_printed([row.comes_out for row in rows])


def of_table_5_on_scores(rows: Sequence[Difference]) -> State:
    """The same finding if the paper's own test tells the same models apart as there, at 0.05.

    That is its unpaired z, though it is the wrong test here.
    """
    ours = {_pair(row) for row in rows if row.unpaired.p_value <= LEVEL}
    return "same finding, other numbers" if ours == _apart_in_print() else "not reproduced"


def normality_words(rows: Sequence[Normality]) -> tuple[str, ...]:
    """How many distributions are not normal, and which lambda is the larger one."""
    total = 2 * len(rows)
    theirs = _rejected([p for row in PRINTED_TABLE_3.values() for p in (row[0], row[2])])
    ours = _rejected([p for row in rows for p in _tested_p(row)])
    subset = [p for row in rows for p in (row.negative_subset.p_value, row.positive_subset.p_value)]
    beside = [p for row in rows for p in (row.negative_beside.p_value, row.positive_beside.p_value)]
    common = _rejected(
        [p for row in rows for p in (row.common_negative_test.p_value, _common_positive(row))]
    )
    most = "Most" if ours > len(rows) else "Not most"
    same = [row.name for row in rows if _rises(row) == _printed_rises(row.name)]
    return (
        f"{most} of the distributions are not normal: at level {NORMAL_LEVEL} the paper's "
        f"Shapiro-Wilk rejects {theirs} of {total}, and on all observations of ours {ours}"
        f"{_which_cells(rows)}.",
        f"On at most {MOST:,} observations, up to which its p-value is known, Shapiro-Wilk rejects "
        f"{_share(_rejected(subset), total)}; Anderson-Darling on all observations rejects "
        f"{_share(_rejected(beside), total)}. With one lambda for both classes Shapiro-Wilk on all "
        f"observations rejects {common}.",
        "The lambda of the positives lies on the same side of that of the negatives as in the "
        f"paper for {len(same)} of {len(rows)} models"
        f"{': ' + listing(same) if 0 < len(same) < len(rows) else ''}.",
    )


def raised_words(rows: Sequence[Areas]) -> tuple[str, ...]:
    """Whether the normal assumption gives higher areas: by their procedure, and by valid ones."""
    total = len(rows)
    raised = [row.name for row in rows if _raised(row, "class_powers")]
    valid = max(sum(_raised(row, fit) for row in rows) for fit in VALID)
    out = "comes out" if _higher(rows, "class_powers") else "does not come out"
    artefact = of_table_4_with_model(rows) == "printed figure is wrong"
    along = [row.name for row in rows if _above(row) == printed_above(row.name)]
    return (
        'The conclusion that the "parametric approach tends to give the higher values of AUC, '
        f'except the Logit" {out}{" and is an artefact" if artefact else ""}: with one lambda per '
        "class, as Table 3 suggests that the paper did it, the area rises by more than a standard "
        f"error for {_named(raised, total)}; with valid fits (one lambda for both classes, no "
        "transformation, binormal by likelihood) for "
        f"{f'at most {valid}' if valid else 'none'} of {total}.",
        "With our lambda per class the areas lie on the side of Mann-Whitney that the paper "
        f"prints for {_named(along, total)}.",
    )


def distance_words(rows: Sequence[Areas]) -> str:
    """How far our areas are from theirs."""
    gaps = {row.name: _printed_gap(row) for row in rows}
    furthest = max(gaps, key=lambda name: gaps[name])
    return (
        f"Our Mann-Whitney areas are within {number(gaps[furthest], 1)} standard errors of theirs, "
        f"{furthest} being the furthest."
    )


def underestimation_words(verdict: Verdict) -> tuple[str, ...]:
    """What becomes of the remark that trapezoids give too small an area."""
    if verdict.trapezoid_gap >= EQUAL:
        return ()
    return (
        "The paper says that Mann-Whitney is unbiased and that the trapezoid rule systematically "
        "underestimates the area, and here they are one number. Both can hold, as they are said of "
        "different areas: it is unbiased for the area of the score as it is, a tie counted one "
        "half, and too small for that of a smooth concave curve of which the score shows only some "
        "points.",
    )


def printed_areas_words() -> tuple[str, ...]:
    """Where the two printed non-parametric areas cannot be of the same scores."""
    apart = [
        f"{name} ({number(areas[0], 7)} and {number(areas[1], 7)})"
        for name, areas in PRINTED_TABLE_4.items()
        if areas[0] != areas[1]
    ]
    if not apart:
        return ()
    return (
        f"The two areas that the paper prints for {listing(apart)} cannot both be of the same "
        "scores: with ties counted one half, eqs. 8 and 9 are the same number.",
    )


def told_apart_words(rows: Sequence[Difference]) -> tuple[str, ...]:
    """Which models the tests tell apart: the right test first, then the paper's own."""
    theirs, total = _apart_in_print(), len(rows)
    paired = {_pair(row) for row in rows if row.paired.p_value <= LEVEL}
    unpaired = {_pair(row) for row in rows if row.unpaired.p_value <= LEVEL}
    lost = [
        f"{row.paired.first} and {row.paired.second} ({p_value(row.unpaired.p_value)})"
        for row in rows
        if _pair(row) in theirs - unpaired
    ]
    return (
        "The paired test, the right one for models that score the same observations, finds on our "
        f"scores {len(paired & theirs)} of the {len(theirs)} pairs that the paper tells apart, "
        f"those with Boosting, and {len(paired - theirs)} of the other {total - len(theirs)}; the "
        f"paper's own unpaired z, by which the state is judged, finds {len(unpaired & theirs)} and "
        f"{len(unpaired - theirs)}{', not ' + listing(lost) if lost else ''}.",
    )


def _named(names: Sequence[str], total: int) -> str:
    told = f" ({listing(names)})" if 0 < len(names) < total else ""
    return f"{len(names) or 'none'} of {total} models{told}"


def _share(rejected: int, total: int) -> str:
    return f"{rejected}, {'most' if 2 * rejected > total else 'not most'} of them"


def _which_cells(rows: Sequence[Normality]) -> str:
    """Whether the same distributions are rejected as in the paper."""
    same = all(
        (ours <= NORMAL_LEVEL) == (theirs <= NORMAL_LEVEL)
        for row in rows
        for ours, theirs in zip(_tested_p(row), PRINTED_TABLE_3[row.name][::2], strict=True)
    )
    return ", the same ones" if same else ", not the same ones"


def _higher(rows: Sequence[Areas], fit: str) -> bool:
    """Whether this fit raises most areas, and none that the paper prints as lower."""
    raised = [row.name for row in rows if _raised(row, fit)]
    return 2 * len(raised) > len(rows) and all(map(printed_above, raised))


def _above(row: Areas) -> bool:
    return row.class_powers > row.mann_whitney


def _raised(row: Areas, fit: str) -> bool:
    return float(getattr(row, fit)) - row.mann_whitney > row.standard_error


def _rejected(p_values: Sequence[float]) -> int:
    return sum(p <= NORMAL_LEVEL for p in p_values)


def _tested_p(row: Normality) -> tuple[float, float]:
    return row.negative_test.p_value, row.positive_test.p_value


def _common_positive(row: Normality) -> float:
    return row.common_positive_test.p_value


def _rises(row: Normality) -> bool:
    return row.positive_power > row.negative_power


def _printed_rises(name: str) -> bool:
    _, negative, _, positive = PRINTED_TABLE_3[name]
    return positive > negative


def _printed_gap(row: Areas) -> float:
    return abs(row.mann_whitney - PRINTED_TABLE_4[row.name][0]) / row.standard_error


def _pair(row: Difference) -> frozenset[str]:
    return frozenset((row.paired.first, row.paired.second))


def _apart_in_print() -> set[frozenset[str]]:
    return {frozenset(pair) for pair in PRINTED_TABLE_5 if printed_p(*pair) <= LEVEL}
