r"""Where the difference of a data set is looked at, to be integrated away.

A data set's difference :math:`d` meets a kernel about its mean :math:`m` with scale a and a Student
t about the centre :math:`c` with scale s, which may be a thousand times narrower or wider and lie
far away. The variable

.. math::  x = \operatorname{asinh}\frac{d - m}{a} + \operatorname{asinh}\frac{d - c}{s}

resolves both; with :math:`e^U` the positive root y of
:math:`y^2 (a + s e^{-x}) - 2 (c - m) y - (a + s e^x) = 0` its inverse is :math:`d = m + a \sinh U`,
and :math:`d = c + s \sinh(x - U)`.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_NOTHING = 1e-13


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Kernels:
    """What the folds say of each data set's difference, and the ends of the uniform priors.

    The kernel of data set i is (1 + ((d - means) / scales)^2 / degrees)^(-(degrees + 1) / 2); the
    centre lies in (-centre_end, centre_end), the spread in (0, spread_end).
    """

    means: Floats
    scales: Floats
    degrees: Floats
    centre_end: float
    spread_end: float


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """By data set, centre and node k, which is at x = starts + k * steps.

    ``apart`` is the distance from the data set's mean, ``squares`` that from the centre in
    spreads, squared, and ``logs`` are those of kernel times weight.
    """

    starts: Floats
    steps: Floats
    apart: Floats
    squares: Floats
    logs: Floats


def nodes_of(kernels: Kernels, centres: Floats, spread: float, step: float) -> Nodes:
    """Nodes no farther apart than the step, from where each kernel is nothing to where it is again.

    Where the centre lies even farther out, the nodes reach to it.
    """
    scale, degrees = kernels.scales[:, None], kernels.degrees[:, None]
    gap = centres - kernels.means[:, None]
    reach = scale * np.sqrt(degrees * np.expm1(-2 * math.log(_NOTHING) / (degrees + 1)))
    low, high = np.minimum(-reach, gap), np.maximum(reach, gap)
    starts = np.arcsinh(low / scale) + np.arcsinh((low - gap) / spread)
    lengths = np.arcsinh(high / scale) + np.arcsinh((high - gap) / spread) - starts
    number = math.ceil(float(lengths.max()) / step) + 1
    steps = lengths / (number - 1)
    scale, degrees, gap = scale[..., None], degrees[..., None], gap[..., None]
    grown = np.exp(starts[..., None] + steps[..., None] * np.arange(number))
    before, after = scale + spread / grown, scale + spread * grown
    root = np.sqrt(gap**2 + before * after)
    near = np.where(gap >= 0, (gap + root) / before, after / (root - np.minimum(gap, 0)))
    other = grown / near
    slopes = 2 / (scale * (near + 1 / near)) + 2 / (spread * (other + 1 / other))
    apart = (near - 1 / near) / 2
    logs = np.log(steps[..., None] / slopes) - (degrees + 1) / 2 * np.log(1 + apart**2 / degrees)
    return Nodes(starts, steps, scale * apart, ((other - 1 / other) / 2) ** 2, logs)
