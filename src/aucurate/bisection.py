"""Bisection to the last bit: where a statement that holds at one number ceases to hold."""

from collections.abc import Callable

_ENOUGH = 1200  # halvings from 1 to the smallest double


def bisect(
    holds: Callable[[float], bool], inside: float, outside: float, *, halvings: int = _ENOUGH
) -> tuple[float, float]:
    """Narrow the gap between a number where a statement holds and one where it does not.

    The two ends are trusted, not asked. Both come back as neighbouring floats, or after as many
    ``halvings`` as are allowed; a caller takes the one on the safe side. SciPy's ``brentq`` is
    faster for a smooth function; this one needs no sign change at the ends, only a yes or no.

    >>> bisect(lambda x: x * x <= 2, 1.0, 2.0)
    (1.414213562373095, 1.4142135623730951)
    >>> bisect(lambda x: x > 0.3, 1.0, 0.0, halvings=2)
    (0.5, 0.25)
    """
    for _ in range(halvings):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        if holds(middle):
            inside = middle
        else:
            outside = middle
    return inside, outside
