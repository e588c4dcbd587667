"""The options of a ranking."""

from dataclasses import dataclass, field
from typing import Any, Self

from aucurate.checks import check_fields
from aucurate.errors import OptionError
from aucurate.hints import Hint
from aucurate.inference.core.distributions import checked_confidence, checked_level
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.many_datasets.bayesian_signed_rank import REPLICATES
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Record


def _usual() -> Resampling:
    return Resampling(replicates=REPLICATES)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankSettings(Record):
    """What was asked; ``resampling`` is that of the Bayesian signed rank test."""

    control: str | None = None
    correction: Correction = "holm"
    level: float = 0.05
    confidence: float = 0.95
    rope: float | None = None
    hierarchical: bool = False
    resampling: Resampling = field(default_factory=_usual)

    @classmethod
    def checked(cls, *, resampling: Resampling | None = None, **asked: Any) -> Self:
        """Validated settings."""
        chosen = _usual() if resampling is None else resampling
        settings = cls(resampling=chosen.fixed(), **asked)
        check_fields(settings)
        checked_confidence(settings.confidence)
        checked_level(settings.level)
        if settings.hierarchical and settings.rope is None:
            raise OptionError(
                "the hierarchical test needs a region of practical equivalence.",
                hint=Hint(
                    "give the largest difference that does not matter, e.g. {rope}.", rope=0.01
                ),
            )
        return settings
