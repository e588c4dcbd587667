"""What is asked of operating points on one test set."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from aucurate.curve.choosing import ThresholdRule, joined_use
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES, Rate, checked_rate
from aucurate.errors import OptionError
from aucurate.inference.core.multiplicity import Correction, adjust
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.operating.rates import RateKind
from aucurate.inference.resampling.options import Resampling
from aucurate.study.drawing_settings import drawing_settings
from aucurate.study.operate_given import (
    At,
    Pairs,
    checked_kind,
    checked_pairs,
    checked_rule,
)
from aucurate.study.operate_rules import at_words

_ALWAYS: tuple[Rate, ...] = ("sensitivity", "specificity")


@dataclass(frozen=True, slots=True, kw_only=True)
class OperateSettings:
    """What is asked of an operating point; a rule and ``use`` say the same of prevalence and costs.

    ``pairs`` is None for all of them.
    """

    at: At
    use: IntendedUse
    rates: tuple[Rate, ...]
    pairs: Pairs | None
    kind: RateKind
    confidence: float
    correction: Correction
    resampling: Resampling

    @classmethod
    def checked(
        cls,
        *,
        at: At | str,
        use: IntendedUse | None = None,
        rates: Sequence[Rate] = RATES,
        pairs: Sequence[tuple[str, str]] | None = None,
        kind: str = "score",
        confidence: float = 0.95,
        correction: Correction = "holm",
        resampling: Resampling | None = None,
    ) -> "OperateSettings":
        """From what was given, by whoever gave it."""
        rule = checked_rule(at, use)
        if not rates:
            raise OptionError("no rate is named.", hint="leave rates out for all of them.")
        adjust([], correction)
        return cls(
            at=rule,
            use=joined_use(rule.use if isinstance(rule, ThresholdRule) else None, use),
            rates=tuple(checked_rate(rate) for rate in rates),
            pairs=None if pairs is None else checked_pairs(pairs),
            kind=checked_kind(kind),
            confidence=checked_confidence(confidence),
            correction=correction,
            resampling=resampling or Resampling(),
        )

    @property
    def words(self) -> str:
        """Where it operates, as text."""
        depends = isinstance(self.at, ThresholdRule) and self.at.depends_on_use
        return at_words(self.at, self.use if depends else IntendedUse())

    @property
    def is_chosen(self) -> bool:
        """Whether the threshold is chosen by looking at the labels."""
        return isinstance(self.at, ThresholdRule) and self.at.criterion != "loss"

    @property
    def criterion(self) -> Rate:
        """The rate by which a chosen threshold is judged: its own, or the Youden index."""
        asked = self.at.criterion if isinstance(self.at, ThresholdRule) else "youden_index"
        return next((rate for rate in RATES if rate == asked), "youden_index")

    @property
    def bootstrapped(self) -> tuple[Rate, ...]:
        """The rates that are shown with the choice repeated: what the rule is about among them."""
        asked = self.at.constraints if isinstance(self.at, ThresholdRule) else ()
        more = [self.criterion, *(constraint.rate for constraint in asked)]
        if set(more) <= set(_ALWAYS):
            more.append("youden_index")
        return tuple(dict.fromkeys((*_ALWAYS, *more)))

    @property
    def given_rate(self) -> tuple[Rate, float] | None:
        """The sensitivity or specificity that a rule asks for, if that is all it asks.

        None for a rate of 0 or 1 as well: no curve has a slope there, and no test.
        """
        if not isinstance(self.at, ThresholdRule) or len(self.at.constraints) != 1:
            return None
        (one,) = self.at.constraints
        other = {"sensitivity": "specificity", "specificity": "sensitivity"}.get(one.rate)
        inside = 0 < one.value < 1
        return (one.rate, one.value) if other == self.at.criterion and inside else None

    def to_dict(self) -> dict[str, Any]:
        """The settings as JSON has them."""
        rule = self.at if isinstance(self.at, ThresholdRule) else None
        drawn = drawing_settings(self.resampling if self.is_chosen else None)
        return {
            "at": self.words,
            "rule": None if rule is None else rule.to_dict(),
            "use": asdict(self.use),
            "rates": list(self.rates),
            "pairs": None if self.pairs is None else [list(pair) for pair in self.pairs],
            "kind": self.kind,
            "confidence": self.confidence,
            "correction": self.correction,
            **drawn,
        }
