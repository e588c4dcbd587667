"""The bootstrap of multi-class AUCs: replicates by definition, errors, and what is refused."""

from typing import Any

import numpy as np
import pytest

from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.errors import AucurateError, OptionError
from aucurate.estimates.classes.auc import (
    ClassAverage,
    HandTill,
    OneVsRest,
    hand_till_auc,
    one_vs_rest_auc,
)
from aucurate.inference.multiclass import auc_bootstrap
from aucurate.inference.multiclass.auc import (
    hand_till_interval,
    multiclass_auc_interval,
    multiclass_auc_test,
)
from aucurate.inference.multiclass.auc_bootstrap import ClassAverageStatistic, ClassRanks
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.options import Resampling


def _data(sizes: tuple[int, ...], decimals: int = 1, rng: int = 0) -> PairedClassScores:
    noise = np.random.default_rng(rng)
    codes = np.repeat(np.arange(len(sizes)), sizes)
    common = noise.normal(size=(len(codes), len(sizes)))
    columns = {
        name: (common + noise.normal(size=common.shape) + s * np.eye(len(sizes))[codes])
        for name, s in (("a", 1.5), ("b", 1.0))
    }
    return PairedClassScores.from_arrays(codes, {n: s.round(decimals) for n, s in columns.items()})


@pytest.mark.parametrize("stratified", [True, False])
@pytest.mark.parametrize(
    "estimand", [HandTill(), OneVsRest("weighted", "estimated")], ids=lambda e: e.quantity
)
def test_a_replicate_is_the_number_of_what_was_drawn(
    estimand: ClassAverage, stratified: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The observations are repeated as often as they were drawn, and the number computed anew."""
    data = _data((6, 9, 7))
    view = ClassRanks.of(data)
    kept: list[Any] = []
    drawing = auc_bootstrap._drawn

    def remembered(*given: Any) -> Any:
        kept.append(drawing(*given))
        return kept[-1]

    monkeypatch.setattr(auc_bootstrap, "_drawn", remembered)
    rows, _ = ClassAverageStatistic(estimand).rows([data["a"], data["b"]], stratified, 0)
    found = rows(20)
    for r, drawn in enumerate(kept[0].T.astype(int)):
        labels = np.repeat(view.codes, drawn)
        for k in range(2):
            scores = np.repeat(view.ranks[k], drawn, axis=1).T
            if len(set(labels)) < 3:
                assert np.isnan(found[r, k])
            elif isinstance(estimand, HandTill):
                assert found[r, k] == pytest.approx(hand_till_auc(labels, scores), abs=1e-11)
            else:
                expected = one_vs_rest_auc(labels, scores, average="weighted")
                assert found[r, k] == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize(
    "estimand",
    [HandTill(), OneVsRest("weighted"), OneVsRest("macro", "estimated")],
    ids=lambda e: f"{e.quantity} {e.is_estimated}",
)
def test_its_error_is_near_that_of_the_u_statistic(estimand: ClassAverage) -> None:
    data = _data((60, 80, 50), 9)
    ours, theirs = (
        bootstrap_interval(data["a"], estimand),
        multiclass_auc_interval(data["a"], estimand),
    )
    assert ours.value == pytest.approx(theirs.value, rel=1e-14)
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.08)
    assert ours.interval.low == pytest.approx(theirs.interval.low, abs=0.015)
    drawn = bootstrap_test(data["a"], data["b"], estimand)
    plain = multiclass_auc_test(data["a"], data["b"], estimand)
    assert drawn.standard_error == pytest.approx(plain.standard_error, rel=0.08)


def test_intervals_of_every_kind_hold_the_value_and_repeat() -> None:
    scores = _data((15, 20, 12))["a"]
    few = Resampling(replicates=200, rng=5)
    for kind in ("percentile", "basic", "bca"):
        found = bootstrap_interval(scores, kind=kind, resampling=few)
        assert 0 <= found.interval.low < found.value < found.interval.high <= 1
        assert found == bootstrap_interval(scores, kind=kind, resampling=few)
        assert found.method == "bootstrap"


def test_perfect_separation_has_an_interval_that_is_no_point() -> None:
    codes = np.arange(30) % 3
    perfect = ClassScores.from_arrays(codes, np.eye(3)[codes])
    found = bootstrap_interval(perfect)
    assert found.interval == hand_till_interval(perfect).interval
    assert found.interval.low < 1


def test_replicates_without_a_class_are_left_out_and_told() -> None:
    scores = _data((2, 12, 12), 9)["a"]
    loose = Resampling(replicates=300, stratified=False, rng=1)
    found = bootstrap_interval(scores, resampling=loose)
    assert "replicates_without_a_class" in {c.kind for c in found.caveats}


def test_an_interrupted_run_says_so() -> None:
    data = _data((400, 400, 400), 9)
    chosen = Resampling(replicates=1000)
    done: list[int] = []

    def watch(now: int, total: int, what: str) -> bool:
        done.append(now)
        return now < 400

    found = bootstrap_interval(data["a"], resampling=chosen, progress=watch)
    assert "stopped_early" in {c.kind for c in found.caveats}
    for paired in (True, False):
        compared = bootstrap_test(
            data["a"], data["b"], paired=paired, resampling=chosen, progress=watch
        )
        assert "stopped_early" in {c.kind for c in compared.caveats}
    assert done


@pytest.mark.parametrize(
    "options",
    [
        {"kind": "studentised"},
        {"resampling": Resampling(replicates=1)},
        {"resampling": 500},
        {"of": OneVsRest(prevalence="estimated"), "resampling": Resampling()},
    ],
)
def test_settings_that_mean_nothing_are_refused(options: dict[str, Any]) -> None:
    data = _data((5, 6, 7))
    with pytest.raises(AucurateError):
        bootstrap_interval(data["a"], **options)
    with pytest.raises(AucurateError):
        bootstrap_test(data["a"], data["b"], **options)


def test_classes_in_another_order_are_not_paired() -> None:
    data = _data((5, 6, 7))
    one, classes = data["a"], data.classes
    turned = ClassScores.from_arrays(
        [classes[code] for code in data.codes],
        {label: one.values[at] for at, label in reversed(list(enumerate(classes)))},
    )
    with pytest.raises(OptionError, match="classes in different orders"):
        bootstrap_test(one, turned, paired=True)
    chosen = Resampling(replicates=200)
    assert bootstrap_test(one, turned, resampling=chosen).design == "unpaired"
