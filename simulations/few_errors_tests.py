"""Comparisons where errors are few: level where AUCs are equal, and power where they are not.

The tests are DeLong's, MOVER, and both: a difference is claimed only if both claim it. MOVER is
looked at through its interval, which is its test inverted (the p-value takes ten times as long);
the null difference that it is called with is that of the sample, where there is nothing to invert.
"""

from collections.abc import Iterator

import numpy as np

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.inference.auc import delong, mover
from aucurate.inference.core import caveats
from aucurate.inference.core.contrasts import Question as Asked
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.permutation import permutation_test
from aucurate.results import Interval
from simulations import score_kinds
from simulations.counting import LEVEL, Counts, Question, Tally, may_be_beyond
from simulations.margins import MARGIN
from simulations.scenarios import Scenario

BOTH = "both"
CAVEAT = "caveat few_errors"
TESTS = ("delong", "mover", BOTH)
PERMUTATION = "permutation"
EVERY = 10  # draws for one permutation test
REPEATS = 299
LIMIT, NEAR_LIMIT = 0.06, 0.055
MARGIN_LIMIT, NEAR_MARGIN_LIMIT = 0.035, 0.03
KINDS = ("non-inferiority", "superiority", "equivalence")


def paired_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each paired test calls two AUCs different."""
    tally = Tally({PERMUTATION: EVERY})
    for draw in range(draws):
        two = _paired(scenario, rng)
        _count_tests(tally, _paired_intervals(AucMoments.from_scores(two, threads=1)))
        key = int(rng.integers(2**63))
        if tally.wants(PERMUTATION, draw):
            chosen = Resampling(replicates=REPEATS, rng=key)
            found = permutation_test(two["a"], two["b"], resampling=chosen, threads=1)
            tally.add(PERMUTATION, found.p_value <= LEVEL)
    return tally.result()


def flagged(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often DeLong's test says that it rests on few errors."""
    tally = Tally()
    for _ in range(draws):
        moments = AucMoments.from_scores(_paired(scenario, rng), threads=1)
        (one, two), smaller = moments.aucs, min(moments.n_positive, moments.n_negative)
        tally.add(CAVEAT, bool(caveats.of_few_errors(one, two, smaller)))
    return tally.result()


def unpaired_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each unpaired test calls two AUCs different."""
    tally = Tally()
    for _ in range(draws):
        one, two = (_moments(world, rng) for world in (scenario, scenario.second))
        asked = _at_the_sample(one.aucs[0] - two.aucs[0])
        found = {
            "delong": delong.unpaired_comparison(one, two).interval,
            "mover": mover.unpaired_comparison(
                delong.AucComponents.of(one), delong.AucComponents.of(two), asked
            ).interval,
        }
        _count_tests(tally, found)
    return tally.result()


def margin_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each margin test claims, with a true difference that is just the margin."""
    return _margin_claims(scenario, scenario.second.true_auc - scenario.true_auc, draws, rng)


