"""The numbers of a comparison: estimates, comparisons, whole curves, margins, a fixed value."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import combinations
from typing import Any, TypeAlias, TypeVar, get_args

from aucurate.caveats import Kind as CaveatKind
from aucurate.caveats import caveat
from aucurate.curve.streamed import StreamedCurve
from aucurate.data.moments import AucMoments
from aucurate.data.observations import Observations
from aucurate.data.scores import PairedScores, Scores, UnpairedScores, position
from aucurate.data.table_scores import (
    Approximation,
    Stretch,
    TableClassifier,
    TableObservations,
    TableScores,
    refuse_without_rows,
)
from aucurate.errors import ContrastError, OptionError, UnsupportedError
from aucurate.estimates.counted import CountedEstimate
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Argument, Function, Hint
from aucurate.inference.auc import mover
from aucurate.inference.auc.chance import (
    LARGE,
    compared_with_chance,
    rank_sum,
    rank_sum_of_counts,
)
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
from aucurate.inference.methods import AUTO, INFLUENCE, MARGIN_TESTS, Methods, methods_of
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
from aucurate.kernels import Progress, ThinnedCurve, share_of
from aucurate.results import (
    Alternative,
    Caveat,
    Comparison,
    Estimate,
    JointTest,
    MethodTitle,
    Tested,
)
from aucurate.study.compare.requirements import Claim, Requirement
from aucurate.study.compare.settings import CompareSettings
from aucurate.study.curves import CurveCounts
from aucurate.study.inputs import Data
from aucurate.study.work import Task

# Who is compared with whom: the classifiers of a study, their moments, and the pairs asked for.


Part: TypeAlias = Scores | PairedScores | TableScores
PairTest: TypeAlias = Callable[..., Comparison]
"""The comparison of one pair, called with alternative, null_difference and confidence."""

MOST_TOGETHER = 500
"""How many classifiers are compared in all pairs (124,750), or have one covariance matrix."""

_MOST_SIMULTANEOUS = 200  # classifiers whose pairs get simultaneous intervals: 19,900
_RANKED_AT_ONCE = 2**24  # distinct scores of a table that are held where ranks are asked for
_BLOCK = 100  # classifiers whose covariances are found together where a matrix of all is too large


@dataclass(frozen=True, slots=True)
class ComparisonPlan:
    """The classifiers in order, and how they are compared.

    ``parts`` is one set of scores on the same observations, or one ``Scores`` for each classifier
    when the comparison is unpaired. ``components`` are those of all classifiers on the same
    observations together, of each alone when the comparison is unpaired, and with a reference and
    more than ``MOST_TOGETHER`` classifiers those of blocks, each with the reference in it; their
    quantity is the ``estimand``, None for the AUC. ``moments`` are those of the AUCs, in the same
    order, and ``curves`` has, for each classifier, points of its curve, where they were found with
    the moments. ``streamed`` are curves of scores in a table that had to be seen on the way, and
    ``bounds`` say how far approximate AUCs of a table can be from the exact ones.

    The rest follows from these: ``names`` and ``scores`` of the classifiers, ``pairs`` the places
    of those that are compared (all, or each with the reference), ``test_sets`` the different sets
    of observations, each with the name of its first classifier.
    """

    parts: tuple[Part, ...]
    moments: tuple[AucMoments, ...]
    components: tuple[Components[Estimate], ...]
    estimand: CountedEstimate | None
    settings: CompareSettings
    curves: tuple[ThinnedCurve | None, ...]
    threads: int | None = None
    streamed: Mapping[str, StreamedCurve] = field(default_factory=dict)
    approximations: tuple[Approximation, ...] = ()
    names: tuple[str, ...] = field(init=False)
    scores: tuple[Scores | TableClassifier, ...] = field(init=False)
    pairs: tuple[tuple[int, int], ...] = field(init=False)
    test_sets: dict[int, tuple[str, Observations | TableObservations]] = field(init=False)
    _places: dict[str, tuple[int, int]] = field(init=False)
    _observations: dict[str, Observations | TableObservations] = field(init=False)
    _drawn: dict[tuple[Kind, Resampling], Differences] = field(init=False)

    def __post_init__(self) -> None:
        scores = tuple(
            scored
            for part in self.parts
            for scored in ((part,) if isinstance(part, Scores) else part)
        )
        names = tuple(scored.name for scored in scores)
        test_sets: dict[int, tuple[str, Observations | TableObservations]] = {}
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
        cls,
        data: Data | TableScores,
        estimand: CountedEstimate | None,
        settings: CompareSettings,
        threads: int | None,
        progress: Progress | None,
    ) -> "ComparisonPlan":
        """The data ranked, after everything that can be refused has been refused."""
        parts, known = _parts(data, settings), methods_of(estimand)
        settings = settings.for_design(known, paired=len(parts) == 1)
        names = tuple(name for part in parts for name in _names(part))
        if settings.reference is not None:
            position(names, settings.reference)
        method = settings.comparison_method(known, paired=len(parts) == 1)
        required = [Claim.read(text).pair(names, estimand) for text in settings.require]
        _refuse_unrelated(required, names, settings.reference)
        _refuse_too_many(len(names), settings, method)
        _refuse_without_units(parts, settings, known, method)
        if any(isinstance(part, TableScores) for part in parts):
            _refuse_without_rows(estimand, settings, known, method)
        if len(parts) > 1 and known.comparisons[method].paired_only:
            raise UnsupportedError(
                f"the {settings.method} test needs classifiers on the same observations.",
                hint=Hint(
                    "compare different test sets with {}, {} or, for the whole curve, {}.",
                    *(Argument("method", key) for key in ("mover", "bootstrap", "venkatraman")),
                ),
            )
        ranked = _ranked_together(parts, names, settings.reference)
        found = [
            _Ranked.of(part, threads, share_of(progress, at, len(ranked)))
            for at, part in enumerate(ranked)
        ]
        curve_of: dict[str, ThinnedCurve | None] = {}
        streamed: dict[str, StreamedCurve] = {}
        for each in found:  # no curves where observations have weights
            for name, points in zip(each.moments.names, each.curves, strict=False):
                curve_of.setdefault(name, points)
            streamed |= each.streamed
        every = tuple(each.moments for each in found)
        components: tuple[Components[Estimate], ...] = tuple(map(AucComponents.of, every))
        if estimand is not None:
            components = tuple(components_of(_in_memory(part), estimand) for part in ranked)
        return cls(
            parts,
            every,
            components,
            estimand,
            settings,
            tuple(curve_of.get(name) for name in names),
            threads,
            streamed,
            tuple(each.approximation for each in found if each.approximation is not None),
        )

    def curve_counts(self) -> tuple[CurveCounts, ...]:
        """The curve of every classifier."""
        return tuple(map(self._curve_counts, self.scores, self.curves))

    def _curve_counts(
        self, scores: Scores | TableClassifier, points: ThinnedCurve | None
    ) -> CurveCounts:
        if isinstance(scores, TableClassifier) and scores.name in self.streamed:
            return CurveCounts.from_streamed(scores, self.streamed[scores.name])
        return CurveCounts.from_thinned(scores, points, threads=self.threads)

    def ranks_of(self, at: int) -> Callable[[], tuple[float, float]] | None:
        """The rank-sum test of a classifier; None where not all its ranks are at hand."""
        scores = self.scores[at]
        if isinstance(scores, Scores):
            return partial(rank_sum, scores)
        streamed = self.streamed.get(scores.name)
        if streamed is None or not streamed.is_whole:
            return None
        return lambda: rank_sum_of_counts(streamed.counts())

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What the classifiers are required to show."""
        return tuple(map(Claim.read, self.settings.require))

    @property
    def methods(self) -> Methods:
        """The methods for the estimand."""
        return methods_of(self.estimand)

    @property
    def paired(self) -> bool:
        """Whether all classifiers are taken as seen on the same observations."""
        return len(self.parts) == 1

    @property
    def compared_by(self) -> str:
        """The name of the comparison of the estimates."""
        return self.settings.comparison_method(self.methods, paired=self.paired)

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
        if self.estimand is not None:
            return False
        aucs, smaller = [], []
        for moments, name in map(self.moments_of, pair):
            at = moments.index(name)
            aucs.append(moments.aucs[at])
            smaller.append(moments.smaller_class(at))
        return caveats.has_few_errors(aucs[0], aucs[1], min(smaller))

    def asked_at_once(self, by: str) -> int:
        """Of how many pairs :meth:`tests` by this method is best asked at once."""
        if not self.methods.comparisons[by].resamples:
            return max(1, len(self.pairs))
        if by not in _SHARED_DRAWS or self.estimand is not None:
            return 1
        largest = max(len(observations) for _, observations in self.test_sets.values())
        replicates = self.settings.resampling.replicates
        units = any(
            rows.is_grouped or rows.weights is not None for _, rows in self.test_sets.values()
        )
        return drawn_together(
            _SHARED_DRAWS[by], replicates, largest, paired=self.paired, units=units
        )

    def tests(
        self, pairs: Sequence[tuple[int, int]], by: str, **resampled: Any
    ) -> Sequence[PairTest]:
        """The comparison of each pair by a method, ready to be asked.

        ``resampled`` is what a method that draws is given: resampling, threads, progress.
        """
        if by in _FROM_COMPONENTS:
            return [partial(self._test_of_components, by, pair) for pair in pairs]
        if by in _SHARED_DRAWS and self.estimand is None:
            return self._tests_of_draws(pairs, _SHARED_DRAWS[by], **resampled)
        return [partial(self._test_of_scores, by, pair, **resampled) for pair in pairs]

    def _test_of_components(self, by: str, pair: tuple[int, int], **asked: Any) -> Comparison:
        question = _question(reach=self.components[0].reach, **asked)
        if self.paired:
            whole, (i, j) = self.components_of_both(pair)
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
        if self.estimand is not None:
            both = (*both, self.estimand)
        compared: Comparison = self.methods.comparisons[by](*both, paired=self.paired, **asked)
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
                *map(_in_memory, self.parts), kind=kind, resampling=resampling, threads=threads
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

    def components_of_both(
        self, pair: tuple[int, int]
    ) -> tuple[Components[Estimate], tuple[int, int]]:
        """The components that hold both of a pair on the same observations, and their places."""
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


