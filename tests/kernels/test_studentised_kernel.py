"""The variance inside every replicate, against DeLong's formula on the repeated observations."""

import math
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.kernels import _kernels, chunks, reference
from aucurate.kernels.bootstrap import bootstrap_aucs, presort
from aucurate.kernels.studentised import studentised_bootstrap


def _data(rng: int, size: int, classifiers: int) -> tuple[Any, Any]:
    made = np.random.default_rng(rng)
    positive = made.permutation(np.arange(size) % 5 < 2)
    return (made.normal(size=(classifiers, size)) + positive).round(1), positive


def _run(scores: Any, positive: Any, contrast: Any, **options: Any) -> tuple[Any, Any]:
    return studentised_bootstrap(
        presort(scores, positive),
        presort(scores, ~positive),
        np.array(contrast, np.int64),
        **options,
    )


@for_each("stratified", [True, False])
@for_each(("rng", "contrast"), [(0, [1]), (1, [1, -1]), (2, [1, -2, 1])])
def test_each_replicate_has_the_variance_of_its_draws(
    rng: int, contrast: list[int], stratified: bool
) -> None:
    scores, positive = _data(rng, 35 + rng, len(contrast))
    m, n = int(positive.sum()), int((~positive).sum())
    key = rng + 2**63
    aucs, variances = _run(
        scores, positive, contrast, replicates=20, stratified=stratified, key=key
    )
    np.testing.assert_array_equal(
        aucs,
        bootstrap_aucs(presort(scores, positive), replicates=20, stratified=stratified, key=key),
    )
    for replicate, variance in enumerate(variances.tolist()):
        up, down = np.empty(m, np.int64), np.empty(n, np.int64)
        _kernels.bootstrap_counts(stratified, key, replicate, up, down)
        expected = reference.bootstrap_variance(
            scores, positive, up, down, np.array(contrast, np.int64)
        )
        assert variance == pytest.approx(expected, rel=1e-14)


def test_classifiers_that_rank_alike_have_no_variance_at_all() -> None:
    scores, positive = _data(4, 60, 1)
    twice = np.concatenate([scores, keeping_ties(np.exp)(scores)])
    _, variances = _run(twice, positive, [1, -1], replicates=50, stratified=True, key=1)
    assert (variances == 0).all()


def test_a_class_drawn_once_or_never_has_no_variance() -> None:
    scores, positive = np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([False, True, False, True])
    aucs, variances = _run(scores, positive, [1], replicates=200, stratified=False, key=3)
    for replicate, (auc, variance) in enumerate(zip(aucs[:, 0], variances, strict=True)):
        up, down = np.empty(2, np.int64), np.empty(2, np.int64)
        _kernels.bootstrap_counts(False, 3, replicate, up, down)
        assert math.isnan(variance) == (up.sum() < 2 or down.sum() < 2)
        assert math.isnan(auc) == (up.sum() == 0 or down.sum() == 0)


@pytest.mark.parametrize("stratified", [True, False])
def test_threads_and_chunks_change_nothing(
    stratified: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores, positive = _data(5, 300, 2)
    options = {"replicates": 61, "stratified": stratified, "key": 12}
    first = _run(scores, positive, [1, -1], threads=1, **options)
    for work in (1, 5_000, 20_000_000):
        monkeypatch.setattr(chunks, "CHUNK_WORK", work)
        for threads in (1, 2, 7):
            again = _run(scores, positive, [1, -1], threads=threads, **options)
            np.testing.assert_array_equal(first[0], again[0])
            np.testing.assert_array_equal(first[1], again[1])


def test_the_callback_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK_WORK", 1)
    scores, positive = _data(5, 300, 1)
    aucs, variances = _run(
        scores,
        positive,
        [1],
        replicates=50,
        stratified=True,
        key=1,
        threads=1,
        progress=lambda done, _, what: done < 7,
    )
    assert len(aucs) == len(variances) == 7
