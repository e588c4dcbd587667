r"""Figure 2, right: the distribution of T, the observed value and the p-value of section 3.

The sizes of the halves are not printed. Of a test set of 462 with 32% positive, 148 are positive,
74 in each half, and 157 negative; all other divisions of 231 observations into two classes are
computed as well, to see which of them give the printed p-value.

**State**: "exact" if twice the smaller tail, and the probability of the paper's T* (eq. 21), both
round to the printed p-value and the drawn p-value lies within four standard errors of them.
"""

from typing import Any

import numpy as np

from aucurate.formatting import join_words, number
from aucurate.inference.models.biexponential import RatioDistribution
from aucurate.study.table import Table
from aucurate_papers.betinec_2008 import layout
from aucurate_papers.betinec_2008.layout import (
    Shown,
    columns_of,
    digits,
    floats,
    laid_out,
)
from aucurate_papers.betinec_2008.printed import (
    ERRORS,
    PRINTED_LEVEL,
    PRINTED_P,
    PRINTED_PREVALENCE,
    PRINTED_T,
    PRINTED_T_DIGITS,
    PRINTED_TEST,
    share_error,
)
from aucurate_papers.betinec_2008.theorems import equation_15
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.running import Made, Run, provenance_of

N_POSITIVE = round(PRINTED_PREVALENCE * PRINTED_TEST) // 2
N_NEGATIVE = PRINTED_TEST // 2 - N_POSITIVE
DIGITS = len(PRINTED_P.partition(".")[2])
_LOWEST, _HIGHEST, _POINTS = 0.4, 1.8, 281


def figure_2_right(run: Run) -> Made:
    """The test of the paper from its printed T."""
    law = RatioDistribution(N_NEGATIVE, N_POSITIVE, N_NEGATIVE, N_POSITIVE)
    draws = 5_000 if run.quick else 400_000
    answers, densities, sizes = _answers(law, run, draws), _densities(law), _sizes(run)
    p, star, drawn = floats(answers, "p_value")[:3]
    errors = abs(drawn - p) / share_error(p, draws)
    same = {number(p, DIGITS), number(star, DIGITS)} == {PRINTED_P}
    state: State = "exact" if same and errors <= ERRORS else "not reproduced"
    regions = _regions(law)
    low, high = floats(regions, "ratio")
    exhibit = Exhibit(
        paper="betinec-2008",
        name="figure 2, right",
        title="The distribution of the test statistic and its observed value",
        state=state,
        shown=(answers, regions, sizes, densities),
        verdict=_verdict(p, errors, (low, high), sizes, same),
        differs="",
        caveats=(caveat(Kind.INFERRED_SIZES),),
        provenance=provenance_of(
            run,
            source="the printed T",
            method="exact distribution of T (Theorem 2)",
            n_negative=N_NEGATIVE,
            n_positive=N_POSITIVE,
            draws=draws,
        ),
    )
    figure = {
        "betinec-2008-ratio": lambda: layout.ratio_density(densities, PRINTED_T, (low, high), p)
    }
    return Made(exhibit=exhibit, figures=figure)


def _answers(law: RatioDistribution, run: Run, draws: int) -> Table:
    """The p-value in several ways; the last rows are the ends of what rounds to the printed T."""
    run.tell(0, 2, "figure 2, right")
    half = 0.5 * 10.0**-PRINTED_T_DIGITS
    drawn = _drawn_p(run, draws)
    rows: list[tuple[Any, ...]] = [
        ("twice the smaller tail of T", PRINTED_T, law.two_sided(PRINTED_T), 0.0),
        ("T*, the smaller over the larger (eq. 21)", PRINTED_T, law.star(PRINTED_T), 0.0),
        (f"{draws:,} drawn ratios", PRINTED_T, drawn, share_error(drawn, draws)),
        ("twice the integral of eq. 15", PRINTED_T, 2 * _integrated(PRINTED_T), 0.0),
        ("smallest T that rounds so", PRINTED_T - half, law.two_sided(PRINTED_T - half), 0.0),
        ("largest T that rounds so", PRINTED_T + half, law.two_sided(PRINTED_T + half), 0.0),
    ]
    columns = columns_of(("way", "ratio", "p_value", "standard_error"), rows)
    columns["printed"] = [float(PRINTED_P)] * len(rows)
    columns["as_printed"] = [number(row[2], DIGITS) == PRINTED_P for row in rows]
    return laid_out(
        "answers",
        f"The p-value of T = {PRINTED_T} with {N_NEGATIVE} negatives and {N_POSITIVE} positives "
        "in each half",
        columns,
        (
            Shown("way", "computed from"),
            Shown("ratio", "T", digits(5)),
            Shown("printed", "p: theirs", digits(DIGITS)),
            Shown("p_value", "ours", digits(8)),
            Shown("standard_error", "its simulation error", lambda e: number(e, 5) if e else ""),
        ),
    )


