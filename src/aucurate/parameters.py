'''The meanings of the parameters of public functions, and their section of the docstring.

A parameter that means the same in many functions is described once, in ``MEANINGS``. ``@checked``
(:mod:`aucurate.checks`) adds the section *Parameters* to the docstring of every public function, in
the order of its signature: name, type, default and meaning. A function whose parameter means
something else describes it in a section of its own docstring, which overrides the shared text:

>>> def halved(value, *, confidence: float = 0.95):
...     """Half of a value.
...
...     Parameters
...     ----------
...     value : float
...         The number to halve.
...     """
>>> print(inspect.cleandoc(documented(halved)))
Half of a value.
<BLANKLINE>
Parameters
----------
value : float
    The number to halve.
confidence : float, default: 0.95
    Confidence level of the intervals, between 0 and 1.

The rest of the docstring is put in the order of numpydoc: notes, references, examples.
'''  # noqa: D411

import inspect
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from os import PathLike
from types import NoneType, UnionType
from typing import Any, Literal, SupportsIndex, TypeVar, Union, get_args, get_origin

from aucurate.calling import ArraysForm

_EVERY_RATE = (
    "'sensitivity', 'specificity', 'positive_predictive_value', 'negative_predictive_value', "
    "'positive_likelihood_ratio', 'negative_likelihood_ratio', 'accuracy', 'youden_index', 'f1', "
    "'matthews_correlation' and 'expected_cost'"
)

