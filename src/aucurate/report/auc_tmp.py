"""Words for intervals and tests of AUCs, by the names that the lists of ``inference`` give them.

An interval is a name that stands after "were computed as", and for the one that is
reported the details of how it is made. A test stands after "were compared by".
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from aucurate.caveats import Kind
from aucurate.formatting import join_words
from aucurate.inference.auc import chance
from aucurate.report.methods.phrases import SATTERTHWAITE, Paragraph, cite

DELONG = cite("delong1988")


class IntervalWords(NamedTuple):
    """What an interval is called, and in a sentence of its own how it is made."""

    name: str
    details: str = ""


class PairWords(NamedTuple):
    """A test of two classifiers on the same observations, and on different ones."""

    paired: str
    unpaired: str


INTERVAL_WORDS: Mapping[str, IntervalWords] = {
    "delong-beta": IntervalWords(
        f"beta intervals from DeLong's variance {DELONG}",
        "Each limit is a quantile of the beta distribution that has the mean and the variance of "
        f"the AUC under the random weights of the Bayesian bootstrap {cite('rubin1981')}, with "
        "the weight of a fraction of an observation added on the wrong side of each class, so that "
        "they allow for errors that the sample does not show.",
    ),
    "delong-logit-t": IntervalWords(
        f"logit-t intervals from DeLong's variance {DELONG}",
        "They were made on the logit scale with Student's t distribution: both components of the "
        "variance were shrunk, with the weight of half an observation, towards the largest values "
        "they can have, their sum was kept below the bound that holds for every distribution "
        f"{cite('dantzig1951')}, and the degrees of freedom followed from the kurtosis of the "
        f"placements by Satterthwaite's formula {cite('satterthwaite1946')}.",
    ),
    "delong-logit": IntervalWords(
        f"normal intervals on the logit scale from DeLong's variance {DELONG}"
    ),
    "delong-wald": IntervalWords(
        f"Wald intervals from DeLong's variance {DELONG}, cut to the range from 0 to 1"
    ),
    "hanley-mcneil": IntervalWords(
        "Wald intervals from Hanley and McNeil's standard error under exponential scores "
        f"{cite('hanley1982')}, cut to the range from 0 to 1"
    ),
    "hanley-mcneil-estimated": IntervalWords(
        "Wald intervals from Hanley and McNeil's standard error with both of its probabilities "
        f"estimated from the data {cite('hanley1982')}, cut to the range from 0 to 1"
    ),
    "newcombe": IntervalWords(f"Newcombe's score intervals, his method 5 {cite('newcombe2006')}"),
    "birnbaum-klose": IntervalWords(
        "score intervals from the largest variance that an AUC can have "
        f"{cite('dantzig1951', 'birnbaum1957')}"
    ),
    "cortes-mohri-fewest-errors": IntervalWords(
        "Cortes and Mohri's intervals from the number of errors at the threshold with the fewest "
        f"{cite('cortes2005')}"
    ),
    "agarwal": IntervalWords(
        f"large-deviation bounds that hold for every distribution {cite('agarwal2005')}"
    ),
    "bootstrap-percentile": IntervalWords(
        f"percentile intervals of the bootstrap {cite('efron1993')}"
    ),
    "bootstrap-basic": IntervalWords(f"basic intervals of the bootstrap {cite('davison1997')}"),
    "bootstrap-bca": IntervalWords(
        f"bias-corrected and accelerated (BCa) intervals of the bootstrap {cite('efron1993')}"
    ),
    "bootstrap-studentised": IntervalWords(
        f"studentised intervals of the bootstrap {cite('davison1997')} with DeLong's standard "
        f"errors {DELONG}"
    ),
}

_SAME_DRAWS = "in which both classifiers see the same draws"
_OWN_DRAWS = "in which the test sets are drawn independently"
_INVERTED = "with the {} interval of the difference inverted into a test"
_TABLE = (
    f"the z test of Hanley and McNeil for the same observations {cite('hanley1983')}, with their "
    f"standard errors under exponential scores {cite('hanley1982')} and the correlation of the "
    "two areas {}"
)
_APART = (
    "the z test from Hanley and McNeil's standard errors under exponential scores "
    f"{cite('hanley1982')}, the two areas taken as independent"
)
_MOVER = (
    f"MOVER, the method of variance estimates recovery {cite('zou2008')}, from the beta "
    f"intervals of both AUCs, which rest on DeLong's variance {DELONG} and allow for errors that "
    "the sample does not show"
)
_ENTERED = "from their table, entered with {} correlations of the scores within the classes"


def _bootstrap(kind: str, work: str, more: str = "") -> PairWords:
    test = f"{_INVERTED.format(kind)}{more}"
    start = f"the bootstrap {cite(work)}"
    return PairWords(f"{start}, {_SAME_DRAWS}, {test}", f"{start}, {_OWN_DRAWS}, {test}")


COMPARISON_WORDS: Mapping[str, PairWords] = {
    "delong": PairWords(
        f"DeLong's test for AUCs on the same observations {DELONG}, referred to {SATTERTHWAITE}",
        f"DeLong's test for AUCs on different test sets {DELONG}, whose variances are added, "
        f"referred to {SATTERTHWAITE} from the four components of the variance",
    ),
    "mover": PairWords(
        f"{_MOVER}, and DeLong's estimate of their correlation, with the interval of the "
        "difference inverted into a test",
        f"{_MOVER}, and with the AUCs taken as independent, the interval of the difference being "
        "inverted into a test",
    ),
    "hanley-mcneil": PairWords(_TABLE.format(_ENTERED.format("Pearson's")), _APART),
    "hanley-mcneil-binormal": PairWords(
        _TABLE.format(
            "computed from the binormal model with Pearson's correlations of the scores within "
            "the classes"
        ),
        _APART,
    ),
    "hanley-mcneil-kendall": PairWords(_TABLE.format(_ENTERED.format("Kendall's")), _APART),
    "bootstrap-percentile": _bootstrap("percentile", "efron1993"),
    "bootstrap-basic": _bootstrap("basic", "davison1997"),
    "bootstrap-bca": _bootstrap("BCa", "efron1993"),
    "bootstrap-studentised": _bootstrap(
        "studentised", "davison1997", f", the standard errors being DeLong's {DELONG}"
    ),
    "permutation": PairWords(
        f"the permutation test of the difference in AUC {cite('bandos2005')}, in which the two "
        "ranks of an observation change places at random; the interval of a difference was that of "
        "the permutations shifted to it",
        "a permutation test of the difference in AUC",
    ),
}

JOINT_WORDS: Mapping[str, str] = {
    "delong-chi-square": f"DeLong's chi-square test {DELONG}",
    "delong-F": f"DeLong's quadratic form {DELONG} with an F distribution that allows for the "
    f"estimated covariance matrix {cite('krishnamoorthy2004')}",
}

CURVE_WORDS: Mapping[str, PairWords] = {
    "venkatraman": PairWords(
        "the permutation test of Venkatraman and Begg for the same observations "
        f"{cite('venkatraman1996')}, which is sensitive to differences anywhere along the curves",
        "Venkatraman's permutation test for different test sets "
        f"{cite('venkatraman2000')}, which is sensitive to differences anywhere along the curves",
    ),
}

MARGIN_WORDS: Mapping[str, str] = {
    "noninferiority": "Non-inferiority of {first} to {second} in {quantity} was tested",
    "superiority": "Superiority of {first} to {second} in {quantity} by more than a margin was "
    "tested",
    "equivalence": "Equivalence of {first} and {second} in {quantity} was tested by two one-sided "
    f"tests {cite('schuirmann1987')}",
}
"""By the names of ``equivalence.MARGIN_TESTS``."""

NULL_WORDS: Mapping[str, str] = {
    "beta": f"the test from DeLong's variance {DELONG} that rejects where the beta interval leaves "
    "the value out",
    "logit-t": f"a t test on the logit scale from DeLong's variance {DELONG}, which rejects where "
    "the logit-t interval leaves the value out",
    "logit": f"a z test on the logit scale from DeLong's variance {DELONG}",
    "wald": f"a z test from DeLong's variance {DELONG}",
}
"""By the scales of ``components.Scale``."""

_BRUNNER_MUNZEL = (
    f"the test of Brunner and Munzel {cite('brunner2000')}, which allows for classes of different "
    "spread"
)
CHANCE_WORDS: Mapping[str, str] = {
    chance.METHOD.key: f"the larger p-value of the rank-sum test {cite('mann1947')}, which is "
    f"counted, or in larger samples approximated, and of {_BRUNNER_MUNZEL}",
    chance.METHOD_LARGE.key: _BRUNNER_MUNZEL,
}
"""By the keys of the test against chance."""

BOUND = f"a bound that holds for any distribution of scores {cite('hoeffding1963')}"
NO_VARIANCE = (
    "zero or could not be estimated (perfect separation, constant scores, identical rankings or a "
    "class with one observation)"
)
BOUND_WORDS = f"Where a variance was {NO_VARIANCE}, intervals and tests rest on {BOUND}."
_LONE = (
    "Comparisons with a classifier whose own variance was zero rest on the variance of the other "
    "classifier."
)


def bounds_told(resting: Mapping[str, Sequence[bool]], kinds: Collection[str]) -> Paragraph:
    """What rests on the bound, where something does and not everything.

    ``resting`` says of every record whether it does, by what these records are called; ``kinds``
    are those of the caveats.
    """
    some = [words for words, bounds in resting.items() if any(bounds)]
    every = all(all(bounds) for bounds in resting.values())
    said = [] if every else [_LONE] * (Kind.LONE_VARIANCE in kinds)
    if some and not every:
        said.insert(0, f"Where a variance was {NO_VARIANCE}, {join_words(some)} rest on {BOUND}.")
    return said