@dataclass(frozen=True, slots=True)
class _Ranked:
    """What ranking the scores of some classifiers together gives."""

    moments: AucMoments
    curves: tuple[ThinnedCurve | None, ...]
    streamed: Mapping[str, StreamedCurve] = field(default_factory=dict)
    approximation: Approximation | None = None

    @classmethod
    def of(cls, part: Part, threads: int | None, progress: Progress | None) -> "_Ranked":
        if not isinstance(part, TableScores):
            return cls(*AucMoments.with_curves(part, threads=threads, progress=progress))
        rows, streamed = part.observations, {}
        if rows.weights is not None or min(rows.n_positive, rows.n_negative) < LARGE:
            streamed = {name: StreamedCurve(held=_RANKED_AT_ONCE) for name in part.names}

        def look(place: int, stretch: Stretch) -> None:
            streamed[part.names[place]].add(stretch)

        found = part.statistics(
            visit=look if streamed else None, threads=threads, progress=progress
        )
        return cls(found.moments, found.curves, streamed, found.approximation)


def _in_memory(part: Part) -> Scores | PairedScores:
    assert not isinstance(part, TableScores)  # which _refuse_without_rows refuses
    return part


def _names(part: Part) -> tuple[str, ...]:
    return (part.name,) if isinstance(part, Scores) else part.names


