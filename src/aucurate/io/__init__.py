"""From files, frames and fitted estimators to validated scores.

**Files**

- ``read_scores``: Labels and scores from a table in a file; see ``io.frames.from_frame``
- ``read_paired``: Classifiers whose predictions for the same observations are in a file each
- ``read_unpaired``: Tables with different observations, one column of scores in each
- ``read_class_scores``: A file of any format of ``read_scores``; options as
  ``class_scores_from_frame``
- ``read_class_folds``: A file of any format of ``read_scores``; options as
  ``class_folds_from_frame``
- ``read_results``: The same from a file; ``options`` are those of ``results_from_frame``

**Frames**

- ``from_frame``: Labels and scores from the columns of a frame
- ``folds_from_frame``: ``FoldScores`` from the columns of a frame of pandas, polars, pyarrow or
  the like
- ``class_scores_from_frame``: ``ClassScores`` of one classifier from a frame of pandas, polars,
  pyarrow or the like
- ``paired_class_scores_from_frame``: ``PairedClassScores``: the columns of each classifier begin
  with its prefix
- ``class_folds_from_frame``: ``ClassFoldScores`` of one classifier; a row is an observation in a
  fold
- ``paired_class_folds_from_frame``: The same for several classifiers on the same folds, by their
  names
- ``results_from_frame``: A frame with a row per data set and a column per algorithm; or, with
  ``algorithm`` and ``value`` naming columns, a row per data set and algorithm
- ``folds_to_frame``: A row per observation and fold: label, fold, repeat, observation, a column
  per classifier

**Fitted estimators**

- ``class_scores_from_estimator``: How a fitted estimator scores these observations, which it was
  not trained on
- ``paired_class_scores_from_estimators``: The same for several estimators on the same
  observations; they must know the same classes
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Files": {
            "files": "read_scores",
            "several_files": "read_paired read_unpaired",
            "class_tables": "read_class_scores read_class_folds",
            "results": "read_results",
        },
        "Frames": {
            "frames": "from_frame",
            "folds": "folds_from_frame",
            "class_tables": (
                "class_scores_from_frame paired_class_scores_from_frame "
                "class_folds_from_frame paired_class_folds_from_frame"
            ),
            "results": "results_from_frame",
            "writing": "folds_to_frame",
        },
        "Fitted estimators": {
            "estimators": "class_scores_from_estimator paired_class_scores_from_estimators",
        },
    },
)