MEANINGS: dict[str, str] = {
    # Data
    "labels": "True class of each observation.",
    "labels: array-like or data": "True class of each observation; or data such as Scores, which "
    "hold labels and scores.",
    "scores": "Scores of the observations, one per label; a higher score means more positive.",
    "scores: Scores": "Labels and scores of one classifier.",
    "scores: Scores, ClassScores or OrderedScores": "Labels and scores of one classifier.",
    "scores: mapping from str to array-like": "Scores of each classifier by its name, one score "
    "per label.",
    "scores: str or sequence of str": "Columns that hold scores, one per classifier. By default "
    "every numeric column without another role.",
    "scores: sequence of str or mapping from label to str": "Columns that hold the scores of the "
    "classes, or a mapping from each class to its column.",
    "data": "Labels and scores of the classifiers.",
    "data: Scores": "Labels and scores of one classifier.",
    "data: Scores or AucMoments": "Labels and scores of one classifier, or the moments computed "
    "from them.",
    "data: Scores or PairedScores": "Labels and scores of one classifier, or of several on the "
    "same observations.",
    "data: Scores or ThresholdCounts": "Labels and scores of one classifier, or its counts at "
    "each score.",
    "data: Scores, ThresholdCounts or BinormalFit": "Labels and scores of one classifier, its "
    "counts at each score, or a fitted curve.",
    "data: Scores, ThresholdCounts or ProperBinormalFit": "Labels and scores of one classifier, "
    "its counts at each score, or a fitted curve.",
    "data: Scores, ClassScores or OrderedScores": "Labels and scores of one classifier.",
    "data: PairedScores or AucMoments": "Labels and scores of several classifiers on the same "
    "observations, or the moments computed from them.",
    "data: FoldScores": "Scores of each algorithm over the folds of a cross-validation.",
    "data: FoldScores or FoldValues": "Scores of each algorithm over folds, or values of an "
    "estimate in each fold.",
    "data: ClassFoldScores": "Scores of one classifier for every class, over folds.",
    "data: ClassScores": "Labels and a score for every class, of one classifier.",
    "data: PairedClassScores": "Labels and a score for every class, of several classifiers on the "
    "same observations.",
    "data: OrderedScores": "Labels of three ordered classes and the scores of one classifier.",
    "data: OrderedScores or VolumeMoments": "Labels of three ordered classes and the scores of "
    "one classifier, or the moments computed from them.",
    "data: PairedOrderedScores or VolumeMoments": "Labels of three ordered classes and the scores "
    "of several classifiers, or the moments computed from them.",
    "data: OrderedScores or PairedOrderedScores": "Labels of three ordered classes and the scores "
    "of one classifier or of several.",
    "data: mapping from str to FoldValues": "Values of an estimate over folds, by data set.",
    "data: mapping from str to FoldScores": "Scores over folds, by data set.",
    "moments: DifferenceMoments": "Mean and variance of the difference of two classifiers.",
    "moments: AucMoments": "Moments of the classifiers, computed from their scores.",
    "counts: ThresholdCounts": "Number of positives and negatives at each distinct score.",
    "curve: RocCurve": "An empirical ROC curve.",
    "curve: Curve": "An empirical or fitted ROC curve.",
    "values: mapping from str to array-like": "Values of each algorithm by its name.",
    "values: FoldValues": "Value of an estimate for each algorithm in each fold.",
    "values: array-like": "Scores of the observations of one class.",
    "table: ResultsTable": "One result of each algorithm on each data set.",
    "frame": "A data frame of pandas, polars, pyarrow or any other library that narwhals reads.",
    "path": "File to read: CSV, TSV, Parquet, Excel, Feather, JSON or JSON lines, by its "
    "extension.",
    "test_sets": "Labels and scores of each classifier by its name: ``{name: (labels, scores)}``.",
    "frequency_weights": "How many equal observations each row stands for, whole numbers: the "
    "result is that of the repeated rows.",
    "frequency_weights: str": "Column that holds how many equal observations each row stands for.",
    "sampling_weights": "How much of the population each observation represents (survey or "
    "importance weights); only their ratios matter. Variances allow for them.",
    "sampling_weights: str": "Column that holds how much of the population each observation "
    "represents.",
    "weights: sequence of float": "Weight of each class.",
    "weights: sequence of float or mapping from str to float": "Weight of each class, in the order "
    "of the classes or by name. By default equal weights.",
    "groups": "Group of each observation, such as its patient; observations of one group depend on "
    "each other, and variances allow for it.",
    "groups: str": "Column that holds the group of each observation.",
    "folds": "Fold in which each observation was scored.",
    "by: mapping from str to array-like, data frame or array-like": "Subgroups of the "
    "observations: values by the name of their column, such as ``{'sex': sex}``, a data frame, or "
    "one column.",
    "by: str or sequence of str": "Columns whose values divide the observations into subgroups.",
    "observations": "Identifier of the observation in each row, where it occurs in several rows. "
    "By default every row is an observation of its own.",
    "repeats": "Repeat of the cross-validation that each row belongs to.",
    "n_train": "Number of training observations: one number, or one per fold.",
    "n_test": "Number of test observations: one number, or one per fold.",
    "classes": "Names of the classes, in the order of the columns of scores.",
    "classes: sequence of str": "Names of the classes.",
    "classes: tuple of str": "Names of the classes.",
    "counts: mapping from str to int": "Number of observations of each class by its name.",
    "counts: sequence of sequence of int or float": "Confusion matrix: a row per true class and a "
    "column per decided class.",
    "effective_sizes": "How many independent observations each share of a true class is worth, "
    "where observations have groups or sampling weights.",
    "order": "The three classes from low to high.",
    "datasets": "Name of the data set of each value.",
    # Reading data
    "positive": "Label of the positive class. It is needed unless the labels are {0, 1}, {-1, 1} "
    "or booleans.",
    "lower": "Classifiers whose lower scores mean more positive.",
    "lower: bool": "Whether a lower score means more positive.",
    "lower: bool, str or collection of str": "Whether a lower score means more positive, or the "
    "columns of scores for which it does.",
    "missing": "What to do with rows in which something is missing: refuse them with an error, or "
    "drop and count them.",
    "label": "Column that holds the labels.",
    "fold": "Column that holds the fold of each row.",
    "repeat": "Column that holds the repeat of the cross-validation.",
    "observation": "Column that identifies the observation of each row.",
    "classifier": "Column that names the classifier of each row, for a table in long form.",
    "id": "Column that identifies the observations; tables, or the classifiers of a table in long "
    "form, are joined on it.",
    "test_set": "Column that says which independent test set a row belongs to.",
    "score": "Column that holds the scores: one name for all files, or one for each.",
    "engine": "What reads the table: ``'memory'``, or an engine that computes where the rows are. "
    "``'auto'`` reads what fits into ``memory_limit``, leaves larger files to polars, and lazy "
    "frames where they are.",
    "memory_limit": "Memory that may be used, in bytes or as text like '2GB'. By default half of "
    "the machine's.",
    "separator": "Character between the columns of a text file, or ``' '`` for any number of "
    "blanks. By default it follows from the extension of the file.",
    "decimal": "Decimal mark of a text file. By default a point; decimal commas are recognised "
    'where no comma separates the columns. Where one does, fields such as "0,25" are read with '
    "``','``.",
    "sheet": "Sheet of an Excel file, if several have cells.",
    "format": "Format of the file where its extension does not tell: 'csv', 'tsv', 'txt', "
    "'jsonl', 'json', 'parquet', 'arrow', 'xlsx' and so on.",
    "prefix": "Text before the name of the class in the names of the score columns.",
    "prefixes": "Text that the score columns of each classifier begin with; a mapping also names "
    "the classifiers.",
    "ignore": "Numeric columns that hold no scores.",
    "dataset": "Column that holds the names of the data sets.",
    "algorithm": "Column that names the algorithm of each row, for a table in long form.",
    "algorithms": "Columns that hold the results of the algorithms. By default every numeric "
    "column without another role.",
    "value": "Column that holds the results, for a table in long form.",
    "better": "Whether higher or lower results are better. It is known for AUC, accuracy and "
    "error.",
    "test_share": "Share of the observations that a fold tests on. By default one divided by the "
    "number of folds.",
    "backend": "Library of the data frame that is returned. By default that of the frame or series "
    "that the data came in, and polars for arrays and files.",
    "without_class": "What to do with folds in which a class is missing: refuse them with an "
    "error, or drop them.",
    "columns": "Columns and options, as ``from_frame`` of the same class takes them.",
    "values: str or sequence of str": "Columns that hold the values, one per algorithm.",
    # Naming
    "name": "Name of the classifier.",
    "name: str, needed": "Name of the classifier or algorithm in the data.",
    "names": "Names of the classifiers.",
    "quantity": "What the values are, for example ``'AUC'``.",
    "quantity: {'sensitivity', 'specificity'}": "Rate that the band is about: the sensitivity at "
    "each specificity, or the specificity at each sensitivity.",
    # Two classifiers
    "first": "Labels and scores of the first classifier; the difference is first minus second.",
    "second": "Labels and scores of the second classifier.",
    "first: str": "Name of the first algorithm; the difference is first minus second.",
    "second: str": "Name of the second algorithm.",
    "first: int": "Position of the first operating point.",
    "second: int": "Position of the second operating point.",
    "first: AucMoments": "Moments of the first classifier; the difference is first minus second.",
    "second: AucMoments": "Moments of the second classifier.",
    "first: float": "Expected AUC of the (first) classifier.",
    "second: float": "Expected AUC of the second classifier.",
    "first: ScoreLaw": "Distribution of the scores of the first classifier.",
    "second: ScoreLaw": "Distribution of the scores of the second classifier.",
    "pair": "Two classifiers with the joint distribution of their labels and scores.",
    "paired": "Whether both classifiers were scored on the same observations. By default it "
    "follows from how the data were built.",
    "reference": "Classifier that all others are compared with. By default all pairs are compared.",
    "pairs": "Pairs of classifiers to compare, by name.",
    "shared": "Whether the two test sets are the same observations after all, which adds a caveat.",
    "control": "Algorithm that all others are compared with.",
    # Hypotheses, intervals
    "of": "What to estimate: an estimand such as ``PartialAuc(specificity=(0.9, 1))`` or its "
    "text, ``'partial-auc:specificity=0.9:1'``. By default the AUC; for several classes the "
    "Hand-Till AUC, for three ordered classes the volume.",
    "of: object": "Class whose AUC against the rest is estimated. By default the average over all "
    "classes.",
    "of: CountedEstimate, ClassAverage or callable": "What to estimate: an estimand such as "
    "``PartialAuc(specificity=(0.9, 1))`` or ``OneVsRest()``, or a function of labels and scores. "
    "By default the AUC; for several classes the Hand-Till AUC, for three ordered classes the "
    "volume.",
    "of: CountedEstimate or callable": "What to compare: an estimand such as "
    "``PartialAuc(specificity=(0.9, 1))``, or a function of labels and scores. By default the AUC.",
    "of: CountedEstimate or str": "What to compare: an estimand such as "
    "``PartialAuc(specificity=(0.9, 1))`` or its text, ``'partial-auc:specificity=0.9:1'``. By "
    "default the AUC.",
    "estimand": "Average of pairwise AUCs to estimate: ``HandTill()`` (the default) or "
    "``OneVsRest()``, with their options.",
    "confidence": "Confidence level of the intervals, between 0 and 1.",
    "level": "Significance level: the hypothesis is rejected when the p-value does not exceed it.",
    "alternative": "Alternative hypothesis: the difference is not equal to, greater than or less "
    "than the null value.",
    "null": "Value under the null hypothesis.",
    "null_difference": "Difference under the null hypothesis.",
    "margin": "Smallest difference that matters, above 0.",
    "distribution": "Reference distribution of the test statistic.",
    "contrasts": "Matrix with a row per hypothesis and a column per classifier; each row sums to "
    "zero. By default all differences are tested.",
    "satterthwaite": "How the degrees of freedom of the unpaired t test are counted.",
    "degrees_of_freedom": "Degrees of freedom of the t test over n folds.",
    "correction": "Correction of the p-values for testing several hypotheses.",
    "p_values": "p-values of the hypotheses.",
    "scale": "Scale of the interval: the beta distribution, or the scale on which it is symmetric.",
    "scale: {'given', 'logit'}": "Whether to smooth the scores as they are, or their logits.",
    "rope": "Half the width of the region of practical equivalence, in units of the difference.",
    "method": "Name of the method, as in docs/methods.md. By default the one recommended for the "
    "data.",
    "method: callable": "Function that compares the two classifiers, such as ``delong_test``.",
    "method: {'wilson', 'clopper-pearson', 'logit'}": "Interval of each proportion.",
    "kind": "Kind of interval: ``'score'``, ``'exact'`` or ``'delta'``.",
    "kind: {'mid-p', 'exact', 'score', 'clustered'}": "How the p-value is computed. By default "
    "``'mid-p'``, and ``'clustered'`` for observations in groups or with sampling weights.",
    "kind: {'percentile', 'basic', 'bca', 'studentised'}": "Kind of bootstrap interval.",
    "kind: {'percentile', 'basic'}": "Kind of bootstrap interval.",
    "interval": "Name of the interval of each estimate, as in docs/methods.md. By default the "
    "recommended one.",
    "interval: {'tango', 'newcombe'}": "Interval of the difference.",
    "all_intervals": "Whether to show all intervals of the AUC side by side.",
    "simultaneous": "Whether to add intervals that hold for all differences together.",
    "margin_test": "What to test against the margin: that the first classifier is not worse than "
    "the second by the margin or more, better by more than it, or within it either way.",
    "margin_method": "Name of the method of the tests against the margin, and of required "
    "differences. By default MOVER, or ``method``.",
    "require": "What the data have to show, one text or several, such as ``'new - old > -0.01'`` "
    "or ``'auc(new) > 0.8'``.",
    "tie_correction": "Whether the statistic is corrected for tied ranks.",
    # Resampling, computing
    "resampling": "Number of replicates, stratification and random numbers of a method that "
    "resamples. By default ``Resampling()``; other methods do not use it.",
    "replicates": "Number of draws from the posterior distribution.",
    "rng": "Seed, or generator of random numbers; None for fresh randomness. The same seed gives "
    "the same result.",
    "threads": "Number of threads. By default as many as there are processors; the result does "
    "not depend on it.",
    "progress": "Function called as ``progress(done, total, what)`` while the work goes on; the "
    "work stops when it returns False.",
    "options": "Further options, passed on to the method or to the function that reads frames.",
    # Curves and operating points
    "drop_collinear": "Whether to leave out points on the straight line between their "
    "neighbours; the curve stays the same.",
    "specificity": "Specificity at which the sensitivity is taken.",
    "sensitivity": "Sensitivity at which the specificity is taken.",
    "specificity: (float, float)": "Range of specificities that the area is limited to.",
    "sensitivity: (float, float)": "Range of sensitivities that the area is limited to.",
    "specificities": "Specificities at which to average, or how many evenly spaced ones.",
    "corrected": "Whether to rescale the area to [0, 1] with 0.5 for chance (McClish).",
    "threshold": "Threshold: scores at or above it are called positive.",
    "threshold: float or mapping from str to float": "Threshold of the error rate: 0.5 for "
    "probabilities, 0 for decision scores; a mapping gives each algorithm its own.",
    "thresholds": "Thresholds at which to evaluate the classifier.",
    "thresholds: array-like": "Threshold probabilities at which to evaluate the net benefit.",
    "threshold: {'fewest errors'} or float": "Threshold at which errors are counted: scores at or "
    "above it are called positive.",
    "thresholds: (float, float)": "Threshold of the first classifier and of the second.",
    "thresholds: mapping from str to float": "Threshold to mark for each classifier, by name.",
    "at": "Threshold, one for all classifiers or a mapping from their names; or how to choose "
    "it: a ThresholdRule, or its text such as ``'youden'`` or ``'sensitivity=0.9'``.",
    "at: int": "Position of the operating point among ``points``.",
    "rule": "How to choose the threshold: a ThresholdRule, or its text such as ``'youden'``.",
    "rule: WeightRule": "How to choose the weights. By default ``WeightRule.minimax()``.",
    "rules": "How to choose the thresholds: ThresholdRules, or their texts.",
    "use": "Prevalence and costs of errors where the classifier will be used. By default the "
    "prevalence of the data, and equal costs.",
    "rate": "Rate to estimate or compare.",
    "rate: str": f"Rate to estimate, or to make best. There are {_EVERY_RATE}.",
    "rates": f"Rates to estimate: one or several of {_EVERY_RATE}.",
    "rates: array-like": "Rates at which to evaluate the band. By default a grid.",
    "point": "An operating point.",
    "points": "Operating points averaged over folds.",
    "points: int": "Number of operating points. None takes all of them.",
    "chosen": "Position of the chosen operating point among ``points``.",
    "shape": "Shape of the region.",
    "lookup": "Which point of a set counts at a threshold: that of its own highest score not "
    "above the threshold (Fawcett), or that of the same threshold.",
    "losses": "Losses of a false positive, relative to 1 for a false negative, whose best points "
    "are marked.",
    "loss": "Loss of a false positive, relative to 1 for a false negative.",
    "constraints": "Bounds to keep: rates with their lowest values.",
    "constraints: mapping from label to float": "Largest error of each class to allow.",
    "prevalence": "Prevalence of the positive class. By default that of the data.",
    "true_positives": "Number of positives called positive.",
    "false_positives": "Number of negatives called positive.",
    "successes": "Number of successes.",
    "trials": "Number of trials.",
    # Several classes
    "average": "Whether all classes count the same, or each by its prevalence.",
    "averaged": "Whether to average the two AUCs of each pair of classes.",
    "prevalence: mapping from label to float": "Prevalence of each class, for a weighted average. "
    "By default that of the data.",
    "prevalence: {'fixed', 'estimated'} or mapping from label to float": "Whether the class "
    "counts are fixed by design or a random sample, or the prevalence of each class.",
    "prevalences": "Prevalence of each class. By default that of the data.",
    "costs": "Matrix of costs, with a row per true class and a column per decided class.",
    "criterion": "Criterion to optimise.",
    "limits": "Largest error of each class to allow.",
    "search": "How to choose the weights of the classes: a WeightRule or its text, such as "
    "``'minimax'``, ``'balanced'`` or ``'none'``.",
    "search: {'coordinate', 'greedy'}": "Algorithm of the search.",
    "starts": "Number of starting points of the search.",
    "vectors": "Number of random weight vectors to begin with.",
    "steps": "Number of steps of the search.",
    "keep": "Number of vectors to keep in each step.",
    "factor": "Factor by which a weight is multiplied and divided.",
    "tolerance": "Largest interaction of two classes that are treated as independent.",
    "most": "Largest number of classes in a block.",
    "over_folds": "Whether several models made the decisions.",
    # Folds
    "design": "Design of the folds. By default it is recognised from the data.",
    "design: str, design, splitter or iterable": "Design of the cross-validation: "
    "``LeftOut(...)``, ``FixedTestSet(...)``, ``FiveByTwo()`` or the name of one of them, a "
    "scikit-learn splitter, or pairs (train, test) of row numbers.",
    "training_sets": "How the training sets of the models are related: the same data without one "
    "of the folds each, or separate data.",
    "all_tests": "Whether to add every test that can be computed.",
    "lowest": "Smallest value that is possible.",
    "highest": "Largest value that is possible.",
    "bins": "Number of bins of equal width. By default they follow from the values.",
    "found": "Result of an operating_point_test.",
    "n_folds": "Number of folds.",
    "difference": "Difference to detect. By default the observed one.",
    "hierarchical": "Whether to add the Bayesian hierarchical test, which needs results of every "
    "fold.",
    "prior_strength": "Weight of the prior pseudo-observation.",
    "degrees_prior": "Prior of the degrees of freedom of the differences between data sets.",
    "test": "Result of Nemenyi's test.",
    "results": "A ResultsTable, a mapping or a frame with one result of each algorithm on each "
    "data set, or in each fold of it.",
    # Cross-validation
    "estimators": "Classifiers that follow scikit-learn's conventions, by name.",
    "estimator": "A classifier that follows scikit-learn's conventions.",
    "X": "Features: an array, a sparse matrix or a data frame with a row per observation.",
    "y": "True class of each observation.",
    "features": "Features of the observations, as the estimator takes them.",
    "scores_from": "Method of the estimator that gives the scores, for all or by name. By default "
    "one that the estimator has.",
    "failures": "What to do when a fit fails: raise a FitError, or drop the fold and warn.",
    # Fitted curves
    "model": "Model or models to fit, or ``'all'``.",
    "model: {'normal', 'exponential'}": "Distribution of the scores of the class.",
    "power": "Power that the scores are raised to.",
    "second_power": "Power for the scores of the second classifier. By default that of the first.",
    "shift": "Number added to all scores, so that they are positive. By default it is chosen.",
    "per_class": "Whether each class has a transformation of its own.",
    "bandwidths": "Rule that chooses the bandwidths, or the bandwidths themselves: of the "
    "positives, of the negatives.",
    "kernel": "Kernel function.",
    "refit": "Whether to choose new bandwidths in each replicate. By default it depends on the "
    "rule.",
    "limit": "Largest number of categories; more distinct scores are grouped.",
    "categories": "Number of categories of about equal size.",
    "parameters": "Number of fitted parameters of the curve.",
    "count": "Largest number of pairs; of more scores, evenly spaced ones are taken.",
    "beta": "Steepness of the sigmoid, on the scale of the scores.",
    "degree": "Degree of the polynomial.",
    # Bounds of Hanley and McNeil, Cortes and Mohri
    "moments: {'exponential', 'estimated'}": "Whether Q1 and Q2 follow from the exponential model "
    "or are estimated from the scores.",
    "correlation: {'table', 'binormal'}": "How the correlation of the AUCs follows from that of "
    "the scores: by the table of 1983, or by the binormal model.",
    "score_correlation": "Correlation coefficient of the scores within each class.",
    "errors": "Number of misclassified observations.",
    "error_bound": "Bound of the error rate.",
    # Planning
    "auc": "Expected AUC.",
    "n_positive": "Number of positives.",
    "n_positive: sequence of int": "Numbers of positives to show in the table.",
    "n_negative": "Number of negatives.",
    "ratio": "Number of negatives per positive. By default 1, or that of the pilot.",
    "group_size": "Mean number of observations of a group, such as lesions of a patient.",
    "group_correlation": "Intra-group correlation of the placements of the observations, or of "
    "their differences for two classifiers.",
    "group_size_variation": "Standard deviation of the group sizes divided by their mean. By "
    "default 0, all groups alike.",
    "design_effect": "What groups multiply the variances by, in place of a correlation: that of an "
    "earlier study. By default 1.",
    "assurance": "Probability of success averaged over the uncertainty of the pilot; in place of "
    "``power``.",
    "question": "What the study is to show.",
    "variance": "Formula for the variance of an AUC.",
    "null_variance": "Which variance scales the test.",
    "pilot": "Scores of a pilot study, from which the AUCs and their variances are taken.",
    "width": "Width of the interval from end to end.",
    "correlation": "Correlation of the two AUC estimates, on the same observations.",
    "plan": "A plan.",
    # Theory
    "n": "Number of observations in a test set.",
    "draws": "Number of simulated test sets.",
    "by": "Criterion that the classifiers are chosen by.",
    "probability": "Probability of choosing the better classifier.",
    "largest": "Largest size to try.",
    "size": "How far a score is moved, up or down.",
    "pair_or_family": "A population of observations, or a function of n that gives the design of "
    "that size.",
    "positive_probability": "Probability of each observation to be positive.",
    "probabilities": "Probabilities of the values.",
    "first_values": "Values that the score of the first classifier can take.",
    "second_values": "Values that the score of the second classifier can take.",
    "first_probability": "Probability that the first classifier moves a score up; the same for "
    "down.",
    "second_probability": "Probability that the second classifier moves a score up; the same for "
    "down.",
    "deviation_probability": "Probability that a score is moved up; the same for down.",
    "dependence": "Probability that both classifiers move a score by the same draw.",
}