def _pairs(names: tuple[str, ...], reference: str | None) -> Iterable[tuple[int, int]]:
    if reference is None:
        return combinations(range(len(names)), 2)
    base = names.index(reference)
    return ((at, base) for at in range(len(names)) if at != base)


def _parts(data: Data | TableScores, settings: CompareSettings) -> tuple[Part, ...]:
    if isinstance(data, UnpairedScores):
        if settings.paired:
            raise OptionError(
                "paired=True, but the classifiers come from different test sets.",
                hint="leave it out, or give their scores on the same observations.",
            )
        return tuple(data)
    if settings.paired is not False or isinstance(data, Scores) or len(data) < 2:
        return (data,)
    if isinstance(data, TableScores):
        return tuple(data.select([name]) for name in data.names)
    return tuple(data)


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
            hint=Hint(
                "compare each with one of them ({reference}), or choose some of them ({}).",
                Function("data.select"),
            ),
        )
    if not settings.simultaneous or method not in _BY_LARGEST_Z:
        return
    most = _MOST_SIMULTANEOUS if settings.reference is None else MOST_TOGETHER
    if classifiers > most:
        raise UnsupportedError(
            f"simultaneous intervals are computed for at most {most} classifiers here; there are "
            f"{classifiers:,}.",
            hint=Hint(
                "leave out {simultaneous}: the p-values are adjusted in any case; or choose some "
                "of the classifiers ({}).",
                Function("data.select"),
            ),
        )


