"""Every test over folds under one name each, and which of them to use in which design.

``FOLD_TESTS`` are called with the fold scores (or None, where only values are known), the values
per fold of the quantity in question, and the two algorithms. ``recommended`` names the one whose
simulated level holds in a design (docs/validation.md).

DeLong's test on pooled scores
------------------------------
**Question.** Do two algorithms differ in the AUC of the scores of all left-out folds, taken
together as if they were one test set?

**Use it** only to reproduce studies that pool the scores of one division into folds.

The test is that of :mod:`aucurate.inference.auc.delong` on the pooled scores.

**Not valid** as a test over folds: pooling compares the scores of different models with each other,
and the variance does not include that of the training sets. Use
:func:`~aucurate.inference.folds.corrected_delong_test`. Repeated folds, and every design but
left-out folds, are refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias

from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.data.moments import AucMoments
from aucurate.errors import OptionError, UnsupportedError
from aucurate.formatting import join_words
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.core.caveats import of_observations
from aucurate.inference.folds import caveats
from aucurate.inference.folds.delong import (
    corrected_delong_test,
    corrected_moments,
    fold_delong_test,
    fold_moments,
)
from aucurate.inference.methods import METHODS, Method, known_key
from aucurate.results import Comparison, JointTest, MethodTitle

Quantity: TypeAlias = Literal["AUC", "error rate"]
Thresholds: TypeAlias = float | Mapping[str, float]


@dataclass(frozen=True)
class FoldInput:
    """Two algorithms over folds: the values of one quantity, and the scores where they are known.

    ``threshold`` is that of the error rate.
    """

    values: FoldValues
    scores: FoldScores | None = None
    threshold: Thresholds | None = None

    @property
    def by_observation(self) -> bool:
        """Whether there are scores of observations."""
        return self.scores is not None

    @cached_property
    def moments(self) -> AucMoments:
        """Those of left-out folds, computed once for all pairs."""
        return fold_moments(self.known_scores())

    @cached_property
    def corrected_moments(self) -> AucMoments:
        """The same with room for other training sets, also of 5x2 and random splits."""
        return corrected_moments(self.known_scores())

    def known_scores(self) -> FoldScores:
        """The scores, refused where only values are known."""
        if self.scores is None:
            raise UnsupportedError(
                "this test needs the scores of every observation, but only values per fold are "
                "known.",
                hint="pass FoldScores, or use a test over folds such as nadeau_bengio_test.",
            )
        return self.scores


@dataclass(frozen=True, slots=True)
class FoldTest:
    """A test of two algorithms over folds: its entry in the registry, called with a ``FoldInput``.

    ``quantity`` is what it is about, None for any; ``designs`` are those in which its level holds.
    """

    method: Method

    def __call__(
        self, given: FoldInput, first: str, second: str, **options: Any
    ) -> Comparison | JointTest:
        """The result for one pair."""
        found: Comparison | JointTest
        if not self.has_interval:
            found = self.method(given.values, first, second)
        elif not self.needs_scores:
            found = self.method(given.values, first, second, **options)
        else:
            scores = given.known_scores()
            found = self.method(scores, first, second, **self._shared(given), **options)
        return found

    def _shared(self, given: FoldInput) -> dict[str, Any]:
        """What is computed or reported once for all pairs."""
        if self.method.function is fold_delong_test:
            return {"moments": given.moments}
        if self.method.function is corrected_delong_test:
            return {"moments": given.corrected_moments}
        if self.quantity != "error rate":
            return {}
        if given.threshold is None:
            raise OptionError(
                "the error rate needs a threshold.", hint="0.5 for probabilities, 0 for decisions."
            )
        return {"threshold": given.threshold}

    @property
    def quantity(self) -> Quantity | None:
        """What the test is about, None for any quantity."""
        return self.method.quantity

    @property
    def designs(self) -> tuple[str, ...]:
        """The designs in which its level holds, or is below the nominal one."""
        return self.method.level_holds

    @property
    def needs_scores(self) -> bool:
        """Whether values per fold are not enough."""
        return self.method.takes != "FoldValues"

    @property
    def has_interval(self) -> bool:
        """False where the result is a ``JointTest``."""
        return self.method.question == "comparison"

    def can_run(self, given: FoldInput) -> bool:
        """Whether it can be computed with these data."""
        return (
            given.values.design in self.method.designs
            and self.quantity in (None, given.values.quantity)
            and (given.by_observation or not self.needs_scores)
            and not (given.values.n_repeats > 1 and self.method.function is pooled_delong_test)
        )

    def needs_sizes(self, given: FoldInput) -> bool:
        """Whether it needs to know how large the training sets were."""
        if self.quantity == "error rate":
            return given.values.design != "fixed test set"
        return self.method.key in ("nadeau-bengio", "corrected-delong")


POOLED = MethodTitle("DeLong on pooled scores", "pooled-delong")


def pooled_delong_test(data: FoldScores, first: str, second: str, **options: Any) -> Comparison:
    """DeLong's test on the scores of all folds as if they were one test set.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> print(pooled_delong_test(load_breast_cancer_folds(), "forest", "tree"))
    AUC difference 0.038 (95% CI 0.019 to 0.057), p < 0.001, DeLong on pooled scores test, paired
    """
    pooled = data.pooled()
    found = delong_test(pooled[first], pooled[second], paired=True, **options)
    told = (caveats.valid_for("one test set"), *of_observations(pooled.observations))
    method = found.title if found.interval.bound else POOLED
    return replace(
        found,
        method=method,
        interval=replace(found.interval, method=method),
        caveats=(*told, *found.caveats),
    )


FOLD_TESTS: Mapping[str, FoldTest] = {
    method.key: FoldTest(method)
    for method in METHODS
    if method.family == "folds" and method.question in ("comparison", "joint test")
}


def recommended(given: FoldInput) -> str:
    """The test recommended for this design and this quantity.

    Tests by observation allow for groups and sampling weights. Where no test holds (values per fold
    of one fixed test set) it is the paired t test, whose caveat says so.
    """
    design, quantity = given.values.design, given.values.quantity
    if given.by_observation and quantity == "AUC":
        return "averaged-delong" if design == "fixed test set" else "corrected-delong"
    if given.by_observation and quantity == "error rate":
        return "averaged-error"
    return "t" if design == "fixed test set" else "nadeau-bengio"


def named_test(name: str, given: FoldInput) -> FoldTest:
    """One of the tests, refused where the data do not allow it."""
    name = known_key("test over folds", name, FOLD_TESTS)
    found = FOLD_TESTS[name]
    if not found.can_run(given):
        able = [other for other, test in FOLD_TESTS.items() if test.can_run(given)]
        raise UnsupportedError(
            f"the test '{name}' cannot be used for {given.values.quantity} with "
            f"{given.values.design}"
            + ("." if given.scores is not None else " where only values per fold are known."),
            hint=f"the tests available here are {join_words(able)}.",
        )
    return found
