"""p-values for several questions at once."""

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Holm's adjusted p-values: reject those at or below the level and the chance of even one
    false rejection among all the questions stays at the level, however they depend on each other.

    Sorted ascending, the i-th of k is multiplied by k - i + 1; an adjusted value is never below
    that of a smaller p-value, and never above 1.

    >>> holm([0.01, 0.04, 0.03])
    (0.03, 0.06, 0.06)

    Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal
    of Statistics 6, 65-70.
    """
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = highest
    return tuple(adjusted)
