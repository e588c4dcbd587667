"""The matrix of pairwise AUCs: scikit-learn's and pROC's entries, DeLong's intervals."""

import json
from pathlib import Path

import numpy as np
import pytest

from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import AucurateError
from aucurate.inference.auc.delong import delong_beta_interval, delong_test
from aucurate.inference.multiclass.auc import hand_till_interval, multiclass_auc_test
from aucurate.inference.multiclass.pairwise_auc import (
    PairOfClasses,
    PairwiseAucs,
    pairwise_auc_intervals,
)
from aucurate.kernels import Cancelled

GOLD = Path(__file__).parents[2] / "gold"
DATA = json.loads((GOLD / "multiclass.json").read_text())["multiclass"]
PROC = json.loads((GOLD / "proc" / "multiclass.json").read_text())["multiclass"]
SKLEARN = json.loads((GOLD / "sklearn" / "multiclass.json").read_text())["multiclass"]
CASES = pytest.mark.parametrize("case", DATA)


def _scores(case: str) -> ClassScores:
    return ClassScores.from_arrays(DATA[case]["y"], np.array(DATA[case]["p"]), name="forest")


@CASES
def test_the_entries_are_those_of_scikit_learn_and_proc(case: str) -> None:
    found = pairwise_auc_intervals(_scores(case))
    for gold, between in ((SKLEARN[case]["ovo_pairs"], "_"), (PROC[case]["pairs"], "/")):
        for pair, (there, back) in gold.items():
            a, b = pair.split(between)
            assert found.between(a, b).value == pytest.approx(there, rel=1e-12)
            assert found.between(b, a).value == pytest.approx(back, rel=1e-12)


@CASES
def test_each_is_the_auc_of_two_classes_with_its_interval(case: str) -> None:
    scores = _scores(case)
    found = pairwise_auc_intervals(scores, confidence=0.9)
    for estimate in found.estimates:
        a, b = (scores.classes.index(label) for label in estimate.classes)
        rows = np.isin(scores.codes, [a, b])
        two = Scores.from_arrays(scores.codes[rows] == a, scores.values[a][rows])
        theirs = delong_beta_interval(two, confidence=0.9)
        assert estimate.value == pytest.approx(theirs.value, rel=1e-14)
        assert estimate.standard_error == pytest.approx(theirs.standard_error, rel=1e-13)
        assert estimate.interval.low == pytest.approx(theirs.interval.low, rel=1e-9)
        assert estimate.counts == (theirs.n_positive, theirs.n_negative)


@CASES
def test_averaged_pairs_are_symmetric_and_their_mean_is_hand_tills(case: str) -> None:
    scores = _scores(case)
    found = pairwise_auc_intervals(scores, averaged=True)
    matrix = found.matrix()
    np.testing.assert_array_equal(matrix, matrix.T)
    whole = hand_till_interval(scores).value
    assert float(np.nanmean(matrix)) == pytest.approx(whole, rel=1e-14)
    plain = pairwise_auc_intervals(scores).matrix()
    np.testing.assert_allclose(matrix, (plain + plain.T) / 2, rtol=1e-14)
    assert found.between(1, 0) == found.between(0, 1)
    assert found.between(0, 1).quantity == "AUC of 0 and 1"


def test_the_record_survives_json_and_reads_as_a_table() -> None:
    found = pairwise_auc_intervals(_scores("made3"))
    again = PairwiseAucs.from_dict(json.loads(json.dumps(found.to_dict(), allow_nan=False)))
    assert again == found
    assert str(found).splitlines()[1].split() == ["0", "0.850", "0.958"]


def test_two_classifiers_are_compared_for_one_pair_of_classes() -> None:
    scores = _scores("n120_k4_4dec")
    noise = np.random.default_rng(0).normal(scale=0.3, size=scores.values.T.shape)
    data = PairedClassScores.from_arrays(
        scores.codes, {"forest": scores.values.T, "tree": scores.values.T + noise}
    )
    found = multiclass_auc_test(data["forest"], data["tree"], PairOfClasses(1, 2))
    rows = np.isin(scores.codes, [1, 2])
    two = PairedScores.from_arrays(
        scores.codes[rows] == 1,
        {name: values[1][rows] for name, values in zip(data.names, data.values, strict=True)},
    )
    theirs = delong_test(*two)
    assert found.difference == pytest.approx(theirs.difference, rel=1e-12)
    assert found.p_value == pytest.approx(theirs.p_value, rel=1e-11)
    assert found.quantity == "AUC of 1 against 2"
    with pytest.raises(AucurateError):
        multiclass_auc_test(data["forest"], data["tree"], PairOfClasses(1, 9))


def test_what_is_not_there_is_refused_and_a_run_can_be_stopped() -> None:
    found = pairwise_auc_intervals(_scores("made3"))
    for pair in ((0, 7), (1, 1)):
        with pytest.raises(AucurateError) as refused:
            found.between(*pair)
        assert refused.value.hint
    with pytest.raises(AucurateError):
        pairwise_auc_intervals([1, 2])  # type: ignore[arg-type]
    with pytest.raises(Cancelled):
        pairwise_auc_intervals(_scores("made3"), progress=lambda done, total, what: done < 3)
