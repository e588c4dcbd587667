"""A study that is planned."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from aucurate.errors import AucurateError
from aucurate.formatting import count, join_words, number, percent, shortened
from aucurate.namespaces import spelled
from aucurate.planning import plan_interval, plan_one, plan_two
from aucurate.planning.plan import Plan, assurance_sentence
from aucurate.plots.of_study import StudyFigure
from aucurate.plots.power_curve import PowerCurveDisplay
from aucurate.report.kinds import Facts, StudyKind
from aucurate.report.phrases import Paragraph, cite
from aucurate.study.plan import PlanStudy


def _figures(study: PlanStudy) -> Iterator[StudyFigure]:
    if study.points:
        what = "Expected interval width" if study.plan.question == "interval" else "Power"
        yield StudyFigure(
            name="power",
            title=f"{what} by size of study",
            words=f"Line: {what.lower()} against the number of observations, the plan marked. "
            f"{study.plan}",
            display=PowerCurveDisplay(study),
            tables=("sizes",),
        )


def _facts(study: PlanStudy) -> Facts:
    plan = study.plan
    yield "Question", (plan.question,)
    yield "Design", (plan.design,)
    assumed = (number(plan.first, 2), *([] if plan.second is None else [number(plan.second, 2)]))
    yield "AUCs" if len(assumed) > 1 else "AUC", (join_words(list(assumed)),)
    if plan.margin is not None:
        yield "Margin", (f"{plan.margin:g}",)
    if plan.design == "paired":
        yield "Correlation of the estimates", (number(plan.correlation, 2),)
    if plan.group_size is not None:
        yield "Observations of a group", (number(plan.group_size, 1),)
    if plan.design_effect != 1:
        yield "Design effect", (number(plan.design_effect, 2),)


def _lines(study: PlanStudy) -> tuple[str, ...]:
    """Lines of Python; none where they would not give this plan, as with a pilot.

    A plan does not say which of its numbers were given, only which was found: so it is made again
    and compared.
    """
    plan = study.plan
    function, numbers, options = _asked(plan)
    try:
        again = None if plan.pilot is not None else function(*numbers, **options)
    except AucurateError:
        return ()
    if again != plan or study.points != plan.curve():
        return ()
    said = [repr(one) for one in numbers]
    said += [f"{name}={value!r}" for name, value in options.items()]
    return (
        f"plan = {spelled(function.__name__)}({', '.join(said)})",
        f"study = {spelled('plan_study')}(plan)",
    )


def _asked(plan: Plan) -> tuple[Callable[..., Plan], list[float | None], dict[str, Any]]:
    """The planner, the AUCs, and the options that differ from its defaults."""
    first = None if plan.solved_for == "auc" else plan.first
    one = plan.design == "one test set"
    function: Callable[..., Plan] = plan_one if one else plan_two
    function = plan_interval if plan.question == "interval" else function
    known: dict[str, Any] = {
        name: None if name == plan.solved_for else getattr(plan, name)
        for name in ("power", "level", "margin", "width", "confidence", "scale", "group_size")
    }
    known["design_effect"] = None if plan.design_effect == 1 else plan.design_effect
    if plan.solved_for == "size":
        known["ratio"] = None if plan.ratio == 1 else plan.ratio
    else:
        known |= {"n_positive": plan.n_positive, "n_negative": plan.n_negative}
    if one:
        known["null"] = plan.second
    else:
        known["paired"] = plan.design == "paired"
        known["correlation"] = plan.correlation if plan.design == "paired" else None
    if plan.question == "difference" and plan.alternative != "two-sided":
        known["alternative"] = plan.alternative
    known |= {name: getattr(plan, name) for name in ("question", "variance", "null_variance")}
    usual = inspect.signature(function).parameters
    options = {n: v for n, v in known.items() if n in usual and v != usual[n].default}
    return function, [first] if one else [first, plan.second], options


# The Methods section.


VARIANCE_WORDS: Mapping[str, str] = {
    "hanley-mcneil": f"Hanley and McNeil's formula for exponential scores {cite('hanley1982')}",
    "binormal": "the exact variance of the Mann-Whitney statistic for normal scores with the same "
    "spread in both classes",
    "obuchowski-mcclish": "Obuchowski and McClish's formula for binormal curves "
    f"{cite('obuchowski1997', 'obuchowski2004')}",
    "pilot": f"a pilot study, as DeLong's components {cite('delong1988')} rescaled to the numbers "
    "planned",
}
"""By the names of ``variances.VARIANCES``, and "pilot"."""

NULL_VARIANCE_WORDS: Mapping[str, str] = {
    "null": "the variance under the null hypothesis is that at the null values",
    "reference": "the variance under the null hypothesis is that at the AUC of the reference",
    "alternative": "the same variance was taken under the null hypothesis",
    "logit": "the test is on the logit scale, with the variance at the AUC assumed",
}
"""By ``plans.NullVariance``."""

_AREA = "the area under the receiver operating characteristic curve (AUC)"
QUESTION_WORDS: Mapping[str, str] = {
    "difference": f"the power of a test of a difference in {_AREA}",
    "non-inferiority": f"the power of a test of non-inferiority in {_AREA} {cite('liu2006')}",
    "superiority": f"the power of a test of superiority by a margin in {_AREA} {cite('liu2006')}",
    "equivalence": f"the power of two one-sided tests of equivalence in {_AREA} "
    f"{cite('schuirmann1987', 'liu2006')}",
    "interval": f"the expected width of a confidence interval of {_AREA}",
}
"""By ``plans.Question``."""


def _paragraphs(study: PlanStudy) -> list[Paragraph]:
    """What was planned for, the plan itself, and the variances behind it."""
    plan = study.plan
    variance = VARIANCE_WORDS.get(plan.variance, shortened(plan.variance))
    said = [
        f"The study was planned by {QUESTION_WORDS.get(plan.question, shortened(plan.question))}.",
        str(plan),
        _attained(plan),
        f"Variances of AUCs are those of {variance}.",
        *_correlation(plan),
        *_groups(plan),
    ]
    if plan.question != "interval":
        works = f" {cite('obuchowski1998a')}" if plan.null_variance == "null" else ""
        words = NULL_VARIANCE_WORDS.get(plan.null_variance, shortened(plan.null_variance))
        said.append(f"The power is that of the normal approximation{works}; {words}.")
    if plan.pilot is not None and study.provenance.n_observations:
        pilot = count(study.provenance.n_observations, "observation")
        said.append(f"The pilot study had {pilot}.")
    if plan.assurance is not None:
        said.append(
            "Assurance is the power averaged over the uncertainty of the pilot, about the "
            f"difference and its variance {cite('ohagan2005', 'spiegelhalter1986')}."
        )
        said.append(assurance_sentence(plan))
    return [said]


def _attained(plan: Plan) -> str:
    """What the whole numbers of the plan reach."""
    reached = f"the power is {percent(plan.attained)}"
    if plan.question == "interval":
        reached = f"the expected width is {number(plan.attained)}"
    return f"With these numbers, {count(plan.total, 'observation')} in all, {reached}."


def _correlation(plan: Plan) -> Paragraph:
    """Where the correlation of two estimates on the same observations comes from."""
    if plan.design != "paired":
        return []
    if plan.pilot is not None:
        return ["The correlation of the two estimates is that of the pilot."]
    return [f"The correlation of the two estimates was assumed {cite('hanley1983')}."]


def _groups(plan: Plan) -> Paragraph:
    """By how much groups change the variances."""
    if plan.design_effect == 1:
        return []
    effect = number(plan.design_effect, 2)
    if plan.pilot is not None:
        return [f"They include the design effect of the groups or weights of the pilot, {effect}."]
    return [f"They were multiplied by a design effect of {effect} for observations in groups."]


KIND: StudyKind[PlanStudy] = StudyKind(
    title="Plan of a study",
    question="How large must the next study be?",
    names=lambda study: (),
    data_heading="What was planned",
    facts=_facts,
    lines=_lines,
    figures=_figures,
    paragraphs=_paragraphs,
)
