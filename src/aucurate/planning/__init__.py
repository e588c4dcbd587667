"""Power and sample size: how large must a study be to show what it is meant to show?

A study is planned before its data are collected, for DeLong's test or for the width of an interval:
:mod:`aucurate.planning.sample_size` says which of the functions to take, what they assume and when
they are not valid.

**Planning**

- ``plan_one``: How large must a study be to show that one AUC differs from a fixed value?
- ``plan_two``: How large must a study be to compare two AUCs?
- ``plan_interval``: How large must a study be for an interval of a given width?

**What comes back**

- ``Plan``: A planned study: the question, the AUCs assumed, the sizes, and the power or the width
- ``PlanPoint``: One size of study, and the power (or expected interval width) it reaches
- ``Assurance``: The average power of a plan over the uncertainty of its pilot
- ``PilotVariance``: Variances and covariances of the placements: of positives (S10) and of
  negatives (S01)
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Planning": {
            "sample_size": "plan_one plan_two plan_interval",
        },
        "What comes back": {
            "plan": "Plan PlanPoint",
            "power": "Assurance",
            "pilots": "PilotVariance",
        },
    },
)
