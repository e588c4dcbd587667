"""Which of several algorithms is better, judged by tests valid under cross-validation?

**Question.** Which of several algorithms is better over cross-validation folds, and do the test of
the error rate and the test of the AUC agree?

**Use it** with the scores of :func:`aucurate.cross_validate`, or with a table that has a fold
column: nothing is fitted again. On the command line ``aucurate folds`` takes such a table, and
``aucurate crossval`` fits the algorithms first.

Every pair is compared by the test recommended for the design (:mod:`aucurate.inference.folds`), and
the p-values of the pairs are adjusted (Holm). ``method=`` (``--method``) names another test;
``all_tests=True`` (``--all-tests``) shows all that can be computed, and for each whether it is
valid for this design. With ``threshold=`` error rates are compared too, and every pair has one of
four outcomes (:mod:`aucurate.study.folds.outcomes`).

**Not valid** for one test set and no folds (:func:`aucurate.compare`), or for many data sets
(:mod:`aucurate.study.rank`). The figure of the folds and its curves need the extra ``plots``.

Aslan, O., Yildiz, O. T., Alpaydin, E. (2009). Statistical comparison of classifiers using area
under the ROC curve.
Dietterich, T. G. (1998). Approximate statistical tests for comparing supervised classification
learning algorithms. Neural Computation 10, 1895-1923.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aucurate import __version__
from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores, WithoutClass, with_both_classes
from aucurate.errors import ContrastError, OptionError
from aucurate.inference.auc.delong import delong_joint_test
from aucurate.inference.core.caveats import of_observations
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.core.score_caveats import of_direction
from aucurate.inference.folds.caveats import of_groups, of_threshold_scale
from aucurate.inference.folds.registry import FoldInput
from aucurate.io.estimators import are_estimators
from aucurate.kernels import Progress
from aucurate.results import Alternative, Caveat, Comparison, JointTest
from aucurate.study.base import Provenance, Study, comparison_of
from aucurate.study.folds.numbers import FoldsPart, folds_parts, inputs_of
from aucurate.study.folds.outcomes import TestOutcome, outcomes_of
from aucurate.study.folds.settings import FoldsSettings
from aucurate.study.folds.tables import folds_tables
from aucurate.study.folds.text import folds_caveats, folds_sentences
from aucurate.study.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldsStudy(Study):
    """Algorithms over folds: summaries, and every pair by a test that is valid for the design.

    ``settings`` are the options, ``dropped`` the names of folds that were left out because a
    class was missing in them, or a fit failed. ``parts`` has an entry for each quantity: the AUC,
    and the error rate where a threshold was given (or whatever the values per fold are).
    ``outcomes`` has the decisions of the tests of error rate and AUC for every pair, given both.
    ``joint`` is the test that all AUCs are equal, with left-out folds. A study that was stopped has
    fewer comparisons or tests, and a caveat that counts them.
    """

    kind = "folds"
    noun = "algorithm"

    settings: FoldsSettings
    design: str
    n_folds: int
    n_repeats: int
    names: tuple[str, ...]
    parts: tuple[FoldsPart, ...]
    joint: JointTest | None
    outcomes: tuple[TestOutcome, ...]
    dropped: tuple[str, ...] = ()

    @checked
    def part(self, quantity: str = "AUC") -> FoldsPart:
        """The numbers of one quantity."""
        known = tuple(part.quantity for part in self.parts)
        if quantity not in known:
            raise OptionError(
                f"this study has nothing on {quantity!r}.", hint=f"it is about {', '.join(known)}."
            )
        return self.parts[known.index(quantity)]

    @checked
    def comparison(self, first: str, second: str, *, quantity: str | None = None) -> Comparison:
        """The comparison of two algorithms, first minus second whichever way it is stored."""
        part = self.parts[0] if quantity is None else self.part(quantity)
        return comparison_of(part.tests, first, second, self.names)

    def tables(self) -> tuple[Table, ...]:
        """Summaries, differences, and further results."""
        return folds_tables(self)

    def sentences(self) -> tuple[str, ...]:
        """Which is better, by how much, and where the tests of error rate and AUC disagree."""
        return folds_sentences(self)


@checked(but=("data",))
def folds(
    data: FoldScores | FoldValues,
    *,
    threshold: float | Mapping[str, float] | None = None,
    method: str | None = None,
    all_tests: bool = False,
    reference: str | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    level: float = 0.05,
    correction: Correction = "holm",
    rope: float | None = None,
    without_class: WithoutClass = "refuse",
    progress: Progress | None = None,
) -> FoldsStudy:
    """Compare algorithms whose models were fitted and scored over folds.

    ``data`` are the scores, from :func:`~aucurate.cross_validate` or a table with a fold column
    (``FoldScores.from_frame``), or from scikit-learn's ``cross_validate``
    (``FoldScores.from_cross_validate``); or values of any estimate per fold. With a ``threshold``
    (0.5 for probabilities, 0 for decision scores, a mapping for both kinds, such as
    ``crossval.default_thresholds(estimators)``) error rates are compared as well, and the outcomes
    of both tests are listed.

    Without ``method`` every quantity is compared by the test recommended for the design: corrected
    DeLong over left-out folds, 5x2 and random splits, averaged DeLong with a fixed test set, for
    error rates the corresponding tests by observation; Nadeau and Bengio's test if only values per
    fold are known. ``method`` names another of ``aucurate.inference.folds.registry.FOLD_TESTS``;
    ``all_tests`` adds every test that can be computed, marking those that are valid for the design.
    ``rope`` adds the Bayesian correlated t test with that region of practical equivalence.
    ``without_class="drop"`` leaves out folds that lack a class, and reports it.

    ``progress`` is called with the share of pairs done; when it returns False, pairs that were not
    compared or tested are omitted, and a caveat says so. Without any comparison,
    ``kernels.Cancelled`` is raised.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> study = folds(load_breast_cancer_folds())
    >>> print(study.comparison("forest", "tree"))
    AUC difference 0.038 (95% CI 0.012 to 0.065), p = 0.005, corrected DeLong test, paired

    >>> study = folds(load_breast_cancer_folds(), threshold=0.5)
    >>> for sentence in study.sentences()[:-1]:
    ...     print(sentence)
    forest has the highest mean AUC, 0.978 (95% CI 0.959 to 0.988).
    Its mean AUC is higher than those of bayes and tree (adjusted p at or below 0.05, corrected \
DeLong).
    No difference in AUC from logistic or neighbours was detected.
    Overall, the AUCs differ (p < 0.001).
    logistic has the lowest error rate, 0.074 (95% CI 0.052 to 0.095).
    Its error rate is lower than that of bayes (adjusted p at or below 0.05, averaged error t).
    No difference in error rate from forest, neighbours or tree was detected.
    >>> for one in study.outcomes:
    ...     if one.disagrees:
    ...         print(one.first, one.second, one.outcome)  # error test first
    logistic tree accept/reject
    forest tree accept/reject
    bayes tree reject/accept
    neighbours tree accept/reject
    """
    if not isinstance(data, FoldScores | FoldValues):
        raise _no_folds(data)
    settings = FoldsSettings.checked(
        threshold=threshold,
        method=method,
        all_tests=all_tests,
        reference=reference,
        alternative=alternative,
        confidence=confidence,
        level=level,
        correction=correction,
        rope=rope,
        without_class=without_class,
    )
    if isinstance(data, FoldScores) and without_class == "drop":
        data = with_both_classes(data)
    inputs = inputs_of(data, settings)
    parts, stopped = folds_parts(inputs, settings, progress)
    values = inputs[0].values
    outcomes: tuple[TestOutcome, ...] = ()
    if len(parts) == 2:
        outcomes = outcomes_of(parts[1].comparisons, parts[0].comparisons, settings.level)
    joint, refused = _joint(inputs[0], values.names, parts[0].method)
    observations = data.observations if isinstance(data, FoldScores) else None
    return FoldsStudy(
        settings=settings,
        design=values.design,
        n_folds=values.n_folds,
        n_repeats=values.n_repeats,
        names=values.names,
        parts=parts,
        joint=joint,
        outcomes=outcomes,
        dropped=tuple(data.dropped),
        caveats=(
            *stopped,
            *(() if observations is None else of_observations(observations)),
            *(of_groups(data) if isinstance(data, FoldScores) else ()),
            *_of_direction(data, parts),
            *_of_threshold(data, settings),
            *folds_caveats(values, parts, settings),
            *refused,
        ),
        provenance=_provenance(data, parts[0].method),
    )


def _no_folds(data: Any) -> OptionError:
    """What to do with data that do not say what their folds are."""
    message = f"data must be FoldScores or FoldValues; it is a {type(data).__name__}."
    if are_estimators(data):
        return OptionError(message, hint="cross-validate first: cross_validate(estimators, X, y).")
    if not isinstance(data, Mapping):
        return OptionError(
            message, hint="FoldScores.from_arrays(labels, scores, folds=...) makes one."
        )
    return OptionError(
        message,
        hint="results of scikit-learn's cross_validate make FoldScores: "
        "FoldScores.from_cross_validate(results, X, y); values per fold make FoldValues: "
        'FoldValues.from_arrays(values, quantity="AUC", design="left-out folds").',
    )


def _of_direction(data: FoldScores | FoldValues, parts: tuple[FoldsPart, ...]) -> list[Caveat]:
    """Algorithms whose mean AUC has an interval wholly below 0.5."""
    if not isinstance(data, FoldScores):
        return []
    summaries = [one for part in parts if part.quantity == "AUC" for one in part.summaries]
    return of_direction(
        {one.name: one.interval for one in summaries if one.interval is not None},
        lower=data.lower,
        negative=data.observations.negative,
    )


def _of_threshold(data: FoldScores | FoldValues, settings: FoldsSettings) -> list[Caveat]:
    """A threshold that is visibly not on the scale of the scores."""
    if not isinstance(data, FoldScores) or settings.threshold is None:
        return []
    return of_threshold_scale(data, settings.threshold)


def _joint(
    given: FoldInput, names: tuple[str, ...], method: str
) -> tuple[JointTest | None, tuple[Caveat, ...]]:
    """The test that all AUCs over left-out folds are equal, for three or more algorithms.

    It allows for other training sets unless the test of the pairs does not.
    """
    if not given.by_observation or given.values.design != "left-out folds" or len(names) < 3:
        return None, ()
    try:
        moments = given.moments if method == "delong" else given.corrected_moments
        return delong_joint_test(moments, distribution="F"), ()
    except ContrastError as error:
        return None, (caveat(Kind.NO_JOINT_TEST, "refused", reason=error.message),)


def _provenance(data: FoldScores | FoldValues, method: str) -> Provenance:
    if isinstance(data, FoldValues):
        return Provenance(version=__version__, source=data.source, method=method, n_observations=0)
    return Provenance.of(
        [data.observations], method=method, names=data.names, lower=sorted(data.lower)
    )
