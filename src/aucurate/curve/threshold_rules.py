r"""Rules by which a threshold is chosen from a curve.

**Question.** At which threshold should a classifier be used?

**Use it** through :func:`~aucurate.estimates.choose_threshold`, ``operate(at=...)`` and
``aucurate operate --at``, which take a :class:`~aucurate.ThresholdRule` or its text.

- **Youden**, ``youden``: the largest sensitivity + specificity.
- **closest corner**, ``corner``: the smallest
  :math:`(1 - \text{sensitivity})^2 + s (1 - \text{specificity})^2`, with s = 1, or the iso-cost
  slope of an intended use.
- **least cost**, ``cost=5:1,prevalence=0.02`` (false negative : false positive): the smallest
  expected cost at a prevalence with costs: the corner of the convex hull that the highest iso-cost
  line touches (:mod:`aucurate.curve.cost`). The choice carries that line, and the slopes between
  which its point stays the best.
- **loss**, ``loss=2``: with loss :math:`\lambda` for a false positive and 1 for a false negative,
  the posterior from which calling positive loses less, :math:`\theta = \lambda / (1 + \lambda)`. It
  presumes that scores are calibrated posteriors and looks at no labels; the result says so, and
  scores outside 0 to 1 are refused. Both losses are also the costs of the reported expected cost.
- **at a sensitivity**, ``sensitivity=0.9`` (or specificity, ``specificity=0.95``): the best
  specificity (or sensitivity) where the other reaches a value.
- **best**, ``best=f1,sensitivity=0.9``: the highest of any rate, or the lowest of a cost or
  negative likelihood ratio, subject to constraints on any others.

A rule chooses by its own prevalence and costs; :meth:`ThresholdRule.for_use` is the same rule at an
intended use, with what it leaves open filled in and contradictions refused, which ``operate`` does.

**Not valid** as a report of performance: the rates at a chosen threshold are optimistic on the
observations that chose it (:mod:`aucurate.inference.operating.chosen_threshold`).

**Degenerate cases.** A constraint that no threshold satisfies is refused, with the best attainable
value.

**Compared with other programs.** The points of pROC's ``coords(r, "best")`` by ``best.method =
"youden"`` and ``"closest.topleft"`` with any ``best.weights`` agree: its weighted Youden index is
least cost, its cost being that of a false negative. pROC loses ties to rounding; we do not. Its
``closest.topleft`` is understood as ``corner``. Its thresholds lie halfway between scores; ours are
scores (:mod:`aucurate.estimates.thresholds.choice`).

Youden, W. J. (1950). Index for rating diagnostic tests. Cancer 3, 32-35.
Perkins, N. J., Schisterman, E. F. (2006). The inconsistency of "optimal" cutpoints obtained using
two criteria based on the receiver operating characteristic curve. American Journal of Epidemiology
163, 670-675.

The best points
---------------
The points of a curve that are best by a rule.

Every rate (:mod:`aucurate.curve.rates`) gets better, or stays as it is, when a positive more or a
negative less is called positive. So a rule can only choose a point that no other beats in one way
without losing in the other: the :class:`Frontier`, of a large test set a small part. Only where
everything or nothing is called positive are some rates undefined, so the points next to these ends
stay with it.

Of points that a rule cannot distinguish, one that another beats is left out; of the others the one
with the highest Youden index is taken, then the one with the highest threshold. All of them are
reported. Criteria that are equal up to rounding count as equal.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import check_fields, checked, number_in
from aucurate.curve.cost import IntendedUse
from aucurate.curve.protocol import ROUNDING
from aucurate.curve.rates import (
    LOW_IS_GOOD,
    OF_PREVALENCE,
    RATES,
    Floats,
    Rate,
    checked_rate,
    rate_range,
    rate_values,
    rate_words,
)
from aucurate.curve.roc import RocCurve
from aucurate.data.arrays import frozen
from aucurate.data.moments import Counts, ThresholdCounts, as_size, running_at
from aucurate.errors import OptionError
from aucurate.formatting import join_words, number, percent, shortened
from aucurate.results import Record

Criterion: TypeAlias = Rate | Literal["closest_corner", "loss"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint(Record):
    """A rate that must reach a value: be at least it, or at most where low is good."""

    rate: Rate
    value: float

    def __post_init__(self) -> None:
        check_fields(self)
        low, high = rate_range(self.rate)
        if not low <= self.value <= high:
            raise OptionError(
                f"a {rate_words(self.rate)} must lie between {number(low, 0)} and "
                f"{number(high, 0)}; the constraint is {self.value!r}.",
                hint="90 percent is 0.9.",
            )
        object.__setattr__(self, "value", float(self.value))

    def __str__(self) -> str:
        way = "at most" if self.rate in LOW_IS_GOOD else "at least"
        return f"{rate_words(self.rate)} {way} {_plain(self.value)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdRule(Record):
    """How a threshold is chosen; build one with the methods below.

    Parameters
    ----------
    criterion : str
        What the threshold makes best: a rate, or one of the criteria that the methods name.
    constraints : tuple of Constraint, default: ()
        Rates with the values that they must at least reach.
    use : IntendedUse, optional
        Prevalence and costs for criteria that depend on them.
    loss : float, optional
        Loss of a false positive, relative to 1 for a false negative, for posterior probabilities.

    >>> print(ThresholdRule.best("specificity", constraints={"sensitivity": 0.9}))
    highest specificity with sensitivity at least 0.9
    """

    criterion: Criterion
    constraints: tuple[Constraint, ...] = ()
    use: IntendedUse | None = None
    loss: float | None = None

    def __post_init__(self) -> None:
        check_fields(self)

    @classmethod
    def youden(cls) -> "ThresholdRule":
        """The largest Youden index."""
        return cls(criterion="youden_index")

    @classmethod
    @checked
    def closest_corner(cls, use: IntendedUse | None = None) -> "ThresholdRule":
        """The point closest to the corner of perfect classification.

        With an intended use, specificity is weighted with the slope of its iso-cost lines.
        """
        return cls(criterion="closest_corner", use=use)

    @classmethod
    @checked
    def least_cost(cls, use: IntendedUse) -> "ThresholdRule":
        """The smallest expected cost where the classifier will be used."""
        return cls(criterion="expected_cost", use=use)

    @classmethod
    @checked
    def from_loss(cls, loss: float) -> "ThresholdRule":
        """From the loss of a false positive relative to a false negative, for posteriors."""
        loss = checked_loss(loss)
        return cls(criterion="loss", loss=loss, use=IntendedUse(false_positive_cost=loss))

    @classmethod
    @checked
    def at_sensitivity(cls, sensitivity: float) -> "ThresholdRule":
        """The best specificity with at least this sensitivity."""
        return cls.best("specificity", constraints={"sensitivity": sensitivity})

    @classmethod
    @checked
    def at_specificity(cls, specificity: float) -> "ThresholdRule":
        """The best sensitivity with at least this specificity."""
        return cls.best("sensitivity", constraints={"specificity": specificity})

    @classmethod
    @checked
    def best(
        cls,
        rate: Rate,
        *,
        constraints: Mapping[Rate, float] | None = None,
        use: IntendedUse | None = None,
    ) -> "ThresholdRule":
        """The best value of a rate among thresholds at which other rates reach a value."""
        asked = tuple(Constraint(rate=r, value=v) for r, v in (constraints or {}).items())
        return cls(criterion=rate, constraints=asked, use=use)

    @checked
    def for_use(self, use: IntendedUse | None) -> "ThresholdRule":
        """The same rule where the classifier will be used: what it leaves open is filled in.

        What the rule states itself stays, and what contradicts it is refused. The corner that is
        closest without weights has none to fill in.

        >>> rule = ThresholdRule.best("accuracy").for_use(IntendedUse(prevalence=0.02))
        >>> rule.use.prevalence
        0.02
        """
        if use is None or (self.criterion == "closest_corner" and self.use is None):
            return self
        return replace(self, use=joined_use(self.use, use))

    @property
    def depends_on_use(self) -> bool:
        """Whether another prevalence, or other costs, would choose another threshold."""
        if self.criterion == "closest_corner":
            return self.use is not None
        asked = {self.criterion, *(constraint.rate for constraint in self.constraints)}
        return bool(asked & OF_PREVALENCE)

    @property
    def posterior(self) -> float:
        """The posterior from which a rule by loss calls positive; NaN for other rules."""
        return math.nan if self.loss is None else self.loss / (1 + self.loss)

    def __str__(self) -> str:
        if self.criterion == "loss":
            return f"loss {_plain(self.loss)} for a false positive, 1 for a false negative"
        if self.criterion == "closest_corner":
            text = "closest to the corner" + ("" if self.use is None else ", weighted")
        else:
            way = "lowest" if self.criterion in LOW_IS_GOOD else "highest"
            text = f"{way} {rate_words(self.criterion)}"
        if self.constraints:
            text += f" with {join_words([str(c) for c in self.constraints])}"
        return text


def joined_use(first: IntendedUse | None, second: IntendedUse | None) -> IntendedUse:
    """What two statements of an intended use say together; refused where they contradict.

    One that states no prevalence leaves it open, and so do costs of 1 for both errors.

    >>> joined_use(IntendedUse(false_negative_cost=5), IntendedUse(prevalence=0.02)).slope(1, 1)
    9.8
    """
    one, two = first or IntendedUse(), second or IntendedUse()
    shares = {use.prevalence for use in (one, two) if use.prevalence is not None}
    costs = {(use.false_negative_cost, use.false_positive_cost) for use in (one, two)}
    costs = costs - {(1, 1)} or costs
    if len(shares) > 1:
        said = join_words([percent(share) for share in sorted(shares)])
        raise OptionError(f"two prevalences are stated, {said}.", hint="state one of them.")
    if len(costs) > 1:
        said = join_words([f"{miss:g}:{alarm:g}" for miss, alarm in sorted(costs)])
        raise OptionError(
            f"different costs are stated, {said} (false negative : false positive).",
            hint="state one of them.",
        )
    ((miss, alarm),) = costs
    return IntendedUse(
        prevalence=next(iter(shares), None), false_positive_cost=alarm, false_negative_cost=miss
    )


def _plain(value: float | None) -> str:
    """A number as it was typed."""
    return repr(value).removesuffix(".0")


def checked_loss(loss: float) -> float:
    """What a false positive costs where a false negative costs 1."""
    hint = "it is what a false positive costs where a false negative costs 1."
    return number_in(loss, 0, math.inf, "a loss", hint=hint)


# Where to operate, in a few words: a threshold, a rate to reach, a rule, costs.


FORMS = (
    "threshold=0.5, sensitivity=0.9, specificity=0.95, youden, corner, loss=2, "
    "cost=5:1,prevalence=0.02 (false negative : false positive), best=f1,sensitivity=0.9"
)


_OTHER_WORDS = {
    "closest.topleft": "corner",
    "closest_topleft": "corner",
    "closest-topleft": "corner",
    "topleft": "corner",
    "closest_corner": "corner",
    "closest-corner": "corner",
}
"""What pROC and others call rules."""


def read_rule(text: str) -> ThresholdRule | float:
    """A threshold as a number, or the rule that chooses one.

    pROC's ``closest.topleft`` is ``corner``.

    >>> read_rule("threshold=0.5"), str(read_rule("sensitivity=0.9"))
    (0.5, 'highest specificity with sensitivity at least 0.9')
    >>> str(read_rule("closest.topleft")) == str(read_rule("corner"))
    True
    >>> read_rule("cost=5:1,prevalence=0.02").use.false_negative_cost
    5.0
    """
    words = dict(_pairs(text))
    kind = next(iter(words))
    value = words.pop(kind)
    if kind == "threshold":
        rule: ThresholdRule | float = _number(value, text)
    elif kind in ("youden", "corner") and not value:
        use = _use(words, text) if words else None
        rule = ThresholdRule.youden() if kind == "youden" else ThresholdRule.closest_corner(use)
        words = words if kind == "youden" else {}
    elif kind == "sensitivity":
        rule = ThresholdRule.at_sensitivity(_number(value, text))
    elif kind == "specificity":
        rule = ThresholdRule.at_specificity(_number(value, text))
    elif kind == "loss":
        rule = ThresholdRule.from_loss(_number(value, text))
    elif kind == "cost":
        rule = ThresholdRule.least_cost(_use({**words, "cost": value}, text))
        words = {}
    elif kind == "best" and value in RATES:
        reached = {rate: _number(v, text) for rate, v in words.items() if rate in RATES}
        words = {name: v for name, v in words.items() if name not in RATES}
        rule = ThresholdRule.best(value, constraints=reached)
    else:
        raise _unknown(text)
    if words:
        raise _unknown(text)
    return rule


def as_rule(rule: ThresholdRule | str) -> ThresholdRule:
    """The rule itself, or the rule that a text describes; a threshold is not a rule.

    >>> print(as_rule("youden"))
    highest Youden index
    """
    asked = read_rule(rule) if isinstance(rule, str) else rule
    if not isinstance(asked, ThresholdRule):
        raise OptionError(
            f"'{shortened(str(rule))}' is a threshold, not a rule that chooses one.",
            hint="use operating_point(scores, threshold) for the rates at a threshold.",
        )
    return asked


def _use(words: dict[str, str], text: str) -> IntendedUse:
    words = dict(words)
    miss, colon, alarm = words.pop("cost", "1:1").partition(":")
    prevalence = words.pop("prevalence", None)
    if words or not colon:
        raise _unknown(text)
    return IntendedUse(
        prevalence=None if prevalence is None else _number(prevalence, text),
        false_negative_cost=_number(miss, text),
        false_positive_cost=_number(alarm, text),
    )


def _pairs(text: str) -> list[tuple[str, str]]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == 1 and _is_number(parts[0]):
        return [("threshold", parts[0])]
    found: list[tuple[str, str]] = []
    for part in parts:
        name, _, value = part.partition("=")
        if not name or name in dict(found):
            raise _unknown(text)
        word = name.strip().lower()
        found.append((_OTHER_WORDS.get(word, word), value.strip()))
    return found


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _number(value: str, text: str) -> float:
    if not _is_number(value):
        raise _unknown(text)
    return float(value)


_KINDS = ("threshold", "sensitivity", "specificity", "youden", "corner", "loss", "cost", "best")


def _unknown(text: str) -> OptionError:
    word = text.partition("=")[0].strip().lower()
    near = [] if word in _KINDS else get_close_matches(word, _KINDS, n=1)
    guess = f"did you mean {near[0]}? Examples" if near else "examples"
    if word == text.strip().lower() == "best":
        guess = "best needs a rate; pROC's best is youden. Examples"
    return OptionError(
        f"'{shortened(text)}' is not an operating point or a rule to choose one.",
        hint=f"{guess}: {FORMS}.",
    )


_SAME = 1e-14  # of the larger of 1 and the best value: criteria equal up to rounding


def _running_to(counts: Counts, ends: NDArray[np.int64]) -> Counts:
    """Sums of counts up to each end; those of weights reach their total where nothing is left."""
    found: Counts = running_at(counts[None], ends)[0]
    if found.dtype.kind == "f":
        total = counts.sum()
        found[found >= (1 - ROUNDING) * total] = total
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Frontier:
    """The points that a rule can choose, and where they stand among all distinct scores."""

    curve: RocCurve
    levels: NDArray[Any]
    called: NDArray[np.int64]

    @classmethod
    def from_counts(cls, counts: ThresholdCounts) -> "Frontier":
        """Where the last call was a positive, and the next would be a negative.

        >>> counts = ThresholdCounts(
        ...     thresholds=np.array([5.0, 4, 3, 2, 1, 0]),
        ...     positives=np.array([1, 1, 0, 1, 0, 0]),
        ...     negatives=np.array([0, 0, 1, 0, 1, 1]),
        ... )
        >>> Frontier.from_counts(counts).curve.thresholds
        array([5., 4., 2., 1.])
        """
        levels, positives, negatives = counts.thresholds, counts.positives, counts.negatives
        gains, costs = positives > 0, negatives > 0
        used = gains | costs  # a rating without observations is no point
        if not used.all():
            levels, positives, negatives = levels[used], positives[used], negatives[used]
            gains, costs = gains[used], costs[used]
        kept = np.ones(len(levels) + 1, np.bool_)
        kept[1:] = gains
        kept[:-1] &= costs
        kept[[1, -2]] = True
        kept[0] &= bool(levels[0] < np.inf)  # no threshold is above an infinite score
        at = np.flatnonzero(kept)
        before, none = np.maximum(at - 1, 0), at == 0
        kind = np.result_type(levels.dtype, np.float32)
        thresholds = levels[before].astype(kind, copy=False)
        thresholds[none] = np.inf
        true, false = (_running_to(each, before) for each in (positives, negatives))
        true[none], false[none] = 0, 0
        curve = RocCurve(
            thresholds=frozen(thresholds),
            true_positives=frozen(true),
            false_positives=frozen(false),
            n_positive=as_size(positives.sum()),
            n_negative=as_size(negatives.sum()),
        )
        return cls(curve, levels, frozen(at))

    def following(self, place: int) -> float:
        """The next score after the threshold of a point, at which the calls are other ones."""
        called = int(self.called[place])
        return float(self.levels[called]) if called < len(self.levels) else -math.inf


def best_points(curve: RocCurve, rule: ThresholdRule) -> NDArray[np.int64]:
    """The points of a curve that are best by a rule, the one to take first; none if none will do.

    The curve can be a whole one or that of its frontier. A rule by loss looks at no curve.

    >>> from aucurate.curve.roc import roc_curve
    >>> curve = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> best_points(curve, ThresholdRule.youden()), curve.thresholds[[1, 3]]
    (array([1, 3]), array([0.8 , 0.35]))
    """
    good = _kept(
        rule, curve.true_positives, curve.false_positives, curve.n_positive, curve.n_negative
    )
    best = float(_highest(good))
    if math.isnan(best):
        return np.array([], np.int64)
    at = np.flatnonzero(good >= _least(best))
    return at if len(at) == 1 else _ordered(curve, at)


def best_columns(
    rule: ThresholdRule, true_positives: Counts, false_positives: Counts, sizes: tuple[Any, Any]
) -> Counts:
    """The first of :func:`best_points` of many curves, a row of counts each; -1 if none will do.

    ``sizes`` are the numbers of positives and negatives of each row.
    """
    m, n = (np.asarray(size)[:, None] for size in sizes)
    good = _kept(rule, true_positives, false_positives, m, n)
    good[((m == 0) | (n == 0))[:, 0]] = np.nan
    best = _highest(good)
    heights = np.where(
        good >= _least(best)[:, None],
        true_positives * n - false_positives * m,
        np.iinfo(np.int64).min,
    )
    return np.where(np.isnan(best), -1, np.argmax(heights, axis=1))


def why_none(curve: RocCurve, rule: ThresholdRule) -> OptionError:
    """The error for a rule that no threshold of the curve can keep."""
    if not rule.constraints:
        return OptionError(
            f"no threshold has a {rate_words(_as_rate(rule.criterion))}: all scores are equal.",
            hint="choose by a rate that always exists, such as the Youden index.",
        )
    best = []
    for constraint in rule.constraints:
        counts = curve.true_positives, curve.false_positives, curve.n_positive, curve.n_negative
        reached = float(_highest(_goodness(constraint.rate, rule.use, *counts)))
        low_is_good = constraint.rate in LOW_IS_GOOD
        best.append(f"{rate_words(constraint.rate)} {number(-reached if low_is_good else reached)}")
    return OptionError(
        f"no threshold has {join_words([str(c) for c in rule.constraints])}.",
        hint=f"the best values that can be reached separately: {join_words(best)}.",
    )


def _ordered(curve: RocCurve, at: NDArray[np.int64]) -> NDArray[np.int64]:
    """Equally good points without those that another beats, the highest Youden index first."""
    true, false = curve.true_positives[at], curve.false_positives[at]
    kept = np.ones(len(at), np.bool_)
    kept[1:] &= np.diff(true) > 0
    kept[:-1] &= np.diff(false) > 0
    at, true, false = at[kept], true[kept].tolist(), false[kept].tolist()
    m, n = curve.n_positive, curve.n_negative
    heights = [t * n - f * m for t, f in zip(true, false, strict=True)]
    return at[sorted(range(len(at)), key=lambda k: (-heights[k], k))]


def _kept(rule: ThresholdRule, true: Counts, false: Counts, m: Any, n: Any) -> Floats:
    """The criterion where the constraints are kept, high is good, NaN elsewhere."""
    good = _goodness(rule.criterion, rule.use, true, false, m, n)
    for constraint in rule.constraints:
        reached = _goodness(constraint.rate, rule.use, true, false, m, n)
        needed = -constraint.value if constraint.rate in LOW_IS_GOOD else constraint.value
        good = np.where(reached >= needed - _SAME * max(1.0, abs(needed)), good, np.nan)
    return good


def _least(best: Any) -> Any:
    """What counts as equal to the best."""
    slack = np.where(np.isfinite(best), _SAME * np.maximum(1.0, np.abs(best)), 0.0)
    return best - slack


def _highest(good: Floats) -> Floats:
    """The highest of the values of each row that exist; missing where none does."""
    highest: Floats = np.fmax.reduce(good, axis=-1, keepdims=True)[..., 0]
    return highest


def _goodness(
    criterion: Criterion, use: IntendedUse | None, true: Counts, false: Counts, m: Any, n: Any
) -> Floats:
    """The criterion at every point, turned so that high is good."""
    if criterion == "closest_corner":
        with np.errstate(divide="ignore", invalid="ignore"):  # a row without a class
            weight = 1.0 if use is None else use.slope(m, n)
            distance = ((m - true) / m) ** 2 + weight * (false / n) ** 2
        return np.asarray(-distance, np.float64)
    rate = _as_rate(criterion)
    values = rate_values(rate, true, false, m, n, use)
    return -values if rate in LOW_IS_GOOD else values


def _as_rate(criterion: Criterion) -> Rate:
    return checked_rate(criterion)  # type: ignore[arg-type]
