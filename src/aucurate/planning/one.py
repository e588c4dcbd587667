"""Planning a study of one classifier against a fixed AUC."""

from aucurate.checks import checked
from aucurate.planning.asking import Ask, Truth, planned
from aucurate.planning.drafts import checked_share
from aucurate.planning.pilots import PilotData, read_pilot
from aucurate.planning.plans import NullVariance, Plan, Question
from aucurate.planning.variances import Variance
from aucurate.results import Alternative


@checked
def plan_one(
    auc: float | None = None,
    *,
    null: float = 0.5,
    n_positive: int | None = None,
    n_negative: int | None = None,
    ratio: float | None = None,
    power: float | None = None,
    assurance: float | None = None,
    level: float | None = 0.05,
    question: Question = "difference",
    alternative: Alternative | None = None,
    margin: float | None = None,
    variance: Variance = "hanley-mcneil",
    null_variance: NullVariance = "null",
    pilot: PilotData | None = None,
) -> Plan:
    r"""How large must a study be to show that one AUC differs from a fixed value?

    Of the AUC, the size, the power, the level (and the margin, where there is one) exactly one is
    left None, and that one is found. ``ratio`` is negatives per positive: 1, or that of the pilot.
    With A the AUC, :math:`A_0` the null value and s(A) the standard error at AUC A,

    .. math:: \text{power} = \Phi\left(\frac{|A - A_0| - z\, s(A_0)}{s(A)}\right)

    two-sided with :math:`z = z_{1-\text{level}/2}`; one-sided, non-inferiority to the null value,
    superiority by a margin and equivalence as in :mod:`aucurate.planning.power`.

    ``variance`` names the formula for s (:mod:`aucurate.planning.variances`), ``null_variance``
    what scales the test: "null" is :math:`s(A_0)`, as Hanley and McNeil (1982) and Obuchowski
    (1998) have it, and comes within a few points of the power that
    :func:`~aucurate.delong_null_test` really has; "logit" plans that test on its own logit scale
    from s(A) alone; "alternative" puts s(A) in both places, as its ``scale="wald"`` does.

    ``pilot`` (one classifier) gives DeLong's variance, rescaled; it knows no variance under the
    null, so "null" becomes "logit". Its AUC is the default of ``auc``. With a pilot and everything
    else given, the detectable AUC is found. A plan with the pilot's AUC has an ``assurance`` beside
    the power, its average over the uncertainty of the pilot (:mod:`aucurate.planning.assurance`);
    ``assurance=0.8`` in place of a power finds the size that reaches it.

    **Not valid** below about 20 observations in a class (the plan says so), or close to an AUC of
    1, where the estimate is far from normal.

    >>> print(plan_one(0.8, null=0.7, power=0.8))  # doctest: +NORMALIZE_WHITESPACE
    To show with 80% power at two-sided level 0.05 that an AUC of 0.80 differs from 0.70,
    98 positives and 98 negatives are needed (Hanley-McNeil variance).
    >>> round(plan_one(0.73, n_positive=41, n_negative=72, variance="obuchowski-mcclish").power, 4)
    0.9897

    Hanley, J. A., McNeil, B. J. (1982). Radiology 143, 29-36.
    Obuchowski, N. A. (1998). Sample size calculations in studies of test accuracy. Statistical
    Methods in Medical Research 7, 371-392.
    """
    truth = Truth(
        first=auc,
        second=checked_share(null, "the null value"),
        design="one test set",
        pilot=None if pilot is None else read_pilot(pilot, 1),
    )
    ask = Ask(
        n_positive=n_positive,
        n_negative=n_negative,
        ratio=ratio,
        power=power,
        assurance=assurance,
        level=level,
        question=question,
        alternative=alternative,
        margin=margin,
        variance=variance,
        null_variance=null_variance,
    )
    return planned(truth, ask)
