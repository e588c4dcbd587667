r"""The ROC curve of every classifier in every fold, and its operating point at its threshold.

With loss :math:`\lambda` for a false positive and 1 for a false negative, a probability of the
positive class is called positive from :math:`\theta = \lambda/(1 + \lambda)` on. Scores that are
not probabilities have their own threshold, which must be stated: 0 for decision scores.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aucurate.checks import checked
from aucurate.curve.roc import RocCurve
from aucurate.curve.threshold_rules import checked_loss
from aucurate.data.folds import FoldScores, WithoutClass
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores, position
from aucurate.data.source import Summarised, short_names
from aucurate.data.thresholds import reaching
from aucurate.errors import OptionError
from aucurate.formatting import count, shortened
from aucurate.results import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldPoint(Record):
    """One classifier in one fold at a threshold: its operating point.

    ``loss`` is that of a false positive, relative to 1 for a false negative, from which the
    threshold follows; NaN where the threshold itself was stated.
    """

    name: str
    fold: str
    loss: float
    threshold: float
    sensitivity: float
    specificity: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class FoldCurves(Summarised):
    """``curves[i][k]`` is the curve of classifier i in fold k; ``points`` are all marked points.

    ``dropped`` names folds that were left out because a class was missing from them.
    """

    names: tuple[str, ...]
    fold_names: tuple[str, ...]
    curves: tuple[tuple[RocCurve, ...], ...]
    points: tuple[FoldPoint, ...]
    dropped: tuple[str, ...]

    def _summary(self) -> str:
        return f"{short_names(self.names)}; {count(len(self.fold_names), 'fold')}"

    def of(self, name: str) -> tuple[RocCurve, ...]:
        """The curves of one classifier, one per fold."""
        return self.curves[position(self.names, name)]

    def mean_auc(self, name: str) -> float:
        """The mean of the areas under the curves of one classifier."""
        return math.fsum(curve.auc for curve in self.of(name)) / len(self.fold_names)


@checked
def fold_curves(
    data: FoldScores,
    *,
    names: Sequence[str] | None = None,
    losses: Sequence[float] = (1.0,),
    thresholds: Mapping[str, float] | None = None,
    without_class: WithoutClass = "refuse",
) -> FoldCurves:
    """The ROC curve of each classifier in each fold, with marked operating points.

    By default all classifiers are included. ``losses`` are those of a false positive, relative to 1
    for a false negative; a classifier in ``thresholds`` is marked there instead, in the direction
    of the scores as they were given. A fold without one of the classes has no curve: it is refused,
    or left out with a caveat.

    >>> data = FoldScores.from_arrays(
    ...     [0, 1, 0, 1], {"a": [0.1, 0.9, 0.2, 0.4]}, folds=[1, 1, 2, 2]
    ... )
    >>> found = fold_curves(data, losses=[1.0, 0.25])
    >>> [(point.fold, point.threshold, point.sensitivity) for point in found.points]
    [('1', 0.5, 1.0), ('2', 0.5, 0.0), ('1', 0.2, 1.0), ('2', 0.2, 1.0)]
    """
    said = dict(thresholds or {})
    chosen = data.names if names is None else tuple(names)
    for name in (*chosen, *said):
        position(data.names, name)
    marks = {name: _marks(data, name, losses, said) for name in chosen}
    kept = data.folds_with_both_classes(without_class)
    folds = [data.fold(k) for k in kept]
    division = data.division.select(kept, drop_others=True)
    return FoldCurves(
        names=chosen,
        fold_names=division.names,
        curves=tuple(tuple(_curve(fold[name]) for fold in folds) for name in chosen),
        points=tuple(
            _point(fold[name], where, loss, threshold)
            for name in chosen
            for loss, threshold in marks[name]
            for where, fold in zip(division.names, folds, strict=True)
        ),
        dropped=division.dropped,
    )


def _marks(
    data: FoldScores, name: str, losses: Sequence[float], said: Mapping[str, float]
) -> list[tuple[float, float]]:
    """The losses and thresholds at which one classifier is marked."""
    if name in said:
        threshold = said[name]
        if math.isnan(threshold):
            raise OptionError(
                f"the threshold of '{shortened(name)}' must be a number; it is {threshold!r}.",
                hint="0.5 for probabilities, 0 for decision scores.",
            )
        return [(math.nan, float(threshold))]
    numbers = [checked_loss(loss) for loss in losses]
    values = data.values[position(data.names, name)]
    inside = name not in data.lower and bool(((values >= 0) & (values <= 1)).all())
    if len(losses) and not inside:
        raise OptionError(
            f"the scores of '{shortened(name)}' do not all lie between 0 and 1; they are not "
            "probabilities, so no threshold follows from a loss.",
            hint=f"set the threshold, e.g. thresholds={{{shortened(name)!r}: 0}}, or set losses=() "
            "to mark nothing.",
        )
    return [(loss, loss / (1 + loss)) for loss in numbers]


def _curve(scores: Scores) -> RocCurve:
    return RocCurve.from_counts(ThresholdCounts.from_scores(scores), drop_collinear=True)


def _point(scores: Scores, fold: str, loss: float, threshold: float) -> FoldPoint:
    called = reaching(scores.values, -threshold if scores.lower else threshold)
    rows, positive = scores.observations, scores.is_positive
    return FoldPoint(
        name=scores.name,
        fold=fold,
        loss=loss,
        threshold=threshold,
        sensitivity=rows.total(called & positive) / rows.total(positive),
        specificity=rows.total(~called & ~positive) / rows.total(~positive),
    )
