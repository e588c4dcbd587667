"""The numbers of a comparison: estimates, comparisons, whole curves, margins, a fixed AUC."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, TypeVar

from aucurate.errors import ContrastError
from aucurate.formatting import shortened
from aucurate.inference import COMPARISONS, CURVE_TESTS, INTERVALS, RECOMMENDED_INTERVAL
from aucurate.inference.auc.chance import compared_with_chance
from aucurate.inference.auc.delong_joint import delong_joint_test, unpaired_joint_test
from aucurate.inference.auc.delong_null import NullScale, delong_null_test
from aucurate.inference.auc.equivalence import MARGIN_TESTS, MarginTest
from aucurate.inference.auc.highest import highest_auc_interval, unpaired_highest_auc_interval
from aucurate.inference.auc.simultaneous import (
    simultaneous_comparisons,
    unpaired_simultaneous_comparisons,
)
from aucurate.inference.core.comparing import Question
from aucurate.inference.core.multiplicity import Correction, adjust
from aucurate.kernels import Cancelled
from aucurate.results import Caveat, Comparison, Estimate, JointTest
from aucurate.study.compare_lineup import MOST_TOGETHER, Lineup, PairTest, shared_observations
from aucurate.study.compare_work import INTERVALS_OF_AUCS, Task, Work

T = TypeVar("T")

MOST_SECOND_TESTS = 2000
"""With more pairs of few errors than these MOVER's test is made for those with the highest AUC."""

_NULL_SCALES: dict[str, NullScale] = {
    "delong-logit-t": "logit-t",
    "delong-logit": "logit",
    "delong-wald": "wald",
}


_JOINT_WITH_FEW_ERRORS = Caveat(
    kind="few_errors",
    message="The joint test is DeLong's and, like his tests of two AUCs, may reject too often "
    "where misordered observations are few.",
)


class _Tested(Protocol):
    @property
    def p_value(self) -> float: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """Everything that was computed, under the names of the fields of ``CompareStudy``."""

    estimates: tuple[Estimate, ...]
    comparisons: tuple[Comparison, ...]
    adjusted_p_values: tuple[float, ...]
    second_tests: tuple[Comparison, ...]
    adjusted_second_p_values: tuple[float, ...]
    joint: JointTest | None
    highest: Estimate | None
    simultaneous: tuple[Comparison, ...]
    curve_tests: tuple[JointTest, ...]
    adjusted_curve_p_values: tuple[float, ...]
    margin_tests: tuple[MarginTest, ...]
    adjusted_margin_p_values: tuple[float, ...]
    null_tests: tuple[Comparison, ...]
    adjusted_null_p_values: tuple[float, ...]
    all_estimates: tuple[Estimate, ...]


def numbers_of(lineup: Lineup, work: Work) -> tuple[Numbers, tuple[Caveat, ...]]:
    """All that the settings ask for, and a caveat where there can be no joint test.

    What matters most is done first, so that a study that is stopped has it. Nothing is left to
    report when not even one comparison was done: then ``Cancelled`` is raised.
    """
    correction = lineup.settings.correction
    null_tests = _null_tests(lineup)
    joint, refused = _joint(lineup)
    comparing, curving, margins = _comparisons(lineup), _curve_tests(lineup), _margin_tests(lineup)
    together, resampled = _simultaneous(lineup)
    estimating, intervals = _estimates(lineup), _all_estimates(lineup)
    for tasks in (comparing, curving, margins, resampled, estimating, intervals):
        work.expect(tasks)
    compared = work.run_blocks("comparisons", comparing)
    if not any(compared):
        raise Cancelled("stopped before the first comparison was done")
    second_tests = _second_tests(lineup)
    curves = work.run("tests of whole curves", curving)
    margined = work.run_blocks("margin tests", margins)
    simultaneous = together() if together else work.run_blocks("simultaneous intervals", resampled)
    estimates = _completed(work.run(INTERVALS_OF_AUCS, estimating), lineup)
    return Numbers(
        estimates=estimates,
        comparisons=_done(compared),
        adjusted_p_values=_adjusted(compared, correction),
        second_tests=second_tests,
        adjusted_second_p_values=_adjusted_second(compared, second_tests, correction),
        joint=joint,
        highest=_highest(lineup),
        simultaneous=_done(simultaneous),
        curve_tests=_done(curves),
        adjusted_curve_p_values=_adjusted(curves, correction),
        margin_tests=_done(margined),
        adjusted_margin_p_values=_adjusted(margined, correction),
        null_tests=null_tests,
        adjusted_null_p_values=_adjusted(null_tests, correction),
        all_estimates=_done(work.run("resampled intervals side by side", intervals)),
    ), refused


