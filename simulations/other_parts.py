"""Parts of the curve seen along the other axis, McClish's correction, and unpaired bootstrap tests.

Specificity at a sensitivity, and the area over high sensitivities: what a user asks who must not
miss positives.
"""

from typing import Any

import numpy as np

from aucurate.data.scores import PairedScores, Scores
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import SpecificityAt
from aucurate.inference.curve.partial_auc import partial_auc_interval, partial_auc_test
from aucurate.inference.curve.sensitivity_at import specificity_at_interval, specificity_at_test
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Comparison, Estimate
from simulations import partial
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.partial import true_value
from simulations.scenarios import Scenario

TOP = (0.9, 1.0)
SENSITIVITY = 0.9
REPEATS = 499

SPECIFICITY_AT = "specificity-at"
OVER_SENSITIVITIES = "partial-auc, sensitivities"
CORRECTED = "corrected, sensitivities"
CORRECTED_TOP = "corrected, specificities"
AREAS: dict[str, dict[str, Any]] = {
    OVER_SENSITIVITIES: {"sensitivity": TOP},
    CORRECTED: {"sensitivity": TOP, "corrected": True},
    CORRECTED_TOP: {"specificity": TOP, "corrected": True},
}
ESTIMATES: dict[str, CountedEstimate] = {
    SPECIFICITY_AT: SpecificityAt(sensitivity=SENSITIVITY),
    **{name: PartialAuc(**over) for name, over in AREAS.items()},
}
RESAMPLED: dict[str, CountedEstimate] = {
    **partial.ESTIMATES,
    **{name: ESTIMATES[name] for name in (SPECIFICITY_AT, OVER_SENSITIVITIES)},
}


def intervals(scores: Scores) -> dict[str, Estimate]:
    """Every interval of one classifier."""
    return {
        SPECIFICITY_AT: specificity_at_interval(scores, SENSITIVITY),
        **{name: partial_auc_interval(scores, **over) for name, over in AREAS.items()},
    }


def tests(first: Scores, second: Scores, *, paired: bool) -> dict[str, Comparison]:
    """Every test of two classifiers."""
    return {
        SPECIFICITY_AT: specificity_at_test(first, second, SENSITIVITY, paired=paired),
        **{
            name: partial_auc_test(first, second, paired=paired, **over)
            for name, over in AREAS.items()
        },
    }


def coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each analytic interval covers the truth, and the sum of the widths."""
    tally = Tally()
    true = {name: true_value(scenario, estimate) for name, estimate in ESTIMATES.items()}
    for _ in range(draws):
        for name, found in intervals(_one(scenario, rng)).items():
            _count(tally, name, found, true[name])
    return tally.result()


def bootstrap_coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """The same by percentiles and BCa, for the two that are not another one rescaled."""
    names = (SPECIFICITY_AT, OVER_SENSITIVITIES)
    tally, true = Tally(), {name: true_value(scenario, ESTIMATES[name]) for name in names}
    for _ in range(draws):
        scores = _one(scenario, rng)
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        for name in names:
            for kind in partial.KINDS:
                found = bootstrap_interval(scores, ESTIMATES[name], kind=kind, resampling=chosen)
                _count(tally, f"{name}, bootstrap-{kind}", found, true[name])
    return tally.result()


def level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the tests of two equal classifiers reject, on the same test set and on two."""
    tally = Tally()
    for _ in range(draws):
        labels, values = scenario.draw(rng, classifiers=2)
        first, second = PairedScores.from_arrays(labels, {"a": values[0], "b": values[1]})
        for name, test in tests(first, second, paired=True).items():
            tally.add(f"{name}, paired", test.p_value <= LEVEL)
        for name, test in tests(first, _one(scenario, rng, "c"), paired=False).items():
            tally.add(f"{name}, unpaired", test.p_value <= LEVEL)
    return tally.result()


def resampled_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often bootstrap tests of two equal classifiers on different test sets reject."""
    tally = Tally()
    for _ in range(draws):
        first, second = _one(scenario, rng, "a"), _one(scenario, rng, "b")
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        for name, estimate in RESAMPLED.items():
            found = bootstrap_test(first, second, estimate, paired=False, resampling=chosen)
            tally.add(name, found.p_value <= LEVEL)
    return tally.result()


def _one(scenario: Scenario, rng: np.random.Generator, name: str = "a") -> Scores:
    labels, values = scenario.draw(rng)
    return Scores.from_arrays(labels, values[0], name=name)


def _count(tally: Tally, name: str, found: Estimate, true: float) -> None:
    tally.add(name, true in found.interval)
    tally.add(f"{name} width", found.interval.high - found.interval.low)


def _worlds(
    kinds: tuple[str, ...], sizes: tuple[tuple[int, int], ...], correlation: float = 0.0
) -> tuple[Scenario, ...]:
    return tuple(
        Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores, correlation=correlation)
        for scores in kinds
        for m, n in sizes
        for auc in (0.8, 0.95)
    )


SIZES = ((20, 200), (200, 20), (100, 100))

QUESTIONS = (
    Question(
        name="other parts coverage",
        ask=coverage,
        columns=tuple(ESTIMATES),
        scenarios=_worlds(("normal", "normal, positives 3"), SIZES),
        draws=1000,
    ),
    Question(
        name="other parts bootstrap coverage",
        ask=bootstrap_coverage,
        columns=tuple(
            f"{name}, bootstrap-{kind}"
            for name in (SPECIFICITY_AT, OVER_SENSITIVITIES)
            for kind in partial.KINDS
        ),
        scenarios=_worlds(("normal",), ((200, 20), (100, 100))),
        draws=300,
    ),
    Question(
        name="other parts level",
        ask=level,
        columns=tuple(
            f"{name}, {design}" for design in ("paired", "unpaired") for name in ESTIMATES
        ),
        scenarios=_worlds(("normal",), SIZES, correlation=0.5),
        draws=1000,
    ),
    Question(
        name="resampled unpaired parts level",
        ask=resampled_level,
        columns=tuple(RESAMPLED),
        scenarios=_worlds(("normal",), SIZES[1:]),
        draws=1000,
    ),
)
