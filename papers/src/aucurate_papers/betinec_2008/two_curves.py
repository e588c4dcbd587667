r"""Theorem 2: the density of :math:`T = B_A/B_B`, eq. 15, for all t.

Four witnesses: eq. 15 with SciPy's hypergeometric function; the integral of eq. 17,
:math:`\int_0^\infty y\, f_A(ty)\, f_B(y)\,dy` with the densities of Theorem 1; our contour integral
(:class:`~aucurate.inference.models.biexponential_ratio.RatioDistribution`); and drawn ratios.

The paper states eq. 15 for t below 2/R, where the power series of 2F1 in 1 - Rt converges. Euler's
integral (eq. 20) converges for all t > 0, and with it the theorem holds there. For Rt > 1 the
function is evaluated after Pfaff's transformation,
:math:`{}_2F_1(a, b; c; x) = (1 - x)^{-a}\, {}_2F_1(a, c - b; c; x/(x - 1))`, whose argument lies
between 0 and 1; directly, SciPy's function can fail there, as R's did for the author.

**State**: "exact" if the three formulas agree to 1e-8 (relative), also beyond 2/R, and all drawn
shares lie within four of their standard errors.
"""

import math

import numpy as np
from scipy import special

from aucurate.formatting import count, listing, magnitude, number
from aucurate.inference.models.biexponential_ratio import RatioDistribution
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
from aucurate_papers.betinec_2008.one_curve import density_11, drawn_ratios
from aucurate_papers.betinec_2008.printed import PRINTED_LIMIT
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.running import Made, Run, provenance_of

Sizes = tuple[int, int, int, int]

SIZES: tuple[Sizes, ...] = ((2, 3, 4, 3), (12, 20, 21, 14), (157, 74, 157, 74))
SIZE_NAMES = ("first_negative", "first_positive", "second_negative", "second_positive")
SIZES_SHOWN = tuple(
    Shown(name, head) for name, head in zip(SIZE_NAMES, ("n0A", "n1A", "n0B", "n1B"), strict=True)
)
SAME = 1e-8
_PROBABILITIES = (0.025, 0.5, 0.975)
_FAR = 1.25  # times the printed limit 2/R


def theorem_2(run: Run) -> Made:
    """Eq. 15 with its witnesses."""
    draws = 2_000 if run.quick else 40_000
    law = _law(run, draws)
    gaps = _gaps(law)
    errors = largest_errors(
        *(floats(law, c) for c in ("simulated", "probability", "standard_error"))
    )
    same = largest(gaps) <= SAME and errors <= ERRORS
    state: State = "exact" if same else "not reproduced"
    exhibit = Exhibit(
        paper="betinec-2008",
        name="theorem 2",
        title="The distribution of the ratio of two estimates",
        state=state,
        shown=(law,),
        verdict=(*_agreement(law, gaps, errors), *_directly(law)),
        differs="",
        caveats=(),
        provenance=provenance_of(
            run, source="formulas and drawn scores", method="eqs. 14 to 17", draws=draws
        ),
    )
    return Made(exhibit=exhibit)


def ratio_of_sizes(sizes: Sizes) -> float:
    """R of eq. 14."""
    return sizes[0] * sizes[3] / (sizes[1] * sizes[2])


def equation_15(ratio: float, sizes: Sizes, *, directly: bool = False) -> float:
    """The density of T as printed; ``directly`` without Pfaff's transformation.

    >>> round(equation_15(1.0, (157, 74, 157, 74)), 8)
    1.99668887
    """
    a0, a1, b0, b1 = sizes
    scaled = ratio_of_sizes(sizes) * ratio
    first, second, third = a0 + a1, a0 + b0, sum(sizes)
    log_factor = (
        float(special.betaln(a0 + b0, a1 + b1) - special.betaln(a0, a1) - special.betaln(b0, b1))
        + a0 * math.log(ratio_of_sizes(sizes))
        + (a0 - 1) * math.log(ratio)
    )
    with np.errstate(all="ignore"):
        if scaled <= 1 or directly:
            value = float(special.hyp2f1(first, second, third, 1 - scaled))
        else:
            log_factor -= first * math.log(scaled)
            value = float(special.hyp2f1(first, third - second, third, 1 - 1 / scaled))
    return math.exp(log_factor) * value


