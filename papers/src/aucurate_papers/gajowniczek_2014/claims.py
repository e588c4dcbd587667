"""What the paper concludes, whether it comes out, and how an exhibit of it is put together.

The conclusions
---------------
What the paper concludes from each table, whether it comes out, and the words for it.

A state follows from numbers, by the paper's own procedure as far as it is known; what a valid one
gives stands beside it. Each function here says by which rule.

What the tables say
-------------------
What the tables say, from their numbers: do the areas agree, and where does inflation come from?

The yardstick is DeLong's standard error of the Mann-Whitney area: an estimate that lies further
from it than that, on the same scores, has been *moved*. Sampling does not do this, as both are
functions of the same scores; an increasing transformation cannot do it, as it leaves the empirical
curve as it is.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aucurate.formatting import join_words, magnitude, number, p_value
from aucurate.inference.models.fit_tests import MOST
from aucurate.results import Caveat, Record
from aucurate.study.table import Table
from aucurate_papers.exhibit import Exhibit, RunProvenance, State
from aucurate_papers.gajowniczek_2014.areas import Areas, Difference, printed_p
from aucurate_papers.gajowniczek_2014.curves import ModelCurves
from aucurate_papers.gajowniczek_2014.normality import Normality
from aucurate_papers.gajowniczek_2014.printed import (
    PRINTED_TABLE_3,
    PRINTED_TABLE_4,
    PRINTED_TABLE_5,
)
from aucurate_papers.gajowniczek_2014.recomputing import Recomputed, recomputed
from aucurate_papers.running import Made

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EQUAL = 1e-12  # two sums of the same areas in floating point
LEVEL = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Record):
    """The two answers, and the numbers behind them.

    Gaps are distances from Mann-Whitney, ``..._errors`` in standard errors and the largest of all
    models. ``moved_...`` name the models moved by more than one standard error, and ``raised`` and
    ``lowered`` which way one power per class moved them.
    """

    trapezoid_gap: float
    kernel_gap: float
    kernel_errors: float
    nonparametric_agree: bool
    moved_by_class_powers: tuple[str, ...]
    raised: tuple[str, ...]
    lowered: tuple[str, ...]
    class_powers_errors: float
    moved_by_common_power: tuple[str, ...]
    common_power_errors: float
    class_powers_inflate: bool


def verdict_of(rows: Sequence[Areas]) -> Verdict:
    """The verdict on these areas."""
    trapezoid = max(abs(row.trapezoid - row.mann_whitney) for row in rows)
    kernel_errors = max(abs(_errors(row, row.kernel)) for row in rows)
    apart = {row.name: _errors(row, row.class_powers) for row in rows}
    common = {row.name: _errors(row, row.common_power) for row in rows}
    moved = tuple(name for name, errors in apart.items() if abs(errors) > 1)
    moved_too = tuple(name for name, errors in common.items() if abs(errors) > 1)
    return Verdict(
        trapezoid_gap=trapezoid,
        kernel_gap=max(abs(row.kernel - row.mann_whitney) for row in rows),
        kernel_errors=kernel_errors,
        nonparametric_agree=trapezoid < EQUAL and kernel_errors <= 1,
        moved_by_class_powers=moved,
        raised=tuple(name for name in moved if apart[name] > 0),
        lowered=tuple(name for name in moved if apart[name] < 0),
        class_powers_errors=max(map(abs, apart.values())),
        moved_by_common_power=moved_too,
        common_power_errors=max(map(abs, common.values())),
        class_powers_inflate=bool(moved) and not set(moved) & set(moved_too),
    )


def printed_directions() -> tuple[str, ...]:
    """The models whose printed parametric area lies on the side that the printed powers pull to.

    Scores lie between 0 and 1, where a larger power gives a larger transformed value: the area
    rises where the positives have the larger power. This needs nothing but Tables 3 and 4.

    >>> printed_directions()
    ('SANN', 'Boosting', 'Logit', 'C&RT', 'GDA')
    """
    return tuple(
        name
        for name, (_, negative, _, positive) in PRINTED_TABLE_3.items()
        if (positive > negative) == printed_above(name)
    )


def sentences_of(
    verdict: Verdict, areas: Sequence[Areas], differences: Sequence[Difference]
) -> tuple[str, ...]:
    """The verdict in words."""
    return (
        agreement(verdict),
        *inflation(verdict, areas),
        their_directions(areas),
        *one_by_one(areas),
        table_5_comes_out(),
        tests(differences),
    )


def _errors(row: Areas, area: float) -> float:
    return (area - row.mann_whitney) / row.standard_error


def agreement(verdict: Verdict) -> str:
    """Whether the non-parametric areas agree."""
    kernel = (
        f"the kernel area is at most {number(verdict.kernel_gap, 4)} away, "
        f"{number(verdict.kernel_errors, 2)} standard errors"
    )
    if verdict.nonparametric_agree:
        return (
            "The non-parametric areas agree: Mann-Whitney and the trapezoid rule are the same "
            f"number for every model, ties included, and {kernel}."
        )
    return (
        "The non-parametric areas do not agree: the trapezoid rule is up to "
        f"{magnitude(verdict.trapezoid_gap)} from Mann-Whitney, and {kernel}."
    )


def inflation(verdict: Verdict, areas: Sequence[Areas]) -> tuple[str, ...]:
    """What moves the parametric areas."""
    moved, total = verdict.moved_by_class_powers, len(areas)
    common = (
        f"one lambda for both classes moves {_how_many(verdict.moved_by_common_power, total)}, at "
        f"most by {number(verdict.common_power_errors, 2)}"
    )
    ways = [
        f"{word} that of {join_words(names)}"
        for word, names in (("raises", verdict.raised), ("lowers", verdict.lowered))
        if names
    ]
    found = (
        f"One lambda per class moves the area of {_how_many(moved, total)} by more than a standard "
        f"error of Mann-Whitney, at most by {number(verdict.class_powers_errors, 1)}"
        f"{': it ' + ' and '.join(ways) if ways else ''}; {common}."
    )
    if verdict.class_powers_inflate:
        return (
            found,
            "So what inflates an area is one lambda per class, which is no transformation of the "
            "score, and not the normal assumption. That Table 4 was made so is inferred from "
            "Table 3: the paper does not say it.",
        )
    if not moved:
        return (found, "So these scores do not show the inflation of Table 4.")
    return (found, "So one lambda per class does not explain all of the inflation of Table 4.")


def _how_many(names: Sequence[str], total: int) -> str:
    return f"{len(names) or 'none'} of {total} models"


def their_directions(areas: Sequence[Areas]) -> str:
    """Whether the printed areas lie where the printed powers pull."""
    side, total = printed_directions(), len(PRINTED_TABLE_4)
    ours = [
        row.name
        for row in areas
        if (row.printed_powers > row.mann_whitney) == printed_above(row.name)
    ]
    return (
        "The paper's own numbers agree with that: its parametric area lies above its Mann-Whitney "
        "area where its lambda of the positives is the larger one, and below where it is the "
        f"smaller, for {len(side)} of {total} models; and its lambdas move the area of our scores "
        f"the way of its Table 4 for {len(ours)} of {total}."
    )


def printed_above(name: str) -> bool:
    """Whether the paper's parametric area of a model lies above its Mann-Whitney area."""
    mann_whitney, _, normal = PRINTED_TABLE_4[name]
    return normal > mann_whitney


