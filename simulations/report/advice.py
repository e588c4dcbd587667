"""What to use and where it fails, in sentences that follow the counts."""

from collections.abc import Callable, Sequence
from typing import Any

from aucurate.inference import RECOMMENDED_INTERVAL
from simulations import few_errors_tests, margins
from simulations.report.cells import Cell, cells_of
from simulations.report.choosing import ENOUGH
from simulations.report.few_errors import (
    BASE,
    FAILS,
    FEW,
    LIMIT,
    LOOKED_AT,
    MARGIN_LIMIT,
    NOT_LOOKED_AT,
    failing,
    of_intervals,
    recommended,
)
from simulations.report.intervals import FLOOR, NOMINAL, relative_width


def section(results: dict[str, Any]) -> str:
    """A paragraph for each question."""
    return (
        "\nMisordered is k min(A, 1 - A), with k the size of the smaller class: how many of its "
        f"observations the errors are worth. An interval **fails** in a cell if the 99% Monte "
        f"Carlo interval of its coverage lies wholly below {FLOOR}. {FAILS}\n\n"
        + _interval(results)
        + tests_said(
            "Two classifiers on the same test set",
            cells_of("few errors paired level", results),
            cells_of("paired power", results),
        )
        + tests_said(
            "On different test sets",
            cells_of("few errors unpaired level", results),
            cells_of("unpaired power", results),
        )
        + _margins(results)
    )


def _interval(results: dict[str, Any]) -> str:
    looked, fresh = of_intervals(LOOKED_AT, results), of_intervals(NOT_LOOKED_AT, results)
    both, method = looked + fresh, RECOMMENDED_INTERVAL
    widest = max(both, key=lambda c: c.mean_width(method) / c.mean_width(BASE))
    times = widest.mean_width(method) / widest.mean_width(BASE)
    best = recommended(results)
    if best == method:
        verdict = "No interval here that fails nowhere is narrower."
    else:
        verdict = f"The narrowest that fails nowhere: {best or 'none, all fail somewhere'}."
    return (
        f"- **One AUC: {method}.** In {len(both)} cells with {ENOUGH} or more in the smaller class "
        f"it covers {_range(both, method)} (nominal {NOMINAL}) and fails in "
        f"{len(failing(both, method))}; in the {len(fresh)} of these that were not looked at it "
        f"covers {_range(fresh, method)} and fails in {len(failing(fresh, method))}. It is "
        f"{relative_width(both, method, BASE):.2f} times as wide as {BASE} on average (at most "
        f"{times:.1f} times: {widest.place}), which covers {_range(both, BASE)} and fails in "
        f"{len(failing(both, BASE))}. {verdict}\n"
    )


def _range(cells: Sequence[Cell], method: str) -> str:
    rates = [cell.rate(method) for cell in cells]
    return f"{min(rates):.3f} to {max(rates):.3f}"


def tests_said(words: str, level: list[Cell], power: list[Cell]) -> str:
    """Which tests hold, and what each costs in power."""
    tests = few_errors_tests.TESTS
    return (
        f"- **{words}.** {_holding(level, tests, LIMIT)} "
        + " ".join(_of_test(test, test, level, power, LIMIT) for test in tests)
        + "\n"
    )


def _margins(results: dict[str, Any]) -> str:
    level = cells_of("few errors margin level", results)
    power = cells_of("margin power", results)
    tests = {test: f"noninferiority, {test}" for test in few_errors_tests.TESTS}
    holding = _holding(level, tests, MARGIN_LIMIT, tests.__getitem__)
    return (
        f"- **Non-inferiority** (nominal {margins.MARGIN_LEVEL}). {holding} "
        + " ".join(_of_test(t, column, level, power, MARGIN_LIMIT) for t, column in tests.items())
        + "\n"
    )


def _holding(
    cells: list[Cell],
    tests: Sequence[str] | dict[str, str],
    limit: float,
    column: Callable[[str], str] = str,
) -> str:
    found = [t for t in tests if not any(cell.is_above(column(t), limit) for cell in cells)]
    if not found:
        return f"No test holds in all {len(cells)} cells."
    return f"Of {', '.join(tests)}, only these fail in none of {len(cells)} cells: " + (
        f"**{', '.join(found)}**."
    )


def _of_test(test: str, column: str, level: list[Cell], power: list[Cell], limit: float) -> str:
    few = [cell for cell in level if cell.misordered < FEW]
    many = [cell for cell in level if cell.misordered >= FEW]
    said = []
    for words, cells in ((f"fewer than {FEW} misordered", few), (f"{FEW} or more", many)):
        if cells:
            failed = sum(cell.is_above(column, limit) for cell in cells)
            highest = max(cell.rate(column) for cell in cells)
            said.append(f"{failed} of {len(cells)} cells with {words} (level up to {highest:.3f})")
    mean = sum(cell.rate(column) for cell in power) / len(power)
    return f"{test} fails in {' and '.join(said)}; mean power {mean:.3f}."