def _refuse_unrelated(
    required: Iterable[Sequence[str]], names: Sequence[str], reference: str | None
) -> None:
    """Refuse a required pair without the reference, where only pairs with it are compared."""
    if reference is None or len(names) <= MOST_TOGETHER:
        return
    for pair in required:
        if len(pair) == 2 and reference not in pair:
            raise UnsupportedError(
                f"'{shortened(pair[0])}' and '{shortened(pair[1])}' cannot be compared beside "
                f"{len(names):,} classifiers that are compared with '{shortened(reference)}'.",
                hint=Hint(
                    "choose these two with {}, or name the reference.", Function("data.select")
                ),
            )


def _refuse_without_units(
    parts: tuple[Part, ...], settings: CompareSettings, known: Methods, method: str
) -> None:
    """Refuse methods that do not allow for the groups or sampling weights that there are."""
    rows = [part.observations for part in parts]
    grouped, sampled = any(r.is_grouped for r in rows), any(r.is_sampled for r in rows)
    asked = {"sampled": sampled, "paired": len(parts) == 1}
    margin = settings.margin_method if settings.uses_margins else ""
    for argument, key, among in (
        ("method", settings.method, known.curve_tests),
        ("method", method, known.comparisons),
        ("interval", settings.interval, known.intervals),
        ("margin_method", margin, known.comparisons),
    ):
        if key not in among or among[key].allows(grouped=grouped, **asked):
            continue
        words = "groups of observations"
        if among[key].allows(grouped=grouped, sampled=False, paired=len(parts) == 1):
            words = "sampling weights"
        elif among[key].allows(grouped=grouped, sampled=False):
            words = "groups of observations on different test sets"
        others = [name for name, each in among.items() if each.allows(grouped=grouped, **asked)]
        raise UnsupportedError(
            f"{key} does not allow for {words}.",
            hint=Hint(
                "leave out {}; {}.",
                Argument(argument),
                f"these do: {join_words(others)}" if others else "no test of curves does",
            ),
        )


def _refuse_without_rows(
    estimand: CountedEstimate | None, settings: CompareSettings, known: Methods, method: str
) -> None:
    """Refuse methods that need the rows, of scores that stay in their table."""
    if estimand is not None:
        raise refuse_without_rows(f"the {estimand.quantity}", "the AUC")
    margin = settings.margin_method if settings.uses_margins else "delong"
    for name in (settings.method, method, margin):
        if name != AUTO and name not in _FROM_COMPONENTS:
            raise refuse_without_rows(f"the test '{name}'", "delong or mover")
    if not _takes_moments(known, settings.interval):
        others = [name for name in known.intervals if _takes_moments(known, name)]
        raise refuse_without_rows(f"the interval '{settings.interval}'", join_words(others, "or"))


