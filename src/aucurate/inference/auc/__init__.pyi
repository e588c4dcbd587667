# The public names as a type checker sees them; __init__.py loads each on first use.

from collections.abc import Collection, Mapping
from typing import Any, Literal, overload

from aucurate.data.moments import AucMoments
from aucurate.data.observations import Missing
from aucurate.data.scores import PairedScores, Scores
from aucurate.inference.auc.bounds import ErrorBound
from aucurate.inference.auc.delong import NormalScale, Satterthwaite
from aucurate.inference.auc.delong import paired_comparison as paired_comparison
from aucurate.inference.auc.delong import unpaired_comparison as unpaired_comparison
from aucurate.inference.auc.equivalence import Compared, Method
from aucurate.inference.auc.equivalence import MarginTest as MarginTest
from aucurate.inference.auc.hanley_mcneil import Correlation, Moments, ScoreCorrelation
from aucurate.inference.core.components import Distribution, JointDistribution, Scale
from aucurate.results import Alternative, Comparison, Estimate, JointTest

@overload
def agarwal_interval(
    data: Scores | AucMoments, *, confidence: float = 0.95, name: str | None = None
) -> Estimate: ...
@overload
def agarwal_interval(
    labels: Any,
    scores: Any,
    *,
    confidence: float = 0.95,
    name: str | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def birnbaum_klose_interval(
    data: Scores | AucMoments, *, confidence: float = 0.95, name: str | None = None
) -> Estimate: ...
@overload
def birnbaum_klose_interval(
    labels: Any,
    scores: Any,
    *,
    confidence: float = 0.95,
    name: str | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def cortes_mohri_interval(
    data: Scores,
    *,
    threshold: float | Literal["fewest errors"] | None = None,
    errors: int | None = None,
    confidence: float = 0.95,
    error_bound: ErrorBound = "normal",
) -> Estimate: ...
@overload
def cortes_mohri_interval(
    labels: Any,
    scores: Any,
    *,
    threshold: float | Literal["fewest errors"] | None = None,
    errors: int | None = None,
    confidence: float = 0.95,
    error_bound: ErrorBound = "normal",
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def chance_test(
    data: Scores,
    *,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    scale: Scale = "beta",
) -> Comparison: ...
@overload
def chance_test(
    labels: Any,
    scores: Any,
    *,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    scale: Scale = "beta",
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def delong_beta_interval(
    data: Scores | AucMoments, *, confidence: float = 0.95, name: str | None = None
) -> Estimate: ...
@overload
def delong_beta_interval(
    labels: Any,
    scores: Any,
    *,
    confidence: float = 0.95,
    name: str | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def delong_interval(
    data: Scores | AucMoments,
    *,
    confidence: float = 0.95,
    scale: NormalScale = "logit",
    name: str | None = None,
) -> Estimate: ...
@overload
def delong_interval(
    labels: Any,
    scores: Any,
    *,
    confidence: float = 0.95,
    scale: NormalScale = "logit",
    name: str | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def delong_joint_test(
    data: PairedScores | AucMoments,
    contrasts: Any = None,
    *,
    distribution: JointDistribution = "chi-square",
) -> JointTest: ...
@overload
def delong_joint_test(
    labels: Any,
    scores: Mapping[str, Any],
    contrasts: Any = None,
    *,
    distribution: JointDistribution = "chi-square",
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> JointTest: ...
@overload
def delong_logit_t_interval(
    data: Scores | AucMoments, *, confidence: float = 0.95, name: str | None = None
) -> Estimate: ...
@overload
def delong_logit_t_interval(
    labels: Any,
    scores: Any,
    *,
    confidence: float = 0.95,
    name: str | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def delong_null_test(
    data: Scores | AucMoments,
    *,
    null: float = 0.5,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    scale: Scale = "beta",
    name: str | None = None,
) -> Comparison: ...
@overload
def delong_null_test(
    labels: Any,
    scores: Any,
    *,
    null: float = 0.5,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    scale: Scale = "beta",
    name: str | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def delong_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    distribution: Distribution = "t",
    satterthwaite: Satterthwaite = "four-component",
) -> Comparison: ...
@overload
def delong_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    distribution: Distribution = "t",
    satterthwaite: Satterthwaite = "four-component",
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def equivalence_test(
    first: Compared,
    second: Compared,
    *,
    margin: float,
    level: float = 0.05,
    method: Method = ...,
    **options: Any,
) -> MarginTest: ...
@overload
def equivalence_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    margin: float,
    level: float = 0.05,
    method: Method = ...,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
    **options: Any,
) -> MarginTest: ...
@overload
def noninferiority_test(
    first: Compared,
    second: Compared,
    *,
    margin: float,
    level: float = 0.025,
    method: Method = ...,
    **options: Any,
) -> MarginTest: ...
@overload
def noninferiority_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    margin: float,
    level: float = 0.025,
    method: Method = ...,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
    **options: Any,
) -> MarginTest: ...
@overload
def superiority_test(
    first: Compared,
    second: Compared,
    *,
    margin: float,
    level: float = 0.025,
    method: Method = ...,
    **options: Any,
) -> MarginTest: ...
@overload
def superiority_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    margin: float,
    level: float = 0.025,
    method: Method = ...,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
    **options: Any,
) -> MarginTest: ...
@overload
def hanley_mcneil_interval(
    data: Scores | AucMoments,
    *,
    confidence: float = 0.95,
    moments: Moments = "exponential",
    name: str | None = None,
) -> Estimate: ...
@overload
def hanley_mcneil_interval(
    labels: Any,
    scores: Any,
    *,
    confidence: float = 0.95,
    moments: Moments = "exponential",
    name: str | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def hanley_mcneil_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    correlation: Correlation = "table",
    score_correlation: ScoreCorrelation = "pearson",
) -> Comparison: ...
@overload
def hanley_mcneil_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    correlation: Correlation = "table",
    score_correlation: ScoreCorrelation = "pearson",
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def newcombe_interval(
    data: Scores | AucMoments, *, confidence: float = 0.95, name: str | None = None
) -> Estimate: ...
@overload
def newcombe_interval(
    labels: Any,
    scores: Any,
    *,
    confidence: float = 0.95,
    name: str | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def highest_auc_interval(
    data: PairedScores | AucMoments, *, confidence: float = 0.95
) -> Estimate: ...
@overload
def highest_auc_interval(
    labels: Any,
    scores: Mapping[str, Any],
    *,
    confidence: float = 0.95,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def mover_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison: ...
@overload
def mover_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def simultaneous_comparisons(
    data: PairedScores | AucMoments,
    *,
    reference: str | None = None,
    contrasts: Any = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> tuple[Comparison, ...]: ...
@overload
def simultaneous_comparisons(
    labels: Any,
    scores: Mapping[str, Any],
    *,
    reference: str | None = None,
    contrasts: Any = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> tuple[Comparison, ...]: ...
@overload
def equal_auc_test(scores: Scores, *, by: Any) -> JointTest: ...
@overload
def equal_auc_test(
    labels: Any,
    scores: Any,
    *,
    by: Any,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> JointTest: ...
@overload
def equal_difference_test(first: Scores, second: Scores, *, by: Any) -> JointTest: ...
@overload
def equal_difference_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    by: Any,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> JointTest: ...

__all__: list[str]
