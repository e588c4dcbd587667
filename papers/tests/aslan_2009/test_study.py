"""Aslan, Yildiz and Alpaydin (2009): the counts, the pairs of the figures, what is told."""

import json

import pytest
from papers.tests.aslan_2009.made import scores_of

from aucurate.data.folds import FoldScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import InputError, OptionError
from aucurate.inference.folds.t_tests import fold_t_test
from aucurate.study.base import Study
from aucurate.study.folds.outcomes import OUTCOMES
from aucurate_papers.aslan_2009.printed import (
    ALGORITHMS,
    CHESS,
    PRINTED_COUNTS,
    PRINTED_PAIRS,
    PRINTED_SETS,
)
from aucurate_papers.aslan_2009.study import Aslan2009, reproduce, shown_pairs

SETS = (*CHESS, "shuttle", "nursery", "ada")
DATA = {name: scores_of(at) for at, name in enumerate(SETS)}
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
    assert counts.columns["which"][:3] == (
        "theirs",
        f"ours, with {CHESS[0]}",
        f"ours, with {CHESS[1]}",
    )
    assert counts.columns["n_sets"][1:3] == (4, 4)


def test_the_pairs_of_the_figures_are_found() -> None:
    pairs = shown_pairs(STUDY.outcomes)
    assert [printed for printed, _ in pairs] == list(PRINTED_PAIRS)
    for printed, ours in pairs:
        if printed.dataset == "report":
            assert ours is None
        else:
            assert ours is not None
            assert ours.dataset == printed.dataset
            assert {ours.first, ours.second} == {printed.first, printed.second}
    without = shown_pairs([one for one in STUDY.outcomes if one.dataset != "shuttle"])
    assert without[3][1] is None
    gone = reproduce({"ada": DATA["ada"]})
    assert "not run" in str(gone)


def test_tests_that_hold_reject_less_and_the_caveats_tell() -> None:
    def rejected(outcomes: object) -> int:
        return sum(one.outcome.endswith("reject") for one in outcomes)  # type: ignore[attr-defined]

    assert rejected(STUDY.holding) < rejected(STUDY.outcomes)
    kinds = [caveat.kind for caveat in STUDY.caveats]
    assert "fixed_test_set" in kinds
    assert len(STUDY.ranked) == len(STUDY.holding) == len(STUDY.outcomes)
    assert "not_finished" in kinds
    assert "printed are 131 of 150 (87.3%)" in str(STUDY)


def test_normality_counts_constant_series_apart() -> None:
    found = {one.quantity: one for one in STUDY.normality}
    assert found["AUC"].series == 25
    assert found["difference of error rate"].series == 50
    rows = DATA["ada"]
    same = rows.observations.is_positive[rows.rows].astype(float)
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
    with pytest.raises(InputError, match="no data sets"):
        reproduce({})
    with pytest.raises(OptionError, match="one fixed test set"):
        reproduce({"folds": load_breast_cancer_folds()})
