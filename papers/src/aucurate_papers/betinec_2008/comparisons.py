"""The two classifiers of section 3 compared: by several tests, on halves, on other persons.

A classifier against itself
---------------------------
What the paper's powers do where there is nothing to find: a classifier against itself.

A curve is the same after every increasing transformation, so the scores of one classifier with one
power on one half of the test set, and with another power on the other half, have equal curves. If
they were exponential after both powers the exact test would reject at its level; where it rejects
more often, that comes from the powers and not from a difference.

Other persons
-------------
The example with other persons of the same survey: does its answer hang on who was drawn?

Draws of persons are independent of each other, given the survey. So the mean over draws of the
difference of the two areas, over its standard error, has Student's distribution with one degree of
freedom less than draws if LDA and SVM, each trained anew, are equally good on average.

A power fitted to the same data
-------------------------------
What a power fitted to the same data does to the exact test.

Scores of both classifiers are drawn from the model with equal curves, in halves of the paper's
sizes, and T is compared with the quantiles of its exact distribution, once for the scores as they
are and once after a power fitted to each half. The second rejects too often: the power that makes
scores look exponential moves the ratio of the class means with it, the more so the further the
curve is from the diagonal.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.scores import PairedScores, Scores
from aucurate.estimates.auc import auc_of
from aucurate.estimates.fits.biexponential import biexponential_curve, fitted_powers
from aucurate.formatting import bare_p_value, number, percent
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.models.biexponential import (
    RatioDistribution,
    biexponential_paired_test,
    biexponential_test,
    fitted_biexponential_curve,
    fitted_biexponential_test,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Comparison
from aucurate.study.table import Table
from aucurate_papers.betinec_2008.layout import Shown, columns_of, digits, laid_out
from aucurate_papers.betinec_2008.printed import PRINTED_LEVEL, share_error
from aucurate_papers.betinec_2008.ratio_test import N_NEGATIVE, N_POSITIVE
from aucurate_papers.betinec_2008.survey import (
    CHOSEN,
    PAPER,
    PAPER_POWERS,
    Learnt,
    Survey,
    Transformed,
    divided,
    learnt,
    transformed,
)
from aucurate_papers.running import Run

# The same two classifiers by several tests: on halves, and on all observations.


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
    resampling = Resampling(replicates=200 if run.quick else 4000, rng=run.rng)
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


# The paper's design, half of the test set for each classifier, and what hangs on the halves.


@dataclass(frozen=True, slots=True, kw_only=True)
class Halvings:
    """T and the exact two-sided p-value of each random halving."""

    ratios: tuple[float, ...]
    p_values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median of the p-values."""
        return float(np.median(self.p_values))

    def rejecting(self, level: float) -> float:
        """The share of halvings in which the test rejects."""
        return float(np.mean(np.array(self.p_values) <= level))


