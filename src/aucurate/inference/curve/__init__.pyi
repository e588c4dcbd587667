# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.inference.curve.average_precision import (
    average_precision_interval as average_precision_interval,
)
from aucurate.inference.curve.average_precision import (
    average_precision_test as average_precision_test,
)
from aucurate.inference.curve.averaging import AveragedCurve as AveragedCurve
from aucurate.inference.curve.averaging import (
    bootstrap_threshold_average as bootstrap_threshold_average,
)
from aucurate.inference.curve.averaging import threshold_average as threshold_average
from aucurate.inference.curve.averaging import vertical_average as vertical_average
from aucurate.inference.curve.bands import CurveBand as CurveBand
from aucurate.inference.curve.bands import kolmogorov_band as kolmogorov_band
from aucurate.inference.curve.bands import pointwise_band as pointwise_band
from aucurate.inference.curve.bootstrap_bands import bootstrap_band as bootstrap_band
from aucurate.inference.curve.bootstrap_bands import (
    bootstrap_pointwise_band as bootstrap_pointwise_band,
)
from aucurate.inference.curve.difference import CurveDifference as CurveDifference
from aucurate.inference.curve.difference import curve_difference as curve_difference
from aucurate.inference.curve.partial_auc import partial_auc_interval as partial_auc_interval
from aucurate.inference.curve.partial_auc import partial_auc_test as partial_auc_test
from aucurate.inference.curve.sensitivity_at import (
    sensitivity_at_interval as sensitivity_at_interval,
)
from aucurate.inference.curve.sensitivity_at import sensitivity_at_test as sensitivity_at_test
from aucurate.inference.curve.sensitivity_at import (
    specificity_at_interval as specificity_at_interval,
)
from aucurate.inference.curve.sensitivity_at import specificity_at_test as specificity_at_test

__all__: list[str]
