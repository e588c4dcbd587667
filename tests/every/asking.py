"""How every method of the registry is asked, on ordinary and on degenerate data.

A case is labels and the scores of two classifiers, from 0 to 1 so that they can be probabilities;
the families of several classes get three classes with the same troubles. Over folds and data sets
the data are those of tests/frozen.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from tests.frozen import data as frozen
from tests.transforms import keeping_ties

import aucurate as au
from aucurate.inference.methods import LEFT_OUT, UNPAIRED, Method
from aucurate.results import MethodRecord, Record

Arrays = tuple[Any, Any, Any]
FEW = au.Resampling(replicates=99, rng=3)
STEPS = np.arange(20)
SCORED = (
    "AUC",
    "curve",
    "partial AUC",
    "average precision",
    "sensitivity at",
    "specificity at",
    "any estimand",
    "rate",
    "net benefit",
    "model",
)
REQUIRED: dict[str, dict[str, Any]] = {
    "partial_auc": {"specificity": (0.5, 1.0)},
    "sensitivity_at": {"specificity": 0.8},
    "specificity_at": {"sensitivity": 0.8},
    "net_benefit": {"threshold": 0.45},
    "expected_cost": {"thresholds": (0.45, 0.45)},
    "mcnemar": {"thresholds": (0.45, 0.45)},
    "predictive_value": {"thresholds": (0.45, 0.45)},
    "binormal_sensitivity": {"specificity": 0.8},
    "binormal_specificity": {"sensitivity": 0.8},
    "noninferiority": {"margin": 0.1},
    "superiority": {"margin": 0.1},
    "equivalence": {"margin": 0.1},
    "correlated_t": {"rope": 0.01},
    "bayesian_signed_rank": {"rope": 0.01, "replicates": 500},
    "hierarchical": {"rope": 0.01},
    "rank_control": {"control": "bayes"},
    "averaged_error": {"threshold": 0.5},
    "operating_point": {"rate": "sensitivity"},
    "category_fit": {"parameters": 2},
}
"""By the beginning of a function's name: what it does not answer without."""


def _noise(sizes: tuple[int, int], decimals: int, shifts: tuple[float, float]) -> Arrays:
    rng = np.random.default_rng(0)
    labels = rng.permutation(np.repeat([1, 0], sizes))
    common = rng.normal(size=len(labels))
    logits = [common + rng.normal(size=len(labels)) + s * labels - s / 2 for s in shifts]
    first, second = ((1 / (1 + np.exp(-v))).round(decimals).clip(0.001, 0.999) for v in logits)
    return labels, first, second


