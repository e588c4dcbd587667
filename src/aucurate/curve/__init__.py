"""Curves and the rules that choose points on them: geometry, no uncertainty.

**ROC curves**

- ``roc_curve``: The empirical ROC curve of one classifier
- ``RocCurve``: All operating points of one classifier, from "nobody is positive" to "everybody is"
- ``youden_index``: The Youden index of one classifier; with ``lower=True`` thresholds of the
  negated scores
- ``YoudenIndex``: The index and every threshold that reaches it, from the highest down, with its
  rates
- ``Curve``: A ROC curve: empirical (``curve.RocCurve``) or of a fitted model
- ``fold_curves``: The fold curves of these classifiers (all unless named), with their points
  marked
- ``FoldCurves``: ``curves[i][k]`` is the curve of classifier i in fold k; ``points`` are all
  marked points

**Other curves**

- ``precision_curve``: The precision-recall curve of one classifier
- ``PrecisionCurve``: Precision and sensitivity at every threshold, from the highest score down
- ``det_curve``: The DET curve of one classifier; with ``lower=True`` thresholds of the negated
  scores
- ``DetCurve``: The share of missed positives and of false alarms at each threshold of a ROC curve
- ``cost_curve``: The cost curve of one classifier; with ``lower=True`` thresholds of the negated
  scores
- ``CostCurve``: The lower envelope: the lines it is made of, and where one gives way to the next
- ``decision_curve``: The decision curve of one classifier, at 0.01 to 0.99 unless thresholds are
  given
- ``DecisionCurve``: Net benefit at each threshold probability, ascending, of the classifier and of
  everybody
- ``lorenz_curve``: The Lorenz curve of one classifier
- ``LorenzCurve``: Counts of positives and negatives passed, from the lowest score up

**Rules and uses**

- ``ThresholdRule``: How a threshold is chosen; build one with the methods below
- ``WeightRule``: How the weights of several classes are chosen; build one with the methods below
- ``IntendedUse``: Where a classifier will be used: the share of positives there, and what errors
  cost
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "ROC curves": {
            "roc": "roc_curve RocCurve youden_index YoudenIndex",
            "protocol": "Curve",
            "fold_curves": "fold_curves FoldCurves",
        },
        "Other curves": {
            "precision": "precision_curve PrecisionCurve",
            "det": "det_curve DetCurve",
            "cost_curve": "cost_curve CostCurve",
            "decision_curve": "decision_curve DecisionCurve",
            "lorenz": "lorenz_curve LorenzCurve",
        },
        "Rules and uses": {
            "threshold_rules": "ThresholdRule",
            "weight_rules": "WeightRule",
            "cost": "IntendedUse",
        },
    },
)
