"""What the Methods sections of all kinds of study share: citations, names, counts, corrections.

A citation is represented in a text by a mark that only this module can create: names of classifiers
and columns go through ``shortened``, which leaves no control character in them. ``resolved`` turns
the marks into "(Holm 1979)" and gathers the works in the order of their first mention.

What a method is called comes from its entry in :mod:`aucurate.inference.methods`, whose citations
by key (``[holm1979]``) become marks here.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from aucurate.caveats import Kind
from aucurate.curve.rates import LOW_IS_GOOD, RATES, Rate, rate_words
from aucurate.estimates.estimands import AUC, Quantity
from aucurate.formatting import amount, count, join_words, percent, shortened, threshold_words
from aucurate.inference.folds.operating_points import FOLD_RATES, fold_rate_words
from aucurate.inference.methods import CITATION, Family, Method, Question, methods_for
from aucurate.inference.operating.proportions import NAMES
from aucurate.report.references import BIBLIOGRAPHY, SOFTWARE, Reference, software
from aucurate.results import Estimate, Interval, MethodRecord
from aucurate.study.base import Provenance

Paragraph: TypeAlias = list[str]
"""Sentences, with marks for citations."""

_OPEN, _CLOSE = "\x02", "\x03"
_MARK = re.compile(f" ?{_OPEN}([^{_CLOSE}]*){_CLOSE}")
_SHOWN = 8


def cite(*keys: str) -> str:
    """The mark of one citation, of one or several works."""
    return f"{_OPEN}{','.join(keys)}{_CLOSE}"


def phrase_of(
    family: Family, question: Question, key: str, *, paired: bool = True, title: str = ""
) -> str:
    """The phrase of a method from the registry, with marks for its citations.

    Of a method that a later version may have written, it is the title of its records, or its key.
    """
    method = methods_for(family, question).get(key)
    if method is None:
        return shortened(title) if title else f"the method '{shortened(key)}'"
    return with_marks(method.phrase if paired else method.unpaired_phrase or method.phrase)


def with_marks(phrase: str) -> str:
    """A phrase of the registry with marks in place of the keys of works.

    >>> with_marks("the sign test [dixon1946]") == f"the sign test {cite('dixon1946')}"
    True
    """
    return CITATION.sub(lambda keys: cite(*keys.group(1).split("; ")), phrase)


SATTERTHWAITE = (
    "Student's t distribution, with degrees of freedom by Satterthwaite's formula "
    f"{cite('satterthwaite1946')}"
)

CORRECTION_WORDS: Mapping[str, str] = {
    "holm": f"adjusted by Holm's step-down method {cite('holm1979')}, which controls the "
    "family-wise error rate",
    "hochberg": f"adjusted by Hochberg's step-up method {cite('hochberg1988')}, which controls "
    "the family-wise error rate of independent or positively dependent tests",
    "benjamini-hochberg": "adjusted by the method of Benjamini and Hochberg "
    f"{cite('benjamini1995')}, which controls the false discovery rate of independent or "
    "positively dependent tests",
    "bonferroni": f"adjusted by Bonferroni's method {cite('dunn1961')}, which controls the "
    "family-wise error rate",
    "none": "not adjusted for multiple testing",
}
"""What is done about several tests, by the names of ``multiplicity.CORRECTIONS``."""


def resolved(text: str, version: str, found: dict[str, Reference]) -> str:
    """One paragraph with citations in place of marks; ``found`` gathers the works.

    A work is cited at its first mention in a paragraph, not in every sentence.
    """
    told: set[str] = set()

    def cited(mark: re.Match[str]) -> str:
        new = [key for key in dict.fromkeys(mark.group(1).split(",")) if key not in told]
        told.update(new)
        works = [_work(key, version) for key in new]
        found.update((work.key, work) for work in works if work.key not in found)
        return f" ({'; '.join(work.short for work in works)})" if works else ""

    return _MARK.sub(cited, text)


def _work(key: str, version: str) -> Reference:
    return software(version) if key == SOFTWARE else BIBLIOGRAPHY[key]


def found_words(words: Mapping[str, str], name: str) -> str:
    """The words for a name; of a name that a later version may have written, the name itself."""
    return words.get(name, f"the method '{shortened(name)}'")


def method_words(words: Mapping[str, str], record: MethodRecord) -> str:
    """The words for the method of a record by its key, or those that the record itself has."""
    return words.get(record.key, shortened(record.method))


def names_of(names: Sequence[str], most: int = _SHOWN) -> str:
    """Names in a sentence, however many and however long."""
    shown = [shortened(name) for name in names[:most]]
    more = len(names) - len(shown)
    return f"{', '.join(shown)} and {more:,} more" if more else join_words(shown)


def rates_of(rates: Iterable[str]) -> str:
    """Rates by the names of ``fold_rates.FOLD_RATES``, in a sentence.

    >>> rates_of(["sensitivity", "f1"])
    'sensitivity and F1'
    """
    known: dict[str, str] = {rate: fold_rate_words(rate) for rate in FOLD_RATES}
    return join_words([known.get(rate, shortened(rate)) for rate in rates])


def were(amount: int, what: str) -> str:
    """A count with its verb.

    >>> were(1, "row"), were(2, "row")
    ('1 row was', '2 rows were')
    """
    return f"{count(amount, what)} {'was' if amount == 1 else 'were'}"


def pairs_words(pairs: Sequence[tuple[str, str]], n_names: int, what: str = "classifiers") -> str:
    """Which pairs were compared, with the verb.

    >>> pairs_words([("a", "b"), ("a", "c"), ("b", "c")], 3), pairs_words([("a", "b")], 3)
    ('All 3 pairs of classifiers were', 'The classifiers a and b were')
    """
    different = list(dict.fromkeys(pairs))
    if len(different) == 1:
        return f"The {what} {join_words([shortened(name) for name in different[0]])} were"
    every = len(different) == n_names * (n_names - 1) // 2
    return f"{'All' if every else 'The'} {len(different):,} pairs of {what} were"


def intervals_at(confidence: float) -> str:
    """What intervals of a confidence are called."""
    return f"two-sided {percent(confidence)} confidence intervals"


def classes_words(provenance: Provenance, n_positive: float, n_negative: float) -> str:
    """How many of either class, and what their labels are."""
    return (
        f"{amount(n_positive)} positive (label {shortened(provenance.positive)}) and "
        f"{amount(n_negative)} negative (label {shortened(provenance.negative)})"
    )


def dropped_words(provenance: Provenance) -> Paragraph:
    """Rows that were left out, where there are any."""
    unmatched = provenance.source.unmatched
    with_gaps = provenance.source.n_dropped - unmatched
    found: Paragraph = []
    if with_gaps:
        found.append(f"{were(with_gaps, 'row')} left out because of missing values.")
    if unmatched:
        found.append(f"{were(unmatched, 'observation')} left out, not listed for every classifier.")
    return found


def engine_words(provenance: Provenance) -> Paragraph:
    """What computed the statistics of rows that are not in memory."""
    engine = provenance.source.engine
    told = f"The rows were not held in memory: the statistics were computed by {engine}."
    return [told] if engine else []


def unit_words(provenance: Provenance) -> Paragraph:
    """Groups and weights of the observations, and what they are to the variances."""
    sentences: Paragraph = []
    if provenance.weights == "frequency":
        sentences.append("Rows counted as often as their frequency weights say.")
    if provenance.weights == "sampling":
        sentences.append(
            "Observations had sampling weights: estimates are those of the weighted population, "
            f"and variances were computed by linearisation {cite('binder1983')}."
        )
    if provenance.n_groups:
        sentences.append(
            f"The observations belong to {count(provenance.n_groups, 'group')}, which were taken "
            "as independent of each other; variances were computed from the sums of the "
            f"influences of the observations of each group {cite('obuchowski1997groups')}."
        )
    return sentences


def lower_words(provenance: Provenance) -> Paragraph:
    """Classifiers whose lower scores mean more positive."""
    lower = list(provenance.lower)
    return [f"Lower scores of {names_of(lower)} counted as more positive."] if lower else []


def pooled_words(kinds: Iterable[str]) -> Paragraph:
    """That scores of several folds are pooled as one test set."""
    if Kind.POOLED_FOLDS not in kinds:
        return []
    return ["Scores of several cross-validation folds were pooled as if from one test set."]


def correction_words(correction: str, *families: tuple[int, str]) -> Paragraph:
    """How the p-values of each family of tests are adjusted; nothing for families of one.

    A family is a number and what it counts, in the plural.
    """
    several = [f"the {amount:,} {what}" for amount, what in families if amount > 1]
    if not several:
        return []
    words = found_words(CORRECTION_WORDS, correction)
    apart = ", separately for each family," if len(several) > 1 and correction != "none" else ""
    return [f"The p-values of {join_words(several)} were{apart} {words}."]


def sentence(text: str) -> str:
    """A sentence, its first letter made a capital.

    >>> sentence("two rows were left out")
    'Two rows were left out.'
    """
    return f"{text[:1].upper()}{text[1:]}."


def exact_words(intervals: Iterable[Interval]) -> Paragraph:
    """That some intervals over folds are exact ones, because no fold differs from another."""
    if all(one.key != NAMES["clopper-pearson"].key for one in intervals):
        return []
    return [
        "Where all folds agree, the interval is the exact binomial one of all decisions "
        f"{cite('clopper1934')}."
    ]


def thresholds_words(threshold: Any) -> str:
    """One threshold, or one for each classifier."""
    if isinstance(threshold, Mapping):
        cuts = [f"{shortened(n)} {threshold_words(float(cut))}" for n, cut in threshold.items()]
        return f"thresholds {join_words(cuts, most=_SHOWN)}"
    return f"threshold {threshold_words(float(threshold))}"


def software_words(version: str) -> str:
    """The sentence about this software."""
    return (
        f"All computations were made with aucurate, version {shortened(version)} {cite(SOFTWARE)}."
    )


# Words for how thresholds and weights are chosen, by the criteria of their rules.


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
    return f"{words} among those with {join_words(asked)}"


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


def drawn_words(settings: Mapping[str, Any]) -> str:
    """Within classes or not, and from which random numbers, as far as the settings tell.

    >>> drawn_words({"stratified": True, "rng": 7})
    ', drawn within each class (random numbers from rng 7)'
    """
    stratified, rng = settings.get("stratified"), settings.get("rng")
    within = "" if stratified is None else ", drawn whatever the class of an observation"
    if stratified:
        within = ", drawn within each class"
    return within + (f" (random numbers from rng {rng})" if isinstance(rng, int) else "")


# Intervals of AUCs, and the bound that takes over where a variance cannot be estimated.


AREA = "area under the receiver operating characteristic curve (AUC)"
AREAS = "areas under the receiver operating characteristic curves (AUCs)"
MANN_WHITNEY = (
    "The empirical AUC is the Mann-Whitney statistic, in which tied scores count one half "
    f"{cite('hanley1982')}."
)
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


def interval_words(
    method: Method | None, estimates: tuple[Estimate, ...], about: Quantity = AUC
) -> Paragraph:
    """How the intervals were made; by the bound alone, where nothing else could be."""
    one = len({estimate.name for estimate in estimates}) == 1
    of = f"{intervals_at(estimates[0].interval.confidence)} of "
    of += f"the {about.name} were" if one else f"{about.plural} were"
    if is_bound(*(one.interval for one in estimates)):
        return [sentence(f"{of} computed from {BOUND}, because variances were {NO_VARIANCE}")]
    if method is None:
        return [
            sentence(f"{of} computed by the method '{shortened(estimates[0].interval.method)}'")
        ]
    said = [sentence(f"{of} computed as {with_marks(method.phrase)}")]
    return [*said, with_marks(method.details)] if method.details else said


def bound_words(intervals: Iterable[Interval]) -> Paragraph:
    """That a bound took over for some intervals of AUCs and not for all."""
    return bounds_told({"intervals of AUCs": [is_bound(one) for one in intervals]}, ())


def is_bound(*intervals: Interval) -> bool:
    """Whether all of them rest on a distribution-free bound."""
    return all(one.bound for one in intervals)
