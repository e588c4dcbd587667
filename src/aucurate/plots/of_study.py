"""One figure of a study, and the figures that several kinds of study share.

Which figures a kind of study has is declared in :mod:`aucurate.report.kinds`. What a study does not
carry is not drawn: a file of an older version has no curves and no fold values, and gives the
figures that it can.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

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
from aucurate.plots.comparison_matrix import MOST as MOST_IN_SQUARE
from aucurate.plots.comparison_matrix import ComparisonMatrixDisplay
from aucurate.plots.figure import Display
from aucurate.plots.forest import (
    MARGIN_TITLES,
    ForestDisplay,
    Result,
    compared,
    interval_of,
    quantity,
    value_of,
)
from aucurate.plots.forest import MOST as MOST_ROWS
from aucurate.plots.text import brief
from aucurate.results import Comparison, Tested

__all__ = [
    "StudyFigure", "described", "difference_figures", "estimates_figure", "margin_figure", "slug"
]  # fmt: skip

T = TypeVar("T")
_LISTED = 4  # results that are told one by one
_TOO_LONG = 66  # rows of differences, where a square shows them all


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class StudyFigure:
    """A figure of a study by its ``name``, with a caption and words for those who cannot see it.

    ``words`` say in a sentence or two what the figure shows, with its main numbers. ``tables`` are
    those whose numbers it draws: a report shows it beside the first that the study has.
    """

    name: str
    title: str
    words: str
    display: Display
    tables: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}: {self.title}>"


def estimates_figure(
    results: Sequence[Result], *, name: str, table: str, title: str | None = None
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
        f"Values: {described(results)}",
        display=ForestDisplay(results),
        tables=(table,),
    )


def difference_figures(
    results: Sequence[Comparison],
    adjusted: Sequence[float],
    *,
    prefix: str = "",
    table: str = "comparisons",
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
            yield _differences(some, p_values, f"{start}differences", table)
        if in_square:
            yield _square(some, p_values, f"{start}matrix", table)


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
    kind = MARGIN_TITLES[results[0].kind]
    yield StudyFigure(
        name="margins",
        title=f"Tests of {kind} with margin {number(results[0].margin)}",
        words=f"Forest plot of {count(len(results), 'test')} of {kind}: {shown} of them show it. "
        f"Differences: {described(results)}",
        display=ForestDisplay(results, adjusted_p_values=adjusted),
        tables=("margins",),
    )


def _differences(
    some: list[Comparison], adjusted: list[float], name: str, table: str
) -> StudyFigure:
    level = 1 - some[0].interval.confidence
    below = sum(p <= level * (1 + 1e-12) for p in adjusted)
    many = len(some) > 1
    verdict = f" {below} of them with an adjusted p of at most {brief(level)}." if many else ""
    largest = max(some, key=lambda one: abs(one.difference))
    start = "The largest is " if many else "It is "
    return StudyFigure(
        name=name,
        title=f"Differences in {shortened(some[0].quantity)} with intervals",
        words=f"Forest plot: {count(len(some), 'difference')} of {shortened(some[0].quantity)} "
        f"with {percent(some[0].interval.confidence)} intervals.{verdict} "
        f"{start}{_result(largest)}.",
        display=ForestDisplay(some, adjusted_p_values=adjusted if many else None),
        tables=(table,),
    )


def _square(some: list[Comparison], adjusted: list[float], name: str, table: str) -> StudyFigure:
    level = 1 - some[0].interval.confidence
    below = sum(p <= level * (1 + 1e-12) for p in adjusted)
    names = {each for one in some for each in (one.first, one.second)}
    return StudyFigure(
        name=name,
        title=f"All pairs: differences in {shortened(some[0].quantity)} and adjusted p-values",
        words=f"Matrix of {count(len(names), 'classifier')}: differences of "
        f"{shortened(some[0].quantity)} above the diagonal, adjusted p-values below it. "
        f"{below} of {count(len(some), 'pair')} have an adjusted p of at most {brief(level)}.",
        display=ComparisonMatrixDisplay(some, adjusted_p_values=adjusted),
        tables=(table,),
    )


def described(results: Sequence[Result]) -> str:
    """Some results in words: all of a few, else the highest and the lowest."""
    if len(results) <= _LISTED:
        return f"{join_words([_result(one) for one in results])}."
    known = sorted(results, key=value_of)
    return f"highest {_result(known[-1])}, lowest {_result(known[0])}."


def _result(one: Result) -> str:
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
