# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.inference.operating.chosen_threshold import ThresholdBootstrap as ThresholdBootstrap
from aucurate.inference.operating.chosen_threshold import threshold_bootstrap as threshold_bootstrap
from aucurate.inference.operating.expected_cost import expected_cost_test as expected_cost_test
from aucurate.inference.operating.joint_region import JointRegion as JointRegion
from aucurate.inference.operating.joint_region import joint_region as joint_region
from aucurate.inference.operating.mcnemar import mcnemar_test as mcnemar_test
from aucurate.inference.operating.net_benefit import (
    bootstrap_net_benefit_interval as bootstrap_net_benefit_interval,
)
from aucurate.inference.operating.net_benefit import (
    bootstrap_net_benefit_test as bootstrap_net_benefit_test,
)
from aucurate.inference.operating.net_benefit import net_benefit_interval as net_benefit_interval
from aucurate.inference.operating.net_benefit import net_benefit_intervals as net_benefit_intervals
from aucurate.inference.operating.net_benefit import net_benefit_test as net_benefit_test
from aucurate.inference.operating.predictive_values import (
    predictive_value_test as predictive_value_test,
)
from aucurate.inference.operating.proportions import proportion_interval as proportion_interval
from aucurate.inference.operating.rates import rate_estimate as rate_estimate
from aucurate.inference.operating.rates import rate_estimates as rate_estimates

__all__: list[str]
