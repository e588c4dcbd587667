"""An interval or a test by the name of its method: the registry as two functions.

Every method has a function of its own, with its own options. :func:`interval` and :func:`test` call
that function for the requested number and method, so that an analysis can loop over methods, or
change one, without changing anything else. Both take the names that the studies take:
``method="auto"`` is the method that :func:`~aucurate.study.compare` would use.
"""

from typing import Any, TypeAlias, overload

from aucurate.checks import checked
from aucurate.data.classes import ClassScores
from aucurate.data.ordered import OrderedScores
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.classes.auc import ClassAverage, HandTill
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.estimands import read_estimand
from aucurate.inference.core.contrasts import is_paired
from aucurate.inference.methods import AUTO, Method, Methods, methods_for, methods_of
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, ClassEstimate, Comparison, Estimate

AnyScores: TypeAlias = Scores | ClassScores | OrderedScores

_AVERAGE = Method("u-statistic", "U-statistic beta", "multiclass.auc.multiclass_auc_interval")
_FOR_AVERAGES = Methods(
    {
        _AVERAGE.key: _AVERAGE,
        **{k: m for k, m in methods_for("several classes", "interval").items() if m.resamples},
    },
    methods_for("several classes", "comparison"),
    {},
    *("u-statistic", "u-statistic", "u-statistic", "u-statistic"),
)
_FOR_VOLUMES = Methods(
    methods_for("volume", "interval"),
    methods_for("volume", "comparison"),
    {},
    *("u-statistic-beta", "u-statistic", "u-statistic", "u-statistic"),
    of_estimand=False,
)


@overload
def interval(
    scores: Scores,
    *,
    of: CountedEstimate | str | None = None,
    method: str = AUTO,
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
    method: str = AUTO,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> ClassEstimate: ...


@checked
def interval(
    scores: AnyScores,
    *,
    of: CountedEstimate | ClassAverage | str | None = None,
    method: str = AUTO,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Estimate | ClassEstimate:
    """Estimate a number about one classifier, with an interval by any method.

    >>> from aucurate.datasets import load_breast_cancer
    >>> tree = load_breast_cancer()["tree"]
    >>> print(interval(tree, method="newcombe"))
    tree: AUC 0.918 (95% CI 0.875 to 0.946), 106 positive and 179 negative, Newcombe score interval
    >>> print(interval(tree, of="sensitivity-at:specificity=0.9").interval)
    95% CI 0.579 to 0.933
    """
    known, estimand = _methods(scores, of)
    chosen = known.intervals[known.interval_key(method)]
    drawing = _drawing(chosen, resampling, threads, progress)
    result: Estimate | ClassEstimate = chosen(
        *(scores, *estimand), confidence=confidence, **drawing
    )
    return result


@checked
def test(
    first: AnyScores,
    second: AnyScores,
    *,
    of: CountedEstimate | ClassAverage | str | None = None,
    method: str = AUTO,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Test whether a number differs between two classifiers, by any method.

    >>> from aucurate.datasets import load_breast_cancer
    >>> from aucurate.estimates import PartialAuc
    >>> data = load_breast_cancer()
    >>> print(test(data["forest"], data["tree"]))
    AUC difference 0.041 (95% CI 0.020 to 0.061), p < 0.001, DeLong test, paired
    >>> high = PartialAuc(specificity=(0.9, 1), corrected=True)
    >>> print(test(data["forest"], data["tree"], of=high).p_value < 0.001)
    True
    """
    if type(second) is not type(first):
        raise OptionError(
            f"first is {type(first).__name__} and second is {type(second).__name__}.",
            hint="compare two classifiers with the same kind of data.",
        )
    known, estimand = _methods(first, of)
    together = is_paired(first, second, paired, "the test")
    chosen = known.comparisons[known.comparison_key(method, paired=together)]
    result: Comparison = chosen(
        *(first, second, *estimand),
        paired=paired,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
        **_drawing(chosen, resampling, threads, progress),
    )
    return result


test.__test__ = False  # type: ignore[attr-defined]  # not a test of the package, for pytest


def _methods(scores: AnyScores, of: object) -> tuple[Methods, tuple[Any, ...]]:
    """The methods for a number of these scores, and their arguments in addition to the scores."""
    if isinstance(scores, Scores) and isinstance(of, CountedEstimate | str | None):
        estimand = read_estimand(of) if isinstance(of, str) else of
        return methods_of(estimand), () if estimand is None else (estimand,)
    if isinstance(scores, ClassScores) and isinstance(of, ClassAverage | None):
        return _FOR_AVERAGES, (HandTill() if of is None else of,)
    if isinstance(scores, OrderedScores) and of is None:
        return _FOR_VOLUMES, ()
    takes = {
        Scores: "'auc', a PartialAuc, AveragePrecision, SensitivityAt or SpecificityAt",
        ClassScores: "a HandTill or OneVsRest",
        OrderedScores: "omitted: there is only the volume",
    }
    raise OptionError(
        f"of={of!r} cannot be estimated from {type(scores).__name__}.",
        hint=f"of can be {takes[type(scores)]}.",
    )


def _drawing(
    method: Method, resampling: Resampling | None, threads: int | None, progress: Progress | None
) -> dict[str, Any]:
    """The options of a method that resamples; the others take none of them."""
    if not method.resamples:
        return {}
    return {"resampling": resampling, "threads": threads, "progress": progress}
