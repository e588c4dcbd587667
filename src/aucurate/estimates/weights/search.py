r"""The weights of several classes that are best by a rule.

**Question.** With which weight for each class should this classifier decide?

**Use it** when the errors of single classes matter more than the error rate: rare classes, unequal
costs, a class that must hardly ever be missed. The classifier decides for the class with the
largest weighted score (:mod:`aucurate.curve.class_decisions`), and a
:class:`~aucurate.curve.WeightRule` says what is best (:mod:`aucurate.curve.weight_rules`), under
limits on class errors if wanted (``constraints={"poor": 0.02}``). Scores must be finite and not
negative (probabilities); negative decision scores are refused.
:class:`aucurate.crossval.WeightedDecision` is a scikit-learn classifier that decides with chosen
weights.

Without a rule the largest class error is minimised. The search is coordinate ascent over exact
breakpoints (:mod:`aucurate.estimates.weights.ascent`) from four starts, or as many as ``starts``
says (see below): those that follow from class sizes and costs, for the largest class error the
equalised one, and the best of 1000 random vectors. The best end is taken, never one that is worse
than a start, and equal weights where none are better. **With two classes the search is exact**: one
line holds every different decision, the points of the ROC curve of the ratio of the scores
(:func:`aucurate.estimates.threshold_sweep`). With more it finds a point that no weight of one class
(and none of the blocks that were tried) can better, which need not be the best of all; more starts
may find a better one.

With three classes or more and above 10,000 observations (or 100 per class, if that is more) the
ascents are made on that many, drawn within classes so that each keeps its share but at least 50
observations (or all it has), and only the best
end is refined on all observations: class by class, without blocks, a weight by a factor of at most
2 at a time, in at most 10 rounds over the classes. Every weight vector that is compared at the end,
starts included, is decided on all observations.

**Not valid** as an estimate of errors on new observations: the rates at chosen weights are
optimistic, and :func:`aucurate.estimates.weights.nested.nested_weights` shows by how much. With few
observations in a class its error is hardly known, and minimax follows the noise; the smallest
largest class error is the most optimistic of the criteria where classes are many and small. Scores
that are not comparable between classes gain most, but weights that balance an uncalibrated
classifier are tied to its calibration: search again after refitting. Sampling weights are refused,
and groups play no part in the search. How much the class errors vary
over folds at the same weights is the question of :mod:`aucurate.inference.folds.class_points`.

Everson, R. M., Fieldsend, J. E. (2006). Multi-class ROC analysis from a multi-objective
optimisation perspective. Pattern Recognition Letters 27, 918-927 (class errors as a trade-off).
Paclik, P., Lai, C., Novovicova, J., Duin, R. P. W. (2010). Variance estimation for two-class and
multi-class ROC analysis using operating point averaging. International Conference on Pattern
Recognition.

Starts
------
Weight vectors to begin a search with.

- **equal** weights: the class with the highest score
- **inverse prevalence**: :math:`1/n_c`, which turns posteriors of the test set's class shares into
  those of equally frequent classes
- **costs**: for expected cost and error rate, :math:`\pi_c / n_c` times the mean cost of missing
  class c (1 for the error rate), with the prevalences :math:`\pi` of the rule or of the test set
- **equalised**: for the largest class error, the weights of classes with errors above the mean are
  raised and the others lowered, :math:`\log w_c \leftarrow \log w_c + \eta_k (e_c - \bar e)` with
  :math:`\eta_k = 2 / \sqrt k`, 200 times, and the best vector on the way is taken. At a minimax
  point of continuous scores all errors that matter are equal: it is the best decision for the least
  favourable prevalences.
- **random**: uniform on the weights that sum to 1
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked, generator, whole
from aucurate.curve.class_decisions import class_errors, confusion_matrices, shares
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.classes import ClassScores
from aucurate.errors import UnsupportedError
from aucurate.estimates.weights.ascent import Ascent, WeightQuestion, ascend
from aucurate.estimates.weights.choice import WeightChoice, chosen
from aucurate.formatting import shortened
from aucurate.kernels import Progress
from aucurate.results import Caveat

Floats: TypeAlias = NDArray[np.float64]
Counts: TypeAlias = NDArray[np.int64]
Rng: TypeAlias = int | np.random.Generator | None

SEARCHING = "searching weights"
_EQUALISING = 200


def plain_starts(question: WeightQuestion) -> Floats:
    """The starts that follow from class sizes and costs: a row each."""
    classes, rule = len(question.classes), question.rule
    sizes = np.bincount(question.codes, minlength=classes)
    found = [np.ones(classes), 1.0 / sizes]
    if rule.criterion in ("expected_cost", "error_rate"):
        costs = 1.0 - np.eye(classes) if rule.costs is None else np.asarray(rule.costs)
        prevalences = sizes / sizes.sum() if rule.prevalences is None else rule.prevalences
        missed = (costs.sum(axis=1) - np.diagonal(costs)) / (classes - 1)
        wanted = missed * prevalences / sizes
        if (wanted > 0).all():
            found.append(wanted)
    return shares(np.stack(found))


def equalised(question: WeightQuestion, weights: Floats, *, threads: int | None = None) -> Floats:
    """The vector with the smallest largest class error on the way to equal errors."""
    logs, best, lowest = np.log(weights), weights, np.inf
    for step in range(1, _EQUALISING + 1):
        vector = np.exp(logs - logs.max())
        table = confusion_matrices(question.values, question.codes, vector[None], threads=threads)
        errors = class_errors(table[0])
        if np.max(errors) < lowest:
            lowest, best = np.max(errors), shares(vector)
        logs = logs + 2 / np.sqrt(step) * (errors - errors.mean())
    return best


def random_weights(vectors: int, classes: int, rng: np.random.Generator) -> Floats:
    """Weight vectors drawn uniformly from those that sum to 1.

    >>> random_weights(2, 3, np.random.default_rng(1)).sum(axis=1)
    array([1., 1.])
    """
    return shares(rng.standard_exponential((vectors, classes)))


def checked_count(value: int, what: str, least: int = 1) -> int:
    """A number of things that can be made one by one."""
    return whole(value, what, least=least, most=10**7)


COORDINATE = "coordinate ascent over exact breakpoints"
_RANDOM = 1000
_MOST = 10_000
_PER_CLASS = 100
_LEAST = 50
_ROUNDS, _REACH = 10, 2.0


@checked
def search_weights(
    data: ClassScores,
    rule: WeightRule | None = None,
    *,
    starts: int = 4,
    rng: Rng = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> WeightChoice:
    """The best class weights of a classifier by a rule, found by coordinate ascent.

    ``starts`` is how many ascents are made, random ones last. When ``progress`` returns False the
    best so far is returned, and a caveat says so.

    >>> scores = ClassScores.from_arrays(
    ...     ["a", "a", "b", "b", "c", "c"],
    ...     [[6, 3, 1], [5, 4, 1], [5, 4, 1], [2, 7, 1], [4, 4, 2], [1, 5, 4]],
    ... )
    >>> search_weights(scores, WeightRule.balanced()).confusion
    ((2, 0, 0), (1, 1, 0), (0, 0, 2))

    Wines of three cultivars, of which barbera should hardly ever be missed:

    >>> from aucurate.datasets import load_wine_classes
    >>> rule = WeightRule.least_errors(constraints={"barbera": 0.1})
    >>> print(search_weights(load_wine_classes()["forest"], rule))  # doctest: +NORMALIZE_WHITESPACE
    forest: weights barolo 0.332, grignolino 0.064, barbera 0.604: error rate 0.270; lowest error
    rate with error of class barbera at most 0.1
    """
    rule, data = rule or WeightRule.minimax(), data.unweighted("a search for class weights")
    question = asked(data, rule)
    random = generator(rng)
    rows = _subset(question, random)
    part = question if rows is None else question.part(rows)
    begun, drawn = _starts(part, checked_count(starts, "starts"), random, threads)
    ends, stopped = _ascents(part, begun, progress)
    points = drawn + sum(end.points for end in ends)
    best = ends[_first_of(ends)].weights
    if rows is not None and not stopped:
        polished = ascend(question, best, blocks=False, rounds=_ROUNDS, reach=_REACH)
        points, best = points + polished.points, polished.weights
    if progress is not None and not stopped:
        progress(len(begun) + 1, len(begun) + 1, SEARCHING)
    # Decided on everyone, with weights as they are shown; a start may still be the best. Of equally
    # good ones the first is taken: equal weights, if they are among them.
    equal, *plain = plain_starts(question)
    vectors = np.stack([equal, best, *(end.weights for end in ends), *plain, *begun])
    confusions = confusion_matrices(question.values, question.codes, vectors, threads=threads)
    standing = rule.standing(confusions, data.classes)
    place = int(standing.best()[0])
    return chosen(
        data,
        rule,
        vectors[place],
        confusions[place],
        method=COORDINATE,
        points=points,
        caveats=_told(stopped, len(ends), rows, len(data)),
    )


def asked(data: ClassScores, rule: WeightRule) -> WeightQuestion:
    """The question of a search, checked: scores that can be weighted and a rule that fits them."""
    data.weighable()
    rule.check(data.classes)
    if 0 in data.counts:
        raise UnsupportedError(
            f"class {shortened(data.classes[data.counts.index(0)])!r} has no observations: its "
            "weight cannot be chosen.",
            hint="search on all folds together, or leave out the column of that class.",
        )
    return WeightQuestion(data.values, data.codes, data.classes, rule)


def _ascents(
    question: WeightQuestion, begun: Floats, progress: Progress | None
) -> tuple[list[Ascent], bool]:
    """The ends of all ascents, and whether the search was stopped before the last."""
    ends: list[Ascent] = []
    for at, vector in enumerate(begun):
        ends.append(ascend(question, vector))
        if progress is not None and progress(at + 1, len(begun) + 1, SEARCHING) is False:
            return ends, True
    return ends, False


def _starts(
    question: WeightQuestion, starts: int, rng: np.random.Generator, threads: int | None
) -> tuple[Floats, int]:
    """Vectors to begin with, and of how many random ones the last are the best."""
    found = list(plain_starts(question))
    if len(question.classes) == 2:
        return np.stack(found[:1]), 0  # any start: its first line holds every decision
    if question.rule.criterion == "largest_class_error":
        found.insert(0, equalised(question, found[1], threads=threads))
    some = len(found) < starts
    if some:
        drawn = random_weights(_RANDOM, len(question.classes), rng)
        confusions = confusion_matrices(question.values, question.codes, drawn, threads=threads)
        found += list(drawn[question.standing(confusions).order()[: starts - len(found)]])
    return np.stack(found[:starts]), _RANDOM if some else 0


def _first_of(ends: list[Ascent]) -> int:
    best = 0
    for at, end in enumerate(ends):
        if end.standing.beats(ends[best].standing):
            best = at
    return best


def _subset(question: WeightQuestion, rng: np.random.Generator) -> Counts | None:
    """Observations to make the ascents on, in their order; None for all of them."""
    size, classes = len(question.codes), len(question.classes)
    most = max(_MOST, _PER_CLASS * classes)
    if size <= most or classes == 2:
        return None
    kept = []
    for place in range(classes):
        (rows,) = np.nonzero(question.codes == place)
        wanted = max(_LEAST, round(most * len(rows) / size))
        kept.append(rows if wanted >= len(rows) else rng.choice(rows, wanted, replace=False))
    return np.sort(np.concatenate(kept))


def _told(stopped: bool, done: int, rows: Counts | None, size: int) -> tuple[Caveat, ...]:
    found = []
    if stopped:
        found.append(caveat(Kind.SEARCH_STOPPED, "ascents", done=done))
    if rows is not None:
        found.append(caveat(Kind.SEARCHED_ON_SUBSET, rows=f"{len(rows):,}", size=f"{size:,}"))
    return tuple(found)
