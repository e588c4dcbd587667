"""Words for intervals and tests of estimands other than the AUC, by their names and methods.

An estimand is described in a sentence of its own, its interval stands after "were computed as" and
its test after "were compared by", as in :mod:`aucurate.report.methods.auc`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from aucurate.report.methods.auc import COMPARISON_WORDS, INTERVAL_WORDS, IntervalWords, PairWords
from aucurate.report.methods.phrases import SATTERTHWAITE, cite


class EstimandWords(NamedTuple):
    """What an estimand is, how its interval is made, and the test of it against a value."""

    definition: str
    interval: IntervalWords
    null: str


_INFLUENCES = "the influences of the observations"
_INVERTED = "the test that rejects where the interval leaves the value out"

_RATE_INTERVAL = IntervalWords(
    f"t intervals on the logit scale {cite('zhou2005')}",
    "Half an observation was added to each side, and the variance has a part for the threshold, "
    f"which is estimated too {cite('linnet1987', 'hsieh1996')}.",
)

ESTIMAND_WORDS: Mapping[str, EstimandWords] = {
    "partial-auc": EstimandWords(
        "The partial AUC is the area under the drawn curve over that range "
        f"{cite('mcclish1989', 'dodd2003')}.",
        IntervalWords(
            f"beta intervals from {_INFLUENCES}",
            "Each limit is a quantile of the beta distribution that has, to first order, the mean "
            "and the variance of the area under the random weights of the Bayesian bootstrap "
            f"{cite('rubin1981')}, with a fraction of an observation added on the wrong side, so "
            "that they allow for errors that the sample does not show.",
        ),
        _INVERTED,
    ),
    "average-precision": EstimandWords(
        "Average precision is the mean, over the positives, of the precision at the score of each, "
        "at the share of positives of the test set.",
        IntervalWords(
            f"t intervals on the logit scale {cite('boyd2013')} from {_INFLUENCES}",
            "The components of the variance were shrunk towards the largest values they can have, "
            "with the weight of half an observation, and their degrees of freedom followed from "
            f"the kurtosis of the influences by Satterthwaite's formula "
            f"{cite('satterthwaite1946')}.",
        ),
        f"a t test on the logit scale, {_INVERTED}",
    ),
    "sensitivity-at": EstimandWords(
        "The sensitivity is the height of the drawn curve where it has that specificity; each "
        "classifier has its own threshold there.",
        _RATE_INTERVAL,
        _INVERTED,
    ),
    "specificity-at": EstimandWords(
        "The specificity is that of the drawn curve where it has that sensitivity; each classifier "
        "has its own threshold there.",
        _RATE_INTERVAL,
        _INVERTED,
    ),
}
"""By the names of ``estimands.ESTIMANDS``."""

ANY_ESTIMAND = EstimandWords(
    "",
    IntervalWords(f"t intervals on the logit scale from {_INFLUENCES}"),
    f"a t test on the logit scale, {_INVERTED}",
)

ESTIMAND_COMPARISON_WORDS: Mapping[str, PairWords] = {
    **{name: words for name, words in COMPARISON_WORDS.items() if name.startswith("bootstrap")},
    "permutation": PairWords(
        f"a permutation test of the difference {cite('bandos2005')}, in which the two ranks of an "
        "observation change places at random; the interval of a difference was that of the "
        "permutations shifted to it",
        "a permutation test of the difference",
    ),
    "influence": PairWords(
        f"the difference of {_INFLUENCES} on both estimates, observation by observation, referred "
        f"to {SATTERTHWAITE}",
        f"the difference of the two estimates, with the variances of {_INFLUENCES} added, referred "
        f"to {SATTERTHWAITE} from the four components of the variance",
    ),
}

ESTIMAND_JOINT_WORDS = (
    f"a quadratic form in the estimates, with the covariance matrix of {_INFLUENCES} and an F "
    f"distribution that allows for its estimation {cite('krishnamoorthy2004')}"
)


def estimand_interval_words(name: str, method: str) -> IntervalWords:
    """The interval of an estimand by the name of its method."""
    if method in INTERVAL_WORDS:
        return INTERVAL_WORDS[method]
    return ESTIMAND_WORDS.get(name, ANY_ESTIMAND).interval
