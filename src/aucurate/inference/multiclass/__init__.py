"""Several classes: averages of AUCs, volumes, confusion matrices.

**Averages of AUCs**

- ``hand_till_interval``: Hand and Till's M of one classifier with its standard error and interval
- ``one_vs_rest_interval``: The AUC of each class against the rest, averaged; or that of the class
  ``of``
- ``one_vs_rest_intervals``: The AUC of every class against the rest, each with its own interval
- ``multiclass_auc_interval``: Any average of pairwise AUCs, ``HandTill(...)`` or
  ``OneVsRest(...)``, with its interval
- ``multiclass_auc_test``: Does the Hand-Till AUC, or another average, differ between two
  classifiers?
- ``multiclass_joint_test``: Test that an average is the same for all classifiers, or that every
  contrast is zero

**Pairs of classes**

- ``pairwise_auc_intervals``: The AUC of every pair of classes, with its standard error and
  interval
- ``PairwiseAucs``: The AUC of every pair of classes of one classifier, row by row of the matrix

**Volume under the surface of three ordered classes**

- ``volume_interval``: The volume under the surface of one classifier with its standard error and
  interval
- ``dreiseitl_interval``: The volume of one classifier with the unbiased variance and the Wald
  interval
- ``volume_null_test``: Test the volume of one classifier against a value between 0 and 1, by
  default chance
- ``volume_test``: Do two volumes under the ROC surface differ, and by how much?
- ``volume_joint_test``: Test that all volumes are equal, or that every contrast of them is zero

**Confusion matrices**

- ``confusion_intervals``: The confusion matrix of one classifier on one test set, with intervals
- ``point_confusion``: The confusion matrix at one operating point, pooled over all folds
- ``ConfusionMatrix``: How often the observations of each class are assigned to each class
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Averages of AUCs": {
            "auc": (
                "hand_till_interval one_vs_rest_interval one_vs_rest_intervals "
                "multiclass_auc_interval multiclass_auc_test multiclass_joint_test"
            ),
        },
        "Pairs of classes": {
            "pairwise_auc": "pairwise_auc_intervals PairwiseAucs",
        },
        "Volume under the surface of three ordered classes": {
            "volume": (
                "volume_interval dreiseitl_interval volume_null_test volume_test volume_joint_test"
            ),
        },
        "Confusion matrices": {
            "confusion": "confusion_intervals point_confusion ConfusionMatrix",
        },
    },
)