def margin_power(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often it is shown of two equal AUCs that the margin is kept."""
    return _margin_claims(scenario, MARGIN, draws, rng)


def _margin_claims(
    scenario: Scenario, margin: float, draws: int, rng: np.random.Generator
) -> Counts:
    """Non-inferiority of the first, superiority of the second, equivalence, each at 0.025."""
    tally = Tally()
    for _ in range(draws):
        moments = AucMoments.from_scores(_paired(scenario, rng), threads=1)
        claims = {
            name: [found.low >= -margin, found.high <= -margin, found.high <= margin]
            for name, found in _paired_intervals(moments).items()
        }
        claims[BOTH] = [all(claim) for claim in zip(*claims.values(), strict=True)]
        for name, (keeps, is_worse, stays) in claims.items():
            for kind, shown in zip(KINDS, (keeps, is_worse, keeps and stays), strict=True):
                tally.add(f"{kind}, {name}", shown)
    return tally.result()


def _paired(scenario: Scenario, rng: np.random.Generator) -> PairedScores:
    labels, values = scenario.draw(rng, classifiers=2)
    return PairedScores.from_arrays(labels, dict(zip("ab", values, strict=True)))


def _moments(scenario: Scenario, rng: np.random.Generator) -> AucMoments:
    labels, values = scenario.draw(rng)
    return AucMoments.from_scores(Scores.from_arrays(labels, values[0]), threads=1)


def _paired_intervals(moments: AucMoments) -> dict[str, Interval]:
    asked = _at_the_sample(moments.aucs[0] - moments.aucs[1])
    whole = delong.AucComponents.of(moments)
    return {
        "delong": whole.test(whole.paired(0, 1), asked).interval,
        "mover": mover.compared_places(whole, 0, 1, asked).interval,
    }


def _at_the_sample(difference: float) -> Asked:
    return Asked.checked("two-sided", difference, 1 - LEVEL)


def _count_tests(tally: Tally, found: dict[str, Interval]) -> None:
    rejects = {name: not interval.low <= 0 <= interval.high for name, interval in found.items()}
    for name, rejected in {**rejects, BOTH: all(rejects.values())}.items():
        tally.add(name, rejected)


def _decides(counts: Counts, draws: int) -> bool:
    return any(may_be_beyond(counts[name], draws, near=NEAR_LIMIT, limit=LIMIT) for name in TESTS)


def _margin_decides(counts: Counts, draws: int) -> bool:
    return any(
        may_be_beyond(counts[column], draws, near=NEAR_MARGIN_LIMIT, limit=MARGIN_LIMIT)
        for column in MARGIN_COLUMNS
    )


def _pairs(
    first: tuple[str, float],
    second: tuple[str, float] | None,
    correlation: float,
    sizes: tuple[tuple[int, int], ...],
) -> Iterator[Scenario]:
    """Two classifiers of their own kind and AUC, on test sets of these sizes."""
    for m, n in sizes:
        scores, auc = first
        yield Scenario(
            auc=auc,
            n_positive=m,
            n_negative=n,
            scores=scores,
            correlation=correlation,
            second_scores=None if second is None or second[0] == scores else second[0],
            second_auc=None if second is None or second[1] == auc else second[1],
        )


def _wide(spread: str, auc: float) -> tuple[str, float]:
    return f"normal, positives {spread}", auc


def _normal(auc: float) -> tuple[str, float]:
    return "normal", auc


def _missed(percent: int, rest: float) -> tuple[str, float]:
    return f"missed positives {percent}%", rest


def _true(world: tuple[str, float]) -> float:
    scores, auc = world
    return score_kinds.KINDS[scores].true_auc(auc)


HELD_OUT_KINDS = (
    ("missed positives 4%", 0.98),
    ("missed positives 7%", 0.95),
    ("missed negatives 5%", 0.97),
    ("confused positives 10%", 0.99),
    ("t, 2 degrees", 0.93),
    ("reversed exponential", 0.97),
    ("zero inflation 5%/90%", 0.95),
)
SIZES = ((20, 20), (20, 200), (30, 30), (30, 300), (50, 50), (50, 500), (100, 100), (100, 1000))
EQUAL = (
    *((_normal(auc), None, rho) for auc in (0.8, 0.9, 0.95, 0.98) for rho in (0.5, 0.9)),
    (_normal(0.9), None, 0.99),
    (_wide("1/3", 0.8), _wide("3", 0.8), 0.5),
    (_wide("1/3", 0.9), _wide("3", 0.9), 0.5),
    (_normal(0.9), _wide("3", 0.9), 0.7),
    (_normal(0.95), _wide("3", 0.95), 0.7),
    (_wide("1/3", 0.95), _wide("3", 0.95), 0.9),
    (_normal(0.98), _wide("3", 0.98), 0.5),
    (_missed(2, 0.99), None, 0.0),
    (_missed(5, 0.99), None, 0.0),
    (_missed(5, 0.99), None, 0.8),
    (_missed(10, 0.97), None, 0.0),
    (_missed(5, 0.9999), _normal(0.95 * 0.9999), 0.0),
    (_missed(5, 0.99), _normal(0.95 * 0.99), 0.7),
    (_missed(10, 0.99), _normal(0.9 * 0.99), 0.0),
    (("exponential", 0.9), None, 0.5),
    (_missed(5, 0.9), _normal(0.95 * 0.9), 0.9),
    (_missed(3, 0.95), _normal(0.97 * 0.95), 0.9),
)
UNEQUAL = (
    (_normal(0.88), _normal(0.8), 0.5),
    (_normal(0.95), _normal(0.9), 0.7),
    (_normal(0.85), _normal(0.8), 0.9),
    (_normal(0.95), _wide("3", 0.88), 0.5),
    (_normal(0.82), _normal(0.8), 0.99),
    (_normal(0.99), _normal(0.95), 0.5),
)
CURVES = (
    ("normal", 0.7, 0.5, (50, 50), (0.7, 0.75, 0.8, 0.85, 0.9)),
    ("normal", 0.8, 0.5, (20, 200), (0.8, 0.85, 0.9, 0.95, 0.98)),
    ("normal", 0.8, 0.9, (30, 300), (0.8, 0.82, 0.84, 0.86, 0.9)),
    ("normal", 0.8, 0.99, (50, 500), (0.8, 0.805, 0.81, 0.82, 0.83)),
    ("normal", 0.9, 0.7, (50, 500), (0.9, 0.92, 0.94, 0.96, 0.98)),
    ("normal", 0.95, 0.5, (100, 100), (0.95, 0.96, 0.97, 0.98, 0.99)),
)
ALONE_SIZES = (
    ((20, 200), (500, 500)),
    ((30, 300), (1000, 1000)),
    ((50, 50), (1000, 1000)),
    ((25, 100), (100, 400)),
    ((40, 40), (160, 160)),
    ((50, 500), (50, 500)),
)
ALONE = (
    _normal(0.8),
    _normal(0.9),
    _normal(0.95),
    _wide("3", 0.9),
    ("exponential", 0.9),
    ("exponential", 0.98),
    _missed(2, 0.99),
    _missed(5, 0.99),
    _missed(10, 0.97),
)
HELD_OUT_SIZES = ((25, 250), (40, 40), (60, 600), (80, 80), (200, 200))
HELD_OUT_EQUAL = (
    *((kind, _normal(_true(kind)), rho) for rho in (0.0, 0.8) for kind in HELD_OUT_KINDS),
    (("confused positives 10%", 0.99), None, 0.6),
    (("missed positives 4%", 0.98), None, 0.6),
    (("t, 2 degrees", 0.93), None, 0.9),
    (_wide("2", 0.96), _wide("1/3", 0.96), 0.3),
    (_wide("5", 0.9), _normal(0.9), 0.8),
    (("logistic", 0.97), ("reversed exponential", 0.97), 0.5),
    (("missed negatives 7%", 0.99), ("missed positives 7%", 0.99), 0.0),
)
HELD_OUT_ALONE_SIZES = (
    ((25, 250), (400, 400)),
    ((60, 60), (600, 600)),
    ((35, 140), (140, 35)),
    ((80, 80), (80, 80)),
    ((150, 1500), (1500, 1500)),
)
ALONE_UNEQUAL = (
    *((0.8, 0.75, size) for size in ((50, 50), (100, 100), (200, 200), (500, 500), (100, 1000))),
    *((0.9, 0.7, size) for size in ((30, 30), (50, 50), (20, 200))),
    *((0.95, 0.85, size) for size in ((30, 30), (50, 50), (100, 100), (20, 200))),
    *((0.98, 0.94, size) for size in ((100, 100), (100, 1000), (300, 300))),
)
MARGIN_SIZES = ((20, 200), (30, 300), (50, 500), (100, 100), (100, 1000))
AT_THE_MARGIN = (
    (_missed(7, 0.99), _missed(2, 0.99), 0.0),
    (_missed(5, 0.97), _normal(0.97), 0.0),
    (_missed(10, 0.99), _missed(5, 0.99), 0.0),
    (_wide("3", 0.9), _normal(0.95), 0.7),
    (_normal(0.93), _normal(0.98), 0.7),
    (_normal(0.75), _normal(0.8), 0.7),
    (_normal(0.85), _normal(0.9), 0.9),
)
HELD_OUT_AT_THE_MARGIN = (
    (_missed(4, 0.98), _normal(0.985), 0.0),
    (("confused positives 10%", 0.99), _normal(0.98), 0.5),
    (("missed negatives 7%", 0.98), ("missed negatives 2%", 0.98), 0.0),
    (("t, 2 degrees", 0.9), _normal(0.95), 0.8),
    (_wide("5", 0.88), _normal(0.94), 0.6),
    (("reversed exponential", 0.93), ("exponential", 0.97), 0.4),
)
WITHIN_THE_MARGIN = (
    (_missed(2, 0.99), None, 0.0),
    (_normal(0.97), None, 0.0),
    (_missed(5, 0.99), None, 0.0),
    (_normal(0.95), None, 0.7),
    (_normal(0.98), None, 0.7),
    (_normal(0.8), None, 0.7),
    (_normal(0.9), None, 0.9),
)
MARGIN_COLUMNS = tuple(f"{kind}, {name}" for kind in KINDS for name in TESTS)


def _unpaired(first: tuple[str, float], sizes: tuple[tuple[int, int], tuple[int, int]]) -> Scenario:
    (m, n), second = sizes
    return Scenario(
        auc=first[1],
        n_positive=m,
        n_negative=n,
        scores=first[0],
        second_sizes=None if second == (m, n) else second,
    )


QUESTIONS = (
    Question(
        name="few errors paired level",
        ask=paired_level,
        columns=(*TESTS, PERMUTATION),
        scenarios=tuple(world for pair in EQUAL for world in _pairs(*pair, SIZES)),
        draws=2000,
        decides=_decides,
    ),
    Question(
        name="held-out few errors paired level",
        ask=paired_level,
        columns=(*TESTS, PERMUTATION),
        scenarios=tuple(
            world for pair in HELD_OUT_EQUAL for world in _pairs(*pair, HELD_OUT_SIZES)
        ),
        draws=2000,
        decides=_decides,
    ),
    Question(
        name="few errors caveat",
        ask=flagged,
        columns=(CAVEAT,),
        scenarios=tuple(
            world
            for pairs, sizes in ((EQUAL, SIZES), (HELD_OUT_EQUAL, HELD_OUT_SIZES))
            for pair in pairs
            for world in _pairs(*pair, sizes)
        ),
        draws=2000,
    ),
    Question(
        name="paired power",
        ask=paired_level,
        columns=(*TESTS, PERMUTATION),
        scenarios=tuple(
            world
            for pair in UNEQUAL
            for world in _pairs(*pair, ((20, 200), (30, 30), (50, 500), (100, 100)))
        ),
        draws=2000,
    ),
    Question(
        name="paired power curves",
        ask=paired_level,
        columns=(*TESTS, PERMUTATION),
        scenarios=tuple(
            world
            for scores, lower, correlation, size, aucs in CURVES
            for auc in aucs
            for world in _pairs((scores, auc), (scores, lower), correlation, (size,))
        ),
        draws=2000,
    ),
    Question(
        name="few errors unpaired level",
        ask=unpaired_level,
        columns=TESTS,
        scenarios=tuple(_unpaired(first, sizes) for first in ALONE for sizes in ALONE_SIZES),
        draws=2000,
        decides=_decides,
    ),
    Question(
        name="held-out few errors unpaired level",
        ask=unpaired_level,
        columns=TESTS,
        scenarios=tuple(
            _unpaired(first, sizes) for first in HELD_OUT_KINDS for sizes in HELD_OUT_ALONE_SIZES
        ),
        draws=2000,
        decides=_decides,
    ),
    Question(
        name="unpaired power",
        ask=unpaired_level,
        columns=TESTS,
        scenarios=(
            *(
                Scenario(auc=auc, n_positive=m, n_negative=n, second_auc=second)
                for auc, second, (m, n) in ALONE_UNEQUAL
            ),
            *(
                Scenario(
                    auc=auc,
                    n_positive=30,
                    n_negative=300,
                    second_auc=second,
                    second_sizes=(1000, 1000),
                )
                for auc, second in ((0.75, 0.85), (0.9, 0.75))
            ),
        ),
        draws=2000,
    ),
    Question(
        name="few errors margin level",
        ask=margin_level,
        columns=MARGIN_COLUMNS,
        scenarios=tuple(world for pair in AT_THE_MARGIN for world in _pairs(*pair, MARGIN_SIZES)),
        draws=2000,
        decides=_margin_decides,
    ),
    Question(
        name="held-out few errors margin level",
        ask=margin_level,
        columns=MARGIN_COLUMNS,
        scenarios=tuple(
            world for pair in HELD_OUT_AT_THE_MARGIN for world in _pairs(*pair, HELD_OUT_SIZES)
        ),
        draws=2000,
        decides=_margin_decides,
    ),
    Question(
        name="margin power",
        ask=margin_power,
        columns=MARGIN_COLUMNS,
        scenarios=tuple(
            world for pair in WITHIN_THE_MARGIN for world in _pairs(*pair, MARGIN_SIZES)
        ),
        draws=2000,
    ),
)