def equation_17(ratio: float, sizes: Sizes) -> float:
    """The density of T as the integral over B_B, on the scale of its logarithm."""
    from scipy import integrate

    a0, a1, b0, b1 = sizes

    def integrand(log_y: float) -> float:
        y = math.exp(log_y)
        return y * y * density_11(ratio * y, a0, a1) * density_11(y, b0, b1)

    around = np.linspace(-8, 8, 641)
    top = float(around[np.argmax([integrand(float(u)) for u in around])])
    reach = 30 / min(sizes) + 12 * math.sqrt(sum(1 / size for size in sizes))
    value, _ = integrate.quad(
        integrand, top - reach, top + reach, points=[top], epsabs=0, epsrel=1e-11, limit=500
    )
    return float(value)


def _law(run: Run, draws: int) -> Table:
    names = (
        *SIZE_NAMES,
        *("limit", "ratio", "density", "equation_15", "direct", "integrated"),
        *("probability", "simulated", "standard_error"),
    )
    rng, rows = np.random.default_rng([run.rng, 4]), []
    for at, sizes in enumerate(SIZES):
        run.tell(at, len(SIZES), "theorem 2")
        law, limit = RatioDistribution(*sizes), PRINTED_LIMIT / ratio_of_sizes(sizes)
        drawn = drawn_ratios(*sizes[:2], draws, rng) / drawn_ratios(*sizes[2:], draws, rng)
        for ratio in sorted((*(law.quantile(p) for p in _PROBABILITIES), _FAR * limit)):
            probability = law.lower(ratio)
            rows.append(
                (
                    *(*sizes, limit, ratio, float(law.density(ratio)), equation_15(ratio, sizes)),
                    *(equation_15(ratio, sizes, directly=True), equation_17(ratio, sizes)),
                    *(probability, float(np.mean(drawn <= ratio))),
                    max(share_error(probability, draws), 1 / draws),
                )
            )
    run.tell(len(SIZES), len(SIZES), "theorem 2")
    return laid_out(
        "law",
        f"Theorem 2: density and distribution function of T; {draws:,} pairs of test sets drawn; "
        "the printed limit of eq. 15 is 2/R",
        columns_of(names, rows),
        (
            *SIZES_SHOWN,
            Shown("limit", "2/R", digits(2)),
            Shown("ratio", "t", digits(4)),
            Shown("equation_15", "eq. 15", _density),
            Shown("integrated", "integral of eq. 17", _density),
            Shown("density", "ours", _density),
            Shown("probability", "P(T <= t): ours", digits(5)),
            Shown("simulated", "drawn", digits(5)),
            Shown("standard_error", "its standard error", digits(5)),
        ),
    )


def _density(value: float) -> str:
    return number(value, 8) if value >= 1e-6 else magnitude(value)


def _gaps(law: Table) -> list[float]:
    """In each row the larger relative difference of the other two formulas from ours."""
    rows = zip(*(floats(law, c) for c in ("density", "equation_15", "integrated")), strict=True)
    return [largest_gap(others, [ours, ours]) for ours, *others in rows]


def _agreement(law: Table, gaps: list[float], errors: float) -> tuple[str, ...]:
    same = largest(gaps) <= SAME
    rows = zip(floats(law, "ratio"), floats(law, "limit"), gaps, strict=True)
    beyond = [gap for ratio, limit, gap in rows if ratio >= limit]
    first = (
        "Eq. 15, the integral it comes from and our contour integral "
        f"{'are' if same else 'are not'} the same density: relative differences are at most "
        f"{magnitude(largest(gaps))}, and drawn shares lie at most {number(errors, 1)} standard "
        f"errors from ours{'' if errors <= ERRORS else ', further than by chance'}."
    )
    if not beyond:
        return (first,)
    where = f"At {count(len(beyond), 'ratio')} beyond 2/R"
    apart = magnitude(largest(beyond))
    if largest(beyond) <= SAME:
        return (
            first,
            f"{where} they agree as well (at most {apart} apart): the printed limit is that of the "
            "power series of 2F1, not of the theorem.",
        )
    return (first, f"{where} they do not agree (up to {apart} apart).")


def _directly(law: Table) -> tuple[str, ...]:
    """Where 2F1 without a transformation is not the density, and what it gives instead."""
    rows = zip(
        *(floats(law, c) for c in ("first_negative", "ratio", "density", "direct")), strict=True
    )
    failed = [row for row in rows if not abs(row[3] / row[2] - 1) <= SAME]
    if not failed:
        return ()
    told = [
        f"{magnitude(direct)} instead of {magnitude(density)} at t = {number(ratio, 2)} with "
        f"n0A = {number(size, 0)}"
        for size, ratio, density, direct in failed
    ]
    as_in_r = ", the weakness above t = 1 that the paper reports of R's"
    return (
        f"Without a transformation the density from SciPy's 2F1 is {listing(told)}"
        f"{as_in_r if all(row[1] > 1 for row in failed) else ''}.",
    )