_KINDS = {
    "labels": "array-like",
    "scores": "array-like",
    "frequency_weights": "array-like",
    "sampling_weights": "array-like",
    "groups": "array-like",
    "folds": "array-like",
    "by": "mapping from str to array-like, data frame or array-like",
    "observations": "array-like",
    "repeats": "array-like",
    "datasets": "sequence",
    "values": "array-like",
    "rates": "array-like",
    "thresholds": "array-like",
    "contrasts": "array-like",
    "costs": "array-like",
    "prevalences": "array-like",
    "probabilities": "array-like",
    "positive_probability": "array-like",
    "first_values": "array-like",
    "second_values": "array-like",
    "y": "array-like",
    "X": "array-like or frame",
    "features": "array-like or frame",
    "frame": "data frame",
    "table": "mapping or frame",
    "n_train": "int or sequence of int",
    "n_test": "int or sequence of int",
    "design": "str, design, splitter or iterable",
    "results": "ResultsTable, mapping or data frame",
    "estimator": "estimator",
    "estimators": "estimator",
    "first": "Scores",
    "second": "Scores",
}
"""Types of parameters whose annotation, Any or object, says nothing to a reader."""

_WIDTH = 96
_LONGEST = 40  # characters of a default
_MOST_CHOICES = 6
_HEADING = "Parameters"
_SECTIONS = ("Notes", "References", "Examples")
_REFERENCE = re.compile(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+)?, [A-Z]\.")
_VARIADIC, _OPTIONS = 0x04, 0x08  # flags of a code object


