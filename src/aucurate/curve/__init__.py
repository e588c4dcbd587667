"""Curves and the rules that choose points on them: geometry, no uncertainty.

**ROC curves**

- ``roc_curve``: The empirical ROC curve of one classifier
- ``RocCurve``: All operating points of one classifier, from all negative to all positive
- ``youden_index``: The largest Youden index of one classifier, and the thresholds that reach it
- ``YoudenIndex``: The Youden index and every threshold that reaches it, in descending order, with
  its rates
- ``Curve``: A ROC curve: empirical (``curve.RocCurve``) or of a fitted model
- ``fold_curves``: The ROC curve of each classifier in each fold, with marked operating points
- ``FoldCurves``: ``curves[i][k]`` is the curve of classifier i in fold k; ``points`` are all
  marked points

**Other curves**

- ``precision_curve``: The precision-recall curve of one classifier
- ``PrecisionCurve``: Precision and sensitivity at every threshold, from the highest score down
- ``det_curve``: The detection error tradeoff (DET) curve of one classifier
- ``DetCurve``: The false negative rate and the false positive rate at each threshold of a ROC
  curve
- ``cost_curve``: The cost curve of one classifier: the lowest expected cost at each operating
  condition
- ``CostCurve``: The lower envelope of the cost lines, and where each line begins and ends
- ``decision_curve``: The decision curve of one classifier: its net benefit at each threshold
  probability
- ``DecisionCurve``: Net benefit of the classifier and of treating all, by ascending threshold
  probability
- ``lorenz_curve``: The Lorenz curve of one classifier
- ``LorenzCurve``: Cumulative counts of positives and negatives, from the lowest score up

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
