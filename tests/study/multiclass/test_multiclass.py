"""The study of several classes: its numbers, its words, its JSON, what it refuses."""

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.curve.weight_rules import WeightRule
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.datasets import load_wine_class_folds, load_wine_classes
from aucurate.errors import AucurateError, InputError, OptionError
from aucurate.estimates.classes.auc import hand_till_auc
from aucurate.estimates.weights.search import search_weights
from aucurate.inference.multiclass.auc import multiclass_auc_test
from aucurate.kernels import Cancelled
from aucurate.study.base import Study
from aucurate.study.multiclass import MulticlassStudy, multiclass

WINE = load_wine_classes()
FOLDS = load_wine_class_folds()


@pytest.fixture(scope="module")
def one_test_set() -> MulticlassStudy:
    return multiclass(WINE)


@pytest.fixture(scope="module")
def over_folds() -> MulticlassStudy:
    return multiclass(FOLDS, order=WINE.observations.classes)


def made(classes: int, per_class: int, classifiers: int = 2, rng: int = 0) -> PairedClassScores:
    drawn = np.random.default_rng(rng)
    labels = np.repeat(np.arange(classes), per_class)
    scores = {
        f"m{k}": drawn.uniform(size=(len(labels), classes)) + np.eye(classes)[labels]
        for k in range(classifiers)
    }
    return PairedClassScores.from_arrays(labels, scores)


def test_the_numbers_are_those_of_the_functions(one_test_set: MulticlassStudy) -> None:
    labels = np.array(WINE.observations.classes)[WINE.observations.codes]
    for scores in WINE:
        values = dict(zip(scores.classes, scores.values, strict=True))
        average = one_test_set.average(scores.name).value
        assert average == pytest.approx(hand_till_auc(labels, values), rel=1e-14)
        assert one_test_set.point(scores.name).confusion == search_weights(scores).confusion
    first, second = WINE
    assert one_test_set.comparisons[0] == multiclass_auc_test(first, second)
    assert one_test_set.points[0].kind == "equal weights"
    decided = WINE["forest"].values.argmax(axis=0)
    right = np.bincount(WINE.observations.codes[decided == WINE.observations.codes])
    assert [row[k] for k, row in enumerate(one_test_set.points[0].confusion)] == right.tolist()


def test_folds_add_what_the_search_never_saw(over_folds: MulticlassStudy) -> None:
    assert len(over_folds.fold_names) == 10
    assert [one.name for one in over_folds.nested] == list(over_folds.names)
    assert all(one.inside <= one.outside for one in over_folds.nested)
    assert {one.quantity for one in over_folds.comparisons} >= {"Hand-Till AUC", "one-vs-rest AUC"}
    assert len(over_folds.volumes) == 2
    assert "pooled_folds" in {caveat.kind for caveat in over_folds.caveats}
    assert "not used in the search" in " ".join(over_folds.sentences())
    with_folds = over_folds.table("search").columns
    assert with_folds["outside"] == tuple(one.outside for one in over_folds.nested)


def test_it_survives_json(one_test_set: MulticlassStudy, over_folds: MulticlassStudy) -> None:
    for study in (one_test_set, over_folds):
        again = Study.from_json(study.to_json())
        assert again.to_json() == study.to_json()
        assert str(again) == str(study)
        assert len(study.to_json()) < 200_000


def test_every_table_is_as_wide_as_its_header(over_folds: MulticlassStudy) -> None:
    for table in over_folds.tables():
        assert {len(row) for row in table.rows} == {len(table.header)}
        assert len({len(column) for column in table.columns.values()}) == 1
        assert over_folds.to_frame(table.name).height > 0


def test_many_classes_are_cut_in_what_is_read_only() -> None:
    study = multiclass(made(14, 6), search="none")
    assert len(study.table("classes").rows) == 12
    assert len(study.table("pairs").rows) == 12
    assert len(study.table("pairs").columns["value"]) == 2 * 14 * 13 // 2
    assert "most common" in study.table("confusion").title
    assert len(study.table("confusion").columns["decided"]) == 2 * 14 * 14
    assert "lowest of 14 classes" in study.table("classes").title