def documented(function: Callable[..., Any], form: ArraysForm | None = None) -> str | None:
    """The docstring of a function with the section that describes its parameters.

    ``form`` is how a function of records is called with arrays.
    """
    docstring = function.__doc__
    if not docstring:
        return docstring
    names = [name for name in _names(function) if name.lstrip("*") not in ("self", "cls")]
    head, _, last = docstring.rpartition("\n")
    indent = last if head and not last.strip() else "    "
    summary, *paragraphs = docstring.rstrip().split("\n\n")
    own, paragraphs = _own(paragraphs, indent)
    if not names:
        return docstring
    annotations = function.__annotations__
    defaults = _defaults(function)
    lines = [f"\n\n{indent}{_HEADING}\n{indent}----------"]
    if form is not None:
        names.insert(len(names) - (names[-1][:2] == "**"), ", ".join(form.reading))
        own = _with_arrays(form) | own
        paragraphs.insert(0, _wrapped(form.sentence, indent))
    if defaults.get("scores", ...) is None and not own.get("labels"):
        own = {"labels": ("array-like or data", MEANINGS["labels: array-like or data"])} | own
    for name in names:
        kind, meaning = described(name, annotations.get(name.lstrip("*"), Any), defaults)
        own_kind, own_meaning = own.get(name, ("", ""))
        kind, meaning = own_kind or kind, own_meaning or meaning
        lines.append(f"\n{indent}{name} : {kind}" if kind else f"\n{indent}{name}")
        if meaning:
            lines.append(f"\n{_wrapped(meaning, indent + '    ')}")
    return f"{summary}{''.join(lines)}{''.join(_rest(paragraphs, indent))}\n{indent}"


