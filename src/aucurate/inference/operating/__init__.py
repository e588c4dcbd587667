"""Operating points: rates, regions, costs, net benefit, thresholds that were chosen.

**Rates at an operating point**

- ``rate_estimate``: One rate of an operating point with its interval
- ``rate_estimates``: Several rates of an operating point (by default all), each with its interval
- ``proportion_interval``: The confidence interval of a proportion of independent observations
- ``joint_region``: The joint confidence region of sensitivity and specificity at one operating
  point
- ``JointRegion``: A joint confidence region of sensitivity and specificity

**Two classifiers at their thresholds**

- ``mcnemar_test``: Do two classifiers at these thresholds differ in a rate, and by how much?
- ``predictive_value_test``: Do the predictive values of two classifiers at these thresholds
  differ, and by how much?
- ``expected_cost_test``: Do two classifiers at these thresholds differ in expected cost, and by
  how much?

**Net benefit**

- ``net_benefit_interval``: The net benefit at one threshold probability with its interval
- ``net_benefit_intervals``: The net benefit at several threshold probabilities, with a pointwise
  band
- ``net_benefit_test``: Do two classifiers differ in net benefit at this threshold probability, and
  by how much?
- ``bootstrap_net_benefit_interval``: The net benefit at one threshold probability with a bootstrap
  percentile interval
- ``bootstrap_net_benefit_test``: Do two classifiers differ in net benefit at this threshold
  probability, by the bootstrap?

**A threshold chosen on the same data**

- ``threshold_bootstrap``: Choose a threshold by a rule, and repeat the choice in every replicate
- ``ThresholdBootstrap``: A chosen threshold with its interval, and rates that allow for the choice
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
