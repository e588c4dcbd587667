"""The test against chance: level where the AUC is one half, power where it is not.

Beside it stand its two parts alone, and the test of the interval (the beta limits inverted).
"""

import numpy as np

from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.inference.auc import chance
from aucurate.inference.auc.delong import delong_null_test
from simulations.counting import LEVEL, Counts, Question, Tally, may_be_beyond
from simulations.scenarios import Scenario

CHANCE = "chance_test"
TESTS = (CHANCE, "rank-sum", "Brunner-Munzel", "interval")
LIMIT, NEAR_LIMIT = 0.06, 0.055


def rejections(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each two-sided test rejects an AUC of one half."""
    tally = Tally()
    known: dict[float | None, tuple[float, float]] = {}
    for _ in range(draws):
        labels, values = scenario.draw(rng)
        scores = Scores.from_arrays(labels, values[0])
        moments = AucMoments.from_scores(scores, threads=1)
        wins = moments.aucs[0] if moments.tied_shares[0] == 0 else None
        ranks = known.get(wins) or chance.rank_sum(scores)
        if wins is not None:  # without ties the count depends on the AUC alone
            known[wins] = ranks
        robust = chance.brunner_munzel(moments, 0)
        both = tuple(map(max, ranks, robust))
        sides = dict(zip(TESTS, (both, ranks, robust), strict=False))
        for name, p_values in sides.items():
            tally.add(name, 2 * min(p_values) <= LEVEL)
        tally.add("interval", delong_null_test(moments).p_value <= LEVEL)
    return tally.result()


def _decides(counts: Counts, draws: int) -> bool:
    return may_be_beyond(counts[CHANCE], draws, near=NEAR_LIMIT, limit=LIMIT)


def _spread(words: str) -> str:
    return f"normal, positives {words}"


SIZES = (
    *((4, 4), (5, 5), (6, 20), (20, 6), (5, 100), (100, 5), (8, 100), (100, 8), (10, 10)),
    *((10, 50), (50, 10), (20, 20), (20, 200), (200, 20), (50, 50)),
)
KINDS = ("normal", *(_spread(words) for words in ("1/3", "3", "5")))
HELD_OUT_SIZES = ((7, 7), (12, 36), (36, 12), (15, 150), (150, 15), (30, 90), (70, 70))
HELD_OUT_KINDS = (*(_spread(words) for words in ("2", "10")), "exponential", "ordinal")
POWER = (
    (0.961, (5, 5)),
    (0.856, (6, 20)),
    (0.821, (10, 10)),
    (0.856, (5, 100)),
    (0.802, (8, 100)),
    (0.921, (5, 500)),
    (0.75, (20, 20)),
    (0.7, (20, 200)),
    (0.65, (50, 50)),
)


def _level(name: str, kinds: tuple[str, ...], sizes: tuple[tuple[int, int], ...]) -> Question:
    return Question(
        name=name,
        ask=rejections,
        columns=TESTS,
        scenarios=tuple(
            Scenario(auc=0.5, n_positive=m, n_negative=n, scores=scores)
            for scores in kinds
            for m, n in sizes
        ),
        draws=2000,
        decides=_decides,
    )


QUESTIONS = (
    _level("chance level", KINDS, SIZES),
    _level("held-out chance level", HELD_OUT_KINDS, HELD_OUT_SIZES),
    Question(
        name="chance power",
        ask=rejections,
        columns=TESTS,
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
            for scores in ("normal", _spread("3"), _spread("1/3"))
            for auc, (m, n) in POWER
        ),
        draws=2000,
    ),
)
