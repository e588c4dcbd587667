from dataclasses import replace

import numpy as np
import pytest

from aucurate_papers.rosset_2004.selection.criteria import Selections, mixed_world
from aucurate_papers.rosset_2004.selection.mixed_pairs import MixedPair, mixed_pairs, state_of

PAIR = MixedPair(
    world="2 dimensions",
    bayes="naive Bayes on x1, x2",
    neighbours="10-NN",
    bayes_error=0.26,
    neighbours_error=0.27,
    bayes_auc=0.80,
    neighbours_auc=0.81,
    right_by_error=0.55,
    right_by_auc=0.65,
    gain=0.10,
    gain_error=0.01,
    by_error=0.40,
    by_auc=0.60,
    training_sets=40,
    training_sets_bayes=30,
    where_by_error=0.35,
    where_by_error_error=0.02,
    where_by_auc=0.55,
    where_by_auc_error=0.02,
    where_lean=0.20,
    where_lean_error=0.01,
)


def test_bias_needs_both_parts() -> None:
    assert PAIR.biased
    assert state_of([PAIR]) == "same finding, other numbers"
    for other in (
        replace(PAIR, where_by_auc=0.45),
        replace(PAIR, where_by_error=0.55),
        replace(PAIR, where_by_auc_error=0.03),
        replace(PAIR, where_lean_error=0.10),
        replace(PAIR, where_lean=-0.2),
        replace(PAIR, where_by_auc=None, where_by_error=None),
    ):
        assert not other.biased
        assert state_of([other]) == "not reproduced"


def test_a_better_choice_is_no_lean() -> None:
    """Nearest neighbours err less for all training sets: nothing can show."""
    sets = 24
    won = np.tile([60, 90, 90], (sets, 1, 1))
    found = Selections(
        won=won,
        tied=np.zeros_like(won),
        errors=np.zeros((sets, 2)),
        true_errors=np.tile([0.3, 0.26], (sets, 1)),
        true_aucs=np.full((sets, 2), 0.8),
        test_sets=100,
    )
    (pair,) = mixed_pairs(mixed_world(2, (10,)), [(0, 1)], found)
    assert pair.gains == 1
    assert pair.leans == 0
    assert pair.where_lean is None


def test_the_auc_must_be_right_more_often() -> None:
    assert state_of([replace(PAIR, gain=-0.1)]) == "not reproduced"
    assert state_of([replace(PAIR, gain_error=0.1)]) == "not reproduced"


def test_more_pairs_against_it_are_not_the_finding() -> None:
    against = replace(PAIR, where_lean=-0.2)
    assert state_of([PAIR, against]) == "not reproduced"
    assert state_of([PAIR, PAIR, against]) == "same finding, other numbers"


def test_pairs_look_at_training_sets_where_naive_bayes_errs_less() -> None:
    sets = 24
    world = mixed_world(2, (10,))
    bayes_better = np.arange(sets) % 2 == 0
    won = np.where(bayes_better[:, None], [40, 70, 70], [80, 90, 90])[:, None, :]
    found = Selections(
        won=won,
        tied=np.zeros_like(won),
        errors=np.zeros((sets, 2)),
        true_errors=np.stack([np.full(sets, 0.26), np.where(bayes_better, 0.27, 0.25)], axis=1),
        true_aucs=np.full((sets, 2), 0.8),
        test_sets=100,
    )
    (pair,) = mixed_pairs(world, [(0, 1)], found)
    assert (pair.by_error, pair.by_auc) == pytest.approx((0.6, 0.8))
    assert (pair.where_by_error, pair.where_by_auc) == pytest.approx((0.4, 0.7))
    assert (pair.right_by_error, pair.right_by_auc) == pytest.approx((0.7, 0.6))
    assert pair.gain == pytest.approx(-0.1)
    assert pair.where_lean == pytest.approx(0.3)
    assert pair.training_sets_bayes == 12
    assert pair.biased
