"""Every test over folds under one name each, and which of them to use in which design.

``FOLD_TESTS`` are called with the fold scores (or None, where only values are known), the values
per fold of the quantity in question, and the two algorithms. ``recommended`` names the one whose
simulated level holds in a design (docs/validation.md).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias

from aucurate.data.fold_values import DESIGNS, FoldDesign, FoldValues
from aucurate.data.folds import FoldScores
from aucurate.data.moments import AucMoments
from aucurate.errors import OptionError, UnsupportedError
from aucurate.formatting import join_words
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.core.caveats import of_observations
from aucurate.inference.folds import caveats
from aucurate.inference.folds.delong import (
    averaged_delong_test,
    corrected_delong_test,
    corrected_moments,
    fold_delong_test,
    fold_moments,
)
from aucurate.inference.folds.error_rate import averaged_error_test
from aucurate.inference.folds.ledell import ledell_test
from aucurate.inference.folds.sign_tests import fold_sign_test, fold_wilcoxon_test, sign_flip_test
from aucurate.inference.folds.t_tests import (
    five_by_two_f_test,
    five_by_two_t_test,
    fold_t_test,
    nadeau_bengio_test,
)
from aucurate.results import Comparison, JointTest, MethodTitle

Quantity: TypeAlias = Literal["AUC", "error rate"]
Thresholds: TypeAlias = float | Mapping[str, float]
LEFT_OUT: tuple[FoldDesign, ...] = ("left-out folds",)
RESAMPLED: tuple[FoldDesign, ...] = ("5x2", "random splits")


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
        """Whether there are scores of observations that do not belong together in groups."""
        return self.scores is not None and self.scores.observations.groups is None

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
                "this test needs the scores of every observation, and only values per fold are "
                "known.",
                hint="give FoldScores, or use a test over folds such as nadeau_bengio_test.",
            )
        return self.scores


@dataclass(frozen=True, slots=True)
class FoldTest:
    """A test of two algorithms over folds.

    ``designs`` are those in which its level holds, or is below the nominal one; ``quantity`` is
    what it is about, None for any. ``needs_scores`` where values per fold are not enough, ``runs``
    the designs it can be computed in at all. ``has_interval`` is False where the result is a
    ``JointTest``.
    """

    function: Callable[..., Comparison | JointTest]
    designs: tuple[FoldDesign, ...]
    quantity: Quantity | None = None
    needs_scores: bool = False
    runs: tuple[FoldDesign, ...] = DESIGNS
    has_interval: bool = True

    def __call__(
        self, given: FoldInput, first: str, second: str, **options: Any
    ) -> Comparison | JointTest:
        """The result for one pair."""
        return self.function(given, first, second, **options)

    def can_run(self, given: FoldInput) -> bool:
        """Whether it can be computed with these data."""
        return (
            given.values.design in self.runs
            and self.quantity in (None, given.values.quantity)
            and (given.by_observation or not self.needs_scores)
            and not (given.values.n_repeats > 1 and self.function is _pooled)
        )

    def needs_sizes(self, given: FoldInput) -> bool:
        """Whether it needs to know how large the training sets were."""
        if self.function is _error:
            return given.values.design != "fixed test set"
        return self in (FOLD_TESTS["nadeau-bengio"], FOLD_TESTS["corrected-delong"])


def _over_values(test: Callable[..., Any]) -> Callable[..., Any]:
    def run(given: FoldInput, first: str, second: str, **options: Any) -> Any:
        return test(given.values, first, second, **options)

    return run


def _over_scores(test: Callable[..., Any]) -> Callable[..., Any]:
    def run(given: FoldInput, first: str, second: str, **options: Any) -> Any:
        return test(given.known_scores(), first, second, **options)

    return run


def _fold_delong(given: FoldInput, first: str, second: str, **options: Any) -> Comparison:
    scores = given.known_scores()
    return fold_delong_test(scores, first, second, moments=given.moments, **options)


def _corrected_delong(given: FoldInput, first: str, second: str, **options: Any) -> Comparison:
    scores = given.known_scores()
    return corrected_delong_test(scores, first, second, moments=given.corrected_moments, **options)


def _error(given: FoldInput, first: str, second: str, **options: Any) -> Comparison:
    if given.threshold is None:
        raise OptionError(
            "the error rate needs a threshold.", hint="0.5 for probabilities, 0 for decisions."
        )
    return averaged_error_test(
        given.known_scores(), first, second, threshold=given.threshold, **options
    )


def _five_by_two_f(given: FoldInput, first: str, second: str, **options: Any) -> JointTest:
    return five_by_two_f_test(given.values, first, second)


POOLED = MethodTitle("DeLong on pooled scores", "pooled-delong")


def _pooled(given: FoldInput, first: str, second: str, **options: Any) -> Comparison:
    pooled = given.known_scores().pooled()
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
    "corrected-delong": FoldTest(
        _corrected_delong, (*LEFT_OUT, *RESAMPLED), "AUC", True, (*LEFT_OUT, *RESAMPLED)
    ),
    "delong": FoldTest(_fold_delong, (), "AUC", True, LEFT_OUT),
    "averaged-delong": FoldTest(
        _over_scores(averaged_delong_test), ("fixed test set",), "AUC", True, ("fixed test set",)
    ),
    "averaged-error": FoldTest(_error, DESIGNS, "error rate", True),
    "nadeau-bengio": FoldTest(_over_values(nadeau_bengio_test), (*LEFT_OUT, *RESAMPLED)),
    "ledell": FoldTest(_over_scores(ledell_test), (), "AUC", True, ("left-out folds", "5x2")),
    "t": FoldTest(_over_values(fold_t_test), ()),
    "wilcoxon": FoldTest(_over_values(fold_wilcoxon_test), ()),
    "sign": FoldTest(_over_values(fold_sign_test), ()),
    "sign-flip": FoldTest(_over_values(sign_flip_test), ()),
    "5x2-t": FoldTest(_over_values(five_by_two_t_test), (), runs=("5x2",)),
    "5x2-f": FoldTest(_five_by_two_f, (), runs=("5x2",), has_interval=False),
    "pooled-delong": FoldTest(_pooled, (), "AUC", True, LEFT_OUT),
}


def recommended(given: FoldInput) -> str:
    """The test recommended for this design and this quantity.

    Observations in groups are no units of their own: tests by observation are not for them, those
    over folds that tear no group apart are. Where no test holds (values per fold, or groups, with
    one fixed test set) it is the paired t test, whose caveat says so.
    """
    design, quantity = given.values.design, given.values.quantity
    if given.by_observation and quantity == "AUC":
        return "averaged-delong" if design == "fixed test set" else "corrected-delong"
    if given.by_observation and quantity == "error rate":
        return "averaged-error"
    return "t" if design == "fixed test set" else "nadeau-bengio"


def named_test(name: str, given: FoldInput) -> FoldTest:
    """One of the tests, refused where the data do not allow it."""
    if name not in FOLD_TESTS:
        raise OptionError(
            f"there is no test over folds named {name!r}.",
            hint=f"there are {join_words(list(FOLD_TESTS))}.",
        )
    found = FOLD_TESTS[name]
    if not found.can_run(given):
        able = [other for other, test in FOLD_TESTS.items() if test.can_run(given)]
        raise UnsupportedError(
            f"the test '{name}' cannot be used for {given.values.quantity} with "
            f"{given.values.design}"
            + ("." if given.scores is not None else " where only values per fold are known."),
            hint=f"here there are {join_words(able)}.",
        )
    return found
