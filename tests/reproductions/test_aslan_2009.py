"""Aslan, Yildiz and Alpaydin (2009): the counts, the pairs of the figures, what is told."""

import json

import numpy as np
import pytest

from aucurate.data.folds import FoldScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import OptionError
from aucurate.inference.fold_t import fold_t_test
from aucurate.reproductions.aslan_2009 import Aslan2009, reproduce, shown_pairs
from aucurate.reproductions.aslan_2009.printed import (
    ALGORITHMS,
    CHESS,
    PRINTED_COUNTS,
    PRINTED_PAIRS,
    PRINTED_SETS,
)
from aucurate.study.base import Study
from aucurate.study.outcomes_numbers import OUTCOMES

SETS = (*CHESS, "shuttle", "nursery", "ada")


def _scores(rng: int) -> FoldScores:
    """Five algorithms, eight models each, of unequal worth, one test set."""
    drawn, models, size = np.random.default_rng(rng), 8, 90
    labels = np.arange(size) % 3 == 0
    scores = {}
    for at, name in enumerate(ALGORITHMS):
        worth = (0.5 + 0.4 * (at % 3)) * labels + drawn.normal(size=size)
        shaken = worth + 0.3 * drawn.normal(size=(models, size))
        scores[name] = (1 / (1 + np.exp(-shaken))).ravel()
    return FoldScores.from_arrays(
        np.tile(labels, models),
        scores,
        folds=np.repeat(np.arange(models), size),
        observations=np.tile(np.arange(size), models),
        n_train=300,
    )


DATA = {name: _scores(at) for at, name in enumerate(SETS)}
STUDY = reproduce(DATA, unfinished=["connect-4, RIPPER (too slow)"])


def test_the_printed_counts_are_all_the_comparisons() -> None:
    assert tuple(PRINTED_COUNTS.values()) == (1, 10, 9, 130)
    pairs = len(ALGORITHMS) * (len(ALGORITHMS) - 1) // 2
    assert sum(PRINTED_COUNTS.values()) == pairs * PRINTED_SETS


def test_the_counts_are_those_of_the_paired_t_tests() -> None:
    found = dict.fromkeys(OUTCOMES, 0)
    for data in DATA.values():
        errors, aucs = data.errors(threshold=0.5), data.aucs()
        for at, first in enumerate(ALGORITHMS):
            for second in ALGORITHMS[at + 1 :]:
                by_error = fold_t_test(errors, first, second).p_value <= 0.05
                by_auc = fold_t_test(aucs, first, second).p_value <= 0.05
                found[OUTCOMES[2 * by_error + by_auc]] += 1
    counts = STUDY.table("counts")
    at = counts.columns["which"].index("ours, all")
    assert {kind: counts.columns[kind][at] for kind in OUTCOMES} == found
    assert counts.columns["n_pairs"][at] == 50
    assert counts.columns["which"][:3] == ("printed", f"ours, {CHESS[0]}", f"ours, {CHESS[1]}")
    assert counts.columns["n_sets"][1:3] == (4, 4)


def test_the_pairs_of_the_figures_are_found() -> None:
    pairs = shown_pairs(STUDY.outcomes)
    assert [printed for printed, _ in pairs] == list(PRINTED_PAIRS)
    for printed, ours in pairs:
        if printed.dataset:
            assert ours is not None
            assert ours.dataset == printed.dataset
            assert {ours.first, ours.second} == {printed.first, printed.second}
        elif ours is not None:
            assert ours.outcome == printed.outcome
    without = shown_pairs([one for one in STUDY.outcomes if one.dataset != "shuttle"])
    assert without[3][1] is None
    gone = reproduce({"ada": DATA["ada"]})
    assert "not finished" in str(gone)


def test_tests_that_hold_reject_less_and_the_caveats_tell() -> None:
    def rejected(outcomes: object) -> int:
        return sum(one.outcome.endswith("reject") for one in outcomes)  # type: ignore[attr-defined]

    assert rejected(STUDY.holding) < rejected(STUDY.outcomes)
    kinds = [caveat.kind for caveat in STUDY.caveats]
    assert "fixed_test_set" in kinds
    assert "not_finished" in kinds
    assert "printed are 131 of 150 (87.3%)" in str(STUDY)


def test_normality_counts_constant_series_apart() -> None:
    found = {one.quantity: one for one in STUDY.normality}
    assert found["AUC"].series == 25
    assert found["difference of error rate"].series == 50
    same = np.tile(np.arange(90) % 3 == 0, 8).astype(float)
    rows = DATA["ada"]
    perfect = FoldScores.from_arrays(
        rows.observations.is_positive[rows.rows],
        dict.fromkeys(("a", "b"), same),
        folds=rows.folds,
        observations=rows.rows,
    )
    flat = {one.quantity: one for one in reproduce({"ada": perfect}).normality}
    assert (flat["AUC"].constant, flat["AUC"].rejected) == (2, 0)


def test_it_survives_json_and_other_designs_are_refused() -> None:
    again = Study.from_json(STUDY.to_json())
    assert isinstance(again, Aslan2009)
    assert json.dumps(again.to_dict()) == json.dumps(STUDY.to_dict())
    assert again.datasets == SETS
    with pytest.raises(OptionError, match="one fixed test set"):
        reproduce({"folds": load_breast_cancer_folds()})
