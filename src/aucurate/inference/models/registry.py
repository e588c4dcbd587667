"""The models of a curve that can be fitted: for the interval of each area its curve and its tests.

A model is an interval of the registry of methods and an entry of ``MODELS``. ``aucurate fit`` then
fits it and tests its fit, and it is held to the contract of curves (tests/every/test_models.py).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.protocol import Curve
from aucurate.data.scores import Scores
from aucurate.estimates.fits.biexponential import biexponential_curve, positive_scores
from aucurate.estimates.fits.binormal import BinormalFit, binormal_curve, binormal_fit, class_scores
from aucurate.estimates.fits.box_cox import BoxCoxCurve, box_cox_curve, transformed
from aucurate.estimates.fits.class_values import Scale
from aucurate.estimates.fits.kernel import KernelCurve, kernel_curve
from aucurate.estimates.fits.proper_binormal import ProperBinormalFit, proper_binormal_fit
from aucurate.estimates.fits.quantile_pairs import ClassModel
from aucurate.inference.methods import MODEL_INTERVALS, Method
from aucurate.inference.models.binormal import box_cox_power_interval
from aucurate.results import Estimate

Classes: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Model:
    """How a model is fitted to the ``Scores`` of one classifier.

    ``free`` counts the parameters of the curve, for a test of its fit; a curve that follows the
    data has none (None). ``class_model`` is the distribution that each class should have, on the
    scale on which ``classes`` gives its scores. ``options`` are those of the interval that depend
    on the scores.
    """

    method: Method
    curve: Callable[[Any], Curve]
    parameters: Callable[[Scores, Any], dict[str, float]]
    free: int | None
    class_model: ClassModel | None = None
    classes: Callable[[Scores, Any], Classes] | None = None
    fitted: Callable[[Scores], Any] | None = None
    options: Callable[[Any], dict[str, Any]] | None = None

    @property
    def resamples(self) -> bool:
        """Whether its interval does."""
        return self.method.resamples

    def interval(self, fit: Any, **options: Any) -> Estimate:
        """The area with its interval, from what :meth:`fit` gives."""
        own = {} if self.options is None else self.options(fit)
        estimate: Estimate = self.method(fit, **own, **options)
        return estimate

    def fit(self, scores: Scores) -> Any:
        """What ``curve`` and ``interval`` are asked with: the scores, or a fit made once."""
        return scores if self.fitted is None else self.fitted(scores)


def _curve_of(fit: BinormalFit | ProperBinormalFit) -> Curve:
    return fit.curve


def _line(_: Scores, curve: Any) -> dict[str, float]:
    return {"intercept": curve.intercept, "slope": curve.slope}


def _powers(scores: Scores, curve: BoxCoxCurve) -> dict[str, float]:
    reached = box_cox_power_interval(scores, shift=curve.shift).interval
    apart = box_cox_curve(scores, shift=curve.shift, per_class=True)
    return {
        **_line(scores, curve),
        "power": curve.positive_power,
        "power, 95% low": reached.low,
        "power, 95% high": reached.high,
        "shift": curve.shift,
        "power of positives alone": apart.positive_power,
        "power of negatives alone": apart.negative_power,
        PER_CLASS: apart.auc,
    }


PER_CLASS = "AUC with a power for each class"
"""Not the AUC of any transformation of the score; shown for comparison, as a paper treated it as
one."""


def _widths(_: Scores, curve: KernelCurve) -> dict[str, float]:
    return {
        "bandwidth of positives": curve.positive.bandwidth,
        "bandwidth of negatives": curve.negative.bandwidth,
    }


def _scale(scores: Scores) -> Scale:
    """Probabilities are smoothed on the scale of their logits, which has no ends."""
    inside = np.min(scores.values) >= 0 and np.max(scores.values) <= 1
    return "logit" if inside else "given"


def _given(scores: Scores, _: Any) -> Classes:
    return class_scores(scores, "the binormal model")


def _after_power(scores: Scores, curve: BoxCoxCurve) -> Classes:
    positive, negative = class_scores(scores, "the Box-Cox binormal model")
    return (
        transformed((positive + curve.shift) / curve.unit, curve.positive_power),
        transformed((negative + curve.shift) / curve.unit, curve.negative_power),
    )


MODELS: Mapping[str, Model] = {
    "binormal": Model(
        MODEL_INTERVALS["binormal"], binormal_curve, _line, 2, class_model="normal", classes=_given
    ),
    "box-cox": Model(
        MODEL_INTERVALS["box-cox"],
        box_cox_curve,
        _powers,
        2,
        class_model="normal",
        classes=_after_power,
    ),
    "ml-binormal": Model(MODEL_INTERVALS["ml-binormal"], _curve_of, _line, 2, fitted=binormal_fit),
    "proper-binormal": Model(
        MODEL_INTERVALS["proper-binormal"], _curve_of, _line, 2, fitted=proper_binormal_fit
    ),
    "biexponential": Model(
        MODEL_INTERVALS["biexponential"],
        biexponential_curve,
        lambda _, curve: {"zeta": curve.zeta},
        1,
        class_model="exponential",
        classes=lambda scores, _: positive_scores(scores),
    ),
    "kernel": Model(
        MODEL_INTERVALS["kernel"],
        lambda scores: kernel_curve(scores, scale=_scale(scores)),
        _widths,
        None,
        options=lambda scores: {"scale": _scale(scores)},
    ),
}
