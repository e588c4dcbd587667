"""The highest of several AUCs: do its own interval and the one that allows for the choice cover?"""

from collections.abc import Callable

import numpy as np

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.inference.auc.highest import highest_auc_interval, unpaired_highest_auc_interval
from aucurate.inference.methods import INTERVALS, RECOMMENDED_INTERVAL
from aucurate.results import Estimate
from simulations.counting import BIAS, Counts, Question, Tally, may_be_beyond
from simulations.few_errors import FLOOR, NEAR_FLOOR
from simulations.intervals import count
from simulations.scenarios import Scenario

ALLOWING = "allowing for the choice"
COLUMNS = (ALLOWING, RECOMMENDED_INTERVAL)


def coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each interval covers the true AUC of the classifier that came out highest."""
    tally, truth = Tally(), _truth(scenario)
    for _ in range(draws):
        labels, values = scenario.draw(rng)
        data = PairedScores.from_arrays(labels, dict(zip(truth, values, strict=True)))
        moments = AucMoments.from_scores(data, threads=1)
        _count(tally, highest_auc_interval(moments), moments, truth)
    return tally.result()


def unpaired_coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """The same with a test set of its own for each classifier."""
    tally, truth = Tally(), _truth(scenario)
    for _ in range(draws):
        members = {}
        for at, name in enumerate(truth):
            world = scenario if at < (scenario.leaders or 1) else scenario.second
            labels, (values,) = world.draw(rng, classifiers=1)
            scores = Scores.from_arrays(labels, values, name=name)
            members[name] = AucMoments.from_scores(scores, threads=1)
        highest = unpaired_highest_auc_interval(list(members.values()))
        _count(tally, highest, members[highest.name], truth)
    return tally.result()


def _truth(scenario: Scenario) -> dict[str, float]:
    """The true AUC of each classifier, by name."""
    leaders, others = scenario.leaders or 1, scenario.second.true_auc
    return {
        f"c{at}": scenario.true_auc if at < leaders else others
        for at in range(scenario.classifiers or 1)
    }


def _count(tally: Tally, highest: Estimate, moments: AucMoments, truth: dict[str, float]) -> None:
    own = INTERVALS[RECOMMENDED_INTERVAL](moments, name=highest.name)
    true = truth[highest.name]
    for column, estimate in zip(COLUMNS, (highest, own), strict=True):
        count(tally, column, estimate.interval, true)
        tally.add(f"{column}{BIAS}", estimate.value - true)


def decides(counts: Counts, draws: int) -> bool:
    """Whether the coverage of the interval that allows for the choice may be below its floor."""
    return may_be_beyond(counts[ALLOWING], draws, near=NEAR_FLOOR, limit=FLOOR)


def _question(
    name: str,
    worlds: tuple[Scenario, ...],
    ask: Callable[[Scenario, int, np.random.Generator], Counts] = coverage,
) -> Question:
    return Question(
        name=name, ask=ask, columns=COLUMNS, scenarios=worlds, draws=2000, decides=decides
    )


EQUAL = tuple(
    Scenario(auc=auc, correlation=correlation, n_positive=m, n_negative=n, classifiers=classifiers)
    for classifiers in (3, 10, 50)
    for auc, correlation in (
        (0.6, 0.0),
        (0.6, 0.8),
        (0.8, 0.5),
        (0.8, 0.95),
        (0.95, 0.0),
        (0.95, 0.5),
    )
    for m, n in ((20, 200), (50, 200), (100, 100), (200, 200))
    if classifiers < 50 or (m, n) in ((20, 200), (200, 200))
)
# One slightly best, one clearly best, and two groups: (first AUC, the others', how many have it).
UNEQUAL = tuple(
    Scenario(
        auc=auc,
        second_auc=second,
        leaders=None if share is None else max(1, classifiers // share),
        correlation=correlation,
        n_positive=m,
        n_negative=n,
        classifiers=classifiers,
    )
    for auc, second, share, m, n in (
        (0.82, 0.8, None, 100, 100),
        (0.95, 0.92, None, 50, 200),
        (0.8, 0.65, None, 50, 200),
        (0.9, 0.8, None, 200, 200),
        (0.95, 0.7, None, 20, 200),
        (0.8, 0.72, 2, 100, 100),
    )
    for correlation in (0.5, 0.9)
    for classifiers in (3, 10, 50)
)
# Other numbers of classifiers, shapes of scores and sizes, fixed after the method was.
HELD_OUT = tuple(
    Scenario(
        auc=auc,
        second_auc=second,
        leaders=leaders,
        correlation=correlation,
        n_positive=m,
        n_negative=n,
        classifiers=classifiers,
        scores=scores,
    )
    for scores, auc, near, far, (m, n) in (
        ("exponential", 0.75, 0.72, 0.55, (60, 60)),
        ("normal, positives 3", 0.85, 0.82, 0.65, (40, 160)),
        ("normal, positives 1/3", 0.7, 0.67, 0.5, (150, 75)),
        ("ordinal", 0.85, 0.82, 0.65, (120, 480)),
        ("t, 4 degrees", 0.9, 0.88, 0.7, (30, 300)),
        ("missed positives 5%", 0.99, 0.97, 0.8, (25, 250)),
    )
    for classifiers, correlation, second, leaders in (
        (4, 0.3, None, None),
        (20, 0.7, None, None),
        (7, 0.6, near, None),
        (30, 0.4, near, 6),
        (15, 0.6, far, None),
    )
)
# Equal sizes, the best in the largest or in the smallest test set, and one clearly best.
UNPAIRED = tuple(
    Scenario(
        auc=auc,
        second_auc=second,
        n_positive=m,
        n_negative=n,
        second_sizes=sizes,
        classifiers=classifiers,
    )
    for auc, second, (m, n), sizes in (
        (0.8, None, (60, 60), None),
        (0.8, 0.75, (300, 300), (30, 60)),
        (0.8, 0.75, (30, 60), (300, 300)),
        (0.9, 0.7, (100, 100), (50, 100)),
    )
    for classifiers in (3, 8)
)

QUESTIONS = (
    _question("highest, equal AUCs", EQUAL),
    _question("highest, other AUCs", UNEQUAL),
    _question("held-out highest", HELD_OUT),
    _question("highest of different test sets", UNPAIRED, unpaired_coverage),
)
