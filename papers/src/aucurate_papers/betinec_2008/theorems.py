r"""Theorems 1 and 2, and the factor of eq. 18: the formulas against several witnesses.

Theorem 1
---------
:math:`B = \hat\zeta/\zeta` has the F distribution with 2 n0 and 2 n1 degrees.

Its density is printed as eq. 11. It is held against SciPy's F distribution, its integral against
the distribution function, and both against estimates from drawn exponential scores. A second table
draws test sets and asks how often our interval (which is this theorem turned round) holds the true
area, and how often the one-sided test of the remark rejects.

**State**: "exact" if eq. 11 and the F density agree to 1e-10 (relative), the integral and the
distribution function to 1e-9, and all simulated shares lie within four of their standard errors.

Theorem 2
---------
The density of :math:`T = B_A/B_B`, eq. 15, for all t.

Four witnesses: eq. 15 with SciPy's hypergeometric function; the integral of eq. 17,
:math:`\int_0^\infty y\, f_A(ty)\, f_B(y)\,dy` with the densities of Theorem 1; our contour integral
(:class:`~aucurate.inference.models.biexponential.RatioDistribution`); and drawn ratios.

The paper states eq. 15 for t below 2/R, where the power series of 2F1 in 1 - Rt converges. Euler's
integral (eq. 20) converges for all t > 0, and with it the theorem holds there. For Rt > 1 the
function is evaluated after Pfaff's transformation,
:math:`{}_2F_1(a, b; c; x) = (1 - x)^{-a}\, {}_2F_1(a, c - b; c; x/(x - 1))`, whose argument lies
between 0 and 1; directly, SciPy's function can fail there, as R's did for the author.

**State**: "exact" if the three formulas agree to 1e-8 (relative), also beyond 2/R, and all drawn
shares lie within four of their standard errors.

Eq. 18
------
The factor in front of the integral.

With the densities of Theorem 1 the density of T is

.. math::
    f_T(t) = \frac{K_A^{n_0^A} K_B^{n_0^B}\, t^{n_0^A - 1}}
    {\beta(n_0^A, n_1^A)\,\beta(n_0^B, n_1^B)}
    \int_0^\infty \frac{y^{b-1}\,dy}{(1 + K_A t y)^{L_A} (1 + K_B y)^{L_B}};

eq. 18 has :math:`K_A K_B` without the powers. A density integrates to one: both are integrated over
t and y by the trapezoid rule on the logarithms of both (which has all digits for such integrands),
and compared with eq. 15 at t = 1.

**State**: "printed figure is wrong" if with the powers all integrals are 1 and all densities are
those of eq. 15, to 1e-8, while without them some integral is not 1; "exact" if the printed factor
passes as well; "not reproduced" otherwise, also where one of these numbers could not be computed.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.scores import Scores
from aucurate.formatting import count, join_words, magnitude, number, percent
from aucurate.inference.models.biexponential import (
    RatioDistribution,
    biexponential_interval,
    biexponential_null_test,
)
from aucurate.study.table import Table
from aucurate_papers.betinec_2008.layout import Shown, columns_of, digits, floats, laid_out
from aucurate_papers.betinec_2008.printed import (
    ERRORS,
    PRINTED_LIMIT,
    largest,
    largest_errors,
    largest_gap,
    share_error,
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


Sizes = tuple[int, int, int, int]

PAIR_SIZES: tuple[Sizes, ...] = ((2, 3, 4, 3), (12, 20, 21, 14), (157, 74, 157, 74))
SIZE_NAMES = ("first_negative", "first_positive", "second_negative", "second_positive")
SIZES_SHOWN = tuple(
    Shown(name, head) for name, head in zip(SIZE_NAMES, ("n0A", "n1A", "n0B", "n1B"), strict=True)
)
SAME = 1e-8
_RATIO_PROBABILITIES = (0.025, 0.5, 0.975)
_FAR = 1.25  # times the printed limit 2/R


def theorem_2(run: Run) -> Made:
    """Eq. 15 with its witnesses."""
    draws = 2_000 if run.quick else 40_000
    law = _ratio_law(run, draws)
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


def _ratio_law(run: Run, draws: int) -> Table:
    names = (
        *SIZE_NAMES,
        *("limit", "ratio", "density", "equation_15", "direct", "integrated"),
        *("probability", "simulated", "standard_error"),
    )
    rng, rows = np.random.default_rng([run.rng, 4]), []
    for at, sizes in enumerate(PAIR_SIZES):
        run.tell(at, len(PAIR_SIZES), "theorem 2")
        law, limit = RatioDistribution(*sizes), PRINTED_LIMIT / ratio_of_sizes(sizes)
        drawn = drawn_ratios(*sizes[:2], draws, rng) / drawn_ratios(*sizes[2:], draws, rng)
        for ratio in sorted((*(law.quantile(p) for p in _RATIO_PROBABILITIES), _FAR * limit)):
            probability = law.lower(ratio)
            rows.append(
                (
                    *(*sizes, limit, ratio, float(law.density(ratio)), equation_15(ratio, sizes)),
                    *(equation_15(ratio, sizes, directly=True), equation_17(ratio, sizes)),
                    *(probability, float(np.mean(drawn <= ratio))),
                    max(share_error(probability, draws), 1 / draws),
                )
            )
    run.tell(len(PAIR_SIZES), len(PAIR_SIZES), "theorem 2")
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
        f"Without a transformation the density from SciPy's 2F1 is {join_words(told)}"
        f"{as_in_r if all(row[1] > 1 for row in failed) else ''}.",
    )


Floats = NDArray[np.float64]

FACTOR_SIZES: tuple[Sizes, ...] = (
    *((1, 4, 1, 2), (5, 5, 7, 7), (2, 3, 4, 3), (3, 2, 2, 4)),
    *((12, 20, 21, 14), (157, 74, 157, 74)),
)
"""In the first two pairs of test sets the powers change nothing: n0 is 1, or K is 1."""

_POINTS = 801


def equation_18(run: Run) -> Made:
    """The factor as printed and with its powers."""
    table = _table(run)
    right = [abs(total - 1) for total in floats(table, "total")]
    beside = [
        abs(ours / theirs - 1)
        for ours, theirs in zip(floats(table, "density"), floats(table, "equation_15"), strict=True)
    ]
    printed = [abs(total - 1) for total in floats(table, "printed_total")]
    holds = largest([*right, *beside]) <= SAME and bool(np.all(np.isfinite(printed)))
    off = sum(not gap <= SAME for gap in printed)
    state: State = "not reproduced"
    if holds:
        state = "printed figure is wrong" if off else "exact"
    exhibit = Exhibit(
        paper="betinec-2008",
        name="equation 18",
        title="The factor of the integral in the proof of Theorem 2",
        state=state,
        shown=(table,),
        verdict=(
            "With K_A and K_B raised to n0A and n0B the density integrates to one (at most "
            f"{magnitude(largest(right))} off) and is eq. 15 (at most {magnitude(largest(beside))} "
            f"off) for {'all' if holds else 'not all'} of the {len(right)} pairs of test sets.",
            f"With the printed K_A K_B it integrates to another number for {off} of them.",
        ),
        differs=_DIFFERS if state == "printed figure is wrong" else "",
        caveats=(),
        provenance=provenance_of(run, source="formulas", method="eq. 18 integrated"),
    )
    return Made(exhibit=exhibit)


_DIFFERS = (
    "The powers of K_A and K_B are missing in print: eq. 11 has them, and only with them does eq. "
    "18 lead to the factor R to the power n0A of eq. 15. Theorem 2 and the test are not touched."
)


def _table(run: Run) -> Table:
    names = (
        *SIZE_NAMES,
        *("log10_printed_total", "printed_total", "total"),
        *("printed_density", "density", "equation_15"),
    )
    rows = []
    for at, sizes in enumerate(FACTOR_SIZES):
        run.tell(at, len(FACTOR_SIZES), "equation 18")
        total, density = _log_total(sizes), _log_density_at_1(sizes)
        right, printed = _log_factor(sizes), _log_printed_factor(sizes)
        rows.append(
            (
                *(*sizes, (printed + total) / math.log(10), math.exp(printed + total)),
                *(math.exp(right + total), math.exp(printed + density)),
                *(math.exp(right + density), equation_15(1.0, sizes)),
            )
        )
    run.tell(len(FACTOR_SIZES), len(FACTOR_SIZES), "equation 18")
    return laid_out(
        "factors",
        "Eq. 18: the integral over all t, which must be 1 (shown so if it is to 1e-8), and the "
        "density at t = 1",
        columns_of(names, rows),
        (
            *SIZES_SHOWN,
            Shown("printed_total", "integral: by their formula, K_A K_B", _total),
            Shown("total", "ours, with powers", _total),
            Shown("printed_density", "at t = 1: by their formula", _any_size),
            Shown("density", "ours", _any_size),
            Shown("equation_15", "eq. 15", _any_size),
        ),
    )


def _total(value: float) -> str:
    return "1" if abs(value - 1) <= SAME else _any_size(value)


def _any_size(value: float) -> str:
    return number(value, 8) if 1e-4 <= value < 1e4 else magnitude(value)


def _log_factor(sizes: Sizes) -> float:
    a0, a1, b0, b1 = sizes
    return a0 * math.log(a0 / a1) + b0 * math.log(b0 / b1)


def _log_printed_factor(sizes: Sizes) -> float:
    a0, a1, b0, b1 = sizes
    return math.log(a0 / a1) + math.log(b0 / b1)


def _log_integrand(log_t: Floats, log_y: Floats, sizes: Sizes) -> Floats:
    """What stands behind the factor, with dt and dy on logarithmic scales."""
    a0, a1, b0, b1 = sizes
    constant = float(special.betaln(a0, a1) + special.betaln(b0, b1))
    return np.asarray(
        a0 * log_t
        + (a0 + b0) * log_y
        - (a0 + a1) * np.logaddexp(0, math.log(a0 / a1) + log_t + log_y)
        - (b0 + b1) * np.logaddexp(0, math.log(b0 / b1) + log_y)
        - constant
    )


def _grid(sizes: Sizes) -> Floats:
    """Logarithms far enough to both sides of 0, where T and B_B have their mass."""
    reach = 40 / min(sizes) + 10 * math.sqrt(sum(1 / size for size in sizes))
    return np.linspace(-reach, reach, _POINTS)


def _log_total(sizes: Sizes) -> float:
    grid = _grid(sizes)
    heights = _log_integrand(grid[:, None], grid[None, :], sizes)
    return float(special.logsumexp(heights)) + 2 * math.log(grid[1] - grid[0])


def _log_density_at_1(sizes: Sizes) -> float:
    grid = _grid(sizes)
    heights = _log_integrand(np.zeros(1), grid, sizes)
    return float(special.logsumexp(heights)) + math.log(grid[1] - grid[0])
