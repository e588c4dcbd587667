"""Read files and data frames into validated scores, and write them.

**Files**

- ``read_scores``: Read labels and scores from a table: a file, several files of one table, or a
  data frame

**Fitted estimators**

- ``scores_from_estimators``: Score observations with fitted estimators of two classes

**Frames**

- ``folds_to_frame``: A data frame with a row per observation and fold, and a column per classifier
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Files": {
            "files": "read_scores",
        },
        "Fitted estimators": {
            "estimators": "scores_from_estimators",
        },
        "Frames": {
            "writing": "folds_to_frame",
        },
    },
)
