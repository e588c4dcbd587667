"""The numbers of a study over folds: summaries and pairs, one part per quantity."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.data.scores import position
from aucurate.errors import InputError, OptionError
from aucurate.hints import Function, Hint
from aucurate.inference.folds.delong import averaged_delong_interval, fold_delong_interval
from aucurate.inference.folds.error_rate import averaged_error_interval
from aucurate.inference.folds.registry import (
    FOLD_TESTS,
    FoldInput,
    named_test,
    recommended,
)
from aucurate.inference.folds.t_tests import (
    DifferencePosterior,
    correlated_t_test,
    nadeau_bengio_interval,
)
from aucurate.kernels import Cancelled, Progress
from aucurate.results import Caveat, Comparison, Interval, JointTest, Record, Tested
from aucurate.study.folds.settings import FoldsSettings
from aucurate.study.work import Task, Work, interrupted, of_interruption, tested

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldSummary(Record):
    """One algorithm over all folds: an estimate with its interval, and the values of the folds.

    ``value`` is what the interval is about: the mean over folds or, for error rates tested by
    observation, the rate over all observations, which differs from the mean where folds differ in
    size. The interval is None if the sizes of the training sets are not known.
    """

    name: str
    value: float
    mean: float
    standard_deviation: float
    smallest: float
    largest: float
    interval: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldTestResult(Record):
    """One pair by one test: a comparison, or a joint test if there is no interval.

    ``holds`` says whether the test is valid for the design.
    """

    test: str
    first: str
    second: str
    holds: bool
    comparison: Comparison | None
    joint: JointTest | None

    @property
    def result(self) -> Comparison | JointTest:
        """Whichever there is."""
        found = self.comparison or self.joint
        assert found is not None
        return found

    @property
    def interval(self) -> Interval | None:
        """That of the difference, None of a joint test."""
        return None if self.comparison is None else self.comparison.interval

    @property
    def p_value(self) -> float:
        """Of whichever there is."""
        return self.result.p_value

    @property
    def method(self) -> str:
        """Of whichever there is."""
        return self.result.method


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldsPart(Record):
    """One quantity: all summaries, all pairs, and further requested results.

    ``tests`` are the comparisons of all pairs with their adjusted p-values, ``method`` is the name
    of their test and ``recommended`` whether it is the one for this design. ``all_tests`` has every
    pair by every test, if requested. ``values`` has the fold values of each algorithm
    in the order of the summaries, those of the folds ``fold_names``.
    """

    quantity: str
    method: str
    recommended: bool
    summaries: tuple[FoldSummary, ...]
    tests: tuple[Tested[Comparison], ...]
    all_tests: tuple[FoldTestResult, ...]
    posteriors: tuple[DifferencePosterior, ...]
    fold_names: tuple[str, ...] = ()
    values: tuple[tuple[float, ...], ...] = ()

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The results of ``tests``: all pairs, or each algorithm minus the reference."""
        return tuple(test.result for test in self.tests)

    @property
    def is_pooled(self) -> bool:
        """Whether the values are rates over all observations that differ from means over folds."""
        return any(abs(one.value - one.mean) > _ROUNDING for one in self.summaries)

    @property
    def title(self) -> str:
        """The quantity of the summaries: "mean AUC", or "error rate" if it is pooled."""
        return self.quantity if self.is_pooled else f"mean {self.quantity}"


def inputs_of(data: FoldScores | FoldValues, settings: FoldsSettings) -> tuple[FoldInput, ...]:
    """What is compared: AUCs and, with a threshold, error rates; or the values as they are."""
    if isinstance(data, FoldValues):
        if settings.threshold is not None:
            raise OptionError(
                "a threshold was given, but only values per fold are known.",
                hint="give FoldScores.",
            )
        return (FoldInput(data),)
    found = [FoldInput(data.aucs(), data)]
    if settings.threshold is not None:
        errors = data.errors(threshold=settings.threshold)
        found.append(FoldInput(errors, data, settings.threshold))
    return tuple(found)


