"""Sample size planning: how large must a study be, and what power do other sizes have?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aucurate import __version__
from aucurate.checks import checked
from aucurate.data.observations import Observations
from aucurate.data.source import Source
from aucurate.errors import OptionError
from aucurate.formatting import count, join_words, number, percent
from aucurate.hints import Argument, Hint
from aucurate.inference.auc.delong import NormalScale
from aucurate.planning.pilots import PilotData
from aucurate.planning.plan import (
    NullVariance,
    Plan,
    PlanPoint,
    Question,
    assurance_sentence,
    level_words,
)
from aucurate.planning.sample_size import plan_interval, plan_one, plan_two
from aucurate.planning.solving import usual_level
from aucurate.planning.variances import Variance
from aucurate.results import Alternative
from aucurate.study.base import Provenance, Study
from aucurate.study.table import Column, Table, field_column, table


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStudy(Study):
    """A plan, and the power (or expected interval width) of smaller and larger studies."""

    kind = "plan"
    noun = ""

    plan: Plan
    points: tuple[PlanPoint, ...]

    def tables(self) -> tuple[Table, ...]:
        """The power, or the width, by size of study."""
        return (_by_size(self),)

    @checked
    def numbers(self) -> dict[str, float]:
        """The finite numbers of the plan by the names of its fields, for a tracker.

        >>> plan(0.85, 0.75, correlation=0.5, power=0.9).numbers()["n_positive"]
        104.0
        """
        fields = self.plan.to_dict().items()
        return {n: float(value) for n, value in fields if isinstance(value, int | float)}

    def sentences(self) -> tuple[str, ...]:
        """The plan, what its whole-number sizes achieve, and the assurance of a plan by a pilot."""
        sentences = (str(self.plan), _total(self.plan), assurance_sentence(self.plan))
        return tuple(sentence for sentence in sentences if sentence)


@checked
def plan(
    first: float | None = None,
    second: float | None = None,
    *,
    null: float | None = None,
    paired: bool | None = None,
    correlation: float | None = None,
    n_positive: int | None = None,
    n_negative: int | None = None,
    ratio: float | None = None,
    power: float | None = None,
    assurance: float | None = None,
    level: float | None = None,
    question: Question = "difference",
    alternative: Alternative | None = None,
    margin: float | None = None,
    width: float | None = None,
    confidence: float | None = None,
    scale: NormalScale | None = None,
    variance: Variance = "hanley-mcneil",
    null_variance: NullVariance = "null",
    pilot: PilotData | None = None,
    group_size: float | None = None,
    group_correlation: float | None = None,
    group_size_variation: float | None = None,
    design_effect: float | None = None,
) -> PlanStudy:
    """Plan the size of a study: of one AUC, of two, or for an interval of a given width.

    Parameters
    ----------
    first : float, optional
        Expected AUC of the classifier, or of the first of two. By default that of the pilot, or
        computed.
    null : float, optional
        Fixed value that one AUC is tested against. By default 0.5.
    power : float, optional
        Probability that the test rejects when the AUCs are as assumed. By default it is computed.
    level : float, optional
        Significance level of the test. By default that of the test that will analyse the study,
        0.05, and 0.025 (one-sided) for non-inferiority and superiority; computed if the AUCs, the
        size and the power are all given.
    width : float, optional
        Full width of the interval: plan an interval instead of a test.
    confidence : float, optional
        Confidence level of the interval. By default 0.95, or computed if the width and the
        size are both given.

    The quantity left out is computed: given a power, the size; given a size, the power; given both,
    the AUC or the level. One AUC is tested against ``null`` (:func:`~aucurate.planning.plan_one`),
    two are compared (:func:`~aucurate.planning.plan_two`); with ``width``, ``confidence`` or
    ``scale`` the interval of one AUC, or of the difference of two, is planned
    (:func:`~aucurate.planning.plan_interval`). Observations in groups need ``group_size`` and
    ``group_correlation``, or ``design_effect``. These functions document the formulas and when they
    are not valid.

    >>> print(plan(0.8, null=0.7, power=0.8).sentences()[0])  # doctest: +NORMALIZE_WHITESPACE
    To show with 80% power at two-sided level 0.05 that an AUC of 0.80 differs from 0.70, 98
    positives and 98 negatives are needed (Hanley-McNeil variance).
    >>> plan(0.85, 0.75, correlation=0.5, power=0.9).plan.n_positive
    104
    >>> plan(0.9, width=0.1).plan.n_positive
    83
    """
    pair: dict[str, Any] = {"paired": paired, "correlation": correlation}
    size: dict[str, Any] = {"n_positive": n_positive, "n_negative": n_negative, "ratio": ratio}
    groups: dict[str, Any] = {
        "group_size": group_size,
        "group_correlation": group_correlation,
        "group_size_variation": group_size_variation,
        "design_effect": design_effect,
    }
    test = {"power": power, "assurance": assurance, "alternative": alternative, "margin": margin}
    is_sized = n_positive is not None or n_negative is not None
    if width is not None or confidence is not None or scale is not None:
        _refuse("a plan for an interval", {**test, "null": null, "level": level})
        if confidence is None and not (is_sized and width is not None):
            confidence = 0.95
        found = plan_interval(
            first,
            second,
            width=width,
            confidence=confidence,
            scale=scale,
            variance=variance,
            pilot=pilot,
            **pair,
            **size,
            **groups,
        )
        return plan_study(found, pilot=pilot)
    is_complete = first is not None and is_sized and power is not None
    if question != "difference":
        is_complete = is_complete and margin is not None
    options: dict[str, Any] = {
        **test,
        **size,
        **groups,
        "level": usual_level(question) if level is None and not is_complete else level,
        "question": question,
        "variance": variance,
        "null_variance": null_variance,
        "pilot": pilot,
    }
    if second is not None or len(getattr(pilot, "names", ())) == 2:
        _refuse("a plan for two classifiers", {"null": null})
        return plan_study(plan_two(first, second, **pair, **options), pilot=pilot)
    if paired is not None or correlation is not None:
        name = "paired" if paired is not None else "correlation"
        raise OptionError(
            f"a plan for one classifier does not take {name}.",
            hint=Hint("leave out {}, or add the other AUC with {second}.", Argument(name)),
        )
    found = plan_one(first, null=0.5 if null is None else null, **options)
    return plan_study(found, pilot=pilot)


def _refuse(what: str, given: Mapping[str, object]) -> None:
    """Refuse options that have no meaning for the requested plan."""
    names = [name for name, value in given.items() if value is not None]
    if names:
        raise OptionError(
            f"{what} does not take {join_words(names, 'or')}.",
            hint=Hint("leave out {}.", Argument(names[0])),
        )


@checked
def plan_study(
    plan: Plan,
    *,
    n_positive: Sequence[int] | None = None,
    pilot: PilotData | None = None,
) -> PlanStudy:
    """A plan as a study: with its power table, sentences, caveats and JSON.

    ``n_positive`` are the sizes in the table, ``pilot`` the data that the plan is based on.

    >>> from aucurate.planning import plan_one
    >>> print(plan_study(plan_one(0.8, null=0.7, power=0.8), n_positive=[50, 98, 150]))
    Power by size of study, two-sided level 0.05
    <BLANKLINE>
    positives  negatives  total  power
    50                50    100  47.9%
    98                98    196  80.3%
    150              150    300  94.6%
    <BLANKLINE>
    To show with 80% power at two-sided level 0.05 that an AUC of 0.80 differs from 0.70, 98 \
