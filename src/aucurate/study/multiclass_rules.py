"""How weights are to be searched, from words: minimax, balanced, greedy, best=macro_f1."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast, get_args

from aucurate.curve.class_criteria import ClassCriterion
from aucurate.curve.weight_rules import WeightRule
from aucurate.errors import OptionError
from aucurate.formatting import listing

NONE = "none"
_WORDS = ("minimax", "balanced", "errors", "greedy", "none", "cost with a matrix of costs")
_COST = "expected_cost"


class Search(NamedTuple):
    """A rule, or None where nothing is searched, and whether the paper's search is meant."""

    rule: WeightRule | None
    is_greedy: bool = False


def read_search(
    text: str, *, costs: Any = None, limits: Mapping[Any, float] | None = None
) -> Search:
    """A search in words; ``costs`` belong to "cost", and ``limits`` are errors not to exceed.

    >>> print(read_search("minimax", limits={"poor": 0.02}).rule)
    lowest largest class error with error of class poor at most 0.02
    >>> read_search("greedy").is_greedy
    True
    """
    word, _, value = (part.strip() for part in text.partition("="))
    said = dict(limits or {})
    by_cost = (word, value) in (("cost", ""), ("best", _COST))
    if by_cost and costs is None:
        raise OptionError(
            "a search by cost needs the costs.",
            hint="a matrix with a row per true class and a column per decided class.",
        )
    if by_cost:
        return Search(WeightRule.least_cost(costs, constraints=said))
    if word == "best" and value in get_args(ClassCriterion):
        found = Search(WeightRule.best(cast(ClassCriterion, value), constraints=said))
    elif word in _RULES and not value:
        found = Search(_RULES[word](constraints=said), word == "greedy")
    elif word == NONE and not value:
        found = Search(None)
    else:
        raise _unknown(text)
    if costs is not None:
        raise OptionError(
            f"costs were given, but the search {text!r} does not use them.",
            hint="search by 'cost', or leave the costs out.",
        )
    if found.rule is None and said:
        raise OptionError(
            "errors are limited, but no weights are searched.", hint="search by minimax."
        )
    return found


_RULES: Mapping[str, Callable[..., WeightRule]] = {
    "minimax": WeightRule.minimax,
    "greedy": WeightRule.minimax,
    "balanced": WeightRule.balanced,
    "errors": WeightRule.least_errors,
}


def _unknown(text: str) -> OptionError:
    best = listing([f"best={one}" for one in get_args(ClassCriterion) if one != _COST])
    return OptionError(
        f"{text!r} does not say how to search.", hint=f"there are {', '.join(_WORDS)}, {best}."
    )
