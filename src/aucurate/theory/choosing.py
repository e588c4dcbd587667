"""How often the first of two classifiers is chosen: by a normal approximation, and simulated."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from aucurate import formatting
from aucurate.checks import whole
from aucurate.errors import OptionError
from aucurate.inference.core.monte_carlo import of_finished
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Caveat, Record
from aucurate.theory.caveats import of_simulation
from aucurate.theory.checking import checked_threshold
from aucurate.theory.moments import ROUNDING, DifferenceMoments
from aucurate.theory.population import Criterion
from aucurate.theory.realising import Realised, realise
from aucurate.theory.world import TwoClassifiers, checked_pair

_LEAST = 2


def probability_of_choosing_first(moments: DifferenceMoments) -> float:
    """The probability that the first classifier looks better, by a normal approximation.

    Phi(mean / standard deviation), as Rosset (2004) uses it (where "1 - Phi" is printed, Phi is
    meant). Without variance (to rounding) it is 1, 0, or 1/2 where the mean is 0 too. A tie counts
    one half, as in :func:`simulate_choice`, which shows how near the approximation is. For test
    sets drawn from a population :func:`~aucurate.theory.population_probability` is nearer.

    >>> from aucurate.theory import auc_difference_moments, rosset_example
    >>> moments = auc_difference_moments(rosset_example(50, 0.1, 0.2))
    >>> round(probability_of_choosing_first(moments), 3)
    0.646
    """
    if not isinstance(moments, DifferenceMoments):
        raise OptionError(
            "the moments of a difference are needed; this is "
            f"{formatting.shortened(repr(moments))}.",
            hint="auc_difference_moments, error_difference_moments and population_moments make "
            "them.",
        )
    spread = moments.standard_deviation
    if spread > ROUNDING * moments.terms:
        return float(ndtr(moments.mean / spread))
    return {"first": 1.0, "second": 0.0, "neither": 0.5}[moments.better]


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedCriterion(Record):
    """What one criterion did on simulated test sets; the difference is positive when the first
    classifier looks better.

    ``share`` is that of the test sets on which it chose the first, a tie counting one half;
    ``tie_share`` that of ties. ``mean`` and ``variance`` are those of n+ n- (AUC of first - AUC of
    second), or of (errors of second - errors of first).
    """

    by: Criterion
    share: float
    share_standard_error: float
    tie_share: float
    mean: float
    mean_standard_error: float
    variance: float
    variance_standard_error: float

    def __str__(self) -> str:
        return (
            f"by {self.by} the first is chosen on {formatting.percent(self.share)} "
            f"(standard error {formatting.percent(self.share_standard_error)}, "
            f"{formatting.percent(self.tie_share)} ties)"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedChoice(Record):
    """How often the first classifier was chosen by AUC and by errors, on the same test sets.

    ``one_class_share`` is that of test sets which held one class only: they have no AUC, and the
    difference of pairs is 0, a tie. ``drawn_from`` is how many observations the ``n`` of every test
    set were drawn from; None where they were the same ones every time.
    """

    n: int
    draws: int
    threshold: float
    auc: SimulatedCriterion
    error: SimulatedCriterion
    one_class_share: float
    drawn_from: int | None = None
    caveats: tuple[Caveat, ...] = ()

    def __str__(self) -> str:
        alone = ""
        if self.one_class_share > 0:
            alone = f"; {formatting.percent(self.one_class_share)} held one class only"
        source = "" if self.drawn_from is None else f" drawn from {self.drawn_from:,}"
        return (
            f"{formatting.count(self.draws, 'simulated test set')} of "
            f"{formatting.count(self.n, 'observation')}{source}: {self.auc}, {self.error}{alone}"
        )


def simulate_choice(
    pair: TwoClassifiers,
    *,
    n: int | None = None,
    draws: int = 1000,
    rng: int | np.random.Generator | None = 0,
    threshold: float = 0.5,
    progress: Progress | None = None,
) -> SimulatedChoice:
    """Draw labels and scores again and again, and choose by AUC and by errors every time.

    With ``n`` the observations are drawn too, so many with replacement for every test set, and
    ``pair`` is the population, as in :func:`~aucurate.theory.population_moments`: an observation
    that is drawn twice is realised twice. Without it every test set holds the observations of
    ``pair``, as in :func:`~aucurate.theory.auc_difference_moments`; where labels and scores are
    certain they are then all the same, which a caveat says.

    Nothing is approximated but by the number of ``draws``, and every figure comes with its standard
    error. Both criteria see the same test sets. A tie counts one half for each classifier. Errors
    are those of score >= ``threshold`` (for a strict > see
    :func:`~aucurate.theory.error_difference_moments`). When ``progress`` returns False the draws
    finished so far are used, and a caveat says so.

    >>> from aucurate.theory import rosset_example
    >>> print(simulate_choice(rosset_example(50, 0.1, 0.2), draws=2000))
    2,000 simulated test sets of 50 observations: by AUC the first is chosen on 64.2% (standard \
error 1.1%, 1.6% ties), by error the first is chosen on 58% (standard error 1%, 15.8% ties)
    >>> study = TwoClassifiers.from_scores([0, 0, 1, 1], [0.1, 0.6, 0.7, 0.9], [0.1, 0.7, 0.6, 0.9])
    >>> simulate_choice(study, n=10).auc.share > 0.8
    True
    """
    size = None if n is None else whole(n, "n")
    asked = whole(draws, "draws", least=_LEAST, hint="1000 give a share to 3 percentage points.")
    line = checked_threshold(threshold)
    generator = np.random.default_rng(Resampling(rng=rng).rng)
    blocks: list[Realised] = []
    done = 0
    for block in realise(checked_pair(pair), asked, generator, line, size):
        blocks.append(block)
        done += len(block.pairs)
        if progress is not None and progress(done, asked) is False:
            break
    finished = of_finished(done, asked, what="draw", least=_LEAST)
    alone = np.concatenate([block.one_class for block in blocks])
    return SimulatedChoice(
        n=pair.n if size is None else size,
        draws=done,
        threshold=line,
        auc=_criterion("AUC", np.concatenate([block.pairs for block in blocks])),
        error=_criterion("error", np.concatenate([block.errors for block in blocks])),
        one_class_share=float(np.mean(alone)),
        drawn_from=None if size is None else pair.n,
        caveats=(*of_simulation(pair, size, line), *finished),
    )


def _criterion(by: Criterion, differences: NDArray[np.float64]) -> SimulatedCriterion:
    draws = len(differences)
    chosen = (np.sign(differences) + 1) / 2
    mean = float(np.mean(differences))
    away = differences - mean
    variance = float(np.sum(away**2)) / (draws - 1)
    fourth = float(np.mean(away**4))
    of_variance = (fourth - variance**2 * (draws - 3) / (draws - 1)) / draws
    return SimulatedCriterion(
        by=by,
        share=float(np.mean(chosen)),
        share_standard_error=float(np.std(chosen, ddof=1)) / math.sqrt(draws),
        tie_share=float(np.mean(differences == 0)),
        mean=mean,
        mean_standard_error=math.sqrt(variance / draws),
        variance=variance,
        variance_standard_error=math.sqrt(max(0.0, of_variance)),
    )
