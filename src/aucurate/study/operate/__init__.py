"""What do classifiers do at one operating point, and do they differ there?"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aucurate.checks import checked
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES, Rate
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.observations import Missing
from aucurate.data.scores import PairedScores, position
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.operating.chosen_threshold import ThresholdBootstrap
from aucurate.inference.operating.joint_region import JointRegion
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Comparison, Estimate
from aucurate.study.base import Provenance, Study
from aucurate.study.curves import CurveCounts, curves_of
from aucurate.study.operate.numbers import PointSummary, operate_numbers
from aucurate.study.operate.settings import OperateSettings, one_test_set
from aucurate.study.operate.tables import operate_tables
from aucurate.study.operate.text import operate_caveats, operate_sentences
from aucurate.study.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class OperateStudy(Study):
    """Classifiers at an operating point: rates, regions, and comparisons of pairs.

    ``chosen`` has, where the threshold was chosen on these observations, the bootstrap in which the
    choice is repeated, and shows the optimism of the rates; it is empty for a fixed
    threshold. ``criterion`` is the rate by which it was chosen. ``at_rate`` has, where a
    sensitivity or specificity was given, the other rate at exactly that value, with an interval
    that knows the threshold is estimated. ``comparisons`` are of several rates, those of a pair
    together. ``curves`` are those of the classifiers, for figures and the report.
    """

    kind = "operate"

    settings: dict[str, Any]
    rule: str
    criterion: Rate
    points: tuple[PointSummary, ...]
    regions: tuple[JointRegion, ...]
    chosen: tuple[ThresholdBootstrap, ...]
    at_rate: tuple[Estimate, ...]
    comparisons: tuple[Comparison, ...]
    adjusted_p_values: tuple[float, ...]
    correction: Correction
    curves: tuple[CurveCounts, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The classifiers, in the order in which they were given."""
        return tuple(one.point.name for one in self.points)

    @checked
    def point(self, name: str) -> PointSummary:
        """The operating point of one classifier."""
        return self.points[position(self.names, name)]

    def tables(self) -> tuple[Table, ...]:
        """The points, all rates, the optimism of the choice, and the comparisons."""
        return operate_tables(self)

    def sentences(self) -> tuple[str, ...]:
        """What each classifier does there, and which pairs differ."""
        return operate_sentences(self)


@checked
def operate(
    labels: Any,
    scores: Any = None,
    *,
    at: ThresholdRule | float | str | Mapping[str, float],
    use: IntendedUse | None = None,
    rates: Sequence[Rate] = RATES,
    pairs: Sequence[tuple[str, str]] | None = None,
    kind: str = "score",
    confidence: float = 0.95,
    correction: Correction = "holm",
    resampling: Resampling | None = None,
    positive: object = None,
    lower: Collection[str] = (),
    missing: Missing = "refuse",
    progress: Progress | None = None,
) -> OperateStudy:
    """Rates with intervals at one operating point of every classifier, and comparisons there.

    Parameters
    ----------
    labels : array-like or data
        True class of each observation; or the data themselves (Scores, PairedScores),
        which hold labels and scores.
    scores : mapping from str to array-like, data frame or array-like, optional
        Scores of each classifier by its name, a frame with a column per classifier, or the scores
        of one classifier.

    ``at`` is a threshold (one for all, or a mapping), a :class:`~aucurate.ThresholdRule`, or a rule
    in words: "sensitivity=0.9", "youden", "cost=5:1,prevalence=0.02" (false negative : false
    positive) and so on. ``use`` states the prevalence and costs that predictive values and costs
    are for, and that a rule about them chooses by; what contradicts the rule is refused. ``kind``
    is that of the intervals: "score" (also "wilson"), "exact" ("clopper-pearson") or "delta". Pairs
    (all of them, unless ``pairs`` names some) are compared by McNemar's test at fixed thresholds,
    and by the test of expected cost where errors are priced; at a given sensitivity or specificity
    by the test that knows that the threshold is estimated.

    >>> from aucurate.datasets import load_breast_cancer
    >>> study = operate(load_breast_cancer(), at=0.5, pairs=[("forest", "tree")])
    >>> print(study.point("forest").estimate("sensitivity").interval)
    95% CI 0.812 to 0.934
    """
    options = {
        "positive": positive,
        "lower": lower,
        "missing": missing,
        "weights": None,
        "groups": None,
        "folds": None,
    }
    settings = OperateSettings.checked(
        at=at,
        use=use,
        rates=rates,
        pairs=pairs,
        kind=kind,
        confidence=confidence,
        correction=correction,
        resampling=resampling,
    )
    return operate_scores(one_test_set(labels, scores, options), settings, progress=progress)


def operate_scores(
    data: PairedScores,
    settings: OperateSettings,
    *,
    source: str = "arrays in memory",
    progress: Progress | None = None,
) -> OperateStudy:
    """:func:`operate` of checked data; ``source`` goes into provenance."""
    data.observations.require_plain("an operating point")
    found = operate_numbers(data, settings, progress)
    return OperateStudy(
        rule=settings.words,
        criterion=settings.criterion,
        points=found.points,
        regions=found.regions,
        chosen=found.chosen,
        at_rate=found.at_rate,
        comparisons=found.comparisons,
        adjusted_p_values=found.adjusted,
        correction=settings.correction,
        curves=curves_of(data),
        caveats=operate_caveats(found, settings, data),
        settings=settings.to_dict(),
        provenance=Provenance.of(
            [data.observations],
            method=settings.words,
            names=data.names,
            lower=sorted(data.lower),
            source=source,
        ),
    )
