"""Planning a comparison of two classifiers."""

from aucurate.checks import checked
from aucurate.errors import OptionError
from aucurate.planning.asking import Ask, Truth, planned
from aucurate.planning.pilots import Pilot, PilotData, read_pilot
from aucurate.planning.plans import NullVariance, Plan, Question
from aucurate.planning.variances import Variance
from aucurate.results import Alternative


@checked
def plan_two(
    first: float | None = None,
    second: float | None = None,
    *,
    paired: bool | None = None,
    correlation: float | None = None,
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
    r"""How large must a study be to compare two AUCs?

    ``first`` is the AUC of interest and ``second`` the one it is compared with: on the same
    observations (``correlation`` between the two AUC *estimates*, r) or, ``paired=False``, on two
    test sets of the same size each. Of the first AUC, the size, the power, the level (and the
    margin, where there is one) exactly one is left None, and that one is found. With V(A) the
    variance of an AUC estimate,

    .. math::
        \text{power} = \Phi\left(\frac{|A_1 - A_2| - z\, s_0}{s_1}\right), \quad
        s_1^2 = V(A_1) + V(A_2) - 2r\sqrt{V(A_1)V(A_2)}

    and :math:`s_0` is the same at the AUCs of the null hypothesis: both equal to the mean of the
    two (:math:`s_0^2 = 2V(\bar A)(1 - r)`), or with a margin as far apart as the margin says and
    with that mean. So the order of the curves does not matter to a two-sided question. It does in
    Hanley and McNeil (1982) and in pROC, which take the variance of one of the curves for both
    under the null: ``null_variance="reference"`` does so with the second. ``"alternative"`` puts
    :math:`s_1` in both places, as the DeLong test will.

    ``question`` is "difference" (two-sided, or one-sided with ``alternative``), "non-inferiority"
    (first less than ``margin`` below second), "superiority" (more than ``margin`` above it) or
    "equivalence" (within ``margin``, two one-sided tests); see :mod:`aucurate.planning.power`.

    ``pilot`` (two classifiers) gives DeLong's variances and covariance, rescaled, under the null
    too; its AUCs are the defaults of ``first`` and ``second``. With a pilot and everything else
    given, the detectable first AUC is found. A plan with the pilot's AUCs has an ``assurance``
    beside the power, its average over the uncertainty of the pilot
    (:mod:`aucurate.planning.assurance`); ``assurance=0.8`` in place of a power finds the size that
    reaches it.

    **Not valid** below about 20 observations in a class. The correlation
    of AUC estimates is somewhat lower than that of the scores (about 0.45 for 0.5):
    :mod:`aucurate.inference.auc.hanley_mcneil_correlation` goes from one to the other.

    >>> print(plan_two(0.8, 0.75, correlation=0.5, power=0.8))  # doctest: +NORMALIZE_WHITESPACE
    To show with 80% power at two-sided level 0.05 that an AUC of 0.80 differs from one of 0.75 on
    the same observations (correlation of the AUC estimates 0.50), 341 positives and 341 negatives
    are needed (Hanley-McNeil variance).

    Hanley, J. A., McNeil, B. J. (1983). A method of comparing the areas under receiver operating
    characteristic curves derived from the same cases. Radiology 148, 839-843.
    Obuchowski, N. A. (1998). Statistical Methods in Medical Research 7, 371-392.
    Liu, J.-P., Ma, M.-C., Wu, C.-Y., Tai, J.-Y. (2006). Tests of equivalence and non-inferiority
    for diagnostic accuracy based on the paired areas under ROC curves. Statistics in Medicine 25,
    1219-1238.
    """
    study = None if pilot is None else read_pilot(pilot, 2)
    truth = two_classifiers(first, second, paired, correlation, study)
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


def two_classifiers(
    first: float | None,
    second: float | None,
    paired: bool | None,
    correlation: float | None,
    pilot: Pilot | None,
) -> Truth:
    """Two AUCs and how the classifiers meet, checked."""
    if second is None and pilot is None:
        raise OptionError(
            "the AUC of the second classifier is not said.",
            hint="give second=, or a pilot; one AUC against a fixed value is plan_one.",
        )
    together = _is_paired(paired, correlation, pilot)
    return Truth(
        first=first,
        second=second,
        design="paired" if together else "unpaired",
        correlation=0.0 if correlation is None else float(correlation),
        pilot=pilot,
    )


def _is_paired(paired: bool | None, correlation: float | None, pilot: Pilot | None) -> bool:
    if correlation is not None:
        if not -1 <= correlation < 1:
            raise OptionError(
                f"a correlation lies between -1 and 1 (and below 1); it is {correlation!r}.",
                hint="two classifiers that always agree leave nothing to test.",
            )
        if pilot is not None:
            raise OptionError(
                "the correlation follows from the pilot.", hint="leave out correlation."
            )
        if paired is False and correlation != 0:
            raise OptionError(
                "AUCs of separate test sets are not correlated.",
                hint="leave out correlation, or say paired=True.",
            )
        return paired is not False
    if pilot is not None:
        if paired and not pilot.paired:
            raise OptionError(
                "the pilot has separate test sets and cannot say how the AUCs are correlated.",
                hint="say paired=False, or give both AUCs and their correlation instead.",
            )
        return pilot.paired if paired is None else paired
    if paired is False:
        return False
    raise OptionError(
        "how the two AUC estimates are correlated is not said.",
        hint="give correlation= (same observations), or paired=False (separate test sets).",
    )
