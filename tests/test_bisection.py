import math

import pytest

from aucurate.bisection import bisect


def test_the_ends_are_neighbours() -> None:
    inside, outside = bisect(lambda x: x <= 0.3, 0.0, 1.0)
    assert (inside, outside) == (0.3, math.nextafter(0.3, 1))


def test_it_goes_down_as_well_as_up() -> None:
    inside, outside = bisect(lambda x: x >= 0.3, 1.0, 0.0)
    assert (inside, outside) == (0.3, math.nextafter(0.3, 0))


def test_it_reaches_the_smallest_number() -> None:
    assert bisect(lambda x: x > 0, 1.0, 0.0) == (5e-324, 0.0)


def test_it_stops_when_told_and_never_asks_the_ends() -> None:
    asked: list[float] = []

    def holds(x: float) -> bool:
        asked.append(x)
        return x < 0.3

    assert bisect(holds, 0.0, 1.0, halvings=3) == (0.25, 0.375)
    assert asked == [0.5, 0.25, 0.375]


@pytest.mark.parametrize("end", [0.0, 1.0])
def test_an_end_that_holds_to_the_last_comes_back_beside_it(end: float) -> None:
    inside, outside = bisect(lambda x: True, 0.5, end)
    assert outside == end
    assert inside == math.nextafter(end, 0.5)
