"""How well do classifiers separate several classes, and which class weights should be used?

**Question.** How well does a classifier separate several classes, is another one better, and which
class weights should it decide with?

**Use it** with a table that has a score for every class. On the command line ``aucurate multiclass
scores.csv --label species`` reads columns that are named after the classes; several classifiers
have prefixes (``--prefixes forest_,logistic_``), folds a column (``--fold COLUMN``). Numeric
columns that are not scores must be named (``--ignore age``), since one could be a class without
observations. In Python, :meth:`aucurate.ClassScores.read`,
:meth:`aucurate.ClassScores.from_frame`, :meth:`aucurate.ClassScores.from_estimator` and
:func:`aucurate.crossval.cross_validate` make the data.

**Results.**

- The Hand-Till and one-vs-rest AUCs, the AUC of each class against the rest and that of each pair
  of classes, with intervals; paired differences, whose p-values are adjusted among the pairs of
  classifiers for each quantity; a joint test of three or more classifiers
  (:mod:`aucurate.inference.multiclass.auc`).
- With an order of three classes (``--order low,middle,high``), the volume under the surface for
  the expected rank of the class (:mod:`aucurate.inference.multiclass.volume`).
- The error of each class at equal weights and at searched ones (``--search``;
  :mod:`aucurate.estimates.weights.search`), on one test set with Wilson intervals. Over folds they
  are means with intervals, with the errors on folds not used in the search
  (:mod:`aucurate.estimates.weights.nested`), and the number of different operating points around
  the searched one for which no difference from it was detected
  (:mod:`aucurate.study.multiclass.points`).
- The confusion matrix (:mod:`aucurate.inference.multiclass.confusion`).

**Figure.** :class:`aucurate.plots.MulticlassDisplay` (``--figure FILE``) draws, for each
classifier, the errors of the classes, the AUCs of the pairs of classes and the decisions.
:class:`aucurate.plots.ClassPointErrorsDisplay`, :class:`aucurate.plots.PairwiseAucDisplay` and
:class:`aucurate.plots.ConfusionDisplay` draw them one by one. The operating points of Fig. 3 of
Paclik et al. (2010), with those that cannot be distinguished from the chosen one, are drawn by
:class:`aucurate.plots.ClassErrorsDisplay` (:mod:`aucurate.estimates.weights.greedy`).

**Not valid** for scores on the training data. Out-of-fold scores are pooled for the AUCs, and a
caveat says so. For two classes :func:`aucurate.compare` and :func:`aucurate.operate` offer more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from aucurate import __version__
from aucurate.checks import checked
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.arrays import frozen
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.scores import position
from aucurate.errors import InputError, OptionError, UnsupportedError
from aucurate.estimates.weights.choice import WeightChoice
from aucurate.estimates.weights.nested import NestedWeights
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.multiclass.confusion import ConfusionMatrix
from aucurate.inference.multiclass.pairwise_auc import PairwiseAucs
from aucurate.kernels import Progress
from aucurate.results import ClassEstimate, Comparison, JointTest, Tested
from aucurate.study.base import Provenance, Study
from aucurate.study.inputs import given_class_data
from aucurate.study.multiclass.numbers import can_be_weighted, class_aucs
from aucurate.study.multiclass.points import ClassNeighbours, ClassPoint, class_decisions
from aucurate.study.multiclass.settings import MulticlassSettings
from aucurate.study.multiclass.tables import multiclass_tables
from aucurate.study.multiclass.text import multiclass_caveats, multiclass_sentences
from aucurate.study.table import Table

ClassData: TypeAlias = (
    ClassScores | PairedClassScores | ClassFoldScores | Mapping[str, ClassFoldScores]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MulticlassStudy(Study):
    """Classifiers of several classes: AUCs, comparisons and decisions.

    ``settings`` are the options. ``averages`` are the Hand-Till and one-vs-rest AUCs of each
    classifier in turn, ``against_rest`` those of each class, ``pairwise`` those of every pair of
    classes. ``volumes`` are given if the order of three classes is. ``points`` are equal
    weights and, if weights were searched (``choices``), those. If the scores come from folds,
    ``nested`` has the result of the search on folds not used in it (empty if a class is in
    one fold only), and ``neighbours`` the points around the weights that cannot be distinguished
    from them.
    """

    kind = "multiclass"
    why_ignored = "not scores of the classifiers studied"

    settings: MulticlassSettings
    classes: tuple[str, ...]
    counts: tuple[int, ...]
    names: tuple[str, ...]
    fold_names: tuple[str, ...]
    averages: tuple[ClassEstimate, ...]
    against_rest: tuple[ClassEstimate, ...]
    pairwise: tuple[PairwiseAucs, ...]
    volumes: tuple[ClassEstimate, ...]
    tests: tuple[Tested[Comparison], ...]
    joint_tests: tuple[JointTest, ...]
    points: tuple[ClassPoint, ...]
    choices: tuple[WeightChoice, ...]
    nested: tuple[NestedWeights, ...]
    neighbours: tuple[ClassNeighbours, ...]

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The results of ``tests``: all pairs in each quantity, adjusted separately in each."""
        return tuple(test.result for test in self.tests)

    @checked
    def average(self, name: str, quantity: str = "Hand-Till AUC") -> ClassEstimate:
        """One AUC of one classifier, by its quantity."""
        position(self.names, name)
        known = {one.quantity: one for one in self.averages if one.name == name}
        if quantity not in known:
            raise OptionError(
                f"there is no {quantity!r}.", hint=f"there are {', '.join(map(repr, known))}."
            )
        return known[quantity]

    @checked
    def point(self, name: str) -> ClassPoint:
        """One classifier at the searched weights, or at equal ones where none were searched."""
        position(self.names, name)
        return [one for one in self.points if one.name == name][-1]

    @checked
    def decisions(self, name: str) -> ConfusionMatrix:
        """The confusion matrix of :meth:`point`, each share with its interval."""
        point = self.point(name)
        return ConfusionMatrix.from_counts(
            name,
            self.classes,
            point.weights,
            point.confusion,
            effective_sizes=point.effective_sizes,
            confidence=self.settings.confidence,
            over_folds=bool(self.fold_names),
        )

    def tables(self) -> tuple[Table, ...]:
        """AUCs, pairs of classes, comparisons and decisions."""
        return multiclass_tables(self)

    def sentences(self) -> tuple[str, ...]:
        """How well each classifier separates the classes, which differ, and what weights do."""
        return multiclass_sentences(self)


