"""Operating points: rates, regions, costs, net benefit, thresholds that were chosen.

**Rates at an operating point**

- ``rate_estimate``: One rate of an operating point with its interval
- ``rate_estimates``: Several rates of an operating point, each with its interval; all of them
  unless named
- ``proportion_interval``: The interval of a share of independent observations
- ``joint_region``: The region of one operating point; ``method`` is that of a rectangle's sides
- ``JointRegion``: A region of the ROC plane that holds both rates with a confidence

**Two classifiers at their thresholds**

- ``mcnemar_test``: Do two classifiers at these thresholds differ in a rate, and by how much?
- ``predictive_value_test``: Do the predictive values of two classifiers at these thresholds
  differ, and by how much?
- ``expected_cost_test``: Do two classifiers at these thresholds differ in expected cost, and by
  how much?

**Net benefit**

- ``net_benefit_interval``: The net benefit at one threshold probability with its interval
- ``net_benefit_intervals``: The same at several thresholds, each with the confidence asked for: a
  pointwise band
- ``net_benefit_test``: Do two classifiers differ in net benefit at this threshold probability, and
  by how much?
- ``bootstrap_net_benefit_interval``: The net benefit at one threshold probability with the
  percentiles of its replicates
- ``bootstrap_net_benefit_test``: Do two classifiers differ in net benefit at this threshold
  probability, by resampling?

**A threshold chosen on the same data**

- ``threshold_bootstrap``: Choose a threshold by a rule, and repeat the choice in every replicate
- ``ThresholdBootstrap``: A chosen threshold with the interval of those that could be the best, and
  its rates
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Rates at an operating point": {
            "rates": "rate_estimate rate_estimates",
            "proportions": "proportion_interval",
            "joint_region": "joint_region JointRegion",
        },
        "Two classifiers at their thresholds": {
            "mcnemar": "mcnemar_test",
            "predictive_values": "predictive_value_test",
            "expected_cost": "expected_cost_test",
        },
        "Net benefit": {
            "net_benefit": (
                "net_benefit_interval net_benefit_intervals net_benefit_test "
                "bootstrap_net_benefit_interval bootstrap_net_benefit_test"
            ),
        },
        "A threshold chosen on the same data": {
            "chosen_threshold": "threshold_bootstrap ThresholdBootstrap",
        },
    },
)
