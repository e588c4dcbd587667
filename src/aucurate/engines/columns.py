"""Which columns of a lazy table have which role, and how they are read."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from aucurate.data.observations import Missing, RepeatedIdentifier
from aucurate.data.weights import ARGUMENTS, WeightKind


@dataclass(frozen=True, slots=True, kw_only=True)
class TableColumns:
    """The columns of a table by their roles, and how they are read.

    ``lower`` names the classifiers whose lower scores mean more positive. ``taken`` are those that
    became classifiers without being named, ``ignored`` the columns without a role, and
    ``identifiers`` those of them that may say which rows belong together. ``is_single`` says that
    all scores are in single precision.
    """

    label: str
    scores: tuple[str, ...]
    lower: frozenset[str] = frozenset()
    weights: str | None = None
    weight_kind: WeightKind | None = None
    groups: str | None = None
    fold: str | None = None
    positive: object = None
    missing: Missing = "refuse"
    taken: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    identifiers: tuple[RepeatedIdentifier, ...] = ()
    is_single: bool = False

    @property
    def kind(self) -> np.dtype[Any]:
        """The precision that the scores have in the table."""
        return np.dtype(np.float32 if self.is_single else np.float64)

    def role(self, name: str) -> str:
        """What the column holds, in the words of the arguments that name columns."""
        roles = {self.label: "labels", self.groups: "groups", self.fold: "folds"}
        if self.weight_kind is not None:
            roles[self.weights] = ARGUMENTS[self.weight_kind]
        return roles.get(name, "scores")

    @property
    def used(self) -> tuple[str, ...]:
        """Every column that has a role, each once."""
        others = (self.weights, self.groups, self.fold)
        return (self.label, *self.scores, *(name for name in others if name is not None))
