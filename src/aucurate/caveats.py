"""The words of every caveat: what a reader of a result must know without having read the manual.

Whether a caveat is due is decided where the numbers are; what it says is written here and nowhere
else. :func:`caveat` makes the record from its :class:`Kind`, the names it is about and the words
for the places of its text:

    >>> found = caveat(Kind.HEAVY_TIES, "pairs", about=("forest",), share="18%")
    >>> print(found)
    forest gives equal scores to 18% of the positive-negative pairs; each counts one half.
    >>> found.kind, found.about
    ('heavy_ties', ('forest',))

Where one kind has several texts, each has a name, and several of them follow each other in the
order in which they are named. ``{about}`` is the place of the names themselves. A caveat that
names nobody is about all of the result that has it; a study that shows several results says whom
it means (:func:`named`).

``docs/caveats.md`` is this catalogue as a page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, auto

from aucurate.formatting import join_words, shortened
from aucurate.results import Caveat

MOST_NAMES = 6
"""Names that a text lists; the others are counted."""


class Kind(StrEnum):
    """Every kind of caveat; the value is what ``Caveat.kind`` and the JSON of a study have."""

    DROPPED_ROWS = auto()
    UNMATCHED_ROWS = auto()
    ALIGNED_ROWS = auto()
    REPEATED_IDENTIFIERS = auto()
    REPEATED_ROWS = auto()
    LOWER_SCORES = auto()
    WRONG_WAY = auto()
    TWO_VALUES = auto()
    POOLED_FOLDS = auto()
    GROUPS = auto()
    TEST_SET_PREVALENCE = auto()
    STATED_PREVALENCE = auto()
    DIFFERENT_PREVALENCE = auto()
    FEW_OBSERVATIONS = auto()
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
    """The texts of one kind by name ("" where there is one only), and when it is given.

    ``advice`` says in a sentence when the caveat is given and what to do about it.
    """

    texts: Mapping[str, str]
    advice: str


def _entry(advice: str, text: str = "", /, **texts: str) -> Entry:
    return Entry({"": text} if text else texts, advice)


_NOT_INDEPENDENT = (
    "Rows that belong together are not independent observations, which all intervals and tests "
    "here assume: intervals are too narrow and p-values too small (measured with five rows per "
    "subject, 95% intervals covered the AUC in 66 to 92% of the draws, and a paired test at level "
    "0.05 rejected a true hypothesis in 10 to 35%)."
)
_FEW = "Only {sizes}: with fewer than {limit} in a class, "

GROUPS: Mapping[str, Mapping[Kind, Entry]] = {
    "The observations": {
        Kind.DROPPED_ROWS: _entry(
            "Given where rows with missing labels or scores were dropped; fill them in, or say in "
            "the paper why they are missing.",
            "{rows} with missing values {were} dropped.",
        ),
        Kind.UNMATCHED_ROWS: _entry(
            "Given where files are matched by an identifier that is not in all of them; check the "
            "files if the number surprises.",
            "{observations} left out, not in every file.",
        ),
        Kind.ALIGNED_ROWS: _entry(
            "Given where a data frame came in another order than the labels; nothing to do if the "
            "index is that of the observations.",
            "The rows of {about} were put in the order of the labels by their index.",
        ),
        Kind.REPEATED_IDENTIFIERS: _entry(
            "Given where a column that was not used looks like the identifier of subjects with "
            "several rows; combine the rows of each subject first.",
            "Column {about}, which was not used, has {different} different values in {rows} rows. "
            + _NOT_INDEPENDENT
            + " If it says whose row this is, make one observation of each value first.",
        ),
        Kind.REPEATED_ROWS: _entry(
            "Given where far more rows are copies of others than ties explain; remove the copies.",
            "{share} of the rows repeat another row, with the same label and the same scores. "
            + _NOT_INDEPENDENT
            + " Keep one row of each observation.",
        ),
        Kind.LOWER_SCORES: _entry(
            "Given where lower scores were said to mean more positive; a reminder, nothing to do.",
            "Lower scores mean more positive for {about}.",
        ),
        Kind.WRONG_WAY: _entry(
            "Given where the whole interval of an AUC lies below 0.5; name the classifier in "
            "`lower`, name the other class as positive, or check the columns of the classes.",
            as_given="{names} {rank} the classes the wrong way round ({interval}). If lower "
            "scores mean positive, {remedy}; if the other class is the positive one, name it "
            "(positive={negative}, --positive {quoted}).",
            turned="{names} {rank} the classes the wrong way round ({interval}), although lower "
            "scores were taken to mean positive. If higher scores do, leave {them} out of lower "
            "(lower=, --lower); if the other class is the positive one, name it "
            "(positive={negative}, --positive {quoted}).",
            classes="Scores of a class rank its own observations below the others, with an "
            "interval wholly below 0.5: {classes}. Check that every column of scores stands for "
            "the class it is named after (classes=, in the order of estimator.classes_).",
        ),
        Kind.TWO_VALUES: _entry(
            "Given where the scores of a classifier have two values only; give probabilities or "
            "decision scores instead of predicted classes.",
            "{names} {take} two values only{values}: predicted classes? An AUC of these judges "
            "one threshold, not the ranking. Give probabilities or decision scores where the "
            "classifier has them, predict_proba(X)[:, 1] instead of predict(X).",
        ),
        Kind.POOLED_FOLDS: _entry(
            "Given where scores of several folds are treated as one test set; compare the folds "
            "(`folds`, `aucurate folds`) to allow for the fits.",
            scores="The scores come from {folds} folds and are pooled here as if they were one "
            "test set: scores of different folds come from different fits and need not be "
            "comparable, and their training sets overlap.",
            decisions="The observations of all folds are counted together, though each fold was "
            "decided by a model of its own: the intervals hold for these models, and nothing of "
            "what another training set would change.",
        ),
        Kind.GROUPS: _entry(
            "Given where observations belong to groups; keep every group within one fold.",
            groups="The observations belong to {groups}. Averages over folds allow for that as "
            "long as no group is divided between folds; numbers of observations presume groups as "
            "large as these.",
            binomial="An exact binomial interval does not allow for groups, and is too narrow.",
            divided="Here groups are divided: models were tested on groups that they were trained "
            "on, and the rates can be far too good.",
        ),
        Kind.TEST_SET_PREVALENCE: _entry(
            "Given where a result depends on the share of positives and that of the test set was "
            "taken; state the prevalence of the intended use.",
            rates="This holds where {share} are positive, as in the test set, and takes that "
            "share as drawn by chance; state another prevalence where the classes were sampled "
            "apart or the classifier will be used elsewhere.",
            predictive_values="Predictive values are those where {share} are positive, as in the "
            "test set; classes that were sampled apart have no such values.",
        ),
        Kind.STATED_PREVALENCE: _entry(
            "Given where the prevalence was stated; its own uncertainty is in no interval, so try "
            "others that are plausible.",
            "The stated prevalence of {share} is taken as known.",
        ),
        Kind.DIFFERENT_PREVALENCE: _entry(
            "Given where test sets with different shares of the classes are compared by a "
            "quantity that depends on them; compare a quantity that does not.",
            average_precision="{first} of the first test set are positive and {second} of the "
            "second: average precision grows with that share, whatever the classifier.",
            classes="The classes have different shares in the two test sets, and the {quantity} "
            "depends on them: part of the difference may come from there. Stated prevalences, or "
            "the Hand-Till AUC, do not have that.",
        ),
    },
    "Few observations, ties and missing variances": {
        Kind.FEW_OBSERVATIONS: _entry(
            "Given where a class is so small that the approximation behind an interval, a p-value "
            "or a plan is rough; collect more, prefer exact or simulated results.",
            intervals=_FEW + "intervals and p-values are rough.",
            inexact=_FEW + "intervals that are not exact are rough.",
            band=_FEW
            + "little can be said about the ends of the curve, and the band is wide there.",
            class_errors="Fewer than {limit} observations in class {classes}: errors there are "
            "all but unknown.",
            model="Only {sizes}: with fewer than {limit} the p-value is rough, and hardly any "
            "model can be rejected.",
            plan="With fewer than {limit} observations in a class the normal approximation behind "
            "this plan is rough; simulate before relying on it.",
            choice="Expected in the rarer class: {expected} of {size}. Below {limit} the normal "
            "approximation is rough; check with {check}.",
        ),
        Kind.FEW_BEYOND: _entry(
            "Given where a rate is so near its end, or a range so narrow, that it rests on a "
            "handful of observations; look at a wider range or a less extreme rate.",
            "The {quantity} rests on {share} of {size}, fewer than {limit} of them: its interval "
            "and p-value are rough.",
        ),
        Kind.FEW_IN_RANGE: _entry(
            "Given where a partial AUC rests on few observations; widen the range, or report the "
            "measured coverage and level.",
            "About {inside} of {size} lie in the range of the {quantity}. In simulations with "
            "fewer than {limit} in the range, 95% intervals covered the truth in {coverage} of the "
            "samples where some of them were missed outright, and tests at level 0.05 rejected "
            "equal areas in up to {level} (docs/validation.md).",
        ),
        Kind.NEAR_CHANCE: _entry(
            "Given where the interval of a rate reaches down to that of a coin; do not call the "
            "classifier better than chance there.",
            "The interval of the {quantity} of {about} reaches down to chance ({chance}). Where "
            "the true curve runs below chance and turns up steeply, such an interval lies too "
            "high more often than it should.",
        ),
        Kind.HEAVY_TIES: _entry(
            "Given where more than a tenth of what is compared is tied; give scores with more "
            "digits, if there are any.",
            pairs="{about} gives equal scores to {share} of the positive-negative pairs; each "
            "counts one half.",
            pairs_of_classes="{about} gives equal scores to {share} of the pairs of observations "
            "of different classes, on average; each counts one half.",
            triples="{about} gives the middle observation of {share} of the triples a score that "
            "another one of them has; such a triple counts one half, or one sixth where all three "
            "are equal.",
            data_sets="{share} of the pairs of values on a data set are equal: Friedman's test "
            "allows for it, tests by average ranks are conservative, Wilcoxon's and the sign test "
            "leave equal values out.",
        ),
        Kind.CONSTANT_SCORES: _entry(
            "Given where a classifier gives all observations one score; check the column.",
            "{about} gives every observation the same score: {interval}.",
        ),
        Kind.PERFECT_SEPARATION: _entry(
            "Given where a classifier makes no error on these observations, or nothing but "
            "errors; check that the score does not contain the label, and collect more "
            "observations.",
            separated="{about} separates the classes {way}: {interval}.",
            ordered="{about} puts the classes in perfect order: {interval}.",
        ),
        Kind.NO_VARIANCE: _entry(
            "Given where the data show no variance of what is estimated, so that another method "
            "takes the place of the usual one; read the interval as a bound, and collect more "
            "observations.",
            bound="The variance of {what} is zero or cannot be estimated from these data; "
            "{bound}, which needs none, takes its place.",
            allowed_for="The variance of {what} is zero or cannot be estimated from these data; "
            "its interval allows for errors that the sample does not show.",
            standard_error="The {method} standard error of {what} is 0; {bound}, which needs "
            "none, takes its place.",
            resampling="Resampling shows no variance of {what}, or none in one of the classes; "
            "{bound}, which needs none, takes the place of the bootstrap.",
            equal_replicates="All replicates are equal, or a class has one observation, which "
            "cannot be drawn otherwise: resampling cannot bound this number.",
            net_benefit="Resampling shows no variance of the net benefit; analytic limits take "
            "the place of the bootstrap.",
            rates="Resampling shows no variance of the {rates} of {about}, or none that has a "
            "mean; the {method} interval of a fixed threshold takes the place of the bootstrap.",
            folds="The difference is the same in every fold, so that its spread cannot be "
            "estimated: the p-value is that of the sign test, and the interval is all that is "
            "possible.",
            points="The difference between the points is the same in every fold, so that its "
            "spread cannot be estimated: the p-value is that of the sign test, and the interval "
            "is all that is possible.",
            posterior="The difference is the same in every fold, so that the posterior is a "
            "point: its probabilities are surer than any data can be, and the interval is all "
            "that is possible.",
            data_sets="The difference is the same in every fold of {about}: the smallest spread "
            "of the other data sets takes the place of none.",
            multiples="Within each class the scores of one classifier are a multiple of those of "
            "the other: the difference of the two curves has no variance.",
            same_calls="{about} make the same calls, or only right or only wrong ones: their "
            "predictive values show no difference that could vary.",
        ),
        Kind.LONE_VARIANCE: _entry(
            "Given where one of two classifiers shows no variance; read its comparisons with "
            "care, and collect more observations.",
            estimate="The {quantity} of {about} shows no variance here{cause}, so its comparisons "
            "rest on the variance of the other classifier alone and may sound surer than they are.",
            replicates="Every replicate gives {about} the same {quantity}{cause}, so its "
            "comparisons rest on the variance of the other classifier alone and may sound surer "
            "than they are.",
            standard_error="{about} separates the classes perfectly, so its standard error is 0: "
            "its comparisons rest on that of the other classifier alone and may sound surer than "
            "they are.",
        ),
        Kind.IDENTICAL_RANKING: _entry(
            "Given where no observation distinguishes two classifiers; check that the two columns "
            "are not copies of each other.",
            order="{about} order every {item} alike; the interval is the rule of three for a "
            "{unit} they might order differently.",
            bound="{about} rank every observation that bears on the {quantity} alike; the "
            "interval is a distribution-free bound.",
        ),
    },
    "Comparisons of AUCs": {
        Kind.SHARED_OBSERVATIONS: _entry(
            "Given where the unpaired test was asked for although both classifiers scored the "
            "same observations; use the paired test.",
            pair="{about} scored the same observations, but the test is the unpaired one, which "
            "takes {what} as independent: use the paired test.",
            several="The classifiers scored the same observations, but the tests are the unpaired "
            "ones, which take {what} as independent: use the paired tests.",
        ),
        Kind.FEW_ERRORS: _entry(
            "Given where two AUCs rest on few misordered observations; look at MOVER's test "
            "beside DeLong's, and collect more observations.",
            paired="With {size} in the smaller class and these AUCs, the {pairs} pairs amount to "
            "fewer than {limit} observations on average of the two. In simulations with so few, "
            "DeLong's test at level 0.05 rejected equal AUCs in hardly any or in up to {level} of "
            "the samples, depending on the shapes of the curves, and MOVER's test in at most "
            "{mover_level}. A large p-value does not speak for equal AUCs.",
            unpaired="With {size} in the smallest class and these AUCs, the {pairs} pairs amount "
            "to fewer than {limit} observations on average of the two. In simulations with so "
            "few, DeLong's test for different test sets rejected equal AUCs at level 0.05 in up "
            "to {level} of the samples, most of all where one test set is far smaller than the "
            "other. MOVER's test (method='mover'), which is the default, did in at most "
            "{mover_level}.",
            joint="The joint test is DeLong's and, like his tests of two AUCs, may reject too "
            "often where misordered observations are few.",
        ),
        Kind.NEARLY_PERFECT: _entry(
            "Given where two values are so near their end that the smaller class holds less than "
            "one error; do not read a large p-value as equality.",
            aucs="With AUCs this near {end} and {size} in the smaller class, the {pairs} pairs "
            "amount to less than one of them: depending on the shapes of the curves the test "
            "rejects hardly ever or several times too often, and a large p-value does not speak "
            "for equal AUCs.",
            volumes="With volumes this near {end} and {size} in the smallest class, the "
            "difference rests on one or two observations: the test can hardly reject, and a large "
            "p-value does not speak for equal volumes.",
        ),
        Kind.CHOSEN_HIGHEST: _entry(
            "Given where the classifier with the highest AUC was chosen on the same data; quote "
            "the estimate that allows for the choice.",
            changed="{about} was chosen as the highest of {classifiers} on these data, so its own "
            "{quantity} is too high on average and its own interval too optimistic; {estimate} "
            "allows for the choice.",
            unchanged="{about} was chosen as the highest of {classifiers} on these data, but no "
            "other came near enough to change its estimate or interval.",
        ),
        Kind.NO_JOINT_TEST: _entry(
            "Given where the joint test of all classifiers was not possible; rely on the adjusted "
            "p-values of the pairs.",
            many="There is no joint test: it is carried out for at most {most} classifiers.",
            refused="There is no joint test: {reason}",
        ),
        Kind.BONFERRONI_SHARE: _entry(
            "Given where one comparison of several has a bound instead of a simultaneous "
            "interval; nothing to do.",
            "The bound for {about} takes its share of the level by Bonferroni's rule: one of "
            "{comparisons}.",
        ),
        Kind.TEST_AND_INTERVAL_DISAGREE: _entry(
            "Given where a margin test and its interval fall on different sides of the margin; "
            "collect more observations.",
            "The test and the interval fall on different sides of the margin, so nothing is "
            "claimed: the difference lies close to what this method can tell.",
        ),
        Kind.OUTSIDE_TABLE: _entry(
            "Given where the correlation of two AUCs lies beyond the published table; use "
            "correlation='binormal'.",
            "The score correlation {correlation} and the mean AUC {area} lie beyond the published "
            "table (0 to 0.90, and 0.700 to 0.975); its edge was used. The binormal computation "
            "(correlation='binormal') has no edge.",
        ),
        Kind.NO_SCORE_CORRELATION: _entry(
            "Given where the scores of a class cannot be correlated; use DeLong's test.",
            "Among the {which} observations there are fewer than two, or all have the same score "
            "by one of the classifiers: the score correlation there was taken as 0.",
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
            "Given where the curve has no stretch that a bootstrap band can rest on; collect more "
            "observations.",
            "Nowhere on the curve are there {least} observations of each class on either side of "
            "the threshold (near perfect separation, or small classes): the band rests on the "
            "exact limits of two counts, not on replicates.",
        ),
    },
    "Bootstrap and permutations": {
        Kind.STOPPED_EARLY: _entry(
            "Given where resampling was interrupted; run it again for the full number.",
            "Stopped after {done} of {asked}: the result rests on those.",
        ),
        Kind.TOO_FEW_REPLICATES: _entry(
            "Given where there are too few replicates for the confidence asked for; ask for more "
            "replicates.",
            "{replicates} cannot bound an interval of confidence {confidence}: an end that no "
            "replicate reaches is the end of the range. More replicates give a narrower interval.",
        ),
        Kind.REPLICATES_WITHOUT_A_CLASS: _entry(
            "Given where replicates drew one class only; draw within the classes "
            "(stratified=True).",
            "{without} of {done} drew no observation of one class, have no AUC and were left out; "
            "stratified=True draws within the classes.",
        ),
        Kind.REPLICATES_WITHOUT_A_VALUE: _entry(
            "Given where a function has no finite value in some replicates; where they are many, "
            "resample one that has.",
            "In {without} of {done} {quantity} had no finite value, or no observation of one class "
            "was drawn: they were left out, and the interval is that of the others.",
        ),
        Kind.REPLICATES_WITHOUT_VARIANCE: _entry(
            "Given where replicates cannot be studentised; ask for another kind of interval.",
            "{without} of {done} have no variance (perfect separation, or a class drawn once) and "
            "count as infinitely far away, so the interval is wide rather than wrong; another "
            "kind of interval suits such data better.",
        ),
        Kind.REPLICATES_WITHOUT_FIT: _entry(
            "Given where a model cannot be fitted to some replicates; prefer a test without a "
            "model where they are many.",
            "{without} of {done} had no binormal fit (degenerate tables) and were left out: the "
            "test may sound surer than it is.",
        ),
        Kind.REPLICATES_WITHOUT_THRESHOLD: _entry(
            "Given where a rule chooses no threshold in some replicates; relax the rule where "
            "they are many.",
            "In {without} of {done} no threshold kept the rule, or a class was not drawn; they "
            "were left out.",
        ),
        Kind.REPLICATES_WITHOUT_RATE: _entry(
            "Given where a rate does not exist in some replicates; look at rates with another "
            "denominator where they are many.",
            "The {rate} of {about} does not exist in {without} of {done} ({where}), which were "
            "left out.",
        ),
        Kind.INFINITE_REPLICATES: _entry(
            "Given where a ratio is infinite in some replicates; read its interval, not its mean.",
            "The {rate} of {about} is infinite in {infinite} of {done} ({where}): no mean can "
            "hold these, which is that of the others; the interval counts them as the highest.",
        ),
        Kind.SHIFTED_NULL: _entry(
            "Given with the interval of a permutation test; for the width of the difference use "
            "DeLong's interval.",
            "A permutation test gives no interval of its own: this one takes the permutation "
            "distribution, which belongs to equal curves, as that of the error of the difference. "
            "It leaves out 0 exactly when the test rejects; for its width alone, use DeLong's.",
        ),
    },
    "Thresholds and operating points": {
        Kind.CHOSEN_ON_SAME_OBSERVATIONS: _entry(
            "Given where a threshold or weights were chosen on the observations that judge them; "
            "judge them on others, or look at what repeats the choice.",
            threshold="The threshold was chosen on the observations that its rates are computed "
            "from, so these are optimistic; threshold_bootstrap shows by how much.",
            weights="The weights were chosen on the observations that their rates are computed "
            "from, so these are optimistic; over left-out folds a search without each of them "
            "(nested_weights) shows by how much.",
            errors="The weights were chosen on the observations that their errors are computed "
            "from: these are optimistic, and their intervals take the weights for fixed.",
            unseen_folds="The unseen folds show by how much.",
            no_folds="Scores of left-out folds would show by how much: name the column of the "
            "folds (--fold), or give ClassFoldScores.",
        ),
        Kind.CHOSEN_THRESHOLDS: _entry(
            "Given where the thresholds of a study were chosen on its own observations; quote the "
            "out-of-bag rates, or choose on other data.",
            observations="The thresholds were chosen on the observations that the rates are "
            "computed from: the intervals in the table of rates treat them as fixed, and those "
            "rates are optimistic on average.",
            out_of_bag="The out-of-bag rates repeat the choice; the sentences quote them.",
            differences="The intervals and p-values of differences treat them as fixed, too, "
            "favouring the classifier with more thresholds to choose from.",
            stacked="The thresholds were chosen on the stacked scores that the rates are computed "
            "from: the rates are too good on average, and intervals and tests take the thresholds "
            "for fixed.",
            constraints="A rate that was to be reached is reached on the stacked scores; its mean "
            "over folds can be a little lower.",
        ),
        Kind.PRESUMES_CALIBRATION: _entry(
            "Given where a threshold follows from the costs of errors alone; check the "
            "calibration of the scores first.",
            "The threshold follows from the loss alone and presumes that scores are calibrated "
            "posteriors{where}: that of 100 observations with score 0.3 about 30 are positive.",
        ),
        Kind.TRIVIAL_THRESHOLD: _entry(
            "Given where a threshold calls all observations alike; check its scale, or choose "
            "another rule.",
            chosen="This threshold calls every observation {call}: {about} is of no use here.",
            given="Threshold {threshold} calls every observation {call}: it may not be on the "
            "scale of the scores of {about}.",
        ),
        Kind.TIED_THRESHOLDS: _entry(
            "Given where several thresholds are equally good by the rule; add a constraint if the "
            "choice between them matters.",
            "{others} would do as well by this rule; of all of them that with the highest Youden "
            "index, then the highest, was taken.",
        ),
        Kind.THRESHOLD_INTERVAL: _entry(
            "Given where no better interval of a chosen threshold is known than percentiles; do "
            "not rely on its coverage.",
            "The interval of the threshold ({rule}) has the percentiles of the thresholds that "
            "bootstrap replicates choose. Such a 95% interval held the threshold of a test set "
            "without end in {low} to {high} of simulated test sets, least where scores have a gap "
            "(docs/validation.md): the choice could vary more than it says.",
        ),
        Kind.UNDEFINED_RATE: _entry(
            "Given where a rate has no denominator; look at another threshold or another rate.",
            "{about} calls no observation {call} at this threshold: the {rates} {do} not exist "
            "there and {are} given as NaN.",
        ),
        Kind.EMPTY_COUNT: _entry(
            "Given where a class is called alike throughout, so that an ellipse needs a "
            "correction; use the rectangle.",
            "{about} calls all observations of a class alike: half an observation was added to "
            "each call there, so that the logit exists; the ellipse need not hold the estimate. "
            "The rectangle does without.",
        ),
        Kind.NO_DISCORDANT_CALLS: _entry(
            "Given where two classifiers call all observations alike; read from the interval how "
            "much they could still differ.",
            pair="{about}, {rate}: both call every one of {size} alike, so there is no evidence "
            "of a difference, and the interval says how much there could still be.",
            pairs="Every observation is called alike: {pairs}. There is no evidence of a "
            "difference, and the intervals say how much there could still be.",
            cost="Both classifiers call every observation alike: there is no evidence of a "
            "difference in cost, and the interval says how much there could still be.",
        ),
        Kind.FEW_DISCORDANT_CALLS: _entry(
            "Given where two classifiers are called differently on so few observations that no "
            "p-value can be small; collect more observations.",
            pair="{about}, {rate}: only one of the two is right on {size}, and with fewer than "
            "{limit} no exact two-sided p-value lies below 0.05.",
            pairs="Only one of the two is right on fewer than {limit} observations, and then no "
            "exact two-sided p-value lies below 0.05: {pairs}.",
        ),
        Kind.FEW_DISCORDANT_DECISIONS: _entry(
            "Given where two classifiers decide too few observations otherwise to resample; use "
            "the analytic interval (net_benefit_test).",
            "The two decide {size} otherwise, too few to resample: the interval can be far too "
            "short. The analytic one (net_benefit_test) is not.",
        ),
        Kind.IDENTICAL_DECISIONS: _entry(
            "Given where two classifiers decide all observations alike; read from the interval "
            "how much they could still differ.",
            folds="Both decide alike on every observation: the interval is the exact binomial "
            "bound on how often they would not.",
            threshold="{about} decide alike on every observation at this threshold: there is no "
            "evidence of a difference, and the interval says how much there could still be.",
        ),
    },
    "Weights of several classes": {
        Kind.LIMITS_NOT_KEPT: _entry(
            "Given where no weights keep the stated limits; relax a limit, or search with a "
            "stricter one.",
            search="No weights were found with {limits}; these come nearest.",
            unseen_folds="On folds that the search did not see the limits are exceeded: {limits}. "
            "Search with a stricter limit.",
        ),
        Kind.CLASS_NEVER_DECIDED: _entry(
            "Given where no observation is given some class; state a limit for its error, or "
            "leave the class out.",
            "No observation is given {classes} {names}: of no use there.",
        ),
        Kind.CLASS_MISSING_IN_FOLD: _entry(
            "Given where folds lack a class; divide the observations stratified by class.",
            "A class is missing in {folds}: the values of such folds are those of their other "
            "classes, or missing where prevalences are stated.",
        ),
        Kind.SEARCH_STOPPED: _entry(
            "Given where the search for weights was interrupted; run it again with more time.",
            ascents="The search was stopped after ascent {done}; with more time it may find "
            "better weights.",
            folds="The work was stopped after {done} of {folds} folds.",
        ),
        Kind.SEARCHED_ON_SUBSET: _entry(
            "Given where weights were searched on a part of many observations; nothing to do.",
            "The ascents were made on {rows} of {size} observations and the best was bettered on "
            "all of them.",
        ),
        Kind.NOT_WEIGHABLE: _entry(
            "Given where scores cannot be multiplied by weights; give probabilities.",
            "No weights were searched: some scores are negative or infinite, and weights multiply "
            "scores. Probabilities can be weighted.",
        ),
        Kind.NO_UNSEEN_FOLDS: _entry(
            "Given where weights cannot be judged on folds that the search did not see; give "
            "scores of left-out folds.",
            "How good the weights are on folds that the search did not see is not shown: {reason}",
        ),
    },
    "Folds": {
        Kind.VALID_FOR: _entry(
            "Given with every test over folds; check that the folds are of this design.",
            "This test is made for {design}.",
        ),
        Kind.FEW_FOLDS: _entry(
            "Given where there are few folds, or few with a class; take more folds or repeat the "
            "cross-validation.",
            folds="Only {folds}: the spread over folds is hardly known, and the test has little "
            "power.",
            classes="Fewer than {limit} folds have observations of {classes}: how much errors "
            "vary over folds is hardly known there, and tests have little power.",
        ),
        Kind.FOLDS_WITHOUT_CLASS: _entry(
            "Given where folds cannot be used; divide the observations stratified by class, and "
            "look at failed fits.",
            "Left out, because a class is missing from them or a fit failed in them: fold {folds}.",
        ),
        Kind.SMALL_FOLDS: _entry(
            "Given where folds hold few observations of a class; take fewer folds.",
            "A fold has only {size} of a class: with fewer than {limit} the variance is "
            "underestimated. Take fewer folds.",
        ),
        Kind.SMALL_TRAINING_SETS: _entry(
            "Given where few folds leave small training sets; take five folds or more.",
            "With only {folds} the training sets are much smaller than the data, and how the "
            "fitted models vary is hardly in this variance: it is too small for a statement about "
            "the algorithms. Take five folds or more.",
        ),
        Kind.FIXED_TEST_SET: _entry(
            "Given where all models scored one test set; use averaged_delong_test or "
            "averaged_error_test.",
            test="All models scored the same test set: the spread over folds holds nothing of "
            "that test set's own uncertainty, and no test over folds repairs this. Measured with "
            "two equally good algorithms at level 0.05, the paired t test rejects in {t_level} of "
            "the draws and Nadeau-Bengio's in {nadeau_bengio_level}. averaged_delong_test is made "
            "for this design; docs/validation.md has the levels.",
            averages="All models scored the same test set: the spread over folds holds nothing of "
            "that test set's own uncertainty. Standard deviations of the mean are far too small, "
            "and tests say nothing about other test sets.",
        ),
        Kind.OVERLAPPING_TRAINING_SETS: _entry(
            "Given where a method takes folds for independent that share observations; use a test "
            "that allows for it.",
            repeats="The folds of different repeats share test and training observations, and "
            "this test takes them for independent: it rejects far too often, the more so the more "
            "repeats.",
            division="The training sets overlap, and this test takes the folds for independent: "
            "measured with two equally good algorithms (linear discriminants) at level 0.05, the "
            "paired t test over left-out folds rejects in {level} of the draws.",
            remedy="Nadeau and Bengio's test (nadeau_bengio_test, method='nadeau-bengio', --test "
            "nadeau-bengio) allows for the overlap of one division; docs/validation.md has the "
            "levels.",
            averages_of_repeats="The folds of different repeats share test and training "
            "observations, and averages over folds take them for independent: standard deviations "
            "of the mean are too small and tests reject far too often, the more so the more "
            "repeats (docs/validation.md).",
            averages="The training sets of the folds overlap. Intervals over folds are about the "
            "models that were fitted; for the algorithm, which other data would train otherwise, "
            "they can be too narrow (docs/validation.md).",
        ),
        Kind.CONSERVATIVE: _entry(
            "Given with tests whose correction is stronger than most algorithms need; do not read "
            "a large p-value as equality.",
            one_division="On the folds of one cross-validation the correction is strong: measured "
            "with two equally good algorithms of many kinds at level 0.05, it rejects in {level} "
            "of the draws. A large p-value says little.",
            training_sets="The variance allows for other training sets as much as the most "
            "sensitive algorithms need: measured with two equally good ones at level 0.05, the "
            "test rejects in {neighbours} of the draws for nearest neighbours, {nets} for small "
            "nets and {linear} for logistic regression. For linear algorithms a large p-value "
            "says little; to compare their AUCs method='delong' (--test delong) has more power.",
        ),
        Kind.UNSTABLE_ALGORITHMS: _entry(
            "Given with tests that reject too often for algorithms whose models change much with "
            "their data; use the corrected DeLong test or the averaged error test.",
            correction="Over repeats and random splits the correction is too weak for some "
            "algorithms: measured with two equally good ones at level 0.05, the test rejects in "
            "{linear} of the draws for logistic regression, {neighbours} for nearest neighbours "
            "and {nets} for small nets. More repeats do not help. On the folds of one division "
            "alone it rejects in {one_division} of the draws.",
            variance="How much the fitted models vary with their training sets is not in this "
            "variance: measured with two equally good algorithms at level 0.05, it rejects in "
            "{linear} of the draws for logistic regression, {boosting} for boosting, {svm} for "
            "support vector machines, {trees} for decision trees, {neighbours} for nearest "
            "neighbours and {nets} for small nets.",
            corrected_delong="The corrected DeLong test (corrected_delong_test, "
            "method='corrected-delong', --test corrected-delong) allows for it and keeps its "
            "level for all of them; so does averaged DeLong on a fixed test set, apart from the "
            "training data.",
            averaged_error="averaged_error_test (method='averaged-error', --test averaged-error) "
            "keeps its level for all of them.",
        ),
        Kind.OF_FITTED_MODELS: _entry(
            "Given with LeDell's test; for a statement about the algorithms use the corrected "
            "DeLong test.",
            "The test is about the models that were fitted in these folds. As a test of the "
            "algorithms, with other training sets in mind, it rejects somewhat too often: "
            "measured with two equally good ones (linear discriminants) at level 0.05, in {level} "
            "of the draws (docs/validation.md).",
        ),
        Kind.CORRELATED_REPEATS: _entry(
            "Given with the 5x2 tests; use corrected_delong_test or averaged_error_test.",
            "All five repeats divide the same observations. What their differences have in common "
            "is not in the variance within repeats, so that the test can reject too often: "
            "measured with two equally good algorithms (linear discriminants, nearest neighbours, "
            "nets, support vector machines, boosting, trees) at level 0.05, in {level} of the "
            "draws. corrected_delong_test and averaged_error_test keep their level here.",
        ),
        Kind.FIRST_FOLD_ONLY: _entry(
            "Given with the 5x2 t test; the combined F test uses all ten folds.",
            "The values, the difference and the interval are those of the first fold of the first "
            "repeat, as Dietterich has it; the other nine give the variance only. The combined F "
            "test (five_by_two_f_test) uses all ten.",
        ),
        Kind.SMALLEST_P_VALUE: _entry(
            "Given where a discrete test cannot reject with so few folds; use a test with more "
            "power.",
            "With so few folds that differ, the smallest two-sided p-value this test can reach is "
            "{smallest}: it cannot reject at level {level}, whatever the data.",
        ),
        Kind.IDENTICAL_VALUES: _entry(
            "Given where two classifiers have the same value in every fold; check that the two "
            "are not copies of each other.",
            classifiers="Both classifiers have the same value in every fold: there is nothing to "
            "test, and the interval is all that is possible.",
            points="The rate is the same at both points in every fold: there is nothing to test, "
            "and the interval is all that is possible.",
        ),
        Kind.MEDIAN: _entry(
            "Given with the sign test's interval; report the median beside it, not the mean.",
            "The interval is that of the median of the fold differences, not of their mean, and "
            "need not hold the mean.",
        ),
        Kind.PSEUDO_MEDIAN: _entry(
            "Given with the signed rank test's interval; report the pseudo-median beside it, not "
            "the mean.",
            "The interval is that of the pseudo-median of the fold differences (Hodges and "
            "Lehmann), not of their mean, and need not hold the mean.",
        ),
        Kind.NOT_EVALUATED: _entry(
            "Given where a rate does not exist in some folds; take larger or stratified folds.",
            folds="The {rate} cannot be evaluated in {folds}.",
            points="The {rate} cannot be evaluated in every fold at {points}.",
            tested="The test is over folds that can evaluate both points.",
            averaged="Its averages are those of the other folds.",
            classes="Not in every fold are observations of {classes}: averages of their errors "
            "are those of the folds that have them.",
        ),
        Kind.NOT_TESTED: _entry(
            "Given where two operating points have fewer than two folds in common; take larger "
            "folds.",
            "Not compared, because fewer than two folds can evaluate both points: {points}. They "
            "are neither in the set nor outside it.",
        ),
        Kind.NOT_COMPARED: _entry(
            "Given where a rate of two classifiers does not exist in some folds; take larger "
            "folds.",
            compared="The {quantity} of {about} cannot be evaluated for both in fold {folds}; "
            "they are compared in the other {others}.",
            not_compared="The {quantity} of {about} cannot be evaluated for both in fold {folds}; "
            "they are not compared, as fewer than two folds are left.",
        ),
        Kind.NOT_ADJUSTED: _entry(
            "Given where several tests are each answered as if it were the only one; ask for a "
            "correction, such as Holm's.",
            points="{tests} were made, each as if it were the only one: some points may be called "
            "distinguishable by chance. A correction, such as Holm's, allows for that.",
            classifiers="{tests} of operating points were made, each as if it were the only one: "
            "some points may be called distinguishable by chance. A correction, such as Holm's, "
            "allows for that.",
            neighbours="Each of {points} around the searched weights was compared with them at "
            "level {level} as if it were the only one: some may be told apart by chance.",
            classes_neither="The errors of its classes are not adjusted for each other either.",
            classes_adjusted="The errors of its classes are adjusted for each other "
            "({correction}).",
            classes_not_compared="In fewer than two folds, and not compared: {classes}.",
        ),
        Kind.CERTAIN_DIFFERENCE: _entry(
            "Given where a rate must differ between two thresholds; read the test as whether the "
            "folds are enough to show it.",
            "As the {what} moves, {rates} can go one way only: with an observation of the class "
            "between two {several} the rate differs for certain. The test does not say whether it "
            "differs but whether the folds show it; not distinguishable means too few "
            "observations, never equal points.",
        ),
        Kind.MEAN_OF_RATIOS: _entry(
            "Given where a ratio is averaged over folds; compare it with its value on the stacked "
            "scores.",
            "The mean over folds of {rates} is a mean of ratios, and in small folds biased: "
            "compare it with the value on the stacked scores. Tests of it can reject too often "
            "where folds hold few {rare} (docs/validation.md).",
        ),
        Kind.MEAN_OF_MAXIMA: _entry(
            "Given where the largest class error is averaged over folds; compare it with its "
            "value on the stacked scores.",
            "The mean over folds of the largest class error is a mean of maxima: in small folds "
            "one class or another has many errors by chance, and the mean lies above the value on "
            "the stacked scores. Compare the two.",
        ),
        Kind.NO_SPREAD: _entry(
            "Given where a rate does not vary over folds; read its interval as a bound.",
            "The {rate} of {about} at its threshold does not vary over folds, or fewer than two "
            "of them can evaluate it: its interval is {interval}.",
        ),
        Kind.ONE_SCALE: _entry(
            "Given where one threshold is used with the models of all folds; calibrate the scores "
            "if they are not probabilities.",
            "The same threshold is used with the model of every {which}: it means the same in all "
            "of them only if their scores are on one scale, as calibrated probabilities are.",
        ),
        Kind.NO_SIZE: _entry(
            "Given where no number of observations can be worked out from these folds; use "
            "left-out folds that are not repeated.",
            "No number of observations is given that would tell operating points apart: it "
            "follows from left-out folds that were not repeated, and these are other folds.",
        ),
        Kind.ROUGH_SIZE: _entry(
            "Given with numbers of observations worked out from folds; use them as a rule of "
            "thumb only.",
            "The numbers of observations take the observed differences for the true ones, and the "
            "spread over a few folds for exact: they are a rule of thumb. Each is for one test at "
            "the level, not adjusted for the others, in as many folds.",
        ),
        Kind.DEGREES_OF_FREEDOM: _entry(
            "Given where the degrees of freedom of Paclik et al. were asked for; use those of the "
            "paired t test.",
            "The 2n - 2 degrees of freedom are as printed in Paclik et al. 2010; they belong to "
            "two independent sets of folds. A paired t test has n - 1.",
        ),
        Kind.OTHER_TEST: _entry(
            "Given where a test was chosen that is not the one recommended for the design; leave "
            "the choice to the study.",
            "The test of {quantity} was chosen by name; without a name it is the one recommended "
            "for this design.",
        ),
        Kind.FAILED_FITS: _entry(
            "Given where fits failed in cross-validation; look at the estimator before comparing "
            "it.",
            "{warning}.",
        ),
        Kind.FIT_WARNINGS: _entry(
            "Given where an estimator warned while it was fitted; look at the warning.",
            "{category} while fitting {warning}.",
        ),
    },
    "Data sets": {
        Kind.FEW_DATA_SETS: _entry(
            "Given where the data sets are few; add more before drawing conclusions beyond them.",
            ranks="Only {size}: p-values from average ranks are rough, and the smallest two-sided "
            "p-value of a sign or signed rank test is {least}.",
            pair="The two algorithms differ on {size}{equal}: the smallest two-sided p-value it "
            "can reach is {least}.",
            nothing="The two algorithms differ on {size}{equal}: there is nothing to test.",
            posterior="Only {size}: how much data sets differ is hardly known, and the "
            "probabilities for a new one are mostly those of the prior.",
        ),
        Kind.DATA_SETS_DROPPED: _entry(
            "Given where data sets lack a result; run what is missing.",
            "{size} left out because a run is missing: {about}. If runs fail where an algorithm "
            "does badly, its rank is too good.",
        ),
        Kind.FOLDS_DROPPED: _entry(
            "Given where folds of a data set lack a result; run what is missing.",
            "{size} left out because a run is missing: {folds}. If runs fail where an algorithm "
            "does badly, its mean is too good.",
        ),
        Kind.MANY_FOLDS: _entry(
            "Given where a data set has more folds than one cross-validation usually has; name the "
            "column of the repeats.",
            "All folds of {about} are taken for those of one cross-validation. If they are those "
            "of several repeats (or random splits), they are more correlated than that, and the "
            "hierarchical test is too sure: name the column of the repeats, or give the share of a "
            "data set that a fold tests on.",
        ),
        Kind.POST_HOC_NOT_LICENSED: _entry(
            "Given where the joint test does not reject; do not report tests of pairs by average "
            "ranks.",
            "Friedman's test does not reject at level {level} ({p_value}): tests of pairs by "
            "average ranks are not licensed, whatever their p-values.",
        ),
        Kind.ROUGH_NUMBERS: _entry(
            "Given where numerical integration is not exact enough to ignore; quote fewer digits.",
            "The integrals converge slowly here: probabilities still change by {change} where the "
            "grid is refined.",
        ),
    },
    "Models of curves": {
        Kind.FITTED_POWER: _entry(
            "Given where scores were transformed by a power fitted to the same data; nothing to "
            "do, a bootstrap allows for it.",
            "The scores were raised to the power {power}, fitted to the same data: exact tests do "
            "not hold then, and a parametric bootstrap takes their place.",
        ),
        Kind.HALVED_TEST_SET: _entry(
            "Given where a test halves the observations; use the paired test.",
            "Each classifier was given a random half of the observations, as in the paper: "
            "another halving gives another result, and the paired test uses all of them.",
        ),
        Kind.AT_BOUND: _entry(
            "Given where an estimate of the model lies at its bound; use the empirical AUC.",
            "The intercept of the proper curve is at its bound, 0, and counts as known there: the "
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
            "Given where the Shapiro-Wilk test has more observations than it takes; nothing to do.",
            "Tested on a fixed random subset of {subset} of {size} observations: the p-value of "
            "the Shapiro-Wilk test is known up to that size.",
        ),
        Kind.FEW_EXPECTED: _entry(
            "Given where a category is expected to hold fewer than five observations; ask for "
            "fewer categories.",
            "A category is expected to hold {expected} observations of a class; below 5 the "
            "chi-square p-value is rough. Fewer categories help.",
        ),
        Kind.GROUPED_SCORES: _entry(
            "Given where scores were grouped for a test of fit; fit the curve to the same groups.",
            "The scores were grouped for this test. If the curve was fitted to the scores "
            "themselves, the p-value is somewhat too small.",
        ),
        Kind.HELD_BANDWIDTHS: _entry(
            "Given where replicates keep the bandwidths of the data; read the interval as "
            "somewhat too narrow.",
            "The bandwidths of the rule {rule} were held in all replicates: that they are "
            "estimates themselves is not in the interval.",
        ),
        Kind.SMOOTHING_BIAS: _entry(
            "Given where smoothing moved the AUC far; use narrower bandwidths or the empirical "
            "AUC.",
            "Smoothing moved the AUC from {empirical} to {smoothed}, by {errors} standard errors; "
            "the interval is one for the smoothed AUC. Narrower bandwidths, or the empirical AUC, "
            "do without.",
        ),
        Kind.BEYOND_ENDS: _entry(
            "Given where smoothing puts probabilities below 0 or above 1; use scale='logit'.",
            "All scores of {about} lie between 0 and 1, and the kernel puts {share} of a class "
            "beyond; scale='logit' smooths on a scale without ends.",
        ),
        Kind.MODEL_NOT_FITTED: _entry(
            "Given where a model cannot be fitted to a classifier's scores; use another model or "
            "the empirical curve.",
            "{about}, {model}: {reason}",
        ),
        Kind.MODEL_REJECTED: _entry(
            "Given where the data reject a fitted model; use another model or the empirical curve.",
            "{about}, {model}: the model is rejected at level {level} by {tests}; its AUC is that "
            "of a curve the data do not have.",
        ),
    },
    "Planning and theory": {
        Kind.SMALL_PILOT: _entry(
            "Given where a pilot is small; look at the assurance, or plan for several plausible "
            "variances.",
            "The pilot has only {size} in a class: the variance it gives is itself uncertain.",
        ),
        Kind.PILOT_AS_TRUTH: _entry(
            "Given where a plan takes what a pilot found for the truth; plan for the smallest "
            "difference that matters.",
            truth="The {plan} takes the {aucs} of the pilot ({values}) for the truth: a pilot "
            "that looked good by chance makes the study too small.",
            assurance="The assurance averages over the uncertainty of the pilot.",
        ),
        Kind.PILOT_ELSEWHERE: _entry(
            "Given where the plan assumes another AUC than the pilot has; allow for another "
            "variance there.",
            "The variance is that of the pilot at its own AUC ({values}), not at the AUC of the "
            "plan.",
        ),
        Kind.ONE_CLASS_TEST_SETS: _entry(
            "Given where small test sets may hold one class only; ask about larger ones.",
            "With probability {probability} a test set of {size} holds one class only and has no "
            "AUC: a tie.",
        ),
        Kind.FEW_DIFFERING_CALLS: _entry(
            "Given where hardly any call differs between two classifiers; check with "
            "simulate_choice.",
            "Expected calls that differ: {expected}. Below {limit} the normal approximation is "
            "rough; check with simulate_choice.",
        ),
        Kind.THRESHOLD_OUTSIDE_SCORES: _entry(
            "Given where a threshold lies outside all scores; choose one within them.",
            "{reason}.",
        ),
        Kind.NOTHING_VARIES: _entry(
            "Given where nothing can vary between simulated test sets; draw observations (n=).",
            "Labels and scores are certain, so that every simulated test set is the same; n= "
            "draws so many of the observations.",
        ),
    },
    "The run": {
        Kind.INTERRUPTED: _entry(
            "Given where a study was interrupted; run it again for what is missing.",
            left_out="Interrupted after {done}; the others are left out.",
            adjusted="Interrupted after {done}. The others are left out; adjusted p-values count "
            "them as p = 1, and so hold for all that was asked.",
            intervals="Interrupted after {done} of {asked} intervals of AUCs by the method asked "
            "for; the others are beta intervals.",
        ),
    },
}
"""Every kind by what it is about: the sections of ``docs/caveats.md``."""

CATALOGUE: Mapping[Kind, Entry] = {
    kind: entry for group in GROUPS.values() for kind, entry in group.items()
}


def caveat(kind: Kind, /, *texts: str, about: Sequence[str] = (), **words: str | int) -> Caveat:
    """The caveat of this kind, in the words of the catalogue.

    ``texts`` names those of its texts that apply; a kind with one text only needs none. ``about``
    has the full names of classifiers, classes, data sets or test sets that it is about, both names
    of a pair; ``words`` fills the other places.
    """
    return worded(kind, CATALOGUE[kind].texts, texts, about, words)


def worded(
    kind: StrEnum,
    known: Mapping[str, str],
    texts: Sequence[str],
    about: Sequence[str],
    words: Mapping[str, str | int],
) -> Caveat:
    """A caveat from the texts of its kind that are named; papers have a catalogue of their own."""
    names = join_words([shortened(name) for name in about], most=MOST_NAMES)
    message = " ".join(known[text].format(about=names, **words) for text in texts or ("",))
    return Caveat(kind=kind.value, message=message, about=tuple(about))


def named(
    given: Caveat, *names: Sequence[str], label: str | None = None, most: int = MOST_NAMES
) -> Caveat:
    """A caveat that names nobody, with whom it is about before its words.

    Each of ``names`` is one classifier, test set or data set, or a pair; ``label`` stands for all
    of them.

    >>> few = caveat(Kind.SMALL_PILOT, size="9 observations")
    >>> found = named(few, ("forest", "tree"), ("forest", "net"))
    >>> print(found)
    forest - tree and forest - net: the pilot has only 9 observations in a class: the variance it \
gives is itself uncertain.
    >>> found.about
    ('forest', 'tree', 'net')
    """
    shown = [" - ".join(shortened(name) for name in each) for each in names]
    words = given.message[:1].lower() + given.message[1:]
    message = f"{label or join_words(shown, most=most)}: {words}"
    about = dict.fromkeys(name for each in names for name in each)
    return replace(given, message=message, about=tuple(about))
