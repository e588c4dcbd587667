"""The example with other persons of the same survey: does its answer hang on who was drawn?

Draws of persons are independent of each other, given the survey. So the mean over draws of the
difference of the two areas, over its standard error, has Student's distribution with one degree of
freedom less than draws if LDA and SVM, each trained anew, are equally good on average.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from typing import Any

import numpy as np
from scipy import special

from aucurate.estimates.auc import auc_of
from aucurate.formatting import bare_p_value
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.models.biexponential import biexponential_test
from aucurate.study.table import Table
from aucurate_papers.betinec_2008.halvings import halved, halves
from aucurate_papers.betinec_2008.layout import Shown, columns_of, digits, laid_out
from aucurate_papers.betinec_2008.learners import learnt
from aucurate_papers.betinec_2008.survey import Survey, divided
from aucurate_papers.betinec_2008.transformations import CHOSEN, PAPER, transformed
from aucurate_papers.running import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Redraw:
    """One more draw of persons: both areas, and the p-values of four tests."""

    first: float
    second: float
    halved: float
    halved_as_paper: float
    halved_delong: float
    paired_delong: float

    @property
    def difference(self) -> float:
        """By how much the area of the first classifier is the larger one."""
        return self.first - self.second


@dataclass(frozen=True, slots=True, kw_only=True)
class Overall:
    """The difference of the two areas over several draws of persons."""

    draws: int
    ahead: int
    mean: float
    standard_error: float
    statistic: float
    p_value: float


def redraws(survey: Survey, count: int, run: Run) -> tuple[Redraw, ...]:
    """Draws of persons, each with its own training, test set and halving; kept one by one."""
    found = []
    for at in range(count):
        run.tell(at, count, "section 3, other persons")
        piece = run.kept(
            f"betinec-2008/section-3/persons-{at + 1}",
            {"persons": at + 1, "survey": _fingerprint(survey)},
            partial(_kept, survey, [run.rng, 10, at]),
        )
        found.append(Redraw(**piece))
    run.tell(count, count, "section 3, other persons")
    return tuple(found)


def overall(found: Sequence[Redraw]) -> Overall:
    """The mean difference of two draws or more, its standard error over them, and its t test."""
    differences = np.array([one.difference for one in found])
    mean, degrees = float(np.mean(differences)), len(found) - 1
    error = float(np.std(differences, ddof=1)) / math.sqrt(len(found))
    statistic = mean / error
    return Overall(
        draws=len(found),
        ahead=int(np.count_nonzero(differences > 0)),
        mean=mean,
        standard_error=error,
        statistic=statistic,
        p_value=2 * float(special.stdtr(degrees, -abs(statistic))),
    )


def redraw_table(found: Sequence[Redraw]) -> Table:
    """A row for each draw."""
    rows = [(at + 1, *asdict(one).values(), one.difference) for at, one in enumerate(found)]
    names = ("draw", *(field.name for field in fields(Redraw)), "difference")
    return laid_out(
        "persons",
        f"The same with {len(found)} other draws of persons: areas and p-values",
        columns_of(names, rows),
        (
            Shown("draw", "draw"),
            Shown("first", "LDA: Mann-Whitney", digits(3)),
            Shown("second", "SVM", digits(3)),
            Shown("difference", "LDA minus SVM", digits(3)),
            Shown("halved_as_paper", "p: exact on halves, the paper's powers", bare_p_value),
            Shown("halved", "exact on halves, chosen", bare_p_value),
            Shown("halved_delong", "DeLong on halves", bare_p_value),
            Shown("paired_delong", "paired DeLong", bare_p_value),
        ),
    )


def overall_table(found: Overall) -> Table:
    """One row: all draws together."""
    return laid_out(
        "overall",
        "All these draws together: the mean difference of the areas, its standard error over "
        "draws, and the t test",
        {name: [value] for name, value in asdict(found).items()},
        (
            Shown("draws", "draws"),
            Shown("ahead", "LDA has the larger area in"),
            Shown("mean", "mean of LDA minus SVM", digits(4)),
            Shown("standard_error", "its standard error", digits(4)),
            Shown("statistic", "t", digits(2)),
            Shown("p_value", "p", bare_p_value),
        ),
    )


def _fingerprint(survey: Survey) -> list[float]:
    """Tells another file from this one."""
    return [
        float(len(survey.is_positive)),
        float(np.count_nonzero(survey.is_positive)),
        *(float(total) for total in survey.predictors.sum(axis=0)),
    ]


def _kept(survey: Survey, rng: Sequence[int]) -> dict[str, Any]:
    return asdict(_redraw(survey, np.random.default_rng(rng)))


def _redraw(survey: Survey, rng: np.random.Generator) -> Redraw:
    division = divided(survey, rng)
    found = learnt(division, rng)
    is_first = halved(division.test.is_positive, rng)
    every = transformed(found)
    chosen, as_paper = (
        biexponential_test(*halves(every[name].scores, is_first), paired=False)
        for name in (CHOSEN, PAPER)
    )
    first, second = found.scores
    return Redraw(
        first=auc_of(first),
        second=auc_of(second),
        halved=chosen.p_value,
        halved_as_paper=as_paper.p_value,
        halved_delong=delong_test(*halves(found.scores, is_first), paired=False).p_value,
        paired_delong=delong_test(first, second).p_value,
    )
