"""Validated input: the containers of labels and scores.

**Two classes**

- ``Scores``: One classifier on one test set: observations, and the score it gives each of them
- ``PairedScores``: K classifiers on one test set; ``values`` has a row per classifier, higher is
  more positive
- ``UnpairedScores``: Independent test sets, one classifier each

**Several classes**

- ``ClassScores``: One classifier on one test set: a score for every class for each observation
- ``PairedClassScores``: K classifiers on one test set; ``values`` is classifiers x classes x
  observations
- ``ClassObservations``: The class of every observation: ``codes`` are positions in ``classes``
- ``OrderedScores``: One classifier: observations of three ordered classes, and the score it gives
  each of them
- ``PairedOrderedScores``: K classifiers on the same observations; ``values`` has a row per
  classifier

**Folds and data sets**

- ``FoldScores``: Scores of several classifiers over the same cross-validation folds
- ``ClassFoldScores``: Scores of one classifier for every class, over cross-validation folds
- ``FoldValues``: An estimate of every classifier in every fold: ``values`` has a row per fold
- ``Folds``: The folds of a cross-validation, over all its repeats
- ``ResultsTable``: Results of k algorithms on n data sets; ``values`` has a row per data set

**Provenance**

- ``Source``: Where data came from, for the provenance of a study
- ``SourceFile``: A file that was read: its name without the folder, its size, and the hash of its
  bytes

**Sufficient statistics**

- ``AucMoments``: AUCs of K classifiers on the same observations, and the statistics for their
  covariance
- ``ThresholdCounts``: How many positives and negatives have each distinct score, from the highest
  score down
- ``TableScores``: K classifiers on the same observations, in a table that is not in memory
- ``TableStatistics``: What was computed of a table: moments, and for each classifier the points of
  its curve that thinning keeps (``kernels.thinning``), None where weights make it impossible
- ``Approximation``: How far AUCs and standard errors can be from the exact ones, where that was
  allowed
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Two classes": {
            "scores": "Scores PairedScores UnpairedScores",
        },
        "Several classes": {
            "classes": "ClassScores PairedClassScores ClassObservations",
            "ordered": "OrderedScores PairedOrderedScores",
        },
        "Folds and data sets": {
            "folds": "FoldScores",
            "class_folds": "ClassFoldScores",
            "fold_values": "FoldValues",
            "division": "Folds",
            "results_table": "ResultsTable",
        },
        "Provenance": {
            "source": "Source SourceFile",
        },
        "Sufficient statistics": {
            "moments": "AucMoments ThresholdCounts",
            "table_scores": "TableScores TableStatistics Approximation",
        },
    },
)