def _takes_moments(known: Methods, interval: str) -> bool:
    """Whether an interval of the AUC needs no more than its moments."""
    return interval in _SCALES or known.intervals[interval].keeps("takes moments")


def shared_observations(plan: ComparisonPlan) -> list[Caveat]:
    """An unpaired study of classifiers that scored the same observations."""
    if not plan.shared:
        return []
    what = f"their {plan.components[0].plural}"
    if len(plan.names) == 2:
        return [caveats.shared_observations(*plan.names, what)]
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


def tested_again(
    compared: Sequence[Comparison | None],
    second_tests: Sequence[Comparison],
    correction: Correction,
) -> tuple[Tested[Comparison], ...]:
    """The second tests, adjusted in one family with the first tests of the other pairs."""
    family = _in_their_place(second_tests, compared)
    adjusted = adjust([1.0 if test is None else test.p_value for test in family], correction)
    p_of = {id(test): p for test, p in zip(family, adjusted, strict=True)}
    return tuple(Tested(result=test, adjusted_p_value=p_of[id(test)]) for test in second_tests)


def _in_their_place(
    second_tests: Sequence[Comparison], compared: Sequence[Comparison | None]
) -> list[Comparison | None]:
    """The comparisons, with the second tests in place of those of the same pairs."""
    second = {(test.first, test.second): test for test in second_tests}
    return [None if c is None else second.get((c.first, c.second), c) for c in compared]


def comparisons(plan: ComparisonPlan) -> list[Task[tuple[Comparison, ...]]]:
    """All pairs, or each against the reference; one classifier against chance or the null."""
    settings = plan.settings
    if len(plan.names) == 1:
        value = plan.chance if settings.null is None else settings.null
        return [Task("", lambda _: (_null_test(plan, 0, value),), weight=0)]

    def compared(_: tuple[int, int], test: PairTest) -> Comparison:
        return test(alternative=settings.alternative, confidence=settings.confidence)

    return _of_pairs(plan, plan.compared_by, plan.compared_by, compared)


def second_tests(plan: ComparisonPlan, pairs: Sequence[tuple[int, int]]) -> tuple[Comparison, ...]:
    """MOVER's comparison of the pairs whose errors are too few for the level of DeLong's test."""
    if len(pairs) > MOST_SECOND_TESTS:
        best = max(range(len(plan.names)), key=plan.value_of)
        pairs = [pair for pair in pairs if best in pair]
    return _by_mover(plan, pairs)


def by_valid_tests(
    plan: ComparisonPlan, compared: Sequence[Comparison | None]
) -> list[Comparison | None]:
    """The comparisons, with MOVER's in place of DeLong's for every pair whose errors are few."""
    few = [pair for pair in plan.pairs if plan.has_few_errors(pair)]
    return _in_their_place(_by_mover(plan, few), compared)


def _by_mover(plan: ComparisonPlan, pairs: Sequence[tuple[int, int]]) -> tuple[Comparison, ...]:
    """MOVER's comparison of these pairs, where DeLong's paired test is the first."""
    if not plan.paired or plan.compared_by != "delong" or len(plan.names) < 2:
        return ()
    asked = {"alternative": plan.settings.alternative, "confidence": plan.settings.confidence}
    return tuple(test(**asked) for test in plan.tests(pairs, "mover"))


