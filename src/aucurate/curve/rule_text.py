"""Where to operate, in a few words: a threshold, a rate to reach, a rule, costs."""

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES
from aucurate.errors import OptionError
from aucurate.formatting import shortened

FORMS = (
    "threshold=0.5, sensitivity=0.9, specificity=0.95, youden, corner, loss=2, "
    "cost=5:1,prevalence=0.02 (false negative : false positive), best=f1,sensitivity=0.9"
)


def read_rule(text: str) -> ThresholdRule | float:
    """A threshold as a number, or the rule that chooses one.

    >>> read_rule("threshold=0.5"), str(read_rule("sensitivity=0.9"))
    (0.5, 'highest specificity with sensitivity at least 0.9')
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
    """The rule itself, or the one that these words stand for; a threshold is no rule.

    >>> print(as_rule("youden"))
    highest Youden index
    """
    asked = read_rule(rule) if isinstance(rule, str) else rule
    if not isinstance(asked, ThresholdRule):
        raise OptionError(
            f"'{shortened(str(rule))}' is a threshold, not a rule that chooses one.",
            hint="operating_point(scores, threshold) gives the rates at a threshold.",
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
        found.append((name.strip().lower(), value.strip()))
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


def _unknown(text: str) -> OptionError:
    return OptionError(f"'{shortened(text)}' does not say where to operate.", hint=f"e.g. {FORMS}.")
