"""The AUC and Gini."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from aucurate import kernels
from aucurate.curve.roc import roc_curve
from aucurate.errors import LabelError, ScoreError
from aucurate.estimates.auc import auc, gini

GOLD = Path(__file__).parents[1] / "gold"
DATA: dict[str, Any] = json.loads((GOLD / "datasets.json").read_text())["binary"]
SKLEARN: dict[str, Any] = json.loads((GOLD / "sklearn" / "roc.json").read_text())["binary"]
AS_SKLEARN = 1e-14


@for_each("name", DATA)
@for_each("which", ["a", "b"])
def test_auc_agrees_with_scikit_learn(name: str, which: str) -> None:
    found = auc(DATA[name]["y"], DATA[name][which])
    gold = SKLEARN[name][which]["roc_auc_score"]
    assert math.isclose(found, gold, rel_tol=AS_SKLEARN)
    assert type(found) is float


@settings(deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=2, max_size=40))
def test_auc_is_the_share_of_pairs_won(rows: list[tuple[bool, int]]) -> None:
    labels, scores = [r[0] for r in rows], [r[1] for r in rows]
    up = [s for y, s in rows if y]
    down = [s for y, s in rows if not y]
    if not up or not down:
        with pytest.raises(LabelError, match="all observations have the same label"):
            auc(labels, scores)
        return
    doubled = sum(2 * (x > z) + (x == z) for x in up for z in down)
    found = auc(labels, scores)
    assert found == doubled / (2 * len(up) * len(down))
    pairs = len(up) * len(down)
    assert auc(labels, scores, lower=True) == (2 * pairs - doubled) / (2 * pairs)
    assert roc_curve(labels, scores).auc == found
    assert gini(labels, scores) == 2 * found - 1


def test_direction_is_never_guessed() -> None:
    assert auc([0, 0, 1, 1], [4, 3, 2, 1]) == 0.0
    assert auc([0, 0, 1, 1], [4, 3, 2, 1], lower=True) == 1.0
    assert gini([0, 0, 1, 1], [4, 3, 2, 1]) == -1.0


def test_positive_class_can_be_said() -> None:
    labels = ["Good", "Poor", "Good", "Poor"]
    assert auc(labels, [0.1, 0.9, 0.2, 0.8], positive="Poor") == 1.0
    assert auc(labels, [0.1, 0.9, 0.2, 0.8], positive="Good") == 0.0
    with pytest.raises(LabelError, match="cannot be guessed"):
        auc(labels, [0.1, 0.9, 0.2, 0.8])


def test_infinite_scores_rank() -> None:
    assert auc([0, 1, 0, 1], [-np.inf, np.inf, 0, 1]) == 1.0
    assert auc([0, 1, 0, 1], [np.inf, np.inf, 0, 1]) == (1 + 2 + 0 + 2) / 8


def test_missing_scores_are_refused_or_dropped() -> None:
    with pytest.raises(ScoreError, match="row 1 is missing"):
        auc([0, 1, 1], [0.0, np.nan, 1.0])
    assert auc([0, 1, 1], [0.0, np.nan, 1.0], missing="drop") == 1.0
    assert gini([0, 1, 1], [0.0, np.nan, 1.0], missing="drop") == 1.0


@pytest.mark.parametrize("extra", ["frequency_weights", "sampling_weights"])
def test_pairs_count_with_the_product_of_their_weights(extra: str) -> None:
    given: dict[str, Any] = {extra: [1, 4, 2, 3]}
    assert auc([0, 0, 1, 1], [1, 3, 2, 3], **given) == (1 * 2 + 1 * 3 + 4 * 3 / 2) / (5 * 5)
    assert gini([0, 0, 1, 1], [1, 3, 2, 3], **given) == pytest.approx(2 * 11 / 25 - 1)


def test_float32_scores_are_compared_as_float32() -> None:
    near = np.array([0.1, np.nextafter(np.float32(0.1), np.float32(1))], np.float32)
    assert auc([0, 1], near) == 1.0
    assert auc([0, 1], np.array([0.1, 0.1], np.float32)) == 0.5


def test_a_large_auc_does_not_depend_on_threads_and_tells_progress() -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, 100_000)
    scores = (rng.normal(size=100_000) + labels).round(2)
    calls: list[tuple[int, int]] = []

    def note(done: int, total: int, what: str) -> None:
        calls.append((done, total))

    values = {auc(labels, scores, threads=t, progress=note) for t in (1, 2, 5)}
    assert len(values) == 1
    assert calls[-1][0] == calls[-1][1]
    with pytest.raises(kernels.Cancelled):
        auc(labels, scores, progress=lambda done, total, what: False)
