"""The numbers of a fit: a model's area, its parameters, and the tests that could reject it."""

from dataclasses import dataclass
from typing import Any

from aucurate.curve.protocol import Curve
from aucurate.data.scores import Scores
from aucurate.errors import AucurateError, ModelError
from aucurate.inference.models.fit_tests import (
    CategoryFit,
    FitTest,
    anderson_darling_test,
    category_fit_test,
    shapiro_wilk_test,
)
from aucurate.inference.models.registry import MODELS, Model
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Cancelled, Progress
from aucurate.results import Estimate, Record

_POINTS = 301
_STAGES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedPoints(Record):
    """Points along a fitted curve, from "none is positive" to "all are"."""

    specificity: tuple[float, ...]
    sensitivity: tuple[float, ...]

    @classmethod
    def along(cls, curve: Curve) -> "FittedPoints":
        """Points spread along the curve, as many as a figure shows."""
        points = curve.points(_POINTS)
        return cls(
            specificity=tuple(points.specificity.tolist()),
            sensitivity=tuple(points.sensitivity.tolist()),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFit(Record):
    """One model fitted to one classifier.

    Where the model cannot be fitted ``estimate`` is None and ``refusal`` says why. The class tests
    are those of the distribution the model gives each class; the curve test is that of the counts
    along the curve, and None where the data leave it no degree of freedom. ``points`` are those of
    the fitted curve, for figures; None without one.
    """

    name: str
    model: str
    estimate: Estimate | None
    refusal: str
    parameters: dict[str, float]
    class_tests: tuple[FitTest, ...]
    curve_test: CategoryFit | None
    points: FittedPoints | None = None

    def rejected_by(self, level: float) -> tuple[str, ...]:
        """The tests that reject the model at this level, in words."""
        found = [f"{t.method} of the {t.name}" for t in self.class_tests if t.p_value <= level]
        if self.curve_test is not None and self.curve_test.p_value <= level:
            found.append("chi-square of the curve")
        return tuple(found)


def fit_model(
    scores: Scores,
    name: str,
    *,
    confidence: float,
    resampling: Resampling | None,
    progress: Progress | None = None,
) -> ModelFit:
    """Fit one model to one classifier.

    ``progress`` is called with the replicates of a model that resamples, which uses the finished
    ones if it is stopped; for other models with the stages, between which ``Cancelled`` is raised.
    """
    model = MODELS[name]
    more = {"resampling": resampling, "progress": progress} if model.resamples else {}
    stages = None if model.resamples else progress
    try:
        fitted = model.fit(scores)
        curve = model.curve(fitted)
        _reached(1, stages)
        estimate = model.interval(fitted, confidence=confidence, **more)
        _reached(2, stages)
        parameters = model.parameters(scores, curve)
        _reached(3, stages)
    except ModelError as refusal:
        return _refused(scores, name, refusal.message)
    class_tests = _class_tests(scores, model, curve)
    _reached(4, stages)
    return ModelFit(
        name=scores.name,
        model=name,
        estimate=estimate,
        refusal="",
        parameters=parameters,
        class_tests=class_tests,
        curve_test=_curve_test(scores, model, curve),
        points=FittedPoints.along(curve),
    )


def _refused(scores: Scores, model: str, refusal: str) -> ModelFit:
    return ModelFit(
        name=scores.name,
        model=model,
        estimate=None,
        refusal=refusal,
        parameters={},
        class_tests=(),
        curve_test=None,
    )


def _reached(stage: int, progress: Progress | None) -> None:
    if progress is not None and progress(stage, _STAGES, "fitting") is False:
        raise Cancelled(f"stopped after stage {stage} of {_STAGES}")


def _class_tests(scores: Scores, model: Model, curve: Any) -> tuple[FitTest, ...]:
    if model.class_model is None or model.classes is None:
        return ()
    found = []
    for name, values in zip(("positives", "negatives"), model.classes(scores, curve), strict=True):
        try:
            if model.class_model == "normal":
                found.append(shapiro_wilk_test(values, name=name))
            found.append(anderson_darling_test(values, model=model.class_model, name=name))
        except AucurateError:  # too few or equal scores: there is nothing to test
            continue
    return tuple(found)


def _curve_test(scores: Scores, model: Model, curve: Any) -> CategoryFit | None:
    if model.free is None:
        return None
    try:
        return category_fit_test(curve, scores, parameters=model.free)
    except ModelError:
        return None
