"""The Youden index: the maximum over every threshold, all ties given."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucurate.curve.youden import YoudenIndex, youden_index

ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 9)), min_size=2, max_size=40).filter(
    lambda rows: 0 < sum(label for label, _ in rows) < len(rows)
)


@settings(deadline=None)
@given(ROWS)
def test_it_is_the_maximum_and_every_threshold_that_reaches_it(
    rows: list[tuple[bool, int]],
) -> None:
    up, down = [s for y, s in rows if y], [s for y, s in rows if not y]
    heights = {}
    for threshold in (math.inf, *sorted({s for _, s in rows}, reverse=True)):
        true, false = sum(s >= threshold for s in up), sum(s >= threshold for s in down)
        heights[float(threshold)] = true * len(down) - false * len(up)
    best = max(heights.values())
    found = youden_index([r[0] for r in rows], [r[1] for r in rows])
    assert found.value == best / (len(up) * len(down))
    assert found.thresholds == tuple(t for t, height in heights.items() if height == best)
    for sensitivity, specificity in zip(found.sensitivities, found.specificities, strict=True):
        assert sensitivity + specificity - 1 == pytest.approx(found.value)


def test_the_worked_example_of_the_paper() -> None:
    labels = [1, 1, 0, 1, 1, 0, 0, 0, 1, 0]
    scores = [0.90, 0.85, 0.75, 0.70, 0.55, 0.45, 0.40, 0.35, 0.25, 0.10]
    found = youden_index(labels, scores)
    assert found == YoudenIndex(
        value=0.6, thresholds=(0.55,), sensitivities=(0.8,), specificities=(0.8,)
    )
    assert YoudenIndex.from_dict(found.to_dict()) == found


def test_a_useless_classifier_has_0_and_the_infinite_threshold_survives_json() -> None:
    found = youden_index([0, 1], [2, 1])
    assert found.value == 0
    assert list(found.thresholds) == [math.inf, 1]
    assert YoudenIndex.from_dict(found.to_dict()) == found
