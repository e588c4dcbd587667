"""Is this classifier really better than that one, by how much, and at which operating point?

**Namespaces**

- ``inference``: Uncertainty: intervals and tests, grouped by question
- ``estimates``: One number, or one fitted curve, from one classifier
- ``curve``: Curves and the rules that choose points on them: geometry, no uncertainty
- ``plots``: Figures of results, one class each (the extra ``plots``)
- ``planning``: Power and sample size: how large must a study be to show what it is meant to show?
- ``theory``: Exact moments of the difference of two classifiers on test sets, computed, not
  simulated
- ``data``: Validated input: the containers of labels and scores
- ``io``: Read files and data frames into validated scores, and write them
- ``datasets``: Example studies: scores on breast cancer and wine data, and voice recordings in
  groups
- ``crossval``: Cross-validation: from estimators and a splitter to scores over folds, through
  joblib
- ``study``: Studies: all numbers of one question, as data, with sentences, caveats, provenance and
  JSON
- ``results``: The few frozen records that every method returns
- ``errors``: The exceptions and warnings of aucurate, as two trees

**Questions**

- ``compare``: Compare classifiers by their AUCs: estimates, all differences, joint test, verdict
- ``folds``: Compare algorithms whose models were fitted and scored over folds
- ``operate``: Rates with intervals at one operating point of every classifier, and comparisons
  there
- ``multiclass``: AUCs of several classes with intervals and tests, and a search for class weights
- ``rank``: Compare algorithms over many data sets (Demsar 2006)
- ``fit``: Fit parametric and smooth ROC curves, and test whether they fit the data
- ``plan``: Plan the size of a study: of one AUC, of two, or for an interval of a given width
- ``cross_validate``: Score observations with models that were not trained on them

**The first minute**

- ``read_scores``: Read labels and scores from a table: a file, several files of one table, or a
  data frame
- ``scores_from_estimators``: Score observations with fitted estimators of two classes
- ``auc``: The AUC: how often a positive scores above a negative, a tie counting one half
- ``roc_curve``: The empirical ROC curve of one classifier

**Data**

- ``Scores``: One classifier on one test set: observations, and the score it gives each of them
- ``PairedScores``: K classifiers on one test set; ``values`` has a row per classifier, higher is
  more positive
- ``UnpairedScores``: Independent test sets, one classifier each
- ``FoldScores``: Scores of several classifiers over the same cross-validation folds
- ``ClassScores``: One classifier on one test set: a score for every class for each observation
- ``ResultsTable``: Results of k algorithms on n data sets; ``values`` has a row per data set

**Options**

- ``Resampling``: Options of resampling: the number of replicates, stratification and randomness
- ``ThresholdRule``: How a threshold is chosen; build one with the methods below
- ``IntendedUse``: Where a classifier will be used: the share of positives there, and what errors
  cost

**What comes back**

- ``Study``: The results of one analysis, as shown by the command line, the report and notebooks
- ``Estimate``: A number about one classifier, with its uncertainty
- ``Comparison``: Two classifiers: ``difference`` is first minus second, and ``interval`` is its
  interval
- ``JointTest``: A test of one hypothesis about several classifiers, without an interval
- ``AucurateError``: Base class of all errors: a message, and a hint on what to do about it
"""

from aucurate.namespaces import namespace

__version__ = "0.1.0"
__all__ = namespace(
    __name__,
    {
        "Questions": {
            "study.compare": "compare",
            "study.folds": "folds",
            "study.operate": "operate",
            "study.multiclass": "multiclass",
            "study.rank": "rank",
            "study.fit": "fit",
            "study.plan": "plan",
            "crossval.cross_validate": "cross_validate",
        },
        "The first minute": {
            "io.files": "read_scores",
            "io.estimators": "scores_from_estimators",
            "estimates.auc": "auc",
            "curve.roc": "roc_curve",
        },
        "Data": {
            "data.scores": "Scores PairedScores UnpairedScores",
            "data.folds": "FoldScores",
            "data.classes": "ClassScores",
            "data.results_table": "ResultsTable",
        },
        "Options": {
            "inference.resampling.options": "Resampling",
            "curve.threshold_rules": "ThresholdRule",
            "curve.cost": "IntendedUse",
        },
        "What comes back": {
            "study.base": "Study",
            "results": "Estimate Comparison JointTest",
            "errors": "AucurateError",
        },
    },
    rooms=(
        "inference",
        "estimates",
        "curve",
        "plots",
        "planning",
        "theory",
        "data",
        "io",
        "datasets",
        "crossval",
        "study",
        "results",
        "errors",
    ),
)
