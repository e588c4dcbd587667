"""Who is compared with whom: the classifiers of a study, their moments, and the pairs asked for."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import combinations
from typing import Any, TypeAlias, get_args

from aucurate.data.moments import AucMoments
from aucurate.data.observations import Observations
from aucurate.data.paired import PairedScores, position
from aucurate.data.scores import Scores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.formatting import count
from aucurate.inference import COMPARISONS
from aucurate.inference.auc import delong, mover
from aucurate.inference.core import caveats
from aucurate.inference.core.comparing import Question
from aucurate.inference.resampling.bootstrap import (
    Match,
    drawn_comparisons,
    paired_match,
    unpaired_match,
)
from aucurate.inference.resampling.bootstrap_intervals import Kind
from aucurate.inference.resampling.bootstrap_replicates import Differences, drawn_together
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress, ThinnedCurve
from aucurate.results import Alternative, Caveat, Comparison
from aucurate.study.compare_settings import CompareSettings
from aucurate.study.given import Data
from aucurate.study.stretching import stretched

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
    when the comparison is unpaired. ``moments`` are those of all classifiers on the same
    observations together, of each alone when the comparison is unpaired, and with a reference and
    more than ``MOST_TOGETHER`` classifiers those of blocks, each with the reference in it.
    ``curves`` has, for each classifier, points of its curve.

    The rest follows from these: ``names`` and ``scores`` of the classifiers, ``pairs`` the places
    of those that are compared (all, or each with the reference), ``test_sets`` the different sets
    of observations, each with the name of its first classifier.
    """

    parts: tuple[Part, ...]
    moments: tuple[AucMoments, ...]
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
        if len(parts) > 1 and COMPARISONS[method].paired_only:
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
        return cls(parts, tuple(moments for moments, _ in found), settings, curves)

    @property
    def paired(self) -> bool:
        """Whether all classifiers are taken as seen on the same observations."""
        return len(self.parts) == 1

    @property
    def method(self) -> str:
        """The name of the comparison of AUCs."""
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

    def auc_of(self, at: int) -> float:
        """The AUC of the classifier at a place."""
        moments, name = self.moments_of(at)
        return moments.aucs[moments.index(name)]

    def has_few_errors(self, pair: tuple[int, int]) -> bool:
        """Whether the AUCs of a pair rest on few misordered observations."""
        if not self.paired:
            return bool(caveats.of_unequal_test_sets(*(self.moments[at] for at in pair)))
        moments, (i, j) = self._moments_of_both(pair)
        smaller = min(moments.n_positive, moments.n_negative)
        return bool(caveats.of_few_errors(moments.aucs[i], moments.aucs[j], smaller))

    def asked_at_once(self, by: str) -> int:
        """Of how many pairs :meth:`tests` by this method is best asked at once."""
        if not COMPARISONS[by].resamples:
            return max(1, len(self.pairs))
        if by not in _SHARED_DRAWS:
            return 1
        largest = max(len(observations) for _, observations in self.test_sets.values())
        repeats = self.settings.resampling.repeats
        return drawn_together(_SHARED_DRAWS[by], repeats, largest, paired=self.paired)

    def tests(
        self, pairs: Sequence[tuple[int, int]], by: str, **resampled: Any
    ) -> Sequence[PairTest]:
        """The comparison of each pair by a method, ready to be asked.

        ``resampled`` is what a method that draws is given: resampling, threads, progress.
        """
        if by in _FROM_MOMENTS:
            return [partial(self._test_of_moments, by, pair) for pair in pairs]
        if by in _SHARED_DRAWS:
            return self._tests_of_draws(pairs, _SHARED_DRAWS[by], **resampled)
        return [partial(self._test_of_scores, by, pair, **resampled) for pair in pairs]

    def _test_of_moments(self, by: str, pair: tuple[int, int], **asked: Any) -> Comparison:
        together, apart = _FROM_MOMENTS[by]
        question = _question(**asked)
        if self.paired:
            moments, places = self._moments_of_both(pair)
            return together(moments, *places, question)
        return self.marked(apart(self.moments[pair[0]], self.moments[pair[1]], question))

    def _test_of_scores(self, by: str, pair: tuple[int, int], **asked: Any) -> Comparison:
        both = self.scores[pair[0]], self.scores[pair[1]]
        return self.marked(COMPARISONS[by](*both, paired=self.paired, **asked))

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
            moments, places = self._moments_of_both(pair)
            return paired_match(moments, places, pair)
        first, second = (self.scores[at].observations for at in pair)
        one, two = (self.moments[at] for at in pair)
        return unpaired_match(one, two, pair, shared=first is second)

    def _moments_of_both(self, pair: tuple[int, int]) -> tuple[AucMoments, tuple[int, int]]:
        """The moments that hold both of a pair on the same observations, and where."""
        first, second = self.pair_names(pair)
        (one, i), (two, j) = self._places[first], self._places[second]
        if one != two:  # the reference, which is the first of every block
            one, i, j = (two, 0, j) if first == self.settings.reference else (one, i, 0)
        return self.moments[one], (i, j)

    def marked(self, found: Comparison) -> Comparison:
        """The comparison with the caveat that its observations are shared, where they are."""
        if self.paired or any(caveat.kind == "shared_observations" for caveat in found.caveats):
            return found
        first, second = (self._observations[name] for name in (found.first, found.second))
        if first is not second:
            return found
        shared = caveats.shared_observations(found.first, found.second)
        return replace(found, caveats=(*found.caveats, shared))


@lru_cache(maxsize=16)
def _question(
    *, alternative: Alternative = "two-sided", null_difference: float = 0.0, confidence: float
) -> Question:
    return Question.checked(alternative, null_difference, confidence)


def _answered(answer: Callable[[Question], Comparison], **asked: Any) -> Comparison:
    return answer(_question(**asked))


def _unpaired_delong(first: AucMoments, second: AucMoments, question: Question) -> Comparison:
    return delong.unpaired_comparison(
        first,
        second,
        alternative=question.alternative,
        null_difference=question.null_difference,
        confidence=question.confidence,
    )


# Methods that need no more than the moments, which are found once: paired, and unpaired.
_FROM_MOMENTS: dict[str, tuple[PairTest, PairTest]] = {
    "delong": (delong.compared_places, _unpaired_delong),
    "mover": (mover.compared_places, mover.unpaired_comparison),
}

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
    if not settings.simultaneous or method != "delong":
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
    if len(lineup.names) == 2:
        return [caveats.shared_observations(*lineup.names)]
    message = (
        "The classifiers scored the same observations, but the tests are the unpaired ones, which "
        "take their AUCs as independent: use the paired tests."
    )
    return [Caveat(kind="shared_observations", message=message)]