def folds_parts(
    inputs: Sequence[FoldInput], settings: FoldsSettings, progress: Progress | None = None
) -> tuple[tuple[FoldsPart, ...], list[Caveat]]:
    """All numbers for every quantity, and a caveat if ``progress`` ended the work early.

    Pairs that were not compared are omitted, in all quantities, and count as p = 1 in the
    adjustment of p-values. ``Cancelled`` is raised if no pair was compared.
    """
    pairs = pairs_of(inputs[0].values, settings.reference)
    options = {"alternative": settings.alternative, "confidence": settings.confidence}
    chosen = [chosen_test(given, settings.method) for given in inputs]
    comparing = [
        Task("comparing pairs", partial(_compared, chosen, inputs, pair, options)) for pair in pairs
    ]
    testing = [
        Task("all tests of pairs", partial(_all_tests, inputs, pair, options))
        for pair in (pairs if settings.all_tests else ())
    ]
    work = Work(progress)
    work.expect([*comparing, *testing])
    compared = work.run("comparisons", comparing)
    if all(answer is None for answer in compared):
        raise Cancelled("stopped before the first pair was compared")
    by_all_tests = work.run("pairs by all tests", testing)
    parts = tuple(
        _part(
            given,
            settings,
            method,
            pairs,
            [None if found is None else found[at] for found in compared],
            tuple(test for found in by_all_tests if found is not None for test in found[at]),
        )
        for at, (given, method) in enumerate(zip(inputs, chosen, strict=True))
    )
    return parts, _of_stopping(compared, by_all_tests)


def folds_part(given: FoldInput, settings: FoldsSettings) -> FoldsPart:
    """Every number about one quantity."""
    (part,), _ = folds_parts([given], settings)
    return part


def _of_stopping(compared: Sequence[object], by_all_tests: Sequence[object]) -> list[Caveat]:
    """Caveats that count the finished pairs, if some were not."""
    done, complete = (sum(one is not None for one in some) for some in (compared, by_all_tests))
    missing = {"comparisons": (done, len(compared))} if done < len(compared) else {}
    return [
        *of_interruption(missing),
        *interrupted(complete, len(by_all_tests), "pairs by all tests"),
    ]


def _part(
    given: FoldInput,
    settings: FoldsSettings,
    chosen: str,
    pairs: list[tuple[str, str]],
    compared: Sequence[Comparison | None],
    all_tests: tuple[FoldTestResult, ...],
) -> FoldsPart:
    values = given.values
    return FoldsPart(
        quantity=values.quantity,
        method=chosen,
        recommended=chosen == recommended(given),
        summaries=tuple(_summary(given, name, settings.confidence) for name in values.names),
        tests=tested(compared, settings.correction),
        all_tests=all_tests,
        posteriors=_posteriors(values, pairs, settings),
        fold_names=values.fold_names,
        values=tuple(map(tuple, values.values.T.tolist())),
    )


def _compared(
    tests: Sequence[str],
    inputs: Sequence[FoldInput],
    pair: tuple[str, str],
    options: Mapping[str, Any],
    _: Progress | None,
) -> list[Comparison]:
    """One pair, in every quantity by its test."""
    found = []
    for test, given in zip(tests, inputs, strict=True):
        one = FOLD_TESTS[test](given, *pair, **options)
        assert isinstance(one, Comparison)
        found.append(one)
    return found


def _all_tests(
    inputs: Sequence[FoldInput],
    pair: tuple[str, str],
    options: Mapping[str, Any],
    _: Progress | None,
) -> list[list[FoldTestResult]]:
    """One pair, in every quantity by every test that can be computed."""
    return [
        [
            _result(name, given, pair, options)
            for name, test in FOLD_TESTS.items()
            if test.can_run(given) and not (test.needs_sizes(given) and sizes_unknown(given))
        ]
        for given in inputs
    ]