def _done(answers: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(answer for answer in answers if answer is not None)


def _adjusted(answers: Sequence[_Tested | None], correction: Correction) -> tuple[float, ...]:
    """Adjusted p-values of the answers there are; a missing one counts as p = 1."""
    all_of_them = adjust([1.0 if a is None else a.p_value for a in answers], correction)
    return tuple(p for p, a in zip(all_of_them, answers, strict=True) if a is not None)


def _comparisons(lineup: Lineup) -> list[Task[tuple[Comparison, ...]]]:
    """All pairs, or each against the reference; one classifier against chance or the null."""
    settings = lineup.settings
    if len(lineup.names) == 1:
        value = 0.5 if settings.null is None else settings.null
        return [Task("", lambda: (_null_test(lineup, 0, value),))]

    def compared(_: tuple[int, int], test: PairTest) -> Comparison:
        return test(alternative=settings.alternative, confidence=settings.confidence)

    return _of_pairs(lineup, lineup.method, lineup.method, compared)


def _second_tests(lineup: Lineup) -> tuple[Comparison, ...]:
    """MOVER's comparison of the pairs whose errors are too few for the level of DeLong's test."""
    if not lineup.paired or lineup.method != "delong" or len(lineup.names) < 2:
        return ()
    asked = {"alternative": lineup.settings.alternative, "confidence": lineup.settings.confidence}
    pairs = [pair for pair in lineup.pairs if lineup.has_few_errors(pair)]
    if len(pairs) > MOST_SECOND_TESTS:
        best = max(range(len(lineup.names)), key=lineup.auc_of)
        pairs = [pair for pair in pairs if best in pair]
    return tuple(test(**asked) for test in lineup.tests(pairs, "mover"))


def _adjusted_second(
    compared: Sequence[Comparison | None],
    second_tests: Sequence[Comparison],
    correction: Correction,
) -> tuple[float, ...]:
    """Adjusted p-values of the second tests, in one family with the first tests of other pairs."""
    second = {(test.first, test.second): test for test in second_tests}
    first = [None if c is None else second.get((c.first, c.second), c) for c in compared]
    adjusted = adjust([1.0 if test is None else test.p_value for test in first], correction)
    p_of = {id(test): p for test, p in zip(first, adjusted, strict=True)}
    return tuple(p_of[id(test)] for test in second_tests)


def _of_pairs(
    lineup: Lineup, by: str, what: str, ask: Callable[[tuple[int, int], PairTest], T]
) -> list[Task[tuple[T, ...]]]:
    """Tasks that ask about all pairs by a method, as many at once as it answers together."""
    resamples = COMPARISONS[by].resamples
    size = lineup.asked_at_once(by)

    def answered(pairs: Sequence[tuple[int, int]], **options: Any) -> tuple[T, ...]:
        tests = lineup.tests(pairs, by, **options)
        return tuple(ask(pair, test) for pair, test in zip(pairs, tests, strict=True))

    blocks = [lineup.pairs[at : at + size] for at in range(0, len(lineup.pairs), size)]
    return [
        Task(
            f"{what}: {_block_words(lineup, block)}" if resamples else "",
            partial(answered, block),
            int(resamples),
            len(block),
        )
        for block in blocks
    ]


def _curve_tests(lineup: Lineup) -> list[Task[JointTest]]:
    method = lineup.settings.method
    if method not in CURVE_TESTS:
        return []
    scored = lineup.scores
    return [
        Task(
            f"{method}: {_pair_words(lineup, (i, j))}",
            partial(CURVE_TESTS[method], scored[i], scored[j], paired=lineup.paired),
            1,
        )
        for i, j in lineup.pairs
    ]


def _margin_tests(lineup: Lineup) -> list[Task[tuple[MarginTest, ...]]]:
    settings = lineup.settings
    if settings.margin is None or len(lineup.names) < 2:
        return []
    kind, by = settings.margin_test, settings.margin_method
    asked = {"margin": settings.margin, "level": settings.margin_level}

    def tested(pair: tuple[int, int], test: PairTest) -> MarginTest:
        method = partial(_of_this_pair, test)
        return MARGIN_TESTS[kind](*lineup.pair_names(pair), method=method, **asked)

    return _of_pairs(lineup, by, kind, tested)


def _of_this_pair(test: PairTest, first: str, second: str, **options: Any) -> Comparison:
    """A test of one pair as a method that is given both classifiers."""
    return test(**options)


def _simultaneous(
    lineup: Lineup,
) -> tuple[Callable[[], tuple[Comparison, ...]] | None, list[Task[tuple[Comparison, ...]]]]:
    """DeLong's in one piece; of another method each pair at its share of the level."""
    settings, pairs = lineup.settings, lineup.pairs
    if not settings.simultaneous or not pairs:
        return None, []
    if lineup.method == "delong":
        return partial(_largest_z, lineup), []
    return None, _of_pairs(lineup, lineup.method, "simultaneous", partial(_bonferroni, lineup))


def _largest_z(lineup: Lineup) -> tuple[Comparison, ...]:
    asked: dict[str, Any] = {
        "reference": lineup.settings.reference,
        "alternative": lineup.settings.alternative,
        "confidence": lineup.settings.confidence,
    }
    if lineup.paired:
        return simultaneous_comparisons(lineup.moments[0], **asked)
    found = unpaired_simultaneous_comparisons(lineup.moments, **asked)
    return tuple(lineup.marked(comparison) for comparison in found)


def _bonferroni(lineup: Lineup, pair: tuple[int, int], test: PairTest) -> Comparison:
    """A comparison whose interval holds together with those of all other pairs."""
    confidence, pairs = lineup.settings.confidence, len(lineup.pairs)
    found = test(alternative=lineup.settings.alternative, confidence=1 - (1 - confidence) / pairs)
    method = f"{found.interval.method}, Bonferroni"
    return replace(
        found,
        interval=replace(found.interval, confidence=confidence, method=method),
        p_value=min(1.0, pairs * found.p_value),
        method=f"{found.method}, simultaneous",
    )


def _null_tests(lineup: Lineup) -> tuple[Comparison, ...]:
    value = lineup.settings.null
    if value is None or len(lineup.names) == 1:
        return ()
    return tuple(_null_test(lineup, at, value) for at in range(len(lineup.names)))


def _null_test(lineup: Lineup, at: int, value: float) -> Comparison:
    (moments, name), settings = lineup.moments_of(at), lineup.settings
    scale = _NULL_SCALES.get(settings.interval, "beta")
    if value == 0.5:
        question = Question.checked(settings.alternative, 0.0, settings.confidence)
        return compared_with_chance(lineup.scores[at], moments, name, question, scale)
    return delong_null_test(
        moments,
        null=value,
        alternative=settings.alternative,
        confidence=settings.confidence,
        scale=scale,
        name=name,
    )


def _estimates(lineup: Lineup) -> list[Task[Estimate]]:
    return [_estimate(lineup, at, lineup.settings.interval) for at in range(len(lineup.names))]


def _all_estimates(lineup: Lineup) -> list[Task[Estimate]]:
    if not lineup.settings.all_intervals:
        return []
    return [_estimate(lineup, at, name) for at in range(len(lineup.names)) for name in INTERVALS]


def _estimate(lineup: Lineup, at: int, interval: str) -> Task[Estimate]:
    method, confidence = INTERVALS[interval], lineup.settings.confidence
    what = f"{interval}: {shortened(lineup.names[at], 20)}"
    if method.from_moments:
        moments, name = lineup.moments_of(at)
        return Task(what, partial(method, moments, name=name, confidence=confidence))
    scored = lineup.scores[at]
    return Task(what, partial(method, scored, confidence=confidence), int(method.resamples))


def _completed(answers: list[Estimate | None], lineup: Lineup) -> tuple[Estimate, ...]:
    """Estimates whose interval was not done get the recommended one."""
    return tuple(
        _estimate(lineup, at, RECOMMENDED_INTERVAL).ask() if answer is None else answer
        for at, answer in enumerate(answers)
    )


def _joint(lineup: Lineup) -> tuple[JointTest | None, tuple[Caveat, ...]]:
    """The joint test of all AUCs, or a caveat that says why there is none."""
    if len(lineup.names) < 2:
        return None, ()
    if not lineup.whole:
        message = (
            f"There is no joint test: it is carried out for at most {MOST_TOGETHER} classifiers."
        )
        return None, (Caveat(kind="no_joint_test", message=message),)
    few: tuple[Caveat, ...] = ()
    if len(lineup.names) > 2 and any(lineup.has_few_errors(pair) for pair in lineup.pairs):
        few = (_JOINT_WITH_FEW_ERRORS,)
    try:
        if lineup.paired:
            return delong_joint_test(lineup.moments[0], distribution="F"), few
        joint = unpaired_joint_test(list(lineup.moments), distribution="F")
        return replace(joint, caveats=(*joint.caveats, *shared_observations(lineup))), few
    except ContrastError as refusal:
        message = f"There is no joint test: {refusal.message}"
        return None, (Caveat(kind="no_joint_test", message=message),)


def _highest(lineup: Lineup) -> Estimate | None:
    """The highest of three or more AUCs, unless a reference was named and nobody is chosen."""
    if lineup.settings.reference is not None or len(lineup.names) < 3:
        return None
    if lineup.paired:
        return highest_auc_interval(lineup.moments[0], confidence=lineup.settings.confidence)
    return unpaired_highest_auc_interval(lineup.moments, confidence=lineup.settings.confidence)


def _pair_words(lineup: Lineup, pair: tuple[int, int]) -> str:
    first, second = lineup.pair_names(pair)
    return f"{shortened(first, 20)} - {shortened(second, 20)}"


def _block_words(lineup: Lineup, pairs: Sequence[tuple[int, int]]) -> str:
    first = _pair_words(lineup, pairs[0])
    return first if len(pairs) == 1 else f"{first} and {len(pairs) - 1:,} more"