def halved(is_positive: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Which observations the first classifier gets: half of each class, the larger if it is odd."""
    is_first = np.zeros(len(is_positive), np.bool_)
    for members in (is_positive, ~is_positive):
        rows = rng.permutation(np.flatnonzero(members))
        is_first[rows[: (len(rows) + 1) // 2]] = True
    return is_first


def halves(scores: PairedScores, is_first: NDArray[np.bool_]) -> tuple[Scores, Scores]:
    """The first classifier on its half, the second on the other."""
    first, second = scores
    positive = scores.observations.is_positive
    return (
        Scores.from_arrays(positive[is_first], first.values[is_first], name=first.name),
        Scores.from_arrays(positive[~is_first], second.values[~is_first], name=second.name),
    )


def masks(is_positive: NDArray[np.bool_], count: int, run: Run) -> list[NDArray[np.bool_]]:
    """Random halvings of one test set; the first is the one of the single test."""
    rng = np.random.default_rng([run.rng, 7])
    return [halved(is_positive, rng) for _ in range(count)]


def all_halvings(scores: PairedScores, each: list[NDArray[np.bool_]], run: Run) -> Halvings:
    """The exact test on every halving."""
    ratios, p_values = [], []
    for at, is_first in enumerate(each):
        if at % 20 == 0:
            run.tell(at, len(each), "section 3, halvings")
        one, two = (biexponential_curve(half) for half in halves(scores, is_first))
        law = RatioDistribution(one.n_negative, one.n_positive, two.n_negative, two.n_positive)
        ratios.append(one.zeta / two.zeta)
        p_values.append(law.two_sided(ratios[-1]))
    return Halvings(ratios=tuple(ratios), p_values=tuple(p_values))


def against_itself(
    scores: PairedScores, each: list[NDArray[np.bool_]], run: Run
) -> dict[str, Halvings]:
    """By classifier: one of the paper's powers on a half of its scores, the other on the rest."""
    first, second = PAPER_POWERS.values()
    positive = scores.observations.is_positive
    return {
        one.name: all_halvings(
            PairedScores.from_arrays(
                positive, {"first": one.values**first, "second": one.values**second}
            ),
            each,
            run,
        )
        for one in scores
    }


def itself_table(found: Mapping[str, Halvings]) -> Table:
    """A row for each classifier."""
    rows = [
        (name, float(np.median(one.ratios)), one.median, one.rejecting(PRINTED_LEVEL))
        for name, one in found.items()
    ]
    first, second = PAPER_POWERS.values()
    return laid_out(
        "itself",
        f"Each classifier against itself on the same halvings, to the power {first:g} on one half "
        f"and {second:g} on the other: there is no difference to find",
        columns_of(("classifier", "ratio", "median", "rejecting"), rows),
        (
            Shown("classifier", "classifier"),
            Shown("ratio", "median T", digits(4)),
            Shown("median", "median p", bare_p_value),
            Shown("rejecting", f"p <= {PRINTED_LEVEL}", percent),
        ),
    )


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


ZETAS = (0.5, 0.25, 0.1)
_ROWS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedLevel:
    """Shares of true nulls rejected at the paper's level: with a known power, and a fitted one."""

    zeta: float
    draws: int
    known: float
    fitted: float


def fitted_levels(draws: int, run: Run) -> tuple[FittedLevel, ...]:
    """Both shares from the same draws, for curves nearer to and further from the diagonal."""
    law = RatioDistribution(N_NEGATIVE, N_POSITIVE, N_NEGATIVE, N_POSITIVE)
    low, high = (float(np.log(law.quantile(p))) for p in (PRINTED_LEVEL / 2, 1 - PRINTED_LEVEL / 2))
    rng, found = np.random.default_rng([run.rng, 8]), []
    for at, zeta in enumerate(ZETAS):
        rejected = np.zeros(2)
        for start in range(0, draws, _ROWS):
            run.tell(at * draws + start, len(ZETAS) * draws, "section 3, level of the exact test")
            some = min(_ROWS, draws - start)
            ratio = _log_zetas(zeta, some, rng) - _log_zetas(zeta, some, rng)
            rejected += np.count_nonzero((ratio < low) | (ratio > high), axis=1)
        known, fitted = (float(share) for share in rejected / draws)
        found.append(FittedLevel(zeta=zeta, draws=draws, known=known, fitted=fitted))
    return tuple(found)


def level_table(levels: Sequence[FittedLevel]) -> Table:
    """The two shares for each zeta."""
    rows = [
        (
            *(one.zeta, 1 / (1 + one.zeta), one.known, share_error(PRINTED_LEVEL, one.draws)),
            *(one.fitted, share_error(one.fitted, one.draws)),
        )
        for one in levels
    ]
    return laid_out(
        "level",
        f"How often the exact test rejects at level {PRINTED_LEVEL} when both curves are equal; "
        f"{levels[0].draws:,} pairs of halves with {N_NEGATIVE} negatives and {N_POSITIVE} "
        "positives drawn from the model",
        columns_of(("zeta", "area", "known", "known_error", "fitted", "fitted_error"), rows),
        (
            Shown("zeta", "zeta", digits(2)),
            Shown("area", "area", digits(3)),
            Shown("known", "power known", digits(4)),
            Shown("known_error", "its standard error", digits(4)),
            Shown("fitted", "power fitted to each half", digits(4)),
            Shown("fitted_error", "its standard error", digits(4)),
        ),
    )


def _log_zetas(zeta: float, rows: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Estimates of log zeta in so many halves: with the known power 1, and with a fitted one."""
    positive = np.log(rng.exponential(size=(rows, N_POSITIVE)))
    negative = np.log(rng.exponential(size=(rows, N_NEGATIVE))) + np.log(zeta)
    powers = np.ones((rows, 1)), fitted_powers(positive, negative)[:, None]
    return np.stack(
        [
            special.logsumexp(power * negative, axis=1)
            - special.logsumexp(power * positive, axis=1)
            for power in powers
        ]
    )
