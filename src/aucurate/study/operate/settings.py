"""The options of operating points, on one test set or over folds."""

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self, TypeAlias, cast, get_args

from aucurate.checks import check_fields
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES, Rate, checked_rate
from aucurate.curve.threshold_rules import ThresholdRule, joined_use, read_rule
from aucurate.data.scores import position
from aucurate.errors import OptionError
from aucurate.formatting import join_words, percent, shortened, threshold_words
from aucurate.inference.core.distributions import checked_confidence, checked_level
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.folds.operating_points import (
    FOLD_RATES,
    FoldRate,
    checked_number,
    checked_rates,
)
from aucurate.inference.folds.point_tests import Degrees
from aucurate.inference.operating.rates import RateKind
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Record

At: TypeAlias = ThresholdRule | float | dict[str, float]
AtGiven: TypeAlias = ThresholdRule | float | str | Mapping[str, float]
"""Where to operate as a caller may say it: in words, or with any mapping of thresholds."""

Pairs: TypeAlias = tuple[tuple[str, str], ...]

_KINDS: Mapping[str, RateKind] = {"wilson": "score", "clopper-pearson": "exact"}
INTERVAL_NAMES = ("score", "wilson", "exact", "clopper-pearson", "delta")
DEFAULT_POINTS = 30
_CLASS_RATES: tuple[Rate, ...] = ("sensitivity", "specificity")


@dataclass(frozen=True, slots=True, kw_only=True)
class PointSettings(Record):
    """What is asked of an operating point on any data.

    A rule in ``at`` and ``use`` state the same prevalence and costs.
    """

    at: At
    use: IntendedUse
    pairs: Pairs | None
    confidence: float

    @property
    def rule(self) -> ThresholdRule | None:
        """The rule that chooses thresholds; None where they were given."""
        return self.at if isinstance(self.at, ThresholdRule) else None

    @property
    def is_chosen(self) -> bool:
        """Whether thresholds are chosen by looking at the labels."""
        return self.rule is not None and self.rule.criterion != "loss"

    def for_names(self, names: tuple[str, ...]) -> Self:
        """The settings for classifiers of these names, each with a threshold where it has one."""
        for name in itertools.chain(*(self.pairs or ())):
            position(names, name)
        return replace(self, at=_for_names(self.at, names))


@dataclass(frozen=True, slots=True, kw_only=True)
class OperateSettings(PointSettings):
    """What is asked of an operating point on one test set.

    ``pairs`` is None for all of them, ``resampling`` where no threshold is chosen.
    """

    rates: tuple[Rate, ...]
    interval: RateKind
    correction: Correction
    resampling: Resampling | None

    @classmethod
    def checked(
        cls,
        *,
        at: AtGiven = "youden",
        use: IntendedUse | None = None,
        rates: FoldRate | Sequence[FoldRate] | None = None,
        pairs: Sequence[tuple[str, str]] | None = None,
        interval: str | None = None,
        confidence: float = 0.95,
        correction: Correction | None = None,
        resampling: Resampling | None = None,
    ) -> Self:
        """Validated settings, before any data are read."""
        place, joined = _checked_place(at, use)
        settings = cls(
            at=place,
            use=joined,
            rates=_checked_rates(rates),
            pairs=None if pairs is None else _checked_pairs(pairs),
            interval=_checked_interval(interval or "score"),
            confidence=checked_confidence(confidence),
            correction=correction or "holm",
            resampling=(resampling or Resampling()).fixed(),
        )
        check_fields(settings)
        return settings if settings.is_chosen else replace(settings, resampling=None)

    @property
    def words(self) -> str:
        """Where the classifiers operate, as text."""
        depends = self.rule is not None and self.rule.depends_on_use
        return at_words(self.at, self.use if depends else IntendedUse())

    @property
    def criterion(self) -> Rate:
        """The rate by which a chosen threshold is judged: its own, or the Youden index."""
        asked = "youden_index" if self.rule is None else self.rule.criterion
        return next((rate for rate in RATES if rate == asked), "youden_index")

    @property
    def bootstrapped(self) -> tuple[Rate, ...]:
        """The rates that are shown with the choice repeated: what the rule is about among them."""
        constraints = () if self.rule is None else self.rule.constraints
        more = [self.criterion, *(constraint.rate for constraint in constraints)]
        if set(more) <= set(_CLASS_RATES):
            more.append("youden_index")
        return tuple(dict.fromkeys((*_CLASS_RATES, *more)))

    @property
    def given_rate(self) -> tuple[Rate, float] | None:
        """The sensitivity or specificity that a rule asks for, if that is all it asks.

        None for a rate of 0 or 1 as well: no curve has a slope there, and no test.
        """
        if self.rule is None or len(self.rule.constraints) != 1:
            return None
        (constraint,) = self.rule.constraints
        other = {"sensitivity": "specificity", "specificity": "sensitivity"}.get(constraint.rate)
        if other != self.rule.criterion or not 0 < constraint.value < 1:
            return None
        return constraint.rate, constraint.value


