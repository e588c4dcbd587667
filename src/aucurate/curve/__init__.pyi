# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.curve.cost import IntendedUse as IntendedUse
from aucurate.curve.cost_curve import CostCurve as CostCurve
from aucurate.curve.cost_curve import cost_curve as cost_curve
from aucurate.curve.decision_curve import DecisionCurve as DecisionCurve
from aucurate.curve.decision_curve import decision_curve as decision_curve
from aucurate.curve.det import DetCurve as DetCurve
from aucurate.curve.det import det_curve as det_curve
from aucurate.curve.fold_curves import FoldCurves as FoldCurves
from aucurate.curve.fold_curves import fold_curves as fold_curves
from aucurate.curve.lorenz import LorenzCurve as LorenzCurve
from aucurate.curve.lorenz import lorenz_curve as lorenz_curve
from aucurate.curve.precision import PrecisionCurve as PrecisionCurve
from aucurate.curve.precision import precision_curve as precision_curve
from aucurate.curve.protocol import Curve as Curve
from aucurate.curve.roc import RocCurve as RocCurve
from aucurate.curve.roc import YoudenIndex as YoudenIndex
from aucurate.curve.roc import roc_curve as roc_curve
from aucurate.curve.roc import youden_index as youden_index
from aucurate.curve.threshold_rules import ThresholdRule as ThresholdRule
from aucurate.curve.weight_rules import WeightRule as WeightRule

__all__: list[str]
