"""Classifiers on test sets of their own: how often equal AUCs are called different."""

from collections.abc import Callable

import numpy as np

from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.inference.auc import delong, hanley_mcneil, mover
from aucurate.inference.methods import COMPARISONS, CURVE_TESTS
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Comparison
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.intervals import AUCS, REPEATS, SIZES
from simulations.paired import DEFAULT, PLAIN
from simulations.scenarios import Scenario

TWO_COMPONENT = "delong, two-component"
TESTS: dict[str, Callable[[AucMoments, AucMoments], Comparison]] = {
    DEFAULT: delong.unpaired_comparison,
    TWO_COMPONENT: lambda one, two: delong.unpaired_comparison(
        one, two, satterthwaite="two-component"
    ),
    "hanley-mcneil": hanley_mcneil.unpaired_comparison,
    "mover": lambda one, two: mover.unpaired_comparison(
        delong.AucComponents.of(one), delong.AucComponents.of(two), PLAIN
    ),
}
RESAMPLED = tuple(
    name for name, method in COMPARISONS.items() if method.resamples and not method.paired_only
)


def unpaired_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each unpaired test rejects equal AUCs."""
    tally = Tally({"mover": 2})
    for draw in range(draws):
        one, two = (AucMoments.from_scores(s, threads=1) for s in _two(scenario, rng))
        for name, test in TESTS.items():
            if tally.wants(name, draw):
                tally.add(name, test(one, two).p_value <= LEVEL)
    return tally.result()


def resampled_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each unpaired test by resampling rejects, and the default one beside them."""
    tally = Tally()
    for _ in range(draws):
        one, two = _two(scenario, rng)
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        tally.add(DEFAULT, COMPARISONS[DEFAULT](one, two, paired=False).p_value <= LEVEL)
        for name in (*RESAMPLED, *CURVE_TESTS):
            test = COMPARISONS.get(name) or CURVE_TESTS[name]
            found = test(one, two, paired=False, resampling=chosen, threads=1)
            tally.add(name, found.p_value <= LEVEL)
    return tally.result()


def _two(scenario: Scenario, rng: np.random.Generator) -> tuple[Scores, Scores]:
    first, second = scenario.draw(rng), scenario.second.draw(rng)
    return (
        Scores.from_arrays(first[0], first[1][0], name="a"),
        Scores.from_arrays(second[0], second[1][0], name="b"),
    )


UNEQUAL = (((6, 500), (500, 500)), ((20, 200), (500, 500)))

QUESTIONS = (
    Question(
        name="unpaired level",
        ask=unpaired_level,
        columns=tuple(TESTS),
        scenarios=tuple(
            Scenario(
                auc=auc,
                n_positive=first[0],
                n_negative=first[1],
                scores=scores,
                second_sizes=second,
            )
            for scores in ("normal", "exponential")
            for first, second in (*(((m, n), None) for m, n in ((6, 500), *SIZES)), *UNEQUAL)
            for auc in AUCS
        ),
        draws=4000,
    ),
    Question(
        name="resampled unpaired level",
        ask=resampled_level,
        columns=(DEFAULT, *RESAMPLED, *CURVE_TESTS),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n)
            for m, n in ((20, 200), (50, 50))
            for auc in (0.7, 0.9)
        ),
        draws=1000,
    ),
)