def _with_arrays(form: ArraysForm) -> dict[str, tuple[str, str]]:
    """What the options say that a call with arrays has."""
    meaning = f"How the arrays of ``{form.usage}`` are read, as in ``Scores.from_arrays``."
    return {", ".join(form.reading): ("optional", meaning)}


def described(name: str, annotation: Any, defaults: Mapping[str, Any]) -> tuple[str, str]:
    """Type and meaning of a parameter, from its annotation, its default and the shared texts."""
    plain = name.lstrip("*")
    kind, is_optional = _kind(annotation)
    if kind == "object":
        kind = _KINDS.get(plain, kind)
    elif kind == "mapping from str" and plain in _KINDS:
        kind = f"{kind} to {_KINDS[plain]}"
    meaning = _meaning(plain, kind, is_needed=plain not in defaults)
    if name != plain:
        return "", meaning
    if plain not in defaults:
        return (f"{kind} or None" if is_optional else kind), meaning
    default = defaults[plain]
    if default is None:
        return f"{kind}, optional", meaning
    shown = getattr(default, "__name__", None) or repr(default)
    return f"{kind}, default: {shown}" if len(shown) <= _LONGEST else f"{kind}, optional", meaning


def _meaning(name: str, kind: str, *, is_needed: bool) -> str:
    if name == "name" and is_needed:
        return MEANINGS["name: str, needed"]
    return MEANINGS.get(f"{name}: {kind}") or MEANINGS.get(name, "")


