"""Matthews' correlation and F1 at a prevalence: Yule's formula, numerical gradients, edges."""

import math

import pytest
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.estimates.operating_point import OperatingPoint
from aucurate.inference.operating.delta_rates import matthews, stated_f1

TABLES = [(40, 15, 60, 90), (8, 3, 10, 30), (5, 25, 20, 30), (99, 1, 100, 900)]


def _point(table: tuple[int, int, int, int], prevalence: float | None = None) -> OperatingPoint:
    true, false, m, n = table
    return OperatingPoint.from_counts(
        true_positives=true,
        false_positives=false,
        n_positive=m,
        n_negative=n,
        use=IntendedUse(prevalence=prevalence),
    )


@pytest.mark.parametrize("table", TABLES)
def test_the_variance_is_that_of_yule(table: tuple[int, int, int, int]) -> None:
    true, false, m, n = table
    size, phi = m + n, _point(table).matthews_correlation
    row, column = m / size, (true + false) / size
    rows, columns = row * (1 - row), column * (1 - column)
    variance = 1 - phi**2
    variance += (
        phi * (1 + phi**2 / 2) * (1 - 2 * row) * (1 - 2 * column) / math.sqrt(rows * columns)
    )
    variance -= 0.75 * phi**2 * ((1 - 2 * row) ** 2 / rows + (1 - 2 * column) ** 2 / columns)
    error, found = matthews(_point(table), 0.95)
    assert error == pytest.approx(math.sqrt(variance / size), rel=1e-9)
    assert math.atanh(found.low) + math.atanh(found.high) == pytest.approx(2 * math.atanh(phi))


@for_each("table", TABLES)
@for_each("prevalence", [0.05, 0.5])
@for_each("rate", ["f1", "matthews_correlation"])
def test_at_a_prevalence_the_error_follows_from_both_rates(
    table: tuple[int, int, int, int], prevalence: float, rate: str
) -> None:
    """The gradient in sensitivity and specificity by differences, in a table 10^6 times as big."""
    true, false, m, n = (10**6 * count for count in table)
    step = 1000

    def slope(more: int, alarms: int, size: int) -> float:
        low = _point((true - more, false - alarms, m, n), prevalence)
        high = _point((true + more, false + alarms, m, n), prevalence)
        return float(getattr(high, rate) - getattr(low, rate)) / (2 * step / size)

    se, fp = true / m, false / n
    variance = slope(step, 0, m) ** 2 * se * (1 - se) / table[2]
    variance += slope(0, step, n) ** 2 * fp * (1 - fp) / table[3]
    error, found = (stated_f1 if rate == "f1" else matthews)(_point(table, prevalence), 0.95)
    assert error == pytest.approx(math.sqrt(variance), rel=1e-5)
    assert found.low < getattr(_point(table, prevalence), rate) < found.high


@pytest.mark.parametrize("prevalence", [None, 0.1])
def test_edges_are_no_points_and_stay_in_range(prevalence: float | None) -> None:
    for table in ((5, 0, 5, 8), (0, 8, 5, 8), (1, 0, 1, 1), (5, 0, 5, 800)):
        point = _point(table, prevalence)
        _, found = matthews(point, 0.95)
        assert -1 <= found.low <= point.matthews_correlation <= found.high <= 1
        assert found.low < found.high
    nobody = matthews(_point((0, 0, 5, 8), prevalence), 0.95)
    assert math.isnan(nobody[0])
    assert (nobody[1].low, nobody[1].high) == (-1.0, 1.0)


def test_f1_at_its_edges() -> None:
    for table in ((5, 0, 5, 8), (0, 8, 5, 8), (0, 0, 5, 8), (5, 8, 5, 8)):
        point = _point(table, 0.2)
        error, found = stated_f1(point, 0.95)
        assert 0 <= found.low <= point.f1 <= found.high <= 1
        assert found.low < found.high
        assert math.isnan(error) == (point.f1 in (0, 1))
