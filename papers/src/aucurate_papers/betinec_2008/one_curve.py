r"""Theorem 1: :math:`B = \hat\zeta/\zeta` has the F distribution with 2 n0 and 2 n1 degrees.

Its density is printed as eq. 11. It is held against SciPy's F distribution, its integral against
the distribution function, and both against estimates from drawn exponential scores. A second table
draws test sets and asks how often our interval (which is this theorem turned round) holds the true
area, and how often the one-sided test of the remark rejects.

**State**: "exact" if eq. 11 and the F density agree to 1e-10 (relative), the integral and the
distribution function to 1e-9, and all simulated shares lie within four of their standard errors.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.scores import Scores
from aucurate.formatting import magnitude, number, percent
from aucurate.inference.models.biexponential import biexponential_interval, biexponential_null_test
from aucurate.study.table import Table
from aucurate_papers.betinec_2008.agreement import (
    ERRORS,
    largest,
    largest_errors,
    largest_gap,
    share_error,
)
from aucurate_papers.betinec_2008.layout import (
    Shown,
    columns_of,
    digits,
    floats,
    laid_out,
)
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.running import Made, Run, provenance_of

SIZES = ((2, 3), (10, 5), (157, 74))
MEANS = (2.0, 5.0)
"""The means of the negatives and the positives that are drawn: zeta is 0.4."""

LEVEL, CONFIDENCE = 0.05, 0.95
_PROBABILITIES = (0.05, 0.5, 0.95)
_SAME_DENSITY, _SAME_INTEGRAL = 1e-10, 1e-9
_ROWS = 2_000  # test sets in memory at a time


def theorem_1(run: Run) -> Made:
    """Eq. 11 and its consequences."""
    draws, sets = (2_000, 200) if run.quick else (40_000, 4_000)
    law, coverage = _law(run, draws), _coverage(run, sets)
    density = largest_gap(floats(law, "density"), floats(law, "f_density"))
    integral = largest_gap(floats(law, "integrated"), floats(law, "probability"))
    drawn = largest_errors(
        *(floats(law, c) for c in ("simulated", "probability", "standard_error"))
    )
    promised = largest(
        (
            largest_errors(
                *(floats(coverage, c) for c in ("covered", "promised", "covered_error"))
            ),
            _level_errors(coverage),
        )
    )
    same = density <= _SAME_DENSITY and integral <= _SAME_INTEGRAL
    by_chance = largest((drawn, promised)) <= ERRORS
    state: State = "exact" if same and by_chance else "not reproduced"
    exhibit = Exhibit(
        paper="betinec-2008",
        name="theorem 1",
        title="The estimate of one curve has an F distribution",
        state=state,
        shown=(law, coverage),
        verdict=(
            f"Eq. 11 {'is' if same else 'is not'} the F density: they are at most "
            f"{magnitude(density)} apart (relative), the integral and the distribution function "
            f"{magnitude(integral)}.",
            f"Shares of draws lie at most {number(drawn, 1)} standard errors from what the "
            "theorem says, the coverage of the interval and the level of the test at most "
            f"{number(promised, 1)} from what they promise: "
            f"{'no more' if by_chance else 'more'} than by chance, with {SIZES[0][0]} negatives "
            f"and {SIZES[0][1]} positives as with {SIZES[-1][0]} and {SIZES[-1][1]}.",
        ),
        differs="",
        caveats=(),
        provenance=provenance_of(
            run, source="formulas and drawn scores", method="eq. 11", draws=draws, test_sets=sets
        ),
    )
    return Made(exhibit=exhibit)


def density_11(ratio: float, n_negative: int, n_positive: int) -> float:
    """The density of B as printed, through logarithms.

    >>> round(density_11(1.0, 1, 1), 12)  # 1 / (1 + b)^2
    0.25
    """
    share = n_negative / n_positive
    return math.exp(
        (n_negative - 1) * math.log(ratio)
        - float(special.betaln(n_negative, n_positive))
        + n_negative * math.log(share)
        - (n_negative + n_positive) * math.log1p(share * ratio)
    )


def drawn_ratios(
    n_negative: int, n_positive: int, draws: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """B of drawn test sets, from their single scores."""
    zeta, found = MEANS[0] / MEANS[1], []
    for start in range(0, draws, _ROWS):
        some = min(_ROWS, draws - start)
        negative = rng.exponential(MEANS[0], (some, n_negative)).mean(axis=1)
        positive = rng.exponential(MEANS[1], (some, n_positive)).mean(axis=1)
        found.append(negative / positive / zeta)
    return np.concatenate(found)


def _law(run: Run, draws: int) -> Table:
    from scipy import integrate, stats  # more than a second of start-up

    names = (
        *("n_negative", "n_positive", "ratio", "density", "f_density"),
        *("probability", "integrated", "simulated", "standard_error"),
    )
    rng, rows = np.random.default_rng([run.rng, 2]), []
    for at, (negative, positive) in enumerate(SIZES):
        run.tell(at, 2 * len(SIZES), "theorem 1")
        drawn = drawn_ratios(negative, positive, draws, rng)
        for probability in _PROBABILITIES:
            ratio = float(special.fdtri(2 * negative, 2 * positive, probability))
            area, _ = integrate.quad(
                density_11, 0, ratio, args=(negative, positive), epsabs=1e-14, epsrel=1e-12
            )
            rows.append(
                (
                    *(negative, positive, ratio, density_11(ratio, negative, positive)),
                    float(stats.f.pdf(ratio, 2 * negative, 2 * positive)),
                    *(probability, area, float(np.mean(drawn <= ratio))),
                    share_error(probability, draws),
                )
            )
    return laid_out(
        "law",
        f"Theorem 1: density and distribution function of B; {draws:,} test sets drawn",
        columns_of(names, rows),
        (
            Shown("n_negative", "n0"),
            Shown("n_positive", "n1"),
            Shown("ratio", "b", digits(4)),
            Shown("density", "eq. 11", digits(8)),
            Shown("f_density", "F density", digits(8)),
            Shown("probability", "P(B <= b): F", digits(4)),
            Shown("integrated", "integral of eq. 11", digits(4)),
            Shown("simulated", "drawn", digits(4)),
            Shown("standard_error", "its standard error", digits(4)),
        ),
    )


def _coverage(run: Run, sets: int) -> Table:
    names = (
        *("n_negative", "n_positive", "zeta", "area", "promised", "covered", "covered_error"),
        *("rejected", "rejected_error"),
    )
    rng, rows = np.random.default_rng([run.rng, 3]), []
    for at, (negative, positive) in enumerate(SIZES):
        run.tell(len(SIZES) + at, 2 * len(SIZES), "theorem 1, coverage")
        for zeta in (MEANS[0] / MEANS[1], 1.0):
            covered, rejected = _counted(negative, positive, zeta, sets, rng)
            rows.append(
                (
                    *(negative, positive, zeta, 1 / (1 + zeta), CONFIDENCE, covered / sets),
                    *(share_error(CONFIDENCE, sets), rejected / sets),
                    share_error(LEVEL if zeta == 1 else rejected / sets, sets),
                )
            )
    run.tell(2 * len(SIZES), 2 * len(SIZES), "theorem 1, coverage")
    return laid_out(
        "coverage",
        f"How often the {percent(CONFIDENCE)} interval holds the true area, and the one-sided test "
        f"of zeta >= 1 rejects at level {LEVEL} (it should in {percent(LEVEL)} where zeta = 1); "
        f"{sets:,} test sets each",
        columns_of(names, rows),
        (
            Shown("n_negative", "n0"),
            Shown("n_positive", "n1"),
            Shown("zeta", "zeta", digits(1)),
            Shown("area", "true area", digits(4)),
            Shown("covered", "held", digits(4)),
            Shown("covered_error", "its standard error", digits(4)),
            Shown("rejected", "rejected", digits(4)),
            Shown("rejected_error", "its standard error", digits(4)),
        ),
    )


def _counted(
    n_negative: int, n_positive: int, zeta: float, sets: int, rng: np.random.Generator
) -> tuple[int, int]:
    """In how many test sets the interval holds the truth, and the test rejects."""
    labels = np.repeat([0, 1], [n_negative, n_positive])
    area, covered, rejected = 1 / (1 + zeta), 0, 0
    for _ in range(sets):
        values = rng.exponential(np.where(labels == 1, 1.0, zeta))
        scores = Scores.from_arrays(labels, values)
        interval = biexponential_interval(scores, confidence=CONFIDENCE).interval
        covered += interval.low <= area <= interval.high
        rejected += biexponential_null_test(scores, alternative="greater").p_value <= LEVEL
    return covered, rejected


def _level_errors(coverage: Table) -> float:
    """How far the share of rejections is from the level where the null is true."""
    rows = zip(*(floats(coverage, c) for c in ("zeta", "rejected", "rejected_error")), strict=True)
    return largest(abs(share - LEVEL) / error for zeta, share, error in rows if zeta == 1)
