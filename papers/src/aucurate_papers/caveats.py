"""The words of the caveats that only exhibits have; :mod:`aucurate.caveats` has all others."""

from collections.abc import Mapping, Sequence
from enum import StrEnum, auto

from aucurate.caveats import worded
from aucurate.results import Caveat


class Kind(StrEnum):
    """Every kind of caveat of an exhibit."""

    ADDED_LATER = auto()
    ASSUMED = auto()
    CHOSEN_AFTER_LOOKING = auto()
    CHOSEN_AFTER_RESULTS = auto()
    CHOSEN_POINT = auto()
    CLASS_POWERS = auto()
    CLASS_SIZES = auto()
    DEGENERATE_ELLIPSES = auto()
    DEPENDENT_SERIES = auto()
    DESIGN = auto()
    EXTRAPOLATED = auto()
    FITTED_POWER = auto()
    HALVED_TEST_SET = auto()
    HEADINGS = auto()
    INFERRED_POWER = auto()
    INFERRED_SIZES = auto()
    JUDGED = auto()
    LEARNERS = auto()
    MARKS = auto()
    NOT_ADJUSTED = auto()
    NOT_FINISHED = auto()
    ONE_KIND_OF_DEPENDENCE = auto()
    OTHER_DATA = auto()
    OTHER_UNCERTAINTY = auto()
    OVERLAPPING_DRAWS = auto()
    QUICK = auto()
    RETURNED_POINTS = auto()
    RIDGE = auto()
    SCALING = auto()
    SHARED_OBSERVATIONS = auto()
    STEP_OF_THE_SEARCH = auto()
    TEXT_AND_CAPTION = auto()
    TIMES = auto()
    UNEQUAL_CLASSES = auto()
    UNUSUAL = auto()
    VERTICAL_AVERAGING = auto()
    WHICH_OBSERVATIONS = auto()
    YARDSTICK = auto()


