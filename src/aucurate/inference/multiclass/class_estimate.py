"""A number about one classifier of several classes: the record that its methods return."""

from dataclasses import dataclass

from aucurate import formatting
from aucurate.results import Caveat, Interval, Record

_NAMED = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassEstimate(Record):
    """A number about one classifier of several classes, with its uncertainty.

    ``counts`` are the observations of each of ``classes``. ``standard_error`` is NaN where the data
    do not allow one (a class with one observation).
    """

    name: str
    quantity: str
    value: float
    standard_error: float
    interval: Interval
    classes: tuple[str, ...]
    counts: tuple[int, ...]
    method: str
    caveats: tuple[Caveat, ...] = ()

    def __str__(self) -> str:
        digits = formatting.digits_for(self.interval.high - self.interval.low)
        named = [
            f"{size:,} ({formatting.shortened(name)})"
            for size, name in zip(self.counts, self.classes, strict=True)
        ]
        few = len(named) <= _NAMED
        sizes = (
            formatting.listing(named) if few else f"{sum(self.counts):,} in {len(named)} classes"
        )
        return (
            f"{self.name}: {self.quantity} {formatting.number(self.value, digits)} "
            f"({self.interval}), n = {sizes}, {self.interval.method} interval"
        )
