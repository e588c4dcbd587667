"""Words for how thresholds and weights are chosen, by the criteria of their rules."""

from collections.abc import Mapping

from aucurate.curve.rates import LOW_IS_GOOD, RATES, Rate, rate_words
from aucurate.formatting import listing, percent
from aucurate.report.method_words_text import cite

_RULE_WORKS: Mapping[str, str] = {
    "youden_index": cite("youden1950"),
    "matthews_correlation": cite("matthews1975"),
    "expected_cost": cite("metz1978"),
}


def _best(rate: Rate) -> str:
    way = "lowest" if rate in LOW_IS_GOOD else "highest"
    return f"with the {way} {rate_words(rate)} {_RULE_WORKS.get(rate, '')}".rstrip()


RULE_WORDS: Mapping[str, str] = {
    **{rate: _best(rate) for rate in RATES},
    "closest_corner": "whose point of the curve is closest to the corner of perfect classification "
    f"{cite('perkins2006')}",
    "loss": "that follows from the loss of both errors, for scores that are posterior "
    f"probabilities {cite('aslan2009')}",
}
"""Which threshold a rule takes, by the criteria of ``choosing.ThresholdRule``."""

CRITERION_WORDS: Mapping[str, str] = {
    "largest_class_error": "the smallest largest error of a class (minimax)",
    "mean_class_error": "the smallest mean error of the classes",
    "error_rate": "the smallest error rate",
    "expected_cost": "the smallest expected cost, from a matrix of costs",
    "macro_f1": "the largest mean F1 of the classes",
}
"""What weights are chosen for, by ``class_criteria.CLASS_CRITERIA``."""

SEARCH_WORDS: Mapping[str, str] = {
    "coordinate": "by coordinate ascent over exact breakpoints from several starts",
    "greedy": f"by a greedy search from random vectors {cite('paclik2010')}",
}
"""How weights are searched, by ``nested_weights.WeightSearch``."""


def rule_words(criterion: str, constraints: Mapping[str, float]) -> str:
    """The threshold of a rule, among those that keep its constraints."""
    words = RULE_WORDS.get(criterion, "of a rule")
    if not constraints:
        return words
    asked = [_constraint(rate, value) for rate, value in constraints.items()]
    return f"{words} among those with {listing(asked)}"


def _constraint(rate: str, value: float) -> str:
    known = next((name for name in RATES if name == rate), None)
    way = "at most" if known in LOW_IS_GOOD else "at least"
    return f"{rate if known is None else rate_words(known)} {way} {value:g}"


def use_words(prevalence: float | None, miss: float, alarm: float) -> list[str]:
    """The prevalence and the costs where the classifiers are to be used."""
    said = []
    if prevalence is not None:
        said.append(
            "Predictive values and other rates that depend on the prevalence are given for a "
            f"prevalence of {percent(prevalence)}, taken as known."
        )
    if miss != alarm:
        said.append(f"Costs were {miss:g} for a false negative and {alarm:g} for a false positive.")
    return said
