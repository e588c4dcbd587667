"""Planning a study for the precision of its answer."""

from aucurate.checks import checked
from aucurate.errors import OptionError
from aucurate.inference.auc.delong import Scale
from aucurate.planning.asking import Ask, Truth, planned
from aucurate.planning.pilots import PilotData, read_pilot
from aucurate.planning.plans import Plan
from aucurate.planning.two import two_classifiers
from aucurate.planning.variances import Variance


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
    scale: Scale | None = None,
    variance: Variance = "hanley-mcneil",
    pilot: PilotData | None = None,
) -> Plan:
    r"""How large must a study be for an interval of a given width?

    The interval is that of one AUC, or of the difference between two when ``second`` (or a pilot
    of two classifiers) is given. Of width, confidence and size exactly one is left None, and that
    one is found. With s the standard error at the AUCs assumed, the width from end to end is
    2 z s for a Wald interval (``scale="wald"``, and always for a difference), and for a logit
    interval, the default for one AUC as in :func:`~aucurate.delong_interval`, that of
    :math:`\operatorname{logit} A \pm z s / (A (1 - A))` mapped back.

    The width is what to expect: about half of such studies will have a wider interval, more where
    the AUC turns out lower than assumed. **Not valid** below about 20 observations in a class.

    >>> print(plan_interval(0.9, width=0.1))  # doctest: +NORMALIZE_WHITESPACE
    For a 95% interval with an expected width of 0.10 around an AUC of 0.90, 83 positives and 83
    negatives are needed (Hanley-McNeil variance, logit interval).

    Hanley, J. A., McNeil, B. J. (1982). Radiology 143, 29-36.
    """
    study = None if pilot is None else read_pilot(pilot, None)
    two = second is not None or (study is not None and len(study.aucs) == 2)
    if two:
        truth = two_classifiers(first, second, paired, correlation, study)
    else:
        _refuse_pairing(paired, correlation)
        truth = Truth(first=first, second=None, design="one test set", pilot=study)
    if truth.first is None and study is None:
        raise OptionError("the AUC is not said.", hint="give the AUC you expect, or a pilot.")
    ask = Ask(
        question="interval",
        n_positive=n_positive,
        n_negative=n_negative,
        ratio=ratio,
        variance=variance,
        width=_checked_width(width, two=two),
        confidence=confidence,
        scale=_checked_scale(scale, two=two),
    )
    return planned(truth, ask)


def _refuse_pairing(paired: bool | None, correlation: float | None) -> None:
    if paired is not None or correlation is not None:
        raise OptionError(
            "paired and correlation are about two classifiers; there is one AUC.",
            hint="give second=, or leave them out.",
        )


def _checked_width(width: float | None, *, two: bool) -> float | None:
    if width is None:
        return None
    widest = 2 if two else 1
    if not 0 < width < widest:
        raise OptionError(
            f"the width of an interval lies between 0 and {widest}; it is {width!r}.",
            hint="0.1 is plus or minus 0.05.",
        )
    return float(width)


def _checked_scale(scale: Scale | None, *, two: bool) -> Scale:
    if scale is None:
        return "wald" if two else "logit"
    if two and scale == "logit":
        raise OptionError("the interval of a difference has no logit scale.", hint="leave it out.")
    return scale
