r"""Planning a comparison of two classifiers, a test of one, or the width of an interval.

**Question.** How many positives and negatives does a study need to show what it is meant to show;
or what can a study of a given size show?

**Use it** before the data are collected. :func:`~aucurate.planning.plan_one` compares one AUC with
a fixed value, :func:`~aucurate.planning.plan_two` two AUCs (on the same observations or on separate
test sets), :func:`~aucurate.planning.plan_interval` asks for an interval of a given width. Of size,
power, level, AUC, margin, width and confidence, whichever is left None is computed. On the command
line ``aucurate plan`` does the same. :func:`aucurate.study.plan` chooses among the three by what is
given, and :func:`aucurate.study.plan_study` adds to a plan the table of other sizes, Markdown,
LaTeX and JSON.

The power of each question, the widths and the assurance are in :mod:`aucurate.planning.power`, the
standard errors in :mod:`aucurate.planning.variances`, a pilot in :mod:`aucurate.planning.pilots`,
observations in groups in :mod:`aucurate.planning.groups`. With V(A) the variance of an AUC estimate
:math:`\hat A` under the assumed truth and r the correlation between the two AUC *estimates* (0 for
separate test sets), the standard error :math:`s_1` under the truth and :math:`s_0` under the null
hypothesis are

- one AUC: :math:`s_1^2 = V(A)`, and :math:`s_0^2 = V` at the null value (at the null value plus or
  minus the margin);
- two AUCs: :math:`s_1^2 = V(A_1) + V(A_2) - 2 r \sqrt{V(A_1) V(A_2)}`. Under the null hypothesis
  both AUCs equal the mean of the two, so :math:`s_0^2 = 2 V(\bar A)(1 - r)`; with a margin they lie
  the margin apart around that mean.

Sizes are the smallest whole numbers that reach the power or the width, with the negatives rounded
up to ``ratio`` per positive. Those of separate test sets are per test set.

**What scales the test.** ``null_variance="null"`` (the default) is the published practice (Hanley
and McNeil 1982, Obuchowski 1998): the variance under the null hypothesis. DeLong's tests estimate
their variance from the data instead. For two AUCs that hardly matters, and planned power agrees
with simulated power (docs/validation.md); ``"alternative"``, :math:`s_1` in both places, is the
formula with one variance. For one AUC it does matter: the default comes within a few points of the
power of :func:`~aucurate.inference.auc.delong_null_test`; ``"logit"`` plans its ``scale="logit"``
from :math:`s_1` alone; and ``"alternative"`` is its ``scale="wald"``, whose studies are smaller
above the null value and which would leave the logit test short of power. ``"reference"`` gives both
curves the variance of the second one under the null, as Hanley and McNeil (1982) do. A pilot
provides no variance under the null: the setting is then ``"logit"`` for one AUC and
``"alternative"`` for two.

**Which test.** Plans are for DeLong's test. :func:`aucurate.compare` uses MOVER's
(:mod:`aucurate.inference.auc.mover`) for different test sets and for margins. At sizes planned for
DeLong's it has a little less power where many observations of the smaller class are misordered, and
as little as half where fewer than five are (docs/validation.md). Where fewer than ten are expected
the plan carries a caveat, and so does one of a difference on the same test set, for which
:func:`aucurate.compare` asks both tests where fewer than five are misordered. Plan more
observations, simulate the study, or analyse with ``method="delong"`` (``margin_method="delong"``)
and its level. A width is planned for the logit interval; the beta interval that
:func:`aucurate.compare` reports is a little wider or narrower, depending on the shape of the
scores.

**Not valid** with fewer than 20 observations in a class (the plan carries a caveat), or with an AUC
so close to 1 that the estimate is far from normal. An expected interval width is a middle value:
about half of the studies get a wider one. A pilot's own AUCs taken as the truth make a study too
small whenever the pilot was lucky; the plan says so and shows the assurance
(:mod:`aucurate.planning.power`). Folds and nested models: as for
:mod:`aucurate.inference.auc.delong`.

**Compared with other programs.** ``power.roc.test`` of pROC plans one AUC against 0.5 with the
Obuchowski variance: power, level, size and detectable AUC agree (to 1e-4, since pROC rounds
:math:`\sqrt 2` to 1.414; sizes are rounded up here). For two curves pROC takes the variance of the
*first* curve for both under the null, so that exchanging the curves changes its answer to a
two-sided question. Here the order does not matter; our answer lies between pROC's two. pROC has no
other null value, margins or widths.

Hanley, J. A., McNeil, B. J. (1982). The meaning and use of the area under a receiver operating
characteristic (ROC) curve. Radiology 143, 29-36.
Hanley, J. A., McNeil, B. J. (1983). A method of comparing the areas under receiver operating
characteristic curves derived from the same cases. Radiology 148, 839-843.
Obuchowski, N. A. (1998). Sample size calculations in studies of test accuracy. Statistical Methods
in Medical Research 7, 371-392.
Liu, J.-P., Ma, M.-C., Wu, C.-Y., Tai, J.-Y. (2006). Tests of equivalence and non-inferiority for
diagnostic accuracy based on the paired areas under ROC curves. Statistics in Medicine 25,
1219-1238.
"""

