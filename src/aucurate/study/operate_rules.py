"""Where a study operates, as text: the threshold or rule, the costs and the prevalence."""

from collections.abc import Mapping

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.formatting import listing, percent, shortened, threshold_words


def at_words(at: ThresholdRule | float | Mapping[str, float], use: IntendedUse) -> str:
    """Where it operates, as text, with the costs and the prevalence in brackets.

    >>> from aucurate.curve.rule_text import read_rule
    >>> at_words(read_rule("cost=5:1"), IntendedUse(prevalence=0.02, false_negative_cost=5))
    'lowest expected cost (false negatives cost 5, false positives 1; prevalence 2%)'
    """
    if isinstance(at, Mapping):
        cuts = [f"{shortened(name)} {threshold_words(float(cut))}" for name, cut in at.items()]
        return f"thresholds {listing(cuts)}{use_words(use)}"
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