def _names(function: Callable[..., Any]) -> list[str]:
    """The parameters in the order of the signature, the variadic ones with their stars."""
    code = function.__code__
    named = code.co_argcount + code.co_kwonlyargcount
    names = list(code.co_varnames[:named])
    after = iter(code.co_varnames[named:])
    if code.co_flags & _VARIADIC:
        names.insert(code.co_argcount, f"*{next(after)}")
    if code.co_flags & _OPTIONS:
        names.append(f"**{next(after)}")
    return names


def _defaults(function: Any) -> dict[str, Any]:
    positional = function.__defaults__ or ()
    code = function.__code__
    first = code.co_argcount - len(positional)
    names = code.co_varnames[first : code.co_argcount]
    return {**dict(zip(names, positional, strict=True)), **(function.__kwdefaults__ or {})}


def _own(paragraphs: list[str], indent: str) -> tuple[dict[str, tuple[str, str]], list[str]]:
    """What the docstring itself says of its parameters, and the rest of its paragraphs."""
    heading = f"{indent}{_HEADING}\n{indent}---"
    at = next((i for i, text in enumerate(paragraphs) if text.startswith(heading)), None)
    if at is None:
        return {}, paragraphs
    own: dict[str, tuple[str, str]] = {}
    names: list[str] = []
    for line in paragraphs[at].split("\n")[2:]:
        text = line.strip()
        if line.startswith(f"{indent} "):
            for name in names:
                kind, meaning = own[name]
                own[name] = kind, f"{meaning} {text}".strip()
        else:
            listed, _, kind = text.partition(" : ")
            names = listed.split(", ")
            own |= dict.fromkeys(names, (kind, ""))
    return own, paragraphs[:at] + paragraphs[at + 1 :]


