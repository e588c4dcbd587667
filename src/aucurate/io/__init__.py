"""From files and frames to validated scores, and back.

**Files**

- ``read_scores``: Labels and scores from a table in a file, as ``PairedScores.read`` has them

**Frames**

- ``folds_to_frame``: A row per observation and fold: label, fold, repeat, observation, a column
  per classifier
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Files": {
            "files": "read_scores",
        },
        "Frames": {
            "writing": "folds_to_frame",
        },
    },
)
