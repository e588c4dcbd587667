"""What is asked of an operating point, in any of its forms, checked."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias, get_args

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rule_text import read_rule
from aucurate.data.folds import FoldScores
from aucurate.data.paired import PairedScores, position
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.formatting import listing, shortened
from aucurate.inference.operating.rates import RateKind
from aucurate.study.given import given_data

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
            hint=f"there are {listing(INTERVAL_NAMES)} (score is Wilson's, exact is that of "
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