def test_three_classifiers_get_a_joint_test_and_families_by_quantity() -> None:
    study = multiclass(made(3, 25, classifiers=3), search="none")
    assert len(study.joint_tests) == 2
    alone = [c.p_value for c in study.comparisons if c.quantity == "Hand-Till AUC"]
    adjusted = [
        test.adjusted_p_value for test in study.tests if test.result.quantity == "Hand-Till AUC"
    ]
    assert min(adjusted) == pytest.approx(min(1.0, 3 * min(alone)))


def test_scores_that_cannot_be_weighted_are_told(one_test_set: MulticlassStudy) -> None:
    values = {name: WINE[name].values.T - 0.5 for name in WINE.names}
    labels = np.array(WINE.observations.classes)[WINE.observations.codes]
    data = PairedClassScores.from_arrays(labels, values, classes=WINE.observations.classes)
    study = multiclass(data)
    assert study.choices == ()
    assert "not_weighable" in {caveat.kind for caveat in study.caveats}
    assert study.average("forest").value == one_test_set.average("forest").value
    assert study.points[0].confusion == one_test_set.points[0].confusion
    with pytest.raises(AucurateError, match="negative"):
        multiclass(data, search="minimax")


def without_signs(data: ClassFoldScores, name: str = "odds") -> ClassFoldScores:
    labels = np.array(data.classes)[data.codes_by_row]
    scores = data.values.T - 0.5
    scores[0] -= np.inf
    return ClassFoldScores.from_arrays(
        labels, scores, folds=data.folds, classes=data.classes, name=name
    )


def test_folds_whose_scores_cannot_be_weighted_are_decided_by_the_highest() -> None:
    data = without_signs(FOLDS["forest"])
    found = {search: multiclass(data, search=search) for search in (None, "none")}
    codes, decided = data.codes_by_row, data.values.argmax(axis=0)
    for study in found.values():
        (point,) = study.points
        assert point.weights == (1 / 3,) * 3
        for true, row in enumerate(point.confusion):
            assert list(row) == np.bincount(decided[codes == true], minlength=3).tolist()
        assert (study.choices, study.nested, study.neighbours) == ((), (), ())
    kinds = [{caveat.kind for caveat in study.caveats} for study in found.values()]
    assert ["not_weighable" in one for one in kinds] == [True, False]
    with pytest.raises(AucurateError, match="not negative"):
        multiclass(data, search="minimax")


def in_one_fold() -> ClassFoldScores:
    drawn = np.random.default_rng(4)
    labels = np.repeat(["a", "b", "c"], 20)
    folds = np.tile(np.arange(5), 12)
    folds[labels == "c"] = 3
    scores = drawn.random((60, 3)) + 0.5 * (labels[:, None] == np.array(["a", "b", "c"]))
    return ClassFoldScores.from_arrays(labels, scores, folds=folds, name="rare")


def test_a_class_in_one_fold_leaves_out_what_the_search_never_saw() -> None:
    for search in (None, "greedy"):
        study = multiclass(in_one_fold(), search=search)
        told = {caveat.kind: caveat.message for caveat in study.caveats}
        assert study.nested == ()
        assert (
            "did not see: all observations of class 'c' are in fold '3'"
            in (told["no_unseen_folds"])
        )
        assert "show by how much" not in told["chosen_on_same_observations"]
        assert study.table("search").header[:3] == ("classifier", "equal weights", "all folds")
        assert study.neighbours[0].tested == ("a", "b")
        assert "in fewer than two folds: c." in told["not_adjusted"]
        assert Study.from_json(study.to_json()).to_json() == study.to_json()


