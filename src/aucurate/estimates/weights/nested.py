r"""How much too good searched weights look: the search repeated without every fold.

**Question.** What is the criterion at searched weights on observations that the search never saw?

**Use it** whenever the errors at searched weights are reported
(:mod:`aucurate.estimates.weights.search`).

For every fold the weights are searched on the left-out scores of the *other* folds of its repeat
and then decide the fold's own observations:

- **inside**: the criterion on the folds that the search saw, its mean over searches;
- **outside**: the criterion of the decisions of all folds taken together, each fold decided with
  the weights of the search that did not see it (with repeats, the mean over repeats);
- **optimism**: how much worse outside is than inside (negative where chance made it better);
- the mean of the criterion over folds, with its spread. For sums over observations this is about
  the outside value; the largest class error and macro F1 of one small fold are not those of all
  observations (the largest of several noisy errors is too large), so optimism is not computed from
  it.

**Not valid** beyond this: the left-out scores of the other folds come from models that were fitted
to this fold's observations too, which ties inside and outside together a little. Each search has
one fold less than the search on everyone, whose weights are a little better.
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked, generator
from aucurate.curve.class_decisions import Counts, class_errors, confusion_matrices, criterion_words
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassObservations, ClassScores
from aucurate.data.observations import refuse_units
from aucurate.errors import UnsupportedError
from aucurate.estimates.weights.choice import WeightChoice
from aucurate.estimates.weights.greedy import greedy_weights
from aucurate.estimates.weights.search import SEARCHING, Rng, search_weights
from aucurate.formatting import join_words, number, shortened
from aucurate.kernels import Progress
from aucurate.results import Caveat, Record

WeightSearch: TypeAlias = Literal["coordinate", "greedy"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedFold(Record):
    """One search without a fold, and what its weights decide there.

    ``outside`` is NaN where the fold cannot have the criterion. ``missing`` names classes that the
    fold does not have.
    """

    fold: str
    weights: tuple[float, ...]
    inside: float
    outside: float
    confusion: tuple[tuple[int, ...], ...]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedWeights(Record):
    """A criterion at searched weights: where they were searched, and elsewhere.

    ``class_errors`` are those outside. ``standard_deviation`` is over folds and
    ``standard_error`` that of their mean.
    """

    name: str
    classes: tuple[str, ...]
    rule: WeightRule
    search: WeightSearch
    inside: float
    outside: float
    optimism: float
    class_errors: tuple[float, ...]
    fold_mean: float
    standard_deviation: float
    standard_error: float
    folds: tuple[NestedFold, ...]
    caveats: tuple[Caveat, ...] = ()

    def __str__(self) -> str:
        return (
            f"{shortened(self.name)}: {criterion_words(self.rule.criterion)} "
            f"{number(self.inside)} where weights were searched, {number(self.outside)} on folds "
            f"that the search did not see (optimism {number(self.optimism)})"
        )


@checked
def nested_weights(
    data: ClassFoldScores,
    rule: WeightRule | None = None,
    *,
    search: WeightSearch = "coordinate",
    starts: int = 4,
    rng: Rng = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NestedWeights:
    """Search weights without each fold, and classify that fold with them.

    ``starts`` is that of the search by coordinates. Every search draws its own random vectors. When
    ``progress`` returns False the folds so far are used, and a caveat says so.

    >>> rng = np.random.default_rng(0)
    >>> labels, folds = np.repeat([0, 1, 2], 20), np.tile(np.arange(5), 12)
    >>> scores = rng.random((60, 3)) + 0.5 * np.eye(3)[labels]
    >>> data = ClassFoldScores.from_arrays(labels, scores, folds=folds)
    >>> found = nested_weights(data, WeightRule.balanced())
    >>> number(found.inside), number(found.outside), number(found.optimism)
    ('0.158', '0.267', '0.108')
    >>> from aucurate.datasets import load_wine_class_folds
    >>> found = nested_weights(load_wine_class_folds()["forest"], WeightRule.minimax())
    >>> print(found)  # doctest: +NORMALIZE_WHITESPACE
    forest: largest class error 0.218 where weights were searched, 0.239 on folds that the search
    did not see (optimism 0.021)
    """
    rule = rule or WeightRule.minimax()
    _check(data, rule, search)
    random = generator(rng)
    found: list[NestedFold] = []
    for at in range(data.n_folds):
        rest = _rest(data, at)
        if search == "greedy":
            choice = greedy_weights(rest, rule, rng=random, threads=threads).best
        else:
            choice = search_weights(rest, rule, starts=starts, rng=random, threads=threads)
        found.append(_judged(data, at, choice))
        if progress is not None and progress(at + 1, data.n_folds, SEARCHING) is False:
            break
    return _summary(data, rule, search, found)


def _check(data: ClassFoldScores, rule: WeightRule, search: WeightSearch) -> None:
    rows = data.observations
    refuse_units("a search for class weights", sampled=rows.is_sampled, use=rows.with_units)
    data.weighable()
    rule.check(data.classes)
    alone = np.bincount(data.repeats)[data.repeats] < 2
    if data.design not in ("left-out folds", "5x2") or alone.any():
        raise UnsupportedError(
            "a search that leaves out a fold needs other folds with other observations; the "
            f"design is {data.design!r}.",
            hint="use a cross-validation with two or more folds: every observation in one fold of "
            "each repeat.",
        )
    counts = data.counts_by_fold
    totals = np.stack([counts[data.repeats == r].sum(axis=0) for r in data.repeats])
    folds, classes = np.nonzero(totals == counts)
    if len(folds):
        raise UnsupportedError(
            f"all observations of class {shortened(data.classes[classes[0]])!r} are in fold "
            f"{shortened(data.fold_names[folds[0]])!r}: a search without this fold cannot weight "
            "the class.",
            hint="use stratified folds, or leave the class out.",
        )


def _rest(data: ClassFoldScores, at: int) -> ClassScores:
    """The left-out scores of the other folds of the same repeat."""
    others = (data.repeats == data.repeats[at]) & (np.arange(data.n_folds) != at)
    (rows,) = np.nonzero(others[data.folds])
    observations = ClassObservations(data.classes, data.codes_by_row[rows])
    return ClassScores(data.name, observations, np.ascontiguousarray(data.values[:, rows]))


def _judged(data: ClassFoldScores, at: int, choice: WeightChoice) -> NestedFold:
    fold = data.fold(at)
    vector = np.array([choice.weights])
    confusion = confusion_matrices(fold.values, fold.codes, vector)[0]
    sizes = zip(data.classes, fold.counts, strict=True)
    return NestedFold(
        fold=data.fold_names[at],
        weights=choice.weights,
        inside=choice.value,
        outside=float(choice.rule.values(confusion)),
        confusion=tuple(tuple(row) for row in confusion.tolist()),
        missing=tuple(name for name, size in sizes if size == 0),
    )


def _summary(
    data: ClassFoldScores, rule: WeightRule, search: WeightSearch, found: list[NestedFold]
) -> NestedWeights:
    confusions = np.array([fold.confusion for fold in found])
    repeats = data.repeats[: len(found)]
    together = np.stack([confusions[repeats == r].sum(axis=0) for r in np.unique(repeats)])
    inside = float(np.mean([fold.inside for fold in found]))
    outside = float(np.mean(rule.values(together)))
    values = np.array([fold.outside for fold in found if not math.isnan(fold.outside)])
    spread = float(np.std(values, ddof=1)) if len(values) > 1 else math.nan
    return NestedWeights(
        name=data.name,
        classes=data.classes,
        rule=rule,
        search=search,
        inside=inside,
        outside=outside,
        optimism=float(rule.signed(outside) - rule.signed(inside)),
        class_errors=tuple(class_errors(together).mean(axis=0).tolist()),
        fold_mean=float(np.mean(values)) if len(values) else math.nan,
        standard_deviation=spread,
        standard_error=spread / math.sqrt(len(values)) if len(values) else math.nan,
        folds=tuple(found),
        caveats=tuple(_caveats(data, rule, found, together)),
    )


def _caveats(
    data: ClassFoldScores, rule: WeightRule, found: list[NestedFold], together: Counts
) -> list[Caveat]:
    told = []
    if len(found) < data.n_folds:
        told.append(caveat(Kind.SEARCH_STOPPED, "folds", done=len(found), folds=data.n_folds))
    lacking = [
        f"fold {shortened(fold.fold)} (no {join_words([shortened(c) for c in fold.missing[:3]])})"
        for fold in found
        if fold.missing
    ]
    if lacking:
        more = ", ..." if len(lacking) > 3 else ""
        folds = join_words(lacking[:3]) + more
        told.append(caveat(Kind.CLASS_MISSING_IN_FOLD, folds=folds))
    errors = class_errors(together).mean(axis=0)
    broken = [
        f"{limit} (outside it is {number(errors[data.classes.index(limit.name)])})"
        for limit in rule.limits
        if errors[data.classes.index(limit.name)] > limit.value
    ]
    if broken:
        told.append(caveat(Kind.LIMITS_NOT_KEPT, "unseen_folds", limits=join_words(broken)))
    return told
