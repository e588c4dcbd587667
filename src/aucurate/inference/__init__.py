"""Uncertainty: one file per method, each on the list of its kind and held to its contract.

``tests/every`` runs every entry of these lists through the promises of its kind: swapping flips
the sign, a classifier does not differ from itself, the interval holds the estimate, monotone
transformations and the order of rows change nothing, the result survives JSON.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from aucurate.inference.delong import delong_interval, delong_test
from aucurate.inference.delong_joint import delong_joint_test
from aucurate.results import Comparison, Estimate, JointTest

INTERVALS: Mapping[str, Callable[..., Estimate]] = {
    "delong-logit": partial(delong_interval, scale="logit"),
    "delong-wald": partial(delong_interval, scale="wald"),
}

COMPARISONS: Mapping[str, Callable[..., Comparison]] = {
    "delong": delong_test,
}

JOINT_TESTS: Mapping[str, Callable[[Any], JointTest]] = {
    "delong-chi-square": delong_joint_test,
}
