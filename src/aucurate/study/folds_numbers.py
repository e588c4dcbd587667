"""The numbers of a study over folds: summaries and pairs, one part per quantity."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.data.paired import position
from aucurate.errors import ContrastError, InputError, OptionError
from aucurate.inference.averaged_delong import averaged_delong_interval
from aucurate.inference.averaged_error import averaged_error_interval
from aucurate.inference.correlated_t import DifferencePosterior, correlated_t_test
from aucurate.inference.delong_joint import delong_joint_test
from aucurate.inference.fold_delong import fold_delong_interval
from aucurate.inference.fold_tests import (
    FOLD_TESTS,
    FoldInput,
    Thresholds,
    named_test,
    recommended,
)
from aucurate.inference.multiplicity import Correction, adjust
from aucurate.inference.nadeau_bengio import nadeau_bengio_interval
from aucurate.results import (
    Alternative,
    Caveat,
    Comparison,
    Interval,
    JointTest,
    Record,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldsSettings:
    """What is asked of a study over folds."""

    threshold: Thresholds | None
    method: str | None
    all_tests: bool
    reference: str | None
    alternative: Alternative
    confidence: float
    level: float
    correction: Correction
    rope: float | None

    def to_dict(self) -> dict[str, Any]:
        """The settings as JSON has them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldSummary(Record):
    """One algorithm over all folds; the interval is that of its mean.

    It is None where the sizes of the training sets are not known.
    """

    name: str
    mean: float
    standard_deviation: float
    smallest: float
    largest: float
    interval: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldTestResult(Record):
    """One pair by one test; a comparison, or a joint test where there is no interval.

    ``holds`` is whether the level of the test holds in the design.
    """

    test: str
    first: str
    second: str
    holds: bool
    comparison: Comparison | None
    joint: JointTest | None

    @property
    def p_value(self) -> float:
        """Of whichever there is."""
        found = self.comparison or self.joint
        assert found is not None
        return found.p_value

    @property
    def method(self) -> str:
        """Of whichever there is."""
        found = self.comparison or self.joint
        assert found is not None
        return found.method


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldsPart(Record):
    """One quantity: all summaries, all pairs, and what else was asked for.

    ``method`` is the name of the test of ``comparisons``; ``recommended`` whether it is the one
    for this design. ``values`` has the fold values of each algorithm in the order of the summaries,
    those of the folds ``fold_names``.
    """

    quantity: str
    method: str
    recommended: bool
    summaries: tuple[FoldSummary, ...]
    comparisons: tuple[Comparison, ...]
    adjusted_p_values: tuple[float, ...]
    tests: tuple[FoldTestResult, ...]
    posteriors: tuple[DifferencePosterior, ...]
    fold_names: tuple[str, ...] = ()
    values: tuple[tuple[float, ...], ...] = ()


def inputs_of(data: FoldScores | FoldValues, settings: FoldsSettings) -> tuple[FoldInput, ...]:
    """What is compared: AUCs and, with a threshold, error rates; or the values as they are."""
    given: object = data  # callers without a type checker give arrays
    if isinstance(data, FoldValues):
        if settings.threshold is not None:
            raise OptionError(
                "a threshold was given, but only values per fold are known.",
                hint="give FoldScores.",
            )
        return (FoldInput(data),)
    if not isinstance(given, FoldScores):
        raise OptionError(
            f"algorithms are compared over FoldScores or FoldValues; this is a "
            f"{type(given).__name__}.",
            hint="FoldScores.from_table(table, label=..., fold=...).",
        )
    found = [FoldInput(data.aucs(), data)]
    if settings.threshold is not None:
        errors = data.errors(threshold=settings.threshold)
        found.append(FoldInput(errors, data, settings.threshold))
    return tuple(found)


