"""What is asked of a comparison, beside the data."""

from collections.abc import Collection
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from aucurate.checks import check_fields
from aucurate.errors import OptionError
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.estimands import read_estimand, text_of
from aucurate.formatting import join_words, number
from aucurate.hints import Hint
from aucurate.inference.auc.delong import checked_null
from aucurate.inference.auc.equivalence import MarginKind, checked_margin
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.methods import SHORTHANDS, Methods, methods_of
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Alternative

AUTO = "auto"
"""The method or interval that is recommended for the estimand and the design of the data."""

_SPELLINGS: dict[str, MarginKind] = {"non-inferiority": "noninferiority"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareSettings:
    """Checked when they are made, before any data are read.

    ``of`` is the estimand, or its text (:mod:`aucurate.estimates.estimands`); None is the AUC.
    """

    of: CountedEstimate | str | None = None
    confidence: float = 0.95
    alternative: Alternative = "two-sided"
    reference: str | None = None
    paired: bool | None = None
    interval: str = AUTO
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
        if isinstance(self.of, str):
            object.__setattr__(self, "of", read_estimand(self.of))
        checked_confidence(self.confidence)
        known = self.methods
        interval = known.interval if self.interval == AUTO else self.interval
        _refuse_unknown("interval", interval, [*known.intervals, *SHORTHANDS])
        _refuse_unknown(
            "method", self.method, [AUTO, *known.comparisons, *known.curve_tests, *SHORTHANDS]
        )
        object.__setattr__(self, "interval", SHORTHANDS.get(interval, interval))
        object.__setattr__(self, "method", SHORTHANDS.get(self.method, self.method))
        object.__setattr__(self, "margin_method", self._resolved_margin_method())
        self._check_margin()
        if self.null is not None:
            self._check_null(self.null)

    @property
    def estimand(self) -> CountedEstimate | None:
        """What is compared; None is the AUC."""
        return None if isinstance(self.of, str) else self.of

    @property
    def methods(self) -> Methods:
        """The methods for it."""
        return methods_of(self.estimand)

    def for_design(self, *, paired: bool) -> "CompareSettings":
        """The settings with the method that is recommended where none is named."""
        recommended = self.methods.comparison(paired=paired)
        return replace(self, method=recommended) if self.method == AUTO else self

    def comparison_method(self, *, paired: bool) -> str:
        """The name of the comparison; the recommended one beside a test of whole curves."""
        known = self.methods
        return self.method if self.method in known.comparisons else known.comparison(paired=paired)

    @property
    def margin_level(self) -> float:
        """The one-sided level of the margin tests.

        The interval of the confidence asked for decides non-inferiority and superiority; the level
        is not halved for equivalence (TOST), which a narrower interval decides.
        """
        level = 1 - self.confidence
        return level if self.margin_test == "equivalence" else level / 2

    def _resolved_margin_method(self) -> str:
        """That of the differences, but MOVER instead of DeLong's: docs/validation.md has why."""
        known = self.methods
        if not self.margin_method:
            own = self.method in known.comparisons and self.method != known.paired
            return self.method if own else known.margin
        _refuse_unknown("margin method", self.margin_method, [*known.comparisons, *SHORTHANDS])
        return SHORTHANDS.get(self.margin_method, self.margin_method)

    def to_dict(self) -> dict[str, Any]:
        """The settings as JSON has them; a generator as rng cannot be written down."""
        plain = asdict(self) | {"of": text_of(self.estimand)}
        if isinstance(self.resampling.rng, np.random.Generator):
            plain["resampling"]["rng"] = "a generator"
        return plain

    def _check_margin(self) -> None:
        if self.margin is None:
            if self.margin_test != "noninferiority":
                raise OptionError(
                    f"a test of {self.margin_test} needs a margin.",
                    hint=Hint("say it: {margin}.", margin=0.02),
                )
            return
        checked_margin(self.margin)
        if not self.methods.comparisons[self.margin_method].keeps("any null"):
            raise OptionError(
                f"the {self.margin_method} test can only test a difference of 0, not a margin.",
                hint=Hint(
                    "use {margin_method}, which needs no resampling.",
                    margin_method=self.methods.margin,
                ),
            )

    def _check_null(self, null: float) -> None:
        if self.estimand is None:
            checked_null(null)
        elif not self.estimand.lowest < null < self.estimand.highest:
            raise OptionError(
                f"the null value of the {self.estimand.quantity} lies between "
                f"{number(self.estimand.lowest)} and {number(self.estimand.highest)}; it is "
                f"{null!r}.",
                hint="give a value that the estimate can have.",
            )


def _refuse_unknown(what: str, value: str, known: Collection[str]) -> None:
    if value not in known:
        raise OptionError(
            f"there is no {what} named {value!r}.", hint=f"there are {join_words(list(known))}."
        )
