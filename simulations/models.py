"""Models of a curve: how often their intervals cover the AUC, where they hold and where not."""

import numpy as np

from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import ModelError
from aucurate.inference.models.biexponential import (
    biexponential_null_test,
    biexponential_paired_test,
    biexponential_test,
    fitted_biexponential_curve,
    fitted_biexponential_null_test,
    fitted_biexponential_test,
)
from aucurate.inference.models.registry import MODELS
from aucurate.inference.resampling.options import Resampling
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.intervals import REPEATS
from simulations.scenarios import Scenario

FITTED = ("binormal", "box-cox", "ml-binormal", "biexponential")
EXACT = "biexponential, exact, unpaired"
ONE = "biexponential, exact, one AUC"
PAIRED = "biexponential, paired bootstrap"
NAIVE = "exact test after a fitted power, one AUC"
FITTED_ONE = "parametric bootstrap after a fitted power, one AUC"
FITTED_TWO = "parametric bootstrap after a fitted power, unpaired"


def model_coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each model's interval covers the AUC of the scores behind whatever was rated.

    A model that cannot be fitted is counted as refused, and its draw is left out of its rate.
    """
    tally = Tally()
    for _ in range(draws):
        labels, values = scenario.draw(rng)
        scores = Scores.from_arrays(labels, values[0])
        for name in FITTED:
            model = MODELS[name]
            try:
                interval = model.interval(model.fit(scores)).interval
            except ModelError:
                tally.add(f"{name} refused", 1)
                tally.add(name, 0)
                tally.add(f"{name} draws", 0)
                continue
            tally.add(f"{name} draws", 1)
            tally.add(name, scenario.auc in interval)
            tally.add(f"{name} width", interval.high - interval.low)
    return tally.result()


def biexponential_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the biexponential tests reject a true null in their own world."""
    tally = Tally()
    for _ in range(draws):
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        labels, values = scenario.draw(rng, classifiers=2)
        first, second = PairedScores.from_arrays(labels, dict(zip("ab", values, strict=True)))
        other = Scores.from_arrays(
            *(part[0] if part.ndim > 1 else part for part in scenario.draw(rng))
        )
        power = fitted_biexponential_curve(first).power
        found = {
            EXACT: biexponential_test(first, other, paired=False),
            ONE: biexponential_null_test(first, null=scenario.auc),
            PAIRED: biexponential_paired_test(first, second, resampling=chosen),
            NAIVE: biexponential_null_test(first, null=scenario.auc, power=power),
            FITTED_ONE: fitted_biexponential_null_test(first, null=scenario.auc, resampling=chosen),
            FITTED_TWO: fitted_biexponential_test(first, other, paired=False, resampling=chosen),
        }
        for name, result in found.items():
            tally.add(name, result.p_value <= LEVEL)
    return tally.result()


QUESTIONS = (
    Question(
        name="model coverage",
        ask=model_coverage,
        columns=FITTED,
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
            for scores in ("normal", "normal, positives 3", "exponential", "ordinal")
            for m, n in ((20, 200), (50, 50), (200, 200))
            for auc in (0.7, 0.9)
        ),
        draws=1000,
    ),
    Question(
        name="biexponential level",
        ask=biexponential_level,
        columns=(EXACT, ONE, PAIRED, NAIVE, FITTED_ONE, FITTED_TWO),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores="exponential", correlation=0.5)
            for m, n in ((10, 10), (20, 60), (50, 50))
            for auc in (0.7, 0.9)
        ),
        draws=1000,
    ),
)