@checked(but=("data",))
def multiclass(
    data: ClassData | Any,
    scores: Any = None,
    y: Any = None,
    *,
    search: WeightRule | str | None = None,
    costs: Any = None,
    limits: Mapping[Any, float] | None = None,
    order: Sequence[Any] | None = None,
    confidence: float = 0.95,
    level: float = 0.05,
    correction: Correction = "holm",
    rng: int = 0,
    progress: Progress | None = None,
) -> MulticlassStudy:
    """AUCs of several classes with intervals and tests, and a search for class weights.

    Parameters
    ----------
    data : data, array-like or estimators
        Labels and a score for every class; or the labels, or fitted estimators, alone.
    scores : array-like, data frame or mapping, optional
        Scores of one classifier with a column per class, or of several by name, where labels come
        first; the features of the observations where fitted estimators come first.
    y : array-like, optional
        True class of each observation where fitted estimators come first.

    ``multiclass(labels, probabilities)`` and ``multiclass(labels, {"forest": probabilities})`` read
    arrays as :class:`~aucurate.ClassScores` does, and ``multiclass({"forest": fitted}, X, y)``
    scores observations with fitted estimators, which must not have been fitted to them.
    Otherwise ``data`` are the scores of one classifier or of several on the same observations, or
    of left-out folds (one ``ClassFoldScores``, or several by name that share their observations);
    the AUCs of folds are those of the pooled scores, with a caveat. ``search`` is a
    :class:`~aucurate.curve.WeightRule` or in words "minimax", "balanced", "errors", "greedy" (the
    search of Paclik et al. 2010), "best=macro_f1", "cost" (with ``costs``, a row per true class) or
    "none"; by default "minimax" if scores can be multiplied by weights and observations have no
    sampling weights, which a search does not take. ``limits`` are class errors that must not be
    exceeded. ``order`` names three classes from low to high: then the volume under their
    surface is estimated, for the expected rank of the class. ``level`` is that of the tests of
    operating points over folds. ``correction`` applies to the pairs of classifiers, and to the
    class errors in the tests of operating points.

    ``progress`` is called with the share done, first of the AUCs, then of the search for weights.
    When it returns False, the search uses the weights it has, and a caveat says so; before that
    there is nothing to report, and ``kernels.Cancelled`` is raised.

    >>> from aucurate.datasets import load_wine_class_folds
    >>> study = multiclass(load_wine_class_folds(), search="balanced")
    >>> print(study.average("forest"))  # doctest: +NORMALIZE_WHITESPACE
    forest: Hand-Till AUC 0.915 (95% CI 0.864 to 0.947), n = 59 (barolo), 71 (grignolino) and 48
    (barbera), U-statistic beta interval
    >>> print(study.comparisons[0])
    Hand-Till AUC difference 0.007 (95% CI -0.017 to 0.031), p = 0.585, U-statistic test, paired
    >>> print(study.sentences()[-1])  # doctest: +NORMALIZE_WHITESPACE
    With equal weights, the mean class error of logistic is 0.222; with the searched weights (barolo
    0.425, grignolino 0.184, barbera 0.391) it is 0.184. On folds not used in the search it is
    0.214, on those used 0.183. For 94 of 216 different operating points around them no difference
    was detected over the folds: errors there range from 0.050 to 0.313 (barolo), 0.114 to 0.282
    (grignolino) and 0.190 to 0.475 (barbera).
    """
    paired, folds = _read(given_class_data(data, scores, y))
    searchable = can_be_weighted(paired) and not paired.observations.is_sampled
    weighable = search is not None or searchable
    settings = MulticlassSettings.checked(
        search,
        costs=costs,
        limits=limits,
        weighable=weighable,
        order=order,
        confidence=confidence,
        correction=correction,
        level=level,
        rng=rng,
    )
    aucs = class_aucs(paired, settings, progress)
    decided = class_decisions(paired, folds, settings, progress)
    rows = paired.observations
    study = MulticlassStudy(
        settings=settings,
        classes=rows.classes,
        counts=rows.counts,
        names=paired.names,
        fold_names=next(iter(folds.values())).fold_names if folds else (),
        **aucs,
        points=decided.points,
        choices=decided.choices,
        nested=decided.nested,
        neighbours=decided.neighbours,
        caveats=decided.caveats,
        provenance=Provenance(
            version=__version__,
            source=rows.source,
            method="Hand-Till AUC, U-statistic",
            n_observations=rows.size,
            n_groups=rows.n_groups,
            weights=rows.weights.kind if rows.weights else "",
        ),
    )
    left_out = settings.rule is None and not (weighable or rows.is_sampled)
    return replace(study, caveats=multiclass_caveats(study, paired, not_weighable=left_out))


