"""The same two classifiers by several tests: on halves, and on all observations."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.formatting import bare_p_value, number
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.models.biexponential import biexponential_test
from aucurate.inference.models.biexponential_paired import biexponential_paired_test
from aucurate.inference.models.biexponential_power import (
    fitted_biexponential_curve,
    fitted_biexponential_test,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Comparison
from aucurate.study.table import Table
from aucurate_papers.betinec_2008.halvings import halves
from aucurate_papers.betinec_2008.layout import Shown, columns_of, digits, laid_out
from aucurate_papers.betinec_2008.learners import Learnt
from aucurate_papers.betinec_2008.transformations import CHOSEN, PAPER, Transformed
from aucurate_papers.running import Run

FITTED = "power fitted to each half"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One test: which scores, on which observations, and its result."""

    test: str
    transformation: str
    observations: str
    ratio: float | None
    found: Comparison


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """All tests of the first halving, and of the whole test set."""

    halved: Answer
    as_paper: Answer
    not_valid: Answer
    refitted: Answer
    halved_delong: Answer
    paired: Answer
    paired_delong: Answer

    def rows(self) -> tuple[Answer, ...]:
        """In the order of the table."""
        return (
            *(self.halved, self.as_paper, self.not_valid, self.refitted, self.halved_delong),
            *(self.paired, self.paired_delong),
        )


def answers_of(
    found: Learnt,
    every: Mapping[str, Transformed],
    is_first: NDArray[np.bool_],
    run: Run,
) -> Answers:
    """Every test; the halves are the same for all that need them."""
    resampling = Resampling(repeats=200 if run.quick else 4000, rng=run.rng)
    chosen, raw = every[CHOSEN].scores, halves(found.scores, is_first)
    half = "a half each"
    exact = {
        name: biexponential_test(*halves(every[name].scores, is_first), paired=False)
        for name in (CHOSEN, PAPER)
    }
    powers = [fitted_biexponential_curve(one).power for one in raw]
    wrong = biexponential_test(*raw, paired=False, power=powers[0], second_power=powers[1])
    refitted = fitted_biexponential_test(*raw, paired=False, resampling=resampling)
    delong = delong_test(*raw, paired=False)
    paired = biexponential_paired_test(*chosen, resampling=resampling)
    whole = delong_test(*found.scores)
    ratio = math.exp(-paired.difference)
    return Answers(
        halved=_answer("exact (the paper's)", CHOSEN, half, exact[CHOSEN], exact[CHOSEN].statistic),
        as_paper=_answer("exact (the paper's)", PAPER, half, exact[PAPER], exact[PAPER].statistic),
        not_valid=_answer("exact, not valid", FITTED, half, wrong, wrong.statistic),
        refitted=_answer("parametric bootstrap", FITTED, half, refitted, refitted.statistic),
        halved_delong=_answer("DeLong", "none needed", half, delong, None),
        paired=_answer("paired bootstrap", CHOSEN, "all", paired, ratio),
        paired_delong=_answer("paired DeLong", "none needed", "all", whole, None),
    )


def answer_table(answers: Answers) -> Table:
    """A row for each test."""
    rows = [
        (
            *(one.test, one.transformation, one.observations, one.found.quantity, one.ratio),
            *(one.found.difference, one.found.interval.low, one.found.interval.high),
            *(one.found.standard_error, one.found.p_value),
        )
        for one in answers.rows()
    ]
    names = (
        *("test", "transformation", "observations", "quantity", "ratio"),
        *("difference", "low", "high", "standard_error", "p_value"),
    )
    return laid_out(
        "tests",
        "Do LDA and SVM differ? Several tests, on the first halving of the test set and on all",
        columns_of(names, rows),
        (
            Shown("test", "test"),
            Shown("transformation", "scores"),
            Shown("observations", "observations"),
            Shown("ratio", "T", lambda ratio: "" if ratio is None else number(ratio, 4)),
            Shown("quantity", "quantity"),
            Shown("difference", "LDA minus SVM", digits(3)),
            Shown("low", "95% from", digits(3)),
            Shown("high", "to", digits(3)),
            Shown("p_value", "p", bare_p_value),
        ),
    )


def _answer(
    test: str, transformation: str, observations: str, found: Comparison, ratio: float | None
) -> Answer:
    return Answer(
        test=test,
        transformation=transformation,
        observations=observations,
        ratio=ratio,
        found=found,
    )