def _regions(law: RatioDistribution) -> Table:
    tails = (PRINTED_LEVEL / 2, 1 - PRINTED_LEVEL / 2)
    return laid_out(
        "regions",
        f"Where the test rejects at level {PRINTED_LEVEL}: below and above these quantiles of T",
        {"probability": tails, "ratio": [law.quantile(p) for p in tails]},
        (Shown("probability", "P(T <= t)", digits(3)), Shown("ratio", "t", digits(6))),
    )


def _drawn_p(run: Run, draws: int) -> float:
    """The share of ratios as far from 1 as the observed one, to either side."""
    rng = np.random.default_rng([run.rng, 5])
    sums = [rng.gamma(size, size=draws) for size in (N_NEGATIVE, N_POSITIVE) * 2]
    ratios = sums[0] / sums[1] / (sums[2] / sums[3])
    smaller = np.minimum(ratios, 1 / ratios)
    return float(np.mean(smaller <= PRINTED_T))


def _integrated(ratio: float) -> float:
    from scipy import integrate

    sizes = (N_NEGATIVE, N_POSITIVE, N_NEGATIVE, N_POSITIVE)
    nothing_below = RatioDistribution(*sizes).quantile(1e-14)  # 2F1 overflows near 0
    area, _ = integrate.quad(equation_15, nothing_below, ratio, args=(sizes,), epsabs=1e-13)
    return float(area)


def _densities(law: RatioDistribution) -> Table:
    ratios = np.linspace(_LOWEST, _HIGHEST, _POINTS)
    return laid_out(
        "densities",
        "The density of T under equal curves (a row in forty of what is drawn)",
        {"ratio": ratios.tolist(), "density": law.density(ratios).tolist()},
        (Shown("ratio", "t", digits(3)), Shown("density", "density", digits(6))),
        range(0, _POINTS, 40),
    )


def _sizes(run: Run) -> Table:
    """Which division of a half into classes gives the printed p-value."""
    run.tell(1, 2, "figure 2, right")
    half = PRINTED_TEST // 2
    rows = []
    for positive in range(1, half // 2 + 1):
        p = RatioDistribution(half - positive, positive, half - positive, positive).two_sided(
            PRINTED_T
        )
        comes_out = number(p, DIGITS) == PRINTED_P
        rows.append((half - positive, positive, p, "yes" if comes_out else "no"))
    run.tell(2, 2, "figure 2, right")
    return laid_out(
        "sizes",
        f"The p-value of T = {PRINTED_T} for other class sizes in halves of {half} (exchanging "
        "the classes does not change it)",
        columns_of(("n_negative", "n_positive", "p_value", "as_printed"), rows),
        (
            Shown("n_negative", "larger class"),
            Shown("n_positive", "smaller class"),
            Shown("p_value", "p", digits(6)),
            Shown("as_printed", "as printed"),
        ),
        range(N_POSITIVE - 4, N_POSITIVE + 3),
    )


def _verdict(
    p: float, errors: float, ends: tuple[float, float], sizes: Table, same: bool
) -> tuple[str, ...]:
    fitting = [
        f"{positive} in the smaller class"
        for positive, good in zip(
            sizes.columns["n_positive"], sizes.columns["as_printed"], strict=True
        )
        if good == "yes"
    ]
    inside = ends[0] < PRINTED_T < ends[1]
    return (
        f"p = {number(p, 6)}, printed {PRINTED_P}: it {'comes' if same else 'does not come'} out "
        f"to the last digit; the drawn p-value is {number(errors, 1)} standard errors away.",
        f"T = {PRINTED_T} lies {'between' if inside else 'outside'} the 2.5% and 97.5% quantiles "
        f"{number(ends[0], 4)} and {number(ends[1], 4)}: the test "
        f"{'does not reject' if inside else 'rejects'} at level {PRINTED_LEVEL}"
        f"{', as the paper says' if inside else ''}.",
        "Of all divisions of a half into two classes, the printed p-value comes out with "
        f"{join_words(fitting) or 'none'}.",
    )
