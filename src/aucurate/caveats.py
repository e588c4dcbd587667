"""The text of every caveat: what a reader of a result must know without having read the manual.

The code that computes a result decides which caveats apply; their text is kept here and nowhere
else. :func:`caveat` builds the record from its :class:`Kind`, the names it is about and the values
of the placeholders in its text:

    >>> found = caveat(Kind.HEAVY_TIES, "pairs", about=("forest",), share="18%")
    >>> print(found)
    forest gives equal scores to 18% of the positive-negative pairs; each counts one half.
    >>> found.kind, found.about
    ('heavy_ties', ('forest',))

A kind with several texts gives each a name; if a caveat uses several of them, they follow each
other in the order in which they are named. ``{about}`` is the placeholder of the names themselves.
A caveat that names no classifier applies to the whole result that carries it; a study that shows
several results adds the names (:func:`named`).

``docs/caveats.md`` is generated from this catalogue.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, auto

from aucurate.formatting import join_words, shortened
from aucurate.results import Caveat

MOST_NAMES = 6
"""The most names that a text lists; the others are counted."""


class Kind(StrEnum):
    """Every kind of caveat; the value is used in ``Caveat.kind`` and in the JSON of a study."""

    DROPPED_ROWS = auto()
    UNMATCHED_ROWS = auto()
    ALIGNED_ROWS = auto()
    REPEATED_IDENTIFIERS = auto()
    REPEATED_ROWS = auto()
    APPROXIMATE_AUCS = auto()
    ROWS_NOT_IN_MEMORY = auto()
    LOWER_SCORES = auto()
    WRONG_WAY = auto()
    TWO_VALUES = auto()
    POOLED_FOLDS = auto()
    GROUPS = auto()
    TEST_SET_PREVALENCE = auto()
    STATED_PREVALENCE = auto()
    DIFFERENT_PREVALENCE = auto()
    FEW_OBSERVATIONS = auto()
    FEW_GROUPS = auto()
    SUBGROUPS = auto()
    INCOMPLETE_SUBGROUP = auto()
    SMALL_SUBGROUPS = auto()
    FEW_ERRORS_IN_SUBGROUPS = auto()
    MISSING_SUBGROUP = auto()
    STRADDLING_GROUPS = auto()
    FEW_BEYOND = auto()
    FEW_IN_RANGE = auto()
    NEAR_CHANCE = auto()
    HEAVY_TIES = auto()
    CONSTANT_SCORES = auto()
    PERFECT_SEPARATION = auto()
    NO_VARIANCE = auto()
    LONE_VARIANCE = auto()
    IDENTICAL_RANKING = auto()
    SHARED_OBSERVATIONS = auto()
    FEW_ERRORS = auto()
    NEARLY_PERFECT = auto()
    CHOSEN_HIGHEST = auto()
    MARGIN_OF_ESTIMAND = auto()
    NO_JOINT_TEST = auto()
    BONFERRONI_SHARE = auto()
    TEST_AND_INTERVAL_DISAGREE = auto()
    OUTSIDE_TABLE = auto()
    NO_SCORE_CORRELATION = auto()
    ERROR_DERIVED = auto()
    WHOLE_CURVE = auto()
    NO_MIDDLE = auto()
    STOPPED_EARLY = auto()
    TOO_FEW_REPLICATES = auto()
    REPLICATES_WITHOUT_A_CLASS = auto()
    REPLICATES_WITHOUT_A_VALUE = auto()
    REPLICATES_WITHOUT_VARIANCE = auto()
    REPLICATES_WITHOUT_FIT = auto()
    REPLICATES_WITHOUT_THRESHOLD = auto()
    REPLICATES_WITHOUT_RATE = auto()
    INFINITE_REPLICATES = auto()
    SHIFTED_NULL = auto()
    CHOSEN_ON_SAME_OBSERVATIONS = auto()
    CHOSEN_THRESHOLDS = auto()
    PRESUMES_CALIBRATION = auto()
    TRIVIAL_THRESHOLD = auto()
    TIED_THRESHOLDS = auto()
    THRESHOLD_INTERVAL = auto()
    UNDEFINED_RATE = auto()
    EMPTY_COUNT = auto()
    NO_DISCORDANT_CALLS = auto()
    FEW_DISCORDANT_CALLS = auto()
    FEW_DISCORDANT_DECISIONS = auto()
    IDENTICAL_DECISIONS = auto()
    LIMITS_NOT_KEPT = auto()
    CLASS_NEVER_DECIDED = auto()
    CLASS_MISSING_IN_FOLD = auto()
    SEARCH_STOPPED = auto()
    SEARCHED_ON_SUBSET = auto()
    NOT_WEIGHABLE = auto()
    NO_UNSEEN_FOLDS = auto()
    VALID_FOR = auto()
    FEW_FOLDS = auto()
    FOLDS_WITHOUT_CLASS = auto()
    SMALL_FOLDS = auto()
    SMALL_TRAINING_SETS = auto()
    FIXED_TEST_SET = auto()
    OVERLAPPING_TRAINING_SETS = auto()
    CONSERVATIVE = auto()
    UNSTABLE_ALGORITHMS = auto()
    OF_FITTED_MODELS = auto()
    CORRELATED_REPEATS = auto()
    FIRST_FOLD_ONLY = auto()
    SMALLEST_P_VALUE = auto()
    IDENTICAL_VALUES = auto()
    MEDIAN = auto()
    PSEUDO_MEDIAN = auto()
    NOT_EVALUATED = auto()
    NOT_TESTED = auto()
    NOT_COMPARED = auto()
    NOT_ADJUSTED = auto()
    CERTAIN_DIFFERENCE = auto()
    MEAN_OF_RATIOS = auto()
    MEAN_OF_MAXIMA = auto()
    NO_SPREAD = auto()
    ONE_SCALE = auto()
    THRESHOLD_SCALE = auto()
    NO_SIZE = auto()
    ROUGH_SIZE = auto()
    DEGREES_OF_FREEDOM = auto()
    OTHER_TEST = auto()
    FAILED_FITS = auto()
    FIT_WARNINGS = auto()
    FEW_DATA_SETS = auto()
    DATA_SETS_DROPPED = auto()
    FOLDS_DROPPED = auto()
    MANY_FOLDS = auto()
    POST_HOC_NOT_LICENSED = auto()
    ROUGH_NUMBERS = auto()
    FITTED_POWER = auto()
    HALVED_TEST_SET = auto()
    AT_BOUND = auto()
    HOOK = auto()
    SHIFTED_SCORES = auto()
    SUBSET_TESTED = auto()
    FEW_EXPECTED = auto()
    GROUPED_SCORES = auto()
    HELD_BANDWIDTHS = auto()
    SMOOTHING_BIAS = auto()
    BEYOND_ENDS = auto()
    MODEL_NOT_FITTED = auto()
    MODEL_REJECTED = auto()
    SMALL_PILOT = auto()
    PILOT_AS_TRUTH = auto()
    PILOT_ELSEWHERE = auto()
    ONE_CLASS_TEST_SETS = auto()
    FEW_DIFFERING_CALLS = auto()
    THRESHOLD_OUTSIDE_SCORES = auto()
    NOTHING_VARIES = auto()
    INTERRUPTED = auto()


@dataclass(frozen=True, slots=True)
class Entry:
    """The texts of one kind by name ("" for a single text), and when the caveat is given.

    ``advice`` is one sentence: when the caveat is given, and what to do about it.
    """

    texts: Mapping[str, str]
    advice: str


def _entry(advice: str, text: str = "", /, **texts: str) -> Entry:
    return Entry({"": text} if text else texts, advice)


_NOT_INDEPENDENT = (
    "Rows that belong together are not independent observations, which intervals and tests assume "
    "of rows without groups: intervals are too narrow and p-values too small (measured with five "
    "rows per "
    "subject, 95% intervals covered the AUC in 66 to 92% of the simulations, and a paired test at "
    "the 0.05 level rejected a true hypothesis in 10 to 35%)."
)
_FEW = "Only {sizes}: with fewer than {limit} in a class, "

GROUPS: Mapping[str, Mapping[Kind, Entry]] = {
    "The observations": {
        Kind.DROPPED_ROWS: _entry(
            "Given where rows with missing labels or scores were dropped; fill them in, or report "
            "why they are missing.",
            plain="{rows} with missing values {were} dropped.",
            of_several="{rows} with missing values {were} dropped (missing scores: {missing}).",
        ),
        Kind.UNMATCHED_ROWS: _entry(
            "Given where predictions are matched by an identifier, and some classifiers lack "
            "observations of others; check the files if the number is unexpected.",
            "{observations} excluded: not listed for every classifier.",
        ),
        Kind.ALIGNED_ROWS: _entry(
            "Given where a data frame is in a different order from the labels; no action is needed "
            "if its index identifies the observations.",
            "The rows of {about} were reordered to match the labels, by their index.",
        ),
        Kind.REPEATED_IDENTIFIERS: _entry(
            "Given where an unused column looks like the identifier of subjects with several rows; "
            "name the column as the groups.",
            grouped="The unused column {about} has {different} distinct values in {rows} rows. "
            + _NOT_INDEPENDENT
            + (
                " If it identifies what the rows belong to, name it as the groups "
                "(groups={quoted}, --groups {option})."
            ),
            long_form="The unused column {about} has {different} distinct values in {rows} rows, "
            "each of them once for every value of {classifier}. "
            + _NOT_INDEPENDENT
            + (
                " If {classifier} names the classifier of a row, the table is in long form: read "
                "it with classifier={quoted_classifier} and id={quoted} (--classifier "
                "{option_classifier} --id {option}). If {about} identifies what the rows belong "
                "to, name it as the groups (groups={quoted}, --groups {option})."
            ),
        ),
        Kind.REPEATED_ROWS: _entry(
            "Given where more rows are copies of other rows than ties can explain; remove the "
            "copies.",
            "{share} of the rows repeat another row, with the same label and the same scores. "
            + _NOT_INDEPENDENT
            + " Keep one row per observation.",
        ),
        Kind.APPROXIMATE_AUCS: _entry(
            "Given where a tolerance was allowed for the AUCs of a table that is not in memory; "
            "leave `tolerance` out for exact ones.",
            one="The AUC is approximate: it is within {auc} of the exact value, and its standard "
            "error within {error}. These are guaranteed bounds; the tolerance was {tolerance}.",
            several="AUCs are approximate: each is within {auc} of the exact value, its standard "
            "error within {error}, and the standard error of a difference within {difference}. "
            "These are guaranteed bounds; the tolerance was {tolerance}.",
        ),
        Kind.ROWS_NOT_IN_MEMORY: _entry(
            "Given where a part of a study was left out because it needs the rows of a table that "
            "is not in memory; read a sample of the rows, or use a machine with more memory.",
            "Not computed, because it needs all rows in memory: {what}.",
        ),
        Kind.LOWER_SCORES: _entry(
            "Given where lower scores were declared to mean more positive; a reminder, no action "
            "is needed.",
            "Lower scores mean more positive for {about}.",
        ),
        Kind.WRONG_WAY: _entry(
            "Given where the whole interval of an AUC lies below 0.5; name the classifier in "
            "`lower`, name the other class as positive, or check the columns of the classes.",
            as_given="{names} {rank} the classes in the wrong order ({interval}). If lower scores "
            "mean positive, {remedy}; if the other class is the positive class, name it "
            "(positive={negative}, --positive {quoted}).",
            turned="{names} {rank} the classes in the wrong order ({interval}), with lower scores "
            "taken as more positive. If higher scores mean positive, leave {them} out of lower "
            "(lower=, --lower); if the other class is the positive class, name it "
            "(positive={negative}, --positive {quoted}).",
            classes="The scores of a class rank its own observations below the others, with an "
            "interval entirely below 0.5: {classes}. Check that every column of scores belongs to "
            "the class it is named after (classes=, in the order of estimator.classes_).",
        ),
        Kind.TWO_VALUES: _entry(
            "Given where the scores of a classifier have only two values; use probabilities or "
            "decision scores instead of predicted classes.",
            "{names} {take} only two values{values}. Are these predicted classes? Their AUC "
            "describes a single threshold, not the ranking. If the classifier has probabilities or "
            "decision scores, use those: predict_proba(X)[:, 1] instead of predict(X).",
        ),
        Kind.POOLED_FOLDS: _entry(
            "Given where scores from several folds are treated as one test set; compare the folds "
            "(`folds`, `aucurate folds`) to account for the separate fits.",
            scores="The scores come from {folds} folds and are pooled here as if they were one "
            "test set: scores from different folds come from different fits and need not be "
            "comparable, and their training sets overlap.",
            decisions="The observations of all folds are counted together, although each fold was "
            "classified by its own model: the intervals are valid for these models and do not "
            "reflect what another training set would change.",
        ),
        Kind.GROUPS: _entry(
            "Given where observations belong to groups; keep every group within one fold.",
            groups="The observations belong to {groups}. Averages over folds allow for that as "
            "long as no group is split across folds; numbers of observations assume groups as "
            "large as these.",
            folds="The observations belong to {groups}. Tests by observation allow for that; tests "
            "of the values of folds do as long as no group is split across folds.",
            binomial="An exact binomial interval does not allow for groups, and is too narrow.",
            divided="Here groups are split across folds: models were tested on groups that they "
            "were trained on, and the rates can be far too optimistic.",
            divided_values="Here groups are split across folds: models were tested on groups that "
            "they were trained on. AUCs can be far too optimistic, and tests of the values of "
            "folds take folds that share groups for different observations.",
        ),
        Kind.SUBGROUPS: _entry(
            "Given with every analysis of subgroups; a reminder of what it does not show.",
            "The {quantity} of all observations is not an average of those of the subgroups, "
            "because it also compares observations across them. Where a test over subgroups does "
            "not reject, differences as large as the intervals allow remain possible.",
        ),
        Kind.INCOMPLETE_SUBGROUP: _entry(
            "Given where a subgroup has observations of one class only, so that nothing can be "
            "estimated in it; merge it with another.",
            "Not available for {names} of {column}: {they} no {absent}. Tests over subgroups leave "
            "{them} out.",
        ),
        Kind.MISSING_SUBGROUP: _entry(
            "Given where observations have no value in a column of subgroups; they are analysed as "
            "a subgroup of their own.",
            "{observations} in {column}; they are analysed as the subgroup '{name}'.",
        ),
        Kind.STRADDLING_GROUPS: _entry(
            "Given where groups of observations have members in several subgroups, so that the "
            "subgroups are not independent; tests over subgroups allow for it, no action is "
            "needed.",
            "{groups} observations in several subgroups of {column}. Tests over these subgroups "
            "allow for the correlation.",
        ),
        Kind.TEST_SET_PREVALENCE: _entry(
            "Given where a result depends on the prevalence and that of the test set was used; "
            "state the prevalence of the intended use.",
            rates="Predictive values and costs apply where {share} are positive, as in the test "
            "set (treated as a random sample); state another prevalence if the classes were "
            "sampled separately or the classifier will be used elsewhere.",
            predictive_values="Predictive values apply where {share} are positive, as in the test "
            "set; they are not defined for classes that were sampled separately.",
        ),
        Kind.STATED_PREVALENCE: _entry(
            "Given where the prevalence was stated; no interval includes its uncertainty, so try "
            "other plausible values.",
            "The stated prevalence of {share} is treated as known.",
        ),
        Kind.DIFFERENT_PREVALENCE: _entry(
            "Given where test sets with different class proportions are compared by a quantity "
            "that depends on them; compare a quantity that does not.",
            average_precision="{first} of the first test set are positive and {second} of the "
            "second: average precision increases with that share, whatever the classifier.",
            classes="The class proportions of the two test sets differ, and the {quantity} depends "
            "on them: they may explain part of the difference. Stated prevalences or the Hand-Till "
            "AUC avoid this.",
        ),
    },
    "Few observations, ties and missing variances": {
        Kind.FEW_OBSERVATIONS: _entry(
            "Given where a class is so small that the approximation behind an interval, a p-value "
            "or a plan is rough; collect more observations, or prefer exact or simulated results.",
            intervals=_FEW + "intervals and p-values are rough.",
            inexact=_FEW + "intervals that are not exact are rough.",
            band=_FEW + "the ends of the curve are poorly determined, and the band is wide there.",
            weighted="Sampling weights leave {sizes}: with fewer than {limit} in a class, "
            "intervals and p-values are rough.",
            class_errors="Fewer than {limit} observations in class {classes}: its errors are "
            "hardly known.",
            model="Only {sizes}: with fewer than {limit} the p-value is rough, and hardly any "
            "model can be rejected.",
            plan="With fewer than {limit} observations in a class the normal approximation behind "
            "this plan is rough; simulate before relying on it.",
            choice="Expected in the rarer class: {expected} of {size}. Below {limit} the normal "
            "approximation is rough; check with {check}.",
        ),
        Kind.FEW_GROUPS: _entry(
            "Given where the observations of a class come from few groups, or where a few large "
            "groups hold most of them; include more groups rather than more rows of each.",
            "Only {sizes}: with fewer than {limit} groups that hold a class, intervals are wide "
            "and p-values rough, however many rows there are. In simulations with so few, tests at "
            "the 0.05 level rejected a true hypothesis in 0 to {level} of the samples, and "
            "intervals on the logit scale, which are not the default, covered the AUC in as few as "
            "{coverage}.",
        ),
        Kind.SMALL_SUBGROUPS: _entry(
            "Given where a subgroup has so few observations of a class that only a large "
            "difference would be detected; merge subgroups, or collect more observations.",
            "Subgroups of {column} with fewer than {limit} observations in a class: {names}. Their "
            "intervals are wide, and tests over subgroups that include them detect only large "
            "differences.",
        ),
        Kind.FEW_ERRORS_IN_SUBGROUPS: _entry(
            "Given where MOVER's test takes the place of DeLong's in subgroups in which few "
            "observations are misordered; no action is needed.",
            "Fewer than {limit} observations of the smaller class are misordered in these "
            "subgroups of {column}: {names}. Differences there are tested by MOVER, because in "
            "simulations with so few DeLong's 95% intervals of a difference covered it in as few "
            "as {coverage} of the samples, and DeLong's tests at the 0.05 level, adjusted for all "
            "subgroups, rejected equal AUCs in up to {level}. A large p-value is no evidence of "
            "equal AUCs.",
        ),
        Kind.FEW_BEYOND: _entry(
            "Given where a rate is so close to 0 or 1, or a range so narrow, that the result rests "
            "on a handful of observations; use a wider range or a less extreme rate.",
            "The {quantity} rests on {share} of {size}, fewer than {limit} of them: its interval "
            "and p-value are rough.",
        ),
        Kind.FEW_IN_RANGE: _entry(
            "Given where a partial AUC rests on few observations; widen the range, or report the "
            "simulated coverage and level.",
            "About {inside} of {size} lie in the range of the {quantity}. In simulations with "
            "fewer than {limit} in the range, 95% intervals covered the truth in {coverage} of the "
            "samples when some of these observations were missed outright, and tests at the 0.05 "
            "level rejected equal areas in up to {level} (docs/validation.md).",
        ),
        Kind.NEAR_CHANCE: _entry(
            "Given where the interval of a rate reaches down to chance; do not call the classifier "
            "better than chance there.",
            "The interval of the {quantity} of {about} reaches down to chance ({chance}). If the "
            "true curve runs below chance and then rises steeply, such an interval lies too high "
            "more often than it should.",
        ),
        Kind.HEAVY_TIES: _entry(
            "Given where more than a tenth of what is compared is tied; use scores with more "
            "digits, if available.",
            pairs="{about} gives equal scores to {share} of the positive-negative pairs; each "
            "counts one half.",
            pairs_of_classes="{about} gives equal scores to {share} of the pairs of observations "
            "of different classes, on average; each counts one half.",
            triples="In {share} of the triples {about} gives the middle observation the same score "
            "as another; such a triple counts one half, or one sixth if all three are equal.",
            data_sets="{share} of the pairs of values on a data set are equal: Friedman's test "
            "allows for this, tests of average ranks are conservative, and Wilcoxon's test and the "
            "sign test leave equal values out.",
        ),
        Kind.CONSTANT_SCORES: _entry(
            "Given where a classifier gives all observations the same score; check the column.",
            "{about} gives every observation the same score: {interval}.",
        ),
        Kind.PERFECT_SEPARATION: _entry(
            "Given where a classifier ranks these observations without any error, or entirely in "
            "reverse; check that the score does not contain the label, and collect more "
            "observations.",
            separated="{about} separates the classes {way}: {interval}.",
            ordered="{about} puts the classes in perfect order: {interval}.",
        ),
        Kind.NO_VARIANCE: _entry(
            "Given where the variance of an estimate is zero or unknown, so that another method "
            "replaces the usual one; read the interval as a bound, and collect more observations.",
            bound="The variance of {what} is zero or cannot be estimated from these data; {bound}, "
            "which needs none, is used instead.",
            allowed_for="The variance of {what} is zero or cannot be estimated from these data; "
            "its interval allows for errors that the sample does not show.",
            standard_error="The {method} standard error of {what} is 0; {bound}, which needs none, "
            "is used instead.",
            resampling="Resampling shows no variance of {what}, or none in one of the classes; "
            "{bound}, which needs none, replaces the bootstrap.",
            equal_replicates="All replicates are equal, or a class has one observation, which "
            "every replicate repeats: resampling cannot bound this number.",
            net_benefit="Resampling shows no variance of the net benefit; analytic limits replace "
            "the bootstrap.",
            rates="Resampling shows no variance of the {rates} of {about}, or none that has a "
            "mean; the {method} interval for a fixed threshold replaces the bootstrap.",
            folds="The difference is the same in every fold, so its spread cannot be estimated: "
            "the p-value is that of the sign test, and the interval is the whole possible range.",
            points="The difference between the points is the same in every fold, so its spread "
            "cannot be estimated: the p-value is that of the sign test, and the interval is the "
            "whole possible range.",
            posterior="The difference is the same in every fold, so the posterior is a single "
            "point: its probabilities are more certain than any data can be, and the interval is "
            "the whole possible range.",
            data_sets="The difference is the same in every fold of {about}: the smallest spread of "
            "the other data sets is used instead of zero.",
            multiples="Within each class the scores of one classifier are a multiple of those of "
            "the other: the difference of the two curves has no variance.",
            rankings="All data sets rank the algorithms alike, so Iman and Davenport's F is "
            "infinite and its p-value, 0, is too small; the exact p-value of Friedman's test, or "
            "that of its chi-square form, takes its place.",
            same_calls="{about} make the same decisions, or only right or only wrong ones: the "
            "difference of their predictive values shows no variance.",
        ),
        Kind.LONE_VARIANCE: _entry(
            "Given where one of two classifiers shows no variance; interpret its comparisons with "
            "care, and collect more observations.",
            estimate="The {quantity} of {about} shows no variance here{cause}, so its comparisons "
            "rest on the variance of the other classifier alone and may look more certain than "
            "they are.",
            replicates="Every replicate gives {about} the same {quantity}{cause}, so its "
            "comparisons rest on the variance of the other classifier alone and may look more "
            "certain than they are.",
            standard_error="{about} separates the classes perfectly, so its standard error is 0: "
            "its comparisons rest on that of the other classifier alone and may look more certain "
            "than they are.",
        ),
        Kind.IDENTICAL_RANKING: _entry(
            "Given where no observation distinguishes two classifiers; check that the two columns "
            "are not copies of each other.",
            order="{about} order every {item} alike; the interval is the rule of three for a "
            "{unit} that they might order differently.",
            bound="{about} rank every observation that affects the {quantity} alike; the interval "
            "is a distribution-free bound.",
        ),
    },
    "Comparisons of AUCs": {
        Kind.SHARED_OBSERVATIONS: _entry(
            "Given where the unpaired test was requested although both classifiers scored the same "
            "observations; use the paired test.",
            pair="{about} scored the same observations, but this unpaired test treats {what} as "
            "independent: use the paired test.",
            several="The classifiers scored the same observations, but these unpaired tests treat "
            "{what} as independent: use the paired tests.",
        ),
        Kind.FEW_ERRORS: _entry(
            "Given where two AUCs rest on few misordered observations, or will in a study as "
            "planned; compare MOVER's test with DeLong's, and collect more observations.",
            paired="With {size} in the smaller class and these AUCs, the {pairs} pairs amount to "
            "fewer than {limit} observations, averaged over the two. In simulations with so few, "
            "DeLong's test at the 0.05 level rejected equal AUCs in anything from hardly any to "
            "{level} of the samples, depending on the shapes of the curves, and MOVER's test in at "
            "most {mover_level}. A large p-value is no evidence of equal AUCs.",
            unpaired="With {size} in the smallest class and these AUCs, the {pairs} pairs amount "
            "to fewer than {limit} observations, averaged over the two. In simulations with so "
            "few, DeLong's test for different test sets rejected equal AUCs at the 0.05 level in "
            "up to {level} of the samples, most often where one test set is far smaller than the "
            "other. MOVER's test (method='mover'), the default, did so in at most {mover_level}.",
            plan="The plan is for DeLong's test. With these sizes and AUCs, about {misordered} "
            "observations of the smaller class are expected to be {pairs}, averaged over the two.",
            plan_paired="Where a sample has fewer than {few} of them, compare calls a difference "
            "shown only if MOVER's test rejects as well: in simulations with so few, where AUCs "
            "differed, DeLong's test rejected in {power} of the samples on average, and both tests "
            "in {mover_power}. Plan more observations, or simulate the study.",
            plan_unpaired="With so few, MOVER's test, the default of compare for different test "
            "sets, has less power. Plan more observations, or simulate the study; DeLong's test "
            "(method='delong', --method delong) has about the power planned, but with fewer than "
            "{few} it rejected equal AUCs at the 0.05 level in up to {level} of the simulated "
            "samples.",
            plan_margin="With so few, MOVER's test, the default of compare for margins, has less "
            "power: in simulations with fewer than {few}, equal AUCs and a margin of {margin}, "
            "it showed non-inferiority in {mover_power} of the samples on average, and DeLong's "
            "test in {power}. Plan more observations, or simulate the study; DeLong's test "
            "(margin_method='delong', --margin-method delong) has about the power planned, but at "
            "the 0.025 level it wrongly showed non-inferiority in up to {level} of such samples.",
            joint="The joint test is DeLong's and, like DeLong's test of two AUCs, may reject too "
            "often where misordered observations are few.",
        ),
        Kind.NEARLY_PERFECT: _entry(
            "Given where two values are so close to their limit that the smaller class has less "
            "than one error; do not read a large p-value as equality.",
            aucs="With AUCs this close to {end} and {size} in the smaller class, the {pairs} pairs "
            "amount to less than one observation: depending on the shapes of the curves, the test "
            "rejects hardly ever or several times too often, and a large p-value is no evidence of "
            "equal AUCs.",
            volumes="With volumes this close to {end} and {size} in the smallest class, the "
            "difference rests on one or two observations: the test can hardly reject, and a large "
            "p-value is no evidence of equal volumes.",
        ),
        Kind.MARGIN_OF_ESTIMAND: _entry(
            "Given where a margin, or a requirement, is about another estimand than the AUC; ask "
            "for a higher confidence, or make the claim about the AUC.",
            "Claims with a margin about anything but the AUC are made too often: in simulations at "
            "the level 0.05, where {quantity} differed by just the margin, non-inferiority was "
            "claimed in up to {level} of the samples, most often with few observations.",
        ),
        Kind.CHOSEN_HIGHEST: _entry(
            "Given where the classifier with the highest AUC was selected on the same data; quote "
            "the estimate that allows for the selection, or evaluate it on other data.",
            changed="{about} was selected as the highest of {classifiers} on these data, so its "
            "own {quantity} and interval are optimistic; {estimate} allows for the selection.",
            unchanged="{about} was selected as the highest of {classifiers} on these data, but no "
            "other came close enough to change its estimate or interval.",
            folds="{about} was selected as the {superlative} of {classifiers} on these data, so "
            "its own {title} and interval are optimistic.",
        ),
        Kind.NO_JOINT_TEST: _entry(
            "Given where the joint test of all classifiers was not possible; rely on the adjusted "
            "p-values of the pairs.",
            many="There is no joint test: it is available for at most {most} classifiers.",
            refused="There is no joint test: {reason}",
        ),
        Kind.BONFERRONI_SHARE: _entry(
            "Given where one comparison of several has a bound instead of a simultaneous interval; "
            "no action is needed.",
            "The bound for {about} uses its Bonferroni share of the level: one of {comparisons}.",
        ),
        Kind.TEST_AND_INTERVAL_DISAGREE: _entry(
            "Given where a margin test and its interval fall on different sides of the margin; "
            "collect more observations.",
            "The test and the interval fall on different sides of the margin, so no claim is made: "
            "the difference is at the limit of what this method can resolve.",
        ),
        Kind.OUTSIDE_TABLE: _entry(
            "Given where the correlation of two AUCs lies outside the published table; use "
            "correlation='binormal'.",
            "The score correlation {correlation} and the mean AUC {area} lie outside the published "
            "table (0 to 0.90, and 0.700 to 0.975); its edge was used. The binormal computation "
            "(correlation='binormal') has no such limits.",
        ),
        Kind.NO_SCORE_CORRELATION: _entry(
            "Given where the scores of a class cannot be correlated; use DeLong's test.",
            "There are fewer than two {which} observations, or one of the classifiers gives them "
            "all the same score: their score correlation was set to 0.",
        ),
        Kind.ERROR_DERIVED: _entry(
            "Given where an interval is derived from the number of errors alone; prefer an "
            "interval of the AUC itself.",
            estimate="The {method} interval of {about} is derived from {errors} among "
            "{observations} observations under a model in which all rankings with that many "
            "errors are equally likely; it does not use the AUC and need not contain it.",
            estimates="The {method} intervals of {names} are derived from the numbers of errors "
            "alone, under a model in which all rankings with that many errors are equally likely; "
            "they do not use the AUCs and need not contain them.",
        ),
        Kind.WHOLE_CURVE: _entry(
            "Given with every test of whole curves; to compare AUCs use a test of AUCs.",
            "This tests whether the two curves are equal at every operating point, not whether "
            "their AUCs are: curves that cross can differ and have the same AUC.",
        ),
        Kind.NO_MIDDLE: _entry(
            "Given where no part of the curve supports a bootstrap band; collect more "
            "observations.",
            "Nowhere on the curve are there {least} observations of each class on either side of "
            "the threshold (near perfect separation, or small classes): the band rests on the "
            "exact limits of two counts, not on replicates.",
        ),
    },
    "Bootstrap and permutations": {
        Kind.STOPPED_EARLY: _entry(
            "Given where resampling was interrupted; run it again for the full number.",
            "Stopped after {done} of {asked}: the result uses only those.",
        ),
        Kind.TOO_FEW_REPLICATES: _entry(
            "Given where there are too few replicates for the requested confidence; use more "
            "replicates.",
            "{replicates} cannot bound an interval of confidence {confidence}: a limit that no "
            "replicate reaches is the end of the possible range. More replicates give a narrower "
            "interval.",
        ),
        Kind.REPLICATES_WITHOUT_A_CLASS: _entry(
            "Given where replicates drew only one class; draw within the classes "
            "(stratified=True).",
            "{without} of {done} drew no observation of one class, have no AUC and were left out; "
            "stratified=True draws within the classes.",
        ),
        Kind.REPLICATES_WITHOUT_A_VALUE: _entry(
            "Given where a function has no finite value in some replicates; if these are many, "
            "choose a function that has.",
            "In {without} of {done} {quantity} had no finite value, or no observation of one class "
            "was drawn: these were left out, and the interval is based on the others.",
        ),
        Kind.REPLICATES_WITHOUT_VARIANCE: _entry(
            "Given where replicates cannot be studentised; use another kind of interval.",
            "{without} of {done} have no variance (perfect separation, or a class drawn once) and "
            "count as infinitely far away, so the interval is wide rather than wrong; another "
            "kind of interval suits such data better.",
        ),
        Kind.REPLICATES_WITHOUT_FIT: _entry(
            "Given where a model cannot be fitted to some replicates; if these are many, prefer a "
            "test without a model.",
            "{without} of {done} had no binormal fit (degenerate tables) and were left out: the "
            "test may look more certain than it is.",
        ),
        Kind.REPLICATES_WITHOUT_THRESHOLD: _entry(
            "Given where a rule finds no threshold in some replicates; if these are many, relax "
            "the rule.",
            "In {without} of {done} no threshold satisfied the rule, or a class was not drawn; "
            "these were left out.",
        ),
        Kind.REPLICATES_WITHOUT_RATE: _entry(
            "Given where a rate is undefined in some replicates; if these are many, use a rate "
            "with another denominator.",
            "The {rate} of {about} is undefined in {without} of {done} ({where}), which were left "
            "out.",
        ),
        Kind.INFINITE_REPLICATES: _entry(
            "Given where a ratio is infinite in some replicates; report its interval, not its "
            "mean.",
            "The {rate} of {about} is infinite in {infinite} of {done} ({where}): the mean is that "
            "of the others; the interval counts these as the highest.",
        ),
        Kind.SHIFTED_NULL: _entry(
            "Given with the interval of a permutation test; for an interval of the difference use "
            "DeLong's.",
            "A permutation test gives no interval of its own: this one uses the permutation "
            "distribution, which assumes equal curves, as the distribution of the error of the "
            "difference. It excludes 0 exactly when the test rejects; if only its width matters, "
            "use DeLong's interval.",
        ),
    },
    "Thresholds and operating points": {
        Kind.CHOSEN_ON_SAME_OBSERVATIONS: _entry(
            "Given where a threshold or weights were chosen on the observations that evaluate "
            "them; evaluate them on others, or use the estimates that repeat the choice.",
            threshold="The threshold was chosen on the observations that its rates are computed "
            "from, so the rates are optimistic; threshold_bootstrap estimates by how much.",
            weights="The weights were chosen on the observations that their rates are computed "
            "from, so the rates are optimistic; with cross-validation, a search that leaves out "
            "each fold in turn (nested_weights) estimates by how much.",
            errors="The weights were chosen on the observations that their errors are computed "
            "from: the errors are optimistic, and their intervals treat the weights as fixed.",
            unseen_folds="The unseen folds show by how much.",
            no_folds="Cross-validated scores would show by how much: pass ClassFoldScores, and "
            "name the column of the folds (ClassFoldScores.from_frame(..., fold=...), --fold).",
        ),
        Kind.CHOSEN_THRESHOLDS: _entry(
            "Given where the thresholds of a study were chosen on its own observations; quote the "
            "out-of-bag rates, or choose on other data.",
            observations="The thresholds were chosen on the observations that the rates are "
            "computed from: the intervals in the table of rates treat them as fixed, and those "
            "rates are optimistic on average.",
            out_of_bag="The out-of-bag rates repeat the choice; the sentences quote them.",
            differences="The intervals and p-values of differences treat them as fixed, too, which "
            "favours the classifier with more thresholds to choose from.",
            stacked="The thresholds were chosen on the stacked scores that the rates are computed "
            "from: the rates are optimistic on average, and intervals and tests treat the "
            "thresholds as fixed.",
            constraints="A required rate is reached on the stacked scores; its mean over folds can "
            "be slightly lower.",
        ),
        Kind.PRESUMES_CALIBRATION: _entry(
            "Given where a threshold follows from the costs of errors alone; check the "
            "calibration of the scores first.",
            "The threshold follows from the loss alone and assumes that the scores are calibrated "
            "posterior probabilities{where}: of 100 observations with a score of 0.3, about 30 are "
            "positive.",
        ),
        Kind.TRIVIAL_THRESHOLD: _entry(
            "Given where a threshold classifies all observations alike; check its scale, or choose "
            "another rule.",
            chosen=(
                "This threshold classifies every observation as {call}: {about} is of no use here."
            ),
            given="Threshold {threshold} classifies every observation as {call}: it may not be on "
            "the scale of the scores of {about}.",
        ),
        Kind.TIED_THRESHOLDS: _entry(
            "Given where several thresholds are equally good by the rule; add a constraint if the "
            "choice between them matters.",
            "By this rule, {others} would be equally good; the one with the highest Youden index, "
            "then the highest threshold, was chosen.",
        ),
        Kind.THRESHOLD_INTERVAL: _entry(
            "Given where percentiles are the best known interval for a chosen threshold; do not "
            "rely on its coverage.",
            "The interval of the threshold ({rule}) consists of percentiles of the thresholds "
            "chosen in bootstrap replicates. In simulations such a 95% interval contained the "
            "threshold of an infinite test set in {low} to {high} of the test sets, least often "
            "where the scores have a gap (docs/validation.md): the choice may vary more than the "
            "interval suggests.",
        ),
        Kind.UNDEFINED_RATE: _entry(
            "Given where a rate has a denominator of zero; use another threshold or another rate.",
            "{about} classifies no observation as {call} at this threshold: the {rates} {do} not "
            "exist there and {are} given as NaN.",
        ),
        Kind.EMPTY_COUNT: _entry(
            "Given where all observations of a class are classified alike, so that an ellipse "
            "needs a correction; use the rectangle.",
            "{about} classifies all observations of a class alike: half an observation was added "
            "to each count of that class, so that the logit exists; the ellipse need not contain "
            "the estimate. The rectangle needs no correction.",
        ),
        Kind.NO_DISCORDANT_CALLS: _entry(
            "Given where two classifiers classify all observations alike; the interval shows how "
            "much they could still differ.",
            pair="{about}, {rate}: both classify all {size} alike, so there is no evidence of a "
            "difference; the interval shows how large it could still be.",
            pairs="Every observation is classified alike: {pairs}. There is no evidence of a "
            "difference; the intervals show how large it could still be.",
            cost="Both classifiers classify every observation alike: there is no evidence of a "
            "difference in cost; the interval shows how large it could still be.",
        ),
        Kind.FEW_DISCORDANT_CALLS: _entry(
            "Given where two classifiers disagree on so few observations that no p-value can be "
            "small; collect more observations.",
            pair="{about}, {rate}: only one of the two is right on {size}, and with fewer than "
            "{limit} no exact two-sided p-value lies below 0.05.",
            pairs="Only one of the two is right on fewer than {limit} observations, and then no "
            "exact two-sided p-value lies below 0.05: {pairs}.",
        ),
        Kind.FEW_DISCORDANT_DECISIONS: _entry(
            "Given where two classifiers disagree on too few observations to resample; use the "
            "analytic interval (net_benefit_test).",
            "The two classifiers disagree on {size}, too few to resample: the interval can be far "
            "too short. The analytic interval (net_benefit_test) is not.",
        ),
        Kind.IDENTICAL_DECISIONS: _entry(
            "Given where two classifiers make the same decision on every observation; the interval "
            "shows how much they could still differ.",
            folds="Both make the same decision on every observation: the interval is the exact "
            "binomial bound on how often they would not.",
            threshold="{about} make the same decision on every observation at this threshold: "
            "there is no evidence of a difference; the interval shows how large it could still be.",
        ),
    },
    "Weights of several classes": {
        Kind.LIMITS_NOT_KEPT: _entry(
            "Given where no weights satisfy the stated limits; relax a limit, or search with a "
            "stricter one.",
            search="No weights were found with {limits}; these come closest.",
            unseen_folds="On folds that the search did not see the limits are exceeded: {limits}. "
            "Search with a stricter limit.",
        ),
        Kind.CLASS_NEVER_DECIDED: _entry(
            "Given where no observation is assigned to some class; state a limit for its error, or "
            "leave the class out.",
            "No observation is assigned to {classes} {names}: the weights are of no use there.",
        ),
        Kind.CLASS_MISSING_IN_FOLD: _entry(
            "Given where folds lack a class; use stratified folds.",
            "A class is missing in {folds}: the values of such folds use their other classes only, "
            "or are missing where prevalences are stated.",
        ),
        Kind.SEARCH_STOPPED: _entry(
            "Given where the search for weights was interrupted; run it again with more time.",
            ascents="The search was stopped after ascent {done}; with more time it may find "
            "better weights.",
            folds="The work was stopped after {done} of {folds} folds.",
        ),
        Kind.SEARCHED_ON_SUBSET: _entry(
            "Given where weights were searched on a subset of many observations; no action is "
            "needed.",
            "The ascents used {rows} of {size} observations, and the best result was refined on "
            "all of them.",
        ),
        Kind.NOT_WEIGHABLE: _entry(
            "Given where scores cannot be multiplied by weights; use probabilities.",
            "No weights were searched: some scores are negative or infinite, and weights multiply "
            "scores. Use probabilities, which can be weighted.",
        ),
        Kind.NO_UNSEEN_FOLDS: _entry(
            "Given where weights cannot be evaluated on folds that the search did not see; provide "
            "cross-validated scores.",
            "The weights could not be evaluated on folds that the search did not see: {reason}",
        ),
    },
    "Folds": {
        Kind.VALID_FOR: _entry(
            "Given with every test over folds; check that the folds have this design.",
            "This test is designed for {design}.",
        ),
        Kind.FEW_FOLDS: _entry(
            "Given where there are few folds, or few with a class; use more folds or repeat the "
            "cross-validation.",
            folds="Only {folds}: the spread over folds is hardly known, and the test has little "
            "power.",
            classes="Fewer than {limit} folds have observations of {classes}: how much their "
            "errors vary over folds is hardly known, and tests have little power.",
        ),
        Kind.FOLDS_WITHOUT_CLASS: _entry(
            "Given where folds cannot be used; use stratified folds, and check failed fits.",
            "Left out because a class is missing or a fit failed: fold {folds}.",
        ),
        Kind.SMALL_FOLDS: _entry(
            "Given where folds have few observations of a class; use fewer folds.",
            "A fold has only {size} of a class: with fewer than {limit} the variance is "
            "underestimated. Use fewer folds.",
        ),
        Kind.SMALL_TRAINING_SETS: _entry(
            "Given where few folds leave small training sets; use five folds or more.",
            "With only {folds} the training sets are much smaller than the data, and this variance "
            "hardly reflects how the fitted models vary: it is too small for a statement about the "
            "algorithms. Use five folds or more.",
        ),
        Kind.FIXED_TEST_SET: _entry(
            "Given where all models scored one test set; use averaged_delong_test or "
            "averaged_error_test.",
            test="All models scored the same test set: the spread over folds does not include the "
            "uncertainty of that test set, and no test over folds can correct this. In simulations "
            "with two equally good algorithms at the 0.05 level, the paired t test rejected in "
            "{t_level} of the draws and Nadeau-Bengio's in {nadeau_bengio_level}. "
            "averaged_delong_test is designed for this case; docs/validation.md has the levels.",
            averages="All models scored the same test set: the spread over folds does not include "
            "the uncertainty of that test set. Standard deviations of the mean are far too small, "
            "and tests say nothing about other test sets.",
        ),
        Kind.OVERLAPPING_TRAINING_SETS: _entry(
            "Given where a method treats folds that share observations as independent; use a test "
            "that allows for the overlap.",
            repeats="The folds of different repeats share test and training observations, and this "
            "test treats them as independent: it rejects far too often, and more often with more "
            "repeats.",
            division="The training sets overlap, and this test treats the folds as independent: in "
            "simulations with two equally good algorithms (linear discriminants) at the 0.05 "
            "level, the paired t test over the folds of a cross-validation rejected in {level} of "
            "the draws.",
            remedy="Nadeau and Bengio's test (nadeau_bengio_test, method='nadeau-bengio', --method "
            "nadeau-bengio) allows for the overlap within one cross-validation; docs/validation.md "
            "has the levels.",
            averages_of_repeats="The folds of different repeats share test and training "
            "observations, and averages over folds treat them as independent: standard deviations "
            "of the mean are too small and tests reject far too often, and more often with more "
            "repeats (docs/validation.md).",
            averages="The training sets of the folds overlap. Intervals over folds describe the "
            "models that were fitted; for the algorithm, trained on other data, they can be too "
            "narrow (docs/validation.md).",
        ),
        Kind.CONSERVATIVE: _entry(
            "Given with tests whose correction is stronger than most algorithms need; do not read "
            "a large p-value as equality.",
            one_division="On the folds of one cross-validation the correction is strong: in "
            "simulations with two equally good algorithms of many kinds at the 0.05 level, the "
            "test rejected in {level} of the draws. A large p-value is little evidence.",
            training_sets="The variance allows for other training sets as much as the most "
            "sensitive algorithms need: in simulations with two equally good algorithms at the "
            "0.05 level, the test rejected in {neighbours} of the draws for nearest neighbours, "
            "{nets} for small neural networks and {linear} for logistic regression. For linear "
            "algorithms a large p-value is little evidence; to compare their AUCs, method='delong' "
            "(--method delong) has more power.",
        ),
        Kind.UNSTABLE_ALGORITHMS: _entry(
            "Given with tests that reject too often for algorithms whose models depend strongly on "
            "the training data; use the corrected DeLong test or the averaged error test.",
            correction="Over repeats and random splits the correction is too weak for some "
            "algorithms: in simulations with two equally good algorithms at the 0.05 level, the "
            "test rejected in {linear} of the draws for logistic regression, {neighbours} for "
            "nearest neighbours and {nets} for small neural networks. More repeats do not help. On "
            "the folds of a single cross-validation it rejected in {one_division} of the draws.",
            variance="This variance does not reflect how much the fitted models vary with their "
            "training sets: in simulations with two equally good algorithms at the 0.05 level, the "
            "test rejected in {linear} of the draws for logistic regression, {boosting} for "
            "boosting, {svm} for support vector machines, {trees} for decision trees, {neighbours} "
            "for nearest neighbours and {nets} for small neural networks.",
            corrected_delong="The corrected DeLong test (corrected_delong_test, "
            "method='corrected-delong', --method corrected-delong) allows for it and keeps its "
            "level for all of them; so does averaged DeLong on a fixed test set that is separate "
            "from the training data.",
            averaged_error="averaged_error_test (method='averaged-error', --method averaged-error) "
            "keeps its level for all of them.",
        ),
        Kind.OF_FITTED_MODELS: _entry(
            "Given with LeDell's test; for a statement about the algorithms use the corrected "
            "DeLong test.",
            "The test is about the models that were fitted in these folds. As a test of the "
            "algorithms, which allows for other training sets, it rejects somewhat too often: in "
            "simulations with two equally good algorithms (linear discriminants) at the 0.05 "
            "level, in {level} of the draws (docs/validation.md).",
        ),
        Kind.CORRELATED_REPEATS: _entry(
            "Given with the 5x2 tests; use corrected_delong_test or averaged_error_test.",
            "All five repeats divide the same observations. The variance within repeats does not "
            "include what their differences have in common, so the test can reject too often: in "
            "simulations with two equally good algorithms (linear discriminants, nearest "
            "neighbours, neural networks, support vector machines, boosting, trees) at the 0.05 "
            "level, in {level} of the draws. corrected_delong_test and averaged_error_test keep "
            "their level here.",
        ),
        Kind.FIRST_FOLD_ONLY: _entry(
            "Given with the 5x2 t test; the combined F test uses all ten folds.",
            "The values, the difference and the interval are those of the first fold of the first "
            "repeat, as defined by Dietterich; the other nine contribute to the variance only. The "
            "combined F test (five_by_two_f_test) uses all ten.",
        ),
        Kind.SMALLEST_P_VALUE: _entry(
            "Given where a discrete test cannot reject with so few folds; use a test with more "
            "power.",
            "With so few folds that differ, the smallest two-sided p-value this test can reach is "
            "{smallest}: it cannot reject at the {level} level, whatever the data.",
        ),
        Kind.IDENTICAL_VALUES: _entry(
            "Given where two classifiers have the same value in every fold; check that the two "
            "are not copies of each other.",
            classifiers="Both classifiers have the same value in every fold: there is nothing to "
            "test, and the interval is the whole possible range.",
            points="The rate is the same at both points in every fold: there is nothing to test, "
            "and the interval is the whole possible range.",
        ),
        Kind.MEDIAN: _entry(
            "Given with the sign test's interval; report it with the median, not the mean.",
            "The interval is for the median of the fold differences, not their mean, and need not "
            "contain the mean.",
        ),
        Kind.PSEUDO_MEDIAN: _entry(
            "Given with the signed rank test's interval; report it with the pseudo-median, not the "
            "mean.",
            "The interval is for the pseudo-median of the fold differences (Hodges and Lehmann), "
            "not their mean, and need not contain the mean.",
        ),
        Kind.NOT_EVALUATED: _entry(
            "Given where a rate is undefined in some folds; use larger or stratified folds.",
            folds="The {rate} cannot be evaluated in {folds}.",
            points="The {rate} cannot be evaluated in every fold at {points}.",
            tested="The test uses the folds in which both points can be evaluated.",
            averaged="Averages are over the other folds.",
            classes="Not every fold has observations of {classes}: their errors are averaged over "
            "the folds that do.",
        ),
        Kind.NOT_TESTED: _entry(
            "Given where two operating points have fewer than two folds in common; use larger "
            "folds.",
            "Not compared, because both points can be evaluated in fewer than two folds: {points}. "
            "They are neither in the set nor outside it.",
        ),
        Kind.NOT_COMPARED: _entry(
            "Given where a rate of two classifiers is undefined in some folds; use larger folds.",
            compared="The {quantity} of {about} cannot be evaluated for both in fold {folds}; "
            "they are compared in the other {others}.",
            not_compared="The {quantity} of {about} cannot be evaluated for both in fold {folds}; "
            "they are not compared, as fewer than two folds are left.",
        ),
        Kind.NOT_ADJUSTED: _entry(
            "Given where several tests are not adjusted for each other; use a correction, such as "
            "Holm's.",
            points="{tests} were not adjusted for each other: some points may be called "
            "distinguishable by chance. Use a correction, such as Holm's.",
            classifiers="{tests} of operating points were not adjusted for each other: some points "
            "may be called distinguishable by chance. Use a correction, such as Holm's.",
            neighbours="Each of {points} around the searched weights was compared with them at the "
            "{level} level, without adjustment: some may be distinguished by chance.",
            classes_neither="Within a point, the errors of the classes are not adjusted either.",
            classes_adjusted="Within a point, the errors of the classes are adjusted for each "
            "other ({correction}).",
            classes_not_compared=(
                "Not compared, because they are in fewer than two folds: {classes}."
            ),
        ),
        Kind.CERTAIN_DIFFERENCE: _entry(
            "Given where a rate must differ between two thresholds; read the test as whether the "
            "folds are enough to show it.",
            "As the {what} moves, {rates} can change in one direction only: with an observation of "
            "the class between two {several}, the rate certainly differs. The test does not answer "
            "whether it differs but whether the folds show it; not distinguishable means too few "
            "observations, never equal points.",
        ),
        Kind.MEAN_OF_RATIOS: _entry(
            "Given where a ratio is averaged over folds; compare it with its value on the stacked "
            "scores.",
            "The mean over folds of {rates} is a mean of ratios, which is biased in small folds: "
            "compare it with the value on the stacked scores. Its tests can reject too often where "
            "folds have few {rare} (docs/validation.md).",
        ),
        Kind.MEAN_OF_MAXIMA: _entry(
            "Given where the largest class error is averaged over folds; compare it with its "
            "value on the stacked scores.",
            "The mean over folds of the largest class error is a mean of maxima: in small folds "
            "some class has many errors by chance, and the mean exceeds the value on the stacked "
            "scores. Compare the two.",
        ),
        Kind.NO_SPREAD: _entry(
            "Given where a rate does not vary over folds; read its interval as a bound.",
            "The {rate} of {about} at its threshold does not vary over folds, or can be evaluated "
            "in fewer than two of them: its interval is {interval}.",
        ),
        Kind.ONE_SCALE: _entry(
            "Given where one threshold is used with the models of all folds; calibrate the scores "
            "if they are not probabilities.",
            "The same threshold is used with the model of every {which}: it means the same in all "
            "of them only if their scores share a scale, as calibrated probabilities do.",
        ),
        Kind.THRESHOLD_SCALE: _entry(
            "Given where a threshold is applied to scores that are visibly on another scale; score "
            "all algorithms by probabilities, or give each its own threshold.",
            several="The threshold {threshold} does not mean the same for all algorithms: scores "
            "of {inside} lie between 0 and 1, as probabilities do, and those of {about} do not.",
            decisions="Some scores of {about} are negative, as decision scores are, and the "
            "threshold {threshold} is between 0 and 1, as for probabilities.",
            remedy="If the threshold is a probability, score all algorithms by theirs "
            "(scores_from='predict_proba' in cross_validate); or give each its own threshold "
            "(threshold=default_thresholds(estimators), or e.g. --threshold forest=0.5,svm=0).",
        ),
        Kind.NO_SIZE: _entry(
            "Given where no sample size can be derived from these folds; use a cross-validation "
            "that is not repeated.",
            "The number of observations needed to distinguish operating points is not given: it "
            "can be derived only from the folds of a cross-validation that is not repeated.",
        ),
        Kind.ROUGH_SIZE: _entry(
            "Given with sample sizes derived from folds; use them as a rule of thumb only.",
            "The numbers of observations treat the observed differences as the true ones, and the "
            "spread over a few folds as exact: they are a rule of thumb. Each is for a single test "
            "at this level, not adjusted for the others, with the same number of folds.",
        ),
        Kind.DEGREES_OF_FREEDOM: _entry(
            "Given where the degrees of freedom of Paclik et al. were requested; use those of the "
            "paired t test.",
            "The 2n - 2 degrees of freedom are as printed in Paclik et al. 2010; they apply to two "
            "independent sets of folds. A paired t test has n - 1.",
        ),
        Kind.OTHER_TEST: _entry(
            "Given where the chosen test is not the one recommended for the design; name no test "
            "to use the recommended one.",
            "The test of {quantity} was chosen by name; by default, it is the one recommended for "
            "this design.",
        ),
        Kind.FAILED_FITS: _entry(
            "Given where fits failed in cross-validation; check the estimator before comparing it.",
            "{warning}.",
        ),
        Kind.FIT_WARNINGS: _entry(
            "Given where an estimator issued a warning while it was fitted; check the warning.",
            "{category} while fitting {warning}.",
        ),
    },
    "Data sets": {
        Kind.FEW_DATA_SETS: _entry(
            "Given where there are few data sets; add more before drawing conclusions beyond them.",
            ranks="Only {size}: p-values from average ranks are rough, and the smallest two-sided "
            "p-value of a sign or signed rank test is {least}.",
            pair="The two algorithms differ on {size}{equal}: the smallest two-sided p-value it "
            "can reach is {least}.",
            nothing="The two algorithms differ on {size}{equal}: there is nothing to test.",
            posterior="Only {size}: how much data sets differ is hardly known, and the "
            "probabilities for a new one are mostly those of the prior.",
            signed_rank="Only {size}: if all of them favour one algorithm, the Bayesian "
            "signed-rank test is nearly certain that it is better, whereas Wilcoxon's test cannot "
            "have a two-sided p-value below {least}. How often such probabilities mislead has not "
            "been simulated. Add data sets; with the values of every fold, the hierarchical test "
            "(hierarchical=True, --hierarchical) predicts the result on a new one.",
        ),
        Kind.DATA_SETS_DROPPED: _entry(
            "Given where data sets lack a result; run the missing experiments.",
            "{size} left out because a run is missing: {about}. If runs fail where an algorithm "
            "performs poorly, its rank is optimistic.",
        ),
        Kind.FOLDS_DROPPED: _entry(
            "Given where folds of a data set lack a result; run the missing experiments.",
            "{size} left out because a run is missing: {folds}. If runs fail where an algorithm "
            "performs poorly, its mean is optimistic.",
        ),
        Kind.MANY_FOLDS: _entry(
            "Given where a data set has more folds than one cross-validation usually has; name the "
            "column of the repeats.",
            "All folds of {about} are treated as those of one cross-validation. If they come from "
            "several repeats (or random splits), they are more strongly correlated, and the "
            "hierarchical test is overconfident: name the column of the repeats, or give the share "
            "of a data set that a fold tests on.",
        ),
        Kind.POST_HOC_NOT_LICENSED: _entry(
            "Given where the joint test does not reject; do not report pairwise tests of average "
            "ranks.",
            "Friedman's test does not reject at the {level} level ({p_value}): pairwise tests of "
            "average ranks are not justified, whatever their p-values.",
        ),
        Kind.ROUGH_NUMBERS: _entry(
            "Given where numerical integration is not exact enough to ignore; quote fewer digits.",
            "The integrals converge slowly here: probabilities still change by {change} when the "
            "grid is refined.",
        ),
    },
    "Models of curves": {
        Kind.FITTED_POWER: _entry(
            "Given where scores were transformed by a power fitted to the same data; no action is "
            "needed, a bootstrap allows for it.",
            "The scores were raised to the power {power}, fitted to the same data: exact tests are "
            "then not valid, and a parametric bootstrap replaces them.",
        ),
        Kind.HALVED_TEST_SET: _entry(
            "Given where a test halves the observations; use the paired test.",
            "Each classifier was given a random half of the observations, as in the paper: "
            "another halving gives another result, and the paired test uses all of them.",
        ),
        Kind.AT_BOUND: _entry(
            "Given where a parameter of the model is at its bound; use the empirical AUC.",
            "The intercept of the proper curve is at its bound, 0, and is treated as known: the "
            "interval is too narrow.",
        ),
        Kind.HOOK: _entry(
            "Given where a binormal curve crosses the diagonal visibly; use the proper binormal "
            "model.",
            "The binormal curve of {about} has a hook: it crosses the diagonal at specificity "
            "{specificity} and runs up to {gap} below it. The proper binormal model has none.",
        ),
        Kind.SHIFTED_SCORES: _entry(
            "Given where scores had to be made positive for a power transformation; state the "
            "shift.",
            "{shift} was added to every score to make it positive; the power depends on that.",
        ),
        Kind.SUBSET_TESTED: _entry(
            "Given where there are more observations than the Shapiro-Wilk test supports; no "
            "action is needed.",
            "Tested on a fixed random subset of {subset} of {size} observations: the p-value of "
            "the Shapiro-Wilk test is known only up to that size.",
        ),
        Kind.FEW_EXPECTED: _entry(
            "Given where a category has an expected count below five; use fewer categories.",
            "The smallest expected count of a category in a class is {expected}; below 5 the "
            "chi-square p-value is rough. Use fewer categories.",
        ),
        Kind.GROUPED_SCORES: _entry(
            "Given where scores were grouped for a test of fit; fit the curve to the same groups.",
            "The scores were grouped for this test. If the curve was fitted to the scores "
            "themselves, the p-value is somewhat too small.",
        ),
        Kind.HELD_BANDWIDTHS: _entry(
            "Given where replicates keep the bandwidths of the data; the interval is somewhat too "
            "narrow.",
            "The bandwidths of the rule {rule} were kept fixed in all replicates: the interval "
            "does not include their own uncertainty.",
        ),
        Kind.SMOOTHING_BIAS: _entry(
            "Given where smoothing changed the AUC considerably; use narrower bandwidths or the "
            "empirical AUC.",
            "Smoothing changed the AUC from {empirical} to {smoothed}, by {errors} standard "
            "errors; the interval is for the smoothed AUC. Narrower bandwidths, or the empirical "
            "AUC, avoid this.",
        ),
        Kind.BEYOND_ENDS: _entry(
            "Given where smoothing puts probabilities below 0 or above 1; use scale='logit'.",
            "All scores of {about} lie between 0 and 1, and the kernel puts {share} of a class "
            "outside; scale='logit' smooths on an unbounded scale.",
        ),
        Kind.MODEL_NOT_FITTED: _entry(
            "Given where a model cannot be fitted to a classifier's scores; use another model or "
            "the empirical curve.",
            "{about}, {model}: {reason}",
        ),
        Kind.MODEL_REJECTED: _entry(
            "Given where the data reject a fitted model; use another model or the empirical curve.",
            "{about}, {model}: the model is rejected at the {level} level by {tests}; its AUC "
            "describes a curve that does not fit the data.",
        ),
    },
    "Planning and theory": {
        Kind.SMALL_PILOT: _entry(
            "Given where a pilot is small; use the assurance, or plan for several plausible "
            "variances.",
            "The pilot has only {size} in a class: its variance estimate is itself uncertain.",
        ),
        Kind.PILOT_AS_TRUTH: _entry(
            "Given where a plan, or the power stated with it, treats the results of a pilot as the "
            "truth; plan for an assurance, or for the smallest difference that matters.",
            truth="The {plan} treats the {aucs} of the pilot ({values}) as the truth: a pilot that "
            "looked good by chance makes the study too small.",
            assurance="The assurance averages over the uncertainty of the pilot.",
            assured="The size was chosen for the assurance, which averages over the uncertainty of "
            "the pilot; the power stated beside it treats the {aucs} of the pilot ({values}) as "
            "the truth.",
        ),
        Kind.PILOT_ELSEWHERE: _entry(
            "Given where the plan assumes another AUC than that of the pilot; allow for a "
            "different variance.",
            "The variance is that of the pilot at its own AUC ({values}), not at the AUC of the "
            "plan.",
        ),
        Kind.ONE_CLASS_TEST_SETS: _entry(
            "Given where small test sets may have only one class; consider larger ones.",
            "With probability {probability} a test set of {size} has only one class and no AUC; it "
            "counts as a tie.",
        ),
        Kind.FEW_DIFFERING_CALLS: _entry(
            "Given where hardly any decision differs between two classifiers; check with "
            "simulate_choice.",
            "Expected number of decisions that differ: {expected}. Below {limit} the normal "
            "approximation is rough; check with simulate_choice.",
        ),
        Kind.THRESHOLD_OUTSIDE_SCORES: _entry(
            "Given where a threshold lies outside all scores; choose one within them.",
            "{reason}.",
        ),
        Kind.NOTHING_VARIES: _entry(
            "Given where nothing can vary between simulated test sets; draw observations (n=).",
            "Labels and scores are certain, so every simulated test set is the same; set n= to "
            "draw that many observations.",
        ),
    },
    "The run": {
        Kind.INTERRUPTED: _entry(
            "Given where a study was interrupted; run it again to complete it.",
            left_out="Interrupted after {done}; the others are left out.",
            adjusted="Interrupted after {done}. The others are left out; adjusted p-values count "
            "them as p = 1, so they are valid for everything that was requested.",
            intervals="Interrupted after {done} of {asked} intervals of AUCs by the requested "
            "method; the others are beta intervals.",
        ),
    },
}
"""Every kind by what it is about: the sections of ``docs/caveats.md``."""

CATALOGUE: Mapping[Kind, Entry] = {
    kind: entry for group in GROUPS.values() for kind, entry in group.items()
}


def caveat(kind: Kind, /, *texts: str, about: Sequence[str] = (), **words: str | int) -> Caveat:
    """Build the caveat of this kind, with the text of the catalogue.

    ``texts`` names those of its texts that apply; a kind with a single text needs none. ``about``
    has the full names of the classifiers, classes, data sets or test sets that it is about, both
    names of a pair; ``words`` fills the other placeholders.
    """
    return worded(kind, CATALOGUE[kind].texts, texts, about, words)


def worded(
    kind: StrEnum,
    known: Mapping[str, str],
    texts: Sequence[str],
    about: Sequence[str],
    words: Mapping[str, str | int],
) -> Caveat:
    """Build a caveat from the named texts of its kind; ``papers`` has its own catalogue."""
    names = join_words([shortened(name) for name in about], most=MOST_NAMES)
    message = " ".join(known[text].format(about=names, **words) for text in texts or ("",))
    return Caveat(kind=kind.value, message=message, about=tuple(about))


def named(
    given: Caveat, *names: Sequence[str], label: str | None = None, most: int = MOST_NAMES
) -> Caveat:
    """Put the names that a caveat applies to before its text.

    Each of ``names`` is one classifier, test set or data set, or a pair; ``label`` replaces all of
    them.

    >>> few = caveat(Kind.SMALL_PILOT, size="9 observations")
    >>> found = named(few, ("forest", "tree"), ("forest", "net"))
    >>> print(found)
    forest - tree and forest - net: the pilot has only 9 observations in a class: its variance \
estimate is itself uncertain.
    >>> found.about
    ('forest', 'tree', 'net')
    """
    shown = [" - ".join(shortened(name) for name in each) for each in names]
    words = given.message[:1].lower() + given.message[1:]
    message = f"{label or join_words(shown, most=most)}: {words}"
    about = dict.fromkeys(name for each in names for name in each)
    return replace(given, message=message, about=tuple(about))