def _of_pairs(
    plan: ComparisonPlan, by: str, what: str, ask: Callable[[tuple[int, int], PairTest], T]
) -> list[Task[tuple[T, ...]]]:
    """Tasks that ask about all pairs by a method, as many at once as it answers together."""
    resamples = plan.methods.comparisons[by].resamples
    size = plan.asked_at_once(by)

    def answered(pairs: Sequence[tuple[int, int]], progress: Progress | None) -> tuple[T, ...]:
        tests = plan.tests(pairs, by, **_drawing(plan, progress) if resamples else {})
        return tuple(ask(pair, test) for pair, test in zip(pairs, tests, strict=True))

    blocks = [plan.pairs[at : at + size] for at in range(0, len(plan.pairs), size)]
    return [
        Task(
            f"{what}: {_block_words(plan, block)}" if resamples else "",
            partial(answered, block),
            weight=int(resamples) * len(block) * plan.settings.resampling.replicates,
            questions=len(block),
        )
        for block in blocks
    ]


def curve_tests(plan: ComparisonPlan) -> list[Task[JointTest]]:
    """Tests of whole curves, where the method is one."""
    method, known = plan.settings.method, plan.methods.curve_tests
    if method not in known:
        return []
    scored = plan.scores

    def tested(pair: tuple[int, int], progress: Progress | None) -> JointTest:
        both = scored[pair[0]], scored[pair[1]]
        test: JointTest = known[method](*both, paired=plan.paired, **_drawing(plan, progress))
        return test

    weight = plan.settings.resampling.replicates
    return [
        Task(f"{method}: {_pair_words(plan, pair)}", partial(tested, pair), weight)
        for pair in plan.pairs
    ]


def _drawing(plan: ComparisonPlan, progress: Progress | None) -> dict[str, Any]:
    """What a method that draws is given."""
    resampling = plan.settings.resampling
    return {"resampling": resampling, "threads": plan.threads, "progress": progress}


def margin_tests(plan: ComparisonPlan) -> list[Task[tuple[MarginTest, ...]]]:
    """Tests of the margin, where one is given."""
    settings = plan.settings
    if settings.margin is None or len(plan.names) < 2:
        return []
    kind, by = settings.margin_test, settings.margin_method
    asked = {"margin": settings.margin, "level": settings.margin_level}

    def tested(pair: tuple[int, int], test: PairTest) -> MarginTest:
        method = partial(_of_this_pair, test)
        found: MarginTest = MARGIN_TESTS[kind](*plan.pair_names(pair), method=method, **asked)
        return found

    return _of_pairs(plan, by, kind, tested)


def _of_this_pair(test: PairTest, first: str, second: str, **options: Any) -> Comparison:
    """A test of one pair as a method that is given both classifiers."""
    return test(**options)


def requirement_tests(plan: ComparisonPlan) -> list[Task[Requirement]]:
    """The tests of what the classifiers are required to show, each at its own level."""
    return [_requirement(plan, claim) for claim in plan.claims]


def _requirement(plan: ComparisonPlan, claim: Claim) -> Task[Requirement]:
    named, settings = claim.pair(plan.names, plan.estimand), plan.settings
    level, what = settings.one_sided_level, f"required: {shortened(claim.text, 40)}"
    if len(named) == 1:
        at = plan.names.index(named[0])
        return Task(what, lambda _: _required_value(plan, claim, at), weight=0)
    if claim.bound != 0:
        settings.check_margin_method(plan.methods)
    first, second = named if claim.side == "greater" else named[::-1]
    sign = 1 if claim.side == "greater" else -1
    margin, by = sign * claim.bound, settings.margin_method
    test = MARGIN_TESTS["non-inferiority" if margin < 0 else "superiority"]
    pair = plan.names.index(first), plan.names.index(second)
    resamples = plan.methods.comparisons[by].resamples

    def tested(progress: Progress | None) -> Requirement:
        drawing = _drawing(plan, progress) if resamples else {}
        method = partial(_of_this_pair, plan.tests([pair], by, **drawing)[0])
        found: MarginTest = test(first, second, method=method, margin=abs(margin), level=level)
        return Requirement.of_difference(claim, found)

    return Task(what, tested, weight=int(resamples) * settings.resampling.replicates)


