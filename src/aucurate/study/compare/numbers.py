"""The numbers of a comparison: estimates, comparisons, whole curves, margins, a fixed value."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import combinations
from typing import Any, Protocol, TypeAlias, TypeVar, get_args

from aucurate.caveats import Kind as CaveatKind
from aucurate.caveats import caveat
from aucurate.data.moments import AucMoments
from aucurate.data.observations import Observations
from aucurate.data.scores import PairedScores, Scores, UnpairedScores, position
from aucurate.errors import ContrastError, OptionError, UnsupportedError
from aucurate.formatting import count, shortened
from aucurate.inference.auc import mover
from aucurate.inference.auc.chance import compared_with_chance
from aucurate.inference.auc.delong import AucComponents
from aucurate.inference.auc.equivalence import MarginTest
from aucurate.inference.auc.highest import highest_of
from aucurate.inference.auc.simultaneous import simultaneous
from aucurate.inference.core import caveats
from aucurate.inference.core.components import Components, Scale, joint_test
from aucurate.inference.core.contrasts import Question
from aucurate.inference.core.influence import CountedComponents
from aucurate.inference.core.multiplicity import Correction, adjust
from aucurate.inference.curve.estimands import components_of
from aucurate.inference.methods import INFLUENCE, MARGIN_TESTS
from aucurate.inference.resampling.auc_bootstrap import (
    Differences,
    Match,
    drawn_comparisons,
    drawn_together,
    paired_match,
    unpaired_match,
)
from aucurate.inference.resampling.intervals import Kind
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Cancelled, Progress, ThinnedCurve
from aucurate.results import Alternative, Caveat, Comparison, Estimate, JointTest, MethodTitle
from aucurate.study.compare.settings import CompareSettings
from aucurate.study.inputs import Data
from aucurate.study.work import INTERVALS_OF_AUCS, Task, Work, stretched

# Who is compared with whom: the classifiers of a study, their moments, and the pairs asked for.


Part: TypeAlias = Scores | PairedScores
PairTest: TypeAlias = Callable[..., Comparison]
"""The comparison of one pair, called with alternative, null_difference and confidence."""

MOST_TOGETHER = 500
"""How many classifiers are compared in all pairs (124,750), or have one covariance matrix."""

_MOST_SIMULTANEOUS = 200  # classifiers whose pairs get simultaneous intervals: 19,900
_BLOCK = 100  # classifiers whose covariances are found together where a matrix of all is too large


@dataclass(frozen=True, slots=True)
class Lineup:
    """The classifiers in order, and how they are compared.

    ``parts`` is one set of scores on the same observations, or one ``Scores`` for each classifier
    when the comparison is unpaired. ``components`` are those of all classifiers on the same
    observations together, of each alone when the comparison is unpaired, and with a reference and
    more than ``MOST_TOGETHER`` classifiers those of blocks, each with the reference in it; their
    quantity is the estimand of the settings. ``moments`` are those of the AUCs, in the same order,
    and ``curves`` has, for each classifier, points of its curve.

    The rest follows from these: ``names`` and ``scores`` of the classifiers, ``pairs`` the places
    of those that are compared (all, or each with the reference), ``test_sets`` the different sets
    of observations, each with the name of its first classifier.
    """

    parts: tuple[Part, ...]
    moments: tuple[AucMoments, ...]
    components: tuple[Components[Estimate], ...]
    settings: CompareSettings
    curves: tuple[ThinnedCurve, ...]
    names: tuple[str, ...] = field(init=False)
    scores: tuple[Scores, ...] = field(init=False)
    pairs: tuple[tuple[int, int], ...] = field(init=False)
    test_sets: dict[int, tuple[str, Observations]] = field(init=False)
    _places: dict[str, tuple[int, int]] = field(init=False)
    _observations: dict[str, Observations] = field(init=False)
    _drawn: dict[tuple[Kind, Resampling], Differences] = field(init=False)

    def __post_init__(self) -> None:
        scores = tuple(
            scored
            for part in self.parts
            for scored in ((part,) if isinstance(part, Scores) else part)
        )
        names = tuple(scored.name for scored in scores)
        test_sets: dict[int, tuple[str, Observations]] = {}
        for scored in scores:
            test_sets.setdefault(id(scored.observations), (scored.name, scored.observations))
        places: dict[str, tuple[int, int]] = {}
        for block, moments in enumerate(self.moments):
            for at, name in enumerate(moments.names):
                places.setdefault(name, (block, at))
        derived = {
            "names": names,
            "scores": scores,
            "pairs": tuple(_pairs(names, self.settings.reference)),
            "test_sets": test_sets,
            "_places": places,
            "_observations": {scored.name: scored.observations for scored in scores},
            "_drawn": {},
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @classmethod
    def of(
        cls, data: Data, settings: CompareSettings, threads: int | None, progress: Progress | None
    ) -> "Lineup":
        """The data ranked, after everything that can be refused has been refused."""
        parts = _parts(data, settings)
        settings = settings.for_design(paired=len(parts) == 1)
        for part in parts:
            part.observations.require_plain("compare")
        names = tuple(name for part in parts for name in _names(part))
        if settings.reference is not None:
            position(names, settings.reference)
        method = settings.comparison_method(paired=len(parts) == 1)
        _refuse_too_many(len(names), settings, method)
        if len(parts) > 1 and settings.methods.comparisons[method].paired_only:
            raise UnsupportedError(
                f"the {settings.method} test needs classifiers on the same observations.",
                hint="compare different test sets with method='mover', method='bootstrap' or, "
                "for the whole curve, method='venkatraman'.",
            )
        ranked = _ranked_together(parts, names, settings.reference)
        found = [
            AucMoments.with_curves(
                part, threads=threads, progress=stretched(progress, at, len(ranked))
            )
            for at, part in enumerate(ranked)
        ]
        curve_of: dict[str, ThinnedCurve] = {}
        for moments, curves in found:
            for name, points in zip(moments.names, curves, strict=True):
                curve_of.setdefault(name, points)
        curves = tuple(curve_of[name] for name in names)
        every = tuple(moments for moments, _ in found)
        components: tuple[Components[Estimate], ...] = tuple(map(AucComponents.of, every))
        if settings.estimand is not None:
            components = tuple(components_of(part, settings.estimand) for part in ranked)
        return cls(parts, every, components, settings, curves)

    @property
    def paired(self) -> bool:
        """Whether all classifiers are taken as seen on the same observations."""
        return len(self.parts) == 1

    @property
    def method(self) -> str:
        """The name of the comparison of the estimates."""
        return self.settings.comparison_method(paired=self.paired)

    @property
    def shared(self) -> bool:
        """Whether classifiers on the same observations are compared as if they were not."""
        return not self.paired and len(self.test_sets) < len(self.parts)

    @property
    def whole(self) -> bool:
        """Whether the covariances of all AUCs are known, which a joint test needs."""
        return len(self.names) <= MOST_TOGETHER

    def pair_names(self, pair: tuple[int, int]) -> tuple[str, str]:
        """What the two of a pair are called."""
        return self.names[pair[0]], self.names[pair[1]]

    def moments_of(self, at: int) -> tuple[AucMoments, str]:
        """The moments that hold a classifier, and its name in them."""
        name = self.names[at]
        return self.moments[self._places[name][0]], name

    def component_of(self, at: int) -> tuple[Components[Estimate], int]:
        """The components that hold a classifier, and its place in them."""
        block, place = self._places[self.names[at]]
        return self.components[block], place

    def value_of(self, at: int) -> float:
        """The estimate of the classifier at a place."""
        whole, place = self.component_of(at)
        return float(whole.values[place])

    @property
    def chance(self) -> float:
        """The value of scores that know nothing of the classes, in the first test set."""
        first = self.components[0]
        return first.chance if isinstance(first, CountedComponents) else 0.5

    def has_few_errors(self, pair: tuple[int, int]) -> bool:
        """Whether the AUCs of a pair rest on few misordered observations."""
        if self.settings.estimand is not None:
            return False
        if not self.paired:
            one, two = (self.components[at] for at in pair)
            smaller = min(one.pairs, two.pairs)
            return caveats.has_few_errors(one.values[0], two.values[0], smaller)
        whole, (i, j) = self._components_of_both(pair)
        return caveats.has_few_errors(whole.values[i], whole.values[j], whole.pairs)

    def asked_at_once(self, by: str) -> int:
        """Of how many pairs :meth:`tests` by this method is best asked at once."""
        if not self.settings.methods.comparisons[by].resamples:
            return max(1, len(self.pairs))
        if by not in _SHARED_DRAWS or self.settings.estimand is not None:
            return 1
        largest = max(len(observations) for _, observations in self.test_sets.values())
        replicates = self.settings.resampling.replicates
        return drawn_together(_SHARED_DRAWS[by], replicates, largest, paired=self.paired)

    def tests(
        self, pairs: Sequence[tuple[int, int]], by: str, **resampled: Any
    ) -> Sequence[PairTest]:
        """The comparison of each pair by a method, ready to be asked.

        ``resampled`` is what a method that draws is given: resampling, threads, progress.
        """
        if by in _FROM_COMPONENTS:
            return [partial(self._test_of_components, by, pair) for pair in pairs]
        if by in _SHARED_DRAWS and self.settings.estimand is None:
            return self._tests_of_draws(pairs, _SHARED_DRAWS[by], **resampled)
        return [partial(self._test_of_scores, by, pair, **resampled) for pair in pairs]

    def _test_of_components(self, by: str, pair: tuple[int, int], **asked: Any) -> Comparison:
        question = _question(reach=self.components[0].reach, **asked)
        if self.paired:
            whole, (i, j) = self._components_of_both(pair)
            if isinstance(whole, AucComponents) and by == "mover":
                return mover.compared_places(whole, i, j, question)
            return whole.test(whole.paired(i, j), question)
        one, two = (self.components[at] for at in pair)
        shared = self.scores[pair[0]].observations is self.scores[pair[1]].observations
        if isinstance(one, AucComponents) and isinstance(two, AucComponents) and by == "mover":
            return mover.unpaired_comparison(one, two, question, shared=shared)
        return one.test(one.apart(two, shared=shared), question)

    def _test_of_scores(self, by: str, pair: tuple[int, int], **asked: Any) -> Comparison:
        both: tuple[Any, ...] = self.scores[pair[0]], self.scores[pair[1]]
        if self.settings.estimand is not None:
            both = (*both, self.settings.estimand)
        compared: Comparison = self.settings.methods.comparisons[by](
            *both, paired=self.paired, **asked
        )
        return compared

    def _tests_of_draws(
        self,
        pairs: Sequence[tuple[int, int]],
        kind: Kind,
        *,
        resampling: Resampling,
        threads: int | None,
        progress: Progress | None,
    ) -> Sequence[PairTest]:
        """Bootstrap tests of all these pairs from one set of draws."""
        asked = kind, resampling
        if asked not in self._drawn:  # the ranks of all classifiers, once for all pairs
            self._drawn[asked] = Differences.of(
                *self.parts, kind=kind, resampling=resampling, threads=threads
            )
        matches = [self._match(pair) for pair in pairs]
        drawn = drawn_comparisons(self._drawn[asked], matches, progress)
        return [partial(_answered, answer) for answer in drawn]

    def _match(self, pair: tuple[int, int]) -> Match:
        if self.paired:
            block, places = self._of_both(pair)
            return paired_match(self.moments[block], places, pair)
        first, second = (self.scores[at].observations for at in pair)
        one, two = (self.moments[at] for at in pair)
        return unpaired_match(one, two, pair, shared=first is second)

    def _of_both(self, pair: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        """The block that holds both of a pair on the same observations, and where."""
        first, second = self.pair_names(pair)
        (one, i), (two, j) = self._places[first], self._places[second]
        if one != two:  # the reference, which is the first of every block
            one, i, j = (two, 0, j) if first == self.settings.reference else (one, i, 0)
        return one, (i, j)

    def _components_of_both(
        self, pair: tuple[int, int]
    ) -> tuple[Components[Estimate], tuple[int, int]]:
        block, places = self._of_both(pair)
        return self.components[block], places

    def marked(self, found: Comparison) -> Comparison:
        """The comparison with the caveat that its observations are shared, where they are."""
        first, second = (self._observations[name] for name in (found.first, found.second))
        if self.paired or first is not second:
            return found
        shared = caveats.shared_observations(found.first, found.second)
        return replace(found, caveats=(*found.caveats, shared))


@lru_cache(maxsize=16)
def _question(
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float,
    reach: float = 1.0,
) -> Question:
    return Question.checked(alternative, null_difference, confidence, reach=reach)


def _answered(answer: Callable[[Question], Comparison], **asked: Any) -> Comparison:
    return answer(_question(**asked))


# Methods that need no more than the components, which are found once.
_FROM_COMPONENTS = ("delong", "mover", INFLUENCE)

_SHARED_DRAWS: dict[str, Kind] = {f"bootstrap-{kind}": kind for kind in get_args(Kind)}


def _names(part: Part) -> tuple[str, ...]:
    return (part.name,) if isinstance(part, Scores) else part.names


def _pairs(names: tuple[str, ...], reference: str | None) -> Iterable[tuple[int, int]]:
    if reference is None:
        return combinations(range(len(names)), 2)
    base = names.index(reference)
    return ((at, base) for at in range(len(names)) if at != base)


def _parts(data: Data, settings: CompareSettings) -> tuple[Part, ...]:
    if isinstance(data, UnpairedScores):
        if settings.paired:
            raise OptionError(
                "paired=True, but the classifiers come from different test sets.",
                hint="leave it out, or give their scores on the same observations.",
            )
        return tuple(data)
    if settings.paired is False and isinstance(data, PairedScores) and len(data) > 1:
        return tuple(data)
    return (data,)


def _ranked_together(
    parts: tuple[Part, ...], names: tuple[str, ...], reference: str | None
) -> tuple[Part, ...]:
    """The parts whose moments are found together: the parts, or blocks with the reference."""
    (whole, *others) = parts
    if others or isinstance(whole, Scores) or len(names) <= MOST_TOGETHER or reference is None:
        return parts
    rest = [name for name in names if name != reference]
    return tuple(
        whole.select([reference, *rest[at : at + _BLOCK]]) for at in range(0, len(rest), _BLOCK)
    )


def _refuse_too_many(classifiers: int, settings: CompareSettings, method: str) -> None:
    """Refuse what grows with the square of the classifiers, where there are too many of them."""
    pairs = classifiers * (classifiers - 1) // 2
    if classifiers > MOST_TOGETHER and settings.reference is None:
        raise UnsupportedError(
            f"{classifiers:,} classifiers make {count(pairs, 'pair')}; all pairs are compared for "
            f"at most {MOST_TOGETHER} classifiers.",
            hint="compare each with one of them (reference=, on the command line --reference), or "
            "choose some of the columns (--scores).",
        )
    if not settings.simultaneous or method not in _BY_LARGEST_Z:
        return
    most = _MOST_SIMULTANEOUS if settings.reference is None else MOST_TOGETHER
    if classifiers > most:
        raise UnsupportedError(
            f"simultaneous intervals are computed for at most {most} classifiers here; there are "
            f"{classifiers:,}.",
            hint="leave out simultaneous= (--simultaneous): the p-values are adjusted in any case; "
            "or choose some of the columns (--scores).",
        )


def shared_observations(lineup: Lineup) -> list[Caveat]:
    """An unpaired study of classifiers that scored the same observations."""
    if not lineup.shared:
        return []
    what = f"their {lineup.components[0].plural}"
    if len(lineup.names) == 2:
        return [caveats.shared_observations(*lineup.names, what)]
    return [caveat(CaveatKind.SHARED_OBSERVATIONS, "several", what=what)]


T = TypeVar("T")

MOST_SECOND_TESTS = 2000
"""With more pairs of few errors than these MOVER's test is made for those with the highest AUC."""

