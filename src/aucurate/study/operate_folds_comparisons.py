"""Pairs of classifiers over folds, each at its own point: every rate by a paired t."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aucurate.data.arrays import frozen
from aucurate.data.fold_values import FoldValues
from aucurate.formatting import count, listing, shortened
from aucurate.inference.core.multiplicity import Correction, adjust
from aucurate.inference.folds.fold_rates import FoldRate, fold_rate_range, fold_rate_words
from aucurate.inference.folds.fold_tests import FOLD_TESTS, FoldInput
from aucurate.results import Caveat, Comparison
from aucurate.study.operate_folds_numbers import FoldLayout, FoldOperation, OperateFoldsSettings

_SHOWN = 3


@dataclass(frozen=True, slots=True)
class FoldComparisons:
    """The comparisons of all pairs, and what could not be compared.

    ``n_missing`` counts the comparisons that were left out with a classifier.
    """

    comparisons: tuple[Comparison, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    n_missing: int = 0

    def adjusted_p_values(self, correction: Correction) -> tuple[float, ...]:
        """Of the comparisons there are; a missing one counts as p = 1."""
        asked = [one.p_value for one in self.comparisons] + [1.0] * self.n_missing
        return tuple(adjust(asked, correction)[: len(self.comparisons)])


def fold_comparisons(
    parts: Sequence[FoldOperation], layout: FoldLayout, settings: OperateFoldsSettings
) -> FoldComparisons:
    """Every rate of every pair that is there, over the folds in which both have it.

    The test is the paired t over folds; where observations are tested several times, in repeats or
    random splits, Nadeau and Bengio's, if the sizes of the training sets are known.
    """
    known = {part.name: part for part in parts}
    found: list[Comparison] = []
    told: list[Caveat] = []
    pairs = [pair for pair in settings.pairs if known.keys() >= set(pair)]
    for (first, second), rate in itertools.product(pairs, settings.rates):
        values, missing = _values(known[first], known[second], rate, layout, settings)
        told += _missing(values, missing)
        if values.n_folds > 1:
            given = FoldInput(values)
            test = FOLD_TESTS[_test_for(layout)]
            one = test(given, first, second, confidence=settings.confidence)
            assert isinstance(one, Comparison)
            found.append(one)
    missing_pairs = len(settings.pairs) - len(pairs)
    return FoldComparisons(tuple(found), tuple(told), missing_pairs * len(settings.rates))


def _test_for(layout: FoldLayout) -> str:
    """Which of the tests over folds is used."""
    shared = layout.design != "fixed test set" and not layout.is_left_out_once
    return "nadeau-bengio" if shared and layout.n_train is not None else "t"


def _values(
    first: FoldOperation,
    second: FoldOperation,
    rate: FoldRate,
    layout: FoldLayout,
    settings: OperateFoldsSettings,
) -> tuple[FoldValues, list[str]]:
    """A rate of both in the folds that have it, and the names of those that do not."""
    values = np.column_stack((first.values_of(rate), second.values_of(rate)))
    there = np.isfinite(values).all(axis=1)
    kept = np.flatnonzero(there).tolist()
    trained = layout.n_train
    low, high = fold_rate_range(rate, settings.use)
    return FoldValues(
        names=(first.name, second.name),
        values=frozen(values[there]),
        quantity=fold_rate_words(rate),
        design=layout.design,
        fold_names=tuple(layout.fold_names[k] for k in kept),
        repeats=frozen(np.array(layout.repeats, np.int64)[there]),
        n_train=None if trained is None else frozen(np.array(trained, np.float64)[there]),
        n_test=frozen(np.array(layout.n_test, np.float64)[there]),
        lowest=low,
        highest=high,
    ), [layout.fold_names[k] for k in np.flatnonzero(~there).tolist()]


def _missing(values: FoldValues, missing: list[str]) -> list[Caveat]:
    """Folds without a rate of both, and a pair that fewer than two of them have."""
    if not missing:
        return []
    pair = listing([shortened(name) for name in values.names])
    folds = listing([shortened(name) for name in missing], most=_SHOWN)
    left = (
        f"they are compared in the other {count(values.n_folds, 'fold')}"
        if values.n_folds > 1
        else "they are not compared, as fewer than two folds are left"
    )
    message = (
        f"The {values.quantity} of {pair} cannot be evaluated for both in fold {folds}; {left}."
    )
    return [Caveat(kind="not_compared", message=message)]