from aucurate.checks import checked
from aucurate.errors import OptionError
from aucurate.hints import Function, Hint
from aucurate.inference.auc.delong import NormalScale
from aucurate.planning.groups import GroupOptions
from aucurate.planning.pilots import Pilot, PilotData, read_pilot
from aucurate.planning.plan import NullVariance, Plan, Question
from aucurate.planning.solving import Ask, Truth, checked_share, planned
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
    group_size: float | None = None,
    group_correlation: float | None = None,
    group_size_variation: float | None = None,
    design_effect: float | None = None,
) -> Plan:
    r"""How large must a study be to compare two AUCs?

    Parameters
    ----------
    power : float, optional
        Probability that the test rejects when the AUCs are as assumed. None to find it.

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
    given, the detectable first AUC is found. A plan with the pilot's AUCs also has an
    ``assurance``, the average of the power over the uncertainty of the pilot
    (:mod:`aucurate.planning.power`); ``assurance=0.8`` in place of a power finds the size that
    reaches it.

    Observations in groups multiply the variances by a design effect, that of ``group_size`` and
    ``group_correlation`` or ``design_effect`` itself (:mod:`aucurate.planning.groups`); a pilot
    with groups has its own. The plan says how many groups hold its observations.

    **Not valid** below about 20 observations in a class. The correlation
    of AUC estimates is somewhat lower than that of the scores (about 0.45 for 0.5):
    :mod:`aucurate.inference.auc.hanley_mcneil` goes from one to the other.

    >>> print(plan_two(0.8, 0.75, correlation=0.5, power=0.8))  # doctest: +NORMALIZE_WHITESPACE
    To show with 80% power at two-sided level 0.05 that an AUC of 0.80 differs from one of 0.75 on
    the same observations (correlation of the AUC estimates 0.50), 341 positives and 341 negatives
    are needed (Hanley-McNeil variance).

    Five lesions of a patient, correlated by 0.1:

    >>> study = plan_two(
    ...     0.8, 0.75, correlation=0.5, power=0.8, group_size=5, group_correlation=0.1
    ... )
    >>> print(study)  # doctest: +NORMALIZE_WHITESPACE
    To show with 80% power at two-sided level 0.05 that an AUC of 0.80 differs from one of 0.75 on
    the same observations (correlation of the AUC estimates 0.50), 477 positives and 477 negatives
    (191 groups of 5) are needed (Hanley-McNeil variance, design effect 1.40).

    Non-inferiority:

    >>> study = plan_two(
    ...     0.85, 0.85, correlation=0.5, question="non-inferiority", margin=0.05, power=0.8
    ... )
    >>> print(study)  # doctest: +NORMALIZE_WHITESPACE
    To show with 80% power at one-sided level 0.05 that an AUC of 0.85 is less than 0.05 below one
    of 0.85 on the same observations (correlation of the AUC estimates 0.50), 188 positives and 188
    negatives are needed (Hanley-McNeil variance).

    A pilot, planned for a power of 90% and for an assurance of 90%:

    >>> from aucurate.datasets import load_breast_cancer
    >>> pilot = load_breast_cancer().select(["forest", "tree"])
    >>> for study in (plan_two(pilot=pilot, power=0.9), plan_two(pilot=pilot, assurance=0.9)):
    ...     print(study.n_positive, study.n_negative)
    72 122
    96 163

    Hanley, J. A., McNeil, B. J. (1983). A method of comparing the areas under receiver operating
    characteristic curves derived from the same cases. Radiology 148, 839-843.
    Obuchowski, N. A. (1998). Sample size calculations in studies of test accuracy. Statistical
    Methods in Medical Research 7, 371-392.
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
        groups=GroupOptions(
            group_size=group_size,
            group_correlation=group_correlation,
            group_size_variation=group_size_variation,
            design_effect=design_effect,
        ),
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
            "a comparison needs the AUC of the second classifier.",
            hint=Hint(
                "set {second}, or use a pilot; for one AUC against a fixed value, use {}.",
                Function("plan_one"),
            ),
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
                f"a correlation must be at least -1 and below 1; it is {correlation!r}.",
                hint="if two classifiers always agree, there is nothing to test.",
            )
        if pilot is not None:
            raise OptionError(
                "the correlation follows from the pilot.", hint="leave out correlation."
            )
        if paired is False and correlation != 0:
            raise OptionError(
                "AUCs on separate test sets are not correlated.",
                hint=Hint("leave out correlation, or set {paired}.", paired=True),
            )
        return paired is not False
    if pilot is not None:
        if paired and not pilot.paired:
            raise OptionError(
                "the pilot has separate test sets and cannot estimate the correlation of the AUCs.",
                hint=Hint(
                    "set {paired}, or state both AUCs and their correlation instead.", paired=False
                ),
            )
        return pilot.paired if paired is None else paired
    if paired is False:
        return False
    raise OptionError(
        "a paired plan needs the correlation of the two AUC estimates.",
        hint=Hint(
            "set {correlation} (same observations), or {paired} (separate test sets).",
            paired=False,
        ),
    )


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
    group_size: float | None = None,
    group_correlation: float | None = None,
    group_size_variation: float | None = None,
    design_effect: float | None = None,
) -> Plan:
    r"""How large must a study be to show that one AUC differs from a fixed value?

    Parameters
    ----------
    power : float, optional
        Probability that the test rejects when the AUCs are as assumed. None to find it.

    Of the AUC, the size, the power, the level (and the margin, where there is one) exactly one is
    left None, and that one is found. ``ratio`` is negatives per positive: 1, or that of the pilot.
    With A the AUC, :math:`A_0` the null value and s(A) the standard error at AUC A,

    .. math:: \text{power} = \Phi\left(\frac{|A - A_0| - z\, s(A_0)}{s(A)}\right)

    two-sided with :math:`z = z_{1-\text{level}/2}`; one-sided, non-inferiority to the null value,
    superiority by a margin and equivalence as in :mod:`aucurate.planning.power`.

    ``variance`` names the formula for s (:mod:`aucurate.planning.variances`), ``null_variance``
    what scales the test: "null" is :math:`s(A_0)`, as Hanley and McNeil (1982) and Obuchowski
    (1998) have it, and comes within a few points of the power that
    :func:`~aucurate.inference.auc.delong_null_test` really has; "logit" plans that test on its own
    logit scale from s(A) alone; "alternative" puts s(A) in both places, as its ``scale="wald"``
    does.

    ``pilot`` (one classifier) gives DeLong's variance, rescaled; it knows no variance under the
    null, so "null" becomes "logit". Its AUC is the default of ``auc``. With a pilot and everything
    else given, the detectable AUC is found. A plan with the pilot's AUC also has an ``assurance``,
    the average of the power over the uncertainty of the pilot (:mod:`aucurate.planning.power`);
    ``assurance=0.8`` in place of a power finds the size that reaches it.

    Observations in groups multiply the variances by a design effect, that of ``group_size`` and
    ``group_correlation`` or ``design_effect`` itself (:mod:`aucurate.planning.groups`); a pilot
    with groups has its own. The plan says how many groups hold its observations.

    **Not valid** below about 20 observations in a class (the plan says so), or close to an AUC of
    1, where the estimate is far from normal.

    >>> print(plan_one(0.8, null=0.7, power=0.8))  # doctest: +NORMALIZE_WHITESPACE
    To show with 80% power at two-sided level 0.05 that an AUC of 0.80 differs from 0.70,
    98 positives and 98 negatives are needed (Hanley-McNeil variance).
    >>> round(plan_one(0.73, n_positive=41, n_negative=72, variance="obuchowski-mcclish").power, 4)
    0.9897

    Hanley, J. A., McNeil, B. J. (1982). The meaning and use of the area under a receiver operating
    characteristic (ROC) curve. Radiology 143, 29-36.
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
        groups=GroupOptions(
            group_size=group_size,
            group_correlation=group_correlation,
            group_size_variation=group_size_variation,
            design_effect=design_effect,
        ),
    )
    return planned(truth, ask)