def folds_part(given: FoldInput, settings: FoldsSettings) -> FoldsPart:
    """Every number about one quantity."""
    values, best = given.values, recommended(given)
    if values.n_folds < 2:
        raise InputError(
            "there is one fold only, and a comparison over folds needs two or more.",
            hint="one test set is for compare.",
        )
    chosen = _chosen(given, settings.method, best)
    pairs = _pairs(values.names, settings.reference)
    options = {"alternative": settings.alternative, "confidence": settings.confidence}
    comparisons = tuple(_compared(chosen, given, pair, options) for pair in pairs)
    return FoldsPart(
        quantity=values.quantity,
        method=chosen,
        recommended=chosen == best,
        summaries=tuple(_summary(given, name, settings.confidence) for name in values.names),
        comparisons=comparisons,
        adjusted_p_values=adjust([c.p_value for c in comparisons], settings.correction),
        tests=_all_tests(given, pairs, options) if settings.all_tests else (),
        posteriors=_posteriors(values, pairs, settings),
        fold_names=values.fold_names,
        values=tuple(map(tuple, values.values.T.tolist())),
    )


def folds_joint(
    given: FoldInput, names: tuple[str, ...]
) -> tuple[JointTest | None, tuple[Caveat, ...]]:
    """That all AUCs over left-out folds are equal, for three algorithms or more."""
    if not given.by_observation or given.values.design != "left-out folds" or len(names) < 3:
        return None, ()
    try:
        return delong_joint_test(given.moments, distribution="F"), ()
    except ContrastError as error:
        return None, (Caveat(kind="no_joint_test", message=f"No joint test: {error.message}"),)


def _chosen(given: FoldInput, method: str | None, best: str) -> str:
    """The test of this quantity: as said, unless it is about another one only."""
    if method is None:
        return best
    about = FOLD_TESTS[method].quantity if method in FOLD_TESTS else None
    if about is not None and given.scores is not None and about != given.values.quantity:
        return best
    test = named_test(method, given)
    if not test.has_interval:
        raise OptionError(
            f"the test '{method}' gives no interval, so it cannot be the main one.",
            hint="ask for all tests to see it beside the others.",
        )
    return method


def _pairs(names: tuple[str, ...], reference: str | None) -> list[tuple[str, str]]:
    if len(names) < 2:
        raise InputError(
            "there is one algorithm only, and a comparison needs two.",
            hint="fold_delong_interval gives the cross-validated AUC of one.",
        )
    if reference is None:
        return list(itertools.combinations(names, 2))
    position(names, reference)
    return [(name, reference) for name in names if name != reference]


def _compared(
    test: str, given: FoldInput, pair: tuple[str, str], options: Mapping[str, Any]
) -> Comparison:
    found = FOLD_TESTS[test](given, *pair, **options)
    assert isinstance(found, Comparison)
    return found


def _all_tests(
    given: FoldInput, pairs: list[tuple[str, str]], options: Mapping[str, Any]
) -> tuple[FoldTestResult, ...]:
    found = []
    for pair in pairs:
        for name, test in FOLD_TESTS.items():
            if not test.can_run(given) or (name == "nadeau-bengio" and _sizes_unknown(given)):
                continue
            result = test(given, *pair, **options)
            alone = isinstance(result, JointTest)
            found.append(
                FoldTestResult(
                    test=name,
                    first=pair[0],
                    second=pair[1],
                    holds=given.values.design in test.designs,
                    comparison=None if isinstance(result, JointTest) else result,
                    joint=result if isinstance(result, JointTest) else None,
                )
            )
            assert alone != test.has_interval
    return tuple(found)


def _sizes_unknown(given: FoldInput) -> bool:
    return given.values.test_train_ratio is None


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
    interval = _interval(given, name, confidence)
    mean = float(np.mean(column))
    return FoldSummary(
        name=name,
        mean=mean,
        standard_deviation=float(np.std(column, ddof=1)),
        smallest=float(np.min(column)),
        largest=float(np.max(column)),
        interval=interval,
    )


def _interval(given: FoldInput, name: str, confidence: float) -> Interval | None:
    """By the variance of the recommended test."""
    best = recommended(given)
    if best == "delong":
        found = fold_delong_interval(
            given.known_scores(), name, confidence=confidence, moments=given.moments
        )
        return found.interval
    if best == "averaged-delong":
        return averaged_delong_interval(given.known_scores(), name, confidence=confidence).interval
    if best == "averaged-error":
        assert given.threshold is not None
        error = averaged_error_interval(
            given.known_scores(), name, threshold=given.threshold, confidence=confidence
        )
        return error.interval
    if best != "nadeau-bengio" or _sizes_unknown(given):
        return None
    return nadeau_bengio_interval(given.values, name, confidence=confidence)