def _required_value(plan: ComparisonPlan, claim: Claim, at: int) -> Requirement:
    """The test of an estimate that agrees with its interval, also at the value of chance."""
    settings, scale, (whole, place) = plan.settings, scale_of(plan), plan.component_of(at)
    question = Question.checked(claim.side, 0.0, settings.confidence)
    test = whole.null_test(place, claim.bound, question, scale, chance=plan.chance)
    interval = whole.estimate(place, scale, settings.confidence).interval
    return Requirement.of_value(claim, test, interval, settings.one_sided_level)


def simultaneous_intervals(
    plan: ComparisonPlan,
) -> tuple[Callable[[], tuple[Comparison, ...]] | None, list[Task[tuple[Comparison, ...]]]]:
    """By the largest z in one piece; of another method each pair at its share of the level."""
    settings, pairs = plan.settings, plan.pairs
    if not settings.simultaneous or not pairs:
        return None, []
    if plan.compared_by in _BY_LARGEST_Z:
        return partial(_largest_z, plan), []
    return None, _of_pairs(plan, plan.compared_by, "simultaneous", partial(_bonferroni, plan))


def _largest_z(plan: ComparisonPlan) -> tuple[Comparison, ...]:
    settings = plan.settings
    question = _question(alternative=settings.alternative, confidence=settings.confidence)
    found = simultaneous(plan.components, question, reference=settings.reference)
    return tuple(plan.marked(comparison) for comparison in found)


def _bonferroni(plan: ComparisonPlan, pair: tuple[int, int], test: PairTest) -> Comparison:
    """A comparison whose interval holds together with those of all other pairs."""
    confidence, pairs = plan.settings.confidence, len(plan.pairs)
    found = test(alternative=plan.settings.alternative, confidence=1 - (1 - confidence) / pairs)
    interval = found.interval
    method = MethodTitle(f"{interval.method}, Bonferroni", f"{interval.key}-bonferroni")
    return replace(
        found,
        interval=replace(interval, confidence=confidence, method=method),
        p_value=min(1.0, pairs * found.p_value),
        method=MethodTitle(f"{found.method}, simultaneous", f"{found.key}-simultaneous"),
    )


def null_tests(plan: ComparisonPlan) -> tuple[Comparison, ...]:
    """Each of several classifiers against the fixed value, where one is given."""
    value = plan.settings.null
    if value is None or len(plan.names) == 1:
        return ()
    return tuple(_null_test(plan, at, value) for at in range(len(plan.names)))


def _null_test(plan: ComparisonPlan, at: int, value: float) -> Comparison:
    settings, (whole, place) = plan.settings, plan.component_of(at)
    question = Question.checked(settings.alternative, 0.0, settings.confidence)
    scale = scale_of(plan)
    if plan.estimand is None and value == plan.chance:
        moments, name = plan.moments_of(at)
        return compared_with_chance(plan.ranks_of(at), moments, name, question, scale)
    return whole.null_test(place, value, question, scale, chance=plan.chance)


def scale_of(plan: ComparisonPlan) -> Scale:
    """The scale of the intervals, also where these are drawn."""
    first = plan.components[0]
    usual = first.recommended if isinstance(first, CountedComponents) else "beta"
    return _SCALES.get(plan.settings.interval, usual)


def estimates(plan: ComparisonPlan) -> list[Task[Estimate]]:
    """The estimate of each classifier, with the interval asked for."""
    return [_estimate(plan, at, plan.settings.interval) for at in range(len(plan.names))]


def all_estimates(plan: ComparisonPlan) -> list[Task[Estimate]]:
    """Every interval of every classifier, where they are asked for."""
    settings = plan.settings
    if not settings.all_intervals:
        return []
    rows = [observations for _, observations in plan.test_sets.values()]
    units = {
        "grouped": any(each.is_grouped for each in rows),
        "sampled": any(each.is_sampled for each in rows),
    }
    every = [name for name, each in plan.methods.intervals.items() if each.allows(**units)]
    if any(isinstance(part, TableScores) for part in plan.parts):
        every = [name for name in every if _takes_moments(plan.methods, name)]
    return [_entitled(plan, at, name) for at in range(len(plan.names)) for name in every]


