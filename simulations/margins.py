"""Tests with a margin, at the border: how often they claim what is just not so."""

from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.inference.auc import delong, mover
from aucurate.inference.auc.equivalence import MARGIN_TESTS
from aucurate.inference.core.contrasts import Question as Asked
from aucurate.results import Alternative, Comparison
from simulations.counting import Counts, Question, Tally
from simulations.scenarios import Scenario

MARGIN = 0.05
MARGIN_LEVEL = 0.025  # one-sided


def _mover(
    moments: AucMoments,
    first: str,
    second: str,
    *,
    alternative: Alternative,
    null_difference: float,
    confidence: float,
) -> Comparison:
    asked = Asked.checked(alternative, null_difference, confidence)
    whole = delong.AucComponents.of(moments)
    return mover.compared_places(whole, moments.index(first), moments.index(second), asked)


METHODS: dict[str, Callable[..., Comparison]] = {
    "delong": delong.paired_comparison,
    "mover": _mover,
}
COLUMNS = tuple(f"{kind}, {name}" for kind in MARGIN_TESTS for name in METHODS)


def margin_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each margin test claims, with a true difference that is just the margin.

    The first AUC is lower by the margin; superiority by the margin is asked of the second.
    """
    tally = Tally({column: 2 for column in COLUMNS if column.endswith(", mover")})
    for draw in range(draws):
        labels, values = scenario.draw(rng, classifiers=2)
        two = PairedScores.from_arrays(labels, dict(zip("ab", values, strict=True)))
        moments = AucMoments.from_scores(two, threads=1)
        for (kind, test), (name, method) in product(MARGIN_TESTS.items(), METHODS.items()):
            if tally.wants(f"{kind}, {name}", draw):
                names = ("b", "a") if kind == "superiority" else ("a", "b")
                asked = partial(method, moments)
                found = test(*names, margin=MARGIN, level=MARGIN_LEVEL, method=asked)
                tally.add(f"{kind}, {name}", found.shown)
    return tally.result()


QUESTIONS = (
    Question(
        name="margin level",
        ask=margin_level,
        columns=COLUMNS,
        scenarios=tuple(
            Scenario(
                auc=round(second - MARGIN, 2),
                n_positive=m,
                n_negative=n,
                scores=scores,
                correlation=correlation,
                second_auc=second,
            )
            for scores in ("normal", "normal, positives 3")
            for m, n in ((20, 200), (50, 50), (200, 200))
            for second in (0.85, 0.95)
            for correlation in (0.5, 0.9)
        ),
        draws=5000,
    ),
)
