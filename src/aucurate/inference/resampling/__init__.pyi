# The public names as a type checker sees them; __init__.py loads each on first use.

from collections.abc import Collection
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from aucurate.data.classes import ClassScores
from aucurate.data.observations import Missing
from aucurate.data.ordered import OrderedScores
from aucurate.data.scores import PairedScores, Scores
from aucurate.estimates.classes.auc import ClassAverage
from aucurate.estimates.counted import CountedEstimate
from aucurate.inference.resampling.bootstrap import Estimand
from aucurate.inference.resampling.function_bootstrap import Measure
from aucurate.inference.resampling.intervals import Kind
from aucurate.inference.resampling.options import Resampling as Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, ClassEstimate, Comparison, Estimate, JointTest

@overload
def bootstrap_interval(
    data: Scores,
    of: CountedEstimate | Measure | None = None,
    *,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Estimate: ...
@overload
def bootstrap_interval(
    data: ClassScores | OrderedScores,
    of: ClassAverage | None = None,
    *,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> ClassEstimate: ...
@overload
def bootstrap_interval(
    labels: Any,
    scores: Any,
    of: CountedEstimate | Measure | None = None,
    *,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def bootstrap_test(
    first: Scores | ClassScores | OrderedScores,
    second: Scores | ClassScores | OrderedScores,
    of: Estimand | None = None,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison: ...
@overload
def bootstrap_test(
    labels: Any,
    first: Any,
    second: Any,
    of: Estimand | None = None,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def bootstrap_aucs(
    data: Scores | PairedScores,
    resampling: Resampling | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float64]: ...
@overload
def bootstrap_aucs(
    labels: Any,
    scores: Any,
    resampling: Resampling | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> NDArray[np.float64]: ...
@overload
def permutation_test(
    first: Scores,
    second: Scores,
    of: CountedEstimate | Measure | None = None,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison: ...
@overload
def permutation_test(
    labels: Any,
    first: Any,
    second: Any,
    of: CountedEstimate | Measure | None = None,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def venkatraman_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> JointTest: ...
@overload
def venkatraman_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    paired: bool | None = None,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> JointTest: ...

__all__: list[str]
