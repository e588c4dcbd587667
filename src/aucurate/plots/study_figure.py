"""One figure of a study, and the kinds of figure that several studies share."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aucurate.formatting import (
    count,
    digits_for,
    interval,
    listing,
    number,
    p_value,
    percent,
    shortened,
)
from aucurate.inference.auc.equivalence import MarginTest
from aucurate.plots.comparison_pairs import MOST as MOST_IN_SQUARE
from aucurate.plots.display import Display
from aucurate.plots.forest_rows import MOST as MOST_ROWS
from aucurate.plots.forest_rows import Result, compared, interval_of, quantity, value_of
from aucurate.plots.result_displays import ComparisonMatrixDisplay, ForestDisplay
from aucurate.plots.words import brief
from aucurate.results import Comparison

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
        title=title or f"{_capital(about)} with intervals",
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
        return f"{listing([_told(one) for one in results])}."
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


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
