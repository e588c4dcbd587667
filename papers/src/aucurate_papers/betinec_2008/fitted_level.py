"""What a power fitted to the same data does to the exact test.

Scores of both classifiers are drawn from the model with equal curves, in halves of the paper's
sizes, and T is compared with the quantiles of its exact distribution, once for the scores as they
are and once after a power fitted to each half. The second rejects too often: the power that makes
scores look exponential moves the ratio of the class means with it, the more so the further the
curve is from the diagonal.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.estimates.biexponential import fitted_powers
from aucurate.inference.models.biexponential_ratio import RatioDistribution
from aucurate.study.table import Table
from aucurate_papers.betinec_2008.agreement import share_error
from aucurate_papers.betinec_2008.layout import Shown, columns_of, digits, laid_out
from aucurate_papers.betinec_2008.printed import PRINTED_LEVEL
from aucurate_papers.betinec_2008.ratio_test import N_NEGATIVE, N_POSITIVE
from aucurate_papers.running import Run

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
