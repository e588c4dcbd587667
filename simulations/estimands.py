"""What compare(of=...) promises of several classifiers: joint tests, intervals that hold together,
the highest, tests against a value, and margins, for parts of the curve and average precision.
"""

import numpy as np

from aucurate.data.scores import PairedScores
from aucurate.errors import ContrastError
from aucurate.inference.auc.highest import highest_of
from aucurate.inference.auc.simultaneous import simultaneous
from aucurate.inference.core.components import joint_test
from aucurate.inference.core.contrasts import Question as Asked
from aucurate.inference.core.influence import CountedComponents
from aucurate.inference.curve.estimands import components_of
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.partial import ESTIMATES, true_value
from simulations.scenarios import Scenario

NAMES = "abcd"
PLAIN = Asked("two-sided", 0.0, 1 - LEVEL)
JOINT, TOGETHER, FIXED = "joint test", "max-|z|", "against the truth"
NONINFERIOR, EQUIVALENT = "non-inferiority", "equivalence"

ERRORS = tuple(f"{name}, {what}" for name in ESTIMATES for what in (JOINT, TOGETHER, FIXED))
MARGINS = tuple(f"{name}, {what}" for name in ESTIMATES for what in (NONINFERIOR, EQUIVALENT))


def several(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """Four equal classifiers: how often the joint test, a difference or a true value is rejected.

    A joint test that the data do not allow rejects nothing.
    """
    tally = Tally()
    true = {name: true_value(scenario, estimand) for name, estimand in ESTIMATES.items()}
    for _ in range(draws):
        data = _drawn(scenario, rng, len(NAMES))
        for name, estimand in ESTIMATES.items():
            whole = components_of(data, estimand)
            tally.add(f"{name}, {JOINT}", _joint_rejects(whole))
            together = simultaneous((whole,), PLAIN)
            tally.add(f"{name}, {TOGETHER}", any(c.p_value <= LEVEL for c in together))
            fixed = whole.null_test(0, true[name], PLAIN, whole.recommended, chance=0.5)
            tally.add(f"{name}, {FIXED}", fixed.p_value <= LEVEL)
    return tally.result()


def _joint_rejects(whole: CountedComponents) -> bool:
    try:
        return joint_test((whole,), distribution="F").p_value <= LEVEL
    except ContrastError:
        return False


def highest(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the interval that allows for the choice covers the truth of the highest of four."""
    tally = Tally()
    true = {name: true_value(scenario, estimand) for name, estimand in ESTIMATES.items()}
    for _ in range(draws):
        data = _drawn(scenario, rng, len(NAMES))
        for name, estimand in ESTIMATES.items():
            whole = components_of(data, estimand)
            found = highest_of((whole,), whole.recommended, 1 - LEVEL)
            tally.add(name, true[name] in found.interval)
    return tally.result()


def margins(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """The second is better by just the margin: how often the first is claimed to be within it."""
    tally = Tally()
    worlds = scenario, scenario.second
    margin = {
        name: true_value(worlds[1], estimand) - true_value(worlds[0], estimand)
        for name, estimand in ESTIMATES.items()
    }
    for _ in range(draws):
        data = _drawn(scenario, rng, 2)
        for name, estimand in ESTIMATES.items():
            whole = components_of(data, estimand)
            contest = whole.paired(0, 1)
            above = Asked("greater", -margin[name], 1 - 2 * LEVEL)
            below = Asked("less", margin[name], 1 - 2 * LEVEL)
            lower, upper = (whole.test(contest, a).p_value <= LEVEL for a in (above, below))
            tally.add(f"{name}, {NONINFERIOR}", lower)
            tally.add(f"{name}, {EQUIVALENT}", lower and upper)
    return tally.result()


def _drawn(scenario: Scenario, rng: np.random.Generator, classifiers: int) -> PairedScores:
    labels, values = scenario.draw(rng, classifiers=classifiers)
    return PairedScores.from_arrays(labels, dict(zip(NAMES, values, strict=False)))


EQUAL = tuple(
    Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores, correlation=0.5)
    for scores in ("normal", "normal, positives 3", "exponential")
    for m, n in ((20, 200), (50, 50), (100, 100), (300, 300))
    for auc in (0.7, 0.9)
)
HELD_OUT = tuple(
    Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores, correlation=0.8)
    for scores in ("ordinal", "normal, positives 1/3", "normal, positives 5")
    for m, n in ((40, 120), (60, 600), (200, 150))
    for auc in (0.75, 0.85)
)
SIZES = ((20, 200), (50, 50), (100, 100), (300, 300))
HELD_OUT_SIZES = ((40, 120), (60, 600), (200, 150))

QUESTIONS = (
    Question(name="estimands level", ask=several, columns=ERRORS, scenarios=EQUAL, draws=2000),
    Question(
        name="held-out estimands level", ask=several, columns=ERRORS, scenarios=HELD_OUT, draws=1000
    ),
    Question(
        name="estimands highest coverage",
        ask=highest,
        columns=tuple(ESTIMATES),
        scenarios=EQUAL,
        draws=1000,
    ),
    Question(
        name="held-out estimands highest coverage",
        ask=highest,
        columns=tuple(ESTIMATES),
        scenarios=HELD_OUT,
        draws=1000,
    ),
    Question(
        name="estimands margin level",
        ask=margins,
        columns=MARGINS,
        scenarios=tuple(
            Scenario(
                auc=auc,
                n_positive=m,
                n_negative=n,
                scores=scores,
                correlation=0.5,
                second_auc=auc + 0.05,
            )
            for scores in ("normal", "exponential")
            for m, n in SIZES
            for auc in (0.7, 0.85)
        ),
        draws=2000,
    ),
    Question(
        name="held-out estimands margin level",
        ask=margins,
        columns=MARGINS,
        scenarios=tuple(
            Scenario(
                auc=auc,
                n_positive=m,
                n_negative=n,
                scores="normal, positives 3",
                correlation=0.8,
                second_auc=auc + 0.03,
            )
            for m, n in HELD_OUT_SIZES
            for auc in (0.75, 0.9)
        ),
        draws=1000,
    ),
)
