"""The study over folds: which test it takes, what it says, what it refuses."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from aucurate.caveats import Kind
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import InputError, LabelError, OptionError, UnsupportedError
from aucurate.inference.auc.delong import delong_joint_test
from aucurate.inference.core.multiplicity import adjust
from aucurate.inference.folds.delong import (
    averaged_delong_test,
    corrected_delong_test,
    corrected_moments,
    fold_delong_interval,
    fold_delong_test,
    fold_moments,
)
from aucurate.inference.folds.registry import FOLD_TESTS
from aucurate.inference.folds.t_tests import fold_t_test, nadeau_bengio_test
from aucurate.kernels import Cancelled
from aucurate.study.base import Study
from aucurate.study.folds import FoldsStudy, folds
from aucurate.study.folds.numbers import FoldsPart

SHIPPED = load_breast_cancer_folds()


def _fixed(models: int = 8) -> FoldScores:
    rng = np.random.default_rng(1)
    labels = np.arange(90) % 2
    scores = {
        name: np.tile(w * labels + rng.normal(size=90), models) + 0.2 * rng.normal(size=90 * models)
        for name, w in (("a", 1.0), ("b", 1.4), ("c", 0.7))
    }
    return FoldScores.from_arrays(
        np.tile(labels, models),
        scores,
        folds=np.repeat(np.arange(models), 90),
        observations=np.tile(np.arange(90), models),
        n_train=200,
    )


def _five_by_two(repeats: int = 5, design: Any = None) -> FoldScores:
    rng = np.random.default_rng(2)
    labels, rows = np.arange(60) % 2, np.arange(60)
    order = np.concatenate([rng.permutation(60) for _ in range(repeats)])
    return FoldScores.from_arrays(
        labels[order],
        {name: labels[order] * w + rng.normal(size=len(order)) for name, w in (("a", 1), ("b", 2))},
        folds=np.tile(rows // 30, repeats),
        repeats=np.repeat(np.arange(repeats), 60),
        observations=order,
        design=design,
        n_train=30,
    )


def adjusted(part: FoldsPart) -> tuple[float, ...]:
    return tuple(test.adjusted_p_value for test in part.tests)


def test_a_threshold_on_another_scale_than_the_scores_has_a_caveat() -> None:
    logits = np.log(SHIPPED.values[0] + 0.01) - np.log(1.01 - SHIPPED.values[0])
    mixed = replace(SHIPPED, values=np.vstack([logits, SHIPPED.values[1:]]))
    kinds = [[c.kind for c in folds(data, threshold=0.5).caveats] for data in (mixed, SHIPPED)]
    assert [Kind.THRESHOLD_SCALE in each for each in kinds] == [True, False]
    assert Kind.THRESHOLD_SCALE not in [c.kind for c in folds(mixed).caveats]
    own = {name: 0.0 if name == mixed.names[0] else 0.5 for name in mixed.names}
    assert Kind.THRESHOLD_SCALE not in [c.kind for c in folds(mixed, threshold=own).caveats]


def test_left_out_folds_get_corrected_delong() -> None:
    study = folds(SHIPPED)
    part = study.part()
    assert (part.method, part.recommended, study.design) == (
        "corrected-delong",
        True,
        "left-out folds",
    )
    assert study.comparison("forest", "tree") == corrected_delong_test(SHIPPED, "forest", "tree")
    assert study.comparison("tree", "forest").difference < 0
    assert adjusted(part) == adjust([c.p_value for c in part.comparisons], "holm")
    found = {one.name: one.interval for one in part.summaries}
    assert found["forest"] == fold_delong_interval(SHIPPED, "forest").interval
    assert study.joint == delong_joint_test(corrected_moments(SHIPPED), distribution="F")
    assert study.outcomes == ()
    plain = folds(SHIPPED, method="delong")
    assert plain.comparison("forest", "tree") == fold_delong_test(SHIPPED, "forest", "tree")
    assert plain.joint == delong_joint_test(fold_moments(SHIPPED), distribution="F")


def test_a_fixed_test_set_gets_averaged_delong_and_no_caveat_about_folds() -> None:
    data = _fixed()
    study = folds(data, threshold=0.6)
    assert [part.method for part in study.parts] == ["averaged-delong", "averaged-error"]
    assert study.comparison("a", "b") == averaged_delong_test(data, "a", "b")
    assert "fixed_test_set" not in [c.kind for c in study.caveats]
    assert study.joint is None
    assert "one fixed test set, 8 training sets" in study.tables()[0].title


@pytest.mark.parametrize("method", ["t", "nadeau-bengio", "wilcoxon"])
def test_the_papers_test_on_a_fixed_test_set_carries_its_measured_level(method: str) -> None:
    study = folds(_fixed(), method=method)
    kinds = [c.kind for c in study.caveats]
    assert "fixed_test_set" in kinds
    assert "other_test" in kinds
    assert not study.part().recommended


def test_splits_with_repeats_get_corrected_delong() -> None:
    data = _five_by_two()
    study = folds(data, all_tests=True, threshold=0.5)
    assert [part.method for part in study.parts] == ["corrected-delong", "averaged-error"]
    assert study.comparison("a", "b") == corrected_delong_test(data, "a", "b")
    over_values = folds(data.aucs())
    assert over_values.comparison("a", "b") == nadeau_bengio_test(data.aucs(), "a", "b")
    told = [c.message for c in over_values.caveats if c.kind == "unstable_algorithms"]
    assert ["nearest neighbours" in message for message in told] == [True]
    assert {one.test for one in study.part().all_tests} >= {"5x2-t", "5x2-f", "ledell", "t"}
    assert "2-fold cross-validation, repeated 5 times" in study.tables()[0].title
    joint = next(one for one in study.part().all_tests if one.test == "5x2-f")
    assert joint.comparison is None
    assert joint.joint is not None
    assert joint.p_value == joint.joint.p_value


def test_values_of_any_estimate_are_compared() -> None:
    values = FoldValues.from_arrays(
        {"a": [0.5, 0.6, 0.7, 0.65, 0.8], "b": [0.4, 0.5, 0.5, 0.6, 0.7]},
        quantity="partial AUC",
        design="left-out folds",
        n_train=80,
        n_test=20,
    )
    study = folds(values, all_tests=True)
    assert study.comparison("a", "b") == nadeau_bengio_test(values, "a", "b")
    assert {t.test for t in study.part("partial AUC").all_tests} == {
        "nadeau-bengio", "t", "wilcoxon", "sign", "sign-flip"
    }  # fmt: skip
    assert "partial AUC" in str(study)
    unknown = FoldValues.from_arrays(
        {"a": [0.5, 0.6, 0.7], "b": [0.4, 0.5, 0.5]}, quantity="AUC", design="fixed test set"
    )
    study = folds(unknown, all_tests=True)
    assert study.part().method == "t"
    assert study.part().summaries[0].interval is None
    assert "fixed_test_set" in [c.kind for c in study.caveats]
    with pytest.raises(OptionError, match="sizes of the training"):
        folds(unknown, method="nadeau-bengio")


def test_error_and_auc_side_by_side() -> None:
    study = folds(SHIPPED, threshold=0.5, method="t")
    errors, aucs = SHIPPED.errors(threshold=0.5), SHIPPED.aucs()
    for one in study.outcomes:
        error = fold_t_test(errors, one.first, one.second).p_value
        area = fold_t_test(aucs, one.first, one.second).p_value
        assert (one.error_p_value, one.auc_p_value) == (error, area)
        words = ("reject" if error <= 0.05 else "accept", "reject" if area <= 0.05 else "accept")
        assert one.outcome == "/".join(words)
    assert "disagree on" in str(study)
    assert study.table("outcomes").columns["outcome"]


def test_the_error_rate_beside_its_interval_is_the_one_that_the_interval_is_about() -> None:
    data = load_breast_cancer_folds()
    aucs, errors = folds(data, threshold=0.5).parts
    assert errors.is_pooled
    assert not aucs.is_pooled
    for summary in errors.summaries:
        wrong = data.wrong(threshold=0.5)[data.names.index(summary.name)]
        assert summary.value == pytest.approx(np.mean(wrong), rel=1e-12)
        assert summary.mean == pytest.approx(
            data.errors(threshold=0.5).of(summary.name).mean(), rel=1e-12
        )
        assert summary.interval is not None
        middle = (summary.interval.low + summary.interval.high) / 2
        assert summary.value == pytest.approx(middle, rel=1e-12)
    known = {summary.name: summary.value for summary in errors.summaries}
    for comparison in errors.comparisons:
        assert comparison.first_value == pytest.approx(known[comparison.first], rel=1e-12)


def test_a_test_of_one_quantity_leaves_the_other_its_own() -> None:
    study = folds(SHIPPED, threshold=0.5, method="ledell")
    assert [part.method for part in study.parts] == ["ledell", "averaged-error"]


@pytest.mark.parametrize(
    "data", [SHIPPED, _fixed(), _five_by_two(), _five_by_two(3), _five_by_two(5, "random splits")]
)
def test_every_test_is_there_and_the_study_survives_json(data: FoldScores) -> None:
    study = folds(data, threshold=0.5, all_tests=True, rope=0.01)
    again = Study.from_json(study.to_json())
    assert isinstance(again, FoldsStudy)
    assert json.dumps(again.to_dict()) == json.dumps(study.to_dict())
    text = str(study)
    assert " nan" not in text
    for table in study.tables():
        assert {len(row) for row in table.rows} == {len(table.header)}
        assert isinstance(study.to_frame(table.name), pl.DataFrame)
    ran = {one.test for part in study.parts for one in part.all_tests}
    assert ran <= set(FOLD_TESTS)
    for part in study.parts:
        chosen = {one.comparison for one in part.all_tests if one.test == part.method}
        assert chosen == set(part.comparisons)
        assert any(one.holds for one in part.all_tests)


def test_what_was_left_out_is_told() -> None:
    labels = [0, 1, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 0]
    fold_of = [1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3]
    rng = np.random.default_rng(0)
    data = FoldScores.from_arrays(
        labels, {"a": rng.normal(size=14), "b": rng.normal(size=14)}, folds=fold_of
    )
    with pytest.raises(LabelError, match="missing from fold '2'"):
        folds(data)
    study = folds(data, without_class="drop")
    assert "folds_without_class" in [c.kind for c in study.caveats]
    assert study.dropped == ("2",)
    assert study.provenance.n_observations == 12


def test_what_is_refused() -> None:
    with pytest.raises(OptionError, match="no test over folds named 'mcnemar'"):
        folds(SHIPPED, method="mcnemar")
    with pytest.raises(UnsupportedError, match="cannot be used for AUC with left-out folds"):
        folds(SHIPPED, method="5x2-t")
    with pytest.raises(OptionError, match="no interval"):
        folds(_five_by_two(), method="5x2-f")
    with pytest.raises(OptionError, match="no classifier named 'z'"):
        folds(SHIPPED, reference="z")
    with pytest.raises(OptionError, match="FoldScores or FoldValues"):
        folds([0, 1])  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="only values per fold"):
        folds(SHIPPED.aucs(), threshold=0.5)
    one = FoldScores.from_arrays([0, 1, 0, 1], {"a": [1, 2, 3, 4]}, folds=[1, 1, 2, 2])
    with pytest.raises(InputError, match="one algorithm only"):
        folds(one)
    study = folds(SHIPPED, reference="tree")
    with pytest.raises(OptionError, match="were not compared"):
        study.comparison("forest", "bayes")
    with pytest.raises(OptionError, match="nothing on 'error rate'"):
        study.part("error rate")


def test_observations_in_groups_count_as_groups() -> None:
    rows = np.arange(60)
    rng = np.random.default_rng(4)
    scores = {"a": rng.normal(size=60), "b": rng.normal(size=60) + rows % 2}
    data = FoldScores.from_arrays(rows % 2, scores, folds=rows // 12, groups=rows // 4)
    study = folds(data, threshold=0.5, all_tests=True)
    assert [part.method for part in study.parts] == ["corrected-delong", "averaged-error"]
    assert {each.n_groups for part in study.parts for each in part.comparisons} == {15}
    assert {"groups", "few_groups"} <= {c.kind for c in study.caveats}
    assert not any("Here groups are split" in c.message for c in study.caveats)
    split = FoldScores.from_arrays(rows % 2, scores, folds=rows % 5, groups=rows // 4)
    (told,) = (c for c in folds(split).caveats if c.kind == "groups")
    assert "Here groups are split across folds" in told.message
    weighted = FoldScores.from_arrays(
        rows % 2, scores, folds=rows // 12, sampling_weights=1 + rows % 3
    )
    one, two = (folds(each).part().comparisons[0] for each in (weighted, data))
    assert one.difference != two.difference


def test_an_observation_has_one_group() -> None:
    with pytest.raises(LabelError, match="different groups in different folds"):
        FoldScores.from_arrays(
            [0, 1, 0, 1],
            {"a": [1, 2, 3, 4]},
            folds=[1, 1, 2, 2],
            observations=[1, 2, 1, 2],
            groups=["x", "y", "x", "z"],
        )


def test_a_stopped_study_has_the_pairs_that_are_done_in_every_quantity() -> None:
    told: list[tuple[int, int]] = []
    options: dict[str, Any] = {"threshold": 0.5, "all_tests": True}
    whole = folds(SHIPPED, progress=lambda done, total, _: told.append((done, total)), **options)
    assert (told[0], told[-1]) == ((0, 2000), (2000, 2000))
    study = folds(SHIPPED, progress=lambda done, _, what: done < 300, **options)
    for part, full in zip(study.parts, whole.parts, strict=True):
        assert part.comparisons == full.comparisons[:3]
        asked = [c.p_value for c in part.comparisons] + [1.0] * 7
        assert adjusted(part) == adjust(asked, "holm")[:3]
        assert part.all_tests == ()
        assert part.summaries == full.summaries
    assert len(study.outcomes) == 3
    assert [c.message[:44] for c in study.caveats if c.kind == "interrupted"] == [
        "Interrupted after 3 of 10 comparisons. The o",
        "Interrupted after 0 of 10 pairs by all tests",
    ]
    assert Study.from_json(study.to_json()).to_json() == study.to_json()
    assert str(study)
    study = folds(SHIPPED, progress=lambda done, _, what: done < 1200, **options)
    assert study.parts[0].comparisons == whole.parts[0].comparisons
    assert {(test.first, test.second) for test in study.parts[1].all_tests} == {
        (c.first, c.second) for c in whole.parts[1].comparisons[:2]
    }
    with pytest.raises(Cancelled):
        folds(SHIPPED, progress=lambda *_: False, **options)