positives and 98 negatives are needed (Hanley-McNeil variance).
    That is 196 observations in total, with 80.3% power.
    """
    return PlanStudy(
        plan=plan,
        points=plan.curve(n_positive),
        caveats=plan.caveats,
        provenance=_provenance(pilot),
    )


def _by_size(study: PlanStudy) -> Table:
    plan = study.plan
    interval = plan.question == "interval"
    each = " (positives and negatives per test set)" if plan.design == "unpaired" else ""
    reached = "width" if interval else "power"
    title = "Expected interval width" if interval else "Power"
    assured = plan.assurance is not None
    sizes = [("n_positive", "positives"), ("n_negative", "negatives"), ("total", "total")]
    if plan.group_size is not None:
        sizes.append(("n_groups", "groups"))
    value = number if interval else percent
    columns: list[Column[PlanPoint]] = [
        *(field_column(name, header, "{:,}".format) for name, header in sizes),
        Column(reached, lambda point: point.attained, reached, value),
        *([field_column("assurance", "assurance", percent)] if assured else []),
    ]
    return table(
        "sizes",
        f"{title}{' and assurance' if assured else ''} by size of study, {_setting(plan)}{each}",
        study.points,
        columns,
    )


def _setting(plan: Plan) -> str:
    if plan.confidence is not None:
        return f"confidence {percent(plan.confidence)}"
    return level_words(plan)


def _total(plan: Plan) -> str:
    reached = f"{percent(plan.attained)} power"
    if plan.question == "interval":
        reached = f"an expected width of {number(plan.attained)}"
    groups = "" if plan.n_groups is None else f" in {count(plan.n_groups, 'group')}"
    return f"That is {count(plan.total, 'observation')}{groups} in total, with {reached}."


def _provenance(pilot: PilotData | None) -> Provenance:
    observations: Observations | None = getattr(pilot, "observations", None)
    return Provenance(
        version=__version__,
        source=Source(name="a plan without data") if observations is None else observations.source,
        method="normal approximation",
        n_observations=0 if observations is None else len(observations),
    )