def one_by_one(areas: Sequence[Areas]) -> tuple[str, ...]:
    """What eq. 9 gives when tied observations are taken one by one, where it is not the same."""
    pairs = [(row.name, number(row.one_by_one, 4), number(row.mann_whitney, 4)) for row in areas]
    shown = [f"{one} for {name} instead of {whole}" for name, one, whole in pairs if one != whole]
    if not shown:
        return ()
    return (
        "Eq. 9 over single observations, as it is written, takes tied ones in the order of the "
        f"file and gives {join_words(shown)}: a way in which the paper's two areas of C&RT can "
        "differ.",
    )


def table_5_comes_out() -> str:
    """How many p-values of Table 5 come out of Table 4."""
    rows = recomputed()
    good = sum(row.comes_out for row in rows)
    other = sum(row.comes_out_of_mann_whitney for row in rows)
    return (
        f"Of the {len(rows)} p-values of Table 5, {good} come out to their last digit from five "
        "areas that round to the printed trapezoid areas, and with the printed Mann-Whitney areas, "
        f"which the paper says it used, {other}."
    )


def tests(differences: Sequence[Difference]) -> str:
    """How many differences each test finds."""
    total = len(differences)
    theirs = sum(printed_p(d.paired.first, d.paired.second) <= LEVEL for d in differences)
    unpaired = sum(d.unpaired.p_value <= LEVEL for d in differences)
    paired = sum(d.paired.p_value <= LEVEL for d in differences)
    adjusted = sum(d.holm <= LEVEL for d in differences)
    larger = sum(d.unpaired.standard_error > d.paired.standard_error for d in differences)
    return (
        f"At level {LEVEL} the unpaired z finds {theirs} of {total} differences in the paper and "
        f"{unpaired} on our scores, the paired DeLong test {paired} ({adjusted} after Holm); the "
        f"unpaired standard error is the larger one for {larger} of {total}."
    )


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
        f"{': ' + join_words(same) if 0 < len(same) < len(rows) else ''}.",
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
        f"The two areas that the paper prints for {join_words(apart)} cannot both be of the same "
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
        f"{len(unpaired - theirs)}{', not ' + join_words(lost) if lost else ''}.",
    )


def _named(names: Sequence[str], total: int) -> str:
    told = f" ({join_words(names)})" if 0 < len(names) < total else ""
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


# What all exhibits of the paper have in common: its key, their titles, how one is put together.


PAPER = "gajowniczek-2014"
TITLES = {
    "table 1": "Classification matrix, and its sensitivity and specificity",
    "table 2": "Mechanism of the ROC curve plotting, on ten observations",
    "figure 1": "ROC curve for the data in Table 2",
    "figure 2": "The ROC curve and its possible variants",
    "simulation study": "Five models of customer churn: their curves, counted and fitted",
    "table 3": "Tests for normality after the Box-Cox transformation",
    "table 4, non-parametric": "AUC estimation: Mann-Whitney and trapezoidal integration",
    "table 4, parametric": "AUC estimation: normal assumption",
    "table 5": "P-values for the differences between two AUCs, from Table 4",
    "table 5, on our scores": "P-values for the differences between two AUCs, and the paired test",
}


def made(
    name: str,
    *,
    state: State,
    shown: tuple[Table, ...],
    verdict: tuple[str, ...],
    provenance: RunProvenance,
    differs: str = "",
    caveats: tuple[Caveat, ...] = (),
    figures: "Mapping[str, Callable[[], Figure]] | None" = None,
) -> Made:
    """An exhibit of the paper, under the title it has in the list."""
    exhibit = Exhibit(
        paper=PAPER,
        name=name,
        title=TITLES[name],
        state=state,
        shown=shown,
        verdict=verdict,
        differs=differs,
        caveats=caveats,
        provenance=provenance,
    )
    return Made(exhibit=exhibit, figures=figures or {})
