"""The example with other persons of the same survey: does its answer hang on who was drawn?"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from aucurate.estimates.auc import auc_of
from aucurate.formatting import bare_p_value
from aucurate.inference.biexponential import biexponential_test
from aucurate.inference.delong import delong_test
from aucurate.reproductions.betinec_2008.halvings import halved, halves
from aucurate.reproductions.betinec_2008.layout import Shown, columns_of, digits, laid_out
from aucurate.reproductions.betinec_2008.learners import learnt
from aucurate.reproductions.betinec_2008.survey import Survey, divided
from aucurate.reproductions.betinec_2008.transformations import CHOSEN, transformed
from aucurate.reproductions.running import Run
from aucurate.study.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Redraw:
    """One more draw of persons: both areas, and the p-values of three tests."""

    first: float
    second: float
    halved: float
    halved_delong: float
    paired_delong: float


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


def redraw_table(found: Sequence[Redraw]) -> Table:
    """A row for each draw."""
    rows = [(at + 1, *asdict(one).values()) for at, one in enumerate(found)]
    return laid_out(
        "persons",
        f"The same with {len(found)} other draws of persons: areas and p-values",
        columns_of(("draw", "first", "second", "halved", "halved_delong", "paired_delong"), rows),
        (
            Shown("draw", "draw"),
            Shown("first", "LDA: Mann-Whitney", digits(3)),
            Shown("second", "SVM", digits(3)),
            Shown("halved", "p: exact on halves", bare_p_value),
            Shown("halved_delong", "DeLong on halves", bare_p_value),
            Shown("paired_delong", "paired DeLong", bare_p_value),
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
    exact = halves(transformed(found)[CHOSEN].scores, is_first)
    first, second = found.scores
    return Redraw(
        first=auc_of(first),
        second=auc_of(second),
        halved=biexponential_test(*exact, paired=False).p_value,
        halved_delong=delong_test(*halves(found.scores, is_first), paired=False).p_value,
        paired_delong=delong_test(first, second).p_value,
    )
