"""Classifiers on the same observations: how often equal AUCs are called different."""

from collections.abc import Callable

import numpy as np

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.errors import ContrastError
from aucurate.inference.auc import delong, mover
from aucurate.inference.core.contrasts import Question as Asked
from aucurate.inference.methods import COMPARISONS, CURVE_TESTS, JOINT_TESTS
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Comparison
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.intervals import AUCS, REPEATS, SIZES
from simulations.scenarios import KINDS, Scenario

DEFAULT = "delong"
NORMAL = "delong, normal"
PLAIN = Asked.checked("two-sided", 0.0, 1 - LEVEL)

# The same tests as in the registry, from moments that are computed once for all of them.
FROM_MOMENTS: dict[str, Callable[[AucMoments], Comparison]] = {
    DEFAULT: lambda moments: delong.paired_comparison(moments, "a", "b"),
    NORMAL: lambda moments: delong.paired_comparison(moments, "a", "b", distribution="normal"),
    "mover": lambda moments: mover.compared_places(delong.AucComponents.of(moments), 0, 1, PLAIN),
}
TESTS = (
    DEFAULT,
    NORMAL,
    *(name for name, method in COMPARISONS.items() if not method.resamples and name != DEFAULT),
)
JOINT = {f"joint of three, {name}": test for name, test in JOINT_TESTS.items()}
CHI_SQUARE = "joint of three, delong-chi-square"
EVERY = {
    "mover": 2,
    **dict.fromkeys(JOINT, 3),
    "hanley-mcneil": 6,
    "hanley-mcneil-binormal": 6,
    "hanley-mcneil-kendall": 15,
}
RESAMPLED = tuple(name for name, method in COMPARISONS.items() if method.resamples)


def delong_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often DeLong's tests, of two and of three classifiers, reject equal AUCs."""
    tally = Tally()
    for _ in range(draws):
        moments = AucMoments.from_scores(_three(scenario, rng), threads=1)
        for name in (DEFAULT, NORMAL):
            tally.add(name, FROM_MOMENTS[name](moments).p_value <= LEVEL)
        _count_joint_test(tally, CHI_SQUARE, moments)
    return tally.result()


def paired_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each paired test, and each joint test of three, rejects equal AUCs."""
    tally = Tally(EVERY)
    for draw in range(draws):
        three = _three(scenario, rng)
        moments = AucMoments.from_scores(three, threads=1)
        for name in TESTS:
            if tally.wants(name, draw):
                tally.add(name, _compared(name, three, moments).p_value <= LEVEL)
        for name in JOINT:
            if tally.wants(name, draw):
                _count_joint_test(tally, name, moments)
    return tally.result()


def _three(scenario: Scenario, rng: np.random.Generator) -> PairedScores:
    labels, values = scenario.draw(rng, classifiers=3)
    return PairedScores.from_arrays(labels, dict(zip("abc", values, strict=True)))


def _compared(name: str, three: PairedScores, moments: AucMoments) -> Comparison:
    if name in FROM_MOMENTS:
        return FROM_MOMENTS[name](moments)
    compared: Comparison = COMPARISONS[name](three["a"], three["b"])
    return compared


def _count_joint_test(tally: Tally, name: str, moments: AucMoments) -> None:
    try:
        tally.add(name, JOINT[name](moments).p_value <= LEVEL)
    except ContrastError:
        tally.add(name, 0)
        tally.add(f"{name} refused", 1)


def resampled_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each paired test by resampling rejects, and the default one on the same draws."""
    tally = Tally()
    for _ in range(draws):
        three = _three(scenario, rng)
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        tally.add(DEFAULT, COMPARISONS[DEFAULT](three["a"], three["b"]).p_value <= LEVEL)
        for name in (*RESAMPLED, *CURVE_TESTS):
            test = COMPARISONS.get(name) or CURVE_TESTS[name]
            found = test(three["a"], three["b"], resampling=chosen, threads=1)
            tally.add(name, found.p_value <= LEVEL)
    return tally.result()


SHAPES = (
    ("normal, positives 1/3", "normal, positives 3"),
    ("normal", "normal, positives 3"),
    ("normal", "normal, positives 1/3"),
)
COLUMNS = (*TESTS, *JOINT)
GRID = tuple(
    Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores, correlation=correlation)
    for scores in KINDS
    for m, n in SIZES
    for auc in AUCS
    for correlation in (0.0, 0.5, 0.9)
)

QUESTIONS = (
    # The same worlds twice: DeLong's tests, which take little, in many draws; all in fewer.
    Question(
        name="paired level",
        ask=delong_level,
        columns=(DEFAULT, NORMAL, CHI_SQUARE),
        scenarios=GRID,
    ),
    Question(
        name="paired level, all tests",
        ask=paired_level,
        columns=COLUMNS,
        scenarios=GRID,
        draws=2000,
    ),
    # Equal AUCs, but curves of different shape, which may cross.
    Question(
        name="different curves level",
        ask=paired_level,
        columns=COLUMNS,
        scenarios=tuple(
            Scenario(
                auc=auc,
                n_positive=m,
                n_negative=n,
                scores=first,
                correlation=correlation,
                second_scores=second,
            )
            for first, second in SHAPES
            for m, n in ((20, 200), (200, 20), (50, 50), (500, 500))
            for auc in (0.7, 0.9)
            for correlation in (0.0, 0.9)
        ),
        draws=3000,
    ),
    # Worlds that no test was designed on.
    Question(
        name="held-out paired level",
        ask=paired_level,
        columns=COLUMNS,
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores, correlation=correlation)
            for scores in ("normal", "normal, positives 5", "exponential", "ordinal")
            for m, n in ((15, 60), (60, 15), (30, 30), (40, 400))
            for auc in (0.8, 0.95)
            for correlation in (0.3, 0.8)
        ),
        draws=2000,
    ),
    Question(
        name="resampled paired level",
        ask=resampled_level,
        columns=(DEFAULT, *RESAMPLED, *CURVE_TESTS),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores, correlation=0.5)
            for scores in ("normal", "normal, positives 3")
            for m, n in ((20, 200), (50, 50))
            for auc in (0.7, 0.9, 0.99)
        ),
        draws=1000,
    ),
    Question(
        name="resampled different curves level",
        ask=resampled_level,
        columns=(DEFAULT, *RESAMPLED, *CURVE_TESTS),
        scenarios=tuple(
            Scenario(
                auc=0.9,
                n_positive=50,
                n_negative=50,
                scores=first,
                correlation=correlation,
                second_scores=second,
            )
            for first, second in SHAPES
            for correlation in (0.0, 0.9)
        ),
        draws=1000,
    ),
)
