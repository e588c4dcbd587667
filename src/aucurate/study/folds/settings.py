"""The options of a comparison over folds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from aucurate.checks import check_fields
from aucurate.data.folds import WithoutClass
from aucurate.inference.core.distributions import checked_confidence, checked_level
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.folds.registry import Thresholds
from aucurate.results import Alternative, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldsSettings(Record):
    """What was asked; ``method`` is None for the test that is recommended for each quantity."""

    threshold: float | dict[str, float] | None = None
    method: str | None = None
    all_tests: bool = False
    reference: str | None = None
    alternative: Alternative = "two-sided"
    confidence: float = 0.95
    level: float = 0.05
    correction: Correction = "holm"
    rope: float | None = None
    without_class: WithoutClass = "refuse"

    @classmethod
    def checked(cls, *, threshold: Thresholds | None = None, **asked: Any) -> Self:
        """Validated settings."""
        if isinstance(threshold, Mapping):
            threshold = {str(name): float(value) for name, value in threshold.items()}
        settings = cls(threshold=threshold, **asked)
        check_fields(settings)
        checked_confidence(settings.confidence)
        checked_level(settings.level)
        return settings
