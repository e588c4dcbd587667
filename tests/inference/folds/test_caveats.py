"""When a caveat of fold scores is due."""

from collections.abc import Mapping

import numpy as np
import pytest

from aucurate.caveats import Kind
from aucurate.data.folds import FoldScores
from aucurate.inference.folds.caveats import of_threshold_scale

LABELS = np.arange(60) % 2
NOISE = np.random.default_rng(3).normal(size=(3, 60))
LOGITS = 2 * LABELS - 1 + NOISE
PROBABILITIES = 1 / (1 + np.exp(-LOGITS))
SCORES = {
    "forest": PROBABILITIES[0],
    "tree": PROBABILITIES[1],
    "svm": LOGITS[2],
    "marker": np.exp(LOGITS[2]),
}


def _data(*names: str, lower: tuple[str, ...] = ()) -> FoldScores:
    scores = {name: -SCORES[name] if name in lower else SCORES[name] for name in names}
    return FoldScores.from_arrays(LABELS, scores, folds=np.arange(60) // 12, lower=lower)


@pytest.mark.parametrize(
    ("names", "threshold"),
    [
        (("forest", "tree"), 0.5),
        (("svm",), 0.0),
        (("marker",), 0.5),
        (("forest", "svm"), {"forest": 0.5, "svm": 0.0}),
    ],
    ids=["probabilities", "decision scores at 0", "a marker", "a threshold of each scale"],
)
def test_thresholds_that_may_be_on_the_scale_of_the_scores_have_no_caveat(
    names: tuple[str, ...], threshold: float | Mapping[str, float]
) -> None:
    assert of_threshold_scale(_data(*names), threshold) == []


@pytest.mark.parametrize("threshold", [0.5, 0.0, {"forest": 0.5, "svm": 0.5, "tree": 0.5}])
def test_one_threshold_for_scores_on_different_scales(
    threshold: float | Mapping[str, float],
) -> None:
    (found,) = of_threshold_scale(_data("forest", "svm", "tree"), threshold)
    assert (found.kind, found.about) == (Kind.THRESHOLD_SCALE, ("svm",))
    assert "scores of forest and tree lie between 0 and 1" in found.message
    assert "scores_from='predict_proba'" in found.message
    assert "default_thresholds" in found.message


@pytest.mark.parametrize("threshold", [0.5, {"svm": 0.5, "forest": 0.4}])
def test_a_probability_as_threshold_of_decision_scores(
    threshold: float | Mapping[str, float],
) -> None:
    names = ("svm",) if threshold == 0.5 else ("svm", "forest")
    (found,) = of_threshold_scale(_data(*names), threshold)
    assert (found.kind, found.about) == (Kind.THRESHOLD_SCALE, ("svm",))
    assert found.message.startswith("Some scores of svm are negative")


def test_the_range_is_that_of_the_scores_as_given_where_lower_is_more_positive() -> None:
    lower = FoldScores.from_arrays(
        LABELS, {"risk": 1 - PROBABILITIES[0]}, folds=np.arange(60) // 12, lower=("risk",)
    )
    assert of_threshold_scale(lower, 0.5) == []
    (found,) = of_threshold_scale(_data("svm", lower=("svm",)), 0.5)
    assert found.about == ("svm",)