CASES: dict[str, Arrays] = {
    "plain": _noise((30, 40), 3, (2.0, 1.2)),
    "ties": _noise((20, 40), 1, (1.0, 2.0)),
    "identical": (STEPS % 2, (STEPS // 3 + 1) / 10, (STEPS // 3 + 1) / 10),
    "perfect and ordinary": (STEPS >= 12, (STEPS + 1) / 25, (STEPS % 7 + 1) / 9),
    "both perfect": (STEPS >= 12, (STEPS + 1) / 25, np.where(STEPS >= 12, 0.8, 0.2)),
    "constant and reversed": (STEPS >= 12, np.full(20, 0.5), (25 - STEPS) / 30),
    "one positive": (STEPS == 4, (STEPS + 1) / 25, (25 - STEPS) / 30),
    "two rows": ([0, 1], [0.2, 0.7], [0.6, 0.3]),
}


@dataclass(frozen=True)
class Asked:
    """A method with its data: two classifiers, or a table and two names."""

    method: Method
    case: str = "plain"
    order: Any = ...
    transform: Callable[[Any], Any] | None = None

    def reordered(self) -> "Asked":
        """The same with the rows in another order."""
        order = np.random.default_rng(1).permutation(len(CASES[self.case][0]))
        return replace(self, order=order)

    def transformed(self) -> "Asked":
        """The same with an increasing function of the scores."""
        return replace(self, transform=keeping_ties(lambda scores: scores**3))

    def one(self, **options: Any) -> Any:
        """What the method says of the first classifier, or of all data."""
        return self._call(self._of_one(), options)

    def two(self, *, swapped: bool = False, same: bool = False, **options: Any) -> Any:
        """What it says of two classifiers: of second and first, or of the first and itself."""
        first, second = self._of_two()
        if same:
            second = first
        if swapped:
            first, second = second, first
        return self._call((*self._shared(), first, second), options)

    def answer(self, **options: Any) -> Any:
        """What it says, of as many classifiers as it takes."""
        return self.two(**options) if self.takes_two else self.one(**options)

    @property
    def takes_two(self) -> bool:
        """Whether two classifiers are its data, or two names."""
        if self.method.takes.startswith("two classifiers") or self.method.key == "5x2-f":
            return True
        return self.method.question in ("comparison", "curve test", "margin test", "posterior")

    def _call(self, data: tuple[Any, ...], options: dict[str, Any]) -> Any:
        name = self.method.path.rpartition(".")[2]
        needed: dict[str, Any] = {}
        for start, values in REQUIRED.items():
            if name.removeprefix("bootstrap_").startswith(start):
                needed |= values
        if self.method.resamples and self.method.family != "data sets":
            needed["resampling"] = FEW
        if self.method.designs == UNPAIRED:
            needed["paired"] = False
        if self.method.takes.endswith("subgroups"):
            labels = CASES[self.case][0]
            needed["by"] = (np.arange(len(labels)) // 2 % 2)[self.order]
        if self.method.family == "any estimand":
            data = (*data, au.estimates.PartialAuc(specificity=(0.5, 1.0)))
        return self.method(*data, **needed | options)

    def _of_one(self) -> tuple[Any, ...]:
        method = self.method
        if method.family == "folds":
            return (*self._shared(), self._of_two()[0])
        if method.family == "data sets":
            return self._shared()
        if method.takes == "operating points over folds":
            return (*self._shared(), 0)
        if method.takes == "an operating point":
            point = au.estimates.operating_point(self._of_two()[0], 0.45)
            return (point,) if method.question == "region" else (point, "sensitivity")
        if method.takes == "counts":
            return (7, 10)
        if method.takes == "the scores of one class":
            first = self._of_two()[0]
            return (first.values[first.is_positive],)
        if method.takes == "a curve and scores":
            first = self._of_two()[0]
            return (au.estimates.binormal_curve(first), first)
        if method.question in ("joint test", "simultaneous comparisons"):
            return (self._data(),)
        return (self._of_two()[0],)

    def _shared(self) -> tuple[Any, ...]:
        """What stands before the classifiers, which are then named."""
        method = self.method
        if method.takes == "operating points over folds":
            return (_points(),)
        if method.takes == "FoldValues of each data set":
            return ({f"set {n}": _fold_values(method.designs, n) for n in range(3)},)
        if method.takes == "FoldValues":
            return (_fold_values(method.designs),)
        if method.family == "folds":
            whole = method.designs == LEFT_OUT  # each observation once, so that they can be pooled
            return (frozen.folds() if whole else frozen.fold_design(method.designs[0]),)
        if method.family == "data sets":
            return (_table(),)
        return ()

    def _of_two(self) -> tuple[Any, Any]:
        if self.method.takes == "operating points over folds":
            return 0, 1
        by_values = self.method.takes.startswith("FoldValues")
        if self.method.family == "data sets" and not by_values:
            return "forest", "tree"
        if self.method.family == "folds" and self.method.designs == LEFT_OUT and not by_values:
            return "forest", "tree"
        if by_values or self.method.family == "folds":
            return "a", "b"
        first, second = self._data()
        return first, second

    def _data(self) -> Any:
        return _built(self.method.family, CASES[self.case], self.order, self.transform)


def _built(family: str, case: Arrays, order: Any, transform: Callable[[Any], Any] | None) -> Any:
    labels = np.asarray(case[0], int)
    if family in ("several classes", "volume"):
        labels = _three(labels)
    columns = {}
    for name, given in zip(("first", "second"), case[1:], strict=True):
        values = np.asarray(given, float)
        if family == "several classes":
            values = np.stack([values, 1 - values, np.roll(values, 3)], axis=1)
        columns[name] = values[order] if transform is None else transform(values)[order]
    if family == "several classes":
        return au.data.PairedClassScores.from_arrays(labels[order], columns)
    if family == "volume":
        return au.data.PairedOrderedScores.from_arrays(labels[order], columns, order=(0, 1, 2))
    return au.PairedScores.from_arrays(labels[order], columns)


def _three(labels: Any) -> Any:
    """Three classes: the negatives by turns 0 and 1, the positives 2."""
    found = np.where(np.asarray(labels, bool), 2, 0)
    negatives = np.flatnonzero(found == 0)
    found[negatives[::2]] = 1
    return found


@cache
def _points() -> Any:
    return au.inference.folds.operating_points(frozen.folds(), "forest", thresholds=[0.3, 0.6])


@cache
def _fold_values(designs: tuple[str, ...], seed: int = 0) -> Any:
    design: Any = designs[0] if designs[0] != "paired" else "left-out folds"
    values = frozen.fold_values(design)
    rng = np.random.default_rng(seed)
    moved = [values.of(name) + rng.normal(0, 0.005, 10).round(3) for name in values.names]
    return au.data.FoldValues.from_arrays(
        dict(zip(("a", "b"), moved, strict=True)),
        quantity="AUC",
        design=design,
        repeats=np.arange(10) // 2 if design == "5x2" else None,
        n_train=90,
        n_test=10,
    )


@cache
def _table() -> Any:
    return au.ResultsTable.from_arrays(frozen.many_data_sets())


def records(answer: Any) -> Iterator[MethodRecord]:
    """The records with a method in an answer, those inside others too."""
    if isinstance(answer, MethodRecord):
        yield answer
    if isinstance(answer, Record):
        for name in answer.__dataclass_fields__:  # type: ignore[attr-defined]
            yield from records(getattr(answer, name))
    if isinstance(answer, tuple):
        for part in answer:
            yield from records(part)
