"""Many classifiers: everything is found once, pairs share their draws, and too many are refused."""

import tracemalloc
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import UnsupportedError
from aucurate.inference.auc.delong import delong_test, unpaired_joint_test
from aucurate.inference.auc.equivalence import equivalence_test
from aucurate.inference.auc.mover import mover_test
from aucurate.inference.resampling import auc_bootstrap
from aucurate.inference.resampling.bootstrap import bootstrap_test
from aucurate.inference.resampling.intervals import Kind
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels.bootstrap import bootstrap_aucs
from aucurate.results import Comparison
from aucurate.study import compare
from aucurate.study.compare import numbers

FEW = Resampling(replicates=150, rng=4)
KINDS: tuple[Kind, ...] = ("percentile", "basic", "bca", "studentised")


def made(classifiers: int, size: int = 60, *, ties: bool = False) -> PairedScores:
    rng = np.random.default_rng(classifiers)
    labels = np.arange(size) % 2
    common = rng.normal(size=size)
    columns = {}
    for k in range(classifiers):
        scores = 0.2 * (k % 6) * labels + common + rng.normal(size=size)
        columns[f"c{k}"] = scores.round(1) if ties else scores
    return PairedScores.from_arrays(labels, columns)


def close(first: Comparison, second: Comparison) -> None:
    names = ("difference", "standard_error", "statistic", "p_value")
    assert (first.first, first.second, first.method) == (second.first, second.second, second.method)
    for name in names:
        assert getattr(first, name) == pytest.approx(getattr(second, name), rel=1e-12, abs=1e-15)
    ends = [(one.interval.low, one.interval.high) for one in (first, second)]
    assert ends[0] == pytest.approx(ends[1], rel=1e-12, abs=1e-15)
    assert first.caveats == second.caveats


