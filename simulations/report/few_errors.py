"""Where errors are few: which interval and which test may be trusted there, and at what price."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from aucurate.data.scores import Scores
from aucurate.inference.methods import INTERVALS, RECOMMENDED_INTERVAL
from simulations import few_errors, few_errors_tests, margins
from simulations.counting import LEVEL, TOO_HIGH, TOO_LOW
from simulations.report.cells import (
    Cell,
    cells_of,
    draws_said,
    places,
    rates_table,
    shown,
    table,
)
from simulations.report.choosing import ENOUGH
from simulations.report.intervals import FLOOR, NOMINAL, relative_width

LOOKED_AT = ("coverage", "held-out coverage", "trough coverage", "few errors coverage")
NOT_LOOKED_AT = ("held-out few errors coverage",)
BASE = "delong-logit-t"
FEW = 5  # misordered observations
BANDS = (0.0, 0.35, 0.7, 1.1, 1.7, 3.0, 5.0, 10.0, float("inf"))
SEPARATED = ((20, 20), (20, 200), (50, 50), (100, 100), (100, 1000), (300, 300))
LIMIT, MARGIN_LIMIT = few_errors_tests.LIMIT, few_errors_tests.MARGIN_LIMIT
TITLES = {
    "trough coverage": "Intervals between the sizes of the first grid, AUC near 1",
    "few errors coverage": "Intervals where a few errors make most of the loss",
    "held-out few errors coverage": "The same in worlds that were not looked at",
    "few errors paired level": f"Paired tests of equal AUCs, nominal {LEVEL}",
    "held-out few errors paired level": "The same in worlds that were not looked at",
    "few errors caveat": "How often DeLong's paired test says that errors are few",
    "paired power": f"Paired tests, power at {LEVEL}",
    "paired power curves": f"Paired tests, power at {LEVEL} along curves",
    "few errors unpaired level": f"Unpaired tests of equal AUCs, nominal {LEVEL}",
    "held-out few errors unpaired level": "The same in worlds that were not looked at",
    "unpaired power": f"Unpaired tests, power at {LEVEL}",
    "few errors margin level": "Margin tests at the margin, nominal "
    f"{margins.MARGIN_LEVEL}; the margin is the true difference",
    "held-out few errors margin level": "The same in worlds that were not looked at",
    "margin power": f"Margin tests of equal AUCs, margin {margins.MARGIN}: power at "
    f"{margins.MARGIN_LEVEL}",
}


FAILS = (
    f"A test **fails** in a cell if the 99% Monte Carlo interval of its level lies wholly above "
    f"{LIMIT} (margin tests: {MARGIN_LIMIT})."
)


def of_intervals(names: Sequence[str], results: dict[str, Any]) -> list[Cell]:
    """The cells of these questions with enough in the smaller class."""
    found = [cell for name in names for cell in cells_of(name, results)]
    return [cell for cell in found if cell.smaller >= ENOUGH]


def failing(cells: Sequence[Cell], method: str) -> list[Cell]:
    """Where the coverage of an interval lies clearly below the floor."""
    return [cell for cell in cells if cell.is_below(method, FLOOR)]


def recommended(results: dict[str, Any]) -> str | None:
    """The narrowest interval that fails in no cell, looked at or not, if there is one."""
    cells = of_intervals((*LOOKED_AT, *NOT_LOOKED_AT), results)
    holding = [m for m in few_errors.SHOWN if not failing(cells, m)]
    return min(holding, key=lambda m: relative_width(cells, m, BASE), default=None)


def interval_section(results: dict[str, Any]) -> str:
    """How each interval covers, in worlds that were looked at and in others, and by misordered."""
    looked, fresh = of_intervals(LOOKED_AT, results), of_intervals(NOT_LOOKED_AT, results)
    return (
        f"\n### Intervals for one AUC, {ENOUGH} or more in the smaller class\n\n"
        f"{_looked_at(results)}\n"
        "\nWorlds that were looked at while the interval was chosen:\n\n"
        + _interval_table(looked)
        + "\nWorlds that were not looked at (other shares, shapes and sizes; fixed after the "
        "interval was):\n\n"
        + _interval_table(fresh)
        + "\nLowest coverage by misordered observations, all of these worlds:\n\n"
        + _band_table(looked + fresh, few_errors.SHOWN, _lowest)
    )


def separated_limits() -> dict[tuple[int, int], tuple[float, list[float]]]:
    """By sizes: the highest lower limit that the floor allows where no error was seen, and those of
    the intervals.
    """
    found = {}
    for m, n in SEPARATED:
        scores = Scores.from_arrays(np.repeat([0, 1], [n, m]), np.arange(m + n))
        limits = [INTERVALS[method](scores).interval.low for method in few_errors.SHOWN]
        found[m, n] = (1 - FLOOR) ** (1 / min(m, n)), limits
    return found


def separation_section() -> str:
    """The lower limit where no error was seen, beside the highest that the floor allows."""
    rows = [
        [f"{m}/{n}", f"{bound:.3f}", *(f"{limit:.3f}" for limit in limits)]
        for (m, n), (bound, limits) in separated_limits().items()
    ]
    return (
        "\n### After perfect separation\n\nThe lower limit when no positive lies below a negative. "
        "A classifier that misses a share e of the smaller class's k observations, and none else, "
        f"shows none of them with probability (1 - e)^k: a limit above {1 - FLOOR:.2f}^(1/k) "
        f"covers less than {FLOOR} for some share.\n\n"
        + table(["sizes", "highest that covers", *few_errors.SHOWN], rows)
    )


def side_section(results: dict[str, Any]) -> str:
    """On which side intervals miss."""
    cells = of_intervals((*LOOKED_AT, *NOT_LOOKED_AT), results)
    few = [cell for cell in cells if cell.misordered < FEW]
    many = [cell for cell in cells if cell.misordered >= FEW]
    rows = []
    for method in few_errors.SHOWN:
        for words, group in ((f"below {FEW}", few), (f"{FEW} and more", many)):
            high, low = (
                [cell.counts[f"{method}{side}"] / cell.draws for cell in group]
                for side in (TOO_HIGH, TOO_LOW)
            )
            worst = group[high.index(max(high))]
            rows.append(
                [
                    method,
                    words,
                    f"{sum(high) / len(high):.3f}",
                    f"{max(high):.3f}",
                    worst.place,
                    f"{sum(low) / len(low):.3f}",
                    f"{max(low):.3f}",
                ]
            )
    head = [
        "interval",
        "misordered",
        "above the truth, mean",
        "highest",
        "where",
        "below the truth, mean",
        "highest",
    ]
    return (
        "\n### On which side intervals miss\n\nAn interval that lies wholly above the true AUC "
        f"claims too much. Either side is nominally {(1 - NOMINAL) / 2:g}; {len(cells)} cells with "
        f"{ENOUGH} or more in the smaller class.\n\n" + table(head, rows)
    )


def test_section(results: dict[str, Any]) -> str:
    """Level and power of the tests of two classifiers, and of those with a margin."""
    level, power = (cells_of(n, results) for n in ("few errors paired level", "paired power"))
    fresh = cells_of("held-out few errors paired level", results)
    alone, alone_power = (
        cells_of(n, results) for n in ("few errors unpaired level", "unpaired power")
    )
    fresh_alone = cells_of("held-out few errors unpaired level", results)
    tests = (*few_errors_tests.TESTS, few_errors_tests.PERMUTATION)
    return (
        "\n### Tests of two classifiers where errors are few\n\n"
        f"Equal AUCs and {ENOUGH} or more in every class: normal scores of equal shape, curves of "
        "different shape that cross, each classifier missing its own few positives, and one of "
        f"them missing a few. `{few_errors_tests.BOTH}`: a difference is claimed only where "
        f"DeLong's test and MOVER both claim it. {FAILS} Paired; {draws_said(level)}.\n\n"
        + _level_table(level, tests, LIMIT)
        + "\nWorlds that played no part in any choice:\n\n"
        + _level_table(fresh, tests, LIMIT)
        + "\nHighest level by misordered observations (those of the true AUCs; a user sees those "
        "of the sample), all of these worlds:\n\n"
        + _band_table(level + fresh, tests, _highest)
        + "\nPower beside it, where AUCs differ:\n\n"
        + rates_table(power, tests)
        + f"\nUnpaired, most with one test set much larger; {draws_said(alone)}.\n\n"
        + _level_table(alone, few_errors_tests.TESTS, LIMIT)
        + "\nWorlds that played no part in any choice:\n\n"
        + _level_table(fresh_alone, few_errors_tests.TESTS, LIMIT)
        + "\nPower beside it:\n\n"
        + rates_table(alone_power, few_errors_tests.TESTS)
        + _margin_section(results)
    )


def _margin_section(results: dict[str, Any]) -> str:
    level = cells_of("few errors margin level", results)
    fresh = cells_of("held-out few errors margin level", results)
    power = cells_of("margin power", results)
    rows = []
    for kind in few_errors_tests.KINDS:
        for test in few_errors_tests.TESTS:
            column = f"{kind}, {test}"
            worst = max(level, key=lambda cell: cell.rate(column))
            mean = sum(cell.rate(column) for cell in power) / len(power)
            failed, failed_fresh = (
                sum(cell.is_above(column, MARGIN_LIMIT) for cell in cells)
                for cells in (level, fresh)
            )
            rows.append(
                [
                    kind,
                    test,
                    shown(worst, column, margins.MARGIN_LEVEL, "neither"),
                    worst.place,
                    f"{failed} of {len(level)}",
                    f"{max(cell.rate(column) for cell in fresh):.3f}, "
                    f"{failed_fresh} of {len(fresh)}",
                    "" if kind == "superiority" else f"{mean:.3f}",
                ]
            )
    head = [
        "question",
        "test",
        "highest level",
        "where",
        f"fails ({MARGIN_LIMIT})",
        "worlds not looked at: highest, fails",
        "mean power",
    ]
    beside = [
        [
            at.place,
            *(
                shown(at, f"non-inferiority, {test}", margins.MARGIN_LEVEL)
                for test in few_errors_tests.TESTS
            ),
            within.place,
            *(f"{within.rate(f'non-inferiority, {test}'):.3f}" for test in few_errors_tests.TESTS),
        ]
        for at, within in zip(level, power, strict=True)
    ]
    names = [f"level, {test}" for test in few_errors_tests.TESTS]
    powers = [f"power, {test}" for test in few_errors_tests.TESTS]
    return (
        f"\n### Tests with a margin where errors are few\n\nNominal {margins.MARGIN_LEVEL}, "
        "one-sided. Level: the true difference is just the margin. Power: equal AUCs, margin "
        f"{margins.MARGIN}; superiority cannot be shown there.\n\n"
        + table(head, rows)
        + "\nNon-inferiority, level and power beside each other, world by world:\n\n"
        + table(["at the margin", *names, "equal AUCs", *powers], beside)
    )


def tables(results: dict[str, Any]) -> str:
    """Cell by cell."""
    text = ""
    for question in (*few_errors.QUESTIONS, *few_errors_tests.QUESTIONS):
        cells = cells_of(question.name, results)
        text += f"\n### {TITLES[question.name]}\n\n{draws_said(cells)}"
        text += ".\n\n"
        if question in few_errors.QUESTIONS:
            text += _coverage_table(cells)
        else:
            text += rates_table(cells, question.columns, _nominal(question.name))
    return text


def _coverage_table(cells: list[Cell]) -> str:
    head, rows = places(cells)
    filled = [
        [
            *row,
            f"{cell.misordered:.2f}",
            f"{cell.draws:,}",
            *(_covers(cell, method) for method in few_errors.SHOWN),
        ]
        for row, cell in zip(rows, cells, strict=True)
    ]
    note = (
        "Coverage, in brackets its error; share of intervals above and below the truth; mean "
        "width.\n\n"
    )
    return note + table([*head, "misordered", "draws", *few_errors.SHOWN], filled)


def _covers(cell: Cell, method: str) -> str:
    high, low = (cell.counts[f"{method}{side}"] / cell.draws for side in (TOO_HIGH, TOO_LOW))
    text = shown(cell, method, NOMINAL, "low")
    return f"{text}; {high:.3f}, {low:.3f}; {cell.mean_width(method):.3f}"


def _nominal(question: str) -> float | None:
    if "power" in question:
        return None
    return margins.MARGIN_LEVEL if "margin" in question else LEVEL


def _interval_table(cells: list[Cell]) -> str:
    rows = []
    for method in few_errors.SHOWN:
        worst = min(cells, key=lambda cell: cell.rate(method))
        rows.append(
            [
                f"**{method}**" if method == RECOMMENDED_INTERVAL else method,
                shown(worst, method, NOMINAL, "neither"),
                worst.place,
                f"{sum(cell.rate(method) < FLOOR for cell in cells)} of {len(cells)}",
                str(len(failing(cells, method))),
                f"{relative_width(cells, method, BASE):.2f}",
            ]
        )
    head = ["interval", "lowest coverage", "where", f"below {FLOOR}", "fails", f"width to {BASE}"]
    return table(head, rows)


def _level_table(cells: list[Cell], tests: Sequence[str], limit: float) -> str:
    few = [cell for cell in cells if cell.misordered < FEW]
    many = [cell for cell in cells if cell.misordered >= FEW]
    rows = []
    for test in tests:
        worst = max(cells, key=lambda cell: cell.rate(test))
        rows.append(
            [
                test,
                shown(worst, test, LEVEL, "neither"),
                worst.place,
                *(
                    f"{sum(cell.is_above(test, limit) for cell in group)} of {len(group)}"
                    for group in (few, many)
                ),
            ]
        )
    head = [
        "test",
        "highest level",
        "where",
        f"fails ({limit}), misordered below {FEW}",
        f"{FEW} and more",
    ]
    return table(head, rows)


def _band_table(
    cells: Sequence[Cell], names: Sequence[str], of: Callable[[Sequence[Cell], str], str]
) -> str:
    """A row per band of misordered observations that has cells."""
    rows = []
    for low, high in pairwise(BANDS):
        group = [cell for cell in cells if low <= cell.misordered < high]
        if group:
            words = f"{low:g} to {high:g}" if high < BANDS[-1] else f"{low:g} and more"
            rows.append([words, str(len(group)), *(of(group, name) for name in names)])
    return table(["misordered", "cells", *names], rows)


def _lowest(cells: Sequence[Cell], name: str) -> str:
    return shown(min(cells, key=lambda cell: cell.rate(name)), name, NOMINAL, "low")


def _highest(cells: Sequence[Cell], name: str) -> str:
    return shown(max(cells, key=lambda cell: cell.rate(name)), name, LEVEL)


def _looked_at(results: dict[str, Any]) -> str:
    looked, fresh = of_intervals(LOOKED_AT, results), of_intervals(NOT_LOOKED_AT, results)
    return (
        f"An interval **fails** in a cell if the 99% Monte Carlo interval of its coverage lies "
        f"wholly below {FLOOR}. The form of {RECOMMENDED_INTERVAL} and its weight were chosen on "
        f"exploratory draws (other rng, not committed) from worlds of the {len(looked)} cells of "
        "the first table: its figures there flatter it. Worlds of some kinds of the second table "
        f"({len(fresh)} cells) were run at other sizes after that choice; none was used to "
        "choose."
    )
