"""What the example says, from its numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from aucurate.formatting import count, listing, magnitude, number, p_value, percent
from aucurate.reproductions.betinec_2008.fitted_level import FittedLevel
from aucurate.reproductions.betinec_2008.halvings import Halvings
from aucurate.reproductions.betinec_2008.layout import floats
from aucurate.reproductions.betinec_2008.printed import PRINTED_LEVEL, PRINTED_P, PRINTED_T
from aucurate.reproductions.betinec_2008.redraws import Redraw
from aucurate.reproductions.betinec_2008.survey import QUESTION
from aucurate.reproductions.betinec_2008.survey_tests import Answers
from aucurate.reproductions.betinec_2008.transformations import CHOSEN, POWER
from aucurate.results import Caveat
from aucurate.study.table import Table

DIFFERS = (
    f"The numbers are not the paper's (T = {PRINTED_T}, p = {PRINTED_P}) because the persons are "
    f"not: the classifiers predict who {QUESTION} in the Adult survey, with the sizes and the "
    "prevalence of AKTER."
)


def verdict(
    answers: Answers,
    halvings: Mapping[str, Halvings],
    fits: Table,
    areas: Table,
    levels: Sequence[FittedLevel],
    persons: Sequence[Redraw],
) -> tuple[str, ...]:
    """The finding, what it hangs on, and whether the model holds."""
    return (
        _finding(answers, halvings[CHOSEN]),
        _persons(persons),
        _cost(answers),
        _transformation(halvings, fits),
        _model(fits, areas),
        _fitted(levels, answers),
    )


def caveats() -> tuple[Caveat, ...]:
    """What a reader of the tables must know."""
    return (
        Caveat(
            kind="other_data",
            message="The survey of the paper could not be found. This is another one, chosen for "
            "a binary answer that is as rare and hard to predict; nothing here is a check of the "
            "paper's own curves.",
        ),
        Caveat(
            kind="chosen_after_looking",
            message="Question, predictors and the chosen transformation were settled after others "
            "had been tried on this survey, by how well the model fits, with the p-values in "
            "view: to predict an income above 50K fitted worse. So the tests of all "
            "transformations are shown, and the state also asks the DeLong test, which none of "
            "them changes.",
        ),
        Caveat(
            kind="fitted_power",
            message="The exact test holds for a transformation fixed in advance. Those here are "
            "fitted on the training set; with a power fitted to the halves themselves only the "
            "parametric bootstrap may be used.",
        ),
        Caveat(
            kind="halved_test_set",
            message="Halvings of one test set are not independent of each other: how their "
            "p-values spread shows what chance the halving adds, not what new persons would.",
        ),
    )


def _finding(answers: Answers, found: Halvings) -> str:
    first = answers.halved.found
    rejects = first.p_value <= PRINTED_LEVEL
    return (
        f"The exact test on the first halving {'rejects' if rejects else 'does not reject'} "
        f"(T = {number(first.statistic, 4)}, {p_value(first.p_value)}); over "
        f"{count(len(found.p_values), 'halving')} of the same test set p runs from "
        f"{number(min(found.p_values))} to {number(max(found.p_values))} with median "
        f"{number(found.median)}, and {percent(found.rejecting(PRINTED_LEVEL))} of them reject."
    )


def _cost(answers: Answers) -> str:
    halved, paired = answers.halved_delong.found, answers.paired_delong.found
    times = (halved.standard_error / paired.standard_error) ** 2
    return (
        "Halving is expensive: in empirical areas (DeLong) the standard error of the difference is "
        f"{number(halved.standard_error)} on halves and {number(paired.standard_error)} with all "
        f"observations for both classifiers, worth {number(times, 1)} times as many observations. "
        f"The paired tests say {p_value(answers.paired.found.p_value)} (bootstrap in the model) "
        f"and {p_value(paired.p_value)} (DeLong)."
    )


def _persons(found: Sequence[Redraw]) -> str:
    halved = sum(one.halved <= PRINTED_LEVEL for one in found)
    paired = sum(one.paired_delong <= PRINTED_LEVEL for one in found)
    ahead = sum(one.first > one.second for one in found)
    mean = sum(one.first - one.second for one in found) / len(found)
    return (
        f"With {count(len(found), 'other draw')} of persons the exact test on halves rejects in "
        f"{halved}, and the paired DeLong test in {paired}; the area of LDA is the larger one in "
        f"{ahead}, by {number(mean)} on average. That a test on halves finds nothing does not say "
        "that there is nothing."
    )


def _transformation(halvings: Mapping[str, Halvings], fits: Table) -> str:
    told = []
    for name, found in halvings.items():
        spreads = _of(fits, name, "coefficient_of_variation")
        told.append(
            f"{number(found.median)} for {name!r} ({percent(found.rejecting(PRINTED_LEVEL))} "
            f"reject; coefficients of variation {number(min(spreads), 2)} to "
            f"{number(max(spreads), 2)})"
        )
    return (
        f"The exact test hangs on the transformation as well: the median p-value is "
        f"{listing(told)}. It is valid only where the coefficients are 1; the empirical curves and "
        "the DeLong test are the same after all of them."
    )


def _model(fits: Table, areas: Table) -> str:
    p_values = _of(fits, CHOSEN, "p_value")
    bad = [
        f"{classifier} {kind}"
        for classifier, kind, p in zip(
            _of(fits, CHOSEN, "classifier"), _of(fits, CHOSEN, "class"), p_values, strict=True
        )
        if p <= PRINTED_LEVEL
    ]
    gaps = [
        number(model - ranks)
        for model, ranks in zip(floats(areas, "area"), floats(areas, "mann_whitney"), strict=True)
    ]
    return (
        "After the chosen transformation the exponential law is rejected for "
        f"{listing(bad) or 'no class'} (smallest p {magnitude(min(p_values))}; "
        f"{magnitude(min(_of(fits, POWER, 'p_value')))} after a power), and the areas of the model "
        f"differ from Mann-Whitney by {listing(gaps)}: unlike the ranks, the model is only as good "
        "as its fit."
    )


def _fitted(levels: Sequence[FittedLevel], answers: Answers) -> str:
    told = [f"{percent(one.fitted)} at zeta {number(one.zeta, 2)}" for one in levels]
    known = [percent(one.known) for one in levels]
    return (
        f"With a power fitted to each half the exact test would reject {listing(told)} of true "
        f"nulls (drawn from the model; with a known power {listing(known)}); here it would say "
        f"{p_value(answers.not_valid.found.p_value)} where the parametric bootstrap says "
        f"{p_value(answers.refitted.found.p_value)}."
    )


def _of(fits: Table, transformation: str, column: str) -> list[Any]:
    """A column of the rows of one transformation."""
    names = fits.columns["transformation"]
    return [
        value
        for name, value in zip(names, fits.columns[column], strict=True)
        if name == transformation
    ]
