# The public names as a type checker sees them; __init__.py loads each on first use.

from collections.abc import Collection
from typing import Any, overload

from aucurate.data.classes import ClassScores
from aucurate.data.observations import Missing
from aucurate.data.ordered import OrderedScores
from aucurate.data.scores import Scores
from aucurate.estimates.classes.auc import ClassAverage
from aucurate.estimates.counted import CountedEstimate
from aucurate.inference import auc as auc
from aucurate.inference import curve as curve
from aucurate.inference import folds as folds
from aucurate.inference import many_datasets as many_datasets
from aucurate.inference import models as models
from aucurate.inference import multiclass as multiclass
from aucurate.inference import operating as operating
from aucurate.inference import resampling as resampling
from aucurate.inference.by_name import AnyScores
from aucurate.inference.core.multiplicity import adjust as adjust
from aucurate.inference.core.multiplicity import benjamini_hochberg as benjamini_hochberg
from aucurate.inference.core.multiplicity import bonferroni as bonferroni
from aucurate.inference.core.multiplicity import hochberg as hochberg
from aucurate.inference.core.multiplicity import holm as holm
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, ClassEstimate, Comparison, Estimate

@overload
def interval(
    scores: Scores,
    *,
    of: CountedEstimate | str | None = None,
    method: str = ...,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Estimate: ...
@overload
def interval(
    scores: ClassScores | OrderedScores,
    *,
    of: ClassAverage | None = None,
    method: str = ...,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> ClassEstimate: ...
@overload
def interval(
    labels: Any,
    scores: Any,
    *,
    of: CountedEstimate | str | None = None,
    method: str = ...,
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
) -> Estimate: ...
@overload
def test(
    first: AnyScores,
    second: AnyScores,
    *,
    of: CountedEstimate | ClassAverage | str | None = None,
    method: str = ...,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison: ...
@overload
def test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    of: CountedEstimate | ClassAverage | str | None = None,
    method: str = ...,
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

__all__: list[str]
