"""What does a classifier do at one operating point, over folds, and which others are like it?"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from aucurate.checks import checked
from aucurate.curve.cost import IntendedUse
from aucurate.curve.threshold_rules import ThresholdRule, joined_use
from aucurate.data.folds import FoldScores
from aucurate.data.scores import position
from aucurate.errors import InputError
from aucurate.inference.core.distributions import checked_confidence, checked_level
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.folds.operating_points import (
    FoldRate,
    OperatingPoints,
    checked_number,
    checked_rates,
)
from aucurate.inference.folds.point_tests import Degrees
from aucurate.kernels import Cancelled, Progress
from aucurate.results import Caveat, Comparison
from aucurate.study.base import Provenance, Study
from aucurate.study.operate.settings import checked_at, checked_pairs, checked_rule
from aucurate.study.operate_folds.numbers import (
    FoldComparisons,
    FoldLayout,
    FoldOperation,
    OperateFoldsSettings,
    fold_comparisons,
    fold_operation,
    rates_for,
)
from aucurate.study.operate_folds.tables import operate_folds_tables
from aucurate.study.operate_folds.text import operate_folds_caveats, operate_folds_sentences
from aucurate.study.table import Table
from aucurate.study.work import Task, Work, interrupted, of_interruption

METHOD = "operating point averaging"


@dataclass(frozen=True, slots=True, kw_only=True)
class OperateFoldsStudy(Study):
    """Classifiers at an operating point, averaged over folds.

    ``parts`` has one entry per classifier: its chosen point with the mean of every rate, and the
    points that the folds cannot tell from it. ``rule`` says in words where they operate.
    ``comparisons`` are of the pairs that were named, each rate by itself and each classifier at its
    own point; their p-values are adjusted by ``pair_correction``. A study that was stopped has
    fewer classifiers, and a caveat that counts them.
    """

    kind = "operate-folds"

    settings: dict[str, Any]
    rule: str
    is_chosen: bool
    layout: FoldLayout
    rates: tuple[FoldRate, ...]
    use: IntendedUse
    parts: tuple[FoldOperation, ...]
    level: float
    correction: Correction
    confidence: float
    comparisons: tuple[Comparison, ...]
    adjusted_p_values: tuple[float, ...]
    pair_correction: Correction

    @property
    def names(self) -> tuple[str, ...]:
        """The classifiers, in the order in which they were given."""
        return tuple(part.name for part in self.parts)

    @checked
    def part(self, name: str) -> FoldOperation:
        """The numbers of one classifier."""
        return self.parts[position(self.names, name)]

    @checked
    def operating_points(self, name: str) -> OperatingPoints:
        """All averaged points of one classifier, for figures and further tests."""
        return self.part(name).operating_points(self.layout, self.use)

    def tables(self) -> tuple[Table, ...]:
        """The chosen points, the sets that cannot be told from them, and the curve around them."""
        return operate_folds_tables(self)

    def sentences(self) -> tuple[str, ...]:
        """What each classifier does there, and how finely the folds tell thresholds apart."""
        return operate_folds_sentences(self)


@checked
def operate_folds(
    data: FoldScores,
    *,
    at: ThresholdRule | float | str | Mapping[str, float],
    rates: FoldRate | Sequence[FoldRate] | None = None,
    points: int | None = 30,
    use: IntendedUse | None = None,
    level: float = 0.05,
    correction: Correction = "none",
    degrees_of_freedom: Degrees = "n-1",
    confidence: float = 0.95,
    pairs: Sequence[tuple[str, str]] = (),
    source: str = "arrays in memory",
    progress: Progress | None = None,
) -> OperateFoldsStudy:
    """Rates at one operating point of every classifier, averaged over folds.

    ``at`` is a threshold (one for all, or a mapping), a :class:`~aucurate.ThresholdRule`, which
    chooses on the stacked scores of all folds, or a rule in words ("sensitivity=0.9", "youden",
    "cost=5:1,prevalence=0.02"). The point is decided in every fold
    (:mod:`aucurate.inference.folds.operating_points`), and ``points`` of the stacked curve, itself
    among them, are compared with it by the paired t test over folds
    (:mod:`aucurate.inference.folds.indistinguishable_points`); ``level``, ``correction`` and
    ``degrees_of_freedom`` are those of that test. Without ``rates`` they are sensitivity,
    specificity and what the rule is about. ``use`` has the prevalence and the costs of rates that
    depend on them, and that a rule about them chooses by; what contradicts the rule is refused.
    ``pairs`` of classifiers are compared in every rate, each at its own point, by a paired t over
    folds, adjusted by ``correction`` or else by Holm's.

    ``progress`` is told how many classifiers are done; when it returns False the others are left
    out, with their pairs, and a caveat says so. Without any, ``kernels.Cancelled`` is raised.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> study = operate_folds(load_breast_cancer_folds(), at=0.5)
    >>> found = study.part("forest")
    >>> print(found.rates[0].estimate.interval)
    95% CI 0.828 to 0.936
    >>> [found.indistinguishable.thresholds[at] for at in found.places_by("sensitivity")]
    [0.586544]
    """
    _check_data(data)
    rule = checked_at(checked_rule(at, use), data.names)
    settings = OperateFoldsSettings(
        at=rule,
        rates=rates_for(rule) if rates is None else checked_rates(rates),
        points=_checked_points(points),
        use=joined_use(rule.use if isinstance(rule, ThresholdRule) else None, use),
        level=checked_level(level),
        correction=correction,
        degrees_of_freedom=degrees_of_freedom,
        confidence=checked_confidence(confidence),
        pairs=checked_pairs(pairs),
    )
    for name in itertools.chain(*settings.pairs):
        position(data.names, name)
    parts = _parts(data, settings, progress)
    return _study_of(data, parts, settings, source)


def _parts(
    data: FoldScores, settings: OperateFoldsSettings, progress: Progress | None
) -> list[FoldOperation]:
    """The numbers of every classifier, or of those that were done before it was stopped."""

    def part(name: str, _: Progress | None) -> FoldOperation:
        return fold_operation(data, name, settings)

    tasks = [Task(name, partial(part, name)) for name in data.names]
    work = Work(progress)
    work.expect(tasks)
    parts = [answer for answer in work.run("classifiers", tasks) if answer is not None]
    if not parts:
        raise Cancelled("stopped before the first classifier was done")
    return parts


def _study_of(
    data: FoldScores,
    parts: list[FoldOperation],
    settings: OperateFoldsSettings,
    source: str,
) -> OperateFoldsStudy:
    """:func:`operate_folds` of checked settings, and all that was computed."""
    layout = FoldLayout.of(data)
    pairwise = fold_comparisons(parts, layout, settings)
    return OperateFoldsStudy(
        rule=settings.words,
        is_chosen=settings.is_chosen,
        layout=layout,
        rates=settings.rates,
        use=settings.use,
        parts=tuple(parts),
        level=settings.level,
        correction=settings.correction,
        confidence=settings.confidence,
        comparisons=pairwise.comparisons,
        adjusted_p_values=pairwise.adjusted_p_values(settings.pair_correction),
        pair_correction=settings.pair_correction,
        caveats=(
            *_of_stopping(len(parts), len(data.names), pairwise),
            *operate_folds_caveats(data, parts, settings, pairwise),
        ),
        settings=settings.to_dict() | {"dropped": list(data.dropped)},
        provenance=Provenance.of(
            [data.observations],
            method=METHOD,
            names=data.names,
            lower=sorted(data.lower),
            source=source,
        ),
    )


def _of_stopping(done: int, asked: int, pairwise: FoldComparisons) -> list[Caveat]:
    compared, missing = len(pairwise.comparisons), pairwise.n_missing
    pairs = {"comparisons": (compared, compared + missing)} if missing else {}
    return [*interrupted(done, asked, "classifiers"), *of_interruption(pairs)]


def _check_data(data: FoldScores) -> None:
    if data.n_folds < 2:
        raise InputError(
            "there is one fold only, and averages over folds need two or more.",
            hint="one test set is for operate, without folds.",
        )


def _checked_points(points: int | None) -> int | None:
    checked_number(points)
    return points if points is None else int(points)