def _result(
    name: str, given: FoldInput, pair: tuple[str, str], options: Mapping[str, Any]
) -> FoldTestResult:
    test = FOLD_TESTS[name]
    result = test(given, *pair, **options)
    alone = isinstance(result, JointTest)
    assert alone != test.has_interval
    return FoldTestResult(
        test=name,
        first=pair[0],
        second=pair[1],
        holds=given.values.design in test.designs,
        comparison=None if isinstance(result, JointTest) else result,
        joint=result if isinstance(result, JointTest) else None,
    )


def _posteriors(
    values: FoldValues, pairs: list[tuple[str, str]], settings: FoldsSettings
) -> tuple[DifferencePosterior, ...]:
    if settings.rope is None:
        return ()
    return tuple(
        correlated_t_test(values, *pair, rope=settings.rope, confidence=settings.confidence)
        for pair in pairs
    )


def _summary(given: FoldInput, name: str, confidence: float) -> FoldSummary:
    column = given.values.of(name)
    mean = float(np.mean(column))
    value, interval = value_and_interval(given, name, confidence)
    return FoldSummary(
        name=name,
        value=mean if value is None else value,
        mean=mean,
        standard_deviation=float(np.std(column, ddof=1)),
        smallest=float(np.min(column)),
        largest=float(np.max(column)),
        interval=interval,
    )


# Which pairs of algorithms are compared over folds, and by which test.


def chosen_test(given: FoldInput, method: str | None) -> str:
    """The test of this quantity: the given one, unless it applies to another quantity only."""
    best = recommended(given)
    if method is None:
        return best
    about = FOLD_TESTS[method].quantity if method in FOLD_TESTS else None
    if about is not None and given.scores is not None and about != given.values.quantity:
        return best
    test = named_test(method, given)
    if not test.has_interval:
        raise OptionError(
            f"the test '{method}' gives no interval, so it cannot be the main one.",
            hint="run all tests to see it with the others.",
        )
    return method


def pairs_of(values: FoldValues, reference: str | None) -> list[tuple[str, str]]:
    """All pairs, or each algorithm with the reference; refused where nothing can be compared."""
    names = values.names
    if values.n_folds < 2:
        raise InputError(
            "there is only one fold, and a comparison over folds needs two or more.",
            hint="one test set is for compare.",
        )
    if len(names) < 2:
        raise InputError(
            "there is one algorithm only, and a comparison needs two.",
            hint=Hint("{} gives the cross-validated AUC of one.", Function("fold_delong_interval")),
        )
    if reference is None:
        return list(itertools.combinations(names, 2))
    position(names, reference)
    return [(name, reference) for name in names if name != reference]


# The interval of one algorithm over folds.


def value_and_interval(
    given: FoldInput, name: str, confidence: float
) -> tuple[float | None, Interval | None]:
    """An interval, by observation where possible, and its estimate unless that is the mean.

    The interval is None if the sizes of training sets are not known. With left-out folds it is
    about the fitted models.
    """
    design, quantity = given.values.design, given.values.quantity
    if given.by_observation and design in ("left-out folds", "fixed test set"):
        if quantity == "error rate":
            assert given.threshold is not None
            error = averaged_error_interval(
                given.known_scores(), name, threshold=given.threshold, confidence=confidence
            )
            return error.value, error.interval
        if quantity == "AUC" and design == "fixed test set":
            scores = given.known_scores()
            return None, averaged_delong_interval(scores, name, confidence=confidence).interval
        if quantity == "AUC":
            auc = fold_delong_interval(
                given.known_scores(), name, confidence=confidence, moments=given.moments
            )
            return None, auc.interval
    if design == "fixed test set" or sizes_unknown(given):
        return None, None
    return None, nadeau_bengio_interval(given.values, name, confidence=confidence)


def sizes_unknown(given: FoldInput) -> bool:
    """Whether it is not known how large the training sets were."""
    return given.values.test_train_ratio is None
