"""Which of several classifiers has the higher AUC, by how much, and how sure are we?"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from aucurate import __version__
from aucurate.data.moments import AucMoments
from aucurate.data.observations import Missing
from aucurate.data.paired import PairedScores, position
from aucurate.data.scores import Scores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import OptionError, ScoreError
from aucurate.inference import RECOMMENDED_INTERVAL
from aucurate.inference import caveats as standard_caveats
from aucurate.inference.equivalence import MarginTest
from aucurate.inference.multiplicity import Correction, adjust
from aucurate.inference.resampling import Resampling
from aucurate.io.frames import as_table, is_frame
from aucurate.kernels import Progress
from aucurate.results import Alternative, Caveat, Comparison, Estimate, JointTest
from aucurate.study.base import Provenance, Study
from aucurate.study.compare_numbers import (
    all_estimates,
    classifiers,
    comparisons_of,
    estimates_of,
    joint_of,
    margin_tests_of,
)
from aucurate.study.compare_settings import CompareSettings
from aucurate.study.compare_tables import comparison_tables
from aucurate.study.compare_words import comparison_sentences
from aucurate.study.table import Table

Data: TypeAlias = Scores | PairedScores | UnpairedScores


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareStudy(Study):
    """Estimates, comparisons and the joint test of several classifiers (or one, against chance).

    ``comparisons`` are all pairs in the order of the classifiers, or each classifier minus the
    reference; ``adjusted_p_values`` stand beside them, for all of them together. ``joint`` is None
    with one classifier, and where the data do not allow it (a caveat says why). ``margin_tests``
    are there if a margin was given, ``all_estimates`` if all intervals were asked for.
    """

    kind = "compare"

    estimates: tuple[Estimate, ...]
    comparisons: tuple[Comparison, ...]
    adjusted_p_values: tuple[float, ...]
    correction: str
    joint: JointTest | None
    margin_tests: tuple[MarginTest, ...] = ()
    all_estimates: tuple[Estimate, ...] = ()

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
    all_intervals: bool = False,
    method: str = "delong",
    correction: Correction = "holm",
    margin: float | None = None,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CompareStudy:
    """Compare the AUCs of classifiers: estimates, all differences, joint test, verdict.

    ``compare(labels, {"forest": ..., "logistic": ...})`` takes scores on the same observations; a
    data frame of scores or a single array will do as well. ``compare(data)`` takes what
    ``read_scores``, ``from_frame``, ``PairedScores`` or ``UnpairedScores`` give; unpaired data get
    the unpaired test. Tests are DeLong's (see :mod:`aucurate.inference.delong`) unless ``method``
    names another of ``aucurate.inference.COMPARISONS``, intervals those of
    :mod:`aucurate.inference.delong_logit_t` unless ``interval`` names another of ``INTERVALS``;
    ``all_intervals`` shows all of them side by side. p-values of several comparisons are adjusted
    (``correction``, Holm's by default), ``reference`` restricts them to each classifier against
    that one, and ``margin`` adds tests of non-inferiority: that first is not worse than second by
    the margin or more. ``resampling`` is for methods that draw.

    >>> study = compare(
    ...     [0, 0, 0, 0, 1, 1, 1, 1],
    ...     {"forest": [1, 2, 3, 5, 4, 6, 7, 8], "tree": [1, 5, 3, 6, 2, 4, 7, 8]},
    ... )
    >>> study.comparison("forest", "tree").difference
    0.25
    """
    settings = CompareSettings(
        confidence=confidence,
        alternative=alternative,
        reference=reference,
        interval=interval,
        all_intervals=all_intervals,
        method=method,
        correction=correction,
        margin=margin,
        resampling=Resampling() if resampling is None else resampling,
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
    estimates = estimates_of(parts, moments, settings)
    comparisons = comparisons_of(parts, moments, names, settings)
    joint, refused = joint_of(moments, names)
    lower = [scored.name for scored in classifiers(parts) if scored.lower]
    found: dict[Caveat, None] = {}
    for part in parts:
        found |= dict.fromkeys(standard_caveats.of_observations(part.observations))
    found |= dict.fromkeys(standard_caveats.of_columns(lower, columns_not_used))
    found |= dict.fromkeys(caveat for estimate in estimates for caveat in estimate.caveats)
    found |= dict.fromkeys(caveat for comparison in comparisons for caveat in comparison.caveats)
    found |= dict.fromkeys(refused)
    return CompareStudy(
        estimates=estimates,
        comparisons=comparisons,
        adjusted_p_values=adjust([c.p_value for c in comparisons], settings.correction),
        correction=settings.correction,
        joint=joint,
        margin_tests=margin_tests_of(parts, names, settings),
        all_estimates=all_estimates(parts, moments, settings),
        caveats=tuple(found),
        provenance=_provenance(parts, settings, lower, source, columns_not_used),
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


def _provenance(
    parts: list[Scores | PairedScores] | list[Scores],
    settings: CompareSettings,
    lower: list[str],
    source: str,
    columns_not_used: tuple[str, ...],
) -> Provenance:
    first = parts[0].observations
    return Provenance(
        version=__version__,
        source=source,
        method=settings.method,
        settings=settings.to_dict()
        | {"design": "paired" if len(parts) == 1 else "unpaired", "lower": lower},
        n_observations=sum(len(part.observations) for part in parts),
        n_dropped=sum(part.observations.dropped for part in parts),
        positive=first.positive,
        negative=first.negative,
        columns_not_used=columns_not_used,
    )
