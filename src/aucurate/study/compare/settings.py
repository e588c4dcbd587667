"""What is asked of a comparison, beside the data."""

from collections.abc import Collection
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from aucurate.checks import check_fields
from aucurate.errors import OptionError
from aucurate.formatting import join_words
from aucurate.inference.auc.delong import checked_null
from aucurate.inference.auc.equivalence import MarginKind, checked_margin
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.methods import (
    COMPARISONS,
    CURVE_TESTS,
    INTERVALS,
    RECOMMENDED_INTERVAL,
    SHORTHANDS,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Alternative

"""Short names of methods and intervals; what is recorded is the full name."""

AUTO = "auto"
"""The method that is recommended for the design of the data."""

_RECOMMENDED = {True: "delong", False: "mover"}  # by whether the classifiers are paired

_SPELLINGS: dict[str, MarginKind] = {"non-inferiority": "noninferiority"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareSettings:
    """Checked when they are made, before any data are read."""

    confidence: float = 0.95
    alternative: Alternative = "two-sided"
    reference: str | None = None
    paired: bool | None = None
    interval: str = RECOMMENDED_INTERVAL
    all_intervals: bool = False
    method: str = AUTO
    correction: Correction = "holm"
    simultaneous: bool = False
    margin: float | None = None
    margin_test: MarginKind = "noninferiority"
    margin_method: str = ""
    null: float | None = None
    resampling: Resampling = field(default_factory=Resampling)

    def __post_init__(self) -> None:
        kind = _SPELLINGS.get(self.margin_test, self.margin_test)
        object.__setattr__(self, "margin_test", kind)
        check_fields(self)
        checked_confidence(self.confidence)
        methods = [AUTO, *COMPARISONS, *CURVE_TESTS, *SHORTHANDS]
        _refuse_unknown("interval", self.interval, [*INTERVALS, *SHORTHANDS])
        _refuse_unknown("method", self.method, methods)
        object.__setattr__(self, "interval", SHORTHANDS.get(self.interval, self.interval))
        object.__setattr__(self, "method", SHORTHANDS.get(self.method, self.method))
        object.__setattr__(self, "margin_method", self._resolved_margin_method())
        self._check_margin()
        if self.null is not None:
            checked_null(self.null)

    def for_design(self, *, paired: bool) -> "CompareSettings":
        """The settings with the method that is recommended where none is named."""
        return replace(self, method=_RECOMMENDED[paired]) if self.method == AUTO else self

    def comparison_method(self, *, paired: bool) -> str:
        """The name of the comparison of AUCs; the recommended one beside a test of whole curves."""
        return self.method if self.method in COMPARISONS else _RECOMMENDED[paired]

    @property
    def margin_level(self) -> float:
        """The one-sided level of the margin tests.

        The interval of the confidence asked for decides non-inferiority and superiority; the level
        is not halved for equivalence (TOST), which a narrower interval decides.
        """
        level = 1 - self.confidence
        return level if self.margin_test == "equivalence" else level / 2

    def _resolved_margin_method(self) -> str:
        """MOVER unless another method than DeLong's is named: docs/validation.md has the levels."""
        if not self.margin_method:
            own = self.method in COMPARISONS and self.method != "delong"
            return self.method if own else "mover"
        _refuse_unknown("margin method", self.margin_method, [*COMPARISONS, *SHORTHANDS])
        return SHORTHANDS.get(self.margin_method, self.margin_method)

    def to_dict(self) -> dict[str, Any]:
        """The settings as JSON has them; a generator as rng cannot be written down."""
        plain = asdict(self)
        if isinstance(self.resampling.rng, np.random.Generator):
            plain["resampling"]["rng"] = "a generator"
        return plain

    def _check_margin(self) -> None:
        if self.margin is None:
            if self.margin_test != "noninferiority":
                raise OptionError(
                    f"a test of {self.margin_test} needs a margin.", hint="say it: margin=0.02."
                )
            return
        checked_margin(self.margin)
        if not COMPARISONS[self.margin_method].keeps("any null"):
            raise OptionError(
                f"the {self.margin_method} test can only test a difference of 0, not a margin.",
                hint="use margin_method='mover', which needs no resampling.",
            )


def _refuse_unknown(what: str, value: str, known: Collection[str]) -> None:
    if value not in known:
        raise OptionError(
            f"there is no {what} named {value!r}.", hint=f"there are {join_words(list(known))}."
        )
