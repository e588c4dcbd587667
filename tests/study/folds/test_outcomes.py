"""The four outcomes of the tests on error and AUC."""

import pytest

from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import InputError, OptionError
from aucurate.inference.folds.t_tests import fold_t_test
from aucurate.study.base import Study
from aucurate.study.folds.outcomes import OUTCOMES, OutcomesStudy, error_and_auc

SHIPPED = load_breast_cancer_folds()


def test_the_counts_are_those_of_the_two_tests() -> None:
    study = error_and_auc({"one": SHIPPED, "two": SHIPPED}, threshold=0.5)
    found = dict.fromkeys(OUTCOMES, 0)
    errors, aucs = SHIPPED.errors(threshold=0.5), SHIPPED.aucs()
    for at, first in enumerate(SHIPPED.names):
        for second in SHIPPED.names[at + 1 :]:
            by_error = fold_t_test(errors, first, second).p_value <= 0.05
            by_auc = fold_t_test(aucs, first, second).p_value <= 0.05
            found[OUTCOMES[2 * by_error + by_auc]] += 2
    assert study.counts == tuple(found.values())
    assert sum(study.counts) == len(study.outcomes) == 20
    assert len(study.disagreeing) == found["accept/reject"] + found["reject/accept"]
    assert study.table("outcomes").columns["dataset"] == ("one", "two", "all")
    assert "overlapping_training_sets" in [c.kind for c in study.caveats]
    assert len(study.caveats) == 1


def test_the_tests_that_hold_need_no_caveat() -> None:
    study = error_and_auc({"one": SHIPPED}, threshold=0.5, method=None)
    assert study.caveats == ()
    assert study.table("outcomes").columns["dataset"] == ("one",)


def test_it_survives_json_and_prints() -> None:
    study = error_and_auc({"<b>": SHIPPED}, threshold=0.5)
    again = Study.from_json(study.to_json())
    assert isinstance(again, OutcomesStudy)
    assert again == study
    assert "Pairs on which the tests disagree" in str(study)


def test_what_is_refused() -> None:
    with pytest.raises(InputError, match="no data sets"):
        error_and_auc({}, threshold=0.5)
    with pytest.raises(OptionError, match="mapping from strings to FoldScores"):
        error_and_auc(SHIPPED, threshold=0.5)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="level"):
        error_and_auc({"one": SHIPPED}, threshold=0.5, level=2)
