r"""Q-Q data: the quantiles of one class's scores and those of a fitted model.

**Use it** before trusting a model of the scores: with many observations a test of fit
(:mod:`aucurate.inference.models.fit_tests`) rejects every simple model, and the pairs show whether
the departure matters.

The k-th of n ordered scores is paired with the model's quantile at (k - 1/2) / n. Under the model
the pairs lie near the diagonal; curvature is skewness, an S shape is tails that are too heavy or
too light. The normal model has the mean and standard deviation (divisor n - 1) of the scores, the
exponential model their mean.

Wilk, M. B., Gnanadesikan, R. (1968). Probability plotting methods for the analysis of data.
Biometrika 55, 1-17.
"""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked, numbers
from aucurate.data.arrays import frozen
from aucurate.errors import ModelError
from aucurate.formatting import count, shortened
from aucurate.results import Record

ClassModel: TypeAlias = Literal["normal", "exponential"]
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class QuantilePairs:
    """Quantile pairs ready to plot, ascending, computed from ``n`` scores."""

    name: str
    model: ClassModel
    theoretical: Floats
    observed: Floats
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassFit(Record):
    """A model of one class: the normal one has both parameters, the exponential one its mean."""

    model: ClassModel
    mean: float
    deviation: float


@checked
def quantile_pairs(
    values: Any, *, model: ClassModel = "normal", name: str = "scores", count: int = 1000
) -> QuantilePairs:
    """Theoretical and observed quantiles for a quantile-quantile plot.

    >>> pairs = quantile_pairs([1.0, 2.0, 3.0, 10.0], model="exponential")
    >>> pairs.theoretical.round(2), pairs.observed
    (array([0.53, 1.88, 3.92, 8.32]), array([ 1.,  2.,  3., 10.]))
    """
    ordered = checked_class(values, model, name)
    n = len(ordered)
    at = np.unique(np.linspace(0, n - 1, min(n, max(2, count))).round().astype(np.int64))
    fit = fitted_class(ordered, model)
    share = (at + 0.5) / n
    if model == "normal":
        theoretical = fit.mean + fit.deviation * np.asarray(special.ndtri(share))
    else:
        theoretical = -fit.mean * np.log1p(-share)
    return QuantilePairs(
        name=name,
        model=model,
        theoretical=frozen(np.asarray(theoretical)),
        observed=frozen(ordered[at]),
        n=n,
    )


def fitted_class(values: Floats, model: ClassModel) -> ClassFit:
    """The parameters of the model; huge scores are scaled on the way."""
    unit = float(np.max(np.abs(values))) or 1.0
    scaled = values / unit
    mean = float(np.mean(scaled))
    deviation = float(np.std(scaled, ddof=1)) if model == "normal" else mean
    return ClassFit(model=model, mean=unit * mean, deviation=unit * deviation)


def checked_class(values: Any, model: ClassModel, name: str, least: int = 3) -> Floats:
    """The scores of one class, ascending, refused where the model cannot be fitted."""
    ordered = np.sort(numbers(values, "values").ravel())
    if len(ordered) < least or not np.all(np.isfinite(ordered)):
        raise ModelError(
            f"the fit of {shortened(name)} needs at least {least} finite scores; there are "
            f"{count(int(np.count_nonzero(np.isfinite(ordered))), 'such score')}.",
            hint="with so few scores no model can be checked.",
        )
    if model == "exponential" and ordered[0] <= 0:
        raise ModelError(
            f"the exponential model needs positive scores; {shortened(name)} has a score of "
            f"{float(ordered[0])!r}.",
            hint="transform the scores to positive numbers by an increasing function.",
        )
    if ordered[0] == ordered[-1]:
        raise ModelError(
            f"all scores of {shortened(name)} are equal: no model with a spread fits them.",
            hint="use the empirical curve.",
        )
    return ordered