# The comparisons whose simultaneous intervals come from the largest of their statistics.
_BY_LARGEST_Z = ("delong", INFLUENCE)

_SCALES: dict[str, Scale] = {
    "delong-beta": "beta",
    "delong-logit-t": "logit-t",
    "delong-logit": "logit",
    "delong-wald": "wald",
}


_JOINT_WITH_FEW_ERRORS = caveat(CaveatKind.FEW_ERRORS, "joint")


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
    few_errors = [pair for pair in lineup.pairs if lineup.has_few_errors(pair)]
    joint, refused = _joint(lineup, any_few_errors=bool(few_errors))
    comparing, curving, margins = _comparisons(lineup), _curve_tests(lineup), _margin_tests(lineup)
    together, resampled = _simultaneous(lineup)
    estimating, intervals = _estimates(lineup), _all_estimates(lineup)
    for tasks in (comparing, curving, margins, resampled, estimating, intervals):
        work.expect(tasks)
    compared = work.run_blocks("comparisons", comparing)
    if not any(compared):
        raise Cancelled("stopped before the first comparison was done")
    second_tests = _second_tests(lineup, few_errors)
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
        value = lineup.chance if settings.null is None else settings.null
        return [Task("", lambda: (_null_test(lineup, 0, value),))]

    def compared(_: tuple[int, int], test: PairTest) -> Comparison:
        return test(alternative=settings.alternative, confidence=settings.confidence)

    return _of_pairs(lineup, lineup.method, lineup.method, compared)


