"""The options of a study of several classes: weight search, levels, randomness."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self, cast, get_args

from aucurate.checks import check_fields, generator
from aucurate.curve.class_decisions import ClassCriterion
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.labels import class_name
from aucurate.errors import OptionError
from aucurate.estimates.weights.nested import WeightSearch
from aucurate.formatting import join_words
from aucurate.hints import Hint
from aucurate.inference.core.distributions import checked_confidence, checked_level
from aucurate.inference.core.multiplicity import Correction
from aucurate.results import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class MulticlassSettings(Record):
    """What was asked; ``rule`` is None where no weights are searched.

    ``greedy`` is the search of Paclik et al. (2010), ``order`` the classes from low to high where
    the volume under their surface is wanted.
    """

    rule: WeightRule | None = None
    greedy: bool = False
    order: tuple[str, ...] | None = None
    confidence: float = 0.95
    correction: Correction = "holm"
    level: float = 0.05
    rng: int = 0

    @classmethod
    def checked(
        cls,
        search: WeightRule | str | None = None,
        *,
        costs: Any = None,
        limits: Mapping[Any, float] | None = None,
        weighable: bool = True,
        order: Sequence[Any] | None = None,
        **asked: Any,
    ) -> Self:
        """Validated settings.

        Without ``search`` it is minimax, or none if the scores are not ``weighable``.
        """
        found = _search(search, costs, limits, weighable=weighable)
        settings = cls(
            rule=found.rule,
            greedy=found.greedy,
            order=None if order is None else tuple(class_name(label) for label in order),
            **asked,
        )
        check_fields(settings)
        checked_confidence(settings.confidence)
        checked_level(settings.level)
        generator(settings.rng)
        return settings

    @property
    def search(self) -> WeightSearch:
        """How weights are searched."""
        return "greedy" if self.greedy else "coordinate"


# How weights are to be searched, from words: minimax, balanced, greedy, best=macro_f1.


NONE = "none"
_WORDS = ("minimax", "balanced", "errors", "greedy", "none")
_COST = "expected_cost"


class Search(NamedTuple):
    """A rule, or None where nothing is searched, and whether the paper's search is meant."""

    rule: WeightRule | None
    greedy: bool = False


def read_search(
    text: str, *, costs: Any = None, limits: Mapping[Any, float] | None = None
) -> Search:
    """A search in words; ``costs`` belong to "cost", and ``limits`` are errors not to exceed.

    >>> print(read_search("minimax", limits={"poor": 0.02}).rule)
    lowest largest class error with error of class poor at most 0.02
    >>> read_search("greedy").greedy
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


def search_words(settings: MulticlassSettings) -> str | None:
    """What :func:`read_search` reads as the rule of these settings, its limits aside.

    None of a rule that words do not say, such as one with costs or prevalences.

    >>> search_words(MulticlassSettings.checked("best=macro_f1"))
    'best=macro_f1'
    """
    if settings.rule is None:
        return NONE
    if settings.greedy:
        return "greedy"
    limits = {limit.name: limit.value for limit in settings.rule.limits}
    criteria = [f"best={criterion}" for criterion in get_args(ClassCriterion)]
    words = (word for word in (*_RULES, *criteria) if word not in ("greedy", f"best={_COST}"))
    return next(
        (word for word in words if read_search(word, limits=limits).rule == settings.rule), None
    )


def _unknown(text: str) -> OptionError:
    best = join_words([f"best={one}" for one in get_args(ClassCriterion) if one != _COST])
    return OptionError(
        f"{text!r} is not a search criterion.",
        hint=Hint("there are {}, cost with {costs}, {}.", ", ".join(_WORDS), best),
    )


def _search(
    search: WeightRule | str | None,
    costs: Any,
    limits: Mapping[Any, float] | None,
    *,
    weighable: bool,
) -> Search:
    if isinstance(search, WeightRule):
        if costs is not None or limits:
            raise OptionError(
                "a rule holds its own costs and limits.",
                hint="give them where the rule is created.",
            )
        return Search(search)
    if search is None and costs is None and not limits and not weighable:
        return Search(None)
    word = search if search is not None else ("minimax" if costs is None else "cost")
    return read_search(word, costs=costs, limits=limits)
