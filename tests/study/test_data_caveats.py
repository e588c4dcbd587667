"""Every study whose first answer is an AUC says where the data make it another answer."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import aucurate as au
from aucurate.study.base import Study

N = 200
RNG = np.random.default_rng(11)
LABELS = np.arange(N) % 2
GOOD = RNG.normal(size=N) + 1.5 * LABELS
OTHER = RNG.normal(size=N) + LABELS
DRAWS = au.Resampling(replicates=50)

STUDIES: dict[str, Callable[..., Study]] = {
    "compare": au.compare,
    "intervals": lambda *given, **options: au.study.intervals(*given, resampling=DRAWS, **options),
    "operate": lambda *given, **options: au.operate(*given, at=0.5, **options),
    "fit": lambda *given, **options: au.fit(*given, model="binormal", **options),
}


def told(study: Study, kind: str) -> list[str]:
    return [caveat.message for caveat in study.caveats if caveat.kind == kind]


@pytest.fixture(params=STUDIES.values(), ids=list(STUDIES))
def study(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_scores_that_run_the_wrong_way_are_told(study: Any) -> None:
    (message,) = told(study(LABELS, {"forest": -GOOD, "tree": OTHER}), "wrong_way")
    assert message.startswith("forest ranks the classes in the wrong order (95% CI 0.")
    assert "wholly below 0.5" in message
    assert "lower=['forest'], --lower forest" in message
    assert "positive='0', --positive 0" in message
    assert told(study(LABELS, {"forest": GOOD, "tree": OTHER}), "wrong_way") == []


def test_what_the_caveat_says_mends_it(study: Any) -> None:
    reversed_ones = {"forest": -GOOD, "tree": OTHER}
    assert told(study(LABELS, reversed_ones, lower=["forest"]), "wrong_way") == []
    assert told(study(LABELS, {"forest": -GOOD}, positive="0"), "wrong_way") == []


def test_copied_rows_and_predicted_classes_are_told(study: Any) -> None:
    calls = (OTHER > 0.5).astype(float)
    copied = study(
        np.repeat(LABELS, 5), {"forest": np.repeat(GOOD, 5), "hard": np.repeat(calls, 5)}
    )
    (message,) = told(copied, "repeated_rows")
    assert message.startswith("80% of the rows repeat another row")
    (message,) = told(copied, "two_values")
    assert message.startswith("hard takes only two values (0 and 1)")


def test_the_caveats_survive_json(study: Any) -> None:
    found = study(LABELS, {"forest": -GOOD})
    assert Study.from_json(found.to_json()).caveats == found.caveats


def test_two_test_sets_are_not_told_to_name_a_column_after_a_test_set() -> None:
    data = au.UnpairedScores.from_arrays({"old": (LABELS, -GOOD), "new": (LABELS, OTHER)})
    (message,) = told(au.compare(data), "wrong_way")
    assert "lower=['old']" not in message
    assert "--lower with the column of scores" in message


def test_folds_tell_it_too() -> None:
    data = au.FoldScores.from_arrays(
        LABELS, {"forest": -GOOD, "tree": OTHER}, folds=np.arange(N) // 20
    )
    for study in (au.folds(data), au.operate(data, at=0.5)):
        (message,) = told(study, "wrong_way")
        assert "--lower forest" in message


def test_folds_without_a_class_are_no_obstacle() -> None:
    folds = np.where(LABELS == 1, 0, np.arange(N) // 20)
    data = au.FoldScores.from_arrays(LABELS, {"forest": -GOOD}, folds=folds)
    assert told(au.operate(data, at=0.5), "wrong_way") == []


def test_several_classes_tell_it_of_a_class() -> None:
    codes = np.arange(N) % 3
    scores = RNG.random((N, 3)) + 0.5 * np.eye(3)[codes]
    swapped = au.multiclass(au.ClassScores.from_arrays(codes, scores[:, [1, 0, 2]]))
    (message,) = told(swapped, "wrong_way")
    assert "AUC of 0 against the rest" in message
    assert "classes=" in message
    straight = au.multiclass(au.ClassScores.from_arrays(codes, scores))
    assert told(straight, "wrong_way") == []
    five = au.ClassScores.from_arrays(np.repeat(codes, 5), np.repeat(scores, 5, axis=0))
    assert len(told(au.multiclass(five), "repeated_rows")) == 1


def test_an_interval_that_need_not_hold_its_auc_is_named() -> None:
    for one in (
        au.compare(LABELS, {"a": GOOD}, all_intervals=True, resampling=DRAWS),
        au.study.intervals(LABELS, {"a": GOOD}, resampling=DRAWS),
    ):
        (message,) = told(one, "error_derived")
        assert message.startswith("The Cortes-Mohri interval of a is derived from")
    two = au.compare(LABELS, {"a": GOOD, "b": OTHER}, all_intervals=True, resampling=DRAWS)
    (message,) = told(two, "error_derived")
    assert message.startswith("The Cortes-Mohri intervals of a and b are derived")
    assert told(au.compare(LABELS, {"a": GOOD}), "error_derived") == []


def test_intervals_tell_of_dropped_rows() -> None:
    gap = np.where(np.arange(N) == 3, np.nan, GOOD)
    found = au.study.intervals(LABELS, {"a": gap}, missing="drop", resampling=DRAWS)
    assert told(found, "dropped_rows") == ["1 row with missing values was dropped."]


def test_a_column_that_names_patients_is_told_where_it_repeats() -> None:
    pl = pytest.importorskip("polars")
    table = pl.DataFrame({"y": LABELS, "a": GOOD, "patient_id": np.arange(N) // 5})
    (message,) = told(
        au.compare(au.PairedScores.from_frame(table, label="y", scores="a")), "repeated_identifiers"
    )
    assert message.startswith("The unused column patient_id has 40 distinct values in 200 rows.")
    assert "66 to 92%" in message


def test_the_fold_caveats_name_the_test_for_both_surfaces() -> None:
    data = au.FoldScores.from_arrays(
        LABELS, {"forest": GOOD, "tree": OTHER}, folds=np.arange(N) // 20
    )
    (message,) = told(au.folds(data), "conservative")
    assert "method='delong' (--method delong)" in message
    (message,) = told(au.folds(data, method="delong"), "unstable_algorithms")
    assert "method='corrected-delong', --method corrected-delong" in message
    for algorithm in (
        "nearest neighbours",
        "small neural networks",
        "trees",
        "boosting",
        "logistic",
    ):
        assert algorithm in message
    (message,) = told(au.folds(data, method="t"), "other_test")
    assert "level holds" not in message
    assert message.endswith("it is the one recommended for this design.")
