"""What is asked of each scenario, in counts: how often an interval covers, a test rejects."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from aucurate.data.moments import AucMoments
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import ContrastError
from aucurate.inference import INTERVALS
from aucurate.inference.delong import Distribution, paired_comparison, unpaired_comparison
from aucurate.inference.delong_joint import delong_joint_test
from simulations.scenarios import KINDS, Scenario

Counts = dict[str, float]
LEVEL = 0.05
SLOW = {"cortes-mohri-fewest-errors": 10}  # looked at in one of so many draws
DISTRIBUTIONS: tuple[Distribution, ...] = ("t", "normal")


def coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each interval covers the true AUC, and the sum of the widths."""
    true = scenario.true_auc
    counts: Counts = {}
    for draw in range(draws):
        labels, values = scenario.draw(rng)
        scores = Scores.from_arrays(labels, values[0])
        moments = AucMoments.from_scores(scores, threads=1)
        for name, method in INTERVALS.items():
            if method.resamples or (name in SLOW and draw % SLOW[name]):
                continue
            interval = method(moments if method.from_moments else scores).interval
            _add(counts, f"{name} draws", 1)
            _add(counts, name, true in interval)
            _add(counts, f"{name} width", interval.high - interval.low)
    return counts


def paired_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the paired test, and the joint test of three, reject equal AUCs."""
    counts: Counts = {}
    for _ in range(draws):
        labels, values = scenario.draw(rng, classifiers=3)
        columns = dict(zip("abc", values, strict=True))
        moments = AucMoments.from_scores(PairedScores.from_arrays(labels, columns), threads=1)
        for law in DISTRIBUTIONS:
            p = paired_comparison(moments, "a", "b", distribution=law).p_value
            _add(counts, f"DeLong, {law}", p <= LEVEL)
        try:
            _add(counts, "joint of three", delong_joint_test(moments).p_value <= LEVEL)
        except ContrastError:
            _add(counts, "joint of three", 0)
            _add(counts, "joint of three refused", 1)
    return counts


def unpaired_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the unpaired test rejects, with four-component and with pROC's two-component df."""
    counts: Counts = {}
    for _ in range(draws):
        first, second = (
            AucMoments.from_scores(Scores.from_arrays(labels, values[0], name=name), threads=1)
            for name, (labels, values) in (("a", scenario.draw(rng)), ("b", scenario.draw(rng)))
        )
        for kind in ("four-component", "two-component"):
            comparison = unpaired_comparison(first, second, satterthwaite=kind)
            _add(counts, f"unpaired {kind}", comparison.p_value <= LEVEL)
    return counts


def _add(counts: Counts, name: str, amount: float) -> None:
    counts[name] = counts.get(name, 0) + float(amount)


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the scenarios it is asked in, and what a right answer is."""

    name: str
    ask: Callable[[Scenario, int, np.random.Generator], Counts]
    nominal: float
    scenarios: tuple[Scenario, ...]


SIZES = ((10, 10), (20, 200), (200, 20), (500, 500))
AUCS = (0.5, 0.7, 0.9, 0.99)

QUESTIONS = (
    Question(
        "coverage",
        coverage,
        0.95,
        tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
            for scores in KINDS
            for m, n in SIZES
            for auc in AUCS
        ),
    ),
    # Worlds that no interval was designed on: sizes, AUCs and a spread that are not in the grid.
    Question(
        "held-out coverage",
        coverage,
        0.95,
        tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
            for scores in ("normal", "normal, positives 5", "exponential", "ordinal")
            for m, n in ((15, 60), (60, 15), (30, 30), (40, 400))
            for auc in (0.8, 0.95)
        ),
    ),
    Question(
        "paired level",
        paired_level,
        LEVEL,
        tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores, correlation=correlation)
            for scores in KINDS
            for m, n in SIZES
            for auc in AUCS
            for correlation in (0.0, 0.5, 0.9)
        ),
    ),
    Question(
        "unpaired level",
        unpaired_level,
        LEVEL,
        tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n)
            for m, n in ((6, 500), *SIZES)
            for auc in AUCS
        ),
    ),
)
