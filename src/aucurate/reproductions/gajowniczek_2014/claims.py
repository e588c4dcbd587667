"""What the paper concludes from each table, whether it comes out, and the words for it.

A state follows from numbers. Each function here says by which rule.
"""

from collections.abc import Collection, Mapping, Sequence

from aucurate.formatting import listing, number
from aucurate.reproductions.exhibit import State
from aucurate.reproductions.gajowniczek_2014.areas import Areas
from aucurate.reproductions.gajowniczek_2014.differences import Difference, Recomputed, printed_p
from aucurate.reproductions.gajowniczek_2014.model_curves import ModelCurves
from aucurate.reproductions.gajowniczek_2014.normality import Normality
from aucurate.reproductions.gajowniczek_2014.printed import (
    PRINTED_TABLE_3,
    PRINTED_TABLE_4,
    PRINTED_TABLE_5,
)
from aucurate.reproductions.gajowniczek_2014.verdict import EQUAL, LEVEL, Verdict

NORMAL_LEVEL = 0.01
"""The level at which the paper tests normality."""


def as_printed(same: Collection[object]) -> State:
    """Exact if every row is what the paper prints."""
    return "exact" if all(same) else "not reproduced"


def follows(claims: Mapping[str, bool]) -> State:
    """Exact if everything that the text says of a figure holds for the formulas it is drawn by."""
    return "exact" if all(claims.values()) else "not reproduced"


def of_curves(rows: Sequence[ModelCurves]) -> State:
    """The same finding if the curve of the normal assumption lies in the band for every model.

    The curve is that of one lambda for both classes, the band the simultaneous one of 95% around
    the counted curve.
    """
    good = all(row.inside["common"] for row in rows)
    return "same finding, other numbers" if good else "not reproduced"


def of_table_3(rows: Sequence[Normality]) -> State:
    """The same finding if most of the distributions are not normal, at the paper's level.

    "Most" is more than half. It is asked of Anderson-Darling, which takes all observations.
    """
    rejected = _rejected([p for row in rows for p in _all_p(row)])
    good = rejected > len(rows)  # two classes each
    return "same finding, other numbers" if good else "not reproduced"


def of_table_4_without_model(verdict: Verdict) -> State:
    """The same finding if the non-parametric areas agree.

    Mann-Whitney and trapezoid to rounding error, the kernel area within a standard error.
    """
    return "same finding, other numbers" if verdict.nonparametric_agree else "not reproduced"


def of_table_4_with_model(rows: Sequence[Areas]) -> State:
    """The same finding if the normal assumption raises most areas by more than a standard error.

    The assumption is asked with one lambda for both classes: after one lambda per class it is not
    an area of the score.
    """
    raised = sum(_raised(row) for row in rows)
    return "same finding, other numbers" if raised > len(rows) / 2 else "not reproduced"


def of_table_5(rows: Sequence[Recomputed]) -> State:
    """Exact if every printed p-value is that of areas which round to the digits of Table 4."""
    return as_printed([row.comes_out for row in rows])


def of_table_5_on_scores(rows: Sequence[Difference]) -> State:
    """The same finding if the paired test tells the same models apart as the paper, at 0.05."""
    ours = {_pair(row) for row in rows if row.paired.p_value <= LEVEL}
    return "same finding, other numbers" if ours == _apart_in_print() else "not reproduced"


def normality_words(rows: Sequence[Normality]) -> tuple[str, ...]:
    """How many distributions are not normal, and which lambda is the larger one."""
    total = 2 * len(rows)
    theirs = _rejected([p for row in PRINTED_TABLE_3.values() for p in (row[0], row[2])])
    subset = _rejected([p for row in rows for p in _tested_p(row)])
    whole = _rejected([p for row in rows for p in _all_p(row)])
    common = _rejected(
        [p for row in rows for p in (row.common_negative_test.p_value, _common_positive(row))]
    )
    most = "Most" if whole > len(rows) else "Not most"
    same = [row.name for row in rows if _rises(row) == _printed_rises(row.name)]
    return (
        f"{most} of the distributions are not normal: at level {NORMAL_LEVEL} the paper rejects "
        f"{theirs} of {total}; on our scores Shapiro-Wilk rejects {subset} (it tests at most 5,000 "
        f"observations) and Anderson-Darling {whole} (all observations). With one lambda for both "
        f"classes Shapiro-Wilk rejects {common}.",
        "The lambda of the positives lies on the same side of that of the negatives as in the "
        f"paper for {len(same)} of {len(rows)} models"
        f"{': ' + listing(same) if 0 < len(same) < len(rows) else ''}.",
    )


def raised_words(rows: Sequence[Areas]) -> str:
    """Whether the normal assumption gives higher areas, with one lambda for both classes."""
    raised = [row.name for row in rows if _raised(row)]
    out = "comes out" if len(raised) > len(rows) / 2 else "does not come out"
    return (
        'The conclusion that the "parametric approach tends to give the higher values of AUC, '
        f'except the Logit" {out}: with one lambda for both classes the normal assumption raises '
        f"the area of {len(raised) or 'none'} of {len(rows)} models by more than a standard error."
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
        "underestimates the area; of one and the same number only one of the two can be said.",
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


def told_apart_words(rows: Sequence[Difference]) -> str:
    """Which models the tests tell apart, in the paper and here."""
    total, theirs = len(rows), _apart_in_print()
    paired = {_pair(row) for row in rows if row.paired.p_value <= LEVEL}
    unpaired = {_pair(row) for row in rows if row.unpaired.p_value <= LEVEL}
    return (
        f"The paper tells {len(theirs)} of {total} pairs of models apart; the paired test finds "
        f"{len(paired & theirs)} of these and {len(paired - theirs)} of the others on our scores, "
        f"the paper's own test {len(unpaired & theirs)} of these and {len(unpaired - theirs)} of "
        "the others."
    )


def _raised(row: Areas) -> bool:
    return row.common_power - row.mann_whitney > row.standard_error


def _rejected(p_values: Sequence[float]) -> int:
    return sum(p <= NORMAL_LEVEL for p in p_values)


def _tested_p(row: Normality) -> tuple[float, float]:
    return row.negative_test.p_value, row.positive_test.p_value


def _all_p(row: Normality) -> tuple[float, float]:
    return row.negative_all.p_value, row.positive_all.p_value


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