def _rest(paragraphs: list[str], indent: str) -> Iterator[str]:
    """The paragraphs below the parameters, under the headings of numpydoc."""
    sections: dict[str, list[str]] = {name: [] for name in _SECTIONS}
    section = "Notes"
    for paragraph in paragraphs:
        text = paragraph.strip("\n")
        stripped = text.strip()
        if not stripped:
            continue
        if stripped.startswith(">>>"):
            section = "Examples"
        elif _REFERENCE.match(stripped):
            section = "References"
        sections[section].append(text)
    for name, texts in sections.items():
        if texts:
            body = "\n\n".join(texts)
            yield f"\n\n{indent}{name}\n{indent}{'-' * len(name)}\n{body}"


_WRAPPED: dict[tuple[str, str], str] = {}


def _wrapped(text: str, indent: str) -> str:
    """The text in lines of readable length; kept, because most texts serve many functions."""
    key = text, indent
    if key not in _WRAPPED:
        lines, line = [], indent
        for word in text.split():
            if len(line) + len(word) > _WIDTH and line != indent:
                lines.append(line.rstrip())
                line = indent
            line += f"{word} "
        _WRAPPED[key] = "\n".join([*lines, line.rstrip()])
    return _WRAPPED[key]


_KNOWN: dict[Any, tuple[str, bool]] = {
    Any: ("object", False),
    object: ("object", False),
    SupportsIndex: ("int", False),
    inspect.Parameter.empty: ("", False),
}