def test_repeated_folds_are_refused_with_what_takes_them() -> None:
    drawn, labels = np.random.default_rng(5), np.tile([0, 1, 2], 24)
    data = ClassFoldScores.from_arrays(
        labels,
        drawn.random((72, 3)),
        folds=np.tile(np.repeat([0, 1, 2], 12), 2),
        observations=np.tile(np.arange(36), 2),
        repeats=np.repeat([0, 1], 36),
    )
    with pytest.raises(AucurateError, match="not repeated") as caught:
        multiclass(data)
    assert "nested_weights and class_operating_points" in str(caught.value.hint)


@for_each(
    ("search", "criterion"),
    [
        ("minimax", "largest_class_error"),
        ("greedy", "largest_class_error"),
        ("balanced", "mean_class_error"),
        ("errors", "error_rate"),
        ("best=macro_f1", "macro_f1"),
        (WeightRule.balanced(), "mean_class_error"),
    ],
)
def test_searches(search: WeightRule | str, criterion: str) -> None:
    study = multiclass(WINE["forest"], search=search)
    assert study.choices[0].rule.criterion == criterion


def test_costs_and_limits() -> None:
    costs = np.array([[0, 1, 1], [1, 0, 1], [9, 9, 0]])
    cheap = multiclass(WINE["forest"], costs=costs)
    assert cheap.choices[0].rule.criterion == "expected_cost"
    label = WINE.observations.classes[2]
    limited = multiclass(WINE["forest"], search="errors", limits={label: 0.05})
    assert limited.point("forest").errors[2].value <= 0.05


def test_two_classes_are_allowed() -> None:
    study = multiclass(made(2, 30))
    assert "pairs" not in {table.name for table in study.tables()}
    assert "Hand-Till" in str(study)


@for_each(
    ("options", "message"),
    [
        ({"search": "everywhere"}, "is not a search criterion"),
        ({"search": "cost"}, "needs the costs"),
        ({"search": "best=expected_cost"}, "needs the costs"),
        ({"search": "minimax", "costs": np.eye(3)}, "'minimax' does not use them"),
        ({"search": "best=macro_f1", "costs": np.eye(3)}, "'best=macro_f1' does not use them"),
        ({"search": "greedy", "costs": np.eye(3)}, "'greedy' does not use them"),
        ({"search": "none", "costs": np.eye(3)}, "'none' does not use them"),
        ({"search": "none", "limits": {"barolo": 0.1}}, "no weights are searched"),
        ({"search": WeightRule.minimax(), "limits": {"barolo": 0.1}}, "its own costs"),
        ({"limits": {"merlot": 0.1}}, "no class 'merlot'"),
        ({"order": ["barolo", "barbera"]}, "3 different classes"),
        ({"correction": "magic"}, "correction"),
        ({"confidence": 95}, "confidence"),
    ],
)
def test_what_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(AucurateError, match=message):
        multiclass(WINE, **options)  # type: ignore[arg-type]


def test_other_data_are_refused() -> None:
    with pytest.raises(OptionError, match=r"data must be ClassScores, .*; it is a list"):
        multiclass([1, 2, 3])
    with pytest.raises(InputError, match="there are no classifiers"):
        multiclass({})
    apart = [
        ClassFoldScores.from_arrays([0, 1, 0, 1], np.eye(2)[[0, 1, 0, 1]], folds=[1, 1, 2, 2])
        for _ in range(2)
    ]
    with pytest.raises(OptionError, match="not built together"):
        multiclass({"a": apart[0], "b": apart[1]})
    one = ClassScores.from_arrays([0, 1, 2], np.eye(3), name="alone")
    with pytest.raises(OptionError, match="there is no 'AUC'"):
        multiclass(one).average("alone", "AUC")


def test_progress_is_told_of_the_aucs_too_and_they_can_be_stopped() -> None:
    told: list[tuple[int, int]] = []
    data = made(3, 10, classifiers=3)
    multiclass(data, search="none", progress=lambda done, total, _: told.append((done, total)))
    pieces = 3 * 2 + 3 + 3 + 3 + 2
    assert told == [(100 * n, 100 * pieces) for n in range(pieces + 1)]
    with pytest.raises(Cancelled):
        multiclass(data, search="none", progress=lambda done, _, what: done < 700)