def _entitled(plan: ComparisonPlan, at: int, name: str) -> Task[Estimate]:
    """An interval of one classifier, whose method is also named where a bound took its place."""
    task, title = _estimate(plan, at, name), plan.methods.intervals[name].title

    def entitled(progress: Progress | None) -> Estimate:
        estimate = task.ask(progress)
        interval = estimate.interval
        if not interval.bound:
            return estimate
        method = MethodTitle(f"{title} ({interval.method})", interval.key)
        return replace(estimate, interval=replace(interval, method=method))

    return replace(task, ask=entitled)


def _estimate(plan: ComparisonPlan, at: int, interval: str) -> Task[Estimate]:
    settings = plan.settings
    method, confidence = plan.methods.intervals[interval], settings.confidence
    what = f"{interval}: {shortened(plan.names[at], 20)}"
    if interval in _SCALES or interval == INFLUENCE:
        whole, place = plan.component_of(at)
        scale = _SCALES.get(interval) or scale_of(plan)
        return Task(what, lambda _: whole.estimate(place, scale, confidence), weight=0)
    if method.keeps("takes moments"):
        moments, name = plan.moments_of(at)
        return Task(what, lambda _: method(moments, name=name, confidence=confidence), weight=0)
    given = [plan.scores[at], *([] if plan.estimand is None else [plan.estimand])]
    weight = int(method.resamples) * settings.resampling.replicates

    def estimated(progress: Progress | None) -> Estimate:
        drawing = _drawing(plan, progress) if method.resamples else {}
        estimate: Estimate = method(*given, confidence=confidence, **drawing)
        return estimate

    return Task(what, estimated, weight)


def completed(answers: list[Estimate | None], plan: ComparisonPlan) -> tuple[Estimate, ...]:
    """Estimates whose interval was not done get the recommended one."""
    recommended = plan.methods.interval
    return tuple(
        _estimate(plan, at, recommended).ask(None) if answer is None else answer
        for at, answer in enumerate(answers)
    )


def joint_of(
    plan: ComparisonPlan, *, any_few_errors: bool
) -> tuple[JointTest | None, tuple[Caveat, ...]]:
    """The joint test of all estimates, or a caveat that says why there is none."""
    if len(plan.names) < 2:
        return None, ()
    if not plan.whole:
        return None, (caveat(CaveatKind.NO_JOINT_TEST, "many", most=MOST_TOGETHER),)
    few: tuple[Caveat, ...] = ()
    if len(plan.names) > 2 and any_few_errors:
        few = (_JOINT_WITH_FEW_ERRORS,)
    try:
        joint = joint_test(plan.components, distribution="F")
        return replace(joint, caveats=(*joint.caveats, *shared_observations(plan))), few
    except ContrastError as refusal:
        return None, (caveat(CaveatKind.NO_JOINT_TEST, "refused", reason=refusal.message),)


def highest_estimate(plan: ComparisonPlan) -> Estimate | None:
    """The highest of three or more, unless a reference was named and nobody is chosen."""
    if plan.settings.reference is not None or len(plan.names) < 3:
        return None
    scale = "beta" if plan.estimand is None else scale_of(plan)
    return highest_of(plan.components, scale, plan.settings.confidence)


def _pair_words(plan: ComparisonPlan, pair: tuple[int, int]) -> str:
    first, second = plan.pair_names(pair)
    return f"{shortened(first, 20)} - {shortened(second, 20)}"


def _block_words(plan: ComparisonPlan, pairs: Sequence[tuple[int, int]]) -> str:
    first = _pair_words(plan, pairs[0])
    return first if len(pairs) == 1 else f"{first} and {len(pairs) - 1:,} more"