def _read(data: ClassData) -> tuple[PairedClassScores, dict[str, ClassFoldScores]]:
    """The scores as of one test set, and the folds they come from where there are any."""
    if isinstance(data, PairedClassScores):
        return data, {}
    if isinstance(data, ClassScores):
        values = frozen(data.values[None])
        return PairedClassScores((data.name,), data.observations, values), {}
    if isinstance(data, ClassFoldScores):
        return _read({data.name: data})
    members = list(data.values())
    if not members:
        raise InputError(
            "there are no classifiers.",
            hint="ClassFoldScores.paired_from_arrays(labels, {...}, folds=...).",
        )
    first = members[0]
    if any(one.observations is not first.observations for one in members):
        raise OptionError(
            "the classifiers were not built together, so that their folds may differ.",
            hint="ClassFoldScores.paired_from_arrays(labels, {...}, folds=...).",
        )
    if first.design != "left-out folds" or first.repeats.any():
        raise UnsupportedError(
            "a study of several classes needs left-out folds that were not repeated; elsewhere an "
            f"observation has several scores of one classifier (the design is {first.design!r}).",
            hint="give one repeat; nested_weights and class_operating_points take all of them.",
        )
    pooled = [one.pooled() for one in members]
    values = frozen(np.stack([one.values for one in pooled]))
    names = tuple(str(name) for name in data)
    together = PairedClassScores(names, pooled[0].observations, values)
    return together, dict(zip(names, members, strict=True))
