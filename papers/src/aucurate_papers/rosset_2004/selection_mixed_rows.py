"""Naive Bayes against nearest neighbours: what one pair gives; criteria in ``selection_mixed``."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aucurate.results import Record
from aucurate_papers.rosset_2004.selection import AUC, ERROR, Selections
from aucurate_papers.rosset_2004.selection_spread import mean_and_error
from aucurate_papers.rosset_2004.selection_worlds import Floats, World

FEWEST = 10
"""Training sets where naive Bayes errs less, from which on the bias of a pair is judged."""

_FAR, _NEAR = 3.0, 2.0  # standard errors


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedPair(Record):
    """One pair over all training sets, and over those where naive Bayes errs less, as judged.

    ``right_by_error`` and ``right_by_auc`` are shares of test sets on which the model that errs
    less is picked, ``gain`` is their difference with its standard error; ``by_error`` and
    ``by_auc`` are shares on which nearest neighbours are picked. ``where_*`` are those of the
    ``training_sets_bayes`` of all ``training_sets`` in which naive Bayes errs less, with ``lean``
    for the difference; all are None where such training sets are fewer than ten.
    """

    world: str
    bayes: str
    neighbours: str
    bayes_error: float
    neighbours_error: float
    bayes_auc: float
    neighbours_auc: float
    right_by_error: float
    right_by_auc: float
    gain: float
    gain_error: float
    by_error: float
    by_auc: float
    training_sets: int
    training_sets_bayes: int
    where_by_error: float | None
    where_by_error_error: float | None
    where_by_auc: float | None
    where_by_auc_error: float | None
    where_lean: float | None
    where_lean_error: float | None

    @property
    def gains(self) -> int:
        """1 when the AUC is right more often than the error rate, -1 when less often, or 0."""
        return _side(self.gain, self.gain_error)

    @property
    def leans(self) -> int:
        """1 when the AUC leans towards nearest neighbours, -1 when against them, 0 when neither."""
        if self.where_lean is None or self.where_lean_error is None:
            return 0
        return _side(self.where_lean, self.where_lean_error)

    @property
    def biased(self) -> bool:
        """Whether the bias shows."""
        if self.where_by_auc is None or self.where_by_error is None:
            return False
        over = self.where_by_auc - _NEAR * (self.where_by_auc_error or 0.0)
        under = self.where_by_error + _NEAR * (self.where_by_error_error or 0.0)
        return self.leans > 0 and over > 0.5 > under


def _side(difference: float, error: float) -> int:
    return int(np.sign(difference)) if abs(difference) > _FAR * error else 0


def mixed_pairs(
    world: World, pairs: Sequence[tuple[int, int]], found: Selections
) -> list[MixedPair]:
    """The pairs of a world; naive Bayes is the first model of each."""
    rows = []
    for at, (first, second) in enumerate(pairs):
        shares = found.shares[:, at]
        gaps = found.true_errors[:, second] - found.true_errors[:, first]
        right = np.where(gaps[:, None] > 0, 1 - shares, np.where(gaps[:, None] < 0, shares, 0.5))
        there = shares[gaps > 0]
        gain, gain_error = mean_and_error(right[:, AUC] - right[:, ERROR])
        rows.append(
            MixedPair(
                world=world.name,
                bayes=world.models[first],
                neighbours=world.models[second],
                bayes_error=float(found.true_errors[:, first].mean()),
                neighbours_error=float(found.true_errors[:, second].mean()),
                bayes_auc=float(found.true_aucs[:, first].mean()),
                neighbours_auc=float(found.true_aucs[:, second].mean()),
                right_by_error=float(right[:, ERROR].mean()),
                right_by_auc=float(right[:, AUC].mean()),
                gain=float(gain),
                gain_error=float(gain_error),
                by_error=float(shares[:, ERROR].mean()),
                by_auc=float(shares[:, AUC].mean()),
                training_sets=len(shares),
                training_sets_bayes=len(there),
                **_where("by_error", there[:, ERROR]),
                **_where("by_auc", there[:, AUC]),
                **_where("lean", there[:, AUC] - there[:, ERROR]),
            )
        )
    return rows


def _where(name: str, values: Floats) -> dict[str, Any]:
    mean, error = mean_and_error(values) if len(values) >= FEWEST else (None, None)
    return {
        f"where_{name}": None if mean is None else float(mean),
        f"where_{name}_error": None if error is None else float(error),
    }
