"""What is asked of operating points on one test set."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias, get_args

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES, Rate, checked_rate
from aucurate.curve.threshold_rules import ThresholdRule, joined_use, read_rule
from aucurate.data.folds import FoldScores
from aucurate.data.scores import PairedScores, Scores, position
from aucurate.errors import OptionError, UnsupportedError
from aucurate.formatting import join_words, percent, shortened, threshold_words
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.core.multiplicity import Correction, adjust
from aucurate.inference.operating.rates import RateKind
from aucurate.inference.resampling.options import Resampling
from aucurate.study.inputs import drawing_settings, given_data

# What is asked of an operating point, in any of its forms, checked.


At: TypeAlias = ThresholdRule | float | Mapping[str, float]
Pairs: TypeAlias = tuple[tuple[str, str], ...]

_KINDS: Mapping[str, RateKind] = {"wilson": "score", "clopper-pearson": "exact"}
INTERVAL_NAMES = ("score", "wilson", "exact", "clopper-pearson", "delta")


def one_test_set(labels: Any, scores: Any, options: dict[str, Any]) -> PairedScores:
    """The classifiers of one test set; one alone is welcome, folds belong elsewhere."""
    if isinstance(labels, FoldScores):
        raise UnsupportedError(
            "these are scores over folds, and operate is for one test set.",
            hint="operate_folds(data, at=...).",
        )
    data = given_data(labels, scores, options)
    if isinstance(data, Scores):
        names = (data.name,)
        lower = frozenset(names if data.lower else ())
        return PairedScores(names, data.observations, data.values[None, :], lower)
    if not isinstance(data, PairedScores):
        raise UnsupportedError(
            "operating points are compared on the same observations.",
            hint="give one test set at a time.",
        )
    return data


def checked_rule(at: At | str, use: IntendedUse | None) -> At:
    """Words as a rule or a threshold, and a rule for the intended use."""
    asked = read_rule(at) if isinstance(at, str) else at
    return asked.for_use(use) if isinstance(asked, ThresholdRule) else asked


def checked_at(at: At, names: tuple[str, ...]) -> At:
    """A rule, a number for all, or one for every classifier."""
    if isinstance(at, ThresholdRule):
        return at
    if not isinstance(at, Mapping):
        return _number(at, names[0])
    for name in at:
        position(names, name)
    lacking = [name for name in names if name not in at]
    if lacking:
        raise OptionError(
            f"there is no threshold for '{shortened(lacking[0])}'.",
            hint="name one for every classifier, or one number for all.",
        )
    return {name: _number(at[name], name) for name in names}


def _number(threshold: float, name: str) -> float:
    if math.isnan(threshold):
        raise OptionError(
            f"the threshold of '{shortened(name)}' must be a number; it is {threshold!r}.",
            hint="0.5 for probabilities, 0 for decision scores; or a rule that chooses one.",
        )
    return float(threshold) + 0.0


def checked_kind(kind: str) -> RateKind:
    """The family of intervals, also by the name of its best known member.

    >>> checked_kind("clopper-pearson")
    'exact'
    """
    found = _KINDS.get(kind, kind)
    if found not in get_args(RateKind):
        raise OptionError(
            f"there are no intervals {kind!r}.",
            hint=f"there are {join_words(INTERVAL_NAMES)} (score is Wilson's, exact is that of "
            "Clopper and Pearson).",
        )
    return found  # type: ignore[return-value]


def checked_pairs(pairs: Iterable[tuple[str, str]]) -> Pairs:
    """Pairs of two different names, each pair once, whichever comes first."""
    found: list[tuple[str, str]] = []
    for first, second in pairs:
        if first == second:
            raise OptionError(
                f"'{shortened(first)}' is compared with itself.",
                hint="name two different classifiers.",
            )
        if (first, second) in found or (second, first) in found:
            raise OptionError(
                f"'{shortened(first)}' and '{shortened(second)}' are named twice as a pair.",
                hint="name each pair once.",
            )
        found.append((first, second))
    return tuple(found)


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


# Where a study operates, as text: the threshold or rule, the costs and the prevalence.


def at_words(at: ThresholdRule | float | Mapping[str, float], use: IntendedUse) -> str:
    """Where it operates, as text, with the costs and the prevalence in brackets.

    >>> from aucurate.curve.threshold_rules import read_rule
    >>> at_words(read_rule("cost=5:1"), IntendedUse(prevalence=0.02, false_negative_cost=5))
    'lowest expected cost (false negatives cost 5, false positives 1; prevalence 2%)'
    """
    if isinstance(at, Mapping):
        cuts = [f"{shortened(name)} {threshold_words(float(cut))}" for name, cut in at.items()]
        return f"thresholds {join_words(cuts)}{use_words(use)}"
    if not isinstance(at, ThresholdRule):
        return f"threshold {threshold_words(float(at))}{use_words(use)}"
    if at.criterion == "loss":  # which are the costs
        use = IntendedUse(prevalence=use.prevalence)
    return f"{at}{use_words(use, equal=at.criterion == 'expected_cost')}"


def use_words(use: IntendedUse, *, equal: bool = False) -> str:
    """The stated costs and prevalence in brackets, nothing where none are stated.

    ``equal`` says it of equal costs, too.

    >>> use_words(IntendedUse(prevalence=0.02)), use_words(IntendedUse())
    (' (prevalence 2%)', '')
    """
    share = "" if use.prevalence is None else f"prevalence {percent(use.prevalence)}"
    said = "; ".join(words for words in (cost_words(use, equal=equal), share) if words)
    return f" ({said})" if said else ""


def cost_words(use: IntendedUse, *, equal: bool = False) -> str:
    """What errors cost; nothing of equal costs unless they are asked for."""
    miss, alarm = use.false_negative_cost, use.false_positive_cost
    if miss == alarm:
        return "both errors cost the same" if equal else ""
    return f"false negatives cost {miss:g}, false positives {alarm:g}"
