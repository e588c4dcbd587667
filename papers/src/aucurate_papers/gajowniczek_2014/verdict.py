"""What the tables say, from their numbers: do the areas agree, and where does inflation come from?

The yardstick is DeLong's standard error of the Mann-Whitney area: an estimate that lies further
from it than that, on the same scores, has been *moved*. Sampling does not do this, as both are
functions of the same scores; an increasing transformation cannot do it, as it leaves the empirical
curve as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from aucurate.formatting import listing, magnitude, number
from aucurate.results import Record
from aucurate_papers.gajowniczek_2014.areas import Areas
from aucurate_papers.gajowniczek_2014.differences import Difference, printed_p
from aucurate_papers.gajowniczek_2014.printed import PRINTED_TABLE_3, PRINTED_TABLE_4
from aucurate_papers.gajowniczek_2014.recomputing import recomputed

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
        f"{word} that of {listing(names)}"
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
        f"file and gives {listing(shown)}: a way in which the paper's two areas of C&RT can "
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
