"""All pairs of four classifiers at once: how often any true null is rejected."""

from itertools import combinations

import numpy as np

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.inference.auc.delong import paired_comparison
from aucurate.inference.auc.simultaneous import simultaneous_comparisons
from aucurate.inference.core.multiplicity import CORRECTIONS
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.scenarios import Scenario

NAMES = "abcd"
PAIRS = tuple(combinations(range(len(NAMES)), 2))
SIMULTANEOUS = "max-|z|"
COVERS = "max-|z| intervals"
DISCOVERY = "benjamini-hochberg"


def family_error(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often at least one true null is rejected, and how often all six intervals cover.

    Of Benjamini-Hochberg's method, which promises something else, the sum of the false discovery
    proportions: the share of rejections that reject a true null.
    """
    tally = Tally()
    aucs = [scenario.auc, *[scenario.second.auc] * (len(NAMES) - 1)]
    true = np.array([aucs[i] - aucs[j] for i, j in PAIRS])
    for _ in range(draws):
        labels, values = scenario.draw(rng, classifiers=len(NAMES))
        four = PairedScores.from_arrays(labels, dict(zip(NAMES, values, strict=True)))
        moments = AucMoments.from_scores(four, threads=1)
        found = [paired_comparison(moments, NAMES[i], NAMES[j]).p_value for i, j in PAIRS]
        for name, correct in CORRECTIONS.items():
            rejected = np.array(correct(found)) <= LEVEL
            false = rejected & (true == 0)
            share = false.sum() / max(1, rejected.sum())
            tally.add(name, share if name == DISCOVERY else false.any())
        together = simultaneous_comparisons(moments, confidence=1 - LEVEL)
        rejected = np.array([c.p_value <= LEVEL for c in together])
        tally.add(SIMULTANEOUS, (rejected & (true == 0)).any())
        tally.add(COVERS, all(t in c.interval for t, c in zip(true, together, strict=True)))
    return tally.result()


QUESTIONS = (
    Question(
        name="family-wise error",
        ask=family_error,
        columns=(*CORRECTIONS, SIMULTANEOUS, COVERS),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, correlation=0.5, second_auc=second)
            for auc, second in ((0.7, None), (0.9, None), (0.8, 0.7), (0.95, 0.9))
            for m, n in ((20, 200), (50, 50), (500, 500))
        ),
        draws=2000,
    ),
)
