"""A study that is planned."""

from collections.abc import Iterator, Mapping

from aucurate.formatting import count, join_words, number, percent, shortened
from aucurate.planning.plan import Plan, assurance_sentence
from aucurate.plots.displays import PowerCurveDisplay
from aucurate.plots.of_study import StudyFigure
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
    ]
    if plan.question != "interval":
        works = f" {cite('obuchowski1998')}" if plan.null_variance == "null" else ""
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


KIND: StudyKind[PlanStudy] = StudyKind(
    title="Plan of a study",
    question="How large must the next study be?",
    names=lambda study: (),
    data_heading="What was planned",
    facts=_facts,
    figures=_figures,
    paragraphs=_paragraphs,
)
