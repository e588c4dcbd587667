"""What is asked of a comparison, beside the data."""

from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from aucurate.errors import OptionError
from aucurate.formatting import listing
from aucurate.inference import COMPARISONS, INTERVALS, RECOMMENDED_INTERVAL
from aucurate.inference.multiplicity import CORRECTIONS, Correction
from aucurate.inference.reference_distributions import checked_alternative, checked_confidence
from aucurate.inference.resampling import Resampling
from aucurate.results import Alternative


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareSettings:
    """Checked when they are made, before any data are read."""

    confidence: float = 0.95
    alternative: Alternative = "two-sided"
    reference: str | None = None
    interval: str = RECOMMENDED_INTERVAL
    all_intervals: bool = False
    method: str = "delong"
    correction: Correction = "holm"
    margin: float | None = None
    resampling: Resampling = field(default_factory=Resampling)

    def __post_init__(self) -> None:
        checked_confidence(self.confidence)
        checked_alternative(self.alternative)
        for what, value, known in (
            ("interval", self.interval, INTERVALS),
            ("method", self.method, COMPARISONS),
            ("correction", self.correction, CORRECTIONS),
        ):
            if value not in known:
                raise OptionError(
                    f"there is no {what} named {value!r}.",
                    hint=f"there are {listing([str(name) for name in known])}.",
                )

    def to_dict(self) -> dict[str, Any]:
        """The settings as JSON has them; a generator as rng cannot be written down."""
        plain = asdict(self)
        if isinstance(self.resampling.rng, np.random.Generator):
            plain["resampling"]["rng"] = "a generator"
        return plain
