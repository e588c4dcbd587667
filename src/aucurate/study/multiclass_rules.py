"""How weights are to be searched, from words: minimax, balanced, greedy, best=macro_f1."""

from collections.abc import Mapping
from typing import Any, NamedTuple, cast, get_args

from aucurate.curve.class_criteria import ClassCriterion
from aucurate.curve.weight_rules import WeightRule
from aucurate.errors import OptionError
from aucurate.formatting import listing

NONE = "none"
_WORDS = ("minimax", "balanced", "errors", "greedy", "best=macro_f1", "none")


class Search(NamedTuple):
    """A rule, or None where nothing is searched, and whether the paper's search is meant."""

    rule: WeightRule | None
    is_greedy: bool = False


def read_search(
    text: str, *, costs: Any = None, limits: Mapping[str, float] | None = None
) -> Search:
    """A search in words; ``costs`` belong to "cost", and ``limits`` are errors not to exceed.

    >>> print(read_search("minimax", limits={"poor": 0.02}).rule)
    lowest largest class error with error of class poor at most 0.02
    >>> read_search("greedy").is_greedy
    True
    """
    word, _, value = (part.strip() for part in text.partition("="))
    said = dict(limits or {})
    if word == NONE and not value:
        if said:
            raise OptionError(
                "errors are limited, but no weights are searched.", hint="search by minimax."
            )
        return Search(None)
    if word in ("minimax", "greedy") and not value:
        return Search(WeightRule.minimax(constraints=said), word == "greedy")
    if word == "balanced" and not value:
        return Search(WeightRule.balanced(constraints=said))
    if word == "errors" and not value:
        return Search(WeightRule.least_errors(constraints=said))
    if word == "cost":
        if costs is None:
            raise OptionError(
                "a search by cost needs the costs.",
                hint="a matrix with a row per true class and a column per decided class.",
            )
        return Search(WeightRule.least_cost(costs, constraints=said))
    if word == "best" and value in get_args(ClassCriterion):
        return Search(WeightRule.best(cast(ClassCriterion, value), constraints=said, costs=costs))
    raise OptionError(
        f"{text!r} does not say how to search.",
        hint=f"there are {listing(_WORDS)}, and cost with a matrix of costs.",
    )