def _kind(annotation: Any) -> tuple[str, bool]:
    """An annotation as a reader wants it, and whether None is allowed."""
    try:
        return _KNOWN[annotation]
    except KeyError:
        _KNOWN[annotation] = _read(annotation)
        return _KNOWN[annotation]
    except TypeError:  # not hashable
        return _read(annotation)


def _read(annotation: Any) -> tuple[str, bool]:
    if get_origin(annotation) in (Union, UnionType):
        parts = get_args(annotation)
        choices = [c for part in parts if get_origin(part) is Literal for c in get_args(part)]
        kinds = [_braces(choices)] if choices else []
        kinds += [_kind(p)[0] for p in parts if get_origin(p) is not Literal and p is not NoneType]
        kinds = list(dict.fromkeys(kinds))
        joined = kinds[0] if len(kinds) == 1 else f"{', '.join(kinds[:-1])} or {kinds[-1]}"
        return joined, NoneType in parts
    return _simple(annotation), False


def _simple(annotation: Any) -> str:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if isinstance(annotation, str):
        return annotation
    if origin is Literal:
        return _braces(arguments)
    if isinstance(annotation, TypeVar):
        return "str" if annotation.__bound__ is str else annotation.__name__
    whole = annotation if origin is None else origin
    if origin is tuple:
        kinds = [_kind(argument)[0] for argument in arguments if argument is not Ellipsis]
        return f"tuple of {kinds[0]}" if Ellipsis in arguments else f"({', '.join(kinds)})"
    if not isinstance(whole, type):
        return "callable" if whole is Callable else str(whole)
    if issubclass(whole, PathLike):
        return "path-like"
    if issubclass(whole, Mapping) and arguments:
        key, value = (_kind(argument)[0] for argument in arguments)
        key = "label" if key == "object" else key
        return f"mapping from {key}" if value == "object" else f"mapping from {key} to {value}"
    if origin is not None and issubclass(whole, Collection) and whole.__module__ != "numpy":
        item = _kind(arguments[0])[0]
        container = "sequence" if issubclass(whole, Sequence) else "collection"
        return container if item == "object" else f"{container} of {item}"
    names = {"ndarray": "array", "Callable": "callable"}
    return names.get(whole.__name__, whole.__name__)


def _braces(choices: Sequence[Any]) -> str:
    """The choices themselves where they are few; the meaning names them where they are many."""
    return "str" if len(choices) > _MOST_CHOICES else f"{{{', '.join(map(repr, choices))}}}"