@pytest.mark.parametrize("paired", [True, False])
def test_no_classifier_is_looked_up_for_every_pair(
    paired: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    one_of = PairedScores.__getitem__

    def watched(data: PairedScores, name: str) -> Scores:
        looked.append(name)
        return one_of(data, name)

    monkeypatch.setattr(PairedScores, "__getitem__", watched)
    study = compare(made(12), paired=paired)
    assert len(study.comparisons) == 66
    assert len(looked) <= 12


@pytest.mark.parametrize("method", ["delong", "mover"])
def test_what_rests_on_moments_ranks_every_classifier_once(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranked: list[int] = []
    from_placements = AucMoments._from_placements

    def watched(data: Any, *rest: Any) -> AucMoments:
        ranked.append(1 if isinstance(data, Scores) else len(data))
        return from_placements(data, *rest)

    monkeypatch.setattr(AucMoments, "_from_placements", watched)
    data = made(8)
    study = compare(data, method=method, margin=0.05)
    assert ranked == [8]
    test = delong_test if method == "delong" else mover_test
    for comparison in study.comparisons[::5]:
        close(comparison, test(data[comparison.first], data[comparison.second]))


def test_one_set_of_draws_serves_all_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    draw = bootstrap_aucs

    def watched(order: Any, **options: Any) -> NDArray[np.float64]:
        drawn.append(len(order.positive_order))
        return draw(order, **options)

    monkeypatch.setattr(auc_bootstrap, "bootstrap_aucs", watched)
    study = compare(made(7), method="bootstrap", resampling=FEW)
    assert len(study.comparisons) == 21
    assert len(drawn) == 1
    assert 21 < drawn[0] <= 21 + 7  # a row for each pair, and for each classifier that leads one


def test_independent_test_sets_are_drawn_once_for_all_pairs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[int] = []
    draw = bootstrap_aucs

    def watched(order: Any, **options: Any) -> NDArray[np.float64]:
        drawn.append(len(order.positive_order))
        return draw(order, **options)

    monkeypatch.setattr(auc_bootstrap, "bootstrap_aucs", watched)
    compare(made(9), method="bootstrap", paired=False, resampling=FEW)
    assert set(drawn) == {1}
    assert len(drawn) <= 4 * 9 < 2 * 36


@for_each("kind", KINDS)
@for_each("paired", [True, False])
@for_each("ties", [True, False])
def test_a_pair_gets_what_it_gets_alone(kind: Kind, paired: bool, ties: bool) -> None:
    data = made(5, ties=ties)
    method = f"bootstrap-{kind}"
    asked: dict[str, Any] = {"method": method, "paired": paired, "resampling": FEW}
    whole = compare(data, margin=0.1, margin_test="equivalence", **asked)
    for comparison in whole.comparisons:
        pair = data[comparison.first], data[comparison.second]
        close(comparison, bootstrap_test(*pair, paired=paired, kind=kind, resampling=FEW))
    some = compare(data.select(["c1", "c4"]), **asked)
    close(some.comparisons[0], whole.comparison("c1", "c4"))
    for tested in whole.margin_tests[::4]:
        found = tested.result
        pair = data[found.comparison.first], data[found.comparison.second]
        alone = equivalence_test(
            *pair,
            margin=0.1,
            method=bootstrap_test,
            paired=paired,
            kind=kind,
            resampling=FEW,
        )
        close(found.comparison, alone.comparison)


def test_blocks_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    data = made(6, ties=True)
    whole = compare(data, method="bootstrap", resampling=FEW, threads=1)
    monkeypatch.setattr(numbers, "drawn_together", lambda *_, **__: 4)
    parts = compare(data, method="bootstrap", resampling=FEW, threads=3)
    for one, other in zip(whole.comparisons, parts.comparisons, strict=True):
        close(one, other)


def test_memory_for_pairs_drawn_together_is_bounded() -> None:
    together = auc_bootstrap.drawn_together
    assert together("percentile", 2000, 10_000, paired=True) > 100
    assert together("percentile", 2000, 10_000_000, paired=True) == 16
    assert together("percentile", 10**7, 100, paired=True) == 16
    assert together("studentised", 2000, 100, paired=True) == 1


def test_too_many_pairs_are_refused_with_what_to_do_instead() -> None:
    wide = made(501, 6)
    for paired in (True, False):
        with pytest.raises(UnsupportedError, match="501 classifiers make 125,250 pairs") as refusal:
            compare(wide, paired=paired)
        assert "reference=" in refusal.value.hint
        assert "data.select" in refusal.value.hint
    with pytest.raises(UnsupportedError, match="at most 500 classifiers here"):
        compare(wide, reference="c3", simultaneous=True)
    with pytest.raises(UnsupportedError, match="at most 200 classifiers here"):
        compare(made(201, 6), simultaneous=True)


@pytest.mark.parametrize("paired", [True, False])
def test_with_a_reference_any_number_is_compared(paired: bool) -> None:
    data = made(520, 30)
    study = compare(data, reference="c7", paired=paired)
    assert len(study.comparisons) == 519
    assert study.joint is None
    assert [str(c) for c in study.caveats if c.kind == "no_joint_test"] == [
        "There is no joint test: it is available for at most 500 classifiers."
    ]
    for name in ("c0", "c8", "c106", "c107", "c519"):
        test = delong_test if paired else mover_test
        alone = test(data[name], data["c7"], paired=paired)
        close(study.comparison(name, "c7"), alone)
        assert study.estimate(name).value == pytest.approx(alone.first_value, rel=1e-12)
    assert [curve.name for curve in study.curves] == list(data.names)


def test_the_joint_test_of_independent_test_sets_needs_one_matrix() -> None:
    members = [AucMoments.from_scores(one) for one in made(80)]
    tracemalloc.start()
    try:
        test = unpaired_joint_test(members, distribution="F")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert test.degrees_of_freedom == 79
    assert peak < 30 * 80 * 80 * 8  # each of 160 parts would have two such matrices
