"""The figures of a study, from the study alone: what ``study.plot()`` draws and a report shows.

Every kind of study has its figures, the main one first. What a study does not carry is not drawn: a
file of an older version has no curves and no fold values, and gives the figures that it can.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from aucurate.errors import OptionError, UnsupportedError
from aucurate.formatting import (
    capital,
    count,
    digits_for,
    interval,
    join_words,
    number,
    p_value,
    percent,
    shortened,
)
from aucurate.inference.auc.equivalence import MarginTest
from aucurate.inference.many_datasets.hierarchical import HierarchicalPosterior
from aucurate.plots.comparison_matrix import MOST as MOST_IN_SQUARE
from aucurate.plots.displays import (
    ComparisonMatrixDisplay,
    CriticalDifferenceDisplay,
    FittedCurvesDisplay,
    FoldValuesDisplay,
    ForestDisplay,
    MulticlassDisplay,
    OutcomesDisplay,
    PointPanelsDisplay,
    PowerCurveDisplay,
    RocDisplay,
    UsedPointsDisplay,
)
from aucurate.plots.figure import MOST_PANELS, Display
from aucurate.plots.folds.operating_points import MOST_POINT_PANELS
from aucurate.plots.folds.values import MOST as MOST_IN_DOTS
from aucurate.plots.forest import MOST as MOST_ROWS
from aucurate.plots.forest import Result, compared, interval_of, quantity, value_of
from aucurate.plots.text import brief
from aucurate.results import Comparison, Estimate, Tested
from aucurate.study.base import Study
from aucurate.study.compare import CompareStudy, IntervalsStudy
from aucurate.study.fit import FitStudy
from aucurate.study.folds import FoldsStudy
from aucurate.study.folds.numbers import FoldsPart
from aucurate.study.folds.outcomes import OutcomesStudy, TestOutcome
from aucurate.study.multiclass import MulticlassStudy
from aucurate.study.operate import OperateStudy
from aucurate.study.operate.folds import OperateFoldsStudy
from aucurate.study.plan import PlanStudy
from aucurate.study.rank import RankStudy

__all__ = ["Display", "StudyFigure", "figure_of", "figures_of"]

# One figure of a study, and the kinds of figure that several studies share.


T = TypeVar("T")
_LISTED = 4  # results that are told one by one
_TOO_LONG = 66  # rows of differences, where a square shows them all


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StudyFigure:
    """A figure of a study by its ``name``, with a caption and words for those who cannot see it.

    ``words`` say in a sentence or two what the figure shows, with its main numbers.
    """

    name: str
    title: str
    words: str
    display: Display


def estimates_figure(
    results: Sequence[Result], *, name: str, title: str | None = None
) -> Iterator[StudyFigure]:
    """Estimates of one quantity below each other, where there are any and they fit."""
    if not 0 < len(results) <= MOST_ROWS:
        return
    about = quantity(results[0])
    one = "with its interval" if len(results) == 1 else "each with its interval"
    yield StudyFigure(
        name=name,
        title=title or f"{capital(about)} with intervals",
        words=f"Forest plot: {count(len(results), 'row')} of {shortened(about)}, {one}. "
        f"Values: {told(results)}",
        display=ForestDisplay(results),
    )


def difference_figures(
    results: Sequence[Comparison], adjusted: Sequence[float], *, prefix: str = ""
) -> Iterator[StudyFigure]:
    """Differences below each other, and where three classifiers or more differ, as a square.

    There is a pair of figures for every quantity; more rows than can be read are left to the
    square.
    """
    several = len({one.quantity for one in results}) > 1
    for about in dict.fromkeys(one.quantity for one in results):
        own = [at for at, one in enumerate(results) if one.quantity == about]
        some, p_values = [results[at] for at in own], [adjusted[at] for at in own]
        start = f"{slug(about)}-" if several else prefix
        names = {name for one in some for name in (one.first, one.second)}
        pairs = {frozenset((one.first, one.second)) for one in some}
        in_square = (
            2 < len(names) <= MOST_IN_SQUARE
            and len(pairs) == len(some)
            and all(one.design != "one test set" for one in some)
            and len({one.alternative for one in some}) == 1
        )
        if len(some) <= (_TOO_LONG if in_square else MOST_ROWS):
            yield _differences(some, p_values, f"{start}differences")
        if in_square:
            yield _square(some, p_values, f"{start}matrix")


def results_of(tests: Sequence[Tested[T]]) -> tuple[list[T], list[float]]:
    """The results, and their adjusted p-values."""
    return [test.result for test in tests], [test.adjusted_p_value for test in tests]


def margin_figure(
    results: Sequence[MarginTest], adjusted: Sequence[float]
) -> Iterator[StudyFigure]:
    """Tests of a margin, where there are any and they fit."""
    if not 0 < len(results) <= MOST_ROWS:
        return
    shown = sum(one.shown and not p > one.level for one, p in zip(results, adjusted, strict=True))
    kind = results[0].kind
    yield StudyFigure(
        name="margins",
        title=f"Tests of {kind} with margin {number(results[0].margin)}",
        words=f"Forest plot of {count(len(results), 'test')} of {kind}: {shown} of them show it. "
        f"Differences: {told(results)}",
        display=ForestDisplay(results, adjusted_p_values=adjusted),
    )


def _differences(some: list[Comparison], adjusted: list[float], name: str) -> StudyFigure:
    level = 1 - some[0].interval.confidence
    below = sum(p <= level * (1 + 1e-12) for p in adjusted)
    many = len(some) > 1
    verdict = f" {below} of them with an adjusted p of at most {brief(level)}." if many else ""
    largest = max(some, key=lambda one: abs(one.difference))
    start = "The largest is " if many else "It is "
    return StudyFigure(
        name=name,
        title=f"Differences of {shortened(some[0].quantity)} with intervals",
        words=f"Forest plot: {count(len(some), 'difference')} of {shortened(some[0].quantity)} "
        f"with {percent(some[0].interval.confidence)} intervals.{verdict} "
        f"{start}{_told(largest)}.",
        display=ForestDisplay(some, adjusted_p_values=adjusted if many else None),
    )


def _square(some: list[Comparison], adjusted: list[float], name: str) -> StudyFigure:
    level = 1 - some[0].interval.confidence
    below = sum(p <= level * (1 + 1e-12) for p in adjusted)
    names = {each for one in some for each in (one.first, one.second)}
    return StudyFigure(
        name=name,
        title=f"All pairs: differences of {shortened(some[0].quantity)} and adjusted p-values",
        words=f"Square of {count(len(names), 'classifier')}: differences of "
        f"{shortened(some[0].quantity)} above the diagonal, adjusted p-values below it. "
        f"{below} of {count(len(some), 'pair')} have an adjusted p of at most {brief(level)}.",
        display=ComparisonMatrixDisplay(some, adjusted_p_values=adjusted),
    )


def told(results: Sequence[Result]) -> str:
    """Some results in words: all of a few, else the highest and the lowest."""
    if len(results) <= _LISTED:
        return f"{join_words([_told(one) for one in results])}."
    known = sorted(results, key=value_of)
    return f"highest {_told(known[-1])}, lowest {_told(known[0])}."


def _told(one: Result) -> str:
    limits, pair = interval_of(one), compared(one)
    digits = digits_for(limits.high - limits.low)
    around = interval(limits.low, limits.high, limits.confidence, digits)
    text = f"{number(value_of(one), digits)} ({around})"
    if pair is None:
        return f"{shortened(getattr(one, 'name', ''))} {text}"
    p = one.p_value if isinstance(one, MarginTest) else pair.p_value
    return f"{shortened(pair.first)} minus {shortened(pair.second)} {text}, {p_value(p)}"


def slug(words: str) -> str:
    """A name for a figure: small letters, figures and hyphens.

    >>> slug("positive predictive value")
    'positive-predictive-value'
    """
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "values"


_MOST_CURVES = 20
_SIDE_BY_SIDE = 3  # pairs of the hierarchical test, as in its table
_MOST_CLASSIFIERS = 8  # with three panels each


def figures_of(study: Study) -> tuple[StudyFigure, ...]:
    """All figures of a study, none of them drawn yet; none for a kind that has no figures.

    >>> import aucurate
    >>> study = aucurate.compare(aucurate.load_breast_cancer())
    >>> [figure.name for figure in figures_of(study)]
    ['roc', 'forest', 'differences', 'matrix']
    """
    made = _FIGURES.get(type(study))
    return () if made is None else tuple(made(study))


def figure_of(study: Study, name: str | None = None) -> StudyFigure:
    """One figure of a study by its name, the first unless named."""
    found = {figure.name: figure for figure in figures_of(study)}
    if not found:
        raise UnsupportedError(
            f"there is nothing to draw in this study of kind '{study.kind}'.",
            hint="its tables are in study.tables(); a study of an older version carries no curves.",
        )
    if name is None:
        return next(iter(found.values()))
    if name not in found:
        raise OptionError(
            f"this study has no figure named {name!r}.", hint=f"it has {join_words(list(found))}."
        )
    return found[name]


def _of_compare(study: CompareStudy) -> Iterator[StudyFigure]:
    if study.curves:
        yield _roc(study)
    plural = study.estimand.plural
    title = f"{capital(plural)} with intervals"
    yield from estimates_figure(study.estimates, name="forest", title=title)
    yield from difference_figures(*results_of(study.tests))
    yield from margin_figure(*results_of(study.margin_tests))
    yield from estimates_figure(
        study.all_estimates, name="intervals", title=f"All intervals of the {plural}"
    )


def _roc(study: CompareStudy) -> StudyFigure:
    """The curves, of many classifiers those with the highest estimates."""
    best = sorted(study.estimates, key=lambda one: -one.value)[:_MOST_CURVES]
    names = {one.name for one in best}
    curves = [one for one in study.curves if one.name in names]
    whose = count(len(curves), "classifier")
    title = None
    if len(curves) < len(study.curves):
        plural = study.estimand.plural
        title = f"ROC curves of the {len(curves)} highest {plural} of {len(study.curves)}"
        whose = f"the {len(curves)} of {len(study.curves)} classifiers with the highest {plural}"
    lines = "curve" if len(curves) == 1 else "curves"
    is_auc = study.estimand.is_auc
    values = "Areas" if is_auc else capital(study.estimand.plural)
    return StudyFigure(
        name="roc",
        title=f"ROC {lines} of {whose}",
        words=f"ROC {lines} of {whose}, sensitivity against 1 minus specificity. "
        f"{values}: {told(best)}",
        display=RocDisplay(
            curves,
            estimates=[one for one in study.estimates if one.name in names and is_auc],
            with_intervals=is_auc,
            title=title,
        ),
    )


def _of_folds(study: FoldsStudy) -> Iterator[StudyFigure]:
    for at, part in enumerate(study.parts):
        prefix = f"{slug(part.quantity)}-" if at else ""
        if part.values and len(part.values) <= MOST_IN_DOTS:
            yield _fold_values(part, f"{prefix}values")
        yield from difference_figures(part.comparisons, part.adjusted_p_values, prefix=prefix)
    if study.outcomes:
        yield _outcomes(study.outcomes, study.level)


def _fold_values(part: FoldsPart, name: str) -> StudyFigure:
    means = sorted(part.summaries, key=lambda one: -one.mean)
    words = [f"{shortened(one.name)} {number(one.mean)}" for one in means[:4]]
    more = f" and {len(means) - 4} more" if len(means) > 4 else ""
    return StudyFigure(
        name=name,
        title=f"{shortened(part.quantity)} of every fold",
        words=f"Dots: {shortened(part.quantity)} of {count(len(part.summaries), 'algorithm')} in "
        f"each of {count(len(part.fold_names), 'fold')}, with means and their intervals. "
        f"Means: {', '.join(words)}{more}.",
        display=FoldValuesDisplay(part),
    )


def _outcomes(outcomes: tuple[TestOutcome, ...], level: float) -> StudyFigure:
    agree = sum(not one.disagrees for one in outcomes)
    return StudyFigure(
        name="outcomes",
        title="What the tests of error and of AUC decide",
        words="Square of four counts, the test of error by the test of AUC. They agree on "
        f"{agree} of {count(len(outcomes), 'pair')} ({percent(agree / len(outcomes))}).",
        display=OutcomesDisplay(outcomes, level=level),
    )


def _of_operate(study: OperateStudy) -> Iterator[StudyFigure]:
    if study.curves and len(study.curves) <= _MOST_CURVES:
        yield StudyFigure(
            name="points",
            title=f"Operating points on their ROC curves: {shortened(study.settings.words, 60)}",
            words=f"ROC curves of {count(len(study.points), 'classifier')} with the operating "
            f"point of each and the region of its rates. {_point_words(study)}",
            display=UsedPointsDisplay(study),
        )
    for rate in ("sensitivity", "specificity"):
        found = [one.estimate(rate) for one in study.points if rate in one.rates]
        yield from estimates_figure(found, name=rate)
    yield from difference_figures(*results_of(study.tests))


def _point_words(study: OperateStudy) -> str:
    told_points = [
        f"{shortened(one.point.name)} has sensitivity {number(one.point.sensitivity)} and "
        f"specificity {number(one.point.specificity)}"
        for one in study.points[:4]
    ]
    more = len(study.points) - len(told_points)
    return f"{'; '.join(told_points)}{f'; and {more} more' if more else ''}."


def _of_operate_folds(study: OperateFoldsStudy) -> Iterator[StudyFigure]:
    if len(study.parts) <= MOST_POINT_PANELS:
        sizes = [
            f"{shortened(part.name)}: {len(part.indistinguishable.points)} of "
            f"{count(len(part.indistinguishable.thresholds) - 1, 'point')} not told from it"
            for part in study.parts[:4]
        ]
        yield StudyFigure(
            name="points",
            title=f"Operating points over folds: {shortened(study.settings.words, 60)}",
            words=f"Mean ROC curves over {count(study.layout.n_folds, 'fold')}, a panel for each "
            f"of {count(len(study.parts), 'classifier')}, with the chosen operating point and "
            f"those that cannot be told from it. {'; '.join(sizes)}.",
            display=PointPanelsDisplay(study),
        )
    for rate in study.settings.rates:
        found = [each.estimate for part in study.parts for each in part.rates if each.rate == rate]
        yield from estimates_figure(found, name=slug(rate))
    yield from difference_figures(*results_of(study.tests))


def _of_multiclass(study: MulticlassStudy) -> Iterator[StudyFigure]:
    main = [one for one in study.averages if one.quantity == study.averages[0].quantity]
    if len(study.names) <= _MOST_CLASSIFIERS:
        yield StudyFigure(
            name="classes",
            title="Errors of classes, AUCs of pairs of classes, decisions",
            words=f"Three panels for each of {count(len(study.names), 'classifier')}: the error of "
            f"each of {len(study.classes)} classes, the AUC of every pair of classes, and what is "
            f"decided. {main[0].quantity}: {told(main)}",
            display=MulticlassDisplay(study),
        )
    yield from estimates_figure(main, name="forest")
    yield from difference_figures(study.comparisons, study.adjusted_p_values)


def _of_fit(study: FitStudy) -> Iterator[StudyFigure]:
    fitted = sum(one.estimate is not None for one in study.fits)
    if study.curves and len(study.curves) <= MOST_PANELS:
        yield StudyFigure(
            name="curves",
            title="Fitted curves over the empirical one",
            words=f"The empirical ROC curve of {count(len(study.curves), 'classifier')} with "
            f"{count(fitted, 'fitted curve')} over it. Empirical AUCs: {told(study.empirical)}",
            display=FittedCurvesDisplay(study),
        )
    yield from estimates_figure(_areas(study), name="forest", title="AUC by model")


def _areas(study: FitStudy) -> list[Estimate]:
    """The empirical AUC of each classifier and those of its models, named by both."""
    found = []
    for one in study.empirical:
        found.append(replace(one, name=f"{one.name}, empirical"))
        found += [
            replace(fit.estimate, name=f"{fit.name}, {fit.model}", quantity=one.quantity)
            for fit in study.fits
            if fit.name == one.name and fit.estimate is not None
        ]
    return found


def _of_plan(study: PlanStudy) -> Iterator[StudyFigure]:
    if study.points:
        what = "Expected interval width" if study.plan.question == "interval" else "Power"
        yield StudyFigure(
            name="power",
            title=f"{what} by size of study",
            words=f"Line: {what.lower()} against the number of observations, the plan marked. "
            f"{study.plan}",
            display=PowerCurveDisplay(study),
        )


def _of_rank(study: RankStudy) -> Iterator[StudyFigure]:
    best = study.algorithms[0]
    yield StudyFigure(
        name="critical-difference",
        title=f"Average ranks by {shortened(study.quantity)} and the critical difference",
        words=f"Critical-difference diagram of {count(len(study.algorithms), 'algorithm')} over "
        f"{count(len(study.datasets), 'data set')}: {shortened(best.name)} ranks best "
        f"({number(best.average_rank, 2)}); ranks that differ by less than "
        f"{number(study.diagram.critical_difference, 2)} are not told apart.",
        display=CriticalDifferenceDisplay(study.diagram),
    )
    tests = [pair.hierarchical for pair in study.pairs if pair.hierarchical is not None]
    for at, test in enumerate(tests[:_SIDE_BY_SIDE]):
        if test.n_datasets < MOST_ROWS:
            yield _data_sets(test, f"pair-{at + 1}-data-sets" if len(tests) > 1 else "data-sets")


def _data_sets(test: HierarchicalPosterior, name: str) -> StudyFigure:
    pair = f"{shortened(test.first)} - {shortened(test.second)}"
    return StudyFigure(
        name=name,
        title=f"{pair}: differences of {shortened(test.quantity)} on each data set, in the light "
        "of the others",
        words=f"Forest plot of {count(test.n_datasets, 'data set')} and their centre, "
        f"{shortened(test.quantity)} of {pair}; circles are means over folds. {test}.",
        display=ForestDisplay(test),
    )


def _of_outcomes(study: OutcomesStudy) -> Iterator[StudyFigure]:
    if study.outcomes:
        yield _outcomes(study.outcomes, study.level)


def _of_intervals(study: IntervalsStudy) -> Iterator[StudyFigure]:
    title = "Intervals of the AUC by every method"
    yield from estimates_figure(study.estimates, name="intervals", title=title)
    title = "Recommended intervals of the AUC"
    yield from estimates_figure(study.recommended, name="forest", title=title)


_FIGURES: dict[type[Study], Callable[[Any], Iterator[StudyFigure]]] = {
    CompareStudy: _of_compare,
    FitStudy: _of_fit,
    FoldsStudy: _of_folds,
    IntervalsStudy: _of_intervals,
    MulticlassStudy: _of_multiclass,
    OperateFoldsStudy: _of_operate_folds,
    OperateStudy: _of_operate,
    OutcomesStudy: _of_outcomes,
    PlanStudy: _of_plan,
    RankStudy: _of_rank,
}
