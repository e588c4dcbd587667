"""What a forest plot says in each row: who, the interval, the numbers beside it, the margin."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from aucurate.errors import OptionError
from aucurate.formatting import bare_p_value, count, digits_for, number, percent, shortened
from aucurate.inference.auc.equivalence import MarginTest
from aucurate.inference.multiclass.class_estimate import ClassEstimate
from aucurate.plots.words import NAME_WIDTH, short_names
from aucurate.results import Comparison, Estimate, Interval
from aucurate.study.compare_test_words import margin_title

Result: TypeAlias = Estimate | ClassEstimate | Comparison | MarginTest
Region: TypeAlias = tuple[float, float]

MOST = 200
_KINDS = (Estimate, ClassEstimate, Comparison, MarginTest)
_PAIR_WIDTH = 20
_METHOD_WIDTH = 28


class Row(NamedTuple):
    """One row: its label, its numbers, its texts, and where it is to lie by its margin."""

    label: str
    value: float
    interval: Interval
    cells: tuple[str, ...]
    null: float
    region: Region | None
    adjusted: float
    shown: bool | None


def given(results: Result | Sequence[Result]) -> list[Result]:
    """Results of one kind about one quantity, or an error that says what is wrong."""
    found = [results] if isinstance(results, _KINDS) else list(results)
    kinds = {type(one) for one in found}
    if not found or not kinds <= set(_KINDS):
        raise OptionError(
            "there are no results to draw.",
            hint="give estimates or comparisons of a study, e.g. study.comparisons.",
        )
    if len(kinds) > 1:
        names = sorted(kind.__name__ for kind in kinds)
        raise OptionError(
            f"{' and '.join(names)} do not stand on the same scale.",
            hint="draw each kind of result in a figure of its own.",
        )
    quantities = sorted({quantity(one) for one in found})
    if len(quantities) > 1:
        raise OptionError(
            f"the results are about different quantities: {shortened(', '.join(quantities))}.",
            hint="draw each quantity in a figure of its own.",
        )
    if len(found) > MOST:
        raise OptionError(
            f"{count(len(found), 'row')} do not fit one figure; {MOST} do.",
            hint="draw a selection, or all pairs with comparison_matrix_figure.",
        )
    return found


def quantity(result: Result) -> str:
    """What a result is about."""
    return result.comparison.quantity if isinstance(result, MarginTest) else result.quantity


def compared(result: Result) -> Comparison | None:
    """The comparison in a result, None in an estimate."""
    if isinstance(result, MarginTest):
        return result.comparison
    return result if isinstance(result, Comparison) else None


def rows_of(results: Sequence[Result], adjusted: Sequence[float] | None) -> list[Row]:
    """The rows in the order given."""
    if adjusted is not None and len(adjusted) != len(results):
        raise OptionError(
            f"there are {len(adjusted)} adjusted p-values for {count(len(results), 'row')}.",
            hint="give one for each result, in the same order.",
        )
    if adjusted is not None and compared(results[0]) is None:
        raise OptionError("estimates have no p-values.", hint="leave adjusted_p_values out.")
    limits = [interval_of(one) for one in results]
    digits = max(digits_for(one.high - one.low) for one in limits)
    alike = len({one.confidence for one in limits}) == 1
    labels = _labels(results)
    rows = []
    for at, one in enumerate(results):
        p_adjusted = math.nan if adjusted is None else float(adjusted[at])
        pair, value = compared(one), value_of(one)
        around = _around(limits[at], digits, alike)
        shown = _shown(one, p_adjusted)
        cells = [f"{number(value, digits)} ({around})"]
        if pair is not None:
            p = one.p_value if isinstance(one, MarginTest) else pair.p_value
            cells.append(bare_p_value(p))
            cells += [] if adjusted is None else [bare_p_value(p_adjusted)]
        cells += [] if shown is None else ["shown" if shown else "not shown"]
        rows.append(
            Row(
                label=labels[at],
                value=value,
                interval=limits[at],
                cells=tuple(cells),
                null=math.nan if pair is None else pair.null_difference,
                region=_region(one),
                adjusted=p_adjusted,
                shown=shown,
            )
        )
    return rows


def heads_of(results: Sequence[Result], adjusted: Sequence[float] | None) -> tuple[str, ...]:
    """What stands above the labels and above each column of text."""
    confidences = {interval_of(one).confidence for one in results}
    of = f"{percent(confidences.pop())} CI" if len(confidences) == 1 else "interval"
    if isinstance(results[0], Estimate | ClassEstimate):
        return ("classifier", f"{shortened(quantity(results[0]), 24)} ({of})")
    heads = ["comparison", f"difference ({of})", "p"]
    heads += [] if adjusted is None else ["adjusted p"]
    return (*heads, *(["verdict"] if isinstance(results[0], MarginTest) else []))


def axis_words(results: Sequence[Result]) -> str:
    """The name of the axis, with the method of the intervals and the margin where all share it."""
    about = shortened(quantity(results[0]), 40)
    words = about if isinstance(results[0], Estimate | ClassEstimate) else f"difference of {about}"
    methods = {interval_of(one).method for one in results}
    lines = [words]
    if len(methods) == 1:
        lines.append(f"{shortened(methods.pop(), 40)} intervals")
    sides = {one.alternative for one in results if isinstance(one, Comparison)} - {"two-sided"}
    lines += [f"alternative: {side}" for side in sorted(sides)]
    tests = [one for one in results if isinstance(one, MarginTest)]
    titles = list(dict.fromkeys(margin_title(one) for one in tests))
    if titles:
        title = titles[0] if len(titles) == 1 else "the margin of each row"
        lines.append(f"shaded: {title[0].lower()}{title[1:]}")
    return "\n".join(lines)


def interval_of(result: Result) -> Interval:
    """The interval drawn in a row."""
    return result.comparison.interval if isinstance(result, MarginTest) else result.interval


def value_of(result: Result) -> float:
    """The number in the middle of a row."""
    pair = compared(result)
    if pair is not None:
        return pair.difference
    assert isinstance(result, Estimate | ClassEstimate)
    return result.value


def _labels(results: Sequence[Result]) -> list[str]:
    """Names, or pairs of them; with the method of the interval where they are there twice."""
    pairs = [compared(one) for one in results]
    if isinstance(results[0], Estimate | ClassEstimate):
        names = [one.name for one in results if isinstance(one, Estimate | ClassEstimate)]
        short = short_names(list(dict.fromkeys(names)), NAME_WIDTH)
        labels = [short[name] for name in names]
    else:
        known = [pair for pair in pairs if pair is not None]
        names = [name for pair in known for name in (pair.first, pair.second)]
        short = short_names(list(dict.fromkeys(names)), _PAIR_WIDTH)
        labels = [f"{short[pair.first]} - {short[pair.second]}" for pair in known]
    often = Counter(labels)
    return [
        f"{label}, {shortened(interval_of(one).method, _METHOD_WIDTH)}"
        if often[label] > 1
        else label
        for label, one in zip(labels, results, strict=True)
    ]


def _around(limits: Interval, digits: int, alike: bool) -> str:
    around = f"{number(limits.low, digits)} to {number(limits.high, digits)}"
    return around if alike else f"{percent(limits.confidence)} CI {around}"


def _region(result: Result) -> Region | None:
    """Where the interval of a margin test lies when it shows what was asked."""
    if not isinstance(result, MarginTest):
        return None
    return {
        "noninferiority": (-result.margin, math.inf),
        "superiority": (result.margin, math.inf),
        "equivalence": (-result.margin, result.margin),
    }[result.kind]


def _shown(result: Result, adjusted: float) -> bool | None:
    """What a margin test showed; where p-values are adjusted these count, as in the study."""
    if not isinstance(result, MarginTest):
        return None
    return result.shown and not adjusted > result.level
