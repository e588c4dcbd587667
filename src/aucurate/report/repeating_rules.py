"""Where a study operates, as Python takes it."""

import math
from dataclasses import fields
from typing import Any

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.study.operate import OperateStudy
from aucurate.study.operate_folds import OperateFoldsStudy


def at_written(study: OperateStudy | OperateFoldsStudy) -> str:
    """A rule in words, a threshold for all, or one for each.

    A study that says where it operates in the plural was given thresholds for each.
    """
    settings: dict[str, Any] = study.provenance.settings
    if settings["rule"] is not None:
        return repr(rule_text(ThresholdRule.from_dict(settings["rule"])))
    if isinstance(study, OperateFoldsStudy):
        cuts = {part.name: _number(part.threshold) for part in study.parts}
    else:
        cuts = {one.point.name: _number(one.point.threshold) for one in study.points}
    if not settings["at"].startswith("thresholds "):
        return next(iter(cuts.values()))
    return "{" + ", ".join(f"{name!r}: {cut}" for name, cut in cuts.items()) + "}"


def rule_text(rule: ThresholdRule) -> str:
    """A rule in the words that ``operate`` reads; costs and prevalence where they belong to it.

    >>> rule_text(ThresholdRule.at_sensitivity(0.9)), rule_text(ThresholdRule.best("f1"))
    ('sensitivity=0.9', 'best=f1')
    """
    reached = [f"{one.rate}={one.value!r}" for one in rule.constraints]
    if rule.criterion == "loss":
        return f"loss={rule.loss!r}"
    if rule.criterion == "closest_corner":
        return ",".join(["corner", *([] if rule.use is None else _use(rule.use))])
    if rule.criterion == "expected_cost" and not reached and rule.use is not None:
        return ",".join(_use(rule.use))
    if rule.criterion == "youden_index" and not reached:
        return "youden"
    if len(reached) == 1 and {rule.criterion, rule.constraints[0].rate} == _BOTH:
        return reached[0]
    return ",".join([f"best={rule.criterion}", *reached])


_BOTH = {"sensitivity", "specificity"}


def use_written(use: IntendedUse) -> str:
    """An intended use, with what it states."""
    plain = IntendedUse()
    stated = [one.name for one in fields(use) if getattr(use, one.name) != getattr(plain, one.name)]
    return f"au.IntendedUse({', '.join(f'{name}={getattr(use, name)!r}' for name in stated)})"


def _use(use: IntendedUse) -> list[str]:
    share = [] if use.prevalence is None else [f"prevalence={use.prevalence!r}"]
    return [f"cost={use.false_negative_cost!r}:{use.false_positive_cost!r}", *share]


def _number(threshold: float) -> str:
    return repr(threshold) if math.isfinite(threshold) else f'float("{threshold}")'
