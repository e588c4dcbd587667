"""Which of several classifiers has the higher AUC, by how much, and how sure are we?"""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, TypeAlias

from aucurate import __version__
from aucurate.data.moments import AucMoments
from aucurate.data.observations import Missing
from aucurate.data.paired import PairedScores, position
from aucurate.data.scores import Scores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import ContrastError, OptionError, ScoreError
from aucurate.formatting import listing
from aucurate.inference import INTERVALS, RECOMMENDED_INTERVAL
from aucurate.inference import caveats as standard_caveats
from aucurate.inference.delong import METHOD, paired_comparison, unpaired_comparison
from aucurate.inference.delong_joint import delong_joint_test, unpaired_joint_test
from aucurate.inference.delong_null import NullScale, delong_null_test
from aucurate.inference.multiplicity import holm
from aucurate.inference.reference_distributions import checked_alternative, checked_confidence
from aucurate.io.frames import as_table, is_frame
from aucurate.kernels import Progress
from aucurate.results import Alternative, Caveat, Comparison, Estimate, JointTest
from aucurate.study.base import Provenance, Study
from aucurate.study.compare_tables import comparison_tables
from aucurate.study.compare_words import comparison_sentences
from aucurate.study.table import Table

Data: TypeAlias = Scores | PairedScores | UnpairedScores

