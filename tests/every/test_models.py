"""The contract of every model of a curve: what joins MODELS keeps these promises."""

import json
from typing import Any

import numpy as np
import pytest
from tests.transforms import keeping_ties

from aucurate.curve.protocol import Curve
from aucurate.data.scores import Scores
from aucurate.errors import ModelError
from aucurate.inference.models.registry import MODELS
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Estimate

NAMES = pytest.mark.parametrize("name", MODELS)
FEW = Resampling(replicates=100, rng=1)


def _scores(seed: int = 0, positives: int = 60, negatives: int = 90) -> Scores:
    rng = np.random.default_rng(seed)
    labels = np.repeat([1, 0], [positives, negatives])
    return Scores.from_arrays(labels, rng.gamma(2.0, 1 + 1.5 * labels), name="model")


def _estimate(name: str, scores: Scores, **asked: Any) -> Estimate:
    model = MODELS[name]
    return model.interval(
        model.fit(scores), **asked, **({"resampling": FEW} if model.resamples else {})
    )


def _curve(name: str, scores: Scores) -> Curve:
    return MODELS[name].curve(MODELS[name].fit(scores))


@NAMES
def test_the_curve_keeps_the_protocol(name: str) -> None:
    curve = _curve(name, _scores())
    assert isinstance(curve, Curve)
    assert curve.partial_auc(0, 1) == pytest.approx(curve.auc, abs=1e-6)
    points = curve.points(60)
    assert np.all(np.diff(points.sensitivity) >= 0)
    assert np.all(np.diff(points.specificity) <= 0)
    wanted = np.array([0.2, 0.5, 0.9])
    assert curve.sensitivity_at(curve.specificity_at(wanted)) == pytest.approx(wanted, abs=1e-6)


@NAMES
def test_the_estimate_is_the_area_of_the_curve_and_lies_in_its_interval(name: str) -> None:
    scores = _scores()
    found = _estimate(name, scores)
    assert found.value == pytest.approx(_curve(name, scores).auc, rel=1e-9)
    assert 0 <= found.interval.low <= found.value <= found.interval.high <= 1
    wider = _estimate(name, scores, confidence=0.99).interval
    assert wider.low <= found.interval.low
    assert wider.high >= found.interval.high
    assert Estimate.from_dict(json.loads(json.dumps(found.to_dict()))) == found


@NAMES
def test_the_order_of_the_rows_changes_nothing(name: str) -> None:
    scores = _scores()
    order = np.random.default_rng(2).permutation(len(scores.values))
    turned = Scores.from_arrays(scores.is_positive[order], scores.values[order], name="model")
    assert _estimate(name, turned).value == pytest.approx(_estimate(name, scores).value, rel=1e-9)


@NAMES
def test_a_change_of_unit_changes_nothing(name: str) -> None:
    scores = _scores()
    scaled = Scores.from_arrays(scores.is_positive, 1000 * scores.values, name="model")
    assert _curve(name, scaled).auc == pytest.approx(_curve(name, scores).auc, rel=1e-6)


@pytest.mark.parametrize("name", ["ml-binormal", "proper-binormal"])
def test_models_of_ranks_see_only_ranks(name: str) -> None:
    scores = _scores()
    lifted = keeping_ties(np.exp)(scores.values)
    bent = Scores.from_arrays(scores.is_positive, lifted, name="model")
    assert _curve(name, bent).auc == pytest.approx(_curve(name, scores).auc, rel=1e-9)


@NAMES
def test_constant_scores_have_a_curve_or_a_reason(name: str) -> None:
    scores = Scores.from_arrays([0, 0, 0, 1, 1, 1], np.ones(6))
    if name == "biexponential":
        assert _curve(name, scores).auc == pytest.approx(0.5)
        return
    with pytest.raises(ModelError) as refused:
        _curve(name, scores)
    assert refused.value.hint


@NAMES
def test_parameters_are_plain_numbers(name: str) -> None:
    scores = _scores()
    parameters = MODELS[name].parameters(scores, _curve(name, scores))
    assert parameters
    assert all(type(value) is float for value in parameters.values())