def _second_tests(lineup: Lineup, pairs: Sequence[tuple[int, int]]) -> tuple[Comparison, ...]:
    """MOVER's comparison of the pairs whose errors are too few for the level of DeLong's test."""
    if not lineup.paired or lineup.method != "delong" or len(lineup.names) < 2:
        return ()
    asked = {"alternative": lineup.settings.alternative, "confidence": lineup.settings.confidence}
    if len(pairs) > MOST_SECOND_TESTS:
        best = max(range(len(lineup.names)), key=lineup.value_of)
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
    resamples = lineup.settings.methods.comparisons[by].resamples
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
    method, known = lineup.settings.method, lineup.settings.methods.curve_tests
    if method not in known:
        return []
    scored = lineup.scores
    return [
        Task(
            f"{method}: {_pair_words(lineup, (i, j))}",
            partial(known[method], scored[i], scored[j], paired=lineup.paired),
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
        found: MarginTest = MARGIN_TESTS[kind](*lineup.pair_names(pair), method=method, **asked)
        return found

    return _of_pairs(lineup, by, kind, tested)


def _of_this_pair(test: PairTest, first: str, second: str, **options: Any) -> Comparison:
    """A test of one pair as a method that is given both classifiers."""
    return test(**options)


def _simultaneous(
    lineup: Lineup,
) -> tuple[Callable[[], tuple[Comparison, ...]] | None, list[Task[tuple[Comparison, ...]]]]:
    """By the largest z in one piece; of another method each pair at its share of the level."""
    settings, pairs = lineup.settings, lineup.pairs
    if not settings.simultaneous or not pairs:
        return None, []
    if lineup.method in _BY_LARGEST_Z:
        return partial(_largest_z, lineup), []
    return None, _of_pairs(lineup, lineup.method, "simultaneous", partial(_bonferroni, lineup))


def _largest_z(lineup: Lineup) -> tuple[Comparison, ...]:
    settings = lineup.settings
    question = _question(alternative=settings.alternative, confidence=settings.confidence)
    found = simultaneous(lineup.components, question, reference=settings.reference)
    return tuple(lineup.marked(comparison) for comparison in found)


def _bonferroni(lineup: Lineup, pair: tuple[int, int], test: PairTest) -> Comparison:
    """A comparison whose interval holds together with those of all other pairs."""
    confidence, pairs = lineup.settings.confidence, len(lineup.pairs)
    found = test(alternative=lineup.settings.alternative, confidence=1 - (1 - confidence) / pairs)
    interval = found.interval
    method = MethodTitle(f"{interval.method}, Bonferroni", f"{interval.key}-bonferroni")
    return replace(
        found,
        interval=replace(interval, confidence=confidence, method=method),
        p_value=min(1.0, pairs * found.p_value),
        method=MethodTitle(f"{found.method}, simultaneous", f"{found.key}-simultaneous"),
    )


def _null_tests(lineup: Lineup) -> tuple[Comparison, ...]:
    value = lineup.settings.null
    if value is None or len(lineup.names) == 1:
        return ()
    return tuple(_null_test(lineup, at, value) for at in range(len(lineup.names)))


def _null_test(lineup: Lineup, at: int, value: float) -> Comparison:
    settings, (whole, place) = lineup.settings, lineup.component_of(at)
    question = Question.checked(settings.alternative, 0.0, settings.confidence)
    scale = _scale(lineup)
    if settings.estimand is None and value == lineup.chance:
        moments, name = lineup.moments_of(at)
        return compared_with_chance(lineup.scores[at], moments, name, question, scale)
    return whole.null_test(place, value, question, scale, chance=lineup.chance)


def _scale(lineup: Lineup) -> Scale:
    """The scale of the intervals, also where these are drawn."""
    first = lineup.components[0]
    usual = first.recommended if isinstance(first, CountedComponents) else "beta"
    return _SCALES.get(lineup.settings.interval, usual)


def _estimates(lineup: Lineup) -> list[Task[Estimate]]:
    return [_estimate(lineup, at, lineup.settings.interval) for at in range(len(lineup.names))]


def _all_estimates(lineup: Lineup) -> list[Task[Estimate]]:
    settings = lineup.settings
    if not settings.all_intervals:
        return []
    every = settings.methods.intervals
    return [_estimate(lineup, at, name) for at in range(len(lineup.names)) for name in every]


def _estimate(lineup: Lineup, at: int, interval: str) -> Task[Estimate]:
    settings = lineup.settings
    method, confidence = settings.methods.intervals[interval], settings.confidence
    what = f"{interval}: {shortened(lineup.names[at], 20)}"
    if interval in _SCALES or interval == INFLUENCE:
        whole, place = lineup.component_of(at)
        scale = _SCALES.get(interval) or _scale(lineup)
        return Task(what, partial(whole.estimate, place, scale, confidence))
    if method.keeps("takes moments"):
        moments, name = lineup.moments_of(at)
        return Task(what, partial(method, moments, name=name, confidence=confidence))
    given = [lineup.scores[at], *([] if settings.estimand is None else [settings.estimand])]
    return Task(what, partial(method, *given, confidence=confidence), int(method.resamples))


def _completed(answers: list[Estimate | None], lineup: Lineup) -> tuple[Estimate, ...]:
    """Estimates whose interval was not done get the recommended one."""
    recommended = lineup.settings.methods.interval
    return tuple(
        _estimate(lineup, at, recommended).ask() if answer is None else answer
        for at, answer in enumerate(answers)
    )


def _joint(lineup: Lineup, *, any_few_errors: bool) -> tuple[JointTest | None, tuple[Caveat, ...]]:
    """The joint test of all estimates, or a caveat that says why there is none."""
    if len(lineup.names) < 2:
        return None, ()
    if not lineup.whole:
        return None, (caveat(CaveatKind.NO_JOINT_TEST, "many", most=MOST_TOGETHER),)
    few: tuple[Caveat, ...] = ()
    if len(lineup.names) > 2 and any_few_errors:
        few = (_JOINT_WITH_FEW_ERRORS,)
    try:
        joint = joint_test(lineup.components, distribution="F")
        return replace(joint, caveats=(*joint.caveats, *shared_observations(lineup))), few
    except ContrastError as refusal:
        return None, (caveat(CaveatKind.NO_JOINT_TEST, "refused", reason=refusal.message),)


def _highest(lineup: Lineup) -> Estimate | None:
    """The highest of three or more, unless a reference was named and nobody is chosen."""
    if lineup.settings.reference is not None or len(lineup.names) < 3:
        return None
    scale = "beta" if lineup.settings.estimand is None else _scale(lineup)
    return highest_of(lineup.components, scale, lineup.settings.confidence)


def _pair_words(lineup: Lineup, pair: tuple[int, int]) -> str:
    first, second = lineup.pair_names(pair)
    return f"{shortened(first, 20)} - {shortened(second, 20)}"


def _block_words(lineup: Lineup, pairs: Sequence[tuple[int, int]]) -> str:
    first = _pair_words(lineup, pairs[0])
    return first if len(pairs) == 1 else f"{first} and {len(pairs) - 1:,} more"