@checked
def plan_interval(
    first: float | None = None,
    second: float | None = None,
    *,
    width: float | None = None,
    confidence: float | None = 0.95,
    paired: bool | None = None,
    correlation: float | None = None,
    n_positive: int | None = None,
    n_negative: int | None = None,
    ratio: float | None = None,
    scale: NormalScale | None = None,
    variance: Variance = "hanley-mcneil",
    pilot: PilotData | None = None,
    group_size: float | None = None,
    group_correlation: float | None = None,
    group_size_variation: float | None = None,
    design_effect: float | None = None,
) -> Plan:
    r"""How large must a study be for an interval of a given width?

    The interval is that of one AUC, or of the difference between two when ``second`` (or a pilot
    of two classifiers) is given. Of width, confidence and size exactly one is left None, and that
    one is found. With s the standard error at the AUCs assumed, the width from end to end is
    2 z s for a Wald interval (``scale="wald"``, and always for a difference), and for a logit
    interval, the default for one AUC as in :func:`~aucurate.inference.auc.delong_interval`, that of
    :math:`\operatorname{logit} A \pm z s / (A (1 - A))` mapped back.

    Observations in groups multiply the variances by a design effect, that of ``group_size`` and
    ``group_correlation`` or ``design_effect`` itself (:mod:`aucurate.planning.groups`); a pilot
    with groups has its own. The plan says how many groups hold its observations.

    The width is what to expect: about half of such studies will have a wider interval, more where
    the AUC turns out lower than assumed. **Not valid** below about 20 observations in a class.

    >>> print(plan_interval(0.9, width=0.1))  # doctest: +NORMALIZE_WHITESPACE
    For a 95% interval with an expected width of 0.10 around an AUC of 0.90, 83 positives and 83
    negatives are needed (Hanley-McNeil variance, logit interval).

    Hanley, J. A., McNeil, B. J. (1982). The meaning and use of the area under a receiver operating
    characteristic (ROC) curve. Radiology 143, 29-36.
    """
    study = None if pilot is None else read_pilot(pilot, None)
    two = second is not None or (study is not None and len(study.aucs) == 2)
    if two:
        truth = two_classifiers(first, second, paired, correlation, study)
    else:
        _refuse_pairing(paired, correlation)
        truth = Truth(first=first, second=None, design="one test set", pilot=study)
    if truth.first is None and study is None:
        raise OptionError("the plan needs an AUC.", hint="state the expected AUC, or use a pilot.")
    ask = Ask(
        question="interval",
        n_positive=n_positive,
        n_negative=n_negative,
        ratio=ratio,
        variance=variance,
        width=_checked_width(width, two=two),
        confidence=confidence,
        scale=_checked_scale(scale, two=two),
        groups=GroupOptions(
            group_size=group_size,
            group_correlation=group_correlation,
            group_size_variation=group_size_variation,
            design_effect=design_effect,
        ),
    )
    return planned(truth, ask)


def _refuse_pairing(paired: bool | None, correlation: float | None) -> None:
    if paired is not None or correlation is not None:
        raise OptionError(
            "paired and correlation are for two classifiers, but there is only one AUC.",
            hint=Hint("set {second}, or leave them out."),
        )


def _checked_width(width: float | None, *, two: bool) -> float | None:
    if width is None:
        return None
    widest = 2 if two else 1
    if not 0 < width < widest:
        raise OptionError(
            f"the width of an interval must lie between 0 and {widest}; it is {width!r}.",
            hint="0.1 is plus or minus 0.05.",
        )
    return float(width)


def _checked_scale(scale: NormalScale | None, *, two: bool) -> NormalScale:
    if scale is None:
        return "wald" if two else "logit"
    if two and scale == "logit":
        raise OptionError("the interval of a difference has no logit scale.", hint="leave it out.")
    return scale
