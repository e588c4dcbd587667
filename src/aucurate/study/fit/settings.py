"""The options of a fit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from aucurate.checks import check_fields
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.methods import known_key
from aucurate.inference.models.registry import MODELS
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Record

LEVEL = 0.05
"""That at which tests reject a model."""

USUAL = Resampling(replicates=500)
"""How models that resample draw unless something else is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FitSettings(Record):
    """What was asked; ``resampling`` is None where no model draws, ``level`` that of the tests."""

    model: tuple[str, ...]
    confidence: float = 0.95
    level: float = LEVEL
    resampling: Resampling | None = None

    @classmethod
    def checked(
        cls,
        model: str | Sequence[str] = "all",
        *,
        confidence: float = 0.95,
        resampling: Resampling | None = None,
    ) -> Self:
        """Validated settings; models are named each once."""
        names = checked_models(model)
        draws = any(MODELS[name].resamples for name in names)
        chosen = USUAL if resampling is None else resampling
        settings = cls(
            model=names,
            confidence=checked_confidence(confidence),
            resampling=chosen.fixed() if draws else None,
        )
        check_fields(settings)
        return settings


def checked_models(model: str | Sequence[str]) -> tuple[str, ...]:
    """The names of known models, each once."""
    names = (model,) if isinstance(model, str) else tuple(model)
    names = tuple(MODELS) if names == ("all",) else names
    return tuple(dict.fromkeys(known_key("model", name, MODELS) for name in names))