@dataclass(frozen=True, slots=True, kw_only=True)
class OperateFoldsSettings(PointSettings):
    """What is asked of operating points over folds.

    ``level``, ``correction`` and ``degrees_of_freedom`` are those of the tests of ``points`` on the
    curve of a classifier against its chosen one. No pairs are compared unless they are named.
    """

    pairs: Pairs
    rates: tuple[FoldRate, ...]
    points: int | Literal["all"]
    level: float
    correction: Correction
    degrees_of_freedom: Degrees

    @classmethod
    def checked(
        cls,
        *,
        at: AtGiven = "youden",
        use: IntendedUse | None = None,
        rates: FoldRate | Sequence[FoldRate] | None = None,
        pairs: Sequence[tuple[str, str]] | None = None,
        confidence: float = 0.95,
        correction: Correction | None = None,
        points: int | Literal["all"] | None = None,
        level: float | None = None,
        degrees_of_freedom: Degrees | None = None,
    ) -> Self:
        """Validated settings, before any data are read."""
        place, joined = _checked_place(at, use)
        settings = cls(
            at=place,
            use=joined,
            rates=rates_for(place) if rates is None else checked_rates(rates),
            pairs=_checked_pairs(pairs or ()),
            points=DEFAULT_POINTS if points is None else points,
            level=checked_level(0.05 if level is None else level),
            correction=correction or "none",
            degrees_of_freedom=degrees_of_freedom or "n-1",
            confidence=checked_confidence(confidence),
        )
        check_fields(settings)
        checked_number(settings.n_points)
        return settings

    @property
    def words(self) -> str:
        """Where the classifiers operate, as text."""
        return at_words(self.at, self.use)

    @property
    def n_points(self) -> int | None:
        """How many points of a curve are compared with the chosen one; None for all."""
        return None if self.points == "all" else self.points

    @property
    def pair_correction(self) -> Correction:
        """That of the comparisons of pairs: Holm's unless another is asked for."""
        return "holm" if self.correction == "none" else self.correction


def rates_for(at: At) -> tuple[FoldRate, ...]:
    """What is averaged over folds unless named: the rates of the classes, and those of the rule."""
    if not isinstance(at, ThresholdRule):
        return _CLASS_RATES
    about = [at.criterion, *(constraint.rate for constraint in at.constraints)]
    return tuple(dict.fromkeys((*_CLASS_RATES, *(r for r in FOLD_RATES if r in about))))


# The options one by one, checked.


def _checked_place(at: AtGiven, use: IntendedUse | None) -> tuple[At, IntendedUse]:
    """Where to operate, words as a rule or a threshold; and the use that both state together."""
    asked = read_rule(at) if isinstance(at, str) else at
    if isinstance(asked, ThresholdRule):
        rule = asked.for_use(use)
        return rule, joined_use(rule.use, use)
    place = dict(asked) if isinstance(asked, Mapping) else _number(asked)
    return place, joined_use(None, use)


def _for_names(at: At, names: tuple[str, ...]) -> At:
    """A rule, a number for all, or one for every classifier."""
    if not isinstance(at, dict):
        return at
    for name in at:
        position(names, name)
    lacking = [name for name in names if name not in at]
    if lacking:
        raise OptionError(
            f"there is no threshold for '{shortened(lacking[0])}'.",
            hint="name one for every classifier, or one number for all.",
        )
    return {name: _number(at[name], f" of '{shortened(name)}'") for name in names}


def _number(threshold: float, whose: str = "") -> float:
    if math.isnan(threshold):
        raise OptionError(
            f"the threshold{whose} must be a number; it is {threshold!r}.",
            hint="0.5 for probabilities, 0 for decision scores; or a rule that chooses one.",
        )
    return float(threshold) + 0.0


def _checked_rates(rates: FoldRate | Sequence[FoldRate] | None) -> tuple[Rate, ...]:
    if rates is None:
        return RATES
    if not rates:
        raise OptionError("no rate is named.", hint="leave rates out for all of them.")
    named = (rates,) if isinstance(rates, str) else rates
    return tuple(checked_rate(cast(Rate, rate)) for rate in named)


def _checked_interval(name: str) -> RateKind:
    """The family of intervals, also by the name of its best known member.

    >>> _checked_interval("clopper-pearson")
    'exact'
    """
    family = _KINDS.get(name, name)
    if family not in get_args(RateKind):
        raise OptionError(
            f"there are no intervals {name!r}.",
            hint=f"there are {join_words(INTERVAL_NAMES)} (score is Wilson's, exact is that of "
            "Clopper and Pearson).",
        )
    return family  # type: ignore[return-value]


def _checked_pairs(pairs: Iterable[tuple[str, str]]) -> Pairs:
    """Pairs of two different names, each pair once, whichever comes first."""
    kept: list[tuple[str, str]] = []
    for first, second in pairs:
        if first == second:
            raise OptionError(
                f"'{shortened(first)}' is compared with itself.",
                hint="name two different classifiers.",
            )
        if (first, second) in kept or (second, first) in kept:
            raise OptionError(
                f"'{shortened(first)}' and '{shortened(second)}' are named twice as a pair.",
                hint="name each pair once.",
            )
        kept.append((first, second))
    return tuple(kept)


# Where a study operates, as text: the threshold or rule, the costs and the prevalence.


def at_words(at: At, use: IntendedUse) -> str:
    """Where it operates, as text, with the costs and the prevalence in brackets.

    >>> from aucurate.curve.threshold_rules import read_rule
    >>> at_words(read_rule("cost=5:1"), IntendedUse(prevalence=0.02, false_negative_cost=5))
    'lowest expected cost (false negatives cost 5, false positives 1; prevalence 2%)'
    """
    if isinstance(at, dict):
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