TEXTS: Mapping[Kind, Mapping[str, str]] = {
    Kind.ADDED_LATER: {
        "": "Three digits are few for a search to get wrong, so all digits were added, after the "
        "first two comparisons had been seen.",
    },
    Kind.ASSUMED: {
        "": "That k variables are the first k of the file is our reading: the paper does not name "
        "them. Only ChiMerge at level {level} with at most {limit} intervals is tried here; other "
        "settings are tried for Table 3 alone.",
    },
    Kind.CHOSEN_AFTER_LOOKING: {
        "": "Question, predictors and the chosen transformation were settled after others had "
        "been tried on this survey, by how well the model fits, with the p-values in view: to "
        "predict an income above 50K fitted worse. So the tests of all transformations are shown, "
        "and DeLong tests, which none of them changes.",
    },
    Kind.CHOSEN_AFTER_RESULTS: {
        "range": "Printed figures were first held against the central 99% of our runs, between "
        "interpolated quantiles; the whole range was taken after a first full run, which can only "
        "bring more of them inside.",
        "table_4": "Odd numbers of neighbours and ties that count nothing were tried because the "
        "printed figures had not come out in a first run; that a reading comes near would not "
        "show that it was used.",
        "table_5": "Of case 5 it was first asked that both criteria prefer the same model, too; "
        "this was dropped after a trial with a few divisions. That a row counts as found when its "
        "statement holds in at least 5% of the single divisions, as the paper has a single one, "
        "was decided after full runs under other rules had been seen.",
        "section_3_1": "In a first trial only naive Bayes on all variables was tried; further "
        "settings were added because the bias had not been seen in that trial, among them naive "
        "Bayes on x1. The margin of two standard errors, and that the lean is judged only where "
        "naive Bayes errs less, were decided after results had been seen.",
        "section_3_2": "The third pair was chosen after trials with several, because the bias "
        "shows in it. It says what can happen, not how often it does.",
    },
    Kind.CHOSEN_POINT: {
        "threshold": "The paper selects its point by hand, with a sensitivity of at least 0.9; "
        "ours is the point with the highest threshold that has it on average.",
        "weights": "The paper selects its point by hand; ours has the smallest largest class "
        "error on the stacked scores, on which it was also searched.",
    },
    Kind.CLASS_POWERS: {
        "": "One lambda per class gives two equal scores different values, by their label; the "
        "area after it is not the area of any score. It is shown because the paper took it for "
        "one.",
    },
    Kind.CLASS_SIZES: {
        "": "The class sizes are inferred. The paper gives {size} observations of whom {left}% "
        "left, which leaves {fewest} to {most}; n1 of eq. 12, which goes with Q1, it calls the "
        "number of negative examples. Of {readings} readings {out} gives all of Table 5; the "
        "nearest has {best_left} who left, and n1 = {first_size}. Read by the words, with churn = "
        "1 as positive, n1 is {by_words}, and the p-value of {first} and {second} {literal} "
        "instead of {printed}. Which class is negative the paper does not always say alike (Table "
        "3 has churn = 1 so); in Hanley and McNeil's formula Q1 belongs to the positives.",
    },
    Kind.DEGENERATE_ELLIPSES: {
        "": "Where a rate does not vary over the folds, its bar and its ellipse have no width: "
        "that claims too much.",
    },
    Kind.DEPENDENT_SERIES: {
        "": "The 30 values of a series come from training sets that overlap and from one test "
        "set, and the series of a data set share their folds: the shares describe, they test "
        "nothing.",
    },
    Kind.DESIGN: {
        "": "A third of each set, stratified, is the test set; the rest is cut into 30 stratified "
        "folds, each training set leaves one out, and all algorithms have the same training sets. "
        "Of more than two classes those two are kept that a 1-NN takes for each other most often, "
        "in either direction, each observation decided by its nearest other one (among at most "
        "20,000 drawn at random). The rarer class is positive. A column that only holds 0 and 1 "
        "counts as nominal.",
    },
    Kind.EXTRAPOLATED: {
        "test": "The p-value of the Shapiro-Wilk test is known up to {limit} observations; that "
        "of {size} is an extrapolation.",
        "table": "The p-value of Shapiro-Wilk is known up to {limit} observations; that of all "
        "{size} {which} is SciPy's extrapolation. That the paper took all is inferred from how "
        "small its p-values are. Tested on a fixed random subset of {limit} of the {size} {which} "
        "it stands beside.",
    },
    Kind.FITTED_POWER: {
        "": "The exact test holds for a transformation fixed in advance. Those here are fitted on "
        "the training set; with a power fitted to the halves themselves only the parametric "
        "bootstrap may be used.",
    },
    Kind.HALVED_TEST_SET: {
        "": "Halvings of one test set are not independent of each other: how their p-values "
        "spread shows what chance the halving adds, not what new persons would.",
    },
    Kind.HEADINGS: {
        "": 'The paper heads the columns of Table 3 "Negative cases (churn=1)" and "Positive '
        'cases (churn=0)". They are read by the words, and the brackets as exchanged: only so do '
        "its areas go where its lambdas pull them.",
    },
    Kind.INFERRED_POWER: {
        "": "That the paper squared the score of LDA is printed; that it left the score of SVM as "
        "it was (power {power}) is inferred, and which scores it had of either is not known. Its "
        "powers may well have fitted its scores.",
    },
    Kind.INFERRED_SIZES: {
        "": "The class sizes of the halves are not printed; they follow from 462 observations and "
        "a prevalence of 0.32, and from the p-value itself.",
    },
    Kind.JUDGED: {
        "section_3_1": "The training sets where naive Bayes errs less are found by judging on "
        "further observations. Where two models are nearly equal some may be judged wrongly, "
        "which moves the picks of both criteria towards nearest neighbours.",
        "curve": "{pair}: which model errs less is judged on {observations} for each training "
        "set. The judged difference is {size} points on average, with a standard error of {error} "
        "points. For {near} of {training_sets} it is within two of these{doubt}.",
        "chosen": "The training sets were chosen by this judgement.",
    },
    Kind.LEARNERS: {
        "": "Five models were trained with scikit-learn on the calibration half, missing values "
        "replaced by its medians, and scored the validation half; their settings stand in "
        '"simulation study". The choice of the learners was not blind: one other network (25 '
        "logistic units) and one other boosting (histogram-based) were tried, and C&RT with its "
        "folds cut in another way, and the validation areas were seen, before these were kept. "
        "The models serve to show what estimators do on the same scores, not to compare learners.",
    },
    Kind.MARKS: {
        "": "Errors are counted, as in the paper, where P > 1/2 strictly; the marks on the curves "
        "stand at P >= threshold. As in the paper they are drawn at threshold 1/2; those of "
        "losses 0.5 and 2 would lie over them, and are in the table only.",
    },
    Kind.NOT_ADJUSTED: {
        "": "Unless Holm's correction is named, every test was made as if it were the only one, "
        "as in the paper.",
    },
    Kind.NOT_FINISHED: {
        "": "Pairs are missing. {unfinished}",
    },
    Kind.ONE_KIND_OF_DEPENDENCE: {
        "": "Deviations that share a draw observation by observation are one way to be dependent; "
        "the paper's second assumption, that scores of different observations are independent, is "
        "kept.",
    },
    Kind.OTHER_DATA: {
        "": "The survey of the paper could not be found. This is another one, chosen for a binary "
        "answer that is as rare and hard to predict; nothing here is a check of the paper's own "
        "curves.",
    },
    Kind.OTHER_UNCERTAINTY: {
        "": "The intervals are about other test sets, the histograms about other training sets on "
        "one and the same test set. That the intervals are wider than the histograms therefore "
        "does not make them too large; DeLong's interval of the same model stands beside them.",
    },
    Kind.OVERLAPPING_DRAWS: {
        "": "All draws and repeats take their observations from the same few hundred: they vary "
        "less than data sets would, so standard deviations and standard errors over them are too "
        "small for a statement about other data.",
    },
    Kind.QUICK: {
        "trees": "A quick run: the models were trained on {size} observations of the calibration "
        "half only, with fewer trees.",
        "draws": "Made in few draws (--quick), to see it work: states and numbers are not for "
        "citing.",
        "data_sets": "A quick run takes the {sets} smallest data sets only: it shows that all "
        "works, and its state says little.",
    },
    Kind.RETURNED_POINTS: {
        "": "Which points are returned is not said. All that any step retained are taken: this "
        "reading was chosen after the last step alone, with raw features, had been seen to hold "
        "nothing that could be told apart. A step that shrinks may be the reason: other steps and "
        "readings stand in a table of their own.",
    },
    Kind.RIDGE: {
        "": "Half of the features are small whole numbers, and in some draws one of them is "
        "constant within a digit: {share} of the identity is mixed into every covariance matrix, "
        "of which the paper says nothing.",
    },
    Kind.SCALING: {
        "": "How the features are scaled before principal components is not said. Both are shown: "
        "not at all (the first component then is all but the largest feature, which is of the "
        "size of thousands), and to variance 1 within the training folds.",
    },
    Kind.SHARED_OBSERVATIONS: {
        "equation_11": "Eq. 11 takes the areas of two models as independent, and these are of the "
        'same observations: "table 5, on our scores" has the paired test.',
        "table_5": "The unpaired z of Table 5 takes the areas of two models as independent. All "
        "models score the same observations, so it is the wrong test here; the paired DeLong test "
        "beside it is the right one.",
    },
    Kind.STEP_OF_THE_SEARCH: {
        "": "How a greedy step makes new vectors is not said. Ours makes {vectors}, each from one "
        "of the retained, with every weight multiplied by e to the power of sigma times a "
        "standard normal number; sigma is {sigma}.",
    },
    Kind.TEXT_AND_CAPTION: {
        "": "The text on Fig. 7 says that neither test can reject, its caption that both do. "
        "Histograms that do not overlap, which the text describes, fit the caption; it is taken "
        "here.",
    },
    Kind.TIMES: {
        "": "Times are medians over searches, as a ratio to one run of the paper's search on the "
        "same scores; they depend on the machine, and with them how many runs of the paper's "
        "search ours is compared with; nothing else here differs from run to run. As its one run "
        "is shorter than ours, the paper's search may also take the best of several runs, and "
        "ours is compared with the fewest of these that take as long.",
    },
    Kind.UNEQUAL_CLASSES: {
        "": "This section of the paper speaks of equally frequent classes; in Adult {share} are "
        "{positive}, the others {negative}.",
    },
    Kind.UNUSUAL: {
        "": "{results}. Nothing was changed on seeing it.",
    },
    Kind.VERTICAL_AVERAGING: {
        "": "Vertical averaging starts too high: in a fold of 10 negatives the curve climbs as "
        "far as the best of the 10 lets it before its first false positive, which is further than "
        "the best of 100 would.",
    },
    Kind.WHICH_OBSERVATIONS: {
        "": "Which {size} of the 200 of each digit the paper takes is not said; the figures take "
        "the first of each in the file, the draws take others.",
    },
    Kind.YARDSTICK: {
        "areas": "The yardstick by which an area counts as moved, one standard error, was set "
        "after a first look at the areas; and that the finding is judged by one lambda per class, "
        "as the paper seems to have done it, after it was known what it gives.",
        "normality": "That the finding is judged by Shapiro-Wilk on all observations, as the "
        "paper seems to have tested, was decided after the p-values of all three tests had been "
        "seen.",
        "curves": "That a curve is judged by the simultaneous band, made by the bootstrap, was "
        "decided after the curves had been seen.",
    },
}


def caveat(kind: Kind, /, *texts: str, about: Sequence[str] = (), **words: str | int) -> Caveat:
    """A caveat of an exhibit, as :func:`aucurate.caveats.caveat` makes those of a study."""
    return worded(kind, TEXTS[kind], texts, about, words)