_NULL_SCALES: dict[str, NullScale] = {"delong-logit": "logit", "delong-wald": "wald"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareSettings:
    """What was asked, beside the data."""

    confidence: float = 0.95
    alternative: Alternative = "two-sided"
    reference: str | None = None
    interval: str = RECOMMENDED_INTERVAL

    def __post_init__(self) -> None:
        checked_confidence(self.confidence)
        checked_alternative(self.alternative)
        if self.interval not in INTERVALS:
            raise OptionError(
                f"there is no interval named {self.interval!r}.",
                hint=f"there are {listing(list(INTERVALS))}.",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareStudy(Study):
    """Estimates, comparisons and the joint test of several classifiers (or one, against chance).

    ``comparisons`` are all pairs in the order of the classifiers, or each classifier minus the
    reference; ``adjusted_p_values`` stand beside them, Holm's over all of them. ``joint`` is None
    with one classifier, and where the data do not allow it (a caveat says why).
    """

    kind = "compare"

    estimates: tuple[Estimate, ...]
    comparisons: tuple[Comparison, ...]
    adjusted_p_values: tuple[float, ...]
    correction: str
    joint: JointTest | None

    @property
    def names(self) -> tuple[str, ...]:
        """The classifiers, in the order in which they were given."""
        return tuple(estimate.name for estimate in self.estimates)

    def estimate(self, name: str) -> Estimate:
        """The estimate of one classifier."""
        return self.estimates[position(self.names, name)]

    def comparison(self, first: str, second: str) -> Comparison:
        """The comparison of two classifiers, first minus second whichever way it is stored."""
        for comparison in self.comparisons:
            if (comparison.first, comparison.second) == (first, second):
                return comparison
            if (comparison.first, comparison.second) == (second, first):
                return comparison.reversed()
        known = (*self.names, *(c.second for c in self.comparisons if c.design == "one test set"))
        position(known, first)
        position(known, second)
        raise OptionError(
            f"'{first}' and '{second}' were not compared in this study.",
            hint="without reference= all pairs are compared.",
        )

    def tables(self) -> tuple[Table, ...]:
        """The table of classifiers and the table of differences."""
        return comparison_tables(self)

    def sentences(self) -> tuple[str, ...]:
        """The verdict."""
        return comparison_sentences(self)


def compare(
    labels: Any,
    scores: Any = None,
    *,
    positive: object = None,
    lower: Collection[str] = (),
    missing: Missing = "refuse",
    weights: Any = None,
    groups: Any = None,
    folds: Any = None,
    confidence: float = 0.95,
    alternative: Alternative = "two-sided",
    reference: str | None = None,
    interval: str = RECOMMENDED_INTERVAL,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CompareStudy:
    """Compare the AUCs of classifiers: estimates, all differences, joint test, verdict.

    ``compare(labels, {"forest": ..., "logistic": ...})`` takes scores on the same observations; a
    data frame of scores or a single array will do as well. ``compare(data)`` takes what
    ``read_scores``, ``from_frame``, ``PairedScores`` or ``UnpairedScores`` give; unpaired data get
    the unpaired test. Tests are DeLong's (see :mod:`aucurate.inference.delong`), intervals those
    of :mod:`aucurate.inference.delong_logit_t` unless ``interval`` names another of INTERVALS,
    p-values of several comparisons are adjusted by Holm's method, and ``reference`` restricts
    them to each classifier against that one.

    >>> study = compare(
    ...     [0, 0, 0, 0, 1, 1, 1, 1],
    ...     {"forest": [1, 2, 3, 5, 4, 6, 7, 8], "tree": [1, 5, 3, 6, 2, 4, 7, 8]},
    ... )
    >>> study.comparison("forest", "tree").difference
    0.25
    """
    settings = CompareSettings(
        confidence=confidence, alternative=alternative, reference=reference, interval=interval
    )
    options = {
        "positive": positive,
        "lower": lower,
        "missing": missing,
        "weights": weights,
        "groups": groups,
        "folds": folds,
    }
    data = _data(labels, scores, options)
    return compare_scores(data, settings, threads=threads, progress=progress)


def compare_scores(
    data: Data,
    settings: CompareSettings,
    *,
    source: str = "arrays in memory",
    columns_not_used: tuple[str, ...] = (),
    threads: int | None = None,
    progress: Progress | None = None,
) -> CompareStudy:
    """:func:`compare` of checked data; ``source`` and ``columns_not_used`` go into provenance."""
    parts = list(data) if isinstance(data, UnpairedScores) else [data]
    moments = [AucMoments.from_scores(part, threads=threads, progress=progress) for part in parts]
    names = tuple(name for part in moments for name in part.names)
    if settings.reference is not None:
        position(names, settings.reference)
    estimates = _estimates(parts, moments, settings)
    comparisons = _comparisons(moments, names, settings)
    joint, refused = _joint(moments, names)
    found: dict[Caveat, None] = {}
    for part in parts:
        found |= dict.fromkeys(standard_caveats.of_observations(part.observations))
    found |= dict.fromkeys(standard_caveats.of_columns(_lower(parts), columns_not_used))
    found |= dict.fromkeys(caveat for estimate in estimates for caveat in estimate.caveats)
    found |= dict.fromkeys(caveat for comparison in comparisons for caveat in comparison.caveats)
    found |= dict.fromkeys(refused)
    return CompareStudy(
        estimates=estimates,
        comparisons=comparisons,
        adjusted_p_values=holm([c.p_value for c in comparisons]),
        correction="Holm",
        joint=joint,
        caveats=tuple(found),
        provenance=_provenance(parts, settings, source, columns_not_used),
    )


def _data(labels: Any, scores: Any, options: dict[str, Any]) -> Data:
    if isinstance(labels, Scores | PairedScores | UnpairedScores):
        said = [name for name, value in options.items() if _was_said(name, value)]
        if scores is not None or said:
            raise OptionError(
                f"the data are already built; {said[0] if said else 'scores'} cannot be given now.",
                hint="say it where the data are read.",
            )
        return labels
    if scores is None:
        raise ScoreError("there are no scores.", hint='give them as {"name": scores}.')
    if not isinstance(scores, Mapping):
        if is_frame(scores):
            table = as_table(scores)
            scores = {name: table[name].to_native() for name in table.columns}
        elif getattr(scores, "ndim", 1) == 2 and scores.shape[1] > 1:
            raise ScoreError(
                f"a matrix of {scores.shape[1]} columns does not say whose scores they are.",
                hint='name them: {"forest": scores[:, 0], "logistic": scores[:, 1]}.',
            )
        else:
            scores = {"scores": scores}
    return PairedScores.from_arrays(labels, scores, **options)


def _was_said(name: str, value: Any) -> bool:
    if name == "lower":
        return len(value) > 0
    return value is not None and not (name == "missing" and value == "refuse")


def _estimates(
    parts: list[Any], moments: list[AucMoments], settings: CompareSettings
) -> tuple[Estimate, ...]:
    method = INTERVALS[settings.interval]
    found = []
    for part, of_part in zip(parts, moments, strict=True):
        for scored in part if isinstance(part, PairedScores) else [part]:
            if method.from_moments:
                estimate = method(of_part, name=scored.name, confidence=settings.confidence)
            else:
                estimate = method(scored, confidence=settings.confidence)
            found.append(estimate)
    return tuple(found)


def _lower(parts: list[Any]) -> list[str]:
    """The classifiers whose lower scores mean more positive."""
    return [
        scored.name
        for part in parts
        for scored in (part if isinstance(part, PairedScores) else [part])
        if scored.lower
    ]


def _comparisons(
    moments: list[AucMoments], names: tuple[str, ...], settings: CompareSettings
) -> tuple[Comparison, ...]:
    asked: dict[str, Any] = {
        "alternative": settings.alternative,
        "confidence": settings.confidence,
    }
    if len(names) == 1:
        scale = _NULL_SCALES.get(settings.interval, "logit-t")
        return (delong_null_test(moments[0], scale=scale, **asked),)
    pairs = list(combinations(range(len(names)), 2))
    if settings.reference is not None:
        base = names.index(settings.reference)
        pairs = [(i, base) for i in range(len(names)) if i != base]
    if len(moments) == 1:
        return tuple(paired_comparison(moments[0], names[i], names[j], **asked) for i, j in pairs)
    return tuple(unpaired_comparison(moments[i], moments[j], **asked) for i, j in pairs)


def _joint(
    moments: list[AucMoments], names: tuple[str, ...]
) -> tuple[JointTest | None, tuple[Caveat, ...]]:
    """The joint test of all AUCs, or a caveat that says why there is none."""
    if len(names) < 2:
        return None, ()
    try:
        if len(moments) == 1:
            return delong_joint_test(moments[0]), ()
        return unpaired_joint_test(moments), ()
    except ContrastError as refusal:
        message = f"There is no joint test: {refusal.message}"
        return None, (Caveat(kind="no_joint_test", message=message),)


def _provenance(
    parts: list[Scores | PairedScores] | list[Scores],
    settings: CompareSettings,
    source: str,
    columns_not_used: tuple[str, ...],
) -> Provenance:
    first = parts[0].observations
    return Provenance(
        version=__version__,
        source=source,
        method=METHOD,
        settings=asdict(settings)
        | {"design": "paired" if len(parts) == 1 else "unpaired", "lower": _lower(parts)},
        n_observations=sum(len(part.observations) for part in parts),
        n_dropped=sum(part.observations.dropped for part in parts),
        positive=first.positive,
        negative=first.negative,
        columns_not_used=columns_not_used,
    )
