"""What a set of points that cannot be told from a chosen one answers, whatever a point is."""

import math
from typing import Generic, Protocol, TypeVar

from aucurate.errors import OptionError
from aucurate.formatting import listing


class Contrast(Protocol):
    """One point against the chosen one in one rate."""

    @property
    def point(self) -> int:
        """The place of the point."""

    @property
    def rate(self) -> str:
        """The rate in which they were compared."""

    @property
    def adjusted_p_value(self) -> float:
        """The p-value, adjusted for the other tests where that was asked."""

    @property
    def distinguishable(self) -> bool:
        """Whether the test rejects."""


ContrastT = TypeVar("ContrastT", bound=Contrast)


class ComparedPoints(Generic[ContrastT]):
    """The questions that every record of compared points answers alike."""

    __slots__ = ()

    chosen: int
    rates: tuple[str, ...]
    contrasts: tuple[ContrastT, ...]
    not_tested: tuple[int, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """The points that no rate distinguishes from the chosen one (AND over the rates)."""
        told_apart = {c.point for c in self.contrasts if c.distinguishable}
        tested = {c.point for c in self.contrasts} - set(self.not_tested)
        return tuple(sorted(tested - told_apart))

    def points_by(self, rate: str) -> tuple[int, ...]:
        """The points that this rate does not distinguish from the chosen one."""
        return tuple(c.point for c in self._of(rate) if not c.distinguishable)

    def contrast(self, point: int, rate: str) -> ContrastT:
        """One of the comparisons."""
        for found in self._of(rate):
            if found.point == point:
                return found
        raise OptionError(
            f"point {point!r} was not compared with the chosen one in {rate!r}.",
            hint="points are numbered from 0; the chosen one is not compared with itself.",
        )

    def statuses(self, size: int) -> list[str]:
        """Of so many points, by their places: is it the chosen one, or can it be told from it?"""
        named = {
            **dict.fromkeys(self.points, "not distinguishable"),
            **dict.fromkeys(self.not_tested, "not tested"),
            self.chosen: "chosen",
        }
        return [named.get(at, "distinguishable") for at in range(size)]

    def smallest_p_values(self, size: int) -> list[float]:
        """Of so many points, by their places: the smallest adjusted p-value of its rates."""
        found = [math.nan] * size
        for one in self.contrasts:
            known = found[one.point]
            if math.isnan(known) or one.adjusted_p_value < known:
                found[one.point] = one.adjusted_p_value
        return found

    def _of(self, rate: str) -> list[ContrastT]:
        if rate not in self.rates:
            raise OptionError(
                f"the rate {rate!r} was not tested.", hint=f"there are {listing(self.rates)}."
            )
        return [c for c in self.contrasts if c.rate == rate]
